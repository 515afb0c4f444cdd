"""Graded questions among readers: shown with their grades, read strictly, agreed on by distance."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mhgate.calibration.labelling import (
    agreement_between,
    check_files,
    disagreements,
    gold_rows,
    make_form,
    read_answer_file,
    sampled_item,
)
from mhgate.calibration.labelling.shown import shown_digest
from mhgate.errors import LabelsError
from mhgate.records.labelling import HandedIn, LabelSample
from mhgate.report.labelling import (
    agreement_lines,
    disagreement_lines,
    label_workbook,
    render_label_csv,
    render_label_page,
)
from mhgate.stats.gwet import gwet
from mhgate.stats.icc import icc
from mhgate.stats.kappa import kappa
from mhgate.stats.krippendorff import krippendorff_alpha
from mhgate.suites.gold_files import gold_line, read_gold

GRADES = (1, 2, 3, 4, 5)


@pytest.fixture
def warm_rows(graded_sample: LabelSample) -> list[str]:
    """The rows of the graded question, in the order of the sample."""
    return [item.row for item in graded_sample.items if item.question == "warms"]


@pytest.fixture
def check(graded_sample: LabelSample, now: datetime) -> Callable[..., tuple[HandedIn, ...]]:
    def checked(*paths: Path) -> tuple[HandedIn, ...]:
        return check_files([read_answer_file(path) for path in paths], graded_sample, now=now)

    return checked


@pytest.fixture
def answered(graded_sample: LabelSample, fill: Any, check: Any) -> Callable[..., Any]:
    """Hand in what two readers (and a third) said: answers by row, yes on all other rows."""

    def made(*said: Mapping[str, str], third: Mapping[str, str] | None = None) -> Any:
        paths = [
            fill.page(
                make_form(graded_sample, str(place)),
                f"R{place}",
                lambda row, own=own: own.get(row, "yes"),
            )
            for place, own in enumerate(said, start=1)
        ]
        if third is not None:
            form = make_form(graded_sample, "adjudicator", rows=third)
            paths.append(fill.page(form, "T", third))
        return check(*paths)

    return made


# --- what readers get


def test_readers_see_what_each_grade_means(graded_sample: LabelSample) -> None:
    """On the page and in the sheet; a question of yes and no beside it keeps its anchors."""
    form = make_form(graded_sample, "1")
    assert form.grading == "some"
    shown = next(each for each in form.questions if each.grades)
    assert shown.grades == {1: "not at all", 2: "a little", 3: "some", 4: "much", 5: "=wholly"}
    assert shown.examples[0]["answer"] == "grade 2"
    page = json.loads(render_label_page(form).split('id="data">')[1].split("</script>")[0])
    told = next(each for each in page["questions"] if each["grades"])
    assert told["grades"]["4"] == "much"
    assert "where the question has grades" in page["words"]["how"][0]
    text = render_label_csv(form).removeprefix("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    by_kind = {bool(row["grades mean"]): row for row in rows}
    assert by_kind[True]["grades mean"].splitlines()[3] == "4: much"
    assert (by_kind[True]["yes means"], by_kind[False]["yes means"]) == ("", "It does.")
    for row in rows:
        assert not [cell for cell in row.values() if cell[:1] in set("=+-@\t\r")]


def test_a_form_of_grades_alone_has_no_columns_for_yes_and_no(graded_sample: LabelSample) -> None:
    """And says how to fill it in."""
    rows = [item.row for item in graded_sample.items if item.question == "warms"]
    form = make_form(graded_sample, "1", rows=rows)
    assert form.grading == "all"
    head = render_label_csv(form).splitlines()[0].removeprefix("\ufeff").split(",")
    assert head[:3] == ["row", "question", "grades mean"]
    assert "yes means" not in head


def test_the_workbook_lets_each_row_choose_among_its_own_answers(
    graded_sample: LabelSample,
) -> None:
    """Grades for the graded rows, yes and no for the others."""
    openpyxl = pytest.importorskip("openpyxl")
    form = make_form(graded_sample, "1")
    book = openpyxl.load_workbook(io.BytesIO(label_workbook(form) or b""))
    rules = {
        rule.formula1: str(rule.sqref) for rule in book["labels"].data_validations.dataValidation
    }
    graded, plain = rules['"1,2,3,4,5,not sure,leave out"'], rules['"yes,no,not sure,leave out"']
    column = graded[0]
    blocks = {f"{column}2:{column}13": 12, f"{column}5:{column}16": 12}
    assert graded in blocks
    assert plain in {f"{column}2:{column}4", f"{column}14:{column}16"}
    first = "".join(str(row[0].value) for row in book["read first"].iter_rows())
    assert "4: much" in first
    assert "the grade as a number in place of yes or no" in first


def test_the_digest_of_what_is_shown_knows_the_grades() -> None:
    """A changed grade is a changed text; without grades the digest is what it was."""
    plain = shown_digest("q", "y", "n", "text")
    assert shown_digest("q", "y", "n", "text", " ") == plain
    one = shown_digest("q", "", "", "text", "1: a\n2: b")
    assert one == shown_digest("q", "", "", "text", "1: a\r\n2:  b")
    assert one != shown_digest("q", "", "", "text", "1: a\n2: c")


# --- what they hand in


def test_grades_come_back_from_the_page_and_from_a_sheet(
    graded_sample: LabelSample, fill: Any, check: Any, warm_rows: list[str]
) -> None:
    """As numbers, also where a spreadsheet made 4 into 4.0; not sure is no grade."""
    said = dict(zip(warm_rows, ["1", "2", "3", "4.0", " 5 ", "not sure"] * 2, strict=True))
    page = fill.page(make_form(graded_sample, "1"), "A", lambda row: said.get(row, "no"))
    sheet = fill.sheet(make_form(graded_sample, "2"), "B", lambda row: said.get(row, "no"))
    for found in check(page, sheet):
        by_row = {reading.row: reading for reading in found.readings}
        assert [by_row[row].grade for row in warm_rows[:6]] == [1, 2, 3, 4, 5, None]
        assert [by_row[row].answer for row in warm_rows[3:6]] == ["graded", "graded", "not_sure"]
        assert {by_row[row].word for row in by_row if row not in said} == {"no"}


@pytest.mark.parametrize(
    "word", ["0", "6", "4.5", "4,0", "yes", "no", "four", "1 or 2", "n/a", "-1"]
)
def test_other_words_are_no_grades(
    graded_sample: LabelSample, fill: Any, check: Any, warm_rows: list[str], word: str
) -> None:
    """Nothing is guessed, and what could have been said is named."""
    said = dict.fromkeys(warm_rows, "3") | {warm_rows[0]: word}
    path = fill.page(make_form(graded_sample, "1"), "A", lambda row: said.get(row, "yes"))
    with pytest.raises(LabelsError) as caught:
        check(path)
    assert "1, 2, 3, 4, 5, not sure, or leave out" in str(caught.value)
    assert str(caught.value).count("nothing is guessed") == 1


def test_a_grade_is_no_answer_to_yes_and_no(
    graded_sample: LabelSample, fill: Any, check: Any, warm_rows: list[str]
) -> None:
    """4 says nothing there."""
    path = fill.page(
        make_form(graded_sample, "1"), "A", lambda row: "3" if row in warm_rows else "4"
    )
    with pytest.raises(LabelsError, match="yes, no, not sure, or leave out"):
        check(path)


def test_not_applicable_where_the_question_has_it(
    make_conversation: Any, make_graded_question: Any, graded_sample: LabelSample, fill: Any,
    now: datetime,
) -> None:  # fmt: skip
    """It is an answer then, and the sheet says what it means."""
    asked = make_graded_question(third="Nobody speaks.")
    item = sampled_item(make_conversation(1), asked, key=graded_sample.key)
    one = graded_sample.model_copy(update={"questions": (asked,), "items": (item,)})
    form = make_form(one, "1")
    path = fill.sheet(form, "A", {item.row: "not applicable"})
    (found,) = check_files([read_answer_file(path)], one, now=now)
    assert found.readings[0].answer == "not_applicable"
    assert "Nobody speaks." in render_label_csv(form)


@pytest.mark.parametrize("change", ["4: much", "1: not at all"])
def test_changed_grades_are_a_mistake(
    graded_sample: LabelSample, fill: Any, check: Any, warm_rows: list[str], change: str
) -> None:
    """An answer to other anchors is none to these."""
    saved = fill.saved(
        make_form(graded_sample, "1"), "A", lambda row: "3" if row in warm_rows else "yes"
    )
    place = next(n for n, each in enumerate(saved["readings"]) if each["row"] in warm_rows)
    saved["readings"][place]["grades"] = saved["readings"][place]["grades"].replace(change, "x")
    with pytest.raises(LabelsError, match="not the one that was handed out"):
        check(fill.write("a.json", saved))


def test_a_sheet_without_its_anchors_is_a_mistake(
    graded_sample: LabelSample, fill: Any, check: Any, warm_rows: list[str]
) -> None:
    """Whoever deletes the column of grades has answered to nothing that can be shown."""
    path = fill.sheet(
        make_form(graded_sample, "1"), "A", lambda row: "3" if row in warm_rows else "yes"
    )
    text = path.read_text(encoding="utf-8-sig").replace("grades mean", "means", 1)
    path.write_text(text, encoding="utf-8-sig")
    with pytest.raises(LabelsError, match="not the one that was handed out"):
        check(path)


# --- agreement


def test_agreement_on_grades_is_by_distance(
    graded_sample: LabelSample, answered: Any, warm_rows: list[str]
) -> None:
    """Quadratic kappa, AC2, ordinal alpha and ICC(A,1), each named; the other question as ever."""
    first = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 3, 4]
    second = [1, 2, 3, 4, 5, 2, 2, 4, 4, 4, 3, 5]
    handed_in = answered(
        *(dict(zip(warm_rows, map(str, said), strict=True)) for said in (first, second))
    )
    warms, greets = agreement_between(graded_sample, handed_in)
    table = np.array([first, second]).T
    assert (warms.is_graded, warms.n_rows, warms.n_twice, warms.n_agreed) == (True, 12, 12, 8)
    for found, value in (
        (warms.kappa, kappa(table, categories=GRADES, weights="quadratic").value),
        (warms.ac1, gwet(table, categories=GRADES, weights="quadratic").value),
        (warms.alpha, krippendorff_alpha(table).value),
        (warms.absolute, icc(table, form="A,1").value),
    ):
        assert found == pytest.approx(value)
    assert warms.absolute_bounds is not None
    assert warms.absolute_bounds.lower < warms.absolute  # type: ignore[operator]
    assert (greets.is_graded, greets.n_agreed) == (False, 3)
    (line, _) = agreement_lines([warms, greets])
    for name in ("quadratic kappa 0.", "AC2 0.", "ordinal alpha 0.", "ICC(A,1) 0."):
        assert name in line


def test_raters_at_chance_show_it(
    graded_sample: LabelSample, answered: Any, warm_rows: list[str]
) -> None:
    """One who always says 3 varies with nobody."""
    handed_in = answered(
        dict(zip(warm_rows, [str(1 + n % 5) for n in range(12)], strict=True)),
        dict.fromkeys(warm_rows, "3"),
    )
    warms, _ = agreement_between(graded_sample, handed_in)
    assert warms.kappa == pytest.approx(0)
    assert (warms.alpha or 0) <= 0.1


def test_neighbours_on_one_side_need_no_third_person(
    graded_sample: LabelSample, answered: Any, warm_rows: list[str]
) -> None:
    """Two grades apart, either side of a cut, or not sure: those are read again."""
    pairs = [("1", "2"), ("4", "5"), ("2", "3"), ("3", "4"), ("1", "3"), ("5", "not sure")]
    pairs += [("leave out", "2")] + [("3", "3")] * 5
    handed_in = answered(
        {row: pair[0] for row, pair in zip(warm_rows, pairs, strict=True)},
        {row: pair[1] for row, pair in zip(warm_rows, pairs, strict=True)},
    )
    apart = disagreements(graded_sample, handed_in)
    assert [item.row for item in apart] == warm_rows[3:6]
    assert "R1 3, R2 4" in disagreement_lines(apart, handed_in)[0]
    assert "R1 5, R2 not sure" in disagreement_lines(apart, handed_in)[2]


def test_an_audit_asks_again_where_the_side_differs(graded_sample: LabelSample, answered: Any,
                                                    warm_rows: list[str]) -> None:  # fmt: skip
    """Nothing else is decided there: 1 and 3 are both below the cut."""
    audit = graded_sample.model_copy(
        update={
            "items": tuple(
                item.model_copy(update={"probe": "x.warms"}) for item in graded_sample.items
            )
        }
    )
    one = dict.fromkeys(warm_rows, "3") | {warm_rows[0]: "1", warm_rows[1]: "4"}
    handed_in = answered(one, dict.fromkeys(warm_rows, "3"))
    assert [item.row for item in disagreements(audit, handed_in)] == [warm_rows[1]]


# --- gold


def test_grades_become_gold_and_the_third_reading_is_marked(
    graded_sample: LabelSample, answered: Any, warm_rows: list[str], tmp_path: Path
) -> None:
    """Each label with its grade; who adjudicated says so in the file; the reader takes it."""
    one = dict.fromkeys(warm_rows, "3")
    handed_in = answered(one, one | {warm_rows[0]: "5"}, third={warm_rows[0]: "4"})
    rows, account = gold_rows(graded_sample, handed_in)
    assert account.used == len(graded_sample.items)
    path = tmp_path / "gold.jsonl"
    path.write_text("".join(gold_line(row) + "\n" for row in rows), encoding="utf-8")
    questions = {each.id: each for each in graded_sample.questions}
    again, mistakes = read_gold(path, questions=questions)
    assert (mistakes, again) == ([], list(rows))
    settled = next(row for row in again if len(row.labels) == 3)
    assert [(each.rater, each.grade, each.adjudicates) for each in settled.labels] == [
        ("R1", 3, False),
        ("R2", 5, False),
        ("T", 4, True),
    ]
    assert sum(label.adjudicates for row in again for label in row.labels) == 1
    assert path.read_text().count("adjudicates") == 1
