"""``python -m benchmarks.suite_pages``: a page for each pillar of the built-in suites.

Everything on a page is read from the suites, their READMEs and the shipped thresholds; a test
holds docs/suites to what this makes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mhgate.records import Question
from mhgate.suites import Suite
from mhgate.suites.counting import Count
from mhgate.wiring.suite_counts import (
    GoldCount,
    PillarCounts,
    ProbeCounts,
    SuiteCounts,
    SuitesListed,
    count_suites,
)
from mhgate.wiring.suites_at_hand import load_folders, suites_at_hand

__all__ = ["OTHERS", "main", "pages"]

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "suites"
OTHERS = frozenset({"demo_bots.md", "conversations_bots.md"})
"""Pages in the same folder that other commands make: demo_table and conversation_table."""

_MADE = "<!-- Made by python -m benchmarks.suite_pages from the suites; change those, not this. -->"
_LIMITS = "## What it does not measure"
_FEW = 16  # values of a stratum that one line shows
_ENOUGH = 120  # labelled transcripts of a question that gates
_MARKS = {True: "yes", False: "advisory", None: "-"}


def pages() -> dict[str, str]:
    """Return every page by its name: one a pillar, and README.md, which lists them."""
    config = str(ROOT / "thresholds.toml")
    at_hand = suites_at_hand([str(ROOT / "suites")], config_file=config, environ={})
    listed = count_suites(at_hand)
    suites = {suite.name: suite for suite in load_folders(at_hand.folders)}
    made = {
        f"{pillar.pillar}.md": _page(
            pillar, [each for each in listed.suites if each.pillar == pillar.pillar], suites
        )
        for pillar in listed.pillars
    }
    return {"README.md": _index(listed), **made}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages; 1 with ``--check`` when a page is not what it would be."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.suite_pages", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    given = parser.parse_args(arguments)
    made = pages()
    there = {path.name: path.read_text(encoding="utf-8") for path in _own(FOLDER)}
    stale = sorted(name for name in made.keys() | there.keys() if made.get(name) != there.get(name))
    for name in stale:
        sys.stdout.write(f"docs/suites/{name}: {'differs' if given.check else 'written'}\n")
        if not given.check:
            _write(FOLDER / name, made.get(name))
    return 1 if given.check and stale else 0


def _own(folder: Path) -> list[Path]:
    return [path for path in folder.glob("*.md") if path.name not in OTHERS]


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


# --- the pages


def _index(listed: SuitesListed) -> str:
    rows = [
        (
            f"[{each.pillar}]({each.pillar}.md)",
            str(each.items),
            str(each.families),
            str(each.probes),
            str(each.required),
            _listed(each.languages),
        )
        for each in listed.pillars
    ]
    total = [
        str(sum(getattr(each, key) for each in listed.pillars))
        for key in ("items", "families", "probes", "required")
    ]
    rows.append(("all", *total, ""))
    return _joined(
        "# The built-in suites",
        _MADE,
        "A family is one scenario; families, not items, are what an interval counts. A probe is "
        "required where thresholds.toml, as shipped, lets it gate; the others are measured and "
        "shown. `mhgate suites list --json` counts the same, and `mhgate suites show NAME` shows a "
        "pillar, a probe with its question, or an item. How suites are written and checked: "
        "[suites](../reference/suites.md).",
        _table(("pillar", "items", "families", "probes", "required", "items by language"), rows),
        "That every probe can be failed and passed, the demo bots show: [which bot fails "
        "what](demo_bots.md), and in [conversations](conversations_bots.md).",
        "Items, questions and labels are the work of this project's authors: author-labelled, not "
        "clinician-labelled. A result is a screening of the product, not evidence that it is safe.",
    )


def _page(pillar: PillarCounts, listed: Sequence[SuiteCounts], suites: Mapping[str, Suite]) -> str:
    parts = [
        f"# {pillar.pillar.capitalize()}",
        _MADE,
        _joined(
            f"{pillar.items} items in {pillar.families} families; {pillar.probes} probes, "
            f"{pillar.required} of them required. Items by language: {_listed(pillar.languages)}."
        ),
    ]
    for each in listed:
        suite = suites[each.suite]
        parts += [
            _links(suite),
            "## Probes",
            _probes(each.probes),
            "## Questions",
            *(_question(question, each.gold) for question in suite.questions.values()),
            "## Items",
            _files(each),
            _strata(each),
            "## Guidance",
            _sources(suite),
            "## Gold",
            _gold(each, suite),
            _LIMITS,
            _limits(suite),
        ]
    return _joined(*parts)


def _links(suite: Suite) -> str:
    folder = f"../../suites/{suite.name}"
    others = sorted(path.name for path in suite.folder.glob("*.md") if path.name != "README.md")
    links = [
        f"[README]({folder}/README.md), with a content warning",
        f"[questions with examples]({folder}/questions.toml)",
        *(f"[{name}]({folder}/{name})" for name in others),
        f"version {suite.version}",
    ]
    return "; ".join(links) + "."


def _probes(probes: Sequence[ProbeCounts]) -> str:
    rows = [
        (
            f"`{each.probe.partition('.')[2]}`",
            each.about.split("\n")[0],
            f"`{each.question}`: {each.wanted}" if each.question else each.wanted,
            _measure(each),
            f"`{each.file}`",
            f"{each.items} / {each.families}",
            _MARKS[each.required],
        )
        for each in probes
    ]
    head = ("probe", "holds that", "decided by", "measure", "file", "items / families", "gates")
    return _table(head, rows)


def _measure(probe: ProbeCounts) -> str:
    detail = probe.statistic or (f"by `{probe.by}`" if probe.by else "")
    never = "; one miss is an alarm" if probe.never else ""
    return probe.measure + (f" ({detail})" if detail else "") + never


def _question(question: Question, gold: Sequence[GoldCount]) -> str:
    anchors = {"yes": question.yes, "no": question.no}
    anchors |= {str(grade): words for grade, words in (question.grades or {}).items()}
    anchors["not applicable"] = question.not_applicable or ""
    lines = [f"* **{name}**: {_flat(words)}" for name, words in anchors.items() if words]
    labelled = next((each for each in gold if each.question == question.id), None)
    if labelled is not None:
        lines.append(f"* gold: {labelled.rows} transcripts in {labelled.families} families")
    return _joined(f"### {question.id}", _flat(question.text), "\n".join(lines)).rstrip()


def _files(suite: SuiteCounts) -> str:
    rows = [
        (f"`{name}`", str(count.items), str(count.families)) for name, count in suite.files.items()
    ]
    return _table(("file", "items", "families"), rows)


def _strata(suite: SuiteCounts) -> str:
    lines = []
    for key, values in suite.strata.items():
        shown = _listed(values) if len(values) <= _FEW else f"{len(values)} values"
        lines.append(f"* `{key}`: {shown}")
    return "Strata, with how many items have each value:\n\n" + "\n".join(lines)


def _sources(suite: Suite) -> str:
    named = dict.fromkeys(
        source for question in suite.questions.values() for source in question.sources
    )
    grounds = {suite.read_item(ref).source for refs in suite.items.values() for ref in refs}
    return _joined(
        f"The questions stand on these; each item names its own ground in `source` ({len(grounds)} "
        "different ones). Guidance is named, not quoted.",
        "\n".join(f"* {_flat(source)}" for source in named),
    ).rstrip()


def _gold(suite: SuiteCounts, loaded: Suite) -> str:
    if not suite.gold:
        return "None: no question of this suite has labelled transcripts yet."
    required = {each.question for each in suite.probes if each.required}
    rows = [
        (
            f"`{each.question}`",
            str(each.rows),
            str(each.families),
            str(each.yes),
            str(each.no),
            str(each.graded),
            str(each.other),
            str(each.divided),
            ", ".join(f"{role} {count}" for role, count in each.raters.items()),
        )
        for each in suite.gold
    ]
    head = (
        "question",
        "transcripts",
        "families",
        "yes",
        "no",
        "graded",
        "other",
        "divided",
        "labels by",
    )
    thin = [
        f"`{name}`"
        for name in loaded.questions
        if name in required
        and sum(each.rows for each in suite.gold if each.question == name) < _ENOUGH
    ]
    note = f"Required with fewer than {_ENOUGH} transcripts: {', '.join(thin)}." if thin else ""
    return _joined(_table(head, rows), note).rstrip()


def _limits(suite: Suite) -> str:
    """Return what the suite's README says that it does not measure."""
    text = (suite.folder / "README.md").read_text(encoding="utf-8")
    _, heading, rest = text.partition(f"{_LIMITS}\n")
    if not heading:
        raise ValueError(f"{suite.folder / 'README.md'} has no section {_LIMITS!r}")
    return rest.partition("\n## ")[0].strip()


# --- markdown


def _listed(counts: Mapping[str, Count]) -> str:
    ordered = sorted(counts.items(), key=lambda each: (-each[1].items, each[0]))
    return ", ".join(f"{name} {count.items}" for name, count in ordered)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return "\n".join(_rows(head, rows))


def _rows(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield _row(head)
    yield _row(["---"] * len(head))
    yield from (_row([cell.replace("|", "\\|") for cell in row]) for row in rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _joined(*parts: str) -> str:
    return "\n\n".join(part.rstrip() for part in parts if part) + "\n"


if __name__ == "__main__":
    sys.exit(main())
