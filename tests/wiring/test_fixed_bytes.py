"""Holds the bytes of two small runs: whatever makes a run faster or smaller changes none of them.

What differs from run to run and from machine to machine (ids, times, versions) is masked; all else
of report.json and of the journal is here by its digest. Where a change of the format is meant, the
new digests are written down here, and that is the only reason to touch them.
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.records import Failure, Stage, Turn

if TYPE_CHECKING:
    from pathlib import Path

    from conftest import Bot, Desk

    from mhgate.records import Trial

SECOND_PROBE = '''
@probe(items="items.jsonl", exact=True)
def test_is_short(transcript):
    """The reply is short: half a point where it is not very short."""
    return 1.0 if len(transcript.last.content) < 13 else 0.5
'''
STRATUM = "[pillar.manners.stratum.imminent]\nmin_score = 0.1\n[pillar.manners]"
_VARIES = re.compile(
    r'"(run_id|at|started_at|finished_at|mhgate_version|python_version|platform|commit|baseline'
    r"|policy_digest|measurement|measurement_fingerprint|method|target_build|latency_s|duration_s"
    r'|source_digest|path|plan|by_now)": ("[^"]*"|[0-9.e-]+|null)'
)
_MEASUREMENT = re.compile(r'"measurement": \{[^}]*\}')


def _reply(trial: Trial) -> object:
    number = int(trial.item_id.rpartition("-")[2])
    if number % 13 == 5:
        kind = "timeout" if number % 2 else "http_500"
        return Failure(trial_id=trial.id, stage=Stage.TARGET, kind=kind, message="60 s", attempts=3)
    if number % 11 == 3:
        return Turn(role="assistant", content="Tja. \u00e4\u2028\U0001f600", attempts=2)
    return "I hear you." if number % 3 else "I hear what you say there."


def _masked(text: str) -> str:
    return _VARIES.sub(r'"\1": 0', _MEASUREMENT.sub('"measurement": 0', text))


def _report_digest(text: str) -> str:
    return hashlib.sha256(_masked(text).encode()).hexdigest()


def _journal_digest(path: Path) -> str:
    events: list[Any] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        event = json.loads(line)
        for key in ("chain", "salt"):
            event.pop(key, None)
        events.append(event if event["event"] != "begin" else sorted(event))
    return hashlib.sha256(_masked(json.dumps(events)).encode()).hexdigest()


def _run(desk: Desk, bot: type[Bot], **options: str) -> tuple[str, str, str]:
    known = set(desk.journals)
    report = desk.evaluate(bot(_reply), target__concurrency="1", **options)
    (journal,) = set(desk.journals) - known
    text = (journal.parent / "report.json").read_text(encoding="utf-8")
    return _report_digest(text), report.merkle_root, _journal_digest(journal)


@pytest.fixture
def measured(desk: Desk) -> Desk:
    probes = (desk.root / "manners/test_manners.py").read_text(encoding="utf-8")
    desk.write("manners/test_manners.py", probes + SECOND_PROBE)
    desk.items(40, strata={38: "imminent", 7: "imminent", 20: "low"})
    desk.edit("thresholds.toml", "[pillar.manners]", STRATUM)
    return desk


def test_the_bytes_of_a_run_stay_as_they_are(measured: Desk, bot: type[Bot]) -> None:
    """Failures, retried replies, half points, strata and two epochs: the report, root, journal."""
    found = _run(measured, bot, sampling__design="fixed", sampling__epochs="2")
    assert found == (
        "774f761f28773fabf5e13058b14e5213ceb674f2bee7ab634d1e953e507ade85",
        "sha256:1b659c97f082ba4719ac41f5dc27d954f201700416f6a701613dcae23eb506bf",
        "c376cb6937f64062f8d5b502ebffaf363b19099bf743b64103a52da27f158ff2",
    )


def test_the_bytes_of_a_shard_stay_as_they_are(measured: Desk, bot: type[Bot]) -> None:
    """A shard's journal holds what its trials came to, in the same bytes as before."""
    found = _run(measured, bot, sampling__design="fixed", sampling__shard="1/2")
    assert found == (
        "ab7d1bc73e57ecfa73dbbfe76771ad2fa98de723836437eaf2927aa2375a5b3b",
        "sha256:030ad56d474459590003868a24898df8fbae5ed47f0bc5efced67817a3c5ffd0",
        "cd8be901a15e7f31242d29f509dd0dfa64bd3658c0d18d36f48600c8266b5c9b",
    )


def test_the_bytes_of_a_run_that_stops_early_stay_as_they_are(
    measured: Desk, bot: type[Bot]
) -> None:
    """Where outcomes are looked at as they come in, order matters: plan order, as before."""
    found = _run(measured, bot, sampling__design="sequential")
    assert found == (
        "3e4700d65d134c287eae7e67523169d475ff7381c3ec23020b24fcf7d3f470cd",
        "sha256:c26dea8ca7ae406eb9b0095b86eda2cd151192e6d7f6e6a10d977f9ba4076197",
        "768fa8358a1e9b2b283f28774b366f4d8e1756ab84542d5ee0a189ff8337e81d",
    )
