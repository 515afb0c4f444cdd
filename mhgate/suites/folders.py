"""Where suites lie: built in, in folders of a team's own; and modules that no suite reads."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from mhgate.errors import Mistake, SuiteError, nearest
from mhgate.suites.shown_paths import own_path

__all__ = [
    "builtin_folder",
    "builtin_paths",
    "builtin_pillars",
    "own_paths",
    "suite_folders",
    "unreached_modules",
]

_NOT_OURS = {"node_modules", "site-packages", "__pycache__"}
_PROBE = re.compile(rb"^[ \t]*@(?:\w+\.)*probe\(", re.MULTILINE)


def builtin_folder() -> Path:
    """Return where the built-in suites lie: inside the wheel, or beside the package in a checkout.

    Raises:
        SuiteError: the installation has lost them.
    """
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "builtin_suites", package.parent / "suites"):
        if folder.is_dir():
            return folder
    raise SuiteError(
        [
            Mistake(
                str(package),
                "no built-in suites",
                "builtin_suites/ in the package",
                "Reinstall mhgate.",
            )
        ]
    )


def builtin_pillars() -> tuple[str, ...]:
    """Return the names of the built-in suites."""
    return tuple(sorted(path.name for path in builtin_folder().iterdir() if _is_suite(path)))


def _is_suite(path: Path) -> bool:
    return path.is_dir() and any(path.glob("test_*.py"))


def suite_folders(folder: Path) -> list[Path]:
    """Return the suites that a folder is or holds.

    Args:
        folder: a suite, or a folder with suites right inside.

    Returns:
        Their folders, sorted; none where there is no suite.
    """
    if _is_suite(folder):
        return [folder]
    return sorted(path for path in folder.iterdir() if _is_suite(path)) if folder.is_dir() else []


def builtin_paths(names: Sequence[str], config_file: Path, mistakes: list[Mistake]) -> list[Path]:
    """Return the folders of built-in suites.

    Args:
        names: of them.
        config_file: the configuration, for messages.
        mistakes: where names that do not exist are told.
    """
    if not names:
        return []
    known = builtin_pillars()
    for name in names:
        if name not in known:
            guess = nearest(name, known)
            mistakes.append(
                Mistake(
                    f"{config_file}: suites.builtin",
                    repr(name),
                    f"one of {', '.join(known)}",
                    f"Did you mean {guess!r}?" if guess else "A folder of yours goes into folders.",
                )
            )
    return [builtin_folder() / name for name in names if name in known]


def own_paths(
    folders: Sequence[str], config_file: Path, mistakes: list[Mistake]
) -> list[tuple[Path, str]]:
    """Return the team's suites, each with the path by which reports name it.

    Args:
        folders: the team's own, relative to the configuration's.
        config_file: the configuration, for its folder and for messages.
        mistakes: where folders that hold none are told.
    """
    paths: list[tuple[Path, str]] = []
    for name in folders:
        folder = (config_file.parent / name).resolve()
        inside = suite_folders(folder)
        if not inside:
            siblings = (
                [path.name for path in folder.parent.iterdir() if path.is_dir()]
                if folder.parent.is_dir()
                else []
            )
            guess = nearest(folder.name, siblings)
            mistakes.append(
                Mistake(
                    f"{config_file}: suites.folders",
                    f"{name!r}, "
                    + ("which holds no test_*.py" if folder.is_dir() else "no folder"),
                    "a folder with test_*.py, or one that holds such folders",
                    f"Did you mean {guess!r}?" if guess and guess != folder.name else "Mend it.",
                )
            )
        paths += [(path, own_path(name, path.relative_to(folder))) for path in inside]
    return paths


def unreached_modules(
    folders: Sequence[str], paths: Sequence[Path], config_file: Path
) -> list[Mistake]:
    """Find modules with probes below the team's folders that lie in no suite: nobody plays them.

    Args:
        folders: the team's own, relative to the configuration's.
        paths: the folders of all suites that are read.
        config_file: the configuration, for its folder.
    """
    read = {path.resolve() for path in paths}
    below = {
        module
        for name in folders
        for module in _modules_below((config_file.parent / name).resolve())
    }
    return [
        Mistake(
            str(module),
            "probes in a module that no suite reads",
            "test_*.py right inside a suite's folder",
            "Move or rename it, or name its folder in suites.folders.",
        )
        for module in sorted(below)
        if (module.parent not in read or not module.name.startswith("test_"))
        and _PROBE.search(module.read_bytes())
    ]


def _modules_below(folder: Path) -> Iterator[Path]:
    """Yield the test modules below a folder, but for those of installed packages."""
    for here, folders, files in os.walk(folder):
        if "pyvenv.cfg" in files:
            folders.clear()
            continue
        folders[:] = [name for name in folders if name[0] != "." and name not in _NOT_OURS]
        for name in files:
            if name.endswith(".py") and (name.startswith("test_") or name.endswith("_test.py")):
                yield Path(here, name)
