"""The house's laws: purity, one-way imports, small files, lazy readers."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = [*ROOT.glob("server/**/*.py"), *ROOT.glob("drivers/**/*.py")]
CORE = sorted(ROOT.glob("server/baccarat/*.py"))
CORE_ORDER = (
    "cards", "roles", "tableau", "coup", "facts", "bets", "kinds", "known_bets", "odds", "rules",
    "observations", "events", "effective", "settled", "hits", "payout", "shoe", "allowed",
    "dealing", "reports", "rulings", "reveal", "play", "patterns", "roads", "snapshot",
)  # fmt: skip
WRITTEN = [
    path
    for pattern in ("server/**/*.py", "drivers/**/*.py", "tests/**/*.py", "static/*", "templates/*")
    for path in ROOT.glob(pattern)
    if path.is_file()
]
# What a pure core may take from the standard library; the rest is the outside world.
PURE = {
    "__future__", "collections", "collections.abc", "dataclasses", "datetime", "enum", "fractions",
    "itertools", "operator", "typing",
}  # fmt: skip


def imports(path: Path) -> set[str]:
    """The absolute names of the modules that a file imports."""
    package = path.relative_to(ROOT).parts[:-1]
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            found.add(".".join((*base, *filter(None, [node.module]))))
    return found


@pytest.mark.parametrize("path", CORE, ids=lambda path: path.stem)
def test_the_core_is_pure_and_its_imports_go_one_way(path: Path) -> None:
    if path.stem == "__init__":
        assert imports(path) == set()
        return
    before = {f"server.baccarat.{name}" for name in CORE_ORDER[: CORE_ORDER.index(path.stem)]}
    # pydantic asks a Card for its JSON form; the import is inside that one method.
    allowed = PURE | before | ({"pydantic_core"} if path.stem == "cards" else set())
    assert imports(path) <= allowed
    called = {
        ast.unparse(node.func) for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    }  # fmt: skip
    assert not called & {"open", "print", "input", "exec", "eval", "datetime.now", "id"}


def test_drivers_import_the_core_and_nothing_else_of_the_server() -> None:
    others = {
        str(path): server
        for path in ROOT.glob("drivers/**/*.py")
        if (server := {name for name in imports(path) if name.split(".")[0] == "server"})
        and not all(name.startswith("server.baccarat") for name in server)
    }
    assert others == {}


@pytest.mark.parametrize(
    "name",
    [
        "angel_eye", "line", "counting", "pattern", "pattern_model", "pattern_regex", "framing",
        "checksum", "keys", "camera/address", "camera/parts",
    ],
)  # fmt: skip
def test_decoders_know_no_port_clock_or_thread(name: str) -> None:
    assert not imports(ROOT / "drivers" / f"{name}.py") & {"serial", "time", "threading", "socket"}


def test_serial_and_camera_libraries_load_only_with_their_reader() -> None:
    program = (
        "import sys, server.cli, server.serve, server.batch; from drivers import open_reader;"
        "open_reader('simulated:'); assert not {'serial', 'cv2'} & set(sys.modules);"
        "open_reader('keyboard@drivers/patterns/barcode_scanner.toml:/dev/null');"
        "assert not {'serial', 'cv2'} & set(sys.modules);"
        "open_reader('camera:0'); assert not {'serial', 'cv2', 'numpy'} & set(sys.modules);"
        "open_reader('line:/dev/null'); assert 'serial' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True, cwd=ROOT)


def test_numpy_is_bulks_alone_and_bulk_belongs_to_the_two_commands_that_use_it() -> None:
    users: dict[str, set[str]] = {"numpy": set(), "server.bulk": set()}
    for path in ROOT.glob("server/**/*.py"):
        for library, those in users.items():
            if any(name == library or name.startswith(library + ".") for name in imports(path)):
                those.add(str(path.relative_to(ROOT / "server")))
    assert all(name.startswith("bulk/") for name in users["numpy"])
    assert {name for name in users["server.bulk"] if not name.startswith("bulk/")} == {
        "audit.py", "simulate.py",
    }  # fmt: skip


def test_no_file_is_over_300_lines() -> None:
    lines = {str(path): len(path.read_text().splitlines()) for path in WRITTEN}
    assert len(lines) > 300
    assert {path: count for path, count in lines.items() if count > 300} == {}


def test_every_file_says_what_it_is_for() -> None:
    first = {
        str(path): (ast.get_docstring(ast.parse(path.read_text())) or "").split("\n")[0].rstrip()
        for path in OURS
    }
    assert len(first) > 100
    assert {path: line for path, line in first.items() if not line.endswith((".", ":"))} == {}


def test_nothing_but_the_composition_root_builds_tables_and_logs() -> None:
    builders = {
        path.name
        for path in ROOT.glob("server/**/*.py")  # drivers cannot reach these
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Table", "Pump", "create_app")
    }
    assert builders == {"serve.py"}
