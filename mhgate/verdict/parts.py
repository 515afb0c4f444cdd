"""One probe, or one stratum of it: its outcome, and the sentence with the numbers that say why."""

from __future__ import annotations

from dataclasses import dataclass

from mhgate.records import Comparison, Confirmation, Outcome, Regression
from mhgate.verdict.claims import Claims
from mhgate.verdict.looking_again import looked_again
from mhgate.verdict.measured import Measured, MeasuredStratum
from mhgate.verdict.spelling import counted, percent, spelled

__all__ = ["Decision", "decide_part"]

_SMALLEST_SHOWN = 0.001
POWER = 0.8


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about one probe or stratum."""

    outcome: Outcome
    sentence: str
    regression: Regression | None
    second_look: Confirmation | None = None


def decide_part(
    measured: Measured, stratum: str | None, *, claims: Claims, non_inferiority: bool
) -> Decision:
    """Decide one probe over all its trials, or within one stratum; alarms come later.

    Args:
        measured: what the probe brought.
        stratum: the stratum's name, or None for all trials.
        claims: every claim that could be made in this run.
        non_inferiority: whether a pass must also be shown against the baseline.

    Returns:
        The outcome, the sentence, and what the comparison shows.
    """
    part = _Part(measured, stratum, claims)
    outcome, grounds = part.decided(non_inferiority=non_inferiority)
    ending = "not decided" if outcome is Outcome.INCONCLUSIVE else outcome.value
    if not part.threshold.required:
        ending += " (not required)"
    elif outcome is Outcome.INCONCLUSIVE:
        ending += part.remedy()
    sentence = f"{'; '.join(grounds)}: {ending}."
    return Decision(outcome, sentence, part.regression, part.second_look)


class _Part:
    """The comparisons, each made once, and the words for each."""

    def __init__(self, measured: Measured, stratum: str | None, claims: Claims) -> None:
        self.part: Measured | MeasuredStratum = dict(measured.parts())[stratum]
        self.threshold, self.estimate = self.part.threshold, self.part.estimate
        self.why_not = measured.not_gating_reason
        self.has_lost_certificate = measured.has_lost_certificate
        self.has_expired_data = measured.has_expired_data
        self.is_not_shown = measured.is_not_shown
        self.is_unbought = measured.is_unbought
        self.name = measured.probe.name + ("" if stratum is None else f" [{stratum}]")
        self.n_claims = claims.count
        self.p_fail = claims.adjusted(measured.probe.id, stratum, "fail")
        self.p_regressed = claims.adjusted(measured.probe.id, stratum, "regressed")
        self.alpha = self.threshold.alpha
        self.level = percent(1 - self.alpha)
        self.regression = self._regression()
        self.second_look = self.part.second_look if self.is_claimed else None

    # --- what is so

    @property
    def is_below(self) -> bool:
        return self.estimate.interval.upper < self.threshold.min_score

    @property
    def is_failed(self) -> bool:
        return self.is_below and (self.p_fail is None or self.p_fail <= self.alpha)

    @property
    def compared(self) -> Comparison | None:
        return None if self.threshold.max_drop is None else self.part.comparison

    def _regression(self) -> Regression | None:
        compared, margin = self.compared, self.threshold.max_drop
        if compared is None or margin is None:
            return None
        if compared.interval.lower > -margin:
            return Regression.NON_INFERIOR
        is_claimed = self.p_regressed is None or self.p_regressed <= self.alpha
        if compared.interval.upper < 0 and is_claimed:
            is_severe = compared.interval.upper < -margin
            return Regression.SEVERE if is_severe else Regression.REGRESSED
        return Regression.INCONCLUSIVE

    @property
    def is_claimed(self) -> bool:
        """Whether the first look claims a regression."""
        return self.regression in {Regression.REGRESSED, Regression.SEVERE}

    @property
    def is_blamed(self) -> bool:
        """Whether a regression is red: it is claimed, and a second look did not leave it open."""
        look = self.second_look
        return self.is_claimed and (look is None or look.is_red)

    @property
    def is_base_unmeasurable(self) -> bool:
        """Whether too much failed at the target that was played beside to compare with it."""
        compared = self.compared
        if compared is None or not compared.against or not compared.n_pairs:
            return False
        return compared.n_failed_there / compared.n_pairs > self.threshold.max_failed

    @property
    def is_unmeasurable(self) -> bool:
        accounts = self.estimate.accounts
        return accounts.scored == 0 or accounts.failed / accounts.asked > self.threshold.max_failed

    @property
    def hides_a_drop(self) -> bool:
        """Whether a drop is visible, or could be but for failures: that is never worded a pass."""
        compared = self.compared
        return (
            compared is not None
            and self.regression is Regression.INCONCLUSIVE
            and (compared.interval.upper < 0 or compared.n_failed > 0)
        )

    def decided(self, *, non_inferiority: bool) -> tuple[Outcome, list[str]]:
        """Return the outcome and its grounds, by the first rule that applies."""
        accounts = self.estimate.accounts
        if accounts.asked == 0:
            why = self.why_not if self.is_not_shown and not accounts.planned else None
            if self.is_unbought and not accounts.planned:
                why = why or "the budget left out all of its items"
            return Outcome.INCONCLUSIVE, [f"{self.name}: {why or 'no trial was asked'}"]
        if self.why_not is not None:
            lost = ", and in the baseline it had one" if self.has_lost_certificate else ""
            is_dead = self.is_unmeasurable and not self.has_expired_data
            is_error = is_dead or self.has_lost_certificate
            outcome = Outcome.ERROR if is_error else Outcome.INCONCLUSIVE
            return outcome, [f"{self._rate('lower')} may not gate, {self.why_not}{lost}"]
        grounds = [self._against_threshold(), *self._against_baseline()]
        if self.is_failed or self.is_blamed:
            return Outcome.FAIL, grounds
        if self.is_unmeasurable or self.is_base_unmeasurable:
            why = self._unmeasurable() if self.is_unmeasurable else self._uncomparable()
            return Outcome.ERROR, [why]
        hindrances = self._hindrances()
        is_shown = not self.is_claimed and (
            self.regression is not Regression.INCONCLUSIVE
            or not (non_inferiority or self.hides_a_drop)
        )
        if non_inferiority and self.threshold.max_drop is not None and self.compared is None:
            hindrances.append("no item has a counterpart in the baseline")
        reaches = self.estimate.interval.lower >= self.threshold.min_score
        if hindrances or not reaches or not is_shown:
            return Outcome.INCONCLUSIVE, grounds + hindrances
        return Outcome.PASS, grounds

    def _hindrances(self) -> list[str]:
        """Return what forbids a pass whatever the bounds."""
        estimate, threshold = self.estimate, self.threshold
        found = [
            f"{counted(count, noun, plural)}, where thresholds.toml asks for {least}"
            for count, least, noun, plural in (
                (estimate.n_items, threshold.items, "item", "items"),
                (estimate.n_families, threshold.families, "family", "families"),
            )
            if count < least
        ]
        if estimate.accounts.not_reached:
            accounts = estimate.accounts
            found.append(f"{accounts.not_reached} of {accounts.planned} trials were not reached")
        return found

    # --- and in words

    def _rate(self, bound: str) -> str:
        estimate, limit = self.estimate, self.threshold.min_score
        accounts = estimate.accounts
        point = "not scored" if estimate.point is None else spelled(estimate.point, limit)
        value = estimate.interval.lower if bound == "lower" else estimate.interval.upper
        items = counted(estimate.n_items, "item")
        if accounts.asked != estimate.n_items:
            items = f"{counted(accounts.asked, 'trial')} of {items}"
        judge = "" if estimate.certificate is None else "judge error included, "
        families = counted(estimate.n_families, "family", "families")
        failed = f", {accounts.failed} of {accounts.asked} trials failed" if accounts.failed else ""
        name = f"{self.name}, {estimate.figure_name}" if estimate.figure_name else self.name
        return (
            f"{name} {point} ({bound} bound {spelled(value, limit)} at {self.level}, "
            f"{judge}{items} in {families}{failed})"
        )

    def remedy(self) -> str:
        """Say how many more items would decide, where the rate is what is open."""
        more = self.estimate.more_items
        limit, bounds = self.threshold.min_score, self.estimate.interval
        if self.why_not is not None or bounds.lower >= limit or bounds.upper < limit:
            return ""
        estimate = self.estimate
        if estimate.point is None or estimate.design != "fixed" or not estimate.is_rate:
            return ""
        if more is None:
            return "; more items alone would hardly decide"
        return f"; {counted(more, 'more item')} would decide with {percent(POWER)} probability"

    def _against_threshold(self) -> str:
        if self.is_below:
            return self._below()
        limit = self.threshold.min_score
        verb = "reaches" if self.estimate.interval.lower >= limit else "does not reach"
        return f"{self._rate('lower')} {verb} {limit!r}"

    def _below(self) -> str:
        text = f"{self._rate('upper')} stays below {self.threshold.min_score!r}"
        if self.p_fail is None or self.n_claims == 1:
            return text
        p_value = f"adjusted p {_p_value(self.p_fail, self.alpha)}"
        if self.is_failed:
            return f"{text}, proven among {self.n_claims} possible claims ({p_value})"
        return f"{text}, but that is not proven among {self.n_claims} possible claims ({p_value})"

    def _unmeasurable(self) -> str:
        accounts, limit = self.estimate.accounts, self.threshold.max_failed
        text = f"{self.name} could not be evaluated, {accounts.failed} of {accounts.asked} trials"
        share = accounts.failed / accounts.asked
        if share <= limit:
            return f"{text} failed"
        return f"{text} failed ({spelled(share, limit)}), more than max_failed {limit!r}"

    def _uncomparable(self) -> str:
        compared, limit = self.compared, self.threshold.max_failed
        assert compared is not None  # noqa: S101 - what could not be compared was compared with
        n, of = compared.n_failed_there, compared.n_pairs
        return (
            f"{self.name} could not be compared, {n} of {of} trials failed at {compared.against} "
            f"({spelled(n / of, limit)}), more than max_failed {limit!r}"
        )

    def _against_baseline(self) -> list[str]:
        compared, margin = self.compared, self.threshold.max_drop
        if compared is None or margin is None:
            return []
        if compared.n_failed == compared.n_pairs:
            return [f"no pair with {_named(compared)} was measured"]
        low, high = compared.interval.lower, compared.interval.upper
        moved = (
            f"{spelled(compared.difference, 0, -margin, signed=True)} against {_named(compared)}"
        )
        pairs = counted(compared.n_pairs, "pair")
        if compared.n_failed:
            pairs += f", {compared.n_failed} of them not measured"
        if compared.n_lost or compared.n_gained:
            pairs += f", {compared.n_lost} lost and {compared.n_gained} gained"
        bounds = " to ".join(spelled(bound, 0, -margin, signed=True) for bound in (low, high))
        surely = f"among {self.n_claims} possible claims" if self.n_claims > 1 else ""
        words = {
            Regression.NON_INFERIOR: f"not worse by {margin!r} or more",
            Regression.REGRESSED: "regressed",
            Regression.SEVERE: f"regressed by more than {margin!r}",
            Regression.INCONCLUSIVE: f"a drop of {margin!r} is not ruled out{self._power()}",
        }
        text = (
            f"{moved} ({bounds}, each bound at {self.level}, {pairs}), "
            f"{words[self.regression or Regression.INCONCLUSIVE]}"
        )
        if self.regression is Regression.INCONCLUSIVE and high < 0 and self.p_regressed is not None:
            p_value = _p_value(self.p_regressed, self.alpha)
            text += f", and a regression not proven {surely} (adjusted p {p_value})"
        if self.second_look is not None:
            text += looked_again(self.second_look)
        return [text]

    def _power(self) -> str:
        """Say which drop would have been seen, where it is open whether there is one."""
        compared = self.compared
        drop = None if compared is None else compared.smallest_visible_drop
        if drop is None:
            return f" (no drop would be claimed with {percent(POWER)} power)"
        return f" (one of {spelled(drop)} or more would be claimed with {percent(POWER)} power)"


def _named(compared: Comparison) -> str:
    return f"{compared.against} live" if compared.against else "the baseline"


def _p_value(p_value: float, alpha: float) -> str:
    return (
        f"below {min(_SMALLEST_SHOWN, alpha)!r}"
        if p_value < min(_SMALLEST_SHOWN, alpha)
        else spelled(p_value, alpha)
    )
