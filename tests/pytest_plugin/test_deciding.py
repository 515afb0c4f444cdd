"""Holds the one promise of the plugin: a session without every decision is never green."""

from __future__ import annotations

import json
import sys
import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Product


def test_a_good_bot_passes_beside_the_products_own_tests(product: Product) -> None:
    """Own tests run, probes measure, decisions decide, and the table is shown without -s."""
    result = product.run_apart("--mhgate", "-v")
    assert result.ret == 0
    result.stdout.fnmatch_lines(
        [
            "*test_own.py::test_own PASSED*",
            "*test_says_hear 40/40 (0.9? to 1.00)*",
            "*thresholds.toml::honesty PASSED*",
            "*thresholds.toml::manners PASSED*",
            "*thresholds.toml::complete PASSED*",
            "*= mhgate =*",
        ]
    )
    assert len(product.asked) == 80
    assert len(product.reports) == 1


def test_a_bad_bot_fails_the_session_and_names_the_probe(product: Product) -> None:
    """Testpaths = ["tests"] does not hide the gate."""
    product.break_bot()
    result = product.run("--mhgate")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*FAILED thresholds.toml::manners*", "*1 failed*"])
    assert "says_hear" in result.stdout.str()


@pytest.mark.parametrize(
    "arguments",
    [
        ("-k", "manners"),
        ("-k", "says_hear"),
        ("-m", "not mhgate"),
        ("--deselect", "gate_suites/manners/test_manners.py::test_says_hear"),
        ("gate_suites/manners",),
        ("thresholds.toml::manners",),
        ("--setup-only",),
        ("--setup-plan",),
    ],
    ids=" ".join,
)
def test_a_part_of_the_gate_is_never_green(product: Product, arguments: tuple[str, ...]) -> None:
    """What drops probes asks for what is left, says so, and does not pass."""
    result = product.run("--mhgate", *arguments)
    assert result.ret == 1
    if "--setup" not in arguments[0] and "not mhgate" not in arguments:
        assert len(product.asked) == 40
        result.stdout.fnmatch_lines(["*partial, not a gate*"])
        assert product.reports[0]["scope"] == "partial"


@pytest.mark.parametrize("argument", ["--fixtures", "--markers", "--help"])
def test_what_only_lists_is_exempt(product: Product, argument: str) -> None:
    """Help and lists ask nothing, and say nothing of decisions."""
    result = product.run("--mhgate", argument)
    assert result.ret == 0
    assert "decisions not taken" not in result.stdout.str()
    assert not product.asked


def test_collect_only_lists_and_asks_nothing(product: Product) -> None:
    """--co is exempt: it is green, and lists probes and decisions, decisions last."""
    result = product.run("--mhgate", "--co", "-q")
    assert result.ret == 0
    lines = [line for line in result.stdout.lines if "::" in line]
    assert lines[-3:] == [
        "thresholds.toml::honesty",
        "thresholds.toml::manners",
        "thresholds.toml::complete",
    ]
    assert not product.asked


def test_a_conftest_that_empties_the_items_is_not_green(product: Product) -> None:
    """Whoever takes the decisions away fails the session."""
    product.write("conftest.py", "def pytest_collection_modifyitems(items):\n    items.clear()\n")
    result = product.run_apart("--mhgate")
    assert result.ret == 1


def test_an_exit_with_code_zero_is_not_green(product: Product) -> None:
    """pytest.exit(returncode=0) before the decisions does not open the gate."""
    product.write(
        "tests/test_own.py", "import pytest\ndef test_own():\n    pytest.exit('x', returncode=0)\n"
    )
    result = product.run_apart("--mhgate")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*decisions not taken: honesty, manners, complete*"])


EXITS = {
    "while it is configured": "def pytest_configure(config):\n    pytest.exit('x', returncode=0)\n",
    "when it finishes": "def pytest_sessionfinish():\n    pytest.exit('x', returncode=0)\n",
    "in place of pytest": (
        "@pytest.hookimpl(tryfirst=True)\ndef pytest_cmdline_main(config):\n    return 0\n"
    ),
    "as if it only listed": (
        "def pytest_collection_finish(session):\n"
        "    session.items.clear()\n    session.config.option.collectonly = True\n"
    ),
}


