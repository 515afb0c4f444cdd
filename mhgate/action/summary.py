"""What came of a run -> Markdown: the step summary, and shorter the comment. Pure.

The verdict stands first, in the words in which it was decided; nothing here compares a number with
a threshold. Everything that the gate did not write itself is escaped.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from mhgate.action.budget import budget_lines
from mhgate.action.comment import MARKER
from mhgate.action.lists import MOST_NAMES, facts, sentences, worst
from mhgate.action.markdown import code, plain
from mhgate.action.pillar_table import pillar_table
from mhgate.action.told import Told
from mhgate.action.wording import NEXT, OUTCOMES
from mhgate.errors import ExitCode
from mhgate.records import Outcome

__all__ = ["MOST_COMMENT", "MOST_SUMMARY", "comment_body", "step_summary"]

MOST_SUMMARY = 1_000_000
"""Bytes; GitHub takes 1 MiB."""

MOST_COMMENT = 60_000
"""Bytes, and so characters too; GitHub takes 65,536 characters."""

_MOST_SENTENCES = 40
_CUT = "\n\n*Cut here: it is too long. The report has all of it.*\n"
_FORK = (
    "This pull request comes from a fork, whose runs get no secrets. docs/github_action.md has a "
    "recipe with two workflows."
)


def step_summary(told: Told) -> str:
    """Return what a reviewer reads first, as Markdown.

    Args:
        told: what came of the run.

    Returns:
        At most :data:`MOST_SUMMARY` bytes.
    """
    return _cut("\n".join(_whole(told)) + "\n", MOST_SUMMARY)


def comment_body(told: Told, *, tally: str = "") -> str:
    """Return the comment: the same, without what only takes room, and a link to the run.

    Args:
        told: what came of the run.
        tally: the tries so far, as a comment of HTML.

    Returns:
        At most :data:`MOST_COMMENT` bytes, beginning with the hidden marker.
    """
    link = f"\n[The run, with its report]({told.link})\n" if told.link else ""
    page = "\n".join([MARKER, *([tally] if tally else []), *_whole(told, most=15)]) + "\n"
    return _cut(page, MOST_COMMENT - len(link.encode())) + link


def _whole(told: Told, *, most: int = _MOST_SENTENCES) -> Iterator[str]:
    report = told.report
    head = "mhgate, as another run reports" if told.is_others else "mhgate"
    is_waived = report is not None and report.verdict.waived and told.verdict == Outcome.PASS.value
    yield f"## {head}: {OUTCOMES[told.verdict]}{' with a waiver' if is_waived else ''}"
    yield ""
    if told.is_others:
        yield "> That run had the proposed code in it, and could write anything here: nothing is"
        yield "> decided by this comment. The check of the run itself counts."
        yield ""
    if report is None:
        yield from _not_evaluated(told)
    else:
        yield from (f"**{plain(line)}**  " for line in report.verdict.headline)
        yield plain(report.verdict.exit_meaning)
        if told.exit_code != report.verdict.exit_code and not told.is_others:
            yield ""
            yield f"The step ends with exit code {told.exit_code}: {plain(told.reason)}"
    if told.attempts is not None:
        words = told.attempts.words
        yield ""
        yield plain(f"{words[:1].upper()}{words[1:]}.")
    yield from _policy(told)
    if report is not None:
        yield from pillar_table(report)
        yield from budget_lines(report)
        yield from sentences(report, most)
        yield from worst(report, quotes=not told.is_others)
        yield from facts(report)
    if not told.is_others:
        yield from _next(told)


def _not_evaluated(told: Told) -> Iterator[str]:
    yield f"**Not evaluated: no pass.** {plain(told.reason, limit=2000)}"
    if told.last_words:
        yield ""
        yield "The last lines of the run:"
        yield ""
        yield from (f"    {_in_block(line)}" for line in told.last_words)


def _in_block(line: str) -> str:
    """Return a line for an indented block, where Markdown and HTML mean nothing."""
    return code(line, limit=400)[1:-1]


def _policy(told: Told) -> Iterator[str]:
    if told.policy_from_head:
        yield ""
        yield (
            "> **policy-from: head.** This pull request is judged by its own thresholds, suites "
            "and baseline, which it may have changed."
        )
    if told.base is not None:
        yield ""
        yield f"Judged by the policy of the base commit {code(told.base[:12])}."
    if told.changed:
        yield ""
        yield (
            "> **This pull request changes what it would be judged by.** It was judged by the "
            "base's; what it changes counts once it is merged:"
            if told.base is not None
            else "> **This pull request changes what it is judged by:**"
        )
        yield from (f"> * {code(name)}" for name in told.changed[:MOST_NAMES])
        if len(told.changed) > MOST_NAMES:
            yield f"> * and {len(told.changed) - MOST_NAMES} more"
    for note in told.notes[:MOST_NAMES]:
        yield ""
        yield f"> {plain(note)}"


def _next(told: Told) -> Iterator[str]:
    yield ""
    yield "### What to do next"
    yield ""
    undecided = told.exit_code == ExitCode.PASS and told.verdict == Outcome.INCONCLUSIVE.value
    if undecided:
        yield "Not decided: harm was not proven, and neither was its absence. It does not block."
    else:
        yield NEXT.get(
            ExitCode(told.exit_code) if told.exit_code in set(ExitCode) else ExitCode.INTERNAL,
            "The run was stopped: run it again.",
        )
    if told.is_fork and told.exit_code == ExitCode.CANNOT_EVALUATE:
        yield ""
        yield _FORK
    yield ""
    yield f"Locally: {code(_reproduced(told), limit=600)}"


def _reproduced(told: Told) -> str:
    words = ["mhgate", "run", f"--config={told.config}"]
    if told.report is not None:
        words.append(f"--profile={told.report.verdict.profile.name}")
        words.append(f"--seed={told.report.provenance.seed}")
    return shlex.join(words)


def _cut(text: str, most: int) -> str:
    """Cut at a line's end, so that no table row, list or tag is left open."""
    data = text.encode("utf-8", "replace")
    if len(data) <= most:
        return data.decode("utf-8")
    kept = data[: most - len(_CUT) - 64].decode("utf-8", "ignore").rpartition("\n")[0]
    open_details = kept.count("<details>") - kept.count("</details>")
    return kept + "\n\n</details>" * open_details + _CUT
