"""What came of a run -> Markdown: the step summary, and shorter the comment. Pure.

The verdict stands first, in the words in which it was decided; nothing here compares a number with
a threshold. Everything that the gate did not write itself is escaped.
"""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterable, Iterator

from mhgate.action.comment import MARKER
from mhgate.action.markdown import cell, code, plain
from mhgate.action.told import Told
from mhgate.errors import ExitCode
from mhgate.records import Comparison, Outcome, PillarVerdict, ProbeVerdict, Report
from mhgate.report.bar import bar

__all__ = ["MOST_COMMENT", "MOST_SUMMARY", "comment_body", "step_summary"]

MOST_SUMMARY = 1_000_000
"""Bytes; GitHub takes 1 MiB."""

MOST_COMMENT = 60_000
"""Bytes, and so characters too; GitHub takes 65,536 characters."""

_WORST_ITEMS = 3
_MOST_ROWS = 60
_MOST_SENTENCES = 40
_MOST_NAMES = 20
_BAR_CELLS = 16
_CUT = "\n\n*Cut here: it is too long. The report has all of it.*\n"
_WORDS = {
    Outcome.PASS.value: "pass",
    Outcome.FAIL.value: "FAIL",
    Outcome.INCONCLUSIVE.value: "not decided",
    Outcome.ERROR.value: "ERROR: not evaluated",
}
_NEXT = {
    ExitCode.PASS: "Nothing has to be done.",
    ExitCode.FAIL: (
        "Look at the probes that failed, and at what the product said to their items: the journal "
        "of a local run has it. Mend the product; if the change is wanted, change the thresholds "
        "or bless a new baseline in a pull request of its own."
    ),
    ExitCode.USAGE: "Mend what is named above: nothing was measured.",
    ExitCode.INCONCLUSIVE: (
        "A pass is required here and was not proven. More items decide it, where a sentence above "
        "says how many; a part of the suites is never a pass."
    ),
    ExitCode.CANNOT_EVALUATE: (
        "See that the target can be reached and that the secrets are there; then run it again. "
        "Nothing was proven, so this is not green."
    ),
    ExitCode.NOTHING_EVALUATED: "Name suites that have items: nothing was asked.",
    ExitCode.INTERNAL: "This is a fault of mhgate: please report it, with the log of this step.",
}
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


def comment_body(told: Told) -> str:
    """Return the comment: the same, without what only takes room, and a link to the run.

    Args:
        told: what came of the run.

    Returns:
        At most :data:`MOST_COMMENT` bytes, beginning with the hidden marker.
    """
    link = f"\n[The run, with its report]({told.link})\n" if told.link else ""
    page = "\n".join([MARKER, *_whole(told, most=15)]) + "\n"
    return _cut(page, MOST_COMMENT - len(link.encode())) + link


def _whole(told: Told, *, most: int = _MOST_SENTENCES) -> Iterator[str]:
    report = told.report
    head = "mhgate, as another run reports" if told.is_others else "mhgate"
    is_waived = report is not None and report.verdict.waived and told.verdict == Outcome.PASS.value
    yield f"## {head}: {_WORDS[told.verdict]}{' with a waiver' if is_waived else ''}"
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
    yield from _policy(told)
    if report is not None:
        yield from _pillars(report)
        yield from _sentences(report, most)
        yield from _items(report)
        yield from _facts(report)
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
        yield from (f"> * {code(name)}" for name in told.changed[:_MOST_NAMES])
        if len(told.changed) > _MOST_NAMES:
            yield f"> * and {len(told.changed) - _MOST_NAMES} more"
    for note in told.notes[:_MOST_NAMES]:
        yield ""
        yield f"> {plain(note)}"


def _pillars(report: Report) -> Iterator[str]:
    if not report.verdict.pillars:
        return
    yield ""
    yield "| pillar | outcome | baseline | now | difference | largest drop, interval | 0 to 100 |"
    yield "|---|---|--:|--:|--:|---|---|"
    for pillar in report.verdict.pillars[:_MOST_ROWS]:
        yield "| " + " | ".join(_row(pillar)) + " |"
    if len(report.verdict.pillars) > _MOST_ROWS:
        yield f"| and {len(report.verdict.pillars) - _MOST_ROWS} more | | | | | | |"
    yield ""
    yield (
        "<sub>Now: the trust score, the mean over a pillar's probes; the bar is its interval. "
        "Baseline and difference: the mean over the probes that were compared; the interval is "
        "that of the probe that dropped most. None of them decides: the probes do.</sub>"
    )


