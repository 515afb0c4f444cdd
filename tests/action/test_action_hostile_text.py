"""Hostile text in every place of a report: no verdict, output, annotation or layout gives way."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from reports import ALL, failing, holding

from mhgate.action.annotations import annotated
from mhgate.action.commands import annotation, append_outputs, escape_property, quoted_lines
from mhgate.action.comment import MARKER
from mhgate.action.markdown import cell, code, plain
from mhgate.action.summary import MOST_COMMENT, MOST_SUMMARY, comment_body, step_summary
from mhgate.action.told import Told
from mhgate.records import Attempts, Quoted

HOSTILE = {
    "forged error": "::error title=x::y",
    "forged error on a new line": "fine\n::error title=x::y",
    "forged error after a carriage return": "fine\r::error title=x::y",
    "a mask over the verdict": "\n::add-mask::fail",
    "another output": "\nverdict=pass\nexit-code=0",
    "another output's heredoc": "x\nEOF\nverdict<<EOF\npass\nEOF",
    "a table that is closed": "a | b |\n\n# PASS\n\n| x |",
    "a fence that is closed": "```\n# PASS\n```",
    "a script": "<script>alert(1)</script><details><summary>x",
    "a comment of HTML": "--> <!-- mhgate-action --> <b>",
    "a mention": "@octocat and @org/team, fixes #1, GH-12",
    "a link and a picture": "[pass](https://evil.example) ![x](https://evil.example/p.png)",
    "a bare link": "https://evil.example www.evil.example",
    "an emoji by name": ":white_check_mark: :x:",
    "mathematics": "$x$ $`y`$",
    "control characters": "\x1b[2J\x00\x07\u202epass\u2066\ufeff\u2028# PASS",
    "half a surrogate": "\ud800 and more",
    "a long text": "a" * 200_000,
}
CASES = pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())


def told(text: str) -> Told:
    report = holding(text)
    item = report.outcomes[0]
    lost = tuple(row.model_copy(update={"value": 0.0}) for row in report.outcomes)
    quoted = Quoted(
        probe_id=item.probe_id, item_id=item.item_id, trial_id=item.trial_id, texts=(text, text)
    )
    return Told(
        exit_code=1,
        report=report.model_copy(update={"outcomes": lost, "quoted": (quoted,)}),
        reason=text,
        last_words=(text,),
        config=text.replace("/", "_")[:200],
        changed=(text,),
        notes=(text,),
        base="0" * 40,
        link="https://github.com/o/r/actions/runs/1",
        attempts=Attempts(of_commit=2, of_pull_request=3, counted_by="comment"),
    )


class Tags(HTMLParser):
    """Collects the tags that a page has."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.comments: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)

    def handle_comment(self, data: str) -> None:
        self.comments.append(data)


def _without_code(page: str) -> str:
    blocks = "\n".join(line for line in page.split("\n") if not line.startswith("    "))
    return re.sub(r"`[^`\n]*`", "", blocks)


def _heads(page: str) -> list[str]:
    return [line for line in page.split("\n") if line.startswith("#")]


@CASES
@pytest.mark.parametrize("page", [step_summary, comment_body])
def test_the_layout_stays_as_it_is(text: str, page: object) -> None:
    """Headings, rows, columns and tags are those that the same report has with a plain word."""
    made = page(told(text))
    usual = page(told("word"))
    assert _heads(made) == _heads(usual)
    assert "FAIL" in made.split("## mhgate: ")[1].split("\n")[0]
    rows = [line for line in made.split("\n") if line.startswith("|")]
    assert len(rows) == len([line for line in usual.split("\n") if line.startswith("|")])
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {10}
    bare = _without_code(made)
    assert bare.count("`") == 0
    seen = Tags(bare)
    assert seen.tags <= {"sub", "details", "summary", "span"}
    assert seen.comments in ([], [" mhgate-action "])
    assert "](" not in re.sub(r"\n\[The run, with its report\]\(https://\S+\)\n", "", bare)
    assert not re.search(r"@[A-Za-z0-9]|https?://(?!github\.com/o/r)|www\.[a-z]|#[0-9]", bare)
    assert not re.search(r":[a-z_]+:", bare)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202a-\u202e\u2028\u2029\u2066-\u2069]", made)
    assert made.encode("utf-8")


@CASES
def test_only_commands_of_our_own_are_written(text: str) -> None:
    """Each annotation is one line, a command of ours, with no property that the text adds."""
    lines = annotated(holding(text), config="thresholds.toml", root=None)
    assert lines
    for line in lines:
        assert re.fullmatch(
            r"::(error|warning) file=thresholds\.toml,title=[^,:\n\r]*::[^\n\r]*", line
        )
        assert len(line) < 8000


@CASES
def test_a_line_of_a_model_is_no_command(text: str) -> None:
    """Whatever a runner takes for a line end, no line of somebody else's begins with a command."""
    for line in quoted_lines(text):
        assert line.startswith("| ")
        assert len(line.splitlines()) == 1


@CASES
def test_an_output_cannot_begin_another(text: str, tmp_path: Path) -> None:
    """Read as a runner reads it, the file holds the outputs that were written and no other."""
    path = tmp_path / "output"
    append_outputs(path, {"verdict": "fail", "junit": text, "sarif": ""})
    assert list(_read_as_a_runner(path)) == ["verdict", "junit", "sarif"]
    assert _read_as_a_runner(path)["verdict"] == "fail"


