"""The mapping: a small TOML that says what the columns of a file of ratings mean.

::

    [layout]                        # how the file lies
    kind = "wide"                   # long: a row a rating; wide: a row a reply, a column a rating;
    conversation = "id"             #   json_cells: a cell holds a JSON object of attributes
    source = "system"               # who wrote the reply; absent where all are one's
    [scale]
    least = 1
    greatest = 5
    [not_rated]
    not_sure = ["not sure"]
    not_applicable = ["n/a", 0]
    [attributes]
    Empathy = "affective"           # cognitive, affective or other
    [human.reader_1]
    labelled_by = "clinicians"
    columns = "r1_{attribute}"
    [judge.house-judge]
    columns = "judge_{attribute}"
    family = ["house-bot"]          # its own family's replies, which it does not judge here
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError

from mhgate.canonical import digest
from mhgate.config.reading import read_toml, shown
from mhgate.config.tables import Table, Text
from mhgate.errors import ConfigError, Mistake, RatingsError
from mhgate.importers.mapping_checks import contradictions
from mhgate.importers.mapping_mistakes import refused
from mhgate.records import Dimension, LabelledBy

__all__ = [
    "HumanTable",
    "JudgeTable",
    "LayoutTable",
    "NotRatedTable",
    "RatingsMapping",
    "ScaleTable",
    "load_mapping",
]

Words = Annotated[tuple[str | float, ...], Field(strict=False)]
Names = Annotated[tuple[Text, ...], Field(strict=False)]
Columns = Text | dict[Text, Text]


class LayoutTable(Table):
    """``[layout]``: how the file lies, and the columns that every rater shares."""

    kind: Literal["long", "wide", "json_cells"]
    conversation: Text | None = None
    source: Text | None = None
    context: Text | None = None
    different_context: Literal["keep", "leave_out"] = "keep"
    rater: Text | None = None
    attribute: Text | None = None
    value: Text | None = None
    sheet: Text | None = None
    delimiter: Annotated[str, Field(min_length=1, max_length=1)] | None = None


class ScaleTable(Table):
    """``[scale]``: which numbers are ratings, and what becomes of others."""

    least: float
    greatest: float
    outside: Literal["leave_out", "keep"] = "leave_out"


class NotRatedTable(Table):
    """``[not_rated]``: words and numbers that say that there is no rating."""

    not_sure: Words = ()
    not_applicable: Words = ()


class HumanTable(Table):
    """``[human.<name>]``: a person, or (long, with ``*`` in the id) everyone of that pattern."""

    labelled_by: LabelledBy | None = None
    file: Text | None = None
    columns: Columns | None = None
    id: Text | None = None


class JudgeTable(Table):
    """``[judge.<name>]``: a judge; ``family`` names the sources that are its own."""

    family: Names = ()
    file: Text | None = None
    columns: Columns | None = None
    id: Text | None = None


class RatingsMapping(Table):
    """The whole mapping."""

    layout: LayoutTable
    scale: ScaleTable | None = None
    labels: dict[Text, float] = Field(default_factory=dict)
    not_rated: NotRatedTable = Field(default_factory=NotRatedTable)
    attributes: dict[Text, Dimension] = Field(min_length=1)
    human: dict[Text, HumanTable] = Field(min_length=1)
    judge: dict[Text, JudgeTable] = Field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What the mapping says, as a digest."""
        return digest(self.model_dump(mode="json"))


def load_mapping(path: Path) -> RatingsMapping:
    """Read a mapping.

    Args:
        path: the TOML file.

    Returns:
        The mapping, held to itself: what its layout needs is there, and nothing else.

    Raises:
        RatingsError: every mistake in it, with file and key.
    """
    file = shown(path)
    if not path.is_file():
        raise RatingsError(
            [
                Mistake(
                    file,
                    "no such file",
                    "a mapping: a TOML file that says what the columns mean",
                    "docs/agreement.md shows one; examples/agreement/ holds two.",
                )
            ]
        )
    try:
        tables = read_toml(path)
    except ConfigError as error:
        raise RatingsError(error.mistakes) from error
    try:
        mapping = RatingsMapping.model_validate(tables)
    except ValidationError as error:
        raise RatingsError(refused(error, file, RatingsMapping)) from error
    if mistakes := contradictions(mapping, file):
        raise RatingsError(mistakes)
    return mapping
