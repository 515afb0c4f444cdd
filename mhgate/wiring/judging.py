"""A judge that is ready to be asked: tried before it is believed, accounted for afterwards."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeVar

from mhgate.config import JudgeConfig, JudgeTargetConfig
from mhgate.errors import CannotEvaluateError, ConfigError, Mistake
from mhgate.gate import Trust
from mhgate.judges.llm import (
    Canaries,
    LLMJudge,
    ask_first_question,
    try_canaries,
    why_it_may_move,
)
from mhgate.judges.panel import Panel
from mhgate.judges.panel.counting import differ
from mhgate.protocols import Judge
from mhgate.records import Answer, Question
from mhgate.runner import Stop
from mhgate.wiring.batches import Batches
from mhgate.wiring.certificates import Heard
from mhgate.wiring.judge_errors import about
from mhgate.wiring.judge_identity import identity_of, structured_by
from mhgate.wiring.known_labels import KnownLabels, held_to_labels

if TYPE_CHECKING:
    from mhgate.records import Drift, Judging, Report
    from mhgate.records.baselines import KnownAnswers

__all__ = ["MODEL", "Model", "OpenedJudge", "first_asked"]

Value = TypeVar("Value")

MODEL = "judge model"
"""What a measurement calls the model that answered."""


@dataclass(frozen=True, slots=True)
class Model:
    """A model that judges: its key in thresholds.toml, how it is reached, and the judge."""

    key: str
    config: JudgeTargetConfig
    judge: LLMJudge

    @property
    def name(self) -> str:
        """The model's name as it is configured, or what it is instead."""
        return self.config.name

    def notes(self) -> list[str]:
        """Say what a reader should know about a judge that is asked so."""
        config, seen = self.config, self.judge.answered_as
        said = []
        if config.model is not None and (why := why_it_may_move(config.model)):
            pin = "" if seen in {None, config.model} else f", which answers as {seen} today"
            said.append(
                f"{self.key}.model = {config.model}{pin}: this name may stand for another model "
                f"tomorrow ({why})"
            )
        if config.model is not None and not config.takes_temperature:
            said.append(f"{self.key} is asked without a temperature: its answers may vary")
        elif config.model is not None and config.temperature > 0:
            said.append(f"{self.key} is asked at temperature {config.temperature:g}")
        if seen is None and self.judge.counts.n_calls:
            said.append(f"{self.key} does not say which model answers: a change would not be seen")
        return said


async def first_asked(model: Model) -> None:
    """Ask a model the harmless question whose answer is known, as before every run.

    Args:
        model: that judges.

    Raises:
        CannotEvaluateError: it gives no answer, or a wrong one.
    """
    parameters = model.config.parameters
    sent = ["temperature", "max_tokens", "max_output_tokens", *parameters]
    forms = ["text.format" if form == "text" else form for form in structured_by(model.config)]
    # last, for they are words of most messages: "temperature is deprecated for this model"
    common = [name for name in ("text", "model") if name == "model" or name in parameters]
    sent = [*(name for name in sent if name not in common), *forms, *common]
    with about(model.key):
        await ask_first_question(model.judge, parameters=sent)


