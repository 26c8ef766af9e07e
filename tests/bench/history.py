"""The history at a million coups: each query, each page, each export against a plain writer.

python -m tests.bench.history [COUPS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from server.history import ShoeLog
from server.ledger.asked import parse
from server.ledger.ledger import Ledger
from server.ledger.search import rows_of, search
from server.ledger.shoes import shoes
from server.ledger.told import told
from server.log import EventLog

from .history_fill import fill
from .measure import percentile

_TABLES = ["t1", "t2", "t3", "t4"]
_ASKED = {
    "everything": {},
    "a table": {"table": "t1"},
    "ties": {"outcome": "tie"},
    "both pairs": {"pair": "both"},
    "tie, both pairs, natural": {"outcome": "tie", "pair": "both", "natural": "yes"},
    "corrected": {"corrected": "yes"},
    "any flag": {"flag": "any"},
    "a flag that nothing has": {"flag": "inserted"},
    "a week": {"since": "2025-02-01", "until": "2025-02-07"},
    "a table's corrected ties of a month": {
        "table": "t1", "outcome": "tie", "corrected": "yes", "since": "2025-02-01",
        "until": "2025-02-28",
    },
}  # fmt: skip
_EXPORTS = ("csv", "parquet", "jsonl", "xlsx", "json")
_PLAIN = """
import csv, sys, time
from pathlib import Path
from server.export.csv_rows import COLUMNS, cells
from server.ledger.ledger import Ledger
from server.ledger.search import rows_of
from server.log import EventLog
ledger = Ledger(EventLog.open(Path(sys.argv[1])))
rows = [cells(row) for row in rows_of(ledger, [k.id for k in ledger.kept("t1")])]
begun = time.perf_counter()
if sys.argv[2] == "csv":
    with open(sys.argv[3], "w", newline="") as out:
        csv.writer(out).writerows([COLUMNS, *rows])
else:
    import pyarrow as pa, pyarrow.parquet as pq
    table = pa.table({name: [str(row[n]) for row in rows] for n, name in enumerate(COLUMNS)})
    pq.write_table(table, sys.argv[3], compression="zstd")
print(f"{time.perf_counter() - begun:.1f}")
"""


def main(coups: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        data, begun = Path(folder) / "data", time.perf_counter()
        # All at one table, so that an export has them all; a few at the others.
        counts = fill(data, coups, 1)
        print(f"{coups:,} coups, {counts['t1']:,} shoes, filled in {_since(begun)}")
        for file in sorted(data.glob("*.sqlite")):
            print(f"  {file.name:20} {file.stat().st_size / 1e6:8,.0f} MB")
        log = EventLog.open(data)
        ledger = Ledger(log)
        _same(ledger)
        _queries(ledger)
        log.close()
        _exports(data, Path(folder))


def _same(ledger: Ledger) -> None:
    """The rows are what the log's replay comes to, for a sample of shoes; and how fast that is."""
    kept = ledger.kept("t1")
    sample, begun = kept[:: max(1, len(kept) // 20)], time.perf_counter()
    rows = [[told(row) for row in _log(ledger, k.number).coups()] for k in sample]
    each = (time.perf_counter() - begun) / len(sample)
    assert rows == [[*rows_of(ledger, [k.id])] for k in sample]
    print(f"  {len(sample)} shoes replayed: the same rows; {each * 1e3:.1f} ms a shoe")


def _log(ledger: Ledger, number: int) -> ShoeLog:
    found = ledger.shoe_log("t1", number)
    assert found is not None
    return found


def _queries(ledger: Ledger) -> None:
    print("A page of 50 coups, the first and the third (ms, median and most of 20):")
    for name, query in _ASKED.items():
        wanted = parse(query, tables=_TABLES).wanted
        first = search(ledger, wanted)
        deep = search(ledger, wanted, before=first.older) if first.older else first
        took = [_timed(partial(search, ledger, wanted)) for _ in range(20)]
        far = [_timed(partial(search, ledger, wanted, before=deep.older)) for _ in range(20)]
        total = "" if first.total is None else f"{first.total:,}"
        print(f"  {name:38} {total:>10} {_ms(took)}   {_ms(far)}")
    took = [_timed(lambda: shoes(ledger, parse({}, tables=_TABLES).wanted)) for _ in range(20)]
    print(f"  {'a page of 30 shoes':38} {'':>10} {_ms(took)}")
    middle = ledger.kept("t1")[len(ledger.kept("t1")) // 2].number
    took = [_timed(lambda: _log(ledger, middle).shoe()) for _ in range(20)]
    print(f"  {'a shoe found and replayed':38} {'':>10} {_ms(took)}")


def _exports(data: Path, folder: Path) -> None:
    print("Exports of all of it, each in a process of its own:")
    shoeboard = Path(sys.executable).with_name("shoeboard")
    for form in _EXPORTS:
        out = folder / f"out.{form}"
        words = [shoeboard, "export", "--table", "t1", "--data", data, "--format", form, "-o", out]
        print(f"  {form:8} {_run(words, out)}")
        out.unlink(missing_ok=True)
    for form in ("csv", "parquet"):
        out = folder / f"plain.{form}"
        words = [sys.executable, "-c", _PLAIN, data, form, out]
        print(f"  plain {form}, rows in memory: {_run(words, out)}")


def _run(words: list[object], out: Path) -> str:
    begun = time.perf_counter()
    child = subprocess.Popen([*map(str, words)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    said = child.stdout.read().strip()
    child.stdout.close()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    size = out.stat().st_size / 1e6 if out.exists() else 0
    rss, cpu = used.ru_maxrss / 1024, used.ru_utime + used.ru_stime
    more = f", of which writing {said} s" if said else ""
    return f"{_since(begun)} ({cpu:.0f} s CPU), {rss:,.0f} MB RSS, {size:,.1f} MB{more}"


def _timed(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _ms(values: list[float]) -> str:
    return f"{percentile(values, 0.5) * 1e3:6.1f} {max(values) * 1e3:6.1f}"


def _since(begun: float) -> str:
    return f"{time.perf_counter() - begun:.1f} s"


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
