"""How well a model kept to its part as the patients of a run: in a few clauses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mhgate.records import Playing
from mhgate.report.wording import short_digest

__all__ = ["how_it_was_played"]


def how_it_was_played(playing: Playing | None) -> Iterator[str]:
    """Yield who played, how its messages held, what was told of the earned, and what it cost.

    Args:
        playing: the account of a report; without one there is nothing to say.
    """
    if playing is None:
        return
    names = ", ".join(playing.models) or "a model that names itself nowhere"
    kept = f", {playing.n_kept} kept from before" if playing.n_kept else ""
    yield (
        f"simulated {short_digest(playing.fingerprint)} by {names}: "
        f"{playing.n_conversations} conversations{kept}"
    )
    if playing.n_turns:
        yield (
            f"fidelity {playing.fidelity:.3f}: {playing.n_held_at_first} of {playing.n_turns} "
            f"messages held at first, {playing.n_held} after a second call"
        )
    if playing.broken:
        yield f"broken: {_counted(playing.broken)}"
    if playing.n_earned:
        yield f"told {playing.n_told} of {playing.n_earned} dangers that the bot had earned"
    if playing.n_severities:
        yield (
            f"judged severity is the vignette's in {playing.n_severities_agreed} of "
            f"{playing.n_severities} answers"
        )
    yield _cost(playing)


def _counted(kinds: Mapping[str, int]) -> str:
    return ", ".join(f"{kind.removeprefix('patient_')} {count}" for kind, count in kinds.items())


def _cost(playing: Playing) -> str:
    calls = f"{playing.n_calls} calls"
    if playing.n_requests != playing.n_calls:
        calls += f" in {playing.n_requests} requests"
    tokens = f"{playing.n_prompt_tokens} tokens read, {playing.n_completion_tokens} written"
    if playing.n_estimated:
        tokens += f" ({playing.n_estimated} calls estimated by characters)"
    money = "no price stated" if playing.usd is None else f"{playing.usd:.2f} USD"
    return f"{calls}; {tokens}; {money}"
