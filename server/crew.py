"""What the crew is told beside the snapshot: what it may do, what is wrong, and which screen lags.

Cards that lie face down are in it for those alone whom the house lets see them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import datetime
from math import ceil
from typing import Any

from .baccarat.cards import UNKNOWN
from .baccarat.coup import Coup
from .baccarat.dealing import is_open
from .baccarat.events import CardRead, Entry, Observation
from .baccarat.reveal import first_withheld, view, withheld_coup
from .baccarat.roles import Role
from .baccarat.settled import Settled
from .baccarat.shoe import Shoe
from .baccarat.snapshot import open_snapshot, settled_json
from .commands import allowed
from .history import may_see_withheld
from .reads import reads_for_the_crew
from .screens import Screen
from .table import Table
from .undo import undoable

_MOST_WAITING = 9  # cards; each has a key of its own


def for_the_crew(
    table: Table, screens: Sequence[Screen], disk: str, role: Role, now: datetime
) -> dict[str, Any]:
    """What the console of a table shows to somebody of a role, as JSON values; ages in seconds.

    `disk` says how the log's disk is.
    """
    shoe, entries = table.standing()
    sees_all = may_see_withheld(shoe, role)
    seen = shoe if sees_all else view(shoe).shoe
    withheld = None if sees_all else first_withheld(shoe)
    undo = undoable(shoe, entries, withheld=withheld)
    return {
        "seq": entries[-1].seq if entries else table.seq,
        "role": role,
        "allowed": allowed(shoe, undo, role),
        "undo": undo and {"what": undo.what, "reopens": undo.reopens},
        "hold": _hold(seen),
        "coups": coups_for_the_crew(shoe, sees_all=sees_all, most=2),
        "no_suit": _no_suit(shoe, entries, sees_all=sees_all),
        "reads": reads_for_the_crew(shoe, entries, sees_all=sees_all),
        "full": open_snapshot(shoe, house=table.house) if sees_all and shoe.is_withheld else None,
        "reveal": _reveal(shoe, table, entries, now),
        "reader": _reader(table, entries, now),
        "trouble": table.trouble,
        "disk": disk,
        "screens": [_screen(screen, shoe, now) for screen in screens],
    }


def coups_for_the_crew(
    shoe: Shoe, *, sees_all: bool, most: int | None = None
) -> list[dict[str, Any]]:
    """The coups of a shoe with the entries of their cards, newest first, for corrections.

    Before them, with no number, the cards that wait for the release of a hold.

    Of the coup that the players have not seen there are no faces, unless `sees_all`.
    """
    if shoe.is_withheld and not sees_all:
        coup, seqs = withheld_coup(shoe)
        turned = {str(seat) for seat in shoe.turned}
        cards = [
            {**card, "card": card["card"] if card["seat"] in turned else None}
            for card in _cards(coup, seqs)
        ]
        newest, settled = [_under_way(shoe.shown + 1, seqs, cards, ())], shoe.settled[: shoe.shown]
    else:
        cards = _cards(shoe.coup, shoe.seqs)
        number = len(shoe.settled) + 1
        newest = [_under_way(number, shoe.seqs, cards, shoe.flags)] if shoe.seqs else []
        if waiting := _waiting(shoe, sees_all=sees_all):
            newest.insert(0, _under_way(None, (), waiting, {"waiting"}))
        settled = shoe.settled
    return [*newest, *map(_settled, settled[::-1][:most])]


def _waiting(shoe: Shoe, *, sees_all: bool) -> list[dict[str, Any]]:
    """The cards that wait for the release, and where the reader saw them go.

    Where cards lie face down these do, too: the coup that they belong to has not begun.
    """
    may_tell = sees_all or not shoe.withholds
    seen = [entry for entry in shoe.behind_the_hold if isinstance(entry.event, CardRead)]
    told = []
    for entry in seen[:_MOST_WAITING]:
        event = entry.event
        assert isinstance(event, CardRead)
        seat = f"{event.side or ''} {event.place or ''}".strip()
        is_told = may_tell and event.card and is_open(shoe, event.side)
        card = str(event.card) if is_told else None
        told.append({"entry": entry.seq, "card": card, "seat": seat})
    return told


def _no_suit(shoe: Shoe, entries: Sequence[Entry], *, sees_all: bool) -> list[dict[str, Any]]:
    """The shoe's cards whose suit is to be named, newest coup first, each in dealing order."""
    if all(card.suit != UNKNOWN for card in shoe.seen):
        return []
    pictures = {entry.seq: getattr(entry.event, "picture", None) for entry in entries}
    return [
        {**card, "coup": coup["number"], "picture": pictures.get(card["entry"])}
        for coup in coups_for_the_crew(shoe, sees_all=sees_all)
        for card in coup["cards"]
        if coup["number"] is not None and (card["card"] or "").endswith(UNKNOWN)
    ]


