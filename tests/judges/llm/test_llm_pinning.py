"""A judge is pinned: what changes its fingerprint, what it does when the model changes under it."""

from __future__ import annotations

import asyncio

import pytest
from judge_models import Model, Prompt, answer, entry, question, spoken

import mhgate.judges.llm.judge as judge_module
from mhgate.judges.llm import LLMJudge, judge_fingerprint, why_it_may_move
from mhgate.judges.llm.model_names import shown_name
from mhgate.records import Answer, Failure, Stage, Turn

IDENTITY = {"kind": "openai", "host": "api.example", "model": "reader-2026-01-01", "temperature": 0}


def says(prompt: Prompt) -> str:
    return answer(prompt, *map(entry, prompt.ids))


@pytest.mark.parametrize(
    "change",
    [{"model": "reader-2026-02-02"}, {"temperature": 0.5}, {"host": "other.example"}, {"top_p": 1}],
)
def test_what_is_asked_makes_the_fingerprint(change: dict[str, object]) -> None:
    """Model, host and every parameter; the same ones in another order are the same judge."""
    first = judge_fingerprint(IDENTITY)
    assert first == judge_fingerprint(dict(reversed(IDENTITY.items())))
    assert first != judge_fingerprint({**IDENTITY, **change})


def test_how_it_is_asked_makes_the_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    """Batches, one message in place of two, the prompt's words, and what reads the replies."""
    found = {judge_fingerprint(IDENTITY)}
    found.add(judge_fingerprint(IDENTITY, batched=True))
    found.add(judge_fingerprint(IDENTITY, one_message=True))
    with monkeypatch.context() as patch:
        patch.setattr(judge_module, "PARSER_VERSION", "next")
        found.add(judge_fingerprint(IDENTITY))
    with monkeypatch.context() as patch:
        patch.setattr(judge_module, "prompt_digest", lambda: "sha256:other")
        found.add(judge_fingerprint(IDENTITY))
    assert len(found) == 5


def test_without_an_identity_the_target_is_the_identity() -> None:
    """A judge that is built in code over any Target has a fingerprint too."""
    model = Model(says)
    first = LLMJudge(model).fingerprint
    model.fingerprint = "sha256:another"
    assert LLMJudge(model).fingerprint != first


def test_an_answer_carries_the_fingerprint_confidence_and_attempts() -> None:
    """What is kept with a score."""
    judge = LLMJudge(Model(says))
    item, transcript = spoken()
    came = asyncio.run(judge.answer(question(), item, transcript))
    assert isinstance(came, Answer)
    assert (came.judge, came.confidence, came.attempts) == (judge.fingerprint, 0.9, 1)
    assert judge.answered_as == "stub-2026-01-01"


def test_another_model_in_the_same_run_ends_the_belief() -> None:
    """From the first reply of another name on there are Failures only, and it is said once."""
    told: list[str] = []
    model = Model(says)
    judge = LLMJudge(model, on_stop=told.append)
    item, transcript = spoken()

    async def main() -> list[Answer | Failure]:
        came = [await judge.answer(question(), item, transcript)]
        model.model = "stub-2026-02-02"
        came.append(await judge.answer(question(), item, transcript))
        model.model = "stub-2026-01-01"
        came.append(await judge.answer(question(), item, transcript))
        return came

    first, second, third = asyncio.run(main())
    assert isinstance(first, Answer)
    for failed in (second, third):
        assert isinstance(failed, Failure)
        assert (failed.kind, failed.stage) == ("judge_changed", Stage.JUDGE)
        assert "'stub-2026-01-01'" in failed.message
        assert "'stub-2026-02-02'" in failed.message
    assert len(model.prompts) == 2
    assert len(told) == 1
    assert judge.counts.models == ["stub-2026-01-01", "stub-2026-02-02"]


def test_an_endpoint_that_names_no_model_can_say_it_in_a_flag() -> None:
    """What an http endpoint's JSON holds is read as the model's name and as the end's reason."""

    def flagged(prompt: Prompt) -> Turn:
        name = "seen-1" if len(model.prompts) < 2 else "seen-2"
        return Turn(role="assistant", content=says(prompt), flags={"model": name})

    model = Model(flagged)
    judge = LLMJudge(model)
    item, transcript = spoken()
    assert isinstance(asyncio.run(judge.answer(question(), item, transcript)), Answer)
    assert judge.answered_as == "seen-1"
    came = asyncio.run(judge.answer(question(), item, transcript))
    assert isinstance(came, Failure)
    assert came.kind == "judge_changed"


def test_a_budget_that_is_spent_stops_the_run() -> None:
    """No more is asked of a judge that may not be asked, and whoever listens is told."""
    told: list[str] = []

    def spent(_prompt: Prompt) -> Failure:
        return Failure(trial_id="t", stage=Stage.TARGET, kind="budget", message="5 are spent")

    model = Model(spent)
    judge = LLMJudge(model, on_stop=told.append)
    item, transcript = spoken()
    for _ in range(2):
        came = asyncio.run(judge.answer(question(), item, transcript))
        assert isinstance(came, Failure)
        assert came.kind == "budget"
    assert len(model.prompts) == 1
    assert told == ["the judge: 5 are spent"]


