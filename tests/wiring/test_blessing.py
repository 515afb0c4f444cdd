"""Holds blessing: what is refused, what is written, and what a run makes of a blessed file."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.canonical import digest
from mhgate.errors import BaselineError, IncomparableError, ReportFileError, UsageError
from mhgate.records import Answer, Item, Outcome, Question, Report, Transcript
from mhgate.records.baselines import Baseline, BlessedSampling
from mhgate.records.sealed import SealedPart
from mhgate.runner import Stop
from mhgate.wiring import (
    bless,
    bless_rejudged,
    check_baseline,
    decide_again,
    judge_again,
    migrate_baseline,
    read_baseline,
    read_blessed,
    read_report,
    render_json,
    to_rejudge,
    verify_verdict,
    who_blesses,
    write_report,
)
from mhgate.wiring.sealing import Sealing
from mhgate.wiring.verdict_changes import differences

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

WITH_BASELINE = "[gate]\nbaseline = 'blessed.json'\n[suites]"


def _path(desk: Desk, report: Report) -> Path:
    return desk.root / ".mhgate" / "runs" / report.provenance.run_id / "report.json"


def _bless(desk: Desk, report: Report, **changed: Any) -> Baseline:
    given = {"reason": "the state of main", "by": "Ann", **changed}
    return bless(_path(desk, report), desk.root / "blessed.json", **given).baseline


def _some_missed(trial: Trial) -> object:
    return "Bye." if trial.item_id.endswith(("1", "2")) else "I hear you."


def _all_missed(_trial: Trial) -> object:
    return "Bye."


def _held(desk: Desk) -> None:
    """Compare with the blessed file, with a margin."""
    desk.edit("thresholds.toml", "[suites]", WITH_BASELINE)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.1\nmax_drop = 0.2")


# --- what a run makes of it


def test_a_blessed_file_is_compared_with_as_its_report_is(desk: Desk, bot: type[Bot]) -> None:
    """The file and the report that it was made of give one verdict, and one digest."""
    first = desk.evaluate(bot())
    _bless(desk, first)
    desk.write("base.json", render_json(first))
    _held(desk)
    by_file = desk.evaluate(bot(_some_missed))
    by_report = desk.evaluate(bot(_some_missed), gate__baseline="base.json")
    assert differences(by_file.verdict, by_report.verdict, with_texts=True) == []
    assert by_file.verdict.outcome is Outcome.FAIL
    comparison = by_file.verdict.pillars[0].probes[0].comparison
    assert comparison is not None
    assert (comparison.n_pairs, comparison.n_lost) == (40, 8)
    assert by_file.conditions is not None
    assert by_report.conditions is not None
    assert by_file.conditions.baseline == by_report.conditions.baseline
    assert by_file.provenance.baseline == first.provenance.run_id


def test_a_verdict_is_verified_with_the_very_file(desk: Desk, bot: type[Bot]) -> None:
    """With the file, or the report that it was made of; with another state it is refused."""
    first = desk.evaluate(bot())
    _bless(desk, first)
    _held(desk)
    path = _path(desk, desk.evaluate(bot(_some_missed)))
    assert verify_verdict(path).same_policy
    assert verify_verdict(path, baseline=desk.root / "blessed.json").same_policy
    other = first.model_copy(
        update={"provenance": first.provenance.model_copy(update={"commit": "abc"})}
    )
    desk.write("other.json", render_json(other))
    with pytest.raises(ReportFileError, match="another state of the run"):
        verify_verdict(path, baseline=desk.root / "other.json")


@pytest.mark.parametrize("old", ['"seen":[[0]]', "the state of main", '"m-12"'])
def test_a_changed_file_is_not_compared_with(desk: Desk, bot: type[Bot], old: str) -> None:
    """An outcome made good, a reason reworded, an item renamed: before anything is asked."""
    _bless(desk, desk.evaluate(bot(_some_missed)), although_it_fails=True)
    _held(desk)
    new = {'"seen":[[0]]': '"seen":[[1]]', '"m-12"': '"m-99"'}.get(old, "another")
    if old == '"m-12"':
        old, new = "manners/m-12", "manners/m-99"
    desk.edit("blessed.json", old, new)
    asked = bot()
    with pytest.raises(BaselineError, match="contradicts itself"):
        desk.evaluate(asked)
    assert not asked.asked


def test_another_measurement_is_refused_by_name(desk: Desk, bot: type[Bot]) -> None:
    """The dimension stands in the message, as with a report."""
    _bless(desk, desk.evaluate(bot()))
    _held(desk)
    desk.edit("manners/test_manners.py", '"hear"', '"heard"')
    with pytest.raises(IncomparableError, match=r"probe manners\.says_hear \(baseline sha256:"):
        desk.evaluate(bot())


def test_the_sealed_draw_is_that_of_the_file() -> None:
    """Later runs draw protected items as the blessed run did, whatever their own seed."""
    part = SealedPart(file="s/p", root="sha256:r", n_items=9, n_drawn=3, draw_seed=5, is_open=True)
    sealing = Sealing("KEY")
    sampling = BlessedSampling(seed=7, sealed=(part,))
    made = sealing.as_in(Baseline.model_construct(sampling=sampling))
    assert made.seed_of("sha256:r", 1) == 5
    assert made.seed_of("sha256:new", 1) == 7


# --- what is refused


def test_a_fail_is_blessed_only_with_the_word(desk: Desk, bot: type[Bot]) -> None:
    """Loudly: the history says that it failed and was blessed all the same."""
    failing = desk.evaluate(bot(_all_missed))
    with pytest.raises(BaselineError, match="--although-it-fails"):
        _bless(desk, failing)
    assert not (desk.root / "blessed.json").exists()
    (blessing,) = _bless(desk, failing, although_it_fails=True).history
    assert (blessing.although_it_fails, blessing.outcome) == (True, Outcome.FAIL)


def test_an_undecided_run_is_blessed_as_what_it_is(desk: Desk, bot: type[Bot]) -> None:
    """Few items decide little, and are a baseline nonetheless."""
    desk.items(10)
    (blessing,) = _bless(desk, desk.evaluate(bot()), although_it_fails=True).history
    assert (blessing.although_it_fails, blessing.outcome) == (False, Outcome.INCONCLUSIVE)


def test_each_unfit_run_is_refused_for_its_own_reason(desk: Desk, bot: type[Bot]) -> None:
    """Interrupted, partial, without an evaluation, of a design that may stop, without a verdict."""
    desk.write(
        "manners/test_more.py", (desk.root / "manners/test_manners.py").read_text().replace(
            "test_says_hear", "test_says_it_again")
    )  # fmt: skip
    runs = {
        "was interrupted": desk.evaluate(bot(), stop_after=15),
        r"is partial \(1 of the suites' probes": desk.evaluate(bot(), probes=["manners.says_hear"]),
        "could not be evaluated": desk.evaluate(bot(lambda _trial: RuntimeError("down"))),
        'could stop early .design "looks"': desk.evaluate(bot(), sampling__design="looks"),
        "took no decision .profile measure": desk.evaluate(bot(), gate__profile="measure"),
    }
    for because, report in runs.items():
        with pytest.raises(BaselineError, match=because):
            _bless(desk, report)
    closed = SealedPart(file="s/p", root="r", n_items=9, n_drawn=0, draw_seed=5, is_open=False)
    whole = desk.evaluate(bot())
    assert whole.conditions is not None
    conditions = whole.conditions.model_copy(update={"sealed": (closed,)})
    write_report(whole.model_copy(update={"conditions": conditions}), _path(desk, whole))
    with pytest.raises(BaselineError, match="had no key to s/p"):
        _bless(desk, whole)
    assert not (desk.root / "blessed.json").exists()


def test_a_report_that_does_not_reproduce_its_verdict_is_refused(
    desk: Desk, bot: type[Bot]
) -> None:
    """A fail that was made a pass by hand is found from its own outcomes."""
    path = _path(desk, desk.evaluate(bot(_all_missed)))
    text = path.read_text().replace('"fail"', '"pass"').replace('"exit_code": 1', '"exit_code": 0')
    path.write_text(text.replace('"blocks": true', '"blocks": false'))
    with pytest.raises(ReportFileError, match="not the one that its outcomes and thresholds"):
        bless(path, desk.root / "blessed.json", reason="why", by="Ann")


@pytest.mark.parametrize("text", ["", "{}", "notes of mine", '{"kind": "mhgate-baseline"}'])
def test_what_is_no_baseline_is_not_overwritten(desk: Desk, bot: type[Bot], text: str) -> None:
    """Whatever lies there stays as it is."""
    report = desk.evaluate(bot())
    desk.write("blessed.json", text)
    with pytest.raises(BaselineError, match="is not overwritten"):
        _bless(desk, report)
    assert (desk.root / "blessed.json").read_text() == text


def test_a_file_whose_history_was_changed_is_not_overwritten(desk: Desk, bot: type[Bot]) -> None:
    """Its history would be lost, or believed."""
    report = desk.evaluate(bot())
    _bless(desk, report)
    desk.edit("blessed.json", "the state of main", "another")
    with pytest.raises(BaselineError, match="contradicts itself"):
        _bless(desk, report)


def test_blessed_again_the_history_goes_on(desk: Desk, bot: type[Bot]) -> None:
    """A run that was compared with the file replaces it; digests before and after are a chain."""
    first = _bless(desk, desk.evaluate(bot()))
    _held(desk)
    second = _bless(desk, desk.evaluate(bot()), reason="a newer main", by="Ben")
    assert [each.by for each in second.history] == ["Ann", "Ben"]
    assert second.history[0] == first.history[0]
    assert second.history[1].before == first.history[0].after
    assert read_blessed(desk.root / "blessed.json") == second
    assert sorted(path.name for path in desk.root.glob(".*.unfinished")) == []


def test_the_same_report_makes_the_same_bytes(desk: Desk, bot: type[Bot]) -> None:
    """But for the time, which is given here."""
    report, now = desk.evaluate(bot()), datetime(2026, 11, 30, tzinfo=UTC)
    texts = []
    for _ in range(2):
        _bless(desk, report, now=now)
        texts.append((desk.root / "blessed.json").read_bytes())
        (desk.root / "blessed.json").unlink()
    assert texts[0] == texts[1]


def test_somebody_blesses(tmp_path: Path) -> None:
    """GitHub's actor first; without one, whoever the machine says it is."""
    assert who_blesses({"GITHUB_ACTOR": "octocat"}, tmp_path) == "octocat"
    assert isinstance(who_blesses({}, tmp_path), str)


