"""Statistics of shoes: counts in their bands, streaks, pace, and cards left as far as one knows."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from math import comb, perm
from pathlib import Path

import pytest

from drivers.simulated import shoe_events
from server.baccarat.bets import Bet, Prize, Rule
from server.baccarat.cards import DECK, RANKS, SUIT_UNKNOWN, SUITS, Card, parse_cards
from server.baccarat.coup import Outcome
from server.baccarat.events import (
    CardCorrected,
    CardEntered,
    CardRead,
    CoupDeclared,
    CoupVoided,
    Entry,
    Event,
    Held,
    Released,
    ShoeOpened,
)
from server.baccarat.known_bets import KNOWN_BETS
from server.baccarat.play import replay
from server.baccarat.rules import HOUSES, FirstCardBurn, FixedBurn, House, NoBurn
from server.statistics.as_json import numbers_json
from server.statistics.band import Tries, band
from server.statistics.cards import CardsSeen
from server.statistics.chances import chance
from server.statistics.exact import expected
from server.statistics.shoe import Numbers, ShoeNumbers, shoe_numbers
from server.statistics.streaks import Streak, lengths, longest, streaks

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PLAIN = replace(HOUSES["paramount"], burn=NoBurn())
B, P, T = Outcome.BANKER, Outcome.PLAYER, Outcome.TIE


def numbers(*events: Event, house: House = PLAIN, each_s: float = 2) -> ShoeNumbers:
    """A shoe of events, one every few seconds."""
    entries = [
        Entry(seq, NOON + timedelta(seconds=(seq - 1) * each_s), event)
        for seq, event in enumerate([ShoeOpened(by="Ann", number=1, house=house), *events], start=1)
    ]
    return shoe_numbers(replay(entries), entries)


def cards(codes: str) -> list[CardRead]:
    return [CardRead(reader="slot", card=card) for card in parse_cards(codes)]


def test_a_shoe_in_numbers() -> None:
    shoe = numbers(
        *cards("8S AH KD TC  9S 9H 9D TH  7S 7H KD TC"),  # player, banker, tie
        Held(by="Ann"),
        Released(by="Ann"),
        CoupDeclared(by="Ann", outcome=B),
        *cards("9S AC KD TC"),
        CoupVoided(by="Ann", seq=17, why="a dispute"),
        CardCorrected(by="Ann", seq=2, card=Card.parse("9S")),
    )
    told = {name: (count.count, count.of) for name, count in shoe.counts.items()}
    assert told["banker"] == (2, 4)
    assert told["player"] == (1, 4)
    assert told["tie"] == (1, 4)
    assert told["natural"] == (2, 4)
    assert told["cards_4"] == (3, 3)  # of the declared coup it is not known
    assert (shoe.coups, shoe.void, shoe.corrections, shoe.holds) == (4, 1, 2, 1)
    assert shoe.streaks == (Streak(P, 1), Streak(B, 2))
    assert shoe.pace.dealing_s == (6, 6, 6, 6)
    assert shoe.pace.usual_s == 8
    assert shoe.pace.coups_an_hour == pytest.approx(4 / 30 * 3600)


DRAGON, PANDA = "2S 3D AH KC 2C 4H", "3S 2H KD 4C 5D"
BETTING = replace(
    PLAIN,
    bets=tuple(KNOWN_BETS[key] for key in ("dragon_7", "panda_8", "banker_dragon_bonus")),
)
BLACK = Bet(
    key="black", title="All black", short="BLK",
    prizes=(Prize(when=Rule(every_card="SC"), pays=Fraction(24)),),
)  # fmt: skip


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_a_bets_chance_is_that_of_the_enumeration(decks: int) -> None:
    """The counts that tests/core takes card by card; a pay that no source is sure of is made up."""
    counts = json.loads((Path(__file__).parents[1] / "data" / "bets.json").read_text("utf-8"))
    for key, known in KNOWN_BETS.items():
        sure = (replace(p, pays=Fraction(9) if p.pays is None else p.pays) for p in known.prizes)
        bet = replace(known, prizes=(*sure,))
        won = sum(counts[str(decks)][key].get(p.name, 0) for p in bet.prizes if p.pays)
        assert chance(bet, decks) == Fraction(won, perm(52 * decks, 6)), key


def test_the_chance_of_what_needs_every_suit_is_not_told() -> None:
    assert chance(BLACK, 8) is None
    red_third = Prize(when=Rule(player_third="89HD"), pays=Fraction(9))
    assert chance(replace(BLACK, prizes=(red_third,)), 8) is None
    nines = Rule(player_third="9", banker_third="9")
    told = chance(replace(BLACK, prizes=(Prize(when=nines, pays=Fraction(9)),)), 8)
    assert told is not None
    assert 0 < told < Fraction(1, 100)


def test_side_bets_are_counted_over_the_shoes_that_offered_them() -> None:
    bought = numbers(
        *cards(f"{DRAGON} {PANDA} {DRAGON}  9S 2H KD KC"),
        CoupDeclared(by="Ann", outcome=B),
        house=replace(BETTING, bets=(*BETTING.bets, BLACK)),
    )
    without = numbers(*cards(f"{DRAGON}"))
    lower = numbers(*cards(f"{PANDA}"), house=replace(BETTING, decks=6, bets=BETTING.bets[:2]))
    told = numbers_json(Numbers([bought, without, lower]), with_cards=False)
    dragon = told["bets"]["dragon_7"]
    assert (dragon["title"], dragon["count"], dragon["of"]) == ("Dragon 7", 2, 5)
    eight, six = (chance(KNOWN_BETS["dragon_7"], decks) for decks in (8, 6))
    assert eight is not None
    assert six is not None
    assert dragon["expected"] == pytest.approx(float(4 * eight + six))
    assert (dragon["low"], dragon["usual"]) == (0, False)
    assert told["bets"]["panda_8"]["of"] == 6  # of a declared coup too: the banker won it
    assert told["bets"]["banker_dragon_bonus"]["count"] == 0
    black = told["bets"]["black"]
    assert (black["count"], black["of"], black["expected"], black["usual"]) == (0, 4, None, None)
    assert told["by_shoe"][0]["bets"]["dragon_7"] == 2
    assert told["by_shoe"][1]["bets"] == {}


def test_the_band_is_the_least_that_holds_95_of_100() -> None:
    chance = Fraction(9, 20)
    low, high = band([Tries(75, float(chance))])[1:]
    pile = [comb(75, n) * chance**n * (1 - chance) ** (75 - n) for n in range(76)]
    assert sum(pile[low : high + 1]) >= Fraction(19, 20)
    assert sum(pile[:low]) <= Fraction(1, 40) < sum(pile[: low + 1])
    assert sum(pile[high + 1 :]) <= Fraction(1, 40) < sum(pile[high:])
    many = band([Tries(10_000, 0.5)])
    assert (many.low, many.high) == (4902, 5098)
    assert many.holds(5098)
    assert not many.holds(5099)
    assert band([Tries(6_000, 0.5), Tries(4_000, 0.5)]) == many  # in parts it is the same
    assert band([]) == (0.0, 0, 0)


def test_streaks_go_on_over_ties() -> None:
    found = streaks([T, B, T, B, P, T, P, P, B])
    assert found == (Streak(B, 2), Streak(P, 3), Streak(B, 1))
    assert (longest(found, B), longest(found, P), longest((), P)) == (2, 3, 0)
    told = lengths(found, 8)
    assert [each.count for each in told[:4]] == [1, 1, 1, 0]
    assert sum(each.expected for each in told) == pytest.approx(3)


BURNS = [NoBurn(), FixedBurn(cards=6, seen=False), FixedBurn(cards=6), FirstCardBurn()]


@pytest.mark.parametrize("burn", BURNS, ids=lambda burn: f"{burn.kind}, {getattr(burn, 'seen', 0)}")
def test_what_is_left_of_each_kind_lies_within_the_bounds(
    burn: NoBurn | FixedBurn | FirstCardBurn,
) -> None:
    house = replace(HOUSES["ema_d52"], decks=2, burn=burn)
    events = [
        event for event in shoe_events(house, 4, 1, {"suit": 0.2}) if isinstance(event, CardRead)
    ][:60]
    truth = [event for event in shoe_events(house, 4, 1, {}) if isinstance(event, CardRead)]
    left = Counter([*DECK] * 2) - Counter(event.card for event in truth[:60] if event.card)
    seen = numbers(*events, house=house).cards
    unread = sum(event.card is None for event in events)
    assert seen.unseen == (unread, unread)
    assert seen.seen == 60 - unread
    _within(seen, left, unread)


def _within(seen: CardsSeen, left: Counter[Card], unread: int) -> None:
    """The true numbers lie in the bounds, whichever of them the unread cards were."""
    for rank in RANKS:
        true = sum(left[card] for card in DECK if card.rank == rank)
        assert seen.of_rank(rank).least <= true <= seen.of_rank(rank).most + unread
        assert unread or true == seen.of_rank(rank).most
    for suit in SUITS:
        true = sum(left[card] for card in DECK if card.suit == suit)
        assert seen.of_suit(suit).least <= true <= seen.of_suit(suit).most
    for card in DECK:
        assert seen.of_face(card).least <= left[card] <= seen.of_face(card).most
    assert any(count for card, count in seen.faces.items() if card in SUIT_UNKNOWN.values())


def test_an_unsure_card_can_only_be_where_there_is_room() -> None:
    """Of one deck three sevens were seen and one without a suit: that is the fourth."""
    seen = CardsSeen(
        1, Counter(parse_cards("7S 7H 7D 7?")), unseen=(0, 0), left=(48, 48)
    )  # the suit is not known, and yet it is
    assert seen.of_face(Card.parse("7C")) == (0, 0, 0)
    assert seen.of_face(Card.parse("7S")) == (1, 0, 0)


def test_a_declared_coup_took_four_to_six_cards_nobody_knows_which() -> None:
    shoe = numbers(*cards("8S AH KD TC"), CoupDeclared(by="Ann", outcome=B))
    assert shoe.cards.unseen == (4, 6)
    assert shoe.cards.left == (416 - 4 - 6, 416 - 4 - 4)
    assert shoe.cards.of_face(Card.parse("8S")) == (1, 1, 7)


def test_the_faces_of_cards_burned_unseen_are_not_told_though_the_reader_saw_them() -> None:
    burn = FixedBurn(cards=2, seen=False)
    shoe = numbers(*cards("8S 8S AH KD TC 2C"), house=replace(PLAIN, burn=burn))
    assert shoe.cards.unseen == (2, 2)
    assert Card.parse("8S") not in shoe.cards.faces
    first = numbers(*cards("AS 8S AH"), house=replace(PLAIN, burn=FirstCardBurn()))
    assert dict(first.cards.faces) == dict.fromkeys(parse_cards("AS AH"), 1)


def test_shoes_together_add_up_and_their_bands_narrow() -> None:
    one = numbers(*cards("8S AH KD TC"), CardEntered(by="Ann", card=Card.parse("2C")))
    two = numbers(*cards("8S AH KD TC"), house=replace(PLAIN, decks=6))
    told = numbers_json(Numbers([one, two]), with_cards=False)
    assert (told["coups"], told["counted"]["player"]["count"]) == (2, 2)
    share = told["counted"]["player"]["expected_share"]
    assert share == pytest.approx(float(expected(8)["player"] + expected(6)["player"]) / 2)
    assert told["cards"] is None
    assert [shoe["decks"] for shoe in told["by_shoe"]] == [8, 6]
    assert told["note"].startswith("Past results predict nothing")
