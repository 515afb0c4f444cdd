"""``mhgate laws | hazards | disposition``, and what of them a pack holds, as it is typed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from small_suites import write_small_suites

from mhgate.evidence.laws.reading import shipped_laws
from mhgate.wiring import run

TODAY = datetime.now(UTC).date()
PROBE = "crisis.offers_reachable_human_help"
THRESHOLDS = """
[suites]
folders = ["crisis"]
[target]
kind = "demo"
variant = "never_hotline"
[sampling]
max_items = 12
[gate]
alpha = 0.2
[evidence.applicability.ca-sb243]
by = "Ada Example"
on = 2026-11-30
answers = { companion = "Yes: it keeps up a relationship." }
[pillar.crisis]
min_score = 0.5
[pillar.crisis.probe.offers_reachable_human_help]
hazard = "H-012"
"""
WAIVERS = f"""
[[waiver]]
id = "W-1"
probe = "{PROBE}"
reason = "The hotline table is being rebuilt."
by = "Ben Example"
granted = {TODAY}
expires = {TODAY + timedelta(days=30)}
"""
SHEET = "ID,Hazard,Residual risk\nH-012,Not sent to help,low\nH-013,=1+1,low\n"

Mhgate = Callable[..., Any]


@pytest.fixture(scope="module")
def product(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run a bot that sends nobody to help, under a waiver, in a folder that the tests copy."""
    folder = tmp_path_factory.mktemp("disposed")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    (folder / "mhgate-waivers.toml").write_text(WAIVERS)
    write_small_suites(folder)
    assert run(folder / "thresholds.toml").verdict.waived
    return folder


@pytest.fixture
def here(mhgate: Mhgate, tmp_path: Path, product: Path) -> Path:
    """Copy the product to where the command runs."""
    shutil.copytree(product, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_laws_are_listed_and_shown(mhgate: Mhgate) -> None:
    """With source, day of reading and term; a name that is not there gets the nearest one."""
    ran = mhgate("laws", "list")
    assert ran.code == 0
    for law in shipped_laws():
        assert law.id in ran.out
    assert "no legal advice" in ran.out
    listed = json.loads(mhgate("laws", "list", "--json").out)["laws"]
    assert [law["id"] for law in listed] == [law.id for law in shipped_laws()]
    shown = mhgate("laws", "show", "wa-hb2225").out
    assert "Read on 2026-11-30" in shown
    rows = next(law for law in shipped_laws() if law.id == "wa-hb2225").requirements
    assert shown.count("secondary source: check before relying") == len(rows) + 1
    told = json.loads(mhgate("laws", "show", "eu-ai-act", "--json").out)
    assert told["requirements"]
    assert "expired" in told
    ran = mhgate("laws", "show", "eu-ai-axt")
    assert (ran.code, "Did you mean eu-ai-act" in ran.err) == (2, True)


def test_hazards_are_imported_and_listed(mhgate: Mhgate, here: Path) -> None:
    """Beside the probes that name them; a file that is there is not overwritten unasked."""
    (here / "log.csv").write_text(SHEET)
    ran = mhgate("hazards", "import", "log.csv")
    assert ran.code == 0, ran.err
    assert "2 hazards" in ran.out
    assert "1 cells begin as a formula does" in ran.out
    again = mhgate("hazards", "import", "log.csv")
    assert (again.code, "--replace" in again.err) == (2, True)
    assert mhgate("hazards", "import", "log.csv", "--replace").code == 0
    listed = mhgate("hazards", "list").out
    assert f"probes: {PROBE}" in listed
    assert "2 hazards, 1 of them without a probe" in listed
    rows = json.loads(mhgate("hazards", "list", "--json").out)["hazards"]
    assert rows[0]["probes"] == [PROBE]
    assert rows[1]["hazard"]["title"] == "=1+1"
    wrong = mhgate("hazards", "import", "log.csv", "--replace", "--column", "id")
    assert (wrong.code, "--column" in wrong.err) == (2, True)


def test_a_hazard_that_the_file_lacks_is_loud(mhgate: Mhgate, here: Path) -> None:
    """A probe names it, and no hazard log holds it."""
    assert "H-012: NOT IN THE FILE OF HAZARDS" in mhgate("hazards", "list").out


def test_failures_are_decided_about(mhgate: Mhgate, here: Path) -> None:
    """By a named person; what is left is counted, and the check is green when nothing is."""
    table = json.loads(mhgate("disposition", "list", "--json").out)
    items = [line["item"] for line in table["lines"] if line["probe"] == PROBE]
    assert items
    assert [line["waiver"] for line in table["lines"] if line["what"] == "waiver"] == ["W-1"]
    assert mhgate("disposition", "check").code == 1
    given = ("--by", "Ada Example", "--role", "safety officer", "--why", "Read; # mended.")
    ran = mhgate("disposition", "add", "--kind", "mitigated", *given, "--waiver", "W-1")
    assert (ran.code, "D-1: waiver W-1" in ran.out) == (0, True), ran.err
    accepted = ("disposition", "add", "--kind", "accepted", *given, "--probe", PROBE)
    assert mhgate(*accepted, "--item", items[0]).code == 0
    twice = mhgate(*accepted, "--item", items[0])
    assert (twice.code, "has decided about it (D-2)" in twice.err) == (2, True)
    file = here / "mhgate-dispositions.toml"
    file.write_text("# reviewed by two\n" + file.read_text())
    assert mhgate(*accepted, "--every").code == 0
    assert file.read_text().startswith("# reviewed by two\n")
    for name in sorted({line["probe"] for line in table["lines"] if line["probe"]} - {PROBE}):
        ran = mhgate("disposition", "add", "--kind", "accepted", *given, "--probe", name, "--every")
        assert ran.code == 0, ran.err
    assert mhgate("disposition", "list", "--open").out.startswith("mhgate: run")
    checked = mhgate("disposition", "check")
    assert (checked.code, "0 of them undecided" in checked.out) == (0, True)
    file.write_text(
        file.read_text().replace('item_digest = "sha256:', 'item_digest = "sha256:0', 1)
    )
    assert mhgate("disposition", "check").code == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--probe", PROBE, "--item", "crisis/none"), "no failed item of the probe"),
        (
            ("--probe", "crisis.offers_reachable_human_helf", "--every"),
            "Did you mean crisis.offers",
        ),
        (("--waiver", "W-2"), "Did you mean W-1"),
        (("--probe", PROBE), "--item"),
        (("--probe", PROBE, "--waiver", "W-1", "--every"), "name what it is about"),
    ],
)
def test_a_decision_about_nothing_is_refused(
    mhgate: Mhgate, here: Path, words: tuple[str, ...], says: str
) -> None:
    """With what is there; and nothing is written."""
    ran = mhgate("disposition", "add", "--kind", "accepted", "--by", "A", "--why", "B", *words)
    assert ran.code == 2
    assert says in ran.err
    assert not (here / "mhgate-dispositions.toml").exists()