# --- check, migrate, rejudge


def test_a_check_asks_nobody_and_names_what_differs(desk: Desk, bot: type[Bot]) -> None:
    """Comparable; then a probe, an item and the policy are others."""
    _bless(desk, desk.evaluate(bot()))
    path = desk.root / "blessed.json"
    found = check_baseline(path, desk.open())
    assert (found.is_fit, found.n_pairs, found.problems) == (True, 40, ())
    desk.items(42)
    desk.edit("manners/items.jsonl", "number 3", "number three")
    found = check_baseline(path, desk.open())
    assert found.is_fit
    assert found.changes.new == ("manners/m-40", "manners/m-41")
    assert "manners/m-3" in found.changes.changed
    assert any("plan is another one" in note for note in found.notes)
    assert not check_baseline(path, desk.open(gate__new_items="fail")).is_fit
    assert not check_baseline(path, desk.open(gate__fail_on="new_items")).is_fit
    desk.edit("manners/test_manners.py", '"hear"', '"heard"')
    found = check_baseline(path, desk.open())
    assert not found.is_fit
    assert [each.partition(" (")[0] for each in found.differing] == ["probe manners.says_hear"]
    path.write_text(json.dumps(json.loads(path.read_text()), indent=2))
    (problem,) = check_baseline(path, None).problems
    assert "not the canonical ones" in problem
    with pytest.raises(BaselineError, match="cannot be read"):
        check_baseline(desk.root / "absent.json", None)


