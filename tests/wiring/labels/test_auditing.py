"""The audit of a run: what people read decides, the report stays, and nothing can be chosen."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mhgate.calibration.auditing import decide_audit
from mhgate.errors import ExitCode, LabelsError, ReportFileError, UsageError
from mhgate.records import Outcome, Report
from mhgate.records.audited import AuditRecord
from mhgate.report import audit_json_schema, read_report
from mhgate.report.labelling.audit_lines import audit_lines
from mhgate.wiring.audit_runs import AuditWanted
from mhgate.wiring.auditing import (
    TakenBack,
    exit_code_of,
    export_audit,
    import_audit,
    plan_audit,
)
from tests.chained_again import chain_again

Answer = Callable[[dict[str, str]], str]


def _yes(_row: dict[str, str]) -> str:
    return "yes"


def _is(number: int) -> Answer:
    """Answer no to one conversation, yes to all others."""
    return lambda row: "no" if f"number {number}\n" in row["conversation"] + "\n" else "yes"


def _audit(
    labels: Any,
    now: datetime,
    report: Report,
    one: Answer = _yes,
    two: Answer | None = None,
    *,
    named: str | None = None,
    roles: tuple[str, str] = ("clinician", "clinician"),
    **wanted: Any,
) -> TakenBack:
    folder = labels.root / f"audit-{len(list(labels.root.glob('audit-*')))}"
    settings = {"n": 40, "support": ("Kim",), **wanted}
    run = report.provenance.run_id if named is None else named
    export_audit(labels.workspace(), run, folder, AuditWanted(**settings), now=now)
    files = [labels.read(folder / "reader-1", "A", one, role=roles[0])]
    if settings.get("n_readers", 2) == 2:
        files.append(labels.read(folder / "reader-2", "B", two or one, role=roles[1]))
    return import_audit(labels.workspace(), files, replace=True, now=now)


def _certified(labels: Any) -> None:
    labels.desk.edit("thresholds.toml", 'trust = "off"', 'trust = "certified"')


def test_a_probe_without_a_certificate_is_decided_by_its_audit(labels: Any, now: datetime) -> None:
    """The judge may not gate; people's word for this run does, and the record says so in words."""
    _certified(labels)
    report = labels.run()
    assert report.verdict.outcome is Outcome.INCONCLUSIVE
    taken = _audit(labels, now, report)
    [probe] = taken.record.probes
    assert (probe.before_outcome, probe.after_outcome) == (Outcome.INCONCLUSIVE, Outcome.PASS)
    assert "may not gate" in probe.before
    assert not probe.could_gate
    assert probe.estimate.certificate is None
    assert probe.estimate.interval.lower >= 0.8
    assert taken.record.after_outcome is Outcome.PASS
    text = "\n".join(audit_lines(taken.record))
    assert "Decided by the audit alone" in text
    assert f"before: {probe.before}" in text
    assert f"after:  {probe.after}" in text
    assert exit_code_of(taken.record) is ExitCode.PASS


@pytest.mark.parametrize("roles", [("author", "author"), ("clinician", "crowd")])
def test_no_pass_rests_on_readers_who_are_not_enough(
    labels: Any, now: datetime, roles: tuple[str, str]
) -> None:
    """Where labels must be clinicians', an audit by others passes nothing; it can still fail."""
    _certified(labels)
    report = labels.run()
    taken = _audit(labels, now, report, roles=roles)
    [probe] = taken.record.probes
    assert probe.after_outcome is Outcome.INCONCLUSIVE
    group = "authors" if "author" in roles else "crowd"
    assert f"may not gate, its audit was read by {group}, clinicians are needed" in probe.after
    assert exit_code_of(taken.record) is ExitCode.INCONCLUSIVE
    bad = _audit(labels, now, report, lambda _row: "no", roles=roles)
    assert bad.record.probes[0].after_outcome is Outcome.FAIL
    labels.desk.edit(
        "thresholds.toml",
        "[pillar.manners]",
        f'[judge.requirements]\nlabelled_by = "{group}"\n[pillar.manners]',
    )
    accepted = _audit(labels, now, report, roles=roles)
    assert accepted.record.probes[0].after_outcome is Outcome.PASS
    assert accepted.record.after_headline[0] == (
        f"Audit read by {group} (says_hear), not by clinicians: warned at best."
    )


