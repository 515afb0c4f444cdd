"""Holds transcripts that were given: who reads which, what is left out, and never a pass."""

from __future__ import annotations

import asyncio
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mhgate.errors import TranscriptError, UsageError
from mhgate.records import Answer, Item, Outcome, Question, Report, Transcript
from mhgate.runner import Stop
from mhgate.wiring import decide_again, judge_again, render_json, verify_verdict, what_exists

if TYPE_CHECKING:
    from conftest import Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content

@probe(items="items.jsonl", question="is_kind", expect="item")
def test_is_kind(answer):
    """The reply is as kind as expected."""

@probe(items="others.jsonl", exact=True)
def test_sees_no_instructions(transcript):
    """Nobody reads hidden instructions."""
    assert all(turn.role != "system" for turn in transcript.turns)
'''


class Listener:
    """A judge that hears "hear" as kind, and keeps what it was asked about."""

    fingerprint = "sha256:listener"

    def __init__(self) -> None:
        self.asked: list[Item] = []

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        self.asked.append(item)
        value = "yes" if "hear" in transcript.last.content else "no"
        return Answer(value=value, judge=self.fingerprint)  # type: ignore[arg-type]


@pytest.fixture
def product(desk: Desk) -> Desk:
    """A product with a probe on items.jsonl that asks a judge, and exact ones on two files."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    row = {"family": "f", "source": "a house rule", "licence": "Apache-2.0"}
    items = [
        {**row, "id": f"m-{n}", "turns": [f"hi {n}"], "expects": {"is_kind": "yes"}}
        for n in range(4)
    ]
    desk.write("manners/items.jsonl", "".join(json.dumps(item) + "\n" for item in items))
    desk.write("manners/others.jsonl", json.dumps({**row, "id": "o-0", "turns": ["ho", "hum"]}))
    return desk


def _turns(*texts: str) -> list[dict[str, str]]:
    roles = ("user", "assistant")
    return [{"role": roles[n % 2], "content": text} for n, text in enumerate(texts)]


def _judge(
    desk: Desk,
    *rows: object,
    judge: Listener | None = None,
    notes: list[str] | None = None,
    **words: Any,
) -> Report:
    options = {key: words.pop(key) for key in list(words) if "__" in key}
    path = desk.root / "chats.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")

    async def main() -> Report:
        return await judge_again(
            what_exists(str(path), desk.open(**options), **words),
            stop=Stop(),
            environ=os.environ,
            judge=judge or Listener(),
            note=[].append if notes is None else notes.append,
        )

    return asyncio.run(main())


def _values(report: Report) -> dict[str, dict[str, float | None]]:
    found: dict[str, dict[str, float | None]] = {}
    for row in report.outcomes:
        found.setdefault(row.trial_id, {})[row.probe_id.partition(".")[2]] = row.value
    return found


def _account(report: Report) -> tuple[int, int, dict[str, int]]:
    (account,) = report.provenance.derived[-1].accounts
    return account.read, account.used, {each.reason: each.n for each in account.left_out}


def test_a_row_that_names_an_item_is_read_as_the_item_is(product: Desk) -> None:
    """By the probes of its file, with the suite's expectations, family and digest."""
    report = _judge(
        product,
        {"item": "manners/m-1", "turns": _turns("hi 1", "I hear you.")},
        {"item": "manners/m-1", "turns": _turns("hi 1", "Bye.")},
        {"item": "manners/o-0", "turns": _turns("ho", "Yes.", "hum", "Well.")},
    )
    assert _values(report) == {
        "manners/m-1#0": {"says_hear": 1.0, "is_kind": 1.0},
        "manners/m-1#1": {"says_hear": 0.0, "is_kind": 0.0},
        "manners/o-0#0": {"sees_no_instructions": 1.0},
    }
    assert {row.family for row in report.outcomes} == {"manners/f"}
    digests = {
        ref.id: ref.digest for refs in product.open().suites[0].items.values() for ref in refs
    }
    assert all(row.item_digest == digests[row.item_id] for row in report.outcomes)


def test_a_row_of_its_own_is_read_by_the_probes_that_are_chosen(product: Desk) -> None:
    """With its own expectations, strata and family; its family is its own where it names none."""
    judge = Listener()
    report = _judge(
        product,
        {"id": "a", "turns": _turns("x", "I hear you."), "expects": {"is_kind": "no"}},
        {"turns": _turns("y", "No."), "expects": {"is_kind": "no"}, "family": "g"},
        judge=judge,
        probes=["is_kind", "manners.says_hear"],
    )
    assert _values(report) == {
        "given:a#0": {"says_hear": 1.0, "is_kind": 0.0},
        "given:line-2#0": {"says_hear": 0.0, "is_kind": 1.0},
    }
    assert {row.family for row in report.outcomes} == {"given:a", "given:g"}
    assert {item.id for item in judge.asked} == {"given:a", "given:line-2"}
    noticed = {each.what: each.n for each in report.provenance.derived[0].noticed}
    ((what, n),) = noticed.items()
    assert (what.partition(":")[0], n) == ("names no family", 1)


def test_rows_in_which_the_person_says_the_same_are_one_family(product: Desk) -> None:
    """Copies are no further evidence: the interval is that of so many families."""
    same = [{"turns": _turns("help me", f"I hear you. {n}")} for n in range(20)]
    copied = _judge(product, *same, probes=["says_hear"]).verdict.pillars[0].probes[0]
    assert copied.estimate.n_families == 1
    apart = [{"turns": _turns(f"help me {n}", "I hear you.")} for n in range(20)]
    found = _judge(product, *apart, probes=["says_hear"]).verdict.pillars[0].probes[0]
    assert found.estimate.n_families == 20
    assert copied.estimate.interval.lower < found.estimate.interval.lower


def test_strata_of_rows_are_decided(product: Desk) -> None:
    """A stratum that thresholds.toml names is found among them."""
    product.items(4, strata={0: "imminent"})
    product.write("manners/test_manners.py", PROBES.replace('expect="item"', 'expect="yes"'))
    text = (product.root / "thresholds.toml").read_text()
    product.write("thresholds.toml", text + "[pillar.manners.stratum.imminent]\nmin_score = 0.1\n")
    rows = [
        {"turns": _turns("x", "I hear you."), "strata": {"risk": risk}}
        for risk in ("imminent", "low", "imminent")
    ]
    report = _judge(product, *rows, probes=["says_hear"])
    (stratum,) = report.verdict.pillars[0].probes[0].strata
    assert (stratum.stratum, stratum.estimate.accounts.asked) == ("imminent", 2)


def test_given_transcripts_are_never_a_pass(product: Desk) -> None:
    """Whatever they show: nobody drew them. What they show to be bad is a fail all the same."""
    good = [{"turns": _turns(f"x{n}", "I hear you.")} for n in range(60)]
    report = _judge(product, *good, probes=["says_hear"])
    assert report.verdict.pillars[0].probes[0].outcome is Outcome.PASS
    assert (report.scope, report.verdict.exit_code) == ("partial", 3)
    assert "no target was asked" in report.partial_because[0]
    bad = [{"turns": _turns(f"x{n}", "Bye.")} for n in range(60)]
    assert _judge(product, *bad, probes=["says_hear"]).verdict.exit_code == 1
    measured = _judge(product, *good, probes=["says_hear"], gate__profile="measure")
    assert measured.verdict.exit_code == 0
    assert "this is no pass" in measured.verdict.exit_meaning


def test_what_cannot_be_judged_is_left_out_with_its_reason(product: Desk) -> None:
    """Changed items, other words, items that no chosen probe reads, rows without a reply."""
    report = _judge(
        product,
        {"item": "manners/m-0", "turns": _turns("hi 0", "I hear you.")},
        {"item": "manners/m-1", "item_digest": "sha256:0", "turns": _turns("hi 1", "a")},
        {"item": "manners/m-2", "turns": _turns("hello there", "a")},
        {"item": "manners/o-0", "turns": _turns("ho", "Yes.", "hum", "Well.")},
        {"messages": _turns("hi")},
        probes=["says_hear"],
    )
    assert _account(report) == (
        5,
        1,
        {
            "no reply of the product": 1,
            "its item has changed since (item_digest)": 1,
            "what the person says in it is not what its item says": 1,
            "no probe that was chosen reads its item": 1,
        },
    )


def test_nothing_left_to_judge_is_nothing_evaluated(product: Desk) -> None:
    """An empty result is never a success."""
    report = _judge(product, {"item": "manners/m-0", "turns": _turns("other", "I hear you.")})
    assert report.verdict.exit_code == 5
    assert _account(report)[:2] == (1, 0)


def test_rows_without_an_item_need_somebody_to_say_who_reads_them(product: Desk) -> None:
    """The message says how."""
    with pytest.raises(UsageError, match=r"1 of 2 .* line 2.*--suite NAME \(manners\)"):
        _judge(
            product,
            {"item": "manners/m-0", "turns": _turns("hi 0", "a")},
            {"turns": _turns("hi", "a")},
        )


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ({"probes": ["says_her"]}, "Did you mean 'says_hear'"),
        ({"suites": ["maners"]}, "Did you mean 'manners'"),
        ({"probes": ["zzz"]}, "Known: is_kind, says_hear, sees_no_instructions"),
    ],
)
def test_a_name_that_nothing_has_gets_the_nearest(
    product: Desk, words: dict[str, list[str]], found: str
) -> None:
    """Of probes and of suites."""
    with pytest.raises(UsageError, match=found):
        _judge(product, {"turns": _turns("hi", "a")}, **words)


def test_every_row_that_cannot_be_placed_is_reported(product: Desk) -> None:
    """Items that are not there, and expectations that are missing, all at once."""
    with pytest.raises(TranscriptError) as caught:
        _judge(
            product,
            {"item": "manners/m-9", "turns": _turns("hi 9", "a")},
            {"turns": _turns("hi", "a")},
            {"turns": _turns("hi", "a"), "expects": {"is_kind": "maybe"}},
            suites=["manners"],
        )
    first, second, third = caught.value.mistakes
    assert "Did you mean 'manners/m-" in str(first)
    assert "line 2 (expects)" in second.where
    assert "line 3 (expects)" in third.where


def test_a_probe_that_looks_at_instructions_sees_them_when_asked(product: Desk) -> None:
    """Else they stay out of what is judged."""
    row = {"turns": [{"role": "system", "content": "be kind"}, *_turns("x", "Yes.")]}
    name = "manners.sees_no_instructions"
    for keep, value in ((False, 1.0), (True, 0.0)):
        report = _judge(product, row, probes=[name], keep_system=keep)
        assert [row.value for row in report.outcomes] == [value]


def test_answers_about_the_same_file_are_not_asked_for_again(product: Desk) -> None:
    """With other thresholds too; another file is another matter."""
    rows = [
        {"id": f"{n}", "turns": _turns("x", "I hear you."), "expects": {"is_kind": "yes"}}
        for n in range(3)
    ]
    _judge(product, *rows, probes=["is_kind"])
    product.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.1")
    judge = Listener()
    again = _judge(product, *rows, judge=judge, probes=["is_kind"])
    assert not judge.asked
    assert again.provenance.derived[0].n_reused == 3
    product.edit("manners/questions.toml", "Is the reply kind?", "Is it warm?")
    assert _judge(product, *rows, probes=["is_kind"]).provenance.derived[0].n_reused == 0
    other = _judge(product, *rows[:2], judge=judge, probes=["is_kind"])
    assert other.provenance.derived[0].n_reused == 0


def test_a_baseline_is_not_compared_with(product: Desk) -> None:
    """And it is said."""
    report = _judge(
        product,
        {"turns": _turns("x", "I hear you.")},
        probes=["says_hear"],
        gate__baseline="nowhere.json",
    )
    assert report.provenance.baseline is None
    assert any("nowhere.json" in each.what for each in report.provenance.derived[0].noticed)


def test_a_given_report_can_be_verified_and_decided_again(product: Desk) -> None:
    """Its outcomes are as good as any; it stays what it is."""
    rows = [{"turns": _turns(f"x{n}", "I hear you.")} for n in range(60)]
    report = _judge(product, *rows, probes=["says_hear"])
    path = product.root / "given.json"
    path.write_text(render_json(report))
    assert verify_verdict(path).same_policy
    assert decide_again(path, product.open()).same_policy
    product.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.999")
    again = decide_again(path, product.open()).report
    assert again.verdict.pillars[0].probes[0].outcome is Outcome.INCONCLUSIVE
    assert [step.how for step in again.provenance.derived] == ["transcripts", "decided again"]
    assert again.verdict.exit_code == 3


def test_the_journal_of_a_judgement_says_what_was_said(product: Desk) -> None:
    """So that a person can read where a probe was missed; it stands for no run."""
    notes: list[str] = []
    report = _judge(product, {"turns": _turns("x", "Bye.")}, probes=["says_hear"], notes=notes)
    assert any("--misses" in note for note in notes)
    journal = product.root / ".mhgate" / "judged" / report.provenance.run_id / "journal.jsonl"
    assert '"Bye."' in journal.read_text()
    assert not (product.root / ".mhgate" / "runs").exists()


def test_a_table_is_judged_too(product: Desk) -> None:
    """Rows and headers in place of lines and keys."""
    path = product.root / "chats.csv"
    path.write_text("question,reply\nhi,I hear you.\n,x\n")
    existing = what_exists(str(path), product.open(), probes=["says_hear"], columns=_columns(path))
    assert (existing.n_read, len(existing.kept)) == (2, 1)


def _columns(path: Path) -> Any:
    from mhgate.wiring import columns_of

    toml = path.with_name("columns.toml")
    toml.write_text('[columns]\nprompt = "prompt"\nreply = "reply"\n')
    return columns_of(str(toml), prompt="question")


_KINDS = {
    "named": {"item": "manners/m-0", "turns": _turns("hi 0", "I hear you.")},
    "other words": {"item": "manners/m-0", "turns": _turns("ho", "I hear you.")},
    "changed": {"item": "manners/m-0", "item_digest": "sha256:0", "turns": _turns("hi 0", "a")},
    "own": {"turns": _turns("x", "y"), "expects": {"is_kind": "yes"}},
    "no reply": {"turns": _turns("x")},
    "not read": {"item": "manners/o-0", "turns": _turns("ho", "Yes.", "hum", "Well.")},
}
_USED = {"named", "own"}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(sorted(_KINDS)), min_size=1, max_size=8))
def test_the_account_adds_up_whatever_was_given(product: Desk, kinds: list[str]) -> None:
    """Each row is a trial, or left out for one reason."""
    path = product.root / "any.jsonl"
    path.write_text("\n".join(json.dumps(_KINDS[kind]) for kind in kinds))
    existing = what_exists(str(path), product.open(), probes=["is_kind"])
    used = [kind for kind in kinds if kind in _USED]
    assert len(existing.kept) == len(existing.plan.trials) == len(used)
    account = existing.account(frozenset(existing.kept))
    assert (account.read, account.used) == (len(kinds), len(used))
    assert sum(each.n for each in account.left_out) == len(kinds) - len(used)