def test_what_a_formatter_did_is_undone(desk: Desk, bot: type[Bot]) -> None:
    """It is still compared with, and migrating it gives the canonical bytes and no blessing."""
    made = _bless(desk, desk.evaluate(bot()))
    path = desk.root / "blessed.json"
    data = path.read_bytes()
    path.write_text(json.dumps(json.loads(data), indent=4, sort_keys=True))
    assert read_baseline(path) == made
    assert migrate_baseline(path, path, reason="", by="").is_written
    assert path.read_bytes() == data
    assert not migrate_baseline(path, path, reason="", by="").is_written


def test_a_report_that_served_is_migrated(desk: Desk, bot: type[Bot]) -> None:
    """It is blessed as any other, the history says how, and another baseline stays what it is."""
    report = desk.evaluate(bot())
    desk.write("base.json", render_json(report))
    path = desk.root / "blessed.json"
    found = migrate_baseline(desk.root / "base.json", path, reason="a file now", by="Ann")
    assert [each.how for each in found.baseline.history] == ["migrated"]
    assert found.baseline.outcomes == read_baseline(desk.root / "base.json").outcomes
    other = desk.root / "other.json"
    bless(_path(desk, report), other, reason="another", by="Ben")
    with pytest.raises(BaselineError, match="holds another baseline"):
        migrate_baseline(other, path, reason="", by="")


_JUDGED = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''


class _Hears:
    """A judge that hears a word as kind."""

    def __init__(self, name: str, word: str) -> None:
        self.fingerprint, self._word = name, word

    async def answer(self, _question: Question, _item: Item, transcript: Transcript) -> Answer:
        is_kind = self._word in transcript.last.content
        return Answer(value="yes" if is_kind else "no", judge=self.fingerprint)


