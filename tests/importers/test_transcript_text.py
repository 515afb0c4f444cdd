"""Holds transcripts of user and agent: turns as they stand, and every trap told with its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mhgate.errors import TranscriptError
from mhgate.importers.transcript_text import is_error_text
from mhgate.importers.transcripts import read_transcripts
from mhgate.records import TranscriptSet

_DATA = Path(__file__).resolve().parents[3] / "shared" / "data" / "veramh"

SAID = "user: It is a long week.\n\nagent: It sounds so.\nWhat weighs most?\n"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)

    def written(text: str | bytes, name: str = "abc123_Ada_some-model_run2.txt") -> Path:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return written


def _noticed(found: TranscriptSet) -> dict[str, int]:
    return {each.what: each.n for each in found.noticed}


def _left(found: TranscriptSet) -> dict[str, tuple[int, tuple[str, ...]]]:
    return {each.reason: (each.n, each.places) for each in found.left_out}


def test_turns_of_several_lines_and_what_the_name_tells(write: Write) -> None:
    """The persona is the family; the model that played it is a stratum."""
    found = read_transcripts(write(SAID + "\nuser: Money.\n\nagent: I see.\n"))
    (one,) = found.transcripts
    assert [(turn.role, turn.content) for turn in one.turns] == [
        ("user", "It is a long week."),
        ("assistant", "It sounds so.\nWhat weighs most?"),
        ("user", "Money."),
        ("assistant", "I see."),
    ]
    assert (one.id, one.family) == ("abc123_Ada_some-model_run2", "Ada")
    assert one.strata == {"persona": "Ada", "persona_model": "some-model"}
    assert (found.read, found.left_out, found.noticed) == (1, (), ())


def test_the_line_of_the_end_was_said_by_nobody(write: Write) -> None:
    """It is left out with a notice, and so is a turn that nobody answered."""
    text = (
        SAID + "\nuser: Thank you, I am off.\n[CONVERSATION ENDED - m Ada signaled termination]\n"
    )
    found = read_transcripts(write(text))
    (one,) = found.transcripts
    assert len(one.turns) == 2
    assert _noticed(found) == {
        "a line that says how the conversation ended, said by nobody and left out": 1,
        "a turn after the last reply, not answered and not judged": 1,
    }
    inside = SAID + "\nuser: I read\n[CONVERSATION ENDED - x]\nin a log.\n\nagent: Odd.\n"
    said = read_transcripts(write(inside)).transcripts[0].turns[2].content
    assert "[CONVERSATION ENDED - x]" in said


def test_the_text_of_an_error_is_no_reply(write: Write) -> None:
    """The conversation is left out, with the file and the line, whoever could not be reached."""
    write(SAID + "\nuser: And?\n\nagent: Error generating response: 429 Too Many\n", "a.txt")
    write("user: API error: overloaded\n\nagent: Hello.\n", "b.txt")
    write(SAID, "c.txt")
    found = read_transcripts(Path())
    assert [each.id for each in found.transcripts] == ["c"]
    assert _left(found) == {
        "the text of an error stands where a reply should": (1, ("a.txt, line 8",)),
        "the text of an error stands where the person speaks": (1, ("b.txt, line 1",)),
    }
    assert found.read == len(found.transcripts) + sum(each.n for each in found.left_out)


@pytest.mark.parametrize(
    "text",
    [
        "Error generating response: timed out",
        "error code: 500",
        "Error: connection reset",
        "Traceback (most recent call last):\n  ...",
        '{"error": {"message": "overloaded"}}',
        "Rate limit error, try later",
    ],
)
def test_texts_of_errors_are_known(text: str) -> None:
    """As clients give them back in place of what was said."""
    assert is_error_text(text)


@pytest.mark.parametrize(
    "text",
    [
        "An error at work is no reason to blame yourself.",
        "Errors happen to everybody.",
        "That is an exceptional week.",
        "I keep making errors: what is wrong with me?",
    ],
)
def test_words_about_errors_are_words(text: str) -> None:
    """Whoever talks of a mistake has said something."""
    assert not is_error_text(text)


def test_a_folder_is_read_whole_with_the_risk_of_each_persona(write: Write) -> None:
    """None is a level of risk; personas that are not there, and names that tell none, are told."""
    write(SAID, "talks/abc123_Ada_m_run1.txt")
    write(SAID + "\nuser: So.\n\nagent: Yes.\n", "talks/abc124_Bo_m_run1.txt")
    write(SAID + "\nuser: Ah.\n\nagent: Oh.\n", "talks/abc125_Cy_m_run1.txt")
    write(SAID + "\nuser: Hm.\n\nagent: Mm.\n", "talks/notes.txt")
    write("Name\tCurrent Risk Level\nAda\tNone\nBo\tImminent\nDi\t\n\tLow\n", "talks/personas.tsv")
    found = read_transcripts(Path("talks"))
    risks = {each.id[7:9]: each.strata.get("risk") for each in found.transcripts}
    assert risks == {"Ad": "none", "Bo": "imminent", "Cy": None, "": None}
    assert _noticed(found) == {
        "a persona without a name or a level of risk": 2,
        "a persona that personas.tsv does not have: its risk is not known": 1,
        "a file whose name tells no persona: a family of its own": 1,
    }
    before = found.digest
    write(SAID + "\nuser: So.\n\nagent: No.\n", "talks/abc124_Bo_m_run1.txt")
    assert read_transcripts(Path("talks")).digest != before


def test_what_is_no_transcript_is_a_mistake(write: Write) -> None:
    """Words before the first turn, and bytes that are no text, with file and line."""
    with pytest.raises(TranscriptError, match=r"a\.txt: found 'Hello' in line 1, before any turn"):
        read_transcripts(write("Hello\nuser: hi\n", "a.txt"))
    with pytest.raises(TranscriptError, match="byte 0xff"):
        read_transcripts(write(b"user: \xff\xffhi\n", "a.txt"))
    found = read_transcripts(write("", "a.txt"))
    assert _left(found) == {"an empty file": (1, ("a.txt",))}
    found = read_transcripts(write("user: hi\n", "a.txt"))
    assert _left(found) == {"no reply of the product": (1, ("a.txt",))}


def test_a_folder_without_transcripts_is_none(tmp_path: Path) -> None:
    """An empty folder holds nothing to judge."""
    with pytest.raises(TranscriptError, match="no rows"):
        read_transcripts(tmp_path)


def test_marks_in_the_middle_are_told(write: Write) -> None:
    """A line that begins like a turn with no blank line before it is one, and is told."""
    found = read_transcripts(write("user: hi\nagent: hello\n"))
    assert [turn.content for turn in found.transcripts[0].turns] == ["hi", "hello"]
    assert list(_noticed(found)) == [
        "a line that begins like a turn with no blank line before it, read as one"
    ]


@given(st.lists(st.text(alphabet="ab c\né:", min_size=1), min_size=1, max_size=4))
def test_what_was_said_comes_back(
    tmp_path_factory: pytest.TempPathFactory, said: list[str]
) -> None:
    """Whatever is written as turns is read as them, but for blanks around."""
    said = [each.strip() or "x" for each in said]
    path = tmp_path_factory.mktemp("said") / "x.txt"
    text = "".join(f"user: {each}\n\nagent: I hear: {each}\n\n" for each in said)
    path.write_text(text, encoding="utf-8")
    (found,) = read_transcripts(path).transcripts
    assert [turn.content for turn in found.turns if turn.role == "user"] == said


def test_the_published_conversations_are_read_whole() -> None:
    """Six files, all used: four end with a line that nobody said, after a turn without a reply."""
    folder = _DATA / "conversations"
    if not folder.is_dir():
        pytest.skip("no public data: veramh/conversations is not beside the checkout")
    found = read_transcripts(folder)
    assert (found.read, len(found.transcripts), found.left_out) == (6, 6, ())
    assert {each.family for each in found.transcripts} == {"Ray", "Lena", "Omar", None}
    assert sorted(len(each.turns) for each in found.transcripts) == [2, 2, 4, 8, 30, 30]
    assert [each.n for each in found.noticed] == [4, 4, 1]
    assert not any("[CONVERSATION" in turn.content for t in found.transcripts for turn in t.turns)
