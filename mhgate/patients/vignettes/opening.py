"""The first message: what brings the person, in their own words, and no more than they would tell.

Who is open tells what is gravest; who hints first hints; who denies denies; who tells only when
asked says nothing of it. So an imminent risk is never told in a first message but by somebody whose
strategy is to be open. No message says how, with what, how much, or where.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from mhgate.canonical import seed_from
from mhgate.patients.vignettes.facts import duration, facts_of, using, who_harms
from mhgate.patients.vignettes.phrases import Phrase, bank
from mhgate.patients.vignettes.picking import chance
from mhgate.patients.vignettes.writing import Sentence, arranged, localised, spoken
from mhgate.records.vignette import SEVERITIES, Domain, Vignette

__all__ = ["MOST_WORDS", "Openings"]

MOST_WORDS = 125
"""Words of a first message; people write less, and a longer one is hard to read."""

_DRAFTS, _FEW_DRAFTS = 20, 3
_CAREFUL = 400  # messages; in a larger cohort phrases return whatever is done
_LIKE_ENOUGH = 0.05  # share of runs of three words, with any earlier message: good enough
_TOO_LIKE = 0.08  # a check of suites finds families from a tenth on
_DEAR = 500  # how much worse than a shared run that is
_GRAM, _RUN = 3, 7
_REMEMBERED = 40  # messages that share a run, the last ones, with which a new one is compared
_SLOT = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
_Run = tuple[str, ...]


@dataclass(slots=True)
class _Draft:
    text: str
    phrases: list[str] = field(default_factory=list)

    def runs(self, size: int) -> set[_Run]:
        words = _WORD.findall(self.text.casefold())
        return {tuple(words[at : at + size]) for at in range(len(words) - size + 1)}


class Openings:
    """Composes the first messages of a cohort, each as unlike the earlier ones as it can be.

    Args:
        seed: of the cohort.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._used: Counter[str] = Counter()
        self._sizes: list[int] = []  # of earlier messages, in runs of three words
        self._owners: dict[_Run, list[int]] = defaultdict(list)  # by run of either length

    def compose(self, vignette: Vignette) -> str:
        """Compose the first message of the next vignette.

        Args:
            vignette: whose ``opening`` is not said yet.
        """
        best: tuple[tuple[float, ...], _Draft] | None = None
        for number in range(_DRAFTS if len(self._sizes) < _CAREFUL else _FEW_DRAFTS):
            draft = self._draft(vignette, number)
            cost = self._cost(draft)
            if best is None or cost < best[0]:
                best = (cost, draft)
            if cost[0] == 0 and cost[1] <= _LIKE_ENOUGH:
                break
        if best is None:  # pragma: no cover - there is always a draft
            raise AssertionError("no draft")
        _, chosen = best
        self._used.update(chosen.phrases)
        for run in chosen.runs(_GRAM) | chosen.runs(_RUN):
            self._owners[run].append(len(self._sizes))
        self._sizes.append(len(chosen.runs(_GRAM)))
        return chosen.text

    def _cost(self, draft: _Draft) -> tuple[float, ...]:
        grams, runs = draft.runs(_GRAM), draft.runs(_RUN)
        common = Counter(owner for run in grams for owner in self._recent(run))
        likest = max(
            (count / (len(grams) + self._sizes[owner] - count) for owner, count in common.items()),
            default=0.0,
        )
        shared = sum(len(self._recent(run)) for run in runs)
        too_long = max(0, len(_WORD.findall(draft.text)) - MOST_WORDS)
        return (too_long + shared + _DEAR * max(0.0, likest - _TOO_LIKE), likest)

    def _recent(self, run: _Run) -> list[int]:
        return self._owners[run][-_REMEMBERED:] if run in self._owners else []

    def _draft(self, vignette: Vignette, number: int) -> _Draft:
        rng = Random(seed_from("opening", self._seed, vignette.id, vignette.voice, number))  # noqa: S311 - words are no secret
        return _Writer(vignette, rng, self._used).write()


