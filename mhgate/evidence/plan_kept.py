"""The suites in a pack, held to the report: every probe of theirs, and every trial of their plan.

A report that leaves out the probe that failed, or the items on which it failed, holds together. So
the suites' own files say what there was to measure: probes are read without running them, and the
plan is made again from items, seed and sampling.
"""

from __future__ import annotations

import ast
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path, PurePosixPath

from mhgate.canonical import digest
from mhgate.errors import EvidenceError
from mhgate.evidence.checks import Checks
from mhgate.evidence.container import Pack
from mhgate.evidence.index import REPORT
from mhgate.records import (
    Conditions,
    ItemRef,
    Probe,
    ProbeVerdict,
    Report,
    strip_test_prefix,
)
from mhgate.records.evidence import KeptSuite, KeptSuites
from mhgate.sampling import SAMPLER_VERSION, ItemFile, Plan, make_plan
from mhgate.suites.hazard_named import without_hazards
from mhgate.suites.item_files import index_items

__all__ = ["check_plan", "check_probes"]

_MOST_NAMED = 3
_HINT = "Take the pack as it was made."


def check_probes(pack: Pack, checks: Checks, report: Report, suites: KeptSuites) -> bool:
    """Hold the probes of a report to those that the suites in the pack declare.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        report: of the pack.
        suites: that the pack keeps.

    Returns:
        Whether all of them are there, with the source that the report names.
    """
    told = {each.probe.id: each.probe for each in _decided(report)}
    before = len(checks.found)
    declared = checks.trying(
        "probes",
        None,
        lambda: {
            name: sources for suite in suites.suites for name, sources in _declared(pack, suite)
        },
    )
    if declared is None:
        return False
    where = pack.where(REPORT)
    for problem, names in (
        ("says nothing of probes that the suites hold", [*declared.keys() - told.keys()]),
        ("holds probes that no suite declares", [*told.keys() - declared.keys()]),
        (
            "names another source of probes than the suites hold",
            [
                name
                for name, probe in told.items()
                if name in declared and probe.source_digest not in declared[name]
            ],
        ),
    ):
        if names:
            more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
            listed = ", ".join(sorted(names)[:_MOST_NAMED])
            checks.broken("probes", f"{where}: {problem}: {listed}{more}", file=REPORT)
    if len(checks.found) == before:
        checks.holds("probes", f"the {len(told)} probes are all that the suites declare")
        return True
    return False


def _decided(report: Report) -> Iterator[ProbeVerdict]:
    for pillar in report.verdict.pillars:
        yield from pillar.probes


def _modules(pack: Pack, suite: KeptSuite) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a suite, right in its folder, in the order in which they are read."""
    for name in sorted(each.name for each in suite.files):
        path = PurePosixPath(name)
        if len(path.parts) == 3 and path.name.startswith("test_") and path.suffix == ".py":  # noqa: PLR2004 - suites/<name>/<file>
            yield name, pack.files.get(name, b"")


def _declared(pack: Pack, suite: KeptSuite) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each probe's id, and the digests of its module and of its own source."""
    for name, source in _modules(pack, suite):
        text = source.decode("utf-8", "replace")
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            raise EvidenceError(f"{pack.where(name)}: is no Python.", hint=_HINT) from None
        plain = without_hazards(text, tree)
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                segment = ast.get_source_segment(text, node) or text
                digests = (digest(plain.encode()), digest(segment.encode()))
                yield f"{suite.pillar}.{strip_test_prefix(node.name)}", digests


