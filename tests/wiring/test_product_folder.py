"""Holds where a product that is a program runs, and where certificates are looked up."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "targets"))

from certificates import Authority

sys.path.insert(0, str(Path(__file__).parent))

from gateways import Gateway, kindly

from mhgate.config import Config, load_config
from mhgate.errors import CannotEvaluateError, UsageError
from mhgate.wiring.live import _without_product
from mhgate.wiring.patients import open_patient
from mhgate.wiring.probing import probe_endpoint
from mhgate.wiring.product_folder import PRODUCT_FOLDER, TLS_FOLDER, product_folder, tls_folder
from mhgate.wiring.sending import Sending

if TYPE_CHECKING:
    from conftest import Bot, Desk

_TOML = """
[target]
escalation = "none"
{target}
[judge]
trust = "off"
"""
_COMMAND = 'kind = "command"\ncommand = ["./bot"]\nbody = "{message}"\nreply = "$"'
_DEMO = 'kind = "demo"'


def _config(tmp_path: Path, target: str) -> Config:
    path = tmp_path / "thresholds.toml"
    path.write_text(_TOML.format(target=target), encoding="utf-8")
    return load_config(path)


def test_it_is_beside_the_policy_unless_it_is_handed_over(tmp_path: Path) -> None:
    """A command is looked up where the program under test lies; other kinds never are."""
    elsewhere = tmp_path / "head"
    elsewhere.mkdir()
    handed = {PRODUCT_FOLDER: str(elsewhere)}
    command = _config(tmp_path, _COMMAND)
    assert product_folder(command, {}) == tmp_path
    assert product_folder(command, handed) == elsewhere
    demo = _config(tmp_path, _DEMO)
    assert product_folder(demo, handed) == tmp_path


@pytest.mark.parametrize("handed", ["head", "/no/such/folder/of/anybody"])
def test_what_is_no_folder_is_refused(tmp_path: Path, handed: str) -> None:
    """It says which variable holds it."""
    with pytest.raises(UsageError, match=PRODUCT_FOLDER):
        product_folder(_config(tmp_path, _COMMAND), {PRODUCT_FOLDER: handed})


def test_what_is_compared_with_is_not_looked_up_there(tmp_path: Path) -> None:
    """The base that is played beside is not the product under test."""
    assert _without_product({PRODUCT_FOLDER: str(tmp_path), "PATH": "x"}) == {"PATH": "x"}


def test_certificates_are_beside_the_policy_unless_they_are_handed_over(tmp_path: Path) -> None:
    """Those of every kind of target; a folder that is none is refused."""
    elsewhere = tmp_path / "head"
    elsewhere.mkdir()
    for target in (_DEMO, _COMMAND):
        config = _config(tmp_path, target)
        assert tls_folder(config, {}) == tmp_path
        assert tls_folder(config, {TLS_FOLDER: str(elsewhere)}) == elsewhere
        with pytest.raises(UsageError, match=TLS_FOLDER):
            tls_folder(config, {TLS_FOLDER: "head"})


_MODEL = """
kind = "openai"
base_url = "{origin}/v1"
model = "asked-2026-01-01"
max_retries = 0
"""
_TLS = """
[{table}.tls]
ca = "ca.pem"
certificate = "client.pem"
key = "client.key"
"""
_PROBE = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''


def test_everybody_comes_by_certificates_of_the_checkout(
    desk: Desk, bot: type[Bot], tmp_path: Path
) -> None:
    """The product, a judge and a patient's model; without the folder there are no such files."""
    head = tmp_path / "head"
    head.mkdir()
    authority = Authority(head)
    authority.issue("client")
    desk.write("manners/test_manners.py", _PROBE)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.items(2)
    policy = (desk.root / "thresholds.toml").read_text(encoding="utf-8")
    before, _, after = policy.partition('[judge]\nkind = "rules"\ntrust = "off"\n')
    with Gateway(kindly, tls=authority.server_context(asks_clients=True)) as gateway:
        model = _MODEL.replace("{origin}", gateway.origin)
        judge = f'[judge]\nkind = "llm"\ntrust = "off"\n[judge.target]{model}'
        judge += _TLS.replace("{table}", "judge.target")
        patient = f'[patient]\nkind = "simulated"\nsame_as_judge = true\n[patient.target]{model}'
        patient += _TLS.replace("{table}", "patient.target")
        desk.write("thresholds.toml", before + judge + patient + after)
        handed = {TLS_FOLDER: str(head)}
        report = desk.evaluate(bot(), environ=handed)
        assert report.failures == {}
        with pytest.raises(CannotEvaluateError, match=r"judge\.target\.tls\.ca: there is no file"):
            desk.evaluate(bot(), environ={})

        config = desk.open().config
        lines = asyncio.run(probe_endpoint(config, environ=handed, judge=True))
        assert any("POST https://127.0.0.1" in line for line in lines)

        async def opened(environ: dict[str, str]) -> None:
            async with open_patient(config, simulates=True, sending=Sending("r"), environ=environ):
                pass

        asyncio.run(opened(handed))
        with pytest.raises(CannotEvaluateError, match=r"patient\.target\.tls\.ca"):
            asyncio.run(opened({}))
        product = f'[target]{model}escalation = "none"\n' + _TLS.replace("{table}", "target")
        desk.write("product.toml", product + '[judge]\nkind = "rules"\ntrust = "off"\n')
        config = load_config(desk.root / "product.toml")
        lines = asyncio.run(probe_endpoint(config, environ=handed))
        assert any("POST https://127.0.0.1" in line for line in lines)
        with pytest.raises(CannotEvaluateError, match=r"target\.tls\.ca: there is no file"):
            asyncio.run(probe_endpoint(config, environ={}))
