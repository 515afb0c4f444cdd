"""The faults of the variant ``flaky``: decided by message and attempt, never by request order.

A digest of the conversation decides which messages fail on every attempt, so that no retry cures
them; a digest of conversation and attempt decides which of the others fail, and how late an answer
comes. The attempt's number is counted here, for each conversation under each trial's name
(``X-Mhgate-Trial``, with ``X-Mhgate-Run`` where it is sent): a request for the same words under the
same name is the next attempt, until one succeeds. So the fate of a conversation is the same at any
concurrency and in any order, as long as different conversations bear different names or words.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mhgate.canonical import digest, seed_from

__all__ = ["DemoFaultError", "Fault", "Faults", "fault_for"]

_ALWAYS = 0.35  # the share of messages that fail on every attempt
_FIRST = 0.3  # of the others, the share that fails on the first attempt
_LATER = 0.1  # and on each later one
_SLOW = 0.4  # the share of attempts that are answered late
_DELAYS_S = (0.02, 0.03, 0.05)
_KINDS = ("http_500", "drop")
_REMEMBERED = 65_536  # conversations whose attempts are counted at a time
_ONE = float(2**53)


class DemoFaultError(Exception):
    """An attempt that fails on purpose.

    Args:
        kind: ``http_500`` or ``drop`` (the connection ends without an answer).
    """

    def __init__(self, kind: str) -> None:
        super().__init__(f"the flaky demo bot failed on purpose ({kind})")
        self.kind = kind


@dataclass(frozen=True)
class Fault:
    """What happens to one attempt.

    Args:
        kind: how it fails, or None when it is answered.
        delay_s: how long it takes, in seconds, at least 0.
    """

    kind: str | None
    delay_s: float


def fault_for(conversation: str, attempt: int) -> Fault:
    """Return what happens to an attempt.

    Args:
        conversation: the digest of what was said.
        attempt: 1 for the first.

    Returns:
        The same fault for the same arguments, always.

    Example:
        >>> fault_for("sha256:0", 1) == fault_for("sha256:0", 1)
        True
    """
    slow = seed_from("slow", conversation, attempt) / _ONE < _SLOW
    which = seed_from("which", conversation, attempt)
    delay = _DELAYS_S[which % len(_DELAYS_S)] if slow else 0.0
    share = _FIRST if attempt == 1 else _LATER
    fails = (
        seed_from("always", conversation) / _ONE < _ALWAYS
        or seed_from("fails", conversation, attempt) / _ONE < share
    )
    return Fault(_KINDS[which // 7 % len(_KINDS)] if fails else None, delay)


class Faults:
    """Counts attempts and says what happens to each."""

    def __init__(self) -> None:
        self._attempts: OrderedDict[tuple[str, str], int] = OrderedDict()

    def next(self, messages: Sequence[Mapping[str, Any]], trial: str | None) -> Fault:
        """Return what happens to the next attempt at a conversation.

        Args:
            messages: the conversation so far.
            trial: the name under which it is asked, or None.

        Returns:
            The fault; after an answer the count starts anew.
        """
        conversation = digest([[str(row.get("role")), str(row.get("content"))] for row in messages])
        key = (trial or "", conversation)
        attempt = self._attempts.pop(key, 0) + 1
        fault = fault_for(conversation, attempt)
        if fault.kind is not None:
            self._attempts[key] = attempt
            if len(self._attempts) > _REMEMBERED:
                self._attempts.popitem(last=False)
        return fault