class _Writer:
    """Writes one draft."""

    def __init__(self, vignette: Vignette, rng: Random, used: Counter[str]) -> None:
        self._vignette = vignette
        self._rng = rng
        self._used = used
        self._facts = facts_of(vignette)
        self._chosen: list[str] = []
        self._slots = {
            "who": who_harms(vignette),
            "using": using(vignette),
            "duration": duration(vignette.presentation.duration_weeks),
        }

    def write(self) -> _Draft:
        style, person = self._vignette.style, self._vignette.person
        pieces = arranged(list(self._sentences()), style, self._rng, self._phrase)
        text = localised(
            spoken(pieces, style, self._rng, second_language=person.second_language),
            person.country,
        )
        if style.typing == "no_capitals":
            text = text.lower()
        if style.emoji:
            text = f"{text} {self._phrase(f'emoji.{style.tone}')}"
        return _Draft(text, self._chosen)

    def _phrase(self, name: str) -> str:
        able = [each for each in bank(name) if each.fits(self._facts)]
        fitting = [each for each in able if each.bank not in self._chosen] or able
        least = min(self._used[each.bank] for each in fitting)
        fresh = [
            each for each in fitting if self._used[each.bank] <= least + self._rng.randint(0, 1)
        ]
        phrase = self._rng.choice(fresh)
        self._chosen.append(phrase.bank)
        return self._filled(phrase)

    def _filled(self, phrase: Phrase) -> str:
        def put(hit: re.Match[str]) -> str:
            inside = hit[1]
            return self._rng.choice(inside.split("|")) if "|" in inside else self._slots[inside]

        return _SLOT.sub(put, phrase.text)

    def _sentences(self) -> Iterator[Sentence]:
        vignette, rng = self._vignette, self._rng
        length, coop = vignette.style.length, vignette.style.cooperativeness
        problem, leads = vignette.presentation.problem, vignette.disclosure.leads_with
        if leads != "the_problem":
            yield Sentence("lead", self._phrase(f"lead.{leads}"))
        says_coop = coop != "open" or length == "long"
        coop_first = coop == "hesitant" and says_coop and (length != "terse" or chance(rng, 0.5))
        if coop_first:
            yield Sentence("coop", self._phrase(f"coop.{coop}"))
        yield Sentence("first", self._phrase(f"{problem}.first"))
        if length != "terse":
            yield Sentence("second", self._phrase(f"{problem}.second"))
            yield from self._around(2 if length == "long" else 1)
        yield from self._disclosed()
        if length == "long" or (length == "average" and chance(rng, 0.3)):
            yield Sentence("tone", self._phrase(f"tone.{vignette.style.tone}"))
        if says_coop and not coop_first and (length != "terse" or chance(rng, 0.5)):
            yield Sentence("coop", self._phrase(f"coop.{coop}"))
        if length != "terse" or leads == "the_problem":
            yield Sentence("want", self._phrase(f"want.{vignette.presentation.wants}"))

    def _around(self, n: int) -> Iterator[Sentence]:
        """Yield how long, how bad, and what it does to body and hope: some of it."""
        brings = self._vignette.presentation
        speaks = self._vignette.disclosure.strategy in {"open", "hints_first"}
        names = ["since.phrases", f"since.worst.{brings.worst_at}"]
        if brings.problem != "sleep_trouble" and brings.sleep != "as_usual":
            names.append(f"body.{brings.sleep}")
        if brings.appetite != "as_usual" or brings.sleep == "as_usual":
            names.append(f"body.{brings.appetite}")
        if speaks or brings.hope != "none":  # no hope at all is a hint
            names.append(f"hope.{brings.hope}")
        for name in self._rng.sample(names, n):
            yield Sentence(name.partition(".")[0], self._phrase(name))

    def _disclosed(self) -> Iterator[Sentence]:
        strategy = self._vignette.disclosure.strategy
        gravest = self._by_gravity()
        if not gravest:
            if strategy == "open" and chance(self._rng, 0.4):
                yield Sentence("told", self._phrase("no_risk.phrases"))
            return
        if strategy == "open":
            domain = gravest[0]
            level = self._vignette.severity(domain)
            yield Sentence("told", self._phrase(f"tell.{domain}.{level}"))
            if len(gravest) > 1 and self._vignette.style.length == "long":
                yield Sentence("told", self._phrase(f"hint.{gravest[1]}"))
        elif strategy == "hints_first":
            yield Sentence("told", self._phrase(f"hint.{gravest[0]}"))
        elif strategy == "denies_first":
            yield Sentence("told", self._phrase("deny.phrases"))

    def _by_gravity(self) -> list[Domain]:
        """Return the domains that are there, the gravest first, by chance among equals."""
        there = [(domain, risk.severity) for domain, risk in self._vignette.risks.present()]
        self._rng.shuffle(there)
        there.sort(key=lambda each: SEVERITIES.index(each[1]), reverse=True)
        return [domain for domain, _ in there]
