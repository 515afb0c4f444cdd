"""What a run leaves behind: its report, written where it is looked for, and its journal as kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mhgate.config import Config
from mhgate.records import Outcome, ProbeVerdict, Report, StratumVerdict
from mhgate.records.outcome_rows import said
from mhgate.report import write_copy, write_report
from mhgate.wiring.quoting import with_quotes
from mhgate.wiring.redaction import redact_ended
from mhgate.wiring.runs import RunFolder

__all__ = ["left_behind", "tell_misses", "tell_report"]


def left_behind(report: Report, folder: RunFolder, config: Config) -> Report:
    """Write the report, with the journal as it is kept.

    Args:
        report: of the run that is over.
        folder: of the run.
        config: says what is quoted, and what is taken out of the journal.

    Returns:
        What was written.
    """
    report = with_quotes(report, folder.journal, config=config)
    redact_ended(folder.journal, config)
    write_report(report, folder.report)
    return report


def tell_report(
    report: Report,
    folder: RunFolder,
    *,
    output: str | Path | None,
    note: Callable[[str], None],
) -> None:
    """Write the report where it is wanted too, and say where it lies.

    Args:
        report: that was written.
        folder: of the run.
        output: where it is wanted too.
        note: told where it lies.
    """
    if output is not None:
        write_copy(folder.report, Path(output))
    note(f"report: {folder.report}")
    tell_misses(report, folder, note)


def tell_misses(report: Report, folder: RunFolder, note: Callable[[str], None]) -> None:
    """Say how to read what was missed: of the first probe that is red, where one is.

    Args:
        report: that was written.
        folder: of the run.
        note: told the command.
    """
    missed = {
        row.probe_id for row in said(report.outcomes) if row.value is not None and row.value < 1
    }
    red = [
        probe.probe
        for pillar in report.verdict.pillars
        for probe in pillar.probes
        if _is_red(probe) and probe.probe.id in missed
    ]
    command = f"mhgate show {folder.run_id} --misses"
    if red:
        note(f"what was said where {red[0].name} was missed: {command} {red[0].id}")
    elif missed:
        note(f"what was said where a probe was missed: {command}")


def _is_red(probe: ProbeVerdict) -> bool:
    """Return whether a probe, or a stratum of it, is what closes the gate."""
    is_alarm = probe.probe.never and probe.alarms_confirmed
    parts: list[ProbeVerdict | StratumVerdict] = [probe, *probe.strata]
    return any(
        part.outcome is Outcome.FAIL
        and part.waived is None
        and (part.threshold.required or (part is probe and is_alarm))
        for part in parts
    )
