"""A second look: which fresh trials are asked, and what they say of each claimed regression.

Every fresh trial is named beforehand: the items of the plan, in epochs that follow its own. Which
of them are asked depends on what the first look claims, and on a rule that was fixed before it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from mhgate.baseline import chosen_items, look_again
from mhgate.estimate import is_rate
from mhgate.gate.beside import LiveArm, beside_of, book
from mhgate.gate.ledger import Ledger
from mhgate.gate.measuring import Measuring
from mhgate.journal import Journal
from mhgate.records import (
    Accounts,
    Confirm,
    Confirmation,
    Failure,
    ItemOutcome,
    Probe,
    ProbeVerdict,
    Regression,
    SecondLook,
    StratumVerdict,
    Transcript,
    Trial,
    Verdict,
)
from mhgate.runner import Played, Runner
from mhgate.sampling import Plan

__all__ = ["Claimed", "Looks", "SecondLooking", "claimed", "fresh_plan", "looks_of"]

Looks = Mapping[tuple[str, str | None], Confirmation]
"""What a second look said, by probe and stratum."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """One regression that the first look claims, and the items that are asked again for it."""

    probe: Probe
    stratum: str | None
    items: tuple[str, ...]
    max_failed: float


def claimed(
    verdict: Verdict,
    rows: Mapping[tuple[str, str | None], Sequence[ItemOutcome]],
    earlier: Mapping[str, Sequence[ItemOutcome]],
    *,
    confirm: Confirm,
) -> tuple[Claimed, ...]:
    """Return the regressions that would be red, each with the items that are asked again.

    A measure that is no rate is not looked at again: its first look stands.

    Args:
        verdict: of the first look.
        rows: the outcomes that each probe and stratum was compared by.
        earlier: what they were compared with, by the probe's id.
        confirm: which items are asked again.
    """
    found = []
    for probe in (each for pillar in verdict.pillars for each in pillar.probes):
        parts: list[ProbeVerdict | StratumVerdict] = [probe, *probe.strata]
        for part in parts:
            is_claim = part.regression in {Regression.REGRESSED, Regression.SEVERE}
            if confirm == "off" or not (is_claim and part.threshold.required):
                continue
            if not is_rate(probe.probe):
                continue
            stratum = part.stratum if isinstance(part, StratumVerdict) else None
            name = probe.probe.id
            items = chosen_items(
                rows[name, stratum], earlier.get(name, ()), probe_id=name, confirm=confirm
            )
            found.append(Claimed(probe.probe, stratum, items, part.threshold.max_failed))
    return tuple(found)


def fresh_plan(plan: Plan, fresh: Sequence[Trial], claims: Sequence[Claimed]) -> Plan:
    """Return the fresh trials that are asked, each read by the probes that claim something on it.

    Args:
        plan: of the run.
        fresh: every fresh trial, in plan order.
        claims: of the first look.
    """
    readers: dict[str, tuple[Probe, ...]] = {}
    for trial in fresh:
        wanted = {each.probe.id for each in claims if trial.item_id in each.items}
        if wanted:
            readers[trial.item_id] = tuple(
                probe for probe in plan.readers[trial.item_id] if probe.id in wanted
            )
    asked = tuple(trial for trial in fresh if trial.item_id in readers)
    return replace(plan, trials=asked, readers=readers)


def looks_of(
    claims: Sequence[Claimed],
    fresh: Sequence[ItemOutcome],
    base: Sequence[ItemOutcome],
    *,
    confirm: Confirm,
    trials: int,
    is_live: bool,
) -> dict[tuple[str, str | None], Confirmation]:
    """Return what the fresh trials say of each claim.

    Args:
        claims: of the first look.
        fresh: the target's fresh outcomes.
        base: the base's fresh outcomes where it is live, else those of the baseline's file.
        confirm: which items were asked again.
        trials: how often each.
        is_live: whether the base was asked anew.
    """
    return {
        (each.probe.id, each.stratum): look_again(
            each.items,
            fresh,
            base,
            probe_id=each.probe.id,
            confirm=confirm,
            trials=trials,
            is_live=is_live,
            max_failed=each.max_failed,
        )
        for each in claims
    }


@dataclass(slots=True)
class SecondLooking:
    """Asks the fresh trials, once, and keeps what they came to.

    Args:
        plan: of the run.
        fresh: every fresh trial that may be asked, in plan order.
        runner: of the target.
        live: the target that is played beside, None where a baseline's file is compared with.
    """

    plan: Plan
    fresh: Sequence[Trial]
    runner: Runner
    live: LiveArm | None
    _asked: Ledger | None = field(init=False, default=None)
    _base: Ledger | None = field(init=False, default=None)

    @property
    def ledgers(self) -> tuple[Ledger | None, ...]:
        """What was booked: of the target, and of the live base; None where nothing was asked."""
        return self._asked, self._base

    async def look(
        self,
        first: Verdict,
        measuring: Measuring,
        journal: Journal,
        *,
        kept: Mapping[str, Transcript | Failure],
        target_failures_fail: bool,
    ) -> None:
        """Ask again what the first look claims, and put what that says where the verdict finds it.

        Args:
            first: what the first look decides.
            measuring: of the run; what was said is put there.
            journal: keeps what happened.
            kept: what an earlier attempt got from the target, by trial.
            target_failures_fail: as for the run's own ledger.
        """
        gate, probes = measuring.config.gate, measuring.probes
        earlier = {probe.id: measuring.compared_with(probe.id) for probe in probes}
        claims = claimed(first, measuring.rows(), earlier, confirm=gate.confirm)
        plan = fresh_plan(self.plan, self.fresh, claims)
        self._asked = asked = Ledger(plan, target_failures_fail=target_failures_fail)
        beside = None
        if self.live is not None:
            self._base = Ledger(plan, target_failures_fail=target_failures_fail, arm="base")
            beside = beside_of(self.live, self._base, journal, readers=plan.readers)

        def record(played: Played) -> None:
            if played.trial.id not in kept and beside is None:
                journal.came_back(played.transcript or played.failures[0])
            book(played, asked, journal)

        runner = replace(self.runner, readers=plan.readers)
        await runner.run(plan.trials, kept=kept, done=record, beside=beside)
        if self.runner.stop.interrupted:
            return  # nothing is decided
        measuring.looks = looks_of(
            claims,
            _rows(asked, probes),
            [row for rows in earlier.values() for row in rows]
            if self._base is None
            else _rows(self._base, probes),
            confirm=gate.confirm,
            trials=gate.confirm_trials,
            is_live=self._base is not None,
        )

    def kept(self) -> SecondLook:
        """Return what a report keeps of it."""
        n_named = len(self.fresh)
        if self._asked is None:
            return SecondLook(accounts=_not_needed(n_named))
        counts, probes = self._asked.accounts(), self._probes()
        base = () if self._base is None else _rows(self._base, probes)
        failures = self._asked.failures.copy()
        if self._base is not None:
            failures.update(self._base.failures)
        return SecondLook(
            accounts=counts.model_copy(
                update={"planned": n_named, "not_needed": n_named - counts.planned}
            ),
            failures=dict(sorted(failures.items())),
            outcomes=_rows(self._asked, probes),
            base_outcomes=base,
        )

    def _probes(self) -> list[Probe]:
        found = {probe.id: probe for readers in self.plan.readers.values() for probe in readers}
        return [found[name] for name in sorted(found)]


def _not_needed(n_named: int) -> Accounts:
    return Accounts(planned=n_named, asked=0, not_needed=n_named, not_reached=0, scored=0, failed=0)


def _rows(ledger: Ledger, probes: Sequence[Probe]) -> Sequence[ItemOutcome]:
    return ledger.outcomes(*(probe.id for probe in probes))
