"""The spreadsheets for readers: nothing runs as a formula, nothing is cut, nothing slips."""

from __future__ import annotations

import csv
import io
import itertools

import pytest

from mhgate.records import Interval
from mhgate.records.labelling import FormQuestion, FormRow, LabelForm, RaterAgreement, ShownTurn
from mhgate.report.labelling import agreement_lines, label_workbook, read_first, render_label_csv
from mhgate.report.labelling.columns import FILLED_IN


def form(*texts: str, third: str | None = None) -> LabelForm:
    return LabelForm(
        form="rform",
        copy_name="1",
        questions=(FormQuestion(text="Help?", yes="Does.", no="Not.", not_applicable=third),),
        rows=tuple(
            FormRow(row=f"r{number}", question=0, turns=(ShownTurn(who="Person", text=text),))
            for number, text in enumerate(texts)
        ),
        support=("Kim",),
    )


def _rows(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", '=HYPERLINK("x")'])
def test_no_cell_begins_like_a_formula(text: str) -> None:
    """A conversation begins with who spoke, an id with a letter."""
    for row in _rows(render_label_csv(form(text)))[1:]:
        assert not [cell for cell in row if cell[:1] in set("=+-@\t\r")]


def test_long_conversations_go_on_in_further_columns() -> None:
    """No cell is longer than a spreadsheet keeps, and no letter is lost."""
    text = "word " * 20_000
    table = _rows(render_label_csv(form(text, "short")))
    places = [n for n, name in enumerate(table[0]) if name.startswith("conversation")]
    assert len(places) == 4
    assert max(len(cell) for row in table for cell in row) <= 30_000
    whole = "".join(table[1][place] for place in places)
    assert whole == f"Person: {text}"
    assert [table[2][place] for place in places] == ["Person: short", "", "", ""]
    for before, after in itertools.pairwise(places):
        assert not table[1][before][-1].isspace()
        assert not table[1][after][0].isspace()


def test_a_text_of_blanks_is_cut_all_the_same() -> None:
    """Where there are no two letters side by side, it is cut anyway."""
    table = _rows(render_label_csv(form(" " * 70_000)))
    assert max(len(cell) for row in table for cell in row) <= 30_000


def test_the_third_answer_has_a_column_where_a_question_has_it() -> None:
    """Otherwise nobody is asked."""
    assert "not applicable means" in _rows(render_label_csv(form("a", third="No ask.")))[0]
    assert "not applicable means" not in _rows(render_label_csv(form("a")))[0]


def test_the_workbook_locks_what_is_not_to_be_filled_in() -> None:
    """Answers are chosen from a list; conversations, ids and questions are locked; no formulas."""
    openpyxl = pytest.importorskip("openpyxl")
    data = label_workbook(form("=1+1", third="No ask."))
    assert data is not None
    book = openpyxl.load_workbook(io.BytesIO(data))
    assert book.sheetnames == ["read first", "labels"]
    assert "suicide" in "".join(str(row[0].value) for row in book["read first"].iter_rows())
    sheet = book["labels"]
    assert sheet.protection.sheet
    names = [cell.value for cell in sheet[1]]
    for name, cell in zip(names, sheet[2], strict=True):
        assert cell.protection.locked is (name not in FILLED_IN)
        assert cell.data_type != "f"
    choices = {rule.formula1 for rule in sheet.data_validations.dataValidation}
    assert choices == {
        '"yes,no,not sure,not applicable,leave out"',
        '"clinician,author,crowd"',
    }


def test_what_to_read_first_warns_and_names_help() -> None:
    """With the break and the line of help of this team."""
    text = read_first(["Kim, 555 0100"], break_every=7)
    assert text.index("suicide") < text.index("How")
    assert "every 7 conversations" in text
    assert "Kim, 555 0100" in text
    assert "Help for you" not in read_first([], break_every=7)


def test_agreement_is_said_with_its_intervals_and_reasons() -> None:
    """A coefficient that means nothing gives its reason instead of a number."""
    lines = agreement_lines(
        [
            RaterAgreement(
                question="greets",
                raters=("A", "B"),
                n_rows=10,
                n_twice=8,
                n_agreed=7,
                exact=Interval(lower=0.53, upper=0.99, level=0.9),
                kappa=0.6,
                kappa_bounds=Interval(lower=0.1, upper=0.9, level=0.9),
                n_not_sure=1,
                n_opted_out=2,
                reasons={"ac1": "no", "alpha": "every rating is the same"},
            )
        ]
    )
    assert lines == [
        (
            "greets: 10 rows, 8 answered by two or more; 7 alike, 0.875 (0.530 to 0.990); "
            "kappa 0.600 (0.100 to 0.900); AC1 none (no); alpha none (every rating is the same); "
            "1 not sure, 2 left out"
        )
    ]
