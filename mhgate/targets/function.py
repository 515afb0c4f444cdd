"""The kind ``function``: a Python callable in this process, sync or async."""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from pydantic import ValidationError

from mhgate.errors import ConfigError, Mistake
from mhgate.records import Failure, Stage, Trial, Turn
from mhgate.redacting.secrets import Redactor
from mhgate.targets.daemon_threads import in_daemon_thread
from mhgate.targets.exchange import Exchange, record
from mhgate.targets.faults import Fault, raised, shorten
from mhgate.targets.pacing import Budget, Limiter
from mhgate.targets.tokens import reckoned_tokens
from mhgate.targets.values import describe, fingerprint_of, storable

__all__ = ["CLOCK", "FunctionTarget", "hears_clock"]

_MESSAGE = ("message",)
_ALL_MESSAGES = ("messages", "history", "message_history")
CLOCK, AT = "clock_s", "at_s"
"""The parameter by which a function hears the clock, and the key of a message, as of a Turn."""

_GIVEN = (*_MESSAGE, *_ALL_MESSAGES, CLOCK)
_ANSWER_KEYS = {"content", "flags"}
_RETURNS = (
    'The function returns a string, or {"content": "...", "flags": {...}}, or an mhgate.Turn, and '
    "some words in it: mend what it returns, or name one in call that wraps it."
)


class FunctionTarget:
    """Calls a function for each reply.

    What it is given is decided by the names of its parameters:

    =================================  ====================================================
    ``message``                        the last message of the user, a string
    ``messages``, ``message_history``  the conversation: a list of ``{"role", "content"}``
    ``history``                        the same; beside ``message``, without that last message
    ``clock_s``                        the seconds since the conversation began, or None
    =================================  ====================================================

    A single parameter of another name is decided by its annotation: ``str`` or a list. Other
    parameters need defaults and are left alone. It returns a string, or ``{"content": ...,
    "flags": {...}}``, or a :class:`~mhgate.records.Turn`. A function that is not async runs in a
    thread of its own; one that exceeds its time is left behind there and never holds up the
    process's end.

    Args:
        function: the callable.
        name: what it is called in messages and in the fingerprint.
        timeout_s: the most seconds for one reply.
        redactor: over what is shown.
        limiter: paces the calls; none by default.
        budget: counts the calls; none by default.
        clock: whether each message of a list carries ``at_s`` too, where its item has a clock;
            a parameter ``clock_s`` is always given.

    Raises:
        ConfigError: its parameters are not those above, or none of them hears the clock.

    Example:
        >>> FunctionTarget(lambda message: "I hear you.", name="echo").name
        'echo'
    """

    advice: ClassVar[Mapping[str, str]] = {
        "unreadable_reply": _RETURNS,
        "no_content": _RETURNS,
        "timeout": "timeout_s in [target] bounds one call, in seconds: does it wait for something?",
    }
    """What to do about failures, in keys that this kind has."""

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str,
        timeout_s: float = 60.0,
        redactor: Redactor | None = None,
        limiter: Limiter | None = None,
        budget: Budget | None = None,
        clock: bool = False,
    ) -> None:
        self.name = name
        self.redactor = redactor or Redactor()
        self._function = function
        self._timeout_s = timeout_s
        self._limiter = limiter
        self._budget = budget or Budget()
        self._wanted = _wanted(function, name)
        self._clock = clock
        if clock and not {"messages", "earlier", "clock"} & set(self._wanted.values()):
            raise _deaf(name)
        self._is_async = inspect.iscoroutinefunction(function) or inspect.iscoroutinefunction(
            getattr(function, "__call__", None)  # noqa: B004 - an object whose __call__ is async
        )
        self._fingerprint = fingerprint_of({"kind": "function", "name": name})

    @property
    def fingerprint(self) -> str:
        """The digest of the kind and the function's name."""
        return self._fingerprint

    async def reply(self, turns: Sequence[Turn], trial: Trial) -> Turn | Failure:
        """Call the function with the conversation and return its turn."""
        seen = Exchange("CALL", self.name, sent=self.redactor.redact(turns[-1].content))
        record(seen)
        try:
            async with self._budget.turn(self._limiter, reckoned_tokens(turns)):
                began_s = time.perf_counter()
                try:
                    async with asyncio.timeout(self._timeout_s):
                        returned = await self._call(self._arguments(turns))
                except TimeoutError:
                    raise Fault("timeout", f"no reply within {self._timeout_s:g} s") from None
                seen.latency_s = time.perf_counter() - began_s
            turn = _turn(returned, seen.latency_s)
        except Fault as fault:
            message = shorten(self.redactor.redact(fault.message), 500)
            seen.trouble = f"{fault.kind}: {message}"
            return Failure(trial_id=trial.id, stage=Stage.TARGET, kind=fault.kind, message=message)
        seen.received = self.redactor.redact(turn.content)
        return turn

    def _arguments(self, turns: Sequence[Turn]) -> dict[str, Any]:
        conversation = [
            {"role": turn.role, "content": turn.content, **(self._time_of(turn))} for turn in turns
        ]
        values = {
            "clock": turns[-1].at_s,
            "message": turns[-1].content,
            "messages": conversation,
            "earlier": conversation[:-1],
        }
        return {name: values[what] for name, what in self._wanted.items()}

    def _time_of(self, turn: Turn) -> dict[str, float]:
        return {AT: turn.at_s} if self._clock and turn.at_s is not None else {}

    async def _call(self, arguments: Mapping[str, Any]) -> Any:
        try:
            if self._is_async:
                returned = self._function(**arguments)
            else:
                returned = await in_daemon_thread(
                    lambda: self._function(**arguments), name="mhgate-function"
                )
            return await returned if inspect.isawaitable(returned) else returned
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Fault("crash", f"{self.name} raised CancelledError") from None
        except (Exception, SystemExit) as error:  # the product's own code may raise anything
            raise Fault("crash", f"{self.name} raised {raised(error)}") from error


