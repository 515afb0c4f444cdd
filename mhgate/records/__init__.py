"""Every noun of mhgate, as frozen records: what one room hands to the next.

=============  ==============================================================
``asked``      items, questions, probes, trials
``came_back``  turns, transcripts, failures, answers, scores
``worth``      intervals, accounts, estimates, comparisons
``trusted``    certificates of a judge's agreement with people
``decided``    thresholds, profiles, outcomes, verdicts
``kept``       outcomes by item, provenance, the report
=============  ==============================================================

Nothing here computes a statistic or takes a decision; what a record promises (a score lies in
[0, 1], the accounts add up) is checked at its birth.
"""

from __future__ import annotations

from mhgate.records.asked import Example, Item, ItemRef, Probe, Question, Trial, strip_test_prefix
from mhgate.records.came_back import (
    Answer,
    AnswerValue,
    Failure,
    Quote,
    Score,
    Stage,
    Transcript,
    Turn,
)
from mhgate.records.decided import (
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Profile,
    Regression,
    StratumVerdict,
    Threshold,
    Verdict,
)
from mhgate.records.kept import (
    REPORT_SCHEMA_VERSION,
    ItemOutcome,
    Override,
    Provenance,
    Report,
    Savings,
)
from mhgate.records.record import Record
from mhgate.records.trusted import Agreed, Certificate
from mhgate.records.worth import Accounts, Comparison, Design, Estimate, Interval, Process

__all__ = [
    "REPORT_SCHEMA_VERSION",
    "Accounts",
    "Agreed",
    "Answer",
    "AnswerValue",
    "Certificate",
    "Comparison",
    "Design",
    "Estimate",
    "Example",
    "Failure",
    "Interval",
    "Item",
    "ItemOutcome",
    "ItemRef",
    "Outcome",
    "Override",
    "PillarVerdict",
    "Probe",
    "ProbeVerdict",
    "Process",
    "Profile",
    "Provenance",
    "Question",
    "Quote",
    "Record",
    "Regression",
    "Report",
    "Savings",
    "Score",
    "Stage",
    "StratumVerdict",
    "Threshold",
    "Transcript",
    "Trial",
    "Turn",
    "Verdict",
    "strip_test_prefix",
]