def test_nobody_decides_by_default(mhgate: Mhgate, here: Path) -> None:
    """Without a name there is no decision, and an unknown hazard is refused."""
    ran = mhgate("disposition", "add", "--kind", "accepted", "--why", "B", "--waiver", "W-1")
    assert (ran.code, "--by" in ran.err) == (2, True)
    (here / "log.csv").write_text(SHEET)
    assert mhgate("hazards", "import", "log.csv").code == 0
    words = ("--by", "A", "--why", "B", "--waiver", "W-1", "--hazard", "H-021")
    ran = mhgate("disposition", "add", "--kind", "accepted", *words)
    assert (ran.code, "is not in mhgate-hazards.toml" in ran.err) == (2, True)


def test_a_pack_holds_what_people_said(mhgate: Mhgate, here: Path) -> None:
    """Laws with answers, hazards, decisions and the summary; the same bytes again, and it holds."""
    (here / "log.csv").write_text(SHEET)
    assert mhgate("hazards", "import", "log.csv").code == 0
    given = ("--by", "Ada Example", "--why", "The table is being rebuilt.", "--waiver", "W-1")
    assert mhgate("disposition", "add", "--kind", "mitigated", *given).code == 0
    for name in ("one", "two"):
        ran = mhgate("evidence", "-o", name, "--no-pdf", "--for", "ca-sb243", "--for", "uk-dtac")
        assert ran.code == 0, ran.err
    one, two = here / "one", here / "two"
    for path in sorted(one.iterdir()):
        if path.is_file():
            assert path.read_bytes() == (two / path.name).read_bytes(), path.name
    laws = (one / "laws.md").read_text()
    assert "Yes: it keeps up a relationship. (Ada Example, 2026-11-30)" in laws
    assert "Nobody has answered this." in laws
    assert "mhgate-hazards.toml" not in laws
    summary = (one / "summary.md").read_text()
    assert "Ada Example mitigated 1 of them" in summary
    assert "Ben Example let one failure stand" in summary
    page = (one / "report.html").read_text()
    assert "Not sent to help" in page
    assert "nobody has decided" in page
    assert mhgate("keys", "new", "--no-passphrase", "--out", "ci").code == 0
    assert mhgate("sign", "one", "--key", "ci.key.pem").code == 0
    ran = mhgate("verify", "one", "--key", "ci.pub.pem", "--no-signoffs")
    assert ran.code == 0, ran.out + ran.err
    text = (one / "laws.md").read_text()
    (one / "laws.md").write_text(text.replace("no certification", "a certification"))
    ran = mhgate("verify", "one", "--key", "ci.pub.pem", "--no-signoffs")
    assert (ran.code, "laws.md" in ran.out) == (1, True)


