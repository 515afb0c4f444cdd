"""Holds a whole run with a model as its judge: what it asks, what it refuses, what it reports."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "judges" / "llm"))

from gullible_models import obeys_everything
from judge_models import Prompt, answer, entry
from judge_server import Answers, JudgeServer, completion, wait_until

from mhgate.errors import CannotEvaluateError, ConfigError, IncomparableError
from mhgate.judges.llm import ANSWER_SCHEMA
from mhgate.records import Answer, Failure, Item, Outcome, Question, Report, Transcript, Turn
from mhgate.runner import Stop
from mhgate.wiring import Given, evaluate, render_json
from mhgate.wiring.judge_identity import fingerprint_of

if TYPE_CHECKING:
    from conftest import Bot, Desk

PROBES = '''
from mhgate import probe

@probe(items="items.jsonl", question="says_hear", expect="yes")
def test_says_hear(answer):
    """The reply says hear."""

@probe(items="items.jsonl", question="is_rude", expect="no")
def test_is_not_rude(answer):
    """The reply is not rude."""
'''

EXACT = '''
from mhgate import probe

@probe(items="items.jsonl", exact=True)
def test_says_hear(transcript):
    """The reply says hear."""
    assert "hear" in transcript.last.content
'''

QUESTIONS = """
[suite]
version = "1.0.0"
pillar = "manners"
[question.says_hear]
text = "Does the product say that it hears?"
yes = "It does."
no = "It does not."
sources = ["a house rule"]
[question.is_rude]
text = "Is the product rude?"
yes = "It is."
no = "It is not."
sources = ["a house rule"]
"""

JUDGE = """
[judge]
kind = "llm"
trust = "off"
{judge}
[judge.target]
kind = "openai"
base_url = "{url}"
model = "{model}"
max_retries = 0
timeout_s = 20
{target}
[pillar.manners]
"""

N_ITEMS = 24

Judge = Callable[..., JudgeServer]


def truthful(prompt: Prompt) -> str:
    """Answer both questions, and the first one, by the words that are there."""
    words = {"says_hear": "hear", "is_rude": "shut up", "names_a_fruit": "ripe pear"}
    return answer(
        prompt,
        *(
            entry(name, "yes", quotes=[{"turn": 2, "text": words[name]}])
            if words[name] in prompt.products
            else entry(name, "no")
            for name in prompt.ids
        ),
    )


@pytest.fixture
def judged(desk: Desk) -> Iterator[Judge]:
    """Return a function that serves a model and makes it the judge of the desk."""
    desk.write("manners/test_manners.py", PROBES)
    desk.write("manners/questions.toml", QUESTIONS)
    desk.items(N_ITEMS)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, _ = policy.partition("[judge]")
    open_servers: list[JudgeServer] = []

    def serve(
        says: Answers = truthful, *, judge: str = "", target: str = "", model: str = "m-2026-01-01"
    ) -> JudgeServer:
        server = JudgeServer(says).__enter__()
        open_servers.append(server)
        written = JUDGE.format(url=server.url, judge=judge, target=target, model=model)
        desk.write("thresholds.toml", f"{before}{written}min_score = 0.8\n")
        return server

    yield serve
    for server in open_servers:
        server.__exit__()


def failures(report: Report) -> dict[str, int]:
    return dict(report.failures)


def test_a_model_judges_a_whole_run(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """One call a question and transcript, and one before; the report says by whom and how."""
    server = judged()
    report = desk.evaluate(bot(lambda t: "I hear you." if t.seed % 10 else "Shut up."))
    assert report.accounts.failed == 0
    assert len(server.requests) == 1 + 2 * N_ITEMS
    assert report.provenance.judge_fingerprint == fingerprint_of(desk.open().config)
    assert report.provenance.measurement["judge model"] == "stub-2026-01-01"
    judging = report.judging
    assert judging is not None
    assert judging.models == ("stub-2026-01-01",)
    assert (judging.n_calls, judging.n_requests, judging.n_repairs) == (
        1 + 2 * N_ITEMS,
        1 + 2 * N_ITEMS,
        0,
    )
    assert judging.notes == ()
    values = {row.answer for row in report.outcomes}
    assert values <= {"yes", "no"}
    assert all(row.judge == report.provenance.judge_fingerprint for row in report.outcomes)


def test_a_batch_asks_once_a_transcript_and_answers_the_same(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """The questions of both probes share a call; nothing else differs."""
    outcomes = []
    for judge, n_calls in (("", 1 + 2 * N_ITEMS), ("batch = true", 1 + N_ITEMS)):
        server = judged(judge=judge)
        report = desk.evaluate(bot(lambda t: "I hear you." if t.seed % 3 else "Shut up."))
        assert len(server.requests) == n_calls
        outcomes.append([(row.trial_id, row.probe_id, row.answer) for row in report.outcomes])
    assert outcomes[0] == outcomes[1]


def test_two_runs_with_one_seed_ask_the_judge_the_same(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """Marks and all: what a provider has kept is found again."""
    asked = []
    for _ in range(2):
        server = judged(judge="cache = false")
        desk.evaluate(bot())
        asked.append(sorted(str(request["messages"]) for request in server.requests))
    assert asked[0] == asked[1]


def test_a_name_that_may_move_is_said_and_kept(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """With the name that it stands for today."""
    judged(model="m-latest", target="takes_temperature = false")
    report = desk.evaluate(bot())
    assert report.judging is not None
    first, second = report.judging.notes
    assert "judge.target.model = m-latest, which answers as stub-2026-01-01 today" in first
    assert "'latest'" in first
    assert "without a temperature" in second


def test_nothing_is_asked_of_the_product_when_the_judge_refuses_a_parameter(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """The parameter is named with the key that sends it."""
    said = {"error": {"message": "Unsupported value: 'temperature' does not support 0."}}
    judged(lambda _prompt: (400, said))
    asked = bot()
    with pytest.raises(CannotEvaluateError) as caught:
        desk.evaluate(asked)
    assert asked.asked == []
    assert str(caught.value).startswith("[judge.target]: the judge gave no answer")
    assert "takes_temperature = false in [judge.target]" in caught.value.hint


@pytest.mark.parametrize("status", [400, 401, 404, 500])
def test_a_judge_that_fails_every_call_is_never_a_pass_nor_a_fail(
    desk: Desk, bot: type[Bot], judged: Judge, status: int
) -> None:
    """Also without a first question: could not be evaluated, and the judge is named."""
    judged(lambda _prompt: (status, {"error": {"message": "no"}}), judge="preflight = false")
    report = desk.evaluate(bot())
    assert (report.verdict.outcome, report.verdict.exit_code) == (Outcome.ERROR, 4)
    (kind,) = failures(report)
    assert kind.startswith("judge: ")
    assert report.accounts.scored == 0


def test_a_model_can_be_held_to_the_schema(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Structured sends the schema, which belongs to the fingerprint."""
    plain = judged()
    desk.evaluate(bot())
    assert "response_format" not in plain.requests[0]
    before = fingerprint_of(desk.open().config)
    server = judged(target="structured = true")
    desk.evaluate(bot())
    sent = server.requests[-1]["response_format"]["json_schema"]
    assert sent["strict"] is True
    assert sent["schema"] == dict(ANSWER_SCHEMA)
    assert fingerprint_of(desk.open().config) != before