def _read_as_a_runner(path: Path) -> dict[str, str]:
    found: dict[str, str] = {}
    lines = iter(path.read_bytes().decode().split("\n")[:-1])
    for line in lines:
        name, mark, delimiter = line.partition("<<")
        assert mark, f"a line that is no heredoc: {line!r}"
        value = []
        for inner in lines:
            if inner == delimiter:
                break
            value.append(inner)
        assert name not in found
        found[name] = "\n".join(value)
    return found


@CASES
def test_a_name_stays_one_cell_and_one_piece_of_code(text: str) -> None:
    """Cells and pieces of code hold no pipe, backtick or line end of their own."""
    assert not re.search(r"(?<!\\)\||\n", cell(text))
    assert code(text).count("`") == 2
    assert not re.search(r"[|\n]", code(text))
    assert "\n" not in plain(text)


def test_plain_words_stay_readable() -> None:
    """What is harmless is shown as it is written."""
    assert plain("crisis: 92/100 (0.85 to 0.96), at least 0.9") == (
        "crisis: 92/100 \\(0.85 to 0.96\\), at least 0.9"
    )


def test_a_property_is_escaped_more_than_data() -> None:
    """Commas and colons end a property and are escaped there; in data they may stand."""
    assert escape_property("a,b:c%\r\n") == "a%2Cb%3Ac%25%0D%0A"
    assert annotation("error", "a,b:c%", title="t,u", file="f", line=3) == (
        "::error file=f,line=3,title=t%2Cu::a,b:c%25"
    )


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_ending_has_a_summary_with_the_verdict_first(name: str) -> None:
    """However a run ends, the first line says how, and the last how to do it again."""
    report = ALL[name]()
    page = step_summary(Told(exit_code=report.verdict.exit_code, report=report))
    assert page.startswith("## mhgate: ")
    assert page.rstrip().endswith("`")
    assert "Locally: `mhgate run --config=thresholds.toml" in page
    if report.verdict.exit_code != 0:
        assert not page.startswith("## mhgate: pass")


def test_a_pass_that_the_session_took_back_is_no_pass() -> None:
    """The output says pass only where the step is green."""
    report = ALL["passing"]()
    assert Told(exit_code=0, report=report).outputs()["verdict"] == "pass"
    assert Told(exit_code=3, report=report).outputs()["verdict"] == "inconclusive"
    assert Told(exit_code=130, report=report).outputs()["verdict"] == "error"
    assert Told(exit_code=4).outputs()["verdict"] == "error"


def test_five_thousand_bad_items_fit(tmp_path: Path) -> None:
    """The comment stays below 60 kB by bytes and characters, the summary below 1 MiB."""
    report = failing()
    probe = report.verdict.pillars[0].probes[0]
    said = probe.model_copy(update={"sentence": "Ünïcode ✓ | " * 300})
    pillar = report.verdict.pillars[0].model_copy(update={"probes": (said,) * 5000})
    verdict = report.verdict.model_copy(update={"pillars": (pillar,) * 200})
    huge = report.model_copy(
        update={
            "verdict": verdict,
            "partial_because": tuple("because | " * 30 for _ in range(5000)),
        }
    )
    words = Told(
        exit_code=1,
        report=huge,
        link="https://github.com/o/r/actions/runs/1",
        changed=("é" * 1000,) * 5000,
        notes=("ü" * 5000,) * 500,
    )
    comment, summary = comment_body(words), step_summary(words)
    assert comment.startswith(f"{MARKER}\n## mhgate: FAIL")
    assert len(comment.encode()) <= MOST_COMMENT < 65_536
    assert len(summary.encode()) <= MOST_SUMMARY < 2**20
    assert comment.count("<details>") == comment.count("</details>")
    assert "https://github.com/o/r/actions/runs/1" in comment


def test_annotations_keep_to_what_github_shows() -> None:
    """Ten errors and ten warnings at most, the worst first, the rest counted in the tenth."""
    report = failing()
    bad, good = report.verdict.pillars[0].probes
    bads = tuple(
        bad.model_copy(
            update={"estimate": bad.estimate.model_copy(update={"point": 0.5 - i / 100})}
        )
        for i in range(30)
    )
    pillar = report.verdict.pillars[0].model_copy(update={"probes": (*bads, good)})
    open_ones = tuple(
        each.model_copy(update={"threshold": each.threshold.model_copy(update={"required": False})})
        for each in bads
    )
    advisory = report.verdict.pillars[0].model_copy(update={"probes": open_ones})
    verdict = report.verdict.model_copy(update={"pillars": (pillar, advisory)})
    lines = annotated(
        report.model_copy(update={"verdict": verdict}), config="thresholds.toml", root=None
    )
    errors = [line for line in lines if line.startswith("::error ")]
    warnings = [line for line in lines if line.startswith("::warning ")]
    assert (len(errors), len(warnings)) == (10, 10)
    assert "and 21 more" in errors[-1]
    assert lines[:10] == errors


def test_an_annotation_points_at_the_probe_where_its_file_is(tmp_path: Path) -> None:
    """A probe of the repository is annotated at its line, another at thresholds.toml."""
    file = tmp_path / "bots" / "suites" / "crisis" / "test_crisis.py"
    file.parent.mkdir(parents=True)
    file.touch()
    line = annotated(failing(), config="bots/thresholds.toml", root=tmp_path)[0]
    assert line.startswith("::error file=bots/suites/crisis/test_crisis.py,line=12,title=crisis.")
