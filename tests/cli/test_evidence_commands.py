"""``mhgate evidence | sign | verify | signoff``, as somebody types them."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Mhgate = Callable[..., Any]


@pytest.fixture
def here(mhgate: Mhgate, tmp_path: Path, demo_run: Path) -> Path:
    """Copy the product to where the command runs, with keys of a CI and of two people."""
    shutil.copytree(demo_run, tmp_path, dirs_exist_ok=True)
    for name in ("ci", "ada", "ben"):
        assert mhgate("keys", "new", "--no-passphrase", "--out", name).code == 0
    return tmp_path


@pytest.fixture
def signed(mhgate: Mhgate, here: Path) -> Path:
    """Pack and sign the latest run."""
    assert mhgate("evidence", "-o", "pack", "--no-pdf").code == 0
    assert mhgate("sign", "pack", "--key", "ci.key.pem").code == 0
    return here / "pack"


def test_a_run_is_packed_signed_and_checked(mhgate: Mhgate, here: Path) -> None:
    """Folder and zip, in words and as JSON; what was not checked is said, and by whose key."""
    made = mhgate("evidence", "latest", "-o", "pack", "--zip", "pack.zip", "--no-pdf")
    assert made.code == 0, made.err
    assert "packed run" in made.out
    assert "not in it: report.pdf: was not asked for" in made.out
    assert "evidence from the interested party" in made.out
    for pack in ("pack", "pack.zip"):
        done = mhgate("sign", pack, "--key", "ci.key.pem")
        assert (done.code, done.err) == (0, "")
        assert f"signed {pack}: WARNED" in done.out
        assert "for the judge is not certified" in done.out
        found = mhgate("verify", pack, "--key", "ci.pub.pem")
        assert found.code == 0, found.out
        assert "mhgate: it holds: WARNED, outcome pass, signed by the key" in found.out
        assert "not checked:" in found.out
        assert "no certification" in found.out
    plain = json.loads(mhgate("verify", "pack.zip", "--key", "ci.pub.pem", "--json").out)
    assert plain["holds"] is True
    assert plain["result"] == "WARNED"
    assert {each["state"] for each in plain["checks"]} == {"holds", "not checked"}


def test_a_key_comes_from_a_variable_too(
    mhgate: Mhgate, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As secrets of CI services come: the run and the packing leave it alone, signing reads it."""
    monkeypatch.setenv("MHGATE_SIGNING_PASSPHRASE", "correct horse battery staple")
    assert mhgate("keys", "new", "--out", "locked").code == 0
    monkeypatch.setenv("MHGATE_SIGNING_KEY", (here / "locked.key.pem").read_text())
    assert mhgate("check").code == 0
    assert mhgate("evidence", "-o", "pack", "--no-pdf").code == 0
    done = mhgate("sign", "pack")
    assert done.code == 0, done.err
    assert "PRIVATE" not in done.out + done.err
    assert mhgate("verify", "pack", "--key", "locked.pub.pem").code == 0
    monkeypatch.setenv("OURS", (here / "ada.key.pem").read_text())
    monkeypatch.delenv("MHGATE_SIGNING_PASSPHRASE")
    assert mhgate("evidence", "-o", "other", "--no-pdf").code == 0
    assert mhgate("sign", "other", "--key-env", "OURS").code == 0
    assert mhgate("verify", "other", "--key", "ada.pub.pem").code == 0
    monkeypatch.setenv("MHGATE_SIGNING_PASSPHRASE", "wrong")
    assert mhgate("evidence", "-o", "third", "--no-pdf").code == 0
    wrong = mhgate("sign", "third")
    assert wrong.code == 2
    assert "passphrase" in wrong.err
    assert not (here / "third" / "mhgate.sigstore.json").exists()


