"""thresholds.toml in a pack, held to the report: is this the policy that decided?"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from mhgate.config import WAIVERS_FILE, Config, load_config
from mhgate.config.settings import find_setting
from mhgate.errors import ConfigError
from mhgate.evidence.conditions_kept import unlike_conditions
from mhgate.evidence.statement import THRESHOLDS
from mhgate.records import Override, ProbeVerdict, Report, Threshold

__all__ = ["config_of_pack", "given_again", "unlike_policy"]

_DECIDES = (
    "gate.profile",
    "gate.alpha",
    "gate.max_failed",
    "gate.new_items",
    "gate.fail_on",
    "gate.confirm",
    "gate.confirm_trials",
    "gate.confirm_alarms",
)
_TRUST = "judge.trust"
_MOST_NAMED = 3


def given_again(overrides: Iterable[Override], keys: Iterable[str] | None = None) -> dict[str, str]:
    """Return what a run was given beside its file, as options that give it again.

    Args:
        overrides: as the report holds them.
        keys: those that are wanted; None for all that are settings.
    """
    wanted = None if keys is None else set(keys)
    return {
        each.key: _text(each.value)
        for each in overrides
        if find_setting(each.key) is not None and (wanted is None or each.key in wanted)
    }


def _text(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value)


def config_of_pack(files: Mapping[str, bytes], report: Report) -> Config:
    """Read the thresholds in a pack, under what the run was given beside them.

    Args:
        files: of the pack.
        report: of the pack.

    Raises:
        ConfigError: they cannot be read. Its messages name ``thresholds.toml``.
    """
    options = given_again(report.provenance.overrides, (*_DECIDES, _TRUST))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for file in (THRESHOLDS, WAIVERS_FILE):
            if file in files:
                (folder / file).write_bytes(files[file])
        try:
            return load_config(
                folder / THRESHOLDS, options={**options, "gate.waivers": WAIVERS_FILE}
            )
        except ConfigError as error:
            for mistake in error.mistakes:
                mistake.where = mistake.where.replace(f"{name}/", "")
            raise ConfigError(error.mistakes) from None


def unlike_policy(config: Config, report: Report, *, same_version: bool) -> list[str]:
    """Return where thresholds and a report say different things about what had to be reached.

    Args:
        config: the thresholds in the pack.
        report: of the pack.
        same_version: whether the mhgate that wrote the report is this one, so that even the digest
            of the policy must be the same.

    Returns:
        One clause a place, the first few; none where the report was decided under these thresholds.
    """
    verdict = report.verdict
    found = []
    if config.profile != verdict.profile:
        found.append(f"the profile is {config.profile!r} there and {verdict.profile!r} here")
    held = [pillar.pillar for pillar in verdict.pillars]
    absent = [name for name in held if name not in config.pillars]
    found += [f"there is no table for the pillar {name}" for name in absent]
    is_given = any(step.how == "transcripts" for step in report.provenance.derived)
    if not is_given:
        silent = [name for name in config.pillars if name not in held]
        found += [f"there is a table for the pillar {name}, and no verdict here" for name in silent]
    for pillar in verdict.pillars:
        if pillar.pillar not in absent:
            for probe in pillar.probes:
                found += _unlike_probe(config, probe)
    found += unlike_conditions(config, report)
    if same_version and not found and config.policy_digest != report.provenance.policy_digest:
        found.append(
            f"the policy's digest is {config.policy_digest[:19]}..., and the report names "
            f"{report.provenance.policy_digest[:19]}..."
        )
    more = len(found) - _MOST_NAMED
    return found[:_MOST_NAMED] + ([f"and {more} more"] if more > 0 else [])


def _unlike_probe(config: Config, probe: ProbeVerdict) -> list[str]:
    about = probe.probe
    pairs: list[tuple[str, str | None, Threshold]] = [(about.id, None, probe.threshold)]
    pairs += [
        (f"{about.id} [{part.stratum}]", part.stratum, part.threshold) for part in probe.strata
    ]
    found = []
    for name, stratum, stored in pairs:
        asked = config.threshold(about.pillar, about.name, stratum, advisory=about.advisory)
        found += [
            f"{name}: {key} is {value!r} there and {getattr(stored, key)!r} here"
            for key, value in asked.model_dump().items()
            if value != getattr(stored, key)
        ]
    return found
