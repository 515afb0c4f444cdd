"""A baseline's file, held to itself and to the suites, the judge and the policy of today.

Nobody is asked: neither the target nor the judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from mhgate.baseline import (
    ItemChanges,
    contradictions,
    differing_dimensions,
    is_canonical,
    parse_baseline,
)
from mhgate.errors import BaselineError
from mhgate.gate import measurement_of
from mhgate.records.baselines import Baseline
from mhgate.sampling import Plan
from mhgate.wiring.judge_identity import fingerprint_of
from mhgate.wiring.judging import MODEL
from mhgate.wiring.patients import patient_measured
from mhgate.wiring.playing import PATIENT_MODEL
from mhgate.wiring.workspace import Workspace

__all__ = ["CheckedBaseline", "check_baseline"]


_NO_CHANGES = ItemChanges((), (), ())


@dataclass(frozen=True, slots=True)
class CheckedBaseline:
    """What a check found.

    Args:
        baseline: that the file holds.
        problems: what of the file is not as it was written.
        differing: the dimensions of the measurement that differ from today's.
        changes: the items of today's plan that have no counterpart, and those that had one.
        n_pairs: how many items of today's plan have one; None where no suites were looked at.
        fails_on_new_items: whether items without a counterpart fail the gate.
        notes: what a reader should know.
    """

    baseline: Baseline
    problems: tuple[str, ...]
    differing: tuple[str, ...] = ()
    changes: ItemChanges = _NO_CHANGES
    n_pairs: int | None = None
    fails_on_new_items: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_fit(self) -> bool:
        """Whether a run of today may be compared with it, and would not be red for its items."""
        new = self.changes.new + self.changes.changed
        is_blind = self.n_pairs == 0
        is_red = self.fails_on_new_items and bool(new)
        return not (self.problems or self.differing or is_blind or is_red)


def check_baseline(path: Path, workspace: Workspace | None) -> CheckedBaseline:
    """Check a baseline's file.

    Args:
        path: of the file.
        workspace: the suites and the policy of today; None: only the file is looked at.

    Returns:
        What is wrong with it, and what differs.

    Raises:
        BaselineError: it cannot be read as a baseline at all.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise BaselineError(
            f"{path}: cannot be read ({error.strerror or error}); expected a baseline.",
            hint="Make one: mhgate baseline bless REPORT --reason '...'.",
        ) from error
    baseline = parse_baseline(data, name=str(path))
    problems = [*contradictions(baseline)]
    if not is_canonical(data, baseline):
        problems.append(
            "its bytes are not the canonical ones: "
            '`mhgate baseline migrate FILE --reason "..."` mends it'
        )
    if workspace is None or contradictions(baseline):
        return CheckedBaseline(baseline, tuple(problems))
    ours = _measurement(workspace)
    theirs = dict(baseline.measurement)
    heard = {name: theirs.pop(name) for name in (MODEL, PATIENT_MODEL) if name in theirs}
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    known = {item.id: item.digest for each in baseline.sets for item in each.items}
    here = {item_id: ref.digest for item_id, ref in plan.refs.items()}
    changed = sorted(name for name in here.keys() & known.keys() if here[name] != known[name])
    return CheckedBaseline(
        baseline=baseline,
        problems=tuple(problems),
        differing=tuple(differing_dimensions(theirs, ours, names=("baseline", "today"))),
        changes=ItemChanges(
            new=tuple(sorted(here.keys() - known.keys())),
            removed=tuple(sorted(known.keys() - here.keys() - workspace.item_ids())),
            changed=tuple(changed),
        ),
        n_pairs=len(here.keys() & known.keys()) - len(changed),
        fails_on_new_items=workspace.config.gate.new_items == "fail"
        or "new_items" in workspace.config.gate.fail_on,
        notes=tuple(_notes(baseline, workspace, plan, heard)),
    )


def _measurement(workspace: Workspace) -> dict[str, str]:
    return measurement_of(
        workspace.probes,
        workspace.questions,
        judge=fingerprint_of(workspace.config),
        target_failures=workspace.config.gate.target_failures,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
        patient=patient_measured(workspace, workspace.probes),
    )


def _notes(
    baseline: Baseline, workspace: Workspace, plan: Plan, heard: Mapping[str, str]
) -> Iterator[str]:
    config, sampling = workspace.config, baseline.sampling
    for name, model in heard.items():
        yield f"{name}: {model} then; which one answers today is known once it is asked"
    if plan.digest != sampling.plan:
        theirs = (sampling.seed, sampling.max_items, sampling.epochs)
        ours = (config.sampling.seed, config.sampling.max_items, config.sampling.epochs)
        words = [
            f"{name} {then} then, {now} today"
            for name, then, now in zip(
                ("seed", "max_items", "epochs"),
                *(
                    ["none" if value is None else value for value in each]
                    for each in (theirs, ours)
                ),
                strict=True,
            )
            if then != now
        ]
        because = f" ({'; '.join(words)})" if words else ""
        yield f"today's plan is another one{because}: items are paired where both have them"
    if config.policy_digest != baseline.run.policy_digest:
        yield "the policy is another one today, which forbids no comparison"
    closed = [
        f"{suite.name}/{name}"
        for suite in workspace.suites
        for name, pack in suite.packs.items()
        if not pack.is_open
    ]
    if closed:
        yield f"protected items are not looked at without their key: {', '.join(closed)}"
