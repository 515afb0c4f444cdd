"""Packs as a suite sees them: names with a key, counts without, and no word in a message."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mhgate.errors import ReportFileError, SuiteError
from mhgate.records.sealed import Opener, Pack, SealedRow, SealTerms
from mhgate.suites import Suite, load_suites

WORDS = "quillfeather"
PROBE = '''
from mhgate import probe

@probe(items="hidden.jsonl", {how})
def test_answers({arguments}):
    """It answers."""
    {body}
'''
EXACT = PROBE.format(how="exact=True", arguments="transcript", body="assert transcript.last")


def terms(**changes: Any) -> SealTerms:
    return SealTerms.model_validate(
        {
            "recipients": ("age1someone",),
            "root": "sha256:root",
            "n_items": 2,
            "n_families": 1,
            "languages": {"en": 1, "de": 1},
            "strata": {"risk": {"high": 2}},
            "canary": "ours",
            **changes,
        }
    )


def row(number: int, **changes: object) -> SealedRow:
    text = {
        "id": f"own-{number}",
        "family": "own",
        "turns": [f"{WORDS} {number}"],
        "strata": {"risk": "high", "scene": "kitchen"},
        "source": "s",
        "licence": "MIT",
        **changes,
    }
    return SealedRow(f"sealed-{number}", "sealed-family-1", f"sha256:{number}", _json(text))


def _json(row: object) -> bytes:
    return json.dumps(row).encode()


def load(folder: Path, opener: Opener | None, *, probe: str = EXACT) -> Suite:
    suite = folder / "manners"
    suite.mkdir(exist_ok=True)
    (suite / "test_manners.py").write_text(probe, encoding="utf-8")
    (suite / "questions.toml").write_text('[suite]\nversion = "1.0.0"\n', encoding="utf-8")
    (suite / "hidden.jsonl.age").write_bytes(b"sealed")
    (found,) = load_suites(
        builtin=(), folders=("manners",), config_file=folder / "thresholds.toml", opener=opener
    )
    return found


def opened(*rows: SealedRow, **changes: Any) -> Opener:
    return lambda _path: Pack(terms(**changes), rows)


def test_an_open_pack_gives_references_with_opaque_names(tmp_path: Path) -> None:
    """Id, family and digest are the leaf's; strata are those that the seal lets be known."""
    suite = load(tmp_path, opened(row(1), row(2, language="de")))
    one, two = suite.items["hidden.jsonl"]
    assert (one.id, one.family, one.digest) == (
        "manners/sealed-1",
        "manners/sealed-family-1",
        "sha256:1",
    )
    assert one.sealed
    assert one.strata == {"risk": "high"}
    assert (one.key, two.language) == (None, "de")
    item = suite.read_item(two)
    assert item.sealed
    assert (item.id, item.digest) == (two.id, two.digest)
    assert item.turns == (f"{WORDS} 2",)
    assert item.strata == {"risk": "high", "scene": "kitchen"}
    assert WORDS not in repr(suite)


def test_a_closed_pack_gives_what_its_seal_tells(tmp_path: Path) -> None:
    """No reference; but its strata and languages are known, so that thresholds can name them."""
    suite = load(tmp_path, lambda _path: Pack(terms(), why_closed="sealed, and no key"))
    assert suite.items == {"hidden.jsonl": ()}
    assert suite.strata() == {("risk", "high")}
    assert suite.languages_of("hidden.jsonl") == {"en", "de"}


def test_the_suites_digest_is_the_same_with_and_without_the_key(tmp_path: Path) -> None:
    """It binds the pack's root; so is whether a program changes what is said."""
    closed = load(tmp_path, lambda _path: Pack(terms(perturbed=True), why_closed="closed"))
    changed = {"perturb": {"kind": "emoji", "intensity": 1}}
    ours = load(tmp_path, opened(row(1, **changed), row(2), perturbed=True))
    assert ours.digest == closed.digest
    assert ours.probes[0].model_dump() == closed.probes[0].model_dump()
    assert ours.probes[0].perturbed
    assert load(tmp_path, opened(row(1), root="sha256:another")).digest != ours.digest


