"""A patient that is ready to speak: tried before it is believed, accounted for afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from mhgate.config import PatientConfig
from mhgate.errors import CannotEvaluateError
from mhgate.judges.llm import why_it_may_move
from mhgate.protocols import Patient
from mhgate.records import SEVERITIES, Failure, Item, Rubric, Turn
from mhgate.runner import Stop

if TYPE_CHECKING:
    from mhgate.patients.simulated import SimulatedPatient
    from mhgate.records import Playing, Report

__all__ = ["PATIENT_MODEL", "OpenedPatient", "Player", "with_severities"]

PATIENT_MODEL = "patient model"
"""What a measurement calls the model that answered for the patient."""

_SEVERITY = "severity"


@dataclass(frozen=True, slots=True)
class Player:
    """A model that plays patients: its key in thresholds.toml, how it is reached, and itself."""

    key: str
    config: PatientConfig
    patient: SimulatedPatient


@dataclass(slots=True)
class OpenedPatient:
    """A patient that is ready to speak, with what is known of it.

    Args:
        patient: speaks for every item.
        player: the model that plays vignettes; None where none does.
    """

    patient: Patient
    player: Player | None = None
    _notes: list[str] = field(default_factory=list)

    async def make_ready(
        self, *, stop: Stop, note: Callable[[str], None], deadline_s: float
    ) -> None:
        """Ask a model for one harmless message before anything is asked of the product.

        Args:
            stop: ends the waiting early.
            note: told, line by line, what a person should see.
            deadline_s: the most seconds.

        Raises:
            CannotEvaluateError: no message came, or one that is none.
        """
        if self.player is None:
            return
        if self.player.config.preflight:
            await _greeted(self.player, stop, deadline_s)
        self._notes += _notes_on(self.player)
        for line in self._notes:
            note(f"patient: {line}")

    def measured(self) -> dict[str, str]:
        """Return what more must agree before two runs are compared: the model that answered."""
        name = None if self.player is None else self.player.patient.answered_as
        return {} if name is None else {PATIENT_MODEL: name}

    def completed(
        self,
        report: Report,
        note: Callable[[str], None],
        *,
        judges: Iterable[str | None],
        kept: Iterable[str],
        rubrics: Mapping[str, Rubric],
        read_item: Callable[[str], Item],
    ) -> Report:
        """Return a report with the account of how its patients were played.

        Args:
            report: of the run that is over.
            note: told what a person should see of it.
            judges: the names by which the models answered that judged.
            kept: the ids of trials that an earlier attempt played.
            rubrics: by the probe's id, for what a judge says of severity.
            read_item: gives an item by its id.
        """
        if self.player is None:
            return report
        late = [line for line in _two_parts(self.player, judges) if line not in self._notes]
        self._notes += late
        for line in late:
            note(f"patient: {line}")
        playing = _account(self.player, tuple(self._notes), kept=set(kept), report=report)
        playing = with_severities(playing, report, rubrics=rubrics, read_item=read_item)
        if playing.broken:
            told = ", ".join(f"{kind} {count}" for kind, count in playing.broken.items())
            note(f"patient: {sum(playing.broken.values())} messages stayed broken ({told})")
        return report.model_copy(update={"patient": playing})


async def _greeted(player: Player, stop: Stop, deadline_s: float) -> None:
    asked = asyncio.create_task(player.patient.greet())
    stopped = asyncio.create_task(stop.event.wait())
    came: Turn | Failure | None = None
    try:
        await asyncio.wait(
            {asked, stopped}, timeout=deadline_s, return_when=asyncio.FIRST_COMPLETED
        )
        if asked.done():
            came = asked.result()
        elif not stopped.done():
            raise CannotEvaluateError(
                f"[{player.key}]: the patient's model gave no first message within "
                f"{deadline_s:g} s, the deadline of the whole run (gate.deadline_s).",
                hint=f"Is its endpoint up? timeout_s in [{player.key}] bounds one message.",
            )
    finally:
        for task in (asked, stopped):
            task.cancel()
        await asyncio.gather(asked, stopped, return_exceptions=True)
    if isinstance(came, Failure):
        raise CannotEvaluateError(
            f"[{player.key}]: the patient's model gave no first, harmless message: {came.message} "
            f"({came.kind}).",
            hint="Address, model and key stand in that table; preflight = false in [patient] asks "
            "for none.",
        )


def _notes_on(player: Player) -> list[str]:
    """Say what a reader should know about a model that is asked so."""
    config, seen, said = player.config.target, player.patient.answered_as, []
    if config is None:
        return []
    if config.model is not None and (why := why_it_may_move(config.model)):
        pin = "" if seen in {None, config.model} else f", which answers as {seen} today"
        said.append(
            f"{player.key}.model = {config.model}{pin}: this name may stand for another model "
            f"tomorrow ({why})"
        )
    if config.model is not None and not config.takes_temperature:
        said.append(f"{player.key} is asked without a temperature: its messages may vary")
    elif config.model is not None and config.temperature > 0:
        seed = "with each trial's seed" if config.sends_seed else "without a seed of the trial"
        said.append(f"{player.key} is asked at temperature {config.temperature:g}, {seed}")
    if seen is None and player.patient.counts.n_calls:
        said.append(f"{player.key} does not say which model answers: a change would not be seen")
    return said


def _two_parts(player: Player, judges: Iterable[str | None]) -> list[str]:
    """Say where a model has the name of what it spoke with, or of what judged."""
    name, config = player.patient.answered_as, player.config
    said: list[str] = []
    if name is None:
        return said
    if not config.same_as_target and name in player.patient.counts.spoken_to:
        said.append(
            f"{player.key} answers as {name}, and so does what it spoke with (same_as_target = "
            "true in [patient] says that it is meant)"
        )
    if not config.same_as_judge and name in set(judges):
        said.append(
            f"{player.key} answers as {name}, and so does a judge (same_as_judge = true in "
            "[patient] says that it is meant)"
        )
    return said


def _account(player: Player, notes: tuple[str, ...], *, kept: set[str], report: Report) -> Playing:
    counts, target = player.patient.counts, player.config.target
    n = counts.n_turns
    if counts.n_estimated:
        of = f"{counts.n_estimated} of {counts.n_calls} calls"
        notes += (f"the tokens of {of} are estimated: a quarter of the characters",)
    from mhgate.records import Playing  # noqa: PLC0415 - at the end

    return Playing(
        kind="simulated",
        fingerprint=player.patient.fingerprint,
        models=tuple(counts.models),
        n_conversations=counts.n_conversations,
        n_kept=len({row.trial_id for row in report.outcomes} & kept),
        n_ended=counts.n_ended,
        n_turns=n,
        n_held_at_first=counts.n_held_at_first,
        n_held=counts.n_held,
        fidelity=counts.n_held_at_first / n if n else None,
        fidelity_repaired=counts.n_held / n if n else None,
        n_calls=counts.n_calls,
        n_requests=counts.n_requests,
        n_repairs=counts.n_repairs,
        n_repaired=counts.n_repaired,
        n_unanswered=counts.n_unanswered,
        broken=dict(sorted(counts.broken.items())),
        broken_at_first=dict(sorted(counts.broken_at_first.items())),
        n_earned=counts.n_earned,
        n_told=counts.n_told,
        n_prompt_tokens=counts.n_prompt_tokens,
        n_completion_tokens=counts.n_completion_tokens,
        n_estimated=counts.n_estimated,
        usd=None
        if target is None
        else target.usd(counts.n_prompt_tokens, counts.n_completion_tokens),
        notes=notes,
    )


def with_severities(
    playing: Playing,
    report: Report,
    *,
    rubrics: Mapping[str, Rubric],
    read_item: Callable[[str], Item],
) -> Playing:
    """Return an account with how often the judged severity is the vignette's.

    Counted are answers to a rubric's question ``severity`` of each domain, graded from 1 (none) to
    4 (imminent); other rubrics have no such cells, and nothing is counted.

    Args:
        playing: the account.
        report: whose outcomes hold the answers.
        rubrics: by the probe's id.
        read_item: gives an item by its id.
    """
    grades = set(range(1, 1 + len(SEVERITIES)))
    n, n_agreed = 0, 0
    for row in report.outcomes:
        rubric = rubrics.get(row.probe_id)
        if rubric is None or not row.cells:
            continue
        vignette = read_item(row.item_id).vignette
        for cell in rubric.cells:
            outcome, asked = row.cells.get(cell.id), cell.question
            if outcome is None or outcome.grade is None or cell.domain is None or vignette is None:
                continue
            if asked.id.partition(".")[0] == _SEVERITY and {*(asked.grades or {})} == grades:
                n += 1
                n_agreed += SEVERITIES[outcome.grade - 1] == vignette.severity(cell.domain)
    return playing.model_copy(update={"n_severities": n, "n_severities_agreed": n_agreed})
