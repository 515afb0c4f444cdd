"""Shards, held to being the parts of one run: none foreign, none twice, none missing."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from mhgate.canonical import digest
from mhgate.errors import ReportFileError, UsageError
from mhgate.wiring.playing import PATIENT_MODEL
from mhgate.wiring.shard_journals import CHANGED, ShardJournal

__all__ = ["one_run"]

# what must be the same in all shards of a run; what tells most comes first
_IDENTITY = (
    ("seed", "another seed"),
    ("max_items", "another sample (max_items)"),
    ("epochs", "other epochs"),
    ("families", "another allocation to its budget"),
    ("probes", "another selection of probes"),
    ("plan", "another plan (other items, or another sampler)"),
    ("target", "another target"),
    ("build", "another build of the target (MHGATE_TARGET_BUILD, target.build_id)"),
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
            f"{model.path}: its measurement is not what its digest says.", hint=CHANGED
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
