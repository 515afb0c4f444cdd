"""Holds the documentation to the code: examples run, links lead somewhere, tables are current."""

from __future__ import annotations

import doctest
import importlib
import re
import tomllib
from pathlib import Path

import pytest

from mhgate.errors import ExitCode

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "suites/*/*.md", "examples/**/*.md")
    for path in ROOT.glob(pattern)
    if "node_modules" not in path.parts and ".venv" not in path.parts
)
MODULES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in (ROOT / "mhgate").rglob("*.py")
    if path.stem != "__main__"
)


ROOMS = sorted({name.split(".")[1] for name in MODULES if "." in name})


@pytest.mark.parametrize("room", ["", *ROOMS])
def test_examples_in_docstrings_run(room: str) -> None:
    """What a docstring shows is what happens, in every module of a room."""
    start = f"mhgate.{room}" if room else "mhgate"
    names = [name for name in MODULES if name == start or (room and name.startswith(f"{start}."))]
    flags = doctest.NORMALIZE_WHITESPACE
    wrong = [
        name
        for name in names
        if doctest.testmod(importlib.import_module(name), optionflags=flags)[0]
    ]
    assert names
    assert not wrong


def test_links_lead_somewhere() -> None:
    """Every relative link of a page names a file of the project."""
    assert PAGES
    astray = [
        f"{page.relative_to(ROOT)} links to {link}"
        for page in PAGES
        for link in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text(encoding="utf-8"))
        if not link.startswith(("http://", "https://", "mailto:"))
        and not (page.parent / link).exists()
    ]
    assert not astray, "\n".join(astray)


@pytest.mark.parametrize(
    "page",
    [
        page
        for page in PAGES
        if (page.name in {"README.md", "suites.md"} and "docs" in str(page)) or page.parent == ROOT
    ],
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_code_blocks_are_code(page: Path) -> None:
    """Python compiles and TOML parses."""
    for language, block in re.findall(r"```(\w+)\n(.*?)```", page.read_text(), re.DOTALL):
        if language == "python":
            compile(block, str(page), "exec")
        elif language == "toml":
            tomllib.loads(block)


def test_the_readme_lists_every_exit_code() -> None:
    """The numbers that scripts rely on stand in the table."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    table = text.partition("| exit code of")[2].partition("\n\n")[0]
    for code in ExitCode:
        assert re.search(rf"\b{int(code)}\b", table), f"{code!r} is not in the table"


def test_the_project_speaks_of_itself_alone() -> None:
    """No page carries a path of somebody's machine."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for path in ("/work/", "/root/", "/home/"):
            assert path not in text, f"{page}: {path}"


def test_the_architecture_page_names_every_room() -> None:
    """docs/architecture.md is true: every module at the top of the package stands in it."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    for path in (ROOT / "mhgate").iterdir():
        name = path.stem
        if path.suffix in {".py", ""} and not name.startswith("_"):
            assert f"`{name}`" in text, f"{name} is not in docs/architecture.md"


def test_the_dependencies_page_names_every_dependency() -> None:
    """docs/dependencies.md tells why each is there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "docs/dependencies.md").read_text(encoding="utf-8")
    wanted = [
        *project["dependencies"],
        *(entry for extra in project["optional-dependencies"].values() for entry in extra),
    ]
    for requirement in wanted:
        name = re.split(r"[<>=\[]", requirement)[0]
        assert name == "mhgate" or name in text, f"{name} is not in docs/dependencies.md"