def test_a_reply_that_is_no_words_is_not_judged() -> None:
    """An empty or garbled reply of the product satisfies nothing, and costs no call."""
    for broken in ("", "<html>502</html>", "\x00\x01\x02"):
        model = Model(says)
        item, transcript = spoken("I feel low.", broken)
        came = asyncio.run(LLMJudge(model).answer(question(), item, transcript))
        assert isinstance(came, Answer)
        assert came.value == "unreadable"
        assert model.prompts == []


def test_what_an_endpoint_calls_itself_is_kept_harmless() -> None:
    """No control characters, no lone surrogates, no length: two long names stay two."""
    model = Model(says, model="a\x1b[2J\u202e" + "b" * 100_000)
    told: list[str] = []
    judge = LLMJudge(model, on_stop=told.append)
    item, transcript = spoken()
    assert isinstance(asyncio.run(judge.answer(question(), item, transcript)), Answer)
    model.model = str(model.model) + "c"
    came = asyncio.run(judge.answer(question(), item, transcript))
    assert isinstance(came, Failure)
    assert came.kind == "judge_changed"
    assert len(judge.counts.models) == 2
    for text in (*judge.counts.models, came.message, *told):
        assert len(text) < 600
        assert "\x1b" not in text
        assert "\u202e" not in text
    assert all(len(name) <= 200 for name in judge.counts.models)
    assert shown_name("a\ud83d") == "a\ufffd"
    assert shown_name(" \n") is None


def test_a_lone_surrogate_in_an_answer_is_replaced() -> None:
    """An explanation and a quote that no UTF-8 can hold are kept as a turn would be."""

    def half(prompt: Prompt) -> str:
        quotes = [{"turn": 2, "text": "call 988 now\ud83d"}, {"turn": 2, "text": "call 988 now"}]
        return answer(prompt, entry(explanation="so\ud83d it is", quotes=quotes))

    item, transcript = spoken()
    came = asyncio.run(LLMJudge(Model(half)).answer(question(), item, transcript))
    assert isinstance(came, Answer)
    assert came.explanation.startswith("so\ufffd it is")
    assert came.attempts == 1


def test_the_item_is_not_shown() -> None:
    """What is expected would be an answer to copy."""
    model = Model(says)
    item, transcript = spoken()
    secret = {"expects": {"q": "yes-is-expected"}, "strata": {"risk": "stratum-secret"}}
    asyncio.run(LLMJudge(model).answer(question(), item.model_copy(update=secret), transcript))
    whole = "".join(turn.content for turn in model.turns[0])
    for hidden in ("yes-is-expected", "stratum-secret", item.id, item.family, item.source):
        assert hidden not in whole


def test_one_message_holds_all_and_is_the_users() -> None:
    """For endpoints that take no system turn."""
    model = Model(says)
    item, transcript = spoken()
    came = asyncio.run(LLMJudge(model, one_message=True).answer(question(), item, transcript))
    assert isinstance(came, Answer)
    assert [turn.role for turn in model.turns[0]] == ["user"]
    two = Model(says)
    asyncio.run(LLMJudge(two).answer(question(), item, transcript))
    assert [turn.role for turn in two.turns[0]] == ["system", "user"]
    assert "\n\n".join(turn.content for turn in two.turns[0]) == model.turns[0][0].content


def test_the_system_turn_is_the_same_for_every_transcript() -> None:
    """So that a provider may keep what it has read of it."""
    model = Model(says)
    for number in range(3):
        item, transcript = spoken("I feel low.", f"Please call 988 now, {number}.", seed=number)
        asyncio.run(LLMJudge(model).answer(question(), item, transcript))
    assert len({turns[0].content for turns in model.turns}) == 1
    assert len({turns[1].content for turns in model.turns}) == 3


@pytest.mark.parametrize(
    "name",
    [
        "gpt-4o-2024-08-06",
        "gpt-4-0613",
        "claude-sonnet-4-20250514",
        "anthropic.claude-3-5-sonnet-20240620-v1:0",
        "claude-3-5-sonnet@20240620",
        "mistral-large-2411",
        "gemini-1.5-pro-002",
        "careful-reader-2026-10",
        "org/model@3f1c2d",
        "model@sha256:0f343b0931126a20f133d67c2b018a3b",
        "SmolLM2-135M-Instruct.Q4_1.gguf",
    ],
)
def test_a_name_that_is_a_version_is_pinned(name: str) -> None:
    """A date, a revision, a digest, or a file of weights."""
    assert why_it_may_move(name) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gpt-4o", "no date"),
        ("claude-3-7-sonnet-latest", "'latest'"),
        ("chatgpt-4o-latest", "'latest'"),
        ("llama3.1:latest", "'latest'"),
        ("gemini-2.5-flash", "no date"),
        ("gemini-2.5-pro-preview-05-06", "'preview'"),
        ("openrouter/auto", "'auto'"),
        ("llama3.1:8b-instruct-q4_0", "no date"),
        ("smollm2-135m-instruct", "no date"),
        ("o3-mini", "no date"),
        ("gpt-3.5-turbo-16k", "no date"),
    ],
)
def test_a_name_that_may_move_says_why(name: str, why: str) -> None:
    """A moving word, or nothing that pins it."""
    found = why_it_may_move(name)
    assert found is not None
    assert why in found
