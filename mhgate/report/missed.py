"""What was said where a probe was missed: for the people who must mend the product.

Reports hold no transcript. These come from the journal, which stays on the machine of the run.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence

from mhgate.records import CellAnswer, CellKept, Failure, Report, Score, Transcript
from mhgate.report.judging_cost import said_earlier
from mhgate.report.safe_text import printable

__all__ = ["render_misses"]

_LONGEST_TURN = 1500  # characters
_BREAK = "(a new session begins: nothing of what stands above was sent again)"
_WORDS = {"user": "user", "assistant": "bot", "system": "system"}


def render_misses(
    report: Report,
    came_back: Mapping[str, Transcript | Failure],
    scores: Mapping[str, Sequence[Score]],
    *,
    probe: str | None,
    most: int,
    width: int = 100,
    encoding: str = "utf-8",
) -> str:
    """Return the conversations in which probes were missed, as text.

    Args:
        report: which probes there are, in its order.
        came_back: the journal's transcripts and failures, by trial.
        scores: the journal's scores, by trial.
        probe: one probe, by its name or ``pillar.name``; None: every probe that has misses.
        most: the most conversations a probe, at least 0.
        width: in cells.
        encoding: what the destination can carry.

    Returns:
        The text; hostile characters are shown as escapes.
    """
    by_probe: dict[str, list[Score]] = {}
    for trial_id in sorted(scores):
        for score in scores[trial_id]:
            if score.value < 1:
                by_probe.setdefault(score.probe_id, []).append(score)
    rubrics = {name: each.cells for each in report.rubrics for name in each.probes}
    lines = ["Conversations of this machine's journal. They may be hard to read: take your time."]
    for pillar in report.verdict.pillars:
        for decided in pillar.probes:
            name = decided.probe.id
            missed = by_probe.get(name, [])
            if not missed or probe not in {None, name, decided.probe.name}:
                continue
            asked = decided.estimate.accounts.asked
            lines += [
                "",
                f"{name}: {len(missed)} of {asked} missed, {min(most, len(missed))} shown",
            ]
            for score in missed[:most]:
                transcript = came_back.get(score.trial_id)
                lines += _conversation(
                    score, transcript, rubrics.get(name, {}), width=width, encoding=encoding
                )
    kept_back = sum(
        row.value is not None
        and row.value < 1
        and row.trial_id not in scores
        and probe in {None, row.probe_id, row.probe_id.partition(".")[2]}
        for row in report.outcomes
    )
    by = "" if probe is None else f" by {probe}"
    if kept_back:
        lines += ["", f"Not shown: {kept_back} more missed{by}, of which nothing can be read here."]
    elif len(lines) == 1:
        lines.append(f"Nothing was missed{by}.")
    return "\n".join(lines) + "\n"


def _conversation(
    score: Score,
    transcript: Transcript | Failure | None,
    cells: Mapping[str, CellKept],
    *,
    width: int,
    encoding: str,
) -> list[str]:
    why = printable(
        f"{_answered(score)}{score.explanation}", encoding=encoding, limit=_LONGEST_TURN
    )
    trial = printable(score.trial_id, encoding=encoding)
    lines = ["", f"  {trial}", *_wrapped("why", why, width)]
    for cell in score.cells:
        if cell.meets is False:
            said = _cell(cell, cells.get(cell.cell), transcript)
            lines += _wrapped(
                "missed", printable(said, encoding=encoding, limit=_LONGEST_TURN), width
            )
    if isinstance(transcript, Transcript):
        session = 0
        for turn in transcript.turns:
            if turn.session != session:
                session = turn.session
                lines += _wrapped("", _BREAK, width)
            who = _WORDS[turn.role]
            for paragraph in turn.content[:_LONGEST_TURN].split("\n"):
                said = printable(paragraph, encoding=encoding, limit=_LONGEST_TURN)
                lines += _wrapped(who, said, width) if said or who else []
                who = ""
            if len(turn.content) > _LONGEST_TURN:
                lines += _wrapped(
                    "", f"({len(turn.content) - _LONGEST_TURN} more characters)", width
                )
    return lines


def _answered(score: Score) -> str:
    """Say what was answered, before why; nothing of an exact check, nor of a rubric asked anew."""
    said = f"answered {score.answer}" if score.answer else "answered" if score.cached else ""
    if score.grade is not None:
        said = f"graded {score.grade}"
    return f"{said_earlier(said, cached=score.cached)}: " if said else ""


def _cell(cell: CellAnswer, kept: CellKept | None, transcript: Transcript | Failure | None) -> str:
    """Say of a cell that is not met what was answered, why, and on which words."""
    name = cell.cell if kept is None else f"{cell.cell} {kept.name}"
    text = said_earlier(f"{name}, answered {cell.value}", cached=cell.cached)
    text += f": {cell.explanation}" if cell.explanation else ""
    turns = transcript.turns if isinstance(transcript, Transcript) else ()
    for quote in cell.quotes:
        of_role = [turn.role for turn in turns[: quote.turn + 1]]
        who = of_role[-1] if of_role else ""
        place = f"{_WORDS.get(who, 'turn')} {of_role.count(who)}" if who else f"turn {quote.turn}"
        text += f' | {place}: "{quote.text}"'
    return text


def _wrapped(who: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text or "(nothing)",
        max(width, 40),
        initial_indent=f"    {who:<7}",
        subsequent_indent=" " * 11,
        break_on_hyphens=False,
    )
