"""Transcripts that exist, judged several times by one judge -> what its contradictions come to.

No target is asked and no verdict is taken: repeats of one judge are not a panel.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypedDict

from mhgate.patients import ScriptedPatient
from mhgate.perturb import spoken_turn
from mhgate.protocols import Judge
from mhgate.records import Answer, Probe, Question, Score, Transcript, Trial
from mhgate.runner import Played, Runner, Stop
from mhgate.wiring.answers_again import RememberingJudge, given_answers
from mhgate.wiring.existing import Existing, NobodyToAsk
from mhgate.wiring.judge_identity import asks_rules, named_judge
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.judging import OpenedJudge
from mhgate.wiring.runs import new_id
from mhgate.wiring.workspace import check_rules

if TYPE_CHECKING:
    from mhgate.stats.flip_rates import FlipRates
    from mhgate.stats.variance_components import VarianceComponents

__all__ = ["LEAST_REPEATS", "RepeatedJudging", "RepeatedProbe", "Repeats", "judge_repeatedly"]

LEAST_REPEATS = 2

_MODEL = "judge model"
_MOST_NAMES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RepeatedProbe:
    """What the judgements of one probe's transcripts come to.

    Args:
        probe: its id.
        question: the id of what was asked.
        n_items: items with a judgement.
        n_epochs: the most transcripts that one of them has.
        n_transcripts: transcripts with a judgement.
        n_twice: those of them with two or more.
        n_judgements: answers that were scored.
        n_half: transcripts on which the judge answered once and gave no answer another time.
        failures: of the judge, by kind, over all repeats.
        flips: how often judge and target contradicted themselves; of a graded question, on whether
            the grade meets the criterion, which is what a gate sees.
        components: what the spread of that is made of.
        at_least: the least grade that meets the criterion; None where the question is not graded.
        grade_flips: how often the grades themselves differ, answers without a grade left out; None
            where the question is not graded.
    """

    probe: str
    question: str
    n_items: int
    n_epochs: int
    n_transcripts: int
    n_twice: int
    n_judgements: int
    n_half: int
    failures: Mapping[str, int]
    flips: FlipRates
    components: VarianceComponents
    at_least: int | None = None
    grade_flips: FlipRates | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeats:
    """What came of judging several times.

    Args:
        judge: what a reader calls it.
        fingerprint: of the judge.
        model: the name that it answered as, None where it has none.
        is_deterministic: whether it cannot answer otherwise: code without a model.
        repeats: how often each transcript was to be judged.
        n_transcripts: transcripts that judged probes read.
        n_planned: answers that this takes.
        n_asked: how often the judge was asked.
        n_reused: answers of earlier, which stand for the first repeat.
        stopped: why it ended early, None where it did not.
        probes: by probe, in the order of the suites.
    """

    judge: str
    fingerprint: str
    model: str | None
    is_deterministic: bool
    repeats: int
    n_transcripts: int
    n_planned: int
    n_asked: int
    n_reused: int
    stopped: str | None
    probes: tuple[RepeatedProbe, ...]

    @property
    def n_comparable(self) -> int:
        """Transcripts that were judged twice, by probe."""
        return sum(each.n_twice for each in self.probes)


async def judge_repeatedly(
    existing: Existing,
    *,
    repeats: int,
    stop: Stop,
    environ: Mapping[str, str],
    judge: Judge | None = None,
    note: Callable[[str], None] = lambda _line: None,
) -> Repeats:
    """Judge every stored transcript several times, and split what varies.

    The first repeat takes answers that this judge gave already; every other one is asked for. All
    repeats are made one after another, within gate.deadline_s and the judge's own budget.

    Args:
        existing: the transcripts.
        repeats: how often each is judged, at least 2.
        stop: set it to end early; what was judged until then counts.
        environ: the environment, for secrets named there.
        judge: handed over in place of the configured one.
        note: told, line by line, what a person should see.

    Returns:
        Flips and components by judged probe.

    Raises:
        ValueError: fewer than two repeats.
        SuiteError: a question names a rule that the rules judge does not have.
        CannotEvaluateError: the judge cannot be asked at all.
    """
    if repeats < LEAST_REPEATS:
        raise ValueError(f"{repeats} repeats; expected at least {LEAST_REPEATS}")
    config = existing.workspace.config
    if judge is None and asks_rules(config.judge):
        check_rules(existing.workspace)
    gathered = _Gathered.of(existing)
    n_planned = gathered.n_questions * repeats
    note(
        f"{len(gathered.trials)} transcripts are judged {repeats} times, which takes {n_planned} "
        "answers; no target is asked"
    )
    if skipped := [probe.name for probe in existing.probes if probe.rubric is not None]:
        named = ", ".join(skipped[:_MOST_NAMES]) + (", ..." if len(skipped) > _MOST_NAMES else "")
        note(
            f"{len(skipped)} probes of a rubric are left out ({named}): a score of many answers "
            "flips by any of them, and says nothing of one question"
        )
    async with open_judge(
        config, environ=environ, given=judge, run_id=new_id(), on_stop=stop.set
    ) as opened:
        opened.batches.learn(gathered.readers, existing.workspace.questions)
        first, again = RememberingJudge(opened.judge), RememberingJudge(opened.judge)
        if n_planned:
            await opened.make_ready(
                seed=config.sampling.seed, stop=stop, note=note, deadline_s=config.gate.deadline_s
            )
            first.answers = _given(existing, opened)
            runner = _runner(existing, gathered.readers, first, stop)
            for repeat in range(repeats):
                runner.judge = again if repeat else first
                if not stop.event.is_set():
                    await runner.run(gathered.trials, kept=existing.kept, done=gathered.keep)
        model = opened.measured().get(_MODEL)
    given = type(judge)
    return Repeats(
        judge=named_judge(config.judge)
        if judge is None
        else f"{given.__module__}.{given.__qualname__}",
        fingerprint=first.fingerprint,
        model=model,
        is_deterministic=judge is None and config.judge.kind == "rules",
        repeats=repeats,
        n_transcripts=len(gathered.trials),
        n_planned=n_planned,
        n_asked=first.n_asked + again.n_asked,
        n_reused=first.n_reused,
        stopped=stop.because,
        probes=tuple(
            gathered.probe(probe) for probe in existing.probes if probe.id in gathered.read
        ),
    )


class RepeatedJudging:
    """Judges what exists several times, and can be ended.

    Args:
        existing: the transcripts.
        repeats: how often each is judged, at least 2.
        environ: the environment.
        note: told, line by line, what a person should see.
    """

    def __init__(
        self,
        existing: Existing,
        *,
        repeats: int,
        environ: Mapping[str, str],
        note: Callable[[str], None],
    ) -> None:
        self._existing, self._repeats = existing, repeats
        self._environ, self._note = environ, note
        self._stop = Stop()

    def end(self, because: str) -> None:
        """Stop judging; what was judged until then counts."""
        self._stop.set(because, interrupted=True)

    async def measured(self) -> Repeats:
        """Judge; see :func:`judge_repeatedly`."""
        return await judge_repeatedly(
            self._existing,
            repeats=self._repeats,
            stop=self._stop,
            environ=self._environ,
            note=self._note,
        )


@dataclass(slots=True)
class _Gathered:
    """The trials to judge, who reads them, and what comes of it, by probe."""

    trials: Sequence[Trial]
    readers: Mapping[str, Sequence[Probe]]
    read: frozenset[str]
    questions: Mapping[str, Question]
    n_questions: int
    _scores: dict[str, list[tuple[Trial, Score]]] = field(default_factory=dict)
    _failures: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    @classmethod
    def of(cls, existing: Existing) -> _Gathered:
        """Return the trials that have a transcript and a question; nothing is judged yet."""
        judged = {
            item_id: [probe for probe in probes if probe.question is not None]
            for item_id, probes in existing.plan.readers.items()
        }
        trials = [
            trial
            for trial in existing.plan.trials
            if isinstance(existing.kept.get(trial.id), Transcript) and judged[trial.item_id]
        ]
        questions = existing.workspace.questions
        asked = [{questions[probe.id].digest for probe in judged[t.item_id]} for t in trials]
        read = {probe.id for trial in trials for probe in judged[trial.item_id]}
        return cls(trials, judged, frozenset(read), questions, sum(map(len, asked)))

    def keep(self, played: Played) -> None:
        """Take what one repeat says of one transcript."""
        for score in played.scores:
            self._scores.setdefault(score.probe_id, []).append((played.trial, score))
        for failure in played.failures:
            of = self._failures.setdefault(str(failure.probe_id), [])
            of.append((played.trial.id, failure.kind))

    def probe(self, probe: Probe) -> RepeatedProbe:
        """Return what the judgements of a probe's transcripts come to."""
        from mhgate.stats.flip_rates import flip_rates  # noqa: PLC0415 - numpy, which judging needs not
        from mhgate.stats.variance_components import variance_components  # noqa: PLC0415 - likewise

        scores, failed = self._scores.get(probe.id, []), self._failures.get(probe.id, [])
        judged = Counter(trial.id for trial, _ in scores)
        epochs = Counter(dict.fromkeys((trial.id, trial.item_id) for trial, _ in scores).keys())
        of_item = Counter(item_id for _, item_id in epochs)
        values, places = [score.value for _, score in scores], _places(trial for trial, _ in scores)
        return RepeatedProbe(
            probe=probe.id,
            question=str(probe.question),
            n_items=len(of_item),
            n_epochs=max(of_item.values(), default=0),
            n_transcripts=len(judged),
            n_twice=sum(count > 1 for count in judged.values()),
            n_judgements=len(scores),
            n_half=len(judged.keys() & {trial_id for trial_id, _ in failed}),
            failures=dict(sorted(Counter(kind for _, kind in failed).items())),
            flips=flip_rates(values, **places),
            components=variance_components(values, **places),
            at_least=probe.at_least,
            grade_flips=self._grade_flips(probe),
        )

    def _grade_flips(self, probe: Probe) -> FlipRates | None:
        """Return how often the grades differ, whatever a probe makes of them."""
        from mhgate.stats.flip_rates import flip_rates  # noqa: PLC0415 - numpy, which judging needs not

        scale = self.questions[probe.id].grades
        if scale is None:
            return None
        lowest, highest = min(scale), max(scale)
        graded = [
            (trial, (score.grade - lowest) / (highest - lowest))
            for trial, score in self._scores.get(probe.id, [])
            if score.grade is not None
        ]
        return flip_rates([share for _, share in graded], **_places(trial for trial, _ in graded))


