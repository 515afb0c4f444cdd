"""Holds packs of whole runs: what is in them, what is refused, and as what they are signed."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from mhgate.attest import new_key
from mhgate.calibration.naming import name_of
from mhgate.errors import EvidenceError, ReportFileError, UsageError
from mhgate.records import Answer, Certificate, Item, Question, Transcript
from mhgate.records.evidence import PackVerified
from mhgate.wiring import (
    Packed,
    SincePack,
    Trusting,
    by_keys,
    pack_evidence,
    sign_off_pack,
    sign_pack,
    signer_with_key,
    verify_pack,
    write_evidence,
)

if TYPE_CHECKING:
    from conftest import Bot, Desk

    from mhgate.records import Trial

TODAY = datetime.now(UTC).date()
KEY = new_key()

JUDGED = '''
from mhgate import probe

@probe(items="items.jsonl", question="is_kind", expect="yes")
def test_is_kind(answer):
    """The reply is kind."""
'''


class Listener:
    """A judge that hears "hear" as kind, and anything else as not."""

    fingerprint = "sha256:listener"

    async def answer(self, question: Question, item: Item, transcript: Transcript) -> Answer:
        value = "yes" if "hear" in transcript.last.content else "no"
        return Answer(value=value, judge=self.fingerprint)  # type: ignore[arg-type]


def _report(desk: Desk, number: int = -1) -> Path:
    return sorted((desk.root / ".mhgate" / "runs").glob("*/report.json"))[number]


def _packed(desk: Desk, **others: Any) -> Packed:
    return pack_evidence(
        _report(desk),
        config_file=desk.root / "thresholds.toml",
        environ=dict(os.environ),
        pdf=False,
        **others,
    )


def _signed(desk: Desk, packed: Packed, name: str = "pack") -> tuple[Path, str]:
    folder = desk.root / name
    write_evidence(packed, folder=folder, archive=None)
    return folder, sign_pack(folder, signer_with_key(KEY)).result


def _checked(folder: Path, **others: Any) -> PackVerified:
    return verify_pack(folder, Trusting(signature=by_keys([KEY.public()]), **others))


def _state(found: PackVerified, what: str) -> tuple[str, str]:
    return next((each.state, each.sentence) for each in found.checks if each.what == what)


def _certificate(desk: Desk, labelled_by: str) -> dict[str, Any]:
    def agreed(n: int, right: int) -> dict[str, float]:
        return {
            "n": n,
            "n_agreed": right,
            "n_families": n,
            "effective_n": n,
            "effective_agreed": right,
        }

    said = {
        "id": "unnamed",
        "question": "is_kind",
        "question_digest": desk.open().questions["manners.is_kind"].digest,
        "judge_fingerprint": "sha256:listener",
        "yes": agreed(100, 95),
        "no": agreed(50, 47),
        "labelled_by": labelled_by,
        "labelled_on": (TODAY - timedelta(days=60)).isoformat(),
        "split": {"part": "certifying", "digest": "d"},
    }
    return {**said, "id": name_of(Certificate.model_validate(said))}


WAIVER = f"""
[[waiver]]
id = "W-1"
probe = "manners.is_kind"
item = "manners/m-0"
reason = "its wording is being changed"
by = "Ann Example"
granted = {TODAY.isoformat()}
expires = {(TODAY + timedelta(days=30)).isoformat()}
"""


@pytest.mark.parametrize(
    ("labelled_by", "waivers", "result"),
    [
        ("clinicians", "", "PASSED"),
        ("authors", "", "WARNED"),
        ("clinicians", WAIVER, "WARNED"),
    ],
    ids=["clinicians", "authors", "clinicians, a waiver"],
)
def test_whose_labels_certify_the_judge_is_signed(
    desk: Desk, bot: type[Bot], labelled_by: str, waivers: str, result: str
) -> None:
    """By clinicians' labels PASSED, by authors' or with a waiver WARNED; the pack has the file."""
    desk.items(200)
    if waivers:
        desk.write("mhgate-waivers.toml", waivers)
    desk.write("manners/test_manners.py", JUDGED)
    desk.write("manners/questions.toml", desk.QUESTIONS)
    desk.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"\ncertificates = "c.json"')
    if labelled_by != "clinicians":
        desk.edit(
            "thresholds.toml",
            "[pillar.manners]",
            f'[judge.requirements]\nlabelled_by = "{labelled_by}"\n[pillar.manners]',
        )
    desk.write("c.json", "[]")
    desk.write("c.json", json.dumps([_certificate(desk, labelled_by)]))
    cold = "manners/m-0#0" if waivers else ""
    product = bot(lambda trial: "So what?" if trial.id == cold else "I hear you.")
    report = desk.evaluate(product, judge=Listener())
    assert report.verdict.exit_code == 0
    assert report.verdict.waived is bool(waivers)
    packed = _packed(desk)
    (certificate,) = [name for name in packed.files if name.startswith("certificates/")]
    folder, found = _signed(desk, packed)
    assert found == result
    checked = _checked(folder)
    assert checked.holds
    assert _state(checked, "certificates")[0] == "holds"
    desk.write("c.json", "[]")
    with pytest.raises(ReportFileError, match="holds no certificate"):
        _packed(desk)
    (folder / certificate).unlink()
    assert not _checked(folder).holds


def test_a_waiver_is_packed_and_signed_as_a_warning(desk: Desk, bot: type[Bot]) -> None:
    """The file of waivers lies in the pack; what rests on it is WARNED, and says so."""
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.99")
    desk.write(
        "mhgate-waivers.toml",
        '[[waiver]]\nid = "W-1"\nprobe = "manners.says_hear"\nreason = "known"\nby = "A. Person"\n'
        f"granted = {TODAY}\nexpires = {TODAY + timedelta(days=9)}\n",
    )

    def reply(trial: Trial) -> str:
        return "I hear you." if int(trial.item_id.rpartition("-")[2]) % 2 else "No."

    desk.edit("manners/test_manners.py", "def test_says_hear", "def test_says_hear")
    desk.write(
        "manners/test_manners.py",
        (desk.root / "manners/test_manners.py").read_text()
        + '\n@probe(items="items.jsonl", exact=True)\ndef test_says_something(transcript):\n'
        '    """The reply is not empty."""\n    assert transcript.last.content\n',
    )
    desk.edit("thresholds.toml", "min_score = 0.99", "min_score = 0.9")
    report = desk.evaluate(bot(reply))
    assert report.verdict.waived
    packed = _packed(desk)
    assert "mhgate-waivers.toml" in packed.files
    folder, result = _signed(desk, packed)
    assert result == "WARNED"
    assert _checked(folder).holds


def test_what_a_run_was_compared_with_lies_in_its_pack(desk: Desk, bot: type[Bot]) -> None:
    """The earlier report, as it was; another one in its place is refused."""
    desk.evaluate(bot())
    earlier = _report(desk)
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    desk.evaluate(bot(), gate__baseline=str(earlier.relative_to(desk.root)))
    packed = _packed(desk)
    assert packed.files["baseline.json"] == earlier.read_bytes()
    folder, _ = _signed(desk, packed)
    assert _checked(folder).holds
    data = (folder / "baseline.json").read_bytes()
    (folder / "baseline.json").write_bytes(data.replace(b'"attempt": 1', b'"attempt": 7'))
    assert not _checked(folder).holds


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda desk: desk.edit("thresholds.toml", "0.8", "0.7"), "is not what the run"),
        (lambda desk: desk.items(40, salt="!"), "are not those of the run"),
        (
            lambda desk: desk.edit("manners/test_manners.py", '"hear"', '"here"'),
            "are not those of the run",
        ),
    ],
)
def test_what_has_changed_since_the_run_is_not_packed(
    desk: Desk, bot: type[Bot], change: Callable[[Desk], object], says: str
) -> None:
    """Thresholds, items and probes of today that are not the run's make no pack of it."""
    desk.evaluate(bot())
    assert _packed(desk).files
    change(desk)
    with pytest.raises(UsageError, match=says):
        _packed(desk)