def check_plan(pack: Pack, checks: Checks, report: Report, suites: KeptSuites) -> None:
    """Make a report's plan again from the suites in the pack, and hold its outcomes to it.

    Args:
        pack: as it lies there.
        checks: to which what was found is added.
        report: of the pack, all of whose probes are those of the suites.
        suites: that the pack keeps.
    """
    conditions = report.conditions
    sampler = report.provenance.measurement.get("sampler")
    if conditions is None:
        return
    if sampler != SAMPLER_VERSION:
        checks.open("plan", f"whether the plan is that of the suites: its sampler is {sampler}")
        return
    sealed = {f"{suite.name}/{name}" for suite in suites.suites for name in suite.sealed}
    if sealed:
        checks.open(
            "plan",
            "whether the plan is that of the suites: it draws from protected items "
            f"({', '.join(sorted(sealed)[:_MOST_NAMED])})",
        )
        return
    plan = checks.trying("plan", REPORT, lambda: _plan_again(pack, report, conditions, suites))
    where = pack.where(REPORT)
    if plan is None:
        return
    if plan.digest != conditions.plan:
        checks.broken(
            "plan",
            f"{where}: the suites in the pack, the seed and the sampling make another plan than "
            f"the report names ({plan.digest[:19]}..., {conditions.plan[:19]}...)",
            file=REPORT,
        )
        return
    unlike = _unlike_outcomes(report, plan)
    if unlike:
        checks.broken("plan", f"{where}: {unlike}", file=REPORT)
        return
    n = len(plan.trials)
    checks.holds("plan", f"the {n} planned trials follow from suites, seed and sampling")


def _plan_again(pack: Pack, report: Report, conditions: Conditions, suites: KeptSuites) -> Plan:
    probes = {each.probe.id: each.probe for each in _decided(report)}
    with tempfile.TemporaryDirectory() as name:
        read = [
            (f"{suite.name}/{file}", refs, readers)
            for suite in suites.suites
            for file, refs, readers in _item_files(pack, suite, probes, Path(name))
        ]
    asked = {row.item_id for row in report.outcomes}
    moving = {ref.id for _, refs, _ in read for ref in refs if ref.has_clock}
    plans = [
        make_plan(
            [
                ItemFile(
                    key=key,
                    refs=tuple(ref for ref in refs if has_clock or not ref.has_clock),
                    probes=readers,
                )
                for key, refs, readers in read
            ],
            seed=report.provenance.seed,
            max_items=conditions.max_items,
            epochs=conditions.epochs,
            families=conditions.families,
        )
        for has_clock in ((True,) if not moving or moving & asked else (False, True))
    ]
    return next((plan for plan in plans if plan.digest == conditions.plan), plans[0])


def _item_files(
    pack: Pack, suite: KeptSuite, probes: Mapping[str, Probe], folder: Path
) -> Iterator[tuple[str, Sequence[ItemRef], tuple[Probe, ...]]]:
    """Yield the files of items of a suite, as a run reads them, with the probes that read each."""
    own = [probes[name] for name, _ in _declared(pack, suite) if name in probes]
    for file in sorted({probe.items for probe in own}):
        name = f"suites/{suite.name}/{file}"
        if name not in pack.files:
            raise EvidenceError(f"{pack.where(name)}: is missing.", hint=_HINT)
        path = folder / "items.jsonl"
        path.write_bytes(pack.files[name])
        refs, mistakes = index_items(path, suite=suite.name)
        if mistakes:
            raise EvidenceError(
                f"{pack.where(name)}: {mistakes[0].found}.".replace(f"{folder}/", ""), hint=_HINT
            )
        yield file, refs, tuple(probe for probe in own if probe.items == file)


def _unlike_outcomes(report: Report, plan: Plan) -> str:
    """Say where outcomes and plan are of different trials; empty where they agree."""
    planned: defaultdict[str, set[str]] = defaultdict(set)
    for trial in plan.trials:
        for probe in plan.readers[trial.item_id]:
            planned[probe.id].add(trial.id)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in report.outcomes:
        found[row.probe_id].add(row.trial_id)
    if report.accounts.planned != len(plan.trials):
        return (
            f"{len(plan.trials)} trials were planned, and its accounts count "
            f"{report.accounts.planned}"
        )
    for name in sorted({*planned, *found}):
        extra, missing = found[name] - planned[name], planned[name] - found[name]
        spared = report.accounts.not_needed > 0
        if extra or (missing and not spared):
            one = min(extra or missing)
            how = "holds outcomes of" if extra else "has no outcome of"
            return f"it {how} {_trials(len(extra or missing))} of {name}, {one} among them" + (
                ", which were not planned" if extra else ""
            )
    return ""


def _trials(count: int) -> str:
    return f"{count} trial" if count == 1 else f"{count} trials"
