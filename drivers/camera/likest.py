"""The card that a picture is likest to, and those that it might be instead, as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rival:
    """Another card, and how far the likest one is ahead of it where the two differ.

    1: all that differs speaks for the likest card, 0: as much for the one as for the other.
    """

    card: str
    lead: float


@dataclass(frozen=True, slots=True)
class Likest:
    """The likest card, for example `9H`; `likeness` is 1 for the same picture, 0 for another."""

    card: str
    likeness: float
    rivals: tuple[Rival, ...]  # the nearest first