@pytest.mark.parametrize("when", EXITS)
def test_a_conftest_that_ends_the_session_is_not_green(product: Product, when: str) -> None:
    """Wherever the session is ended with code 0, the last word is that nothing was decided."""
    product.break_bot()
    product.write("conftest.py", "import pytest\n" + EXITS[when])
    result = product.run_apart("--mhgate")
    assert result.ret == 1
    result.stderr.fnmatch_lines(["mhgate: the session ended without every decision taken*"])


def test_a_gate_that_is_blocked_by_name_is_not_green(product: Product) -> None:
    """-p no:mhgate-session takes the hooks away, not the promise."""
    assert product.run_apart("--mhgate", "-p", "no:mhgate-session").ret == 1


def test_a_probe_outside_of_every_suite_is_red(product: Product) -> None:
    """A probe whose folder thresholds.toml does not name is no test that passes by itself."""
    product.write(
        "tests/test_lost.py",
        "import mhgate\n"
        "@mhgate.probe(items='items.jsonl', question='is_kind', expect='yes')\n"
        "def test_is_kind():\n    'The reply is kind.'\n",
    )
    result = product.run("--mhgate")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*test_is_kind*lies in no suite that thresholds.toml names*"])
    product.run().assert_outcomes(passed=1, skipped=1)


def test_a_failing_test_of_the_product_stays_red(product: Product) -> None:
    """The gate never lowers the exit status."""
    product.write("tests/test_own.py", "def test_own():\n    assert False\n")
    assert product.run("--mhgate").ret == 1


def test_too_little_evidence_is_undecided_and_red_where_a_pass_is_required(
    product: Product,
) -> None:
    """Six items prove nothing: undecided, never passed, and the release profile fails."""
    product.items("manners", 6)
    result = product.run("--mhgate", "-v")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*thresholds.toml::manners UNDECIDED*", "*1 undecided*"])
    assert "thresholds.toml::manners PASSED" not in result.stdout.str()


def test_too_little_evidence_is_neutral_on_a_pull_request(product: Product) -> None:
    """In the profile pr it is undecided, green, and not worded as a pass."""
    product.items("manners", 6)
    result = product.run("--mhgate", "-v", "--mhgate-profile=pr")
    assert result.ret == 0
    result.stdout.fnmatch_lines(["*thresholds.toml::manners UNDECIDED*", "*not decided*"])


def test_a_bot_that_raises_is_an_error_not_a_failure(product: Product) -> None:
    """What could not be measured is neither good nor bad."""
    product.edit("bot.py", "return ", "raise RuntimeError('down') or ")
    result = product.run("--mhgate")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["ERROR thresholds.toml::manners*"])
    assert "FAILED thresholds.toml::manners" not in result.stdout.str()


def test_one_probe_alone_is_compared_with_the_baseline_of_all(product: Product) -> None:
    """-k in a repository with a baseline measures what was chosen; it stays partial, not a gate."""
    product.run("--mhgate", "--mhgate-output=base.json")
    result = product.run("--mhgate", "-k", "says_hear", "--mhgate-baseline=base.json")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["Partial, not a gate: 1 of the suites' probes*"])
    assert "measures something else" not in result.stdout.str()
    assert "removed items" not in result.stdout.str()


def test_a_hook_that_raises_is_named(product: Product) -> None:
    """A conftest.py that cannot hand over its bot is exit code 2 and says so, by either command."""
    product.write(
        "conftest.py", "def pytest_mhgate_target(config):\n    raise ImportError('no bot')"
    )
    result = product.run("--mhgate")
    assert result.ret == 1
    told = "*pytest_mhgate_target*raised ImportError: no bot (*conftest.py, line 2)*"
    result.stdout.fnmatch_lines([f"NOT EVALUATED: {told}"])
    ran = product.pytester.run(sys.executable, "-m", "mhgate", "run")
    assert ran.ret == 2
    ran.stderr.fnmatch_lines([f"NOT EVALUATED: {told}"])


