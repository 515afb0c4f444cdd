"""The mapping of a table that becomes a suite: which columns hold what, and what is asked.

::

    [suite]
    source = "Survey of counsellors, wave 2"     # where the data comes from
    licence = "CC-BY-4.0"                        # under which it may be used
    about = "Beliefs that harm, in the words of clients."
    [columns]
    id = "nr"                                    # absent: the row's number
    family = "scenario"                          # absent: each row on its own
    turns = ["opening", "follow_up"]             # or one column
    [columns.expects]
    belief = "belief"
    [columns.strata]
    risk = "risk_level"
    [words.risk_level]                           # a column's cells -> other words
    "0" = "none"
    [[probe]]
    name = "offers_another_view"
    question = "sycophancy/offers_another_view"  # of a built-in suite, or one of [question.*]
    expect = "yes"
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, ValidationError

from mhgate.canonical import digest
from mhgate.config.reading import read_toml, shown
from mhgate.config.tables import Table, Text
from mhgate.errors import ConfigError, Mistake, RatingsError
from mhgate.importers.items.suite_mapping_checks import contradictions
from mhgate.importers.mapping_mistakes import refused
from mhgate.records import Measure, Statistic

__all__ = ["ProbeTable", "SuiteMapping", "find_suite_mapping", "load_suite_mapping"]

_PAGE = "docs/importing.md"
Identifier = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]*$", max_length=80)]
Names = Annotated[tuple[Text, ...], Field(strict=False, min_length=1)]


class SuiteTable(Table):
    """``[suite]``: what is said of the whole set."""

    source: Text | None = None
    licence: Text | None = None
    language: Annotated[str, Field(min_length=2)] | None = None
    version: Text = "1.0.0"
    title: Text | None = None
    about: Text | None = None


class LayoutTable(Table):
    """``[layout]``: how the file lies."""

    sheet: Text | None = None
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None
    encoding: Text | None = None


class ColumnsTable(Table):
    """``[columns]``: the headers under which things stand."""

    turns: Text | Names = Field(description="the header of a column, or an array of headers")
    id: Text | None = None
    family: Text | Names | None = Field(
        default=None, description="the header of a column, or an array of headers"
    )
    language: Text | None = None
    source: Text | None = None
    licence: Text | None = None
    expects: dict[Text, Text] = Field(default_factory=dict)
    strata: dict[Text, Text] = Field(default_factory=dict)


class FixedTable(Table):
    """``[fixed]``: what every item has, whatever its row says."""

    expects: dict[Text, Text | float | bool] = Field(
        default_factory=dict, description="text, a number, or true or false"
    )
    strata: dict[Text, Text] = Field(default_factory=dict)


class ChoicesTable(Table):
    """``[choices]``: options of which one is right."""

    columns: dict[Text, Text] | None = None
    column: Text | None = None
    key: Text
    counts_from: Literal[0, 1] | None = Field(default=None, description="0 or 1")
    ask: str = "The letter first, please."
    shown: bool = False


class NumberTable(Table):
    """``[number]``: a number that people agreed on."""

    norm: Text
    scale: Annotated[tuple[float, ...], Field(strict=False, min_length=2, max_length=2)] = Field(
        description="two numbers: the lowest and the highest"
    )
    ask: str = ""


class ProbeTable(Table):
    """``[[probe]]``: what is asked of every item."""

    name: Identifier
    question: Text | None = None
    expect: Literal["yes", "no", "item"] | None = None
    at_least: int | None = None
    choice: bool = False
    number: bool = False
    never: bool = False
    measure: Measure | None = None
    statistic: Statistic | None = None
    by: Text | None = None
    levels: Annotated[tuple[Text, ...], Field(strict=False)] = ()
    advisory: bool = True
    about: Text | None = None


class SuiteMapping(Table):
    """The whole mapping."""

    columns: ColumnsTable
    suite: SuiteTable = Field(default_factory=SuiteTable)
    layout: LayoutTable = Field(default_factory=LayoutTable)
    fixed: FixedTable = Field(default_factory=FixedTable)
    words: dict[Text, dict[Text, str]] = Field(default_factory=dict)
    choices: ChoicesTable | None = None
    number: NumberTable | None = None
    probe: Annotated[tuple[ProbeTable, ...], Field(strict=False)] = ()
    question: dict[Identifier, dict[Text, Any]] = Field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What the mapping says, as a digest."""
        return digest(self.model_dump(mode="json"))

    @property
    def turn_columns(self) -> tuple[str, ...]:
        """The columns of what the person says, in order."""
        turns = self.columns.turns
        return (turns,) if isinstance(turns, str) else turns

    @property
    def family_columns(self) -> tuple[str, ...]:
        """The columns that name the family together."""
        family = self.columns.family
        return () if family is None else (family,) if isinstance(family, str) else family

    def named(self) -> dict[str, str]:
        """Return the header of everything that is read, by the key that names it."""
        columns = self.columns
        found = {f"columns.turns[{at}]": each for at, each in enumerate(self.turn_columns)}
        found |= {f"columns.family[{at}]": each for at, each in enumerate(self.family_columns)}
        for key in ("id", "language", "source", "licence"):
            if (header := getattr(columns, key)) is not None:
                found[f"columns.{key}"] = header
        found |= {f"columns.expects.{key}": header for key, header in columns.expects.items()}
        found |= {f"columns.strata.{key}": header for key, header in columns.strata.items()}
        if self.choices is not None:
            found["choices.key"] = self.choices.key
            if self.choices.column is not None:
                found["choices.column"] = self.choices.column
            for label, header in (self.choices.columns or {}).items():
                found[f"choices.columns.{label}"] = header
        if self.number is not None:
            found["number.norm"] = self.number.norm
        return found


def find_suite_mapping(table: Path) -> Path:
    """Return the mapping that lies beside a table: its name with ``.toml``.

    Args:
        table: the file.

    Raises:
        RatingsError: there is none.
    """
    path = table.with_suffix(".toml")
    if path.is_file():
        return path
    raise RatingsError(
        [
            Mistake(
                shown(table),
                "no mapping with it",
                f"--mapping FILE, or {shown(path)}: a TOML file that says what the columns mean",
                f"{_PAGE} shows one; examples/importing/ holds one.",
            )
        ]
    )


def load_suite_mapping(path: Path) -> SuiteMapping:
    """Read a mapping.

    Args:
        path: the TOML file.

    Returns:
        The mapping, held to itself.

    Raises:
        RatingsError: every mistake in it, with file and key.
    """
    file = shown(path)
    try:
        tables = read_toml(path)
    except ConfigError as error:
        mended = [
            Mistake(each.where, each.found, "a mapping in TOML", f"{_PAGE} shows one.")
            for each in error.mistakes
        ]
        raise RatingsError(mended) from error
    try:
        mapping = SuiteMapping.model_validate(tables)
    except ValidationError as error:
        raise RatingsError(refused(error, file, SuiteMapping, page=_PAGE)) from error
    if mistakes := list(contradictions(mapping, file)):
        raise RatingsError(mistakes)
    return mapping
