"""The eye for films keeps what it saw where nothing changed, and never a card that is not there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from drivers.camera.eye import Eye
from drivers.camera.live_eye import LiveEye
from drivers.camera.net import Model, loaded
from drivers.camera.picture import Array, Picture
from drivers.camera.settled import LOOKS, Settled
from drivers.camera.verdict import verdict
from tests.camera.drawn import Lying, deck, felt, laid

SCALE = 0.5
MODEL = loaded()


def table(*cards: str, light: float = 1.0) -> Picture:
    """A table with a KD to the right, and other cards to the left, one over the other."""
    beside = Lying(deck()["KD"], 480, 180, 190)
    lying = [beside, *(Lying(deck()[card], 160, 180, 190, 4) for card in cards)]
    return np.asarray(laid(felt(640, 360), lying) * light, np.uint8)


def noisy(picture: Picture, seed: int) -> Picture:
    noise = np.random.default_rng(seed).normal(0, 3, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def live(model: Model = MODEL) -> LiveEye:
    return LiveEye(Eye(model, (SCALE,)))


def read(eye: LiveEye | Eye, picture: Picture) -> list[str]:
    return sorted(said.card for seen in eye.look(picture) if (said := verdict(seen)).card)


def rested(eye: LiveEye, picture: Picture) -> None:
    """Look at a picture until all of it is settled."""
    for number in range(LOOKS + 3):
        read(eye, noisy(picture, number))


def test_a_table_at_rest_is_looked_at_in_one_picture_of_five() -> None:
    looked: list[int] = []

    def counted(inputs: Array) -> Array:
        looked.append(number)
        return MODEL.locator(inputs)

    eye, still = live(replace(MODEL, locator=counted)), table("9H")
    for number in range(40):
        assert read(eye, noisy(still, number)) == ["9H", "KD"]
    assert looked[:LOOKS] == list(range(LOOKS))
    assert {one - other for one, other in zip(looked[-4:], looked[-5:], strict=False)} == {5}


def test_light_that_flickers_is_no_change_and_hides_none() -> None:
    eye = live()
    for number in range(3 * LOOKS):
        read(eye, noisy(table("9H", light=0.9 + 0.08 * (number % 3 - 1)), number))
    assert read(eye, table("9D", light=0.98)) == ["9D", "KD"]


@pytest.mark.parametrize("light", [1.0, 0.4])
@pytest.mark.parametrize(
    "pair", ["6H 8H", "3S 2S", "9D 9H", "KS KC", "TC 4C", "QD JD", "AH AD", "5C 6C"]
)
def test_another_card_at_the_very_same_place_is_read_at_once(pair: str, light: float) -> None:
    one, other = pair.split()
    eye = live()
    rested(eye, table(one, light=light))
    after = noisy(table(other, light=light), 99)
    assert read(eye, after) == read(Eye(MODEL, (SCALE,)), after) == sorted([other, "KD"])


def test_what_comes_and_goes_beside_a_kept_card_is_seen_at_once() -> None:
    eye = live()
    for cards in (["9H"], [], ["4C"], ["4C", "7S"], ["7S"]):
        rested(eye, table(*cards))
        assert read(eye, noisy(table(*cards), 50)) == sorted([*cards[-1:], "KD"])
        read(eye, noisy(table(), 51))
        assert read(eye, noisy(table(), 52)) == ["KD"]


def test_a_card_that_fades_too_slowly_to_be_a_change_is_gone_in_the_end() -> None:
    eye, full, bare = live(), table("9H").astype(float), table().astype(float)
    rested(eye, table("9H"))
    for step in range(80):
        share = step / 79
        read(eye, np.asarray(full * (1 - share) + bare * share, np.uint8))
    for _ in range(5):
        eye.look(table())
    assert read(eye, table()) == ["KD"]


def test_a_picture_of_another_size_is_a_film_begun_anew() -> None:
    eye = live()
    rested(eye, table("9H"))
    half = np.ascontiguousarray(table()[:, 320:])
    assert read(eye, half) == ["KD"]
    assert read(eye, table("8C")) == ["8C", "KD"]


def test_places_settle_after_some_looks_and_a_slow_change_adds_up() -> None:
    settled, grey = Settled(), np.full((64, 96, 3), 100, np.uint8)
    for _ in range(LOOKS):
        assert settled.restless(grey, 1.0).all()
        settled.looked(grey, settled.restless(grey, 1.0))
    assert not settled.restless(grey, 1.0).any()
    assert not settled.restless(grey + 20, 1.0).any()  # more light
    slowly = [grey.copy() for _ in range(4)]
    for step, picture in enumerate(slowly):
        picture[20, 40] += 5 * step
    assert [int(settled.restless(each, 1.0).sum()) for each in slowly] == [0, 0, 0, 1]
    settled.unsettle((90, 60), 4)
    assert settled.touches(settled.restless(grey, 1.0), (90, 60), 1)
    assert settled.areas(settled.restless(grey, 1.0)) == [(32, 16, 64, 48)]
