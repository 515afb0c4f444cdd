"""What a session flow sends beside the messages: logins, sessions' openings, looks for a reply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mhgate.config.target import AsgiConfig, HttpConfig

if TYPE_CHECKING:
    from mhgate.config import TargetConfig
    from mhgate.wiring.planning.asking import Asked

__all__ = ["FurtherRequests"]


@dataclass(frozen=True, slots=True)
class FurtherRequests:
    """Requests of ``[target]`` that are no messages, as far as they are known before a run.

    Args:
        before: the steps of ``before``, each sent once a conversation.
        session: whether a request opens a session for each conversation.
        poll: whether a reply is looked for, at least once a message.
    """

    before: int = 0
    session: bool = False
    poll: bool = False

    @classmethod
    def of(cls, target: TargetConfig) -> FurtherRequests:
        """Return those that a target's session flow asks for; none where it has none.

        Args:
            target: how the product is reached.
        """
        if not isinstance(target, HttpConfig | AsgiConfig):
            return cls()
        return cls(len(target.before), target.session is not None, target.poll is not None)

    def __bool__(self) -> bool:
        return bool(self.before or self.session or self.poll)

    def at_least(self, asked: Asked, *, arms: int = 1) -> float:
        """Return how many so much asking takes, without what is tried again.

        Args:
            asked: of the run.
            arms: in how many targets; those of ``[target]`` alone are counted.
        """
        looks = asked.messages / arms if self.poll else 0.0
        return asked.trials * (self.before + self.session) + looks