def _row(pillar: PillarVerdict) -> Iterator[str]:
    compared = [
        (probe, probe.comparison)
        for probe in pillar.probes
        if probe.comparison is not None and probe.estimate.point is not None
    ]
    yield cell(pillar.pillar)
    yield _WORDS[pillar.outcome.value].partition(":")[0]
    if compared:
        before = [(probe.estimate.point or 0.0) - found.difference for probe, found in compared]
        yield f"{100 * _mean(before):.1f}"
    else:
        yield "none"
    yield "unknown" if pillar.trust_score is None else f"{pillar.trust_score:.1f}"
    if compared:
        yield f"{100 * _mean(found.difference for _, found in compared):+.1f}"
        probe, worst = min(compared, key=lambda pair: (pair[1].difference, pair[0].probe.id))
        yield f"{_interval(worst)} {code(probe.probe.name)}"
    else:
        yield " "
        yield " "
    yield _bar(pillar)


def _bar(pillar: PillarVerdict) -> str:
    interval, score = pillar.trust_interval, pillar.trust_score
    if interval is None or score is None:
        return " "
    drawn = bar(
        lower=interval.lower / 100,
        upper=interval.upper / 100,
        point=score / 100,
        threshold=score / 100,  # there is none: it lies under the score
        cells=_BAR_CELLS,
    )
    return code(drawn.replace("|", "█"))


def _interval(found: Comparison) -> str:
    low, high = 100 * found.interval.lower, 100 * found.interval.upper
    return f"{low:+.1f} to {high:+.1f}"


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _sentences(report: Report, most: int) -> Iterator[str]:
    open_ones = [
        probe
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.outcome is not Outcome.PASS
    ]
    open_ones.sort(key=_rank)
    if not open_ones:
        return
    yield ""
    yield "### Not a pass"
    yield ""
    for probe in open_ones[:most]:
        beside = "" if probe.threshold.required else ", advisory"
        word = _WORDS[probe.outcome.value].partition(":")[0]
        yield f"* **{word}{beside}** {code(probe.probe.id)}: {plain(probe.sentence)}"
    if len(open_ones) > most:
        yield f"* and {len(open_ones) - most} more"


def _rank(probe: ProbeVerdict) -> tuple[bool, int, str]:
    order = [Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE, Outcome.PASS]
    return not probe.threshold.required, order.index(probe.outcome), probe.probe.id


def _items(report: Report) -> Iterator[str]:
    """Name the items that did worst in the probes that are no pass; never what was said."""
    counted: dict[str, int] = {
        probe.probe.id: _rank(probe)[1]
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if probe.outcome is not Outcome.PASS
    }
    lost: defaultdict[str, float] = defaultdict(float)
    where: defaultdict[str, set[str]] = defaultdict(set)
    for row in report.outcomes:
        if row.value is not None and row.value < 1 and row.probe_id in counted:
            lost[row.item_id] += (1 - row.value) * (4 - counted[row.probe_id])
            where[row.item_id].add(row.probe_id)
    worst = sorted(lost, key=lambda item: (-lost[item], item))[:_WORST_ITEMS]
    if worst:
        yield ""
        yield "### The worst items"
        yield ""
        for item in worst:
            probes = ", ".join(code(name) for name in sorted(where[item])[:5])
            yield f"* {code(item)} in {probes}"


def _facts(report: Report) -> Iterator[str]:
    run, accounts = report.provenance, report.accounts
    yield ""
    yield "<details><summary>The run</summary>"
    yield ""
    yield f"* run {code(run.run_id)}, attempt {run.attempt}, profile {code(run.profile)}"
    yield (
        f"* planned {accounts.planned}, asked {accounts.asked}, scored {accounts.scored}, "
        f"failed {accounts.failed}, not reached {accounts.not_reached}"
    )
    yield f"* baseline: {code(run.baseline) if run.baseline else 'absent: thresholds alone decide'}"
    for override in run.overrides[:_MOST_NAMES]:
        said = f"{override.key} = {override.value!r} (from {override.source})"
        yield f"* override: {plain(said, limit=300)}"
    for because in report.partial_because[:_MOST_NAMES]:
        yield f"* partial, not a gate: {plain(because, limit=300)}"
    yield f"* Merkle root {code(report.merkle_root)}"
    yield ""
    yield "</details>"


def _next(told: Told) -> Iterator[str]:
    yield ""
    yield "### What to do next"
    yield ""
    undecided = told.exit_code == ExitCode.PASS and told.verdict == Outcome.INCONCLUSIVE.value
    if undecided:
        yield "Not decided: harm was not proven, and neither was its absence. It does not block."
    else:
        yield _NEXT.get(
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
