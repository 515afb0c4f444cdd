"""What changed since the last signed release, as a page of Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records.releases import FactChange, FigureThen, ReleaseChanges
from mhgate.report.figures import spelled
from mhgate.report.markdown_text import markdown_table, markdown_text

__all__ = ["render_changes"]

_OUTCOMES = {
    "pass": "pass",
    "fail": "fail",
    "inconclusive": "not decided",
    "error": "not evaluated",
    None: "none",
}


def render_changes(changes: ReleaseChanges) -> str:
    """Return the changes between two releases as Markdown.

    Args:
        changes: between an earlier pack and this one.
    """
    return "\n\n".join(_parts(changes)) + "\n"


def _parts(changes: ReleaseChanges) -> Iterator[str]:
    then, now = changes.then, changes.now
    yield "# What changed since the last signed release"
    yield markdown_text(
        f"Then: run {then.run}, ended {then.finished_at:%Y-%m-%d}, in the pack {changes.since}, "
        f"signed by {changes.checked_by}. Now: run {now.run}, ended {now.finished_at:%Y-%m-%d}."
    )
    yield markdown_text(changes.says)
    yield "## The run"
    yield _facts(("what", "then", "now"), changes.facts, "Nothing of it changed.")
    yield "## Pillars"
    yield _figures(changes.pillars, places=1)
    yield "## Probes"
    yield _figures(changes.probes, places=None)
    yield "## Thresholds"
    yield _facts(("threshold", "then", "now"), changes.thresholds, "No threshold changed.")
    yield "## Suites"
    yield _facts(("suite", "then", "now"), changes.suites, "No suite changed.")
    yield "## Waivers"
    yield _facts(("waiver", "then", "now"), changes.waivers, "No waiver changed.")


def _facts(headers: tuple[str, str, str], facts: tuple[FactChange, ...], nothing: str) -> str:
    if not facts:
        return nothing
    return markdown_table(headers, [(each.what, each.then, each.now) for each in facts])


def _figures(figures: tuple[FigureThen, ...], *, places: int | None) -> str:
    return markdown_table(
        ("name", "outcome then", "outcome now", "score then", "score now", "may be compared"),
        [
            (
                each.name,
                _OUTCOMES.get(each.then_outcome, str(each.then_outcome)),
                _OUTCOMES.get(each.now_outcome, str(each.now_outcome)),
                _score(each.then, places),
                _score(each.now, places),
                "yes" if each.why_not is None else f"no: {each.why_not}",
            )
            for each in figures
        ],
    )


def _score(figure: tuple[float | None, float | None, float | None], places: int | None) -> str:
    values = [each for each in figure if each is not None]
    if not values:
        return "none"
    texts = (
        spelled(values, [], ends=[0.0, 1.0])
        if places is None
        else [f"{each:.{places}f}" for each in values]
    )
    point = "none" if figure[0] is None else texts.pop(0)
    return f"{point} ({' to '.join(texts)})" if texts else point
