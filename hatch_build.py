"""Puts what a page is made of into the wheel; in a checkout it stays where it is."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_CLIENT = "socket.io.esm.min.js"
_BESIDE = ("unicode.json", "LICENSE")


class PagesInTheWheel(BuildHookInterface[Any]):
    """Called by hatchling for each wheel that it builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":
            return
        build_data["force_include"].update(
            {
                "static": "server/static",
                "templates": "server/templates",
                f"node_modules/socket.io-client/dist/{_CLIENT}": f"server/static/vendor/{_CLIENT}",
            }
        )
        build_data["force_include"].update(_fonts(Path(self.root)))


def _fonts(root: Path) -> dict[str, str]:
    """The fonts that pages need, with their licence; server/fonts.py says which."""
    spec = spec_from_file_location("fonts", root / "server" / "fonts.py")
    assert spec is not None
    assert spec.loader is not None
    fonts = module_from_spec(spec)
    spec.loader.exec_module(fonts)
    packages = root / "node_modules" / "@fontsource-variable"
    slices = fonts.kept(packages, root / "static" / "languages").values()
    files = [*(each.file for each in slices)]
    files += [packages / name / each for name in fonts.FAMILIES for each in _BESIDE]
    return {str(f): f"server/static/vendor/fonts/{f.relative_to(packages)}" for f in files}
