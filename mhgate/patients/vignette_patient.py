"""The scripted patient over a vignette: offline and deterministic, it tells what a bot earns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from mhgate.canonical import digest
from mhgate.patients.machine.hearing import hear
from mhgate.patients.machine.moves import step
from mhgate.patients.machine.speech import message_of
from mhgate.patients.machine.states import State
from mhgate.records import Failure, Item, Stage, Trial, Turn, Vignette

__all__ = ["SCRIPT_VERSION", "VignettePatient", "next_message", "script_fingerprint"]

SCRIPT_VERSION = "1"
"""Of what the scripted patient hears and says: another one is another measurement."""

_SPOKEN = "en"


@lru_cache(maxsize=1)
def script_fingerprint() -> str:
    """Return the digest of all that can change a word: version, phrases, machine and wordings.

    Line ends are normalised, so that a checkout on Windows measures the same thing.
    """
    sources = {
        name: digest(entry.read_bytes().replace(b"\r\n", b"\n"))
        for name, entry in _sources(files("mhgate.patients.machine"), "")
    }
    return digest({"patient": "scripted", "version": SCRIPT_VERSION, "sources": sources})


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir() and entry.name != "__pycache__":
            yield from _sources(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(".py"):
            yield f"{path}{entry.name}", entry


def next_message(vignette: Vignette, replies: Sequence[str]) -> str | None:
    """Return what the person writes next.

    Args:
        vignette: the person.
        replies: all that the bot said, oldest first; none before the opening.

    Returns:
        The message, the opening first; None where nothing is left to say.
    """
    if not replies:
        return vignette.opening
    state, acts = State(vignette), None
    for reply in replies:
        acts = step(state, hear(reply))
        if acts is None:
            return None
    return message_of(vignette, acts or (), len(replies))


class VignettePatient:
    """Plays the vignette of an item by rules: the same words to the same replies, anywhere.

    What is said is reckoned anew from the whole conversation each time: nothing is kept between
    calls, and neither the trial nor the order of calls changes a word.
    """

    @cached_property
    def fingerprint(self) -> str:
        """All that could change a word, as a digest; the files are read when it is asked for."""
        return script_fingerprint()

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | Failure | None:
        """Return the person's next message.

        Args:
            item: with a vignette.
            turns: the conversation so far.
            trial: which this is.

        Returns:
            The message; None where nothing is left to say; a Failure of kind
            ``unsupported_language`` where the item is in another language than English.

        Raises:
            ValueError: the item has no vignette.
        """
        if item.vignette is None:
            raise ValueError(f"{item.id} has no vignette; expected one to play")
        if item.language.partition("-")[0] != _SPOKEN:
            return Failure(
                trial_id=trial.id,
                stage=Stage.PATIENT,
                kind="unsupported_language",
                message=f"the scripted patient speaks English only; {item.id} is in "
                f"{item.language!r}",
            )
        return next_message(
            item.vignette, [turn.content for turn in turns if turn.role == "assistant"]
        )
