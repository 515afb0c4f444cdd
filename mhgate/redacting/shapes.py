"""What looks like a credential, whosever it is: keys of clouds and forges, tokens, private keys."""

from __future__ import annotations

import re

__all__ = ["TOKEN", "without_credentials"]

TOKEN = "[token]"  # noqa: S105 - the marker that takes a token's place

_SHAPES = re.compile(
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[^-]{0,8192}-----END [A-Z0-9 ]{0,40}KEY-----)?"
    r"|\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"  # AWS
    r"|\bgh[pousr]_[A-Za-z0-9]{36,251}\b|\bgithub_pat_[A-Za-z0-9_]{22,251}\b|\bglpat-[\w-]{20,64}"
    r"|\beyJ[\w-]{6,4096}\.[\w-]{6,8192}\.[\w-]{6,1024}"  # a JSON Web Token
    r"|\bsk-[A-Za-z0-9_-]{20,200}\b|\bAIza[\w-]{35}|\b[rs]k_(?:live|test)_\w{16,200}"
    r"|\bxox[abeoprs]-[\w-]{10,250}|\bhf_[A-Za-z0-9]{30,64}\b|\bpypi-[\w-]{50,400}"
    r"|\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b"
)
# what stands before it stays, so that a reader sees what was there
_AFTER_A_SCHEME = re.compile(
    r"(?i)\b(bearer|basic)( +)(?=[a-z._~-]{0,4096}[0-9+/=])[a-z0-9._~+/=-]{8,4096}"
)
_AFTER_A_NAME = re.compile(
    r"""(?ix)\b((?:api|access|secret|private|auth)[_-]?(?:key|token)|password|passwd|client[_-]secret)
    (["']?[ ]?[:=][ ]?["']?)(?!\[)[^\s"',;&<>\[\]]{8,4096}"""
)


def without_credentials(text: str) -> str:
    """Return a text in which whatever looks like a credential is ``[token]``.

    Args:
        text: to be shown.

    Example:
        >>> without_credentials("Authorization: Bearer abcdefgh12345678")
        'Authorization: Bearer [token]'
    """
    text = _SHAPES.sub(TOKEN, text)
    text = _AFTER_A_SCHEME.sub(rf"\1\2{TOKEN}", text)
    return _AFTER_A_NAME.sub(rf"\1\2{TOKEN}", text)
