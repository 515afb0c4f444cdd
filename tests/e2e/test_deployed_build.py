"""A product that is deployed anew in mid-run: the report names both builds and is never a pass."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from tiny_project import write_project

import mhgate
from mhgate.errors import CannotEvaluateError, UsageError
from mhgate.journal import read_journal
from mhgate.records import Report
from mhgate.runner import Stop
from mhgate.wiring import merge_shards, open_workspace, write_shard_artifact
from mhgate.wiring.deployed_build import read_deployed_build
from mhgate.wiring.evaluation import evaluate


class Product:
    """A good bot on loopback whose build changes when it has answered so often."""

    def __init__(self) -> None:
        self.n_answered, self.after, self.builds = 0, 10**9, ("a1", "b2")
        product = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["content-length"]))
                build = product.build
                product.n_answered += 1
                message = {"role": "assistant", "content": "good: I am listening."}
                body = {"model": "loopback", "choices": [{"message": message}], "build": build}
                self.answer(body, build)

            def do_GET(self) -> None:
                self.answer({"meta": {"build": product.build}}, product.build)

            def answer(self, body: object, build: str) -> None:
                data = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("x-build", build)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - its name
                """Keep quiet."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def build(self) -> str:
        return self.builds[self.n_answered >= self.after]

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/v1"


@pytest.fixture
def product() -> Iterator[Product]:
    """Serve it."""
    made = Product()
    yield made
    made.server.shutdown()
    made.server.server_close()


WAYS = {
    "header": 'header = "X-Build"',
    "jsonpath": 'jsonpath = "$.build"',
    "url": 'url = "/version"\njsonpath = "$.meta.build"',
}


def project(folder: Path, product: Product, way: str) -> Path:
    made = write_project(folder, product.base_url) / "thresholds.toml"
    text = made.read_text(encoding="utf-8")
    made.write_text(f"{text}\n[target.build_id]\n{WAYS[way]}\n", encoding="utf-8")
    return made


def run(config: Path, **options: str) -> Report:
    given = {name.replace("__", "."): value for name, value in options.items()}
    return mhgate.run(config, options=given, environ={})


@pytest.mark.parametrize("way", WAYS)
def test_one_build_is_bound(tmp_path: Path, product: Product, way: str) -> None:
    """The report holds its id, and passes as before."""
    report = run(project(tmp_path / "p", product, way))
    assert report.provenance.target_build == "a1"
    assert (report.scope, report.verdict.outcome) == ("full", "pass")


@pytest.mark.parametrize("way", WAYS)
def test_a_build_that_changes_in_mid_run_is_never_a_pass(
    tmp_path: Path, product: Product, way: str
) -> None:
    """However good both are: the sentence names both, the code is 3, and nobody goes on with it."""
    config = project(tmp_path / "p", product, way)
    product.after = 30
    report = run(config)
    assert (report.scope, report.verdict.exit_code) == ("partial", 3)
    assert report.verdict.blocks
    (why,) = [each for each in report.partial_because if "changed under the run" in each]
    assert "build a1" in why
    assert "build b2" in why
    journal = config.parent / ".mhgate" / "runs" / report.provenance.run_id / "journal.jsonl"
    assert "build b2" in read_journal(journal).mixed
    if way != "url":
        assert product.n_answered < 60  # the rest is not asked
    product.after = 10**9
    with pytest.raises(UsageError, match="of no one product"):
        _resumed(config, report.provenance.run_id)


def _resumed(config: Path, run_id: str) -> Report:
    workspace = open_workspace(config, options={}, ini={}, environ={})

    async def go() -> Report:
        return await evaluate(workspace, stop=Stop(), environ={}, resume=run_id)

    return asyncio.run(go())


def test_another_build_than_the_expected_one_is_not_measured(
    tmp_path: Path, product: Product
) -> None:
    """MHGATE_TARGET_BUILD says what should be deployed; nothing is asked of another one."""
    config = project(tmp_path / "p", product, "url")
    with pytest.raises(CannotEvaluateError, match="build a1 is deployed; MHGATE_TARGET_BUILD exp"):
        mhgate.run(config, environ={"MHGATE_TARGET_BUILD": "c3"})
    assert product.n_answered == 0
    assert mhgate.run(config, environ={"MHGATE_TARGET_BUILD": "a1"}).scope == "full"


def test_a_product_that_does_not_say_stops_at_once(tmp_path: Path, product: Product) -> None:
    """What is configured and not there is told before the first trial."""
    config = project(tmp_path / "p", product, "header")
    config.write_text(config.read_text().replace("X-Build", "X-Other"), encoding="utf-8")
    with pytest.raises(CannotEvaluateError, match=r"no id of a build at X-Other"):
        run(config)
    assert product.n_answered == 1


def test_a_shard_that_two_builds_answered_is_not_merged(tmp_path: Path, product: Product) -> None:
    """Though all its trials are there, its journal says so, also without its words."""
    config = project(tmp_path / "p", product, "url")
    reports = [run(config, sampling__shard="1/2")]
    product.after = product.n_answered + 10
    reports.append(run(config, sampling__shard="2/2"))
    product.after = 10**9
    runs = config.parent / ".mhgate" / "runs"
    journals = [runs / each.provenance.run_id / "journal.jsonl" for each in reports]
    for number, journal in enumerate(journals):
        write_shard_artifact(str(journal), tmp_path / "artifacts" / f"{number}.jsonl")
    workspace = open_workspace(config, options={}, ini={}, environ={})
    for sources in (journals, [tmp_path / "artifacts"]):
        with pytest.raises(UsageError, match="shard 2 of 2: the product changed under the run"):
            merge_shards(sources, workspace)


def test_the_deployed_build_is_asked_for_by_its_address(tmp_path: Path, product: Product) -> None:
    """As an auditor would, with the thresholds.toml of a pack and the address in production."""
    config = project(tmp_path / "p", product, "url")
    url = product.base_url.replace("/v1", "/version")
    assert asyncio.run(read_deployed_build(config, url)) == "a1"
    plain = write_project(tmp_path / "q", product.base_url) / "thresholds.toml"
    with pytest.raises(UsageError, match=r"found no \[target.build_id\]"):
        asyncio.run(read_deployed_build(plain, url))
