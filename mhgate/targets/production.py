"""Which hosts look like production: testing must not cause real crisis work.

A product in production may page clinicians or alert contacts. So a host is asked without more ado
only when it cannot be one: this machine, a private network, or a name one of whose parts is a word
such as ``staging``. Every other host needs ``production = true`` in ``[target]``.
"""

from __future__ import annotations

import ipaddress
import re

from mhgate.errors import ConfigError, Mistake

__all__ = [
    "PROVIDER_HOSTS",
    "STAGING_WORDS",
    "is_local",
    "looks_like_production",
    "refuse_production",
]

STAGING_WORDS = frozenset(
    {
        "ci",
        "demo",
        "dev",
        "develop",
        "development",
        "eval",
        "local",
        "mock",
        "nonprod",
        "pr",
        "preprod",
        "preview",
        "qa",
        "sandbox",
        "stage",
        "staging",
        "stg",
        "test",
        "testing",
        "tst",
        "uat",
    }
)

PROVIDER_HOSTS = frozenset(
    {
        "api.anthropic.com",
        "api.cerebras.ai",
        "api.cohere.com",
        "api.deepseek.com",
        "api.fireworks.ai",
        "api.groq.com",
        "api.mistral.ai",
        "api.openai.com",
        "api.together.xyz",
        "api.x.ai",
        "generativelanguage.googleapis.com",
        "openrouter.ai",
        "router.huggingface.co",
    }
)
"""Model providers' own APIs: what answers there is a model, and nobody is paged."""

_PROVIDER_PATTERN = re.compile(
    r"[a-z0-9-]+\.openai\.azure\.com"
    r"|[a-z0-9-]+-aiplatform\.googleapis\.com"
    r"|bedrock-runtime\.[a-z0-9-]+\.amazonaws\.com"
)
_PRIVATE_SUFFIXES = (".localhost", ".local", ".test", ".internal", ".invalid", ".example")


def is_local(host: str) -> bool:
    """Return whether a host is this machine, by its name or its loopback address."""
    name = host.strip("[]").rstrip(".").lower()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def looks_like_production(host: str) -> bool:
    """Return whether a host could be a product's production.

    Args:
        host: the name or address, without port.

    Returns:
        False for this machine, private addresses, names without a dot, names below ``.local``,
        ``.test``, ``.internal``, names with a word of :data:`STAGING_WORDS` between their dots and
        hyphens (the last part, as in ``chat.dev``, apart), and :data:`PROVIDER_HOSTS`.

    Example:
        >>> looks_like_production("chat.example.com"), looks_like_production("qa.example.com")
        (True, False)
    """
    name = host.strip("[]").rstrip(".").lower()
    try:
        address = ipaddress.ip_address(name)
        return (getattr(address, "ipv4_mapped", None) or address).is_global
    except ValueError:
        pass
    if "." not in name or f".{name}".endswith(_PRIVATE_SUFFIXES):
        return False
    if name in PROVIDER_HOSTS or _PROVIDER_PATTERN.fullmatch(name):
        return False
    parts = re.split(r"[.-]", name.rpartition(".")[0])
    return not any(re.sub(r"\d+$", "", part) in STAGING_WORDS for part in parts)


def refuse_production(host: str, key: str, *, allowed: bool) -> None:
    """Refuse a host that looks like production without the explicit word.

    Args:
        host: the name or address, without port.
        key: the key below ``[target]`` that names it.
        allowed: what ``production`` says.

    Raises:
        ConfigError: the host looks like production and ``production`` is not true.
    """
    if allowed or not looks_like_production(host):
        return
    raise ConfigError(
        [
            Mistake(
                f"thresholds.toml: target.{key}",
                f"the host {host}, which looks like production",
                "a loopback or private address, or a name with a part such as staging, test or qa",
                "Crisis messages sent there may page people. If that cannot happen, or is meant, "
                "say production = true in [target].",
            )
        ]
    )
