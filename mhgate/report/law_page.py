"""The law map as a page of Markdown: each requirement with its figures and its source."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.records.laws import ExternalFigure, LawEntry, LawFigure, LawLine, LawMap, SourceKind
from mhgate.report.figures import percent, spelled
from mhgate.report.markdown_text import markdown_table, markdown_text

__all__ = ["SECONDARY", "figure_text", "render_laws", "source_text"]

SECONDARY = "secondary source: check before relying"
_SOURCES = {"primary": "the text was read", "secondary": SECONDARY}
_OUTCOMES = {
    "pass": "pass",
    "fail": "fail",
    "inconclusive": "not decided",
    "error": "not evaluated",
}


def render_laws(laws: LawMap) -> str:
    """Return a law map as Markdown.

    Args:
        laws: of one run.

    Returns:
        The text; every sentence about a law stands under its source and the day it was read.
    """
    return "\n\n".join(_parts(laws)) + "\n"


def _parts(laws: LawMap) -> Iterator[str]:
    yield "# What laws ask for, and what this run shows"
    yield markdown_text(f"Run {laws.run}.")
    yield markdown_text(laws.says)
    if not laws.laws:
        yield "No law was asked for (`mhgate evidence --for ID`)."
    late = [each.id for each in laws.laws if each.expired]
    if late:
        yield (
            f"**Past their term, and without figures: {', '.join(late)}. These rows must be read "
            "again before anybody relies on them.**"
        )
    for each in laws.laws:
        yield from _law(each)
    if laws.external_file is not None:
        yield "## External figures: where they come from"
        yield markdown_text(f"File {laws.external_file}, SHA-256 {laws.external_sha256}.")


def _law(law: LawEntry) -> Iterator[str]:
    yield f"## {markdown_text(law.title)}"
    yield markdown_text(f"{law.id}. {law.place}. In force: {law.in_force}.")
    yield (
        f"Source: {markdown_text(law.citation)} <{law.url}>; read on {law.read} in "
        f"{markdown_text(law.read_in)} ({source_text(law.source)}). This row holds until "
        f"{law.expires}."
    )
    if law.expired:
        yield (
            f"**This row was past its term ({law.expires}) when the pack was made. Its figures are "
            "withheld: read the law again, and take a newer law map.**"
        )
    yield "### Does it apply?"
    yield "\n".join(
        f"* {markdown_text(each.question)} "
        + (
            "**Nobody has answered this.**"
            if each.answer is None
            else f"{markdown_text(each.answer)} ({markdown_text(f'{each.by}, {each.on}')})"
        )
        for each in law.answers
    )
    for line in law.lines:
        yield from _line(law, line)
    if law.external:
        yield "### External figures"
        yield (
            "These are no figures of the run. People attest them; no probe measured them, and they "
            "are never added to what a test counts."
        )
        yield "\n".join(f"* {_external(each)}" for each in law.external)


def _line(law: LawEntry, line: LawLine) -> Iterator[str]:
    yield f"### {markdown_text(line.cited)}"
    yield f"{markdown_text(line.asks)} (read {law.read}; {source_text(line.source)})"
    if line.figures:
        yield markdown_table(
            ("probe", "outcome", "score", "threshold", "asked", "what to know"),
            [_row(each) for each in line.figures],
        )
    elif law.expired:
        yield "Figures are withheld: the row is past its term."
    elif not line.parts:
        yield "**Not shown: no probe of this run speaks to it.**"
    if line.silent:
        yield markdown_text(
            f"Not shown: these probes would speak to it, and were not in the run: "
            f"{', '.join(line.silent)}."
        )
    if line.parts:
        yield markdown_text(
            f"In the pack (signatures once somebody signs): {', '.join(line.parts)}."
        )
    if line.missing_parts:
        yield markdown_text(f"Not shown: not in this pack: {', '.join(line.missing_parts)}.")
    if line.not_shown:
        yield "Not shown:"
        yield "\n".join(f"* {markdown_text(each)}" for each in line.not_shown)


def _row(figure: LawFigure) -> tuple[str, ...]:
    score, threshold = figure_text(figure)
    failed = f", {figure.n_failed} not measured" if figure.n_failed else ""
    return (
        f"{figure.probe}: {figure.says}",
        _OUTCOMES.get(figure.outcome, figure.outcome),
        score,
        threshold,
        f"{figure.n_asked} in {figure.n_families} families{failed}",
        "; ".join(figure.but),
    )


def figure_text(figure: LawFigure) -> tuple[str, str]:
    """Return a score with its interval, and the threshold, written so that their order is true.

    Args:
        figure: of a probe.
    """
    values = [figure.lower, figure.upper, *([] if figure.point is None else [figure.point])]
    lower, upper, *rest = spelled(values, [figure.min_score], ends=[0.0, 1.0])
    point = "none" if figure.point is None else rest[0]
    return f"{point} ({lower} to {upper}, {percent(figure.level)})", rest[-1]


def _external(figure: ExternalFigure) -> str:
    bound = f", SHA-256 {figure.sha256}" if figure.sha256 else ""
    return markdown_text(
        f"{figure.what}: {figure.value:g} {figure.unit}, {figure.period_from} to "
        f"{figure.period_to}; attested by {figure.attested_by} ({figure.role}) on "
        f"{figure.attested_on}; from {figure.source}{bound}."
    )


def source_text(source: SourceKind) -> str:
    """Return on what kind of source something rests, in words.

    Args:
        source: its kind.
    """
    return _SOURCES[source]
