"""What a verdict rests on, whole: digests are not shortened on a page that is kept for years."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mhgate.records import Report
from mhgate.report.budget_lines import what_it_bought
from mhgate.report.first_attempts import first_and_final
from mhgate.report.judging_cost import answers_of_earlier_runs, cost_of_judging
from mhgate.report.patient_lines import how_it_was_played
from mhgate.report.wording import accounts_line, derived_line, failures_line

__all__ = ["provenance_facts"]


def provenance_facts(report: Report) -> list[tuple[str, str]]:
    """Return the facts behind a verdict as pairs of a name and what it is.

    Args:
        report: any report.
    """
    return [*_run(report), *_measured(report), *_policy(report)]


def _run(report: Report) -> Iterator[tuple[str, str]]:
    run = report.provenance
    yield "run", run.run_id
    yield "began", run.started_at.isoformat()
    yield "ended", run.finished_at.isoformat()
    yield "commit", run.commit or "unknown"
    if run.pull_request is not None:
        yield "pull request", str(run.pull_request)
    if run.attempts is not None:
        yield "attempt", run.attempts.words
    else:
        yield "attempt of this commit" if run.commit else "attempt", str(run.attempt)
    yield "mhgate", run.mhgate_version
    yield "Python", f"{run.python_version} on {run.platform}"
    for derived in run.derived:
        yield "made from", derived_line(derived)
    for shard in run.shards:
        yield "merged from shard", shard
    for factor, level in sorted(run.configuration.items()):
        yield f"under test: {factor}", level


def _measured(report: Report) -> Iterator[tuple[str, str]]:
    run = report.provenance
    yield "accounts", accounts_line(report.accounts)
    if report.failures:
        yield "failures", failures_line(report.failures)
    for line in what_it_bought(report.budget):
        yield "budget", line
    for line in first_and_final(report.first_attempts):
        yield "attempts", line
    yield "target", f"{run.target_kind}, {run.target_fingerprint}"
    yield "target's build", run.target_build or "not known"
    yield "judge", run.judge_fingerprint
    if cost := cost_of_judging(report.judging):
        yield "judge asked", cost
    if cached := answers_of_earlier_runs(report.judging):
        yield "not asked again", cached
    for line in how_it_was_played(report.patient):
        yield "patient", line
    yield "seed", str(run.seed)
    yield "measurement", run.measurement_fingerprint
    yield "Merkle root of the outcomes", report.merkle_root
    yield "method", report.verdict.method
    if report.saved.n_trials:
        saved = report.saved
        said = f"{saved.n_trials} trials, {saved.n_messages} messages, {saved.n_answers} answers"
        yield "spared by early decisions", said


def _policy(report: Report) -> Iterator[tuple[str, str]]:
    run, conditions = report.provenance, report.conditions
    yield "profile", run.profile
    yield "policy", run.policy_digest
    yield "thresholds from", run.config_file
    live = report.live
    if live is None:
        yield "baseline", run.baseline or "absent"
    else:
        name = f"{live.name} live, {live.target_kind} {live.target_fingerprint}"
        yield "baseline", f"{name}: {accounts_line(live.accounts)}"
    if report.second_look is not None:
        yield "second look", accounts_line(report.second_look.accounts)
    for override in run.overrides:
        value = json.dumps(override.value, ensure_ascii=False)
        yield "override", f"{override.key} = {value} (from {override.source})"
    if report.new_items:
        yield "new items", f"{len(report.new_items)}: {', '.join(report.new_items)}"
    if report.removed_items:
        yield "removed items", f"{len(report.removed_items)}: {', '.join(report.removed_items)}"
    if conditions is None:
        return
    yield "plan", conditions.plan
    yield "design", f"{conditions.design}, {conditions.n_claims} claims"
    if conditions.baseline is not None:
        yield "baseline's digest", conditions.baseline
    for part in conditions.sealed:
        state = f"{part.n_drawn} of {part.n_items} drawn" if part.is_open else "sealed, and no key"
        yield "protected items", f"{part.file}: {state}, root {part.root}"
    if conditions.waivers is not None:
        yield "waivers", f"{conditions.waivers.file}, {conditions.waivers.digest}"
