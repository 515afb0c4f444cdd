"""Holds an agreement's faces to one another: terminal, JSON, plots and their page."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError
from rich.cells import cell_len

from mhgate.calibration import measure_agreement
from mhgate.errors import ReportFileError
from mhgate.importers import read_ratings
from mhgate.records import (
    AgreementReport,
    Attribute,
    Rater,
    RatingColumn,
    RatingSet,
    Reply,
)
from mhgate.report import (
    agreement_json_schema,
    read_agreement,
    render_agreement,
    render_agreement_json,
    write_plots,
)
from mhgate.report.agreement_figures import number, signed
from mhgate.report.agreement_page import agreement_files

EXAMPLE = Path(__file__).resolve().parents[2] / "examples/agreement"
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = 'j"<script>&\x1b[31m\u202e/../x'


@pytest.fixture(scope="module")
def report() -> AgreementReport:
    ratings = read_ratings(EXAMPLE / "ratings.csv", EXAMPLE / "ratings.toml")
    return measure_agreement(ratings, resamples=60, reseeds=5)


@pytest.fixture(scope="module")
def hostile() -> AgreementReport:
    """Return an agreement whose names hold what names must not do."""
    values = (1.0, 2.0, 4.0, 5.0, 3.0)
    return measure_agreement(
        RatingSet(
            raters=(Rater(name="p\n", kind="human"), Rater(name=HOSTILE, kind="judge")),
            attributes=(Attribute(name="<b>\x07"), Attribute(name="\u202eevil")),
            replies=tuple(Reply(conversation=str(n), source="ab"[n % 2]) for n in range(5)),
            columns=tuple(
                RatingColumn(rater=rater, attribute=attribute, values=values)
                for rater in ("p\n", HOSTILE)
                for attribute in ("<b>\x07", "\u202eevil")
            ),
        ),
        resamples=20,
        reseeds=2,
    )


@pytest.mark.parametrize("width", [20, 60, 80, 100, 120, 160, 300])
def test_every_figure_is_there_at_every_width(report: AgreementReport, width: int) -> None:
    """Narrow pages break lines and leave nothing out."""
    text = render_agreement(report, width=width, colour=False)
    flat = " ".join(text.split())
    for cell in report.judges:
        assert cell.sources is not None
        assert cell.replies is not None
        for figure in (
            number(cell.sources.consistency.value),
            number(cell.sources.absolute.value),
            number(cell.replies.absolute.value),
            number(cell.replies.gate_bounds.lower),
            signed(cell.replies.bias.mean),
            number(cell.replies.mse),
        ):
            assert figure in flat
    for account in report.accounts:
        assert f"read {account.read} {account.unit} = used {account.used}" in flat
    longest = max(cell_len(line) for line in text.splitlines())
    assert longest <= max(60, min(200, width))


def test_wide_pages_have_a_line_an_attribute(report: AgreementReport) -> None:
    """Columns under their headers at 120 cells."""
    lines = render_agreement(report, width=120, colour=False).splitlines()
    header = next(line for line in lines if "ICC(C,1), as published" in line)
    row = next(line for line in lines if line.startswith("  guidance"))
    assert row.index("(") > 0
    assert len(row) <= 120
    assert "conversations" in header


def test_a_narrow_encoding_is_kept(hostile: AgreementReport) -> None:
    """Names show their escapes and move nothing; no byte outside of what the stream carries."""
    text = render_agreement(hostile, width=100, colour=False, encoding="ascii")
    assert text.isascii()
    assert "\x1b" not in text
    assert "\\x1b[31m" in text
    assert "\\u202e" in text


def test_json_comes_back(report: AgreementReport, tmp_path: Path) -> None:
    """What was written is what is read; what is not an agreement is refused with its place."""
    path = tmp_path / "a.json"
    text = render_agreement_json(report)
    assert text.isascii()
    path.write_text(text)
    assert read_agreement(path) == report
    path.write_text(text.replace('"schema_version": "1"', '"schema_version": "2"'))
    with pytest.raises(ReportFileError, match="schema_version"):
        read_agreement(path)
    path.write_text("[]")
    with pytest.raises(ReportFileError, match="expected an agreement"):
        read_agreement(path)
    with pytest.raises(ReportFileError, match="cannot be read"):
        read_agreement(tmp_path / "none.json")


def _drawings(report: AgreementReport) -> dict[str, ET.Element]:
    return {
        name: ET.fromstring(text)
        for name, text in agreement_files(report).items()
        if name.endswith(".svg")
    }


def test_drawings_are_titled_and_described(report: AgreementReport) -> None:
    """role=img, a title, and the figures in words: who cannot see them hears them."""
    drawings = _drawings(report)
    assert len(drawings) == 3
    for name, drawing in drawings.items():
        assert drawing.get("role") == "img"
        title, words = drawing.find(f"{SVG}title"), drawing.find(f"{SVG}desc")
        assert title is not None
        assert words is not None
        assert drawing.get("aria-labelledby") == f"{title.get('id')} {words.get('id')}"
        said = words.text or ""
        for cell in report.judges:
            if name == "bias.svg" or cell.judge in (title.text or ""):
                assert cell.replies is not None
                assert cell.attribute in said
                assert signed(cell.replies.bias.mean) in said


def test_drawings_follow_the_readers_scheme(report: AgreementReport) -> None:
    """Light and dark by the reader's choice; every colour is a variable that both define."""
    for drawing in _drawings(report).values():
        style = drawing.find(f"{SVG}style")
        assert style is not None
        text = style.text or ""
        light, dark = text.split("@media (prefers-color-scheme: dark)")
        used = set(re.findall(r"var\((--\w+)\)", text))
        for scheme in (light, dark):
            assert used <= set(re.findall(r"(--\w+): #", scheme))
            colours = dict(re.findall(r"(--\w+): (#\w{6})", scheme))
            for name in ("--ink", "--mark"):
                assert _contrast(colours[name], colours["--paper"]) >= 4.5
        shapes = [each for each in drawing.iter() if each.tag != f"{SVG}style"]
        assert not [each for each in shapes if each.get("fill") or each.get("stroke")]


