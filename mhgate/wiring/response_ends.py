"""A response of the Responses API that is incomplete is no reply, whatever reason it states."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.config import ModelTargetConfig
from mhgate.protocols import Target
from mhgate.records import Failure, Trial, Turn

__all__ = ["ends_well"]

_WHOLE = frozenset({None, "completed"})
_READ = frozenset({"max_output_tokens", "content_filter"})  # judges and patients know these ends
_BROKEN_OFF = "error"


def ends_well(target: Target, table: ModelTargetConfig) -> Target:
    """Return a target whose replies are taken for broken off where their response is incomplete.

    Args:
        target: speaks to a model that judges, or plays a patient.
        table: how it is reached; of any other API the target itself is returned.
    """
    is_one = table.kind == "openai" and table.api == "responses"
    return _Ending(target) if is_one else target


class _Ending:
    def __init__(self, target: Target) -> None:
        self._target = target

    @property
    def fingerprint(self) -> str:
        """The target's own."""
        return self._target.fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Return the target's reply; one that ended for a reason that nobody knows says so."""
        reply = await self._target.reply(turns, trial)
        if isinstance(reply, Failure) or reply.finish_reason in _WHOLE | _READ:
            return reply
        return reply.model_copy(update={"finish_reason": _BROKEN_OFF})
