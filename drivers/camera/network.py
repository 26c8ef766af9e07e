"""What all cameras on the network have in common: whether one is there shows when it is opened."""

from __future__ import annotations


class Networked:
    """One camera by its URL; with `open` and `patience_s` it is a frame.Source."""

    missing = ""
    is_film = is_exclusive = False

    def __init__(self, url: str, where: str) -> None:
        self.where, self._url = where, url

    def find(self) -> object:
        """Whether it is there shows when it is opened."""
        return True
