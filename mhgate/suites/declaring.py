"""The ``@probe`` decorator: what a function of a suite says about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

from mhgate.records import Measure, Statistic, Tier

__all__ = ["DECLARATION", "Declaration", "probe"]

Function = TypeVar("Function", bound=Callable[..., object])

DECLARATION = "__mhgate_probe__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """What ``@probe`` was given; it is checked when the suite is loaded, with file and line."""

    items: str
    question: str | None
    expect: Literal["yes", "no", "item"] | None
    exact: bool
    never: bool
    choice: bool = False
    number: bool = False
    at_least: int | None = None
    measure: Measure | None = None
    statistic: Statistic | None = None
    by: str | None = None
    levels: tuple[str, ...] = ()
    advisory: bool = False
    rubric: str | None = None
    dimension: str | None = None
    tier: Tier | None = None
    hazard: str | None = None

    @property
    def reads(self) -> Literal["choice", "number"] | None:
        """What code reads from the reply."""
        return "choice" if self.choice else "number" if self.number else None

    @property
    def is_exact(self) -> bool:
        """Whether no judge is asked."""
        return self.exact or self.choice or self.number

    @property
    def is_flow(self) -> bool:
        """Whether the rubric is a question flow."""
        return self.rubric is not None and self.rubric.endswith(".tsv")

    @property
    def used_tier(self) -> Tier | None:
        """The rating of a question flow from which on the criterion is met."""
        return (self.tier or "suboptimal") if self.is_flow else None

    @property
    def used_measure(self) -> Measure:
        """The measure, where none is named the one that fits what is read."""
        if self.measure is not None:
            return self.measure
        return "agreement" if self.choice else "correlation" if self.number else "mean"

    @property
    def used_statistic(self) -> Statistic | None:
        """The figure that gates, where the measure has several."""
        if self.statistic is not None or self.used_measure not in _FIRST:
            return self.statistic
        return _FIRST[self.used_measure]


_FIRST: dict[Measure, Statistic] = {"agreement": "accuracy", "correlation": "spearman"}


def probe(
    *,
    items: str,
    question: str | None = None,
    expect: Literal["yes", "no", "item"] | None = None,
    exact: bool = False,
    never: bool = False,
    choice: bool = False,
    number: bool = False,
    at_least: int | None = None,
    measure: Measure | None = None,
    statistic: Statistic | None = None,
    by: str | None = None,
    levels: tuple[str, ...] = (),
    advisory: bool = False,
    rubric: str | None = None,
    dimension: str | None = None,
    tier: Tier | None = None,
    hazard: str | None = None,
) -> Callable[[Function], Function]:
    """Make a function of a suite a probe: one question, or one exact check, over a file of items.

    The function is pure and synchronous and takes any of ``item``, ``transcript`` and ``answer``.
    A judged probe (``question`` and ``expect``) is decided by the judge's answer, so that its body
    is its docstring. An exact probe (``exact=True``) is decided by its asserts. A keyed probe
    (``choice=True`` or ``number=True``) is decided by what code reads from the last reply, against
    the item's ``expects.key`` or ``expects.norm``; its body is its docstring too. A probe of a
    ``rubric`` is decided by the judge's answers to the cells of one ``dimension``, or by the way
    that they lead through a question flow.

    Args:
        items: the JSONL file in the suite's folder whose items the probe reads.
        question: the id of a question in the suite's questions.toml.
        expect: the answer that meets the criterion; ``item``: what each item expects of it.
        exact: the asserts decide; no judge is asked.
        never: a single miss is an alarm, whatever the rate.
        choice: the reply names one of the item's ``expects.choices``; code reads which.
        number: the reply names a number on the item's ``expects.scale``; code reads it.
        at_least: the least grade that meets the criterion, for a graded question (in place of
            ``expect``).
        measure: what the scores are put together to: ``mean`` (the default), ``agreement`` (that of
            a choice), ``correlation`` (that of a number), ``parity`` between the values of ``by``,
            ``consistency`` of all values of ``by`` with its value ``clean``.
        statistic: which figure gates: for agreement ``accuracy`` (the default), ``recall`` (the
            least over classes), ``macro_f1`` or ``kappa`` (quadratic over ``levels``); for
            correlation ``spearman`` (the default) or ``pearson``.
        by: the stratum that parity and consistency compare by.
        levels: the choices in their order, for ``kappa``.
        advisory: the probe is measured and shown, and gates only where its own table in
            thresholds.toml says ``required = true``.
        rubric: a rubric of the suite's folder, by its file (``rubric.toml``): the score is the
            share of its cells that are met. A question flow (``rubric.tsv``) is met or not.
        dimension: what of the rubric is scored: a dimension's id, or a pool of several.
        tier: the least rating of a question flow that meets the criterion: ``suboptimal`` (the
            default: no high potential for harm) or ``best_practice``.
        hazard: the id in your hazard log that the probe is about, ``"H-012"`` say. It decides
            nothing and is in no digest.

    Returns:
        The function itself, with the declaration attached.

    Example:
        >>> @probe(items="items.jsonl", exact=True)
        ... def test_says_something(transcript):
        ...     assert transcript.last.content
    """
    declaration = Declaration(
        items=items,
        question=question,
        expect=expect,
        exact=exact,
        never=never,
        choice=choice,
        number=number,
        at_least=at_least,
        measure=measure,
        statistic=statistic,
        by=by,
        levels=levels,
        advisory=advisory,
        rubric=rubric,
        dimension=dimension,
        tier=tier,
        hazard=hazard,
    )

    def attach(function: Function) -> Function:
        setattr(function, DECLARATION, declaration)
        return function

    return attach
