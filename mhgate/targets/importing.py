"""Finding a callable or an app by ``package.module:name``, from the configuration's folder."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from mhgate.errors import CannotEvaluateError, ConfigError, Mistake, nearest

__all__ = ["importable_from", "load"]


@contextmanager
def importable_from(folder: Path) -> Iterator[None]:
    """Let modules of a folder be imported inside the ``with``, before those of other places."""
    entry = str(folder.resolve())
    sys.path.insert(0, entry)
    try:
        yield
    finally:
        if entry in sys.path:
            sys.path.remove(entry)


def load(reference: str, *, key: str, folder: Path) -> Any:
    """Import what a reference names.

    Args:
        reference: ``package.module:name``; the name may have dots.
        key: the key below ``[target]`` where it stands.
        folder: from which it is imported; the caller has made that possible.

    Returns:
        The object.

    Raises:
        ConfigError: no such module, or no such name in it.
        CannotEvaluateError: the module raises while it is imported, or another of its name was
            imported before.
    """
    where = f"thresholds.toml: target.{key}"
    module_name, colon, name = reference.partition(":")
    if not (module_name and colon and name):
        _refuse(where, repr(reference), "package.module:name", 'Write "my_bot.chat:reply", say.')
    found = _import(module_name, where, folder)
    for step in name.split("."):
        if not hasattr(found, step):
            near = nearest(step, [known for known in dir(found) if not known.startswith("__")])
            meant = f"Did you mean {near}?" if near else f"It stands in {_origin(found)}."
            _refuse(where, f"no {step!r} in {getattr(found, '__name__', name)}", "a name", meant)
        found = getattr(found, step)
    return found


def _import(module_name: str, where: str, folder: Path) -> Any:
    _refuse_a_namesake(module_name.partition(".")[0], where, folder)
    try:
        return importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        missing = error.name or ""
        if missing == module_name or module_name.startswith(f"{missing}."):
            _refuse(
                where,
                f"no module {missing!r}",
                f"a module in {folder}",
                _neighbours(folder, missing),
            )
        raise CannotEvaluateError(
            f"{where}: the module {module_name} imports {missing!r}, which is not installed.",
            hint=f"Install it beside mhgate: the function runs in {sys.executable}.",
        ) from error
    except (Exception, SystemExit) as error:
        raise CannotEvaluateError(
            f"{where}: the module {module_name} raises while it is imported: "
            f"{type(error).__name__}: {error}.",
            hint=f"python -c 'import {module_name}' in {folder} shows the same.",
        ) from error


def _refuse_a_namesake(package: str, where: str, folder: Path) -> None:
    """Refuse a module that this process has from elsewhere: another product would be measured."""
    loaded = getattr(sys.modules.get(package), "__file__", None)
    if loaded is None:
        return
    for path in (folder / f"{package}.py", folder / package / "__init__.py"):
        if path.is_file() and path.resolve() != Path(loaded).resolve():
            raise CannotEvaluateError(
                f"{where}: the module {package} of this process is {loaded}; expected {path}.",
                hint="Rename one of the two, or run the gate in a process of its own.",
            )


def _neighbours(folder: Path, missing: str) -> str:
    known = {path.stem for path in folder.glob("*.py")} | {
        path.parent.name for path in folder.glob("*/__init__.py")
    }
    near = nearest(missing.partition(".")[0], known)
    return (
        f"Did you mean {near}?"
        if near
        else "Names are looked up from the folder of thresholds.toml."
    )


def _origin(found: Any) -> str:
    return str(getattr(found, "__file__", None) or "a place without a file")


def _refuse(where: str, found: str, expected: str, hint: str) -> None:
    raise ConfigError([Mistake(where, found, expected, hint)])
