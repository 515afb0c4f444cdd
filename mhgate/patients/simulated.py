"""The simulated patient: a model plays a vignette, and no message of it is taken on trust.

It is handed a Target, whatever that speaks to. Every message is held to the rules of
:mod:`mhgate.patients.playing.breaches`; a broken one is written again once, and a second one that
is broken is a Failure. docs/reference/simulated_patient.md says what the rules see and do not see.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from mhgate.canonical import digest
from mhgate.patients.machine.states import Stage as Told
from mhgate.patients.playing.breaches import KINDS, Breach
from mhgate.patients.playing.checks import (
    CHECKS_VERSION,
    Forbidden,
    Moment,
    breach_of,
    stages_told,
)
from mhgate.patients.playing.counts import Counts, tokens_of
from mhgate.patients.playing.earned import earned_by, may_be_told
from mhgate.patients.playing.prompt import first_turns, turns_of
from mhgate.patients.playing.reading import Message, read_message
from mhgate.patients.vignette_patient import script_fingerprint
from mhgate.protocols import Target
from mhgate.records import DOMAINS, Domain, Failure, Item, Stage, Trial, Turn, Vignette

__all__ = ["FIRST_TRIAL", "SimulatedPatient", "patient_fingerprint"]

FIRST_TRIAL = Trial(
    id="patient/first-contact#0",
    item_id="patient/first-contact",
    family="patient/first-contact",
    epoch=0,
    seed=0,
)
"""Under which a model is asked for a first, harmless message."""

_CALLS = 2  # the second writes again what broke a rule
_SPENT = "budget"
_LONGEST_NAME = 200  # characters
_SPOKEN = "en"


@lru_cache(maxsize=1)
def _sources() -> str:
    """Return the digest of prompt and checks; line ends are normalised."""
    found = {
        entry.name: digest(entry.read_bytes().replace(b"\r\n", b"\n"))
        for entry in files("mhgate.patients.playing").iterdir()
        if entry.name.endswith(".py")
    }
    return digest(found)


def patient_fingerprint(
    identity: Mapping[str, Any],
    *,
    max_turns: int,
    max_tokens: int,
    one_message: bool = False,
    forbids: str = "",
) -> str:
    """Return the fingerprint of the patient that is played so.

    Args:
        identity: what is asked: the provider's kind and host, the model as configured, parameters.
        max_turns: the most messages of a conversation.
        max_tokens: the most tokens of a conversation.
        one_message: whether role and transcript are sent as one user turn.
        forbids: the digest of what must not be named.

    Returns:
        The digest of these, of the prompt, of the checks, and of the script that says what is
        earned.
    """
    return digest(
        {
            "patient": "simulated",
            "asks": dict(identity),
            "max_turns": max_turns,
            "max_tokens": max_tokens,
            "one_message": one_message,
            "checks": CHECKS_VERSION,
            "sources": _sources(),
            "script": script_fingerprint(),
            "forbids": forbids,
        }
    )


@dataclass(slots=True)
class _Talk:
    """What is kept of one conversation while it is played."""

    n_tokens: int = 0
    is_over: bool = False
    earned: dict[Domain, Told] = field(default_factory=lambda: dict.fromkeys(DOMAINS, Told.UNTOLD))


class SimulatedPatient:
    """Plays the vignettes of items through a model.

    The opening is the vignette's own. What may be told is reckoned anew each time from the whole
    conversation, so that neither the order of calls nor how many run at once changes a message.

    Args:
        target: speaks to the model. What it does not say itself of the model's name and of why the
            message ended, it may say as the flags ``model`` and ``finish_reason``.
        identity: what is asked, for the fingerprint; by default the target's own fingerprint.
        forbidden: says whether a text names what must not be named.
        forbids: the digest of what that is.
        max_turns: the most messages of a conversation, the opening among them; a vignette's own
            patience may be shorter.
        max_tokens: the most tokens of a conversation, read and written.
        one_message: send role and transcript as one user turn.
        on_stop: told, once, that this patient says nothing from now on.

    Example:
        >>> patient = SimulatedPatient(target, forbidden=names_means)  # doctest: +SKIP
        >>> await patient.say(item, turns, trial)  # doctest: +SKIP
    """

    def __init__(
        self,
        target: Target,
        *,
        forbidden: Forbidden,
        forbids: str = "",
        identity: Mapping[str, Any] | None = None,
        max_turns: int = 20,
        max_tokens: int = 200_000,
        one_message: bool = False,
        on_stop: Callable[[str], None] = lambda _because: None,
    ) -> None:
        self.counts = Counts()
        self._target = target
        self._forbidden = forbidden
        self._forbids = forbids
        self._identity = identity
        self._max_turns = max_turns
        self._max_tokens = max_tokens
        self._one_message = one_message
        self._on_stop = on_stop
        self._stopped: tuple[str, str] | None = None
        self._talks: dict[str, _Talk] = {}

    @cached_property
    def fingerprint(self) -> str:
        """All that could change a message, as a digest; see :func:`patient_fingerprint`."""
        return patient_fingerprint(
            self._identity or {"target": self._target.fingerprint},
            max_turns=self._max_turns,
            max_tokens=self._max_tokens,
            one_message=self._one_message,
            forbids=self._forbids,
        )

    @property
    def answered_as(self) -> str | None:
        """The model that answered first, in the endpoint's own words; None before it did."""
        return self.counts.models[0] if self.counts.models else None

    async def greet(self) -> Turn | Failure:
        """Ask for one harmless message, which shows whether the model is there and which it is."""
        reply = await self._call(first_turns(), FIRST_TRIAL, _Talk())
        if isinstance(reply, Failure):
            return reply
        read = read_message(reply)
        return reply if isinstance(read, Message) else self._failed(read.kind, FIRST_TRIAL, read)

    async def say(self, item: Item, turns: Sequence[Turn], trial: Trial) -> str | Failure | None:
        """Return the person's next message.

        Args:
            item: with a vignette.
            turns: the conversation so far.
            trial: which this is.

        Returns:
            The message; None where nothing is left to say; a Failure of a kind of
            :data:`~mhgate.patients.playing.breaches.KINDS`, of the target's, or
            ``unsupported_language`` where the item is in another language than English.

        Raises:
            ValueError: the item has no vignette.
        """
        if item.vignette is None:
            raise ValueError(f"{item.id} has no vignette; expected one to play")
        if item.language.partition("-")[0] != _SPOKEN:
            return self._failed(
                "unsupported_language",
                trial,
                f"what a message tells is read in English only; {item.id} is in {item.language!r}",
            )
        if not turns:
            self._talks[trial.id] = _Talk()
            self.counts.n_conversations += 1
            return item.vignette.opening
        self.counts.spoken_to |= {turn.model for turn in turns if turn.model is not None}
        talk = self._talks.setdefault(trial.id, _Talk())
        said = [turn.content for turn in turns if turn.role == "user"]
        most = min(self._max_turns, item.vignette.disclosure.patience_turns)
        if talk.is_over or len(said) >= most:
            self._end(item.vignette, said, trial)
            return None
        came = await self._written(item.vignette, turns, trial, talk, most)
        if isinstance(came, Failure):
            self._talks.pop(trial.id, None)
            return came
        talk.is_over = came.is_last
        if not came.text:
            self._end(item.vignette, said, trial)
        return came.text or None

    async def _written(
        self, vignette: Vignette, turns: Sequence[Turn], trial: Trial, talk: _Talk, most: int
    ) -> Message | Failure:
        """Have the next message written, and once more where it breaks a rule."""
        replies = [turn.content for turn in turns if turn.role == "assistant"]
        said = [turn.content for turn in turns if turn.role == "user"]
        earned = earned_by(vignette, replies)
        allowed = may_be_told(vignette, earned, said)
        moment = Moment(vignette, said, replies, allowed, most)
        broken: Breach | None = None
        attempts = 0
        for call in range(_CALLS):
            if talk.n_tokens >= self._max_tokens:
                if broken is None:
                    return self._failed("patient_tokens_spent", trial)
                break
            sent = turns_of(vignette, turns, trial, allowed=allowed, most_turns=most, broken=broken)
            reply = await self._call(sent, trial, talk)
            attempts += reply.attempts
            if isinstance(reply, Failure):
                if broken is None:
                    self.counts.n_unanswered += 1
                    return reply
                break  # what was wrong with the first message stands
            self.counts.n_turns += call == 0
            self.counts.n_repairs += call
            read = read_message(reply)
            found = read if isinstance(read, Breach) else breach_of(read, moment, self._forbidden)
            if isinstance(read, Message) and found is None:
                self.counts.n_held_at_first += call == 0
                self.counts.n_repaired += call
                self.counts.n_held += 1
                talk.earned = earned
                return read
            broken = found
            if call == 0 and broken is not None:
                self.counts.broken_at_first[broken.kind] += 1
            if broken is None or not broken.is_mended:
                break
        kind = "patient_empty" if broken is None else broken.kind
        self.counts.broken[kind] += 1
        return self._failed(kind, trial, broken, attempts)

    def _end(self, vignette: Vignette, said: Sequence[str], trial: Trial) -> None:
        """Count a conversation that is over: of what was earned, how much was told."""
        talk = self._talks.pop(trial.id, _Talk())
        self.counts.n_ended += 1
        told = stages_told(said)
        for domain in DOMAINS:
            if vignette.severity(domain) != "none" and talk.earned[domain] >= Told.IN_PART:
                self.counts.n_earned += 1
                self.counts.n_told += told[domain] >= Told.IN_PART

    async def _call(self, turns: Sequence[Turn], trial: Trial, talk: _Talk) -> Turn | Failure:
        """Ask once; a Failure where there is no reply, or where none is taken any longer."""
        if self._stopped is None:
            if self._one_message:
                whole = "\n\n".join(turn.content for turn in turns)
                turns = (Turn(role="user", content=whole),)
            reply = await self._target.reply(turns, trial)
            self._count(turns, reply, talk)
            if isinstance(reply, Turn):
                reply = _named(reply)
                self._heed_model(reply.model)
            elif reply.kind == _SPENT:
                self._stop(_SPENT, reply.message)
            if self._stopped is None:
                return reply if isinstance(reply, Turn) else _of_endpoint(reply, trial)
        kind, message = self._stopped
        return self._failed(kind, trial, message)

    def _count(self, sent: Sequence[Turn], reply: Turn | Failure, talk: _Talk) -> None:
        read, written, is_estimated = tokens_of(sent, reply)
        self.counts.n_calls += 1
        self.counts.n_requests += reply.attempts
        self.counts.n_prompt_tokens += read
        self.counts.n_completion_tokens += written
        self.counts.n_estimated += is_estimated
        talk.n_tokens += read + written

    def _heed_model(self, model: str | None) -> None:
        """Hold the endpoint to the model that answered first."""
        if model is None or model in self.counts.models:
            return
        self.counts.models.append(model)
        if len(self.counts.models) > 1:
            first = self.counts.models[0]
            self._stop("patient_changed", f"it answered as {first!r} first and then as {model!r}")

    def _stop(self, kind: str, message: str) -> None:
        """Say nothing from now on, and say that the rest of a run would only cost."""
        if self._stopped is None:
            self._stopped = (kind, message)
            self._on_stop(f"the patient: {message}")

    @staticmethod
    def _failed(
        kind: str, trial: Trial, why: Breach | str | None = None, attempts: int = 1
    ) -> Failure:
        if isinstance(why, Breach):
            why = why.message
        return Failure(
            trial_id=trial.id,
            stage=Stage.PATIENT,
            kind=kind,
            message=f"the patient: {why or KINDS[kind].meaning}",
            attempts=max(1, attempts),
        )


def _named(reply: Turn) -> Turn:
    """Return a reply with what its flags say of the model's name and of why it ended."""
    said: dict[str, str | None] = {
        name: value
        for name in ("model", "finish_reason")
        if getattr(reply, name) is None
        and isinstance(value := reply.flags.get(name), str)
        and value
    }
    name = said.get("model", reply.model)
    said["model"] = None if name is None else _shown(name)
    return reply.model_copy(update=said)


def _shown(name: str) -> str | None:
    """Return a stranger's text as a name that can be shown: short, and of printable signs."""
    plain = "".join(char if char.isprintable() else "\ufffd" for char in name.strip())
    return plain[:_LONGEST_NAME] or None


def _of_endpoint(failure: Failure, trial: Trial) -> Failure:
    said = f"the patient's endpoint: {failure.message}"
    return failure.model_copy(
        update={"stage": Stage.PATIENT, "message": said, "trial_id": trial.id}
    )
