"""The display's sound: once for each coup as it is settled, for the true winner, and never else."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Browser, Page

from server.baccarat.snapshot import snapshot
from tests import sounds
from tests.core.notation import EIGHT_DECKS, play
from tests.wire import until

from .server import Server

pytestmark = pytest.mark.browser

# Player by a natural 8; a tie of 6 in five cards; banker 1 to 7 in six.
PLAYER, TIE, BANKER = "8S AH KD TC", "6S 3D KH KC 3H", "2S 3D 2H KC 7S 4H"

_LISTEN = """() => {
  window.decoded = 0;
  const { start } = AudioBufferSourceNode.prototype;
  AudioBufferSourceNode.prototype.start = function (...when) {
    window.wave = [this.context, this.buffer];
    return start.apply(this, when);
  };
  const { decodeAudioData } = AudioContext.prototype;
  AudioContext.prototype.decodeAudioData = async function (data) {
    const wave = await decodeAudioData.call(this, data);
    setTimeout(() => { window.decoded += 1; });
    return wave;
  };
}"""
_BEGIN = """async ([kind, volume, languages]) => {
  const { sound } = await import('/static/sound.js');
  window.decoded = 0;
  window.look = document.createElement('body');
  Object.assign(look.dataset, { sound: kind, volume, languages, link: 'live' });
  window.hear = sound(look);
}"""
_HEAR = """([snapshot, link]) => {
  delete document.documentElement.dataset.sounded;
  look.dataset.link = link;
  hear(snapshot);
  return document.documentElement.dataset.sounded ?? null;
}"""


@pytest.mark.parametrize("name", sounds.TUNES)
def test_the_chimes_are_what_the_script_makes(name: str) -> None:
    kept = (sounds.FOLDER / f"{name}.wav").read_bytes()
    made = sounds.wav(sounds.chime(name))
    assert kept[:44] == made[:44]
    off = np.frombuffer(kept[44:], "<i2").astype(int) - np.frombuffer(made[44:], "<i2")
    assert np.abs(off).max() <= 1, "no more than another machine's rounding"


def test_the_chimes_are_small() -> None:
    files = [*sounds.FOLDER.iterdir()]
    assert {file.stem for file in files} == {"banker", "player", "tie"}
    assert sum(file.stat().st_size for file in files) < 60_000


@pytest.fixture
def ears(serve: Callable[..., Server], browser: Browser) -> Iterator[Page]:
    """A page of the server, to which `_BEGIN` and `_HEAR` bring the sound."""
    page = browser.new_page()
    page.goto(f"{serve().url}/history")
    page.evaluate(_LISTEN)
    yield page
    page.close()


def told(words: str, *, boot_id: str = "a", seq: int | None = None) -> dict[str, Any]:
    """What a display is told after what happened at a table, in short notation."""
    seq = len(words.split()) + 1 if seq is None else seq
    return {**snapshot(play(words, EIGHT_DECKS), house=EIGHT_DECKS), "boot_id": boot_id, "seq": seq}


def heard(page: Page, *snapshots: dict[str, Any], link: str = "live") -> list[str | None]:
    """How each snapshot sounds: shoe, coup, winner and what was heard; None for silence."""
    return [page.evaluate(_HEAR, [one, link]) for one in snapshots]


def silent(page: Page, *snapshots: dict[str, Any], link: str = "live") -> None:
    assert heard(page, *snapshots, link=link) == [None] * len(snapshots)


def test_each_coup_sounds_once_and_only_as_it_is_settled(ears: Page) -> None:
    def start(kind: str = "chime", volume: str = "50", languages: str = "en") -> None:
        ears.evaluate(_BEGIN, [kind, volume, languages])
        until(lambda: kind == "off" or volume == "0" or ears.evaluate("decoded") == 3)

    words = f"{PLAYER} {TIE} {BANKER} {PLAYER}".split()
    shoe = [told(" ".join(words[:n])) for n in range(len(words) + 1)]
    start()
    played = [one and one.split(" ") for one in heard(ears, *shoe)]
    at = {n: one for n, one in enumerate(played) if one}
    assert {n: one[:2] for n, one in at.items()} == {
        4: ["1/1", "player"], 9: ["1/2", "tie"], 15: ["1/3", "banker"], 19: ["1/4", "player"]
    }  # fmt: skip
    assert {one[2] for one in at.values()} == {"chime"}
    silent(ears, shoe[-1])  # told again, as after a reconnect
    # It is really played: the clock of the sound runs, and the wave is the file's.
    length, loudest = ears.evaluate(
        "[wave[1].duration, Math.max(...wave[1].getChannelData(0).map(Math.abs))]"
    )
    assert length == pytest.approx(sounds.SECONDS, abs=0.01)
    assert loudest > 0.5
    since = ears.evaluate("wave[0].currentTime")
    until(lambda: ears.evaluate("wave[0].currentTime") > since + 0.1)

    # What was missed, put right or taken back is old: nothing of it sounds.
    start()
    silent(ears, shoe[9])  # on connecting
    silent(ears, shoe[15], link="stale")  # settled while it was away
    silent(ears, told(" ".join(words[:15]), boot_id="b"))
    assert heard(ears, told(" ".join(words), boot_id="b")) == ["1/4 player chime"]
    silent(ears, told(f"{' '.join(words)} /fix:17=2S", boot_id="b"))
    silent(ears, told(f"{' '.join(words)} /missed:6=banker", boot_id="b", seq=22))
    silent(ears, told(" ".join(words[:18]), boot_id="b", seq=23))
    silent(ears, told(" ".join(words), boot_id="b", seq=24))

    # Off, at no volume and void: silence. A voice that is not installed: the chime.
    for kind, volume in (("off", "50"), ("chime", "0")):
        start(kind, volume)
        silent(ears, *shoe[:5])
    start("voice", languages="th en")
    silent(ears, *shoe[:4])
    assert heard(ears, shoe[4]) == ["1/1 player chime"]

    # A browser that will not sound: the page goes on.
    ears.evaluate(
        "() => { AudioContext.prototype.decodeAudioData = () => Promise.reject(new Error('no')); }"
    )
    ears.evaluate(_BEGIN, ["chime", "50", "en"])
    assert heard(ears, *shoe[3:5]) == [None, "1/1 player"]
