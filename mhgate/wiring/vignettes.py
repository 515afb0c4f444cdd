"""Cohorts of vignettes: the one that ships checked, new ones drawn, one vignette to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhgate.errors import ConfigError, Mistake, SuiteError, nearest
from mhgate.judges.hotlines import hotlines
from mhgate.patients.vignettes.checked import Checked, check
from mhgate.patients.vignettes.drawing import draw_vignettes
from mhgate.patients.vignettes.rows import (
    COHORT_SEED,
    COHORT_SIZE,
    cohort_bytes,
    row_of,
)
from mhgate.records import Item, Vignette
from mhgate.suites.canary import without_canary
from mhgate.suites.checking.forbidden import forbidden_in
from mhgate.suites.folders import builtin_folder
from mhgate.suites.item_files import index_items, read_item

__all__ = ["CohortCheck", "check_cohort", "cohort_file", "draw_cohort", "find_vignette"]

_SUITE = "conversations"


@dataclass(frozen=True, slots=True)
class CohortCheck:
    """What was found of a cohort's file.

    Args:
        file: which.
        seed: from which it is said to be drawn; None where that is not known.
        checked: its vignettes, held to what they promise.
        rows: what is wrong with the file's rows, in sentences.
    """

    file: Path
    seed: int | None
    checked: Checked
    rows: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return self.checked.is_sound and not self.rows


def cohort_file() -> Path:
    """Return the cohort that ships.

    Raises:
        SuiteError: the installation has lost its suites.
    """
    return builtin_folder() / _SUITE / "cohort.jsonl"


def check_cohort(file: Path | None = None, *, seed: int | None = None) -> CohortCheck:
    """Hold a cohort to what it promises.

    Args:
        file: an item file of vignettes; None: the one that ships, from its own seed and with its
            own number of vignettes.
        seed: from which the file was drawn, to compare bytes; None: not compared.

    Raises:
        SuiteError: everything that is wrong with the file's lines.
    """
    path = cohort_file() if file is None else file
    is_shipped = file is None or (path.exists() and path.resolve() == cohort_file().resolve())
    known = COHORT_SEED if is_shipped and seed is None else seed
    items = _items(path)
    vignettes = [vignette for _, vignette in items]
    checked = check(
        vignettes,
        written=without_canary(path.read_bytes()),
        size=COHORT_SIZE if is_shipped else None,
        seed=known,
    )
    return CohortCheck(path, known, checked, tuple(_rows(items)))


def draw_cohort(n: int, seed: int, file: Path) -> tuple[Vignette, ...]:
    """Draw a cohort and write it.

    Args:
        n: how many vignettes, at least 1.
        seed: any whole number.
        file: where to; it is not overwritten.

    Raises:
        ConfigError: there is such a file.
    """
    if file.exists():
        raise ConfigError(
            [Mistake(str(file), "a file that is there", "a new one", "Name another, or move it.")]
        )
    drawn = draw_vignettes(n, seed)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(cohort_bytes(drawn))
    return drawn


def find_vignette(name: str, file: Path | None = None) -> Vignette:
    """Return one vignette of a cohort.

    Args:
        name: its id, whole or the beginning of it, with or without the suite before it; or its
            number in the file, from 1.
        file: of the cohort; None: the one that ships.

    Raises:
        SuiteError: no vignette is named so, or several are.
    """
    path = cohort_file() if file is None else file
    found = {vignette.id: vignette for _, vignette in _items(path)}
    if name.isdecimal() and 1 <= int(name) <= len(found):
        return list(found.values())[int(name) - 1]
    short = name.rpartition("/")[2]
    named = [vignette for key, vignette in found.items() if key.startswith(short)]
    if short in found:
        return found[short]
    if short and len(named) == 1:
        return named[0]
    guess = nearest(short, found)
    raise SuiteError(
        [
            Mistake(
                str(path),
                f"{len(named)} vignettes whose ids begin with {short!r}"
                if named
                else f"no vignette {short!r}",
                f"one of its {len(found)}, or a number from 1 to {len(found)}",
                f"Did you mean {guess!r}?" if guess and not named else "Say more of the id.",
            )
        ]
    )


def _items(path: Path) -> list[tuple[Item, Vignette]]:
    if not path.is_file():
        raise SuiteError(
            [Mistake(str(path), "no file", "a cohort, JSON Lines", "`mhgate vignettes draw`")]
        )
    refs, mistakes = index_items(path, suite=_SUITE)
    items = [read_item(ref, pillar=_SUITE) for ref in refs]
    found = [(item, item.vignette) for item in items if item.vignette is not None]
    mistakes += [
        Mistake(f"{path} ({item.id})", "turns", "a vignette", "Keep such items in another file.")
        for item in items
        if item.vignette is None
    ]
    if mistakes:
        raise SuiteError(mistakes)
    return found


def _rows(items: Sequence[tuple[Item, Vignette]]) -> Iterator[str]:
    """Yield what is wrong with rows: names and strata of another vignette, forbidden words."""
    countries = hotlines().countries
    for item, vignette in items:
        expected = row_of(vignette)
        own = {
            "id": item.id.removeprefix(f"{_SUITE}/"),
            "family": item.family.removeprefix(f"{_SUITE}/"),
            "strata": dict(item.strata),
            "language": item.language,
        }
        for key, value in own.items():
            if value != expected[key]:
                yield f"{item.id}: {key} {value!r}, and its vignette says {expected[key]!r}"
        for pattern, words in forbidden_in(vignette.opening):
            yield f"{item.id}: its opening holds {words!r}: {pattern.why}"
        if vignette.person.country not in countries:
            yield (
                f"{item.id}: the country {vignette.person.country}, which the table of hotlines "
                f"does not cover"
            )
