"""Holds which spellings are one address."""

from __future__ import annotations

import pytest

from mhgate.config.addresses import address_of, one_host


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST",
        "localhost.",
        "127.0.0.1",
        "127.1",
        "0x7f000001",
        "2130706433",
        "0.0.0.0",
        "::1",
        "[::1]",
        "0:0:0:0:0:0:0:1",
        "::ffff:127.0.0.1",
        "::",
    ],
)
def test_this_machine_is_one_host(host: str) -> None:
    """By whatever name or address it is called."""
    assert one_host(host) == "localhost"


@pytest.mark.parametrize(
    ("host", "same"),
    [
        ("API.Example.com", "api.example.com"),
        ("10.0.0.1", "10.0.0.1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ("chat.localhost", "chat.localhost"),
        ("999.1.1.1", "999.1.1.1"),
        ("", ""),
    ],
)
def test_other_hosts_stay_themselves(host: str, same: str) -> None:
    """In lower case, an address in its shortest form; a proxy's names for two products stay two."""
    assert one_host(host) == same


def test_a_default_port_is_the_port() -> None:
    """Written out or not; user, query and fragment are no part of where a request goes."""
    assert address_of("http://LocalHost/v1") == address_of("http://me:pw@127.0.0.1:80/v1?a=1#b")
    assert address_of("https://llm.test") == ("llm.test", 443, "")
    assert address_of("http://llm.test:0") != address_of("http://llm.test")


@pytest.mark.parametrize("text", ["", "localhost", "/v1", "http://", "http://a:b/", "http://[::1"])
def test_what_is_no_url_leads_nowhere(text: str) -> None:
    """None, and no exception: the mistake in it is reported elsewhere."""
    assert address_of(text) is None
