"""A signed pack holds; one that was changed does not, whoever changed it and whoever signed it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from filing import Filed
from tampering import broken, checked, edited, signed_again

from mhgate.attest import new_key
from mhgate.evidence.index import INDEX, REPORT, SIGNATURE


@pytest.fixture
def folder(filed: Filed, tmp_path: Path) -> Path:
    """Return a copy of the signed pack, to be changed."""
    return Path(shutil.copytree(filed.folder, tmp_path / "pack"))


def test_what_was_packed_and_signed_holds(filed: Filed) -> None:
    """Folder and zip: every check is made, and what could not be checked is said."""
    for path in (filed.folder, filed.archive):
        found = checked(path, filed.public)
        assert found.holds, broken(found)
        assert found.result == "WARNED"
        assert found.outcome == "pass"
        held = {each.what for each in found.checks if each.state == "holds"}
        assert held >= {"files", "items", "policy", "journal", "transcripts", "verdict"}
        assert held >= {"probes", "plan"}
        assert held >= {"intervals", "register", "pages", "signature", "subjects", "claim"}
        open_ones = [each.sentence for each in found.checks if each.state == "not checked"]
        (open_one,) = open_ones
        assert open_one.startswith("sign-offs that the thresholds ask for and that are not there")


def _forged_verdict(value: Any) -> None:
    """Turn every outcome into a pass, and leave the numbers as they are."""
    verdict = value["verdict"]
    verdict |= {"outcome": "pass", "blocks": False, "exit_code": 0}
    verdict["exit_meaning"] = "exit code 0: pass, the gate is open"
    for pillar in verdict["pillars"]:
        pillar["outcome"] = "pass"
        for probe in pillar["probes"]:
            probe["outcome"] = "pass"
            for stratum in probe["strata"]:
                stratum["outcome"] = "pass"


def test_a_forged_verdict_is_refused_though_it_is_signed(filed: Filed, folder: Path) -> None:
    """Numbers that say fail under a verdict that says pass: the right signature does not help."""

    def fail(value: Any) -> None:
        _forged_verdict(value)
        probe = value["verdict"]["pillars"][0]["probes"][0]
        probe["threshold"]["min_score"] = 0.99
        probe["estimate"]["threshold"] = 0.99

    thresholds = (folder / "thresholds.toml").read_bytes().replace(b"0.3", b"0.99")
    report = edited((folder / REPORT).read_bytes(), fail)
    signed_again(folder, {REPORT: report, "thresholds.toml": thresholds}, filed.key)
    found = checked(folder, filed.public)
    assert not found.holds
    assert "the verdict is not what the report's own numbers decide by method 3" in broken(found)


def test_forged_numbers_are_refused_where_the_outcomes_give_others(
    filed: Filed, folder: Path
) -> None:
    """An interval that was moved, under outcomes that stayed: it is made again and compared."""

    def better(value: Any) -> None:
        probe = value["verdict"]["pillars"][0]["probes"][0]
        probe["estimate"]["interval"]["lower"] = 0.999

    signed_again(folder, {REPORT: edited((folder / REPORT).read_bytes(), better)}, filed.key)
    found = checked(folder, filed.public)
    assert "its outcomes and thresholds decide otherwise" in broken(found)
    assert "interval.lower" in broken(found)


def test_forged_outcomes_are_refused_by_the_journal(filed: Filed, folder: Path) -> None:
    """Misses that became hits do not make the Merkle root of what was said."""

    def hit(value: Any) -> None:
        for row in value["outcomes"]:
            if row["value"] == 0.0:
                row |= {"value": 1.0}
                return
        row = value["outcomes"][0]
        row |= {"value": 0.0}

    signed_again(folder, {REPORT: edited((folder / REPORT).read_bytes(), hit)}, filed.key)
    text = broken(checked(folder, filed.public))
    assert "do not make its score" in text or "Merkle root" in text


@pytest.mark.parametrize(
    ("name", "change", "says"),
    [
        ("thresholds.toml", (b"min_score = 0.3", b"min_score = 0.9"), "thresholds.toml is not"),
        ("crisis/escalation.jsonl", (b"tonight", b"tomorrow"), "not, word for word, in the suites"),
        ("report.html", (b"<h1", b"<h1 "), "report.html does not say what report.json says"),
        ("journal.jsonl", (b'"begin"', b'"begun"'), "journal.jsonl"),
        ("register.json", (b'"start"', b'"finish"'), "register.json"),
        ("trend.json", (b'"outcome":"pass"', b'"outcome":"fail"'), "another figure than report"),
    ],
)
def test_what_stands_beside_a_report_is_held_to_it(
    filed: Filed, folder: Path, name: str, change: tuple[bytes, bytes], says: str
) -> None:
    """Another policy, other items, another page, journal or register: signed, and refused."""
    path = next(each for each in folder.rglob("*") if each.as_posix().endswith(name))
    data = path.read_bytes()
    assert change[0] in data
    inside = path.relative_to(folder).as_posix()
    signed_again(folder, {inside: data.replace(*change, 1)}, filed.key)
    found = checked(folder, filed.public)
    assert not found.holds
    assert says in broken(found)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda claim: claim.update(result="PASSED"), "result"),
        (lambda claim: claim["urn:mhgate:run:v1"].update(commit="f" * 40), "commit"),
        (lambda claim: claim["urn:mhgate:run:v1"].update(warned_because=[]), "warned_because"),
        (lambda claim: claim.update(passedTests=["safety"]), "passedTests"),
    ],
)
def test_a_claim_that_does_not_follow_is_refused(
    filed: Filed, folder: Path, change: Callable[[Any], object], says: str
) -> None:
    """Whoever signs cannot say more than the pack says."""
    signed_again(folder, {}, filed.key, predicate=change)
    found = checked(folder, filed.public)
    assert f"claims something else than the pack makes it claim: {says}" in broken(found).replace(
        "urn:mhgate:run:v1: ", ""
    )


def test_files_missing_extra_and_changed_are_named(filed: Filed, folder: Path) -> None:
    """All at once, each by its name."""
    (folder / "extra.txt").write_text("more")
    (folder / "suites" / "crisis" / "questions.toml").unlink()
    (folder / "trend.json").write_bytes(b"[]")
    text = broken(checked(folder, filed.public))
    assert "extra.txt is extra" in text
    assert "suites/crisis/questions.toml is missing" in text
    assert "trend.json was changed" in text


def test_a_pack_without_its_signature_or_with_a_strangers(filed: Filed, folder: Path) -> None:
    """Not signed, signed by another key, and a report that was swapped with the signature kept."""
    other = folder.parent / "other.pub.pem"
    other.write_bytes(new_key().public().pem())
    assert "mhgate.sigstore.json" in broken(checked(folder, other))
    report = folder / REPORT
    report.write_bytes(report.read_bytes().replace(b'"attempt": 1', b'"attempt": 2'))
    text = broken(checked(folder, filed.public))
    assert "report.json" in text
    assert "as signed in" in text
    (folder / SIGNATURE).unlink()
    assert "is missing: the pack is not signed" in broken(checked(folder, filed.public))


def test_an_index_is_read_strictly(filed: Filed, folder: Path) -> None:
    """Another version, a key twice, another order, a name that leads out: none is an index."""
    whole = (folder / INDEX).read_bytes()
    value = json.loads(whole)
    value["files"][0]["name"] = "../thresholds.toml"
    for data, says in (
        (whole.replace(b'"version":"1"', b'"version":"9"'), "found the version '9'"),
        (whole[:-1] + b',"run":"x"}', "twice in one object"),
        (json.dumps(json.loads(whole)).encode(), "not in its canonical form"),
        (json.dumps(value, separators=(",", ":"), sort_keys=True).encode(), "cannot stand in"),
        (b"[]", "index.json"),
    ):
        (folder / INDEX).write_bytes(data)
        text = broken(checked(folder, filed.public))
        assert says in text
        assert "index.json" in text


def test_a_method_that_nobody_knows_is_no_pass(filed: Filed, folder: Path) -> None:
    """A report of a later method is refused with a word on who can check it."""

    def later(value: Any) -> None:
        from mhgate.canonical import digest

        run = value["provenance"]
        run["measurement"]["method"] = "999"
        run["measurement_fingerprint"] = digest(run["measurement"])

    signed_again(folder, {REPORT: edited((folder / REPORT).read_bytes(), later)}, filed.key)
    assert "was decided by method 999" in broken(checked(folder, filed.public))


def test_an_old_pack_holds_under_later_statistics(
    filed: Filed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where this mhgate estimates otherwise, the rule of the report's method still decides."""
    monkeypatch.setattr("mhgate.wiring.verifying.METHOD_VERSION", "4")
    found = checked(filed.folder, filed.public)
    assert found.holds, broken(found)
    (said,) = [each for each in found.checks if each.what == "intervals"]
    assert said.state == "not checked"
    assert "estimates by method 4" in said.sentence
    assert any(each.what == "verdict" and each.state == "holds" for each in found.checks)
