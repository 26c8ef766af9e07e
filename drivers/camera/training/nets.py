"""The two networks: one finds indexes in a picture, one reads the rank and suit of an index."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from ..locator import CELL, VALUES
from ..recogniser import PATCH
from ..sight import NO_RANK, NO_SUIT

CELLS = 2  # along each side of a place of the coarse grid: the fine grid without its cost


def _conv(into: int, out: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(into, out, 3, stride, 1, bias=False), nn.BatchNorm2d(out), nn.ReLU()
    )


class _Again(nn.Module):
    """Two convolutions beside the way straight through."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width)
        self.second = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width)
        )

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """n x 3 x H x W (BGR, 0 to 1; H and W multiples of 16) -> n x 4 * VALUES x H/8 x W/8.

    The first of VALUES is a logit: an index has its middle here. See locator.py for the others.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 12, 2), _conv(12, 24, 2), _conv(24, 48, 2), _Again(48))
        self.wide = nn.Sequential(_conv(48, 72, 2), _Again(72), _Again(72), _conv(72, 48))
        self.grow = nn.Upsample(scale_factor=2.0, mode="nearest")
        self.head = nn.Sequential(_conv(48, 48), nn.Conv2d(48, CELLS * CELLS * VALUES, 1))
        with torch.no_grad():
            self.head[1].bias.zero_()
            self.head[1].bias[::VALUES] = -5.0  # an index is rare

    def forward(self, x: Tensor) -> Tensor:
        near = self.stem(x)
        return self.head(torch.relu(near + self.grow(self.wide(near))))


def fine(raw: Tensor) -> Tensor:
    """The locator's answer on its fine grid: n x VALUES x H/CELL x W/CELL."""
    count, _, high, wide = raw.shape
    parts = raw.view(count, CELLS, CELLS, VALUES, high, wide).permute(0, 3, 4, 1, 5, 2)
    return parts.reshape(count, VALUES, high * CELLS, wide * CELLS)


class Recogniser(nn.Module):
    """n x 3 x PATCH (BGR, paper white 1) -> logits of ranks, no rank, suits, no suit."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _conv(3, 20), nn.MaxPool2d(2), _conv(20, 44), nn.MaxPool2d(2), _conv(44, 80),
            nn.MaxPool2d(2), _conv(80, 64), nn.Flatten(), nn.Dropout(0.2),
            nn.Linear(64 * (PATCH[0] // 8) * (PATCH[1] // 8), 96), nn.ReLU(),
        )  # fmt: skip
        self.head = nn.Linear(96, NO_RANK + 1 + NO_SUIT + 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


assert CELL * CELLS == 8
