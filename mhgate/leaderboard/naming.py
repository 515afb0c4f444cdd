"""What each configuration is called: by its labels, or by its run where it has none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from mhgate.records import Report

__all__ = ["configuration_name", "names_of"]


def configuration_name(labels: Mapping[str, str]) -> str:
    """Return the name of a combination of levels.

    Args:
        labels: the level of each factor.

    Example:
        >>> configuration_name({"prompt": "therapeutic", "reasoning": "high"})
        'prompt=therapeutic reasoning=high'
    """
    return " ".join(f"{factor}={level}" for factor, level in labels.items())


def names_of(reports: Sequence[Report]) -> list[str]:
    """Return a name for each report, all different.

    Args:
        reports: in any order, no run twice.
    """
    runs = [report.provenance.run_id for report in reports]
    names = [configuration_name(report.provenance.configuration) for report in reports]
    counts = Counter(names)
    found = [
        run if not name else f"{name} ({run})" if counts[name] > 1 else name
        for name, run in zip(names, runs, strict=True)
    ]
    if len(set(found)) == len(found):
        return found
    return runs  # labels that look like another one's run
