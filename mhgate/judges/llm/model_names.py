"""Names of models: which may move, and how the name that an endpoint says is kept.

A name that is no version can be another model tomorrow. What an endpoint says is a stranger's text.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

__all__ = ["shown_name", "why_it_may_move"]

_LONGEST = 200  # characters of a name that is kept
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_MOVES = re.compile(r"(?:^|[-_:/.@])(latest|preview|current|stable|default|auto)(?:$|[-_:/.@])")
_STAYS = re.compile(
    r"(?:19|20)\d\d-?(?:0[1-9]|1[0-2])(?:-?(?:0[1-9]|[12]\d|3[01]))?(?!\d)"  # 2024-08-06, 20240806
    r"|[-_](?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?!\d)"  # -0613: month and day
    r"|[-_]2[0-9](?:0[1-9]|1[0-2])(?!\d)"  # -2411: year and month
    r"|[-_@]v?0\d\d(?!\d)"  # -002
    r"|@\S"  # @20240620, @sha256:..., a revision after the name
    r"|sha256[:-]?[0-9a-f]{8,}|[0-9a-f]{32,}"  # a digest
    r"|\.gguf$|\.safetensors$"  # a file of weights
)


def why_it_may_move(model: str) -> str | None:
    """Say why a model's name may stand for another model tomorrow.

    A date, a dated version, a revision, a digest or a file of weights in a name pins it; a word
    such as ``latest`` undoes that. This looks at names alone: a provider may still change what it
    serves under a dated one.

    Args:
        model: the name as it is configured.

    Returns:
        A clause; None where the name looks pinned.

    Example:
        >>> why_it_may_move("gpt-4o-2024-08-06") is None
        True
        >>> why_it_may_move("acme-large-latest")
        "its name holds 'latest'"
    """
    name = model.lower()
    if found := _MOVES.search(name):
        return f"its name holds {found[1]!r}"
    if not _STAYS.search(name):
        return "its name holds no date, no revision and no digest"
    return None


@lru_cache(maxsize=64)  # the same one or two, reply after reply
def shown_name(said: str | None) -> str | None:
    r"""Return the name that an endpoint answers as, made harmless for reports and messages.

    Args:
        said: what it says, of any length.

    Returns:
        At most 200 characters without control characters, those that reorder text and lone
        surrogates; a longer name ends in a digest, so that two of them stay two. None where
        nothing is said.

    Example:
        >>> shown_name("a\x1b[31mb")
        'a\ufffd[31mb'
    """
    if said is None or not said.strip():
        return None
    name = said.strip()
    if len(name) > _LONGEST:
        raw = name.encode("utf-8", "surrogatepass")
        mark = f"... {hashlib.sha256(raw).hexdigest()[:12]}"
        name = name[: _LONGEST - len(mark)] + mark
    return "".join("\ufffd" if unicodedata.category(char) in _HIDDEN else char for char in name)