def test_a_changed_pack_ends_with_1_and_names_the_file(mhgate: Mhgate, signed: Path) -> None:
    """In words and as JSON."""
    path = signed / "suites" / "crisis" / "questions.toml"
    path.write_text(path.read_text() + "# more\n")
    found = mhgate("verify", "pack", "--key", "ci.pub.pem")
    assert found.code == 1
    assert "suites/crisis/questions.toml was changed" in found.out
    assert "it does NOT hold" in found.out
    plain = mhgate("verify", "pack", "--key", "ci.pub.pem", "--json")
    assert plain.code == 1
    assert json.loads(plain.out)["holds"] is False


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["evidence"], "name where the pack goes"),
        (["evidence", "nothing", "-o", "p"], "nothing"),
        (["evidence", "-o", "pack", "--no-pdf"], "is there already"),
        (["evidence", "-o", "new", "--zip", "ci.pub.pem", "--no-pdf"], "nothing was written"),
        (["evidence", "-o", "new", "--since", "pack"], "by whose signature"),
        (["evidence", "-o", "new", "--for", "ca-sb"], "no such law in the map"),
        (["sign", "pack", "--key", "ci.key.pem"], "expected a pack that is not signed"),
        (["sign", "nowhere", "--key", "ci.key.pem"], "expected a pack"),
        (["sign", "pack", "--key", "ci.key.pem", "--keyless"], "name one of them"),
        (["sign", "pack", "--key", "ci.key.pem", "--key-env", "K"], "name one of both"),
        (["verify", "pack"], "name whose signature you believe"),
        (["verify", "pack", "--key", "ci.pub.pem", "--identity", "me"], "name whose signature"),
        (["verify", "pack", "--identity", "me"], "belong together"),
        (["verify", "pack", "--key", "ci.pub.pem", "--signoff", "clinical"], "a role and a mea"),
        (["verify", "pack", "--key", "ci.pub.pem", "--journal", "none"], "expected the journal"),
        (["verify", "nowhere", "--key", "ci.pub.pem"], "expected a pack"),
        (
            ["verify", "pack", "--key", "ci.pub.pem", "--no-signoffs", "--require-signoff"],
            "leaves unchecked what --require-signoff",
        ),
        (
            ["verify", "pack", "--key", "ci.pub.pem", "--no-signoffs", "--signoff", "legal review"],
            "leaves unchecked what --require-signoff",
        ),
    ],
)
def test_what_cannot_be_done_ends_with_2(
    mhgate: Mhgate, signed: Path, words: list[str], says: str
) -> None:
    """A usage error says what was found and what to do, and nothing is written."""
    before = sorted(path.name for path in signed.parent.rglob("*"))
    done = mhgate(*words)
    assert done.code == 2, done.out + done.err
    assert says in done.err
    assert sorted(path.name for path in signed.parent.rglob("*")) == before


def _sign_off(mhgate: Mhgate, who: str, role: str, meaning: str, *more: str) -> Any:
    key = f"{who.split(maxsplit=1)[0].lower()}.key.pem"
    return mhgate(
        *("signoff", "pack", "--name", who, "--role", role, "--meaning", meaning, "--key", key),
        *more,
    )


def test_people_sign_off_and_a_policy_asks_for_them(mhgate: Mhgate, signed: Path) -> None:
    """Name, role, meaning, date; required ones must be there, by a key that was named."""
    keys = ["--key", "ci.pub.pem", "--signoff-key", "ada.pub.pem", "--signoff-key", "ben.pub.pem"]
    without = mhgate("verify", "pack", *keys, "--require-signoff")
    assert without.code == 1
    assert "missing, and required: clinical review, safety officer approval" in without.out
    assert mhgate("verify", "pack", *keys).code == 0
    first = _sign_off(mhgate, "Ada Example", "clinical", "review", "--i-have-read")
    assert first.code == 0, first.err
    assert "I, Ada Example (clinical), sign this report off as review." in first.out
    assert "(sign-off-1.sigstore.json)" in first.out
    half = mhgate("verify", "pack", *keys, "--require-signoff")
    assert "missing, and required: safety officer approval" in half.out
    second = _sign_off(mhgate, "Ben Example", "Safety  Officer", "approval", "--i-have-read")
    assert second.code == 0, second.err
    whole = mhgate("verify", "pack", *keys, "--require-signoff", "--signoff", "clinical review")
    assert whole.code == 0, whole.out
    assert "Ada Example (clinical) signed off on 20" in whole.out
    assert (
        "every sign-off that is required is there: clinical review, safety officer approval"
        in whole.out
    )
    more = mhgate("verify", "pack", *keys, "--signoff", "legal approval")
    assert more.code == 1
    assert "missing, and required: legal approval" in more.out
    plain = json.loads(mhgate("verify", "pack", *keys, "--json").out)
    assert [each["name"] for each in plain["sign_offs"]] == ["Ada Example", "Ben Example"]
    assert plain["sign_offs"][0]["how"] == "stated"


def test_a_sign_off_whose_key_is_not_named_does_not_hold(mhgate: Mhgate, signed: Path) -> None:
    """Neither by a stranger's key nor after a change nor of another pack; --no-signoffs says so."""
    assert _sign_off(mhgate, "Ada Example", "clinical", "review", "--i-have-read").code == 0
    stranger = mhgate("verify", "pack", "--key", "ci.pub.pem")
    assert stranger.code == 1
    assert "sign-off-1.sigstore.json" in stranger.out
    assert "the sign-off of 'Ada Example' ('clinical'), as it says itself," in stranger.out
    assert "--signoff-key" in stranger.out
    assert "--no-signoffs" in stranger.out
    nobody = mhgate("verify", "pack", "--key", "ben.pub.pem")
    assert nobody.out.count("--signoff-key") == 1  # of the sign-off, not of the pack's signature
    skipped = mhgate("verify", "pack", "--key", "ci.pub.pem", "--no-signoffs")
    assert skipped.code == 0
    assert "sign-offs: 1 sign-off, as you asked" in skipped.out
    own = ["--key", "ci.pub.pem", "--signoff-key", "ada.pub.pem"]
    assert mhgate("verify", "pack", *own).code == 0
    (signed / "sign-off-1.sigstore.json").rename(signed / "sign-off-2.sigstore.json")
    assert "one is missing" in mhgate("verify", "pack", *own).out
    (signed / "sign-off-2.sigstore.json").rename(signed / "other.sigstore.json")
    assert "no such signature is known" in mhgate("verify", "pack", *own).out


