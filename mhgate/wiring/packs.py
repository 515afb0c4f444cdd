"""Packs of protected items: sealed, opened, committed to, and proved of."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue, ValidationError

from mhgate.errors import Mistake, ReportFileError, SuiteError, UsageError
from mhgate.records import Report
from mhgate.records.sealed import Opening, Seal, SealTerms
from mhgate.sealed.commitments import Commitment
from mhgate.sealed.opening import OpenedPack, opened, read_seal, seal_path
from mhgate.sealed.packing import new_master, packed, seal_digest, seal_text, terms_of
from mhgate.sealed.proving import opening_of, read_opening, verify_opening
from mhgate.suites.canary import is_canary
from mhgate.suites.gold_files import GOLD_FILE
from mhgate.suites.item_files import index_items
from mhgate.suites.json_lines import json_object, lines_of, syntax_mistake
from mhgate.suites.sealed_items import pack_path
from mhgate.wiring.sealing import identities_of

__all__ = [
    "Checked",
    "Sealed",
    "check_opening",
    "commit_plain",
    "open_pack",
    "prove",
    "read_opening",
    "read_seal",
    "seal_file",
    "seal_named",
]

_PACK = ".age"


@dataclass(frozen=True, slots=True)
class Sealed:
    """A pack and its seal, as they were written."""

    pack: Path
    seal: Path
    terms: SealTerms


@dataclass(frozen=True, slots=True)
class Checked:
    """An opening that holds.

    Args:
        opening: what was checked.
        root: that it leads to.
        trials: of the report, those that asked the item; None where no report was given.
    """

    opening: Opening
    root: str
    trials: tuple[str, ...] | None = None


def seal_file(
    path: Path,
    *,
    to: Sequence[str],
    environ: Mapping[str, str],
    strata: Sequence[str] = (),
    keys: bool = False,
    salt_file: Path | None = None,
    key_env: str | None = None,
    folder: Path | None = None,
    remove: bool = False,
) -> Sealed:
    """Seal a file of items (or of gold), or a pack again for other recipients.

    Args:
        path: JSON Lines in clear; or a pack, which keeps its root, its canary and its terms.
        to: the recipients' public keys.
        environ: the environment.
        strata: keys of strata whose values may stand in reports.
        keys: whether right choices and norms may stand in reports.
        salt_file: the secret of an earlier commitment, whose root the pack then has.
        key_env: the variable that holds the key of a pack that is sealed again.
        folder: where the files are written; None: beside the file.
        remove: whether the file in clear is removed when all is written.

    Raises:
        SuiteError: the file holds what is no item, or the pack does not open.
        UsageError: a recipient is no public key, a file is there already, or cannot be written.
    """
    target = (folder or path.parent) / path.name.removesuffix(_PACK)
    pack = pack_path(target)
    seal = seal_path(pack)
    for there in (pack, seal):
        if there.exists():
            raise UsageError(
                f"{there}: is there already, and nothing was written.",
                hint="Move it away, or seal into another folder (--folder).",
            )
    if path.suffix == _PACK:
        before = open_pack(path, environ=environ, key_env=str(key_env))
        terms = before.seal.terms.model_copy(update={"recipients": tuple(dict.fromkeys(to))})
        commitment = before.commitment
        terms_of(commitment, recipients=to)  # a recipient that is no public key is told
    else:
        commitment = _commitment(path, salt_file)
        terms = terms_of(commitment, recipients=to, strata=strata, keys=keys)
    data, made = packed(commitment, terms)
    _write(pack, data)
    _write(seal, seal_text(made).encode())
    if remove and path.suffix != _PACK:
        path.unlink()
    return Sealed(pack, seal, terms)


def open_pack(path: Path, *, environ: Mapping[str, str], key_env: str) -> OpenedPack:
    """Open a pack, in memory.

    Args:
        path: of the pack.
        environ: the environment.
        key_env: the variable that holds the key.

    Raises:
        UsageError: there is no key.
        SuiteError: the key is another one, or the pack or its seal was changed.
    """
    return opened(path, identities_of(environ, key_env), named=key_env)


def commit_plain(path: Path, *, salt_file: Path) -> tuple[str, int]:
    """Return the salted root of a file in clear, and how many rows it binds.

    Args:
        path: JSON Lines.
        salt_file: holds the secret that salts the leaves; made where it is missing.

    Raises:
        SuiteError: the file holds what is no item.
        UsageError: the secret cannot be read or written.
    """
    found = _commitment(path, salt_file)
    return found.root, len(found.rows)


def prove(path: Path, name: str, *, environ: Mapping[str, str], key_env: str) -> Opening:
    """Return what proves that one item is in a pack.

    Args:
        path: of the pack.
        name: the item's opaque name, or its id.
        environ: the environment.
        key_env: the variable that holds the key.

    Raises:
        UsageError: there is no key, or no such item.
        SuiteError: the key is another one, or the pack or its seal was changed.
    """
    return opening_of(open_pack(path, environ=environ, key_env=key_env).commitment, name)


def check_opening(
    path: Path, *, seal: Path | None = None, root: str | None = None, report: Report | None = None
) -> Checked:
    """Check an opening; this takes no key.

    Args:
        path: of the opening.
        seal: of the pack.
        root: in its place, as it was published.
        report: in their place, one that names the pack; it tells whether the item was asked.

    Raises:
        ReportFileError: it proves nothing about this root.
        UsageError: nothing to check it against, or a seal that cannot be read.
    """
    opening = read_opening(path)
    if report is not None:
        parts = () if report.conditions is None else report.conditions.sealed
        roots = [part.root for part in parts]
        root = opening.root if opening.root in roots else ", ".join(roots) or "of no pack"
    elif seal is not None:
        root = seal_named(seal).terms.root
    if root is None:
        raise UsageError(
            "nothing to check the opening against.",
            hint="Give --seal FILE, --root sha256:..., or --report REPORT.",
        )
    verify_opening(opening, root=root)
    if report is None:
        return Checked(opening, root)
    asked = {
        row.trial_id for row in report.outcomes if row.item_id.rpartition("/")[2] == opening.name
    }
    return Checked(opening, root, tuple(sorted(asked)))


def seal_named(path: Path) -> Seal:
    """Read a seal by its own name or its pack's; the pack need not be there.

    Args:
        path: of either.

    Raises:
        ReportFileError: it cannot be read, or was changed.
    """
    where = seal_path(path) if path.suffix == _PACK else path
    hint = "mhgate suites seal writes it beside the pack."
    try:
        seal = Seal.model_validate_json(where.read_bytes())
    except OSError as error:
        raise ReportFileError(f"{where}: {error.strerror or error}.", hint=hint) from error
    except ValidationError:
        raise ReportFileError(f"{where}: is no seal.", hint=hint) from None
    if seal.digest != seal_digest(seal.terms, seal.pack):
        raise ReportFileError(f"{where}: was changed after it was made.", hint=hint)
    return seal


def _commitment(path: Path, salt_file: Path | None) -> Commitment:
    rows = _rows(path)
    master = new_master() if salt_file is None else _salt(salt_file)
    return Commitment.of(rows, master, where=str(path))


def _rows(path: Path) -> list[dict[str, JsonValue]]:
    """Read the rows of a file in clear, held to what items are where it is no gold."""
    if not path.is_file():
        raise UsageError(f"{path}: no such file.", hint="Name a file of items, JSON Lines.")
    mistakes: list[Mistake] = []
    if path.name != GOLD_FILE:
        _, mistakes = index_items(path, suite=path.resolve().parent.name)
    rows: list[dict[str, JsonValue]] = []
    for number, _, text in lines_of(path):
        if number == 1 and is_canary(text):
            continue
        try:
            row = json_object(text)
        except (ValueError, RecursionError) as error:
            mistakes += [] if mistakes else [syntax_mistake(f"{path}:{number}", text, error)]
            continue
        if isinstance(row, dict):
            rows.append(row)
    if mistakes:
        raise SuiteError(mistakes)
    if not rows:
        raise UsageError(f"{path}: holds no row.", hint="Name a file of items, JSON Lines.")
    return rows


def _salt(path: Path) -> bytes:
    """Return the secret of a file; a new one, for its owner's eyes alone, where it is missing."""
    try:
        if not path.exists():
            made = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(made, "w", encoding="ascii") as file:
                file.write(new_master().hex() + "\n")
        master = bytes.fromhex(path.read_text(encoding="ascii").strip())
    except (OSError, ValueError):
        master = b""
    if len(master) != len(new_master()):
        raise UsageError(
            f"{path}: holds no secret of 32 bytes, or cannot be written.",
            hint="Name a file that `mhgate suites commit --salt-file` made, or a new one.",
        )
    return master


def _write(path: Path, data: bytes) -> None:
    try:
        with path.open("xb") as file:
            file.write(data)
    except OSError as error:
        raise UsageError(
            f"{path}: cannot be written ({error.strerror or error}).",
            hint="Name a folder with space and permission (--folder).",
        ) from error
