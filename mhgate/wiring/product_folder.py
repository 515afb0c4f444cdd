"""What of a configuration lies in the checkout under test, where its policy lies elsewhere.

The program of ``[target]``, and the files of every ``tls`` table: a workflow writes these into the
workspace, from secrets.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from mhgate.config import Config
from mhgate.config.target import CommandConfig
from mhgate.errors import UsageError

__all__ = ["PRODUCT_FOLDER", "TLS_FOLDER", "product_folder", "tls_folder"]

PRODUCT_FOLDER = "MHGATE_PRODUCT_FOLDER"
"""Holds the folder where the command of ``[target]`` runs, where its policy lies elsewhere."""

TLS_FOLDER = "MHGATE_TLS_FOLDER"
"""Holds the folder in which the files of ``tls`` tables are, where the policy lies elsewhere."""


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
    if not isinstance(config.target, CommandConfig):
        return config.path.parent
    return _handed(PRODUCT_FOLDER, environ) or config.path.parent


def tls_folder(config: Config, environ: Mapping[str, str]) -> Path:
    """Return the folder from which the files of ``tls`` are looked up, whosever table it is.

    Args:
        config: thresholds.toml, in whose folder they are where nobody says otherwise.
        environ: the environment.

    Returns:
        The folder, absolute where it was handed over.

    Raises:
        UsageError: what was handed over is no folder.
    """
    return _handed(TLS_FOLDER, environ) or config.path.parent


def _handed(variable: str, environ: Mapping[str, str]) -> Path | None:
    handed = environ.get(variable, "")
    if not handed:
        return None
    found = Path(handed)
    if not found.is_absolute() or not found.is_dir():
        raise UsageError(
            f"{variable}: found {handed!r}; expected the absolute path of a folder.",
            hint="The Action sets it; take it out of the workflow.",
        )
    return found
