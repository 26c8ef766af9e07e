"""What holds for any shoe, dealt right or with mistakes that are put right."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from server.baccarat.cards import DECK, Card
from server.baccarat.coup import Coup
from server.baccarat.events import CardCorrected, CardRead, Observation, Refused, ShoeOpened, Voided
from server.baccarat.play import advance, replay
from server.baccarat.rules import CutCard, FirstCardBurn, FixedBurn, House, LastCoup
from server.baccarat.shoe import Phase, Shoe
from server.baccarat.snapshot import snapshot

from .notation import EIGHT_DECKS, ONE_DECK, event, numbered

HOUSES = [
    ONE_DECK,
    EIGHT_DECKS,
    House(name="fixed", title="Fixed", decks=1, burn=FixedBurn(cards=6, seen=False)),
    House(
        name="all",
        title="All",
        decks=1,
        burn=FirstCardBurn(),
        cut_card=CutCard(from_end=14, last_coup=LastCoup.ONE_MORE),
    ),
]
houses = st.sampled_from(HOUSES)
shuffled = st.permutations(DECK)
CARDS = [str(card) for card in DECK]
SEATS = ["p1", "b1", "p2", "b2", "p3", "b3", "burn", "p", "b"]
numbers = st.integers(1, 30)
anything = st.one_of(  # mostly cards, so that coups come about
    st.sampled_from(CARDS),
    st.sampled_from(CARDS).map("+{}".format),
    st.builds("{}@{}".format, st.sampled_from([*CARDS[:4], "??"]), st.sampled_from(SEATS)),
    st.sampled_from(["??", "cut", "started", "lost", "found", "gap", "fault"]),
    st.sampled_from(["says:player", "says:banker", "says:banker+bp", "says:tie+pp"]),
    st.sampled_from(["/go", "/hold", "/cut", "/burned", "/close", "/open", "/reader:"]),
    numbers.map("/undo:{}".format),
    st.builds("/fix:{}={}".format, numbers, st.sampled_from(CARDS)),
)
cards_and_a_release = st.lists(st.sampled_from(CARDS), max_size=12).map(
    lambda cards: [*cards, "/go"]
)
words = st.lists(cards_and_a_release | st.lists(anything, max_size=4), max_size=8).map(
    lambda parts: [word for part in parts for word in part]
)


def opening(house):
    return ShoeOpened(by="Ann", number=1, house=house)


def read(card: Card | None) -> CardRead:
    return CardRead(reader="slot", card=card)


def taken(events):
    """The events that the table takes: all but the refused decisions. No observation is refused."""
    log, shoe = [], Shoe()
    for happened in events:
        (*_, entry) = numbered([*(taken.event for taken in log), happened])
        try:
            shoe = advance(shoe, log, entry)
        except Refused:
            assert not isinstance(happened, Observation)
        else:
            log.append(entry)
            assert shoe == replay(log)
    return log, shoe


@given(houses, words)
@settings(max_examples=60)
def test_observations_are_never_refused_and_the_fold_is_the_replay(house, said):
    taken([opening(house), *map(event, said)])


@given(words)
@settings(max_examples=40)
def test_observations_are_never_refused_at_a_table_without_a_shoe(said):
    taken(map(event, said))


@given(houses, words)
@settings(max_examples=40)
def test_every_prefix_of_a_log_replays_and_can_be_shown(house, said):
    log, _ = taken([opening(house), *map(event, said)])
    for length in range(len(log) + 1):
        shoe = replay(log[:length])
        assert shoe.phase in Phase
        assert 0 <= shoe.left <= (shoe.house.decks * 52 if shoe.house else 0)
        json.dumps(snapshot(shoe, house=house))


@given(houses, shuffled)
@settings(max_examples=40)
def test_a_shoe_dealt_straight_accounts_for_every_card(house, cards):
    log = [opening(house)]
    for card in cards:
        shoe = replay(numbered(log))
        dealt = [card for settled in shoe.settled for card in settled.coup.cards]
        in_hands = len(dealt) + len(shoe.coup.cards)
        assert shoe.left + shoe.burned + in_hands == house.decks * 52
        assert sum(shoe.seen.values()) == shoe.burned + in_hands
        if shoe.phase is Phase.OVER:
            break
        log.append(read(card))
    assert shoe.hold is None


@given(shuffled)
@settings(max_examples=40)
def test_a_shoe_dealt_straight_is_the_coups_of_its_cards(cards):
    shoe = replay(numbered([opening(ONE_DECK), *map(read, cards[:46])]))
    left, expected = iter(cards), []
    while sum(len(coup.cards) for coup in expected) <= 40:
        expected.append(Coup.deal(left))
    settled = [settled.coup for settled in shoe.settled]
    assert settled[: len(expected)] == expected[: len(settled)]
    assert len(settled) >= 6


mistakes = st.lists(
    st.tuples(
        st.integers(0, 39),  # before or at which card
        st.sampled_from(["misread", "unread", "extra", "undone in vain"]),
        st.sampled_from(DECK),
        st.booleans(),  # put right at once, or only at the end
    ),
    max_size=6,
    unique_by=lambda mistake: mistake[0],
)


@given(shuffled, mistakes)
@settings(max_examples=100)
def test_a_shoe_with_mistakes_put_right_is_the_shoe_dealt_right(cards, mistakes):
    made = {place: rest for place, *rest in mistakes}
    events, later = [opening(ONE_DECK)], []
    for place, card in enumerate(cards[:40]):
        kind, other, at_once = made.get(place, ("", None, True))
        number = len(events) + 1
        if kind == "extra":
            events.append(read(other))
            repair = [Voided(by="Bob", seq=number)]
        elif kind in ("misread", "unread"):
            events.append(read(other if kind == "misread" else None))
            repair = [CardCorrected(by="Bob", seq=number, card=card)]
        else:
            repair = []
        if at_once:
            events += repair
        else:
            later += repair
        if kind not in ("misread", "unread"):
            events.append(read(card))
        if kind == "undone in vain":
            number = len(events)
            events += [Voided(by="Bob", seq=number), Voided(by="Bob", seq=number + 1)]
    log = numbered([*events, *later])
    for length in range(len(log)):
        replay(log[:length])  # nothing is refused on the way
    right = replay(numbered([opening(ONE_DECK), *map(read, cards[:40])]))
    mended = replay(log)
    assert [settled.coup for settled in mended.settled] == [
        settled.coup for settled in right.settled
    ]
    assert (mended.coup, mended.seen, mended.left, mended.phase) == (
        right.coup,
        right.seen,
        right.left,
        right.phase,
    )
