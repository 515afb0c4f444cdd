"""Transcripts that were given -> what there is to judge: rows that name an item, and others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from mhgate.canonical import digest
from mhgate.errors import Mistake, TranscriptError, UsageError, nearest
from mhgate.importers.tally import Tally
from mhgate.perturb import spoken
from mhgate.records import (
    GivenTranscript,
    Item,
    ItemRef,
    Noticed,
    Probe,
    Transcript,
    TranscriptSet,
    Trial,
)
from mhgate.sampling import Plan
from mhgate.suites import Suite
from mhgate.wiring.existing import Existing
from mhgate.wiring.workspace import Workspace

__all__ = ["chosen_probes", "existing_transcripts"]

_GIVEN = "given:"  # no suite's item begins so: those have a suite's name and a stroke
_PARTIAL = "transcripts were given: no target was asked, and nobody drew them by a plan"
_ALONE = (
    "names no family: counted as one of its own, or as that of an earlier row in which the person "
    "says the same; intervals are too narrow where more rows belong together"
)
_PERTURBED = (
    "a program changes what is said in its item, and the row does not say in which trial: taken at "
    "its word, for what the person says in it cannot be held to the item"
)


def chosen_probes(
    workspace: Workspace, *, suites: Sequence[str], probes: Sequence[str]
) -> tuple[Probe, ...] | None:
    """Return the probes that are named.

    Args:
        workspace: the suites.
        suites: names of suites or pillars, all of whose probes are meant.
        probes: names of probes, with or without their pillar.

    Returns:
        The probes, in the order of the suites; None where nothing is named.

    Raises:
        UsageError: a name that nothing has.
    """
    if not suites and not probes:
        return None
    of_suite: dict[str, set[str]] = {}
    of_probe: dict[str, set[str]] = {}
    for suite in workspace.suites:
        for probe in suite.probes:
            for name in (suite.name, suite.pillar):
                of_suite.setdefault(name, set()).add(probe.id)
            for name in (probe.name, probe.id):
                of_probe.setdefault(name, set()).add(probe.id)
    wanted: set[str] = set()
    for named, known, noun in ((suites, of_suite, "suite"), (probes, of_probe, "probe")):
        for name in named:
            if name not in known:
                guess = nearest(name, known)
                short = ", ".join(sorted({each.rpartition(".")[2] for each in known}))
                raise UsageError(
                    f"found no {noun} {name!r} among the suites of {workspace.config.file}.",
                    hint=f"Did you mean {guess!r}?" if guess else f"Known: {short}.",
                )
            wanted |= known[name]
    return tuple(probe for probe in workspace.probes if probe.id in wanted)


def existing_transcripts(
    found: TranscriptSet, workspace: Workspace, *, probes: Sequence[Probe] | None
) -> Existing:
    """Return what there is to judge of transcripts that were given.

    Args:
        found: what was read.
        workspace: the suites and thresholds.
        probes: those that read them: all rows without an item, and each row with one where they
            read that item. None: every probe reads the rows that name its items.

    Returns:
        The transcripts as trials of a plan. It is never the whole gate.

    Raises:
        TranscriptError: every row that names an item that is not there, or lacks an expectation
            that a probe asks for.
        UsageError: rows name no item, and nobody said which probes read them.
    """
    unnamed = [row for row in found.transcripts if row.item is None]
    if unnamed and probes is None:
        names = ", ".join(suite.name for suite in workspace.suites)
        raise UsageError(
            f"{found.file}: {len(unnamed)} of {len(found.transcripts)} conversations name no item "
            f"of a suite ({unnamed[0].where}), so that nobody can tell which probes read them.",
            hint=f"Say so: --suite NAME ({names}) or --probe NAME; or name items in the rows.",
        )
    chosen = workspace.probes if probes is None else tuple(probes)
    rows = _Rows(workspace, chosen)
    for row in found.transcripts:
        rows.take(row)
    if rows.mistakes:
        raise TranscriptError(rows.mistakes)
    return rows.existing(found)


@dataclass(slots=True)
class _Rows:
    """Gathers the rows as trials, items and transcripts."""

    workspace: Workspace
    chosen: tuple[Probe, ...]
    mistakes: list[Mistake] = field(default_factory=list)
    left_out: Tally = field(default_factory=Tally)
    noticed: Tally = field(default_factory=Tally)
    _files: dict[str, tuple[Suite, str, ItemRef]] = field(default_factory=dict)
    _kept: dict[str, Transcript] = field(default_factory=dict)
    _items: dict[str, Item] = field(default_factory=dict)
    _refs: dict[str, ItemRef] = field(default_factory=dict)
    _readers: dict[str, tuple[Probe, ...]] = field(default_factory=dict)
    _epochs: Counter[str] = field(default_factory=Counter)
    _first: dict[tuple[str, ...], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._files = {
            ref.id: (suite, name, ref)
            for suite in self.workspace.suites
            for name, refs in suite.items.items()
            for ref in refs
        }

    def take(self, row: GivenTranscript) -> None:
        """Take one row: as a trial, as left out, or as a mistake."""
        if row.item is None:
            self._take_own(row)
        elif row.item not in self._files:
            guess = nearest(row.item, self._files)
            hint = f"Did you mean {guess!r}?" if guess else "Name it with its suite: suite/item."
            what = f"the item {row.item[:80]!r}, which no suite has"
            self.mistakes.append(Mistake(row.where, what, "an item of the suites", hint))
        else:
            self._take_named(row, *self._files[row.item])

    def _take_named(self, row: GivenTranscript, suite: Suite, file: str, ref: ItemRef) -> None:
        readers = tuple(
            probe for probe in self.chosen if probe in suite.probes and probe.items == file
        )
        item = suite.read_item(ref)
        if row.item_digest is not None and row.item_digest != ref.digest:
            self.left_out.add("its item has changed since (item_digest)", row.where)
        elif not self._is_of(row, item):
            self.left_out.add("what the person says in it is not what its item says", row.where)
        elif not readers:
            self.left_out.add("no probe that was chosen reads its item", row.where)
        else:
            self._add(_as_played(row, item), item, ref, readers)

    def _is_of(self, row: GivenTranscript, item: Item) -> bool:
        """Return whether the person says in a row what its item says."""
        if item.vignette is not None:  # what comes after the opening depends on the replies
            return row.said[:1] == item.turns
        if item.perturb is None:
            return row.said == item.turns
        if row.trial is not None and row.trial.item_id == item.id:
            return row.said == spoken(item, row.trial)
        self.noticed.add(_PERTURBED, row.where)
        return len(row.said) == len(item.turns)

    def _take_own(self, row: GivenTranscript) -> None:
        missing = [
            Mistake(
                f"{row.where} (expects)",
                f"no 'yes' or 'no' for {probe.question!r}",
                f"what {probe.name} expects of this row",
                f'Add "{probe.question}": "yes" or "no", or choose other probes.',
            )
            for probe in self.chosen
            if probe.expect == "item" and row.expects.get(str(probe.question)) not in {"yes", "no"}
        ]
        if missing:
            self.mistakes += missing
            return
        if row.family is None:
            self.noticed.add(_ALONE, row.where)
        family = row.family or self._first.setdefault(row.said, row.id)
        content = {
            "turns": row.said,
            "expects": row.expects,
            "strata": row.strata,
            "language": row.language,
        }
        item = Item(
            id=f"{_GIVEN}{row.id}",
            family=f"{_GIVEN}{family}",
            pillar="given",
            source=row.where,
            licence="not stated",
            digest=digest(content),
            turns=row.said,
            expects=row.expects,
            strata=row.strata,
            language=row.language,
        )
        ref = ItemRef(
            id=item.id,
            family=item.family,
            digest=item.digest,
            strata=item.strata,
            language=item.language,
            path=_GIVEN,
            offset=0,
            length=1,
        )
        self._add(row, item, ref, self.chosen)

    def _add(
        self, row: GivenTranscript, item: Item, ref: ItemRef, readers: tuple[Probe, ...]
    ) -> None:
        epoch = self._epochs[item.id]
        self._epochs[item.id] += 1
        trial = Trial(
            id=f"{item.id}#{epoch}", item_id=item.id, family=item.family, epoch=epoch, seed=0
        )
        self._items[item.id], self._refs[item.id] = item, ref
        self._readers[item.id] = readers
        self._kept[trial.id] = Transcript(
            trial=trial, turns=row.turns, target_fingerprint=row.target_fingerprint or "given"
        )

    def existing(self, found: TranscriptSet) -> Existing:
        """Return what was gathered."""
        trials = tuple(each.trial for each in self._kept.values())
        reading = {probe.id for probes in self._readers.values() for probe in probes}
        probes = tuple(probe for probe in self.workspace.probes if probe.id in reading)
        strata = self._by_probe(probes, lambda ref: {f"{k}={v}" for k, v in ref.strata.items()})
        known = self.workspace.strata()
        for probe in probes:
            known[probe.pillar] |= strata[probe.id]
        return Existing(
            workspace=_as_given(self.workspace),
            plan=Plan(trials, self._refs, self._readers, self._plan_digest(found, trials)),
            kept=self._kept,
            read_item=self._items.__getitem__,
            probes=probes,
            declared=tuple(dict.fromkeys(probe.pillar for probe in probes)),
            strata=known,
            read_strata=strata,
            languages=self._by_probe(probes, lambda ref: {ref.language}),
            partial_because=(_PARTIAL,),
            target=digest({"transcripts": found.digest}),
            target_kind="transcripts",
            file=found.file,
            digest=found.digest,
            n_read=found.read,
            left_out=(*found.left_out, *self.left_out.left_out()),
            noticed=(*found.noticed, *self.noticed.noticed(), *_without_baseline(self.workspace)),
        )

    def _by_probe(
        self, probes: Iterable[Probe], of: Callable[[ItemRef], Iterable[str]]
    ) -> dict[str, frozenset[str]]:
        return {
            probe.id: frozenset(
                value
                for item_id, ref in self._refs.items()
                if probe in self._readers[item_id]
                for value in of(ref)
            )
            for probe in probes
        }

    def _plan_digest(self, found: TranscriptSet, trials: Iterable[Trial]) -> str:
        readers: Mapping[str, list[str]] = {
            item: [probe.id for probe in probes] for item, probes in self._readers.items()
        }
        return digest(
            {
                "given": found.digest,
                "trials": [[trial.id, self._refs[trial.item_id].digest] for trial in trials],
                "readers": readers,
            }
        )


def _as_played(row: GivenTranscript, item: Item) -> GivenTranscript:
    """Return a row whose turns stand in the sessions and at the times of their item."""
    if not item.new_session_at and not item.clock_s:
        return row
    turns, number = [], -1
    for turn in row.turns:
        number += turn.role == "user"
        when = {"session": item.session_of(max(number, 0)), "at_s": item.at_s(max(number, 0))}
        turns.append(turn.model_copy(update=when))
    return row.model_copy(update={"turns": tuple(turns)})


def _as_given(workspace: Workspace) -> Workspace:
    """Return a workspace that neither stops early nor compares: rows are in no plan's order.

    Nothing is withheld for want of a clock, for no target is asked.
    """
    config = workspace.config
    update = {
        "sampling": config.sampling.model_copy(update={"design": "fixed"}),
        "gate": config.gate.model_copy(update={"baseline": None}),
    }
    return replace(workspace, config=config.model_copy(update=update), clock=True)


def _without_baseline(workspace: Workspace) -> tuple[Noticed, ...]:
    name = workspace.config.gate.baseline
    what = f"the baseline {name} is not compared with: it is of a run, and these were given"
    return () if name is None else (Noticed(what=what, n=1),)
