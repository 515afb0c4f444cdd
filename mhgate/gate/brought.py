"""All that a probe brought: its figures, with what its outcomes and certificate add to them."""

from __future__ import annotations

from collections.abc import Sequence

from mhgate.estimate import false_alarm_shares
from mhgate.records import (
    Certificate,
    Comparison,
    Confirmation,
    Estimate,
    ItemOutcome,
    Probe,
    Threshold,
)
from mhgate.verdict import Measured, MeasuredStratum

__all__ = ["brought"]


def brought(
    probe: Probe,
    rows: Sequence[ItemOutcome],
    *,
    threshold: Threshold,
    estimate: Estimate,
    comparison: Comparison | None,
    strata: Sequence[MeasuredStratum],
    certificate: Certificate | None,
    why_not: str | None,
    is_lost: bool,
    has_expired_data: bool,
    is_not_shown: bool,
    is_unbought: bool = False,
    left_out: Sequence[ItemOutcome] = (),
    second_look: Confirmation | None = None,
) -> Measured:
    """Return all that a probe brought, with what its outcomes and its certificate add to a rate.

    Args:
        probe: the probe.
        rows: its outcomes.
        threshold: what it must reach.
        estimate: its rate.
        comparison: with the baseline, None where nothing could be paired.
        strata: what it brought within each named stratum.
        certificate: of its judge, None where none corrects its error.
        why_not: why it may not gate, None where it may.
        is_lost: whether it did gate by a certificate in the baseline.
        has_expired_data: whether it may not because data is past its term.
        is_not_shown: whether it may not because the target cannot be shown its items.
        is_unbought: whether a budget left none of its items.
        left_out: the outcomes that waivers for their items leave out; not among the others.
        second_look: what fresh trials say of a claimed regression, over all its trials.
    """
    alarms = [row for row in rows if row.value == 0] if probe.never else []
    seconded = (row.trial_id for row in alarms if row.confirmed_by not in {None, row.judge})
    waived = (row.trial_id for row in left_out if probe.never and row.value == 0)
    return Measured(
        probe=probe,
        threshold=threshold,
        estimate=estimate,
        comparison=comparison,
        strata=tuple(strata),
        alarms=tuple(sorted(row.trial_id for row in alarms)),
        seconded=tuple(sorted(seconded)),
        second_look=second_look,
        not_gating_reason=why_not,
        has_lost_certificate=is_lost,
        has_expired_data=has_expired_data,
        is_not_shown=is_not_shown,
        is_unbought=is_unbought,
        labelled_by=None if certificate is None else certificate.labelled_by,
        false_alarm_shares=None
        if certificate is None
        else false_alarm_shares(certificate, probe.expect or "yes"),
        left_out={row.trial_id: row.value is None or row.value < 1 for row in left_out},
        alarms_left_out=tuple(sorted(waived)),
    )
