"""What can become of a judge's reply that is no answer, in one table: kind, meaning, asked again.

Nothing in this table is a pass or a fail: each kind ends as a Failure of the stage ``judge``. Where
it is mended, the judge is asked once more first, and no more than once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

__all__ = ["KINDS", "Kind", "Trouble"]


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of trouble with a judge.

    Args:
        meaning: when it is given.
        mended: whether the judge is asked once more before it counts.
    """

    meaning: str
    mended: bool = False


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "malformed_answer": Kind(
            "no JSON object with this call's token, JSON that is not exact, or an object that is "
            "not as the schema says",
            mended=True,
        ),
        "missing_answer": Kind("the reply says nothing about this question", mended=True),
        "wrong_question": Kind(
            "the reply answers a question that was not asked: none of its answers counts",
            mended=True,
        ),
        "wrong_scale": Kind(
            "a grade that the question does not have, a grade for a question of yes and no, or yes "
            "or no for a graded one",
            mended=True,
        ),
        "unverified_quote": Kind(
            "the words that it quotes do not occur, or the verdict needs words of the product and "
            "none are quoted",
            mended=True,
        ),
        "contradictory": Kind(
            "two different verdicts or grades on one question, in one reply or in a call and the "
            "one after it"
        ),
        "empty_answer": Kind("nothing was said, or nothing but thinking"),
        "truncated_answer": Kind("the reply was cut at its most tokens"),
        "broken_off": Kind("the endpoint says that the reply ended in an error"),
        "unreadable_answer": Kind("a web page, or signs that are no words"),
        "refused": Kind("the model's provider says that it refuses"),
        "content_filter": Kind("the provider's content filter withheld the reply or a part of it"),
        "missing_expectation": Kind(
            "the question names expects.KEY and the item has no such value: the model was not asked"
        ),
        "forged": Kind("the reply holds the mark that must never be written: the transcript led"),
        "forgeable": Kind(
            "a canary item moved the judge's verdict before the run: none of its answers counts"
        ),
        "judge_changed": Kind(
            "the endpoint answered as another model than before: no later answer counts"
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a reply, or its part on one question, is no answer.

    Args:
        kind: a key of :data:`KINDS`.
        message: what was found and what was expected; it is also what a second call is told, so no
            word of the reply or of the transcript stands in it.
        verdict: what was said all the same (a grade as a number), where that can be read: a second
            call must not say anything else.
    """

    kind: str
    message: str
    verdict: str | int | None = None

    @property
    def is_mended(self) -> bool:
        """Whether the judge is asked once more."""
        return KINDS[self.kind].mended
