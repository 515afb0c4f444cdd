"""What must agree before two runs are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from mhgate.canonical import digest
from mhgate.estimate import METHOD_VERSION
from mhgate.perturb import PERTURB_VERSION
from mhgate.records import Probe, Question, QuestionFlow, Rubric
from mhgate.sampling import SAMPLER_VERSION
from mhgate.suites.reply_reading import READER_VERSION

__all__ = ["measurement_of"]


def measurement_of(
    probes: Sequence[Probe],
    questions: Mapping[str, Question],
    *,
    judge: str,
    target_failures: str = "unmeasured",
    rubrics: Mapping[str, Rubric] = MappingProxyType({}),
    flows: Mapping[str, QuestionFlow] = MappingProxyType({}),
    patient: str | None = None,
) -> dict[str, str]:
    """Return what must agree before two runs are compared, by name.

    Args:
        probes: the probes of the run.
        questions: the questions of the judged ones, by probe.
        judge: the judge's fingerprint.
        rubrics: those of the probes that score one, by probe.
        flows: the question flows of the probes that walk one, by probe.
        patient: who speaks where items hold a vignette, as a digest; None where none does.
        target_failures: what a reply that never came is worth; named where it is not the default.

    Returns:
        One entry a dimension: judge, method, sampler, and each probe with its question.
    """
    dimensions = {"judge": judge, "method": METHOD_VERSION, "sampler": SAMPLER_VERSION}
    if target_failures != "unmeasured":
        dimensions["target failures"] = target_failures
    if patient is not None:
        dimensions["patient"] = patient
    for probe in probes:
        question = questions.get(probe.id)
        content: dict[str, object] = {
            "source": probe.source_digest,
            "question": None if question is None else question.digest,
            "expect": probe.expect,
            "never": probe.never,
        }
        if probe.reads is not None:
            content["reads"] = f"{probe.reads}/{READER_VERSION}"
        if probe.at_least is not None:
            content["at_least"] = probe.at_least
        if probe.perturbed:
            content["perturb"] = PERTURB_VERSION
        if probe.tier is not None:
            content["flow"] = [flows[probe.id].digest, probe.dimension, probe.tier]
        elif probe.rubric is not None:
            content["rubric"] = [rubrics[probe.id].digest, probe.dimension]
        if probe.measure != "mean":
            content["measure"] = [probe.measure, probe.statistic, probe.by, list(probe.levels)]
        dimensions[f"probe {probe.id}"] = digest(content)
    return dimensions
