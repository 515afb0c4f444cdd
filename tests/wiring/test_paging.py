"""What stands beside a report on its page: found, held to the report, and nothing protected."""

from __future__ import annotations

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pyrage
import pytest

from mhgate.config import load_config
from mhgate.errors import ReportFileError
from mhgate.records import Outcome
from mhgate.records.registered import Registered, TrendPoint
from mhgate.report import read_report, write_report
from mhgate.store import Store
from mhgate.wiring import beside_run, beside_stored, run
from mhgate.wiring.packs import seal_file

THRESHOLDS = """
[suites]
folders = ["manners"]
[target]
kind = "demo"
[pillar.manners]
min_score = 0.1
"""
PROBES = '''
from mhgate import probe

@probe(items="open.jsonl", exact=True)
def test_says_something(transcript):
    """The reply is not empty."""
    assert transcript.last.content

@probe(items="hidden.jsonl", exact=True)
def test_says_it_here_too(transcript):
    """The reply is not empty."""
    assert transcript.last.content
'''
WORD = "quillfeather"
AT = datetime(2099, 1, 1, tzinfo=UTC)  # later than the run


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a product with open and protected items, after a run with the key."""
    folder = tmp_path_factory.mktemp("paging")
    (folder / "thresholds.toml").write_text(THRESHOLDS)
    suite = folder / "manners"
    suite.mkdir()
    (suite / "test_manners.py").write_text(PROBES)
    for name, word in (("open", "hello, mail me at kim@example.org"), ("hidden", WORD)):
        rows = [
            {
                "id": f"{name}-{n}",
                "family": f"{name}-{n // 2}",
                "turns": [f"{word} {n}"],
                "source": "a house rule",
                "licence": "MIT",
            }
            for n in range(12)
        ]
        (suite / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    identity = pyrage.x25519.Identity.generate()
    to = [str(identity.to_public())]
    seal_file(suite / "hidden.jsonl", to=to, environ=os.environ, remove=True)
    run(folder / "thresholds.toml", environ={**os.environ, "MHGATE_SEALED_KEY": str(identity)})
    return folder


def kept(root: Path) -> Path:
    (found,) = (root / ".mhgate" / "runs").iterdir()
    return found / "report.json"


def test_conversations_are_there_where_asked_for(root: Path) -> None:
    """Those of open items, what is about persons behind markers; of protected ones the number."""
    report = read_report(kept(root))
    assert beside_stored(report, kept(root)).transcripts == ()
    found = beside_stored(report, kept(root), transcripts=True)
    assert (len(found.transcripts), found.n_withheld) == (12, 12)
    text = found.model_dump_json()
    assert WORD not in text
    assert "kim@example.org" not in text
    assert (
        "kim@example.org"
        in beside_stored(report, kept(root), transcripts=True, with_personal=True).model_dump_json()
    )


def test_a_journal_of_another_run_is_refused(root: Path, tmp_path: Path) -> None:
    """And so is a folder without one: nobody is shown words that the report was not made of."""
    report = read_report(kept(root))
    path = tmp_path / "a" / "b" / "report.json"
    write_report(report, path)
    with pytest.raises(ReportFileError, match="found no journal"):
        beside_stored(report, path, transcripts=True)
    (path.parent / "thresholds.toml").write_text(THRESHOLDS)
    suite = path.parent / "manners"
    suite.mkdir()
    (suite / "test_manners.py").write_text(PROBES.partition('@probe(items="hidden')[0])
    shutil.copy(root / "manners" / "open.jsonl", suite)
    run(path.parent / "thresholds.toml", environ=dict(os.environ))
    own = kept(path.parent)
    made = read_report(own)
    assert len(beside_stored(made, own, transcripts=True).transcripts) == 12
    other = made.model_copy(update={"merkle_root": report.merkle_root})
    with pytest.raises(ReportFileError, match="not those that the report was made of"):
        beside_stored(other, own, transcripts=True)


def test_a_named_file_is_what_the_report_rests_on(root: Path, tmp_path: Path) -> None:
    """Certificates by id and digest; an empty file serves a report that rests on none."""
    report = read_report(kept(root))
    (tmp_path / "none.json").write_text("[]")
    found = beside_stored(report, kept(root), certificates=tmp_path / "none.json")
    assert found.certificates == ()
    assert report.conditions is not None
    conditions = report.conditions.model_copy(update={"certificates": {"c-1": "sha256:c"}})
    resting = report.model_copy(update={"conditions": conditions})
    with pytest.raises(ReportFileError, match="no certificate 'c-1'"):
        beside_stored(resting, kept(root), certificates=tmp_path / "none.json")


def test_a_trend_ends_with_the_reports_own_run(root: Path) -> None:
    """Later runs and other branches are not in it; a report that nobody registered has none."""
    report = read_report(kept(root))
    store = root / ".mhgate" / "runs.sqlite"

    def later(run_id: str, branch: str | None) -> None:
        said = {"kind": "run", "run_id": run_id, "commit": "a" * 40, "branch": branch}
        point = TrendPoint(
            run_id=run_id,
            at=AT + timedelta(days=1),
            commit="a" * 40,
            pillar="manners",
            outcome=Outcome.PASS,
            score=0.5,
            method_version="3",
            measurement_fingerprint="sha256:m",
        )
        with Store(store) as opened:
            began = Registered.model_validate({"event": "start", "at": AT, **said})
            ended = {"event": "finish", "at": AT, "finished_at": AT, "scope": "full", **said}
            opened.finished(opened.started(began), Registered.model_validate(ended), [point])

    before = beside_stored(report, kept(root)).trend
    assert [point.run_id for point in before] == [report.provenance.run_id]
    later("r-later", before[0].branch)
    later("r-other", "elsewhere")
    assert beside_stored(report, kept(root)).trend == before
    stranger = report.provenance.model_copy(update={"run_id": "nobody"})
    unknown = report.model_copy(update={"provenance": stranger})
    assert beside_stored(unknown, kept(root)).trend == ()
    config = load_config(root / "thresholds.toml")
    assert beside_run(report, config).trend == before
    assert beside_run(report, config).transcripts == ()
