"""The published JSON Schemas are those that the records make, and what is written obeys them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, ValidationError

from mhgate.errors import UsageError
from mhgate.records import Report
from mhgate.report import render_json, report_json_schema, schema_files
from mhgate.report.json_schema import main

PUBLISHED = Path(__file__).parents[2] / "docs" / "reference"
REMAKE = "python -m mhgate.report.json_schema docs/reference"


@pytest.mark.parametrize("name", schema_files())
def test_the_published_schemas_are_current(name: str) -> None:
    """docs/reference holds what the records say today, and each is a schema."""
    text = (PUBLISHED / name).read_text(encoding="utf-8")
    assert text == schema_files()[name], f"run: {REMAKE}"
    Draft202012Validator.check_schema(json.loads(text))


def test_every_published_schema_is_made(tmp_path: Path) -> None:
    """The command writes those that are published, no other, and only where a folder is."""
    main([str(tmp_path)])
    made = {path.name for path in tmp_path.iterdir()}
    assert made == {path.name for path in PUBLISHED.glob("*.schema.json")} == set(schema_files())
    with pytest.raises(UsageError):
        main([str(tmp_path / "none")])


def test_every_report_obeys_the_schema(report: Report) -> None:
    """What is written is what is published."""
    validator = Draft202012Validator(report_json_schema())
    Draft202012Validator.check_schema(validator.schema)
    validator.validate(json.loads(render_json(report)))


@pytest.mark.parametrize(
    "change",
    [
        {"scope": "whole"},
        {"schema_version": "2"},
        {"extra": 1},
        {"outcomes": [{"value": 1}]},
        {"merkle_root": None},
    ],
)
def test_the_schema_refuses_what_a_report_is_not(change: dict[str, Any], reports: Any) -> None:
    """Unknown keys, wrong words and wrong kinds are refused by the schema too."""
    data = json.loads(render_json(reports.passing()))
    with pytest.raises(ValidationError):
        Draft202012Validator(report_json_schema()).validate({**data, **change})


def test_the_schema_requires_every_key(reports: Any) -> None:
    """A writer leaves nothing out, at the top or inside."""
    validator = Draft202012Validator(report_json_schema())
    data = json.loads(render_json(reports.passing()))
    for key in list(data):
        assert not validator.is_valid({name: data[name] for name in data if name != key})
    del data["verdict"]["pillars"][0]["probes"][0]["n_alarms"]
    assert not validator.is_valid(data)