def test_where_nobody_is_asked_for_the_readers_are_named(labels: Any, now: datetime) -> None:
    """With trust off an author's audit decides, and its first line says whose word it is."""
    report = labels.run()
    record = _audit(labels, now, report, roles=("author", "clinician")).record
    assert record.after_outcome is Outcome.PASS
    assert record.after_headline[0].startswith("Audit read by authors (")
    assert record.after_headline[0].endswith("not by clinicians: warned at best.")
    clinicians = _audit(labels, now, report).record
    assert not any("read by" in line for line in clinicians.after_headline)


def test_an_audit_fails_what_a_lenient_judge_passed(labels: Any, now: datetime) -> None:
    """The judge finds everything good, people find most of it bad: fail."""
    report = labels.run()
    assert report.verdict.outcome is Outcome.PASS
    taken = _audit(labels, now, report, lambda _row: "no")
    [probe] = taken.record.probes
    assert (probe.before_outcome, probe.after_outcome) == (Outcome.PASS, Outcome.FAIL)
    assert (taken.record.before_outcome, taken.record.after_outcome) == (
        Outcome.PASS,
        Outcome.FAIL,
    )
    assert exit_code_of(taken.record) is ExitCode.FAIL


def test_an_audit_clears_what_a_harsh_judge_failed(labels: Any, now: datetime) -> None:
    """The judge marks a third down, people find those good: what was a fail passes."""
    report = labels.run(marks_down=range(0, 60, 3))
    assert report.verdict.outcome is Outcome.FAIL
    taken = _audit(labels, now, report, n=60)
    [probe] = taken.record.probes
    assert probe.after_outcome is Outcome.PASS
    assert (probe.others.n, probe.others.good) == (20, 20)
    assert probe.estimate.point == 1.0


def test_the_report_is_not_changed_and_the_record_binds_it(labels: Any, now: datetime) -> None:
    """The record names root and digests, who read, and every answer; it reads back whole."""
    report = labels.run()
    path = labels.folder(report) / "report.json"
    before = path.read_bytes()
    taken = _audit(labels, now, report, _is(7))
    assert path.read_bytes() == before
    record = AuditRecord.model_validate_json(taken.path.read_bytes())
    assert record == taken.record
    assert taken.path == labels.folder(report) / "audit.json"
    _obeys_the_schema(taken.path)
    assert record.report.merkle_root == report.merkle_root
    assert record.report.judge_fingerprint == report.provenance.judge_fingerprint
    assert [(reader.rater, reader.role) for reader in record.readers] == [
        ("A", "clinician"),
        ("B", "clinician"),
    ]
    assert record.seed == "root"
    assert len(record.rows) == 40
    assert all(len(row.answers) == 2 for row in record.rows)


def _obeys_the_schema(path: Path) -> None:
    """Hold a record that was written to the published schema, which refuses what is none."""
    data = json.loads(path.read_bytes())
    validator = Draft202012Validator(audit_json_schema())
    validator.validate(data)
    assert not validator.is_valid({**data, "extra": 1})
    for key in data:
        assert not validator.is_valid({name: data[name] for name in data if name != key}), key


