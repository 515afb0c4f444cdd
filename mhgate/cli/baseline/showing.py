"""``mhgate baseline show``: history, scores and counts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click

from mhgate.cli.suites.meant import columns
from mhgate.records.baselines import Baseline, Blessing
from mhgate.wiring import BASELINE_FILE, printable, read_blessed

__all__ = ["command"]

_NUMBERS = frozenset({1, 2, 3, 4})


@click.command("show")
@click.argument("file", required=False, default=BASELINE_FILE)
@click.option("--json", "as_json", is_flag=True, help="print JSON, without the outcomes")
def command(file: str, as_json: bool) -> int:  # noqa: FBT001 - click hands flags over so
    """Show what FILE holds: who blessed it when and why, the pillars' scores, and counts."""
    baseline = read_blessed(Path(file))
    if as_json:
        shown = baseline.model_dump(mode="json", exclude={"sets"})
        shown["n_items"] = _n_items(baseline)
        click.echo(json.dumps(shown, indent=2))
        return 0
    for line in _lines(baseline):
        click.echo(line)
    return 0


def _lines(baseline: Baseline) -> Iterator[str]:
    run, sampling = baseline.run, baseline.sampling
    yield f"run {printable(run.run_id)}: {run.outcome}, profile {printable(run.profile)}"
    yield (
        f"{_n_items(baseline)} items, {len(baseline.outcomes)} outcomes, "
        f"{len(baseline.probes)} probes; seed {sampling.seed}, max_items "
        f"{'none' if sampling.max_items is None else sampling.max_items}, epochs {sampling.epochs}"
    )
    certified = "certified" if run.judge_certified else "not certified"
    yield (
        f"target {printable(run.target_kind)} {run.target_fingerprint[:19]}; judge "
        f"{run.judge_fingerprint[:19]} ({certified}); commit {run.commit or 'unknown'}; mhgate "
        f"{printable(run.mhgate_version)}"
    )
    for part in sampling.sealed:
        yield f"protected: {printable(part.file)}: {part.n_drawn} of {part.n_items} items drawn"
    for waiver in run.waivers:
        about = waiver.item or waiver.stratum
        what = waiver.probe if about is None else f"{waiver.probe} [{about}]"
        yield (
            f"waived {printable(waiver.id)}: {printable(what)}, until {waiver.expires}, by "
            f"{printable(waiver.by)}: {printable(waiver.reason)}"
        )
    yield ""
    scores = [
        (printable(name), "-" if score is None else f"{score:.1f}")
        for name, score in sorted(baseline.pillars.items())
    ]
    yield from columns([("pillar", "trust score"), *scores], right=_NUMBERS)
    yield ""
    rows = [
        (
            printable(probe.id),
            "-" if probe.point is None else f"{probe.point:.3f}",
            str(probe.n_items),
            str(probe.n_families),
            str(probe.n_failed),
        )
        for probe in baseline.probes
    ]
    yield from columns([("probe", "score", "items", "families", "failed"), *rows], right=_NUMBERS)
    yield ""
    for number, blessing in enumerate(baseline.history, start=1):
        yield from _blessing(number, blessing)


def _blessing(number: int, blessing: Blessing) -> Iterator[str]:
    loud = " ALTHOUGH IT FAILS" if blessing.although_it_fails else ""
    yield (
        f"{number}. {blessing.at.isoformat()} {blessing.how}{loud} by {printable(blessing.by)}: "
        f"{printable(blessing.reason)}"
    )
    before = "nothing" if blessing.before is None else blessing.before[:19]
    yield (
        f"   run {printable(blessing.run_id)} ({blessing.outcome}, profile "
        f"{printable(blessing.profile)}, commit {blessing.commit or 'unknown'}); before {before}, "
        f"after {blessing.after[:19]}"
    )


def _n_items(baseline: Baseline) -> int:
    return len({item.id for each in baseline.sets for item in each.items})
