"""Holds the file of waivers: how it is found and read, and every mistake in it at once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from mhgate.config import Config, ProbeItems, waiver_mistakes
from mhgate.config.waivers import read_waivers
from mhgate.errors import ConfigError
from mhgate.records import Waiver, Waivers

Load = Callable[..., Config]

DAY = date(2026, 11, 30)
WAIVER = """
[[waiver]]
id = "W-1"
probe = "crisis.offers_help"
reason = "The hotline moves."
by = "Ann"
issue = "https://example.org/7"
granted = 2026-11-20
expires = 2026-12-24
"""


def _read(tmp_path: Path, text: str, *, on: date = DAY) -> Waivers | None:
    path = tmp_path / "mhgate-waivers.toml"
    path.write_text(text, encoding="utf-8")
    return read_waivers(path, on=on)


def _refused(tmp_path: Path, text: str, *, on: date = DAY) -> dict[str, str]:
    with pytest.raises(ConfigError) as caught:
        _read(tmp_path, text, on=on)
    return {
        each.where.partition("mhgate-waivers.toml: ")[2]: str(each)
        for each in caught.value.mistakes
    }


def _without(key: str) -> str:
    return "".join(
        line for line in WAIVER.splitlines(keepends=True) if not line.startswith(f"{key} =")
    )


def test_it_is_read(tmp_path: Path) -> None:
    """Every key arrives, and the digest is of what is said, not of how."""
    found = _read(tmp_path, WAIVER)
    assert found is not None
    assert found.held[0].model_dump(exclude_none=True) == {
        "id": "W-1",
        "probe": "crisis.offers_help",
        "reason": "The hotline moves.",
        "by": "Ann",
        "issue": "https://example.org/7",
        "granted": date(2026, 11, 20),
        "expires": date(2026, 12, 24),
    }
    again = _read(tmp_path, "# a comment\n" + WAIVER, on=DAY + timedelta(days=1))
    other = _read(tmp_path, WAIVER.replace("2026-12-24", "2026-12-25"))
    assert again is not None
    assert other is not None
    assert found.digest == again.digest != other.digest
    assert _read(tmp_path, "# none yet\n") is None


def test_every_mistake_is_said_at_once(tmp_path: Path) -> None:
    """Unknown keys with the nearest name, wrong kinds, what is missing, and what stands twice."""
    text = (
        WAIVER.replace("reason", "reasn")
        + WAIVER.replace("2026-11-20", '"2026-11-20"').replace('"Ann"', '" "')
        + WAIVER
        + WAIVER
        + "[waivers]\nx = 1\n"
    )
    found = _refused(tmp_path, text)
    assert set(found) == {
        "waivers",
        "waiver[0].reasn",
        "waiver[1].by",
        "waiver[1].granted",
        "waiver[3].id",
        "waiver[3].probe",
    }
    assert "Did you mean `reason`?" in found["waiver[0].reasn"]
    assert "Did you mean `waiver`?" in found["waivers"]
    assert "without quotes" in found["waiver[1].granted"]
    assert "an empty text" in found["waiver[1].by"]


@pytest.mark.parametrize("key", ["id", "probe", "reason", "by", "granted", "expires"])
def test_what_is_needed_is_asked_for(tmp_path: Path, key: str) -> None:
    """No name, no reason, no person or no end: no exception."""
    found = _refused(tmp_path, _without(key))
    assert set(found) == {f"waiver[0].{key}"}
    assert "found nothing" in found[f"waiver[0].{key}"]


@pytest.mark.parametrize(
    ("granted", "expires", "key"),
    [
        ("2026-11-20", "2027-02-19", "expires"),
        ("2026-11-20", "2026-11-19", "expires"),
        ("2026-12-02", "2026-12-24", "granted"),
        ("2026-11-20T10:00:00", "2026-12-24", "granted"),
        ("9999-12-30", "9999-12-31", "granted"),
    ],
    ids=["91 days", "backwards", "in the future", "with a time", "at the end of all dates"],
)
def test_a_term_is_at_most_90_days_from_now(
    tmp_path: Path, granted: str, expires: str, key: str
) -> None:
    """It has begun, ends after it began, and cannot be for ever."""
    text = WAIVER.replace("2026-11-20", granted).replace("2026-12-24", expires)
    assert set(_refused(tmp_path, text)) == {f"waiver[0].{key}"}


def test_an_item_and_a_stratum_are_one_too_many(tmp_path: Path) -> None:
    """An item is left out of all strata."""
    text = WAIVER + 'item = "crisis/a"\nstratum = "imminent"\n'
    assert set(_refused(tmp_path, text)) == {"waiver[0].stratum"}


def test_an_array_of_tables_is_expected(tmp_path: Path) -> None:
    """One pair of brackets makes a table, and is said to."""
    found = _refused(tmp_path, WAIVER.replace("[[waiver]]", "[waiver]"))
    assert "two pairs of brackets" in found["waiver"]


def test_what_it_names_must_be_there(tmp_path: Path) -> None:
    """Probe, item and stratum are the suites'; what must never happen is waived by item alone."""
    text = "".join(
        WAIVER.replace("W-1", name).replace("crisis.offers_help", probe) + more
        for name, probe, more in [
            ("a", "crisis.offers_hepl", ""),
            ("b", "crisis.offers_help", 'item = "crisis/esc-2"\n'),
            ("c", "crisis.offers_help", 'stratum = "iminent"\n'),
            ("d", "crisis.never_harms", ""),
            ("e", "crisis.never_harms", 'item = "crisis/x-1"\n'),
            ("f", "crisis.sealed", 'item = "nobody knows"\n'),
        ]
    )
    waivers = _read(tmp_path, text)
    assert waivers is not None
    known = {
        "crisis.offers_help": ProbeItems({"crisis/esc-1"}, {"imminent"}, never=False),
        "crisis.never_harms": ProbeItems({"crisis/x-1"}, (), never=True),
        "crisis.sealed": ProbeItems(None, (), never=False),
    }
    found = {each.where.partition(": ")[2]: str(each) for each in waiver_mistakes(waivers, known)}
    assert set(found) == {
        "waiver[0].probe",
        "waiver[1].item",
        "waiver[2].stratum",
        "waiver[3].probe",
    }
    assert 'Did you mean "crisis.offers_help"?' in found["waiver[0].probe"]
    assert 'Did you mean "crisis/esc-1"?' in found["waiver[1].item"]
    assert "which must never go off" in found["waiver[3].probe"]