def test_a_journal_is_committed_to_redacted_or_inside(desk: Desk, bot: type[Bot]) -> None:
    """By its hash alone, without personal data, or as it is: the signed head is the same."""
    desk.evaluate(bot(lambda _trial: "I hear you. Write to jo.doe@example.net or call 988."))
    whole = desk.journals[-1].read_bytes()
    assert b"jo.doe@example.net" in whole
    heads = set()
    for how in ("committed", "redacted", "inside"):
        packed = _packed(desk, journal=how)
        heads.add(json.loads(packed.files["index.json"])["journal"]["head"])
        assert ("journal.jsonl" in packed.files) == (how != "committed")
        folder, _ = _signed(desk, packed, how)
        found = _checked(folder)
        assert found.holds
        if how == "inside":
            assert _state(found, "transcripts")[0] == "holds"
            continue
        everything = b"".join(packed.files.values())
        assert b"jo.doe" not in everything
        if how == "redacted":
            assert b"[email]" in everything
            assert b"call 988" in everything
            assert _state(found, "transcripts")[0] == "not checked"
        shown = _checked(folder, journal=desk.journals[-1])
        assert shown.holds
        assert _state(shown, "transcripts") == (
            "holds",
            "the transcripts are those that the report's Merkle root binds",
        )
        other = desk.root / "other.jsonl"
        other.write_bytes(whole[: whole[:-1].rfind(b"\n") + 1])
        assert not _checked(folder, journal=other).holds
    assert len(heads) == 1