def test_the_blessed_run_is_judged_again(desk: Desk, bot: type[Bot]) -> None:
    """Another judge of the same transcripts: no target is asked, and the chain goes on."""
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.write("manners/test_manners.py", _JUDGED)
    first = desk.evaluate(bot(_some_missed), judge=_Hears("old", "hear"))
    before = _bless(desk, first, although_it_fails=True)
    path = desk.root / "blessed.json"
    _held(desk)
    existing = to_rejudge(path, desk.open())
    report = asyncio.run(judge_again(existing, stop=Stop(), environ={}, judge=_Hears("new", "e")))
    assert report.provenance.baseline is None
    found = bless_rejudged(
        report, path, existing.workspace, reason="the old one is retired", by="Ann"
    )
    assert [each.how for each in found.baseline.history] == ["blessed", "rejudged"]
    last = found.baseline.history[-1]
    assert last.before == before.history[-1].after
    assert found.baseline.measurement["judge"] == "new"
    values = {row.value for row in found.baseline.outcomes}
    assert values == {1.0}
    written = path.read_bytes()
    again = asyncio.run(judge_again(existing, stop=Stop(), environ={}, judge=_Hears("new", "e")))
    same = bless_rejudged(again, path, existing.workspace, reason="once more", by="Ann")
    assert (same.is_written, path.read_bytes()) == (False, written)
    later = desk.evaluate(bot(), judge=_Hears("new", "e"))
    assert later.provenance.baseline == report.provenance.run_id


def test_only_the_blessed_run_is_judged_again(desk: Desk, bot: type[Bot]) -> None:
    """Without its journal, or with another run's, nothing is judged."""
    _bless(desk, desk.evaluate(bot()))
    other = desk.evaluate(bot(_some_missed))
    path = desk.root / "blessed.json"
    with pytest.raises(BaselineError, match=r"expected .* which .* blesses"):
        to_rejudge(path, desk.open(), run=_path(desk, other).parent)
    run_id = read_blessed(path).run.run_id
    (desk.root / ".mhgate" / "runs" / run_id / "journal.jsonl").unlink()
    with pytest.raises(BaselineError, match="found no journal"):
        to_rejudge(path, desk.open())


# --- a policy may block more


@pytest.mark.parametrize(
    ("fail_on", "code", "says"),
    [
        ("", 0, "this is no pass"),
        ("inconclusive", 3, "fail_on: inconclusive"),
        ("no_baseline", 3, "fail_on: no_baseline"),
        ("new_items,not_certified", 0, "this is no pass"),
    ],
)
def test_fail_on_only_adds(desk: Desk, bot: type[Bot], fail_on: str, code: int, says: str) -> None:
    """What profile pr lets through, a policy may block; it is verified and decided again so."""
    desk.items(10)
    options = {"gate__profile": "pr", **({"gate__fail_on": fail_on} if fail_on else {})}
    report = desk.evaluate(bot(), **options)
    assert report.verdict.exit_code == code
    assert says in report.verdict.exit_meaning
    assert verify_verdict(_path(desk, report)).same_policy
    again = decide_again(_path(desk, report), desk.open(gate__profile="pr"))
    assert again.report.verdict.exit_code == 0
    assert read_report(_path(desk, report)).conditions == report.conditions


def test_fail_on_does_not_open_anything(desk: Desk, bot: type[Bot]) -> None:
    """A fail stays a fail whatever is listed, and a name that nobody knows is a mistake."""
    report = desk.evaluate(bot(_all_missed), gate__fail_on="inconclusive,no_baseline")
    assert report.verdict.exit_code == 1
    with pytest.raises(UsageError, match="fail_on"):
        desk.open(gate__fail_on="everything")


def test_what_is_missing_takes_a_pass_away(desk: Desk, bot: type[Bot]) -> None:
    """A pass without a baseline is none where the policy asks for one, and the headline says so."""
    assert desk.evaluate(bot()).verdict.outcome is Outcome.PASS
    report = desk.evaluate(bot(), gate__fail_on="no_baseline")
    assert (report.verdict.outcome, report.verdict.exit_code) == (Outcome.INCONCLUSIVE, 3)
    assert any("there is no baseline" in line for line in report.verdict.headline)
    measured = desk.evaluate(bot(), gate__fail_on="no_baseline", gate__profile="measure")
    assert measured.verdict.exit_code == 0


def test_what_is_known_once_somebody_answers_is_noted(desk: Desk, bot: type[Bot]) -> None:
    """A model's own name is no difference before it was asked: the check says what it was."""
    report = desk.evaluate(bot())
    run = report.provenance
    measurement = {**run.measurement, "judge model": "m-2026-01", "patient model": "p-1"}
    run = run.model_copy(
        update={"measurement": measurement, "measurement_fingerprint": digest(measurement)}
    )
    write_report(report.model_copy(update={"provenance": run}), _path(desk, report))
    _bless(desk, report)
    found = check_baseline(desk.root / "blessed.json", desk.open())
    assert found.is_fit
    assert [note.partition(" then")[0] for note in found.notes[:2]] == [
        "judge model: m-2026-01",
        "patient model: p-1",
    ]
