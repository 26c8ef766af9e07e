"""The bets of a house file: those known here by their keys, and the house's own by their rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from typing import Any

from pydantic import TypeAdapter, ValidationError

from .baccarat.bets import Bet, Prize, Rule
from .baccarat.facts import Facts, facts
from .baccarat.kinds import kinds, never_paid
from .baccarat.known_bets import KNOWN_BETS
from .baccarat.odds import GAMES, MAIN

Keys = tuple[int | str, ...]
_RULE = TypeAdapter(Rule)
_BET = TypeAdapter(Bet)
_LISTS = {each.name for each in fields(Rule) if "tuple" in str(each.type)}  # of one or several
_SAID = ("title", "short", "min", "max")
_MOST = 40  # bets of a house


@cache
def _every_kind() -> list[Facts]:
    return [facts(coup, coup.result) for coup in kinds() if coup.result]


class BadBet(ValueError):
    """A bet that cannot be: the keys of the setting at fault, and a sentence without its stop."""

    def __init__(self, keys: Sequence[int | str], what: str) -> None:
        super().__init__(what)
        self.keys = tuple(keys)


def game_odds(odds: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of [odds] with `game` and `banker_but` read; raises BadBet."""
    said = {name: _spelt(value) for name, value in odds.items()}
    if (game := said.pop("game", None)) is not None:
        if game not in GAMES:
            raise BadBet(
                ("odds", "game"), f"odds.game must be one of {', '.join(GAMES)}, not {game!r}"
            )
        known = GAMES[game]
        said = {"banker": known.banker, "banker_but": known.banker_but} | said
    if isinstance(but := odds.get("banker_but"), list):
        keys = ("odds", "banker_but")
        said["banker_but"] = [
            _prize((*keys, n), prize, "odds.banker_but", str(n + 1)) for n, prize in _each(but)
        ]
    return said


def house_bets(said: object) -> list[Bet]:
    """The bets of the table [bets], in the order in which they stand; raises BadBet.

    A bet's value is what it pays, or a table of `pays`, `title`, `short`, `min`, `max`, and
    `prizes` where the house makes the rule.
    """
    if not isinstance(said, dict) or len(said) > _MOST:
        raise BadBet(("bets",), f'bets must be up to {_MOST} lines like dragon_7 = "40:1"')
    return [_bet(key, about) for key, about in said.items()]


def _bet(key: str, about: object) -> Bet:
    keys, name = ("bets", key), f"bets.{key}"
    if not isinstance(about, dict):
        about = {"pays": about}
    about = {**about}
    pays, prizes, known = about.pop("pays", None), about.pop("prizes", None), KNOWN_BETS.get(key)
    if key in MAIN:
        raise BadBet(keys, f"{name} is one of the main bets: what it pays is odds.{key}")
    if prizes is None and known is None:
        raise BadBet(
            keys, f"{name} is none of the bets known here: give it prizes, or take one of "
            f"{', '.join(KNOWN_BETS)}"
        )  # fmt: skip
    if prizes is None and known:
        made = known.prizes if pays is None else _repaid((*keys, "pays"), name, known, pays)
        if unsaid := next((prize for prize in made if prize.pays is None), None):
            which = f".{unsaid.name}" if unsaid.name else ""
            raise BadBet(
                keys,
                f"{name}.pays{which} is missing: no source is sure of it, so say what this house "
                f'pays, {key} = "25:1" for example',
            )
    else:
        if pays is not None:
            raise BadBet((*keys, "pays"), f"{name}.pays stands beside prizes, which say it already")
        if not isinstance(prizes, list) or not prizes:
            raise BadBet((*keys, "prizes"), f"{name}.prizes must be [[{name}.prizes]] tables")
        made = tuple(
            _prize(
                (*keys, "prizes", n),
                p,
                f"{name}, prize {n + 1}",
                str(n + 1) if len(prizes) > 1 else "",
            )
            for n, p in _each(prizes)
        )
    usual = {each: getattr(known, each) for each in _SAID if known}
    title = about.get("title", key.replace("_", " ").capitalize())
    short = "".join(word[0] for word in str(title).split())[:3].upper()
    whole = {"title": title, "short": short} | usual | about
    bet: Bet = _checked(_BET, keys, name, whole | {"key": key, "prizes": made})
    if (place := never_paid(bet, _every_kind())) is not None:
        raise BadBet(
            (*keys, "prizes", place),
            f"{name}, prize {place + 1} can never be paid: no coup fits it that no prize before "
            "it takes",
        )
    return bet


