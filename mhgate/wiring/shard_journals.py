"""The journals of a run's shards: found, opened, and held to the plan and to what was said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from mhgate.canonical import root_of_leaf_hashes
from mhgate.errors import ReportFileError, UsageError
from mhgate.gate.leaves import leaf_of
from mhgate.journal import Booked, Kept, links, parse_journal
from mhgate.records import Transcript
from mhgate.sampling import Plan, Shard
from mhgate.sealed.age import WrongKeyError, read_identities
from mhgate.wiring.sealing import Sealing

__all__ = ["CHANGED", "ShardJournal", "find_journals", "held_to_plan"]

ENCRYPTED = b"age-encryption.org/v1"
_BEGIN = b'{"event": "begin"'
_SUFFIXES = (".jsonl", ".age")
CHANGED = "The file was changed after it was written; take the one that the shard's run wrote."

# what the beginning of a shard's journal must hold, beside what may be absent (None)
_NULLABLE = ("max_items", "commit", "build")
_HELD = {
    "run_id": str,
    "seed": int,
    "epochs": int,
    "probes": list,
    "plan": str,
    "target": str,
    "measurement": str,
    "measured": dict,
    "policy": str,
    "profile": str,
    "judge": str,
    "judge_is_known": bool,
    "has_clock": bool,
    "target_kind": str,
    "labels": dict,
    "overrides": list,
}


@dataclass(frozen=True, slots=True)
class ShardJournal:
    """A shard's journal, in clear.

    Args:
        path: where it was found.
        data: its bytes, decrypted.
        kept: what it holds.
        shard: which part of the plan it is.
    """

    path: Path
    data: bytes
    kept: Kept
    shard: Shard

    @property
    def header(self) -> dict[str, Any]:
        """How its last attempt began."""
        return self.kept.headers[-1]

    @property
    def run_id(self) -> str:
        """The run that asked it."""
        return str(self.header["run_id"])

    @property
    def ran(self) -> tuple[int, datetime, datetime] | None:
        """Which attempt ended, when it began and when it ended; None where none did.

        Raises:
            ReportFileError: the account says something else.
        """
        counted = self.kept.account
        if counted is None:
            return None
        try:
            began, ended = (
                datetime.fromisoformat(counted[name]) for name in ("started_at", "finished_at")
            )
            return int(counted["attempt"]), began, ended
        except (KeyError, TypeError, ValueError) as error:
            raise ReportFileError(
                f"{self.path}: its account does not say when it ran.", hint=CHANGED
            ) from error

    @property
    def is_redacted(self) -> bool:
        """Whether what was said was taken out of it."""
        return self.kept.is_copy

    def lines(self) -> Iterator[tuple[str, bytes]]:
        """Yield each whole line, without its link, with the name of its event."""
        for link in links(self.data.rpartition(b"\n")[0], name=str(self.path)):
            yield json.loads(link.bare)["event"], link.bare


def find_journals(
    sources: Sequence[Path], sealing: Sealing, note: Callable[[str], None]
) -> list[ShardJournal]:
    """Find the journals of shards.

    Args:
        sources: files, or folders in which (and below) every journal of a shard is taken.
        sealing: the key that opens encrypted journals, and sealed lines.
        note: told what was passed over.

    Returns:
        The journals, by the shard's number.

    Raises:
        ReportFileError: one cannot be read or was changed, or a key is missing.
        UsageError: there is none, or what was named is no shard.
    """
    found: dict[Path, ShardJournal] = {}
    for source in sources:
        for path in _files(source):
            journal = _opened(path, sealing, is_named=not source.is_dir(), note=note)
            if journal is not None:
                found.setdefault(path.resolve(), journal)
    if not found:
        raise UsageError(
            f"{', '.join(map(str, sources))}: found no journal of a shard.",
            hint="Name the files that `mhgate shard-artifact` wrote, or the folders of the runs "
            "(.mhgate/runs); `mhgate run --shard 1/8` asks a shard.",
        )
    return sorted(found.values(), key=lambda each: (each.shard.number, str(each.path)))


def _files(source: Path) -> Sequence[Path]:
    if source.is_file():
        return [source]
    if not source.is_dir():
        raise UsageError(
            f"{source}: there is no such file or folder; expected journals of shards.",
            hint="A shard whose artifact was lost has to be asked again.",
        )
    return sorted(path for path in source.rglob("*") if path.suffix in _SUFFIXES)


def _opened(
    path: Path, sealing: Sealing, *, is_named: bool, note: Callable[[str], None]
) -> ShardJournal | None:
    """Open a file; in a folder, what is no shard's journal is passed over."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected the journal of a shard.",
            hint="Take the file as the shard's run wrote it.",
        ) from error
    if data.startswith(ENCRYPTED):
        data = _decrypted(path, data, sealing)
    if not data.startswith(_BEGIN):
        if is_named:
            parse_journal(data, name=str(path))  # says what is wrong with it
        return None
    kept = parse_journal(data, name=str(path), unseal=sealing.unseal)
    text = kept.header.get("shard")
    if text is None:
        if is_named:
            raise UsageError(
                f"{path}: found the journal of a whole run; expected a shard's.",
                hint="A whole run has its report already; shards are asked with --shard 1/8.",
            )
        note(f"{path} is the journal of a whole run, and was passed over")
        return None
    try:
        shard = Shard.read(str(text))
    except ValueError as error:
        raise ReportFileError(f"{path}: {error}.", hint=CHANGED) from None
    for header in kept.headers:
        lacking = [name for name, kind in _HELD.items() if not isinstance(header.get(name), kind)]
        lacking += [name for name in _NULLABLE if name not in header]
        if lacking:
            raise ReportFileError(
                f"{path}: its beginning does not say of the run: {', '.join(lacking)}.",
                hint=f"{CHANGED} Or another mhgate wrote it.",
            )
    return ShardJournal(path, data, kept, shard)


