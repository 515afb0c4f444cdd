"""A report -> annotations: the worst first, as many as GitHub shows, each at its probe's line."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from pathlib import Path

from mhgate.action.commands import annotation
from mhgate.records import Outcome, ProbeVerdict, Report
from mhgate.wiring import printable

__all__ = ["annotated"]

_MOST = 10  # of each level that GitHub shows of one step
_SAID = 1000
_NAMED = 200
_RANK = {Outcome.FAIL: 0, Outcome.ERROR: 1, Outcome.INCONCLUSIVE: 2}


def annotated(report: Report, *, config: str, root: Path | None) -> list[str]:
    """Return the commands that annotate what is not a pass.

    Args:
        report: any report.
        config: thresholds.toml from the repository's root.
        root: of the checkout, in which a probe's file is looked for.

    Returns:
        At most ten errors and ten warnings; what is advisory is never an error.
    """
    found = sorted(_open(report), key=_badness)
    errors = [probe for probe in found if _is_error(probe)]
    warnings = [probe for probe in found if not _is_error(probe)]
    lines: list[str] = []
    for level, probes in (("error", errors), ("warning", warnings)):
        shown = probes[:_MOST] if len(probes) <= _MOST else probes[: _MOST - 1]
        lines += [_at_its_line(level, probe, config, root) for probe in shown]
        if left := len(probes) - len(shown):
            lines.append(
                annotation(level, f"and {left} more: see the summary", title="mhgate", file=config)
            )
    return lines


def _open(report: Report) -> Iterator[ProbeVerdict]:
    for pillar in report.verdict.pillars:
        for probe in pillar.probes:
            if probe.outcome is not Outcome.PASS:
                yield probe


def _is_error(probe: ProbeVerdict) -> bool:
    blocks = probe.threshold.required and probe.waived is None
    return blocks and probe.outcome in {Outcome.FAIL, Outcome.ERROR}


def _badness(probe: ProbeVerdict) -> tuple[int, float, str]:
    point = probe.estimate.point
    short = 0.0 if point is None else point - probe.threshold.min_score
    drop = 0.0 if probe.comparison is None else probe.comparison.difference
    return _RANK.get(probe.outcome, 3), min(short, drop), probe.probe.id


def _at_its_line(level: str, probe: ProbeVerdict, config: str, root: Path | None) -> str:
    path = posixpath.normpath(posixpath.join(posixpath.dirname(config), probe.probe.path))
    inside = root is not None and not path.startswith(("/", "..")) and (root / path).is_file()
    return annotation(
        level,
        printable(probe.sentence, limit=_SAID),
        title=printable(f"{probe.probe.id}: {probe.outcome.value}", limit=_NAMED),
        file=path if inside else config,
        line=probe.probe.line if inside else None,
    )
