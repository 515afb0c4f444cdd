"""The history of blessings: one more link, and whether the chain is whole."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from mhgate.baseline.layout import content_digest, plain
from mhgate.canonical import digest
from mhgate.errors import BaselineError
from mhgate.records import Outcome
from mhgate.records.baselines import Baseline, Blessing

__all__ = ["blessed", "broken_links"]


def blessed(
    baseline: Baseline,
    *,
    before: Baseline | None,
    at: datetime,
    by: str,
    reason: str,
    how: Literal["blessed", "migrated", "rejudged"] = "blessed",
    although_it_fails: bool = False,
) -> Baseline:
    """Return a baseline with one more blessing at the end of the history that it takes over.

    Args:
        baseline: of the run that is blessed.
        before: the baseline that it replaces, None for the first.
        at: when, with its time zone; kept to the second.
        by: who.
        reason: why.
        how: by which act.
        although_it_fails: whether a fail may be blessed.

    Returns:
        The baseline; nothing of the earlier history is lost.

    Raises:
        BaselineError: there is no reason, no name, or its verdict is a fail and may not be.
    """
    _refuse_silence(by, reason)
    failed = baseline.run.outcome is Outcome.FAIL
    if failed and not although_it_fails:
        raise BaselineError(
            f"The run {baseline.run.run_id} fails; expected one that does not.",
            hint="Mend the product, or bless the worse state knowingly, with the reason why: "
            "--although-it-fails.",
        )
    history = () if before is None else before.history
    made = Blessing(
        at=at.replace(microsecond=0),
        by=by.strip(),
        how=how,
        reason=reason.strip(),
        although_it_fails=failed,
        run_id=baseline.run.run_id,
        commit=baseline.run.commit,
        profile=baseline.run.profile,
        outcome=baseline.run.outcome,
        policy_digest=baseline.run.policy_digest,
        mhgate_version=baseline.run.mhgate_version,
        before=None if before is None else content_digest(before),
        after=content_digest(baseline),
        link="",
    )
    linked = made.model_copy(update={"link": _link(made, history[-1].link if history else None)})
    return baseline.model_copy(update={"history": (*history, linked)})


def broken_links(baseline: Baseline) -> tuple[str, ...]:
    """Return what is wrong with a history, empty where it is whole.

    This finds what was changed, dropped, swapped or added by hand. Whoever writes all of a file
    anew can make it agree; a signature tells who did.

    Args:
        baseline: as a file holds it.
    """
    history = baseline.history
    if not history:
        return ("nobody has blessed it: its history is empty",)
    wrong = []
    link: str | None = None
    before: str | None = None
    for number, each in enumerate(history, start=1):
        if each.before != before:
            wrong.append(f"blessing {number} replaced another state than the one that was there")
        if each.link != _link(each, link):
            wrong.append(f"blessing {number} was changed, or what came before it was")
        link, before = each.link, each.after
    if before != content_digest(baseline):
        wrong.append("what it holds is not what was blessed last")
    last, run = history[-1], baseline.run
    if (last.run_id, last.outcome, last.profile) != (run.run_id, run.outcome, run.profile):
        wrong.append("the last blessing is of another run")
    return tuple(wrong)


def _link(blessing: Blessing, earlier: str | None) -> str:
    held = {key: value for key, value in plain(blessing).items() if key != "link"}
    return digest({**held, "earlier": earlier})


def _refuse_silence(by: str, reason: str) -> None:
    if not reason.strip():
        raise BaselineError(
            "There is no reason; expected one, for it stays in the file.",
            hint='Say why this state is what later ones are held to: --reason "...".',
        )
    if not by.strip():
        raise BaselineError(
            "There is no name of who blesses; expected one, for it stays in the file.",
            hint="Give it: --by NAME.",
        )
