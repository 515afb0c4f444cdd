"""What became of every trial: outcomes by probe, counts that add up, leaves of the Merkle root."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import merge

from mhgate.canonical import root_of_leaf_hashes
from mhgate.gate.leaves import leaf_of
from mhgate.gate.places import by_id, in_order
from mhgate.journal import Booked
from mhgate.records import (
    Accounts,
    CellAnswer,
    CellOutcome,
    ItemOutcome,
    Probe,
    Stage,
    Transcript,
    Trial,
)
from mhgate.records.outcome_rows import OutcomeRows
from mhgate.records.outcomes_kept import MOST_HELD, OutcomesKept
from mhgate.runner import Played
from mhgate.sampling import Plan

__all__ = ["Ledger", "joint_root"]

_N_LEAF = 32  # bytes of a hash
_BOOKED, _SPARED = 1, 2


@dataclass(slots=True)
class Ledger:
    """Books what happened to each planned trial.

    Args:
        plan: every trial, named beforehand.
        target_failures_fail: whether a reply that never came is a failed item. For a probe that
            must ``never`` go off it stays unmeasured: silence is no alarm.
        arm: ``base`` where it books what a target played beside came to.
        most_held: how many outcomes are held as records, which are read much faster.
    """

    plan: Plan
    target_failures_fail: bool = False
    arm: str = ""
    most_held: int = MOST_HELD
    failures: Counter[str] = field(default_factory=Counter)
    _by_id: array[int] | None = field(init=False, default=None)
    _kept: OutcomesKept = field(init=False)
    _rows_of: dict[str, array[int]] = field(init=False, default_factory=dict)
    _place_of: array[int] = field(init=False, default_factory=lambda: array("I"))
    _leaves: bytearray = field(init=False)
    _planned: Counter[str] = field(init=False, default_factory=Counter)
    _not_needed: Counter[str] = field(init=False, default_factory=Counter)
    _became: bytearray = field(init=False)
    _n_spared: int = field(init=False, default=0)
    _n_asked: int = field(init=False, default=0)
    _n_failed: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        ids = {probe.id for probes in self.plan.readers.values() for probe in probes}
        self._planned = Counter({name: len(self.plan.places(name)) for name in ids})
        trials = self.plan.named
        self._kept = OutcomesKept(self.most_held, known=trials.whose_at, n_known=len(trials))
        self._became = bytearray(len(self.plan.trials))
        self._leaves = bytearray(_N_LEAF * len(self.plan.trials))

    def book(self, played: Played) -> list[str]:
        """Book one trial that ended.

        Args:
            played: what became of it.

        Returns:
            The ids of the probes that have now seen all their trials.
        """
        return self.rebook(self.entry(played))

    def entry(self, played: Played) -> Booked:
        """Return what is booked of a trial that ended: all that a report keeps of it.

        Args:
            played: what became of it.
        """
        rows = self._rows(played)
        return Booked(
            trial_id=played.trial.id,
            rows=tuple(rows),
            leaf=leaf_of(played.trial.id, played.transcript, rows, arm=self.arm),
            failures=tuple(f"{failure.stage}: {failure.kind}" for failure in played.failures),
        )

    def rebook(self, entry: Booked) -> list[str]:
        """Book what a trial came to, here or in another process.

        Args:
            entry: of a planned trial, with a row for every probe that reads it.

        Returns:
            The ids of the probes that have now seen all their trials.
        """
        place = self._place(entry.trial_id)
        self._keep(place, entry.rows)
        self._leaves[_N_LEAF * place : _N_LEAF * (place + 1)] = entry.leaf
        self._became[place] = _BOOKED
        self._n_asked += 1
        self._n_failed += any(row.value is None for row in entry.rows)
        self.failures.update(entry.failures)
        return [
            row.probe_id
            for row in entry.rows
            if len(self._rows_of[row.probe_id]) == self._planned[row.probe_id]
        ]

    def _keep(self, place: int, rows: Sequence[ItemOutcome]) -> None:
        for row, number in zip(rows, self._kept.keep(rows, place=place), strict=True):
            self._rows_of.setdefault(row.probe_id, array("I")).append(number)
            self._place_of.append(place)

    def restore(self, outcomes: Iterable[ItemOutcome]) -> None:
        """Book what an earlier report holds.

        Its leaves cannot be made again, for they are of transcripts: the root is the report's.

        Args:
            outcomes: of planned trials, each with a row for every probe that reads it.
        """
        asked: dict[str, list[ItemOutcome]] = {}
        for row in outcomes:
            asked.setdefault(row.trial_id, []).append(row)
        for trial_id, rows in asked.items():
            self._keep(self._place(trial_id), rows)
        self._n_asked += len(asked)
        self._n_failed += sum(any(row.value is None for row in rows) for rows in asked.values())

    def planned(self, probe_id: str) -> int:
        """Return how many trials a probe was to read."""
        return self._planned[probe_id]

    def spare(self, trials: Iterable[Trial]) -> None:
        """Book planned trials that need not be asked: all that they could tell is decided.

        Args:
            trials: none of them booked before.
        """
        for trial in trials:
            self._became[self._place(trial.id)] = _SPARED
            self._n_spared += 1
            self._not_needed.update(probe.id for probe in self.plan.readers[trial.item_id])

    def n_spared(self, places: Iterable[int]) -> int:
        """Return how many of some trials need not be asked.

        Args:
            places: of the trials in the plan.
        """
        return sum(self._became[place] == _SPARED for place in places) if self._n_spared else 0

    def spared(self) -> Iterator[Trial]:
        """Yield the trials that need not be asked, in plan order."""
        if self._n_spared:
            yield from (
                trial
                for trial, became in zip(self.plan.trials, self._became, strict=True)
                if became == _SPARED
            )

    def not_needed(self, probe_id: str) -> int:
        """Return how many of a probe's trials need not be asked."""
        return self._not_needed[probe_id]

    def outcomes(self, *probe_ids: str) -> OutcomeRows:
        """Return the outcomes of some probes, one after the other, each sorted by trial."""
        rows = array("I")
        for probe_id in probe_ids:
            rows += self._ordered(probe_id, self._sorted())
        return OutcomeRows(self._kept, rows)

    def in_plan_order(self, probe_id: str) -> OutcomeRows:
        """Return a probe's outcomes in the order in which they were planned."""
        return OutcomeRows(self._kept, self._ordered(probe_id, range(len(self.plan.trials))))

    def _ordered(self, probe_id: str, order: Sequence[int]) -> array[int]:
        rows = self._rows_of.get(probe_id, array("I"))
        return in_order(rows, array("I", map(self._place_of.__getitem__, rows)), order)

    def _place(self, trial_id: str) -> int:
        place = self.plan.named.place_of(trial_id)
        if place is None:
            raise KeyError(trial_id)
        return place

    def _sorted(self) -> array[int]:
        """Return the places of all trials in the order of their ids."""
        if self._by_id is None:
            self._by_id = by_id(self.plan.named)
        return self._by_id

    def accounts(self) -> Accounts:
        """Return what became of all planned trials."""
        n_planned, n_asked = len(self.plan.trials), self._n_asked
        return Accounts(
            planned=n_planned,
            asked=n_asked,
            not_needed=self._n_spared,
            not_reached=n_planned - n_asked - self._n_spared,
            scored=n_asked - self._n_failed,
            failed=self._n_failed,
        )

    def merkle_root(self) -> str:
        """Return the root over the trials' leaves, sorted by trial: it knows no order of ending."""
        return joint_root([self])

    def leaves(self) -> Iterator[tuple[str, str, bytes]]:
        """Yield each booked trial, sorted by id, with its arm and the hash of its leaf."""
        trials = self.plan.named
        for place in self._sorted():
            if self._became[place] == _BOOKED:
                leaf = bytes(self._leaves[_N_LEAF * place : _N_LEAF * (place + 1)])
                yield trials.id_at(place), self.arm, leaf

    def _rows(self, played: Played) -> list[ItemOutcome]:
        ref = self.plan.refs[played.trial.item_id]
        scores = {score.probe_id: score for score in played.scores}
        failures = {failure.probe_id: failure for failure in played.failures}
        attempts = _most_attempts(played)
        rows = []
        for probe in self.plan.readers[played.trial.item_id]:
            score = scores.get(probe.id)
            failure = None if score else failures.get(probe.id) or failures[None]
            value = score.value if score else None
            if failure and failure.stage is Stage.TARGET and self._counts_as_failed(probe):
                failure, value = None, 0.0
            told = {
                "value": value,
                "answer": score.answer if score else None,
                "grade": score.grade if score else None,
                "read": score.read if score else None,
                "key": ref.key if probe.reads else None,
                "judge": score.judge if score else None,
                "confirmed_by": score.confirmed_by if score else None,
                "votes": (score.votes or None) if score else None,
                "cells": _cells(score.cells, played.transcript) or None if score else None,
                "rating": score.rating if score else None,
                "n_replies": _n_replies(played.transcript) if score and score.cells else None,
                "failure_stage": failure.stage if failure else None,
                "failure_kind": failure.kind if failure else None,
            }
            # a record remembers what it was given by name: half of a row's memory, if all is given
            given = {name: each for name, each in told.items() if each is not None}
            rows.append(
                ItemOutcome(
                    trial_id=played.trial.id,
                    probe_id=probe.id,
                    item_id=ref.id,
                    item_digest=ref.digest,
                    family=ref.family,
                    epoch=played.trial.epoch,
                    strata=ref.strata,
                    attempts=attempts,
                    **given,
                )
            )
        return rows

    def _counts_as_failed(self, probe: Probe) -> bool:
        return self.target_failures_fail and not probe.never


