"""What the families of a plan cost: in seconds, lane by lane, and in USD."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from mhgate.config import JUDGE_KINDS, Config, ModelTargetConfig
from mhgate.records import Item, Trial
from mhgate.sampling import Plan, Shard
from mhgate.wiring.budgeting.allocating import Costs
from mhgate.wiring.budgeting.latencies import Latencies
from mhgate.wiring.known_labels import KnownLabels, known_labels
from mhgate.wiring.planning.asking import Asked
from mhgate.wiring.planning.judge_calls import JudgeCalls
from mhgate.wiring.planning.limits import Limit, TokensSaid, limits_of
from mhgate.wiring.planning.patient_calls import tokens_of_a_call
from mhgate.wiring.workspace import Workspace

__all__ = ["Costing", "TrialCost", "unpriced_of"]

_LABELS_AT_ONCE = 8
_OF_WAITING = 2  # lanes: the conversations, and the judge's calls


@dataclass(frozen=True, slots=True)
class TrialCost:
    """What one trial takes: messages to the target, calls of models, USD of what has a price.

    ``tokens`` are those of the target, ``judged_tokens`` those of each model that judges,
    ``played_tokens`` those of a patient's: reckoned as in a plan.
    """

    messages: float
    calls: float
    played: float
    usd: float
    tokens: float = 0.0
    judged_tokens: float = 0.0
    played_tokens: float = 0.0


@dataclass(slots=True)
class Costing:
    """Reckons what trials take.

    A run's lanes are its conversations, the judge's calls, and every limit by the minute, of
    requests and of tokens, for each shard.

    Args:
        workspace: the configuration and its suites.
        plan: all that the declared sample holds.
        latencies: what a message and a call take.
        is_judge_given: whether the judge is handed over in code.
    """

    workspace: Workspace
    plan: Plan
    latencies: Latencies
    is_judge_given: bool
    _judge: JudgeCalls = field(init=False)
    _said: TokensSaid = field(init=False)
    _limits: tuple[Limit, ...] = field(init=False)
    _read_item: Callable[[str], Item] = field(init=False)

    def __post_init__(self) -> None:
        self._judge = JudgeCalls.of(self.workspace, self.plan.readers)
        self._said, self._limits = TokensSaid.of(self.config.target), limits_of(self.config)
        suites = {suite.name: suite for suite in self.workspace.suites}
        refs = self.plan.refs
        self._read_item = lambda name: suites[name.partition("/")[0]].read_item(refs[name])

    @property
    def config(self) -> Config:
        """thresholds.toml."""
        return self.workspace.config

    @property
    def n_shards(self) -> int:
        """In how many parts the plan is asked."""
        text = self.config.sampling.shard
        return 1 if text is None else Shard.read(text).count

    def of_trial(self, trial: Trial) -> TrialCost:
        """Return what a trial takes at most.

        Args:
            trial: of the plan.
        """
        config, item = self.config, self._read_item(trial.item_id)
        _, calls, usd, judged = self._judge.about(item, self.plan.readers[trial.item_id])
        messages, played = float(item.most_messages), 0.0
        if config.patient.kind == "simulated" and item.vignette is not None:
            messages = min(messages, float(config.patient.max_turns))
            played = messages - 1
        requests = messages + _sessions(config, item)
        usd = (usd or 0.0) + requests * (config.budget.usd_per_message or 0.0)
        usd += played * self._usd_played(messages)
        tokens = self._said.about(item, messages)
        told = played * sum(tokens_of_a_call(messages))
        arms = 1 if config.live is None else 2  # played beside, one after the other
        each = (messages, calls, played, usd, tokens, judged, told)
        return TrialCost(*(arms * amount for amount in each))

    def of_family(self, name: str, trials: Sequence[TrialCost]) -> Costs:
        """Return what a family takes.

        Args:
            name: of the family, which says in which shard it is asked.
            trials: its own.
        """
        lanes = [0.0] * (self._n_lanes * self.n_shards)
        shard = next(
            (n for n in range(self.n_shards) if Shard(n + 1, self.n_shards).holds(name)), 0
        )
        for lane, seconds in enumerate(self._seconds(trials)):
            lanes[self._n_lanes * shard + lane] = seconds
        return Costs(tuple(lanes), math.fsum(each.usd for each in trials))

    def fixed(self, trials: Sequence[TrialCost]) -> Costs:
        """Return what is spent before the first family: known labels, to which a model is held.

        Args:
            trials: all, for what a call of the judge costs on average.
        """
        labels: tuple[KnownLabels, ...] = ()
        if self._judge.models and not self.is_judge_given:
            labels = known_labels(self.workspace.suites, self.workspace.probes, seed=0)
        n_calls = sum(len(each.cells) for each in labels)
        if self.config.judge.batch:  # the cells of a dimension are asked in one call
            n_calls = sum(len({cell.dimension for cell in each.cells}) for each in labels)
        calls = math.fsum(each.calls for each in trials)
        usd = math.fsum(each.usd for each in trials) / calls if calls else 0.0
        n_asked = n_calls * len(self._judge.models) * self.n_shards
        judged = math.fsum(each.judged_tokens for each in trials) * len(self._judge.models)
        tokens = Asked(judged_tokens=n_calls * judged / calls if calls else 0.0)
        paced_s = max((limit.seconds(tokens) for limit in self._limits), default=0.0)
        seconds = max(n_calls * self.latencies.judge_latency_s / _LABELS_AT_ONCE, paced_s)
        return Costs((seconds,) * (self._n_lanes * self.n_shards), n_asked * usd)

    @property
    def _n_lanes(self) -> int:
        return _OF_WAITING + len(self._limits)

    def _seconds(self, trials: Sequence[TrialCost]) -> Iterator[float]:
        """Yield what trials add to the lanes of their shard."""
        models = self._judge.models
        asked = Asked(
            messages=math.fsum(each.messages for each in trials),
            calls=math.fsum(each.calls for each in trials),
            played=math.fsum(each.played for each in trials),
            tokens=math.fsum(each.tokens for each in trials),
            judged_tokens=math.fsum(each.judged_tokens for each in trials),
            played_tokens=math.fsum(each.played_tokens for each in trials),
        )
        a_call_s = self.latencies.judge_latency_s
        busy_s = asked.messages * self.latencies.latency_s
        busy_s += (asked.calls + asked.played) * a_call_s
        yield busy_s / self.config.target.concurrency
        # the members of a panel are asked beside each other
        each_s = asked.calls / max(1, len(models))
        yield max((each_s * (a_call_s / one.concurrency) for one in models), default=0.0)
        for limit in self._limits:
            yield limit.seconds(asked)

    def _usd_played(self, messages: float) -> float:
        """Return what a message costs that a model writes for a patient."""
        model = self.config.patient.target
        if model is None:
            return 0.0
        usd = model.usd(*tokens_of_a_call(messages))
        return self.config.budget.usd_per_model_call or 0.0 if usd is None else usd


_BY_TOKENS = "usd_per_million_prompt_tokens"


def _sessions(config: Config, item: Item) -> float:
    """Return how many requests open a session of an item."""
    if getattr(config.target, "session", None) is None:
        return 0.0
    return 1.0 + item.session_of(item.most_messages - 1)


def unpriced_of(
    workspace: Workspace,
    *,
    trials: Mapping[str, TrialCost],
    target_kind: str,
    is_judge_given: bool,
) -> tuple[str, ...]:
    """Return what is asked and has no price, each with where one is stated.

    Args:
        workspace: the configuration and its suites.
        trials: what each trial takes.
        target_kind: how the target is reached, ``given`` where it is handed over in code.
        is_judge_given: whether the judge is handed over in code.
    """
    config = workspace.config
    by_call = config.budget.usd_per_model_call is not None
    found = []
    if target_kind != "demo" and config.budget.usd_per_message is None:
        found.append("the target (budget.usd_per_message)")
    if is_judge_given:
        found.append("a judge that is handed over in code")
    else:
        targets = [("judge.target", config.judge.target)] if config.judge.target else []
        targets += [
            (f"judge.member[{n}].target", each.target)
            for n, each in enumerate(config.judge.member)
            if each.target is not None
        ]
        found += [
            f"{key} ({_price_keys(model)})"
            for key, model in targets
            if model.usd(0, 0) is None and not by_call
        ]
    model = config.patient.target
    plays = any(each.played for each in trials.values())
    if plays and model is not None and model.usd(0, 0) is None and not by_call:
        found.append(f"patient.target ({_price_keys(model)})")
    return tuple(found)


def _price_keys(model: ModelTargetConfig) -> str:
    """Return the keys that state a model's price: of those without tokens, by the call alone."""
    by_call = "budget.usd_per_model_call"
    if _BY_TOKENS not in JUDGE_KINDS[model.kind].others:
        return by_call
    return f"{_BY_TOKENS} and usd_per_million_completion_tokens, or {by_call}"
