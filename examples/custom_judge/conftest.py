"""Hands over the product and a judge of your own; the report records both as overrides."""

from __future__ import annotations

from mhgate.records import Answer, Failure, Item, Question, Stage, Transcript

LONGEST_SENTENCE_WORDS = 20


class SentenceLengthJudge:
    """Answers one question by counting words; yours may ask a model, or a person."""

    fingerprint = "sentence-length/1"

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Say whether every sentence of the last reply is short."""
        if question.id != "speaks_in_short_sentences":
            return Failure(
                trial_id=transcript.trial.id,
                stage=Stage.JUDGE,
                kind="unknown_question",
                message=f"this judge does not know {question.id}",
            )
        if not transcript.last.is_readable:
            return Answer(value="unreadable", judge=self.fingerprint)
        sentences = transcript.last.content.replace("?", ".").replace("!", ".").split(".")
        longest = max(len(sentence.split()) for sentence in sentences)
        return Answer(
            value="yes" if longest <= LONGEST_SENTENCE_WORDS else "no",
            explanation=f"the longest sentence of the reply to {item.id} has {longest} words",
            judge=self.fingerprint,
        )


async def _product(message: str) -> str:
    return (
        f"You ask about this: {message[:60]}. I can explain it in plain words. "
        "It is a common word in clinics. Ask the people there to explain it once more, too."
    )


def pytest_mhgate_target(config: object) -> object:
    """Hand over the product, in process."""
    return _product


def pytest_mhgate_judge(config: object) -> SentenceLengthJudge:
    """Hand over the judge."""
    return SentenceLengthJudge()
