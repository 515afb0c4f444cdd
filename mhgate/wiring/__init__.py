"""The one door of the faces: a configuration -> built and run workflows.

==================  ================================================================
``workspace``       thresholds.toml and its suites, read and checked against each other
``runs``            the folder of runs: new ones, resumed ones, the latest
``sending``         what product and judge are asked under together: a run's id, the hosts
``register``        a run's start and end -> the register; one commit's part of it, for a pack
``history``         the register -> the trend of pillars and probes, and the list of runs
``keeping``         runs that are old -> purged, unless they are held
``adopting``        folders of runs that the register does not know -> entries
``evaluation``      a workspace -> a report: target, judge, journal and gate, opened and closed
``patients``        who speaks for the user; ``playing``: a model that does, and its account
``engine``          the same in a thread with a loop of its own, for pytest and for notebooks
``planning``        a workspace -> what a run would ask, cost, and be able to decide
``calibrating``     gold and the configured judge -> certificates, and whether each may gate
``label_needs``     how many labels and hours separate each question from a certificate
``agreeing``        files of ratings -> how far judges agree with people
``labelling``       transcripts -> forms for readers, and their answers -> gold
``auditing``        a random part of a run -> readers, and their answers -> the verdict again
``sharding``        one part of a plan: what is asked of it, what its journal says
``one_run``         shards, held to being the parts of one run
``merging``         the journals of all shards -> the report of a single run
``shard_artifacts`` a shard's journal -> a file that may leave the machine
``attempts``        how often a commit and its pull request were tried, and who counts
``quoting``         what a judge quoted on the worst items -> the report, where it is asked for
``report_files``    a report -> the files that other tools read
``judging_again``   transcripts that exist -> a report; no target is asked
``repeating``       transcripts, judged several times -> what is the judge's of what varies
``shrinking``       a failing trial -> the shortest conversation that still fails
``matrix``          [matrix] -> a workspace a combination, and which were measured before
``comparing``       reports of configurations -> a leaderboard, and its files
``regressions``     what was found -> an item of a regression suite
``deciding_again``  a stored report -> its verdict under other thresholds, or verified
``paging``          what stands beside a report on its page
``packing_evidence``  a stored run -> its pack of evidence; ``signing``, ``signing_off``
``attested_elsewhere``  the claim for a tool that signs, and its bundle taken in
``signing_keys``    keys that sign, made in files; ``stamping``: when a signature was there
``verifying``       a pack of evidence -> what of it holds, offline
``waiving``         the waivers, until when each holds, and whether the last run needed it
``blessing``        a report -> the baseline's file, chained to the blessings before it
``baseline_checks`` that file, held to itself and to the suites and the judge of today
``rejudging``       the blessed run's transcripts, judged by today's judge
``suite_counts``    suites -> what they hold, in numbers, and what of it is required
``suite_checks``    suites and the hotline table -> what is wrong with what is asked
``suite_reviews``   suites -> what is to be read of them, and readers' records -> review.jsonl
``vignettes``       cohorts of simulated patients: checked, drawn, one found
==================  ================================================================

Reports are read and shown through this door too. Each name is loaded when it is first used, so
that showing a report does not load what asks a target.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.attest.key_files import find_signing_key, load_public_key
    from mhgate.baseline import BaselineChanges, MovedItem, baseline_changes
    from mhgate.calibration.defaults import DEFAULT_RESAMPLES, DEFAULT_RESEEDS, DEFAULT_SEED
    from mhgate.config import find_config
    from mhgate.config.evidence import need_of
    from mhgate.demo import VARIANTS, serve
    from mhgate.journal import read_journal
    from mhgate.report import (
        print_agreement,
        print_leaderboard,
        print_pdf,
        print_report,
        printable,
        read_report,
        render_agreement_json,
        render_history,
        render_history_json,
        render_json,
        render_junit,
        render_leaderboard_json,
        render_misses,
        render_page,
        render_sarif,
        write_bytes,
        write_plots,
        write_report,
        write_text,
    )
    from mhgate.wiring.agreeing import agreement_of_files
    from mhgate.wiring.attempts import EARLIER_ATTEMPTS, attempts_of
    from mhgate.wiring.attested_elsewhere import signer_elsewhere, write_predicate
    from mhgate.wiring.baseline_checks import CheckedBaseline, check_baseline
    from mhgate.wiring.besides import read_besides
    from mhgate.wiring.blessing import (
        BASELINE_FILE,
        Blessed,
        bless,
        migrate_baseline,
        who_blesses,
    )
    from mhgate.wiring.calibrating import Calibrated, Calibration, calibrate
    from mhgate.wiring.comparing import compare_reports, reports_in, write_board
    from mhgate.wiring.deciding_again import DecidedAgain, decide_again, verify_verdict
    from mhgate.wiring.earlier import read_baseline, read_blessed
    from mhgate.wiring.engine import Engine, run
    from mhgate.wiring.evaluation import evaluate
    from mhgate.wiring.existing import Existing
    from mhgate.wiring.judging_again import judge_again
    from mhgate.wiring.label_needs import MINUTES_PER_LABEL, LabelsMissing, labels_missing
    from mhgate.wiring.matrix import Combination, Measured, combinations_of, measured_before
    from mhgate.wiring.merging import merge_shards
    from mhgate.wiring.named_sources import columns_of, what_exists
    from mhgate.wiring.packing_evidence import (
        Packed,
        SincePack,
        pack_evidence,
        write_evidence,
    )
    from mhgate.wiring.paging import beside_run, beside_stored
    from mhgate.wiring.planning import Assumed, Forecast, Line, WhatIf, forecast
    from mhgate.wiring.probing import probe_endpoint
    from mhgate.wiring.product_folder import PRODUCT_FOLDER, TLS_FOLDER
    from mhgate.wiring.redaction import shown_kept, shown_shrinking
    from mhgate.wiring.regressions import check_regression_file, write_regression
    from mhgate.wiring.rejudging import bless_rejudged, to_rejudge
    from mhgate.wiring.repeating import RepeatedJudging, RepeatedProbe, Repeats, judge_repeatedly
    from mhgate.wiring.report_files import (
        clear_report_files,
        within_repository,
        write_report_files,
    )
    from mhgate.wiring.runs import JUDGED, LATEST, RUNS, RunFolder, find_run, runs_below
    from mhgate.wiring.sealing import unsealing
    from mhgate.wiring.shard_artifacts import write_shard_artifact
    from mhgate.wiring.shown_judging import ShownJudging
    from mhgate.wiring.shrinking import (
        Shrinking,
        ToShrink,
        shrink_trial,
        to_shrink,
    )
    from mhgate.wiring.signing import SignedPack, Signer, keyless_signer, sign_pack, signer_with_key
    from mhgate.wiring.signing_keys import make_key, shown_key
    from mhgate.wiring.signing_off import sign_off_pack
    from mhgate.wiring.stamping import by_authority, stamper_at
    from mhgate.wiring.target_opening import Given
    from mhgate.wiring.verifying import (
        Trusting,
        build_deployed,
        by_identity,
        by_keys,
        verify_pack,
    )
    from mhgate.wiring.waiving import ListedWaiver, list_waivers
    from mhgate.wiring.what_counts import refuse_missing_baseline
    from mhgate.wiring.workspace import Workspace, check_workspace, open_workspace

_HOMES = {
    "Packed": "mhgate.wiring.packing_evidence",
    "SincePack": "mhgate.wiring.packing_evidence",
    "SignedPack": "mhgate.wiring.signing",
    "Signer": "mhgate.wiring.signing",
    "Trusting": "mhgate.wiring.verifying",
    "by_identity": "mhgate.wiring.verifying",
    "by_keys": "mhgate.wiring.verifying",
    "find_signing_key": "mhgate.attest.key_files",
    "keyless_signer": "mhgate.wiring.signing",
    "load_public_key": "mhgate.attest.key_files",
    "need_of": "mhgate.config.evidence",
    "pack_evidence": "mhgate.wiring.packing_evidence",
    "sign_off_pack": "mhgate.wiring.signing_off",
    "sign_pack": "mhgate.wiring.signing",
    "signer_with_key": "mhgate.wiring.signing",
    "verify_pack": "mhgate.wiring.verifying",
    "build_deployed": "mhgate.wiring.verifying",
    "by_authority": "mhgate.wiring.stamping",
    "signer_elsewhere": "mhgate.wiring.attested_elsewhere",
    "write_predicate": "mhgate.wiring.attested_elsewhere",
    "stamper_at": "mhgate.wiring.stamping",
    "make_key": "mhgate.wiring.signing_keys",
    "shown_key": "mhgate.wiring.signing_keys",
    "write_evidence": "mhgate.wiring.packing_evidence",
    "EARLIER_ATTEMPTS": "mhgate.wiring.attempts",
    "PRODUCT_FOLDER": "mhgate.wiring.product_folder",
    "TLS_FOLDER": "mhgate.wiring.product_folder",
    "attempts_of": "mhgate.wiring.attempts",
    "BASELINE_FILE": "mhgate.wiring.blessing",
    "render_history": "mhgate.report",
    "render_history_json": "mhgate.report",
    "BaselineChanges": "mhgate.baseline",
    "Blessed": "mhgate.wiring.blessing",
    "MovedItem": "mhgate.baseline",
    "baseline_changes": "mhgate.baseline",
    "CheckedBaseline": "mhgate.wiring.baseline_checks",
    "bless": "mhgate.wiring.blessing",
    "bless_rejudged": "mhgate.wiring.rejudging",
    "check_baseline": "mhgate.wiring.baseline_checks",
    "migrate_baseline": "mhgate.wiring.blessing",
    "read_baseline": "mhgate.wiring.earlier",
    "read_besides": "mhgate.wiring.besides",
    "refuse_missing_baseline": "mhgate.wiring.what_counts",
    "read_blessed": "mhgate.wiring.earlier",
    "to_rejudge": "mhgate.wiring.rejudging",
    "who_blesses": "mhgate.wiring.blessing",
    "Existing": "mhgate.wiring.existing",
    "ShownJudging": "mhgate.wiring.shown_judging",
    "RepeatedJudging": "mhgate.wiring.repeating",
    "RepeatedProbe": "mhgate.wiring.repeating",
    "Repeats": "mhgate.wiring.repeating",
    "judge_repeatedly": "mhgate.wiring.repeating",
    "Shrinking": "mhgate.wiring.shrinking",
    "ToShrink": "mhgate.wiring.shrinking",
    "check_regression_file": "mhgate.wiring.regressions",
    "shrink_trial": "mhgate.wiring.shrinking",
    "shown_kept": "mhgate.wiring.redaction",
    "shown_shrinking": "mhgate.wiring.redaction",
    "unsealing": "mhgate.wiring.sealing",
    "to_shrink": "mhgate.wiring.shrinking",
    "write_regression": "mhgate.wiring.regressions",
    "clear_report_files": "mhgate.wiring.report_files",
    "within_repository": "mhgate.wiring.report_files",
    "write_report_files": "mhgate.wiring.report_files",
    "columns_of": "mhgate.wiring.named_sources",
    "merge_shards": "mhgate.wiring.merging",
    "write_shard_artifact": "mhgate.wiring.shard_artifacts",
    "judge_again": "mhgate.wiring.judging_again",
    "Combination": "mhgate.wiring.matrix",
    "Measured": "mhgate.wiring.matrix",
    "combinations_of": "mhgate.wiring.matrix",
    "measured_before": "mhgate.wiring.matrix",
    "compare_reports": "mhgate.wiring.comparing",
    "write_board": "mhgate.wiring.comparing",
    "print_leaderboard": "mhgate.report",
    "render_leaderboard_json": "mhgate.report",
    "printable": "mhgate.report",
    "reports_in": "mhgate.wiring.comparing",
    "what_exists": "mhgate.wiring.named_sources",
    "DecidedAgain": "mhgate.wiring.deciding_again",
    "JUDGED": "mhgate.wiring.runs",
    "LATEST": "mhgate.wiring.runs",
    "RUNS": "mhgate.wiring.runs",
    "decide_again": "mhgate.wiring.deciding_again",
    "verify_verdict": "mhgate.wiring.deciding_again",
    "write_report": "mhgate.report",
    "write_text": "mhgate.report",
    "DEFAULT_RESAMPLES": "mhgate.calibration.defaults",
    "DEFAULT_RESEEDS": "mhgate.calibration.defaults",
    "Calibrated": "mhgate.wiring.calibrating",
    "Calibration": "mhgate.wiring.calibrating",
    "calibrate": "mhgate.wiring.calibrating",
    "DEFAULT_SEED": "mhgate.calibration.defaults",
    "agreement_of_files": "mhgate.wiring.agreeing",
    "print_agreement": "mhgate.report",
    "render_agreement_json": "mhgate.report",
    "write_plots": "mhgate.report",
    "Assumed": "mhgate.wiring.planning",
    "Engine": "mhgate.wiring.engine",
    "Forecast": "mhgate.wiring.planning",
    "ListedWaiver": "mhgate.wiring.waiving",
    "list_waivers": "mhgate.wiring.waiving",
    "LabelsMissing": "mhgate.wiring.label_needs",
    "MINUTES_PER_LABEL": "mhgate.wiring.label_needs",
    "labels_missing": "mhgate.wiring.label_needs",
    "latency_of": "mhgate.wiring.budgeting.latencies",
    "Line": "mhgate.wiring.planning",
    "Given": "mhgate.wiring.target_opening",
    "VARIANTS": "mhgate.demo",
    "WhatIf": "mhgate.wiring.planning",
    "Workspace": "mhgate.wiring.workspace",
    "check_workspace": "mhgate.wiring.workspace",
    "evaluate": "mhgate.wiring.evaluation",
    "find_config": "mhgate.config",
    "RunFolder": "mhgate.wiring.runs",
    "find_run": "mhgate.wiring.runs",
    "forecast": "mhgate.wiring.planning",
    "open_workspace": "mhgate.wiring.workspace",
    "beside_run": "mhgate.wiring.paging",
    "beside_stored": "mhgate.wiring.paging",
    "print_pdf": "mhgate.report",
    "print_report": "mhgate.report",
    "render_page": "mhgate.report",
    "write_bytes": "mhgate.report",
    "probe_endpoint": "mhgate.wiring.probing",
    "read_journal": "mhgate.journal",
    "read_report": "mhgate.report",
    "render_json": "mhgate.report",
    "render_junit": "mhgate.report",
    "render_sarif": "mhgate.report",
    "render_misses": "mhgate.report",
    "run": "mhgate.wiring.engine",
    "runs_below": "mhgate.wiring.runs",
    "serve": "mhgate.demo",
}

__all__ = [
    "BASELINE_FILE",
    "DEFAULT_RESAMPLES",
    "DEFAULT_RESEEDS",
    "DEFAULT_SEED",
    "EARLIER_ATTEMPTS",
    "JUDGED",
    "LATEST",
    "MINUTES_PER_LABEL",
    "PRODUCT_FOLDER",
    "RUNS",
    "TLS_FOLDER",
    "VARIANTS",
    "Assumed",
    "BaselineChanges",
    "Blessed",
    "Calibrated",
    "Calibration",
    "CheckedBaseline",
    "Combination",
    "DecidedAgain",
    "Engine",
    "Existing",
    "Forecast",
    "Given",
    "LabelsMissing",
    "Line",
    "ListedWaiver",
    "Measured",
    "MovedItem",
    "Packed",
    "RepeatedJudging",
    "RepeatedProbe",
    "Repeats",
    "RunFolder",
    "ShownJudging",
    "Shrinking",
    "SignedPack",
    "Signer",
    "SincePack",
    "ToShrink",
    "Trusting",
    "WhatIf",
    "Workspace",
    "agreement_of_files",
    "attempts_of",
    "baseline_changes",
    "beside_run",
    "beside_stored",
    "bless",
    "bless_rejudged",
    "build_deployed",
    "by_authority",
    "by_identity",
    "by_keys",
    "calibrate",
    "check_baseline",
    "check_regression_file",
    "check_workspace",
    "clear_report_files",
    "columns_of",
    "combinations_of",
    "compare_reports",
    "decide_again",
    "evaluate",
    "find_config",
    "find_run",
    "find_signing_key",
    "forecast",
    "judge_again",
    "judge_repeatedly",
    "keyless_signer",
    "labels_missing",
    "latency_of",
    "list_waivers",
    "load_public_key",
    "make_key",
    "measured_before",
    "merge_shards",
    "migrate_baseline",
    "need_of",
    "open_workspace",
    "pack_evidence",
    "print_agreement",
    "print_leaderboard",
    "print_pdf",
    "print_report",
    "printable",
    "probe_endpoint",
    "read_baseline",
    "read_besides",
    "read_blessed",
    "read_journal",
    "read_report",
    "refuse_missing_baseline",
    "render_agreement_json",
    "render_history",
    "render_history_json",
    "render_json",
    "render_junit",
    "render_leaderboard_json",
    "render_misses",
    "render_page",
    "render_sarif",
    "reports_in",
    "run",
    "runs_below",
    "serve",
    "shown_kept",
    "shown_key",
    "shown_shrinking",
    "shrink_trial",
    "sign_off_pack",
    "sign_pack",
    "signer_elsewhere",
    "signer_with_key",
    "stamper_at",
    "to_rejudge",
    "to_shrink",
    "unsealing",
    "verify_pack",
    "verify_verdict",
    "what_exists",
    "who_blesses",
    "within_repository",
    "write_board",
    "write_bytes",
    "write_evidence",
    "write_plots",
    "write_predicate",
    "write_regression",
    "write_report",
    "write_report_files",
    "write_shard_artifact",
    "write_text",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'mhgate.wiring' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
