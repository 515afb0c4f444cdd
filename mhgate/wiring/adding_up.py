"""What the shards of a run counted apart, put together: judging, patients, known labels."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import ValidationError

from mhgate.errors import ReportFileError, UsageError
from mhgate.records import Budget, Drift, Judging, Pace, Playing, Record
from mhgate.wiring.shard_journals import ShardJournal

__all__ = ["added", "counted_together"]

Found = TypeVar("Found", bound=Record)


def counted_together(journals: Sequence[ShardJournal]) -> dict[str, Any]:
    """Return what a report says of its judging, patients, known labels, budget and pace.

    Counts are added up. Of known labels, to which the judge of every shard was held, that shard's
    stand for all in which it agreed with the fewest: a judge that changed in the middle of a run is
    not the one that it was.

    Args:
        journals: of all shards; one that did not end has counted nothing.

    Returns:
        By the name of the report's field; what no shard has is left out.

    Raises:
        ReportFileError: a shard's account cannot be read.
        UsageError: different models judged, or played patients.
    """
    found: dict[str, Any] = {}
    if judged := _accounts(journals, "judging", Judging):
        _refuse_other_models("judged", {path: each.models for path, each in judged.items()})
        found["judging"] = added([*judged.values()])
    if played := _accounts(journals, "patient", Playing):
        _refuse_other_models(
            "played patients", {path: each.models for path, each in played.items()}
        )
        total = added([*played.values()])
        turns = total.n_turns
        found["patient"] = total.model_copy(
            update={
                "fidelity": total.n_held_at_first / turns if turns else None,
                "fidelity_repaired": total.n_held / turns if turns else None,
            }
        )
    if labelled := _accounts(journals, "drift", Drift):
        found["drift"] = min(labelled.values(), key=lambda each: each.n_agreed)
    if budgets := [*_accounts(journals, "budget", Budget).values()]:
        tokens = [each.tokens_spent for each in budgets if each.tokens_spent is not None]
        found["budget"] = budgets[0].model_copy(
            update={
                "usd_spent": _spent(budgets),
                "tokens_spent": sum(tokens) if len(tokens) == len(budgets) else None,
            }
        )
    if paces := [*_accounts(journals, "pace", Pace).values()]:
        found["pace"] = _together(paces)
    return found


def _spent(budgets: Sequence[Budget]) -> float | None:
    """Return what all shards spent of the one budget that was allocated; None where none counts."""
    spent = [each.usd_spent for each in budgets if each.usd_spent is not None]
    return math.fsum(spent) if len(spent) == len(budgets) else None


def _together(paces: Sequence[Pace]) -> Pace:
    n_messages = sum(each.n_messages for each in paces)
    seconds = math.fsum(each.latency_s * each.n_messages for each in paces)
    return Pace(latency_s=round(seconds / n_messages, 4), n_messages=n_messages)


def _accounts(journals: Sequence[ShardJournal], name: str, record: type[Found]) -> dict[str, Found]:
    found = {}
    for journal in journals:
        counted = (journal.kept.account or {}).get(name)
        if counted is None:
            continue
        try:
            found[str(journal.path)] = record.model_validate(counted)
        except ValidationError as error:
            raise ReportFileError(
                f"{journal.path}: its account ({name}) holds something else.",
                hint="The file was changed after it was written, or another mhgate wrote it.",
            ) from error
    return found


def _refuse_other_models(what: str, models: Mapping[str, tuple[str, ...]]) -> None:
    """Refuse shards whose models answered under different names."""
    named = {path: frozenset(names) for path, names in models.items() if names}
    if len(set(named.values())) > 1:
        told = [f"{path}: {', '.join(sorted(names))}" for path, names in named.items()]
        raise UsageError(
            f"different models {what} in the shards ({'; '.join(told)}).",
            hint="Pin the model, and ask the shards again: scores of two judges make no rate.",
        )


def added(records: Sequence[Found]) -> Found:
    """Return accounts as one: numbers and tables are added up, lines are joined.

    Args:
        records: of one kind, at least one.
    """
    first = records[0]
    total: dict[str, Any] = {}
    for name in type(first).model_fields:
        values = [getattr(each, name) for each in records]
        if name == "usd":
            asked = [each for each in records if getattr(each, "n_calls", 0)]
            costs = [getattr(each, name) for each in asked]
            total[name] = None if not costs or None in costs else sum(costs)
        elif isinstance(values[0], int):
            total[name] = sum(values)
        elif isinstance(values[0], dict):
            summed: Counter[str] = Counter()
            for value in values:
                summed.update(value)
            total[name] = dict(sorted(summed.items()))
        elif isinstance(values[0], tuple):
            total[name] = tuple(dict.fromkeys(line for value in values for line in value))
    return first.model_copy(update=total)
