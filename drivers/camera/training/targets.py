"""What the locator should answer for a scene, and how wrong an answer is."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from ..locator import CELL, VALUES
from ..picture import Array
from .scenes import SIZE, Labels

GRID = SIZE // CELL
_SMALLEST, _LARGEST = 5.0, 64.0  # px of an index; others count neither as found nor as missed


def target(labels: Labels) -> Array:
    """(VALUES + 2) x GRID x GRID: a hill of 1 at each index, the values there, and two weights.

    The first weight is where a find counts, the second where the values do.
    """
    made = np.zeros((VALUES + 2, GRID, GRID), np.float32)
    made[VALUES] = 1
    ys, xs = np.mgrid[0:GRID, 0:GRID].astype(np.float32) * CELL + CELL / 2
    for x, y, height, angle, mx, my, _, _, weight in labels:
        away = (xs - x) ** 2 + (ys - y) ** 2
        if weight == 0 or not _SMALLEST <= height <= _LARGEST:
            made[VALUES][away < (0.6 * height) ** 2] = 0
            continue
        hill = np.exp(-away / (2 * max(0.12 * height, 1.6) ** 2))
        hill[int(np.clip(y / CELL, 0, GRID - 1)), int(np.clip(x / CELL, 0, GRID - 1))] = 1
        made[0] = np.maximum(made[0], hill)
        here = hill > 0.35
        made[1][here] = (x - xs[here]) / CELL
        made[2][here] = (y - ys[here]) / CELL
        made[3][here] = np.log(height / 16)
        made[4][here], made[5][here] = np.sin(angle), np.cos(angle)
        made[6][here], made[7][here] = (mx - x) / height / 3, (my - y) / height / 3
        made[VALUES + 1][here] = 1
    return made


def loss(answer: Tensor, wanted: Tensor) -> Tensor:
    """Focal loss of the hills (as in CenterNet) and the values' distance, per index."""
    hill, values, counts, here = wanted[:, 0], wanted[:, 1:VALUES], wanted[:, VALUES], wanted[:, -1]
    logit = answer[:, 0]
    chance = torch.sigmoid(logit)
    is_top = (hill > 0.999).float()
    found = -F.logsigmoid(logit) * (1 - chance) ** 2 * is_top
    false = -F.logsigmoid(-logit) * chance**2 * (1 - hill) ** 4 * (1 - is_top)
    tops = is_top.sum().clamp(min=1)
    off = F.smooth_l1_loss(answer[:, 1:VALUES], values, reduction="none", beta=0.3).sum(1)
    return ((found + false) * counts).sum() / tops + (off * here).sum() / here.sum().clamp(min=1)
