"""A picture as an SVG file."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from .shapes import Circle, Line, Picture, Rect, Shape, Text

_FONT = (
    '"Noto Sans", "Noto Sans Variable", "Noto Sans TC", "Noto Sans KR", "Noto Sans SC",'
    ' "Noto Sans JP", "Noto Sans Thai", "Noto Sans CJK SC", "DejaVu Sans", Arial, sans-serif'
)
FONT = _FONT.replace('"', "'")


def svg(picture: Picture, *, scale: float = 3) -> str:
    """The picture as the text of an SVG file, each of its units `scale` pixels large."""
    width, height = picture.width, picture.height
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(width)} {_n(height)}" '
        f'width="{_n(width * scale)}" height="{_n(height * scale)}" role="img" '
        f'font-family="{FONT}" stroke-linecap="round">',
        f"<title>{_said(picture.title)}</title>",
        *map(_element, picture.shapes),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _element(shape: Shape) -> str:
    match shape:
        case Rect():
            place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
            radius = {"rx": shape.r} if shape.r else {}
            return f"<rect {_given(place | radius)} {_paint(shape)}/>"
        case Circle():
            return (
                f"<circle {_given({'cx': shape.x, 'cy': shape.y, 'r': shape.r})} {_paint(shape)}/>"
            )
        case Line():
            ends = {"x1": shape.x1, "y1": shape.y1, "x2": shape.x2, "y2": shape.y2}
            return (
                f'<line {_given(ends)} stroke="{shape.stroke}" stroke-width="{_n(shape.thick)}"/>'
            )
        case Text():
            more = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
            more += ' font-weight="700"' if shape.bold else ""
            place = {"x": shape.x, "y": shape.y, "font-size": shape.size}
            return f'<text {_given(place)}{more} fill="{shape.fill}">{_said(shape.text)}</text>'


def _paint(shape: Rect | Circle) -> str:
    paint = f'fill="{shape.fill or "none"}"'
    if shape.stroke:
        paint += f' stroke="{shape.stroke}" stroke-width="{_n(shape.thick)}"'
    return paint


def _given(values: dict[str, float]) -> str:
    return " ".join(f'{name}="{_n(value)}"' for name, value in values.items())


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _said(text: str) -> str:
    return escape("".join(_allowed(text)))


def _allowed(text: str) -> Iterator[str]:
    """The characters that XML can hold; for another one a mark that something is missing."""
    for character in text:
        n = ord(character)
        is_well = n in (9, 10, 13) or 32 <= n < 0xD800 or 0xE000 <= n < 0xFFFE or n > 0xFFFF
        yield character if is_well else "\ufffd"
