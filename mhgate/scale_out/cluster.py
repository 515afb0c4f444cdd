"""A cluster of Dask: tasks handed out, what came back gathered, and what goes wrong in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from mhgate.errors import CannotEvaluateError, MhgateError, UsageError
from mhgate.scale_out.parts import Came, Part

__all__ = ["PartError", "address_of", "connected", "gathered", "n_threads"]

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

    A part whose worker dies is given to another one by the scheduler. One that ends in a mistake is
    told, when the others have ended.

    Args:
        client: of :func:`connected`.
        work: what a worker does with a part.
        parts: of the run.
        note: told how it goes on.

    Raises:
        PartError: of the parts that could not be asked, the one with the highest exit code.
        CannotEvaluateError: a part was lost with every worker that it was given to.
    """
    from distributed import Event, as_completed  # noqa: PLC0415 - loaded by whoever connected

    end = f"mhgate-end-{parts[0].run_id}"
    futures = {
        client.submit(_watched, work, part, end, key=f"mhgate-{part.run_id}", pure=False): part
        for part in parts
    }
    came: list[Came] = []
    lost: list[str] = []
    try:
        for future in as_completed(futures, loop=client.loop):  # type: ignore[no-untyped-call]  # as above
            part = futures[future]
            error = future.exception()
            if error is not None:
                lost.append(f"part {part.shard}: {type(error).__name__}")
                continue
            found: Came = future.result()
            came.append(found)
            future.release()
            done = f"{len(came) + len(lost)} of {len(parts)} parts"
            note(f"part {found.shard}: {'broke off' if found.error else 'done'} ({done})")
    except BaseException:
        told: Any = Event  # which states no types
        told(end, client=client).set()  # a task that runs is not stopped by being cancelled
        client.cancel(list(futures), force=True)
        raise
    _tell_mistakes(came)
    if lost:
        raise CannotEvaluateError(
            f"{len(lost)} of {len(parts)} parts were lost with their workers ({lost[0]}).",
            hint="Do the workers have this mhgate, and memory enough? What the other parts asked "
            "lies below runs in the folder of reports.",
        )
    return came


def _watched(work: Callable[..., Came], part: Part, end: str) -> Came:
    """Do a part where it lands, and end it when its client says so."""
    from distributed import Event, get_client  # noqa: PLC0415 - in a worker, where it is loaded

    told: Any = Event  # which states no types
    event = told(end, client=get_client())
    return work(part, lambda: bool(event.is_set()))


def _tell_mistakes(came: Sequence[Came]) -> None:
    broken = [each for each in came if each.error]
    if not broken:
        return
    worst = max(broken, key=lambda each: each.exit_code)
    more = f" ({len(broken)} of {len(came)} parts broke off)" if len(broken) > 1 else ""
    raise PartError(
        f"part {worst.shard}: {worst.error}{more}", hint=worst.hint, exit_code=worst.exit_code
    )