def test_disagreements_go_to_a_third_person(labels: Any, now: datetime) -> None:
    """Until then they count on both sides; then the third reading decides them."""
    report = labels.run()
    folder = labels.root / "audit"
    export_audit(labels.workspace(), None, folder, AuditWanted(n=40, support=("Kim",)), now=now)
    one = labels.read(folder / "reader-1", "A", _yes)
    odd = labels.rows(folder / "reader-2")[3]["row"]
    two = labels.read(folder / "reader-2", "B", lambda row: "no" if row["row"] == odd else "yes")
    first = import_audit(labels.workspace(), [one, two], adjudicate=True, now=now)
    [probe] = first.record.probes
    assert (probe.n_disagreed, probe.judged_good.unresolved) == (1, 1)
    assert [item.row for item in first.open_rows] == [odd]
    assert [row["row"] for row in labels.rows(folder / "adjudicator")] == [odd]
    third = labels.read(folder / "adjudicator", "C", _yes)
    with pytest.raises(UsageError, match=r"audit\.json: found the record of an earlier audit"):
        import_audit(labels.workspace(), [one, two, third], now=now)
    second = import_audit(labels.workspace(), [one, two, third], replace=True, now=now)
    kept = second.path.with_name("audit-1.json")
    assert AuditRecord.model_validate_json(kept.read_bytes()) == first.record
    assert AuditRecord.model_validate_json(second.path.read_bytes()) == second.record
    _obeys_the_schema(kept)
    _obeys_the_schema(second.path)
    import_audit(labels.workspace(), [one, two, third], replace=True, now=now)
    assert AuditRecord.model_validate_json(kept.read_bytes()) == first.record
    assert second.path.with_name("audit-2.json").is_file()
    [settled] = second.record.probes
    assert (settled.n_adjudicated, settled.judged_good.unresolved) == (1, 0)
    assert settled.estimate.interval.lower > probe.estimate.interval.lower
    assert report.provenance.run_id == second.record.report.run_id


def test_what_people_leave_out_counts_on_both_sides(labels: Any, now: datetime) -> None:
    """Opting out is free for a reader and costs the interval, on both sides."""
    report = labels.run()
    whole = _audit(labels, now, report).record.probes[0].estimate.interval
    left = {"n": 0}

    def some(row: dict[str, str]) -> str:
        return "leave_out" if row["row"][-1] in "abcdefgh" else "yes"

    open_ = _audit(labels, now, report, some).record.probes[0]
    left["n"] = open_.judged_good.unresolved
    assert left["n"] > 0
    assert open_.estimate.interval.lower < whole.lower
    assert open_.estimate.interval.upper >= whole.upper


def test_one_reader_of_two_settles_nothing(labels: Any, now: datetime) -> None:
    """Where two should read, one file alone leaves everything open."""
    labels.run()
    folder = labels.root / "audit"
    export_audit(labels.workspace(), None, folder, AuditWanted(n=20, support=("Kim",)), now=now)
    path = labels.read(folder / "reader-1", "A", _yes)
    [probe] = import_audit(labels.workspace(), [path], now=now).record.probes
    assert probe.judged_good.unresolved == probe.judged_good.drawn
    assert (probe.estimate.point, probe.after_outcome) == (None, Outcome.INCONCLUSIVE)


def test_strata_are_decided_from_their_part_of_the_draw(labels: Any, now: datetime) -> None:
    """A required stratum that few were read of stays open, and its pillar with it."""
    labels.desk.items(60, strata=dict.fromkeys(range(6), "high"))
    labels.desk.edit(
        "thresholds.toml",
        "min_score = 0.8",
        "min_score = 0.8\n[pillar.manners.stratum.high]\nmin_score = 0.8",
    )
    report = labels.run()
    [probe] = _audit(labels, now, report).record.probes
    [stratum] = probe.strata
    assert probe.after_outcome is Outcome.PASS
    assert stratum.after_outcome is Outcome.INCONCLUSIVE
    assert stratum.judged_good.n == 6
    assert 0 < stratum.judged_good.drawn <= 6


def test_trials_that_failed_are_counted(labels: Any, now: datetime) -> None:
    """Silence is in the pile of the others, unread: bad in the lower bound, good in the upper."""
    report = labels.run(silent=range(4))
    [probe] = _audit(labels, now, report, n=60).record.probes
    assert (probe.others.n, probe.others.drawn, probe.others.n_read) == (4, 4, 0)
    assert probe.others.unresolved == 4
    assert probe.estimate.interval.upper == pytest.approx(1.0, abs=1e-6)


