"""Every variable of a vignette with its levels, and which of them are in use."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel

from mhgate.records.vignette import (
    Disclosure,
    DomesticViolence,
    Person,
    Presentation,
    Protection,
    SelfHarm,
    Style,
    SubstanceMisuse,
    Suicide,
    Supports,
    Vignette,
)

__all__ = ["BLOCKS", "LEAST_IN_USE", "Variable", "in_use", "variables"]

LEAST_IN_USE = 122
"""The variables of K-Bench's published schema; a cohort uses at least as many."""

BLOCKS: dict[str, type[BaseModel]] = {
    "person": Person,
    "presentation": Presentation,
    "style": Style,
    "disclosure": Disclosure,
    "supports": Supports,
    "protection": Protection,
    "risks.suicide": Suicide,
    "risks.self_harm": SelfHarm,
    "risks.domestic_violence": DomesticViolence,
    "risks.substance_misuse": SubstanceMisuse,
}
"""The blocks; those of ``risks`` are there only where the domain is."""


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable.

    Args:
        block: the block's name.
        name: the field's.
        levels: its values in words, or the kind and range of them.
    """

    block: str
    name: str
    levels: str

    @property
    def is_core(self) -> bool:
        """Whether every vignette has it."""
        return not self.block.startswith("risks.")


def variables() -> Iterator[Variable]:
    """Yield every variable, in the order of the record."""
    for block, model in BLOCKS.items():
        for name, field in model.model_fields.items():
            yield Variable(block, name, _levels(field.annotation, field.metadata))


def _levels(annotation: Any, metadata: Iterable[Any]) -> str:
    if get_origin(annotation) is Literal:
        return ", ".join(map(str, get_args(annotation)))
    if get_origin(annotation) in {Union, UnionType}:
        inner = [each for each in get_args(annotation) if each is not NoneType]
        return f"{_levels(inner[0], metadata)}, or none"
    if annotation is bool:
        return "yes, no"
    if annotation is int:
        least = next(each.ge for each in metadata if hasattr(each, "ge"))
        most = next(each.le for each in metadata if hasattr(each, "le"))
        return f"{least} to {most}"
    return "text"


def in_use(vignettes: Iterable[Vignette]) -> list[Variable]:
    """Return the variables that take at least two values over a cohort.

    Args:
        vignettes: the cohort; a variable of a domain counts over those who have the domain.
    """
    seen: dict[tuple[str, str], set[Any]] = {}
    for vignette in vignettes:
        for block, model in BLOCKS.items():
            found: Any = vignette
            for part in block.split("."):
                found = getattr(found, part)
            if found is not None:
                for name in model.model_fields:
                    seen.setdefault((block, name), set()).add(getattr(found, name))
    return [each for each in variables() if len(seen.get((each.block, each.name), ())) > 1]
