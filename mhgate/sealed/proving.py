"""One row -> what proves that it was in a pack; anybody checks it, without a key.

The other rows stay as hidden as they were: a path of hashes says nothing of them.
"""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import JsonValue, ValidationError

from mhgate.canonical import root_of_path
from mhgate.errors import ReportFileError, UsageError, nearest
from mhgate.records.sealed import Opening
from mhgate.sealed.commitments import Commitment, leaf_of, opaque_name

__all__ = ["opening_of", "read_opening", "verify_opening"]


def opening_of(commitment: Commitment, name: str) -> Opening:
    """Return the opening of one row.

    Args:
        commitment: to the rows of a pack.
        name: the row's opaque name, with or without its suite's, or its own id.

    Raises:
        UsageError: there is no such row. The message names no row in clear.
    """
    wanted = name.rpartition("/")[2].partition("#")[0]
    for index, (row, opaque) in enumerate(zip(commitment.rows, commitment.names, strict=True)):
        if wanted in {opaque, row["id"]}:
            return Opening(
                root=commitment.root,
                name=opaque,
                item=row,
                salt=commitment.salt(row).hex(),
                index=index,
                size=len(commitment.rows),
                path=tuple(each.hex() for each in commitment.path(index)),
            )
    guess = nearest(wanted, commitment.names)
    raise UsageError(
        f"{name}: the pack holds no such item.",
        hint=f"Did you mean {guess!r}?" if guess else "Reports name items as sealed-...",
    )


def read_opening(path: Path) -> Opening:
    """Read an opening from its file.

    Args:
        path: as ``mhgate suites prove`` wrote it.

    Raises:
        ReportFileError: it cannot be read, or is no opening.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected an opening.",
            hint="mhgate suites prove writes one.",
        ) from error
    try:
        return Opening.model_validate_json(data)
    except ValidationError as error:
        where = ".".join(map(str, error.errors(include_input=False)[0]["loc"])) or "the file"
        raise ReportFileError(
            f"{path}: {where} is not as in an opening.", hint="mhgate suites prove writes one."
        ) from None


def verify_opening(opening: Opening, *, root: str) -> dict[str, JsonValue]:
    """Check that an item was among those that a root binds; this takes no key.

    Args:
        opening: what ``prove`` gave.
        root: the root, as a seal, a report or a signed statement has it.

    Returns:
        The item.

    Raises:
        ReportFileError: it proves nothing about this root.
    """
    try:
        leaf = leaf_of(json.loads(json.dumps(opening.item)), bytes.fromhex(opening.salt))
        path = [bytes.fromhex(each) for each in opening.path]
        found = root_of_path(leaf, index=opening.index, size=opening.size, path=path)
        name = opaque_name(leaf)
    except ValueError as error:
        raise ReportFileError(
            f"the opening does not hold together: {error}.", hint="Take it as it was made."
        ) from None
    if found != root or opening.root != root:
        raise ReportFileError(
            f"the opening leads to the root {found}; expected {root}.",
            hint="The item, the opening or the seal was changed, or they are of different packs.",
        )
    if name != opening.name:
        raise ReportFileError(
            f"the opening calls the item {opening.name}; by its own words it is {name}.",
            hint="Take the opening as it was made.",
        )
    return opening.item
