"""JSONL -> an index by offset; an item's text is read from its file when a trial needs it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, Self, get_args

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    field_validator,
    model_validator,
)

from mhgate.canonical import digest
from mhgate.errors import Mistake, ReportFileError, nearest
from mhgate.records import Item, ItemRef, Perturbation, Vignette
from mhgate.records.item_refs import ItemRefs
from mhgate.suites.canary import is_canary
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake
from mhgate.suites.open_files import OpenFiles

__all__ = ["ItemRow", "index_items", "item_of", "parse_row", "read_item"]


_FILES = OpenFiles()


class _Perturb(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    kind: Literal["typing_errors", "no_punctuation", "algospeak", "emoji", "spacing", "letter_case"]
    intensity: int = Field(ge=1, le=3)


class ItemRow(BaseModel):
    """One line of an item file, as written."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, strict=True)

    id: str = Field(min_length=1, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    family: str = Field(min_length=1, pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$")
    turns: list[str] = Field(default_factory=list)
    vignette: Vignette | None = None
    expects: dict[str, JsonValue] = Field(default_factory=dict)
    strata: dict[str, str] = Field(default_factory=dict)
    language: str = Field(default="en", min_length=2)
    perturb: _Perturb | None = None
    new_session_at: list[int] = Field(default_factory=list)
    clock_s: list[float] = Field(default_factory=list)
    source: str = Field(min_length=1)
    licence: str = Field(min_length=1)

    @field_validator("turns")
    @classmethod
    def _says_something(cls, turns: list[str]) -> list[str]:
        if not turns:
            raise ValueError("no turn; expected at least 1")
        for number, turn in enumerate(turns):
            if not turn.strip():
                raise ValueError(f"turn {number} is empty")
        return turns

    @model_validator(mode="after")
    def _is_said_by_somebody(self) -> Self:
        if (self.vignette is None) == (not self.turns):
            raise ValueError("an item has turns, or a vignette in their place")
        if self.vignette is not None and (self.perturb is not None or self.clock_s):
            raise ValueError("an item with a vignette is neither perturbed nor has it a clock")
        return self

    @model_validator(mode="after")
    def _fits_its_turns(self) -> Self:
        at, clock = self.new_session_at, self.clock_s
        if at != sorted(set(at)) or not all(0 < turn < len(self.turns) for turn in at):
            raise ValueError(
                f"new_session_at {at}: a session begins before a later turn, 0-based and in order"
            )
        if clock and (len(clock) != len(self.turns) or clock != sorted(clock) or clock[0] < 0):
            raise ValueError(f"clock_s {clock}: one time a turn, in order, in seconds")
        return self

    def content_digest(self) -> str:
        """Digest what decides the trial; where the item comes from may be corrected freely."""
        content: dict[str, Any] = {
            "turns": self.turns,
            "expects": self.expects,
            "strata": self.strata,
            "language": self.language,
        }
        if self.perturb is not None:
            content["perturb"] = self.perturb.model_dump()
        if self.vignette is not None:
            content["vignette"] = self.vignette.model_dump(mode="json")
        for key in ("new_session_at", "clock_s"):
            if getattr(self, key):
                content[key] = getattr(self, key)
        return digest(content)

    def key(self) -> str | float | None:
        """Return the right choice or the norm, None without either."""
        key, norm = self.expects.get("key"), self.expects.get("norm")
        if isinstance(key, str):
            return key
        is_number = isinstance(norm, int | float) and not isinstance(norm, bool)
        return float(norm) if is_number else None  # type: ignore[arg-type]


def parse_row(text: bytes) -> ItemRow:
    """Return one line of an item file.

    Args:
        text: of the line.

    Raises:
        ValueError: it is no item; a pydantic.ValidationError where it is JSON.
    """
    return ItemRow.model_validate(json_object(text))


def index_items(path: Path, *, suite: str) -> tuple[ItemRefs, list[Mistake]]:
    """Read an item file once and keep where each item lies.

    Args:
        path: a JSONL file, UTF-8.
        suite: the suite's name; ids and families carry it.

    Returns:
        The references in the order of the file, and every mistake with file and line.
    """
    mistakes: list[Mistake] = []
    refs = ItemRefs(_each(path, suite, mistakes))
    if not refs and not mistakes:
        mistakes.append(
            Mistake(str(path), "no items", "at least one item", "Add items, or drop the probe.")
        )
    return refs, mistakes


def _each(path: Path, suite: str, mistakes: list[Mistake]) -> Iterator[ItemRef]:
    """Yield the references of a file's items, and note what is wrong with the others."""
    for number, offset, text in lines_of(path):
        if number == 1 and is_canary(text):
            continue
        where = f"{path}:{number}"
        try:
            row = parse_row(text)
        except ValidationError as error:
            mistakes += [_explained(where, dict(detail)) for detail in error.errors()]
        except (ValueError, RecursionError) as error:
            mistakes.append(syntax_mistake(where, text, error))
        else:
            yield ItemRef(
                id=f"{suite}/{row.id}",
                family=f"{suite}/{row.family}",
                digest=row.content_digest(),
                strata=row.strata,
                language=row.language,
                key=row.key(),
                perturbed=row.perturb is not None,
                has_clock=bool(row.clock_s),
                simulated=row.vignette is not None,
                path=str(path),
                offset=offset,
                length=len(text),
            )


def _explained(where: str, detail: dict[str, Any]) -> Mistake:
    location = ".".join(map(str, detail["loc"])) or "the line"
    if detail["type"] == "extra_forbidden":
        key = str(detail["loc"][-1])
        known = _keys_at(detail["loc"][:-1])
        guess = nearest(key, known)
        hint = f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(known)}."
        return Mistake(f"{where} ({location})", f"the unknown key {key!r}", "a known key", hint)
    if detail["type"] == "missing":
        return Mistake(
            f"{where} ({location})", "nothing", "a value for this key", "Every item needs it."
        )
    found = repr(detail["input"])
    return Mistake(
        f"{where} ({location})",
        found if len(found) <= 80 else found[:77] + "...",  # noqa: PLR2004 - a line of a terminal
        str(detail["msg"]),
        "See the item schema in docs/reference/suites.md.",
    )


def _keys_at(path: tuple[str | int, ...]) -> tuple[str, ...]:
    """Return the keys of the table at a path into an item."""
    model: type[BaseModel] = ItemRow
    for name in path:
        if (field := model.model_fields.get(str(name))) is None:
            continue  # a place in a list
        kinds = (field.annotation, *get_args(field.annotation))
        inner = [each for each in kinds if isinstance(each, type) and issubclass(each, BaseModel)]
        model = inner[0] if inner else model
    return tuple(model.model_fields)


def read_item(ref: ItemRef, *, pillar: str) -> Item:
    """Read one item where its reference says it lies.

    Args:
        ref: made by :func:`index_items`.
        pillar: the pillar of the suite.

    Returns:
        The item.

    Raises:
        ReportFileError: the file has changed since it was indexed.
    """
    row = _row_of(ref, _FILES.read(ref.path, ref.offset, ref.length))
    if row is None:
        row = _row_of(ref, _FILES.read_anew(ref.path, ref.offset, ref.length))
    if row is None:
        raise ReportFileError(
            f"{ref.path}: item {ref.id} is not what it was when the run began.",
            hint="Leave the suites alone while a run goes on, and run again.",
        )
    return item_of(row, ref, pillar=pillar)


def _row_of(ref: ItemRef, text: bytes) -> ItemRow | None:
    """Return the row that a reference leads to, None where its text is another."""
    try:
        row = parse_row(text)
    except ValueError:
        return None
    return row if row.content_digest() == ref.digest else None


def item_of(row: ItemRow, ref: ItemRef, *, pillar: str) -> Item:
    """Return the item that a row and its reference make.

    Args:
        row: as it is written.
        ref: what names it.
        pillar: the pillar of the suite.
    """
    return Item(
        id=ref.id,
        family=ref.family,
        pillar=pillar,
        turns=tuple(row.turns) if row.vignette is None else (row.vignette.opening,),
        expects=row.expects,
        strata=row.strata,
        language=row.language,
        perturb=None if row.perturb is None else Perturbation(**row.perturb.model_dump()),
        vignette=row.vignette,
        new_session_at=tuple(row.new_session_at),
        clock_s=tuple(row.clock_s),
        source=row.source,
        licence=row.licence,
        digest=ref.digest,
        sealed=ref.sealed,
    )
