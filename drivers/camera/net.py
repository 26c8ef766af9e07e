"""The trained networks as they lie on disk: checked by their hashes, run by cv2.dnn."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from .locator import Run
from .picture import Array, floats

SHIPPED = Path(__file__).parent / "model"
_PARTS = ("locator", "recogniser")
_FEATURES, _HEAD = "/body/body.10/Relu_output_0", "/head/Gemm"  # of training/nets.Recogniser


class BadModel(RuntimeError):
    """The model cannot be used; the message is a sentence."""


@dataclass(frozen=True, slots=True, eq=False)
class Head:
    """The recogniser's last layer: n x features -> n x logits of ranks, none, suits, none."""

    weights: Array  # logits x features
    bias: Array

    def logits(self, features: Array) -> Array:
        """n x features -> n x logits."""
        return features @ self.weights.T + self.bias


@dataclass(frozen=True, slots=True)
class Model:
    """Both networks, ready to run; `digest` names them in the log (12 hex digits).

    The recogniser is `features` and, on top, `head`, or what was `tuned` from it to a mount.
    `warmth` is what its logits are divided by, so that it is as sure as it is right.
    """

    locator: Run
    features: Run
    head: Head
    warmth: float
    digest: str
    tuned: Run | None = None

    def logits(self, features: Array) -> Array:
        """n x features -> n x logits of ranks, none, suits, none, as sure as they are right."""
        return (self.tuned or self.head.logits)(features) / self.warmth

    def recogniser(self, patches: Array) -> Array:
        """Whitened patches -> logits."""
        return self.logits(self.features(patches))


def loaded(folder: Path = SHIPPED) -> Model:
    """The model of a folder (model.json, locator.onnx, recogniser.onnx). Raises BadModel."""
    try:
        facts = json.loads((folder / "model.json").read_bytes())
        files = {part: (folder / f"{part}.onnx").read_bytes() for part in _PARTS}
        for part, data in files.items():
            _check(folder / f"{part}.onnx", data, facts["sha256"][part])
        locator = _run(_network(files["locator"]))
        reader = _network(files["recogniser"])
        weights, bias = reader.getLayer(reader.getLayerId(_HEAD)).blobs
        head = Head(floats(weights), floats(bias).ravel())
        whole = hashlib.sha256(b"".join(files[part] for part in _PARTS)).hexdigest()
        return Model(locator, _run(reader, _FEATURES), head, float(facts["warmth"]), whole[:12])
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


def _network(data: bytes) -> cv2.dnn.Net:
    # The engine of OpenCV 4: on two cores it takes two thirds of the new one's time (5.0.0).
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8), cv2.dnn.ENGINE_CLASSIC)


def _run(net: cv2.dnn.Net, output: str = "") -> Run:
    """What runs a network up to an output; empty: its last one."""

    def run(inputs: Array) -> Array:
        net.setInput(inputs)
        return np.asarray(net.forward(output) if output else net.forward(), np.float32)

    return run