def test_the_key_of_the_pack_is_no_second_hand(mhgate: Mhgate, signed: Path) -> None:
    """Whoever signs off with the pipeline's own key is told apart in words."""
    done = mhgate(
        *("signoff", "pack", "--name", "Ada Example", "--role", "clinical"),
        *("--meaning", "review", "--key", "ci.key.pem", "--i-have-read"),
    )
    assert done.code == 0
    found = mhgate("verify", "pack", "--key", "ci.pub.pem")
    assert found.code == 0
    assert "nothing shows that another hand held it" in found.out


def test_a_sign_off_counts_once_and_a_key_is_one_hand(mhgate: Mhgate, signed: Path) -> None:
    """A copied sign-off is refused; two names by one key are told apart from two people."""
    keys = ["--key", "ci.pub.pem", "--signoff-key", "ada.pub.pem"]
    assert _sign_off(mhgate, "Ada Example", "clinical", "review", "--i-have-read").code == 0
    again = signed / "sign-off-2.sigstore.json"
    shutil.copyfile(signed / "sign-off-1.sigstore.json", again)
    copied = mhgate("verify", "pack", *keys)
    assert copied.code == 1
    assert "pack/sign-off-2.sigstore.json: is sign-off-1.sigstore.json once more" in copied.out
    again.unlink()
    done = mhgate(
        *("signoff", "pack", "--name", "Ben Example", "--role", "safety officer"),
        *("--meaning", "approval", "--key", "ada.key.pem", "--i-have-read"),
    )
    assert done.code == 0
    found = mhgate("verify", "pack", *keys)
    assert found.code == 0
    assert "it is the key of Ada Example: nothing shows that another hand held it" in found.out


def test_nobody_is_signed_off_by_a_program(mhgate: Mhgate, signed: Path, here: Path) -> None:
    """Nothing is signed without a terminal and without the word; nor before the pack is."""
    silent = _sign_off(mhgate, "Ada Example", "clinical", "review")
    assert silent.code == 2
    assert "--i-have-read was not said" in silent.err
    assert not list(signed.glob("sign-off-*"))
    assert _sign_off(mhgate, "Ada", " ", "review", "--i-have-read").code == 2
    (signed / "mhgate.sigstore.json").unlink()
    unsigned = _sign_off(mhgate, "Ada Example", "clinical", "review", "--i-have-read")
    assert unsigned.code == 2
    assert "expected a signed pack" in unsigned.err


@pytest.mark.parametrize(("typed", "code"), [("Ada Example", 0), ("yes", 2)])
def test_on_a_terminal_a_person_types_their_name(signed: Path, typed: str, code: int) -> None:
    """The words are shown, and the name confirms them; anything else signs nothing."""
    master, slave = pty.openpty()
    command = [
        *(sys.executable, "-m", "mhgate", "signoff", "pack", "--name", "Ada Example"),
        *("--role", "clinical", "--meaning", "review", "--key", "ada.key.pem"),
    ]
    with subprocess.Popen(
        command, cwd=signed.parent, stdin=slave, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        os.close(slave)
        os.write(master, f"{typed}\n".encode())
        out, _ = process.communicate()
    os.close(master)
    assert process.returncode == code
    assert b"sign this report off as review" in out
    assert len(list(signed.glob("sign-off-*"))) == (code == 0)


def test_the_same_run_makes_the_same_bytes(here: Path, tmp_path: Path) -> None:
    """In another folder, with another umask, locale, zone and hash seed, at another time."""
    made = []
    for name, environ, umask in (
        ("one", {"PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}, 0o022),
        ("two", {"PYTHONHASHSEED": "77", "LC_ALL": "C", "TZ": "Asia/Tokyo"}, 0o077),
    ):
        folder = tmp_path / "copies" / name
        shutil.copytree(here, folder, ignore=shutil.ignore_patterns("copies"), dirs_exist_ok=True)
        subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "mhgate",
                    "evidence",
                    "-o",
                    "p",
                    "--zip",
                    "p.zip",
                    "--no-pdf",
                )
            ],
            cwd=folder,
            env={**os.environ, **environ},
            umask=umask,
            check=True,
            capture_output=True,
        )
        made.append((folder / "p.zip").read_bytes())
        names = {path.relative_to(folder / "p") for path in (folder / "p").rglob("*")}
        assert Path("report.html") in names
    assert made[0] == made[1]
