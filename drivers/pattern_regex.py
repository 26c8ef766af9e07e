"""How long a regular expression may take: one that may take for ever is refused beforehand. Pure.

Python cannot stop an expression that has begun to try all ways to match. So the ways are counted
from above: each repetition and each choice multiplies them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

# The standard library's own parser; it has no public name.
_PARSER: Any = import_module("re._parser")

MOST = 300_000_000  # four times `.*` on 128 characters; measured: half a second at the very worst


def ways(expression: str, longest: int) -> int:
    """How many ways there are to match a text of at most `longest` characters; MOST + 1 at most.

    Raises re.error for an expression that is none.
    """
    return _of_all(_PARSER.parse(expression), longest)


def _of_all(items: Sequence[tuple[Any, Any]], longest: int) -> int:
    product = 1
    for operation, argument in items:
        product = min(product * _of_one(str(operation), argument, longest), MOST + 1)
    return product


def _of_one(operation: str, argument: Any, longest: int) -> int:
    match operation:
        case "SUBPATTERN":
            return _of_all(argument[-1], longest)
        case "BRANCH":
            return sum(_of_all(branch, longest) for branch in argument[1])
        case "GROUPREF_EXISTS":
            return sum(_of_all(branch, longest) for branch in argument[1:] if branch)
        case "ASSERT" | "ASSERT_NOT":
            return _of_all(argument[1], longest)
        case "ATOMIC_GROUP":
            return _of_all(argument, longest)
        case "POSSESSIVE_REPEAT":  # never takes back what it took
            return _of_all(argument[2], longest) * min(int(argument[1]), longest)
        case "MAX_REPEAT" | "MIN_REPEAT":
            fewest, most, body = argument
            return _repeated(_of_all(body, longest), int(fewest), min(int(most), longest))
    return 1


def _repeated(once: int, fewest: int, most: int) -> int:
    if once == 1:
        return max(1, most - fewest + 1)
    total = 0
    for times in range(fewest, max(fewest, most) + 1):
        total += min(once**times, MOST + 1)
        if total > MOST:
            break
    return total
