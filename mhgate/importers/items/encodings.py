"""What text a file is: by its first bytes, as declared, else UTF-8; GB18030 where only that fits.

Nothing is guessed silently. A file that is no UTF-8 and declares nothing is taken for GB18030
where all of it decodes so and its pairs of bytes look like Chinese, and that is said. Any other
file is an error that asks for its encoding's name, for bytes of western Europe decode as Chinese
as well.
"""

from __future__ import annotations

import codecs
import hashlib
from dataclasses import dataclass
from pathlib import Path

from mhgate.config.reading import shown
from mhgate.importers.sheet import one_mistake

__all__ = ["Encoding", "encoding_of"]

_CHUNK = 1 << 20
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_GB = "gb18030"
_MOST_LOW = 0.1  # share of second bytes below 0x80: rare in Chinese, usual where a letter follows
_ENOUGH = 20_000  # pairs of bytes by which that share is known
_DECLARE = (
    "Name what it is: --encoding cp1252 (western Windows), gb18030 (Chinese) or another of "
    "Python's names; or save it as UTF-8."
)


@dataclass(frozen=True, slots=True)
class Encoding:
    """How a file's bytes are read.

    Args:
        name: of the codec.
        digest: of the bytes.
        said: what should be known of it; None for UTF-8 without a mark.
    """

    name: str
    digest: str
    said: str | None = None


def encoding_of(path: Path, declared: str | None) -> Encoding:
    """Find how a file is read, and whether all of it can be.

    Args:
        path: the file.
        declared: the encoding's name, where somebody knows it.

    Returns:
        The encoding and the file's digest.

    Raises:
        RatingsError: the file cannot be read, is no such text, or the name is none.
    """
    try:
        with path.open("rb") as file:
            start = file.read(4)
            file.seek(0)
            digest = f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"
    except OSError as error:
        raise one_mistake(
            shown(path),
            (error.strerror or type(error).__name__).lower(),
            "a file that can be read",
            "Mend the name or the permissions.",
        ) from error
    marked = next((name for mark, name in _MARKS if start.startswith(mark)), None)
    if declared is not None:
        codec = _codec(declared)
        name = "utf-8-sig" if (codec, marked) == ("utf-8", "utf-8-sig") else codec
        said: str | None = f"read as {name}, as declared"
    else:
        name = marked or "utf-8"
        said = None if marked is None else f"a byte order mark: read as {name}"
    bad = _first_bad(path, name)
    if bad is None:
        return Encoding(name, digest, said)
    if name == "utf-8" and declared is None and _looks_like_gb18030(path):
        said = (
            "no UTF-8: read as gb18030, as which all of it decodes; --encoding says otherwise, "
            "or that it is so"
        )
        return Encoding(_GB, digest, said)
    line, byte = bad
    raise one_mistake(
        f"{shown(path)}, line {line}",
        f"byte 0x{byte:02x}, which is no {name.upper()}",
        f"text in {name.upper()}",
        _DECLARE,
    )


def _codec(declared: str) -> str:
    try:
        name = codecs.lookup(declared).name
        "".encode(name)  # binary transforms are codecs, too
        codecs.getincrementaldecoder(name)
    except (LookupError, ValueError, TypeError) as error:
        raise one_mistake(
            "--encoding",
            repr(declared),
            "the name of a text encoding that Python knows",
            "utf-8, utf-16, gb18030, cp1252 and latin-1 are some.",
        ) from error
    return name


def _first_bad(path: Path, name: str) -> tuple[int, int] | None:
    """Return line and value of the first byte that does not decode."""
    decoder = codecs.getincrementaldecoder(name)()
    line = 1
    with path.open("rb") as file:
        while True:
            chunk = file.read(_CHUNK)
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                line += chunk.count(b"\n", 0, error.start)
                return line, error.object[min(error.start, len(error.object) - 1)]
            except UnicodeError:  # UTF-16 without its mark: no place is told
                return line, (chunk or b"\0")[0]
            if not chunk:
                return None
            line += chunk.count(b"\n")


def _looks_like_gb18030(path: Path) -> bool:
    if _first_bad(path, _GB) is not None:
        return False
    decoder = codecs.getincrementaldecoder(_GB)()
    pairs = low = 0
    with path.open("rb") as file:
        while pairs < _ENOUGH and (chunk := file.read(_CHUNK)):
            for char in decoder.decode(chunk):
                if char > "\x7f":
                    raw = char.encode(_GB)
                    pairs += len(raw) == 2  # noqa: PLR2004 - a pair
                    low += len(raw) == 2 and raw[1] < 0x80  # noqa: PLR2004 - ASCII's end
    return pairs > 0 and low <= _MOST_LOW * pairs
