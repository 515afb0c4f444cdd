"""The folder of a sample: what stays with the team, and a folder for each reader."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from mhgate.calibration.labelling import ADJUDICATOR, copy_names, make_form
from mhgate.errors import LabelsError, Mistake, UsageError
from mhgate.judges.hotlines import EVERYWHERE, hotlines
from mhgate.records.labelling import LabelForm, LabelSample
from mhgate.report.labelling import (
    label_workbook,
    read_first,
    render_label_csv,
    render_label_page,
)

__all__ = [
    "SAMPLE",
    "folder_of_reader",
    "new_key",
    "read_sample",
    "sample_beside",
    "support_lines",
    "write_form",
    "write_sample",
]

SAMPLE = "sample.json"

_KEY_BYTES = 32
_KINDS = ("suicide_crisis", "emergency")


def new_key() -> str:
    """Return a sample's secret key: with it, row ids lead back to nothing but the sample."""
    return secrets.token_hex(_KEY_BYTES)


def support_lines(
    given: Sequence[str], countries: Sequence[str], *, today: date
) -> tuple[str, ...]:
    """Return lines of help for a reader: those of the team first.

    Args:
        given: lines of the team's own.
        countries: ISO codes of the readers' countries; none: every country of the hotline table.
        today: the day on which an entry must still hold.

    Raises:
        UsageError: a country that the table does not hold, or no line at all.
    """
    table = hotlines()
    wanted = tuple(code.upper() for code in countries) or tuple(sorted(table.countries))
    unknown = [code for code in wanted if code not in table.countries]
    if unknown:
        raise UsageError(
            f"--country {unknown[0]}: the hotline table holds no such country.",
            hint=f"It holds {', '.join(sorted(table.countries))}; or give a line: --support.",
        )
    lines = [" ".join(line.split()) for line in given if line.strip()]
    for code in (*wanted, EVERYWHERE):
        found = [
            entry
            for entry in table.entries
            if entry.country == code
            and not entry.has_expired(today)
            and (entry.kind in _KINDS or code == EVERYWHERE)
        ]
        named = "; ".join(
            ", ".join(
                (
                    f"{entry.name} {' '.join(entry.numbers[:1])}".strip(),
                    *(f"text {number}" for number in entry.text[:1]),
                    *entry.sites[:1],
                )
            )
            for entry in found
        )
        if named:
            lines.append(f"{'Elsewhere' if code == EVERYWHERE else code}: {named}")
    if not lines:
        raise UsageError(
            "the hotline table has expired, so that there is no line of help for a reader.",
            hint="Give one of your own: --support 'Our counselling service, 555 0100'.",
        )
    return tuple(lines)


def folder_of_reader(folder: Path, copy_name: str) -> Path:
    """Return where one reader's files lie."""
    return folder / (copy_name if copy_name == ADJUDICATOR else f"reader-{copy_name}")


def write_sample(
    sample: LabelSample, folder: Path, *, break_every: int, support: Sequence[str]
) -> list[Path]:
    """Write what was sampled, and each reader's folder.

    Args:
        sample: what was sampled.
        folder: where; it is made. It gets a .gitignore of its own: conversations belong in no
            repository.
        break_every: after so many a break is suggested.
        support: lines of help for a reader.

    Returns:
        The files that were made.

    Raises:
        UsageError: a sample lies there already, or the folder cannot be written.
    """
    if (folder / SAMPLE).exists():
        raise UsageError(
            f"{folder / SAMPLE}: there is a sample already, whose forms may be with readers.",
            hint="Name another folder: -o.",
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / ".gitignore").exists():
            (folder / ".gitignore").write_text("*\n", encoding="utf-8")
        made = [folder / SAMPLE]
        text = sample.model_dump_json(indent=1)
        with open(
            made[0], "x", encoding="utf-8", opener=lambda path, flags: os.open(path, flags, 0o600)
        ) as file:
            file.write(text + "\n")
        for name in copy_names(sample):
            if name != ADJUDICATOR:
                form = make_form(sample, name, break_every=break_every, support=support)
                made += write_form(form, folder_of_reader(folder, name))
    except OSError as error:
        raise UsageError(
            f"{error.filename or folder}: cannot be written ({error.strerror or error}).",
            hint="Name a folder with space and permission: -o.",
        ) from error
    return made


def write_form(form: LabelForm, folder: Path) -> list[Path]:
    """Write what one reader gets: the page, the spreadsheets, and what to read first.

    Args:
        form: what the reader sees.
        folder: where.

    Returns:
        The files that were made; no workbook where openpyxl is not installed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = [folder / "READ-FIRST.txt", folder / "labels.html", folder / "labels.csv"]
    texts = (
        read_first(form.support, break_every=form.break_every, grading=form.grading),
        render_label_page(form),
        render_label_csv(form),
    )
    for path, text in zip(made, texts, strict=True):
        path.write_text(text, encoding="utf-8", newline="")
    workbook = label_workbook(form)
    if workbook is not None:
        made.append(folder / "labels.xlsx")
        made[-1].write_bytes(workbook)
    return made


def sample_beside(files: Iterable[Path]) -> Path:
    """Find the sample that files belong to: beside them, or one folder up.

    Raises:
        UsageError: there is none.
    """
    found = list(files)
    for file in found:
        for folder in (file.parent, file.parent.parent):
            if (folder / SAMPLE).is_file():
                return folder / SAMPLE
    raise UsageError(
        f"{found[0] if found else 'no file'}: found no {SAMPLE} beside it or one folder up.",
        hint="Name the one that `export` wrote: --sample labels/sample.json.",
    )


def read_sample(path: Path) -> LabelSample:
    """Read what was sampled.

    Raises:
        LabelsError: it cannot be read, or is no sample.
    """
    hint = "Take the file that `export` wrote, unedited."
    try:
        return LabelSample.model_validate_json(path.read_bytes())
    except OSError as error:
        what = error.strerror or str(error)
        raise LabelsError([Mistake(str(path), what, "a sample", hint)]) from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the whole"
        mistake = Mistake(f"{path}: {place}", str(first["msg"]), "a sample", hint)
        raise LabelsError([mistake]) from error
