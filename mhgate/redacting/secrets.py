"""Secrets: taken from the environment by name, and kept out of everything that is shown."""

from __future__ import annotations

import base64
import html
import json
import re
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote, quote_plus

from mhgate.errors import CannotEvaluateError
from mhgate.redacting.shapes import without_credentials

__all__ = ["REDACTED", "Redactor", "Secrets", "redact_all", "secrets_met", "show_url"]

REDACTED = "[redacted]"

_SHORTEST = 4  # "x" or "none", which local servers take as a key, would blank out every message
_NO_WORD = 8  # a key from here on with a digit or a sign in it is nothing that a reply would say
_NO_WORD_OF_LETTERS = 24  # nor is one of letters alone from here on
_MOST_LATELY = 256
_USERINFO = re.compile(r"(?<=://)[^/?#\s\"'<>]*@")


class Redactor:
    """Replaces secret values, in every form in which they travel, by ``[redacted]``.

    The forms: as it is, URL-encoded (both ways, either case), in base64 (standard and URL-safe,
    also inside longer base64 text), and as JSON and HTML escape it. The userinfo of a URL goes too.
    Values shorter than 4 characters are left alone. What looks like a credential, whosever it is,
    goes from what is shown.

    Args:
        personal: takes what is about a person out of what is shown; None: that stays.
        is_passing: whether its secrets are those of one conversation, of which a process meets
            many: the last of them alone are kept for a bug's traceback.

    Example:
        >>> redactor = Redactor()
        >>> redactor.add("s3cr3t/key")
        >>> redactor.redact("GET /?k=s3cr3t%2Fkey")
        'GET /?k=[redacted]'
    """

    def __init__(
        self, personal: Callable[[str], str] | None = None, *, is_passing: bool = False
    ) -> None:
        self._personal = personal
        self._is_passing = is_passing
        self._forms: set[str] = set()
        self._pattern: re.Pattern[str] | None = None
        self._no_words: set[str] = set()
        self._in_replies: re.Pattern[str] | None = None
        self._passing: Counter[str] = Counter()
        self._of_passing: re.Pattern[str] | None = None

    def add(self, secret: str) -> None:
        """Redact this value from now on."""
        if len(secret) < _SHORTEST:
            return
        if self._is_passing:
            _met_lately.append(secret)
        else:
            _met.add(secret)
        self._forms |= _forms(secret)
        self._pattern = None  # made where something is shown: of many secrets it is dear
        is_letters = secret.replace(" ", "").isalpha()
        if len(secret) >= (_NO_WORD_OF_LETTERS if is_letters else _NO_WORD):
            self._no_words |= _forms(secret)
            self._in_replies = None

    @contextmanager
    def for_now(self) -> Iterator[Callable[[str], None]]:
        """Redact what the function that is given is told, until the block ends.

        A run meets a token a conversation: each is known while its requests are under way, and what
        is shown then is looked through for those alone.

        Yields:
            What is told a secret.
        """
        told: list[str] = []

        def tell(secret: str) -> None:
            if len(secret) >= _SHORTEST and secret not in told:
                told.append(secret)
                self._passing[secret] += 1
                self._of_passing = None

        try:
            yield tell
        finally:
            for secret in told:
                self._passing[secret] -= 1
                if not self._passing[secret]:
                    del self._passing[secret]
            self._of_passing = None

    def redact(self, text: str) -> str:
        """Return a text that is shown, without any form of any secret."""
        text = _USERINFO.sub("", text)
        if self._forms:
            self._pattern = self._pattern or _any_of(self._forms)
            text = self._pattern.sub(REDACTED, text)
        if self._passing:
            if self._of_passing is None:  # made where something is shown, which is seldom
                self._of_passing = _any_of(set().union(*map(_forms, self._passing)))
            text = self._of_passing.sub(REDACTED, text)
        text = without_credentials(text)
        return text if self._personal is None else self._personal(text)

    def redact_shown(self, value: Any) -> Any:
        """Return a JSON value that is shown, with every text and key in it redacted."""
        return redact_all(value, self.redact)

    def redact_reply(self, value: Any) -> Any:
        """Return a reply's text, or the value of a flag, without the secrets that it echoes.

        A reply is evidence and is kept, so only what cannot be a word of it is taken out: values of
        eight characters or more that are not letters alone. ``test`` and ``dummy``, which local
        servers take as keys, stay.
        """
        if not self._no_words:
            return value
        pattern = self._in_replies = self._in_replies or _any_of(self._no_words)
        if isinstance(value, str):  # most of what a reply holds
            return pattern.sub(REDACTED, value)
        return redact_all(value, lambda text: pattern.sub(REDACTED, text))


