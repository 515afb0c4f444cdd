"""``label``: transcripts -> forms for readers; what they hand in -> gold and its agreement."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pydantic import ValidationError

from mhgate.calibration.labelling import (
    ADJUDICATOR,
    Conversation,
    agreement_between,
    check_files,
    disagreements,
    draw,
    gold_rows,
    make_form,
    read_answer_file,
    sampled_item,
)
from mhgate.errors import LabelsError, Mistake, UsageError
from mhgate.records import Account, LeftOut, Question
from mhgate.records.labelling import HandedIn, LabelSample, RaterAgreement, SampledItem
from mhgate.report import write_text
from mhgate.suites.gold_files import gold_line
from mhgate.wiring.label_files import (
    folder_of_reader,
    new_key,
    read_sample,
    sample_beside,
    write_form,
    write_sample,
)
from mhgate.wiring.label_sources import Source, chosen_questions, readable_for, source_of
from mhgate.wiring.workspace import Workspace

__all__ = ["Exported", "Imported", "Wanted", "export_labels", "import_labels"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is to be sampled.

    Args:
        questions: ids of the questions; of one that two suites word differently, ``suite/id``.
        n: the most conversations a question, at least 1.
        seed: the same seed draws the same, and gives the same orders.
        n_readers: how many people read the same conversations, at least 1.
        break_every: after so many a break is suggested, at least 1.
        support: lines of help for the readers.
        source: what grounds "good" in conversations of no suite; None where all are of suites.
        licence: under which such conversations may be kept.
    """

    questions: tuple[str, ...]
    n: int
    seed: str
    n_readers: int = 2
    break_every: int = 10
    support: tuple[str, ...] = ()
    source: str | None = None
    licence: str | None = None


