"""The recogniser tuned to one mount: its last layer goes on learning from cards shown there.

Print, light and optics are the mount's; the layers below, and the share of `none`, stay those of
the model. The learning is held near what the model knows already, so that a few cards suffice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from server.baccarat.cards import RANKS, SUITS

from .net import Head, Model
from .picture import Array, Picture
from .recogniser import whitened
from .sight import NO_RANK, NO_SUIT

_HOLD = 30.0  # how strongly it stays with what the model knows; 1 to 300 read about alike
_STEPS = 150
_RANK_ROWS = slice(0, NO_RANK)
_SUIT_ROWS = slice(NO_RANK + 1, NO_RANK + 1 + NO_SUIT)

Named = tuple[str, Picture]  # a card such as 9H, and a patch of one of its indexes


def features(model: Model, patches: Sequence[Picture]) -> Array:
    """What the model's last layer is given of patches: n x features."""
    return model.features(whitened(np.stack(patches)))


def tuned(model: Model, patches: Sequence[Named]) -> Model:
    """The model, tuned by patches of a mount; as it was where there are none."""
    if not patches:
        return model
    known = features(model, [patch for _, patch in patches])
    return with_head(model, learned(model, known, [card for card, _ in patches]))


def learned(model: Model, known: Array, cards: Sequence[str]) -> Head:
    """The last layer after it has learned features (n x features) of cards that are known."""
    weights, bias = model.head.weights.copy(), model.head.bias.copy()
    for rows, names, at in ((_RANK_ROWS, RANKS, 0), (_SUIT_ROWS, SUITS, 1)):
        truth = np.array([names.index(card[at]) for card in cards])
        before = Head(weights[rows], bias[rows])
        weights[rows], bias[rows] = _fit(before, known, truth, model.warmth)
    return Head(weights, bias)


def with_head(model: Model, head: Head) -> Model:
    """The model with a learned last layer; what is no index stays as likely as it was."""

    warmth = model.warmth

    def logits(features: Array) -> Array:
        before, now = model.head.logits(features), head.logits(features)
        for rows in (_RANK_ROWS, _SUIT_ROWS):
            now[:, rows] += _sum(before[:, rows], warmth) - _sum(now[:, rows], warmth)
        return now

    return replace(model, tuned=logits)


def _sum(logits: Array, warmth: float) -> Array:
    """n x names -> n x 1: the logit that one name would have in place of them all."""
    most = logits.max(axis=1, keepdims=True)
    raised = np.exp((logits - most) / warmth).sum(axis=1, keepdims=True)
    whole: Array = most + warmth * np.log(raised)
    return whole


def _fit(before: Head, known: Array, truth: Array, warmth: float) -> tuple[Array, Array]:
    """Logistic regression by descent from where the layer stands, held to it by _HOLD."""
    wide = np.hstack([known, np.ones((len(known), 1), np.float32)])
    start = np.hstack([before.weights, before.bias[:, None]])
    step = 1 / (_HOLD + 0.5 * np.linalg.norm(wide, 2) ** 2 / warmth**2)
    right = np.eye(len(start), dtype=np.float32)[truth]
    now = start.copy()
    for _ in range(_STEPS):
        raised = wide @ now.T / warmth
        raised = np.exp(raised - raised.max(axis=1, keepdims=True))
        off = raised / raised.sum(axis=1, keepdims=True) - right
        now -= step * (off.T @ wide / warmth + _HOLD * (now - start))
    return now[:, :-1], now[:, -1]
