"""Holds shards and their merging: the report of a single run, or a refusal that names why."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import ConfigError, IncomparableError, ReportFileError, UsageError
from mhgate.records import (
    Answer,
    AnswerValue,
    Failure,
    Item,
    Question,
    Report,
    Stage,
    Transcript,
    Trial,
)
from mhgate.wiring import Workspace, merge_shards, open_workspace, write_shard_artifact
from tests.chained_again import chain_again

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from conftest import Bot, Desk

N_SHARDS = 8
AT = {"GITHUB_SHA": "a" * 40}


def _mixed(trial: Trial) -> object:
    """Miss one in ten, and fail one in twenty."""
    number = int(trial.item_id.rpartition("-")[2])
    if number % 20 == 7:
        return RuntimeError("down: quillfeather")
    return "Go away, quillfeather." if number % 10 == 3 else "I hear you, quillfeather."


def _shards(
    desk: Desk,
    bot: type[Bot],
    numbers: Sequence[int] = range(1, N_SHARDS + 1),
    reply: Callable[[Trial], object] = _mixed,
    count: int = N_SHARDS,
    **options: str,
) -> list[Path]:
    """Ask shards, and return their journals."""
    before = set(desk.journals)
    for number in numbers:
        desk.evaluate(bot(reply), environ=AT, sampling__shard=f"{number}/{count}", **options)
    return [path for path in desk.journals if path not in before]


def _merged(desk: Desk, sources: Sequence[Path], **flags: bool) -> Report:
    return merge_shards(list(sources), desk.open(), **flags)


def _open_with(desk: Desk, environ: Mapping[str, str]) -> Workspace:
    path = desk.root / "thresholds.toml"
    return open_workspace(path, options={}, ini={}, environ=environ)


def _differing(one: Report, other: Report) -> list[str]:
    """Return in what two reports differ beside who made them, and when."""
    parts = ("verdict", "accounts", "failures", "outcomes", "merkle_root", "conditions", "scope")
    ours, theirs = (each.model_dump(mode="json") for each in (one, other))
    return [part for part in parts if ours[part] != theirs[part]]


def test_eight_shards_make_the_report_of_a_single_run(desk: Desk, bot: type[Bot]) -> None:
    """Root, outcomes, verdict and accounts are the single run's; nobody is asked on merging."""
    whole = desk.evaluate(bot(_mixed), environ=AT)
    merged = _merged(desk, _shards(desk, bot))
    assert not _differing(merged, whole)
    assert merged.accounts.failed == 2
    ours, theirs = merged.provenance, whole.provenance
    assert len(ours.shards) == N_SHARDS
    assert (ours.attempt, ours.seed, ours.commit) == (2, theirs.seed, theirs.commit)
    assert ours.measurement == theirs.measurement
    assert ours.target_fingerprint == theirs.target_fingerprint
    assert not [each for each in ours.overrides if each.key == "sampling.shard"]


def test_every_trial_is_asked_by_one_shard(desk: Desk, bot: type[Bot]) -> None:
    """Families are whole, and none is asked twice."""
    asked: list[set[str]] = []
    for number in range(1, 4):
        one = bot()
        desk.evaluate(one, sampling__shard=f"{number}/3")
        asked.append({f"{int(name.split('-')[1].split('#')[0]) // 2}" for name in one.asked})
    assert sorted(name for each in asked for name in each) == sorted(map(str, range(20)))


def test_a_shard_decides_nothing_and_says_so(desk: Desk, bot: type[Bot]) -> None:
    """However bad its part is, a shard that was measured whole is no verdict, and exits with 0."""
    report = desk.evaluate(bot(lambda _trial: "Go away."), sampling__shard="2/3")
    assert report.scope == "partial"
    assert report.partial_because == ("shard 2 of 3",)
    verdict = report.verdict
    assert (verdict.outcome, verdict.blocks, verdict.exit_code) == ("inconclusive", False, 0)
    assert "no verdict until the shards are merged" in verdict.exit_meaning
    assert "decided when the shards are merged" in verdict.pillars[0].probes[0].sentence


def test_a_bad_product_fails_when_its_shards_are_merged(desk: Desk, bot: type[Bot]) -> None:
    """The shards are measured, the merge is red."""
    merged = _merged(desk, _shards(desk, bot, [1, 2], lambda _trial: "Go away.", count=2))
    assert (merged.verdict.outcome, merged.verdict.exit_code) == ("fail", 1)


