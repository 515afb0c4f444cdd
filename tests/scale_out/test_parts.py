"""Holds what a task is: what both sides agree on, no secret, and a mistake as a value."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from mhgate.errors import CannotEvaluateError, ExitCode, UsageError
from mhgate.file_lock import locked
from mhgate.scale_out import judge_on
from mhgate.scale_out.cluster import (
    PartError,
    _refuse_nothing,
    _tell_mistakes,
    address_of,
    connected,
)
from mhgate.scale_out.parts import _environ, _unended, ask_part, judge_part
from mhgate.scale_out.tasks import Came, Part, part_of, run_id_of, versions
from mhgate.wiring.named_sources import what_exists
from mhgate.wiring.runs import new_id
from mhgate.wiring.workspace import open_workspace

if TYPE_CHECKING:
    from conftest import Product


N_ITEMS = 120


def _part(product: Product, shard: str = "1/2", **options: str) -> Part:
    workspace = open_workspace(
        product.root / "thresholds.toml", options=options, ini={}, environ={"PRODUCT_KEY": "s3cret"}
    )
    plan = workspace.plan(frozenset(probe.id for probe in workspace.probes))
    return part_of(workspace, shard=shard, token=new_id(), plan=plan.digest)


def test_a_task_holds_no_secret_and_no_item(product: Product) -> None:
    """What travels is a path, settings and digests."""
    sent = pickle.dumps(_part(product))
    assert b"s3cret" not in sent
    assert b"number 1" not in sent
    assert len(sent) < 2000


def test_a_task_says_where_certificates_are(product: Product, tmp_path: Path) -> None:
    """Where they are not beside the policy; a worker's own environment does not say it."""
    workspace = open_workspace(product.root / "thresholds.toml", options={}, ini={}, environ={})
    handed = {"MHGATE_TLS_FOLDER": str(tmp_path), "PRODUCT_KEY": "s3cret"}
    told = part_of(workspace, shard="1/2", token=new_id(), plan="p", environ=handed)
    assert _environ(told)["MHGATE_TLS_FOLDER"] == told.tls_folder == str(tmp_path)
    assert b"s3cret" not in pickle.dumps(told)
    assert not _environ(_part(product))["MHGATE_TLS_FOLDER"]


