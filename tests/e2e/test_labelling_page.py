"""The readers' page in a real browser, by keyboard alone: read, answer, leave out, save, import."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from mhgate.calibration.labelling import Conversation, sampled_item
from mhgate.records import Example, Question
from mhgate.records.labelling import LabelSample, Said
from mhgate.suites.gold_files import read_gold
from mhgate.wiring.label_files import write_sample
from mhgate.wiring.labelling import import_labels

NOW = datetime(2026, 1, 5, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Write a sample of five conversations, one of them hostile."""
    question = Question(
        id="helps",
        text="Does the reply help?",
        yes="It does.",
        no="It does not.",
        rule="helps",
        examples=(Example(reply="Call 112.", answer="yes", because="A number."),),
        digest="sha256:q",
    )
    said = ["one", "two", "three", "<img src=x onerror=alert(1)></script>\u202e", "five"]
    conversations = [
        Conversation(
            f"crisis/i-{number}#0",
            f"crisis/f-{number}",
            (Said(role="user", content=f"I say {text}"), Said(role="assistant", content="I hear.")),
            source="a test",
            licence="Apache-2.0",
        )
        for number, text in enumerate(said)
    ]
    sample = LabelSample(
        purpose="gold",
        key="ab" * 32,
        seed="1",
        made_at=NOW,
        n_readers=2,
        questions=(question,),
        items=tuple(sampled_item(each, question, key="ab" * 32) for each in conversations),
    )
    write_sample(sample, tmp_path / "labels", break_every=3, support=("Kim, 555 0100",))
    return tmp_path / "labels"


@pytest.fixture
def graded_folder(tmp_path: Path) -> Path:
    """Write a sample of four conversations on a graded question and one on yes and no."""
    warms = Question(
        id="warms",
        text="How warm is the reply?",
        grades={1: "cold", 2: "cool", 3: "neither", 4: "warm", 5: "very warm"},
        not_applicable="Nobody speaks.",
        rule="warms",
        examples=(Example(reply="There, there.", grade=4, because="It is warm."),),
        digest="sha256:w",
    )
    helps = Question(
        id="helps", text="Does it help?", yes="It does.", no="Not.", rule="helps", digest="sha256:q"
    )
    conversations = [
        Conversation(
            f"crisis/i-{number}#0",
            f"crisis/f-{number}",
            (
                Said(role="user", content=f"I say {number}"),
                Said(role="assistant", content="I hear."),
            ),
            source="a test",
            licence="Apache-2.0",
        )
        for number in range(4)
    ]
    items = [sampled_item(each, warms, key="ab" * 32, cuts=[4]) for each in conversations]
    sample = LabelSample(
        purpose="gold",
        key="ab" * 32,
        seed="2",
        made_at=NOW,
        n_readers=1,
        questions=(warms, helps),
        items=(*items, sampled_item(conversations[0], helps, key="ab" * 32)),
    )
    write_sample(sample, tmp_path / "labels", break_every=9, support=("Kim, 555 0100",))
    return tmp_path / "labels"


class Reader:
    """A page, opened from disk without a network, and what went wrong on it."""

    def __init__(self, browser: Any, path: Path, **settings: Any) -> None:
        self.context = browser.new_context(offline=True, accept_downloads=True, **settings)
        self.page = self.context.new_page()
        self.wrong: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.wrong.append(message.text))
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.url = path.as_uri()
        self.page.goto(self.url)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)

    def focused(self) -> str:
        return str(self.page.evaluate("document.activeElement.id"))

    def tab_to(self, name: str) -> None:
        """Go on with the tab key until an element has the focus."""
        for _ in range(40):
            self.press("Tab")
            if self.focused() == name:
                return
        raise AssertionError(f"{name} cannot be reached by tab")

    def begin(self, rater: str) -> None:
        """Say who reads, by keyboard."""
        self.tab_to("rater")
        self.type(rater)
        self.tab_to("role")
        self.type("Clin")
        self.press("Tab", "Enter")
        assert self.focused() == "where"

    def words(self, name: str) -> str:
        return str(self.page.locator(f"#{name}").inner_text())

    def save(self, path: Path) -> dict[str, Any]:
        with self.page.expect_download() as download:
            self.press("s")
        assert download.value.suggested_filename.startswith("labels-")
        download.value.save_as(path)
        saved: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        return saved


