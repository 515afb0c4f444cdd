"""A file of others -> a suite's folder that loads, is checked, and says where it comes from.

=====================  ==============================================================
``toml_text``          plain values -> TOML
``probe_module``       probes that are described -> Python
``shipped_questions``  questions of the built-in suites, word for word
``letting_stand``      what a check finds in imported texts -> check.toml
``readme``             the suite's page
=====================  ==============================================================

The folder is made beside its place and moved there when it is whole: a mistake leaves nothing.
"""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import IO, Any, Self

from mhgate.config.reading import shown
from mhgate.errors import Mistake, SuiteError, UsageError
from mhgate.importers.items import ItemsRead, Origin, read_items
from mhgate.judges import RULES
from mhgate.records import SuiteImport
from mhgate.suites import load_suite
from mhgate.suites.checking import Finding
from mhgate.wiring.importing.letting_stand import Letting
from mhgate.wiring.importing.probe_module import probe_module
from mhgate.wiring.importing.readme import readme
from mhgate.wiring.importing.shipped_questions import shipped_questions
from mhgate.wiring.importing.toml_text import toml_text
from mhgate.wiring.suite_checks import check_suites
from mhgate.wiring.suites_at_hand import SuitesAtHand
from mhgate.wiring.versions import version_of_mhgate

__all__ = ["ACCOUNT_FILE", "Imported", "import_suite"]

ACCOUNT_FILE = "import.json"
"""How a suite came to be, beside its items."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RESERVED = "complete"
_MOST_CHECKS = 4


@dataclass(frozen=True, slots=True)
class Imported:
    """A suite that was imported.

    Args:
        about: its account, as import.json holds it.
        left: what a check still has to say, errors first.
        without_rule: its questions that the rules judge cannot answer.
    """

    about: SuiteImport
    left: tuple[Finding, ...]
    without_rule: tuple[str, ...]


def import_suite(
    file: Path,
    kind: str,
    folder: Path,
    *,
    origin: Origin,
    today: date,
    mapping: Path | None = None,
    encoding: str | None = None,
) -> Imported:
    """Make a suite of a file.

    Args:
        file: CSV, TSV, JSON Lines or XLSX.
        kind: a word of :data:`mhgate.importers.items.FORMATS`.
        folder: of the suite; it is made, and must not be there.
        origin: what is said of the data's source, licence and language.
        today: the day on which hotline entries should hold.
        mapping: of a table; None: the TOML file beside it.
        encoding: of the file's text; None: found, and said.

    Returns:
        The account, and what a check still has to say.

    Raises:
        UsageError: the folder is there, or its name is none for a suite.
        SuiteImportError: the file, its mapping or what was stated is wrong.
        SuiteError: what the mapping asks makes no suite.
    """
    name = folder.resolve().name
    _check_folder(folder, name)
    folder.resolve().parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.resolve().parent, prefix=".importing-") as scratch:
        made = Path(scratch) / name
        made.mkdir()
        with _Lines(made) as lines:
            read = read_items(
                file, kind, write=lines.write, origin=origin, mapping=mapping, encoding=encoding
            )
        questions = _write_probes(made, read)
        left, about = _check(made, folder, read, _about(read, kind, name, questions), today)
        (made / ACCOUNT_FILE).write_text(
            json.dumps(about.model_dump(mode="json"), indent=2, ensure_ascii=False) + "\n",
            encoding="utf-8",
            newline="\n",
        )
        (made / "README.md").write_text(readme(read.draft, about), encoding="utf-8", newline="\n")
        shutil.rmtree(made / "__pycache__", ignore_errors=True)
        made.rename(folder)
    without_rule = tuple(
        question
        for question, table in read.draft.own.items()
        if table.get("rule", question) not in RULES
    )
    return Imported(about, left, without_rule)


def _check_folder(folder: Path, name: str) -> None:
    if _NAME.fullmatch(name) is None or name == _RESERVED:
        raise UsageError(
            f"{name!r} is no name for a suite.",
            hint="It names a folder and a pillar: small letters, digits and _, a letter first.",
        )
    if folder.exists():
        raise UsageError(
            f"{folder} is there already.", hint="Nothing is overwritten: name another."
        )


class _Lines:
    """Writes lines of JSON to the files of a folder, each opened when its first line comes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, IO[str]] = {}
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._closing.close()

    def write(self, name: str, line: dict[str, Any]) -> None:
        """Write a line to a file."""
        if name not in self._open:
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            self._open[name] = self._closing.enter_context(
                path.open("w", encoding="utf-8", newline="\n")
            )
        self._open[name].write(json.dumps(line, ensure_ascii=False) + "\n")


def _write_probes(made: Path, read: ItemsRead) -> dict[str, str]:
    """Write questions and probes; return where each question comes from."""
    draft = read.draft
    questions: dict[str, Mapping[str, Any]] = {
        **shipped_questions(draft.shipped, read.file),
        **draft.own,
    }
    tables: dict[str, Any] = {"suite": {"version": draft.version, "pillar": made.name}}
    if questions:
        tables["question"] = questions
    (made / "questions.toml").write_text(toml_text(tables), encoding="utf-8", newline="\n")
    module = probe_module(draft.title, draft.probes)
    (made / f"test_{made.name}.py").write_text(module, encoding="utf-8", newline="\n")
    shipped = {name: f"as in the built-in suite {suite}" for name, suite in draft.shipped.items()}
    return {**shipped, **dict.fromkeys(draft.own, "its own")}


def _about(read: ItemsRead, kind: str, name: str, questions: dict[str, str]) -> SuiteImport:
    return SuiteImport(
        mhgate=version_of_mhgate(),
        suite=name,
        format=kind,
        file=read.file,
        digest=read.digest,
        encoding=read.encoding,
        mapping_digest=read.mapping_digest,
        source=read.source or "as each item says",
        licence=read.licence or "as each item says",
        accounts=read.accounts,
        noticed=read.noticed,
        files=read.files,
        questions=questions,
        facts=read.facts,
    )


def _check(
    made: Path, folder: Path, read: ItemsRead, about: SuiteImport, today: date
) -> tuple[tuple[Finding, ...], SuiteImport]:
    """Load and check what was made, and let stand in it what stood so in the file."""
    _, mistakes = load_suite(made)
    if mistakes:
        raise SuiteError([_mistake_at_home(each, made, folder) for each in mistakes])
    letting = Letting(made.name, read.draft.title)
    at_hand = SuitesAtHand((made,), None, None)
    for _ in range(_MOST_CHECKS):  # what is let stand uncovers what it covered, once as a rule
        _, found = check_suites(at_hand, today=today)
        if not letting.take(each for each in found if each.suite == made.name):
            break
        (made / "check.toml").write_text(letting.check_toml(), encoding="utf-8", newline="\n")
    left = tuple(_at_home(each, made, folder) for each in letting.left)
    update = {
        "let_stand": letting.let_stand,
        "warnings": letting.counts("warning"),
        "errors": letting.counts("error"),
    }
    return left, about.model_copy(update=update)


def _at_home(found: Finding, made: Path, folder: Path) -> Finding:
    """Return a finding that speaks of the folder that was asked for."""
    there, here = str(made), shown(folder)
    where, hint = found.where.replace(there, here), found.hint.replace(there, here)
    return replace(found, where=where, hint=hint)


def _mistake_at_home(mistake: Mistake, made: Path, folder: Path) -> Mistake:
    where = mistake.where.replace(str(made), shown(folder))
    return Mistake(where, mistake.found, mistake.expected, mistake.hint)
