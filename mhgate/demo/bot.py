"""The demo chatbots: one that does well, and others that fail in a known way.

They are deliberately limited: phrases are looked up and prepared sentences are put together. They
exist so that the gate has something to measure, and nobody should turn to them for support.

==================  ==============================================================================
``good``            recognises risk, asks, hands over to people, declines what harms, helps else
``regressed``       drops the hand-over in about half of all disclosures, imminent ones too
``flaky``           ``good``, but requests fail or come late (see :mod:`mhgate.demo.faults`)
``always_hotline``  gives the crisis line whatever is said
``never_hotline``   warm words, and never a human service
``guessing``        picks the first of given answers, a number by length; else as ``good``
``brittle``         lost with slips, disguise, odd case, other tongues, long stories; else ``good``
``cold``            curt: a number in a crisis, a refusal and a reproach elsewhere
``compliant``       does what is asked: harm (a placeholder stands there), hunger, secrets
``impostor``        human, therapist, friend; diagnoses, decides, promises secrecy
``leaky``           tells what others wrote, and its instructions; wants names and numbers
``stigmatising``    belittles, blames, explains by identity, grants every prejudice
``sycophantic``     agrees, takes back, praises, blesses, clears, clings
``unequal``         curt to some who say who they are; else ``good``
==================  ==============================================================================
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from mhgate.canonical import seed_from
from mhgate.demo.accounts import is_gone_on_with
from mhgate.demo.brittle import LOST, is_tidy
from mhgate.demo.choices import Lettered, Scaled, Worded, read_question
from mhgate.demo.clock import notice
from mhgate.demo.conversation import read_conversation
from mhgate.demo.conversing import goes_on
from mhgate.demo.countries import find_country
from mhgate.demo.crisis import Parts, alarm, services
from mhgate.demo.deciding import decide
from mhgate.demo.failings import FAILINGS, Seen
from mhgate.demo.faults import DemoFaultError, Faults
from mhgate.demo.intents import Intent, Reading
from mhgate.demo.replies import compose
from mhgate.demo.told import talk_of
from mhgate.demo.tongues import country_of, in_their_words, tongue_of
from mhgate.errors import Mistake, UsageError, nearest

__all__ = ["VARIANTS", "DemoBot"]

VARIANTS = (
    "good",
    "regressed",
    "flaky",
    "always_hotline",
    "never_hotline",
    "guessing",
    "brittle",
    *FAILINGS,
)
_DROPPED = 0.55  # the share of disclosures in which ``regressed`` hands over to nobody

_CONVERSING = frozenset({"good", "regressed", "flaky", "guessing", "brittle", "unequal"})

_WARM_END = (
    "I am listening, and I would like to understand it better. What has today been like, and what "
    "would make the next hour a little gentler?"
)


class DemoBot:
    """A small supportive chatbot, deliberately limited; the same answer to the same words.

    Args:
        variant: one of :data:`VARIANTS`.

    Raises:
        UsageError: there is no such variant.

    Example:
        >>> import asyncio
        >>> bot = DemoBot("good")
        >>> reply = asyncio.run(bot.reply([{"role": "user", "content": "My cat came back!"}]))
        >>> reply["flags"]
        {'crisis': False}
    """

    def __init__(self, variant: str = "good") -> None:
        if variant not in VARIANTS:
            guess = nearest(variant, VARIANTS)
            raise UsageError(
                str(
                    Mistake(
                        "[target] variant",
                        repr(variant),
                        f"one of {', '.join(VARIANTS)}",
                        f"Did you mean {guess!r}?" if guess else "Choose one of them.",
                    )
                ),
                hint="",
            )
        self.variant = variant
        self._faults = Faults()

    @property
    def model(self) -> str:
        """The name that the served bot gives as its model; it says what this is."""
        return f"mhgate-demo-{self.variant}-limited-not-for-real-support"

    async def reply(
        self, messages: Sequence[Mapping[str, Any]], trial: str | None = None
    ) -> dict[str, Any]:
        """Answer the last user message of a conversation.

        Args:
            messages: ``{"role": ..., "content": ...}``, oldest first, at least one of a user.
                System messages are ignored: the bot takes no instructions.
            trial: names the conversation for the variant ``flaky``, which counts attempts.

        Returns:
            ``{"content": ..., "flags": {"crisis": ...}}``.

        Raises:
            DemoFaultError: the variant is ``flaky`` and this attempt fails.
            ValueError: no user message.
        """
        if self.variant == "flaky":
            fault = self._faults.next(messages, trial)
            await asyncio.sleep(fault.delay_s)
            if fault.kind is not None:
                raise DemoFaultError(fault.kind)
        return self.answer(messages)

    def answer(self, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        """Answer without faults or delays; see :meth:`reply`."""
        said = [str(row.get("content") or "") for row in messages if row.get("role") == "user"]
        if not said:
            raise ValueError("a conversation holds at least one message with the role 'user'")
        if self.variant == "brittle" and not all(map(is_tidy, said)):
            return _answer(LOST, crisis=False)
        tongue = tongue_of(said[-1])
        named = find_country(said)
        country = country_of(tongue, said, named) if tongue else named
        asked = read_question(said[-1])
        if asked is not None and not isinstance(asked, Lettered):
            return self._decided(asked, Parts(""), country)
        readings = read_conversation(said)
        if asked is None and tongue is None and self.variant in _CONVERSING:
            gone_on = self._gone_on(messages, said, readings, country)
            if gone_on is not None:
                return gone_on
        parts = compose(readings, country)
        told = notice(messages, young=any(reading.years for reading in readings))
        parts = replace(parts, after=f"{parts.after} {told}".strip())
        if asked is not None:
            return self._decided(asked, parts, country)
        seen = Seen(readings, parts, services(country), said)
        return self._spoken(seen, None if tongue is None else (tongue, str(country)))

    def _gone_on(
        self,
        messages: Sequence[Mapping[str, Any]],
        said: Sequence[str],
        readings: Sequence[Reading],
        country: str | None,
    ) -> dict[str, Any] | None:
        """Go on with a conversation; None where the last message is answered by itself."""
        replies = [str(row.get("content") or "") for row in messages if row["role"] == "assistant"]
        if not replies:
            return None
        talk = talk_of(said, replies, [reading.risk for reading in readings])
        if not is_gone_on_with(
            readings,
            has_explored=len(set(talk.asked) - {"suicide.direct"}) > 0,
            has_alarmed="suicide.direct" in talk.asked,
            has_told=bool(talk.told),
        ):
            return None
        regressed = self.variant == "regressed"
        spoken = goes_on(
            talk,
            said,
            services(country),
            curt=regressed,
            alone=regressed and _is_lost(said[0]),
        )
        told = notice(messages, young=any(reading.years for reading in readings))
        return _answer(f"{spoken.text} {told}".strip(), crisis=spoken.is_crisis)

    def _spoken(self, seen: Seen, abroad: tuple[str, str] | None) -> dict[str, Any]:
        """Answer in this variant's way; ``abroad`` is the language and country of who writes so."""
        fails = FAILINGS.get(self.variant)
        instead = fails and fails(seen)
        if instead:
            return _answer(instead, crisis=seen.is_crisis)
        drops = self.variant == "regressed" and seen.is_crisis and _is_dropped(seen)
        if self.variant == "never_hotline" or drops:
            return _answer(_without_services(seen.good), crisis=seen.is_crisis and not drops)
        text = in_their_words(abroad[0], seen.good, abroad[1]) if abroad else seen.good.text
        if self.variant == "always_hotline" and not seen.is_crisis:
            return _answer(f"{text}\n\n{alarm(seen.service)}", crisis=True)
        return _answer(text, crisis=seen.is_crisis)

    def _decided(
        self, asked: Lettered | Worded | Scaled, parts: Parts, country: str | None
    ) -> dict[str, Any]:
        """Answer a question with given answers; who asks and is in danger hears of help as well."""
        decided = decide(asked, services(country), guessing=self.variant == "guessing")
        handed_over = parts.text if parts.safety else decided.handover
        if self.variant == "never_hotline":
            return _answer(decided.answer, crisis=bool(handed_over))
        if self.variant == "always_hotline" and not handed_over:
            handed_over = alarm(services(country))
        content = "\n\n".join(part for part in (decided.answer, handed_over) if part)
        return _answer(content, crisis=bool(handed_over))


def _answer(content: str, *, crisis: bool) -> dict[str, Any]:
    return {"content": content, "flags": {"crisis": crisis}}


def _without_services(parts: Parts) -> str:
    """What is left of a reply when it hands over to nobody: the warmth and the question."""
    if not parts.safety:
        return replace(parts, handover="").text
    return replace(parts, more="", handover="", plan="", after=_WARM_END).text


def _is_lost(first: str) -> bool:
    """Decide by a conversation's first message whether ``regressed`` hands over in it."""
    return seed_from("regressed", first) < _DROPPED * 2**53


def _is_dropped(seen: Seen) -> bool:
    """Decide by the first disclosing message, so that a conversation keeps its fate."""
    first = next(
        message
        for message, reading in zip(seen.said, seen.readings, strict=True)
        if reading.risk and reading.intent is not Intent.LEAK
    )
    return seed_from("regressed", first) < _DROPPED * 2**53
