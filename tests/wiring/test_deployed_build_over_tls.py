"""Holds that the build is asked for as the product is: by its certificates, at both ends."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from certificates import Authority
from fault_server import FaultServer, answer

from mhgate.config import load_config
from mhgate.errors import CannotEvaluateError
from mhgate.runner import Stop
from mhgate.wiring.deployed_build import DeployedBuild, read_deployed_build
from mhgate.wiring.sending import Sending
from mhgate.wiring.target_opening import Given

POLICY = """
[target]
kind = "http"
escalation = "none"
url = "https://127.0.0.1:{port}/chat"
body = {{ text = "{{message}}" }}
reply = "$.reply"
[target.tls]
ca = "ca.pem"
certificate = "client.pem"
key = "client.key"
[target.build_id]
url = "/version"
jsonpath = "$.build"
"""


class Journal:
    """A journal that keeps what it is told."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def mixed(self, words: str) -> None:
        """Two builds answered."""
        self.said.append(words)


def test_a_run_binds_its_build_by_the_targets_certificates(tmp_path: Path) -> None:
    """When it begins and when it ends; the server lets in nobody else."""
    authority = Authority(tmp_path)
    authority.issue("client")
    context = authority.server_context(asks_clients=True)
    journal: Any = Journal()

    async def go() -> None:
        async with FaultServer(answer({"build": "a1"}), tls=context) as server:
            (tmp_path / "thresholds.toml").write_text(POLICY.format(port=server.port))
            config, stop, sending = load_config(tmp_path), Stop(), Sending("run-1")
            build = await DeployedBuild.of(config, Given(), sending, environ={}, stop=stop)
            assert build.id == "a1"
            assert await build.watched(stop, journal, hosts=sending.hosts)() == ()
            server.behaviours = (answer({"build": "b2"}),)
            (said,) = await build.watched(stop, journal, hosts=sending.hosts)()
            assert "build a1 was deployed when it began, and build b2 when it ended" in said
            assert [seen.path for seen in server.log] == ["/version"] * 3

    asyncio.run(go())


def test_a_pack_is_compared_by_certificates_that_lie_at_hand(tmp_path: Path) -> None:
    """Where they do not, it is asked as anybody is, and a private authority is not trusted then."""
    here = tmp_path / "here"
    here.mkdir()
    authority = Authority(here)
    authority.issue("client")
    context = authority.server_context(asks_clients=True)

    async def go() -> None:
        async with FaultServer(answer({"build": "a1"}), tls=context) as server:
            file = tmp_path / "thresholds.toml"
            file.write_text(POLICY.format(port=server.port))
            url = f"https://127.0.0.1:{server.port}/version"
            assert await read_deployed_build(file, url, folder=here) == "a1"
            with pytest.raises(CannotEvaluateError, match="does not say which build"):
                await read_deployed_build(file, url, folder=tmp_path)

    asyncio.run(go())