def test_an_item_of_a_closed_pack_is_not_read(tmp_path: Path) -> None:
    """A reference that outlived its key says so."""
    (ref, _) = load(tmp_path, opened(row(1), row(2))).items["hidden.jsonl"]
    suite = load(tmp_path, lambda _path: Pack(terms(), why_closed="closed"))
    with pytest.raises(ReportFileError, match="is sealed"):
        suite.read_item(ref)


def test_whoever_cannot_open_packs_says_so(tmp_path: Path) -> None:
    """Loading without an opener is a mistake, and never an empty file of items."""
    with pytest.raises(SuiteError, match=r"hidden\.jsonl\.age"):
        load(tmp_path, None)


def test_items_in_clear_beside_their_pack_are_refused(tmp_path: Path) -> None:
    """Which of the two is meant cannot be known, and what is protected should not lie there."""
    (tmp_path / "manners").mkdir()
    (tmp_path / "manners" / "hidden.jsonl").write_bytes(row(1).text + b"\n")
    with pytest.raises(SuiteError, match="in clear beside"):
        load(tmp_path, opened(row(1), row(2)))


def test_a_pack_that_no_probe_reads_is_told(tmp_path: Path) -> None:
    """As of items in clear."""
    (tmp_path / "manners").mkdir()
    (tmp_path / "manners" / "other.jsonl.age").write_bytes(b"sealed")
    with pytest.raises(SuiteError, match="items that no probe reads"):
        load(tmp_path, opened(row(1), row(2)))


@pytest.mark.parametrize(
    "changes", [{WORDS: 1}, {"turns": [WORDS, 7]}, {"id": f"{WORDS} {WORDS}"}, {"licence": ""}]
)
def test_a_row_that_is_no_item_is_told_without_its_words(
    tmp_path: Path, changes: dict[str, object]
) -> None:
    """By its opaque name: the validator's own message would quote it."""
    with pytest.raises(SuiteError, match="sealed-1") as caught:
        load(tmp_path, opened(row(1, **changes), row(2)))
    assert WORDS not in str(caught.value)
    assert "licence" not in str(caught.value)


KEYED = PROBE.format(how="choice=True", arguments="answer", body="")


def test_right_answers_stay_in_the_pack_unless_the_seal_lets_them_out(tmp_path: Path) -> None:
    """An outcome is held to its key, which stands in the report: the seal must allow that."""
    expects = {"choices": {"A": "yes", "B": "no"}, "key": "A"}
    rows = (row(1, expects=expects), row(2, expects=expects))
    with pytest.raises(SuiteError, match="--show-keys"):
        load(tmp_path, opened(*rows), probe=KEYED)
    suite = load(tmp_path, opened(*rows, keys=True), probe=KEYED)
    assert [ref.key for ref in suite.items["hidden.jsonl"]] == ["A", "A"]


def test_what_a_probe_lacks_is_told_without_the_items_words(tmp_path: Path) -> None:
    """A key that is no choice is a mistake whose message holds neither."""
    expects = {"choices": {"A": "yes", "B": "no"}, "key": WORDS}
    rows = (row(1, expects=expects), row(2, expects=expects))
    with pytest.raises(SuiteError, match="not shown") as caught:
        load(tmp_path, opened(*rows, keys=True), probe=KEYED)
    assert WORDS not in str(caught.value)


def test_a_probe_that_compares_by_a_hidden_stratum_is_refused(tmp_path: Path) -> None:
    """With the key and without: the suite does not load on one machine and fail on another."""
    probe = PROBE.format(
        how='exact=True, measure="parity", by="scene"',
        arguments="transcript",
        body="assert transcript.last",
    )
    for opener in (
        opened(row(1), row(2)),
        lambda _path: Pack(terms(), why_closed="closed"),
    ):
        with pytest.raises(SuiteError, match="--show scene"):
            load(tmp_path, opener, probe=probe)
