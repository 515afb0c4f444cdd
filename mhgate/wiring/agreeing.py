"""Files of ratings and their mapping -> how far judges agree with people."""

from __future__ import annotations

from pathlib import Path

from mhgate.calibration.defaults import DEFAULT_RESAMPLES, DEFAULT_RESEEDS, DEFAULT_SEED
from mhgate.importers import find_mapping, read_ratings
from mhgate.records import AgreementReport

__all__ = ["agreement_of_files"]


def agreement_of_files(
    ratings: Path,
    mapping: Path | None = None,
    *,
    resamples: int = DEFAULT_RESAMPLES,
    reseeds: int = DEFAULT_RESEEDS,
    seed: int = DEFAULT_SEED,
) -> AgreementReport:
    """Read ratings and measure how far judges agree with people.

    Args:
        ratings: a file of ratings, or the folder in which the raters' files lie.
        mapping: what its columns mean; None takes the mapping that lies with it.
        resamples: bootstrap resamples of each interval, at least 1.
        reseeds: how often categories are taken again with other seeds, at least 0.
        seed: where the randomness comes from, at least 0.

    Returns:
        The report.

    Raises:
        RatingsError: ratings or mapping cannot be read; each mistake with file and key.
        UsageError: a workbook, and openpyxl is not installed.
    """
    from mhgate.calibration.agreement import measure_agreement  # noqa: PLC0415 - loads numpy

    read = read_ratings(ratings, find_mapping(ratings) if mapping is None else mapping)
    return measure_agreement(read, resamples=resamples, reseeds=reseeds, seed=seed)
