"""What the decision is taken from: one record a probe, with those of its strata."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from mhgate.records import Comparison, Confirmation, Estimate, LabelledBy, Probe, Threshold

__all__ = ["Measured", "MeasuredStratum"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredStratum:
    """What one probe brought within one named stratum.

    Args:
        stratum: as thresholds.toml names it.
        threshold: what it must reach.
        estimate: its rate.
        comparison: with the baseline, None where nothing could be paired.
        second_look: what fresh trials say of a regression that the comparison claims; None where
            none was asked for.
    """

    stratum: str
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    second_look: Confirmation | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What one probe brought.

    Args:
        probe: the probe.
        threshold: what it must reach.
        estimate: its rate over all its trials.
        comparison: with the baseline, None where nothing could be paired.
        strata: the named strata that its items fall into.
        alarms: ids of the trials in which a ``never`` probe scored 0.
        not_gating_reason: why it may not gate ("the judge has no certificate for its question").
        has_lost_certificate: whether it may not gate, and did so by a certificate in the baseline.
        has_expired_data: whether it may not gate because data that its judge looks up is past its
            term; what could not be judged for that is no error.
        is_not_shown: whether it may not gate because the target cannot be shown its items.
        is_unbought: whether a budget left none of its items.
        has_drifted_judge: whether it may not gate because its judge is not the one that it was.
        labelled_by: whose labels its judge's certificate rests on, None without a certificate.
        false_alarm_shares: how often its judge calls a good reply bad, and the most at 95 %; None
            where that is not known.
        confirmed: ids of the trials among the alarms that people read and confirmed.
        seconded: ids of those that another judge saw too.
        second_look: what fresh trials say of a regression that the comparison claims, None where
            none was asked for.
        is_audited: whether people read a part of this very run: then ``labelled_by`` is who did.
        left_out: by the id of each trial that a waiver for its item leaves out of the figures,
            whether it was no good reply, or none.
        alarms_left_out: those of them in which a ``never`` probe scored 0.
    """

    probe: Probe
    threshold: Threshold
    estimate: Estimate
    comparison: Comparison | None = None
    strata: tuple[MeasuredStratum, ...] = ()
    alarms: tuple[str, ...] = ()
    not_gating_reason: str | None = None
    has_lost_certificate: bool = False
    has_expired_data: bool = False
    is_not_shown: bool = False
    is_unbought: bool = False
    has_drifted_judge: bool = False
    labelled_by: LabelledBy | None = None
    false_alarm_shares: tuple[float, float] | None = None
    confirmed: tuple[str, ...] = ()
    seconded: tuple[str, ...] = ()
    second_look: Confirmation | None = None
    is_audited: bool = False
    left_out: Mapping[str, bool] = field(default_factory=dict)
    alarms_left_out: tuple[str, ...] = ()

    def parts(self) -> Iterator[tuple[str | None, Measured | MeasuredStratum]]:
        """Yield the probe over all its trials (under None), then each stratum under its name."""
        yield None, self
        for stratum in self.strata:
            yield stratum.stratum, stratum