def _under_way(
    number: int | None, seqs: Sequence[int], cards: list[dict[str, Any]], flags: Iterable[str]
) -> dict[str, Any]:
    entry = seqs[-1] if seqs else 0
    return {
        "number": number,
        "outcome": None,
        "entry": entry,
        "cards": cards,
        "flags": sorted(flags),
    }


def _settled(settled: Settled) -> dict[str, Any]:
    told = settled_json(settled)
    return {
        "number": settled.number,
        "outcome": told["outcome"],
        "entry": settled.seq,
        "cards": _cards(settled.coup, settled.seqs),
        "flags": sorted(settled.flags),
    }


def _cards(coup: Coup, seqs: Sequence[int]) -> list[dict[str, Any]]:
    """The cards in dealing order, each with its entry and its place; a typed coup has one entry."""
    if len(seqs) < len(coup.cards):
        return []
    told, so_far = [], Coup()
    for card, seq in zip(coup.cards, seqs, strict=False):
        told.append({"entry": seq, "card": str(card), "seat": str(so_far.next_seat)})
        so_far = so_far.add(card)
    return told


def _hold(shoe: Shoe) -> dict[str, Any] | None:
    hold = shoe.hold
    return (
        None
        if hold is None
        else {
            "why": hold.why,
            "reason": hold.reason,
            "entry": hold.seq,
            "unread": hold.unread,
            "misplaced": hold.misplaced,
        }
    )


def _reader(table: Table, entries: Sequence[Entry], now: datetime) -> dict[str, Any]:
    """How the reader is, and which others could take its place."""
    status, health = table.reader, table.health()
    age, retry = (health.age_s, health.retry_s) if health else (None, None)
    return {
        "url": status.url,
        "state": status.state,
        "detail": status.detail,
        "last_seen_s": _age(_last_observation(entries), now),
        "age_s": None if age is None else int(age),
        "retry_s": None if retry is None else ceil(retry),
        "counters": asdict(health.counters) if health else None,
        "choices": [
            {"url": url, "what": what} for url, what in table.readers.choices(status.url).items()
        ],
    }


def _reveal(shoe: Shoe, table: Table, entries: Sequence[Entry], now: datetime) -> dict[str, Any]:
    """How the cards are shown here, and since when a complete coup waits to be revealed."""
    reveal = (shoe.house or table.house).reveal
    waits = shoe.settled[shoe.shown] if shoe.shown < len(shoe.settled) else None
    since = next((entry for entry in entries if waits and entry.seq == waits.seq), None)
    return {"policy": reveal.policy, "waits_s": _age(since, now), "alarm_s": reveal.alarm_s}


def _last_observation(entries: Sequence[Entry]) -> Entry | None:
    return next((e for e in reversed(entries) if isinstance(e.event, Observation)), None)


def _age(entry: Entry | None, now: datetime) -> int | None:
    return None if entry is None else max(0, int((now - entry.time).total_seconds()))


def _screen(screen: Screen, shoe: Shoe, now: datetime) -> dict[str, Any]:
    """How far a screen has painted: which entry, how long ago, how many coups are missing on it."""
    behind = sum(settled.seq > screen.painted for settled in shoe.settled[: shoe.shown])
    return {
        "number": screen.number,
        "console": screen.is_console,
        "painted": screen.painted,
        "age_s": max(0, int((now - screen.painted_at).total_seconds())),
        "coups_behind": behind,
    }
