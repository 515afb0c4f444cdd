"""Every noun of mhgate, as frozen records: what one room hands to the next.

=================  ==============================================================
``agreement``      how far judges agree with people on graded attributes
``asked``          items, questions, probes, trials
``item_refs``      references to items by the hundred thousand, in a hundred bytes each
``item_ids``       their ids, as a set, and where each stands
``came_back``      turns, transcripts, failures, answers, votes, scores
``given``          transcripts that were given, and which items they answer
``imported``       what became of a file that was made into a suite
``vignette``       who a simulated patient is, and what is told when
``rubrics``        questions about a whole conversation, in cells and dimensions
``question_flows`` questions of which each answer names the next
``worth``          intervals, accounts, estimates, comparisons
``rated``          what people and judges said about replies, and what was left out
``labelled``       transcripts that people labelled, against which a judge is held
``trusted``        certificates of a judge's agreement with people, and what they must show
``drift``          known labels, to which a judge is held in every run
``waivers``        exceptions from a policy, and what each did
``decided``        thresholds, profiles, outcomes, verdicts
``playing``        how a model played the patients of a run
``attempts``       how often a commit and a pull request were tried, and who counts
``first_attempts`` what first attempts came to, apart from what came in the end
``second_looks``   a regression, looked at again on fresh seeds before it is red
``outcomes``       what one probe saw on one trial
``outcomes_kept``  outcomes by the hundred thousand, in some seventy bytes each
``outcome_rows``   these as a sequence, and what reads any such sequence sparingly
``kept``           provenance, conditions, the report
``overrides``      what of a configuration did not come from its file
``baselines``      what a blessed run made of each item, and who blessed it
``registered``     what the register of runs keeps of each, and the points of a trend
=================  ==============================================================

Nothing here computes a statistic or takes a decision; what a record promises (a score lies in
[0, 1], the accounts add up) is checked at its birth.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.records.agreement import (
        AGREEMENT_SCHEMA_VERSION,
        AgreementReport,
        Bias,
        Bounds,
        Category,
        Coefficient,
        HumanAgreement,
        JudgeAgreement,
        ReplyLevel,
        SourceLevel,
        SourceMeans,
        Spot,
    )
    from mhgate.records.asked import (
        Example,
        Item,
        ItemRef,
        Measure,
        Perturbation,
        Probe,
        Question,
        Statistic,
        Tier,
        Trial,
        strip_test_prefix,
    )
    from mhgate.records.attempts import Attempts
    from mhgate.records.budget import AllocatedFile, Budget, BudgetedPillar, BudgetedProbe, Pace
    from mhgate.records.came_back import (
        Answer,
        AnswerValue,
        CellAnswer,
        Failure,
        Quote,
        Reading,
        Score,
        Stage,
        Transcript,
        Turn,
        Vote,
    )
    from mhgate.records.decided import (
        FailOn,
        Outcome,
        PillarVerdict,
        ProbeVerdict,
        Profile,
        Regression,
        StratumVerdict,
        Threshold,
        Verdict,
    )
    from mhgate.records.drift import DRIFT_FLOOR, DRIFT_LEVEL, Drift, DriftAnswer, DriftCase
    from mhgate.records.first_attempts import FirstAttempts, ProbeAtFirst
    from mhgate.records.given import GivenTranscript, TranscriptSet
    from mhgate.records.imported import (
        IMPORT_SCHEMA_VERSION,
        ImportAccount,
        ImportedFile,
        SuiteImport,
    )
    from mhgate.records.kept import (
        REPORT_SCHEMA_VERSION,
        Conditions,
        Derived,
        Judging,
        LiveBase,
        Provenance,
        Quoted,
        Report,
        Savings,
        SecondLook,
    )
    from mhgate.records.labelled import GoldLabel, GoldTranscript, LabelAnswer, RaterRole
    from mhgate.records.outcomes import CellOutcome, ItemOutcome
    from mhgate.records.overrides import Override
    from mhgate.records.playing import Playing
    from mhgate.records.question_flows import (
        RATINGS,
        FlowOption,
        FlowQuestion,
        FlowSeverity,
        QuestionFlow,
        Rated,
        Rating,
        Terminal,
        tier_of,
    )
    from mhgate.records.rated import (
        Account,
        Attribute,
        Dimension,
        LabelledBy,
        LeftOut,
        Noticed,
        Rater,
        RatingColumn,
        RatingSet,
        Reply,
    )
    from mhgate.records.record import Record
    from mhgate.records.rubrics import (
        Cell,
        CellKept,
        Mark,
        Rubric,
        RubricDimension,
        RubricKept,
    )
    from mhgate.records.second_looks import Confirm, Confirmation
    from mhgate.records.trusted import (
        Against,
        Agreed,
        Agreement,
        Ceiling,
        Certificate,
        GoldRater,
        Graded,
        Limits,
        Requirement,
        Split,
    )
    from mhgate.records.vignette import (
        DOMAINS,
        SEVERITIES,
        Domain,
        DomainRisk,
        Severity,
        Vignette,
    )
    from mhgate.records.waivers import MOST_WAIVED_DAYS, Waiver, Waivers, WaiverUse
    from mhgate.records.worth import (
        COURSE,
        Accounts,
        Comparison,
        Design,
        Estimate,
        Figure,
        Interval,
        Process,
    )

_NAMES = {
    "agreement": (
        "AGREEMENT_SCHEMA_VERSION AgreementReport Bias Bounds Category Coefficient "
        "HumanAgreement JudgeAgreement ReplyLevel SourceLevel SourceMeans Spot"
    ),
    "asked": (
        "Example Item ItemRef Measure Perturbation Probe Question Statistic Tier Trial "
        "strip_test_prefix"
    ),
    "attempts": "Attempts",
    "budget": "AllocatedFile Budget BudgetedPillar BudgetedProbe Pace",
    "came_back": (
        "Answer AnswerValue CellAnswer Failure Quote Reading Score Stage Transcript Turn Vote"
    ),
    "decided": (
        "FailOn Outcome PillarVerdict ProbeVerdict Profile Regression StratumVerdict "
        "Threshold Verdict"
    ),
    "drift": "DRIFT_FLOOR DRIFT_LEVEL Drift DriftAnswer DriftCase",
    "first_attempts": "FirstAttempts ProbeAtFirst",
    "given": "GivenTranscript TranscriptSet",
    "imported": "IMPORT_SCHEMA_VERSION ImportAccount ImportedFile SuiteImport",
    "overrides": "Override",
    "kept": (
        "REPORT_SCHEMA_VERSION Conditions Derived Judging LiveBase Provenance "
        "Quoted Report Savings SecondLook"
    ),
    "labelled": "GoldLabel GoldTranscript LabelAnswer RaterRole",
    "outcomes": "CellOutcome ItemOutcome",
    "playing": "Playing",
    "question_flows": (
        "RATINGS FlowOption FlowQuestion FlowSeverity QuestionFlow Rated Rating Terminal tier_of"
    ),
    "rated": (
        "Account Attribute Dimension LabelledBy LeftOut Noticed Rater RatingColumn RatingSet Reply"
    ),
    "record": "Record",
    "rubrics": "Cell CellKept Mark Rubric RubricDimension RubricKept",
    "second_looks": "Confirm Confirmation",
    "trusted": (
        "Against Agreed Agreement Ceiling Certificate GoldRater Graded Limits Requirement Split"
    ),
    "vignette": "DOMAINS SEVERITIES Domain DomainRisk Severity Vignette",
    "waivers": "MOST_WAIVED_DAYS Waiver Waivers WaiverUse",
    "worth": "COURSE Accounts Comparison Design Estimate Figure Interval Process",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}
"""Where each is: a run loads the nouns that it speaks, and no others."""

__all__ = [
    "AGREEMENT_SCHEMA_VERSION",
    "COURSE",
    "DOMAINS",
    "DRIFT_FLOOR",
    "DRIFT_LEVEL",
    "IMPORT_SCHEMA_VERSION",
    "MOST_WAIVED_DAYS",
    "RATINGS",
    "REPORT_SCHEMA_VERSION",
    "SEVERITIES",
    "Account",
    "Accounts",
    "Against",
    "Agreed",
    "Agreement",
    "AgreementReport",
    "AllocatedFile",
    "Answer",
    "AnswerValue",
    "Attempts",
    "Attribute",
    "Bias",
    "Bounds",
    "Budget",
    "BudgetedPillar",
    "BudgetedProbe",
    "Category",
    "Ceiling",
    "Cell",
    "CellAnswer",
    "CellKept",
    "CellOutcome",
    "Certificate",
    "Coefficient",
    "Comparison",
    "Conditions",
    "Confirm",
    "Confirmation",
    "Derived",
    "Design",
    "Dimension",
    "Domain",
    "DomainRisk",
    "Drift",
    "DriftAnswer",
    "DriftCase",
    "Estimate",
    "Example",
    "FailOn",
    "Failure",
    "Figure",
    "FirstAttempts",
    "FlowOption",
    "FlowQuestion",
    "FlowSeverity",
    "GivenTranscript",
    "GoldLabel",
    "GoldRater",
    "GoldTranscript",
    "Graded",
    "HumanAgreement",
    "ImportAccount",
    "ImportedFile",
    "Interval",
    "Item",
    "ItemOutcome",
    "ItemRef",
    "JudgeAgreement",
    "Judging",
    "LabelAnswer",
    "LabelledBy",
    "LeftOut",
    "Limits",
    "LiveBase",
    "Mark",
    "Measure",
    "Noticed",
    "Outcome",
    "Override",
    "Pace",
    "Perturbation",
    "PillarVerdict",
    "Playing",
    "Probe",
    "ProbeAtFirst",
    "ProbeVerdict",
    "Process",
    "Profile",
    "Provenance",
    "Question",
    "QuestionFlow",
    "Quote",
    "Quoted",
    "Rated",
    "Rater",
    "RaterRole",
    "Rating",
    "RatingColumn",
    "RatingSet",
    "Reading",
    "Record",
    "Regression",
    "Reply",
    "ReplyLevel",
    "Report",
    "Requirement",
    "Rubric",
    "RubricDimension",
    "RubricKept",
    "Savings",
    "Score",
    "SecondLook",
    "Severity",
    "SourceLevel",
    "SourceMeans",
    "Split",
    "Spot",
    "Stage",
    "Statistic",
    "StratumVerdict",
    "SuiteImport",
    "Terminal",
    "Threshold",
    "Tier",
    "Transcript",
    "TranscriptSet",
    "Trial",
    "Turn",
    "Verdict",
    "Vignette",
    "Vote",
    "Waiver",
    "WaiverUse",
    "Waivers",
    "strip_test_prefix",
    "tier_of",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        msg = f"module 'mhgate.records' has no attribute {name!r}"
        raise AttributeError(msg)
    found = globals()[name] = getattr(import_module(f"mhgate.records.{_HOMES[name]}"), name)
    return found


def __dir__() -> list[str]:
    return sorted(__all__)
