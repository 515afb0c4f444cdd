"""By which path a report names a suite: one that says nothing of the machine, on every machine."""

from __future__ import annotations

import posixpath
from pathlib import PurePath

__all__ = ["builtin_path", "own_path"]


def builtin_path(name: str) -> str:
    """Return the path of a suite that mhgate ships; where it is installed is no part of it."""
    return f"mhgate/{name}"


def own_path(name: str, inside: PurePath) -> str:
    """Return the path of a team's own suite, with forward slashes.

    Args:
        name: the folder as the configuration names it.
        inside: the suite's folder within that one.

    Returns:
        A path relative to the configuration's folder; of an absolute name, its last part stays.

    Example:
        >>> own_path("./suites/", PurePath("manners")), own_path("/srv/manners", PurePath("."))
        ('suites/manners', 'manners')
    """
    named = PurePath(name)
    kept = PurePath(named.name) if named.is_absolute() else named
    return posixpath.normpath((kept / inside).as_posix())
