"""Each irregularity of the table by keypad and by pointer: at most three actions and a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from server.baccarat.cards import Card
from server.baccarat.coup import B1, B2, P1, P2, P3, Seat
from tests.wire import Pty, drawn, frame, until

from .hand import Hand
from .server import Server

pytestmark = pytest.mark.browser

COUP, NEXT = "8S KD KH 7C", "KS 9D QH TC"  # player by a natural 8; banker by a natural 9
Told = dict[str, Any]


class Case(NamedTuple):
    """An irregularity: what was entered before, what the crew does, and what is true then."""

    before: str
    keys: str
    pointer: str
    then: Callable[[Told], bool]


def beads(now: Told) -> str:
    return "".join(bead["mark"][0].upper() for bead in now["roads"]["bead_plate"])


WAYS = ("keys", "pointer")
CASES = {
    "an excess card is burned": Case(
        f"{COUP} 5S", "* 1 8", "[Put right] [5S] [... burned]",
        lambda now: now["coup"] is None and now["shoe"]["burned"] == 1,
    ),
    "an excess card is the next burn card": Case(
        f"{COUP} 5S", "* 1 9", "[Put right] [5S] [... next burn card]",
        lambda now: now["coup"] is None and now["shoe"]["burned"] == 1,
    ),
    "a card in error stays the next card": Case(
        f"{COUP} 5S", "* 1 7", "[Put right] [5S] [Drawn in error: next card]",
        lambda now: now["coup"]["player"] == ["5S"],
    ),
    "cards in the wrong hand": Case(
        "KD 8S KH 7C", "* 1 2 Enter", "[Put right] [player 1] [banker 1] [Swap these two]",
        lambda now: beads(now) == "P",
    ),
    "a misread card of this coup": Case(
        "8S 5D", "* 2 Enter face:KD Enter", "[Put right] [5D] face:KD [Correct it]",
        lambda now: now["coup"]["banker"] == ["KD"],
    ),
    "a misread card of an earlier coup": Case(
        f"8S KD KH 9C {NEXT}", "* ArrowLeft 4 why:film face:7C Enter",
        "[Put right] [Older] [9C] why:film face:7C [Correct it]",
        lambda now: beads(now) == "PB",
    ),
    "a card that was not read": Case(
        f"8S KH 7C {NEXT}", "* ArrowLeft 2 why:film face:KD +",
        "[Put right] [Older] [banker 1] why:film face:KD [Before it]",
        lambda now: beads(now) == "PB",
    ),
    "a card that never was": Case(
        "8S 5D 5D", "* 3 -", "[Put right] [player 2] [It never was]",
        lambda now: now["coup"]["player"] == ["8S"],
    ),
    "a void coup": Case(
        f"{COUP} {NEXT}", "* why:damaged Enter 7!", "[Put right] why:damaged [Void this coup!]",
        lambda now: beads(now) == "P" and now["void"] == 2,
    ),
    "a void in mid-coup": Case(
        f"{COUP} 5S", "* why:damaged Enter 7!", "[Put right] why:damaged [Void this coup!]",
        lambda now: now["coup"] is None and now["void"] == 2,
    ),
    "a declared coup": Case(
        "", "/ 2 5 6 Enter", "[Result] [Banker] [Banker pair] [Natural] [Enter the result]",
        lambda now: beads(now) == "B" and now["counts"]["banker_pair"] == now["counts"]["natural"],
    ),
    "a tie by its cards": Case(
        "", "/ cards:8S_8D_KH_KC Enter", "[Result] cards:8S_8D_KH_KC [Enter the result]",
        lambda now: beads(now) == "T" and now["shoe"]["left"] == 412,
    ),
    "a missed coup": Case(
        f"{COUP} {NEXT}", "* ArrowLeft 9 3 why:film Enter",
        "[Put right] [Older] [A coup is missing] [Tie] why:film [Enter the result]",
        lambda now: beads(now) == "PTB",
    ),
    "a free coup": Case(
        "", "0 5", "[Shoe, free] [is free]", lambda now: now["free"],
    ),
    "a coup that was free": Case(
        COUP, "* 8", "[Put right] [It was free]", lambda now: now["beads"][0]["free"],
    ),
    "the cut card by hand": Case(
        COUP, "F4", "[Cut card]", lambda now: now["last_coup"],
    ),
    "the shoe changed between coups": Case(
        COUP, "F9!", "[Close shoe!]", lambda now: now["phase"] == "closed",
    ),
    "a dispute": Case(
        COUP, ". 2", "[Hold or release] [A dispute]",
        lambda now: now["hold"] == "A dispute is being settled",
    ),
    "an undo": Case(
        "8S KD", "-", "[Undo the card KD]", lambda now: now["coup"]["banker"] == [],
    ),
    "an undo of a settled coup": Case(
        COUP, "-!", "[Undo the card 7C!]", lambda now: now["phase"] == "dealing",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a table for each case and way."""
    tables = [f"{how}-{n}" for how in WAYS for n in range(len(CASES))]
    server = Server(tmp_path_factory.mktemp("floor") / "data", house="paramount", tables=tables)
    yield server.start()
    server.close()


