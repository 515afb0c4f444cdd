"""A cohort held to what it promises: cells, variables, contradictions, and the same bytes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhgate.patients.vignettes.design import CELLS
from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.rows import cohort_bytes
from mhgate.patients.vignettes.rules import contradictions
from mhgate.patients.vignettes.variables import LEAST_IN_USE, in_use, variables
from mhgate.records.vignette import Vignette

__all__ = ["Checked", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a cohort.

    Args:
        n_vignettes: how many there are.
        cells: by name, how many vignettes fill each of the forty-eight.
        n_variables: of a vignette, in all.
        unused: variables that take one value over the cohort.
        contradictions: by vignette, what contradicts itself.
        same_bytes: whether the seed gives these bytes again; None where no seed is known.
        faults: everything else that is wrong, in sentences.
    """

    n_vignettes: int
    cells: dict[str, int]
    n_variables: int
    unused: tuple[str, ...]
    contradictions: dict[str, tuple[str, ...]]
    same_bytes: bool | None
    faults: tuple[str, ...]

    @property
    def n_in_use(self) -> int:
        """How many variables take two values or more."""
        return self.n_variables - len(self.unused)

    @property
    def n_contradictions(self) -> int:
        """How many rules are broken, over all vignettes."""
        return sum(map(len, self.contradictions.values()))

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.contradictions and self.same_bytes is not False


def check(
    vignettes: Sequence[Vignette], *, written: bytes, size: int | None, seed: int | None
) -> Checked:
    """Hold a cohort to what it promises.

    Args:
        vignettes: of the cohort, in the order of its file.
        written: the bytes of its lines.
        size: how many there should be; None: as many as there are.
        seed: from which they were drawn; None: not known, so bytes are not compared.
    """
    filled = Counter(vignette.cell for vignette in vignettes)
    used = in_use(vignettes)
    unused = tuple(f"{each.block}.{each.name}" for each in variables() if each not in used)
    n_variables = len(unused) + len(used)
    found = Checked(
        n_vignettes=len(vignettes),
        cells={cell.name: filled[cell.name] for cell in CELLS},
        n_variables=n_variables,
        unused=unused,
        contradictions={
            vignette.id: told for vignette in vignettes if (told := contradictions(vignette))
        },
        same_bytes=None
        if seed is None
        else cohort_bytes(draw_vignettes(len(vignettes), seed)) == written,
        faults=(),
    )
    return Checked(
        **{name: getattr(found, name) for name in Checked.__slots__ if name != "faults"},
        faults=tuple(_faults(found, vignettes, size)),
    )


def _faults(found: Checked, vignettes: Sequence[Vignette], size: int | None) -> Iterator[str]:
    if size is not None and found.n_vignettes != size:
        yield f"{found.n_vignettes} vignettes; expected {size}"
    empty = [name for name, n in found.cells.items() if not n]
    if empty:
        yield f"{len(empty)} of {len(CELLS)} cells are empty: {', '.join(empty)}"
    if found.n_in_use < LEAST_IN_USE:
        yield (
            f"{found.n_in_use} variables in use; expected at least {LEAST_IN_USE}: "
            f"{', '.join(found.unused)} take one value"
        )
    for name, n in Counter(vignette.id for vignette in vignettes).items():
        if n > 1:
            yield f"{n} vignettes have the id {name}"