class _Places(TypedDict):
    """Where judgements stand."""

    items: list[str]
    epochs: list[int]
    families: list[str]


def _places(trials: Iterable[Trial]) -> _Places:
    """Return where judgements stand: item, epoch and family of each."""
    judged = list(trials)
    return {
        "items": [trial.item_id for trial in judged],
        "epochs": [trial.epoch for trial in judged],
        "families": [trial.family for trial in judged],
    }


def _given(existing: Existing, opened: OpenedJudge) -> dict[tuple[str, str], Answer]:
    """Return what this judge said already, and, where it is a model, under today's name."""
    config = existing.workspace.config
    today = opened.measured().get(_MODEL)
    known: dict[tuple[str, str], Answer] = {}
    for each in given_answers(
        existing, config.folder / config.gate.reports, judge=opened.judge.fingerprint
    ):
        if not opened.models or (today is not None and each.model == today):
            known = {**each.answers, **known}
    return known


def _runner(
    existing: Existing, readers: Mapping[str, Sequence[Probe]], judge: Judge, stop: Stop
) -> Runner:
    config = existing.workspace.config
    return Runner(
        target=NobodyToAsk(existing.target),
        patient=ScriptedPatient(spoken_turn),
        judge=judge,
        read_item=existing.read_item,
        readers=readers,
        questions=existing.workspace.questions,
        concurrency=config.target.concurrency,
        deadline_s=config.gate.deadline_s,
        stop=stop,
    )
