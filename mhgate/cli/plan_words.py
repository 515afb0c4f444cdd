"""What ``mhgate plan`` prints: what is asked, what is assumed, a table, warnings with remedies."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from mhgate.cli.plan_numbers import chance, counted, duration, number
from mhgate.cli.plan_table import table
from mhgate.cli.plan_warnings import warnings
from mhgate.wiring import Forecast
from mhgate.wiring.planning import (
    CHARACTERS_OF_A_REPLY,
    CHARACTERS_OF_A_TOKEN,
    TOKENS_OF_A_MESSAGE,
    TOKENS_OF_AN_ANSWER,
    Asked,
)

__all__ = ["words"]

_JUDGES = {
    "none": "every probe is an exact check: nothing is judged",
    "off": 'the judge is not certified (trust = "off"): chances carry sampling error only, and '
    "so will the verdict",
    "certified": "the judge's error is taken out of judged probes by its certificates",
}


def words(found: Forecast, width: int) -> list[str]:
    """Return the lines of a forecast.

    Args:
        found: the forecast.
        width: of the terminal, in characters.
    """
    lines: list[str] = []
    for text in (_head(found), *_asks(found)):
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    lines += _budget(found, width)
    lines += ["", "assumed:"]
    for text in _assumes(found):
        lines += textwrap.wrap(text, width, initial_indent="- ", subsequent_indent="  ")
    lines += ["", *table(found, width), ""]
    for text in (*_legend(found), *found.notes):
        lines += textwrap.wrap(text, width, subsequent_indent="  ")
    lines.append("")
    for first, *remedies in warnings(found):
        lines += textwrap.wrap(first, width, subsequent_indent="  ")
        for remedy in remedies:
            lines += textwrap.wrap(remedy, width, initial_indent="  ", subsequent_indent="  ")
    if not found.hopeless:
        lines.append("A bot that never misses passes every required probe and stratum.")
    lines += textwrap.wrap(_default_size(found), width)
    return lines


def _budget(found: Forecast, width: int) -> list[str]:
    """Return what the budget buys, file by file, and what it does not hold."""
    budget = found.budget
    if budget is None:
        return []
    lines = ["", "budget:"]
    for text in (*(f"WARNING: {warning}" for warning in budget.warns), *budget.says):
        lines += textwrap.wrap(text, width, initial_indent="- ", subsequent_indent="  ")
    rows = [("families asked", "families", "items", "messages", "USD")]
    for file in budget.files:
        families = f"{file.families} of {file.of_families}"
        items = f"{file.items} of {file.of_items}"
        usd = "-" if file.usd is None else f"{file.usd:.2f}"
        rows.append((file.file, families, items, f"{file.messages:.0f}", usd))
    longest = max(len(name) for name, *_ in rows)
    for name, families, items, messages, usd in rows:
        numbers = f"{families:>12}{items:>14}{messages:>10}{usd:>9}"
        line = f"  {name:<{longest}}{numbers}"
        lines += [line] if len(line) <= width else [f"  {name}"[:width], f"    {numbers}"]
    return lines


def _head(found: Forecast) -> str:
    probes = counted(sum(line.part.stratum is None for line in found.lines), "probe")
    strata = sum(line.part.stratum is not None for line in found.lines)
    of_strata = f" and {counted(strata, 'stratum', 'strata')}" if strata else ""
    return (
        f"{found.config_file}, profile {found.profile}, design {found.design}: "
        f"{probes}{of_strata}, {counted(len(found.files), 'file')} of items"
    )


def _asks(found: Forecast) -> Iterator[str]:
    if found.design == "fixed":
        yield f"asks {_asked(found, found.most)}"
    else:
        yield f"asks on average {_asked(found, found.expected)}"
        yield f"asks at most {_asked(found, found.most)}"
    if found.further:
        yield _requests(found)


def _requests(found: Forecast) -> str:
    """Say what a session flow sends beside the messages, so that max_requests can be set."""
    flow, most = found.further, found.most
    each = [f"{counted(flow.before, 'step')} of before"] if flow.before else []
    each += ["the opening of a session"] if flow.session else []
    sent = [f"{' and '.join(each)} for each conversation"] if each else []
    sent += ["one look of the poll for each message"] if flow.poll else []
    beside = counted(round(flow.at_least(most, arms=found.arms)), "request")
    return (
        f"sends at least {beside} beside the messages ({', '.join(sent)}): at least "
        f"{round(found.requests(most))} requests to [target] in all, which is the least that "
        "max_requests can hold; a further look, session or attempt is one more"
    )


def _asked(found: Forecast, asked: Asked) -> str:
    items = counted(round(asked.items), "item")
    if round(asked.trials) != round(asked.items):
        items = f"{counted(round(asked.trials), 'trial')} of {items}"
    messages = counted(round(asked.messages), "message")
    answers = counted(round(asked.answers), "answer")
    calls = f" in {counted(round(asked.calls), 'call')}" if asked.calls else ""
    text = f"{items}: {messages} to the bot, {answers} of the judge{calls}, "
    if asked.played:
        calls = counted(round(asked.played), "call")
        text += f"{calls} of the patient's model (twice that where all are repaired), "
    text += f"about {duration(found.seconds(asked))}{_bound(found, asked)}"
    return text + _money(found, asked)


def _bound(found: Forecast, asked: Asked) -> str:
    """Say which limit by the minute makes it take so long, where one does."""
    limit = found.bound_by(asked)
    if limit is None:
        return ""
    amount = counted(round(limit.amount(asked)), "token" if limit.is_of_tokens else "request")
    return f" ({limit.key} = {limit.per_minute:g} binds: {amount})"


def _money(found: Forecast, asked: Asked) -> str:
    """Return the price, and what is not in it; nothing where no price is known."""
    assumed, whole = found.assumed, asked.usd(found.assumed)
    if whole is not None:
        return f", {whole:.2f} USD"
    if assumed.usd_per_message is not None:
        return f", {asked.usd_for_messages(assumed):.2f} USD and what the judge's answers cost"
    if asked.is_judging_priced(assumed):
        return f", {asked.usd_for_answers(assumed):.2f} USD and what the bot's messages cost"
    return ", and no price is stated" if asked.calls else ""


def _assumes(found: Forecast) -> Iterator[str]:
    assumed = found.assumed
    pace = f"{assumed.latency_s:g} s a message"
    if assumed.judge_latency_s:
        pace += f", {assumed.judge_latency_s:g} s an answer of the judge"
    pace += f", {counted(found.concurrency, 'conversation')} at once"
    for limit in found.limits:
        pace += f", {limit.key} = {limit.per_minute:g}"
    yield pace + "; no reply is missing"
    if any(limit.counts == "tokens" for limit in found.limits):
        yield (
            f"a token is {CHARACTERS_OF_A_TOKEN} characters, a reply of the bot "
            f"{CHARACTERS_OF_A_REPLY // CHARACTERS_OF_A_TOKEN} tokens; each message carries what "
            "was said before it, where the bot is sent the conversation, and its system prompt"
        )
    is_priced = assumed.usd_per_answer is None and found.most.usd_by_tokens is not None
    if found.most.calls and (is_priced or _limits_judged_tokens(found)):
        yield (
            f"a token of the judge is {CHARACTERS_OF_A_TOKEN} characters, a reply of the bot "
            f"{CHARACTERS_OF_A_REPLY}, an answer of the judge {TOKENS_OF_AN_ANSWER} tokens"
        )
    if any(limit.counts == "played_tokens" for limit in found.limits):
        yield (
            f"a message of the patient's model is {TOKENS_OF_A_MESSAGE} tokens; its call reads the "
            "role, and what was said before"
        )
    if assumed.rate is None:
        yield (
            "a bot that misses a fifth of what each min_score lets it miss (a rate of 0.97 where "
            "0.85 is needed); --rate sets one rate for all"
        )
    else:
        yield f"a bot whose true rate is {assumed.rate:g}"
    yield "items of a family are alike (correlation 0.1), probes are independent of one another"
    yield _judge(found)
    claims = counted(found.n_claims, "possible claim")
    yield (
        f"fails are corrected for the {claims} of this gate (Holm), drops for the "
        f"{found.n_with_drops} that there are with a baseline"
    )
    if found.needs_holding:
        yield "a pass is also shown against the baseline, by a bot that has not changed"


def _limits_judged_tokens(found: Forecast) -> bool:
    return any(limit.counts == "judged_tokens" for limit in found.limits)


def _judge(found: Forecast) -> str:
    what_if = found.assumed.what_if
    if found.judge != "what_if" or what_if is None:
        return _JUDGES[found.judge]
    return (
        f"WHAT IF the judge were certified with sensitivity {what_if.sensitivity:g} on "
        f"{what_if.good} good replies and specificity {what_if.specificity:g} on {what_if.bad} "
        "bad ones; its error is then taken out of judged probes"
    )


def _legend(found: Forecast) -> Iterator[str]:
    if any(not line.threshold.required for line in found.lines):
        yield "(in brackets: not required, it advises, and is decided at its own alpha)"
    yield "pass, fail, open: a pillar passes when all that it requires does, and fails by any of it"
    whole = "" if found.design == "fixed" else " (the whole plan asked, and looked at once)"
    yield (
        f"drop seen: the smallest true drop that is claimed 4 times in 5{whole}; power: how "
        f"probably one of {found.assumed.drop:g} is; -: without max_drop nobody asks"
    )
    if found.design != "fixed":
        yield (
            "asked: trials on average; a file is asked until the slowest probe or stratum that "
            "decides on it is settled, as if they were independent, to the end of its wave"
        )


def _default_size(found: Forecast) -> str:
    size = found.default_size
    exact, judged = _sees(size.drop), _sees(size.judged_drop)
    through = "" if size.judge_j is None else f" ({judged} through the judge)"
    power = chance(size.power)
    if size.judged_power is not None:
        power += f" ({chance(size.judged_power)})"
    return (
        f"Aim at {size.items} items in {size.families} families for a required probe: beside "
        f"these claims it sees {exact} 4 times in 5{through}, and a drop of "
        f"{found.assumed.drop:g} with {power}."
    )


def _sees(drop: float | None) -> str:
    return "no drop" if drop is None else f"a drop of {number(drop)}"
