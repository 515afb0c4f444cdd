"""An agreement as JSON, and the way back."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import ValidationError

from mhgate.errors import ReportFileError
from mhgate.records import AgreementReport

__all__ = ["read_agreement", "render_agreement_json"]

_HINT = "Give a file that `mhgate agreement --json` wrote, unedited; or measure again."


def render_agreement_json(report: AgreementReport) -> str:
    """Return an agreement as JSON text in plain ASCII.

    Args:
        report: any agreement.

    Returns:
        The text, ending with a line end; the same ratings, mapping and seed give the same bytes.
    """
    plain = report.model_dump(mode="json")
    return json.dumps(plain, ensure_ascii=True, allow_nan=False, indent=1) + "\n"


def read_agreement(path: Path) -> AgreementReport:
    """Read an agreement back.

    Args:
        path: a file that holds what :func:`render_agreement_json` wrote.

    Raises:
        ReportFileError: it cannot be read, or holds no agreement of this schema version.
    """
    try:
        return AgreementReport.model_validate_json(path.read_bytes())
    except OSError as error:
        raise ReportFileError(
            f"{path}: cannot be read ({error.strerror or error}); expected an agreement.",
            hint=_HINT,
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        where = ".".join(map(str, first["loc"])) or "the whole file"
        raise ReportFileError(
            f"{path}: {where}: {first['msg']}; expected an agreement.", hint=_HINT
        ) from error