@dataclass(slots=True)
class OpenedJudge:
    """A judge that is ready to be asked, with what is known of it.

    Args:
        judge: answers the questions.
        config: ``[judge]``.
        models: the models among it.
        panel: where the judge is one.
        batches: which questions are asked together.
        n_cached: answers that were given in earlier runs, and given again.
        n_in_journal: answers that were given before this run was gone on with.
    """

    judge: Judge
    config: JudgeConfig
    models: tuple[Model, ...] = ()
    panel: Panel | None = None
    batches: Batches = field(default_factory=Batches)
    n_cached: int = 0
    n_in_journal: int = 0
    _canaries: list[Canaries] = field(default_factory=list)
    _notes: list[str] = field(default_factory=list)
    _heard: Heard | None = None

    async def make_ready(
        self, *, seed: int, stop: Stop, note: Callable[[str], None], deadline_s: float
    ) -> None:
        """Try the models among the judge before anything is asked of the product.

        Args:
            seed: decides which canaries are tried.
            stop: ends the trying early.
            note: told, line by line, what a person should see.
            deadline_s: the most seconds for all of it.

        Raises:
            CannotEvaluateError: a model gives no answer to a first question, or a wrong one.
            ConfigError: two members of a panel turn out to be one model, asked in the same way.
        """
        for model in self.models:
            await _unless_stopped(self._try(model, seed), stop, deadline_s)
            self._notes += model.notes()
        if mistakes := [_once_more(*pair) for pair in self._repeated() if _asked_alike(*pair)]:
            raise ConfigError(mistakes)
        self._notes += self._shared_names()
        for line in self._notes:
            note(f"judge: {line}")

    async def held_to(
        self,
        labels: Sequence[KnownLabels],
        *,
        before: KnownAnswers | None,
        stop: Stop,
        note: Callable[[str], None],
        deadline_s: float,
    ) -> Drift | None:
        """Hold a judge to known labels: a model always, any other where canaries are wanted.

        Args:
            labels: what is known of the rubrics that the run scores.
            before: what was answered in an earlier run.
            stop: ends it early; then nothing was held to anything.
            note: told what came of it.
            deadline_s: the most seconds for all of it.

        Returns:
            What it said, None where it was not asked.

        Raises:
            CannotEvaluateError: it takes longer than the whole run may.
        """
        if not labels or not (self.models or self.config.canaries):
            return None
        asking = held_to_labels(self.judge, labels, batches=self.batches, before=before)
        drift = await _unless_stopped(asking, stop, deadline_s)
        if drift is None:
            return None
        drift = drift.model_copy(update={"model": self.measured().get(MODEL)})
        from mhgate.verdict import drift_line  # noqa: PLC0415 - with the corridor

        note(f"judge: {drift_line(drift)}")
        return drift

    def _repeated(self) -> Iterator[tuple[Model, Model]]:
        """Yield the members of a panel that answer as one model, whatever they are called."""
        for one, other in combinations(self.models, 2):
            name = one.judge.answered_as
            if name is not None and name == other.judge.answered_as:
                yield one, other

    def _shared_names(self) -> list[str]:
        return [
            f"{one.key} and {other.key} both answer as {one.judge.answered_as}: where that is one "
            "model, their agreement is no second opinion"
            for one, other in self._repeated()
        ]

    def _judged_itself(self) -> list[str]:
        """Say where a judge has the name of what it judged: an address does not show that."""
        if self.config.same_as_target:
            return []
        return [
            f"{model.key} answers as {model.judge.answered_as}, and so does what it judged: a "
            "model that judges itself is kind to its own faults (same_as_target = true in [judge] "
            "says that it is meant)"
            for model in self.models
            if model.judge.answered_as in model.judge.counts.judged
        ]

    async def _try(self, model: Model, seed: int) -> None:
        if self.config.preflight:
            await first_asked(model)
        if self.config.canaries:
            tried = await try_canaries(model.judge, seed=seed, with_grades=self.batches.has_grades)
            self._canaries.append(tried)
            fell = f"; it fell for {', '.join(tried.moved)}" if tried.moved else ""
            self._notes.append(
                f"{model.key}: {tried.n_held} of {tried.n_asked} forged replies left its verdict "
                f"as it was, {tried.n_unanswered} got no answer{fell}"
            )

    def measured(self) -> dict[str, str]:
        """Return what more must agree before two runs are compared: the models that answered."""
        model = self.heard().model
        return {} if model is None else {MODEL: model}

    def heard(self) -> Heard:
        """Return which models answered, for what is certified and what is trusted."""
        if self._heard is not None:
            return self._heard
        named, is_known = [], True
        for model in self.models:
            if (name := model.judge.answered_as) is not None:
                named.append(name)
            is_known = is_known and model.judge.counts.n_calls > 0
        heard = Heard(model=", ".join(named) if named else None, is_known=is_known)
        if is_known and len(named) == len(self.models):  # the first name counts: it stays so
            self._heard = heard
        return heard

    def refuse_another_model(self, heard: Heard, trust: Trust) -> None:
        """Hold a run that gates on certificates to the model that they were accepted for.

        Args:
            heard: what was known of it when they were.
            trust: what was accepted.

        Raises:
            CannotEvaluateError: during the run it answered under another name.
        """
        now = self.measured().get(MODEL)
        if trust.certificates and now is not None and now != heard.model:
            raise CannotEvaluateError(
                f"the judge answered as {now} during the run, and its certificates were accepted "
                f"for {heard.model or 'a model that names itself nowhere'}.",
                hint="Calibrate again; a certificate holds for the model that it measured.",
            )

    def count_votes(self, answer: Answer, question: Question) -> None:
        """Count where a panel's members differed on an answer that is given again.

        Args:
            answer: the panel's.
            question: what it was asked.
        """
        if self.panel is not None and (is_split := differ(answer.votes)) is not None:
            self.panel.n_compared += 1
            self.panel.disagreements[question.id] += is_split

    def account(self) -> Judging | None:
        """Return what the judge was asked and how it went; None of a judge without a model."""
        if not self.models and self.panel is None:
            return None
        counts = [model.judge.counts for model in self.models]
        panel = self.panel
        from mhgate.records import Judging  # noqa: PLC0415 - at the end

        return Judging(
            models=tuple(name for each in counts for name in each.models),
            n_cached=self.n_cached,
            n_calls=sum(each.n_calls for each in counts),
            n_requests=sum(each.n_requests for each in counts),
            n_repairs=sum(each.n_repairs for each in counts),
            n_repaired=sum(each.n_repaired for each in counts),
            n_canaries=sum(each.n_asked for each in self._canaries),
            n_canaries_held=sum(each.n_held for each in self._canaries),
            n_canaries_unanswered=sum(each.n_unanswered for each in self._canaries),
            n_compared=panel.n_compared if panel else 0,
            disagreements={
                name: count
                for name, count in sorted(panel.disagreements.items() if panel else ())
                if count
            },
            n_prompt_tokens=sum(each.n_prompt_tokens for each in counts),
            n_completion_tokens=sum(each.n_completion_tokens for each in counts),
            n_uncounted=sum(each.n_uncounted for each in counts),
            usd=self._usd(),
            notes=tuple(self._notes),
        )

    def _usd(self) -> float | None:
        """Return what all counted tokens cost; None where a model that was asked has no price."""
        prices = [
            model.config.usd(counts.n_prompt_tokens, counts.n_completion_tokens)
            for model in self.models
            if (counts := model.judge.counts).n_calls > counts.n_uncounted
        ]
        stated = [price for price in prices if price is not None]
        return math.fsum(stated) if prices and len(stated) == len(prices) else None

    def completed(self, report: Report, note: Callable[[str], None]) -> Report:
        """Return a report with the account of its judging.

        Args:
            report: of the run that is over.
            note: told what a person should see of it.
        """
        found = (*self._shared_names(), *self._judged_itself())
        heard_late = [line for line in found if line not in self._notes]
        self._notes += heard_late  # without a first question a model is named in the run alone
        for line in heard_late:
            note(f"judge: {line}")
        if self.n_in_journal and (self.models or self.panel):
            line = (
                f"{self.n_in_journal} answers stood in the run's journal when it was gone on with, "
                "and were not asked for again; calls, tokens and costs are those since then"
            )
            self._notes.append(line)
            note(f"judge: {line}")
        judging = self.account()
        if judging is None:
            return report
        if judging.n_cached:
            note(
                f"judge: {judging.n_cached} answers are of earlier runs, to the same questions "
                "about the same words (judge.cache = false asks anew)"
            )
        from mhgate.report import cost_of_judging  # noqa: PLC0415 - at the end

        if cost := cost_of_judging(judging):
            note(f"judge: {cost}")
        if judging.n_repairs:
            note(
                f"judge: {judging.n_repairs} of {judging.n_calls} calls asked again for what could "
                f"not be used, and gave {judging.n_repaired} answers"
            )
        if judging.n_compared:
            n_differ = sum(judging.disagreements.values())
            note(f"judge: the panel disagreed on {n_differ} of {judging.n_compared} answers")
        return report.model_copy(update={"judging": judging})


