"""``python -m benchmarks.coverage``: run the sections, print their tables, say which bars hold."""

from __future__ import annotations

import argparse
import importlib
import os
import pkgutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import benchmarks.coverage as package
from benchmarks.coverage.section import Effort, Section

_NOT_SECTIONS = {"__main__", "drawn_bots", "error_table", "section", "simulated_bots"}
_SEED = 20261130


def sections() -> list[str]:
    """Return the names of the sections, sorted."""
    return sorted(
        {module.name for module in pkgutil.iter_modules(package.__path__)} - _NOT_SECTIONS
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run what was asked for; 1 when a bar does not hold."""
    # small matrices are slower on threads that wait for one another; read when numpy is loaded
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description=__doc__)
    parser.add_argument("--only", nargs="+", choices=sections(), help="these sections alone")
    parser.add_argument(
        "--reduced", action="store_true", help="few cells and runs, as in the tests"
    )
    parser.add_argument("--seed", type=int, default=_SEED)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the page there too")
    given = parser.parse_args(arguments)
    effort = Effort.REDUCED if given.reduced else Effort.FULL
    found: list[Section] = []
    for name in given.only or sections():
        began_s = time.perf_counter()
        section = importlib.import_module(f"benchmarks.coverage.{name}").run(
            effort=effort, seed=given.seed
        )
        found.append(section)
        sys.stdout.write(section.markdown() + "\n")
        sys.stderr.write(f"{name}: {time.perf_counter() - began_s:.0f} s\n")
    if given.write:
        command = " ".join(["python -m benchmarks.coverage", *(["--reduced"] * given.reduced)])
        page = [
            "# How often the bounds err",
            f"Made by `{command}`, seed {given.seed}. The words: [statistics.md](statistics.md).",
            *(section.markdown() for section in found),
        ]
        given.write.write_text("\n\n".join(part.rstrip() for part in page) + "\n", encoding="utf-8")
    missed = [bar for section in found for bar in section.bars if not bar.holds]
    sys.stdout.write(
        "\n".join(bar.line() for bar in missed) + "\n" if missed else "every bar holds\n"
    )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
