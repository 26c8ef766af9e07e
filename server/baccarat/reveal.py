"""Reveal: what the players have seen. What they have not seen is not in what they are told.

Squeezed cards lie face down on the table while the shoe knows them already; their number is to be
seen there, so it may be told. The roads change when the result is revealed, never before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from .cards import Card
from .coup import Coup, Seat, Side
from .events import Entry, Refused, Revealed
from .rules import Policy
from .shoe import Phase, Shoe

Faces = tuple[Card | None, ...]  # None lies face down


class View(NamedTuple):
    """A shoe as the players may see it, and the hands that lie on the table."""

    shoe: Shoe
    player: Faces
    banker: Faces


def view(shoe: Shoe) -> View:
    """What may be told of a shoe: all where nothing is withheld, else without what is."""
    if shoe.withholds and shoe.hold:
        shoe = shoe._replace(hold=replace(shoe.hold, why=shoe.hold.plain))
    if not shoe.is_withheld:
        return View(shoe, shoe.coup.player, shoe.coup.banker)
    coup, _ = withheld_coup(shoe)
    seen = shoe._replace(
        settled=shoe.settled[: shoe.shown],
        coup=Coup(),
        seqs=(),
        flags=frozenset(),
        seen={},
        stage=Phase.DEALING if coup.cards else shoe.stage,
    )
    return View(seen, *(_faces(shoe, coup, side) for side in (Side.PLAYER, Side.BANKER)))


def withheld_coup(shoe: Shoe) -> tuple[Coup, tuple[int, ...]]:
    """The first coup that is not wholly shown, and the entries of its cards."""
    if shoe.shown < len(shoe.settled):
        settled = shoe.settled[shoe.shown]
        return settled.coup, settled.seqs
    return shoe.coup, shoe.seqs


def first_withheld(shoe: Shoe) -> int | None:
    """The number of the first entry that may not be told as it is, None where all may be."""
    if not shoe.withholds:
        return None
    at = [seq for settled in shoe.settled[shoe.shown :] for seq in settled.seqs]
    at += [*shoe.seqs, *(entry.seq for entry in shoe.waiting)]
    if shoe.carried:
        at.append(shoe.carried.seq)
    if shoe.hold:
        at.append(shoe.hold.seq)  # its cause may be a card without a place
    return min(at, default=None)


def revealed(shoe: Shoe, entry: Entry, event: Revealed) -> Shoe:
    """Cards turned: the one at a place, a side's, or all that is withheld."""
    if not shoe.is_withheld:
        raise Refused("There is nothing to reveal: no card lies face down.")
    assert shoe.house is not None
    if event.side is None:
        if shoe.shown == len(shoe.settled):
            raise Refused("The coup is not dealt to its end yet: reveal it then.")
        return shoe.all_shown()
    if shoe.house.reveal.policy is not Policy.PER_CARD:
        raise Refused(f"{shoe.house.title} reveals both hands together, with the result.")
    coup, _ = withheld_coup(shoe)
    places = [event.place] if event.place else range(1, len(coup.hand(event.side)) + 1)
    seats = {Seat(event.side, place) for place in places} & {*_seats(coup)}
    if not seats - shoe.turned:
        raise Refused(f"No card of the {event.side} lies face down there.")
    shoe = shoe._replace(turned=shoe.turned | seats)
    is_settled = shoe.shown < len(shoe.settled)
    if is_settled and shoe.turned >= {*_seats(coup)}:
        return shoe._replace(shown=shoe.shown + 1, turned=frozenset())
    return shoe


def _seats(coup: Coup) -> list[Seat]:
    return [
        Seat(side, place)
        for side in (Side.PLAYER, Side.BANKER)
        for place in range(1, len(coup.hand(side)) + 1)
    ]


def _faces(shoe: Shoe, coup: Coup, side: Side) -> Faces:
    return tuple(
        card if Seat(side, place) in shoe.turned else None
        for place, card in enumerate(coup.hand(side), start=1)
    )
