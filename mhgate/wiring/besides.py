"""What a configuration has beside its suites: the waivers' file and the baseline, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from mhgate.config import Config
from mhgate.wiring.waiving import list_waivers
from mhgate.wiring.what_counts import compared_with

__all__ = ["read_besides"]


def read_besides(config: Config) -> tuple[str, ...]:
    """Read waivers and baseline, and say what is in them; what will turn a run red is a warning.

    Args:
        config: with its waivers, held to the day on which they were read.

    Returns:
        A line each; none for what is not there.

    Raises:
        BaselineError: a baseline is named and not there, or was changed.
        ReportFileError: what is named as the baseline cannot be read.
    """
    return (*_waivers(config), *_baseline(config))


def _waivers(config: Config) -> Iterator[str]:
    if config.waivers is None:
        return
    found = list_waivers(config)
    yield f"waivers: {len(found)}"
    for each in found:
        if each.state == "expired":
            yield (
                f"WARNING: waiver {each.waiver.id} ended on {each.waiver.expires}: every run is "
                "red until it is taken out or granted anew"
            )
        elif each.state == "expiring":
            yield (
                f"WARNING: waiver {each.waiver.id} ends on {each.waiver.expires}, in "
                f"{each.days_left} {'day' if each.days_left == 1 else 'days'}: after that every "
                "run is red"
            )


def _baseline(config: Config) -> Iterator[str]:
    baseline = compared_with(config)
    if baseline is None:
        yield "baseline: none is named, so thresholds alone decide"
        return
    outcomes = baseline.outcomes
    items = len({row.item_id for row in outcomes})
    by = f", blessed by {baseline.history[-1].by}" if baseline.history else ", blessed by nobody"
    yield (
        f"baseline: {config.gate.baseline}, run {baseline.run.run_id}, "
        f"{len(baseline.probes)} probes, {items} items{by}"
    )
