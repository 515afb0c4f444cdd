"""The JSON file: stable, whole or absent, and read back strictly."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mhgate.errors import ReportFileError
from mhgate.records import Override, Report
from mhgate.report import read_report, render_json, write_report


def _holds_no_pair(text: str) -> bool:
    halves = pairwise(text)
    return not any("\ud800" <= a <= "\udbff" and "\udc00" <= b <= "\udfff" for a, b in halves)


# Two lone surrogates that form a pair are one character in JSON, which has no other spelling.
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=20).filter(_holds_no_pair)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(ANY_TEXT, inner, max_size=3),
    max_leaves=6,
)


def test_reads_what_was_written(report: Report, tmp_path: Path) -> None:
    """Every kind of report comes back equal."""
    path = tmp_path / "report.json"
    write_report(report, path)
    assert read_report(path) == report


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(text=ANY_TEXT, value=JSON, score=st.floats(0, 1))
def test_reads_whatever_was_written(
    text: str, value: Any, score: float, tmp_path: Path, reports: ModuleType
) -> None:
    """Lone surrogates, controls, any float and any override's value come back as they were."""
    made = reports.holding(text, reports.inconclusive)
    run = made.provenance.model_copy(
        update={"overrides": (Override(key="key", value=value, source=text),)}
    )
    outcomes = (made.outcomes[0].model_copy(update={"value": score}), *made.outcomes[1:])
    made = made.model_copy(update={"provenance": run, "outcomes": outcomes})
    path = tmp_path / "any.json"
    write_report(made, path)
    assert read_report(path) == made
    assert path.read_bytes().decode("utf-8")


def test_lone_surrogates_survive_as_escapes(tmp_path: Path, reports: ModuleType) -> None:
    """What UTF-8 cannot hold is written as JSON's escape, and the rest as itself."""
    path = tmp_path / "report.json"
    write_report(reports.holding("危 \udc80 \\"), path)
    assert b'"\xe5\x8d\xb1 \\udc80 \\\\"' in path.read_bytes()


def test_text_for_streams_is_ascii_and_says_the_same(tmp_path: Path, reports: ModuleType) -> None:
    """A console of any encoding can print it, and it reads back as the file does."""
    made = reports.holding("危 \xb2 \udc80 \U0001f600")
    assert render_json(made).isascii()
    path = tmp_path / "printed.json"
    path.write_text(render_json(made), encoding="cp1252")
    assert read_report(path) == made


def test_bytes_do_not_depend_on_the_order_of_arrival(reports: ModuleType) -> None:
    """Mappings are sorted: two runs that counted in another order write the same file."""
    made = reports.failing()
    turned = made.model_copy(update={"failures": dict(reversed(made.failures.items()))})
    assert list(turned.failures) != list(made.failures)
    assert render_json(turned) == render_json(made)


def test_is_readable_by_line(reports: ModuleType) -> None:
    """One outcome a line, records in the order of their fields, no transcript."""
    made = reports.failing()
    text = render_json(made)
    rows = [line for line in text.splitlines() if line.startswith('    {"trial_id"')]
    assert len(rows) == len(made.outcomes)
    assert list(json.loads(text)) == list(Report.model_fields)
    assert text.endswith("}\n")
    assert '"turns"' not in text


def test_any_line_end_in_a_string_is_kept(tmp_path: Path, reports: ModuleType) -> None:
    """U+2028, U+0085 and their like inside a string are not taken for the end of a line."""
    text = "a\u2028b\x85c\nd\re\x0bf"
    path = tmp_path / "report.json"
    write_report(reports.holding(text), path)
    assert read_report(path).verdict.headline == (text, text)


