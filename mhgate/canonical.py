"""Canonical JSON (RFC 8785), sha256 digests, and the Merkle root (RFC 6962) that a report binds."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import rfc8785
from pydantic_core import PydanticSerializationError, to_json

__all__ = [
    "InOrder",
    "canonical_json",
    "digest",
    "digest_in_pieces",
    "key_order",
    "leaf_hash",
    "merkle_path",
    "merkle_root",
    "parse_json",
    "root_of_leaf_hashes",
    "root_of_path",
    "seed_from",
]


def canonical_json(value: Any) -> bytes:
    r"""Serialise a JSON value to its one canonical form.

    Lone surrogates, which no UTF-8 can hold, are written as the text ``\\udXXX`` so that hostile
    replies have a digest too.

    Args:
        value: JSON-like: dicts with string keys, lists, strings, finite numbers, booleans, None.

    Returns:
        The UTF-8 bytes of RFC 8785.

    Raises:
        rfc8785.CanonicalizationError: a value that JSON cannot hold (NaN, an integer beyond 2^53).

    Example:
        >>> canonical_json({"b": 1, "a": [True, None]})
        b'{"a":[true,null],"b":1}'
    """
    try:
        try:
            return to_json(_plain(value))
        except _FractionError:
            return _ENCODER.encode(_plain(value, _fraction)).encode()
    except (_UnplainError, UnicodeEncodeError, PydanticSerializationError):
        return rfc8785.dumps(_encodable(value))


class _UnplainError(Exception):
    """A value that RFC 8785 and compiled encoders might not write alike."""


class _FractionError(Exception):
    """A number with a fraction, which Python itself writes as RFC 8785 asks."""


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_EXACT = 2**53 - 1  # beyond, a whole number is none that JSON holds
_AS_THEY_ARE = frozenset({str, bool, type(None)})


def _no_fraction(_value: float) -> float:
    raise _FractionError


def _fraction(value: float) -> float:
    if 1e-4 <= abs(value) < 1e15:  # noqa: PLR2004 - between these, digits and a point are written
        return value
    raise _UnplainError


def _plain(value: Any, fraction: Callable[[float], float] = _no_fraction) -> Any:
    """Return a value that compiled encoders write as RFC 8785 does, with its keys in order.

    They differ in numbers with an exponent, in the order of keys beyond ASCII, and in what JSON
    cannot hold.

    Args:
        value: any.
        fraction: returns a number with a fraction, if such a one may be there.

    Raises:
        _UnplainError: it may be one of these.
        _FractionError: it holds a number with a fraction, which may not be there.
    """
    kind = type(value)
    if kind in _AS_THEY_ARE:
        return value
    if kind is dict:
        for key in value:
            if type(key) is not str or not key.isascii():
                raise _UnplainError
        made = {}
        for key in sorted(value):
            inner = value[key]  # a text, mostly, which needs no call
            made[key] = inner if type(inner) in _AS_THEY_ARE else _plain(inner, fraction)
        return made
    if kind is list or kind is tuple:
        return [
            inner if type(inner) in _AS_THEY_ARE else _plain(inner, fraction) for inner in value
        ]
    if kind is int and -_EXACT <= value <= _EXACT:
        return value
    if kind is float:
        return int(value) if abs(value) < _EXACT and value == int(value) else fraction(value)
    raise _UnplainError


def _encodable(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, dict):
        return {_encodable(key): _encodable(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_encodable(inner) for inner in value]
    return value


def parse_json(data: bytes) -> Any:
    """Read JSON that means one thing: no key twice in one object, no NaN, no number beyond floats.

    Args:
        data: UTF-8, with or without a mark of its byte order.

    Returns:
        The value.

    Raises:
        ValueError: it is not such JSON; the message says where, in plain ASCII.

    Example:
        >>> parse_json(b'{"a": 1}')
        {'a': 1}
    """
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_once,
            parse_constant=_refused,
            parse_float=_finite,
        )
    except UnicodeDecodeError as error:
        raise ValueError(f"found a byte that is not UTF-8 at offset {error.start}") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise ValueError(f"found what is not JSON at {where} ({error.msg})") from error
    except RecursionError as error:
        raise ValueError("found JSON nested beyond reason") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        name = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ValueError(f"found the key {ascii(name)[:60]} twice in one object")
    return found


def _refused(name: str) -> Any:
    raise ValueError(f"found {name}, which is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"found the number {text[:40]}, which no float holds")
    return number


def digest(value: Any) -> str:
    """Return ``sha256:`` and the hexadecimal digest of a JSON value's canonical form.

    Args:
        value: as for :func:`canonical_json`; bytes are digested as they are.

    Returns:
        71 characters.

    Example:
        >>> digest({})
        'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'
    """
    data = value if isinstance(value, bytes) else canonical_json(value)
    return "sha256:" + hashlib.sha256(data).hexdigest()


@dataclass(frozen=True, slots=True)
class InOrder:
    """A JSON object of which nobody holds all entries at once.

    Args:
        entries: names and values, none twice, rising by :func:`key_order`.
    """

    entries: Iterable[tuple[str, Any]]


def key_order(name: str) -> bytes:
    """Return by what the canonical form sorts the names of an object.

    Args:
        name: one of them.
    """
    return str(_encodable(name)).encode("utf-16-be")  # by UTF-16 code units: RFC 8785, 3.2.3


def digest_in_pieces(value: Any) -> str:
    """Return the :func:`digest` of a value of which nobody holds all at once.

    Args:
        value: as for :func:`canonical_json`; besides, an iterator stands for a long list, and an
            :class:`InOrder` for a long object.

    Returns:
        71 characters.

    Example:
        >>> digest_in_pieces({"a": iter([1, 2])}) == digest({"a": [1, 2]})
        True
    """
    found = hashlib.sha256()
    for piece in _pieces(value):
        found.update(piece)
    return "sha256:" + found.hexdigest()


_AT_ONCE = 256  # entries of a long list: few enough to weigh nothing, and hardly a call an entry


def _pieces(value: Any) -> Iterator[bytes]:
    if isinstance(value, dict):
        yield b"{"
        for place, name in enumerate(sorted(value, key=key_order)):
            yield (b"," if place else b"") + canonical_json(name) + b":"
            yield from _pieces(value[name])
        yield b"}"
    elif isinstance(value, InOrder):
        yield from _portions(map(dict, _in_portions(value.entries)), b"{", b"}")
    elif isinstance(value, Iterator):
        yield from _portions(_in_portions(value), b"[", b"]")
    else:
        yield canonical_json(value)


def _in_portions(entries: Iterable[Any]) -> Iterator[list[Any]]:
    left = iter(entries)
    while portion := list(islice(left, _AT_ONCE)):
        yield portion


def _portions(portions: Iterator[Any], begin: bytes, end: bytes) -> Iterator[bytes]:
    yield begin
    for place, portion in enumerate(portions):
        yield (b"," if place else b"") + canonical_json(portion)[1:-1]
    yield end


def merkle_root(leaves: Sequence[bytes]) -> str:
    """Return the Merkle tree hash of the leaves (RFC 6962, section 2.1).

    Args:
        leaves: the leaves' bytes, in order.

    Returns:
        ``sha256:`` and the root; of no leaves, the digest of the empty string.

    Example:
        >>> merkle_root([b""])
        'sha256:6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'
    """
    return root_of_leaf_hashes([leaf_hash(leaf) for leaf in leaves])


def root_of_leaf_hashes(hashes: Iterable[bytes]) -> str:
    """Return the Merkle tree hash of leaves of which only the hashes are known.

    Args:
        hashes: that :func:`leaf_hash` gave of the leaves, in order; they are not held.

    Returns:
        As :func:`merkle_root`.

    Example:
        >>> root_of_leaf_hashes([leaf_hash(b"a"), leaf_hash(b"b")]) == merkle_root([b"a", b"b"])
        True
    """
    full: list[tuple[int, bytes]] = []  # the roots of full trees, each lower than the one before it
    for found in hashes:
        height, node = 0, found
        while full and full[-1][0] == height:
            node = _node(full.pop()[1], node)
            height += 1
        full.append((height, node))
    if not full:
        return "sha256:" + hashlib.sha256(b"").hexdigest()
    root = full.pop()[1]
    while full:
        root = _node(full.pop()[1], root)
    return "sha256:" + root.hex()


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of one leaf, which no inner node can have (RFC 6962, section 2.1).

    Args:
        leaf: its bytes.

    Returns:
        32 bytes.
    """
    return hashlib.sha256(b"\x00" + leaf).digest()


