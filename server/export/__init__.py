"""The history as files, one file a format here; `formats.py` says which there are."""

from __future__ import annotations

from .formats import FORMATS as FORMATS
from .formats import Format as Format
from .formats import formats_here as formats_here
from .source import ExportError as ExportError
from .source import Options as Options
from .source import Source as Source
