"""The trend as text: a line a run, the newest last; what is not comparable is drawn apart.

Outcomes are words. A pillar's figures are its trust score, from 0 to 100 as in its report; a
probe's are its score. The bar is the axis from 0 to 1 with the interval and the score on it; where
the stream's encoding carries no such characters, it is drawn in ASCII.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from mhgate.records.registered import TrendPoint
from mhgate.report.bar import ASCII, DRAWN, Strokes, bar
from mhgate.report.safe_text import carries_unicode, printable

__all__ = ["figure", "policy_changed", "render_history", "render_history_json"]

_NARROW = 76  # columns, below which a run takes two lines
_LEAST_CELLS, _MOST_CELLS = 10, 40
_SHORT = 7  # digits by which people know a commit
_FIGURES = "100.0  100.0 to 100.0"
_LONGEST_NAME = 40


def render_history(points: Sequence[TrendPoint], *, width: int, encoding: str = "utf-8") -> str:
    """Return the trend of each pillar, or probe, as text.

    Args:
        points: the newest last.
        width: of the terminal, in characters; at least 30 are used.
        encoding: what the stream carries.

    Returns:
        Lines, with a line end after each.
    """
    strokes = DRAWN if carries_unicode(encoding) else ASCII
    lines: list[str] = []
    for name, found in _series(points).items():
        lines += [*([""] if lines else []), printable(name, encoding=encoding)]
        before: TrendPoint | None = None
        for point in found:
            for why in () if before is None else _marks(before, point):
                lines += [f"  -- {each}" for each in _broken(why, max(30, width) - 5)]
            lines += _lines(point, max(30, width), strokes, encoding)
            before = point
    if not lines:
        lines = ["no run of the register has ended yet that is a whole gate"]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _series(points: Sequence[TrendPoint]) -> dict[str, list[TrendPoint]]:
    series: dict[str, list[TrendPoint]] = {}
    for point in points:
        series.setdefault(point.probe or point.pillar, []).append(point)
    return series


def _moved(before: TrendPoint, point: TrendPoint) -> str | None:
    """Return why two points are not comparable, None where they are."""
    if before.method_version != point.method_version:
        return (
            f"the method changed ({before.method_version} to {point.method_version}): what stands "
            "above is not comparable with what follows"
        )
    if before.measurement_fingerprint != point.measurement_fingerprint:
        return (
            "what is measured changed (probes, questions or judge): what stands above is not "
            "comparable with what follows"
        )
    return None


def _marks(before: TrendPoint, point: TrendPoint) -> Iterator[str]:
    """Say what changed between two points."""
    if why := _moved(before, point):
        yield why
    if policy_changed(before, point):
        yield (
            "the policy changed (thresholds, profile or trust): outcomes above and below were "
            "decided by other bars"
        )


def policy_changed(before: TrendPoint, point: TrendPoint) -> bool:
    """Return whether two runs were decided by other policies, as far as both are known.

    Args:
        before: the earlier one.
        point: the later one.
    """
    known = (before.policy_digest, point.policy_digest)
    return None not in known and before.policy_digest != point.policy_digest


def figure(value: float, point: TrendPoint) -> str:
    """Return a figure as reports write it: a trust score from 0 to 100, a probe's score up to 1.

    Args:
        value: on the scale of a probe's score.
        point: whose it is.
    """
    return f"{100 * value:.1f}" if point.probe is None else f"{value:.3f}"


def _broken(text: str, width: int) -> Iterator[str]:
    line = ""
    for word in text.split():
        if line and len(line) + 1 + len(word) > width:
            yield line
            line = word
        else:
            line = f"{line} {word}".strip()
    yield line


def _lines(point: TrendPoint, width: int, strokes: Strokes, encoding: str) -> list[str]:
    at = point.at.strftime("%Y-%m-%d %H:%M")
    commit = printable((point.commit or "no commit")[:_SHORT], encoding=encoding)
    head = f"  {at}  {commit:<{_SHORT}}  {point.outcome.value:<13}"
    score = "-----" if point.score is None else f"{figure(point.score, point):>5}"
    between = (
        ""
        if point.low is None or point.high is None
        else f"{figure(point.low, point)} to {figure(point.high, point)}"
    )
    figures = f"{score}  {between}"
    tail = _tail(point, encoding)
    if width < _NARROW:
        cells = max(_LEAST_CELLS, min(_MOST_CELLS, width - len(_FIGURES) - 8))
        fits = width >= len(_FIGURES) + _LEAST_CELLS + 6
        second = f"      {figures:<{len(_FIGURES)}}"
        return [head, second + (f"  {_bar(point, cells, strokes)}" if fits else "")]
    cells = max(_LEAST_CELLS, min(_MOST_CELLS, width - len(head) - len(_FIGURES) - len(tail) - 4))
    line = f"{head}{figures:<{len(_FIGURES)}}  {_bar(point, cells, strokes)}"
    return [f"{line}  {tail}" if len(line) + len(tail) + 2 <= width else line]


def _tail(point: TrendPoint, encoding: str) -> str:
    said: list[str] = [] if point.kind == "run" else [point.kind]
    said += ["partial"] if point.scope == "partial" else []
    said += [f"attempt {point.attempt}"] if (point.attempt or 1) > 1 else []
    said += [point.branch] if point.branch is not None else []
    return printable(", ".join(said), encoding=encoding, limit=_LONGEST_NAME)


def _bar(point: TrendPoint, cells: int, strokes: Strokes) -> str:
    if point.low is None or point.high is None:
        return strokes.axis * cells
    return bar(
        lower=point.low,
        upper=point.high,
        point=point.score,
        threshold=None,
        cells=cells,
        strokes=strokes,
    )


def render_history_json(points: Sequence[TrendPoint]) -> str:
    """Return the trend as JSON in plain ASCII, which any stream can carry.

    Args:
        points: the newest last.

    Returns:
        An object with ``points``, all on the scale of a probe's score; each says in
        ``comparable_with_previous`` whether the one before it of the same pillar or probe measured
        the same, and in ``same_policy_as_previous`` whether it was decided by the same policy (null
        of the first, and where that is not known).
    """
    before: dict[str, TrendPoint] = {}
    rows = []
    for point in points:
        name = point.probe or point.pillar
        earlier = before.get(name)
        row = point.model_dump(mode="json")
        row["comparable_with_previous"] = None if earlier is None else not _moved(earlier, point)
        row["same_policy_as_previous"] = (
            None
            if earlier is None or None in {earlier.policy_digest, point.policy_digest}
            else not policy_changed(earlier, point)
        )
        rows.append(row)
        before[name] = point
    return json.dumps({"points": rows}, indent=2) + "\n"
