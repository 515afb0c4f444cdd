"""What the Action calls an outcome, and what it says to do after an exit code."""

from __future__ import annotations

from mhgate.errors import ExitCode
from mhgate.records import Outcome

__all__ = ["NEXT", "OUTCOMES"]

OUTCOMES = {
    Outcome.PASS.value: "pass",
    Outcome.FAIL.value: "FAIL",
    Outcome.INCONCLUSIVE.value: "not decided",
    Outcome.ERROR.value: "ERROR: not evaluated",
}
NEXT = {
    ExitCode.PASS: "Nothing has to be done.",
    ExitCode.FAIL: (
        "Look at the probes that failed, and at what the product said to their items: the journal "
        "of a local run has it. Mend the product; if the change is wanted, change the thresholds "
        "or bless a new baseline in a pull request of its own."
    ),
    ExitCode.USAGE: "Mend what is named above: nothing was measured.",
    ExitCode.INCONCLUSIVE: (
        "A pass is required here and was not proven. More items decide it, where a sentence above "
        "says how many; a part of the suites is never a pass."
    ),
    ExitCode.CANNOT_EVALUATE: (
        "See that the target can be reached and that the secrets are there; then run it again. "
        "Nothing was proven, so this is not green."
    ),
    ExitCode.NOTHING_EVALUATED: "Name suites that have items: nothing was asked.",
    ExitCode.INTERNAL: "This is a fault of mhgate: please report it, with the log of this step.",
}
