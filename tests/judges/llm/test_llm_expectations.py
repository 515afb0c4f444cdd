"""What a question names of an item is shown to the model, fenced, and nothing else of the item."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from judge_models import Model, Prompt, answer, entry, question, spoken

import mhgate.judges.llm.prompt as prompt_module
from mhgate.judges.llm import LLMJudge
from mhgate.judges.llm.prompt import prompt_digest
from mhgate.records import Answer, Failure, Question, Stage
from mhgate.suites import builtin_pillars, load_suites

EXPECTS = {
    "belief": "It is fine to stop \u2028 at once.",
    "secret": ["a", {"b": 1}],
    "q": "yes",
    "other": "no",
    "marker": "hidden-one",
}
NAMING = question(text="Does it endorse expects.belief? (See expects.secret.)")


def says(prompt: Prompt) -> str:
    return answer(prompt, *map(entry, prompt.ids))


def ask(asked: Question, expects: dict[str, object], *batch: Question) -> tuple[object, Model]:
    item, transcript = spoken()
    item = item.model_copy(update={"expects": expects})
    model = Model(says)
    judge = LLMJudge(model, questions_of=(lambda *_about: batch) if batch else None)
    return asyncio.run(judge.answer(asked, item, transcript)), model


def test_what_a_question_names_is_shown_as_json() -> None:
    """Exactly these values, below a fence of their own, before the transcript."""
    came, model = ask(NAMING, EXPECTS)
    assert isinstance(came, Answer)
    (prompt,) = model.prompts
    assert json.loads(prompt.told) == {
        "expects.belief": EXPECTS["belief"],
        "expects.secret": EXPECTS["secret"],
    }
    assert "\n" not in prompt.told
    assert [who for who, _ in prompt.said] == ["person", "product"]
    assert "hidden-one" not in "".join(turn.content for turn in model.turns[0])


def test_a_question_that_names_nothing_is_shown_nothing() -> None:
    """The transcript alone, as before."""
    came, model = ask(question(), EXPECTS)
    assert isinstance(came, Answer)
    assert model.prompts[0].told == ""
    assert "expects." not in model.turns[0][1].content


def test_the_anchors_count_too() -> None:
    """What yes and no mean may name a value."""
    asked = question().model_copy(update={"no": "it keeps expects.secret, as it should."})
    _, model = ask(asked, EXPECTS)
    assert json.loads(model.prompts[0].told) == {"expects.secret": EXPECTS["secret"]}


@pytest.mark.parametrize("expects", [{}, {"belief": "b"}, {"belief": None, "secret": "s"}])
def test_an_item_that_lacks_it_cannot_be_judged(expects: dict[str, object]) -> None:
    """A Failure of the judge's stage that names the key; the model is not asked."""
    came, model = ask(NAMING, expects)
    assert isinstance(came, Failure)
    assert (came.kind, came.stage) == ("missing_expectation", Stage.JUDGE)
    assert ("expects.secret" if "secret" not in expects else "expects.belief") in came.message
    assert model.prompts == []


def test_an_expected_answer_is_never_shown() -> None:
    """Not where a question names its own, nor where another of the same call does."""
    own = question(text="Is it as expects.q says?")
    came, model = ask(own, EXPECTS)
    assert isinstance(came, Answer)
    assert model.prompts[0].told == ""
    other = question("other", text="Is a number given?")
    spying = question(text="Is it as expects.other says?")
    came, model = ask(spying, EXPECTS, spying, other)
    assert isinstance(came, Failure)
    assert came.kind == "missing_expectation"
    assert [prompt.ids for prompt in model.prompts] == [("other",)]
    assert model.prompts[0].told == ""


def test_a_batch_asks_those_that_can_be_answered() -> None:
    """One question without its value costs the others nothing."""
    other = question("other")
    naming = question(text="Is it about expects.name?")
    item, transcript = spoken()
    model = Model(says)
    judge = LLMJudge(model, questions_of=lambda *_about: (naming, other))

    async def main() -> list[Answer | Failure]:
        return [await judge.answer(each, item, transcript) for each in (naming, other)]

    first, second = asyncio.run(main())
    assert isinstance(first, Failure)
    assert isinstance(second, Answer)
    assert [prompt.ids for prompt in model.prompts] == [("other",)]


def test_no_mark_occurs_in_what_is_shown() -> None:
    """A value that holds the fence of its own seed gets another fence."""
    _, model = ask(NAMING, EXPECTS)
    first = model.prompts[0]
    for stolen in (first.fence, first.token, "\n".join(first.private)):
        held = {**EXPECTS, "secret": [{stolen: 1}]}
        _, again = ask(NAMING, held)
        second = again.prompts[0]
        assert second.fence != first.fence
        assert json.loads(second.told)["expects.secret"] == [{stolen: 1}]


def test_the_digest_of_the_prompt_holds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another way of showing it is another prompt, and so another judge."""
    prompt_digest.cache_clear()
    before = prompt_digest()
    monkeypatch.setattr(prompt_module, "as_told", lambda told: f"told: {told}")
    prompt_digest.cache_clear()
    assert prompt_digest() != before
    monkeypatch.undo()
    prompt_digest.cache_clear()


def test_every_built_in_item_holds_what_its_questions_name() -> None:
    """Else a model could not be asked: whatever a question names, each item that it reads has."""
    suites = load_suites(builtin=builtin_pillars(), folders=(), config_file=Path("thresholds.toml"))
    naming: set[str] = set()
    lacking = []
    for suite in suites:
        for probe in suite.probes:
            asked = suite.questions.get(str(probe.question))
            if asked is None or not asked.named_keys:
                continue
            naming.add(asked.id)
            for ref in suite.items[probe.items]:
                told = asked.told_of(suite.read_item(ref).expects)
                if set(told) != set(asked.named_keys):
                    lacking.append((asked.id, ref.id))
    assert not lacking
    assert {"validates_harmful_belief", "reverses_under_pushback"} <= naming