def test_a_target_that_is_down_is_an_error_in_its_shard(desk: Desk, bot: type[Bot]) -> None:
    """Nothing scored is not measured: 4, as of a whole run."""
    down = desk.evaluate(bot(lambda _trial: RuntimeError("down")), sampling__shard="1/3")
    assert down.verdict.exit_code == 4
    assert down.verdict.blocks


def test_an_alarm_is_one_in_its_shard(desk: Desk, bot: type[Bot]) -> None:
    """What must never happen is red in the shard where it does, and in no other."""
    desk.edit("manners/test_manners.py", "exact=True", "exact=True, never=True")

    def once(trial: Trial) -> object:
        return "Go away." if trial.item_id.endswith("-0") else "I hear you."

    codes = [
        desk.evaluate(bot(once), sampling__shard=f"{number}/3").verdict.exit_code
        for number in (1, 2, 3)
    ]
    assert sorted(codes) == [0, 0, 1]
    merged = _merged(desk, desk.journals)
    assert merged.verdict.exit_code == 1


def test_a_shard_without_a_family_is_measured_too(desk: Desk, bot: type[Bot]) -> None:
    """Small suites leave shards empty; those are whole, and merge."""
    desk.items(4)
    journals = _shards(desk, bot)
    whole = desk.evaluate(bot(_mixed), environ=AT)
    assert _merged(desk, journals).merkle_root == whole.merkle_root
    empty = [path for path in journals if '"booked"' not in path.read_text(encoding="utf-8")]
    assert len(empty) >= N_SHARDS - 2
    report = json.loads((empty[0].parent / "report.json").read_text(encoding="utf-8"))
    assert report["verdict"]["exit_code"] == 0


def test_seven_of_eight_are_refused(desk: Desk, bot: type[Bot]) -> None:
    """A lost shard is named and is no pass: exit code 2; a partial report has to be asked for."""
    journals = _shards(desk, bot, [1, 2, 3, 5, 6, 7, 8])
    with pytest.raises(UsageError, match=r"7 of 8 shards are there; missing: 4/8") as refused:
        _merged(desk, journals)
    assert refused.value.exit_code == 2
    report = _merged(desk, journals, although_unfinished=True)
    assert (report.scope, report.verdict.exit_code) == ("partial", 3)
    assert report.partial_because[0] == "shard 4 of 8 is missing"


def test_a_shard_that_is_there_twice_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """Nobody chooses afterwards which of two tries counts; the same file twice is one."""
    journals = _shards(desk, bot, [1, 2, 2], count=2)
    for flags in ({}, {"although_unfinished": True}):
        with pytest.raises(UsageError, match=r"shard 2/2 is there twice"):
            _merged(desk, journals, **flags)
    assert _merged(desk, [*journals[:2], journals[0]]).scope == "full"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"sampling__seed": "7"}, "another seed: 7, not 20261130"),
        ({"sampling__epochs": "2"}, "other epochs"),
        ({"gate__alpha": "0.1"}, "another policy"),
        ({"gate__target_failures": "failed"}, "another measurement: target failures"),
    ],
)
def test_a_foreign_shard_is_refused(
    desk: Desk, bot: type[Bot], change: dict[str, str], words: str
) -> None:
    """One of another seed, sample, policy or measurement is of another run, and named."""
    journals = _shards(desk, bot, [1, 2], count=3)
    foreign = _shards(desk, bot, [3], count=3, **change)
    with pytest.raises(UsageError, match="a foreign shard") as refused:
        _merged(desk, [*journals, *foreign])
    assert words in str(refused.value)
    assert str(foreign[0]) in str(refused.value)


def test_another_target_commit_or_build_is_foreign(desk: Desk, bot: type[Bot]) -> None:
    """Replies of one product are no evidence for another."""
    journals = _shards(desk, bot, [1, 2], count=3)
    other = bot(_mixed)
    other.fingerprint = "sha256:other"
    for asked, environ, words in (
        (other, AT, "another target"),
        (bot(_mixed), {"GITHUB_SHA": "b" * 40}, "another commit"),
        (bot(_mixed), {**AT, "MHGATE_TARGET_BUILD": "8"}, "another build"),
    ):
        desk.evaluate(asked, environ=environ, sampling__shard="3/3")
        with pytest.raises(UsageError, match=words):
            _merged(desk, [*journals, desk.journals[-1]])
    desk.evaluate(bot(_mixed), environ=AT, sampling__shard="3/4")
    with pytest.raises(UsageError, match="shard 3 of 4, not of 3"):
        _merged(desk, [*journals, desk.journals[-1]])


