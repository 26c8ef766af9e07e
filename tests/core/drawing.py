"""Roads in short notation: results in, marks with their column and row out."""

from __future__ import annotations

from server.baccarat.roads import DERIVED, Roads, parse_results, roads_json

EYE, SMALL, PIG = DERIVED
LETTER = {"banker": "B", "player": "P", "tie": "T", "red": "R", "blue": "B", None: None}


def draw(results: str, tail: str = "straight", leading_ties: str = "mark") -> dict:
    """The roads of some results as the command line gives them."""
    return roads_json(roads(results, tail, leading_ties))


def roads(results: str, tail: str = "straight", leading_ties: str = "mark") -> Roads:
    return Roads.empty(tail=tail, leading_ties=leading_ties).extend(parse_results(results))


def cells(road: list[dict]) -> list[list]:
    """A road's cells as [column, row, mark], a fourth entry is the big road's ties."""
    return [
        [LETTER[value] if key == "mark" else value for key, value in cell.items()] for cell in road
    ]


def marks(road: list[dict]) -> str:
    """A derived road's marks in order: R and B."""
    return "".join(LETTER[cell["mark"]] for cell in road)


def asked(drawn: dict) -> dict[str, list]:
    """The ask marks as {next winner: [big eye boy, small road, cockroach pig]}."""
    return {
        LETTER[winner]: [LETTER[drawn["ask"][winner][name]] for name in DERIVED]
        for winner in ("banker", "player")
    }


def place(drawn: dict, nth: int) -> tuple[int, int]:
    """Column and row of the big road's nth cell; -1 is the newest."""
    cell = drawn["big_road"][nth]
    return cell["column"], cell["row"]