def _decrypted(path: Path, data: bytes, sealing: Sealing) -> bytes:
    if not sealing.secret:
        raise ReportFileError(
            f"{path}: is encrypted, and there is no key in {sealing.key_env}.",
            hint="Set the variable that [suites] key_env names to the key of one of its "
            "recipients.",
        )
    try:
        return read_identities(sealing.secret, named=sealing.key_env).opened(data)
    except WrongKeyError:
        raise ReportFileError(
            f"{path}: no key in {sealing.key_env} opens it, or it was changed or cut.",
            hint="Name the key of a recipient that `mhgate shard-artifact --to` named.",
        ) from None


# --- the plan


def held_to_plan(journal: ShardJournal, plan: Plan) -> tuple[tuple[Booked, ...], str]:
    """Hold a shard's outcomes to the plan, to its own root, and to what was said.

    Args:
        journal: of the shard.
        plan: of the whole run.

    Returns:
        What its trials came to, in plan order, and why it is unfinished; empty where it is not.

    Raises:
        ReportFileError: it holds trials that are not its own, or was changed.
    """
    share, booked = plan.share(journal.shard), journal.kept.booked
    own = {trial.id: trial for trial in share.trials}
    for trial_id, entry in booked.items():
        trial = own.get(trial_id)
        if trial is None:
            raise ReportFileError(
                f"{journal.path}: found the trial {trial_id}, which is none of shard "
                f"{journal.shard}.",
                hint=CHANGED,
            )
        ref, readers = plan.refs[trial.item_id], plan.readers[trial.item_id]
        of_plan = (ref.id, ref.digest, ref.family, ref.strata, trial.epoch, trial_id)
        rows = [
            (row.item_id, row.item_digest, row.family, row.strata, row.epoch, row.trial_id)
            for row in entry.rows
        ]
        if rows != [of_plan] * len(readers) or [row.probe_id for row in entry.rows] != [
            probe.id for probe in readers
        ]:
            raise ReportFileError(
                f"{journal.path}: the outcomes of {trial_id} are not those of its probes.",
                hint=CHANGED,
            )
        _hold_to_what_was_said(journal, entry)
    end, missing = journal.kept.end, [trial_id for trial_id in own if trial_id not in booked]
    root = root_of_leaf_hashes([booked[trial_id].leaf for trial_id in sorted(booked)])
    if end is not None and end.get("merkle_root") != root:
        raise ReportFileError(
            f"{journal.path}: its outcomes do not make the root with which it ended.", hint=CHANGED
        )
    entries = tuple(booked[trial_id] for trial_id in own if trial_id in booked)
    return entries, _why_unfinished(journal, missing, len(own))


def _why_unfinished(journal: ShardJournal, missing: Sequence[str], n_own: int) -> str:
    kept = journal.kept
    if kept.mixed:
        return kept.mixed
    lacks = f"{len(missing)} of its {n_own} trials are missing"
    if missing:
        lacks += f" ({', '.join(missing[:3])}{', ...' if len(missing) > 3 else ''})"  # noqa: PLR2004 - what a line can hold
    if kept.torn_bytes:
        return f"its last line is torn, and {lacks}"
    if kept.end is None or kept.account is None:
        return f"its run did not end, and {lacks}"
    return lacks if missing else ""


def _hold_to_what_was_said(journal: ShardJournal, entry: Booked) -> None:
    """Hold a trial's leaf to its transcript, where that is there and open."""
    what = journal.kept.came_back.get(entry.trial_id)
    if what is None or journal.kept.n_changed:  # [redaction] took words out: they make other leaves
        return
    transcript = what if isinstance(what, Transcript) else None
    if leaf_of(entry.trial_id, transcript, entry.rows) != entry.leaf:
        raise ReportFileError(
            f"{journal.path}: what was said in {entry.trial_id} is not what its outcomes were "
            "made of.",
            hint=CHANGED,
        )
