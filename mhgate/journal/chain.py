"""The chain of hashes over a journal's lines: what was edited, dropped, swapped or torn is seen.

Every line ends with ``"chain"``: SHA-256 over the link before it and the line's own digest, both in
hexadecimal. The first line's predecessor is 64 zeros. The digest is SHA-256 over the bytes of the
line as it stands without its link. A copy from which words were taken keeps, in place of a line,
that line's digest (``"of"``), so that it ends with the head of the journal it was made of.

Whoever can write the file can chain it anew: only a signature over the head and the count holds.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from mhgate.errors import ReportFileError

__all__ = [
    "FIRST",
    "Chain",
    "Link",
    "chained",
    "check_chain",
    "digest_of",
    "last_link",
    "linked",
    "links",
    "next_link",
]

FIRST = "0" * 64
_END = re.compile(rb'(?:, "of": "(?P<of>[0-9a-f]{64})")?, "chain": "(?P<chain>[0-9a-f]{64})"\}\Z')
_N_END = len(b', "of": "", "chain": ""}') + 128
_CHANGED = "The journal was changed after it was written; run without resuming."


@dataclass(frozen=True, slots=True)
class Chain:
    """What a journal's chain comes to.

    Args:
        head: the last line's link, 64 hexadecimal characters.
        n_lines: how many lines there are.
        n_stand_ins: of these, lines of a copy that stand in for the original's, whose own words
            the chain does not hold.
    """

    head: str
    n_lines: int
    n_stand_ins: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """One line that was held to its chain.

    Args:
        number: of the line, from 1.
        bare: the line without its link (and without ``"of"``).
        digest: of the original line.
        chain: its link.
        is_stand_in: whether the line is another than the original.
    """

    number: int
    bare: bytes
    digest: str
    chain: str
    is_stand_in: bool = False


def digest_of(bare: bytes) -> str:
    """Return the digest of a line.

    Args:
        bare: its bytes without its link.
    """
    return hashlib.sha256(bare).hexdigest()


def next_link(previous: str, digest: str) -> str:
    """Return the link of a line.

    Args:
        previous: the link of the line before it; :data:`FIRST` for the first.
        digest: of the line.
    """
    return hashlib.sha256(f"{previous}{digest}".encode()).hexdigest()


def linked(bare: bytes, chain: str, *, of: str | None = None) -> bytes:
    """Return a line with its link at its end.

    Args:
        bare: a JSON object that is not empty, without its link.
        chain: its link.
        of: the digest of the original that it stands in for.
    """
    stands_for = b"" if of is None else b', "of": "%s"' % of.encode()
    return b'%s%s, "chain": "%s"}' % (bare[:-1], stands_for, chain.encode())


def chained(lines: Iterable[bytes]) -> bytes:
    """Return a journal of these lines, chained from the first.

    Args:
        lines: without links and line ends.

    Example:
        >>> check_chain(chained([b'{"event": "begin"}', b'{"event": "end"}']), name="j").n_lines
        2
    """
    head, made = FIRST, []
    for bare in lines:
        head = next_link(head, digest_of(bare))
        made.append(linked(bare, head) + b"\n")
    return b"".join(made)


def links(whole: bytes, *, name: str) -> Iterator[Link]:
    """Yield every line, each held to the chain up to it.

    Args:
        whole: lines, without a torn last one.
        name: of the file, for messages.

    Raises:
        ReportFileError: the chain breaks.
    """
    head = FIRST
    for number, line in enumerate(whole.removesuffix(b"\n").split(b"\n") if whole else [], 1):
        end = _END.search(line, max(0, len(line) - _N_END))
        if end is None:
            raise ReportFileError(
                f"{name}:{number}: found a line without its link in the chain of hashes.",
                hint=_CHANGED,
            )
        bare = line[: end.start()] + b"}"
        digest = digest_of(bare) if end["of"] is None else end["of"].decode()
        chain = end["chain"].decode()
        if chain != next_link(head, digest):
            raise ReportFileError(
                f"{name}:{number}: the chain of hashes breaks: this line was changed, or one "
                "before it was dropped, added or moved.",
                hint=_CHANGED,
            )
        head = chain
        yield Link(number, bare, digest, chain, is_stand_in=end["of"] is not None)


def check_chain(data: bytes, *, name: str) -> Chain:
    """Hold a journal to its chain, by its bytes alone.

    Args:
        data: the file's bytes.
        name: of the file, for messages.

    Returns:
        The head and the count, which a signature binds: lines that were cut off cleanly at the end
        are shown by nothing else.

    Raises:
        ReportFileError: the chain breaks, the last line is torn, or there is none.
    """
    if not data.endswith(b"\n"):
        torn = data.rpartition(b"\n")[2]
        raise ReportFileError(
            f"{name}: "
            + (f"its last line is torn ({len(torn)} bytes)." if torn else "found no line."),
            hint="The run was killed while it wrote, or the file was cut; go on with the run "
            "(--mhgate-resume), or take the file as it was written.",
        )
    head, n_lines, n_stand_ins = FIRST, 0, 0
    for link in links(data, name=name):
        head, n_lines = link.chain, link.number
        n_stand_ins += link.is_stand_in
    return Chain(head, n_lines, n_stand_ins)


def last_link(path: Path) -> str:
    """Return the link that the next line of a file is chained to.

    Args:
        path: of a journal, or of an empty file.

    Raises:
        ReportFileError: its last line is torn, or has no link.
    """
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(0, size - _N_END - 1))
        tail = file.read()
    if not tail:
        return FIRST
    end = _END.search(tail[:-1]) if tail.endswith(b"\n") else None
    if end is None:
        raise ReportFileError(
            f"{path}: its last line has no link in the chain of hashes, or is torn.",
            hint="It was killed while it wrote, or changed after; run without resuming.",
        )
    return end["chain"].decode()
