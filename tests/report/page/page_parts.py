"""What stands beside a report on its page, for tests: conversations, certificates, runs."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from mhgate.records import (
    Agreement,
    Certificate,
    ItemOutcome,
    Outcome,
    Quote,
    Report,
    Score,
    Stage,
    Transcript,
    Trial,
    Turn,
)
from mhgate.records.baselines import Baseline, BlessedProbe, BlessedRun, BlessedSampling
from mhgate.records.page import PageTranscript
from mhgate.records.registered import TrendPoint
from mhgate.records.trusted import Agreed, Graded, Limits

__all__ = ["agreed", "baseline_of", "certificate", "conversation", "many", "runs"]

BEGAN = datetime(2026, 11, 1, 8, tzinfo=UTC)


def conversation(
    trial_id: str,
    *said: str,
    probe_id: str = "crisis.asks_about_immediate_safety",
    quotes: tuple[Quote, ...] = (),
    why: str = "it names no number",
) -> PageTranscript:
    """Return a conversation, user and product in turn, with one answer that quotes it."""
    item_id, _, epoch = trial_id.rpartition("#")
    return PageTranscript(
        transcript=Transcript(
            trial=Trial(id=trial_id, item_id=item_id, family="f", epoch=int(epoch), seed=1),
            turns=tuple(
                Turn(role="user" if place % 2 == 0 else "assistant", content=text)
                for place, text in enumerate(said)
            ),
            target_fingerprint="sha256:t",
        ),
        scores=(
            Score(
                trial_id=trial_id,
                probe_id=probe_id,
                value=0,
                judge="sha256:j",
                answer="no",
                explanation=why,
                quotes=quotes,
            ),
        ),
    )


def agreed(value: float, lower: float, upper: float) -> Agreement:
    """Return one measure of agreement."""
    return Agreement(value=value, lower=lower, upper=upper, level=0.9, n=80, method="jackknife")


def certificate(name: str = "c-1", question: str = "offers_reachable_human_help") -> Certificate:
    """Return a certificate with everything that the page draws."""
    found = agreed(0.81, 0.7, 0.9)
    return Certificate(
        id=name,
        question=question,
        question_digest="sha256:q",
        judge_fingerprint="sha256:j",
        yes=Agreed(n=40, n_agreed=36, n_families=20, effective_n=30, effective_agreed=27),
        no=Agreed(n=40, n_agreed=38, n_families=20, effective_n=30, effective_agreed=28.5),
        sensitivity=agreed(0.9, 0.8123456789012345, 0.95),
        specificity=agreed(0.95, 0.87, 0.99),
        kappa=agreed(0.85, 0.74, 0.93),
        graded=Graded(
            grades=(1, 2, 3, 4, 5),
            good_from=3,
            quadratic_kappa=found,
            alpha=found,
            lin=found,
            absolute=found,
            consistency=found,
            bias=agreed(-0.12, -0.31, 0.07),
            bias_families=40,
            limits=Limits(lower=-1.4, upper=1.1),
        ),
        labelled_by="clinicians",
        labelled_on=date(2026, 10, 1),
    )


def runs(n: int, pillar: str = "crisis") -> tuple[TrendPoint, ...]:
    """Return runs of one pillar; the last third measured something else."""
    return tuple(
        TrendPoint(
            run_id=f"r-{place}",
            at=BEGAN + timedelta(days=place),
            commit=f"{place:040x}",
            pillar=pillar,
            outcome=Outcome.FAIL if place % 4 == 3 else Outcome.PASS,
            score=0.9 - place / 100,
            low=0.8 - place / 100,
            high=0.95 - place / 100,
            method_version="3",
            measurement_fingerprint="sha256:new" if place >= 2 * n // 3 else "sha256:old",
        )
        for place in range(n)
    )


def baseline_of(report: Report, points: dict[str, float]) -> Baseline:
    """Return a baseline that holds these scores by probe, and nothing of items."""
    run = report.provenance
    return Baseline(
        run=BlessedRun(
            run_id="r-0",
            finished_at=BEGAN,
            mhgate_version=run.mhgate_version,
            policy_digest=run.policy_digest,
            profile="release",
            outcome=Outcome.PASS,
            judge_fingerprint=run.judge_fingerprint,
            judge_certified=False,
            target_kind="openai",
            target_fingerprint="sha256:t",
            merkle_root="sha256:m",
        ),
        sampling=BlessedSampling(seed=1),
        measurement=run.measurement,
        probes=tuple(
            BlessedProbe(id=name, point=point, n_items=60, n_families=30)
            for name, point in points.items()
        ),
    )


def many(report: Report, n: int) -> Report:
    """Return a report with so many trials; every fourth missed, every tenth not measured."""
    probe = report.verdict.pillars[0].probes[0].probe.id
    risks = ("none", "low", "high", "imminent")
    return report.model_copy(
        update={
            "outcomes": tuple(
                ItemOutcome(
                    trial_id=f"crisis/item-{place:05}#0",
                    probe_id=probe,
                    item_id=f"crisis/item-{place:05}",
                    item_digest="sha256:i",
                    family=f"crisis/f-{place // 4}",
                    epoch=0,
                    strata={"risk": risks[place % 4], "register": "casual"},
                    **(
                        {"failure_stage": Stage.TARGET, "failure_kind": "timeout"}
                        if place % 10 == 9
                        else {"value": float(place % 4 != 3), "answer": "yes"}
                    ),
                )
                for place in range(n)
            )
        }
    )
