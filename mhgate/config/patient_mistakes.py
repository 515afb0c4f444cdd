"""What the keys of ``[patient]`` must say together: seen in the raw tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from mhgate.config.exchange import exchange_mistakes
from mhgate.config.judge_mistakes import (
    is_same_model,
    judge_targets,
    keys_of_kind,
    lost_system_turn,
)
from mhgate.config.patient import PATIENT_KINDS
from mhgate.config.secrets import secret_mistakes
from mhgate.errors import Mistake

__all__ = ["patient_as_given", "patient_mistakes", "patient_target"]

Path = tuple[str | int, ...]
Where = Callable[[Path], str]

_TARGET: Path = ("patient", "target")


def patient_target(patient: Any) -> dict[str, Any] | None:
    """Return the table that says how the patient's model is reached; None where there is none.

    Args:
        patient: the table ``[patient]``, as TOML and the overrides give it.
    """
    target = patient.get("target") if isinstance(patient, dict) else None
    return target if isinstance(target, dict) else None


def patient_as_given(patient: dict[str, Any], kind: object, target_kind: object) -> dict[str, Any]:
    """Leave out what only the file's own kind of patient has, where another is given.

    Args:
        patient: the table, as the file has it.
        kind: that is given for ``patient.kind``; None where none is.
        target_kind: that is given for ``patient.target.kind``; None where none is.
    """
    left = dict(patient)
    if kind == "scripted":
        left.pop("target", None)
    target = patient_target(left)
    if target is not None and isinstance(target_kind, str) and target_kind in PATIENT_KINDS:
        own = PATIENT_KINDS[target_kind]
        others = {key for keys in PATIENT_KINDS.values() for key in (*keys.needed, *keys.others)}
        others -= {*own.needed, *own.others}
        left["target"] = {key: value for key, value in target.items() if key not in others}
    return left


def patient_mistakes(patient: Any, target: Any, judge: Any, where: Where) -> list[Mistake]:
    """Report what is missing, or in vain, between the keys of ``[patient]``.

    Args:
        patient: the table, as TOML and the overrides give it.
        target: the table ``[target]``, which a patient must not be by accident.
        judge: the table ``[judge]``, likewise.
        where: how a path is shown.
    """
    if not isinstance(patient, dict):
        return []
    mistakes = list(_tables(patient, where))
    table = patient_target(patient)
    if table is None:
        return mistakes
    mistakes += secret_mistakes(table, where, root=_TARGET)
    if isinstance(kind := table.get("kind"), str) and kind in PATIENT_KINDS:
        mistakes += keys_of_kind(
            kind, table, _TARGET, where, kinds=PATIENT_KINDS, owner="patient.target"
        )
        mistakes += _seed_in_vain(table, where)
        mistakes += exchange_mistakes(table, where, root=_TARGET)
        mistakes += lost_system_turn(table, _TARGET, where)
    if patient.get("same_as_target") is not True and is_same_model(table, target):
        mistakes.append(
            Mistake(
                where(_TARGET),
                "the address and the model of [target]",
                "another model than the one under test",
                "A model that talks with itself finds itself easy to talk to. Where that is meant, "
                "write same_as_target = true in [patient].",
            )
        )
    if patient.get("same_as_judge") is not True and any(
        is_same_model(table, judges) for _, judges in judge_targets(judge)
    ):
        mistakes.append(
            Mistake(
                where(_TARGET),
                "the address and the model of a judge",
                "another model than the one that judges",
                "A model that judges a conversation that it took part in knows what it meant. "
                "Where that is meant, write same_as_judge = true in [patient].",
            )
        )
    return mistakes


def _seed_in_vain(table: Mapping[str, Any], where: Where) -> Iterator[Mistake]:
    if table.get("api") == "responses" and table.get("takes_seed") is True:
        yield Mistake(
            where((*_TARGET, "takes_seed")),
            'true, while api is "responses"',
            'api = "chat", or no such key',
            "The Responses API takes no seed, and none is sent.",
        )


def _tables(patient: Mapping[str, Any], where: Where) -> Iterator[Mistake]:
    kind = patient.get("kind", "scripted")
    if kind == "scripted" and "target" in patient:
        yield Mistake(
            where(_TARGET),
            'a table, while patient.kind is "scripted"',
            'no such table, or kind = "simulated"',
            "Nobody would read it.",
        )
    if kind == "simulated" and "target" not in patient:
        yield Mistake(
            where(_TARGET),
            "nothing",
            "a table with kind, and where the model is reached",
            "No model is guessed: say which one plays. docs/reference/simulated_patient.md shows "
            "how.",
        )
