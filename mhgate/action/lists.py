"""The lists of a summary: what is no pass, the worst items, and what the run was."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.action.markdown import code, plain
from mhgate.action.wording import OUTCOMES
from mhgate.records import Outcome, ProbeVerdict, Report
from mhgate.report.first_attempts import first_and_final
from mhgate.report.worst_items import worst_items

__all__ = ["MOST_NAMES", "facts", "sentences", "worst"]

MOST_NAMES = 20
"""Of anything that is listed by name."""

_MOST_PROBES = 5
_MOST_QUOTES = 3


def sentences(report: Report, most: int) -> Iterator[str]:
    """Yield what was decided of each probe that is no pass.

    Args:
        report: any report.
        most: so many probes at most.
    """
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
        word = OUTCOMES[probe.outcome.value].partition(":")[0]
        yield f"* **{word}{beside}** {code(probe.probe.id)}: {plain(probe.sentence)}"
    if len(open_ones) > most:
        yield f"* and {len(open_ones) - most} more"


def _rank(probe: ProbeVerdict) -> tuple[bool, int, str]:
    order = [Outcome.FAIL, Outcome.ERROR, Outcome.INCONCLUSIVE, Outcome.PASS]
    return not probe.threshold.required, order.index(probe.outcome), probe.probe.id


def worst(report: Report, *, quotes: bool) -> Iterator[str]:
    """Yield the items that did worst in the probes that are no pass, by their names.

    Args:
        report: any report.
        quotes: whether what the report quotes of them is shown.
    """
    items = worst_items(report)
    if not items:
        return
    yield ""
    yield "### The worst items"
    yield ""
    for item in items:
        probes = ", ".join(code(name) for name in item.probes[:_MOST_PROBES])
        yield f"* {code(item.item_id)} in {probes}"
        said = [
            (each.probe_id, text)
            for each in report.quoted
            if each.item_id == item.item_id and quotes
            for text in each.texts
        ]
        for probe_id, text in said[:_MOST_QUOTES]:
            yield f"  * for {code(probe_id)} the judge quoted: \u201c{plain(text, limit=300)}\u201d"


def facts(report: Report) -> Iterator[str]:
    """Yield what the run was, folded away.

    Args:
        report: any report.
    """
    run, accounts = report.provenance, report.accounts
    yield ""
    yield "<details><summary>The run</summary>"
    yield ""
    tried = f"attempt {run.attempt}" if run.attempts is None else run.attempts.words
    yield f"* run {code(run.run_id)}, profile {code(run.profile)}; {tried}"
    yield (
        f"* planned {accounts.planned}, asked {accounts.asked}, scored {accounts.scored}, "
        f"failed {accounts.failed}, not reached {accounts.not_reached}"
    )
    yield from (f"* {plain(line, limit=600)}" for line in first_and_final(report.first_attempts))
    yield f"* baseline: {code(run.baseline) if run.baseline else 'absent: thresholds alone decide'}"
    for override in run.overrides[:MOST_NAMES]:
        said = f"{override.key} = {override.value!r} (from {override.source})"
        yield f"* override: {plain(said, limit=300)}"
    for because in report.partial_because[:MOST_NAMES]:
        yield f"* partial, not a gate: {plain(because, limit=300)}"
    yield f"* Merkle root {code(report.merkle_root)}"
    yield ""
    yield "</details>"
