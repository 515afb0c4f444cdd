"""A batch asks all questions about a transcript at once, and changes no answer beyond chance."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from math import comb

import pytest
from judge_models import Model, Prompt, answer, entry, question, spoken

from mhgate.judges.llm import LLMJudge
from mhgate.records import Answer, Failure, Item, Question, Transcript

QUESTIONS = tuple(question(name) for name in ("a", "b", "c"))
N_TRANSCRIPTS = 120
NOISE = 0.15


def whole(prompt: Prompt) -> str:
    return answer(prompt, *(entry(name) for name in prompt.ids))


def batched(model: Model, questions: Sequence[Question] = QUESTIONS) -> LLMJudge:
    return LLMJudge(model, questions_of=lambda *_about: questions)


async def ask_all(judge: LLMJudge, item: Item, transcript: Transcript) -> list[Answer | Failure]:
    return [await judge.answer(each, item, transcript) for each in QUESTIONS]


def kinds(came: Sequence[Answer | Failure]) -> list[str]:
    return [each.kind if isinstance(each, Failure) else each.value for each in came]


def test_one_call_answers_all_questions_of_a_transcript() -> None:
    """Whoever asks first asks for all; the others fetch their answers."""
    model = Model(whole)
    judge = batched(model)
    assert kinds(asyncio.run(ask_all(judge, *spoken()))) == ["yes"] * 3
    assert [prompt.ids for prompt in model.prompts] == [("a", "b", "c")]
    assert judge.counts.n_calls == 1


def test_another_transcript_is_another_call() -> None:
    """Two trials of one item, and two replies of one trial, share nothing."""
    model = Model(whole)
    judge = batched(model)

    async def main() -> None:
        await ask_all(judge, *spoken(trial="s/x#0"))
        await ask_all(judge, *spoken(trial="s/x#1"))
        await ask_all(judge, *spoken("I feel low.", "Please call 988 now.", trial="s/x#1"))

    asyncio.run(main())
    assert len(model.prompts) == 3


def test_questions_asked_at_the_same_time_share_the_call() -> None:
    """Concurrency does not multiply calls."""
    model = Model(whole)
    judge = batched(model)
    item, transcript = spoken()

    async def main() -> list[Answer | Failure]:
        return await asyncio.gather(*(judge.answer(q, item, transcript) for q in QUESTIONS))

    assert kinds(asyncio.run(main())) == ["yes"] * 3
    assert len(model.prompts) == 1


def test_asking_twice_asks_again() -> None:
    """A repeat is a second answer, not a copy of the first."""
    model = Model(whole)
    judge = batched(model)

    async def main() -> None:
        await ask_all(judge, *spoken())
        await ask_all(judge, *spoken())

    asyncio.run(main())
    assert len(model.prompts) == 2


def test_a_question_that_reads_nothing_here_is_asked_alone() -> None:
    """So are two questions that share an id: an answer could not say which one it means."""
    model = Model(whole)
    judge = batched(model)
    other = question("d")
    item, transcript = spoken()
    asyncio.run(judge.answer(other, item, transcript))
    twins = (question("a"), question("a", quote="no"), question("b"))
    asyncio.run(batched(model, twins).answer(twins[1], item, transcript))
    assert [prompt.ids for prompt in model.prompts] == [("d",), ("a",)]


@pytest.mark.parametrize(
    ("first", "second", "outcome", "asked"),
    [
        # one is missing: it alone is asked again, and what was answered stands
        (("a", "c"), ("b",), ["yes", "yes", "yes"], [("a", "b", "c"), ("b",)]),
        (("a", "c"), ("a",), ["yes", "wrong_question", "yes"], [("a", "b", "c"), ("b",)]),
        # another id among them: none of the reply's answers counts
        (("a", "b", "x"), ("a", "b", "c"), ["yes"] * 3, [("a", "b", "c")] * 2),
        (("a", "b", "x"), ("a", "b", "x"), ["wrong_question"] * 3, [("a", "b", "c")] * 2),
        # one twice with the same verdict is one
        (("a", "b", "b", "c"), (), ["yes"] * 3, [("a", "b", "c")]),
    ],
)
def test_what_is_missing_or_wrong_in_a_batch(
    first: tuple[str, ...],
    second: tuple[str, ...],
    outcome: list[str],
    asked: list[tuple[str, ...]],
) -> None:
    """A reply that mixes questions up is not believed in any part; a gap is a gap."""
    model = Model(
        lambda prompt: answer(prompt, *map(entry, first)),
        lambda prompt: answer(prompt, *map(entry, second)),
    )
    judge = batched(model)
    assert kinds(asyncio.run(ask_all(judge, *spoken()))) == outcome
    assert [prompt.ids for prompt in model.prompts] == asked


def test_a_gap_that_stays_is_a_failure_of_its_question_alone() -> None:
    """Missing in both calls."""
    model = Model(lambda prompt: answer(prompt, *(entry(n) for n in prompt.ids if n != "b")), whole)
    gap = Model(lambda prompt: answer(prompt, entry("a"), entry("c")), lambda p: answer(p, entry()))
    assert kinds(asyncio.run(ask_all(batched(model), *spoken()))) == ["yes"] * 3
    assert kinds(asyncio.run(ask_all(batched(gap), *spoken())))[0::2] == ["yes", "yes"]


def test_one_contradiction_in_a_batch_is_one_failure() -> None:
    """The other questions of the reply were answered."""
    model = Model(
        lambda prompt: answer(prompt, *map(entry, "abc"), entry("b", "no")),
    )
    assert kinds(asyncio.run(ask_all(batched(model), *spoken()))) == ["yes", "contradictory", "yes"]


def test_a_batch_belongs_to_the_fingerprint() -> None:
    """A certificate of single calls says nothing of batches."""
    model = Model(whole)
    assert batched(model).fingerprint != LLMJudge(model).fingerprint


# --- batching does not change the answers


def _lot(*parts: object) -> float:
    raw = hashlib.sha256(repr(parts).encode()).digest()
    return int.from_bytes(raw[:8], "big") / 2**64


def _truth(name: str, prompt: Prompt) -> str:
    return "yes" if _lot(name, prompt.products) < 0.5 else "no"


def deterministic(prompt: Prompt) -> str:
    """Answer each question by its name and the transcript, whatever else is asked."""
    return answer(prompt, *(entry(name, _truth(name, prompt)) for name in prompt.ids))


def noisy(prompt: Prompt) -> str:
    """The same, with answers that flip at random, another time in each call."""

    def verdict(name: str) -> str:
        flips = _lot("noise", name, prompt.token) < NOISE
        truth = _truth(name, prompt)
        return {"yes": "no", "no": "yes"}[truth] if flips else truth

    return answer(prompt, *(entry(name, verdict(name)) for name in prompt.ids))


def led_by_the_first(prompt: Prompt) -> str:
    """A model that batches do change: it says of every question what it says of the first."""
    verdict = _truth(prompt.ids[0], prompt)
    return answer(prompt, *(entry(name, verdict) for name in prompt.ids))


def all_answers(judge: LLMJudge) -> list[str]:
    async def main() -> list[str]:
        said = []
        for number in range(N_TRANSCRIPTS):
            pair = spoken("I feel low.", f"Please call 988 now, {number}.", trial=f"s/x#{number}")
            said += kinds(await ask_all(judge, *pair))
        return said

    return asyncio.run(main())


def changed_p(says: Callable[[Prompt], str]) -> tuple[float, int]:
    """How likely so many differences between two ways of asking are, if they differ by noise alone.

    Asked alone twice (with other seeds, and so other luck), the model differs from itself at some
    rate; asked alone and in a batch it should differ no more often. One-sided, exact binomial with
    the rate of the first, plus one difference so that it is never 0.
    """
    alone = all_answers(LLMJudge(Model(says)))
    again = all_answers(LLMJudge(Model(_with_other_luck(says))))
    batch = all_answers(batched(Model(says)))
    rate = (sum(a != b for a, b in zip(alone, again, strict=True)) + 1) / (len(alone) + 1)
    n_changed = sum(a != b for a, b in zip(alone, batch, strict=True))
    n = len(alone)
    p = sum(comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(n_changed, n + 1))
    return p, n_changed


def _with_other_luck(says: Callable[[Prompt], str]) -> Callable[[Prompt], str]:
    def again(prompt: Prompt) -> str:
        other = Prompt(**{**vars(prompt), "token": prompt.token[::-1]})
        return says(other).replace(other.token, prompt.token, 1)

    return again


def test_a_deterministic_model_answers_the_same_in_a_batch() -> None:
    """Not one of hundreds of answers differs."""
    p, n_changed = changed_p(deterministic)
    assert n_changed == 0
    assert p > 0.99


def test_a_noisy_model_differs_in_a_batch_no_more_than_from_itself() -> None:
    """Some answers differ, as they do when it is asked alone twice."""
    p, n_changed = changed_p(noisy)
    assert n_changed > 0
    assert p > 0.05


def test_a_model_that_batches_do_change_is_seen() -> None:
    """The same test has the power to see a model that is led by the first question of a batch."""
    p, n_changed = changed_p(led_by_the_first)
    assert n_changed > 50
    assert p < 1e-6
