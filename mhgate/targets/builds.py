"""Which build of the product answers: read in every reply, or at an address of its own."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path as FilePath
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import httpx

from mhgate.config.addresses import address_of
from mhgate.errors import CannotEvaluateError, ConfigError, MhgateError, Mistake
from mhgate.redacting.logs import redacted_logs
from mhgate.redacting.secrets import Secrets, show_url
from mhgate.targets.connections import connect_factory
from mhgate.targets.daemon_threads import lookups_in_daemon_threads
from mhgate.targets.extraction import Path, parse_json
from mhgate.targets.faults import Fault, shorten
from mhgate.targets.incoming import LARGEST_REPLY, Incoming
from mhgate.targets.sending import send
from mhgate.targets.sse import EventParser
from mhgate.targets.templates import PLACEHOLDERS, Filling, UrlTemplate
from mhgate.targets.tls import tls_context

if TYPE_CHECKING:
    from mhgate.config import TargetConfig
    from mhgate.config.target import BuildIdConfig

__all__ = ["Builds", "build_address", "read_build"]

_KEY = "target.build_id"
_LONGEST = 200  # characters of an id
_LARGEST_PAGE = 1_000_000  # bytes of what an address of its own answers
_HERE = FilePath()
_NOTHING: Mapping[str, str] = MappingProxyType({})
_NOT_SENT = frozenset({"accept", "authorization", "content-length", "content-type", "cookie"})


class Builds:
    """Reads the build's id in replies, and notices when it becomes another one.

    Args:
        where: the header or the JSONPath that holds it.
        mixed: told once, in a sentence, that the replies of this run are of more than one build, or
            that one does not say of which.

    Example:
        >>> said = []
        >>> from mhgate.config import BuildIdConfig
        >>> builds = Builds(BuildIdConfig(header="X-Build"), mixed=said.append)
        >>> builds.saw("a1"), builds.saw("b2"), said
        (None, None, ['the product changed under the run: build a1 answered, and then build b2'])
    """

    def __init__(
        self, where: BuildIdConfig, *, mixed: Callable[[str], None] = lambda _words: None
    ) -> None:
        self._where = where
        self._path = None if where.jsonpath is None else Path(where.jsonpath, f"{_KEY}.jsonpath")
        self.mixed = mixed
        self.first: str | None = None
        self.is_mixed = False

    @property
    def reads_bodies(self) -> bool:
        """Whether the id stands in a reply's body, which must be kept whole for it."""
        return self._path is not None

    def heard(self, incoming: Incoming) -> None:
        """Look at a reply that was read to its end.

        Args:
            incoming: its headers, and its body as far as it was kept.
        """
        self.saw(self.found_in(incoming))

    def saw(self, found: str | None) -> None:
        """Compare a build with the first one.

        Args:
            found: its id; None where a reply holds none.
        """
        if found is not None and self.first is None:
            self.first = found
        elif found != self.first and not self.is_mixed:
            self.is_mixed = True
            told = "a reply that names none" if found is None else f"build {found}"
            begun = "none named itself" if self.first is None else f"build {self.first} answered"
            self.mixed(f"the product changed under the run: {begun}, and then {told}")

    def found_in(self, incoming: Incoming) -> str | None:
        """Return the build's id that a reply holds, None where it holds none."""
        if self._where.header is not None:
            return _id(incoming.headers.get(self._where.header))
        assert self._path is not None  # noqa: S101 - for the type checker: one of both is there
        body = bytes(incoming.seen)
        with suppress(Fault):
            if incoming.content_type == "text/event-stream":
                return self._in_events(body)
            return _only(self._path.all(parse_json(body)))
        return None

    def _in_events(self, body: bytes) -> str | None:
        assert self._path is not None  # noqa: S101 - as above
        parser = EventParser()
        found: list[object] = []
        for event in [*parser.feed(body), *parser.close()]:
            with suppress(Fault):  # a terminal mark, which is no JSON
                found += self._path.all(parse_json(event.data))
        return _only(list(dict.fromkeys(map(_id, found))))


def _only(found: list[object]) -> str | None:
    return _id(found[0]) if len(found) == 1 else None


def _id(found: object) -> str | None:
    if isinstance(found, bool) or not isinstance(found, str | int):
        return None
    text = str(found).strip()
    return text if text and text.isprintable() and len(text) <= _LONGEST else None


