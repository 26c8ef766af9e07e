"""How far the recogniser's sureness must be taken down so that it is as sure as it is right."""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F

from ..recogniser import whitened
from ..sight import NO_RANK
from .loop import Nets, finds_of
from .photos import Photo, crop
from .samples import samples
from .scenes import Stock, scene

_SCENES = 150


def fitted_warmth(nets: Nets, made_of: Stock, photos: list[Photo], seed: int) -> float:
    """The divisor of logits, 1 or more, that makes new scenes and photographs likeliest."""
    draw = np.random.default_rng(seed + 999)
    nets.locator.eval()
    nets.recogniser.eval()
    patches, ranks, suits = [], [], []
    for at in range(_SCENES):
        picture, labels = (
            crop(photos[int(draw.integers(len(photos)))], draw)
            if photos and at % 2
            else scene(made_of, draw)
        )
        for patch, rank, suit in samples(picture, labels, finds_of(nets.locator, picture), draw):
            patches.append(patch)
            ranks.append(rank)
            suits.append(suit)
    with torch.no_grad():
        logits = nets.recogniser(torch.from_numpy(whitened(np.stack(patches))))
    by_rank, by_suit = torch.tensor(ranks), torch.tensor(suits)

    def unlikely(warmth: float) -> float:
        warm = logits / warmth
        return float(
            F.cross_entropy(warm[:, : NO_RANK + 1], by_rank)
            + F.cross_entropy(warm[:, NO_RANK + 1 :], by_suit)
        )

    return float(min(np.arange(1.0, 3.01, 0.05), key=unlikely))
