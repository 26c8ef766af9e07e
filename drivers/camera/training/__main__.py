"""Makes the model anew: python -m drivers.camera.training --photos FOLDER [--out FOLDER].

First on drawn cards alone; what that model finds in the photographs gives them labels, and then it
goes on with both. The same seed on the same machine gives the same model.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from ..eye import Eye
from ..net import SHIPPED
from ..picture import Picture
from .card import write_card
from .export import export
from .loop import Nets, learn, save
from .nets import Locator, Recogniser
from .photos import Photo, crop, labelled
from .scenes import Labels
from .sheet import write_sheet
from .stock import Makers, stock
from .warmth import fitted_warmth

_DECKS = 40
_SHARE = 0.4  # of new scenes that are photographs
_STAGES = (  # steps, learning rate at their beginning and end
    (3000, 2e-3, 3e-4),
    (1500, 1e-3, 5e-4),
    (4000, 8e-4, 1e-5),
)


def main() -> None:
    """Train, export, check, and write the model card."""
    asked = argparse.ArgumentParser(prog="python -m drivers.camera.training", description=__doc__)
    asked.add_argument("--photos", type=Path, help="photographs with boxes.json, CC BY 4.0")
    asked.add_argument("--out", type=Path, default=SHIPPED)
    asked.add_argument("--cache", type=Path, default=Path("build/training"))
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--from-stage", type=int, default=0, help="go on from the cache's state")
    asked.add_argument("--faster", type=int, default=1, help="so many times fewer steps: a trial")
    wish = asked.parse_args()
    torch.set_num_threads(1)
    made_of = stock(wish.cache, wish.photos, wish.seed, _DECKS)
    state = wish.cache / "state.pt"
    nets = fresh(wish.seed)
    if wish.from_stage:
        restore(nets, state)
    photos: list[Photo] = []
    for stage, (steps, first, last) in enumerate(_STAGES):
        if stage and wish.photos:
            photos = labelled(wish.photos, _eye(nets, wish.cache))
            count = sum(int(photo.labels[:, 8].sum()) for photo in photos)
            print(f"{count} indexes labelled in {len(photos)} photographs", flush=True)
        if stage < wish.from_stage:
            continue
        makers = Makers(made_of, wish.seed * 10 + stage, 1)
        source = mixed(makers.get, photos, wish.seed + stage)
        learn(nets, source, steps // wish.faster, (first, last), wish.seed + stage, state)
        makers.stop()
    save(nets, state)
    warmth = fitted_warmth(nets, made_of, photos, wish.seed)
    export(nets, wish.out, warmth, {})
    write_sheet(wish.cache, wish.out / "templates.png")
    write_card(wish.out, photographs=len(photos), decks=_DECKS + 1, warmth=warmth)


def fresh(seed: int) -> Nets:
    """Networks that know nothing."""
    torch.manual_seed(seed)
    fast = torch.channels_last
    return Nets(Locator().to(memory_format=fast), Recogniser().to(memory_format=fast))


def restore(nets: Nets, state: Path) -> None:
    """Networks as they were saved."""
    saved = torch.load(state)
    nets.locator.load_state_dict(saved["locator"])
    nets.recogniser.load_state_dict(saved["recogniser"])


def mixed(
    new: Callable[[], tuple[Picture, Labels]], photos: list[Photo], seed: int
) -> Callable[[], tuple[Picture, Labels]]:
    """Scenes, and pieces of the photographs where there are any."""
    draw = np.random.default_rng(seed)

    def get() -> tuple[Picture, Labels]:
        if photos and draw.random() < _SHARE:
            return crop(photos[int(draw.integers(len(photos)))], draw)
        return new()

    return get


def _eye(nets: Nets, cache: Path) -> Eye:
    return Eye(export(nets, cache / "model", 1.0, {}), (1.4,))


if __name__ == "__main__":
    main()