def _cells(answers: Sequence[CellAnswer], transcript: Transcript | None) -> dict[str, CellOutcome]:
    """Return what a report keeps of a rubric's cells: those that there was reason to ask."""
    roles = [] if transcript is None else [turn.role for turn in transcript.turns]
    replies = {place: number for number, place in enumerate(_places(roles), start=1)}
    return {
        each.cell: CellOutcome(
            value=each.value,
            grade=each.grade,
            meets=each.meets,
            turn=min(
                (replies[quote.turn] for quote in each.quotes if quote.turn in replies),
                default=None,
            ),
            failure=each.failure,
        )
        for each in answers
        if each.asked or each.value != "not_applicable"
    }


def _most_attempts(played: Played) -> int:
    """Return the most requests that one reply of the product took, or the lack of one."""
    if played.transcript is not None:
        return max(reply.attempts for reply in played.transcript.replies)
    return max((each.attempts for each in played.failures if each.stage is Stage.TARGET), default=1)


def _n_replies(transcript: Transcript | None) -> int | None:
    return None if transcript is None else len(transcript.replies)


def _places(roles: Sequence[str]) -> list[int]:
    return [place for place, role in enumerate(roles) if role == "assistant"]


def joint_root(ledgers: Iterable[Ledger]) -> str:
    """Return the root over the leaves of several ledgers: both arms, and what was asked again.

    Args:
        ledgers: no trial stands twice in one arm.
    """
    leaves = merge(*(ledger.leaves() for ledger in ledgers))
    return root_of_leaf_hashes(leaf for _, _, leaf in leaves)
