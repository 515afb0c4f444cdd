"""A file or a folder of ratings and its mapping -> a set of ratings with its accounts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mhgate.config.mistakes import dotted, near
from mhgate.config.reading import shown
from mhgate.errors import Mistake, RatingsError
from mhgate.importers.gathering import Gathering
from mhgate.importers.long_layout import read_long
from mhgate.importers.mapping import RatingsMapping, load_mapping
from mhgate.importers.rating_values import ValueReader
from mhgate.importers.sheet import Sheet, one_mistake
from mhgate.importers.sheets import ENDINGS, read_sheet
from mhgate.importers.wide_layout import read_wide
from mhgate.records import Account, Attribute, Noticed, Rater, RatingSet

__all__ = ["find_mapping", "read_ratings"]


def find_mapping(ratings: Path) -> Path:
    """Return the mapping that lies beside ratings.

    Args:
        ratings: a file, beside which ``<its name without ending>.toml`` is looked for; or a
            folder, in which ``mapping.toml`` is.

    Raises:
        RatingsError: there is none, or no ratings.
    """
    _require(ratings)
    path = ratings / "mapping.toml" if ratings.is_dir() else ratings.with_suffix(".toml")
    if path.is_file() and path != ratings:
        return path
    raise one_mistake(
        shown(ratings),
        "no mapping with it",
        f"--mapping FILE, or {shown(path)}: a TOML file that says what the columns mean",
        "docs/agreement.md shows one; examples/agreement/ holds two.",
    )


def read_ratings(ratings: Path, mapping: Path | RatingsMapping) -> RatingSet:
    """Read ratings as a mapping says.

    Nothing is dropped silently: every row and every rating that was read is used or left out for a
    reason, and the accounts add up.

    Args:
        ratings: a CSV, TSV, JSON Lines or XLSX file, or the folder in which the raters' files lie.
        mapping: the mapping, or its file.

    Returns:
        The ratings, reply by reply, with the accounts, what was noticed, and the files' digests.

    Raises:
        RatingsError: a file cannot be read, or lacks what the mapping names; each with file and
            key.
        UsageError: a workbook, and openpyxl is not installed.
    """
    loaded = load_mapping(mapping) if isinstance(mapping, Path) else mapping
    where = shown(mapping) if isinstance(mapping, Path) else "the mapping"
    _require(ratings)
    gathering = Gathering(
        reader=ValueReader.of(loaded),
        attributes=tuple(
            Attribute(name=name, dimension=dimension)
            for name, dimension in loaded.attributes.items()
        ),
    )
    if loaded.layout.kind != "long":
        _introduce(loaded, gathering)
    seen: list[Noticed] = []
    for path, names in _files(ratings, loaded, where).items():
        key = f"{where}: {names[0]}.file" if ratings.is_dir() else shown(ratings)
        sheet, gathering.digests[path.name] = read_sheet(path, loaded.layout, where=key)
        _read_file(sheet, loaded, gathering, where, names)
        seen += [
            Noticed(what=f"{sheet.file}: {what}", n=n, places=places)
            for what, n, places in sheet.noticed
        ]
    gathering.digests["mapping"] = loaded.digest
    _check_families(loaded, gathering, where)
    return gathering.finish(seen)


def _require(ratings: Path) -> None:
    if not ratings.exists():
        raise one_mistake(
            shown(ratings),
            "no such file or folder",
            "a file of ratings, or the folder in which the raters' files lie",
            "Mend the path.",
        )


def _introduce(mapping: RatingsMapping, gathering: Gathering) -> None:
    for name, human in mapping.human.items():
        gathering.add_rater(Rater(name=name, kind="human", labelled_by=human.labelled_by))
    for name, judge in mapping.judge.items():
        gathering.add_rater(Rater(name=name, kind="judge", own=judge.family))


def _files(ratings: Path, mapping: RatingsMapping, where: str) -> dict[Path, list[str]]:
    """Return the files to read, people's first, each with the keys of its raters' tables."""
    files: dict[Path, list[str]] = {}
    for kind, name, file in _tables(mapping):
        key = dotted((kind, name))
        if not ratings.is_dir():
            if file is not None and file != ratings.name:
                raise one_mistake(
                    f"{where}: {key}.file",
                    f"{file!r}, and one file of ratings: {shown(ratings)}",
                    "no such key, or that file's name",
                    "Name the folder in which the raters' files lie, or take the key out.",
                )
            files.setdefault(ratings, []).append(key)
            continue
        if file is None:
            known = sorted(path.name for path in ratings.iterdir() if path.suffix in ENDINGS)
            raise one_mistake(
                f"{where}: {key}.file",
                f"nothing, for the folder {shown(ratings)}",
                f"the rater's file, one of {', '.join(known) or 'none: it holds no ratings'}",
                'Write file = "<name>".',
            )
        path = ratings / file
        if not path.is_file():
            known = sorted(each.name for each in ratings.iterdir() if each.suffix in ENDINGS)
            guess = near(file, known)
            raise one_mistake(
                f"{where}: {key}.file",
                f"{file!r}, and no such file in {shown(ratings)}",
                f"one of {', '.join(known) or 'none: the folder holds no ratings'}",
                f"Did you mean {guess!r}?" if guess else "Mend the name.",
            )
        files.setdefault(path, []).append(key)
    return files


def _tables(mapping: RatingsMapping) -> Iterator[tuple[str, str, str | None]]:
    for name, human in mapping.human.items():
        yield "human", name, human.file
    for name, judge in mapping.judge.items():
        yield "judge", name, judge.file


def _read_file(
    sheet: Sheet, mapping: RatingsMapping, gathering: Gathering, where: str, keys: list[str]
) -> None:
    by_key = {dotted((kind, name)): name for kind, name, _ in _tables(mapping)}
    if mapping.layout.kind == "long":
        only = frozenset(by_key[key] for key in keys)
        skipped = read_long(sheet, mapping, gathering, where=where, only=only)
    else:
        raters = {by_key[key]: f"{where}: {key}.columns" for key in keys}
        skipped = read_wide(sheet, mapping, gathering, where=where, raters=raters)
    left = (*sheet.spoilt.left_out(), *skipped.left_out())
    gathering.accounts.append(
        Account(
            what=f"rows of {sheet.file}",
            unit="rows",
            read=sheet.n_read,
            used=sheet.n_read - sum(each.n for each in left),
            left_out=left,
        )
    )


def _check_families(mapping: RatingsMapping, gathering: Gathering, where: str) -> None:
    """Refuse a family of no source: whom it was to leave out would silently stay in."""
    mistakes = []
    known = gathering.sources
    for name, judge in mapping.judge.items():
        for source in judge.family:
            if source not in known:
                guess = near(source, known)
                mistakes.append(
                    Mistake(
                        f"{where}: {dotted(('judge', name))}.family",
                        f"{source!r}, and no reply by that source",
                        f"one of {', '.join(known) or 'none: no source was named'}",
                        f"Did you mean {guess!r}?" if guess else "Mend it, or take it out.",
                    )
                )
    if mistakes:
        raise RatingsError(mistakes)
