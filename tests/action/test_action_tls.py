"""Files of tls are the workspace's, where a workflow wrote them; the policy is the base's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from scratch import THRESHOLDS, Repository

sys.path.append(str(Path(__file__).parents[1] / "targets"))
sys.path.append(str(Path(__file__).parents[1] / "wiring"))

from certificates import Authority
from gateways import Gateway

from mhgate.action.checkout import Checkout
from mhgate.wiring import TLS_FOLDER

PRODUCT = """\
kind = "openai"
base_url = "{origin}/v1"
model = "m"
escalation = "none"
max_retries = 0
[target.tls]
ca = "secrets/ca.pem"
certificate = "secrets/client.pem"
key = "secrets/client.key"
"""


def hours(_prompt: object) -> str:
    """What a good product says."""
    return "People answer here from 9 to 17 on weekdays."


def begun(root: Path, origin: str, folder: str = "") -> Repository:
    """Begin a repository whose product asks for a certificate."""
    _, _, rest = THRESHOLDS.partition('escalation = "none"\n')
    toml = f'[suites]\nfolders = ["gate_suites"]\n[target]\n{PRODUCT}{rest}'
    toml = toml.replace("{origin}", origin)
    made = Repository.begun(root, {"thresholds.toml": toml})
    if folder:
        (made.root / folder).mkdir()
        for name in ("thresholds.toml", "gate_suites"):
            made.git("mv", name, f"{folder}/{name}")
        made.commit()
    return made


@pytest.mark.parametrize("folder", ["", "apps"])
def test_what_the_workflow_wrote_is_what_it_comes_by(tmp_path: Path, folder: str) -> None:
    """Beside the head's thresholds.toml, wherever that lies; without the files it says which."""
    given = tmp_path / "given"
    given.mkdir()
    authority = Authority(given)
    authority.issue("client")
    with Gateway(hours, tls=authority.server_context(asks_clients=True)) as gateway:
        made = begun(tmp_path / "r", gateway.origin, folder)
        event = made.propose({"README.md": "x"})
        config = f"{folder}/thresholds.toml" if folder else "thresholds.toml"
        bare = made.act(event, config=config)
        assert bare.code == 4, bare.log
        assert "target.tls.ca: there is no file" in bare.log
        secrets = made.root / folder / "secrets"
        secrets.mkdir()
        for name in ("ca.pem", "client.pem", "client.key"):
            (secrets / name).write_bytes((given / name).read_bytes())
        ran = made.act({**event, TLS_FOLDER: str(given)}, config=config)  # that is the Action's own
        assert (ran.code, ran.outputs["verdict"]) == (0, "pass"), ran.log
    assert "which a table tls of the base names" not in ran.summary


def test_an_authority_that_the_pull_request_changes_is_told(tmp_path: Path) -> None:
    """It is the pull request's that counts, which a reviewer reads in the summary."""
    given = tmp_path / "given"
    given.mkdir()
    authority = Authority(given)
    authority.issue("client")
    files = {
        f"secrets/{name}": (given / name).read_text(encoding="utf-8")
        for name in ("ca.pem", "client.pem", "client.key")
    }
    with Gateway(hours, tls=authority.server_context(asks_clients=True)) as gateway:
        made = begun(tmp_path / "r", gateway.origin)
        made.write({**files, "secrets/ca.pem": "not yet\n"})
        made.commit()
        ran = made.act(made.propose({"secrets/ca.pem": files["secrets/ca.pem"]}))
    assert (ran.code, ran.outputs["verdict"]) == (0, "pass"), ran.log
    assert "secrets/ca.pem, which a table tls of the base names, is the pull request's" in (
        ran.summary
    )
    assert "changes what it would be judged by" not in ran.summary


def test_a_link_to_an_authority_is_told_too(tmp_path: Path) -> None:
    """The files that a link leads to are the pull request's as well, and so is the link."""
    given = tmp_path / "given"
    given.mkdir()
    authority = Authority(given)
    authority.issue("client")
    names = ("ca.pem", "client.pem", "client.key")
    files = {f"other/{name}": (given / name).read_text(encoding="utf-8") for name in names}
    with Gateway(hours, tls=authority.server_context(asks_clients=True)) as gateway:
        made = begun(tmp_path / "r", gateway.origin)
        base = made.git("rev-parse", "HEAD")
        made.git("checkout", "-q", "-b", "change")
        made.write(files)
        (made.root / "secrets").symlink_to("other", target_is_directory=True)
        ran = made.act(made.event(base, made.commit()))
    assert (ran.code, ran.outputs["verdict"]) == (0, "pass"), ran.log
    for path in ("secrets", "other/ca.pem"):
        assert f"{path}, which a table tls of the base names, is the pull request's" in ran.summary


def test_where_a_path_leads(tmp_path: Path) -> None:
    """Through links upon links, and no further than the checkout; a circle ends."""
    (tmp_path / "a").mkdir()
    for name, to in (("b", "a"), ("a/c.pem", "../d.pem"), ("e", "f"), ("f", "e"), ("g", "/etc")):
        (tmp_path / name).symlink_to(to)
    here = Checkout(tmp_path)
    assert list(here.through_links("x/ca.pem")) == ["x/ca.pem"]
    assert list(here.through_links("b/c.pem")) == [
        *("b/c.pem", "b"),
        *("a/c.pem", "a/c.pem", "d.pem"),
    ]
    assert set(here.through_links("e/c.pem")) == {"e/c.pem", "e", "f/c.pem", "f"}
    assert list(here.through_links("g/c.pem")) == ["g/c.pem", "g"]
    assert list(here.through_links(str(tmp_path / "x/ca.pem"))) == ["x/ca.pem"]
    assert list(here.through_links("../ca.pem")) == []