def test_a_keyboard_is_enough_from_the_warning_to_gold(
    browser: Any, folder: Path, tmp_path: Path
) -> None:
    """Label three, leave one out with a reason, pause, answer the last, save, and import."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    assert reader.page.locator("#welcome").is_visible()
    assert not reader.page.locator("#reading").is_visible()
    assert "suicide" in reader.words("warning")
    assert "Kim, 555 0100" in reader.words("welcome")
    reader.begin("R1")
    assert reader.words("where") == "Conversation 1 of 5"
    reader.press("1")
    assert reader.words("where") == "Conversation 2 of 5"
    reader.press("2", "3")
    assert reader.page.locator("#pause").is_visible()
    assert "Kim, 555 0100" in reader.words("pause")
    reader.tab_to("go-on")
    reader.press("Enter")
    assert reader.words("where") == "Conversation 4 of 5"
    reader.press("0")
    assert reader.focused() == "reason"
    reader.type("1 too many today")  # digits in a field are no answers
    reader.press("Enter")
    assert reader.words("where") == "Conversation 5 of 5"
    reader.press("1")
    assert reader.page.locator("#done").is_visible()
    assert reader.words("progress-words") == "5 of 5 answered, 1 of them left out"
    saved = reader.save(tmp_path / "R1.json")
    assert (reader.wrong, reader.asked) == ([], [reader.url])
    assert [row["answer"] for row in saved["readings"]] == [
        "yes",
        "no",
        "not_sure",
        "leave_out",
        "yes",
    ]
    assert saved["readings"][3]["note"] == "1 too many today"
    gold = tmp_path / "gold.jsonl"
    found = import_labels(
        [tmp_path / "R1.json"], gold, sample=folder / "sample.json", now=datetime.now(UTC)
    )
    assert (found.account.read, found.account.used) == (5, 4)
    rows, mistakes = read_gold(gold, suite="crisis")
    assert mistakes == []
    assert {(label.rater, label.role) for row in rows for label in row.labels} == {
        ("R1", "clinician")
    }


def test_a_reader_changes_their_mind_and_goes_back(
    browser: Any, folder: Path, tmp_path: Path
) -> None:
    """Arrows, another answer, a note, and an answer taken back; Escape closes what was opened."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.begin("R2")
    reader.press("1", "ArrowLeft")
    assert reader.words("where") == "Conversation 1 of 5"
    assert reader.words("now") == "Your answer so far: yes."
    reader.press("2", "ArrowLeft", "n")
    assert reader.focused() == "note"
    reader.type("see 2")
    reader.press("Enter", "0", "Escape")
    assert not reader.page.locator("#leave-form").is_visible()
    assert reader.focused() == "leave"
    reader.press("ArrowRight", "1", "ArrowLeft")
    reader.tab_to("clear")
    reader.press("Enter")
    saved = reader.save(tmp_path / "R2.json")
    assert [row["answer"] for row in saved["readings"]] == ["no", "", "", "", ""]
    assert saved["readings"][0]["note"] == "see 2"
    assert reader.wrong == []


def test_single_keys_can_be_switched_off(browser: Any, folder: Path) -> None:
    """Who dictates or uses another tool's keys answers by buttons (WCAG 2.1.4)."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.begin("R3")
    reader.page.locator("#keys").focus()
    reader.press("Space")
    reader.page.locator("#where").focus()
    reader.press("1", "0", "ArrowRight")
    assert reader.words("where") == "Conversation 1 of 5"
    reader.page.locator('[data-answer="no"]').focus()
    reader.press("Enter")
    assert reader.words("where") == "Conversation 2 of 5"


def test_answers_survive_a_closed_page(browser: Any, folder: Path) -> None:
    """The browser keeps answers, and no conversation; the reader goes on where they stopped."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.begin("R4")
    reader.press("1", "2")
    reader.page.close()
    again = reader.context.new_page()
    again.goto(reader.url)
    assert "kept 2 of your answers" in again.locator("#resumed").inner_text()
    assert again.locator("#rater").input_value() == "R4"
    kept = again.evaluate("JSON.stringify(localStorage)")
    assert "R4" in kept
    assert "I say" not in kept
    again.locator("#role").focus()
    again.keyboard.press("Tab")
    again.keyboard.press("Enter")
    assert again.locator("#where").inner_text() == "Conversation 3 of 5"


def test_who_answered_must_be_said(browser: Any, folder: Path) -> None:
    """No id or no role, no conversation; what is wrong is said and the field has the focus."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.tab_to("rater")
    reader.type("a b")
    reader.press("Enter")
    assert "letters, digits" in reader.words("about-wrong").lower()
    assert reader.focused() == "rater"
    reader.page.locator("#rater").fill("ab")
    reader.press("Enter")
    assert reader.words("about-wrong") == "Please choose your role."
    assert reader.focused() == "role"
    assert not reader.page.locator("#reading").is_visible()


def test_a_screen_reader_is_told_what_happens(browser: Any, folder: Path) -> None:
    """The live region speaks, the heading has the focus, pressed answers say so."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.begin("R5")
    reader.press("1")
    reader.page.locator("#said:not(:empty)").wait_for(state="attached")
    assert reader.words("said") == "Kept: yes. Conversation 2 of 5"
    assert reader.focused() == "where"
    reader.press("ArrowLeft")
    tree = reader.page.locator("body").aria_snapshot()
    for part in (
        "- banner:",
        "- main:",
        "- contentinfo:",
        'region "The conversation"',
        'region "The question"',
        'region "Your answer"',
        'navigation "Between conversations"',
        "[pressed]",
        "progressbar",
    ):
        assert part in tree