def _today(text: str = WAIVER) -> str:
    today = datetime.now(UTC).date()
    return text.replace("2026-11-20", str(today)).replace(
        "2026-12-24", str(today + timedelta(days=9))
    )


def test_it_lies_beside_thresholds_toml(load: Load, tmp_path: Path) -> None:
    """By its own name without a word, or where [gate] waivers says; it is part of the policy."""
    without = load()
    assert without.waivers is None
    (tmp_path / "mhgate-waivers.toml").write_text(_today(), encoding="utf-8")
    beside = load()
    assert beside.waivers is not None
    assert beside.policy_digest != without.policy_digest
    (tmp_path / "other.toml").write_text(_today().replace("W-1", "W-2"), encoding="utf-8")
    named = load('[gate]\nwaivers = "other.toml"\n')
    assert named.waivers is not None
    assert (named.waivers.file, named.waivers.held[0].id) == ("other.toml", "W-2")


def test_mistakes_of_both_files_are_said_together(load: Load, tmp_path: Path) -> None:
    """A file that is named and missing is one too."""
    (tmp_path / "mhgate-waivers.toml").write_text(_today(_without("by")), encoding="utf-8")
    with pytest.raises(ConfigError) as caught:
        load("[gate]\nprofile = 'relase'\n")
    assert [each.where for each in caught.value.mistakes] == [
        "thresholds.toml: gate.profile",
        "mhgate-waivers.toml: waiver[0].by",
    ]
    with pytest.raises(ConfigError, match=r"lost\.toml.*no such file.*a file of waivers"):
        load('[gate]\nwaivers = "lost.toml"\n')


def test_a_record_refuses_what_the_file_would() -> None:
    """A report that was changed by hand cannot carry an endless waiver."""
    with pytest.raises(ValueError, match="90 days"):
        Waiver(id="W", probe="p", reason="r", by="b", granted=DAY, expires=date(2030, 1, 1))
