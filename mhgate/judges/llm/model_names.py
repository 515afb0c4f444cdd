"""Which names of models may move: a name that is no version can be another model tomorrow."""

from __future__ import annotations

import re

__all__ = ["why_it_may_move"]

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
