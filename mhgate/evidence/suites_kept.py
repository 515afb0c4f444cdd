"""The suites of a run, as a pack keeps them: public files, licences, roots of what is sealed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pydantic import ValidationError

from mhgate.canonical import canonical_json, merkle_root, parse_json
from mhgate.errors import EvidenceError, UsageError
from mhgate.evidence.container import file_name_problem
from mhgate.evidence.index import packed_file
from mhgate.records import Report
from mhgate.records.evidence import KeptSuite, KeptSuites
from mhgate.suites import Suite
from mhgate.suites.canary import is_canary
from mhgate.suites.item_files import ItemRow, parse_row

__all__ = ["SUITES", "digests_of_items", "keep_suites", "read_suites", "unlike_items"]

SUITES = "suites.json"

_KEPT = {".py", ".jsonl", ".toml", ".md", ".tsv", ".json"}
_BY_NAME = re.compile(r"(LICEN[CS]E|NOTICE|COPYING|README)[A-Za-z0-9._-]*")
_SECRET = re.compile(rb"\s*(AGE-SECRET-KEY-1[0-9A-Z]+|[0-9a-fA-F]{64})\s*")
_MOST_NAMED = 5


def keep_suites(suites: Sequence[Suite]) -> dict[str, bytes]:
    """Return the files that a pack keeps of suites, with ``suites.json``.

    Of a suite's folder it keeps what suites are made of: probes, items, questions, gold, seals,
    notes and licences. Packs of protected items stay out, and so does whatever looks like a key.

    Args:
        suites: of the run.

    Returns:
        Bytes by name in the pack.

    Raises:
        UsageError: a file cannot be read, or has a name that no pack can hold.
    """
    files: dict[str, bytes] = {}
    kept = []
    for suite in suites:
        own = {
            f"suites/{suite.name}/{path.relative_to(suite.folder).as_posix()}": data
            for path, data in _files_of(suite.folder)
        }
        for name in own:
            if problem := file_name_problem(name):
                raise UsageError(f"{name}: has {problem}.", hint="Rename the file.")
        licences = Counter(_licences(suite, own))
        kept.append(
            KeptSuite(
                name=suite.name,
                pillar=suite.pillar,
                version=suite.version,
                digest=suite.digest,
                files=tuple(packed_file(name, own[name]) for name in sorted(own)),
                n_items=sum(map(len, suite.items.values())),
                licences=dict(sorted(licences.items())),
                sealed={name: pack.terms.root for name, pack in sorted(suite.packs.items())},
            )
        )
        files |= own
    files[SUITES] = canonical_json(
        KeptSuites(root=_root(kept), suites=tuple(kept)).model_dump(mode="json")
    )
    return files


def _root(kept: Sequence[KeptSuite]) -> str:
    return merkle_root([canonical_json(each.model_dump(mode="json")) for each in kept])


def _files_of(folder: Path) -> Iterator[tuple[Path, bytes]]:
    for path in sorted(folder.rglob("*")):
        inner = path.relative_to(folder).parts
        is_hidden = any(part.startswith((".", "__pycache__")) for part in inner)
        is_kept = path.suffix in _KEPT or _BY_NAME.fullmatch(path.name)
        if is_hidden or not is_kept or not path.is_file():
            continue
        try:
            data = path.read_bytes()
        except OSError as error:
            raise UsageError(
                f"{path}: {error.strerror or error}.", hint="A pack keeps the suites' files."
            ) from error
        if not _SECRET.fullmatch(data):
            yield path, data


def _licences(suite: Suite, files: Mapping[str, bytes]) -> Iterator[str]:
    """Yield the licence that each public item names."""
    for name in suite.items:
        for row in _rows(files.get(f"suites/{suite.name}/{name}", b"")):
            yield row.licence


def _rows(data: bytes) -> Iterator[ItemRow]:
    for number, line in enumerate(data.splitlines(), start=1):
        if not line.strip() or (number == 1 and is_canary(line)):
            continue
        try:
            yield parse_row(line)
        except ValueError:  # gold and reviews are no items
            return


def read_suites(data: bytes, *, name: str) -> KeptSuites:
    """Read ``suites.json``, and hold its root to what it says.

    Args:
        data: its bytes.
        name: of the file, for messages.

    Raises:
        EvidenceError: it holds something else.
    """
    hint = "Take the pack as `mhgate evidence` wrote it."
    try:
        found = KeptSuites.model_validate(parse_json(data))
    except ValidationError as error:
        place = ".".join(map(str, error.errors(include_input=False)[0]["loc"])) or "the file"
        raise EvidenceError(f"{name}: {place} is not as in suites.json.", hint=hint) from None
    except ValueError as error:
        raise EvidenceError(f"{name}: {error}; expected suites.", hint=hint) from None
    if found.root != _root(found.suites):
        raise EvidenceError(f"{name}: its root is not that of its suites.", hint=hint)
    return found


def digests_of_items(files: Mapping[str, bytes], suites: KeptSuites) -> dict[str, str]:
    """Return the digest of each public item in a pack, by its id.

    Args:
        files: of the pack.
        suites: that it says it keeps.
    """
    return {
        f"{suite.name}/{row.id}": row.content_digest()
        for suite in suites.suites
        for file in suite.files
        if file.name.endswith(".jsonl")
        for row in _rows(files.get(file.name, b""))
    }


def unlike_items(report: Report, digests: Mapping[str, str]) -> list[str]:
    """Return the items of a report that are not, word for word, among those of the suites.

    Items of sealed packs have names of their own and are left to openings.

    Args:
        report: whose outcomes name items by digest.
        digests: of public items, by id.
    """
    sealed = () if report.conditions is None else report.conditions.sealed
    asked = {row.item_id: row.item_digest for row in report.outcomes}
    return sorted(
        name
        for name, value in asked.items()
        if digests.get(name) != value and not (sealed and _is_sealed(name))
    )


def _is_sealed(item_id: str) -> bool:
    return item_id.rpartition("/")[2].startswith("sealed-")
