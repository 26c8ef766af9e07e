"""Puts what a page is made of into the wheel; in a checkout it stays where it is."""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_CLIENT = "socket.io.esm.min.js"


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
