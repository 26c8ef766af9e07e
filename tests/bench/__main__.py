"""`make bench`: every measurement, one after the other."""

from __future__ import annotations

import platform
from datetime import UTC, datetime

from . import bulk, live, readers, roads, rules, shoe

print(f"{datetime.now(UTC):%Y-%m-%d}, Python {platform.python_version()}, {platform.machine()}")
for bench in (roads, rules, bulk, shoe, readers, live):
    bench.main()