def _wanted(function: Callable[..., Any], name: str) -> dict[str, str]:
    """Return what each parameter is given: ``message``, ``messages`` or ``earlier``."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError) as error:
        raise _refused(name, f"a callable without a readable signature ({error})") from None
    wanted = {}
    needed = [
        parameter
        for parameter in parameters
        if parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        and (parameter.default is parameter.empty or parameter.name in _GIVEN)
    ]
    names = {parameter.name for parameter in needed}
    n_others = len(names - {CLOCK})
    for parameter in needed:
        if parameter.name == CLOCK:
            wanted[parameter.name] = "clock"
        elif parameter.name in _MESSAGE:
            wanted[parameter.name] = "message"
        elif parameter.name in _ALL_MESSAGES:
            is_beside = parameter.name == "history" and names & set(_MESSAGE)
            wanted[parameter.name] = "earlier" if is_beside else "messages"
        elif n_others == 1 and (guess := _by_annotation(parameter.annotation)):
            wanted[parameter.name] = guess
        else:
            raise _refused(name, f"a parameter named {parameter.name!r}")
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise _refused(name, f"the parameter {parameter.name!r}, which takes no keyword")
    if not set(wanted.values()) - {"clock"}:
        raise _refused(name, "no parameter for what the user says")
    return wanted


def _by_annotation(annotation: Any) -> str | None:
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    text = text or str(annotation)
    if text == "str":
        return "message"
    is_list = text.rpartition(".")[2].lower().startswith(("list", "sequence"))
    return "messages" if is_list or "list[" in str(annotation) else None


def hears_clock(function: Callable[..., Any]) -> bool:
    """Return whether a function has a parameter that the clock is given to.

    Args:
        function: any callable.
    """
    try:
        return CLOCK in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


def _deaf(name: str) -> ConfigError:
    return ConfigError(
        [
            Mistake(
                "thresholds.toml: target.clock",
                f"true, and {name} hears nothing of it",
                f"a parameter {CLOCK}, or one for the messages, each of which carries {AT}",
                "Give it one, or take clock away.",
            )
        ]
    )


def _refused(name: str, found: str) -> ConfigError:
    return ConfigError(
        [
            Mistake(
                "thresholds.toml: target.call",
                f"{name} with {found}",
                "a function of message (a string), or of messages or history (a list)",
                "Name its parameter so, give the others defaults, or wrap it.",
            )
        ]
    )


def _turn(returned: Any, latency_s: float) -> Turn:
    if isinstance(returned, Turn):
        if returned.role != "assistant":
            raise Fault("unreadable_reply", f"it returned a Turn of the role {returned.role}")
        latency = latency_s if returned.latency_s is None else returned.latency_s
        return returned.model_copy(update={"latency_s": latency})
    content: Any = returned
    flags: Any = {}
    if isinstance(returned, Mapping):
        unknown = sorted(map(str, set(returned) - _ANSWER_KEYS))
        if unknown:
            raise Fault(
                "unreadable_reply",
                f"it returned a dict with {', '.join(unknown)}; expected content and flags",
            )
        content, flags = returned.get("content"), returned.get("flags") or {}
    if content is None:
        raise Fault("no_content", "it returned None; expected a string")
    if not isinstance(content, str):
        raise Fault("unreadable_reply", f"it returned {describe(content)}; expected a string")
    try:
        return Turn(
            role="assistant", content=str(content), flags=storable(flags), latency_s=latency_s
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Fault("unreadable_reply", f"its {where}: {first['msg']}") from None
