"""Files of items: how much of each is asked, on average and at most, and what that takes.

A file is asked in waves until every probe on it that decides something is settled: over all its
trials and in each of its required strata. How probably that has happened by the end of a wave is
reckoned as if the probes and strata were independent, which asks a little too much on average:
those that read the same transcripts settle together.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from mhgate.gate.settling import WAVE_TRIALS
from mhgate.records import Item, Probe, Trial
from mhgate.sampling import Plan
from mhgate.wiring.planning.assuming import Assumed
from mhgate.wiring.planning.judge_calls import JudgeCalls
from mhgate.wiring.planning.limits import TokensSaid
from mhgate.wiring.planning.lines import Line
from mhgate.wiring.planning.patient_calls import tokens_of_a_call

__all__ = ["Asked", "FileAsked", "file_asked"]


@dataclass(frozen=True, slots=True)
class Asked:
    """How much is asked: of the target in messages, of the judge in answers.

    ``calls`` of models give the answers, for ``usd_by_tokens`` at their stated prices; None where
    one of them has none. Judges that are asked over no wire take no calls. ``played`` counts the
    messages that a model writes for a simulated patient; each may take a second call. ``tokens``
    are those of the target, ``judged_tokens`` those of each model that judges, ``played_tokens``
    those of the model that plays a patient: reckoned, read and written.
    """

    items: float = 0.0
    trials: float = 0.0
    messages: float = 0.0
    answers: float = 0.0
    calls: float = 0.0
    usd_by_tokens: float | None = 0.0
    played: float = 0.0
    tokens: float = 0.0
    judged_tokens: float = 0.0
    played_tokens: float = 0.0

    def __add__(self, other: Asked) -> Asked:
        return Asked(
            self.items + other.items,
            self.trials + other.trials,
            self.messages + other.messages,
            self.answers + other.answers,
            self.calls + other.calls,
            None
            if self.usd_by_tokens is None or other.usd_by_tokens is None
            else self.usd_by_tokens + other.usd_by_tokens,
            self.played + other.played,
            self.tokens + other.tokens,
            self.judged_tokens + other.judged_tokens,
            self.played_tokens + other.played_tokens,
        )

    def times(self, share: float) -> Asked:
        """Return so much of it.

        Args:
            share: in [0, 1].
        """
        return Asked(
            self.items * share,
            self.trials * share,
            self.messages * share,
            self.answers * share,
            self.calls * share,
            None if self.usd_by_tokens is None else self.usd_by_tokens * share,
            self.played * share,
            self.tokens * share,
            self.judged_tokens * share,
            self.played_tokens * share,
        )

    def in_arms(self, arms: int) -> Asked:
        """Return the same trials, each played and judged in so many arms, one after the other.

        Args:
            arms: 2 where a second target is played beside.
        """
        more = self.times(arms)
        return replace(more, items=self.items, trials=self.trials)

    def busy_s(self, assumed: Assumed, *, concurrency: int) -> float:
        """Return how long the asking takes where no limit by the minute holds it up.

        Args:
            assumed: how long the target and the judge take.
            concurrency: conversations at the same time.
        """
        busy = self.messages * assumed.latency_s + self.answers * assumed.judge_latency_s
        return busy / min(concurrency, max(1.0, self.trials))

    def usd_for_messages(self, assumed: Assumed) -> float | None:
        """Return the price of the messages; None where it is not known."""
        return _price(self.messages, assumed.usd_per_message)

    def usd_for_answers(self, assumed: Assumed) -> float | None:
        """Return the price of the judge's answers; None where it is not known.

        Args:
            assumed: a price an answer, which stands before what tokens cost.
        """
        if assumed.usd_per_answer is None and self.calls:
            return self.usd_by_tokens
        return _price(self.answers, assumed.usd_per_answer)

    def is_judging_priced(self, assumed: Assumed) -> bool:
        """Return whether somebody has said what the judge costs."""
        return assumed.usd_per_answer is not None or (
            self.calls > 0 and self.usd_by_tokens is not None
        )

    def usd(self, assumed: Assumed) -> float | None:
        """Return the price of all of it; None where a part of it is not known."""
        parts = [self.usd_for_messages(assumed), self.usd_for_answers(assumed)]
        if assumed.usd_per_message is None and not self.is_judging_priced(assumed):
            return None
        known = [part for part in parts if part is not None]
        return math.fsum(known) if len(known) == len(parts) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileAsked:
    """One file of items: what is asked at most and on average, and who keeps it open longest."""

    key: str
    pillar: str
    most: Asked
    expected: Asked
    slowest: str | None


def file_asked(
    trials: Sequence[Trial],
    plan: Plan,
    lines: Sequence[Line],
    *,
    read_item: Callable[[str], Item],
    stops_early: bool,
    judge: JudgeCalls,
    said: TokensSaid,
    most_turns: int | None = None,
) -> FileAsked:
    """Say how much of one file is asked.

    Args:
        trials: of the file, in plan order.
        plan: every trial of all probes.
        lines: all probes and strata that read it.
        read_item: gives an item by its id.
        stops_early: whether the design may stop before the end.
        judge: counts what a model as judge is asked.
        said: reckons the tokens of what the target is sent and replies.
        most_turns: the most messages of a patient that a model plays; None where none does.

    Returns:
        The file's numbers. ``slowest`` names the probe or stratum that keeps it open longest, None
        where nothing can stop it early.
    """
    readers = plan.readers[trials[0].item_id]
    deciding = _deciding(readers, lines)
    open_before, slowest = [1.0] * len(trials), None
    if stops_early and deciding and not any(line.probe.never for line in deciding):
        settled = [_settled_by_place(line, trials) for line in deciding]
        for place in range(len(trials)):
            start = place - place % WAVE_TRIALS
            open_before[place] = 1 - math.prod(found[start] for found in settled)
        slowest = min(zip(map(sum, settled), map(_name, deciding), strict=True))[1]
    most, expected = Asked(), Asked()
    for trial, still in zip(trials, open_before, strict=True):
        is_first = 1.0 if trial.epoch == 0 else 0.0
        item = read_item(trial.item_id)
        n_answers, calls, usd, judged = judge.about(item, readers)
        n_said, played = float(item.most_messages), 0.0
        if most_turns is not None and item.vignette is not None:
            n_said = min(n_said, float(most_turns))
            played = n_said - 1  # the opening is the vignette's own
        each = Asked(
            *(is_first, 1.0, n_said, n_answers, calls, usd, played),
            tokens=said.about(item, n_said),
            judged_tokens=judged,
            played_tokens=played * sum(tokens_of_a_call(n_said)),
        )
        most += each
        expected += each.times(still)
    return FileAsked(
        key=lines[0].part.file,
        pillar=readers[0].pillar,
        most=most,
        expected=expected,
        slowest=slowest,
    )


def _name(line: Line) -> str:
    return line.part.name


def _deciding(readers: Sequence[Probe], lines: Sequence[Line]) -> list[Line]:
    """Return the lines that keep a file open: those that gate, and all in a file without any."""
    gating = {line.probe.id for line in lines if line.part.gates}
    waiting = [probe.id for probe in readers if probe.id in gating] or [
        probe.id for probe in readers
    ]
    found = []
    for probe_id in waiting:
        own = [line for line in lines if line.probe.id == probe_id]
        found += [line for line in own if line.threshold.required] or own
    return found


def _settled_by_place(line: Line, trials: Sequence[Trial]) -> list[float]:
    """Return how probably a line is settled once so many trials of its file were asked."""
    part, least = line.part, line.threshold
    items: set[str] = set()
    families: set[int] = set()
    enough = len(trials) + 1
    for item, family, place in zip(part.items, part.family, part.places, strict=True):
        items.add(item)
        families.add(family)
        if len(items) >= least.items and len(families) >= least.families:
            enough = place + 1
            break
    if not part.n_trials:
        enough = len(trials) + 1
    return [
        line.settled_by[bisect_right(part.places, n - 1)] if n >= enough else 0.0
        for n in range(len(trials) + 1)
    ]


def _price(number: float, usd: float | None) -> float | None:
    if number == 0:
        return 0.0
    return None if usd is None else number * usd
