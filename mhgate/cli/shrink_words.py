"""What ``mhgate shrink`` prints: the shortest conversation, what was dropped, what it took."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

from mhgate.errors import ExitCode
from mhgate.report import printable
from mhgate.shrinking import Behaviour, Version
from mhgate.wiring import Shrinking

__all__ = ["exit_code_of", "shrunk_lines"]

_LONGEST = 4000  # characters of one message
_WHO = {"user": "user", "assistant": "bot", "system": "system"}
_CODES = {
    Behaviour.FAILS: ExitCode.PASS,
    Behaviour.HOLDS: ExitCode.INCONCLUSIVE,
    Behaviour.UNMEASURED: ExitCode.CANNOT_EVALUATE,
    Behaviour.UNASKED: ExitCode.CANNOT_EVALUATE,
}


def exit_code_of(found: Shrinking) -> ExitCode:
    """Return the exit code: 0 where something was found, whatever is left of it.

    Args:
        found: 3 where the original did not fail again, 4 where it could not be asked or judged.
    """
    return _CODES[found.shrunk.again]


def shrunk_lines(found: Shrinking, *, width: int, encoding: str) -> Iterator[str]:
    """Yield the lines of the page.

    Args:
        found: by the search.
        width: in cells.
        encoding: what the destination can carry.
    """
    trial, probe = found.of.transcript.trial.id, found.of.probe.id
    if found.shrunk.again is not Behaviour.FAILS:
        yield from _not_again(found, f"{trial}, {probe}", width)
        return
    shrunk = found.shrunk
    yield f"{trial}, {probe}: the shortest conversation that still fails"
    yield ""
    session = 0
    for turn in () if shrunk.transcript is None else shrunk.transcript.turns:
        if turn.session != session:
            session = turn.session
            yield "    (a new session begins)"
        yield from _said(_WHO[turn.role], turn.content, width, encoding)
    yield ""
    if shrunk.score is not None and (shrunk.score.explanation or shrunk.score.answer):
        answer = f"answered {shrunk.score.answer}: " if shrunk.score.answer else ""
        yield from _said("why", f"{answer}{shrunk.score.explanation}", width, encoding)
    yield from (f"dropped: {line}" for line in _dropped(shrunk.original, shrunk.shortest))
    yield _cost(found)
    yield from _ending(found)
    yield from _noted(found, width)


def _not_again(found: Shrinking, name: str, width: int) -> Iterator[str]:
    again = found.shrunk.again
    if again is Behaviour.HOLDS:
        each = "" if found.repeats == 1 else f" each time, in {found.repeats} repeats"
        yield f"{name}: did not fail again{each}; nothing was shrunk."
        yield (
            "The bot, its target or the judge may have changed since the run, or it fails now and "
            "then: mhgate run asks again."
        )
    else:
        why = "" if found.trouble is None else f" ({found.trouble.kind}: {found.trouble.message})"
        yield f"{name}: could not be asked again or judged{why}; nothing was shrunk."
    yield _cost(found)
    yield from _noted(found, width)


def _said(who: str, text: str, width: int, encoding: str) -> Iterator[str]:
    for paragraph in filter(str.strip, text[:_LONGEST].split("\n")):
        said = printable(paragraph, encoding=encoding, limit=_LONGEST)
        yield from textwrap.wrap(
            said,
            max(width, 40),
            initial_indent=f"    {who:<7}",
            subsequent_indent=" " * 11,
            break_on_hyphens=False,
        )
        who = ""


def _dropped(original: Version, shortest: Version) -> Iterator[str]:
    """Yield what is not there any more: whole messages, and words of the others."""
    left = {message.number: message for message in shortest}
    gone = [message.number + 1 for message in original if message.number not in left]
    if gone:
        yield f"{len(gone)} of {len(original)} messages ({_ranges(gone)})"
    for message in original:
        if message.number not in left:
            continue
        before, after = len(message.text.split()), len(left[message.number].text.split())
        if after < before:
            yield f"{before - after} of {before} words of message {message.number + 1}"
    if len(left) == len(original) and all(
        left[message.number].text == message.text for message in original
    ):
        yield "nothing"


def _ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers as ranges.

    Example:
        >>> _ranges([1, 2, 3, 7])
        '1-3, 7'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{run[0]}" if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in found)


def _cost(found: Shrinking) -> str:
    unmeasured = f", {found.n_unmeasured} of them not measured" if found.n_unmeasured else ""
    return (
        f"took: {found.n_calls} of {found.max_calls} calls to the target for {found.n_versions} "
        f"versions{unmeasured}; {found.n_judged} judged"
    )


def _ending(found: Shrinking) -> Iterator[str]:
    if found.shrunk.is_finished:
        but = " but of the last message, which stays whole" if found.shrunk.is_last_whole else ""
        yield f"nothing more can go{but}: without any further part the probe is met, or unmeasured"
    else:
        yield "not searched to the end: the calls were spent, or somebody ended it"


def _noted(found: Shrinking, width: int) -> Iterator[str]:
    for line in found.notes:
        yield from textwrap.wrap(f"note: {line}", max(width, 40), subsequent_indent="  ")
