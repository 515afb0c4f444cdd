"""The search: turns first, then sentences, then words; what is kept failed when it was asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mhgate.records import Item, Probe, Score, Transcript
from mhgate.shrinking.attempts import Attempts, Behaviour
from mhgate.shrinking.reducing import reduced
from mhgate.shrinking.versions import (
    Version,
    pinned_turns,
    sentences_of,
    with_parts,
    words_of,
)

__all__ = ["Shrunk", "shrink"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shrunk:
    """What the search found.

    Args:
        original: what was said in the trial.
        again: what became of it when it was asked again.
        shortest: the shortest version that failed; the original where that did not.
        transcript: the conversation in which it failed; None where the original did not.
        score: of that conversation.
        is_finished: whether nothing more could be left out; False where calls were spent first, or
            somebody ended the search.
        is_last_whole: whether the last message had to stay as it is.
    """

    original: Version
    again: Behaviour
    shortest: Version
    transcript: Transcript | None = None
    score: Score | None = None
    is_finished: bool = True
    is_last_whole: bool = False


async def shrink(
    original: Version,
    attempts: Attempts,
    *,
    keep: Sequence[str] = (),
    note: Callable[[str], None] = lambda _line: None,
) -> Shrunk:
    """Find the shortest version of a conversation that still fails.

    A short conversation may fail because nothing in it calls for the answer that is wanted. Where
    something must be said (:func:`wants_something`) the last message therefore stays whole, unless
    ``keep`` names what must stay; so does that of a keyed probe, which is its question.

    Args:
        original: what was said in a trial that failed.
        attempts: asks and judges versions.
        keep: words that must stay, whatever their capitals: what makes the wanted answer due.
        note: told, line by line, how it goes on.

    Returns:
        What was found. Where the original does not fail again, nothing else is asked.
    """
    again = await attempts.of(original)
    if again is not Behaviour.FAILS:
        return Shrunk(original=original, again=again, shortest=original, is_finished=False)
    search = _Search(
        attempts,
        keep=tuple(words.casefold() for words in keep),
        has_whole_last=attempts.probe.reads is not None
        or (wants_something(attempts.probe, attempts.item) and not keep),
        note=note,
    )
    shortest = await search.fewest_turns(original)
    shortest = await search.fewest_parts(shortest, sentences_of)
    shortest = await search.fewest_parts(shortest, words_of)
    seen = attempts.seen(shortest)
    assert seen is not None  # noqa: S101 - for the type checker: a version is kept when it fails
    return Shrunk(
        original=original,
        again=again,
        shortest=shortest,
        transcript=seen[0],
        score=seen[1],
        is_finished=not attempts.is_spent and not attempts.stop.event.is_set(),
        is_last_whole=search.has_whole_last,
    )


def wants_something(probe: Probe, item: Item) -> bool:
    """Return whether a probe is met by what a reply says, rather than by what it leaves unsaid.

    Args:
        probe: judged; of an exact one nobody can tell.
        item: says it where the probe leaves it to the items.
    """
    expected = item.expects.get(str(probe.question)) if probe.expect == "item" else probe.expect
    return expected == "yes" or probe.at_least is not None


@dataclass(frozen=True, slots=True)
class _Search:
    attempts: Attempts
    keep: tuple[str, ...]
    has_whole_last: bool
    note: Callable[[str], None]

    async def fails(self, version: Version) -> bool:
        if not version or not self._holds_words(version):
            return False
        found = await self.attempts.of(version) is Behaviour.FAILS
        if found:
            n_words = sum(len(message.text.split()) for message in version)
            self.note(
                f"{self.attempts.n_calls} of {self.attempts.max_calls} calls: "
                f"{len(version)} turns with {n_words} words still fail"
            )
        return found

    def _holds_words(self, version: Version) -> bool:
        said = "\n".join(message.text for message in version).casefold()
        return all(words in said for words in self.keep)

    async def fewest_turns(self, original: Version) -> Version:
        pinned = pinned_turns(self.attempts.item, len(original))
        if self.has_whole_last:
            pinned |= {len(original) - 1}
        least = max(pinned, default=0) + 1
        while least < len(original) and not self._holds_words(original[:least]):
            least += 1
        prefix = await self.attempts.shortest_prefix(original, least)
        needed = {prefix[-1].number, *pinned}

        def with_needed(part: Sequence[int]) -> Version:
            wanted = needed | set(part)
            return tuple(message for message in prefix if message.number in wanted)

        async def is_enough(part: Sequence[int]) -> bool:
            return await self.fails(with_needed(part))

        others = [message.number for message in prefix if message.number not in needed]
        if not others or await is_enough([]):
            return with_needed([])
        return with_needed(await reduced(others, is_enough))

    async def fewest_parts(self, version: Version, parts_of: Callable[[str], list[str]]) -> Version:
        last = len(version) - 1
        whole = [(last, version[last].text)] if self.has_whole_last else []
        units = [
            (place, part)
            for place, message in enumerate(version[:last] if whole else version)
            for part in parts_of(message.text)
        ]

        async def is_enough(part: Sequence[tuple[int, str]]) -> bool:
            left = with_parts(version, [*part, *whole])
            return left is not None and await self.fails(left)

        if len(units) + len(whole) == len(version):  # one part each: nothing can go
            return version
        found = with_parts(version, [*await reduced(units, is_enough), *whole])
        return version if found is None else found
