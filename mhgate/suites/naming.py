"""A name that somebody types -> the pillar, suite, probe, question, family or item it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from mhgate.errors import UsageError, nearest
from mhgate.records import ItemRef, Probe, Question
from mhgate.suites.loading import Suite

__all__ = ["Named", "named"]

Kind = Literal["pillar", "suite", "probe", "question", "family", "item"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """What a name means.

    Args:
        kind: what it is.
        name: in full.
        suites: where it lies; several for a pillar.
        probes: the probe, those that ask the question, or those that read the items.
        question: the question, where it is one or the probe asks one.
        refs: the items: of the probe, of the family, or the one.
    """

    kind: Kind
    name: str
    suites: tuple[Suite, ...]
    probes: tuple[Probe, ...] = ()
    question: Question | None = None
    refs: Sequence[ItemRef] = ()


def named(name: str, suites: Sequence[Suite]) -> Named:
    """Find what a name means; pillars first, then suites, probes, questions, families, items.

    Args:
        name: in full (``crisis/esc-nightshift-1``) or without the suite or pillar, where one alone
            fits.
        suites: in which it is looked for.

    Raises:
        UsageError: nothing has that name, or several things have.
    """
    found = list(_all(suites))
    full = [each for each in found if each.name == name]
    for fitting in (full, [each for each in found if _short(each) == name]):
        kinds = [each for each in fitting if each.kind == fitting[0].kind]
        if len(kinds) == 1:
            return kinds[0]
        if kinds:
            raise UsageError(
                f"{name!r} is {len(kinds)} things: {', '.join(each.name for each in kinds)}.",
                hint="Give one of these names.",
            )
    known = {each.name for each in found} | {_short(each) for each in found}
    guess = nearest(name, known)
    raise UsageError(
        f"{name!r} is no pillar, suite, probe, question, family or item here.",
        hint=f"Did you mean {guess!r}?" if guess else "mhgate suites list shows what there is.",
    )


def _short(each: Named) -> str:
    return each.name.rpartition("/" if each.kind in {"family", "item"} else ".")[2]


def _all(suites: Sequence[Suite]) -> Iterator[Named]:
    for pillar in dict.fromkeys(suite.pillar for suite in suites):
        own = tuple(suite for suite in suites if suite.pillar == pillar)
        probes = tuple(probe for suite in own for probe in suite.probes)
        yield Named(kind="pillar", name=pillar, suites=own, probes=probes)
    for suite in suites:
        yield Named(kind="suite", name=suite.name, suites=(suite,), probes=suite.probes)
    for suite in suites:
        yield from _of_suite(suite)


def _of_suite(suite: Suite) -> Iterator[Named]:
    for probe in suite.probes:
        yield Named(
            kind="probe",
            name=probe.id,
            suites=(suite,),
            probes=(probe,),
            question=suite.questions.get(str(probe.question)),
            refs=suite.items[probe.items],
        )
    for name, question in suite.questions.items():
        asking = tuple(probe for probe in suite.probes if probe.question == name)
        yield Named(
            kind="question",
            name=f"{suite.name}.{name}",
            suites=(suite,),
            probes=asking,
            question=question,
        )
    for file, refs in suite.items.items():
        readers = tuple(probe for probe in suite.probes if probe.items == file)
        for family, own in _families(refs):
            yield Named(kind="family", name=family, suites=(suite,), probes=readers, refs=own)
        for ref in refs:
            yield Named(kind="item", name=ref.id, suites=(suite,), probes=readers, refs=(ref,))


def _families(refs: Iterable[ItemRef]) -> Iterator[tuple[str, tuple[ItemRef, ...]]]:
    found: dict[str, list[ItemRef]] = {}
    for ref in refs:
        found.setdefault(ref.family, []).append(ref)
    yield from ((family, tuple(own)) for family, own in found.items())