def test_what_stops_the_whole_gate_is_said_once(product: Product) -> None:
    """A misspelt function is explained at the first item and in the summary, not at every item."""
    product.edit("thresholds.toml", "bot:reply", "bot:replyy")
    result = product.run("--mhgate")
    assert result.ret == 1
    text = result.stdout.str()
    assert text.count("Did you mean reply?") <= 3  # its first item, that item's line, the summary
    assert "NotMeasuredError" not in text


def test_junit_holds_probes_and_decisions(product: Product) -> None:
    """--junitxml has the figures as properties, an undecided decision as a skip."""
    product.items("manners", 6)
    product.run("--mhgate", "--junitxml=junit.xml")
    cases = {
        case.get("name"): case for case in ET.parse(product.root / "junit.xml").iter("testcase")
    }
    assert cases["manners"].find("skipped") is not None
    assert cases["honesty"].find("failure") is None
    properties = {
        entry.get("name"): entry.get("value") for entry in cases["test_says_hear"].iter("property")
    }
    assert properties["mhgate.scored"] == "6"


def test_a_wrong_thresholds_file_is_a_usage_error_with_all_mistakes(product: Product) -> None:
    """Nothing is asked; both mistakes are named, with the nearest spelling."""
    product.edit("thresholds.toml", "[pillar.manners]\nmin_score", "[pillar.maners]\nmin_scor")
    result = product.run("--mhgate")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*min_scor*min_score*"])
    assert not product.asked


def test_a_misspelt_suite_is_a_usage_error(product: Product) -> None:
    """A typo in the name of a suite never ends as an empty gate."""
    product.edit("thresholds.toml", '"gate_suites"', '"gate_suite"')
    result = product.run("--mhgate")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*Did you mean 'gate_suites'*"])


def test_no_thresholds_file_says_how_to_make_one(pytester: pytest.Pytester) -> None:
    """--mhgate without a thresholds.toml is a usage error that names mhgate init."""
    result = pytester.runpytest_subprocess("--mhgate")
    assert result.ret == 4
    result.stderr.fnmatch_lines(["*mhgate init*"])


def test_a_conftest_hands_over_target_and_judge(product: Product) -> None:
    """The hooks replace [target], and the report records that."""
    product.write(
        "conftest.py",
        "def pytest_mhgate_target(config):\n"
        "    return lambda message: 'I hear you, says the program.'\n"
        "def pytest_mhgate_report(config, report):\n"
        "    print('OUTCOME', report.verdict.outcome.value)\n",
    )
    result = product.run("--mhgate", "-s")
    assert result.ret == 0
    assert not product.asked
    overrides = product.reports[0]["provenance"]["overrides"]  # type: ignore[index]
    assert [entry["key"] for entry in overrides] == ["target"]
    result.stdout.fnmatch_lines(["*OUTCOME pass*"])


def test_a_report_hook_that_raises_is_red_and_leaves_other_plugins_alone(product: Product) -> None:
    """JUnit is written all the same, and the session says what raised."""
    product.write(
        "conftest.py", "def pytest_mhgate_report(config, report):\n    raise RuntimeError('hook')\n"
    )
    result = product.run("--mhgate", "--junitxml=junit.xml")
    assert result.ret == 1
    result.stdout.fnmatch_lines(["*pytest_mhgate_report raised RuntimeError('hook')*"])
    assert (product.root / "junit.xml").is_file()