def _repaid(keys: Keys, name: str, bet: Bet, pays: object) -> tuple[Prize, ...]:
    """A known bet's prizes with the house's own pays: one for all that pay, or by their names."""
    names = [prize.name for prize in bet.prizes if prize.pays != 0]
    if not isinstance(pays, dict):
        if len(names) > 1 and len({prize.pays for prize in bet.prizes}) > 1:
            raise BadBet(
                keys, f"{name}.pays has a pay for each of {', '.join(names)}: write "
                f'{{ {names[0]} = "12:1", ... }}'
            )  # fmt: skip
        pays = dict.fromkeys(names, pays)
    for prize in pays:
        if prize not in names:
            raise BadBet((*keys, prize), f"{name}.pays.{prize}: there is no such prize")
    return tuple(
        _priced(keys, name, prize, pays[prize.name]) if prize.name in pays else prize
        for prize in bet.prizes
    )


def _priced(keys: Keys, name: str, prize: Prize, pays: object) -> Prize:
    try:
        return replace(prize, pays=_fraction(pays))
    except (ValueError, ZeroDivisionError) as error:
        raise BadBet(keys, f"{name}.{_why_not(error, pays)}") from None


def _prize(keys: Keys, said: object, name: str, unnamed: str) -> Prize:
    if not isinstance(said, dict):
        raise BadBet(keys, f"{name} must be a table of conditions and what it pays")
    conditions = {**said}
    pays, title = conditions.pop("pays", None), conditions.pop("name", "")
    if pays is None:
        raise BadBet(keys, f"{name}: pays is missing")
    conditions = {
        each: [value] if each in _LISTS and not isinstance(value, list) else value
        for each, value in conditions.items()
    }
    rule: Rule = _checked(_RULE, keys, name, conditions, colon=True)
    try:
        return Prize(when=rule, pays=_fraction(pays), name=str(title) or unnamed)
    except (ValueError, ZeroDivisionError) as error:
        raise BadBet((*keys, "pays"), f"{name}: {_why_not(error, pays)}") from None


def _why_not(error: Exception, pays: object) -> str:
    told = str(error).rstrip(".")
    return told if told.startswith("pays ") else f"pays {pays!r} is not written like 40:1"


def _checked(
    kind: TypeAdapter[Any], keys: Keys, name: str, said: object, *, colon: bool = False
) -> Any:
    """A value as pydantic reads it, or its first complaint as a BadBet."""
    try:
        return kind.validate_python(said)
    except ValidationError as error:
        detail = error.errors(include_url=False)[0]
        place = [each for each in detail["loc"] if isinstance(each, str)]
        told = detail["msg"].removeprefix("Value error, ").rstrip(".")
        if detail["type"] == "value_error":
            place = [told.split()[0]]
        elif detail["type"] in ("extra_forbidden", "unexpected_keyword_argument"):
            told = f"{place[-1]}: there is no such setting"
        else:
            told = f"{'.'.join(place)}: {told}"
        raise BadBet((*keys, *place), f"{name}{': ' if colon else '.'}{told}") from None


def _spelt(value: object) -> object:
    """Odds are written as they are called, `19:20`; a fraction has a slash."""
    if isinstance(value, list):
        return value
    try:
        return _fraction(value)
    except (ValueError, ZeroDivisionError):
        return str(value)  # for pydantic to complain of


def _fraction(pays: object) -> Fraction:
    """`40:1`, `19/20` or `0.54`; raises ValueError or ZeroDivisionError."""
    to, _, one = str(pays).partition(":")
    return Fraction(to.strip()) / Fraction(one.strip() or 1)


def _each(listed: list[Any]) -> list[tuple[int, Any]]:
    return [*enumerate(listed)]
