"""What a report keeps of the rubrics and flows that its probes score: no words of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from mhgate.records import CellKept, Probe, QuestionFlow, Rubric, RubricKept

__all__ = ["cells_by_probe", "kept_rubrics"]


def kept_rubrics(
    probes: Sequence[Probe], rubrics: Mapping[str, Rubric], flows: Mapping[str, QuestionFlow]
) -> tuple[RubricKept, ...]:
    """Return each rubric and flow once, with the probes that score it.

    Args:
        probes: of the run, in the order of the suites.
        rubrics: by the probe's id.
        flows: by the probe's id.
    """
    scoring: dict[str, list[str]] = {}
    found: dict[str, Rubric | QuestionFlow] = {}
    for probe in probes:
        of = rubrics.get(probe.id) or flows.get(probe.id)
        if of is not None:
            found[of.digest] = of
            scoring.setdefault(of.digest, []).append(probe.id)
    return tuple(
        RubricKept.of(of, tuple(scoring[name]))
        if isinstance(of, Rubric)
        else RubricKept.of_flow(of, tuple(scoring[name]))
        for name, of in found.items()
    )


def cells_by_probe(kept: Sequence[RubricKept]) -> dict[str, Mapping[str, CellKept]]:
    """Return the cells of each probe's rubric, by the probe's id; a flow has no course to show.

    Args:
        kept: what a report keeps.
    """
    return {name: each.cells for each in kept if each.kind == "cells" for name in each.probes}
