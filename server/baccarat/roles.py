"""Roles: who may decide what. One ladder for the game; the technician stands beside it."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """What a person is at the tables."""

    DEALER = "dealer"
    INSPECTOR = "inspector"
    PIT_BOSS = "pit_boss"
    ADMIN = "admin"
    TECHNICIAN = "technician"  # cables, cameras, kiosks: nothing of the game

    def may_act_as(self, needed: Role) -> bool:
        """Whether this role has the rights of `needed`."""
        return needed in _RIGHTS[self]

    @property
    def words(self) -> str:
        """The role as a sentence names it."""
        return self.value.replace("_", " ")

    @property
    def at_least(self) -> str:
        """The role and those that may act as it, as a sentence names them."""
        higher = "an admin" if self is Role.TECHNICIAN else "above"
        return f"the {self.words} or {higher}"


_LADDER = (Role.DEALER, Role.INSPECTOR, Role.PIT_BOSS, Role.ADMIN)  # each may do all before it
_RIGHTS: dict[Role, frozenset[Role]] = {
    **{role: frozenset(_LADDER[:place]) for place, role in enumerate(_LADDER, start=1)},
    Role.TECHNICIAN: frozenset({Role.TECHNICIAN}),
    Role.ADMIN: frozenset(Role),
}
