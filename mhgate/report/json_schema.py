"""The JSON Schema of a report's file, made from the records themselves so that it cannot drift."""

from __future__ import annotations

import json
from typing import Any

from mhgate.records import REPORT_SCHEMA_VERSION, Report

__all__ = ["render_json_schema", "report_json_schema"]


def report_json_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of what :func:`write_report` writes.

    Every key that a report holds is required, and no other is allowed.

    Returns:
        A new dict of plain JSON values.

    Example:
        >>> report_json_schema()["title"]
        'mhgate report, schema version 1'
    """
    schema = Report.model_json_schema(mode="serialization")
    schema["properties"]["schema_version"] = {
        "const": REPORT_SCHEMA_VERSION,
        "title": "Schema Version",
        "type": "string",
    }
    for record in (schema, *schema["$defs"].values()):
        if "properties" in record:  # a default is what a reader assumes; a writer leaves none out
            record["required"] = list(record["properties"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:mhgate:report:{REPORT_SCHEMA_VERSION}",
        **schema,
        "title": f"mhgate report, schema version {REPORT_SCHEMA_VERSION}",
    }


def render_json_schema() -> str:
    """Return the schema as the text of docs/reference/report.schema.json."""
    return json.dumps(report_json_schema(), indent=2, ensure_ascii=False) + "\n"
