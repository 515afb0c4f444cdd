"""What readers hand in: every mistake is found, nothing is guessed, and no other label exists."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

import mhgate
from mhgate.calibration.labelling import (
    agreement_between,
    check_files,
    disagreements,
    gold_rows,
    make_form,
    read_answer_file,
    sampled_item,
)
from mhgate.errors import LabelsError
from mhgate.records.labelling import HandedIn, LabelForm, LabelSample
from mhgate.report.labelling import label_workbook

Forms = dict[str, LabelForm]
Check = Callable[..., tuple[HandedIn, ...]]


@pytest.fixture
def check(sample: LabelSample, now: datetime) -> Check:
    def checked(*paths: Path, partial: bool = False) -> tuple[HandedIn, ...]:
        files = [read_answer_file(path) for path in paths]
        return check_files(files, sample, partial=partial, now=now)

    return checked


def _mistake(check: Check, *paths: Path, partial: bool = False) -> str:
    with pytest.raises(LabelsError) as caught:
        check(*paths, partial=partial)
    return str(caught.value)


def test_pages_and_spreadsheets_say_the_same(check: Check, fill: Any, forms: Forms) -> None:
    """A JSON file and a CSV with semicolons and line ends of Windows are read alike."""
    rows = {row.row: "yes" for row in forms["1"].rows}
    page, sheet = check(fill.page(forms["1"], "A", rows), fill.sheet(forms["2"], "B", rows))
    assert {r.row: r.answer for r in page.readings} == {r.row: r.answer for r in sheet.readings}
    assert (page.rater, page.role, page.copy_name) == ("A", "clinician", "1")
    assert (sheet.rater, sheet.copy_name) == ("B", "2")
    assert {r.at.date() for r in sheet.readings if r.at} == {date(2026, 11, 29)}


def test_a_workbook_comes_back(check: Check, fill: Any, forms: Forms, tmp_path: Path) -> None:
    """What openpyxl wrote and a reader filled in is read, dates as dates."""
    openpyxl = pytest.importorskip("openpyxl")
    path = tmp_path / "labels.xlsx"
    path.write_bytes(label_workbook(forms["1"]))
    book = openpyxl.load_workbook(path)
    sheet = book["labels"]
    names = [cell.value for cell in sheet[1]]
    for number in range(2, sheet.max_row + 1):
        sheet.cell(number, names.index("answer") + 1).value = "Not sure"
    sheet.cell(2, names.index("your id") + 1).value = "C"
    sheet.cell(2, names.index("your role") + 1).value = "author"
    sheet.cell(2, names.index("date") + 1).value = datetime(2026, 11, 30)  # noqa: DTZ001 - as Excel has it
    book.save(path)
    [found] = check(path)
    assert (found.rater, found.role) == ("C", "author")
    assert {reading.answer for reading in found.readings} == {"not_sure"}


def test_left_out_rows_are_no_answer(check: Check, fill: Any, forms: Forms) -> None:
    """Opting out is kept as such, with a reason or none."""
    first = forms["1"].rows[0].row
    saved = fill.saved(forms["1"], "A", lambda row: "leave_out" if row == first else "no")
    saved["readings"][0]["note"] = "too close\nto home"
    [found] = check(fill.write("a.json", saved))
    reading = found.readings[0]
    assert (reading.answer, reading.opted_out, reading.note) == (None, True, "too close to home")


def test_an_unknown_row_is_a_mistake(check: Check, fill: Any, forms: Forms) -> None:
    """A row that nobody was asked cannot come in."""
    saved = fill.saved(forms["1"], "A", lambda _row: "yes")
    saved["readings"][0]["row"] = "rmadeup"
    text = _mistake(check, fill.write("a.json", saved), partial=True)
    assert "'rmadeup'" in text
    assert "a row that was asked" in text


@pytest.mark.parametrize("key", ["conversation", "question", "yes", "no"])
def test_a_changed_text_is_a_mistake(check: Check, fill: Any, forms: Forms, key: str) -> None:
    """An answer to another conversation, question or anchor is none to this one."""
    saved = fill.saved(forms["1"], "A", lambda _row: "yes")
    saved["readings"][3][key] += " Indeed."
    assert "not the one that was handed out" in _mistake(check, fill.write("a.json", saved))


def test_open_rows_are_a_mistake_unless_wanted(check: Check, fill: Any, forms: Forms) -> None:
    """Missing answers are counted; --partial takes the rest."""
    first = forms["1"].rows[0].row
    path = fill.page(forms["1"], "A", {first: "yes"})
    text = _mistake(check, path)
    assert "11 of 12 rows without an answer" in text
    assert "--partial" in text
    [found] = check(path, partial=True)
    assert sum(not reading.is_open for reading in found.readings) == 1


def test_rows_cut_out_of_a_file_are_open(check: Check, fill: Any, forms: Forms) -> None:
    """Deleting a row is not a way around answering it."""
    saved = fill.saved(forms["1"], "A", lambda _row: "yes")
    del saved["readings"][0]
    assert "1 of 12 rows without an answer" in _mistake(check, fill.write("a.json", saved))


def test_two_answers_for_a_row_are_a_mistake(check: Check, fill: Any, forms: Forms) -> None:
    """Even where both say the same."""
    saved = fill.saved(forms["1"], "A", lambda _row: "yes")
    saved["readings"].append(saved["readings"][0])
    assert "twice" in _mistake(check, fill.write("a.json", saved))


def test_two_files_of_one_person_are_a_mistake(check: Check, fill: Any, forms: Forms) -> None:
    """One person is one voice, however the name is spelt."""
    one = fill.page(forms["1"], "Kim", lambda _row: "yes")
    two = fill.page(forms["2"], "kim", lambda _row: "no")
    assert "who also handed in" in _mistake(check, one, two)


def test_the_adjudicator_is_a_third_person(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """A reader does not decide between themselves and the other one."""
    third = make_form(sample, "adjudicator", rows=[forms["1"].rows[0].row])
    one = fill.page(forms["1"], "A", lambda _row: "yes")
    again = fill.page(third, "A", lambda _row: "yes")
    assert "a third person" in _mistake(check, one, again)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"rater": " "}, "the id of the person who answered"),
        ({"rater": "a b"}, "letters, digits, dots and dashes"),
        ({"role": "judge"}, "one of clinician, crowd, author"),
        ({"role": ""}, "a role"),
        ({"form": "rother"}, "a form of this sample"),
    ],
)
def test_a_file_names_who_answered_what(
    check: Check, fill: Any, forms: Forms, change: dict[str, str], expected: str
) -> None:
    """No id, no role, another sample: no label. A judge is no rater."""
    path = fill.page(forms["1"], "A", lambda _row: "yes", **change)
    assert expected in _mistake(check, path)


@pytest.mark.parametrize("word", ["ja", "yes, but", "1", "YES!", "not_applicable", "pass"])
def test_other_words_are_no_answers(check: Check, fill: Any, forms: Forms, word: str) -> None:
    """Nothing is guessed; "not applicable" only where the question has it."""
    row = next(
        row for row in forms["1"].rows if "greets" in forms["1"].questions[row.question].text
    )
    given = fill.page(forms["1"], "A", lambda each: word if each == row.row else "yes")
    assert "yes, no, not sure" in _mistake(check, given)


@pytest.mark.parametrize("day", ["", "tomorrow", "2031-01-01"])
def test_an_answer_has_a_day_that_is_past(check: Check, fill: Any, forms: Forms, day: str) -> None:
    """A label without its date is none."""
    _mistake(check, fill.sheet(forms["1"], "A", lambda _row: "yes", day=day))


def test_an_answer_of_the_page_has_its_own_time(check: Check, fill: Any, forms: Forms) -> None:
    """Where one answer has lost its time, it is said which."""
    saved = fill.saved(forms["1"], "A", lambda _row: "yes")
    saved["readings"][2]["at"] = ""
    text = _mistake(check, fill.write("a.json", saved))
    assert "an answer without a time" in text


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"\xff\xfe",
        b'{"mhgate_labels": "1"}',
        b'{"mhgate_labels": "9", "form": "", "rater": "", "role": "", "readings": []}',
        b'{"form": NaN}',
        b"[" * 5000,
    ],
)
def test_other_files_are_mistakes(tmp_path: Path, data: bytes) -> None:
    """No traceback, whatever the bytes."""
    path = tmp_path / "a.json"
    path.write_bytes(data)
    with pytest.raises(LabelsError):
        read_answer_file(path)
    for name in ("a.csv", "a.txt", "absent.json"):
        if name == "a.csv":
            (tmp_path / name).write_bytes(data)
        with pytest.raises(LabelsError):
            read_answer_file(tmp_path / name)


def test_a_day_before_the_sample_was_drawn_is_none(check: Check, fill: Any, forms: Forms) -> None:
    """Nobody read it then; the day before may be a clock's or a time zone's doing."""
    early = fill.sheet(forms["1"], "A", lambda _row: "yes", day="2026-11-28")
    assert "a day from 2026-11-30 on, when the sample was drawn" in _mistake(check, early)
    assert check(fill.sheet(forms["1"], "A", lambda _row: "yes", day="2026-11-29"))


def test_one_reading_under_two_names_is_seen(check: Check, fill: Any, forms: Forms) -> None:
    """The page notes when each answer was given: two people do not answer at the same moments."""

    def timed(copy: str, rater: str, minute: int) -> Path:
        saved = fill.saved(forms[copy], rater, lambda _row: "yes")
        for each in sorted(saved["readings"], key=lambda each: each["row"]):
            minute += 1
            each["at"] = f"2026-11-30T10:{minute:02}:00.000Z"
        return Path(fill.write(f"{rater}.json", saved))

    assert check(timed("1", "A", 0), timed("2", "B", 1))
    said = _mistake(check, timed("1", "A", 0), timed("2", "C", 0))
    assert "C.json: found the answers of A.json, each given at the same moment" in said


def test_a_third_reading_of_what_nobody_disputes_is_a_mistake(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """Whoever adjudicates settles what two readers differ on, and adds no label elsewhere."""
    order = [item.row for item in sample.items]
    files = [
        fill.page(forms["1"], "A", lambda _row: "yes"),
        fill.page(forms["2"], "B", lambda row: "no" if row == order[0] else "yes"),
    ]
    asked = make_form(sample, "adjudicator", rows=order[:1])
    assert check(*files, fill.page(asked, "C", lambda _row: "no"))
    more = fill.page(make_form(sample, "adjudicator", rows=order[:2]), "C", lambda _row: "no")
    said = (
        f"third readings of 1 row on which the readers' files beside it do not differ ({order[1]})"
    )
    assert said in _mistake(check, *files, more)
    assert "third readings of 2 rows" in _mistake(check, more)


def test_a_sample_that_was_changed_has_other_forms(
    fill: Any, forms: Forms, sample: LabelSample, now: datetime
) -> None:
    """Fewer readers than were agreed on, or another text that they are said to have read."""
    file = read_answer_file(fill.page(forms["1"], "A", lambda _row: "yes"))
    shown = sample.items[0].model_copy(update={"shown_digest": "sha256:nicer"})
    for change in ({"n_readers": 1}, {"items": (shown, *sample.items[1:])}):
        with pytest.raises(LabelsError, match="expected a form of this sample"):
            check_files([file], sample.model_copy(update=change), now=now)
    again = LabelSample.model_validate_json(sample.model_dump_json(indent=1))
    assert check_files([file], again, now=now)


def test_every_mistake_is_reported_at_once(check: Check, fill: Any, forms: Forms) -> None:
    """Who mends a file mends it once."""
    saved = fill.saved(forms["1"], "", lambda _row: "maybe", role="boss")
    text = _mistake(check, fill.write("a.json", saved))
    assert text.startswith("14 mistakes in the labels")


# --- agreement and gold


def _both(check: Check, fill: Any, forms: Forms, two: Callable[[str], str]) -> tuple[HandedIn, ...]:
    return check(fill.page(forms["1"], "A", lambda _row: "yes"), fill.page(forms["2"], "B", two))


def test_disagreements_are_listed_until_settled(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """Differing rows and unsure ones go to a third person; left out ones have nothing to settle."""
    order = [item.row for item in sample.items]
    said = {order[0]: "no", order[1]: "not_sure", order[2]: "leave_out"}
    handed_in = _both(check, fill, forms, lambda row: said.get(row, "yes"))
    assert [item.row for item in disagreements(sample, handed_in)] == order[:2]
    third = make_form(sample, "adjudicator", rows=order[:2])
    files = [
        fill.page(forms["1"], "A", lambda _row: "yes"),
        fill.page(forms["2"], "B", lambda row: said.get(row, "yes")),
    ]
    settled = check(*files, fill.page(third, "C", lambda _row: "no"))
    assert disagreements(sample, settled) == ()


def test_agreement_is_measured_question_by_question(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """By hand: 5 of 6 alike on one question; the third reading takes no part."""
    rows = [item.row for item in sample.items if item.question == "greets"]
    one = {rows[0]: "no", rows[1]: "no"}
    two = {rows[0]: "no", rows[1]: "yes"}
    third = make_form(sample, "adjudicator", rows=[rows[1]])
    handed_in = check(
        fill.page(forms["1"], "A", lambda row: one.get(row, "yes")),
        fill.page(forms["2"], "B", lambda row: two.get(row, "yes")),
        fill.page(third, "C", lambda _row: "no"),
    )
    greets, serves = agreement_between(sample, handed_in)
    assert (greets.raters, greets.n_twice, greets.n_agreed) == (("A", "B"), 6, 5)
    assert greets.kappa == pytest.approx(4 / 7)  # observed 5/6, chance (2 * 1 + 4 * 5) / 36
    assert greets.exact is not None
    assert greets.exact.lower < 5 / 6 < greets.exact.upper
    assert serves.kappa is None
    assert "every rating is the same" in serves.reasons["kappa"]


def test_agreement_of_one_reader_is_none(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """And it says so."""
    found = agreement_between(sample, check(fill.page(forms["1"], "A", lambda _row: "yes")))
    assert found[0].reasons == {"all": "no row was answered by two readers"}


def test_gold_holds_what_people_said(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """Who, in which role, which answer, on which day; nothing for a row that was left out."""
    out = sample.items[0].row
    handed_in = _both(check, fill, forms, lambda row: "leave_out" if row == out else "no")
    rows, account = gold_rows(sample, handed_in)
    assert (account.read, account.used) == (12, 12)
    left = next(row for row in rows if row.id == "item-0.0.greets")
    assert [(label.rater, label.answer) for label in left.labels] == [("A", "yes")]
    other = next(row for row in rows if row.id == "item-1.0.greets")
    assert [(each.rater, each.role, each.answer, each.at) for each in other.labels] == [
        ("A", "clinician", "yes", date(2026, 11, 30)),
        ("B", "clinician", "no", date(2026, 11, 30)),
    ]
    assert (other.family, other.question_digest) == ("family-0", "sha256:greets")
    assert [turn.content for turn in other.turns] == ["Number 1, please.", "Here is number 1."]


def test_a_row_that_nobody_answered_is_no_gold(
    check: Check, fill: Any, forms: Forms, sample: LabelSample
) -> None:
    """It is counted as left out."""
    first = sample.items[0].row
    path = fill.page(forms["1"], "A", lambda row: "yes" if row == first else "leave_out")
    rows, account = gold_rows(sample, check(path))
    assert (len(rows), account.left_out[0].n) == (1, 11)


# --- no code writes a label by itself


def test_labels_are_made_in_two_places_alone() -> None:
    """A GoldLabel comes from a file of gold or from a file that a reader handed in; from no judge.

    Whoever adds a third place has to say here which file names the person.
    """
    from_files = {
        "suites/gold_labels.py",  # a line of gold.jsonl, which names its raters
        "calibration/labelling/gold_rows.py",  # HandedIn, which names its rater
    }
    importing = {"importers"}  # files of ratings by people, mapped to raters column by column
    root = Path(mhgate.__file__).parent
    homes = {"mhgate.records.labelled", "mhgate.records.labelling"}
    makes: dict[str, set[str]] = {"GoldLabel": set(), "Reading": set(), "HandedIn": set()}
    for path in root.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
            # what code reads from a reply is called a Reading too
            if node.module in homes or (node.module, alias.name) == ("mhgate.records", "GoldLabel")
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                name = node.func.id
                if name in makes and name in imported:
                    makes[name].add(path.relative_to(root).as_posix())
    gold = {path for path in makes["GoldLabel"] if path.partition("/")[0] not in importing}
    assert gold == from_files
    assert makes["Reading"] == makes["HandedIn"] == {"calibration/labelling/checking.py"}


def test_no_files_no_labels(check: Check, sample: LabelSample) -> None:
    """Without a file there is nothing, whatever was sampled."""
    assert check() == ()
    rows, account = gold_rows(sample, ())
    assert rows == ()
    assert account.left_out[0].reason == "answered by nobody"


def test_saved_json_is_what_is_read(fill: Any, forms: Forms) -> None:
    """Nothing in the file is lost on the way in."""
    path = fill.page(forms["1"], "A", lambda _row: "yes")
    read = read_answer_file(path)
    saved = json.loads(path.read_text())
    assert [row.row for row in read.rows] == [row["row"] for row in saved["readings"]]
    assert read.digest.startswith("sha256:")


def test_gold_keeps_what_its_question_names(
    sample: LabelSample,
    fill: Any,
    now: Any,
    make_conversation: Callable[..., Any],
    make_question: Callable[..., Any],
) -> None:
    """A judge that is held to the row is told what the readers were told."""
    asked = make_question("greets").model_copy(update={"text": "Is expects.name greeted?"})
    expects = {"name": "Jonah", "greets": "yes"}
    item = sampled_item(make_conversation(1, expects=expects), asked, key=sample.key)
    one = sample.model_copy(update={"questions": (asked,), "items": (item,)})
    paths = [
        fill.page(make_form(one, "1"), "A", lambda _row: "yes"),
        fill.sheet(make_form(one, "2"), "B", lambda _row: "yes"),
    ]
    handed_in = check_files([read_answer_file(path) for path in paths], one, now=now)
    ((row,), _) = gold_rows(one, handed_in)
    assert row.expects == expects
    assert asked.told_of(row.expects) == {"name": "Jonah"}
    assert [turn.role for turn in row.turns] == ["user", "assistant"]
