"""Which mhgate this is."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

__all__ = ["version_of_mhgate"]


def version_of_mhgate() -> str:
    """Return the installed version."""
    try:
        return version("mhgate")
    except PackageNotFoundError:
        return "0+uninstalled"
