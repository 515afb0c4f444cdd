"""How many calls a model as judge takes, and about how many tokens: reckoned, for nobody is asked.

The task and the questions are known to the letter; what the bot will say and what the judge will
write is not, and is assumed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.config import JudgeConfig, JudgeTargetConfig
from mhgate.judges.llm.prompt import system_prompt
from mhgate.records import Item, Probe, Question
from mhgate.wiring.batches import Batches
from mhgate.wiring.workspace import Workspace

__all__ = ["CHARACTERS_OF_A_REPLY", "CHARACTERS_OF_A_TOKEN", "TOKENS_OF_AN_ANSWER", "JudgeCalls"]

CHARACTERS_OF_A_TOKEN = 4
CHARACTERS_OF_A_REPLY = 600
TOKENS_OF_AN_ANSWER = 90

_FRAME = 800  # characters of the marks, the form and what stands around each transcript
_OF_A_TURN = 60  # characters of the mark above each turn


@dataclass(slots=True)
class JudgeCalls:
    """Counts what a judge is asked about one transcript.

    Args:
        config: ``[judge]``: the models that answer, and whether they are asked in batches.
        asked: the questions of each judged probe, by its id.
        batches: which of them are asked together.
        usd_per_call: price of a call of a model that has none by tokens.
    """

    config: JudgeConfig
    asked: Mapping[str, Sequence[Question]]
    batches: Batches
    usd_per_call: float | None = None
    _lengths: dict[tuple[str, ...], int] = field(default_factory=dict)

    @classmethod
    def of(cls, workspace: Workspace, readers: Mapping[str, Sequence[Probe]]) -> JudgeCalls:
        """Return what counts the calls of a workspace.

        Args:
            workspace: the configuration and its suites.
            readers: the probes that read each item, by the item's id.
        """
        batches = Batches()
        batches.learn(readers, workspace.questions, workspace.rubrics)
        by_call = workspace.config.budget.usd_per_model_call
        return cls(workspace.config.judge, workspace.asked, batches, by_call)

    @property
    def models(self) -> tuple[JudgeTargetConfig, ...]:
        """The models that are asked."""
        targets = [self.config.target, *(each.target for each in self.config.member)]
        return tuple(each for each in targets if each is not None)

    def about(
        self, item: Item, probes: Sequence[Probe]
    ) -> tuple[float, float, float | None, float]:
        """Return how many answers and calls one transcript takes at most, and what they cost.

        Args:
            item: that is played.
            probes: that read it.

        Returns:
            The answers of one judge, the calls of all models together, and USD; None where one of
            them has no price. And the tokens that each model reads and writes for it.
        """
        calls = self._calls(item, probes)
        models = self.models
        n_answers = float(sum(map(len, calls)))
        if not calls or not models:
            return n_answers, 0.0, 0.0, 0.0
        said = item.most_messages * (_longest(item) + CHARACTERS_OF_A_REPLY + 2 * _OF_A_TURN)
        read = sum(self._length(each) + said + _FRAME for each in calls) / CHARACTERS_OF_A_TOKEN
        written = n_answers * TOKENS_OF_AN_ANSWER
        by_tokens = [model.usd(read, written) for model in models]
        by_call = None if self.usd_per_call is None else len(calls) * self.usd_per_call
        prices = [by_call if price is None else price for price in by_tokens]
        stated = [price for price in prices if price is not None]
        usd = math.fsum(stated) if len(stated) == len(prices) else None
        return n_answers, float(len(calls) * len(models)), usd, read + written

    def _calls(self, item: Item, probes: Sequence[Probe]) -> list[Sequence[Question]]:
        """Return the questions of each call."""
        asked = {each.digest: each for probe in probes for each in self.asked.get(probe.id, ())}
        together = self.batches.of_cells(item)
        cells = {each.digest for batch in together for each in batch}
        kept = {cell.digest for probe in probes for cell in self._cells(probe)}
        # a cell that does not apply to this item is nobody's question
        others = [each for name, each in asked.items() if name not in kept]
        single = {each.digest for each in self.batches.single_questions(item)}
        if not self.config.batch:
            others += [asked[name] for name in asked if name in cells]
            return [[each] for each in others]
        alone = [[each] for each in others if each.digest not in single]
        batch = [each for each in others if each.digest in single]
        return [*together, *([batch] if batch else []), *alone]

    def _cells(self, probe: Probe) -> Sequence[Question]:
        return self.asked.get(probe.id, ()) if probe.rubric and probe.tier is None else ()

    def _length(self, questions: Sequence[Question]) -> int:
        key = tuple(each.digest for each in questions)
        if key not in self._lengths:
            self._lengths[key] = len(system_prompt(questions))
        return self._lengths[key]


def _longest(item: Item) -> int:
    return max(map(len, item.turns))
