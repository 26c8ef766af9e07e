"""Houses by name, or from a TOML file of the house's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .baccarat.rules import HOUSES, FirstCardBurn, FixedBurn, House, NoBurn
from .codec import HOUSE
from .house_bets import BadBet, game_odds, house_bets
from .toml_file import BadFile, complaint, line_of, read_toml

_BURNS: dict[str, TypeAdapter[Any]] = {
    "none": TypeAdapter(NoBurn),
    "fixed": TypeAdapter(FixedBurn),
    "first_card": TypeAdapter(FirstCardBurn),
}


def find_house(name: str) -> House:
    """The built-in house of that name, or the one in the TOML file of that path.

    Raises BadFile with a sentence that names the line at fault.
    """
    if name in HOUSES:
        return HOUSES[name]
    path = Path(name)
    if path.suffix != ".toml":
        raise BadFile(
            f"There is no house {name!r}: choose one of {', '.join(HOUSES)}, or give the path of "
            "a TOML file."
        )
    data, text = read_toml(path)
    try:
        return HOUSE.validate_python(_with_bets(_checked_burn(path, text, data)))
    except BadBet as bad:
        raise BadFile(f"{path}, line {line_of(text, bad.keys)}: {bad}.") from None
    except ValidationError as error:
        raise complaint(path, text, error) from None


def _checked_burn(path: Path, text: str, data: dict[str, Any]) -> dict[str, Any]:
    """The burn is one of three kinds: check it as the kind that it says it is."""
    burn = data.get("burn")
    if burn is None:
        return data
    kind = burn.get("kind") if isinstance(burn, dict) else None
    if kind not in _BURNS:
        raise BadFile(
            f"{path}, line {line_of(text, ['burn', 'kind'])}: burn.kind must be one of "
            f"{', '.join(_BURNS)}, not {kind!r}."
        )
    try:
        return data | {"burn": _BURNS[kind].validate_python(burn)}
    except ValidationError as error:
        raise complaint(path, text, error, under="burn") from None


def _with_bets(data: dict[str, Any]) -> dict[str, Any]:
    """The same with its odds and bets read."""
    odds, bets = data.get("odds"), data.get("bets")
    read: dict[str, Any] = {}
    if isinstance(odds, dict):
        read["odds"] = game_odds(odds)
    if bets is not None:
        read["bets"] = house_bets(bets)
    return data | read