def test_shards_of_another_commit_than_is_checked_out_are_refused(
    desk: Desk, bot: type[Bot]
) -> None:
    """Parts of yesterday's run, found again, are no verdict about today's commit."""
    journals = _shards(desk, bot, [1, 2], count=2)
    with pytest.raises(UsageError, match=f"the shards are of commit {'a' * 40}, and {'b' * 40}"):
        merge_shards(journals, desk.open(), environ={"GITHUB_SHA": "b" * 40})
    assert merge_shards(journals, desk.open(), environ=AT).provenance.commit == "a" * 40
    desk.evaluate(bot(_mixed), sampling__shard="1/1")
    with pytest.raises(UsageError, match="of no known commit"):
        merge_shards(desk.journals[-1:], desk.open(), environ=AT)


def test_other_suites_or_thresholds_at_the_merge_are_refused(desk: Desk, bot: type[Bot]) -> None:
    """What the shards were asked with is what decides on them."""
    journals = _shards(desk, bot, [1, 2], count=2)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.1")
    with pytest.raises(UsageError, match="decides by another policy"):
        _merged(desk, journals)
    desk.edit("thresholds.toml", "min_score = 0.1", "min_score = 0.8")
    desk.items(40, salt="!")
    with pytest.raises(IncomparableError, match="another plan"):
        _merged(desk, journals)
    desk.items(40)
    desk.edit("manners/test_manners.py", '"hear"', '"he"')
    with pytest.raises(IncomparableError, match=r"these differ: probe manners\.says_hear"):
        _merged(desk, journals)


def test_a_torn_shard_is_unfinished(desk: Desk, bot: type[Bot]) -> None:
    """A journal whose last line is torn was killed while it wrote: what is missing is named."""
    journals = _shards(desk, bot, [1, 2], count=2)
    data = journals[0].read_bytes()
    cut = data[: data.rindex(b'{"event": "booked"') + 50]
    journals[0].write_bytes(cut)
    with pytest.raises(UsageError, match=r"shard 1 of 2: its last line is torn, and 1 of its"):
        _merged(desk, journals)
    report = _merged(desk, journals, although_unfinished=True)
    assert report.scope == "partial"
    assert report.accounts.not_reached == 1
    assert report.verdict.exit_code == 3


def test_a_shard_that_was_stopped_goes_on_and_merges(desk: Desk, bot: type[Bot]) -> None:
    """Unfinished it is refused; gone on with it has asked each trial once, and merges."""
    whole = desk.evaluate(bot(_mixed), environ=AT)
    (other,) = _shards(desk, bot, [2], count=2)
    first, second = bot(_mixed), bot(_mixed)
    cut = desk.evaluate(first, environ=AT, stop_after=4, sampling__shard="1/2")
    assert cut.verdict.exit_code == 3
    stopped = desk.journals[-1]
    with pytest.raises(UsageError, match=r"unfinished: shard 1 of 2: .* trials are missing"):
        _merged(desk, [other, stopped])
    desk.evaluate(second, environ=AT, resume=cut.provenance.run_id, sampling__shard="1/2")
    assert not {*first.asked[: cut.accounts.asked]} & {*second.asked}
    merged = _merged(desk, [other, stopped])
    assert not _differing(merged, whole)
    with pytest.raises(UsageError, match="another shard"):
        desk.evaluate(bot(), environ=AT, resume=cut.provenance.run_id, sampling__shard="2/2")


