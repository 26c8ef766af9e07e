"""A pattern file: the protocol of a shoe or scanner in TOML. Complaints name file, key and choices.

Two worked examples, with every key explained, lie in `drivers/patterns/`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import BaseModel, ValidationError

from . import _KINDS, BadReader, pattern_regex
from .pattern_model import (
    ChecksumTable,
    CountTable,
    Description,
    FrameTable,
    LineTable,
    MessageTable,
)

EXAMPLES = Path(__file__).with_name("patterns")

_TABLES: dict[object, type[BaseModel]] = {
    "line": LineTable,
    "frame": FrameTable,
    "checksum": ChecksumTable,
    "count": CountTable,
    "messages": MessageTable,
}
# What a group is looked up in where the expressions see hex: there, no code speaks for itself.
_MAPS = {
    "rank": "ranks",
    "suit": "suits",
    "card": "cards",
    "side": "sides",
    "outcome": "outcomes",
    "pairs": "pairs",
}


def read_pattern(url: str, kind: str, rest: str) -> Description:
    """The pattern that a URL `KIND@FILE:PORT` names, whose part after the first `:` is `rest`.

    Raises BadReader with a sentence that names the file, the key and what is possible.
    """
    name, _, file = kind.partition("@")
    if not file:
        port = "/dev/input/by-id/...-event-kbd" if name == "keyboard" else "/dev/ttyUSB0"
        raise BadReader(
            f"Reader {url!r}: the file that describes its frames is missing: write "
            f"{name}@FILE:{port}; two worked examples lie in {EXAMPLES}"
        )
    path = Path(file)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        if ".toml:" in rest:
            why += ". The path of the file must not contain ':', which begins the port"
        raise BadReader(f"Reader {url!r}: cannot read {file}: {why}.") from None
    try:
        return parse_pattern(text)
    except ValueError as error:
        raise BadReader(f"{file}: {str(error).rstrip('.')}.") from None


def parse_pattern(text: str) -> Description:
    """The pattern of a TOML text; raises ValueError, a sentence that names the key."""
    try:
        description = Description.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"it is not TOML: {error}") from None
    except RecursionError:
        raise ValueError("it is not TOML that anybody wrote: it is nested too deep") from None
    except ValidationError as error:
        raise ValueError(_sentence(error)) from None
    _check_name(description)
    _check_frame(description)
    _check_count(description)
    _check_messages(description)
    return description


def _sentence(error: ValidationError) -> str:
    details = error.errors(include_url=False)
    # A typo makes a key both unknown and missing: the one that stands there is the one to name.
    detail = min(details, key=lambda detail: detail["type"] != "extra_forbidden")
    place, message = detail["loc"], str(detail["msg"])
    if detail["type"] == "extra_forbidden":
        message = f"there is no such key; possible are {_possible(place)}"
    elif detail["type"] == "missing":
        message = "this key is missing"
    elif detail["type"] == "string_pattern_mismatch":
        message = f"must be letters, digits and _, at most 32, not {detail['input']!r}"
    elif message.startswith("Input should"):
        message = f"{message.replace('Input should', 'must')}, not {detail['input']!r}"
    key = _key(place)
    return f"{key}: {message.removeprefix('Value error, ')}" if key else message


def _key(place: tuple[int | str, ...]) -> str:
    """A key as it is found in the file: the messages are counted from 1."""
    if len(place) > 1 and place[0] == "messages":
        return ".".join((f"message {int(place[1]) + 1}", *map(str, place[2:])))
    return ".".join(map(str, place))


def _possible(place: tuple[int | str, ...]) -> str:
    table = _TABLES.get(place[0], Description) if len(place) > 1 else Description
    return ", ".join(field.alias or name for name, field in table.model_fields.items())


def _check_name(description: Description) -> None:
    if description.name.lower() in (*_KINDS, "camera"):
        raise ValueError(
            f"name: {description.name!r} is another kind of reader: choose a name of your own, "
            "under which this one stands in the log"
        )


def _check_frame(description: Description) -> None:
    shape, check, told = description.shape(), description.check(), description.checksum
    length = shape.length or shape.longest
    size = check.width if check else 0
    if length <= shape.shortest + size:
        key = "length" if shape.length else "longest"
        raise ValueError(
            f"frame.{key}: {length} bytes leave none for the content: the delimiters and the "
            f"checksum alone take {shape.shortest + size}"
        )
    if check is None:
        if shape.length > 1 and not shape.shortest:
            raise ValueError(
                "frame.length: after a lost byte a length alone cuts the frames in their middle, "
                "and makes other cards of them: say starts, ends or a checksum, too"
            )
        return
    if told.written in ("big", "little") and not shape.length and not shape.after_end:
        raise ValueError(
            "checksum.written: a raw byte may look like the end that it stands before: say "
            'frame.length too, or place = "after_end" where it comes after the end'
        )
    covers, stands = check.place(length)
    if not covers or (covers.start < stands.stop and stands.start < covers.stop):
        raise ValueError(
            f"checksum.from, checksum.to: in a frame of {length} bytes they cover "
            f"{_offsets(covers)}, and the checksum itself stands at {_offsets(stands)}"
        )


def _offsets(covered: range) -> str:
    return f"{covered.start} to {covered.stop - 1}" if covered else "nothing"


def _check_count(description: Description) -> None:
    counted = any("count" in table.expression().groupindex for table in description.messages)
    if counted and description.count is None:
        raise ValueError("count: match has a group count: say most, its highest value")
    if description.count is not None and not counted:
        raise ValueError("count: no match has a group count: (?P<count>...) says where it stands")
    if description.count is not None and description.repeat_s:
        raise ValueError("repeat_s: with a count, repeats are told by it: leave repeat_s out")


def _check_messages(description: Description) -> None:
    longest = description.frame.length or description.frame.longest
    characters = longest * 2 if description.is_hex else longest
    for number, table in enumerate(description.messages, start=1):
        try:
            is_slow = pattern_regex.ways(table.match, characters) > pattern_regex.MOST
        except RecursionError:
            is_slow = True
        if is_slow:
            raise ValueError(
                f"message {number}: match may take too long on a frame that nearly fits: repeat "
                "nothing that has repetitions or choices in it, and write {1,4} rather than * or +"
            )
        for group in table.expression().groupindex if description.is_hex else ():
            if group in _MAPS and not getattr(description, _MAPS[group]):
                raise ValueError(
                    f"{_MAPS[group]}: message {number} has the group {group}, and with encoding = "
                    f'"hex" the table [{_MAPS[group]}] must say what its codes mean'
                )
