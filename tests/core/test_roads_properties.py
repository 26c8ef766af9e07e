"""What holds for the roads of any shoe."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from server.baccarat.coup import Outcome
from server.baccarat.roads import DERIVED, ROWS, Roads, roads_json

from .drawing import asked, marks, roads

settings = {
    "tail": st.sampled_from(["straight", "down"]),
    "leading_ties": st.sampled_from(["mark", "column"]),
}
letters = st.text("BPT", max_size=60)
runs = st.lists(  # long streaks, so that tails meet
    st.builds(str.__mul__, st.sampled_from("BBPPT"), st.integers(1, 12)), max_size=14
).map("".join)
results = letters | runs
winners = st.sampled_from([Outcome.BANKER, Outcome.PLAYER])


def trails(drawn: Roads):
    return (drawn.big, *drawn.derived)


@given(results, results, settings["tail"], settings["leading_ties"])
def test_marks_never_change_when_coups_are_added(shown, later, tail, ties):
    before, after = roads(shown, tail, ties), roads(shown + later, tail, ties)
    for old, new in zip(trails(before), trails(after), strict=True):
        assert new.cells[: len(old.cells)] == old.cells
    assert after.beads[: len(shown)] == before.beads


@given(results, settings["tail"], settings["leading_ties"])
def test_nothing_is_ever_overwritten_and_all_cells_are_on_the_grid(shown, tail, ties):
    for trail in trails(roads(shown, tail, ties)):
        places = {(cell.column, cell.row) for cell in trail.cells}
        assert len(places) == len(trail.cells)
        assert all(column >= 0 and 0 <= row < ROWS for column, row in places)


@given(results, st.lists(st.integers(0, 60)), settings["tail"], settings["leading_ties"])
def test_roads_are_the_same_however_the_coups_come_in(shown, cuts, tail, ties):
    drawn, begin = Roads.empty(tail=tail, leading_ties=ties), 0
    whole = roads(shown, tail, ties)
    for end in [*sorted(cuts), len(shown)]:
        drawn = drawn.extend(whole.beads[begin:end])
        begin = max(begin, end)
    assert drawn == whole


@given(results, settings["tail"], settings["leading_ties"])
def test_ask_marks_are_both_there_and_opposite_or_both_missing(shown, tail, ties):
    ask = asked(roads_json(roads(shown, tail, ties)))
    for banker, player in zip(ask["B"], ask["P"], strict=True):
        assert {banker, player} in ({None}, {"R", "B"})


@given(results, winners, settings["tail"], settings["leading_ties"])
def test_what_was_asked_for_is_what_is_then_drawn(shown, winner, tail, ties):
    before = roads(shown, tail, ties)
    after = before.add(winner)
    for promised, old, new in zip(before.ask(winner), before.derived, after.derived, strict=True):
        drawn = [cell.mark for cell in new.cells[len(old.cells) :]]
        assert drawn == ([promised] if promised else [])


@given(results, settings["tail"])
def test_ties_add_nothing_but_their_number(shown, tail):
    with_ties, without = roads(shown, tail), roads(shown.replace("T", ""), tail)
    assert with_ties.derived == without.derived
    assert with_ties.big == without.big
    assert with_ties.ask(Outcome.BANKER) == without.ask(Outcome.BANKER)
    on_cells = sum(with_ties.ties) if with_ties.ties else with_ties.leading
    assert on_cells == shown.count("T")


@given(results, settings["tail"], settings["leading_ties"])
def test_a_streaks_cells_touch_and_the_next_streak_begins_at_the_top(shown, tail, ties):
    for trail in trails(roads(shown, tail, ties)):
        for one, next_one in pairwise(trail.cells):
            step = (next_one.column - one.column, next_one.row - one.row)
            if one.mark == next_one.mark:
                assert step in {(0, 1), (1, 0)}
            else:
                assert next_one.row == 0


@given(results)
def test_a_straight_tail_never_goes_down_again(shown):
    for trail in trails(roads(shown)):
        turned = False
        for one, next_one in pairwise(trail.cells):
            if one.mark != next_one.mark:
                turned = False
            elif next_one.column > one.column:
                turned = True
            else:
                assert not turned


@given(results)
def test_derived_marks_compare_cells_beside_as_the_crew_does_by_eye(shown):
    # The crew's way: in the row of the newest win, `back` streaks to the left, and in the row
    # above: both filled or both empty is red, one alone is blue. A streak's first win compares
    # the two streaks before it by length.
    drawn, streaks, expected = roads(shown), [], dict.fromkeys(DERIVED, "")
    for letter in shown.replace("T", ""):
        if streaks and streaks[-1][0] == letter:
            streaks[-1] += letter
        else:
            streaks.append(letter)
        row, newest = len(streaks[-1]) - 1, len(streaks) - 1
        for back, name in enumerate(DERIVED, start=1):
            if row and newest >= back:
                beside = len(streaks[newest - back])
                same = (beside > row) == (beside > row - 1)
            elif not row and newest - 1 >= back:
                same = len(streaks[newest - 1]) == len(streaks[newest - 1 - back])
            else:
                continue
            expected[name] += "R" if same else "B"
    assert {name: marks(roads_json(drawn)[name]) for name in DERIVED} == expected