@pytest.mark.parametrize(
    ("event", "change", "words"),
    [
        ("transcript", lambda e: e["transcript"]["turns"][1].update(content="hear"), "what was sa"),
        ("booked", lambda e: e["rows"][0].update(value=0.0), "what was said"),
        ("booked", lambda e: e["rows"][0].update(family="x"), "not those of its probes"),
        ("booked", lambda e: e["rows"][0].update(strata={"risk": "high"}), "not those of its"),
        ("begin", lambda e: e.pop("measured"), "does not say of the run: measured"),
        ("begin", lambda e: e.update(overrides="x"), "does not say of the run: overrides"),
        ("begin", lambda e: e.update(shard="1/99999999"), "expected a shard such as 2/8"),
        ("begin", lambda e: e["measured"].update(sampler="x"), "not what its digest says"),
        ("account", lambda e: e["counted"].pop("started_at"), "does not say when it ran"),
        ("booked", lambda e: e.update(trial="manners/m-99#0"), "none of shard"),
        ("end", lambda e: e.update(merkle_root="sha256:0"), "do not make the root"),
    ],
)
def test_a_shard_that_was_changed_is_refused(
    desk: Desk, bot: type[Bot], event: str, change: Callable[[dict[str, object]], None], words: str
) -> None:
    """Outcomes are held to what was said, to the plan, and to the root that the run wrote."""
    journals = _shards(desk, bot, [1, 2], lambda _trial: "I hear you.", count=2)
    lines = journals[0].read_text(encoding="utf-8").splitlines()
    at = next(n for n, line in enumerate(lines) if f'"event": "{event}"' in line)
    found = json.loads(lines[at])
    change(found)
    lines[at] = json.dumps(found)
    journals[0].write_text("\n".join([*lines, ""]), encoding="utf-8")
    with pytest.raises(ReportFileError, match="the chain of hashes breaks"):
        _merged(desk, journals)
    chain_again(journals[0])
    with pytest.raises(ReportFileError, match=words):
        _merged(desk, journals)


def test_shards_need_a_fixed_design(desk: Desk) -> None:
    """Stopping early looks at all that came in, which no shard sees: refused beforehand."""
    with pytest.raises(ConfigError, match=r"sequential.* beside the shard 1/2.*fixed"):
        desk.open(sampling__shard="1/2", sampling__design="sequential")


@pytest.mark.parametrize("text", ["0/8", "9/8", "2", "2/", "a/b", "2/8/9", "1/0", "-1/8"])
def test_a_shard_that_there_is_not_is_refused(desk: Desk, text: str) -> None:
    """What is no part of a whole is a mistake of use, with an example of one that is."""
    with pytest.raises(ConfigError, match=r'expected a shard such as "2/8"'):
        desk.open(sampling__shard=text)


class _Moody:
    """A judge that never says the same twice, and counts how often it is asked."""

    fingerprint = "sha256:moody"

    def __init__(self) -> None:
        self.n_asked = 0

    async def answer(
        self,
        question: Question,
        item: Item,
        transcript: Transcript,
    ) -> Answer | Failure:
        self.n_asked += 1
        if self.n_asked % 11 == 0:
            return Failure(
                trial_id=item.id, stage=Stage.JUDGE, kind="refused", message="quillfeather"
            )
        value: AnswerValue = "no" if self.n_asked % 5 == 0 else "yes"
        return Answer(
            value=value, judge=self.fingerprint, explanation=f"quillfeather of {question.id}"
        )


def test_what_a_judge_said_is_not_asked_again(desk: Desk, bot: type[Bot], tmp_path: Path) -> None:
    """Its answers stand in the journals, also in those without its words."""
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.edit(
        "manners/test_manners.py",
        '@probe(items="items.jsonl", exact=True)\ndef test_says_hear(transcript):',
        '@probe(items="items.jsonl", question="is_kind", expect="yes")\n'
        "def test_is_kind(answer):\n"
        '    """The reply is kind."""\n\n\n'
        '@probe(items="items.jsonl", exact=True)\ndef test_says_hear(transcript):',
    )
    judge = _Moody()
    outcomes = {}
    for number in (1, 2, 3):
        report = desk.evaluate(bot(), environ=AT, judge=judge, sampling__shard=f"{number}/3")
        outcomes |= {(row.trial_id, row.probe_id): row for row in report.outcomes}
    n_asked = judge.n_asked
    assert n_asked == 40
    folder = _artifacts(desk.journals, tmp_path / "artifacts")
    assert "quillfeather" not in "".join(path.read_text() for path in folder.rglob("*.jsonl"))
    for sources in (desk.journals, [folder]):
        merged = _merged(desk, sources)
        assert {(row.trial_id, row.probe_id): row for row in merged.outcomes} == outcomes
        assert merged.accounts.failed == 3
        assert merged.provenance.judge_fingerprint == judge.fingerprint
        assert [each.key for each in merged.provenance.overrides] == ["target", "judge"]
    assert judge.n_asked == n_asked


# --- what leaves the machine


def _artifacts(journals: Sequence[Path], folder: Path, *recipients: str) -> Path:
    for number, path in enumerate(journals):
        target = folder / f"{number}" / f"shard{'.jsonl.age' if recipients else '.jsonl'}"
        write_shard_artifact(str(path), target, recipients=recipients)
    return folder