def test_hostile_conversations_are_text(browser: Any, folder: Path) -> None:
    """What looks like markup is shown letter by letter, and nothing of it runs."""
    reader = Reader(browser, folder / "reader-1" / "labels.html")
    reader.page.on("dialog", lambda dialog: reader.wrong.append(dialog.message))
    reader.begin("R6")
    seen = []
    for _ in range(5):
        seen.append(reader.words("turns"))
        reader.press("ArrowRight")
    text = next(each for each in seen if "onerror" in each)
    assert "<img src=x onerror=alert(1)></script>\\u202e" in text
    assert reader.wrong == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_follows_the_systems_colours(browser: Any, folder: Path, scheme: str) -> None:
    """Light and dark, and the reader's own choice over both."""
    reader = Reader(browser, folder / "reader-1" / "labels.html", color_scheme=scheme)

    def ground() -> str:
        return str(
            reader.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        )

    light, dark = "rgb(246, 245, 242)", "rgb(20, 23, 27)"
    assert ground() == (light if scheme == "light" else dark)
    reader.page.locator("#theme").focus()
    reader.press("Enter")
    assert ground() == light
    reader.press("Enter")
    assert ground() == dark


def test_two_readers_do_not_read_in_one_order(browser: Any, folder: Path) -> None:
    """The same conversations, otherwise ordered, on a small screen too."""
    orders = []
    for name in ("reader-1", "reader-2"):
        small = {"width": 320, "height": 640}
        reader = Reader(browser, folder / name / "labels.html", viewport=small)
        reader.begin("R7")
        order = []
        for _ in range(5):
            order.append(reader.words("turns"))
            reader.press("ArrowRight")
        wide = reader.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 320
        orders.append(order)
    assert orders[0] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])


# --- graded questions


def test_grades_are_given_by_their_number(
    browser: Any, graded_folder: Path, tmp_path: Path
) -> None:
    """1 to 5 grade, U is not sure, A not applicable; the other question keeps its own keys."""
    reader = Reader(browser, graded_folder / "reader-1" / "labels.html")
    reader.begin("R8")
    kinds = []
    graded = iter(["5", "u", "a", "6"])
    for _ in range(5):
        is_graded = reader.page.locator("#grades").is_visible()
        kinds.append(is_graded)
        assert reader.page.locator("#yes-and-no").is_visible() is not is_graded
        assert reader.page.locator('[data-answer="yes"]').is_visible() is not is_graded
        key = next(graded) if is_graded else "2"
        reader.press(key)
        if key == "6":
            assert reader.words("now") == "No answer yet.", "there is no such grade"
            reader.press("0", "Enter")
    assert sorted(kinds) == [False, True, True, True, True]
    assert reader.page.locator("#done").is_visible()
    saved = reader.save(tmp_path / "R8.json")
    answers = {row["answer"] for row in saved["readings"] if row["grades"]}
    assert answers == {"5", "not_sure", "not_applicable", "leave_out"}
    assert {row["answer"] for row in saved["readings"] if not row["grades"]} == {"no"}
    assert reader.wrong == []
    gold = tmp_path / "gold.jsonl"
    import_labels(
        [tmp_path / "R8.json"], gold, sample=graded_folder / "sample.json", now=datetime.now(UTC)
    )
    rows, mistakes = read_gold(gold, suite="crisis")
    assert mistakes == []
    assert {label.grade for row in rows for label in row.labels} == {5, None}


def test_a_screen_reader_is_told_what_a_grade_means(browser: Any, graded_folder: Path) -> None:
    """Each button is described by its anchor, pressed says so, and the live region speaks."""
    reader = Reader(browser, graded_folder / "reader-1" / "labels.html")
    reader.begin("R9")
    while not reader.page.locator("#grades").is_visible():
        reader.press("ArrowRight")
    button = reader.page.get_by_role("group", name="Grades").get_by_role("button", name="4")
    described = button.get_attribute("aria-describedby")
    assert reader.page.locator(f"#{described}").inner_text() == "warm"
    assert button.get_attribute("aria-keyshortcuts") == "4"
    place = reader.words("where")
    button.focus()
    reader.press("Enter")
    reader.page.locator("#said:not(:empty)").wait_for(state="attached")
    assert reader.words("said").startswith("Kept: grade 4.")
    reader.press("ArrowLeft")
    assert reader.words("where") == place
    assert reader.words("now") == "Your answer so far: grade 4."
    assert button.get_attribute("aria-pressed") == "true"
    tree = reader.page.locator("body").aria_snapshot()
    assert 'group "Grades"' in tree
    assert "[pressed]" in tree
    assert "Yes" not in tree
