"""A cluster of Dask: tasks handed out, what came back gathered, and what goes wrong in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit

from mhgate.errors import CannotEvaluateError, ExitCode, MhgateError, UsageError
from mhgate.scale_out.tasks import Came, Part, goes_on

__all__ = ["N_TRIES", "PartError", "address_of", "connected", "gathered", "n_threads"]

N_TRIES = 3
"""How often a part is handed out that breaks off by itself, the first time counted."""

_SCHEMES = {"dask": "tcp", "dask+tls": "tls", "tcp": "tcp", "tls": "tls"}
_PATIENCE_S = 30


class PartError(MhgateError):
    """A part of a run could not be asked; the exit code is that which it would have alone."""

    def __init__(self, message: str, *, hint: str, exit_code: int) -> None:
        super().__init__(message, hint=hint)
        self.exit_code = exit_code  # type: ignore[assignment]  # of this part, not of the kind


def address_of(on: str) -> str:
    """Return the address of a scheduler as Dask writes it.

    Args:
        on: ``dask://scheduler:8786``, or ``dask+tls://``; Dask's own ``tcp://`` and ``tls://`` too.

    Raises:
        UsageError: it is written otherwise.

    Example:
        >>> address_of("dask://scheduler:8786")
        'tcp://scheduler:8786'
    """
    found = urlsplit(on)
    try:
        is_whole = found.hostname is not None and found.port is not None
    except ValueError:
        is_whole = False
    if found.scheme not in _SCHEMES or not is_whole or found.path or found.username:
        raise UsageError(
            f"--on: found {on!r}; expected an engine such as dask://scheduler:8786.",
            hint="`dask scheduler` prints its address; dask+tls:// is for one that speaks TLS.",
        )
    return f"{_SCHEMES[found.scheme]}://{found.netloc}"


@contextmanager
def connected(on: str) -> Iterator[Any]:
    """Connect to a cluster that is there, and leave it as it was.

    Args:
        on: see :func:`address_of`.

    Yields:
        Dask's client.

    Raises:
        UsageError: Dask is not installed, or the address is written otherwise.
        CannotEvaluateError: no scheduler answers there, or it has no workers.
    """
    address = address_of(on)
    try:
        from distributed import Client  # noqa: PLC0415 - where a cluster is asked for
    except ImportError as error:
        raise UsageError(
            "--on needs Dask, which is not installed.", hint="pip install 'mhgate[dask]'"
        ) from error
    try:
        client = Client(  # type: ignore[no-untyped-call]  # Dask states no types there
            address, timeout=_PATIENCE_S, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise CannotEvaluateError(
            f"--on: no scheduler answers at {address} ({type(error).__name__}).",
            hint="Is it up, and of a version of Dask that speaks with this one?",
        ) from error
    with client:
        if not n_threads(client):
            raise CannotEvaluateError(
                f"--on: the cluster at {address} has no workers.", hint="Start some: dask worker."
            )
        yield client


def n_threads(client: Any) -> int:
    """Return how many parts go on at once.

    Args:
        client: of :func:`connected`.
    """
    return sum(client.nthreads().values())


def gathered(
    client: Any,
    work: Callable[..., Came],
    parts: Sequence[Part],
    note: Callable[[str], None],
) -> list[Came]:
    """Hand parts out, and return what came back of all of them.

    A part whose worker dies is given to another one by the scheduler. One that the scheduler gave
    up, or that broke off by itself, is handed out again with what is there of its journal, so that
    nothing is asked twice that was answered; when it was handed out :data:`N_TRIES` times, what
    there is of it counts. One that ends in a mistake is not tried again, and is told when the
    others have ended.

    Args:
        client: of :func:`connected`.
        work: what a worker does with a part.
        parts: of the run.
        note: told how it goes on.

    Returns:
        One for each part; those that broke off in the end say why.

    Raises:
        PartError: of the parts that ended in a mistake, the one with the highest exit code.
        CannotEvaluateError: of no part anything came back.
    """
    from distributed import Event, as_completed  # noqa: PLC0415 - loaded by whoever connected

    end = f"mhgate-end-{parts[0].run_id}"
    handed: dict[Any, tuple[Part, int]] = {}

    def hand_out(part: Part, number: int) -> Any:
        # each time under another key: the scheduler counts by key how many workers died with it
        key = f"mhgate-{part.run_id}-{number}"
        future = client.submit(_watched, work, part, end, key=key, pure=False)
        handed[future] = (part, number)
        return future

    came: list[Came] = []
    try:
        waited: Any = as_completed(  # type: ignore[no-untyped-call]  # Dask states no types there
            [hand_out(part, 1) for part in parts], loop=client.loop
        )
        for future in waited:
            part, number = handed.pop(future)
            found = _came(future, part)
            future.release()
            if found.broke_off and number < N_TRIES:
                journal = found.journal if goes_on(found.journal, part.journal) else part.journal
                waited.add(hand_out(replace(part, journal=journal), number + 1))
                note(
                    f"part {part.shard}: broke off ({found.error}), and is handed out again "
                    f"(try {number + 1} of {N_TRIES})"
                )
                continue
            came.append(found)
            ended = "broke off" if found.error else "done"
            note(f"part {found.shard}: {ended} ({len(came)} of {len(parts)} parts)")
    except BaseException:
        told: Any = Event  # which states no types
        told(end, client=client).set()  # a task that runs is not stopped by being cancelled
        client.cancel(list(handed), force=True)
        raise
    _tell_mistakes([each for each in came if not each.broke_off])
    _refuse_nothing(came)
    return came


def _came(future: Any, part: Part) -> Came:
    """Return what came back of a part; what Dask lost broke off with what was there of it."""
    error = future.exception()
    if error is None:
        found: Came = future.result()
        return found
    return Came(
        part.shard,
        part.run_id,
        journal=part.journal,
        error=f"it was lost with its workers: {type(error).__name__}",
        hint="Do the workers have this mhgate, and memory enough?",
        exit_code=int(ExitCode.INTERNAL),
    )


def _watched(work: Callable[..., Came], part: Part, end: str) -> Came:
    """Do a part where it lands, and end it when its client says so, or can say nothing more."""
    from distributed import Event, get_client  # noqa: PLC0415 - in a worker, where it is loaded

    told: Any = Event  # which states no types
    event = told(end, client=get_client())

    def ended() -> bool:
        try:
            return bool(event.is_set())
        except Exception:  # noqa: BLE001 - cut off: another worker is given this part by now
            return True

    return work(part, ended)


def _tell_mistakes(came: Sequence[Came]) -> None:
    broken = [each for each in came if each.error]
    if not broken:
        return
    worst = max(broken, key=lambda each: each.exit_code)
    more = f" ({len(broken)} of {len(came)} parts broke off)" if len(broken) > 1 else ""
    raise PartError(
        f"part {worst.shard}: {worst.error}{more}", hint=worst.hint, exit_code=worst.exit_code
    )


def _refuse_nothing(came: Sequence[Came]) -> None:
    """Refuse a run of which nothing came back: there is nothing to report on."""
    lost = [each for each in came if each.broke_off and not each.journal]
    if lost and len(lost) == len(came):
        raise CannotEvaluateError(
            f"all {len(came)} parts broke off, each {N_TRIES} times (part {lost[0].shard}: "
            f"{lost[0].error}).",
            hint=lost[0].hint or "The log of a worker says more.",
        )
