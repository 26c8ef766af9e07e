"""Table mode: cards lie on the felt, and each that comes to rest there is told once."""

from __future__ import annotations

from collections.abc import Iterable

from .decision import decided, is_card, unread
from .glance import Face, Facts, Glance, Kind, Thing, Witnessed
from .gone import Gone
from .match import CLOSE, NEAR, SQUARE, is_double, is_still_there, matched
from .mount import Mount
from .places import Table
from .shape import Outline, outline
from .sight import Box, Seen
from .track import Like, Track

_LONGEST_DT = 0.2  # s: a gap in the pictures is no time that something could be seen
_WHITE_S, _PLAIN_S = 0.6, 0.35  # that a face without an index lies still
_SURELY_OTHER = 8  # pictures that show another card where a told one lay and was not seen to go
_FEW_SIZES, _SIZES = 3, (0.55, 1.8)  # cards that tell how large an index is here, and how exactly
_RIVAL_S = 0.8  # for so long the same card, covered beside it, keeps one waiting
_ELSEWHERE_S = 0.5  # for so long a card outside all places may be on its way to one
_JOKER = "a white face without an index: a joker, a foreign card, or the index is covered"
_TWICE = "the same card lay beside it and is covered: it may have been moved"


class TableWatch:
    """Follows the cards on one table. Pure: what it is given is all it knows."""

    def __init__(self, mount: Mount | None) -> None:
        self._tracks: list[Track] = []
        self._things: list[_Lying] = []
        self._gone = Gone()
        self._table = Table(mount.places if mount else {})
        self._time: float | None = None
        self._heights: list[float] = []
        self._indexes: list[float] = []

    @property
    def lying(self) -> tuple[Outline, ...]:
        """The cards that are known to lie there."""
        return tuple(track.outline for track in self._tracks if track.rested or track.told)

    @property
    def card_height(self) -> float:
        """A card's height in pixels, 0 before one was seen."""
        return sorted(self._heights)[len(self._heights) // 2] if self._heights else 0.0

    @property
    def in_flight(self) -> int:
        """How many cards were seen and are not yet told."""
        return sum(track.told is None and track.hits > 1 for track in self._tracks)

    def see(self, glance: Glance) -> list[Witnessed]:
        """What became sure with this picture."""
        dt = 0.0 if self._time is None else min(glance.time - self._time, _LONGEST_DT)
        self._time = glance.time
        facts = glance.facts
        if facts.shift is not None:
            for track in self._tracks:
                track.shift(facts.shift)
            self._table.shift(facts.shift)
        if facts.changed:
            for track in self._tracks:
                track.still = track.empty = 0
            return []
        self._follow(glance, dt)
        said = self._gone.over(glance, self.lying)
        said += self._decide(glance, dt)
        said += self._foreign(glance, dt)
        self._table.clear(track.outline.centre for track in self._tracks)
        return said

    def lost(self) -> list[Witnessed]:
        """No pictures come any more: what was not yet told, as unreadable."""
        why = "the camera was lost before it could be read"
        said = [
            self._say(track, unread(track, why))
            for track in self._tracks
            if track.told is None and track.rested and is_card(track)
        ]
        self._tracks = [track for track in self._tracks if track.told]
        for track in self._tracks:
            track.disturbed = True
        return said

    def _follow(self, glance: Glance, dt: float) -> None:
        """Which card is which; what came, and what went."""
        facts = glance.facts
        pairs, left = matched(self._tracks, glance.cards, facts)
        for track in self._tracks:
            track.is_here = False
        for track, seen in pairs:
            self._see(track, seen, glance, dt)
        for track in self._tracks:
            if not track.is_here:
                track.miss(facts, dt)
        for track in [track for track in self._tracks if track.is_gone or track.is_slip]:
            self._tracks.remove(track)
            self._gone.add(track, glance, facts)
            if track.told is None and track.twin in self._tracks and track.twin is not None:
                track.twin.untell()  # the one that went is the one that was told
        self._tracks = [track for track in self._tracks if not track.is_refuted]
        for seen in left:
            is_fit = seen.rank[0] and self._is_of_size(seen)
            if is_fit and not is_double(self._tracks, seen):
                self._come(seen, glance, dt)

    def _is_of_size(self, seen: Seen) -> bool:
        """Whether it is about as large as the cards on this table are."""
        if len(self._indexes) < _FEW_SIZES:
            return True
        usual = sorted(self._indexes)[len(self._indexes) // 2]
        return _SIZES[0] < seen.height / usual < _SIZES[1]

    def _see(self, track: Track, seen: Seen, glance: Glance, dt: float) -> None:
        track.see(seen, glance, dt)
        if track.still == 2:
            self._heights = [*self._heights[-8:], track.outline.height]
            self._indexes = [*self._indexes[-8:], seen.height]

    def _come(self, seen: Seen, glance: Glance, dt: float) -> None:
        """A card that no track has: one that was moved, or a new one."""
        shape = outline(seen)
        track = self._gone.back(seen, shape)
        if track is None:
            track = Track(shape, seen.box, glance.frame, glance.time)
            track.rival = self._rival(seen, shape, glance.facts)
            track.twin = self._twin(seen)
            track.over = self._under(shape)
            track.inside = next((one for one in self._tracks if one.has_inside(seen)), None)
        track.outline, track.indexes = shape, list(seen.indexes)
        self._tracks.append(track)
        track.see(seen, glance, dt)
        track.still = 0

    def _rival(self, seen: Seen, shape: Outline, facts: Facts) -> Track | None:
        """A told card with the same label that is covered now, and may be this one."""
        for track in self._tracks:
            is_hidden = track.told is Kind.CARD and not track.is_here
            if (
                is_hidden
                and track.like(seen) is Like.SAME
                and not is_still_there(track, shape, facts)
            ):
                return track
        return None

    def _under(self, shape: Outline) -> Track | None:
        """A told card at the very same place."""
        for track in self._tracks:
            is_there = track.outline.far(shape) < CLOSE and track.outline.turned(shape) < SQUARE
            if is_there and track.told is Kind.CARD:
                return track
        return None

    def _twin(self, seen: Seen) -> Track | None:
        """A told card with the same label that moves in this very picture."""
        for track in self._tracks:
            is_like = track.told is Kind.CARD and track.like(seen) is Like.SAME
            if is_like and track.is_here and track.velocity != (0.0, 0.0):
                return track
        return None

    def _decide(self, glance: Glance, dt: float) -> list[Witnessed]:
        """The cards of which this picture made sure."""
        said = []
        waiting = [track for track in self._tracks if track.told is None]
        for track in sorted(waiting, key=lambda track: track.rest_at or glance.time):
            found = decided(track)
            if found is None or self._waits(track, glance, dt):
                continue
            if track.over in self._tracks and track.over is not None:
                if found.kind is not Kind.CARD or track.vote.frames < _SURELY_OTHER:
                    continue
                self._tracks.remove(track.over)
            if track.rival is not None:
                if track.rival not in self._tracks:
                    self._is_the_same(track, track.rival)
                    continue
                found = unread(track, _TWICE)
            said.append(self._say(track, found))
        return said

    def _waits(self, track: Track, glance: Glance, dt: float) -> bool:
        """Whether a card that could be told had better wait a little."""
        rival = track.rival
        if rival is not None:
            if rival.is_here or is_still_there(rival, track.outline, glance.facts):
                track.rival = None
            elif rival in self._tracks:
                track.rival_s += dt
                return track.rival_s < _RIVAL_S
        if self._table.has_places and self._table.at(track.outline.centre) is None:
            return glance.time - (track.rest_at or glance.time) < _ELSEWHERE_S
        return False

    def _is_the_same(self, track: Track, rival: Track) -> None:
        """A card that was told before, and lies here now."""
        track.told, track.label, track.rival = rival.told, rival.label, None
        track.disturbed = True
        self._gone.forget(rival)

    def _foreign(self, glance: Glance, dt: float) -> list[Witnessed]:
        """Card-shaped things without an index: a cut card, a joker; backs say nothing."""
        kept = []
        said = []
        for thing in glance.facts.things:
            lying = next((old for old in self._things if old.is_at(thing)), None)
            lying = lying or _Lying(thing.outline)
            lying.see(thing, dt)
            kept.append(lying)
            if any(_is_on(track, thing) for track in self._tracks):
                lying.time = 0.0
                continue
            kind = lying.kind
            if kind is None:
                continue
            track = Track(thing.outline, _box(thing), glance.frame, glance.time, rested=1)
            track.fill, track.rest_at = 1.0, glance.time
            self._tracks.append(track)
            kept.remove(lying)
            if self._gone.same_face(kind.value, glance.time):
                track.told, track.label = kind, kind.value
                continue
            found = Witnessed(
                kind, "", 1.0, None, glance.frame, glance.time, track.box,
                _JOKER if kind is Kind.UNREADABLE else "",
            )  # fmt: skip
            said.append(self._say(track, found))
        self._things = kept
        return said

    def _say(self, track: Track, found: Witnessed) -> Witnessed:
        """Remember that it was told, and put its place in."""
        track.told = found.kind
        track.label = found.card or ("" if found.kind is Kind.UNREADABLE else found.kind.value)
        if found.kind is Kind.CUT_CARD:
            return found
        return self._table.placed(found, track.outline.centre)


class _Lying:
    """A thing without an index that lies still."""

    def __init__(self, shape: Outline) -> None:
        self._outline = shape
        self._faces: list[Face] = []
        self.time = 0.0

    def is_at(self, thing: Thing) -> bool:
        return (
            self._outline.far(thing.outline) < 0.06
            and abs(self._outline.height / thing.outline.height - 1) < 0.15
        )

    def see(self, thing: Thing, dt: float) -> None:
        self.time += dt if self._faces else 0.0
        self._faces.append(thing.face)
        self._outline = thing.outline

    @property
    def kind(self) -> Kind | None:
        """What it is to be told as by now."""
        if self.time >= _WHITE_S and self._share(Face.WHITE) > 0.7:
            return Kind.UNREADABLE
        if self.time >= _PLAIN_S and self._share(Face.PLAIN) > 0.8:
            return Kind.CUT_CARD
        return None

    def _share(self, face: Face) -> float:
        return self._faces.count(face) / len(self._faces)


def _is_on(track: Track, thing: Thing) -> bool:
    """Whether a thing is a card that is followed already, or lies over or under one."""
    far = track.outline.far(thing.outline)
    return far < NEAR and track.outline.turned(thing.outline) < SQUARE


def _box(thing: Thing) -> Box:
    corners: Iterable[tuple[float, float]] = thing.outline.corners
    xs, ys = zip(*corners, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
