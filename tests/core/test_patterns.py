"""Named patterns: what a shoe's wins look like now, in short notation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.coup import Outcome
from server.baccarat.patterns import LONG, PATTERNS, patterns, streaks_of
from server.baccarat.roads import Roads, parse_results

MIRROR = str.maketrans("BP", "PB")
OTHER = {
    "long_banker": "long_player",
    "one_banker_two_player": "one_player_two_banker",
    "banker_once": "player_once",
    "banker_again": "player_again",
}
MIRRORED = {**OTHER, **{there: here for here, there in OTHER.items()}}
results = st.text("BPT", max_size=60) | st.lists(
    st.sampled_from(["B", "P", "BB", "PP", "BBB", "PPP", "T", "BP", "BPP", "BBPP"]), max_size=20
).map("".join)


def shown(text: str) -> set[str]:
    return {*patterns(streaks_of(parse_results(text)))}


SHOWS = {
    "long_banker": ["BBBB", "PPBBBBB", "BBTBTTB", "BBBBT"],
    "long_player": ["PPPP", "BPPPPPPP"],
    "single_jump": ["BPBP", "PBPBPB", "BBPBPB", "BTPBTP"],
    "double_jump": ["BBPPBBPP", "PPBBPPBBP", "PPPBBPPBBPP", "BBTPPBBPTP"],
    "one_banker_two_player": ["BPPBPP", "PPBPPB", "BPPBPPBP", "BBPPBPPBPP"],
    "one_player_two_banker": ["PBBPBB", "BBPBBP", "PBBPBBPB"],
    "twos_and_more": ["BBPPPBBPP", "PPPBBBPPPBBB", "BBPPPBBPPB", "PBBPPBBBPP"],
    "banker_once": ["BPBPPBP", "BPPPBPPBPPPPP", "BBPBPPBPPB"],
    "player_once": ["PBPBBPB", "PBBBBPBPB"],
    "banker_again": ["BBPBBBPPPBB", "BBPBBPBBPP", "BBPBBPBBPB"],
    "player_again": ["PPBPPPBBBPP"],
}
DOES_NOT = {
    "long_banker": ["", "T", "BBB", "BBBBP", "PPPP"],
    "long_player": ["PPP", "PPPPB"],
    "single_jump": ["BPB", "BPBPP", "BBPBP"],
    "double_jump": ["BBPPBB", "BBPPBBPPP", "BBPPBPPBB", "BBPPBBPBB"],
    "one_banker_two_player": ["BPP", "BPPBPPP", "BPPBPPBB", "BPPBBPP"],
    "one_player_two_banker": ["PBB", "PBBPBBB", "PBBPBBPP"],
    "twos_and_more": ["BBPPBB", "BBPPBPPBB", "BBPPPBBP"],
    "banker_once": ["BPB", "BPBPBB", "BBPBPPB"],
    "player_once": ["PBPB", "PBPBPP"],
    "banker_again": ["BBPBB", "BBPBBPBPBB"],
    "player_again": ["PPBPP"],
}


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_shown_by_these_and_not_by_those(name: str) -> None:
    assert [text for text in SHOWS[name] if name not in shown(text)] == []
    assert [text for text in DOES_NOT[name] if name in shown(text)] == []


@given(results)
def test_ties_change_no_pattern(text: str) -> None:
    assert shown(text) == shown(text.replace("T", ""))


@given(results)
def test_exchanged_sides_show_the_exchanged_patterns(text: str) -> None:
    exchanged = {MIRRORED.get(name, name) for name in shown(text)}
    assert shown(text.translate(MIRROR)) == exchanged


@given(results)
def test_streaks_are_those_of_the_big_road(text: str) -> None:
    outcomes = parse_results(text)
    streaks = streaks_of(outcomes)
    assert tuple(length for _, length in streaks) == Roads.empty().extend(outcomes).streaks


@given(results)
def test_what_excludes_each_other_is_never_shown_together(text: str) -> None:
    now = shown(text)
    for one, other in (
        ("single_jump", "double_jump"),
        ("single_jump", "twos_and_more"),
        ("long_banker", "long_player"),
        ("banker_once", "banker_again"),
        ("player_once", "player_again"),
        ("one_banker_two_player", "one_player_two_banker"),
    ):
        assert not {one, other} <= now


@given(results, st.sampled_from([Outcome.BANKER, Outcome.PLAYER]))
def test_a_streak_that_goes_on_is_long_and_nothing_else_of_fixed_length(
    text: str, winner: Outcome
) -> None:
    letter = str(winner)[0].upper()
    now = shown(text + LONG * letter)
    assert f"long_{winner}" in now
    assert not {"single_jump", "double_jump", f"{winner}_once"} & now
