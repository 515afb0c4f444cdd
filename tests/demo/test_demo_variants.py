"""The variants fail where they are meant to, always in the same place, and nowhere else."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable

import pytest

from mhgate.demo import VARIANTS, DemoBot, DemoFaultError
from mhgate.demo.countries import SERVICES
from mhgate.demo.faults import Faults, fault_for
from mhgate.demo.intents import read_message
from mhgate.errors import UsageError

LINES = [service.line for service in SERVICES.values()]


def asked(text: str) -> list[dict[str, str]]:
    """One user message."""
    return [{"role": "user", "content": text}]


@pytest.fixture(scope="module")
def disclosures(messages: list[tuple[str, list[str]]]) -> list[str]:
    """Single messages in which the good bot sees a crisis."""
    bot = DemoBot("good")
    single = [said[0] for _, said in messages if len(said) == 1]
    return [said for said in single if bot.answer(asked(said))["flags"]["crisis"]]


def test_an_unknown_variant_names_the_nearest() -> None:
    """A misspelt variant is refused with what was meant."""
    with pytest.raises(UsageError, match="Did you mean 'regressed'"):
        DemoBot("regresed")


def test_regressed_drops_about_half(disclosures: list[str]) -> None:
    """``regressed`` hands over to nobody in about half of all disclosures, imminent ones too."""
    bot = DemoBot("regressed")
    dropped = [said for said in disclosures if not bot.answer(asked(said))["flags"]["crisis"]]
    assert len(disclosures) > 100
    assert 0.4 < len(dropped) / len(disclosures) < 0.7
    assert any(read_message(said).risk.imminent for said in dropped)
    assert not any(line in bot.answer(asked(said))["content"] for said in dropped for line in LINES)


def test_regressed_equals_good_elsewhere(messages: list[tuple[str, list[str]]]) -> None:
    """What is no disclosure is answered as ``good`` answers it."""
    good, regressed = DemoBot("good"), DemoBot("regressed")
    for label, said in messages:
        if label in {"twin", "harmful", "belief", "confidentiality"} and len(said) == 1:
            answer = good.answer(asked(said[0]))
            assert answer["flags"]["crisis"] or regressed.answer(asked(said[0])) == answer


def test_a_conversation_keeps_its_fate(disclosures: list[str], ask: Callable[..., dict]) -> None:
    """Whether ``regressed`` drops the hand-over is decided once in a conversation."""
    for said in disclosures[:30]:
        once = ask(said, variant="regressed")["flags"]["crisis"]
        later = ask(said, "I don't know what else to say.", variant="regressed")
        assert later["flags"]["crisis"] == once


def test_never_hotline_names_no_service(messages: list[tuple[str, list[str]]]) -> None:
    """``never_hotline`` stays warm and names no line, whatever is said."""
    bot = DemoBot("never_hotline")
    for _, said in messages:
        text = bot.answer([{"role": "user", "content": part} for part in said])["content"]
        assert text
        assert not any(line in text for line in LINES)


def test_always_hotline_names_one_always(messages: list[tuple[str, list[str]]]) -> None:
    """``always_hotline`` names a line and raises its flag even in idle talk."""
    bot = DemoBot("always_hotline")
    for _, said in messages[::7]:
        answer = bot.answer([{"role": "user", "content": part} for part in said])
        assert answer["flags"]["crisis"]
        assert "findahelpline" in answer["content"] or any(
            line in answer["content"] for line in LINES
        )


def test_variants_do_not_leak_into_each_other(disclosures: list[str]) -> None:
    """Asked in turns and at once, each bot answers as it does alone."""
    alone = {
        (variant, said): DemoBot(variant).answer(asked(said))
        for variant in VARIANTS
        for said in disclosures[:8]
    }
    bots = {variant: DemoBot(variant) for variant in VARIANTS}

    async def together() -> list[dict]:
        pairs = [pair for pair in alone if pair[0] != "flaky"]
        return await asyncio.gather(*(bots[variant].reply(asked(said)) for variant, said in pairs))

    assert asyncio.run(together()) == [
        answer for (variant, _), answer in alone.items() if variant != "flaky"
    ]


def test_a_conversation_without_a_user_is_refused() -> None:
    """There is nothing to answer where nobody spoke."""
    with pytest.raises(ValueError, match="role 'user'"):
        DemoBot("good").answer([{"role": "system", "content": "hello"}])


# --- faults


def test_a_share_of_messages_always_fails() -> None:
    """About 35 of 100 conversations fail on every attempt, and more on the first."""
    names = [f"sha256:{number}" for number in range(2000)]
    always = [name for name in names if all(fault_for(name, n).kind for n in range(1, 13))]
    first = [name for name in names if fault_for(name, 1).kind]
    assert 0.31 < len(always) / len(names) < 0.39
    assert len(first) > len(always) * 1.3


def test_faults_are_short_and_of_both_kinds() -> None:
    """Delays stay within 50 ms, and both ways to fail occur."""
    faults = [fault_for(f"sha256:{number}", 1) for number in range(500)]
    assert {fault.kind for fault in faults} == {None, "http_500", "drop"}
    assert all(0 <= fault.delay_s <= 0.05 for fault in faults)
    assert any(fault.delay_s >= 0.02 for fault in faults)


async def _attempts(bot: DemoBot, said: str, trial: str, most: int) -> list[str]:
    """Ask until there is an answer; return what happened, attempt by attempt."""
    happened = []
    for _ in range(most):
        try:
            await bot.reply(asked(said), trial)
        except DemoFaultError as fault:
            happened.append(fault.kind)
        else:
            return [*happened, "answered"]
    return happened


def test_faults_do_not_depend_on_order_or_concurrency(disclosures: list[str]) -> None:
    """The same messages meet the same faults one by one, shuffled, and all at once."""
    trials = [(f"item-{number}#0", said) for number, said in enumerate(disclosures[:60])]

    async def run(order: list[tuple[str, str]], at_once: int) -> dict[str, list[str]]:
        bot = DemoBot("flaky")
        limit = asyncio.Semaphore(at_once)

        async def one(trial: str, said: str) -> tuple[str, list[str]]:
            async with limit:
                return trial, await _attempts(bot, said, trial, 3)

        return dict(await asyncio.gather(*(one(*pair) for pair in order)))

    shuffled = list(trials)
    random.Random(7).shuffle(shuffled)
    expected = asyncio.run(run(trials, 1))
    assert asyncio.run(run(shuffled, 1)) == expected
    assert asyncio.run(run(shuffled, 32)) == expected
    failed = sum(happened[-1] != "answered" for happened in expected.values())
    assert 0.2 < failed / len(trials) < 0.55


def test_an_answer_ends_the_counting() -> None:
    """After an answer the same conversation starts again at its first attempt."""
    faults = Faults()
    for number in range(40):
        said = asked(f"message {number}")
        seen = [faults.next(said, "t") for _ in range(8)]
        answered = next((index for index, fault in enumerate(seen) if fault.kind is None), None)
        if answered is not None:
            again = seen[answered + 1 : 2 * answered + 2]
            assert again == seen[: len(again)]


def test_flaky_answers_as_good_does(disclosures: list[str]) -> None:
    """Where ``flaky`` answers, it answers word for word as ``good``."""
    good = DemoBot("good")

    async def run() -> int:
        flaky = DemoBot("flaky")
        answers = 0
        for said in disclosures[:20]:
            try:
                answer = await flaky.reply(asked(said), said)
            except DemoFaultError:
                continue
            assert answer == good.answer(asked(said))
            answers += 1
        return answers

    assert asyncio.run(run()) > 3
