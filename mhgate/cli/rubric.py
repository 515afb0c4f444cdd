"""``mhgate rubric``: whether a rubric is in order, and which ways lead through a question flow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import click

from mhgate.errors import ExitCode, SuiteError, UsageError
from mhgate.records import FlowQuestion, QuestionFlow, Rubric
from mhgate.report.safe_text import printable
from mhgate.suites.flow_files import read_flow
from mhgate.suites.rubric_files import read_rubric

__all__ = ["command"]

_LONGEST = 60
_CELLS, _FLOW = ".toml", ".tsv"


@click.group("rubric")
def command() -> None:
    """Look into rubrics: of cells (rubric.toml), or question flows (rubric.tsv). Nobody is asked.

    docs/reference/question_flows.md says what each column means.
    """


@command.command("check")
@click.argument("file", metavar="FILE")
@click.option("--mend", metavar="FILE", help="corrects cells; default: NAME.mend.toml beside it")
def check(file: str, mend: str | None) -> int:
    """Check FILE: every mistake at once, with its row.

    Exit codes: 0 in order, 2 mistakes.
    """
    rubric = _read(Path(file), mend)
    for line in _of_flow(rubric) if isinstance(rubric, QuestionFlow) else _of_rubric(rubric):
        click.echo(printable(line))
    return int(ExitCode.PASS)


@command.command("walk")
@click.argument("file", metavar="FILE")
@click.option("--mend", metavar="FILE", help="corrects cells; default: NAME.mend.toml beside it")
def walk(file: str, mend: str | None) -> int:
    """Print the questions of FILE, where each answer leads, and how many ways there are.

    Exit codes: 0 in order, 2 mistakes.
    """
    rubric = _read(Path(file), mend)
    for line in _way(rubric) if isinstance(rubric, QuestionFlow) else _cells(rubric):
        click.echo(printable(line))
    return int(ExitCode.PASS)


def _read(path: Path, mend: str | None) -> Rubric | QuestionFlow:
    """Read a rubric of either kind, or raise everything that is wrong with it."""
    kind = path.suffix.lower()
    if kind not in {_CELLS, _FLOW}:
        raise UsageError(
            f"{path}: found a file of the kind {kind or 'without an ending'}.",
            hint="Give a rubric.toml of cells, or a question flow, rubric.tsv.",
        )
    if kind == _CELLS and mend is not None:
        raise UsageError(
            "--mend: found a file that mends cells of a table, and a rubric in TOML.",
            hint="Mend the TOML itself.",
        )
    found: Rubric | QuestionFlow | None
    if kind == _CELLS:
        found, mistakes = read_rubric(path)
    else:
        found, mistakes = read_flow(path, None if mend is None else Path(mend))
    if found is None or mistakes:
        raise SuiteError(mistakes)
    return found


def _of_flow(flow: QuestionFlow) -> Iterator[str]:
    yield f"{flow.id} {flow.version}: a question flow in order, {flow.digest}"
    n_auto = sum(each.is_automatic for each in flow.questions)
    auto = f", {n_auto} of them taken without asking" if n_auto else ""
    yield f"{len(flow.questions)} questions{auto}, {flow.n_paths():,} paths"
    for name in flow.dimensions:
        own = [each for each in flow.questions if each.dimension == name]
        tiers = Counter(each.severity for each in own)
        yield (
            f"  {name}: {len(own)} questions ({tiers['red']} red, {tiers['yellow']} yellow, "
            f"{tiers[None]} that screen), at most {len(flow.asked_for(name))} asked on the way"
        )


def _of_rubric(rubric: Rubric) -> Iterator[str]:
    n_questions = len({cell.number for cell in rubric.cells})
    yield f"{rubric.id} {rubric.version}: a rubric in order, {rubric.digest}"
    yield f"{n_questions} questions, {len(rubric.cells)} cells"
    for each in rubric.dimensions:
        cells = rubric.cells_of(each.id)
        n_scored = sum(cell.good is not None for cell in cells)
        yield f"  {each.id} {each.title}: {len(cells)} cells, {n_scored} scored"
    for name, members in rubric.pools.items():
        yield f"  {name}: pools {', '.join(members)}"


def _way(flow: QuestionFlow) -> Iterator[str]:
    for name in flow.dimensions:
        yield f"{name}:"
        for each in flow.questions:
            if each.dimension == name:
                yield from _question(each)
    ends = Counter(
        option.terminal for each in flow.questions for option in each.options if option.terminal
    )
    yield f"{flow.n_paths():,} paths from question {flow.start}"
    yield "answers that end the flow: " + ", ".join(f"{n} {name}" for name, n in ends.items())


def _question(question: FlowQuestion) -> Iterator[str]:
    told: list[str] = [question.severity or "screens"]
    told += [question.risk_type] if question.risk_type else []
    told += ["taken without asking"] if question.is_automatic else []
    yield f"  {question.id} ({', '.join(told)}) {_short(question.question.text)}"
    for option in question.options:
        leads = option.goto or f"end: {option.terminal}"
        fills = f"; fills in {', '.join(option.fills)}" if option.fills else ""
        yield f"    {_short(option.text)} -> {leads}{fills}"


def _cells(rubric: Rubric) -> Iterator[str]:
    for each in rubric.dimensions:
        yield f"{each.id} {each.title}:"
        for cell in rubric.cells_of(each.id):
            good = f"good is {cell.good}" if cell.good else "shown, scores nothing"
            yield f"  {cell.id} ({good}) {_short(cell.question.text)}"
    yield f"{len(rubric.cells)} cells, each asked once; no answer leads past another"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 3]}..."
