"""``python -m benchmarks``: what mhgate costs, beside the peers that are installed, in one run.

Sections: gates (the same work by mhgate and its peers), growth (1,000 to 100,000 items), start
(commands that are only started), statistics (figures beside scipy's and pingouin's), verdict (calls
that stopping early spares). docs/speed.md says how each is measured, and how peers are installed.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.gates.contestants import CONTESTANTS
from benchmarks.gates.section import SECTION as GATES
from benchmarks.growth.section import SECTION as GROWTH
from benchmarks.pages import as_chart, as_json, as_page, put_into, read_json
from benchmarks.sections import Ask, Told
from benchmarks.start.section import SECTION as START
from benchmarks.statistics.section import SECTION as STATISTICS
from benchmarks.verdict.section import SECTION as VERDICT

SECTIONS = (GATES, GROWTH, START, STATISTICS, VERDICT)
_QUICK = {"items": 40, "sizes": (40, 80, 160), "latencies_ms": (0.0, 50.0)}


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(map(float, text.split(",")))


def _counts(text: str) -> tuple[int, ...]:
    return tuple(sorted(map(int, text.split(","))))


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def _parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    option = parser.add_argument
    sections = ",".join(section.name for section in SECTIONS)
    who = ", ".join(who.name for who in CONTESTANTS)
    option("--section", type=_names, default=_names(sections), help=f"of {sections}; or none")
    option("--quick", action="store_true", help="little of everything, to see that it works")
    option("--who", type=_names, default=(), help=f"with commas, of: {who}")
    option("--rounds", type=int, help="of gates and growth, by turns")
    option("--items", type=int, help="of gates")
    option("--concurrency", type=int, help="the most requests at once")
    option("--denser", type=int, help="the concurrency held against it; 0: none")
    option("--latency-ms", type=_numbers, dest="latencies_ms", help="of each reply, with commas")
    option("--characters", type=int, help="least length of a message, in gates")
    option("--sizes", type=_counts, help="of growth, with commas")
    option("--times", type=int, help="that each command is started")
    option("--runs", type=int, help="of each simulated bot")
    option("--seed", type=int, help="of what is simulated")
    option("--write", type=Path, metavar="FOLDER", help="speed.json, speed.svg, and speed.md")
    option(
        "--page",
        type=Path,
        metavar="FILE",
        help="instead of speed.md: its marked part is made anew",
    )
    given = parser.parse_args(arguments)
    if strange := set(given.section) - {section.name for section in SECTIONS} - {"none"}:
        named = ", ".join(sorted(strange))
        parser.error(f"--section {named}: expected some of {sections}, or none")
    if strange := set(given.who) - {each.name.lower() for each in CONTESTANTS}:
        parser.error(f"--who {', '.join(sorted(strange))}: expected some of {who}")
    return given


def _asked(given: argparse.Namespace) -> Ask:
    named = os.environ.get("MHGATE_BENCH_PEERS")
    stated = {
        name: value
        for name in Ask.__dataclass_fields__
        if (value := getattr(given, name, None)) is not None
    }
    ask = Ask(
        **{
            **(_QUICK if given.quick else {}),
            **stated,
            "who": frozenset(given.who),
            "peers": Path(named).absolute() if named else None,
        }
    )
    return replace(ask, note=lambda line: print(line, file=sys.stderr, flush=True))


def _machine() -> str:
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} processors ({platform.machine()}), "
        f"Python {platform.python_version()}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sections; 1 where a contestant or a command did not do all of its work."""
    given = _parsed(arguments)
    ask = _asked(given)
    found: dict[str, Told] = {}
    if given.write and (kept := given.write / "speed.json").exists():
        found = read_json(kept.read_text(encoding="utf-8"))  # sections that are not run stay
    troubles: list[str] = []
    for section in SECTIONS:
        if section.name not in given.section:
            continue
        machine, load = _machine(), os.getloadavg()[0]
        found[section.name] = {
            "machine": machine,
            "load": round(load, 1),
            "quick": ask.quick,
            **section.run(ask),
        }
        troubles += section.troubles(found[section.name])
    page = as_page(SECTIONS, found)
    sys.stdout.write(page)
    if given.write:
        given.write.mkdir(parents=True, exist_ok=True)
        texts = {"speed.json": as_json(found), "speed.svg": as_chart(SECTIONS, found)}
        if not given.page:
            texts["speed.md"] = page
        for name, text in texts.items():
            (given.write / name).write_text(text, encoding="utf-8")
    if given.page:
        document = given.page.read_text(encoding="utf-8")
        given.page.write_text(put_into(document, page), encoding="utf-8")
    for trouble in troubles:
        sys.stderr.write(f"{trouble}\n")
    return 1 if troubles else 0


if __name__ == "__main__":
    sys.exit(main())
