"""Holds the file of certificates: one order, and new ones in place of what they replace."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from mhgate.calibration.certificate_files import certificates_in, merged, write_certificates
from mhgate.errors import ReportFileError
from mhgate.records import Agreed, Agreement, Certificate, Graded, Limits


def _certificate(name: str, **other: object) -> Certificate:
    agreed = Agreed(n=10, n_agreed=9, n_families=5, effective_n=8.0, effective_agreed=7.2)
    fields: dict[str, object] = {
        "id": name,
        "question": "q",
        "question_digest": "d",
        "judge_fingerprint": "j",
        "yes": agreed,
        "no": agreed,
        "labelled_by": "authors",
        "labelled_on": date(2026, 11, 1),
    }
    return Certificate(**{**fields, **other})  # type: ignore[arg-type]


def test_what_is_written_is_read(tmp_path: Path) -> None:
    """A JSON array with keys in alphabetical order, without what was not measured."""
    path = tmp_path / "deep" / "c.json"
    made = (_certificate("a"), _certificate("b", question="r"))
    write_certificates(path, made)
    assert certificates_in(path) == made
    raw = json.loads(path.read_text())
    assert [list(each) for each in raw] == [sorted(each) for each in raw]
    assert "ceiling" not in raw[0]
    assert list(path.parent.iterdir()) == [path]


def test_new_ones_take_the_place_of_what_they_replace() -> None:
    """By question, language, judge and wording; the others stay, all in one order."""
    earlier = (_certificate("old"), _certificate("other judge", judge_fingerprint="k"))
    new = (
        _certificate("new"),
        _certificate("german", language="de"),
        _certificate("a", question="a"),
    )
    assert [each.id for each in merged(earlier, new)] == ["a", "german", "new", "other judge"]
    assert merged(earlier, new) == merged(earlier[::-1], new[::-1])


@pytest.mark.parametrize("text", ["{", "{}", "[1]", '[{"id": "x"}]'])
def test_what_is_no_file_of_certificates_is_not_overwritten(tmp_path: Path, text: str) -> None:
    """It may be something else that somebody needs."""
    path = tmp_path / "c.json"
    path.write_text(text)
    with pytest.raises(ReportFileError, match=r"c\.json"):
        certificates_in(path)
    assert path.read_text() == text


def test_no_file_holds_none(tmp_path: Path) -> None:
    """The first calibration begins one."""
    assert certificates_in(tmp_path / "none.json") == ()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """The path is named, and nothing is left behind."""
    (tmp_path / "c.json").mkdir()
    with pytest.raises(ReportFileError, match="cannot be written"):
        write_certificates(tmp_path / "c.json", [_certificate("a")])
    assert [path.name for path in tmp_path.iterdir()] == ["c.json"]


def test_what_means_nothing_survives_the_file(tmp_path: Path) -> None:
    """A figure without a value keeps its reason."""
    nothing = Agreement(level=0.9, n=0, method="m", reason="nothing varies")
    limits = Limits()
    made = _certificate("a", kappa=nothing, limits=limits)
    write_certificates(tmp_path / "c.json", [made])
    assert certificates_in(tmp_path / "c.json") == (made,)


def test_of_a_graded_question_there_is_one_for_each_cut() -> None:
    """One at another cut does not take the place of the first."""

    def at(name: str, cut: float) -> Certificate:
        nothing = Agreement(level=0.9, n=0, method="m", reason="nothing varies")
        figures = dict.fromkeys(
            ("quadratic_kappa", "alpha", "lin", "absolute", "consistency", "bias"), nothing
        )
        graded = Graded(
            grades=(1, 2, 3), good_from=cut, bias_families=0, limits=Limits(), **figures
        )
        return _certificate(name, graded=graded)

    earlier = (at("three", 3), at("two", 2))
    assert [each.id for each in merged(earlier, [at("new", 3)])] == ["two", "new"]
