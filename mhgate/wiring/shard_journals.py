"""The journals of a run's shards: found, opened, and held against each other.

A shard that is not of the same run, that is there twice or that was changed is refused here, and
what is missing is named.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mhgate.canonical import digest, root_of_leaf_hashes
from mhgate.errors import ReportFileError, UsageError
from mhgate.gate.ledger import leaf_of
from mhgate.journal import Booked, Kept, parse_journal
from mhgate.records import Transcript
from mhgate.sampling import Plan, Shard
from mhgate.sealed.age import WrongKeyError, read_identities
from mhgate.wiring.playing import PATIENT_MODEL
from mhgate.wiring.sealing import Sealing

__all__ = ["ShardJournal", "find_journals", "held_to_plan", "one_run"]

ENCRYPTED = b"age-encryption.org/v1"
_BEGIN = b'{"event": "begin"'
_SUFFIXES = (".jsonl", ".age")
_CHANGED = "The file was changed after it was written; take the one that the shard's run wrote."

# what must be the same in all shards of a run; what tells most comes first
_IDENTITY = (
    ("seed", "another seed"),
    ("max_items", "another sample (max_items)"),
    ("epochs", "other epochs"),
    ("probes", "another selection of probes"),
    ("plan", "another plan (other items, or another sampler)"),
    ("target", "another target"),
    ("build", "another build of the target (MHGATE_TARGET_BUILD)"),
    ("commit", "another commit"),
    ("measurement", "another measurement"),
    ("policy", "another policy (thresholds, profile, trust)"),
    ("judge", "another judge"),
    ("judge_is_known", "a judge that was known otherwise (judge.preflight)"),
    ("configuration", "another [configuration]"),
    ("has_clock", "a target that is told the time otherwise"),
    ("target_kind", "a target that is reached otherwise"),
    ("patient", "other simulated patients"),
    (PATIENT_MODEL, "another model that plays patients"),
)


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
    def is_redacted(self) -> bool:
        """Whether what was said was taken out of it."""
        return bool(self.header.get("redacted"))

    def lines(self) -> Iterator[tuple[str, bytes]]:
        """Yield each whole line with the name of its event."""
        whole = self.data.rpartition(b"\n")[0]
        for line in whole.split(b"\n"):
            yield json.loads(line)["event"], line


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
        raise ReportFileError(f"{path}: {error}.", hint=_CHANGED) from None
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


# --- one run


def one_run(journals: Sequence[ShardJournal], *, although_unfinished: bool) -> dict[str, Any]:
    """Hold shards to being the parts of one run, each once.

    Args:
        journals: as they were found.
        although_unfinished: whether some may be missing.

    Returns:
        What all of them say of the run: the beginning of one of them.

    Raises:
        ReportFileError: one says two things of itself.
        UsageError: one is missing, there twice, or of another run.
    """
    for journal in journals:
        for header in journal.kept.headers[:-1]:
            if difference := _difference(header, journal.header):
                raise ReportFileError(
                    f"{journal.path}: it was gone on with as another run: {difference}.",
                    hint="Ask the shard again, from its beginning.",
                )
    usual = Counter(json.dumps(_identity(each), sort_keys=True) for each in journals)
    most = usual.most_common(1)[0][0]
    model = next(each for each in journals if json.dumps(_identity(each), sort_keys=True) == most)
    for journal in journals:
        if journal.shard.count != model.shard.count:
            raise _foreign(journal, model, f"{journal.shard.words}, not of {model.shard.count}")
        if difference := _difference(journal.header, model.header):
            raise _foreign(journal, model, difference)
    if digest(model.header["measured"]) != model.header["measurement"]:
        raise ReportFileError(
            f"{model.path}: its measurement is not what its digest says.", hint=_CHANGED
        )
    _refuse_doubled(journals)
    there = {journal.shard.number for journal in journals}
    missing = [n for n in range(1, model.shard.count + 1) if n not in there]
    if missing and not although_unfinished:
        names = ", ".join(f"{number}/{model.shard.count}" for number in missing)
        raise UsageError(
            f"{len(there)} of {model.shard.count} shards are there; missing: {names}.",
            hint="Ask them (mhgate run --shard ...), or find their artifacts: a lost shard is no "
            "pass. --although-unfinished reports on what there is, and is no gate.",
        )
    return model.header


def _identity(journal: ShardJournal) -> dict[str, Any]:
    return {name: journal.header.get(name) for name, _ in _IDENTITY} | {
        "count": journal.shard.count
    }


def _difference(header: Mapping[str, Any], model: Mapping[str, Any]) -> str:
    """Say in what two beginnings differ, empty where they are of one run."""
    for name, words in _IDENTITY:
        ours, theirs = header.get(name), model.get(name)
        if ours == theirs:
            continue
        if name != "measurement":
            return f"{words}: {_shown(ours)}, not {_shown(theirs)}"
        mine, others = header.get("measured", {}), model.get("measured", {})
        differing = [key for key in sorted({*mine, *others}) if mine.get(key) != others.get(key)]
        pairs = [
            f"{key} ({_shown(mine.get(key))}, not {_shown(others.get(key))})" for key in differing
        ]
        return f"{words}: {', '.join(pairs[:3]) or 'changed'}"
    return ""


def _shown(value: object) -> str:
    text = "none" if value is None else value if isinstance(value, str) else json.dumps(value)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 - what a line can hold


def _foreign(journal: ShardJournal, model: ShardJournal, difference: str) -> UsageError:
    return UsageError(
        f"{journal.path}: a foreign shard, of another run than {model.path}: {difference}.",
        hint="Merge the shards of one run alone: same commit, seed, suites, target, judge and "
        "policy.",
    )


def _refuse_doubled(journals: Sequence[ShardJournal]) -> None:
    seen: dict[int, ShardJournal] = {}
    for journal in journals:
        other = seen.setdefault(journal.shard.number, journal)
        if other is not journal:
            raise UsageError(
                f"shard {journal.shard} is there twice: {other.path} and {journal.path}.",
                hint="Which of two tries counts is nobody's choice afterwards: take the first, and "
                "go on with a shard that was stopped (--resume) in place of asking it anew.",
            )


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
                hint=_CHANGED,
            )
        ref, readers = plan.refs[trial.item_id], plan.readers[trial.item_id]
        of_plan = (ref.id, ref.digest, ref.family, trial.epoch, trial_id)
        rows = [
            (row.item_id, row.item_digest, row.family, row.epoch, row.trial_id)
            for row in entry.rows
        ]
        if rows != [of_plan] * len(readers) or [row.probe_id for row in entry.rows] != [
            probe.id for probe in readers
        ]:
            raise ReportFileError(
                f"{journal.path}: the outcomes of {trial_id} are not those of its probes.",
                hint=_CHANGED,
            )
        _hold_to_what_was_said(journal, entry)
    end, missing = journal.kept.end, [trial_id for trial_id in own if trial_id not in booked]
    root = root_of_leaf_hashes([booked[trial_id].leaf for trial_id in sorted(booked)])
    if end is not None and end.get("merkle_root") != root:
        raise ReportFileError(
            f"{journal.path}: its outcomes do not make the root with which it ended.", hint=_CHANGED
        )
    entries = tuple(booked[trial_id] for trial_id in own if trial_id in booked)
    return entries, _why_unfinished(journal, missing, len(own))


def _why_unfinished(journal: ShardJournal, missing: Sequence[str], n_own: int) -> str:
    kept = journal.kept
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
    if what is None:
        return
    transcript = what if isinstance(what, Transcript) else None
    if leaf_of(entry.trial_id, transcript, entry.rows) != entry.leaf:
        raise ReportFileError(
            f"{journal.path}: what was said in {entry.trial_id} is not what its outcomes were "
            "made of.",
            hint=_CHANGED,
        )
