"""A picture as a PNG file, painted by resvg; needs the extra `png`."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from .faces import faces
from .shapes import Picture, Text
from .svg import svg


class NoPainter(Exception):
    """resvg is not installed; the message says what to do."""


def png(picture: Picture, *, scale: float = 4) -> bytes:
    """The picture, each of its units `scale` pixels large; raises NoPainter, OSError."""
    try:
        import resvg_py
    except ImportError:
        raise NoPainter(
            "PNG needs the library resvg_py: install shoeboard with its extra, "
            "`pip install 'shoeboard[png]'`; SVG needs nothing."
        ) from None
    texts = [shape for shape in picture.shapes if isinstance(shape, Text)]
    with TemporaryDirectory() as folder:
        files = []
        for bold in (False, True):
            said = "".join(text.text for text in texts if text.bold == bold)
            for n, face in enumerate(faces(said, bold=bold)):
                files.append(Path(folder) / f"{n}-{bold}.ttf")
                files[-1].write_bytes(face.data)
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg(picture, scale=scale),
                font_files=[str(file) for file in files],
                skip_system_fonts=bool(files),
            )
        )