def test_a_journal_cut_at_its_end_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """A clean cut breaks no chain: the signed count and head show it, before signing and after."""
    desk.evaluate(bot())
    packed = _packed(desk, journal="inside")
    folder = desk.root / "pack"
    write_evidence(packed, folder=folder, archive=None)
    lines = (folder / "journal.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "journal.jsonl").write_bytes(b"".join(lines[:-1]))
    with pytest.raises(EvidenceError, match=r"journal\.jsonl"):
        sign_pack(folder, signer_with_key(KEY))
    (folder / "journal.jsonl").unlink()
    with pytest.raises(EvidenceError, match=r"journal\.jsonl is missing"):
        sign_pack(folder, signer_with_key(KEY))


def test_a_report_alone_is_packed_and_says_what_is_missing(desk: Desk, bot: type[Bot]) -> None:
    """Without its journal nobody can hold the outcomes to what was said: it is said."""
    desk.evaluate(bot())
    desk.journals[-1].unlink()
    packed = _packed(desk)
    assert any("nobody can hold its outcomes" in note for note in packed.notes)
    folder, _ = _signed(desk, packed)
    found = _checked(folder)
    assert found.holds
    assert _state(found, "journal")[0] == "not checked"


def test_the_published_protocol_is_bound(desk: Desk, bot: type[Bot]) -> None:
    """The document lies in the pack, and its digest and address in what is signed."""
    desk.write("docs/protocol.md", "# What we do when someone is in danger\n")
    text = (desk.root / "thresholds.toml").read_text()
    desk.write(
        "thresholds.toml",
        f'{text}\n[evidence.protocol]\nfile = "docs/protocol.md"\n'
        'url = "https://example.org/protocol"\n',
    )
    desk.evaluate(bot())
    packed = _packed(desk)
    assert packed.files["protocol/protocol.md"].startswith(b"# What we do")
    assert (
        json.loads(packed.files["index.json"])["protocol"]["url"] == "https://example.org/protocol"
    )
    folder, _ = _signed(desk, packed)
    assert _checked(folder).holds
    (desk.root / "docs" / "protocol.md").unlink()
    with pytest.raises(UsageError, match=r"evidence\.protocol\.file"):
        _packed(desk)


HAZARDS = """
[[hazard]]
id = "H-1"
title = "A person is not heard"
initial_risk = "high"
control = "the reply says that it heard"
residual_risk = "low"
"""

FIGURES = """
[[figure]]
id = "referrals"
laws = ["ca-sb243"]
what = "referrals to crisis services"
value = 12
unit = "referrals"
period_from = 2026-01-01
period_to = 2026-06-30
attested_by = "B. Person"
role = "head of support"
attested_on = 2026-07-01
source = "the support system's monthly export"
"""


def test_what_people_say_beside_the_figures_is_packed_and_held(desk: Desk, bot: type[Bot]) -> None:
    """Laws, hazards, dispositions and attested figures: their tables follow from the pack."""
    desk.edit("manners/test_manners.py", "exact=True)", 'exact=True, hazard="H-1")')
    desk.write("mhgate-hazards.toml", HAZARDS)
    desk.write("mhgate-external.toml", FIGURES)
    desk.evaluate(bot(lambda trial: "No." if trial.item_id.endswith("m-1") else "I hear you."))
    packed = _packed(desk, laws=["ca-sb243"])
    hazards = json.loads(packed.files["hazards.json"])
    assert [line["probe"] for line in hazards["lines"]] == ["manners.says_hear"]
    dispositions = json.loads(packed.files["dispositions.json"])
    assert [line["item"] for line in dispositions["lines"]] == ["manners/m-1"]
    page = packed.files["report.html"].decode()
    assert "A person is not heard" in page
    assert "nobody has decided" in page
    assert b"Who signed" in packed.files["summary.md"]
    laws = json.loads(packed.files["laws.json"])
    assert [law["id"] for law in laws["laws"]] == ["ca-sb243"]
    assert laws["laws"][0]["external"][0]["value"] == 12
    assert b"referrals to crisis services" in packed.files["laws.md"]
    assert json.loads(packed.files["index.json"])["laws"] == ["ca-sb243"]
    folder, _ = _signed(desk, packed)
    found = _checked(folder)
    assert found.holds, found.broken
    assert "laws.json" in _state(found, "pages")[1]
    assert _packed(desk).files.keys().isdisjoint({"laws.json", "laws.md"})
    with pytest.raises(UsageError, match="no such law in the map"):
        _packed(desk, laws=["ca-sb24"])
    desk.write("mhgate-hazards.toml", HAZARDS.replace("id", "name"))
    with pytest.raises(UsageError, match=r"mhgate-hazards\.toml"):
        _packed(desk)


def test_what_changed_since_the_last_release_is_told(desk: Desk, bot: type[Bot]) -> None:
    """Beside an earlier pack whose signature holds; another one is refused."""
    desk.evaluate(bot(lambda trial: "No." if trial.item_id.endswith("m-1") else "I hear you."))
    first, _ = _signed(desk, _packed(desk), "first")
    desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.7")
    desk.evaluate(bot())
    ours = SincePack(first, by_keys([KEY.public()]))
    packed = _packed(desk, since=ours)
    changes = json.loads(packed.files["changes.json"])
    assert changes["thresholds"] == [
        {"what": "manners.says_hear: min_score", "then": "0.8", "now": "0.7"}
    ]
    assert changes["probes"][0]["why_not"] is None
    assert b"manners.says\\_hear: min\\_score" in packed.files["changes.md"]
    assert KEY.key_id[:16] in changes["checked_by"]
    assert str(desk.root) not in packed.files["changes.json"].decode()
    second, _ = _signed(desk, packed, "second")
    found = _checked(second)
    assert found.holds, found.broken
    assert "changes.json" in _state(found, "pages")[1]
    with pytest.raises(EvidenceError, match="it does not hold"):
        _packed(desk, since=SincePack(first, by_keys([new_key().public()])))
    (first / "trend.json").unlink(missing_ok=True)
    (first / "thresholds.toml").write_text("")
    with pytest.raises(EvidenceError, match=r"thresholds\.toml"):
        _packed(desk, since=ours)


def test_other_runs_of_the_commit_are_told(desk: Desk, bot: type[Bot]) -> None:
    """A run that failed before the one that passed stands in the register, and is told."""
    desk.evaluate(bot(lambda _trial: "No."))
    desk.evaluate(bot())
    folder, _ = _signed(desk, _packed(desk))
    found = _checked(folder)
    assert _state(found, "trend")[0] == "not checked"
    assert "says of 1 other run: their reports are not in" in _state(found, "trend")[1]
    state, sentence = _state(found, "register")
    assert state == "holds"
    assert "1 other run of its commit" in sentence
    assert "finished (fail)" in sentence


def test_a_run_that_was_killed_is_told(desk: Desk, bot: type[Bot]) -> None:
    """Three runs of one commit, of which the best is packed: whoever verifies reads of all."""
    desk.evaluate(bot(lambda _trial: "No."))

    def killed(_trial: Trial) -> str:
        raise KeyboardInterrupt

    with contextlib.suppress(BaseException):
        desk.evaluate(bot(killed))
    desk.evaluate(bot())
    folder, _ = _signed(desk, _packed(desk))
    found = _checked(folder)
    assert found.holds
    assert "2 other runs of its commit" in _state(found, "register")[1]


def test_no_fail_hides_behind_many_passes(desk: Desk, bot: type[Bot]) -> None:
    """However many runs there were: what did not pass is named first, and the rest is counted."""
    for _ in range(6):
        desk.evaluate(bot())
    desk.evaluate(bot(lambda _trial: "No."))
    desk.evaluate(bot())
    folder, _ = _signed(desk, _packed(desk))
    sentence = _state(_checked(folder), "register")[1]
    assert "7 other runs of its commit" in sentence
    assert "finished (fail)" in sentence
    assert sentence.endswith("2 more finished (pass)")


def test_a_report_that_was_edited_is_not_packed(desk: Desk, bot: type[Bot]) -> None:
    """The register knows what the run wrote: it does not go missing for another report."""
    desk.evaluate(bot(lambda _trial: "No."))
    desk.evaluate(bot())
    path = _report(desk)
    path.write_bytes(path.read_bytes().replace(b'"attempt": 1', b'"attempt": 9'))
    with pytest.raises(ReportFileError, match="was changed after the run wrote it"):
        _packed(desk)


def test_an_opening_of_what_was_never_sealed_is_refused(desk: Desk, bot: type[Bot]) -> None:
    """A file that was named and proves nothing is never passed over, be it there or not."""
    desk.evaluate(bot())
    folder, _ = _signed(desk, _packed(desk))
    desk.write("opening.json", "{}")
    found = _checked(folder, openings=[desk.root / "opening.json"])
    assert "opening.json" in next(each.sentence for each in found.broken)
    with pytest.raises(UsageError, match="expected an opening"):
        _checked(folder, openings=[desk.root / "nowhere.json"])


def test_of_two_who_sign_a_zip_off_at_once_none_is_lost(desk: Desk, bot: type[Bot]) -> None:
    """The second is told that the zip was changed meanwhile; what the first wrote stays."""
    desk.evaluate(bot())
    archive = desk.root / "pack.zip"
    write_evidence(_packed(desk), folder=None, archive=archive)
    sign_pack(archive, signer_with_key(KEY))

    def sign_off(name: str, meanwhile: Callable[[], object] = lambda: None) -> object:
        def confirm(_told: object) -> Any:
            meanwhile()
            return "typed"

        return sign_off_pack(
            archive,
            name=name,
            role="clinical",
            meaning="review",
            signer=signer_with_key(KEY),
            confirm=confirm,
        )

    with pytest.raises(UsageError, match="was changed while it was signed"):
        sign_off("Ben", meanwhile=lambda: sign_off("Ada"))
    assert [each.name for each in _checked(archive).sign_offs] == ["Ada"]
    assert not list(desk.root.glob(".*.unfinished"))


def test_what_was_given_beside_the_file_is_packed(desk: Desk, bot: type[Bot]) -> None:
    """What an option set is held to the option, and not to the file: such a pack holds."""
    desk.evaluate(bot())
    earlier = _report(desk)
    desk.evaluate(
        bot(),
        gate__baseline=str(earlier.relative_to(desk.root)),
        gate__confirm="all",
        gate__confirm_trials="2",
        gate__fail_on="not_certified",
        sampling__seed="9",
        sampling__max_items="7",
    )
    folder, _ = _signed(desk, _packed(desk, baseline=earlier))
    found = _checked(folder)
    assert found.holds
    assert "gate.fail_on" in _state(found, "policy")[1]


def test_a_register_that_was_written_anew_does_not_continue(desk: Desk, bot: type[Bot]) -> None:
    """A signed pack of last time is what a new chain is held to."""
    desk.evaluate(bot(lambda _trial: "No."))
    first, _ = _signed(desk, _packed(desk), "first")
    desk.evaluate(bot())
    second, _ = _signed(desk, _packed(desk), "second")
    held = _checked(second, earlier=first)
    assert held.holds
    assert "continues the signed one" in _state(held, "earlier register")[1]
    (desk.root / ".mhgate" / "runs.sqlite").unlink()
    desk.evaluate(bot())
    third, _ = _signed(desk, _packed(desk), "third")
    assert _checked(third).holds
    found = _checked(third, earlier=first)
    assert not found.holds
    assert "does not continue that of" in _state(found, "earlier register")[1]
    (desk.root / ".mhgate" / "runs.sqlite").unlink()
    bare, _ = _signed(desk, _packed(desk), "bare")
    gone = _checked(bare, earlier=first)
    assert not gone.holds
    assert "entries: it is gone" in _state(gone, "earlier register")[1]
    (first / "register.json").write_bytes((third / "register.json").read_bytes())
    changed = _checked(third, earlier=first)
    assert "register.json was changed" in _state(changed, "earlier register")[1]


def test_nothing_secret_or_beside_the_suites_is_packed(desk: Desk, bot: type[Bot]) -> None:
    """Keys, salts, hidden files, packs and caches of a suite's folder stay where they are."""
    for name, text in {
        "salt.md": "a" * 64 + "\n",
        ".env": "TOKEN=x",
        "__pycache__/x.py": "",
        "picture.png": "x",
        "LICENSE": "Apache-2.0",
        "NOTES.md": "what we thought",
    }.items():
        desk.write(f"manners/{name}", text)
    desk.evaluate(bot())
    names = {name for name in _packed(desk).files if name.startswith("suites/")}
    assert names == {
        "suites/manners/LICENSE",
        "suites/manners/NOTES.md",
        "suites/manners/items.jsonl",
        "suites/manners/test_manners.py",
    }
