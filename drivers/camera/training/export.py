"""The trained networks as ONNX files that cv2.dnn runs, checked against torch."""

from __future__ import annotations

import hashlib
import json
import warnings
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..net import Model, loaded
from ..recogniser import PATCH
from .loop import Nets

_DIFFERENCE = 2e-2  # the most that logits may differ between torch and cv2.dnn


def export(nets: Nets, folder: Path, warmth: float, facts: dict[str, object]) -> Model:
    """Write both networks and model.json; raises ValueError where cv2.dnn answers otherwise."""
    folder.mkdir(parents=True, exist_ok=True)
    parts: dict[str, tuple[nn.Module, torch.Tensor, dict[int, str]]] = {
        "locator": (nets.locator, torch.rand(1, 3, 96, 128), {2: "height", 3: "width"}),
        "recogniser": (nets.recogniser, torch.rand(5, 3, *PATCH), {0: "patches"}),
    }
    hashes = {}
    for name, (net, example, free) in parts.items():
        path = folder / f"{name}.onnx"
        _write(net.eval(), example, free, path)
        hashes[name] = hashlib.sha256(path.read_bytes()).hexdigest()
    (folder / "model.json").write_text(
        json.dumps({"sha256": hashes, "warmth": warmth, **facts}, indent=2) + "\n"
    )
    model = loaded(folder)
    for name, run, warm in (
        ("locator", model.locator, 1.0),
        ("recogniser", model.recogniser, warmth),
    ):
        net, example, _ = parts[name]
        with torch.no_grad():
            off = np.abs(run(example.numpy()) * warm - net(example).numpy()).max()
        if off > _DIFFERENCE:
            raise ValueError(f"cv2.dnn and torch differ by {off:.3g} in the {name}")
    return model


def _write(net: nn.Module, example: torch.Tensor, free: dict[int, str], path: Path) -> None:
    plain = net.to(memory_format=torch.contiguous_format)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter that cv2.dnn 5.0 reads best is the old one
        torch.onnx.export(
            plain, (example,), str(path), opset_version=13, dynamo=False,
            input_names=["picture"], output_names=["answer"], dynamic_axes={"picture": free},
        )  # fmt: skip
