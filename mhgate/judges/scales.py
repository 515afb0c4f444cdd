"""What a question takes for an answer: yes and no, or one of its grades; and which needs words."""

from __future__ import annotations

from mhgate.records import AnswerValue, Question

__all__ = ["named_grades", "needs_words", "off_scale"]

_YES_OR_NO = frozenset({"yes", "no"})


def named_grades(question: Question) -> str:
    """Return the grades of a question in a few words.

    Args:
        question: a graded one.

    Example:
        >>> scale = {1: "none", 2: "some", 3: "all"}
        >>> named_grades(Question(id="q", text="t", grades=scale, rule="q", digest="d"))
        '1 to 3'
    """
    grades = sorted(question.grades or ())
    if grades == list(range(grades[0], grades[-1] + 1)):
        return f"{grades[0]} to {grades[-1]}"
    return ", ".join(map(str, grades))


def off_scale(question: Question, value: AnswerValue, grade: int | None = None) -> str | None:
    """Return why an answer is none that a question takes.

    Args:
        question: what was asked.
        value: what was answered.
        grade: what stands beside ``graded``.

    Returns:
        What was found and what was expected, without the answer's own words; None where the
        question takes it. ``not_applicable`` and ``unreadable`` lie on no scale, and off none.
    """
    if question.grades is None:
        return "found a grade; expected yes or no" if value == "graded" else None
    expected = f"expected a grade, {named_grades(question)}"
    if value in _YES_OR_NO:
        return f"found yes or no; {expected}"
    if value == "graded" and grade not in question.grades:
        return f"found a grade that it does not have; {expected}"
    return None


def needs_words(question: Question, verdict: str | int) -> bool:
    """Return whether words of the product must support a verdict.

    Where a question is graded, the lowest grade is its pure no, the highest its pure yes, and those
    between are partly both.

    Args:
        question: its ``quote`` says with which verdicts.
        verdict: yes, no, or a grade of the question; another one needs none.
    """
    if question.quote == "never" or not (isinstance(verdict, int) or verdict in _YES_OR_NO):
        return False
    if question.quote == "always":
        return True
    if isinstance(verdict, int):
        grades = question.grades or {verdict: ""}
        return verdict > min(grades) if question.quote == "yes" else verdict < max(grades)
    return question.quote == verdict
