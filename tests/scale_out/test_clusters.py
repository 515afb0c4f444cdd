"""Holds runs on a cluster: a worker that dies loses nothing, and the report is a single run's."""

from __future__ import annotations

import json
import os
import signal
import time
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Cluster, Product

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="processes are killed by a signal"),
]
N_ITEMS = 120


def _same(report: dict[str, Any]) -> dict[str, Any]:
    """Return what a report of the same replies must have in common with another."""
    return {
        "root": report["merkle_root"],
        "outcome": report["verdict"]["outcome"],
        "sentences": [each["sentence"] for each in report["verdict"]["pillars"]],
        "accounts": report["accounts"],
        "scope": report["scope"],
        "measurement": report["provenance"]["measurement_fingerprint"],
        "policy": report["provenance"]["policy_digest"],
        "seed": report["provenance"]["seed"],
        "overrides": report["provenance"]["overrides"],
        "outcomes": [(row["trial_id"], row["value"]) for row in report["outcomes"]],
    }


def _answered_before_it_died(product: Product) -> set[str]:
    """Return the trials that stood in a journal when it was gone on with."""
    found = set()
    for path in product.root.glob(".mhgate/runs/*/journal.jsonl"):
        events = [json.loads(line) for line in path.read_text().splitlines()]
        begins = [n for n, each in enumerate(events) if each["event"] == "begin"]
        if len(begins) > 1:
            before = events[: begins[1]]
            found |= {e["transcript"]["trial"]["id"] for e in before if e["event"] == "transcript"}
    return found


def test_a_worker_is_killed_in_mid_run(product: Product, cluster: Cluster) -> None:
    """Nothing is lost, nothing that was answered is asked twice, and the report is the same."""
    code, said = product.run("run", "--output", "one.json", "--profile", "release", PRODUCT_KEY="k")
    single = product.report("one.json")
    assert single["accounts"]["scored"] == N_ITEMS, said
    product.asked.clear()
    product.seen_keys.clear()
    product.delay_s = 0.15
    words = ["run", "--on", cluster.on, "--parts", "8", "--output", "many.json"]
    started = product.start(*words, "--profile", "release")
    until = time.monotonic() + 90
    while sum(product.asked.values()) < N_ITEMS // 4 and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(cluster.pids[0], signal.SIGKILL)
    product.delay_s = 0.02
    out, err = started.communicate(timeout=120)
    assert (product.root / "many.json").is_file(), out + err
    many = product.report("many.json")
    assert _same(many) == _same(single), out + err
    assert started.returncode == code
    answered = _answered_before_it_died(product)
    assert answered, "the worker that was killed had answers"
    assert {trial for trial, n in product.asked.items() if n > 1} & answered == set()
    assert len(product.asked) == N_ITEMS
    assert sum(product.asked.values()) <= N_ITEMS + 2  # what was on its way when it died
    assert len(product.seen_keys) == 1
    assert "pr0duct-key-of-a-worker" not in out + err + json.dumps(many)


def test_what_the_engine_gave_up_is_handed_out_again(
    product: Product, strict_cluster: Cluster
) -> None:
    """A part that was lost with its worker goes on where it was: the report is a single run's."""
    product.run("run", "--output", "one.json", "--profile", "release", PRODUCT_KEY="k")
    product.asked.clear()
    product.delay_s = 0.1
    words = ["run", "--on", strict_cluster.on, "--parts", "4", "--output", "many.json"]
    started = product.start(*words, "--profile", "release")
    until = time.monotonic() + 90
    while sum(product.asked.values()) < N_ITEMS // 4 and time.monotonic() < until:
        time.sleep(0.02)
    os.kill(strict_cluster.pids[0], signal.SIGKILL)
    product.delay_s = 0.01
    out, err = started.communicate(timeout=120)
    assert "KilledWorker), and is handed out again (try 2 of 3)" in err
    assert _same(product.report("many.json")) == _same(product.report("one.json")), out + err
    answered = _answered_before_it_died(product)
    assert answered
    assert {trial for trial, n in product.asked.items() if n > 1} & answered == set()
    assert len(product.asked) == N_ITEMS


def test_what_breaks_off_every_time_is_not_reached(
    product: Product, strict_cluster: Cluster
) -> None:
    """After three tries the report says so: it counts what was answered, and is no pass."""
    probe = (product.root / "manners" / "test_manners.py").read_text(encoding="utf-8")
    deadly = probe.replace(
        "    assert",
        "    if transcript.turns[0].content == 'number 7':\n"
        "        os.kill(os.getpid(), 9)  # the process of a worker: nobody else runs probes here\n"
        "    assert",
    )
    product.write("manners/test_manners.py", f"import os\n{deadly}")
    words = ["--on", strict_cluster.on, "--parts", "2"]
    code, said = product.run("run", *words, "--output", "run.json", "--profile", "release")
    report = product.report("run.json")
    assert said.count("and is handed out again") >= 2, said
    assert (code, report["verdict"]["outcome"]) == (3, "inconclusive"), said
    assert report["accounts"]["scored"] > 0
    assert 0 < report["accounts"]["not_reached"] == N_ITEMS - report["accounts"]["scored"]
    assert any("it broke off 3 times" in why for why in report["partial_because"])
    answered = _answered_before_it_died(product)
    assert answered
    assert {trial for trial, n in product.asked.items() if n > 1} & answered == set()


def test_transcripts_are_judged_there_too(product: Product, cluster: Cluster) -> None:
    """The verdict and the root are those of judging in one process; no target is asked."""
    product.run("run", "--output", "run.json", PRODUCT_KEY="k")
    run_id = product.report("run.json")["provenance"]["run_id"]
    product.asked.clear()
    code, _ = product.run("judge", run_id, "-o", "one.json")
    words = ["judge", run_id, "--on", cluster.on, "--parts", "3", "-o", "many.json"]
    there, said = product.run(*words)
    assert there == code, said
    assert _same(product.report("many.json")) == _same(product.report("one.json"))
    assert not product.asked


def test_ctrl_c_ends_what_the_workers_do(product: Product, cluster: Cluster) -> None:
    """What there is is written, it is no pass, and the product is left alone within seconds."""
    product.delay_s = 0.4
    started = product.start("run", "--on", cluster.on, "--parts", "4")
    until = time.monotonic() + 60
    while sum(product.asked.values()) < 8 and time.monotonic() < until:
        time.sleep(0.05)
    started.send_signal(signal.SIGINT)
    started.communicate(timeout=60)
    assert started.returncode == 130
    until, n_before, n_now = time.monotonic() + 30, -1, 0
    while n_before != n_now and time.monotonic() < until:
        n_before = n_now
        time.sleep(3)
        n_now = sum(product.asked.values())
    assert n_now < N_ITEMS