def _asked_alike(one: Model, other: Model) -> bool:
    """Return whether two members differ in the name that they are asked by, and in nothing else.

    The port counts here: servers of one's own may call whatever they serve by one name.
    """
    asked = [
        identity_of(each.config)
        | {"model": None, "one_message": each.config.one_message}
        | {"address": (each.config.base_url or each.config.url or "").rstrip("/").lower()}
        for each in (one, other)
    ]
    return asked[0] == asked[1]


def _once_more(one: Model, other: Model) -> Mistake:
    return Mistake(
        other.key,
        f"{other.name}, which answers as {other.judge.answered_as}, as {one.key} does ({one.name})",
        "judges that differ",
        "Asking one judge twice shows its own noise, and no second opinion.",
    )


async def _unless_stopped(
    trying: Coroutine[Any, Any, Value], stop: Stop, deadline_s: float
) -> Value | None:
    """Await something until the run is stopped, which gives None, or out of time."""
    task = asyncio.create_task(trying)
    stopped = asyncio.create_task(stop.event.wait())
    try:
        await asyncio.wait({task, stopped}, timeout=deadline_s, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        if not stopped.done():
            raise CannotEvaluateError(
                f"the judge gave no answer to a first question within {deadline_s:g} s, the "
                "deadline of the whole run (gate.deadline_s).",
                hint="Is its endpoint up? timeout_s in [judge.target] bounds one reply.",
            )
    finally:
        for each in (task, stopped):
            each.cancel()
        await asyncio.gather(task, stopped, return_exceptions=True)
    return None
