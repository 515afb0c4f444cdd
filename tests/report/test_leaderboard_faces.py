"""A leaderboard on every face: all figures, at 80 columns, and no label is ever more than text."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from rich.cells import cell_len

from mhgate.errors import UsageError
from mhgate.leaderboard import leaderboard_of
from mhgate.records import Report, Vote
from mhgate.records.leaderboard import Leaderboard
from mhgate.report import (
    leaderboard_json_schema,
    print_leaderboard,
    render_leaderboard,
    render_leaderboard_json,
    render_leaderboard_markdown,
    render_leaderboard_page,
)
from mhgate.report.tidy_table import tidy_columns, tidy_rows, write_tidy

sys.path.insert(0, str(Path(__file__).parents[1] / "leaderboard"))
from configurations import RUBRIC, configuration

HOSTILE = "<script>alert(1)</script>|x|\n| pass |\x1b[2J\u202e`a`*b*[c](d)\ud800\x00=1+1"
PROBES = {**RUBRIC, "safety.declines": None}


def _value(level: str) -> float:
    return {"a": 0.9, "b": 0.4}.get(level[0], 0.6)


@pytest.fixture(scope="module")
def hostile() -> tuple[Report, ...]:
    """Return four configurations whose labels, strata and items hold anything."""
    return tuple(
        configuration(
            f"run-{one}{other}",
            {f"factor {HOSTILE}": f"{one}{HOSTILE}", "q": other},
            lambda _probe, number, one=one: float(number % 10 < 10 * _value(one)),
            probes=PROBES,
            n_items=20,
            strata=lambda number: {f"key {HOSTILE}": f"{number % 2}{HOSTILE}"},
            item=lambda probe, number: f"{probe.split('.')[0]}/{number}{HOSTILE}",
            votes=(Vote(name=f"one {HOSTILE}", judge="j", value="yes"),),
        )
        for one in "ab"
        for other in "xy"
    )


@pytest.fixture(scope="module")
def board(hostile: tuple[Report, ...]) -> Leaderboard:
    """Return their leaderboard."""
    return leaderboard_of(hostile, mhgate_version="0")


class _Page(HTMLParser):
    """Keeps the elements and the texts of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element."""
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        """Keep a text."""
        self.texts.append(data)


def test_no_label_is_an_element_of_the_page(board: Leaderboard) -> None:
    """Neither script nor picture nor link; the policy lets nothing be loaded or run."""
    page = _Page(render_leaderboard_page(board))
    tags = {tag for tag, _ in page.elements}
    assert tags <= {
        *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "div"),
        *("table", "caption", "thead", "tbody", "tr", "th", "td"),
    }
    policies = [a["content"] for tag, a in page.elements if a.get("http-equiv")]
    assert len(policies) == 1
    assert str(policies[0]).startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in str(policies[0])
    assert any("<script>alert(1)</script>" in text for text in page.texts)
    assert not any("\x1b" in text or "\u202e" in text for text in page.texts)


def test_the_page_can_be_heard(board: Leaderboard) -> None:
    """Each table has a caption, scopes on its headers, and a name; both schemes are there."""
    text = render_leaderboard_page(board)
    page = _Page(text)
    count = sum(tag == "table" for tag, _ in page.elements)
    assert count == sum(tag == "caption" for tag, _ in page.elements) > 5
    assert {attrs.get("scope") for tag, attrs in page.elements if tag == "th"} == {"col", "row"}
    assert "prefers-color-scheme: dark" in text
    assert 'lang="en"' in text
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))


def test_the_pages_style_is_the_one_that_its_policy_allows(board: Leaderboard) -> None:
    """A browser that holds to the policy still shows the style."""
    text = render_leaderboard_page(board)
    style = text.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in text


def test_no_label_breaks_a_table_of_markdown(board: Leaderboard) -> None:
    """Every row of a table has as many cells as its head, and no label is a tag."""
    text = render_leaderboard_markdown(board)
    assert "<" not in text
    assert not set(text) & {"\x1b", "\x00", "\u202e"}
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in block.splitlines()}
        assert len(widths) == 1
    assert text.replace("\n", "").isprintable()


@pytest.mark.parametrize("width", [60, 80, 200])
@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_terminal_holds_its_width(board: Leaderboard, width: int, encoding: str) -> None:
    """No line is wider, whatever the labels; nothing reaches the screen that acts there."""
    text = render_leaderboard(board, width=width, colour=False, encoding=encoding)
    assert max(map(cell_len, text.splitlines())) <= width
    assert not set(text) & {"\x1b", "\x00", "\u202e"}
    text.encode(encoding)


def test_the_terminal_shows_what_counts() -> None:
    """Rank with its interval, score with its interval, effect with its counts."""
    made = [
        configuration(
            run, {"prompt": level}, lambda _p, number, m=most: float(number % 10 < m), probes=RUBRIC
        )
        for run, level, most in (("r1", "plain", 3), ("r2", "warm", 9))
    ]
    board = leaderboard_of(made, mhgate_version="0")
    stream = io.StringIO()
    print_leaderboard(board, stream, environ={"COLUMNS": "80"})
    text = stream.getvalue()
    assert re.search(r"^1 +1 \(1 to 1\) +prompt=warm +90\.0 \(\d", text, re.MULTILINE)
    assert re.search(r"^2 +2 \(2 to 2\) +prompt=plain +30\.0 ", text, re.MULTILINE)
    assert "plain to" in text
    assert re.search(r"overall +1 +1 \(1\) +0 \(0\) +\+60\.0 \(\+", text)
    assert "overall by severity" in text
    assert "judge not certified" in text


def test_json_is_what_its_schema_says(board: Leaderboard) -> None:
    """The published schema describes it, and the record reads it back."""
    text = render_leaderboard_json(board)
    assert text.isascii()
    jsonschema.validate(json.loads(text), leaderboard_json_schema())
    again = Leaderboard.model_validate_json(json.dumps(json.loads(text)).replace("\\ud800", "?"))
    assert len(again.entries) == 4


def test_csv_has_a_row_a_trial_vote_and_cell(hostile: tuple[Report, ...], tmp_path: Path) -> None:
    """What is written is read back, with labels and strata as columns."""
    write_tidy(hostile, tmp_path / "t.csv")
    text = (tmp_path / "t.csv").read_bytes().decode()
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert len(rows) == len(list(tidy_rows(hostile)))
    kinds = [row["kind"] for row in rows]
    n_outcomes = sum(len(report.outcomes) for report in hostile)
    assert kinds.count("outcome") == kinds.count("vote") == n_outcomes
    assert kinds.count("cell") == 4 * 20 * 3
    first = rows[0]
    assert first["configuration.q"] == "x"
    assert first["value"] == "1.0"
    assert any(name.startswith("stratum.key") for name in first)
    assert None not in first  # no row is longer than the head
    assert {row["dimension"] for row in rows if row["kind"] == "cell"} == {"D2"}


def test_parquet_holds_the_same(hostile: tuple[Report, ...], tmp_path: Path) -> None:
    """Typed columns: numbers are numbers, and what is absent is null."""
    parquet = pytest.importorskip("pyarrow.parquet")
    write_tidy(hostile, tmp_path / "deep" / "t.parquet")
    table = parquet.read_table(tmp_path / "deep" / "t.parquet")
    assert table.num_rows == len(list(tidy_rows(hostile)))
    assert table.num_columns == len(tidy_columns(hostile))
    kinds = {field.name: str(field.type) for field in table.schema}
    assert (kinds["value"], kinds["epoch"], kinds["item"]) == ("double", "int64", "string")
    votes = table.filter(table["kind"].to_numpy(zero_copy_only=False) == "vote")
    assert votes["value"].null_count == votes.num_rows


def test_a_table_of_another_kind_is_refused(hostile: tuple[Report, ...], tmp_path: Path) -> None:
    """The ending says what is written, and the message says which there are."""
    with pytest.raises(UsageError, match=r"expected \.csv or \.parquet"):
        write_tidy(hostile, tmp_path / "t.xlsx")


def test_without_pyarrow_the_message_says_what_to_install(
    hostile: tuple[Report, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parquet is an extra; CSV holds the same."""
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(UsageError, match=r"mhgate\[parquet\]"):
        write_tidy(hostile, tmp_path / "t.parquet")
