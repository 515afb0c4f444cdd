"""The leaves of the Merkle tree: what was said in a trial, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from mhgate.canonical import canonical_json, leaf_hash, merkle_root
from mhgate.records import CellOutcome, Failure, ItemOutcome, Transcript

__all__ = ["leaf_of", "root_of"]


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
                    "flags": json.dumps(turn.flags, sort_keys=True) if turn.flags else "{}",
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
