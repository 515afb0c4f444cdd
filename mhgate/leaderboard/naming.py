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
    """Return a name for each report, all different; a label that all share names none.

    Args:
        reports: in any order, no run twice.
    """
    runs = [report.provenance.run_id for report in reports]
    labels = [report.provenance.configuration for report in reports]
    shared = set.intersection(*(set(each.items()) for each in labels)) if labels else set()
    names = [
        configuration_name(
            {key: level for key, level in each.items() if (key, level) not in shared}
        )
        for each in labels
    ]
    counts = Counter(names)
    found = [
        run if not name else f"{name} ({run})" if counts[name] > 1 else name
        for name, run in zip(names, runs, strict=True)
    ]
    if len(set(found)) == len(found):
        return found
    return runs  # labels that look like another one's run
