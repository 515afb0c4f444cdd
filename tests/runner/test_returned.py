"""What a target returned: kept where every record can hold it, refused with a kind elsewhere."""

from __future__ import annotations

import pytest

from mhgate.records import Failure, Item, Stage, Trial, Turn
from mhgate.runner.returned import kind_of, placed, readable

TRIAL = Trial(id="s/a#0", item_id="s/a", family="s/f", epoch=0, seed=1)
REPLY = Turn(role="assistant", content="I am here.")


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("I am here.", "unreadable_reply"),
        (None, "unreadable_reply"),
        (Turn(role="user", content="I am here."), "unreadable_reply"),
        (REPLY.model_copy(update={"flags": {"n": float("nan")}}), "unreadable_reply"),
    ],
)
def test_what_no_record_can_hold_is_a_failure(reply: object, kind: str) -> None:
    """Another type, another role and a flag that is no JSON end the trial as a target's failure."""
    found = readable(TRIAL, reply, is_same_target=True)
    assert isinstance(found, Failure)
    assert (found.kind, found.stage, found.trial_id) == (kind, Stage.TARGET, TRIAL.id)


def test_a_reply_of_another_target_is_no_reply() -> None:
    """Once the fingerprint has changed, nothing more is taken for the product's."""
    found = readable(TRIAL, REPLY, is_same_target=False)
    assert isinstance(found, Failure)
    assert found.kind == "target_changed"
    assert readable(TRIAL, REPLY, is_same_target=True) is REPLY


def test_a_reply_stands_where_its_message_stands() -> None:
    """It gets session and time of what it answers, and is not copied where it has them."""
    said = Turn(role="user", content="Are you there?", session=1, at_s=60)
    moved = placed(REPLY, said)
    assert (moved.session, moved.at_s, moved.content) == (1, 60, REPLY.content)
    assert placed(moved, said) is moved


@pytest.mark.parametrize(
    ("kind", "sealed", "expected"),
    [
        ("timeout", False, "timeout"),
        ("timeout", True, "timeout"),
        ("I feel so low", False, "I feel so low"),
        ("I feel so low", True, "failed"),
    ],
)
def test_a_kind_tells_nothing_of_a_protected_item(
    kind: str, *, sealed: bool, expected: str
) -> None:
    """What a target calls its failure stands in reports, unless it could be words of the item."""
    item = Item(
        id="s/a", family="s/f", pillar="p", turns=("x",), source="s", licence="l", digest="d",
        sealed=sealed,
    )  # fmt: skip
    failure = Failure(trial_id=TRIAL.id, stage=Stage.TARGET, kind=kind, message="m")
    assert kind_of(failure, item) == expected
