"""Houses by name, or from a TOML file of the house's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .baccarat.rules import HOUSES, FirstCardBurn, FixedBurn, House, NoBurn
from .codec import HOUSE
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
        return HOUSE.validate_python(_odds_as_fractions(_checked_burn(path, text, data)))
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


def _odds_as_fractions(data: dict[str, Any]) -> dict[str, Any]:
    """Odds are written as they are called, `19:20`; a fraction has a slash."""
    odds = data.get("odds")
    if not isinstance(odds, dict):
        return data
    return data | {"odds": {k: str(v).replace(":", "/") for k, v in odds.items()}}
