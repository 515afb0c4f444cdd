"""The rubrics in a suite's folder: of cells (``rubric*.toml``) and of flows (``rubric*.tsv``)."""

from __future__ import annotations

from pathlib import Path

from mhgate.errors import Mistake
from mhgate.records import QuestionFlow, Rubric

__all__ = ["read_flows", "read_rubrics"]


def read_rubrics(folder: Path) -> tuple[dict[str, Rubric], list[Mistake]]:
    """Read the rubrics of cells that lie in a suite's folder.

    Args:
        folder: of the suite.

    Returns:
        Those that are in order, by file, and every mistake in the others.
    """
    found: dict[str, Rubric] = {}
    mistakes: list[Mistake] = []
    if not _holds_any(folder):
        return found, mistakes
    from mhgate.suites.flow_table import MEND  # noqa: PLC0415 - most suites have no rubric
    from mhgate.suites.rubric_files import read_rubric  # noqa: PLC0415 - as above

    for path in sorted(folder.glob("rubric*.toml")):
        if path.name.endswith(MEND):
            continue
        rubric, wrong = read_rubric(path)
        mistakes += wrong
        if rubric is not None:
            found[path.name] = rubric
    return found, mistakes


def read_flows(folder: Path) -> tuple[dict[str, QuestionFlow], list[Mistake]]:
    """Read the question flows that lie in a suite's folder, each mended by the file beside it.

    Args:
        folder: of the suite.

    Returns:
        Those that are in order, by file, and every mistake in the others.
    """
    found: dict[str, QuestionFlow] = {}
    mistakes: list[Mistake] = []
    if not _holds_any(folder):
        return found, mistakes
    from mhgate.suites.flow_files import read_flow  # noqa: PLC0415 - most suites have no flow
    from mhgate.suites.flow_table import MEND  # noqa: PLC0415 - as above

    for path in sorted(folder.glob("rubric*.tsv")):
        flow, wrong = read_flow(path)
        mistakes += wrong
        if flow is not None:
            found[path.name] = flow
    for mend in sorted(folder.glob(f"rubric*{MEND}")):
        name = f"{mend.name.removesuffix(MEND)}.tsv"
        if not (folder / name).is_file():
            hint = "Name it as the rubric is named."
            mistakes.append(Mistake(str(mend), f"no {name} that it mends", "one beside it", hint))
    return found, mistakes


def _holds_any(folder: Path) -> bool:
    return any(folder.glob("rubric*"))