def test_a_comparison_that_the_judge_may_not_make_lets_nothing_pass(
    labels: Any, now: datetime
) -> None:
    """Against a baseline a pass needs more than the rate: without a certificate it stays open."""
    earlier = labels.run()
    path = labels.folder(earlier) / "report.json"
    labels.desk.edit("thresholds.toml", "[suites]", f"[gate]\nbaseline = {str(path)!r}\n[suites]")
    labels.desk.edit("thresholds.toml", "min_score = 0.8", "min_score = 0.8\nmax_drop = 0.2")
    _certified(labels)
    report = labels.run()
    [probe] = _audit(labels, now, report).record.probes
    assert probe.after_outcome is Outcome.INCONCLUSIVE
    assert "says nothing about a drop" in probe.after
    [worse] = _audit(labels, now, report, lambda _row: "no").record.probes
    assert worse.after_outcome is Outcome.FAIL


def test_an_audit_of_nothing_is_the_report(labels: Any) -> None:
    """Without anything read, the verdict taken again is the one that was taken."""
    report = labels.run(marks_down=range(0, 60, 3))
    again = decide_audit(report, {})
    assert again.pillars == report.verdict.pillars
    assert again.outcome is report.verdict.outcome


def test_readers_are_blind(labels: Any, now: datetime) -> None:
    """Nothing in a reader's folder tells judged good from judged bad, not even the order."""
    report = labels.run(marks_down=range(0, 60, 3))
    folder = labels.root / "audit"
    planned, files = export_audit(
        labels.workspace(), None, folder, AuditWanted(n=30, support=("Kim",)), now=now
    )
    bad = {row.trial_id for row in report.outcomes if row.value == 0}
    sample = json.loads((folder / "sample.json").read_text())
    by_row = {item["row"]: item["id"] in bad for item in sample["items"]}
    order = [by_row[row["row"]] for row in labels.rows(folder / "reader-1")]
    assert order not in (sorted(order), sorted(order, reverse=True))
    assert sum(order) == len(planned[0].drawn.others)
    for path in files:
        data = path.read_bytes()
        assert b"SECRET-OPINION" not in data
        if path.name != "sample.json":
            assert b"manners/" not in data


# --- what cannot be audited, or was changed


def test_a_chosen_sample_is_refused(labels: Any, now: datetime) -> None:
    """Taking a bad conversation out of the sample, or changing one, is noticed."""
    labels.run()
    folder = labels.root / "audit"
    export_audit(labels.workspace(), None, folder, AuditWanted(n=20, support=("Kim",)), now=now)
    files = [
        labels.read(folder / "reader-1", "A", _yes),
        labels.read(folder / "reader-2", "B", _yes),
    ]
    path = folder / "sample.json"
    whole = json.loads(path.read_text())
    dropped = {**whole, "items": whole["items"][1:]}
    reworded = json.loads(path.read_text())
    reworded["items"][0]["turns"][1]["content"] = "I hear you, dear."
    softer = json.loads(path.read_text())
    softer["questions"][0]["yes"] = "Anything."
    softer["questions"][0]["digest"] = "sha256:softer"
    for changed, said in (
        (dropped, "other conversations than this seed draws"),
        (reworded, "not the run's"),
        (softer, "in other words than the run asked"),
        ({**whole, "seed": "mine"}, "other conversations than this seed draws"),
    ):
        path.write_text(json.dumps(changed))
        with pytest.raises(LabelsError, match=said):
            import_audit(labels.workspace(), files, now=now)


def test_a_changed_journal_is_refused(labels: Any, now: datetime) -> None:
    """People read what the report's root binds, or nothing."""
    report = labels.run()
    journal = labels.folder(report) / "journal.jsonl"
    journal.write_text(journal.read_text().replace("I hear you, 7.", "I see you, 7."))
    chain_again(journal)
    with pytest.raises(ReportFileError, match="their root is another one"):
        plan_audit(labels.workspace(), None, AuditWanted())


