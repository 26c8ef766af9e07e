"""Roles: who may decide what. Each role may do all that the ones before it may."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person is at the tables; listed from the least to the most rights."""

    DEALER = "dealer"
    INSPECTOR = "inspector"
    PIT_BOSS = "pit_boss"
    ADMIN = "admin"

    @property
    def rank(self) -> int:
        """0 for the least rights."""
        return [*Role].index(self)

    def may_act_as(self, needed: Role) -> bool:
        """Whether this role has the rights of `needed`."""
        return self.rank >= needed.rank

    @property
    def words(self) -> str:
        """The role as a sentence names it."""
        return self.value.replace("_", " ")
