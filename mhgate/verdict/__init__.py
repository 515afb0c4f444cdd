"""The one decision, pure: what was measured -> Verdict. Every face prints what is decided here.

The rules, in the order in which they speak:

* A **probe** (or a named stratum of it) passes when its lower bound reaches ``min_score``, and
  fails when its upper bound stays below it; bounds are one-sided at 1 - alpha. Against a baseline
  it is non-inferior when the lower bound of the difference lies above ``-max_drop``, regressed when
  the upper bound lies below 0, severe when it lies below ``-max_drop``. A proven drop that is as
  surely smaller than ``max_drop`` allows is non-inferior.
* A fail or a regression is claimed only after Holm's correction over all that could be claimed:
  every required probe and stratum, absolutely and against the baseline.
* More failures than ``max_failed`` are an error, fewer items or families than asked for are
  inconclusive; neither takes back what is proven, since the upper bound counts failures as good.
* A **pillar** fails when one of its required probes or strata does, and passes when all do. What
  is not required is shown and does not decide. A partial run passes nothing.
* A ``never`` probe that goes off in an exact check fails whatever the rate; one that a judge sees
  goes to a person. Trials of it that could not be measured might hide an alarm: no pass.
* A judge that is not the one that it was (its answers to known labels changed by more than chance,
  or are shown to lie below a floor) is believed in nothing: no probe that it judged gates.
* A **waiver** that holds lets a proven fail or regression of its probe (or of one stratum) not
  block: it stays a fail, and what passes then is a "pass with a waiver". One for an item leaves it
  out, whatever it came to. One past its term fails the gate.
* The **profile** says what blocks. Nothing here rounds before it compares.
"""

from __future__ import annotations

from mhgate.verdict.deciding import decide
from mhgate.verdict.drifting import drift_line, why_drifted
from mhgate.verdict.measured import Measured, MeasuredStratum

__all__ = ["Measured", "MeasuredStratum", "decide", "drift_line", "why_drifted"]