def test_a_missing_key_is_named_with_the_judges_own_table(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """And not as the product's."""
    judged(target='api_key_env = "JUDGE_KEY_THAT_IS_NOT_SET"')
    with pytest.raises(CannotEvaluateError, match=r"judge\.target\.api_key_env names, is not set"):
        desk.evaluate(bot())


def test_a_parameter_with_a_place_of_its_own_is_named_with_the_judges_table(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """What the target's room says is said of [judge.target]."""
    judged(target="parameters = { temperature = 1 }")
    with pytest.raises(ConfigError, match=r"judge\.target\.parameters\.temperature") as caught:
        desk.evaluate(bot())
    assert "Say it as judge.target.temperature" in str(caught.value)


def test_what_cannot_be_read_is_counted(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Repairs that helped are in the account, those that did not are failures by kind."""

    def careless(prompt: Prompt) -> str:
        if prompt.ids == ("names_a_fruit",):
            return truthful(prompt)
        if prompt.ids == ("is_rude",):
            return "No, but ..."
        return truthful(prompt) if prompt.complaints else f"Yes: {truthful(prompt)[:-1]},}}"

    judged(careless)
    report = desk.evaluate(bot())
    assert failures(report) == {"judge: malformed_answer": N_ITEMS}
    assert report.judging is not None
    assert (report.judging.n_repairs, report.judging.n_repaired) == (2 * N_ITEMS, N_ITEMS)
    assert report.verdict.exit_code == 4


def test_a_judge_that_falls_for_canaries_is_not_believed(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """All its answers are failures of one kind, and the run is never a pass."""
    server = judged(
        lambda prompt: (
            obeys_everything(prompt) if prompt.ids == ("names_a_fruit",) else truthful(prompt)
        ),
        judge="canaries = true",
    )
    report = desk.evaluate(bot())
    assert failures(report) == {"judge: forgeable": 2 * N_ITEMS}
    assert (report.verdict.outcome, report.verdict.exit_code) == (Outcome.ERROR, 4)
    assert report.judging is not None
    assert report.judging.n_canaries == 4
    assert report.judging.n_canaries_held < 4
    assert "it fell for" in report.judging.notes[-1]
    assert len(server.requests) == 5


def test_a_judge_that_stands_up_to_canaries_judges(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """A few calls before the run, counted."""
    server = judged(judge="canaries = true")
    report = desk.evaluate(bot())
    assert report.judging is not None
    assert (report.judging.n_canaries, report.judging.n_canaries_held) == (4, 4)
    assert report.accounts.failed == 0
    assert len(server.requests) == 1 + 4 + 2 * N_ITEMS


def test_a_judge_that_changes_in_mid_run_ends_it(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Two names in one run: partial, never a pass, and the report holds both."""
    seen: list[str] = []

    def moving(prompt: Prompt) -> tuple[int, Any]:
        seen.append(prompt.token)
        name = "one-2026-01-01" if len(seen) <= 30 else "two-2026-02-02"
        return 200, completion(truthful(prompt), model=name)

    judged(moving)
    report = desk.evaluate(bot())
    assert report.scope == "partial"
    assert report.verdict.blocks
    assert report.verdict.outcome is not Outcome.PASS
    assert set(failures(report)) == {"judge: judge_changed"}
    assert report.judging is not None
    assert report.judging.models == ("one-2026-01-01", "two-2026-02-02")
    assert "'two-2026-02-02'" in report.partial_because[0]


def test_a_budget_that_is_spent_ends_the_run(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Every request of the judge counts; what was not judged is not reached, or failed."""
    server = judged(target="max_requests = 30")
    report = desk.evaluate(bot())
    assert 20 <= len(server.requests) <= 30  # those under way when it ended may not have arrived
    assert report.scope == "partial"
    assert "max_requests = 30" in report.partial_because[0]
    assert report.verdict.blocks


def test_a_baseline_of_another_model_is_refused(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Under one configured name another model answers: the dimension is named."""
    judged()
    report = desk.evaluate(bot())
    (desk.root / "base.json").write_text(render_json(report), encoding="utf-8")
    judged(lambda prompt: (200, completion(truthful(prompt), model="stub-2026-02-02")))
    desk.edit("thresholds.toml", "[suites]", "[gate]\nbaseline = 'base.json'\n[suites]")
    asked = bot()
    with pytest.raises(IncomparableError, match="judge model"):
        desk.evaluate(asked)
    assert asked.asked == []


def test_exact_probes_alone_ask_no_judge(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Nothing is paid for a judge that is not needed."""
    server = judged()
    desk.write("manners/test_manners.py", EXACT)
    report = desk.evaluate(bot())
    assert report.accounts.failed == 0
    assert server.requests == []


def test_a_judge_that_is_handed_over_takes_the_place_of_the_configured_one(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """The configured endpoint is not asked, and the override is recorded."""

    class Own:
        fingerprint = "sha256:own"

        async def answer(
            self, question: Question, item: Item, transcript: Transcript
        ) -> Answer | Failure:
            return Answer(value="no", judge=self.fingerprint)

    server = judged()
    report = desk.evaluate(bot(), judge=Own())
    assert server.requests == []
    assert report.judging is None
    assert [each.key for each in report.provenance.overrides] == ["target", "judge"]


def test_a_run_can_be_stopped_while_the_judge_is_silent(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """Ctrl-C during the first question ends the run, and nothing passes."""
    server = judged(lambda _prompt: (0, 60.0), target="requests_per_minute = 600")
    workspace = desk.open()
    asked = bot()

    async def main() -> Report:
        stop = Stop()

        async def interrupt() -> None:
            await asyncio.to_thread(wait_until, lambda: bool(server.requests))
            stop.set("interrupted", interrupted=True)

        waiting = asyncio.create_task(interrupt())
        report = await evaluate(
            workspace, stop=stop, environ={}, given=Given(target=asked), probes=None
        )
        await waiting
        return report

    report = asyncio.run(main())
    assert asked.asked == []
    assert report.verdict.exit_code == 3


PANEL = """
[judge]
kind = "panel"
trust = "off"
rule = "{rule}"
{members}
[pillar.manners]
min_score = 0.8
"""
MEMBER = """
[[judge.member]]
name = "{name}"
[judge.member.target]
kind = "openai"
base_url = "{url}"
model = "{name}-2026-01-01"
"""


def _seat(desk: Desk, urls: Mapping[str, str], rule: str) -> None:
    text = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    members = "".join(MEMBER.format(name=name, url=url) for name, url in urls.items())
    panel = PANEL.format(rule=rule, members=members)
    desk.write("thresholds.toml", text.partition("[judge]")[0] + panel)


def test_a_panel_keeps_its_votes_and_counts_what_it_differs_on(
    desk: Desk, bot: type[Bot], judged: Judge
) -> None:
    """Two say one thing and one another: the majority's answer, all three votes, the count."""

    def contrary(prompt: Prompt) -> str:
        made = truthful(prompt)
        return made.replace('"no"', '"not_applicable"') if prompt.ids == ("is_rude",) else made

    urls = {name: judged(says).url for name, says in (("a", truthful), ("b", contrary))}
    urls["c"] = judged().url
    _seat(desk, urls, "majority")
    report = desk.evaluate(bot())
    assert report.accounts.failed == 0
    rude = [row for row in report.outcomes if row.probe_id == "manners.is_not_rude"]
    assert {tuple((vote.name, vote.value) for vote in row.votes) for row in rude} == {
        (("a", "no"), ("b", "not_applicable"), ("c", "no"))
    }
    assert report.judging is not None
    assert report.judging.disagreements == {"is_rude": N_ITEMS}
    assert report.judging.n_compared == 2 * N_ITEMS
    assert report.provenance.judge_fingerprint == fingerprint_of(desk.open().config)
    _seat(desk, urls, "unanimity")
    assert failures(desk.evaluate(bot())) == {"judge: not_unanimous": N_ITEMS}


def test_a_panel_of_one_judge_twice_is_refused(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Whatever its members are called: their fingerprints are one."""
    url = judged().url
    _seat(desk, {"a": url, "b": url}, "majority")
    desk.edit("thresholds.toml", "b-2026-01-01", "a-2026-01-01")
    with pytest.raises(ConfigError, match="b, which is a once more"):
        desk.evaluate(bot())


def test_two_names_of_one_model_are_no_panel(desk: Desk, bot: type[Bot], judged: Judge) -> None:
    """Asked alike at one address, they answer as one model: refused before the product is asked."""
    url = judged().url
    _seat(desk, {"a": url, "b": url}, "majority")
    asked = bot()
    found = r"member\[1\].target: found b-2026-01-01, which answers as stub-2026-01-01"
    with pytest.raises(ConfigError, match=found):
        desk.evaluate(asked)
    assert asked.asked == []


@pytest.mark.parametrize("preflight", ["true", "false"])
def test_members_that_answer_by_one_name_are_named(
    desk: Desk, bot: type[Bot], judged: Judge, preflight: str
) -> None:
    """At two addresses they may be two models; that they may be one is said, also afterwards."""
    urls = {name: judged().url for name in ("a", "b")}
    _seat(desk, urls, "majority")
    desk.edit("thresholds.toml", 'trust = "off"', f'trust = "off"\npreflight = {preflight}')
    report = desk.evaluate(bot())
    assert report.judging is not None
    (said,) = [line for line in report.judging.notes if "no second opinion" in line]
    assert said.startswith("judge.member[0].target and judge.member[1].target both answer as stub")


@pytest.mark.parametrize("model", ["stub-2026-01-01", "other-2026-01-01"])
def test_a_judge_by_the_name_of_what_it_judged_is_named(
    desk: Desk, bot: type[Bot], judged: Judge, model: str
) -> None:
    """No address shows that a proxy leads to the model under test; its name does."""
    judged()
    replies = bot(lambda _trial: Turn(role="assistant", content="I hear you.", model=model))
    report = desk.evaluate(replies)
    assert report.judging is not None
    said = [line for line in report.judging.notes if "judges itself" in line]
    assert len(said) == (model == "stub-2026-01-01")
    judged(judge="same_as_target = true")
    meant = desk.evaluate(replies)
    assert meant.judging is not None
    assert not [line for line in meant.judging.notes if "judges itself" in line]
