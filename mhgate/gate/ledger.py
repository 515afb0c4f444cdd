"""What became of every trial: outcomes by probe, counts that add up, leaves of the Merkle root."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from mhgate.canonical import canonical_json, leaf_hash, merkle_root, root_of_leaf_hashes
from mhgate.journal import Booked
from mhgate.records import (
    Accounts,
    CellAnswer,
    CellOutcome,
    Failure,
    ItemOutcome,
    Probe,
    Stage,
    Transcript,
    Trial,
)
from mhgate.runner import Played
from mhgate.sampling import Plan

__all__ = ["Ledger", "joint_root", "leaf_of", "root_of"]


@dataclass(slots=True)
class Ledger:
    """Books what happened to each planned trial.

    Args:
        plan: every trial, named beforehand.
        target_failures_fail: whether a reply that never came is a failed item. For a probe that
            must ``never`` go off it stays unmeasured: silence is no alarm.
        arm: ``base`` where it books what a target played beside came to.
    """

    plan: Plan
    target_failures_fail: bool = False
    arm: str = ""
    failures: Counter[str] = field(default_factory=Counter)
    _outcomes: dict[str, list[ItemOutcome]] = field(default_factory=dict)
    _leaves: dict[str, bytes] = field(default_factory=dict)
    _planned: Counter[str] = field(default_factory=Counter)
    _not_needed: Counter[str] = field(default_factory=Counter)
    _places: dict[str, int] = field(default_factory=dict)
    _spared: set[str] = field(default_factory=set)
    _n_asked: int = 0
    _n_failed: int = 0

    def __post_init__(self) -> None:
        self._planned = Counter(
            probe.id for trial in self.plan.trials for probe in self.plan.readers[trial.item_id]
        )
        self._places = {trial.id: place for place, trial in enumerate(self.plan.trials)}

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
        for row in entry.rows:
            self._outcomes.setdefault(row.probe_id, []).append(row)
        self._leaves[entry.trial_id] = entry.leaf
        self._n_asked += 1
        self._n_failed += any(row.value is None for row in entry.rows)
        self.failures.update(entry.failures)
        return [
            row.probe_id
            for row in entry.rows
            if len(self._outcomes[row.probe_id]) == self._planned[row.probe_id]
        ]

    def restore(self, outcomes: Iterable[ItemOutcome]) -> None:
        """Book what an earlier report holds.

        Its leaves cannot be made again, for they are of transcripts: the root is the report's.

        Args:
            outcomes: of planned trials, each with a row for every probe that reads it.
        """
        asked: dict[str, bool] = {}
        for row in outcomes:
            self._outcomes.setdefault(row.probe_id, []).append(row)
            asked[row.trial_id] = asked.get(row.trial_id, False) or row.value is None
        self._n_asked += len(asked)
        self._n_failed += sum(asked.values())

    def planned(self, probe_id: str) -> int:
        """Return how many trials a probe was to read."""
        return self._planned[probe_id]

    def spare(self, trials: Iterable[Trial]) -> None:
        """Book planned trials that need not be asked: all that they could tell is decided.

        Args:
            trials: none of them booked before.
        """
        for trial in trials:
            self._spared.add(trial.id)
            self._not_needed.update(probe.id for probe in self.plan.readers[trial.item_id])

    def is_spared(self, trial: Trial) -> bool:
        """Return whether a trial need not be asked."""
        return trial.id in self._spared

    def spared(self) -> list[Trial]:
        """Return the trials that need not be asked, in plan order."""
        return [trial for trial in self.plan.trials if trial.id in self._spared]

    def not_needed(self, probe_id: str) -> int:
        """Return how many of a probe's trials need not be asked."""
        return self._not_needed[probe_id]

    def outcomes(self, probe_id: str) -> list[ItemOutcome]:
        """Return a probe's outcomes, sorted by trial."""
        return sorted(self._outcomes.get(probe_id, []), key=lambda row: row.trial_id)

    def in_plan_order(self, probe_id: str) -> list[ItemOutcome]:
        """Return a probe's outcomes in the order in which they were planned."""
        rows = self._outcomes.get(probe_id, [])
        return sorted(rows, key=lambda row: self._places[row.trial_id])

    def accounts(self) -> Accounts:
        """Return what became of all planned trials."""
        n_planned, n_asked = len(self.plan.trials), self._n_asked
        return Accounts(
            planned=n_planned,
            asked=n_asked,
            not_needed=len(self._spared),
            not_reached=n_planned - n_asked - len(self._spared),
            scored=n_asked - self._n_failed,
            failed=self._n_failed,
        )

    def merkle_root(self) -> str:
        """Return the root over the trials' leaves, sorted by trial: it knows no order of ending."""
        return joint_root([self])

    def leaves(self) -> dict[tuple[str, str], bytes]:
        """Return the leaves' hashes, by trial and arm."""
        return {(trial_id, self.arm): leaf for trial_id, leaf in self._leaves.items()}

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
    leaves: dict[tuple[str, str], bytes] = {}
    for ledger in ledgers:
        leaves |= ledger.leaves()
    return root_of_leaf_hashes([leaves[key] for key in sorted(leaves)])


