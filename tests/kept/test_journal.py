"""The journal: each entry in words, what it changed, whether it stands, and what it keeps back."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from server.baccarat.events import EVENTS, ShoeOpened
from server.baccarat.roles import Role
from server.baccarat.rules import CutCard, FirstCardBurn, FixedBurn, House, LastCoup, Policy, Reveal
from server.history import ShoeLog
from server.journal.row import JournalRow, Kind, kind_of
from server.journal.shoe_rows import journal
from server.journal.words import WORDS
from server.row import GENESIS, new_row
from tests.core.notation import EIGHT_DECKS, entries

DEALT = replace(EIGHT_DECKS, cut_card=CutCard(from_end=14, last_coup=LastCoup.THIS))
COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"  # player 8 to 7; banker 0 to 9
SQUEEZED = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.ON_RESULT, seen_by=Role.PIT_BOSS))
CARD_BY_CARD = replace(EIGHT_DECKS, reveal=Reveal(policy=Policy.PER_CARD))


def told(words: str, house: House = DEALT, role: Role | None = None) -> dict[int, JournalRow]:
    """The journal of a shoe in short notation, by entries; the first word is entry 2."""
    rows = [new_row("t1", e.seq, e.time, e.event, GENESIS) for e in entries(words, house)]
    return {row.seq: row for row in journal(ShoeLog(1, rows, GENESIS), role)}


def last(words: str, house: House = DEALT) -> JournalRow:
    return [*told(words, house).values()][-1]


def change(words: str, house: House = DEALT) -> tuple[str, str]:
    row = last(words, house)
    return row.before, row.after


def test_every_kind_of_event_has_words_and_a_kind() -> None:
    assert {kind.__name__ for kind in WORDS} == set(EVENTS)
    for kind, words in WORDS.items():
        assert words.withheld
        assert kind_of(object.__new__(kind)) in Kind


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "shoe 1 opened, Eight Decks"),
        ("8S", "card 8S to player 1"),
        ("2S KD KH 4C 5S", "card 5S to player 3"),
        ("2S KD KH 4C 5S TH", "card TH to banker 3"),
        ("2S 2D 4S 3C 5S", "card 5S to banker 3"),
        ("+8S", "card 8S to player 1, typed in"),
        ("8S@p1 8S@p1", "card 8S once more"),
        ("??", "card that was not read"),
        ("/hold 8S", "card 8S, kept until the release"),
        ("8S@p1 KD@p3", "card KD, which has no place"),
        ("8S@burn", "burned card"),
        (f"{COUP} says:player+pp", "the shoe reports player, player pair"),
        ("cut", "cut card"),
        ("/cut", "cut card, called by hand"),
        ("started", "the shoe started up"),
        ("lost", "reader lost: unplugged"),
        ("found", "reader found"),
        ("gap", "something may be missing: A frame is missing."),
        ("fault", "the shoe reports a trouble: Overdraw."),
        ("/close", "shoe 1 closed"),
        ("/hold", "table put on hold: The cards are being checked"),
        ("/hold /go", "table released"),
        ("8S /undo:2", "undo of entry 2 (the card 8S)"),
        ("+8S /undo:2", "undo of entry 2 (the card 8S)"),
        ("8S /undo:2 /undo:3", "undo of entry 3 (undo of entry 2)"),
        ("?? /undo:2", "undo of entry 2 (the card that was not read)"),
        (f"{COUP} /fix:2=9S", "card of entry 2 corrected"),
        (f"{COUP} /swap:2,3", "cards of entries 2 and 3 swapped"),
        ("8S /before:2=AH", "card AH inserted before entry 2"),
        ("8S /misdealt:2=burn", "card of entry 2 was drawn in error: it is burned"),
        (f"{COUP} /void:2", "coup made void"),
        ("/free", "coup marked free"),
        ("/dummy", "coup marked as a dummy"),
        ("/says:banker+n+bp", "coup declared: banker, natural, banker pair"),
        ("/missed:0=tie", "missed coup inserted as the first: tie"),
        (f"{COUP} /missed:2=tie", "missed coup inserted after the one of entry 2: tie"),
        ("/limits:50-500+next", "limits changed, from the next shoe"),
        ("/reader:line:/dev/ttyS1", "reader changed: line:/dev/ttyS1"),
        ("/reader:", "reader changed: none, the cards are typed in"),
    ],
)
def test_what_happened_in_words(words: str, said: str) -> None:
    assert last(words).words == said


@pytest.mark.parametrize(
    ("burn", "said"),
    [
        (FixedBurn(cards=2), ["burned card 9C", "burned card 8C"]),
        (FixedBurn(cards=2, seen=False), ["burned card", "burned card"]),
        (FirstCardBurn(), ["burned card 9C", "burned card"]),
    ],
)
def test_a_burned_card_has_a_face_only_where_the_house_shows_it(
    burn: FixedBurn | FirstCardBurn, said: list[str]
) -> None:
    rows = told("9C 8C", replace(EIGHT_DECKS, burn=burn))
    assert [rows[2].words, rows[3].words] == said
    unread = told("9C ?? /fix:3=8D", replace(EIGHT_DECKS, burn=FixedBurn(cards=3, seen=False)))
    assert unread[3].words == "burned card"
    assert "8D" not in str(unread)


CHANGES = {
    "8S KD /fix:2=7C": ("8S", "7C"),
    f"{COUP} /fix:2=5S": ("8S; player, 8 to 7", "5S; not settled"),
    f"{COUP} /fix:5=9C": ("7C; player, 8 to 7", "9C; banker, 8 to 9"),
    "?? /fix:2=9H": ("not read", "9H"),
    f"{COUP} /fix:5=9C /undo:6": ("9C; banker, 8 to 9", "7C; player, 8 to 7"),
    f"{COUP} /fix:5=9C /undo:6 /undo:7": ("7C; player, 8 to 7", "9C; banker, 8 to 9"),
    "8S /undo:2": ("card 8S to player 1", "nothing"),
    "8S /undo:2 /undo:3": ("nothing", "card 8S to player 1"),
    "8S KD /swap:2,3": ("8S at player 1, KD at banker 1", "KD at player 1, 8S at banker 1"),
    f"{COUP} {NEXT} /swap:2,6": (
        "8S at player 1 of coup 1, KS at player 1 of coup 2",
        "KS at player 1 of coup 1, 8S at player 1 of coup 2",
    ),
    "8S KD /before:3=AH": ("nothing", "AH to banker 1 of coup 1"),
    "8S KD /misdealt:3=burn": ("banker 1 of coup 1", "burned"),
    "8S KD /misdealt:3=next_burn": ("banker 1 of coup 1", "laid aside as the next card to burn"),
    "8S@p1 KD@p3 /misdealt:3=carry_to_next": ("no place", "banker 1 of coup 1"),
    f"{COUP} /void:2": ("player, 8 to 7", "void"),
    "8S KD /void:2": ("not settled", "void"),
    f"{COUP} /void:2 /undo:6": ("void", "player, 8 to 7"),
    "8S KD /says:banker": ("8S KD", "banker"),
    "/says:tie": ("nothing", "tie"),
    f"{COUP} /missed:0=tie": ("nothing", "coup 1: tie"),
    "/free": ("with bets", "free"),
    "/limits:50-500": ("10 to 1000", "50 to 500"),
    f"{COUP} /reader:": ("", ""),
    "8S /reader:": (
        "dealing",
        "on hold: The reader was changed in coup 1: compare the cards on the table with the "
        "display, put them right, then release.",
    ),
    "/limits:50-500+next /limits:60-600+next": ("50 to 500", "60 to 600"),
    "/hold": ("ready", "on hold: Held by the crew."),
    "8S /hold /go": ("on hold: Held by the crew.", "dealing"),
    "8S /hold /undo:3": ("on hold: Held by the crew.", "dealing"),
    "8S lost": (
        "dealing",
        "on hold: The reader was lost in coup 1: compare the cards on the table with the display, "
        "put them right, then release.",
    ),
    "8S KD /before:3=AH /fix:4=AS": ("AH", "AS"),
    "8S KD /before:3=AH /misdealt:4=burn": ("banker 1 of coup 1", "burned"),
    "8S": ("", ""),
}


@pytest.mark.parametrize("words", CHANGES)
def test_what_was_before_and_what_is_after(words: str) -> None:
    assert change(words) == CHANGES[words]


COUPS = {
    f"{COUP} {NEXT}": [None, 1, 1, 1, 1, 2, 2, 2, 2],
    f"{COUP} says:player": [None, 1, 1, 1, 1, 1],
    f"{COUP} {NEXT} /fix:3=QD": [None, 1, 1, 1, 1, 2, 2, 2, 2, 1],
    f"{COUP} {NEXT} /void:3 /undo:10": [None, 1, 1, 1, 1, 2, 2, 2, 2, 1, 1],
    f"{COUP} /missed:0=tie {NEXT}": [None, 2, 2, 2, 2, 1, 3, 3, 3, 3],
    "8S KD /undo:3 9D": [None, 1, 1, 1, 1],
    "8S /undo:2": [None, 1, 1],
    f"{COUP} 8S /undo:6 9S": [None, 1, 1, 1, 1, 2, 2, 2],
    "8S /hold KD /go": [None, 1, 1, 1, 1],
    f"{COUP} /hold /go /limits:1-2 cut": [None, 1, 1, 1, 1, None, None, None, None],
    f"{COUP} /reader: 8S /reader: /go": [None, 1, 1, 1, 1, None, 2, 2, 2],
    f"{COUP} /free {NEXT}": [None, 1, 1, 1, 1, 2, 2, 2, 2, 2],
    f"{COUP} /free:2 /says:tie": [None, 1, 1, 1, 1, 1, 2],
    "8S ?? /fix:3=KD": [None, 1, 1, 1],
    f"{COUP} says:tie /go": [None, 1, 1, 1, 1, 1, 1],
    "8S@burn /undo:2": [None, None, None],
}


@pytest.mark.parametrize("words", COUPS)
def test_each_entry_belongs_to_its_coup(words: str) -> None:
    assert [row.coup for row in told(words).values()] == COUPS[words]


def test_who_when_why_and_what_is_corrected() -> None:
    rows = told(f"{COUP} /fix:3=QD")
    assert (rows[2].person, rows[2].role, rows[2].kind) == ("slot", None, Kind.OBSERVATIONS)
    fix = rows[6]
    assert (fix.person, fix.why, fix.corrects, fix.kind) == ("Bob", "misread", 3, Kind.CORRECTIONS)
    assert fix.time.isoformat() == "2026-01-02T21:00:06+00:00"


def test_what_was_undone_names_the_entry_that_did_it() -> None:
    rows = told("8S KD /undo:3 /undo:4 /undo:5")
    assert {seq: row.undone_by for seq, row in rows.items() if not row.stands} == {3: 4, 5: 6}
    assert told("8S KD /undo:3")[3].undone_by == 4


def test_what_puts_the_table_on_hold_is_marked() -> None:
    rows = told("8S ?? /fix:3=KD /hold")
    assert [seq for seq, row in rows.items() if row.holds] == [3, 5]


# What lies face down.

FACES = re.compile(r"\b[A2-9TJQK][SHDC]\b|player|banker|tie|\d to \d")
HIDDEN = (
    f"{COUP} /shows {NEXT}",
    f"{COUP} /shows {NEXT} says:banker",
    f"{COUP} /shows KS /fix:7=9S 9D /swap:7,9 /before:9=4C",
    f"{COUP} /shows KS /undo:7 KS",
    f"{COUP} /shows KS 9D /undo:8 /undo:7 +KS",
    f"{COUP} /shows {NEXT} says:tie /go",
    f"{COUP} /shows KS@p1 9D@p3",
    f"{COUP} /shows /hold KS /go",
    f"{COUP} /shows KS 9D /misdealt:8=burn",
)


@pytest.mark.parametrize("words", HIDDEN)
@pytest.mark.parametrize("house", [SQUEEZED, CARD_BY_CARD])
def test_what_lies_face_down_is_only_told_as_a_card_that_was_seen(words: str, house: House) -> None:
    rows = told(words, house)
    hidden = [row for seq, row in rows.items() if seq > 6]
    assert hidden
    for row in hidden:
        assert not FACES.search(row.words), row.words
        assert (row.why, row.before, row.after, row.coup) == ("", "", "", None)
    assert rows[2].words == "card 8S to player 1"
    assert rows[5].coup == 1


def test_all_is_told_once_it_is_revealed_and_to_those_who_may_see_it() -> None:
    words = f"{COUP} /shows {NEXT}"
    shown = told(f"{words} /shows", SQUEEZED)
    assert shown[7].words == told(f"{COUP} cut {NEXT}")[7].words == "card KS to player 1"
    assert told(words, SQUEEZED, Role.PIT_BOSS)[7] == shown[7]
    assert told(words, SQUEEZED, Role.INSPECTOR)[7].words == "a card was seen"


def test_the_opening_may_be_told_while_the_first_coup_lies_face_down() -> None:
    rows = told("8S KD", SQUEEZED)
    assert rows[1].words == "shoe 1 opened, Eight Decks"
    assert [rows[2].words, rows[3].words] == ["a card was seen", "a card was seen"]


def test_the_opening_of_a_shoe_names_who_did_it_and_as_what() -> None:
    opening = ShoeOpened(by="Ann", role=Role.DEALER, number=1, house=EIGHT_DECKS)
    row = new_row("t1", 1, entries("")[0].time, opening, GENESIS)
    (told_row,) = journal(ShoeLog(1, [row], GENESIS), None)
    assert (told_row.person, told_row.role) == ("Ann", Role.DEALER)
