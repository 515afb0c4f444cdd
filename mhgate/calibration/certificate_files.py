"""A file of certificates: a JSON array, written in one order whatever made it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from mhgate.errors import ReportFileError
from mhgate.records import Certificate

__all__ = ["certificates_in", "merged", "write_certificates"]

_FILE = TypeAdapter(tuple[Certificate, ...])


def certificates_in(path: Path) -> tuple[Certificate, ...]:
    """Return the certificates of a file; none where it does not exist.

    Args:
        path: a JSON array.

    Raises:
        ReportFileError: it cannot be read, or is no such array.
    """
    if not path.exists():
        return ()
    try:
        return _FILE.validate_json(path.read_bytes())
    except OSError as error:
        what = error.strerror or str(error)
        raise ReportFileError(f"{path}: {what}.", hint="Name another file.") from error
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise ReportFileError(
            f"{path}: {place}: {first['msg']}; expected an array of certificates.",
            hint="Name another file, or move this one away.",
        ) from error


def merged(earlier: Iterable[Certificate], new: Iterable[Certificate]) -> tuple[Certificate, ...]:
    """Return both, where a new one takes the place of what speaks of the same thing.

    Args:
        earlier: what there was.
        new: what was made.

    Returns:
        In the order of questions, languages, judges, wordings and cuts.
    """
    found = {_speaks_of(each): each for each in (*earlier, *new)}
    return tuple(found[key] for key in sorted(found))


def write_certificates(path: Path, certificates: Iterable[Certificate]) -> None:
    """Write certificates: keys in alphabetical order, what was not measured left out.

    Args:
        path: the file, which is replaced as a whole or not at all.
        certificates: in the order in which they are written.

    Raises:
        ReportFileError: it cannot be written.
    """
    plain = [each.model_dump(mode="json", exclude_none=True) for each in certificates]
    text = json.dumps(plain, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(text + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        what = error.strerror or str(error)
        raise ReportFileError(
            f"{path}: the certificates cannot be written ({what}).", hint="Name another file (-o)."
        ) from error


def _speaks_of(certificate: Certificate) -> tuple[str, str, str, str, float]:
    return (
        certificate.question,
        certificate.language,
        certificate.judge_fingerprint,
        certificate.question_digest,
        certificate.good_from or 0.0,  # of a graded question there is one for each cut
    )