def root_of(
    came_back: Mapping[str, Transcript | Failure],
    outcomes: Iterable[ItemOutcome],
    *,
    base_came_back: Mapping[str, Transcript | Failure] = MappingProxyType({}),
    base_outcomes: Iterable[ItemOutcome] = (),
) -> str:
    """Return the root that a report of these outcomes binds, if these are its transcripts.

    Args:
        came_back: what the target answered, or the failure in its place, by trial.
        outcomes: all of a report, in its order, and those that were asked again.
        base_came_back: what the target that was played beside answered.
        base_outcomes: all of its arm.
    """
    arms = {"": came_back, "base": base_came_back}
    rows: dict[tuple[str, str], list[ItemOutcome]] = {}
    for arm, found in (("", outcomes), ("base", base_outcomes)):
        for row in found:
            rows.setdefault((row.trial_id, arm), []).append(row)
    leaves = []
    for trial_id, arm in sorted(rows):
        what = arms[arm].get(trial_id)
        transcript = what if isinstance(what, Transcript) else None
        leaves.append(_leaf(trial_id, transcript, rows[trial_id, arm], arm=arm))
    return merkle_root(leaves)


def leaf_of(
    trial_id: str,
    transcript: Transcript | None,
    rows: Sequence[ItemOutcome],
    *,
    arm: str = "",
) -> bytes:
    """Return the hash of a trial's leaf: it holds what was said and what came of it.

    Args:
        trial_id: the trial.
        transcript: what was said, None where the target did not answer.
        rows: its outcomes, in the order of its readers.
        arm: ``base`` where a target that was played beside answered.
    """
    return leaf_hash(_leaf(trial_id, transcript, rows, arm=arm))


def _leaf(
    trial_id: str, transcript: Transcript | None, rows: Sequence[ItemOutcome], *, arm: str
) -> bytes:
    turns = [] if transcript is None else transcript.turns
    return canonical_json(
        {
            "trial": trial_id,
            **({"arm": arm} if arm else {}),
            "item": rows[0].item_digest,
            "turns": [
                {
                    "role": turn.role,
                    "content": turn.content,
                    "flags": json.dumps(turn.flags, sort_keys=True),
                    "finish_reason": turn.finish_reason,
                    **({"session": turn.session} if turn.session else {}),
                    **({} if turn.at_s is None else {"at_s": turn.at_s}),
                }
                for turn in turns
            ],
            "outcomes": [
                {
                    "probe": row.probe_id,
                    "value": row.value,
                    "answer": row.answer,
                    **{
                        name: found
                        for name in ("grade", "read", "key", "rating", "confirmed_by")
                        if (found := getattr(row, name)) is not None
                    },
                    **(
                        {"cells": {name: _told(cell) for name, cell in sorted(row.cells.items())}}
                        if row.cells
                        else {}
                    ),
                    "judge": row.judge,
                    "failure": None
                    if row.failure_kind is None
                    else f"{row.failure_stage}: {row.failure_kind}",
                }
                for row in rows
            ],
        }
    )


def _told(cell: CellOutcome) -> dict[str, object]:
    return cell.model_dump(mode="json", exclude_none=True)
