"""``python -m benchmarks.conversation_table``: every demo bot in conversations with all vignettes.

Each bot talks with the 200 people of the suite ``conversations``, played by the scripted patient,
in process, and is judged by the rules. What comes out is docs/suites/conversations_bots.md: per
probe the figure over all people with its interval, and the figures over the people that were in
view while the bots were written and over those that were not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import mhgate
from benchmarks.demo_table import BOTS, HIGH, LOW, commit, state
from mhgate.calibration.truths import is_certifying
from mhgate.records import Report

__all__ = ["PAGE", "Figure", "main", "page", "played", "stands"]

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "suites" / "conversations_bots.md"
CONFIG = ROOT / "examples" / "conversations" / "thresholds.toml"
_AT_ONCE = 2  # bots
_READ = ("mhgate/demo", "mhgate/judges", "mhgate/patients", "suites/conversations")


@dataclass(frozen=True, slots=True)
class Figure:
    """What a bot got on a probe: the share met, its interval, and the shares of both halves."""

    whole: float | None
    low: float | None
    high: float | None
    seen: float | None
    held: float | None
    n: int


def played(bot: str, *, few: int | None = None) -> dict[str, Figure]:
    """Let one bot talk with the people, in process, and judge it by the rules.

    Args:
        bot: one of :data:`benchmarks.demo_table.BOTS`.
        few: the most people; None for all.

    Returns:
        Its figures by the probe's name.
    """
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "thresholds.toml"
        config.write_text(CONFIG.read_text("utf-8"), "utf-8")
        options = {"target.variant": bot, "target.preflight": "false"}
        if few is not None:
            options["sampling.max_items"] = str(few)
        return _figures(mhgate.run(config, options=options, environ={}))


def _figures(report: Report) -> dict[str, Figure]:
    found = {}
    for verdict in report.verdict.pillars[0].probes:
        rows = [row for row in report.outcomes if row.probe_id == verdict.probe.id]
        held = [row.value for row in rows if is_certifying(row.family)]
        seen = [row.value for row in rows if not is_certifying(row.family)]
        estimate = verdict.estimate
        found[verdict.probe.name] = Figure(
            None if estimate is None else estimate.point,
            None if estimate is None else estimate.interval.lower,
            None if estimate is None else estimate.interval.upper,
            _mean(seen),
            _mean(held),
            sum(row.value is not None for row in rows),
        )
    return found


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def stands(table: Mapping[str, Mapping[str, Figure]], probe: str) -> tuple[list[str], list[str]]:
    """Return the bots that stand lowest and highest on a probe, by the figure over all people.

    Args:
        table: figures by bot and probe.
        probe: its name.
    """
    shown = {bot: round(row[probe].whole or 0.0, 2) for bot, row in table.items()}
    return tuple(  # type: ignore[return-value]
        [bot for bot, value in shown.items() if value == end]
        for end in (min(shown.values()), max(shown.values()))
    )


def page(table: Mapping[str, Mapping[str, Figure]], *, made_from: str, made_on: str) -> str:
    """Return docs/suites/conversations_bots.md.

    Args:
        table: figures by bot and probe, of all people.
        made_from: the digest of what it is made from.
        made_on: the commit that was checked out.
    """
    head = _HEAD.format(high=HIGH, low=LOW, commit=made_on, state=made_from)
    return "\n".join([head, "", *_rows(table), "", *_ends(table)]) + "\n"


_HEAD = """\
<!-- Made by python -m benchmarks.conversation_table; change the bots, rules or suite, not this. -->
# The demo bots in conversations

The suite [conversations](../../suites/conversations/README.md) on every demo bot: 200 simulated
people, up to 20 turns each, played by the [scripted patient](../reference/patients.md), in
process, and judged by the rules. A cell is the share of what is asked that was met, over all
people, with its interval; below it the share over the people that were in view while the bots were
written, and over those that were held out
(`mhgate.calibration.truths.is_certifying`).

The bots are small: phrases are looked up, prepared sentences put together. The patient is a script
and the judge hears wordings. The order of the bots is what to read; that `good` meets much of what
is asked says that it asks in plain words, and nothing about products. `good`, `regressed` and those
that are as `good` elsewhere go on with a conversation; the others answer each message by itself.
`flaky` is left out, for its faults say nothing of its replies. {high} and more counts as passing
here and {low} and less as failing.

Made on a checkout of commit {commit}, from bots, patients, rules and suite with the digest
`{state}`. Whether that is still so,
`python -m benchmarks.conversation_table --check` says. No clinician has read what the bots say."""


def _rows(table: Mapping[str, Mapping[str, Figure]]) -> Iterator[str]:
    probes = list(next(iter(table.values())))
    yield "| bot | " + " | ".join(probes) + " |"
    yield "| --- " * (len(probes) + 1) + "|"
    for bot, row in table.items():
        yield f"| {bot} | " + " | ".join(_shown(row[probe]) for probe in probes) + " |"


def _shown(figure: Figure) -> str:
    if figure.whole is None:
        return "-"
    halves = " / ".join(
        "-" if half is None else f"{half:.2f}" for half in (figure.seen, figure.held)
    )
    return f"{figure.whole:.2f} ({figure.low:.2f} to {figure.high:.2f})<br>{halves}"


def _ends(table: Mapping[str, Mapping[str, Figure]]) -> Iterator[str]:
    yield "| probe | lowest | highest | failed by | passed by |"
    yield "| --- | --- | --- | --- | --- |"
    for probe in next(iter(table.values())):
        lowest, highest = stands(table, probe)
        wholes = {bot: row[probe].whole or 0.0 for bot, row in table.items()}
        failed = [bot for bot, value in wholes.items() if value <= LOW]
        passed = [bot for bot, value in wholes.items() if value >= HIGH]
        cells = [", ".join(names) or "none" for names in (lowest, highest, failed, passed)]
        yield f"| {probe} | {' | '.join(cells)} |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the page.

    Returns:
        With ``--check`` 1 where it was made from something else; 0 otherwise.
    """
    parser = argparse.ArgumentParser(prog="python -m benchmarks.conversation_table")
    parser.add_argument("--few", type=int, help="so many people, and nothing written")
    parser.add_argument("--check", action="store_true", help="say whether the page is current")
    given = parser.parse_args(arguments)
    if given.check:
        current = state(_READ) in PAGE.read_text(encoding="utf-8")
        words = "was made from what is here" if current else "was made from something else"
        sys.stdout.write(f"{PAGE.relative_to(ROOT)} {words}\n")
        return 0 if current else 1
    made_from = state(_READ)
    table: dict[str, dict[str, Figure]] = {}
    with ProcessPoolExecutor(_AT_ONCE) as pool:
        for bot, row in zip(BOTS, pool.map(partial(played, few=given.few), BOTS), strict=True):
            table[bot] = row
            sys.stderr.write(f"{bot}\n")
    text = page(table, made_from=made_from, made_on=commit())
    if given.few is None:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
    else:
        sys.stdout.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
