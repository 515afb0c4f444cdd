"""Gold and the configured judge -> certificates, each with whether it may gate and why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mhgate.calibration.answers_file import AnswersFile, latest_answers, new_answers
from mhgate.calibration.asking import Asked, ask_judge
from mhgate.calibration.certificate_files import certificates_in, merged, write_certificates
from mhgate.calibration.certifying import JudgeIdentity
from mhgate.calibration.truths import truths_of
from mhgate.config import Config
from mhgate.errors import UsageError
from mhgate.protocols import Judge
from mhgate.records import (
    Answer,
    Certificate,
    LabelledBy,
    Probe,
    Question,
)
from mhgate.runner import Stop
from mhgate.wiring.calibrated import Calibrated, asked_of, calibrated
from mhgate.wiring.gold import Gold, gold_of
from mhgate.wiring.judge_identity import asks_rules, named_judge
from mhgate.wiring.judge_opening import open_judge
from mhgate.wiring.judging import OpenedJudge
from mhgate.wiring.requests_spent import Requests
from mhgate.wiring.runs import new_id
from mhgate.wiring.workspace import Workspace, check_rules

__all__ = ["Calibrated", "Calibration", "calibrate", "certificates_file"]

_FOLDER = "calibrations"
_FILE = "certificates.json"
_CONCURRENCY = 8


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a calibration brought.

    Args:
        judge: what a reader calls it.
        fingerprint: of the judge.
        gold: what it was held against.
        questions: by question, language, cut and pillar.
        n_calls: how often the judge was asked.
        n_reused: answers of an earlier calibration that was gone on with.
        n_missing: questions that the budget left unasked.
        answers: the file in which the answers are kept; None where nothing was to be asked.
        written: the file of certificates; None where there was none to write.
        is_read: whether a run would read that file as thresholds.toml stands.
    """

    judge: str
    fingerprint: str
    gold: Gold
    questions: tuple[Calibrated, ...]
    n_calls: int
    n_reused: int
    n_missing: int
    answers: Path | None
    written: Path | None
    is_read: bool

    @property
    def certificates(self) -> tuple[Certificate, ...]:
        """All that were made, good enough or not, each once."""
        made = (each.certificate for each in self.questions)
        return tuple({each.id: each for each in made if each is not None}.values())

    @property
    def n_gating(self) -> int:
        """How many of them let a question of some pillar gate."""
        gating = (each.certificate for each in self.questions if each.may_gate)
        return len({each.id for each in gating if each is not None})

    @property
    def n_answered(self) -> int:
        """Transcripts on which the judge gave an answer that can be used."""
        return sum(
            sum(count for said, count in each.answers.items() if said != "failed")
            for certificate in self.certificates
            for each in (certificate.yes, certificate.no)
        )


def certificates_file(config: Config) -> Path:
    """Return where certificates are written: where they are read, else beside thresholds.toml.

    Args:
        config: ``judge.certificates`` names the file.
    """
    return config.folder / (config.judge.certificates or _FILE)