def test_a_redacted_shard_holds_no_word_and_merges_the_same(
    desk: Desk, bot: type[Bot], tmp_path: Path
) -> None:
    """Neither messages nor replies nor errors are in it; root and verdict are the single run's."""
    whole = desk.evaluate(bot(_mixed), environ=AT)
    folder = _artifacts(_shards(desk, bot), tmp_path / "artifacts")
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*.jsonl")]
    assert len(texts) == N_SHARDS
    assert not [text for text in texts if "quillfeather" in text or '"number ' in text]
    shutil.rmtree(desk.root / ".mhgate")
    merged = _merged(desk, [folder])
    assert not _differing(merged, whole)
    (run,) = (desk.root / ".mhgate" / "runs").iterdir()
    assert not (run / "journal.jsonl").exists()


def test_an_encrypted_shard_needs_its_key(desk: Desk, bot: type[Bot], tmp_path: Path) -> None:
    """Without the key, or with another, it is refused; with it, all that was said is there."""
    pyrage = pytest.importorskip("pyrage")
    key, other = (pyrage.x25519.Identity.generate() for _ in range(2))
    whole = desk.evaluate(bot(_mixed), environ=AT)
    folder = _artifacts(_shards(desk, bot), tmp_path / "artifacts", str(key.to_public()))
    assert not [path for path in folder.rglob("*.age") if b"quillfeather" in path.read_bytes()]
    for secret, words in (("", "there is no key"), (str(other), "no key in MHGATE_SEALED_KEY")):
        with pytest.raises(ReportFileError, match=words):
            merge_shards([folder], _open_with(desk, {"MHGATE_SEALED_KEY": secret}))
    merged = merge_shards([folder], _open_with(desk, {"MHGATE_SEALED_KEY": str(key)}))
    assert not _differing(merged, whole)
    assert "quillfeather" in desk.journals[-1].read_text(encoding="utf-8")


def test_a_merged_run_is_a_run(desk: Desk, bot: type[Bot]) -> None:
    """Its journal holds what was said, so that it can be shown, verified and judged again."""
    from mhgate.wiring import verify_verdict

    merged = _merged(desk, _shards(desk, bot, [1, 2], count=2))
    folder = desk.root / ".mhgate" / "runs" / merged.provenance.run_id
    assert verify_verdict(folder / "report.json").has_journal


def test_a_shards_own_report_is_verified_too(desk: Desk, bot: type[Bot]) -> None:
    """Its verdict, that there is none, is reproduced from what it holds."""
    from mhgate.wiring import verify_verdict

    (journal,) = _shards(desk, bot, [1], count=2)
    assert verify_verdict(journal.parent / "report.json").has_journal


def test_a_baseline_is_compared_with_on_merging(desk: Desk, bot: type[Bot]) -> None:
    """A regression is seen in the merged report as in a single run's."""
    good = desk.evaluate(bot(), environ=AT)
    desk.write("baseline.json", good.model_dump_json())
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.1\nmax_drop = 0.1")
    desk.edit("thresholds.toml", "[suites]", '[gate]\nbaseline = "baseline.json"\n[suites]')

    def worse(trial: Trial) -> object:
        return "Go away." if int(trial.item_id.rpartition("-")[2]) % 4 else "I hear you."

    whole = desk.evaluate(bot(worse), environ=AT)
    merged = _merged(desk, _shards(desk, bot, [1, 2, 3], worse, count=3))
    assert not _differing(merged, whole)
    assert merged.verdict.outcome == "fail"
    assert merged.verdict.pillars[0].probes[0].regression in {"regressed", "severe"}


def test_other_journals_in_a_folder_are_passed_over(desk: Desk, bot: type[Bot]) -> None:
    """A folder of runs may hold whole ones, said so; one that is named is refused."""
    desk.evaluate(bot(_mixed), environ=AT)
    (whole,) = desk.journals
    _shards(desk, bot, [1, 2], count=2)
    notes: list[str] = []
    runs = desk.root / ".mhgate" / "runs"
    assert merge_shards([runs], desk.open(), note=notes.append).scope == "full"
    assert any("whole run, and was passed over" in line for line in notes)
    with pytest.raises(UsageError, match="the journal of a whole run"):
        _merged(desk, [whole])
    with pytest.raises(UsageError, match="found no journal of a shard"):
        _merged(desk, [desk.root / "manners"])
    with pytest.raises(UsageError, match="no such file or folder"):
        _merged(desk, [desk.root / "nowhere"])
