"""Makes the display's chimes, static/sounds/: `python -m tests.sounds`. All of it is computed.

Banker falls, player rises, tie stays: told apart by their form, not by pitch alone.
"""

from __future__ import annotations

import io
import wave
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FOLDER = Path(__file__).parents[1] / "static" / "sounds"
RATE = 16_000  # samples a second: a bell's highest part here is 4.2 kHz
SECONDS = 0.58
C5, E5, G5, A4 = 523.25, 659.26, 783.99, 440.0
TUNES = {  # each note: when it is struck, in seconds, and its pitch in Hz
    "banker": ((0.0, G5), (0.14, C5)),
    "player": ((0.0, C5), (0.14, G5)),
    "tie": ((0.0, E5), (0.14, E5), (0.0, A4), (0.14, A4)),
}
_PARTS = ((1.0, 1.0, 5.5), (2.0, 0.35, 8.0), (3.01, 0.18, 12.0), (5.4, 0.06, 24.0))
_STRIKE_S, _END_S = 0.004, 0.05  # no click where a note begins and the file ends
_PEAK = 0.8


def chime(name: str) -> NDArray[np.int16]:
    """The samples of a winner's chime."""
    time = np.arange(int(RATE * SECONDS)) / RATE
    heard = np.zeros_like(time)
    for struck, pitch in TUNES[name]:
        since = np.clip(time - struck, 0, None)
        strike = np.clip(since / _STRIKE_S, 0, 1)
        for ratio, loudness, decay in _PARTS:
            ringing = np.sin(2 * np.pi * pitch * ratio * since) * np.exp(-decay * since)
            heard += strike * loudness * ringing
    heard *= np.clip((SECONDS - time) / _END_S, 0, 1)
    return np.round(heard / np.abs(heard).max() * _PEAK * 32767).astype("<i2")


def wav(samples: NDArray[np.int16]) -> bytes:
    """Samples as a WAV file, 16 bit, one channel."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setnchannels(1)
        written.setsampwidth(2)
        written.setframerate(RATE)
        written.writeframes(samples.tobytes())
    return file.getvalue()


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in TUNES:
        (FOLDER / f"{name}.wav").write_bytes(wav(chime(name)))
        print(f"{FOLDER.name}/{name}.wav  {SECONDS} s")