async def calibrate(
    workspace: Workspace,
    *,
    environ: Mapping[str, str],
    files: Sequence[Path] = (),
    questions: Sequence[str] = (),
    by: LabelledBy = "authors",
    whole: bool = False,
    resume: bool = False,
    max_calls: int | None = None,
    output: Path | None = None,
    judge: Judge | None = None,
    note: Callable[[str], None] = lambda _line: None,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> Calibration:
    """Hold the judge against people, and write what came out.

    Args:
        workspace: the configuration and its suites.
        environ: the environment, for secrets named there.
        files: gold files; none for those beside the suites.
        questions: ids of the questions that are wanted; none for all.
        by: whose labels count: theirs, and those of whoever ranks above them.
        whole: whether the tuning half counts too; the certificates say so.
        resume: whether answers of the latest calibration of this judge are taken over.
        max_calls: the most questions that the judge is asked; None for no budget.
        output: where the certificates are written; None: see :func:`certificates_file`. What
            the file says of other questions or judges stays.
        judge: handed over in place of the configured one.
        note: told, line by line, what a person should see.
        progress: told how many of all questions have an answer or a failure.

    Returns:
        What came out.

    Raises:
        LabelsError: everything that is wrong with the gold.
        SuiteError: a question names a rule that the rules judge does not have.
        CannotEvaluateError: the judge cannot be asked at all.
        ReportFileError: answers or certificates cannot be read or written, or the answers that are
            gone on with are another model's.
        UsageError: there is no calibration to go on with.
    """
    config = workspace.config
    gold = gold_of(workspace.suites, files, questions)
    path = output or certificates_file(config)
    earlier = certificates_in(path)
    if judge is None and asks_rules(config.judge):
        check_rules(workspace)
    settled = [
        (part, truths_of(part.rows, part.question, by=by, whole=whole)) for part in gold.parts
    ]
    todo = [asked_of(part, truth) for part, truths in settled for truth in truths.settled]
    stop = Stop()
    kept_in, asked, model = None, Asked(), None
    requests = Requests()
    async with open_judge(
        config,
        environ=environ,
        given=judge,
        run_id=new_id(),
        on_stop=stop.set,
        requests=requests,
    ) as opened:
        fingerprint = opened.judge.fingerprint
        opened.batches.learn(_readers(gold), workspace.questions)
        if todo:
            kept_in = _answers_file(config, fingerprint, resume=resume)
            with AnswersFile(kept_in, judge=fingerprint, spent=requests.spent) as answers:
                requests.goes_on(answers.sent_before)
                if max_calls != 0 and any(each.key not in answers.kept for each in todo):
                    await opened.make_ready(
                        seed=config.sampling.seed,
                        stop=stop,
                        note=note,
                        deadline_s=config.gate.deadline_s,
                    )
                    _heed_model(answers, opened)

                def keep(key: str, answer: Answer) -> None:
                    _heed_model(answers, opened)
                    answers.keep(key, answer)

                def told(done: int, of: int) -> None:
                    answers.tell_spent()  # what failed was sent too
                    progress(done, of)

                n_kept = len(answers.kept)
                asked = await ask_judge(
                    opened.judge,
                    todo,
                    kept=dict(answers.kept),
                    keep=keep,
                    concurrency=_concurrency(config),
                    max_calls=max_calls,
                    progress=told,
                )
                if len(answers.kept) > n_kept:
                    answers.answered_as(opened.heard().model)
                model = answers.model
    identity = JudgeIdentity(fingerprint, _name(config, judge), model)
    found = tuple(
        each
        for part, truths in settled
        for each in calibrated(
            part, truths, asked, judge=identity, gold_digest=gold.digest, config=config
        )
    )
    made = [each.certificate for each in found if each.certificate is not None]
    if made:
        write_certificates(path, merged(earlier, made))
    return Calibration(
        judge=identity.name,
        fingerprint=fingerprint,
        gold=gold,
        questions=found,
        n_calls=asked.n_calls,
        n_reused=asked.n_reused,
        n_missing=len(asked.missing),
        answers=kept_in,
        written=path if made else None,
        is_read=config.judge.trust == "certified"
        and config.judge.certificates is not None
        and path.resolve() == certificates_file(config).resolve(),
    )


def _heed_model(answers: AnswersFile, opened: OpenedJudge) -> None:
    """Write down which model answers, as soon as all that are asked have said so."""
    heard = opened.heard()
    if heard.is_known:
        answers.answered_as(heard.model)


def _answers_file(config: Config, fingerprint: str, *, resume: bool) -> Path:
    folder = config.folder / config.gate.reports / _FOLDER
    if not resume:
        return new_answers(folder, now=datetime.now(tz=UTC))
    found = latest_answers(folder, judge=fingerprint)
    if found is None:
        raise UsageError(
            f"{folder}: found no answers of this judge; expected those of a calibration.",
            hint="Calibrate without --resume.",
        )
    return found


def _readers(gold: Gold) -> dict[str, Sequence[Probe]]:
    """Return which probes read transcripts like each one of the gold: what a batch is made of."""
    readers: dict[str, Sequence[Probe]] = {}
    for part in gold.parts:
        together = _asked_together(part.suites[0].probes, part.question)
        readers |= {row.id: together for row in part.rows}
    return readers


def _asked_together(probes: Sequence[Probe], question: Question) -> Sequence[Probe]:
    """Return the probes that a run asks in one call with a question, on its first file of items."""
    files = [probe.items for probe in probes if probe.question == question.id]
    return [probe for probe in probes if probe.items in files[:1]]


def _concurrency(config: Config) -> int:
    target = config.judge.target
    return _CONCURRENCY if target is None else target.concurrency


def _name(config: Config, given: Judge | None) -> str:
    if given is None:
        return named_judge(config.judge)
    return f"{type(given).__module__}.{type(given).__qualname__}"
