"""``Panel``: every member is asked, every vote is kept, every disagreement is counted."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from mhgate.canonical import digest
from mhgate.errors import ConfigError, Mistake
from mhgate.judges.panel.counting import Rule, choose, differ, said_by
from mhgate.judges.scales import off_scale
from mhgate.protocols import Judge
from mhgate.records import Answer, Failure, Item, Question, Stage, Transcript, Vote

__all__ = ["Member", "Panel", "panel_fingerprint"]

Came = Answer | Failure

_FEWEST = 2  # members
_LONGEST = 500  # characters of a failure's message


class Member(NamedTuple):
    """A judge on a panel, and the name under which its votes are shown."""

    name: str
    judge: Judge


def panel_fingerprint(members: Iterable[str], rule: Rule) -> str:
    """Return the fingerprint of a panel.

    Args:
        members: the members' fingerprints, in any order.
        rule: how their votes become one answer.
    """
    return digest({"kind": "panel", "rule": rule, "members": sorted(members)})


class Panel:
    """Asks several judges and answers by a rule.

    ``majority``: what more than half of all members say; a member that could not answer has no
    vote, and counts among all of them. ``unanimity``: what every member says. ``mean``: of grades
    the mean, rounded to a grade, a half down; of yes and no a majority, which is what their mean
    comes to. Where the rule gives no answer, there is none: a Failure of kind ``no_majority`` or
    ``not_unanimous``. A member whose answer is none that the question takes could not answer.

    Args:
        members: at least two, with fingerprints and names of their own.
        rule: how their votes become one answer.

    Raises:
        ConfigError: fewer than two members, or the same judge twice.
    """

    def __init__(self, members: Sequence[Member], rule: Rule) -> None:
        _refuse_repeats(members)
        self.members = tuple(members)
        self.rule = rule
        self.n_compared = 0
        self.disagreements: Counter[str] = Counter()

    @property
    def fingerprint(self) -> str:
        """The digest of the members' fingerprints and of the rule."""
        return panel_fingerprint((each.judge.fingerprint for each in self.members), self.rule)

    async def answer(
        self, question: Question, item: Item, transcript: Transcript
    ) -> Answer | Failure:
        """Ask every member at the same time, and count their votes.

        Args:
            question: what is asked.
            item: what was asked of the product.
            transcript: what was said.

        Returns:
            The answer that the rule gives, with the quotes of those who gave it and the votes of
            all; or the Failure that stands in its place.
        """
        came = await asyncio.gather(
            *(each.judge.answer(question, item, transcript) for each in self.members)
        )
        votes = tuple(_vote(*each, question) for each in zip(self.members, came, strict=True))
        is_split = differ(votes)
        if is_split is not None:
            self.n_compared += 1
            self.disagreements[question.id] += is_split
        chosen = choose(votes, question, self.rule)
        attempts = sum(each.attempts for each in came)
        told = "; ".join(map(_told, votes, came))
        if chosen is None:
            return Failure(
                trial_id=transcript.trial.id,
                stage=Stage.JUDGE,
                kind="not_unanimous" if self.rule == "unanimity" else "no_majority",
                message=f"the panel gave no answer: {told}"[:_LONGEST],
                attempts=attempts,
            )
        of = [came[place] for place in chosen.of]
        quotes = dict.fromkeys(q for each in of if isinstance(each, Answer) for q in each.quotes)
        return Answer(
            value=chosen.value,
            grade=chosen.grade,
            quotes=tuple(quotes),
            explanation=f"{chosen.how}: {told}",
            judge=self.fingerprint,
            attempts=attempts,
            votes=votes,
        )


def _vote(member: Member, came: Came, question: Question) -> Vote:
    name, fingerprint = member.name, member.judge.fingerprint
    if isinstance(came, Failure):
        return Vote(name=name, judge=fingerprint, failure_kind=came.kind)
    if off_scale(question, came.value, came.grade) is not None:
        return Vote(name=name, judge=fingerprint, failure_kind="wrong_scale")
    return Vote(
        name=name,
        judge=fingerprint,
        value=came.value,
        grade=came.grade,
        confidence=came.confidence,
    )


def _told(vote: Vote, came: Came) -> str:
    said = vote.failure_kind if vote.value is None else said_by(vote)
    why = "" if isinstance(came, Failure) else came.explanation
    return f"{vote.name} {said}" + (f" ({why})" if why else "")


def _refuse_repeats(members: Sequence[Member]) -> None:
    where = "thresholds.toml: judge.member"
    mistakes = []
    if len(members) < _FEWEST:
        found = f"{len(members)} member" if len(members) == 1 else "no members"
        mistakes.append(Mistake(where, found, "at least two judges", "Add another judge."))
    seen: dict[str, str] = {}
    for each in members:
        first = seen.setdefault(each.judge.fingerprint, each.name)
        if first != each.name or [other.name for other in members].count(each.name) > 1:
            mistakes.append(
                Mistake(
                    where,
                    f"{each.name}, which is {first} once more"
                    if first != each.name
                    else f"{each.name} more than once",
                    "judges that differ",
                    "Asking one judge twice shows its own noise, and no second opinion.",
                )
            )
    if mistakes:
        raise ConfigError(mistakes)