def test_a_part_is_asked_once_whoever_asks_it(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second worker finds what the first one was answered, and asks nothing."""
    monkeypatch.setenv("PRODUCT_KEY", "s3cret-of-a-worker")
    part = _part(product)
    came = ask_part(part)
    assert (came.error, came.run_id) == ("", part.run_id)
    n_asked = sum(product.asked.values())
    assert 0 < n_asked < 120
    report = product.root / ".mhgate" / "runs" / part.run_id / "report.json"
    report.unlink()
    assert ask_part(part).journal.count(b'"event": "transcript"') == n_asked
    assert sum(product.asked.values()) == n_asked


def test_a_journal_that_was_handed_back_is_gone_on_with(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On another disk, where nothing of it lies."""
    monkeypatch.setenv("PRODUCT_KEY", "s3cret-of-a-worker")
    part = _part(product)
    came = ask_part(part)
    n_asked = sum(product.asked.values())
    folder = product.root / ".mhgate" / "runs" / part.run_id
    folder.rename(product.root / "gone")
    torn = came.journal[: len(came.journal) // 2]
    n_there = torn.rpartition(b"\n")[0].count(b'"event": "transcript"')
    again = ask_part(replace(part, journal=torn))
    assert again.error == ""
    assert sum(product.asked.values()) == n_asked + n_asked - n_there


def test_a_part_that_nobody_waits_for_any_longer_can_be_gone_on_with(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It broke off by itself, and whoever is given it next asks for what was not answered."""
    monkeypatch.setenv("PRODUCT_KEY", "s3cret-of-a-worker")
    monkeypatch.setattr("mhgate.scale_out.parts._PAUSE_S", 0.02)
    product.delay_s = 0.03
    part = _part(product)
    came = ask_part(part, lambda: sum(product.asked.values()) > 4)
    assert came.broke_off, came
    assert came.exit_code == ExitCode.INTERRUPTED
    answered = came.journal.count(b'"event": "transcript"')
    assert 0 < answered < 60
    n_before = sum(product.asked.values())
    again = ask_part(replace(part, journal=came.journal))
    assert not again.error
    whole = ask_part(_part(product))
    assert sum(product.asked.values()) - n_before == 2 * _n_trials(whole) - answered


def _n_trials(came: Came) -> int:
    return came.journal.count(b'"event": "booked"')


def test_a_part_that_another_process_still_asks_is_left_to_it(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is waited for; after that the part broke off, and is handed out another time."""
    monkeypatch.setenv("PRODUCT_KEY", "s3cret-of-a-worker")
    monkeypatch.setattr("mhgate.scale_out.parts._PATIENCE_S", 0.05)
    monkeypatch.setattr("mhgate.scale_out.parts._PAUSE_S", 0.02)
    part = _part(product)
    folder = product.root / ".mhgate" / "runs" / part.run_id
    folder.mkdir(parents=True)
    with (folder / "journal.jsonl").open("wb") as file:
        assert locked(file)
        came = ask_part(part)
    assert came.broke_off
    assert "another process" in came.error
    assert not product.asked


def test_a_journal_that_came_back_incomplete_broke_off() -> None:
    """Torn, or without an end; the journal of a part without trials may be none."""
    end = b'{"event": "end", "outcome": "pass"}\n'
    assert not _unended(b"")
    assert not _unended(b'{"event": "begin"}\n' + end)
    assert "no end" in _unended(b'{"event": "begin"}\n')
    assert "torn" in _unended(end + b'{"ev')


def test_a_run_of_which_nothing_came_back_is_none() -> None:
    """Exit code 4, with what happened to one of its parts; a journal of any is a report."""
    lost = [Came(f"{n}/2", f"r{n}", error="it was lost", exit_code=70) for n in (1, 2)]
    with pytest.raises(CannotEvaluateError, match=r"all 2 parts broke off, each 3 times"):
        _refuse_nothing(lost)
    _refuse_nothing([lost[0], Came("2/2", "r2")])
    _refuse_nothing([lost[0], replace(lost[1], journal=b"x")])


def test_a_part_is_judged_as_often_as_it_is_handed_out(product: Product) -> None:
    """By one process too: each try keeps a journal of its own."""
    product.run("run", "--output", "run.json", PRODUCT_KEY="k")
    run_id = product.report("run.json")["provenance"]["run_id"]
    workspace = open_workspace(product.root / "thresholds.toml", options={}, ini={}, environ={})
    existing = what_exists(run_id, workspace)
    part = part_of(
        workspace,
        shard="1/2",
        token=new_id(),
        plan=existing.plan.digest,
        transcripts=str(existing.journal),
        selection={},
    )
    came = [judge_part(part) for _ in range(3)]
    assert [each.error for each in came] == ["", "", ""]
    assert len({each.run_id for each in came}) == 3


def test_transcripts_of_a_part_that_broke_off_are_not_reached(
    product: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it was not asked about is told, counted and asked of nobody else."""
    product.run("run", "--output", "run.json", PRODUCT_KEY="k")
    run_id = product.report("run.json")["provenance"]["run_id"]
    workspace = open_workspace(product.root / "thresholds.toml", options={}, ini={}, environ={})
    existing = what_exists(run_id, workspace)

    @contextmanager
    def nowhere(_on: str) -> Iterator[object]:
        yield SimpleNamespace(nthreads=lambda: {"a": 1})

    def gathered(
        _client: object, work: Callable[[Part], Came], parts: list[Part], _note: object
    ) -> list[Came]:
        lost = Came(parts[1].shard, parts[1].run_id, error="it was lost", exit_code=70)
        return [work(parts[0]), lost]

    monkeypatch.setattr("mhgate.scale_out.running.connected", nowhere)
    monkeypatch.setattr("mhgate.scale_out.running.gathered", gathered)
    report = judge_on(
        "dask://nowhere:1",
        existing,
        named=run_id,
        selection={},
        environ={},
        parts=2,
        output=product.root / "judged.json",
    )
    accounts, derived = report.accounts, report.provenance.derived[-1]
    assert accounts.scored > 0 < accounts.not_reached
    assert accounts.scored + accounts.not_reached == N_ITEMS
    assert report.scope == "partial"
    assert any("part 2/2: it broke off 3 times" in why for why in report.partial_because)
    assert derived.accounts[0].left_out[-1].n == accounts.not_reached


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"versions": {**versions(), "mhgate": "0.0.1"}}, "mhgate 0.0.1"),
        ({"versions": {**versions(), "Python": "2.7"}}, "Python 2.7"),
        ({"policy": "sha256:" + "0" * 64}, "another policy"),
        ({"plan": "sha256:" + "0" * 64}, "another plan"),
    ],
)
def test_what_differs_is_refused_before_anything_is_asked(
    product: Product, changes: dict[str, object], words: str
) -> None:
    """Two versions, two policies, two checkouts: no one run. It is a value, with its exit code."""
    came = ask_part(replace(_part(product), **changes))  # type: ignore[arg-type]
    assert words in came.error
    assert came.exit_code == ExitCode.USAGE
    assert not product.asked


def test_a_missing_secret_is_named(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is the worker's to have; the code is that of a run without it."""
    monkeypatch.delenv("PRODUCT_KEY", raising=False)
    came = ask_part(_part(product))
    assert "PRODUCT_KEY" in came.error
    assert came.exit_code == ExitCode.CANNOT_EVALUATE
    assert not product.asked


def test_settings_are_the_clients(product: Product, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a worker's environment says; and the report names them as the client gave them."""
    monkeypatch.setenv("PRODUCT_KEY", "s3cret-of-a-worker")
    monkeypatch.setenv("MHGATE_SEED", "9")
    monkeypatch.setenv("MHGATE_MAX_ITEMS", "3")
    part = _part(product, **{"sampling.seed": "7"})
    came = ask_part(part)
    assert came.error == ""
    assert b'"seed": 7' in came.journal
    assert sum(product.asked.values()) > 3


def test_the_worst_part_says_how_it_ended() -> None:
    """With the exit code that it would have alone."""
    whole = Came("1/3", "r1")
    with pytest.raises(PartError, match=r"part 3/3: no key \(2 of 3 parts") as raised:
        _tell_mistakes(
            [
                whole,
                Came("2/3", "r2", error="x", exit_code=2),
                Came("3/3", "r3", error="no key", exit_code=4),
            ]
        )
    assert raised.value.exit_code == 4
    _tell_mistakes([whole])


def test_a_part_keeps_its_id() -> None:
    """By the run and the part, so that a run's age can still be told by it."""
    whole = "20261130T120000.000001-abc123"
    assert run_id_of(whole, "1/2") == run_id_of(whole, "1/2") != run_id_of(whole, "2/2")


@pytest.mark.parametrize(
    "on",
    ["", "dask://", "dask://host", "spark://host:1", "dask://u:p@host:1", "dask://h:1/x", "h:1"],
)
def test_an_address_is_written_in_one_way(on: str) -> None:
    """Anything else is a usage error that shows one."""
    with pytest.raises(UsageError, match="dask://scheduler:8786"):
        address_of(on)
    assert address_of("dask+tls://h:8786") == "tls://h:8786"


def test_a_cluster_that_is_not_there_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Exit code 4: nothing could be evaluated."""
    import distributed

    def gone(*_words: object, **_options: object) -> None:
        raise OSError("refused")

    monkeypatch.setattr(distributed, "Client", gone)
    with pytest.raises(CannotEvaluateError, match="no scheduler"), connected("dask://127.0.0.1:9"):
        pass
