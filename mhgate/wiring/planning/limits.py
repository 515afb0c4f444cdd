"""What a run must wait for: limits of requests and tokens by the minute, and which of them binds.

Requests are counted. Tokens are not known before anybody was asked, and are reckoned: four
characters a token, 150 tokens a reply of the bot; each message carries what was said before it in
its session where the target is sent the conversation, and the system prompt where it has one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from mhgate.config import Config
from mhgate.records import Item
from mhgate.wiring.planning.judge_calls import CHARACTERS_OF_A_REPLY, CHARACTERS_OF_A_TOKEN

if TYPE_CHECKING:
    from mhgate.config import TargetConfig
    from mhgate.wiring.planning.asking import Asked

__all__ = ["Limit", "TokensSaid", "limits_of"]

_ALWAYS_WHOLE = frozenset({"openai", "anthropic", "function"})  # are sent all that was said
_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Limit:
    """One limit by the minute.

    Args:
        key: where it is stated.
        per_minute: how much of it a minute holds.
        counts: what is counted: messages and tokens of the target; calls and tokens of one of the
            models that judge; messages that a model writes for a patient, and its tokens.
        models: among how many models the calls are shared.
    """

    key: str
    per_minute: float
    counts: Literal["messages", "tokens", "calls", "judged_tokens", "played", "played_tokens"]
    models: int = 1

    @property
    def is_of_tokens(self) -> bool:
        """Whether tokens are limited, which are reckoned."""
        return self.counts.endswith("tokens")

    def amount(self, asked: Asked) -> float:
        """Return how much of what is limited so much asking takes.

        Args:
            asked: of the run.
        """
        found: float = getattr(asked, self.counts)
        return found / self.models

    def seconds(self, asked: Asked) -> float:
        """Return the least time in which so much can be asked.

        Args:
            asked: of the run.
        """
        return _SECONDS * self.amount(asked) / self.per_minute


def limits_of(config: Config) -> tuple[Limit, ...]:
    """Return the limits that thresholds.toml states, for the target and for models.

    Args:
        config: thresholds.toml.
    """
    return tuple(_limits(config))


def _limits(config: Config) -> Iterator[Limit]:
    target = config.target
    if target.requests_per_minute is not None:
        yield Limit("target.requests_per_minute", target.requests_per_minute, "messages")
    if target.tokens_per_minute is not None:
        yield Limit("target.tokens_per_minute", target.tokens_per_minute, "tokens")
    judges = [("judge.target", config.judge.target)]
    judges += [
        (f"judge.member[{index}].target", member.target)
        for index, member in enumerate(config.judge.member)
    ]
    models = [(key, model) for key, model in judges if model is not None]
    for key, model in models:
        if model.requests_per_minute is not None:
            per_minute = model.requests_per_minute
            yield Limit(f"{key}.requests_per_minute", per_minute, "calls", len(models))
        if model.tokens_per_minute is not None:
            yield Limit(f"{key}.tokens_per_minute", model.tokens_per_minute, "judged_tokens")
    player = config.patient.target
    if player is not None and player.requests_per_minute is not None:
        yield Limit("patient.target.requests_per_minute", player.requests_per_minute, "played")
    if player is not None and player.tokens_per_minute is not None:
        yield Limit("patient.target.tokens_per_minute", player.tokens_per_minute, "played_tokens")


@dataclass(frozen=True, slots=True)
class TokensSaid:
    """Reckons the tokens of what a target is sent and replies.

    Args:
        carries_all: whether each message carries what was said before it.
        system: characters of the system prompt.
    """

    carries_all: bool
    system: int = 0

    @classmethod
    def of(cls, target: TargetConfig) -> TokensSaid:
        """Return what reckons for a target.

        Args:
            target: the table.
        """
        body = json.dumps(getattr(target, "body", None), default=str)
        carries_all = target.kind in _ALWAYS_WHOLE or "{history}" in body
        return cls(carries_all, len(getattr(target, "system_prompt", None) or ""))

    def about(self, item: Item, n_said: float) -> float:
        """Return how many tokens the messages of one trial take, their replies with them.

        Args:
            item: that is played; what a simulated patient says is as long as its opening.
            n_said: how many messages are said.
        """
        characters, before, session = 0.0, 0.0, 0
        for number in range(round(n_said)):
            if item.session_of(number) != session:
                before, session = 0.0, item.session_of(number)
            said = len(item.turns[min(number, len(item.turns) - 1)])
            characters += self.system + said + CHARACTERS_OF_A_REPLY
            characters += before if self.carries_all else 0.0
            before += said + CHARACTERS_OF_A_REPLY
        return characters / CHARACTERS_OF_A_TOKEN
