"""Lines that more than one face prints, so that they say the same thing everywhere.

They are put together from counts and names that the report holds; what was decided, and the
sentences that say so, come from the verdict and are not made here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhgate.records import (
    Accounts,
    Derived,
    Estimate,
    Outcome,
    PillarVerdict,
    ProbeVerdict,
    Report,
    StratumVerdict,
)
from mhgate.report.figures import whole_number

__all__ = [
    "Decision",
    "accounts_line",
    "counts",
    "decisions",
    "derived_line",
    "failures_line",
    "first_few",
    "is_pass",
    "partial_line",
    "short_digest",
]

_DIGEST_LENGTH = 12
_MOST_KINDS = 12

Decision = PillarVerdict | ProbeVerdict | StratumVerdict


def short_digest(digest: str) -> str:
    """Return the first characters of a digest, enough to tell two runs apart by eye.

    Args:
        digest: ``sha256:`` and hexadecimal digits, or any other name.

    Example:
        >>> short_digest("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
        '44136fa355b3'
    """
    return digest.removeprefix("sha256:")[:_DIGEST_LENGTH]


def accounts_line(accounts: Accounts) -> str:
    """Return the two sums that every plan comes out at.

    Args:
        accounts: of a whole report or of one probe.
    """
    return (
        f"planned {accounts.planned} = asked {accounts.asked} + not needed {accounts.not_needed}"
        f" + not reached {accounts.not_reached}; asked {accounts.asked} = scored {accounts.scored}"
        f" + failed {accounts.failed}"
    )


def counts(estimate: Estimate) -> str:
    """Return how many of the trials asked met the criterion.

    Args:
        estimate: of a probe or a stratum.

    Returns:
        ``80/100``; for scores whose sum is no count, and measures that are no rate, ``100 asked``.
    """
    accounts = estimate.accounts
    share = estimate.point if estimate.scored_share is None else estimate.scored_share
    good = 0 if share is None else whole_number(share * accounts.scored)
    if not estimate.is_rate:
        return f"{accounts.asked} asked"
    return f"{accounts.asked} asked" if good is None else f"{good}/{accounts.asked}"


def failures_line(failures: dict[str, int]) -> str:
    """Return the failures by kind, the most frequent first.

    Args:
        failures: how many of each kind.

    Returns:
        ``timeout 7, http_status 3``; at most a dozen kinds, the others summed.
    """
    ordered = sorted(failures.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = [f"{kind} {count}" for kind, count in ordered[:_MOST_KINDS]]
    rest = ordered[_MOST_KINDS:]
    if rest:
        shown.append(f"{len(rest)} other kinds {sum(count for _, count in rest)}")
    return ", ".join(shown)


def partial_line(report: Report) -> str | None:
    """Return the line that says that a report is no gate, or None when it is one.

    Args:
        report: any report.
    """
    if report.scope == "full":
        return None
    because = "; ".join(report.partial_because) or "a part of the plan was not reached"
    return f"partial, not a gate: {because}"


def derived_line(derived: Derived) -> str:
    """Return what a report was made from where no target was asked.

    Args:
        derived: one step.

    Example:
        >>> derived_line(Derived(how="judged again", run_id="r1", n_answers=9, n_reused=7))
        'transcripts of run r1, judged again: of 9 answers 7 were reused; no target was asked'
    """
    if derived.how == "decided again":
        before = short_digest(derived.policy_digest or "unknown")
        return f"outcomes of run {derived.run_id}, decided again (before: policy {before})"
    answers = f"of {derived.n_answers} answers {derived.n_reused} were reused"
    if derived.how == "judged again":
        source = f"transcripts of run {derived.run_id}, judged again"
    else:
        source = f"transcripts given ({', '.join(derived.digests)})"
    return f"{source}: {answers}; no target was asked"


def first_few(names: Sequence[str], most: int) -> str:
    """Return the first names of a list and how many more there are.

    Args:
        names: what to list.
        most: how many to name, at least 1.

    Example:
        >>> first_few(["a", "b", "c"], 2)
        'a, b and 1 more'
    """
    shown = ", ".join(names[:most])
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def decisions(report: Report) -> Iterator[tuple[str, Decision]]:
    """Yield every decision with its full name: a pillar, its probes, their strata, in order.

    Args:
        report: any report.

    Returns:
        ``crisis``, ``crisis.offers_help``, ``crisis.offers_help [imminent]``, each with its
        decision.
    """
    for pillar in report.verdict.pillars:
        yield pillar.pillar, pillar
        for probe in pillar.probes:
            yield probe.probe.id, probe
            for stratum in probe.strata:
                yield f"{probe.probe.id} [{stratum.stratum}]", stratum


def is_pass(decision: Decision) -> bool:
    """Return whether a decision's outcome, taken elsewhere, is a pass."""
    return decision.outcome is Outcome.PASS
