"""The scene around the cards, on rendered tables."""

from __future__ import annotations

import pytest

from drivers.camera.glance import Face, Facts
from drivers.camera.scene import Scene
from drivers.camera.shape import Outline

from .sprites import Sprite, back, chip, face, glass, hand, joker, plain
from .world import Actor, Pose, World

SCALE = 1.6
HERE = Pose(200, 110, 0.2)
TALL = 88 * SCALE


def a_table(**how: object) -> World:
    return World(size=(640, 360), scale=SCALE, seed=3, **how)


def lay(world: World, sprite: Sprite, pose: Pose = HERE, at: float = 0.1) -> Actor:
    return world.add(Actor(sprite, at, pose))


def shown(world: World, pictures: int, lying: tuple[Outline, ...] = (), first: int = 0) -> Facts:
    """The facts of the last of so many pictures."""
    scene = Scene()
    facts = None
    for number in range(first, first + pictures):
        facts = scene.look(world.picture(number / 25), lying, TALL)
    assert facts is not None
    return facts


def place(pose: Pose = HERE) -> Outline:
    return Outline((pose.x * SCALE, pose.y * SCALE), pose.angle, TALL)


def test_an_empty_table_is_all_felt_and_still() -> None:
    facts = shown(a_table(), 4)
    assert facts.felt.mean() > 0.99
    assert facts.moving.mean() < 0.01
    assert facts.things == ()


@pytest.mark.parametrize(
    ("sprite", "what"),
    [
        (face("9H"), Face.WHITE),
        (joker(), Face.WHITE),
        (plain((30, 40, 210)), Face.PLAIN),
        (plain((30, 200, 230)), Face.PLAIN),
        (back(1), Face.PATTERN),
    ],
)
def test_a_card_shaped_thing_is_found_and_told_by_its_face(sprite: Sprite, what: Face) -> None:
    world = a_table()
    lay(world, sprite)
    facts = shown(world, 6)
    assert [thing.face for thing in facts.things] == [what]
    assert facts.things[0].outline.far(place()) < 0.05
    assert facts.things[0].outline.turned(place()) < 0.1
    assert facts.share(facts.felt, place().corners) < 0.1


def test_chips_a_glass_and_hands_are_no_cards() -> None:
    world = a_table()
    lay(world, chip((40, 40, 190)), Pose(60, 60))
    lay(world, glass(), Pose(320, 150))
    lay(world, hand((120, 150, 205), (40, 30, 30)), Pose(200, -20))
    facts = shown(world, 6)
    assert facts.things == ()
    assert facts.felt.mean() < 0.9


def test_a_card_that_is_known_is_no_thing() -> None:
    world = a_table()
    lay(world, face("9H"))
    assert shown(world, 6, (place(),)).things == ()


@pytest.mark.parametrize("light", [0.4, 1.4])
def test_the_felt_is_known_in_another_light(light: float) -> None:
    world = a_table(light=lambda time: 1.0 if time < 0.15 else light)
    lay(world, face("9H"))
    facts = shown(world, 10, (place(),))
    assert facts.felt.mean() > 0.85
    assert facts.share(facts.felt, place().corners) < 0.2
    assert facts.share(facts.paper, place().corners) > 0.5


def test_flicker_is_no_motion() -> None:
    world = a_table(light=lambda time: 1.0 + 0.15 * (round(time * 25) % 3 - 1))
    lay(world, face("9H"), at=-1.0)
    assert shown(world, 6, (place(),)).moving.mean() < 0.02


def test_the_felt_is_seen_again_where_a_card_lay_from_the_beginning() -> None:
    world = a_table()
    card = lay(world, face("9H"), at=-1.0)
    card.end = 0.15
    scene = Scene()
    for number in range(8):
        lying = (place(),) if number < 4 else ()
        facts = scene.look(world.picture(number / 25), lying, TALL)
    assert facts.share(facts.felt, place().corners) > 0.9


def test_a_knocked_camera_is_noticed_and_how_far_it_moved() -> None:
    world = a_table(stand=lambda time: (0.0, 0.0) if time < 0.75 else (24.0, -12.0))
    lay(world, face("9H"), at=-1.0)
    scene = Scene()
    shifts = []
    for number in range(30):
        facts = scene.look(world.picture(number / 25), (place(),), TALL)
        if facts.shift is not None:
            shifts.append(facts.shift)
    assert len(shifts) == 1
    assert shifts[0] == (pytest.approx(24, abs=3), pytest.approx(-12, abs=3))
    assert "calibrate again" in facts.drift
    assert not facts.changed


def test_a_hand_that_sweeps_is_no_knock() -> None:
    world = a_table()
    card = lay(world, face("9H"), at=-1.0)
    sweep = lay(world, hand((120, 150, 205), (40, 30, 30)), Pose(200, -200), at=-1.0)
    card.go(0.6, 0.3, Pose(200, 300, 0.2))
    sweep.go(0.6, 0.3, Pose(200, 120))
    scene = Scene()
    for number in range(30):
        facts = scene.look(world.picture(number / 25), (), TALL)
        assert facts.shift is None
        assert facts.drift == ""
