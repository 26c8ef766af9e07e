"""Events as JSON: what is written to the log reads back as the same event."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.cards import CARDS, DECK
from server.baccarat.coup import Outcome, Side
from server.baccarat.events import EVENTS, SCHEMA, CardEntered, CardRead, ResultReported, ShoeOpened
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.odds import GAMES
from server.baccarat.roles import Role
from server.baccarat.rules import HOUSES, FirstCardBurn, House, Limits, Odds, RoadStyle
from server.codec import BadEntry, event_body, event_kind, parse_event

from .notation import event

ALL_KINDS = """
    8S 8? ?? 8S@p1#a ??#b KD@b 2H@burn ??@burn cut started lost found gap fault
    says:player says:banker+bp says:tie+pp+bp
    /open /burned +TS /cut /close /hold /go /undo:7 /fix:12=9H
    /swap:4,5 /before:4=9H /misdealt:4=next_burn /void:4 /free /dummy:4 /says:tie+pp
    /missed:0=banker+n
    /shows /shows:p1 /limits:5-500+next /reader:line:/dev/ttyS1
"""
WORDS = ALL_KINDS.split()
OWN_HOUSE = House(
    name="own",
    title="Örtchen „Zum Schuh“",
    decks=12,
    burn=FirstCardBurn(ace=11, seen=True, skippable=False),
    odds=Odds(player=Fraction(1), banker=Fraction(1, 3), tie=Fraction(17, 2)),
    limits=Limits(min=5, max=5, tie_max=1),
    boxes=(),
    roads=RoadStyle(tail="down", leading_ties="column"),
)


def again(happened):
    """The event as it reads back from the log."""
    return parse_event(event_kind(happened), SCHEMA, event_body(happened))


def test_the_words_of_the_notation_are_all_kinds_of_events():
    assert {event_kind(event(word)) for word in WORDS} == set(EVENTS)


@pytest.mark.parametrize("word", WORDS)
def test_every_event_reads_back_as_it_was_written(word):
    happened = event(word)
    assert again(happened) == happened
    assert type(again(happened)) is EVENTS[event_kind(happened)]
    assert event_body(again(happened)) == event_body(happened)


@pytest.mark.parametrize("house", [*HOUSES.values(), OWN_HOUSE], ids=lambda house: house.name)
def test_a_shoe_carries_its_whole_house(house):
    opened = ShoeOpened(by="Ann", why="a new day", number=3, house=house)
    assert again(opened) == opened
    assert again(opened).house == house
    assert type(again(opened).house.burn) is type(house.burn)


def test_an_opening_from_before_there_were_side_bets_is_written_as_it_was():
    old = (
        '{"by":"Ann","role":null,"why":"","command":"","number":1,"house":{"name":"own","title":'
        '"Örtchen","decks":1,"burn":{"kind":"none"},"cut_card":null,"odds":{"player":"1",'
        '"banker":"19/20","tie":"8"},"limits":{"min":10,"max":1000,"tie_max":null,'
        '"banker_multiple":1},"boxes":["1"],"misdeal":"carry_to_next","retransmission":"next_coup",'
        '"dummy_after_misdeal":false,"free_coups_in_roads":true,"released_by":"dealer",'
        '"disputes_by":"pit_boss","reveal":{"policy":"face_up","on_report":false,"alarm_s":60,'
        '"seen_by":null},"roads":{"tail":"straight","leading_ties":"mark"}},"limits_by_crew":false}'
    )
    opened = parse_event("ShoeOpened", 1, old)
    assert event_body(opened) == old
    assert (opened.house.bets, opened.house.odds.game) == ((), "commission")


def test_a_house_with_every_bet_is_written_by_what_it_says():
    sure = [bet for bet in KNOWN_BETS.values() if None not in {p.pays for p in bet.prizes}]
    house = replace(OWN_HOUSE, bets=tuple(sure), odds=GAMES["ez"])
    opened = ShoeOpened(by="Ann", number=3, house=house)
    assert again(opened) == opened
    assert len(event_body(opened)) < 8_000
    first = json.loads(event_body(opened))["house"]["bets"][0]["prizes"][0]
    assert first == {"when": {"player_pair": True}, "pays": "11", "name": ""}


@given(
    st.none() | st.sampled_from(DECK),
    st.none() | st.sampled_from(Side),
    st.none() | st.integers(1, 3),
    st.none() | st.floats(0, 1),
    st.text(st.characters(exclude_categories=["Cs"])),
)
def test_every_card_read_reads_back(card, side, place, confidence, reader):
    read = CardRead(reader=reader, card=card, side=side, place=place, confidence=confidence)
    assert again(read) == read
    assert again(read).card is card


SEEN = {"picture": "ab" * 32, "model": "0123456789ab", "taken": 1767387600.125, "why": "glare"}


@pytest.mark.parametrize("names", [[], ["picture", "model", "taken"], ["why"], [*SEEN]], ids=str)
def test_what_a_camera_adds_is_written_only_where_it_is_said(names):
    read = replace(event("8S@p1"), **{name: SEEN[name] for name in names})
    assert again(read) == read
    assert {*json.loads(event_body(read))} & {*SEEN} == {*names}


def test_a_card_read_before_there_were_cameras_is_written_as_it_was():
    old = (
        '{"reader":"slot","late":false,"card":"8S","side":"player","place":1,"confidence":null,'
        '"carried":false,"outside":false}'
    )
    assert event_body(parse_event("CardRead", 1, old)) == old == event_body(event("8S@p1"))


@given(st.sampled_from(Outcome), st.booleans(), st.booleans())
def test_every_result_reads_back(outcome, player_pair, banker_pair):
    said = ResultReported(
        reader="slot", outcome=outcome, player_pair=player_pair, banker_pair=banker_pair
    )
    assert again(said) == said


def test_a_body_is_plain_json_with_cards_as_they_are_written():
    entered = CardEntered(by="Ann", role=Role.DEALER, command="a1", card=CARDS["TS"])
    assert json.loads(event_body(entered)) == {
        "by": "Ann", "role": "dealer", "why": "", "command": "a1", "card": "TS",
    }  # fmt: skip


def test_a_decision_from_before_there_were_roles_still_reads():
    old = parse_event("CardEntered", 1, '{"by": "Ann", "why": "", "card": "TS"}')
    assert old == CardEntered(by="Ann", card=CARDS["TS"])


@pytest.mark.parametrize(
    ("kind", "version", "body", "said"),
    [
        ("CardEntered", SCHEMA + 1, "{}", f"it is of version {SCHEMA + 1}, this program knows"),
        ("CardEntered", 0, "{}", "it is of version 0, this program knows"),
        ("CardEaten", SCHEMA, "{}", "'CardEaten' is no event"),
        ("CardEntered", SCHEMA, "{", "its CardEntered is damaged: "),
        ("CardEntered", SCHEMA, '{"by": "Ann"}', "its CardEntered is damaged: card: "),
        (
            "CardEntered",
            SCHEMA,
            '{"by": "Ann", "card": "1X"}',
            "its CardEntered is damaged: card: '1X' is not a card",
        ),
    ],
)
def test_an_entry_that_cannot_be_read_says_why(kind, version, body, said):
    with pytest.raises(BadEntry) as bad:
        parse_event(kind, version, body)
    assert str(bad.value).startswith(said)
