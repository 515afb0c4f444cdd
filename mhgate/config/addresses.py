"""Which addresses are one: a host has many spellings, and a default port may be left out.

Nothing is looked up: of other machines than this one, two names stay two.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

__all__ = ["DEFAULT_PORTS", "Address", "address_of", "one_host"]

DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

_THIS_MACHINE = "localhost"
_OTHER_NAMES = frozenset({"localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback"})
_NUMBERS = re.compile(r"(?:0x[0-9a-f]+|[0-9]+)(?:\.(?:0x[0-9a-f]+|[0-9]+)){0,3}")


class Address(NamedTuple):
    """Where a request goes: whom it reaches, and what of theirs."""

    host: str
    port: int | None
    path: str


def one_host(host: str) -> str:
    """Return one spelling for all that reach the same host.

    Args:
        host: a name or an address, without port; an IPv6 address with brackets or without.

    Returns:
        ``localhost`` for this machine, however it is called; else the name in lower case without
        the root's dot, or the address in its shortest form.

    Example:
        >>> one_host("127.0.0.1"), one_host("[::1]"), one_host("API.Example.com.")
        ('localhost', 'localhost', 'api.example.com')
    """
    name = host.strip("[]").rstrip(".").lower()
    if name in _OTHER_NAMES:
        return _THIS_MACHINE
    try:
        if _NUMBERS.fullmatch(name):  # 127.1 and 0x7f000001 are spellings of 127.0.0.1
            name = socket.inet_ntoa(socket.inet_aton(name))
        address = ipaddress.ip_address(name)
    except (ValueError, OSError):
        return name
    address = getattr(address, "ipv4_mapped", None) or address
    is_ours = address.is_loopback or address.is_unspecified  # whoever asks 0.0.0.0 asks itself
    return _THIS_MACHINE if is_ours else str(address)


def address_of(url: str) -> Address | None:
    """Return where a URL leads, alike for all spellings of it; None for what is no URL.

    Args:
        url: absolute; user, query and fragment do not count.
    """
    try:
        parts = urlsplit(url.strip())
        port = parts.port
    except ValueError:
        return None
    if not parts.hostname:
        return None
    return Address(
        host=one_host(parts.hostname),
        port=DEFAULT_PORTS.get(parts.scheme) if port is None else port,
        path=parts.path,
    )
