"""A reply that is not in the answer to its message: it is looked for until it is there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault
from mhgate.targets.incoming import Incoming
from mhgate.targets.pacing import Sleep
from mhgate.targets.reply_format import Reading, ReplyFormat
from mhgate.targets.requests import RequestTemplate

__all__ = ["Poll"]


class Poll:
    """The request that looks for a reply.

    Looking changes nothing, so a look that fails is repeated where its fault may pass. An answer
    without a body says that the reply is not there yet.

    Args:
        request: the request.
        until: the JSONPath that finds something true once the reply is there; None: it is there
            when its text is.
        until_is: texts, one of which that JSONPath must find instead.
        every_s: how many seconds are waited between two looks.
    """

    def __init__(
        self,
        request: RequestTemplate,
        *,
        until: str | None,
        until_is: Sequence[str],
        every_s: float,
    ) -> None:
        self.request = request
        self._until = Path(until, "target.poll.until") if until else None
        self._until_is = frozenset(until_is)
        self._every_s = every_s
        self.stated = {**request.stated, "until": until, "until_is": list(until_is)}

    async def read(self, incoming: Incoming, reply: ReplyFormat) -> Reading | None:
        """Return the reply that an answer holds, None where it is not there yet.

        Args:
            incoming: the answer.
            reply: where in it what stands.

        Raises:
            Fault: it is there, and cannot be read.
        """
        body = await incoming.body()
        if not body.strip():
            return None
        document = parse_json(body, what="what the poll got")
        reply.refuse_error(document)
        if not self._is_there(document, reply):
            return None
        return reply.reading_of(document)

    def _is_there(self, document: Any, reply: ReplyFormat) -> bool:
        if self._until is None:
            return reply.has_text(document)
        found = self._until.all(document)
        if self._until_is:
            return any(isinstance(value, str) and value in self._until_is for value in found)
        return any(found)

    async def until_there(
        self, look: Callable[[], Awaitable[Reading | None]], sleep: Sleep
    ) -> Reading:
        """Look until the reply is there; whoever calls this bounds its time.

        Args:
            look: sends the request once.
            sleep: waits so many seconds.

        Raises:
            Fault: a look failed in a way that does not pass.
        """
        while True:
            try:
                found = await look()
            except Fault as fault:
                if not fault.retryable:
                    raise
                found = None
            if found is not None:
                return found
            await sleep(self._every_s)