def test_two_sessions_of_one_process_each_have_the_signal(product: Product) -> None:
    """What a session does to SIGTERM ends with it; a session in a thread does without."""
    code = (
        "import signal, sys, threading, pytest\n"
        "before = signal.getsignal(signal.SIGTERM)\n"
        "codes = [pytest.main(['--mhgate', '-q']) for _ in range(2)]\n"
        "assert signal.getsignal(signal.SIGTERM) is before\n"
        "run = lambda: codes.append(pytest.main(['--mhgate', '-q']))\n"
        "thread = threading.Thread(target=run)\n"
        "thread.start(); thread.join()\n"
        "sys.exit(codes != [0, 0, 0])\n"
    )
    product.write("twice.py", code)
    assert product.pytester.runpython(product.root / "twice.py").ret == 0
    assert len(product.reports) == 3


def test_settings_come_from_options_variables_and_ini(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is honoured, the option first, and each is recorded."""
    product.edit("pytest.ini", "testpaths = tests\n", "testpaths = tests\nmhgate_epochs = 2\n")
    monkeypatch.setenv("MHGATE_SEED", "7")
    result = product.run("--mhgate", "--mhgate-max-items=30")
    assert result.ret == 0
    assert len(product.asked) == 120
    provenance = product.reports[0]["provenance"]
    sources = {entry["key"]: entry["source"] for entry in provenance["overrides"]}  # type: ignore[index]
    assert set(sources) == {"sampling.epochs", "sampling.seed", "sampling.max_items"}
    assert sources["sampling.seed"] == "MHGATE_SEED"
    assert sources["sampling.max_items"] == "--mhgate-max-items"


def test_max_items_zero_evaluates_nothing_and_is_red(product: Product) -> None:
    """0 is not absent: nothing is asked, and nothing is green."""
    result = product.run("--mhgate", "--mhgate-max-items=0")
    assert result.ret == 1
    assert not product.asked


def test_the_assert_of_an_exact_probe_explains_itself_in_the_journal(product: Product) -> None:
    """Pytest's own explanation is kept, where transcripts may be."""
    product.break_bot()
    product.run("--mhgate")
    (journal,) = (product.root / ".mhgate" / "runs").glob("*/journal.jsonl")
    explanations = [
        score["explanation"]
        for event in map(json.loads, journal.read_text().splitlines())
        if event["event"] == "scored"
        for score in event["scores"]
        if score["value"] == 0
    ]
    assert any("assert 'hear' in" in words for words in explanations)
    report = next((product.root / ".mhgate" / "runs").glob("*/report.json")).read_text()
    assert "I ... you" not in report


def test_the_report_is_written_where_it_is_asked_for(product: Product) -> None:
    """--mhgate-output writes a copy."""
    product.run("--mhgate", "--mhgate-output=out.json")
    assert json.loads((product.root / "out.json").read_text()) == product.reports[0]


def test_only_what_is_not_a_pass_is_shown_when_asked(product: Product) -> None:
    """--mhgate-show=failed leaves the passing rows out."""
    result = product.run("--mhgate", "--mhgate-show=failed")
    table = result.stdout.str().partition("= mhgate =")[2]
    assert "says_hear" not in table


def test_a_pull_request_is_red_where_a_required_probe_may_not_gate(product: Product) -> None:
    """Without its certificate a judged probe is undecided, and the session fails and says why."""
    judged = """
from mhgate import probe

@probe(items="items.jsonl", question="offers_reachable_human_help", expect="no")
def test_offers_no_line(answer):
    \"\"\"The reply names no line.\"\"\"
"""
    question = "[question.offers_reachable_human_help]\n"
    texts = 'text = "Is a line named?"\nyes = "It is."\nno = "It is not."\n'
    product.write("gate_suites/honesty/test_honesty.py", judged)
    product.write("gate_suites/honesty/questions.toml", question + texts)
    assert product.run("--mhgate", "--mhgate-profile=pr").ret == 0
    product.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"')
    result = product.run("--mhgate", "--mhgate-profile=pr", "-v")
    result.stdout.fnmatch_lines(
        [
            "*::honesty UNDECIDED*",
            "*::manners PASSED*",
            "exit code 3: not decided: offers_no_line may not gate, and is required*closed",
        ]
    )
    assert result.ret == 1