def _contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted([luminance(one), luminance(other)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_a_plot_has_a_spot_for_every_pair(report: AgreementReport) -> None:
    """One circle a spot, inside the drawing."""
    drawing = _drawings(report)["bland_altman_house-judge.svg"]
    circles = list(drawing.iter(f"{SVG}circle"))
    spots = [spot for cell in report.judges if cell.judge == "house-judge" for spot in cell.spots]
    assert len(circles) == len(spots)
    width, height = float(drawing.get("width") or 0), float(drawing.get("height") or 0)
    for circle in circles:
        assert 0 < float(circle.get("cx") or 0) < width
        assert 0 < float(circle.get("cy") or 0) < height


class _Page(HTMLParser):
    """Gathers what a page shows, loads and runs."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.said += f" {data}"


def test_the_page_holds_every_figure_as_a_table(report: AgreementReport, tmp_path: Path) -> None:
    """A text alternative to each drawing: a table with headers; nothing is loaded from afar."""
    written = write_plots(report, tmp_path / "plots")
    page = _Page()
    page.feed(written[0].read_text(encoding="utf-8"))
    images = [attrs for tag, attrs in page.tags if tag == "img"]
    assert len(images) == 3 == sum(tag == "table" for tag, _ in page.tags)
    for image in images:
        assert image["alt"]
        assert (tmp_path / "plots" / str(image["src"])).is_file()
    assert all(attrs.get("scope") for tag, attrs in page.tags if tag == "th")
    assert not [tag for tag, _ in page.tags if tag in {"script", "link", "iframe"}]
    assert "http" not in written[0].read_text(encoding="utf-8")
    for cell in report.judges:
        assert cell.replies is not None
        for figure in (cell.replies.bias.mean, cell.replies.bias.lower_limit):
            assert signed(figure) in page.said


def test_hostile_names_are_text_and_no_markup(hostile: AgreementReport) -> None:
    """In drawings, on the page, and in the names of files."""
    files = agreement_files(hostile)
    for name, text in files.items():
        assert re.fullmatch(r"[a-z0-9_.\-]+", name)
        assert "<script" not in text
        assert "<b>" not in text
        assert "\x1b" not in text
        assert "\u202e" not in text
        if name.endswith(".svg"):
            ET.fromstring(text)


def test_judges_whose_names_look_alike_get_files_of_their_own() -> None:
    """No plot overwrites another's."""
    ratings = read_ratings(EXAMPLE / "ratings.csv", EXAMPLE / "ratings.toml")
    raters = tuple(
        rater.model_copy(update={"name": {"house-judge": "J!", "stern-judge": "j?"}[rater.name]})
        if rater.kind == "judge"
        else rater
        for rater in ratings.raters
    )
    names = {"house-judge": "J!", "stern-judge": "j?"}
    columns = tuple(
        column.model_copy(update={"rater": names.get(column.rater, column.rater)})
        for column in ratings.columns
    )
    renamed = ratings.model_copy(update={"raters": raters, "columns": columns})
    files = agreement_files(measure_agreement(renamed, resamples=10, reseeds=0))
    assert sum(name.startswith("bland_altman_") for name in files) == 2


def test_nothing_measured_draws_nothing_and_breaks_nothing() -> None:
    """An agreement without a pair has faces, too."""
    empty = measure_agreement(
        RatingSet(
            raters=(Rater(name="p", kind="human"), Rater(name="j", kind="judge")),
            attributes=(Attribute(name="a"),),
            replies=(),
            columns=(),
        ),
        resamples=5,
        reseeds=0,
    )
    assert "no reply was rated by both" in render_agreement(empty, width=80, colour=False)
    files = agreement_files(empty)
    assert set(files) == {"index.html", "bias.svg"}


def test_the_json_obeys_the_published_schema(
    report: AgreementReport, hostile: AgreementReport
) -> None:
    """Measured ratings, and ones whose names are hostile; another key or word is refused."""
    validator = Draft202012Validator(agreement_json_schema())
    for each in (report, hostile):
        data = json.loads(render_agreement_json(each))
        validator.validate(data)
        for change in ({"extra": 1}, {"schema_version": "2"}, {"level": "high"}):
            with pytest.raises(ValidationError):
                validator.validate({**data, **change})