def _paired(level: Sequence[bytes]) -> list[bytes]:
    paired = [_node(left, right) for left, right in zip(level[::2], level[1::2], strict=False)]
    return [*paired, level[-1]] if len(level) % 2 else paired


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def merkle_path(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """Return the audit path of one leaf (RFC 6962, section 2.1.1): what its root needs beside it.

    Args:
        leaves: all leaves, as for :func:`merkle_root`.
        index: of the leaf, from 0.

    Returns:
        The hashes of its siblings, from the leaf to the root.

    Raises:
        IndexError: there is no such leaf.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"leaf {index} of {len(leaves)}")
    level = [leaf_hash(leaf) for leaf in leaves]
    path: list[bytes] = []
    while len(level) > 1:
        if index ^ 1 < len(level):
            path.append(level[index ^ 1])
        level, index = _paired(level), index // 2
    return tuple(path)


def root_of_path(leaf: bytes, *, index: int, size: int, path: Sequence[bytes]) -> str:
    """Return the root that a leaf and its audit path lead to.

    Args:
        leaf: the leaf's bytes.
        index: its place, from 0.
        size: how many leaves the tree has.
        path: as :func:`merkle_path` gives it.

    Returns:
        ``sha256:`` and the root.

    Raises:
        ValueError: a path of another length than such a leaf has.

    Example:
        >>> leaves = [b"a", b"b", b"c"]
        >>> path = merkle_path(leaves, 1)
        >>> root_of_path(b"b", index=1, size=3, path=path) == merkle_root(leaves)
        True
    """
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} of {size}")
    found, rest = leaf_hash(leaf), list(path)
    while size > 1:
        if index ^ 1 < size:
            if not rest:
                raise ValueError("a path that is too short")
            pair = (rest.pop(0), found) if index % 2 else (found, rest.pop(0))
            found = _node(*pair)
        index, size = index // 2, (size + 1) // 2
    if rest:
        raise ValueError("a path that is too long")
    return "sha256:" + found.hex()


def seed_from(*parts: str | int) -> int:
    """Derive a seed from names, the same on every machine and at every concurrency.

    Args:
        parts: what the seed belongs to, a run's seed and an item's id, say.

    Returns:
        A whole number in [0, 2^53).

    Example:
        >>> seed_from(7, "item") == seed_from(7, "item") != seed_from(8, "item")
        True
    """
    raw = hashlib.sha256(canonical_json([str(part) for part in parts])).digest()
    return int.from_bytes(raw[:8], "big") >> 11
