"""Page, chart and file of ``python -m benchmarks`` agree, and docs/speed.md holds what they say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("httptools")

from benchmarks.__main__ import SECTIONS, main
from benchmarks.charting import Panel, Row, chart
from benchmarks.pages import BEGIN, END, as_chart, as_page, put_into, read_json
from benchmarks.sections import Told
from benchmarks.start.commands import COMMANDS
from benchmarks.start.section import SECTION as START

DOCS = Path(__file__).parents[2] / "docs"
SVG = "{http://www.w3.org/2000/svg}"


def test_the_chart_is_an_image_with_words() -> None:
    """Well-formed SVG with title and description, readable on light and on dark."""
    rows = (Row("mhgate", 1.0, "1.0 times", is_ours=True), Row("a & b", 4.0, "4.0 times"))
    text = chart([Panel("CPU < all", rows), Panel("not run", ())], "a machine")
    root = ET.fromstring(text)
    title, said = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None
    assert said is not None
    assert root.get("aria-labelledby") == f"{title.get('id')} {said.get('id')}"
    assert title.text
    assert said.text == "CPU < all: mhgate 1.0 times; a & b 4.0 times. a machine"
    assert "prefers-color-scheme:dark" in text
    bars = [float(each.get("width", 0)) for each in root.iter(f"{SVG}rect")][1:]
    assert bars[1] == 4 * bars[0]
    height = float(root.get("height", 0))
    assert all(0 < float(each.get("y", 0)) < height for each in root.iter(f"{SVG}text"))


def test_the_marked_part_of_a_page_is_replaced_and_nothing_else() -> None:
    """Twice comes to the same as once; without its markers a page is refused."""
    document = f"# Speed\n\n{BEGIN}\nold\n{END}\n\nWords.\n"
    once = put_into(document, "| a table |\n")
    assert once == f"# Speed\n\n{BEGIN}\n\n| a table |\n\n{END}\n\nWords.\n"
    assert put_into(once, "| a table |\n") == once
    with pytest.raises(ValueError, match="no part to be replaced"):
        put_into("# Speed\n", "")


def test_the_command_writes_json_page_and_chart_and_keeps_sections_that_it_did_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the file alone, page and chart are made again, and put into a document."""
    cpu_s = {each.name: [0.25] for each in COMMANDS}
    told: Told = {"times": 1, "cpu_s": cpu_s, "failed": {}}
    made_up = replace(START, run=lambda _ask: dict(told))
    monkeypatch.setattr("benchmarks.__main__.SECTIONS", (made_up,))
    document = tmp_path / "page.md"
    document.write_text(f"{BEGIN}\n{END}\n", encoding="utf-8")
    assert main(["--section=start", "--quick", f"--write={tmp_path}"]) == 0
    page = (tmp_path / "speed.md").read_text(encoding="utf-8")
    first = (tmp_path / "speed.json").read_text(encoding="utf-8")
    (tmp_path / "speed.md").unlink()
    assert main(["--section=none", f"--write={tmp_path}", f"--page={document}"]) == 0
    assert not (tmp_path / "speed.md").exists()
    assert (tmp_path / "speed.json").read_text(encoding="utf-8") == first
    assert document.read_text(encoding="utf-8") == put_into(f"{BEGIN}\n{END}\n", page)
    assert "| pytest, bare | 0.250 |" in page
    assert "no figure of it is to be compared" in page
    assert "pytest, bare" in (tmp_path / "speed.svg").read_text(encoding="utf-8")


def test_an_unknown_section_or_contestant_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """With those that there are."""
    with pytest.raises(SystemExit):
        main(["--section=gate"])
    assert "expected some of gates,growth,start,statistics,verdict" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["--who=mhgate,another"])
    assert "--who another: expected some of mhgate, openevals" in capsys.readouterr().err


def test_the_tables_of_the_documentation_are_those_of_its_run() -> None:
    """docs/speed.md and its chart are what docs/images/speed.json gives, number by number."""
    found = read_json((DOCS / "images/speed.json").read_text(encoding="utf-8"))
    document = (DOCS / "speed.md").read_text(encoding="utf-8")
    assert set(found) == {section.name for section in SECTIONS}
    again = "run python -m benchmarks --section none --write docs/images --page docs/speed.md"
    assert put_into(document, as_page(SECTIONS, found)) == document, again
    drawn = (DOCS / "images/speed.svg").read_text(encoding="utf-8")
    assert drawn == as_chart(SECTIONS, found), again
