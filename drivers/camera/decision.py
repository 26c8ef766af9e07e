"""When a followed card is told, and as what."""

from __future__ import annotations

from .glance import Kind, Witnessed
from .track import Track
from .vote import FEWEST

_SUIT_PICTURES = 6  # voted, and the suit is still not sure: it is told without
_PATIENCE_S = 0.9  # it lay open for so long and could not be read
_PATIENCE_PICTURES = 8
_WHITE = 0.3  # of its place was white as paper
_NO_FELT = 0.08  # of its place is not the table: little, where the table is white, too
_SEEN_ENOUGH = 2  # pictures at rest that make a card of what then went away


def decided(track: Track) -> Witnessed | None:
    """What to tell of a card that is not told yet, None while it may become surer."""
    vote = track.vote
    rank, suit = vote.rank, vote.suit
    if vote.frames >= FEWEST and rank.is_sure:
        if suit.is_sure:
            return _told(track, Kind.CARD, rank.name + suit.name, rank.share * suit.share)
        if vote.frames >= _SUIT_PICTURES:
            return _told(track, Kind.CARD, f"{rank.name}?", rank.share)
    if track.open_s >= _PATIENCE_S and track.rested >= _PATIENCE_PICTURES:
        if vote.frames and not rank.name and rank.share > 0.5:
            return None  # it is likely no card at all
        if not is_card(track):
            return None
        return unread(track, _doubt(track))
    return None


def unread(track: Track, why: str) -> Witnessed:
    """It is told as a card that could not be read."""
    return _told(track, Kind.UNREADABLE, "", track.vote.rank.share, why)


def left_unread(track: Track) -> bool:
    """Whether something went away that must have been a card."""
    return track.told is None and track.rested >= _SEEN_ENOUGH and is_card(track)


def is_card(track: Track) -> bool:
    """Whether something that could not be read is a card, as far as can be told."""
    is_alone = track.over is None and track.inside is None
    return is_alone and track.white > _WHITE and track.fill > _NO_FELT


def _doubt(track: Track) -> str:
    label = track.vote.label
    if not track.vote.frames:
        return "its index was never seen free"
    return f"perhaps {label}, but not sure" if label else "no index could be read"


def _told(track: Track, kind: Kind, card: str, confidence: float, why: str = "") -> Witnessed:
    confidence = round(min(1.0, confidence), 4)
    return Witnessed(kind, card, confidence, None, track.frame, track.time, track.box, why)
