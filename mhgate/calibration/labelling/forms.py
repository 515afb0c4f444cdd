"""What was drawn -> the sample that stays with the team, and a form for each reader."""

from __future__ import annotations

import hashlib
import hmac
import random
from base64 import b32encode
from collections.abc import Iterable, Sequence
from typing import TypeVar

from mhgate.calibration.labelling.drawing import Conversation
from mhgate.calibration.labelling.shown import as_text, form_question, shown_digest, shown_turns
from mhgate.canonical import canonical_json, digest, seed_from
from mhgate.records import Question
from mhgate.records.labelling import FormRow, LabelForm, LabelSample, SampledItem

__all__ = ["ADJUDICATOR", "copy_names", "form_id", "make_form", "sampled_item"]

ADJUDICATOR = "adjudicator"

T = TypeVar("T")

_ROW_LETTERS = 12
_FORM_LETTERS = 16


def _opaque(key: str, *parts: str, letters: int) -> str:
    made = hmac.new(bytes.fromhex(key), canonical_json(list(parts)), hashlib.sha256).digest()
    # a letter in front: a spreadsheet takes "2e5" for a number
    return "r" + b32encode(made).decode("ascii").lower()[:letters]


def form_id(sample: LabelSample, copy_name: str) -> str:
    """Return the id of one reader's form: which sample, as it was drawn, and which copy.

    Whatever is changed in a sample afterwards (how many readers must agree, what they are said to
    have seen) gives it other forms than those that were handed out.

    Args:
        sample: what was sampled.
        copy_name: ``1``, ``2``..., or ``adjudicator``.
    """
    drawn = digest(sample.model_dump(mode="json"))
    return _opaque(sample.key, "form", copy_name, drawn, letters=_FORM_LETTERS)


def copy_names(sample: LabelSample) -> tuple[str, ...]:
    """Return the names of all copies of a sample's form, the adjudicator's last."""
    return (*(str(number + 1) for number in range(sample.n_readers)), ADJUDICATOR)


def sampled_item(
    conversation: Conversation,
    question: Question,
    *,
    key: str,
    probe: str | None = None,
    cuts: Iterable[int] = (),
) -> SampledItem:
    """Return one row: a conversation and a question, under an id that says nothing of either.

    Args:
        conversation: what is read.
        question: what is asked about it.
        key: of the sample, hexadecimal, secret.
        probe: the id of the probe that is audited, None where gold is made.
        cuts: of a graded question the grades from which on a probe finds it good.
    """
    seen = form_question(question)
    told = question.told_of(conversation.expects)
    shown = as_text(shown_turns(conversation.turns, told))
    return SampledItem(
        row=_opaque(key, "row", probe or "", question.id, conversation.id, letters=_ROW_LETTERS),
        id=conversation.id,
        family=conversation.family,
        question=question.id,
        language=conversation.language,
        turns=conversation.turns,
        expects=conversation.expects,
        told=told,
        strata=conversation.strata,
        source=conversation.source,
        licence=conversation.licence,
        shown_digest=shown_digest(seen.text, seen.yes, seen.no, shown, seen.grades_text),
        probe=probe,
        cuts=tuple(sorted(set(cuts))),
    )


def make_form(
    sample: LabelSample,
    copy_name: str,
    *,
    rows: Iterable[str] | None = None,
    break_every: int = 10,
    support: Sequence[str] = (),
) -> LabelForm:
    """Return what one reader gets.

    Questions come one after the other, so that a reader keeps one question in mind; their order,
    and that of the conversations on each, is another one in each copy. It depends on the seed, the
    copy and names alone, never on what a judge said.

    Args:
        sample: what was sampled.
        copy_name: whose copy.
        rows: ids of the rows to be read, None for all.
        break_every: after so many a break is suggested, at least 1.
        support: lines of help for the reader.
    """
    wanted = None if rows is None else set(rows)
    asked = [item for item in sample.items if wanted is None or item.row in wanted]
    names = [
        question.id
        for question in sample.questions
        if any(item.question == question.id for item in asked)
    ]
    ordered = _shuffled(sorted(names), sample, copy_name, "questions")
    items = [
        item
        for name in ordered
        for item in _shuffled(
            sorted(
                (item for item in asked if item.question == name),
                key=lambda item: (item.probe or "", item.id),
            ),
            sample,
            copy_name,
            name,
        )
    ]
    return LabelForm(
        form=form_id(sample, copy_name),
        copy_name=copy_name,
        questions=tuple(form_question(sample.question(name)) for name in ordered),
        rows=tuple(
            FormRow(
                row=item.row,
                question=ordered.index(item.question),
                turns=shown_turns(item.turns, item.told),
            )
            for item in items
        ),
        break_every=break_every,
        support=tuple(support),
    )


def _shuffled(found: Sequence[T], sample: LabelSample, copy_name: str, what: str) -> list[T]:
    """Return them in an order of this copy's own: never that of the copy before, from two on."""
    orders: list[list[int]] = []
    for name in copy_names(sample):
        order = list(range(len(found)))
        # an order, not a secret: it must be the same on every machine
        random.Random(seed_from(sample.seed, "order", name, what)).shuffle(order)  # noqa: S311
        if orders and order == orders[-1]:
            order = [*order[1:], *order[:1]]
        orders.append(order)
        if name == copy_name:
            return [found[place] for place in order]
    raise ValueError(f"the sample has no copy {copy_name!r}")