@pytest.mark.parametrize("how", WAYS)
@pytest.mark.parametrize("name", CASES)
def test_it_has_a_way_through(floor: Server, page: Page, name: str, how: str) -> None:
    case, table = CASES[name], f"{how}-{[*CASES].index(name)}"
    page.set_viewport_size({"width": 1280, "height": 800})
    floor.command("open_shoe", table=table)
    for card in case.before.split():
        floor.command("enter_card", table=table, card=card)
    hand = Hand(page, f"{floor.url}/console/{table}")
    hand.does(getattr(case, how))
    now = floor.snapshot(table)
    assert case.then(now), now


def test_limits_change_from_the_next_shoe(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    hand = Hand(page, f"{server.url}/console/t1")
    page.keyboard.press("0")
    page.keyboard.press("7")
    page.locator("#limits-min").fill("50")
    page.locator("#limits-max").fill("5000")
    page.locator("#limits-why").fill("busy")
    page.locator("#limits-next").check()
    hand.does("[Change the limits]")
    assert server.snapshot()["house"]["limits"]["min"] == 10
    assert server.snapshot()["next_limits"]["min"] == 50
    hand.does("F9!")
    hand.does("F2!")
    assert server.snapshot()["house"]["limits"]["max"] == 5000
    hand.does("F9!")
    hand.does("F2!")
    assert server.snapshot()["house"]["limits"]["max"] == 5000  # until they are changed again


@pytest.fixture
def squeezed(serve: Callable[..., Server], cable: Pty) -> Server:
    """A table at which the shoe gave the player a third card that the rules do not give."""
    server = serve(reader=f"angel_eye:{cable.path}", house="paramount")
    until(lambda: server.snapshot()["reader"]["state"] == "online")
    server.command("open_shoe")
    dealt: list[tuple[Seat, str]] = [(P1, "8S"), (B1, "KD"), (P2, "KH"), (B2, "7C"), (P3, "5S")]
    for count, (seat, card) in enumerate(dealt, start=1):
        cable.write(frame(count, drawn(Card.parse(card), seat)))
    until(lambda: server.snapshot()["hold"])
    return server


@pytest.mark.parametrize(
    ("script", "then"),
    [
        (". 6", lambda now: now["coup"]["player"] == ["5S"]),
        ("[Hold or release] [dealt by the rules]", lambda now: now["coup"]["player"] == ["5S"]),
        (". 7", lambda now: now["coup"] is None and now["shoe"]["burned"] == 1),
        ("[Hold or release] [The card is burned]", lambda now: now["shoe"]["burned"] == 1),
        ("F8", lambda now: now["coup"] is None and now["shoe"]["burned"] == 0),
    ],
)
def test_a_wrong_third_card_on_hold(
    squeezed: Server, page: Page, script: str, then: Callable[[Told], bool]
) -> None:
    hand = Hand(page, f"{squeezed.url}/console/t1")
    expect(page.locator("#hold-why")).to_contain_text("gave 5S to player 3, but by the rules")
    hand.does(script)
    assert then(squeezed.snapshot())
    assert squeezed.snapshot()["hold"] is None


def test_a_reason_that_is_needed_and_was_left_empty_gets_a_sentence(
    serve: Callable[..., Server], page: Page
) -> None:
    server = serve(house="paramount")
    server.command("open_shoe")
    for card in COUP.split():
        server.command("enter_card", card=card)
    hand = Hand(page, f"{server.url}/console/t1")
    page.keyboard.press("*")
    page.keyboard.down("7")
    expect(page.locator("#answer")).to_have_text("To void a coup takes a reason: say why.")
    page.keyboard.up("7")
    expect(page.locator("[data-panel='mend']")).to_be_visible()  # nothing typed is lost
    hand.does("why:damaged Enter 7!")
    assert server.snapshot()["void"] == 1


def test_cards_are_revealed_card_by_card(serve: Callable[..., Server], page: Page) -> None:
    server = serve(house="paramount", reveal="per_card")
    server.command("open_shoe")
    for card in COUP.split():
        server.command("enter_card", card=card)
    hand = Hand(page, f"{server.url}/console/t1")
    expect(page.locator("#player")).to_have_text("▮ ▮")
    page.keyboard.press("+")
    hand.does("1")
    expect(page.locator("#player")).to_have_text("8S ▮")
    hand.does("7")
    expect(page.locator("#player")).to_have_text("8S KH = 8")
    hand.does("Enter")
    assert server.snapshot()["last"]["outcome"] == "player"
    page.goto(f"{server.url}/display/t1")
    expect(page.locator("#result")).to_contain_text("PLAYER WINS")
