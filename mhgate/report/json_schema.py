"""The JSON Schemas of the files that programs read, made from the records so that none can drift.

``python -m mhgate.report.json_schema docs/reference`` writes them anew; a test holds them current.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from mhgate.errors import UsageError
from mhgate.records import (
    AGREEMENT_SCHEMA_VERSION,
    REPORT_SCHEMA_VERSION,
    AgreementReport,
    Report,
)
from mhgate.records.audited import AUDIT_SCHEMA_VERSION, AuditRecord
from mhgate.records.baselines import BASELINE_KIND, BASELINE_SCHEMA_VERSION, Baseline
from mhgate.records.leaderboard import LEADERBOARD_SCHEMA_VERSION, Leaderboard

__all__ = [
    "agreement_json_schema",
    "audit_json_schema",
    "baseline_json_schema",
    "leaderboard_json_schema",
    "render_json_schema",
    "report_json_schema",
    "schema_files",
]


def report_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what :func:`write_report` writes.

    Every key that a report holds is required, and no other is allowed.

    Returns:
        A new dict of plain JSON values.

    Example:
        >>> report_json_schema()["title"]
        'mhgate report, schema version 1'
    """
    return _schema_of(Report, "report", REPORT_SCHEMA_VERSION)


def audit_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of ``audit.json``, as of a report.

    Example:
        >>> audit_json_schema()["$id"]
        'urn:mhgate:audit:1'
    """
    return _schema_of(AuditRecord, "audit", AUDIT_SCHEMA_VERSION)


def agreement_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of ``mhgate agreement --json``, as of a report.

    Example:
        >>> agreement_json_schema()["$id"]
        'urn:mhgate:agreement:1'
    """
    return _schema_of(AgreementReport, "agreement", AGREEMENT_SCHEMA_VERSION)


def leaderboard_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of ``mhgate compare --json``, as of a report.

    Example:
        >>> leaderboard_json_schema()["$id"]
        'urn:mhgate:leaderboard:1'
    """
    return _schema_of(Leaderboard, "leaderboard", LEADERBOARD_SCHEMA_VERSION)


def baseline_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a baseline's file.

    What is at its default is left out there, so that a line stays a short one.

    Example:
        >>> baseline_json_schema()["$id"]
        'urn:mhgate:baseline:1'
    """
    schema = Baseline.model_json_schema(mode="validation")
    for key, value in (("kind", BASELINE_KIND), ("schema_version", BASELINE_SCHEMA_VERSION)):
        schema["properties"][key] = {"const": value, "title": key, "type": "string"}
    schema["required"] = ["kind", "schema_version", "history", *schema["required"], "sets"]
    schema["properties"]["history"]["minItems"] = 1
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:mhgate:baseline:{BASELINE_SCHEMA_VERSION}",
        **schema,
        "title": f"mhgate baseline, schema version {BASELINE_SCHEMA_VERSION}",
    }


def _schema_of(record: type[BaseModel], name: str, version: str) -> dict[str, Any]:
    schema = record.model_json_schema(mode="serialization")
    schema["properties"]["schema_version"] = {
        "const": version,
        "title": "Schema Version",
        "type": "string",
    }
    for described in (schema, *schema["$defs"].values()):
        if (
            "properties" in described
        ):  # a default is what a reader assumes; a writer leaves none out
            described["required"] = list(described["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:mhgate:{name}:{version}",
        **schema,
        "title": f"mhgate {name}, schema version {version}",
    }


def render_json_schema(schema: dict[str, Any] | None = None) -> str:
    """Return a schema as the text that docs/reference publishes.

    Args:
        schema: any of them; None for that of a report.
    """
    return json.dumps(schema or report_json_schema(), indent=2, ensure_ascii=False) + "\n"


def schema_files() -> dict[str, str]:
    """Return the published schemas, by the name of their file."""
    schemas = {
        "report": report_json_schema(),
        "audit": audit_json_schema(),
        "baseline": baseline_json_schema(),
        "agreement": agreement_json_schema(),
        "leaderboard": leaderboard_json_schema(),
    }
    return {f"{name}.schema.json": render_json_schema(schema) for name, schema in schemas.items()}


def main(arguments: Sequence[str]) -> None:
    """Write every schema into the folder that is named.

    Raises:
        UsageError: there is no such folder.
    """
    for name in arguments:
        folder = Path(name)
        if not folder.is_dir():
            raise UsageError(f"{name}: no such folder.", hint="Name docs/reference.")
        for file, text in schema_files().items():
            (folder / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