def test_another_report_is_refused(labels: Any, now: datetime) -> None:
    """An audit decides about the run that it was drawn from, and about no other."""
    first, second = labels.run(), labels.run()
    folder = labels.root / "audit"
    run = first.provenance.run_id
    export_audit(labels.workspace(), run, folder, AuditWanted(n=20, support=("Kim",)), now=now)
    files = [labels.read(folder / "reader-1", "A", _yes)]
    with pytest.raises(UsageError, match="not the report that the sample was drawn from"):
        import_audit(labels.workspace(), files, named=second.provenance.run_id, now=now)


def test_a_reworded_question_is_refused(labels: Any, now: datetime) -> None:
    """People must be asked what the judge was asked."""
    labels.run()
    labels.desk.edit("manners/questions.toml", "It does not.", "It never does.")
    with pytest.raises(UsageError, match="in other words than the run"):
        export_audit(
            labels.workspace(), None, labels.root / "audit", AuditWanted(support=("K",)), now=now
        )


def test_runs_that_stopped_early_are_refused(labels: Any) -> None:
    """How many were judged good then depends on when the run stopped."""
    labels.run(**{"sampling.design": "sequential"})
    with pytest.raises(UsageError, match="stopped early"):
        plan_audit(labels.workspace(), None, AuditWanted())


@pytest.mark.parametrize(
    ("probe", "said"), [("says_her", "Did you mean"), ("nothing_like_it", "holds no such probe")]
)
def test_an_unknown_probe_is_said(labels: Any, probe: str, said: str) -> None:
    """With the nearest name where there is one."""
    labels.run()
    with pytest.raises(UsageError, match=said):
        plan_audit(labels.workspace(), None, AuditWanted(probes=(f"manners.{probe}",)))


def test_gold_and_audits_are_not_mixed_up(labels: Any, now: datetime, tmp_path: Path) -> None:
    """An audit's labels make no gold by accident, nor gold an audit."""
    from mhgate.wiring.labelling import Wanted, export_labels, import_labels

    labels.run()
    audit, gold = tmp_path / "audit", tmp_path / "gold"
    export_audit(labels.workspace(), None, audit, AuditWanted(n=20, support=("Kim",)), now=now)
    wanted = Wanted(questions=("says_hear",), n=5, seed="1", support=("Kim",))
    export_labels(labels.workspace(), None, gold, wanted, now=now)
    audited = labels.read(audit / "reader-1", "A", _yes)
    labelled = labels.read(gold / "reader-1", "A", _yes)
    with pytest.raises(UsageError, match="mhgate audit import"):
        import_labels([audited], tmp_path / "gold.jsonl", now=now)
    with pytest.raises(UsageError, match="mhgate label import"):
        import_audit(labels.workspace(), [labelled], now=now)
    assert not (tmp_path / "gold.jsonl").exists()


def test_a_report_reads_back_as_it_was(labels: Any) -> None:
    """What audits rest on is the file, not what is in memory."""
    report = labels.run()
    assert read_report(labels.folder(report) / "report.json") == report


# --- what must never happen


@pytest.mark.parametrize(
    ("answer", "outcome"), [("no", Outcome.FAIL), ("yes", Outcome.PASS)], ids=["bad", "good"]
)
def test_people_confirm_or_refute_an_alarm(
    labels: Any, now: datetime, answer: str, outcome: Outcome
) -> None:
    """An alarm that the judge alone saw is open; read by people it is a fail, or none at all."""
    labels.desk.edit("manners/test_manners.py", 'expect="yes"', 'expect="yes", never=True')
    report = labels.run(marks_down=[7])
    [before] = [probe for pillar in report.verdict.pillars for probe in pillar.probes]
    assert before.outcome is Outcome.INCONCLUSIVE
    alarm = "number 7\n"
    taken = _audit(
        labels, now, report, lambda row: answer if alarm in row["conversation"] else "yes"
    )
    [probe] = taken.record.probes
    assert probe.others.drawn == 1
    assert probe.after_outcome is outcome
    assert probe.n_alarms_confirmed == (answer == "no")
    if answer == "no":
        assert "confirmed by people who read them" in probe.after
