"""What holds for the journal of any shoe, whatever went wrong in it and was put right."""

from __future__ import annotations

import re
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from server.baccarat.effective import effective
from server.baccarat.events import REWRITES, Entry
from server.baccarat.reveal import first_withheld
from server.baccarat.rules import House, Policy, Reveal
from server.history import ShoeLog
from server.journal.row import JournalRow
from server.journal.shoe_rows import journal
from server.row import GENESIS, new_row
from tests.core.notation import EIGHT_DECKS, event
from tests.core.test_play_properties import HOUSES, anything, cards_and_a_release, opening, taken

SQUEEZED = [
    replace(EIGHT_DECKS, reveal=Reveal(policy=policy))
    for policy in (Policy.ON_RESULT, Policy.PER_CARD)
]
FACES = re.compile(r"\b[A2-9TJQK][SHDC]\b|\d to \d")
seqs = st.integers(1, 30)
rulings = st.one_of(
    st.builds("/swap:{},{}".format, seqs, seqs),
    st.builds("/before:{}={}".format, seqs, st.sampled_from(["9H", "AS", "KD"])),
    st.builds("/misdealt:{}={}".format, seqs, st.sampled_from(["carry_to_next", "burn"])),
    st.builds("/missed:{}={}".format, seqs | st.just(0), st.sampled_from(["tie", "banker+n"])),
    seqs.map("/void:{}".format),
    seqs.map("/free:{}".format),
    st.sampled_from(["/free", "/says:tie", "/shows", "/shows:p1", "/limits:50-500", "/go"]),
)
words = st.lists(cards_and_a_release | st.lists(anything | rulings, max_size=4), max_size=8).map(
    lambda parts: [word for part in parts for word in part]
)


def told(house: House, said: list[str]) -> tuple[list[Entry], list[JournalRow], int | None]:
    """A log's entries, its journal, and its first withheld entry."""
    log, shoe = taken([opening(house), *map(event, said)])
    rows = [new_row("t1", entry.seq, entry.time, entry.event, GENESIS) for entry in log]
    return log, journal(ShoeLog(1, rows, GENESIS), None), first_withheld(shoe)


@given(st.sampled_from(HOUSES), words)
@settings(max_examples=120)
def test_every_entry_is_told_once_in_order_and_marked_where_it_does_not_stand(
    house: House, said: list[str]
) -> None:
    log, rows, _ = told(house, said)
    assert [row.seq for row in rows] == [entry.seq for entry in log]
    standing = {row.seq for row in rows if row.stands}
    rewrites = {entry.seq for entry in log if isinstance(entry.event, REWRITES)}
    assert standing - rewrites == {entry.seq for entry in effective(log)} - rewrites
    for row in rows:
        assert row.words
        assert "None" not in f"{row.words}{row.before}{row.after}"


@given(st.sampled_from(SQUEEZED), words)
@settings(max_examples=120)
def test_no_face_is_told_of_what_lies_face_down(house: House, said: list[str]) -> None:
    _, rows, withheld = told(house, said)
    for row in rows:
        if withheld is not None and row.seq >= withheld:
            assert not FACES.search(f"{row.words}{row.why}{row.before}{row.after}")
            assert row.coup is None
