"""What of a run counts, and why it may be less than the whole gate."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.config import Config
from mhgate.errors import BaselineError
from mhgate.gate import Trust
from mhgate.records import Probe
from mhgate.records.baselines import Baseline
from mhgate.records.sealed import SealedPart
from mhgate.sampling import Plan
from mhgate.wiring.certificates import Heard, trust_of
from mhgate.wiring.earlier import read_baseline
from mhgate.wiring.judge_identity import asks_rules
from mhgate.wiring.sealing import partial_because, sealed_parts
from mhgate.wiring.workspace import Workspace

__all__ = ["compared_with", "partly", "refuse_missing_baseline", "sealed_parts_of", "trusted"]


def compared_with(config: Config) -> Baseline | None:
    """Return what the configuration compares with, None where it names nothing.

    Raises:
        BaselineError: it names a file that is not there: whoever deletes one opens no gate.
    """
    named = config.gate.baseline
    if named is None:
        return None
    refuse_missing_baseline(config)
    return read_baseline(config.folder / named)


def refuse_missing_baseline(config: Config) -> None:
    """Refuse a baseline that is named and not there.

    Args:
        config: with ``gate.baseline``.

    Raises:
        BaselineError: there is no such file.
    """
    named = config.gate.baseline
    if named is None or (config.folder / named).exists():
        return
    raise BaselineError(
        f"{config.path.name}: gate.baseline: found {named!r}, and there is no such file; expected "
        "a blessed baseline.",
        hint="Bless a run (`mhgate baseline bless RUN --reason '...'`), or leave the key as a "
        "comment until then; --mhgate-baseline none runs without one.",
    )


def trusted(
    workspace: Workspace,
    chosen: Sequence[Probe],
    plan: Plan,
    *,
    judge: str,
    heard: Heard,
    is_given: bool,
) -> Trust:
    """Return which certificates count, without what may not gate.

    Args:
        workspace: the configuration and its suites.
        chosen: the probes that are measured.
        plan: all that is asked of them, in whichever shard.
        judge: the judge's fingerprint.
        heard: which model answers.
        is_given: whether the judge was handed over in code.
    """
    config = workspace.config
    trust = trust_of(
        config,
        chosen,
        workspace.questions,
        workspace.languages(),
        judge=judge,
        heard=heard,
    )
    if not is_given and asks_rules(config.judge):
        from mhgate.wiring.expired_data import with_expired  # noqa: PLC0415 - reads the hotlines

        trust = with_expired(trust, chosen, workspace.questions, plan)
    return trust.without(workspace.not_shown())


def sealed_parts_of(workspace: Workspace, plan: Plan) -> tuple[SealedPart, ...]:
    """Return what a report says of the packs that a plan draws from."""
    seed = workspace.config.sampling.seed
    return sealed_parts(workspace.suites, plan, workspace.sealing, seed=seed)


def partly(workspace: Workspace, measured: Sequence[Probe]) -> tuple[str, ...]:
    """Say why a run is less than the suites: probes that were left out, packs that stay closed."""
    chosen = [probe.id for probe in measured]
    dropped = [probe.id for probe in workspace.probes if probe.id not in chosen]
    closed = tuple(partial_because(workspace.suites, chosen))
    if not dropped:
        return closed
    named = ", ".join(dropped[:3]) + (f" and {len(dropped) - 3} more" if len(dropped) > 3 else "")  # noqa: PLR2004 - what a line can hold
    return (f"{len(dropped)} of the suites' probes were not selected ({named})", *closed)
