"""A file and the word for its format -> items handed on, the suite's description, the accounts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from mhgate.config.reading import shown
from mhgate.errors import RatingsError, SuiteImportError
from mhgate.importers.items.cells import Unfit
from mhgate.importers.items.drafts import Format, Origin, SuiteDraft
from mhgate.importers.items.elephant import Elephant
from mhgate.importers.items.ethicmh import EthicMH
from mhgate.importers.items.gathering import REPLIES, Gathering, Write
from mhgate.importers.items.harmful_prompts import JailbreakMH, PsyHarm
from mhgate.importers.items.healthbench import HealthBench
from mhgate.importers.items.mapped_table import MappedTable
from mhgate.importers.items.mentalbench import MentalBench
from mhgate.importers.items.suite_mapping import find_suite_mapping, load_suite_mapping
from mhgate.importers.items.tables import Table, open_table
from mhgate.importers.items.vera_personas import VeraPersonas
from mhgate.importers.sheet import one_mistake
from mhgate.importers.tally import Tally
from mhgate.records import ImportAccount, ImportedFile, Noticed

__all__ = ["FORMATS", "ItemsRead", "read_items"]

TABLE = "table"

_KNOWN: MappingProxyType[str, Callable[[Origin], Format]] = MappingProxyType(
    {
        "mentalbench": MentalBench,
        "psyharm": PsyHarm,
        "jailbreakmh": JailbreakMH,
        "ethicmh": EthicMH,
        "elephant": Elephant,
        "healthbench": HealthBench,
        "vera-personas": VeraPersonas,
    }
)

FORMATS = (*_KNOWN, TABLE)
"""What ``--as`` takes: the sets that are known, and a table with a mapping."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemsRead:
    """What came out of a file.

    Args:
        file: its name.
        digest: of its bytes.
        encoding: how they were read; None: a workbook.
        mapping_digest: of the mapping, where there was one.
        source: where the data comes from; empty where each row says so.
        licence: under which it may be used; the same.
        draft: the suite that its items make.
        accounts: what became of rows, and of what is inside of rows.
        noticed: what was odd and used all the same.
        files: what was written.
        facts: numbers to keep with the suite.
    """

    file: str
    digest: str
    encoding: str | None
    mapping_digest: str | None
    source: str
    licence: str
    draft: SuiteDraft
    accounts: tuple[ImportAccount, ...]
    noticed: tuple[Noticed, ...]
    files: tuple[ImportedFile, ...]
    facts: dict[str, float]


def read_items(
    path: Path,
    kind: str,
    *,
    write: Write,
    origin: Origin,
    mapping: Path | None = None,
    encoding: str | None = None,
) -> ItemsRead:
    """Read a file as items; nothing is dropped silently.

    Args:
        path: a CSV, TSV, JSON Lines or XLSX file.
        kind: one of :data:`FORMATS`.
        write: takes each line as it comes.
        origin: what is said of the data's source, licence and language.
        mapping: of a table; None: the TOML file beside it.
        encoding: of the file's text; None: found, and said.

    Returns:
        The description of the suite, and the accounts, which add up.

    Raises:
        SuiteImportError: the file, its mapping or what was stated is wrong, or no row can be used.
        UsageError: a workbook, and openpyxl is not installed.
    """
    try:
        return _read(path, kind, write, origin=origin, mapping=mapping, encoding=encoding)
    except RatingsError as error:
        raise SuiteImportError(error.mistakes) from error


def _read(
    path: Path,
    kind: str,
    write: Write,
    *,
    origin: Origin,
    mapping: Path | None,
    encoding: str | None,
) -> ItemsRead:
    mapped: MappedTable | None = None
    if kind != TABLE:
        if mapping is not None:
            raise one_mistake(
                "--mapping",
                f"a mapping, and --as {kind}, which knows its columns",
                "a mapping with --as table alone",
                "Leave one of the two away.",
            )
        how: Format = _KNOWN[kind](origin)
        layout = None
    else:
        if not path.is_file():
            raise one_mistake(shown(path), "no such file", "a table", "Mend the path.")
        found = mapping or find_suite_mapping(path)
        mapped = MappedTable(load_suite_mapping(found), shown(found), origin)
        how, layout = mapped, mapped.mapping.layout
    out = Gathering(write)
    left = Tally()
    with open_table(
        path,
        encoding=encoding or (None if layout is None else layout.encoding),
        sheet=None if layout is None else layout.sheet,
        delimiter=None if layout is None else layout.delimiter,
        flat=kind == TABLE,
    ) as table:
        how.begin(table)
        for row in table.each():
            try:
                how.take(row, table, out)
            except Unfit as reason:
                left.add(str(reason), *table.place(row))
    if mapped is not None:
        mapped.check_seen(table)
    accounts = (_account(table, left), *_further(how))
    if not any(name != REPLIES for name in out.files):
        raise _nothing(table, accounts[0])
    draft = how.finish(out)
    unread = [name for name in table.columns or table.seen if name not in how.reads and name]
    for name in unread:
        table.noticed.add(f"the column {name!r}, not read", table.file)
    return ItemsRead(
        file=table.file,
        digest=table.digest,
        encoding=table.encoding,
        mapping_digest=None if mapped is None else mapped.mapping.digest,
        source=how.source,
        licence=how.licence,
        draft=draft,
        accounts=accounts,
        noticed=(*table.noticed.noticed(), *out.noticed.noticed()),
        files=tuple(
            ImportedFile(
                name=name,
                holds="replies" if name == REPLIES else "items",
                rows=count.rows,
                families=len(count.families),
            )
            for name, count in out.files.items()
        ),
        facts=out.facts,
    )


def _account(table: Table, left: Tally) -> ImportAccount:
    reasons = (*table.spoilt.left_out(), *left.left_out())
    return ImportAccount(
        what=f"rows of {table.file}",
        unit="rows",
        read=table.n_rows,
        used=table.n_rows - sum(each.n for each in reasons),
        left_out=reasons,
    )


def _further(how: Format) -> list[ImportAccount]:
    return [
        ImportAccount(
            what=what, unit=unit, read=read, used=read - tally.total, left_out=tally.left_out()
        )
        for what, unit, read, tally in how.further()
    ]


def _nothing(table: Table, account: ImportAccount) -> RatingsError:
    why = "; ".join(f"{each.reason} ({each.n})" for each in account.left_out[:5])
    return one_mistake(
        table.file,
        f"{account.read} rows, of which none can be used{f': {why}' if why else ''}",
        "at least one row that becomes an item",
        "Is it the right file, and the right word after --as?",
    )
