"""The trained networks as they lie on disk: checked by their hashes, run by cv2.dnn."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .locator import Run
from .picture import Array

SHIPPED = Path(__file__).parent / "model"
_PARTS = ("locator", "recogniser")


class BadModel(RuntimeError):
    """The model cannot be used; the message is a sentence."""


@dataclass(frozen=True, slots=True)
class Model:
    """Both networks, ready to run; `digest` names them in the log (12 hex digits).

    `warmth` is what the recogniser's logits are divided by, so that it is as sure as it is right.
    """

    locator: Run
    recogniser: Run
    warmth: float
    digest: str


def loaded(folder: Path = SHIPPED) -> Model:
    """The model of a folder (model.json, locator.onnx, recogniser.onnx). Raises BadModel."""
    try:
        facts = json.loads((folder / "model.json").read_bytes())
        files = {part: (folder / f"{part}.onnx").read_bytes() for part in _PARTS}
        for part, data in files.items():
            _check(folder / f"{part}.onnx", data, facts["sha256"][part])
        runs = [_network(files[part]) for part in _PARTS]
        whole = hashlib.sha256(b"".join(files[part] for part in _PARTS)).hexdigest()
        return Model(runs[0], runs[1], float(facts["warmth"]), whole[:12])
    except (OSError, ValueError, KeyError, TypeError, cv2.error) as error:
        raise BadModel(
            f"The camera's model in {folder} cannot be loaded ({str(error).strip()}): install "
            "Shoeboard again."
        ) from error


def _check(path: Path, data: bytes, expected: str) -> None:
    if hashlib.sha256(data).hexdigest() != expected:
        raise BadModel(
            f"The camera's model {path} is not the one that was shipped (its hash differs): "
            "install Shoeboard again."
        )


def _network(data: bytes) -> Run:
    # The engine of OpenCV 4: on two cores it takes two thirds of the new one's time (5.0.0).
    net = cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), cv2.dnn.ENGINE_CLASSIC)

    def run(inputs: Array) -> Array:
        net.setInput(inputs)
        return np.asarray(net.forward(), np.float32)

    return run