def test_a_failed_write_leaves_the_old_report(
    tmp_path: Path, reports: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full in mid-write: the old file is whole and nothing is left beside it."""
    path = tmp_path / "report.json"
    write_report(reports.passing(), path)
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ReportFileError, match="No space left"):
        write_report(reports.failing(), path)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["report.json"]


def test_makes_folders_follows_links_and_honours_the_mask(
    tmp_path: Path, reports: ModuleType
) -> None:
    """A missing folder is made, a link's target is replaced, and others may read the file."""
    real, link = tmp_path / "deep" / "er" / "real.json", tmp_path / "link.json"
    write_report(reports.passing(), real)
    link.symlink_to(real)
    write_report(reports.failing(), link)
    assert link.is_symlink()
    assert read_report(real) == reports.failing()
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(real.stat().st_mode) == 0o666 & ~mask


def test_writes_into_a_pipe(tmp_path: Path, reports: ModuleType) -> None:
    """A pipe or a device is written to and not replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_report(reports.nothing_evaluated(), pipe)
        assert json.loads(os.read(reader, 1 << 16))["scope"] == "full"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_refuses_to_write_over_a_folder(tmp_path: Path, reports: ModuleType) -> None:
    """A folder in the way is said, with what to do."""
    with pytest.raises(ReportFileError, match="cannot be written") as caught:
        write_report(reports.passing(), tmp_path)
    assert "Name a file" in caught.value.hint


# --- reading refuses


def _edited(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def edit(text: str) -> str:
        data = json.loads(text)
        change(data)
        return json.dumps(data)

    return edit


def _swap(old: str, new: str) -> Callable[[str], str]:
    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit


REFUSED: dict[str, tuple[Callable[[str], str], str]] = {
    "empty": (lambda _: "", "not JSON at line 1, column 1"),
    "cut": (lambda text: text[:1000], "not JSON at line"),
    "text": (lambda _: "mhgate: pass", "not JSON at line 1, column 1"),
    "list": (lambda _: "[]", "found a JSON array; expected an object"),
    "null": (lambda _: "null", "found a JSON null; expected an object"),
    "deep": (lambda _: "[" * 200_000, "nested beyond reason"),
    "other": (lambda _: '{"a": 1}', 'found no key "schema_version"'),
    "version": (
        _swap('"schema_version": "1"', '"schema_version": "2"'),
        "found '2'; expected \"1\"",
    ),
    "number for version": (
        _swap('"schema_version": "1"', '"schema_version": 1'),
        "found 1; expected",
    ),
    "nan": (_swap('"value": 1.0', '"value": NaN'), "found NaN"),
    "infinity": (_swap('"seed": 20261130', '"seed": -Infinity'), "found -Infinity"),
    "too large": (_swap('"value": 1.0', '"value": 1e999'), "found the number 1e999"),
    "endless": (_swap('"seed": 20261130', '"seed": ' + "9" * 5000), "4300 digits"),
    "twice": (_swap('"scope": "full"', '"scope": "partial", "scope": "full"'), '"scope" twice'),
    "unknown": (_edited(lambda data: data.update(extra=1)), "extra: found an unknown key"),
    "unknown inside": (
        _edited(lambda data: data["verdict"]["pillars"][0].update({"weight\n": 1})),
        r"verdict.pillars[0].weight\n: found an unknown key",
    ),
    "hidden field": (
        _edited(
            lambda data: data["verdict"]["pillars"][0]["probes"][0]["probe"].update(check=None)
        ),
        "verdict.pillars[0].probes[0].probe.check: found an unknown key",
    ),
    "missing": (
        _edited(lambda data: data.pop("verdict")),
        "verdict: found nothing; expected this key",
    ),
    "out of range": (
        _edited(lambda data: data["outcomes"][3].update(value=7)),
        "outcomes[3].value: found 7; input should be less than or equal to 1",
    ),
    "text for a number": (
        _edited(lambda data: data["outcomes"][0].update(value="1.0")),
        "outcomes[0].value: found a JSON string; expected a number",
    ),
    "truth for a number": (
        _edited(lambda data: data["outcomes"][0].update(value=True)),
        "outcomes[0].value: found a JSON boolean; expected a number",
    ),
    "number for truth": (
        _edited(lambda data: data["verdict"].update(blocks=1)),
        "verdict.blocks: found a JSON number; expected a boolean",
    ),
    "accounts": (
        _edited(lambda data: data["accounts"].update(planned=1)),
        "accounts: planned 1 is not",
    ),
    "a fail called a pass": (
        _edited(lambda data: data["verdict"].update(outcome="pass")),
        "outcome pass does not go with exit code 1",
    ),
    "a fail that does not block": (
        _edited(lambda data: data["verdict"].update(blocks=False)),
        "blocks False does not go with exit code 1",
    ),
    "a fail let through": (
        _edited(lambda data: data["verdict"].update(blocks=False, exit_code=0)),
        "outcome fail does not go with exit code 0",
    ),
    "outcome": (
        _edited(lambda data: data["verdict"].update(outcome="passed")),
        "verdict.outcome: found 'passed'",
    ),
}


@pytest.mark.parametrize("kind", sorted(REFUSED))
def test_refuses_what_is_not_a_report(kind: str, tmp_path: Path, reports: ModuleType) -> None:
    """Each refusal names the file, the place, what was found, and what to do."""
    edit, said = REFUSED[kind]
    path = tmp_path / "report.json"
    path.write_text(edit(render_json(reports.failing())), encoding="utf-8")
    with pytest.raises(ReportFileError) as caught:
        read_report(path)
    assert str(path) in str(caught.value)
    assert said in str(caught.value)
    assert caught.value.hint


def test_names_a_few_of_many_mistakes(tmp_path: Path, reports: ModuleType) -> None:
    """Fifty broken outcomes are five lines and a count."""
    data = json.loads(render_json(reports.failing()))
    for outcome in data["outcomes"][:50]:
        outcome["value"] = -1
    path = tmp_path / "report.json"
    path.write_text(json.dumps(data))
    with pytest.raises(ReportFileError, match="and 45 more") as caught:
        read_report(path)
    assert len(str(caught.value).splitlines()) == 7


def test_refuses_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    """The offset of the first bad byte is said."""
    path = tmp_path / "report.json"
    path.write_bytes(b'{"a": "\xff"}')
    with pytest.raises(ReportFileError, match="not UTF-8 at offset 7"):
        read_report(path)


def test_accepts_a_mark_at_the_start(tmp_path: Path, reports: ModuleType) -> None:
    """Some editors put a byte-order mark in front; it changes nothing."""
    path = tmp_path / "report.json"
    path.write_text(render_json(reports.passing()), encoding="utf-8-sig")
    assert read_report(path) == reports.passing()


def test_says_where_nothing_is(tmp_path: Path) -> None:
    """A missing file and a folder are told apart, each with what to do."""
    with pytest.raises(ReportFileError, match="no such file") as caught:
        read_report(tmp_path / "missing.json")
    assert "mhgate run" in caught.value.hint
    with pytest.raises(ReportFileError, match="cannot be read"):
        read_report(tmp_path)