@dataclass(frozen=True, slots=True)
class Exported:
    """What was written for readers: files, rows by question, and what was left out."""

    files: tuple[Path, ...]
    rows: dict[str, int]
    families: dict[str, int]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What was taken back: gold, agreement, and what a third person should read."""

    gold: Path
    account: Account
    handed_in: tuple[HandedIn, ...]
    agreement: tuple[RaterAgreement, ...]
    disagreements: tuple[SampledItem, ...]
    adjudication: tuple[Path, ...] = ()


def export_labels(
    workspace: Workspace, named: str | None, folder: Path, wanted: Wanted, *, now: datetime
) -> Exported:
    """Draw a sample of transcripts and write a form for each reader.

    No judge is heard: neither which are drawn, nor in which order, nor under which ids depends on
    what one said.

    Args:
        workspace: the suites.
        named: a run, or a file of transcripts; None: the latest run.
        folder: where to.
        wanted: what is to be sampled.
        now: the time.

    Returns:
        What was written.

    Raises:
        UsageError: there is no such run or question, nothing to label, or no licence is known.
        TranscriptError: the file of transcripts cannot be read.
    """
    questions = chosen_questions(workspace, wanted.questions)
    source = _completed(source_of(workspace, named), wanted)
    key = new_key()
    items: list[SampledItem] = []
    left: Counter[str] = Counter()
    rows, families = {}, {}
    for question in questions:
        found, not_used = readable_for(source, question)
        drawn = draw(found, wanted.n, seed=f"{wanted.seed}/{question.id}")
        left.update(not_used)
        left["not drawn"] += len(found) - len(drawn)
        rows[question.id] = len(drawn)
        families[question.id] = len({each.family for each in drawn})
        cuts = _cuts(workspace, question)
        items += [sampled_item(each, question, key=key, cuts=cuts) for each in drawn]
    if not items:
        left.update({each.reason: each.n for each in source.left_out})
        why = "; ".join(f"{reason}: {n}" for reason, n in left.items() if n) or (
            "none answers an item that is asked these questions"
        )
        raise UsageError(
            f"{named or 'the latest run'}: found no conversation to label ({why}).",
            hint="Name a run or a file whose items are asked these questions.",
        )
    _ask_for_licence(items)
    left_out = (*source.left_out, *(LeftOut(reason=why, n=n) for why, n in left.items() if n))
    sample = LabelSample(
        purpose="gold",
        key=key,
        seed=wanted.seed,
        made_at=now,
        n_readers=wanted.n_readers,
        questions=questions,
        items=tuple(items),
        left_out=left_out,
    )
    files = write_sample(sample, folder, break_every=wanted.break_every, support=wanted.support)
    return Exported(tuple(files), rows, families, left_out)


def _cuts(workspace: Workspace, question: Question) -> set[int]:
    """Return the grades from which on probes find a graded question good."""
    return {
        probe.at_least
        for probe in workspace.probes
        if probe.at_least is not None and workspace.questions[probe.id].digest == question.digest
    }


def _completed(source: Source, wanted: Wanted) -> Source:
    """Give conversations of no suite the source and licence that were named for them."""

    def whole(each: Conversation) -> Conversation:
        return replace(
            each,
            source=each.source or (wanted.source or ""),
            licence=each.licence or (wanted.licence or ""),
        )

    return replace(source, conversations=tuple(map(whole, source.conversations)))


def _ask_for_licence(items: Sequence[SampledItem]) -> None:
    without = [item for item in items if not item.source or not item.licence]
    if without:
        raise UsageError(
            f"{len(without)} conversations are of no suite, so that nothing says what grounds "
            "'good' there, nor under which licence they may be kept.",
            hint="Say so: --source 'what it rests on' --licence Apache-2.0.",
        )


def import_labels(
    files: Sequence[Path],
    output: Path,
    *,
    sample: Path | None = None,
    partial: bool = False,
    replace_gold: bool = False,
    adjudicate: bool = False,
    support: Sequence[str] = (),
    now: datetime,
) -> Imported:
    """Take back what readers handed in, and write gold.

    Args:
        files: theirs, and where there is one the adjudicator's.
        output: the gold file.
        sample: what was sampled; None: the sample that lies beside the files.
        partial: whether rows may be open.
        replace_gold: whether an existing file may be replaced.
        adjudicate: whether to write a form with the disagreements for a third person.
        support: lines of help for that person.
        now: the time.

    Returns:
        What was taken back.

    Raises:
        LabelsError: everything that is wrong with the files.
        UsageError: there is no sample, it is an audit's, or the output exists.
    """
    path = sample or sample_beside(files)
    asked = read_sample(path)
    if asked.purpose != "gold":
        raise UsageError(
            f"{path}: found the sample of an audit, whose labels decide about one run.",
            hint="Take them back with mhgate audit import.",
        )
    if output.exists() and not replace_gold:
        raise UsageError(
            f"{output}: there is a file already, whose labels would be lost.",
            hint="Name another one, or say --replace.",
        )
    handed_in = check_files(
        [read_answer_file(file) for file in files], asked, partial=partial, now=now
    )
    rows, account = _gold(asked, handed_in)
    if not rows:
        raise UsageError(
            "no row was answered, so that there is no gold to write.",
            hint="Every row was left out, or is open.",
        )
    open_ones = disagreements(asked, handed_in)
    adjudication: list[Path] = []
    if adjudicate and open_ones:
        form = make_form(asked, ADJUDICATOR, rows=[item.row for item in open_ones], support=support)
        adjudication = write_form(form, folder_of_reader(path.parent, ADJUDICATOR))
    write_text("".join(f"{line}\n" for line in rows), output)
    return Imported(
        gold=output,
        account=account,
        handed_in=handed_in,
        agreement=agreement_between(asked, handed_in),
        disagreements=open_ones,
        adjudication=tuple(adjudication),
    )


def _gold(asked: LabelSample, handed_in: Sequence[HandedIn]) -> tuple[list[str], Account]:
    try:
        rows, account = gold_rows(asked, handed_in)
    except ValidationError as error:
        first = error.errors()[0]
        mistake = Mistake(
            "sample.json", str(first["msg"]), "a transcript that gold can hold", "Sample anew."
        )
        raise LabelsError([mistake]) from error
    return [gold_line(row) for row in rows], account
