"""Holds the house: floors, fences, sizes and names (docs/architecture.md)."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mhgate"
MODULES = sorted(PACKAGE.rglob("*.py"))

# which room may import which library; a library that is not named here stays outside
FENCES = {
    "httpx": {"targets", "action", "attest"},
    "httpcore": {"targets"},
    "httptools": {"targets"},
    "websockets": {"targets"},
    "numpy": {"stats"},
    "scipy": {"stats"},
    "pytest": {"pytest_plugin", "cli"},
    "_pytest": {"pytest_plugin"},
    "rich": {"report", "cli"},
    "jinja2": {"report"},
    "markupsafe": {"report"},  # the type of what jinja2 has escaped
    "click": {"cli"},
    "hypothesis": {"perturb", "shrinking", "testing"},
    "cryptography": {"attest", "sealed"},
    "sqlite3": {"store"},  # of the standard library, and behind a fence all the same
    "sigstore": {"attest"},
    "rfc3161_client": {"attest"},
    "weasyprint": {"report"},
    "distributed": {"scale_out"},
    "jsonpath": {"targets", "config"},
    "tenacity": {"targets"},
    "openpyxl": {"importers", "report"},
    "pyrage": {"sealed"},
    "pyarrow": {"report"},
    "rfc8785": {"canonical"},
    "pydantic": None,  # records are pydantic models everywhere
    "pydantic_core": None,
}


def _room(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def _imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
    return found


def test_the_floors_hold() -> None:
    """Imports go down, and rooms on one floor are blind to each other (import-linter)."""
    ran = subprocess.run(
        [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "1 kept, 0 broken" in ran.stdout


def _past_its_fence(path: Path) -> Iterator[str]:
    where = path.relative_to(ROOT)
    for name in sorted(_imports(path)):
        library = name.partition(".")[0]
        if library == "mhgate":
            continue
        if library not in FENCES:
            if library in sys.stdlib_module_names:
                continue
            yield f"{where}: {library} is behind no fence: name the rooms that may use it"
        elif (rooms := FENCES[library]) is not None and _room(path) not in rooms:
            yield f"{where}: {_room(path)} imports {library}"


def test_a_library_stays_in_the_rooms_that_may_use_it() -> None:
    """Httpx is for targets, numpy for stats, pytest for its plugin, and so on."""
    assert len(MODULES) > 100
    past = [complaint for path in MODULES for complaint in _past_its_fence(path)]
    assert not past, "\n".join(past)


def test_no_room_goes_through_the_root() -> None:
    """Rooms import each other's modules; ``import mhgate`` would be a way around the floors."""
    through = [str(path.relative_to(ROOT)) for path in MODULES if "mhgate" in _imports(path)]
    assert not through, "\n".join(through)


def test_no_file_is_a_drawer() -> None:
    """A file is named for what it holds, and holds one thing."""
    drawers = {"utils", "helpers", "common", "base", "manager", "misc"}
    assert not [path for path in MODULES if path.stem in drawers]
    long = {
        str(path.relative_to(ROOT)): lines
        for path in MODULES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 450
    }
    assert not long, f"look for the second thing in: {long}"


def test_importing_every_module_does_nothing(tmp_path: Path) -> None:
    """No module writes, connects, or prints when it is imported."""
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in MODULES
        if path.stem != "__main__"
    ]
    code = (
        "import socket, sys, importlib, pathlib\n"
        "def refuse(*_a, **_k): raise AssertionError('a connection at import')\n"
        "socket.socket.connect = socket.create_connection = refuse\n"
        f"for name in {names!r}: importlib.import_module(name)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")
    assert not list(tmp_path.iterdir())
