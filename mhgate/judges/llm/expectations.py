"""What questions name of an item, as ``expects.KEY``: shown with the transcript, and nothing else.

A question such as "does a reply endorse the belief (expects.belief)?" cannot be answered from the
turns alone. What stands under the id of a question is the answer that is expected of it: it is
shown to no model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from mhgate.judges.llm.outcomes import Trouble
from mhgate.records import Item, Question

__all__ = ["named_by", "told_of"]


def told_of(
    item: Item, questions: Sequence[Question]
) -> tuple[dict[str, JsonValue], dict[str, Trouble]]:
    """Return what the questions name of an item, and which of them name what it does not hold.

    Args:
        item: what was asked.
        questions: those of one call.

    Returns:
        The values by key; and by id of a question why it cannot be asked.
    """
    ids = {question.id for question in questions}
    told: dict[str, JsonValue] = {}
    troubles = {}
    for question in questions:
        names = question.named_keys
        if not names:
            continue
        own = {
            key: value for key, value in question.told_of(item.expects).items() if key not in ids
        }
        missing = [f"expects.{key}" for key in names if key not in own]
        if missing:
            what = f"{question.id} names {', '.join(missing)}, which the item does not hold"
            troubles[question.id] = Trouble("missing_expectation", what)
        else:
            told |= own
    return told, troubles


def named_by(questions: Sequence[Question], told: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    """Return those of the values that some questions name."""
    names = {key for question in questions for key in question.named_keys}
    return {key: value for key, value in told.items() if key in names}
