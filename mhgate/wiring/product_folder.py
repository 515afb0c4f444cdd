"""Where a product that is a program runs: beside thresholds.toml, or in the checkout under test."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mhgate.config import Config
from mhgate.config.target import CommandConfig
from mhgate.errors import UsageError

__all__ = ["PRODUCT_FOLDER", "product_folder"]

PRODUCT_FOLDER = "MHGATE_PRODUCT_FOLDER"
"""Holds the folder where the command of ``[target]`` runs, where its policy lies elsewhere."""


def product_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Return the folder from which ``[target]`` is looked up.

    It is that of thresholds.toml. Where the policy was written out from another commit, whoever did
    so says where the program under test lies; nothing else is looked up there.

    Args:
        config: thresholds.toml.
        environ: the environment.

    Returns:
        The folder, absolute where it was handed over.

    Raises:
        UsageError: what was handed over is no folder.
    """
    handed = environ.get(PRODUCT_FOLDER, "")
    if not handed or not isinstance(config.target, CommandConfig):
        return config.path.parent
    found = Path(handed)
    if not found.is_absolute() or not found.is_dir():
        raise UsageError(
            f"{PRODUCT_FOLDER}: found {handed!r}; expected the absolute path of a folder.",
            hint="The Action sets it; take it out of the workflow.",
        )
    return found
