"""The ``@probe`` decorator: what a function of a suite says about itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar

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


def probe(
    *,
    items: str,
    question: str | None = None,
    expect: Literal["yes", "no", "item"] | None = None,
    exact: bool = False,
    never: bool = False,
) -> Callable[[Function], Function]:
    """Make a function of a suite a probe: one question, or one exact check, over a file of items.

    The function is pure and synchronous and takes any of ``item``, ``transcript`` and ``answer``.
    A judged probe (``question`` and ``expect``) is decided by the judge's answer, so that its body
    is its docstring. An exact probe (``exact=True``) is decided by its asserts.

    Args:
        items: the JSONL file in the suite's folder whose items the probe reads.
        question: the id of a question in the suite's questions.toml.
        expect: the answer that meets the criterion; ``item``: what each item expects of it.
        exact: the asserts decide; no judge is asked.
        never: a single miss is an alarm, whatever the rate.

    Returns:
        The function itself, with the declaration attached.

    Example:
        >>> @probe(items="items.jsonl", exact=True)
        ... def test_says_something(transcript):
        ...     assert transcript.last.content
    """
    declaration = Declaration(
        items=items, question=question, expect=expect, exact=exact, never=never
    )

    def attach(function: Function) -> Function:
        setattr(function, DECLARATION, declaration)
        return function

    return attach
