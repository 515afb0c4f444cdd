"""Holds probe modules: what a probe may be, and what is said of one that may not."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import SuiteError

if TYPE_CHECKING:
    from conftest import Desk


def _module(decorator: str, definition: str) -> str:
    return f"from mhgate import probe\n@probe({decorator})\n{definition}\n"


JUDGED = 'items="items.jsonl", question="is_kind", expect="yes"'
EXACT = 'items="items.jsonl", exact=True'


@pytest.mark.parametrize(
    ("decorator", "definition", "words"),
    [
        ('items="items.jsonl"', 'def test_a(item):\n    "x"', "neither question, exact"),
        (JUDGED + ", exact=True", 'def test_a(item):\n    "x"', "both a question and exact=True"),
        (JUDGED, 'async def test_a(answer):\n    "x"', "an async or generator function"),
        (EXACT, "def test_a(item):\n    yield 1", "an async or generator function"),
        (JUDGED, 'def test_a(anwser):\n    "x"', "Did you mean answer?"),
        (JUDGED, "def test_a(answer):\n    assert answer.value", "code in the body of a judged"),
        (JUDGED, "def test_a(answer):\n    return True", "code in the body of a judged"),
        (EXACT, "def test_a(item):\n    return True", "an exact probe without an assert"),
        (EXACT, "def test_a(answer):\n    assert answer", "the parameter answer on an exact"),
        (EXACT + ', expect="yes"', "def test_a(item):\n    assert item", "expect on an exact"),
        (JUDGED.replace("is_kind", "is_knd"), 'def test_a():\n    "x"', "Did you mean 'is_kind'?"),
        (JUDGED.replace('"yes"', '"maybe"'), 'def test_a():\n    "x"', "'yes', 'no' or 'item'"),
        (JUDGED, 'def check_a():\n    "x"', "Call it test_check_a"),
    ],
)
def test_a_probe_that_cannot_be_is_refused(
    desk: Desk, decorator: str, definition: str, words: str
) -> None:
    """The mistake is named with file, line and function."""
    desk.probes(_module(decorator, definition))
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert words in str(caught.value)
    assert "test_manners.py:" in str(caught.value)


def test_a_test_function_without_a_declaration_is_refused(desk: Desk) -> None:
    """A forgotten decorator does not silently measure nothing."""
    desk.probes("from mhgate import probe\ndef test_lost(transcript):\n    assert transcript\n")
    with pytest.raises(SuiteError, match="a test function without @probe"):
        desk.load()


def test_a_module_that_raises_names_its_line(desk: Desk) -> None:
    """What breaks while a module runs is reported where it broke."""
    desk.probes("x = 1\ny = 1 / 0\n")
    with pytest.raises(SuiteError, match=r"test_manners\.py:2: found ZeroDivisionError"):
        desk.load()


def test_a_module_that_does_not_compile_names_its_line(desk: Desk) -> None:
    """So is bad syntax."""
    desk.probes("x = 1\ndef broken(:\n")
    with pytest.raises(SuiteError, match=r"test_manners\.py:2"):
        desk.load()


def test_probes_come_in_the_order_of_the_file(desk: Desk) -> None:
    """Names, pillar, documentation and lines are those of the source."""
    (suite,) = desk.load()
    assert [probe.id for probe in suite.probes] == ["manners.is_kind", "manners.says_something"]
    assert suite.probes[0].doc == "The reply is kind."
    assert suite.probes[0].line == 5
    assert suite.probes[0].check is None
    assert suite.probes[1].parameters == ("transcript",)


def test_a_changed_probe_has_another_digest(desk: Desk) -> None:
    """A comment elsewhere leaves a judged probe as it is; its own text does not."""
    (before,) = desk.load()
    text = (desk.folder / "test_manners.py").read_text()
    desk.probes(text + "\n# a remark\n")
    (remarked,) = desk.load()
    desk.probes(text.replace("The reply is kind.", "The reply is very kind."))
    (changed,) = desk.load()
    judged = [suite.probes[0].source_digest for suite in (before, remarked, changed)]
    assert judged[0] == judged[1] != judged[2]
    assert before.probes[1].source_digest != remarked.probes[1].source_digest


def test_an_imported_probe_is_not_counted_twice(desk: Desk) -> None:
    """Only functions that the module itself defines are its probes."""
    desk.probes(
        "from mhgate import probe\n"
        "@probe(items='items.jsonl', exact=True)\n"
        "def test_a(item):\n    assert item\n"
        "alias = test_a\n"
    )
    (suite,) = desk.load()
    assert len(suite.probes) == 1


@pytest.mark.parametrize(
    "words",
    ["import sys\nsys.exit(0)\n", "import pytest\npytest.skip('x', allow_module_level=True)\n"],
)
def test_a_module_that_leaves_is_a_mistake(desk: Desk, words: str) -> None:
    """A module that exits or skips itself neither ends the process with 0 nor drops its probes."""
    desk.probes(words)
    with pytest.raises(SuiteError, match="expected a module that can be imported"):
        desk.load()


HIDDEN = """
if True:
    @probe(items='items.jsonl', exact=True)
    def test_b(item):
        assert item
"""
METHOD = """
import mhgate
class TestB:
    @mhgate.probe(items='items.jsonl', exact=True)
    def test_b(self, item):
        assert item
"""
TWICE = """
@probe(items='items.jsonl', exact=True)
def test_a(item):
    assert not item
"""
WRAPPED = """
import functools
@functools.lru_cache
@probe(items='items.jsonl', exact=True)
def test_b(item):
    assert item
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HIDDEN, "a probe inside of a class or a block"),
        (METHOD, "a probe inside of a class or a block"),
        (TWICE, "a second function of this name; the first is in line 3"),
        (WRAPPED, "a probe that has become _lru_cache_wrapper"),
    ],
    ids=["hidden", "method", "twice", "wrapped"],
)
def test_a_probe_that_would_vanish_is_a_mistake(desk: Desk, text: str, words: str) -> None:
    """What stands in the file as a probe is measured, or the file is refused."""
    desk.probes(_module(EXACT, "def test_a(item):\n    assert item") + text)
    with pytest.raises(SuiteError) as caught:
        desk.load()
    assert words in str(caught.value)


def test_an_optimised_python_keeps_the_asserts_of_probes(desk: Desk) -> None:
    """Under ``python -O`` an exact probe still decides, rather than pass whatever came."""
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from mhgate.suites import load_suites\n"
        "(suite,) = load_suites(builtin=(), folders=('manners',), config_file=Path(sys.argv[1]))\n"
        "try:\n    suite.probes[0].check(item='')\n"
        "except AssertionError:\n    print('held')\n"
    )
    desk.probes(_module(EXACT, "def test_a(item):\n    assert item"))
    desk.questions("")
    ran = subprocess.run(
        [sys.executable, "-O", "-c", code, str(desk.root / "thresholds.toml")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stdout == "held\n", ran.stderr