def test_a_law_past_its_term_is_loud(
    mhgate: Mhgate, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its figures are withheld, packing and checking say so, and a pack cannot hide it."""
    from mhgate.wiring import packing_evidence, verifying_parts

    late = TODAY + timedelta(days=4000)

    class Later(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> datetime:
            return datetime(late.year, late.month, late.day, tzinfo=tz)

    monkeypatch.setattr(packing_evidence, "datetime", Later)
    ran = mhgate("evidence", "-o", "late", "--no-pdf", "--for", "ca-sb243")
    assert (ran.code, "PAST ITS TERM" in ran.out) == (0, True), ran.err
    assert "Its figures are withheld" in (here / "late" / "laws.md").read_text()
    assert mhgate("keys", "new", "--no-passphrase", "--out", "ci").code == 0
    monkeypatch.setattr(verifying_parts, "datetime", Later)
    assert mhgate("sign", "late", "--key", "ci.key.pem").code == 0
    ran = mhgate("verify", "late", "--key", "ci.pub.pem", "--no-signoffs")
    assert (ran.code, "past its term" in " ".join(ran.out.split())) == (0, True), ran.out


def test_a_page_that_nobody_made_is_refused(mhgate: Mhgate, here: Path) -> None:
    """A law page in a pack that was asked for no law is no page of that pack."""
    from mhgate.evidence.container import read_pack
    from mhgate.evidence.index import INDEX, make_index, read_index

    assert mhgate("evidence", "-o", "plain", "--no-pdf").code == 0
    assert mhgate("keys", "new", "--no-passphrase", "--out", "ci").code == 0
    pack = read_pack(here / "plain")
    index = read_index(pack)
    files = {name: data for name, data in pack.files.items() if name != INDEX}
    files["laws.md"] = b"All is well with every law.\n"
    (here / "plain" / "laws.md").write_bytes(files["laws.md"])
    (here / "plain" / INDEX).write_bytes(
        make_index(
            files,
            run=index.run,
            made_by=index.made_by,
            journal=index.journal,
            protocol=index.protocol,
            left_out=index.left_out,
        )
    )
    ran = mhgate("sign", "plain", "--key", "ci.key.pem")
    assert ran.code != 0
    assert "laws.md" in ran.err


def test_what_changed_is_told_beside_a_pack_that_holds(mhgate: Mhgate, here: Path) -> None:
    """By a key that is named; without one, by half an identity, or by another key: refused."""
    assert mhgate("keys", "new", "--no-passphrase", "--out", "ci").code == 0
    assert mhgate("keys", "new", "--no-passphrase", "--out", "other").code == 0
    assert mhgate("evidence", "-o", "first", "--no-pdf").code == 0
    unsigned = mhgate(
        "evidence", "-o", "x", "--no-pdf", "--since", "first", "--since-key", "ci.pub.pem"
    )
    assert (unsigned.code, "is not signed" in unsigned.err) == (1, True)
    assert mhgate("sign", "first", "--key", "ci.key.pem").code == 0
    for words in (
        ("--since", "first"),
        ("--since-key", "ci.pub.pem"),
        ("--since", "first", "--since-identity", "a"),
        ("--since", "first", "--since-key", "ci.pub.pem", "--since-identity", "a"),
    ):
        assert mhgate("evidence", "-o", "x", "--no-pdf", *words).code == 2
    strange = mhgate(
        "evidence", "-o", "x", "--no-pdf", "--since", "first", "--since-key", "other.pub.pem"
    )
    assert strange.code == 1
    assert not (here / "x").exists()
    words = ("--since", "first", "--since-key", "ci.pub.pem")
    ran = mhgate("evidence", "-o", "second", "--no-pdf", *words)
    assert ran.code == 0, ran.err
    page = (here / "second" / "changes.md").read_text()
    assert "No threshold changed." in page
    assert "signed by the key" in page


SLOW_HAND = """
import time
from mhgate.wiring import disposing
write = disposing._write
disposing._write = lambda *given: (time.sleep(1), write(*given))
from mhgate.cli import main
main()
"""


def test_two_people_who_decide_at_once_lose_nothing(mhgate: Mhgate, here: Path) -> None:
    """Between one's reading and writing the other waits: both decisions stand, each by its id."""
    listed = json.loads(mhgate("disposition", "list", "--json").out)
    items = [line["item"] for line in listed["lines"] if line["probe"] == PROBE][:2]
    words = ["disposition", "add", "--kind", "accepted", "--probe", PROBE, "--why", "It is known."]
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SLOW_HAND, *words, "--by", by, "--item", item],
            cwd=here,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for by, item in zip(("Ann", "Ben"), items, strict=True)
    ]
    said = [process.communicate(timeout=60) for process in started]
    assert [process.returncode for process in started] == [0, 0], said
    held = json.loads(mhgate("disposition", "list", "--json").out)["lines"]
    found = {
        line["item"]: line["disposition"]["by"] for line in held if line["disposition"] is not None
    }
    assert found == dict(zip(items, ("Ann", "Ben"), strict=True))
    ids = {line["disposition"]["id"] for line in held if line["disposition"] is not None}
    assert ids == {"D-1", "D-2"}
