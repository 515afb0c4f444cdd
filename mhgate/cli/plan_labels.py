"""The words for what separates questions from their certificates: labels, answers, hours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mhgate.wiring import LabelsMissing

__all__ = ["labels_in_short", "labels_in_words"]


def labels_in_short(missing: Sequence[LabelsMissing]) -> str:
    """Say in a sentence how many questions may not gate by a certificate, and what that takes.

    Args:
        missing: one record a question and language.
    """
    short = [each for each in missing if not each.may_gate]
    if not missing:
        return "No probe rests on one question of a judge, so that no certificate is needed."
    if not short:
        return "Every question has a certificate that is good enough for it."
    hours = [each.hours for each in short if each.hours is not None]
    text = f"{len(short)} of {len(missing)} questions have no certificate that lets them gate"
    if hours:
        text += f"; about {sum(hours):.0f} hours of people's labelling would bring {len(hours)}"
    return f"{text} (mhgate plan --labels has them one by one)."


def labels_in_words(missing: Sequence[LabelsMissing]) -> Iterator[str]:
    """Say of each question what separates it from a certificate that lets a perfect bot pass.

    Args:
        missing: one record a question and language.
    """
    for each in missing:
        cut = "" if each.good_from is None else f" >= {each.good_from}"
        yield f"{each.question}{cut} ({each.pillar}, {each.language}): {_needs(each)}"


def _needs(each: LabelsMissing) -> str:
    if each.may_gate:
        return "its certificate is good enough"
    parts = list(each.reasons)
    if each.yes is not None and each.no is not None:
        text = f'{each.yes} more labels "yes" and {each.no} more "no"'
        if each.good_from is not None:
            text = (
                f"{each.yes} more labels of grade {each.good_from} or more and {each.no} of a "
                "lower one"
            )
        if each.families:
            text += f", in {each.families} new scenarios at least"
        if each.hours is not None:
            text += f": about {each.hours:.1f} hours"
        if each.is_assumed:
            text += ", if the judge is right nineteen times in twenty, which nobody has measured"
        parts.append(text)
    return "; ".join(parts)
