"""What a target returned, as every record, journal and report can hold it."""

from __future__ import annotations

import re

from mhgate.canonical import canonical_json
from mhgate.records import Failure, Item, Stage, Trial, Turn

__all__ = ["kind_of", "placed", "readable"]


def readable(trial: Trial, reply: object, *, is_same_target: bool) -> Turn | Failure:
    """Return a reply that every record can hold, of the target that the run began with.

    Args:
        trial: that is played.
        reply: whatever the target returned.
        is_same_target: whether its fingerprint is still the one that the run began with.
    """
    if isinstance(reply, Failure):
        return reply
    kind = "unreadable_reply"
    if not isinstance(reply, Turn):
        trouble = f"the target returned {type(reply).__name__}; expected a Turn"
    elif reply.role != "assistant":
        trouble = f"the target returned a Turn of the role {reply.role}; expected assistant"
    elif not _is_canonical(reply.flags):
        trouble = "a flag of the reply is no number that JSON can hold exactly"
    elif not is_same_target:
        kind, trouble = (
            "target_changed",
            "the target's fingerprint changed while the run went on",
        )
    else:
        return reply
    return Failure(trial_id=trial.id, stage=Stage.TARGET, kind=kind, message=trouble)


def placed(reply: Turn, said: Turn) -> Turn:
    """Return a reply in the session, and at the time, of what was said before it.

    Args:
        reply: the target's.
        said: the turn that it answers.
    """
    if reply.session == said.session and reply.at_s == said.at_s:
        return reply
    return reply.model_copy(update={"session": said.session, "at_s": said.at_s})


def kind_of(failure: Failure, item: Item) -> str:
    """Return a failure's kind, which stands in reports; of a protected item, only if it is one.

    Args:
        failure: a target's or a judge's, who may call it anything.
        item: of the trial.
    """
    is_kind = re.fullmatch(r"[a-z][a-z0-9_]{0,39}", failure.kind)
    return failure.kind if is_kind or not item.sealed else "failed"


def _is_canonical(flags: object) -> bool:
    if not flags:
        return True
    try:
        canonical_json(flags)
    except (ValueError, RecursionError):
        return False
    return True
