"""What is kept of a run: a baseline that is blessed, a pack of evidence that is signed.

Both are commands of their own, in a process that runs no code of the product and that alone gets
what signs. A verdict is not changed by them; where one that was asked for fails, the step is red.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from mhgate.action.gate_run import SIGNING, GateRun
from mhgate.action.told import Told
from mhgate.errors import ExitCode
from mhgate.records import Outcome

__all__ = ["Command", "blessed", "signed"]

Command = Callable[[Sequence[str], Mapping[str, str]], GateRun]
"""Runs ``mhgate`` with words and with variables beside the step's."""


def blessed(told: Told, report: Path, *, file: Path, reason: str, by: str, run: Command) -> Told:
    """Make a run that passes the baseline.

    Args:
        told: what came of the run.
        report: its report's file.
        file: the baseline's.
        reason: why.
        by: who asks for it.
        run: runs the command.

    Returns:
        What is then to be told; a run that is no pass is not blessed.
    """
    if told.report is None or told.exit_code != ExitCode.PASS:
        return told
    if told.report.verdict.outcome is not Outcome.PASS:
        return _noted(told, "not blessed: a run that is no pass does not become the baseline here")
    words = ["baseline", "bless", str(report), f"--reason={reason}", f"--by={by}"]
    words.append(f"--output={file}")
    if told.report.provenance.baseline is not None and file.is_file():
        words.append(f"--baseline={file}")
    ran = run(words, {})
    if ran.exit_code != ExitCode.PASS:
        return _failed(told, ran, "not blessed")
    files = {**told.files, "baseline": file}
    return _noted(replace(told, files=files), f"blessed as the baseline {file.name}: {reason}")


def signed(
    told: Told,
    folder: Path,
    *,
    config: Path,
    pack: Path,
    keyless: bool,
    environ: Mapping[str, str],
    run: Command,
) -> Told:
    """Pack the evidence of a run, and sign it.

    Args:
        told: what came of the run.
        folder: of the run.
        config: thresholds.toml that decided.
        pack: where the pack is written.
        keyless: by the job's identity; else with the key that MHGATE_SIGNING_KEY holds.
        environ: the environment, what signs in it.
        run: runs the commands.

    Returns:
        What is then to be told; a part of a run is not signed.
    """
    if told.report is None or told.report.scope != "full":
        return _noted(told, "not signed: a part of a run is no evidence")
    words = ["evidence", str(folder), f"--zip={pack}", f"--config={config}", "--no-pdf"]
    packed = run(words, {})
    if packed.exit_code != ExitCode.PASS:
        return _failed(told, packed, "not signed")
    what_signs = {name: value for name, value in environ.items() if name in SIGNING}
    ran = run(["sign", str(pack), *(["--keyless"] if keyless else [])], what_signs)
    if ran.exit_code != ExitCode.PASS:
        return _failed(told, ran, "not signed")
    return replace(told, files={**told.files, "attestation": pack})


def _noted(told: Told, note: str) -> Told:
    return replace(told, notes=(*told.notes, note))


def _failed(told: Told, ran: GateRun, what: str) -> Told:
    note = f"{what}: {' '.join(ran.last_words[-3:])}"
    code = told.exit_code or ran.exit_code  # a verdict that is red already stays what it is
    return _noted(replace(told, exit_code=code, reason=note if code else told.reason), note)
