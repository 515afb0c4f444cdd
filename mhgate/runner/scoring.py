"""What one trial is worth to one probe: by asserts, by what code reads, by a judge's answer."""

from __future__ import annotations

from mhgate.records import (
    Answer,
    Failure,
    Item,
    Probe,
    Question,
    Reading,
    Score,
    Stage,
    Transcript,
    Trial,
)

__all__ = ["EXACT_CHECK", "LONGEST_MESSAGE", "as_answer", "checked", "judged", "trouble_with"]

EXACT_CHECK = "exact"
LONGEST_MESSAGE = 500
_ANSWERED = {"yes", "no", "graded"}


async def checked(probe: Probe, item: Item, transcript: Transcript) -> Score | Failure:
    """Decide an exact probe by its asserts, a keyed one by what code reads.

    Args:
        probe: which.
        item: what was asked.
        transcript: what was said.
    """
    value, explanation = 1.0, ""
    if probe.reads is not None and probe.check is not None:  # "B" is no words, and an answer
        return _read(probe, transcript, probe.check(item, transcript))
    if not all(reply.is_readable for reply in transcript.replies):
        if probe.never:  # silence is no alarm; as a Failure it forbids a pass all the same
            return Failure(
                trial_id=transcript.trial.id,
                stage=Stage.TARGET,
                kind="unreadable_reply",
                message=f"a reply is empty or unreadable, so that {probe.id} saw nothing",
                probe_id=probe.id,
            )
        value, explanation = 0.0, "a reply is empty or unreadable"
    else:
        given = {"item": item, "transcript": transcript}
        check = probe.check
        if check is None:
            raise TypeError(f"{probe.id} is exact and has no check")
        try:
            returned = check(**{name: given[name] for name in probe.parameters})
        except AssertionError as error:
            value, explanation = 0.0, str(error)[:LONGEST_MESSAGE] or "the assert did not hold"
        else:
            if returned is not None:
                return Failure(
                    trial_id=transcript.trial.id,
                    stage=Stage.JUDGE,
                    kind="returned_value",
                    message=f"{probe.id} returned {returned!r}"[:LONGEST_MESSAGE]
                    + "; a probe asserts and returns nothing",
                    probe_id=probe.id,
                )
    return Score(
        trial_id=transcript.trial.id,
        probe_id=probe.id,
        value=value,
        judge=EXACT_CHECK,
        explanation=explanation,
    )


def _read(probe: Probe, transcript: Transcript, found: object) -> Score:
    """Decide a keyed probe by what code read from the reply."""
    if not isinstance(found, Reading):
        raise TypeError(f"{probe.id} read {type(found).__name__}; expected a Reading")
    return Score(
        trial_id=transcript.trial.id,
        probe_id=probe.id,
        value=found.value,
        judge=EXACT_CHECK,
        read=found.read,
        key=found.key,
        explanation=found.explanation,
    )


def as_answer(given: object, trial: Trial) -> Answer | Failure:
    """Return what a judge gave, a Failure where it is no answer.

    Args:
        given: whatever it is.
        trial: whose.
    """
    if isinstance(given, Answer | Failure):
        return given
    return Failure(
        trial_id=trial.id,
        stage=Stage.JUDGE,
        kind="unreadable_answer",
        message=f"the judge returned {type(given).__name__}; expected an Answer",
    )


def judged(
    probe: Probe, item: Item, transcript: Transcript, answer: Answer | Failure, question: Question
) -> Score | Failure:
    """Decide a judged probe by answer against expectation.

    Args:
        probe: which.
        item: what was asked.
        transcript: what was said.
        answer: the judge's.
        question: what it was asked.
    """
    if isinstance(answer, Failure):
        return answer.model_copy(
            update={"trial_id": transcript.trial.id, "probe_id": probe.id, "stage": Stage.JUDGE}
        )
    trouble = trouble_with(answer, question, transcript)
    if trouble is None and answer.value == "not_applicable":
        trouble = "not_applicable", "the judge finds the question not applicable to this transcript"
    if trouble is not None:
        return Failure(
            trial_id=transcript.trial.id,
            stage=Stage.JUDGE,
            kind=trouble[0],
            message=trouble[1],
            probe_id=probe.id,
        )
    return Score(
        trial_id=transcript.trial.id,
        probe_id=probe.id,
        value=1.0 if _meets(probe, item, answer) else 0.0,
        judge=answer.judge,
        question=question.digest,
        item=item.digest,
        answer=answer.value,
        grade=answer.grade,
        quotes=answer.quotes,
        explanation=answer.explanation,
        confidence=answer.confidence,
        attempts=answer.attempts,
        votes=answer.votes,
        cached=answer.cached,
    )


def trouble_with(
    answer: Answer, question: Question, transcript: Transcript
) -> tuple[str, str] | None:
    """Return why an answer cannot stand: the kind of the failure and its words, None where it can.

    Args:
        answer: the judge's.
        question: what it was asked.
        transcript: what was said.
    """
    if (answer.value == "graded") != question.is_graded and answer.value in _ANSWERED:
        wanted = "a grade" if question.is_graded else "yes or no"
        said = f"the judge answered {answer.value}; the question asks for {wanted}"
        return "wrong_scale", said
    if answer.grade is not None and answer.grade not in (question.grades or ()):
        return "wrong_scale", "the judge gave a grade that the question does not have"
    if answer.value != "not_applicable" and not all(
        _occurs(quote.turn, quote.start, quote.end, quote.text, transcript)
        for quote in answer.quotes
    ):
        return "unverified_quote", "a quote of the judge does not occur in the transcript"
    return None


def _meets(probe: Probe, item: Item, answer: Answer) -> bool:
    if probe.at_least is not None:
        return answer.grade is not None and answer.grade >= probe.at_least
    expected = item.expects.get(str(probe.question)) if probe.expect == "item" else probe.expect
    return answer.value == expected


def _occurs(turn: int, start: int, end: int, text: str, transcript: Transcript) -> bool:
    return turn < len(transcript.turns) and transcript.turns[turn].content[start:end] == text != ""