def build_address(target: TargetConfig) -> str | None:
    """Return the address at which the build's id is asked for, None where replies hold it.

    Args:
        target: ``[target]``.
    """
    where = getattr(target, "build_id", None)
    if where is None or where.url is None:
        return None
    own = getattr(target, "url", None) or getattr(target, "base_url", None)
    if where.url.startswith("/") and own is None:
        raise ConfigError(
            [
                Mistake(
                    f"thresholds.toml: {_KEY}.url",
                    f'"{where.url}", while the target has no address',
                    "an address with its host",
                    "Leave it out where the app's replies hold the build's id.",
                )
            ]
        )
    address: str = urljoin(str(own), where.url)
    return address


async def read_build(
    url: str,
    where: BuildIdConfig,
    *,
    target: TargetConfig | None = None,
    folder: FilePath = _HERE,
    environ: Mapping[str, str] = _NOTHING,
    timeout_s: float = 15.0,
) -> str:
    """Ask an address which build of the product it is, as the target is asked, but without secrets.

    It is trusted and come to by the target's certificates, through the environment's proxies. Of
    the target's headers those go along that hold neither a secret nor a placeholder, to its own
    host alone; its key, its token and its password never do.

    Args:
        url: that answers a GET.
        where: the header or the JSONPath of the answer that holds the id.
        target: ``[target]``; None: nothing is known of it.
        folder: where its certificates are looked up.
        environ: where a passphrase, and what an address names, are read.
        timeout_s: the most seconds.

    Returns:
        The id.

    Raises:
        CannotEvaluateError: nothing answers there, or what does holds no id; a certificate cannot
            be used, or a variable is not set.
    """
    place = where.header or where.jsonpath
    secrets = Secrets(environ)
    address = UrlTemplate(url, "build_id.url", secrets, allowed=()).render(Filling())
    tls = getattr(target, "tls", None)
    context = None if tls is None else tls_context(tls, folder=folder, secrets=secrets)
    headers = {"Accept": "application/json", **_plain_headers(target, address, secrets)}
    try:
        with redacted_logs(secrets.redactor), lookups_in_daemon_threads():
            async with asyncio.timeout(timeout_s):
                found = await _asked(address, where, headers, context)
    except (TimeoutError, Fault, httpx.HTTPError, httpx.InvalidURL, MhgateError) as error:
        said = secrets.redactor.redact(str(error) or type(error).__name__)
        raise CannotEvaluateError(
            f"{_KEY}: {show_url(url)} does not say which build is deployed ({shorten(said, 200)}).",
            hint="Is it up, and does a GET of it need no key? Else take it out of thresholds.toml, "
            "and set MHGATE_TARGET_BUILD.",
        ) from None
    if found is None:
        raise CannotEvaluateError(
            f"{_KEY}: {show_url(url)} answers without an id of a build at {place}; expected one "
            f"text of at most {_LONGEST} characters, or a whole number.",
            hint="Compare the path, or the header's name, with what it answers.",
        )
    return found


def _plain_headers(target: TargetConfig | None, address: str, secrets: Secrets) -> dict[str, str]:
    """Return the target's headers that are the same for every request and for everybody."""
    own = getattr(target, "url", None) or getattr(target, "base_url", None)
    if own is None:
        return {}
    try:
        origin = UrlTemplate(own, "url", secrets, allowed=PLACEHOLDERS).origin
    except MhgateError:  # a variable that nobody set: whoever asks the target is told
        return {}
    mine, theirs = address_of(origin), address_of(address)
    if mine is None or theirs is None or mine[:2] != theirs[:2]:
        return {}
    stated: Mapping[str, str] = getattr(target, "headers", {})
    return {
        name: value
        for name, value in stated.items()
        if "{" not in value and name.lower() not in _NOT_SENT
    }


async def _asked(
    url: str, where: BuildIdConfig, headers: Mapping[str, str], tls: ssl.SSLContext | None
) -> str | None:
    request = httpx.Request("GET", url, headers=headers)
    transport = connect_factory(url, tls=tls)()
    try:
        response = await send(transport, request)
        try:
            if not response.is_success:
                raise Fault("bad_request", f"status {response.status_code}")
            incoming = Incoming(response, began_s=0.0, keep=LARGEST_REPLY)
            await incoming.body(largest=_LARGEST_PAGE)
            return Builds(where).found_in(incoming)
        finally:
            await response.aclose()
    finally:
        await transport.aclose()
