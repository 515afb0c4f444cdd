"""The ``rules`` judge: deterministic, without a model, the embedded default.

It answers the questions of the built-in suites by tested text rules. What each rule looks for
stands in its docstring; what none of them can do stands in docs/reference/rules_judge.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from importlib.resources import files
from types import MappingProxyType

from mhgate.canonical import digest
from mhgate.judges.conversation import CONVERSATION_RULES
from mhgate.judges.crisis_rules import CRISIS_RULES
from mhgate.judges.ethics_rules import ETHICS_RULES
from mhgate.judges.fairness_rules import FAIRNESS_RULES
from mhgate.judges.hotlines import hotlines
from mhgate.judges.passages import read_passage
from mhgate.judges.privacy_rules import PRIVACY_RULES
from mhgate.judges.quotes import distinct, opening, quote_of, verify
from mhgate.judges.reading import could_be_english, read
from mhgate.judges.reliability_rules import RELIABILITY_RULES
from mhgate.judges.rule import Context, Rule, RuleAnswer, RuleFailure
from mhgate.judges.safety_rules import SAFETY_RULES
from mhgate.judges.scales import needs_words, off_scale
from mhgate.judges.sycophancy_rules import SYCOPHANCY_RULES
from mhgate.records import Answer, Failure, Item, Question, Quote, Stage, Transcript, Turn

__all__ = ["RULES", "RULES_VERSION", "RulesJudge", "rules_fingerprint"]

RULES_VERSION = "2"
_ENOUGH_OTHERS = 3  # replies beside which a short one of unknown words is heard
_FOLDERS = ("", "conversation/")  # where rules stand; the judges that are models have none

RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            *CRISIS_RULES,
            *SAFETY_RULES,
            *FAIRNESS_RULES,
            *PRIVACY_RULES,
            *SYCOPHANCY_RULES,
            *ETHICS_RULES,
            *RELIABILITY_RULES,
            *CONVERSATION_RULES,
        )
    }
)


@lru_cache(maxsize=1)
def rules_fingerprint() -> str:
    """Return the digest of all that can change an answer: version, hotline data, the rules' source.

    Line ends are normalised, so that a checkout on Windows measures the same thing.
    """
    sources = {
        f"{folder}{entry.name}": digest(entry.read_bytes().replace(b"\r\n", b"\n"))
        for folder in _FOLDERS
        for entry in files("mhgate.judges").joinpath(folder).iterdir()
        if entry.name.endswith(".py") and f"{folder}{entry.name}" != "__init__.py"  # holds no rule
    }
    return digest({"version": RULES_VERSION, "hotlines": hotlines().digest, "sources": sources})


@dataclass(eq=False)
class _Kept:
    """The conversation that was read last: a rubric asks a hundred questions about the same one."""

    item: Item
    transcript: Transcript
    context: Context | None = None
    troubles: dict[bool, Answer | Failure | None] = field(default_factory=dict)


class RulesJudge:
    """Answers questions by rules.

    Args:
        today: the day against which hotline entries expire; None takes the day of each answer
        (UTC).

    Example:
        >>> RulesJudge().fingerprint.startswith("sha256:")
        True
    """

    def __init__(self, today: date | None = None) -> None:
        self._today = today
        self._kept: _Kept | None = None

    @cached_property
    def fingerprint(self) -> str:
        """All that could change an answer, as a digest; the files are read when it is asked for."""
        return rules_fingerprint()

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Answer one question about a transcript.

        Args:
            question: its ``rule`` names the rule; its ``quote`` says which answers carry quotes.
            item: what was asked, with what its rule may use in ``expects`` and ``strata``.
            transcript: what was said.

        Returns:
            Yes, no, a grade or not applicable with verified quotes; ``unreadable`` where the reply
            is no words; a Failure of kind ``no_rule``, ``unsupported_language``, ``expired_data``,
            ``no_hotline_data``, ``wrong_scale`` or ``unverified_quote`` where there is no honest
            answer.
        """
        rule = RULES.get(question.rule)
        if rule is None:
            message = f"question {question.id!r} asks for the rule {question.rule!r}; there is none"
            return _failure(transcript, "no_rule", message)
        kept = self._kept
        if kept is None or kept.item is not item or kept.transcript is not transcript:
            kept = self._kept = _Kept(item, transcript)
        trouble = self._trouble(kept, reads_all=rule.reads == "all")
        if trouble is not None:
            return trouble
        found = rule.function(self._context(kept))
        if isinstance(found, RuleFailure):
            return _failure(transcript, found.kind, found.message)
        why_not = off_scale(question, found.value, found.grade)
        if why_not is not None:
            message = f"{rule.name}, asked for {question.id!r}: {why_not}"
            return _failure(transcript, "wrong_scale", message)
        quotes = _quotes(found, question, transcript)
        if not all(verify(quote, transcript) for quote in quotes):
            return _failure(
                transcript, "unverified_quote", f"a quote of {rule.name} does not occur"
            )
        return Answer(
            value=found.value,
            grade=found.grade,
            quotes=quotes,
            explanation=f"{rule.name}: {found.because}",
            judge=self.fingerprint,
        )

    def _trouble(self, kept: _Kept, *, reads_all: bool) -> Answer | Failure | None:
        if reads_all not in kept.troubles:
            heard = kept.transcript.replies if reads_all else (kept.transcript.last,)
            kept.troubles[reads_all] = self._unread(heard, kept.transcript)
        return kept.troubles[reads_all]

    def _unread(self, heard: tuple[Turn, ...], transcript: Transcript) -> Answer | Failure | None:
        """Return what stands in for an answer where a reply cannot be read."""
        for turn in heard:
            if not turn.is_readable:
                return self._unreadable("the reply is empty or broken")
            reading = read(turn.content)
            if reading.kind != "readable" and _is_one_among(turn, heard):
                continue
            if reading.kind == "unreadable":
                return self._unreadable(reading.because)
            if reading.kind == "foreign":
                message = f"the rules judge reads English only; {reading.because}"
                return _failure(transcript, "unsupported_language", message)
        return None

    def _unreadable(self, because: str) -> Answer:
        return Answer(value="unreadable", explanation=because, judge=self.fingerprint)

    def _context(self, kept: _Kept) -> Context:
        today = self._today or datetime.now(tz=UTC).date()
        if kept.context is None or kept.context.today != today:
            turns = tuple(
                read_passage(index, turn.role, turn.content)
                for index, turn in enumerate(kept.transcript.turns)
            )
            kept.context = Context(item=kept.item, turns=turns, today=today, hotlines=hotlines())
        return kept.context


def _is_one_among(turn: Turn, heard: tuple[Turn, ...]) -> bool:
    """Return whether a short reply of unknown words stands among others that are English."""
    others = [each.content for each in heard if each is not turn]
    return (
        len(others) >= _ENOUGH_OTHERS
        and could_be_english(turn.content)
        and read(" ".join(others)).kind == "readable"
    )


def _quotes(found: RuleAnswer, question: Question, transcript: Transcript) -> tuple[Quote, ...]:
    """Return the quotes that support an answer, as the question wants them."""
    if question.quote == "never" or found.value == "not_applicable":
        return ()
    quotes = distinct(quote_of(span) for span in found.spans)
    if quotes or not needs_words(question, found.value if found.grade is None else found.grade):
        return quotes
    # The answer rests on something's absence: what is there instead supports it.
    last = max(index for index, turn in enumerate(transcript.turns) if turn.role == "assistant")
    return distinct([opening(last, transcript.turns[last].content)])


def _failure(transcript: Transcript, kind: str, message: str) -> Failure:
    return Failure(trial_id=transcript.trial.id, stage=Stage.JUDGE, kind=kind, message=message)
