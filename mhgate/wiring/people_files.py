"""Files that people govern beside thresholds.toml, as the verbs that look after them read them."""

from __future__ import annotations

from pathlib import Path

from mhgate.config import DISPOSITIONS_FILE, HAZARDS_FILE, Config, load_config
from mhgate.errors import UsageError
from mhgate.evidence.disposing import read_dispositions
from mhgate.evidence.hazard_log import read_hazards
from mhgate.records.dispositions import DispositionFile
from mhgate.records.hazards import HazardFile

__all__ = ["bytes_of", "config_at", "dispositions_of", "hazards_of"]


def config_at(path: Path | None) -> Config:
    """Return the configuration beside which such files lie.

    Args:
        path: the thresholds.toml; None: none was found.

    Raises:
        ConfigError: there is none, or it cannot be read.
    """
    return load_config(path)


def hazards_of(config: Config) -> HazardFile | None:
    """Return the hazards of a configuration; None where there is no file of the default name.

    Args:
        config: whose ``[evidence] hazards`` names the file.

    Raises:
        UsageError: it is named and not there, or is not as it should be.
    """
    named = config.evidence.hazards
    data = bytes_of(config.folder / named, optional=named == HAZARDS_FILE)
    return None if data is None else read_hazards(data, name=named)


def dispositions_of(config: Config) -> DispositionFile | None:
    """Return the dispositions of a configuration; None where there is no file yet.

    Args:
        config: whose ``[evidence] dispositions`` names the file.

    Raises:
        UsageError: it is named and not there, or is not as it should be.
    """
    named = config.evidence.dispositions
    data = bytes_of(config.folder / named, optional=named == DISPOSITIONS_FILE)
    return None if data is None else read_dispositions(data, name=named)


def bytes_of(path: Path, *, optional: bool) -> bytes | None:
    """Return a file's bytes; None where it is absent and need not be there.

    Args:
        path: of the file.
        optional: whether it may be absent.

    Raises:
        UsageError: it cannot be read, or is absent and must be there.
    """
    try:
        return path.read_bytes()
    except FileNotFoundError:
        if optional:
            return None
        raise UsageError(f"{path}: no such file.", hint="Mend the path.") from None
    except OSError as error:
        raise UsageError(
            f"{path}: {error.strerror or error}.", hint="Name a file that can be read."
        ) from error
