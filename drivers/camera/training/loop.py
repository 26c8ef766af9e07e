"""The training: both networks together, on scenes that are made while they learn."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
import torch.nn.functional as F

from ..locator import VALUES, Spot
from ..picture import Array, Picture
from ..sight import NO_RANK
from .backgrounds import Rng
from .nets import Locator, Recogniser, fine
from .samples import Sample, samples
from .scenes import SIZE, Labels
from .targets import loss, target

Source = Callable[[], tuple[Picture, Labels]]
_BATCH = 10
_PATCHES = 130  # of a batch that the recogniser learns from
_KEPT = 1600  # scenes that are learned from again, turned and in other light


@dataclass
class Nets:
    """What is learned."""

    locator: Locator
    recogniser: Recogniser


def learn(nets: Nets, new: Source, steps: int, rates: tuple[float, float], seed: int,
          out: Path, fresh: int = 4) -> None:  # fmt: skip
    """Train for so many steps, the learning rate going from the first rate to the second.

    Of each batch so many scenes are new. The state is written to `out` now and then.
    """
    draw = np.random.default_rng(seed)
    torch.manual_seed(seed)
    groups = [*nets.locator.parameters(), *nets.recogniser.parameters()]
    optimiser = torch.optim.AdamW(groups, lr=rates[0], weight_decay=1e-3)
    ratio = rates[1] / rates[0]
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda at: min(1.0, (at + 1) / 100) * ratio ** (at / steps)
    )
    kept: list[tuple[Picture, Labels]] = []
    nets.locator.train()
    nets.recogniser.train()
    told, seen = time.monotonic(), np.zeros(3)
    for step in range(steps):
        for _ in range(fresh if len(kept) >= 200 else 40):
            kept.append(new())
        kept = kept[-_KEPT:]
        picks = draw.integers(len(kept), size=_BATCH - fresh)
        batch = [_again(*kept[int(at)], draw) for at in picks] + kept[-fresh:]
        seen += _step(nets, batch, optimiser, draw)
        schedule.step()
        if step % 100 == 99:
            took = (time.monotonic() - told) / 100
            where, read, wrong = seen / 100
            print(f"step {step + 1}/{steps}, {took:.2f} s each: locator {where:.3f}, recogniser "
                  f"{read:.3f}, wrong {wrong:.2%}", flush=True)  # fmt: skip
            told, seen = time.monotonic(), np.zeros(3)
        if step % 500 == 499:
            save(nets, out)
    save(nets, out)


def save(nets: Nets, out: Path) -> None:
    """Write both networks' states, whole or not at all."""
    state = {"locator": nets.locator.state_dict(), "recogniser": nets.recogniser.state_dict()}
    torch.save(state, out.with_suffix(".new"))
    out.with_suffix(".new").replace(out)


def _again(picture: Picture, labels: Labels, draw: Rng) -> tuple[Picture, Labels]:
    """The scene turned by quarters, in other light."""
    turns = int(draw.integers(4))
    turned = np.ascontiguousarray(np.rot90(picture, turns))
    made = labels.copy()
    for _ in range(turns):  # counter-clockwise: (x, y) goes to (y, SIZE - 1 - x)
        for at in (0, 4):
            made[:, at], made[:, at + 1] = made[:, at + 1], SIZE - 1 - made[:, at].copy()
        made[:, 3] -= np.pi / 2
    gain = draw.normal(1, 0.1, 3) * draw.uniform(0.7, 1.2)
    light = np.clip(turned * gain + draw.normal(0, 8), 0, 255)
    return light.astype(np.uint8), made


def _step(nets: Nets, batch: list[tuple[Picture, Labels]], optimiser: torch.optim.Optimizer,
          draw: Rng) -> Array:  # fmt: skip
    pictures = np.stack([picture for picture, _ in batch])
    inputs = torch.from_numpy(pictures).permute(0, 3, 1, 2).float().div(255)
    inputs = inputs.contiguous(memory_format=torch.channels_last)
    wanted = torch.from_numpy(np.stack([target(labels) for _, labels in batch]))
    with torch.autocast("cpu", dtype=torch.bfloat16):
        answer = nets.locator(inputs)
    answer = fine(answer.float())
    where = loss(answer, wanted)
    cells = answer.detach().numpy()
    made: list[Sample] = []
    for at, (picture, labels) in enumerate(batch):
        made += samples(picture, labels, finds(cells[at], 10), draw)
    made = [made[at] for at in draw.permutation(len(made))[:_PATCHES]]
    read, wrong = _read(nets.recogniser, made)
    optimiser.zero_grad()
    (where + read).backward()
    torch.nn.utils.clip_grad_norm_(nets.locator.parameters(), 5.0)
    optimiser.step()
    return np.array([where.item(), read.item(), wrong])


def _read(recogniser: Recogniser, made: list[Sample]) -> tuple[torch.Tensor, float]:
    from ..recogniser import whitened

    patches = torch.from_numpy(whitened(np.stack([patch for patch, _, _ in made])))
    ranks = torch.tensor([rank for _, rank, _ in made])
    suits = torch.tensor([suit for _, _, suit in made])
    with torch.autocast("cpu", dtype=torch.bfloat16):
        logits = recogniser(patches.contiguous(memory_format=torch.channels_last))
    logits = logits.float()
    by_rank, by_suit = logits[:, : NO_RANK + 1], logits[:, NO_RANK + 1 :]
    lost = F.cross_entropy(by_rank, ranks) + F.cross_entropy(by_suit, suits)
    wrong = ((by_rank.argmax(1) != ranks) | (by_suit.argmax(1) != suits)).float().mean()
    return lost, wrong.item()


def finds(cells: Array, most: int, least: float = 0.15) -> list[Spot]:
    """The likeliest spots in an answer on the fine grid, VALUES x GRID x GRID, in px of it."""
    from ..locator import peaks

    assert cells.shape[0] == VALUES
    return sorted(peaks(cells, 1.0, least), key=lambda spot: -spot.score)[:most]


def finds_of(locator: Locator, picture: Picture) -> list[Spot]:
    """The likeliest spots in one scene."""
    inputs = torch.from_numpy(picture[None]).permute(0, 3, 1, 2).float().div(255)
    with torch.no_grad():
        return finds(fine(locator(inputs))[0].numpy(), 12)


cv2.setNumThreads(1)