_met: set[str] = set()  # in this process: a bug's traceback may hold what no redactor is left for


_met_lately: deque[str] = deque(maxlen=_MOST_LATELY)  # those of conversations


def secrets_met(*, in_conversations: bool = True) -> frozenset[str]:
    """Return the secrets that any redactor of this process was told of.

    Args:
        in_conversations: with those of the last conversations.
    """
    return frozenset(_met) | frozenset(_met_lately if in_conversations else ())


def redact_all(value: Any, redact: Callable[[str], str]) -> Any:
    """Return a JSON value with every text in it redacted, keys too.

    Args:
        value: of any depth; a whole number that is redacted as a text becomes its marker.
        redact: what to do with a text.
    """
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, list | tuple):
        return [redact_all(each, redact) for each in value]
    if isinstance(value, dict):
        return {redact(key): redact_all(each, redact) for key, each in value.items()}
    if isinstance(value, int) and not isinstance(value, bool):
        shown = redact(str(value))
        return value if shown == str(value) else shown
    return value


def _any_of(forms: set[str]) -> re.Pattern[str]:
    longest_first = sorted(forms, key=lambda form: (-len(form), form))
    return re.compile("|".join(map(re.escape, longest_first)))


def _forms(secret: str) -> set[str]:
    raw = secret.encode("utf-8", "surrogatepass")
    forms = {secret, secret.strip()}
    for encoded in (quote(raw, safe=""), quote(raw), quote_plus(raw)):
        forms |= {encoded, re.sub(r"%[0-9A-F]{2}", lambda found: found[0].lower(), encoded)}
    for ascii_only in (True, False):
        escaped = _escaped(secret, ascii_only=ascii_only)
        twice = _escaped(escaped, ascii_only=ascii_only)  # JSON that is quoted inside JSON
        forms |= {escaped, escaped.replace("/", "\\/"), twice}
    forms |= {html.escape(secret), html.escape(secret, quote=False)}  # on a page of an error
    for shift in range(3):
        forms |= _base64_forms(raw, shift)
    return {form for form in forms if len(form) >= _SHORTEST}


def _escaped(text: str, *, ascii_only: bool) -> str:
    return json.dumps(text, ensure_ascii=ascii_only)[1:-1]


def _base64_forms(raw: bytes, shift: int) -> set[str]:
    """The characters that the secret alone decides when ``shift`` bytes come before it."""
    first = (shift * 8 + 5) // 6
    last = (shift + len(raw)) * 8 // 6
    forms = set()
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        forms.add(encode(b"\0" * shift + raw).decode()[first:last])
    return forms


class Secrets:
    """Reads secrets from the environment by name and has each one redacted.

    Args:
        environ: the environment.
        personal: as for :class:`Redactor`.

    Example:
        >>> Secrets({"BOT_KEY": "canary-1"}).get("BOT_KEY", "target.bearer_env")
        'canary-1'
    """

    def __init__(
        self, environ: Mapping[str, str], *, personal: Callable[[str], str] | None = None
    ) -> None:
        self._environ = environ
        self.redactor = Redactor(personal)

    def get(self, name: str, key: str) -> str:
        """Return a variable's value.

        Args:
            name: the variable.
            key: the key of thresholds.toml that names it.

        Returns:
            The value, without surrounding white space, which no header could hold.

        Raises:
            CannotEvaluateError: the variable is absent or empty.
        """
        value = self._environ.get(name, "").strip()
        if not value:
            state = "is empty" if name in self._environ else "is not set"
            raise CannotEvaluateError(
                f"the environment variable {name}, which {key} names, {state}.",
                hint=f"Set {name} before the run; in CI, from the repository's secrets.",
            )
        self.redactor.add(value)
        return value


def show_url(url: str) -> str:
    """Return a URL without userinfo, query and fragment, for messages.

    Example:
        >>> show_url("https://user:pass@example.org/chat?key=1")
        'https://example.org/chat'
    """
    return _USERINFO.sub("", url).partition("#")[0].partition("?")[0]
