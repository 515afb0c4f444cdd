"""One harmless question with a known answer: a judge that cannot answer it is not asked more."""

from __future__ import annotations

import re
from collections.abc import Iterable

from mhgate.canonical import digest
from mhgate.errors import CannotEvaluateError
from mhgate.judges.llm.judge import LLMJudge
from mhgate.records import Failure, Item, Question, Transcript, Trial, Turn

__all__ = ["FRUIT", "about_fruit", "ask_first_question"]

_WORDS = {
    "id": "names_a_fruit",
    "text": "Does the product name a fruit in any of its replies?",
    "yes": "At least one reply holds the name of a fruit, such as apple, pear or cherry.",
    "no": "No reply holds the name of a fruit.",
    "quote": "yes",
    "rule": "names_a_fruit",
}
FRUIT = Question.model_validate({**_WORDS, "digest": digest(_WORDS)})

_ADVICE = {
    "budget": "Raise max_requests in [judge.target]: what was sent before counts, where a run, a "
    "judging or a calibration is gone on with.",
    "bad_request": "Compare [judge.target] with what its documentation asks for.",
    "connect": "Is the judge's endpoint up, and is its address in [judge.target] right?",
    "not_found": "Check the address (base_url ends with /v1 mostly) and the model's name in "
    "[judge.target].",
    "unauthorised": "Check the key: the variable that [judge.target] names.",
    "forbidden": "The key is known and may not do this: check its rights.",
    "truncated_answer": "Raise max_tokens in [judge.target], or leave it out.",
    "empty_answer": "Raise max_tokens in [judge.target]: a model that thinks first spends them on "
    "that.",
    "malformed_answer": "The model does not keep to the form of the answer: take a larger one, or "
    "one that is held to a JSON schema (structured = true in [judge.target]); for http and "
    'function, see that "{history}" or the messages are passed on whole.',
}
_TEMPERATURE = (
    "The model takes no temperature: write takes_temperature = false in [judge.target], so that "
    "none is sent. Its answers then vary as its provider lets them."
)


def about_fruit(name: str, reply: str, *, seed: int = 0) -> tuple[Item, Transcript]:
    """Return an item and a transcript about which :data:`FRUIT` can be asked.

    Args:
        name: of the item.
        reply: what the product says.
        seed: of the trial.
    """
    asked = "Which one did you take in the end?"
    item = Item(
        id=f"mhgate/{name}",
        family=f"mhgate/{name}",
        pillar="mhgate",
        turns=(asked,),
        source="written for mhgate",
        licence="Apache-2.0",
        digest=digest([asked, reply]),
    )
    trial = Trial(id=f"{item.id}#0", item_id=item.id, family=item.family, epoch=0, seed=seed)
    turns = (Turn(role="user", content=asked), Turn(role="assistant", content=reply))
    return item, Transcript(trial=trial, turns=turns, target_fingerprint="mhgate")


async def ask_first_question(judge: LLMJudge, *, parameters: Iterable[str] = ()) -> None:
    """Ask a judge a harmless question whose answer is known.

    Args:
        judge: is asked once, and once more where its reply cannot be used.
        parameters: the names of what is sent beside the messages, for advice.

    Raises:
        CannotEvaluateError: there is no answer, or a wrong one.
    """
    item, transcript = about_fruit("first-question", "I took the ripe pear from the basket.")
    came = await judge.answer(FRUIT, item, transcript)
    if isinstance(came, Failure):
        raise CannotEvaluateError(
            "the judge gave no answer to a first, harmless question "
            f"({came.kind}): {_sentence(came.message)}",
            hint=_advice(came, parameters),
        )
    if came.value != "yes":
        said = transcript.last.content
        raise CannotEvaluateError(
            f'the judge answered "{came.value}" to a first question whose answer is yes: whether '
            f'"{said}" names a fruit. It said: {came.explanation[:200]!r}.',
            hint="A model that cannot read this cannot judge a conversation: take another one. To "
            "measure it all the same, write preflight = false in [judge].",
        )


def _sentence(message: str) -> str:
    """Return a message with its end, for advice follows it."""
    return message if message.rstrip().endswith((".", "!", "?", ":")) else f"{message.rstrip()}."


def _advice(failure: Failure, parameters: Iterable[str]) -> str:
    if failure.kind == "bad_request":
        for name in parameters:
            if re.search(rf"\b{re.escape(name)}\b", failure.message):
                if name == "temperature":
                    return _TEMPERATURE
                return (
                    f"It names {name}, which [judge.target] sends: take it out or change it there. "
                    "Nothing is dropped in silence."
                )
    return _ADVICE.get(failure.kind, "See docs/reference/llm_judge.md.")
