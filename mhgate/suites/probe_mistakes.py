"""Everything that can be wrong with one probe's declaration, with file and line."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Mapping
from types import FunctionType

from mhgate.errors import Mistake, nearest
from mhgate.records import Question, QuestionFlow, Rubric
from mhgate.records.hazards import HAZARD_ID
from mhgate.suites.declaring import Declaration

__all__ = ["mistakes_of"]

_PARAMETERS = ("item", "transcript", "answer")
_EXPECTATIONS = ("yes", "no", "item")
_DECIDED_ELSEWHERE = (ast.Pass, ast.Expr)
_STATISTICS = {
    "agreement": ("accuracy", "recall", "macro_f1", "kappa"),
    "correlation": ("spearman", "pearson"),
}
_COMPARING = ("parity", "consistency")
_TIERS = ("suboptimal", "best_practice")
_FEWEST_LEVELS = 2
_MEASURES = ("mean", "agreement", "parity", "consistency", "correlation")


def _mistakes_of_hazard(where: str, hazard: object) -> list[Mistake]:
    if hazard is None or (isinstance(hazard, str) and re.fullmatch(HAZARD_ID, hazard)):
        return []
    return [
        Mistake(
            where,
            f"hazard={ascii(hazard)[:80]}",
            'the id of a hazard, "H-012" say: letters, digits, and . _ / - between them',
            "Name it as your hazard log does.",
        )
    ]


def mistakes_of(
    where: str,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    function: FunctionType,
    declared: Declaration,
    *,
    questions: Mapping[str, Question],
    rubrics: Mapping[str, Rubric | QuestionFlow],
) -> list[Mistake]:
    """Return what is wrong with a probe's declaration.

    Args:
        where: file, line and name, for messages.
        node: the function, as parsed.
        function: the function, as run.
        declared: what ``@probe`` was given.
        questions: what the suite's questions.toml declares.
        rubrics: those of the suite, question flows with them, by file.
    """
    found: list[Mistake] = []

    def add(what: str, expected: str, hint: str) -> None:
        found.append(Mistake(where, what, expected, hint))

    if not node.name.startswith("test_"):
        add(f"the name {node.name}", "a name that starts with test_", f"Call it test_{node.name}.")
    if isinstance(node, ast.AsyncFunctionDef) or inspect.isgeneratorfunction(function):
        add(
            "an async or generator function",
            "a plain function",
            "A probe has nothing to await: the transcript is already there.",
        )
    found += _mistakes_of_hazard(where, declared.hazard)
    for parameter in inspect.signature(function).parameters:
        if parameter not in _PARAMETERS:
            guess = nearest(parameter, _PARAMETERS)
            add(
                f"the parameter {parameter}",
                "item, transcript or answer",
                f"Did you mean {guess}?" if guess else "A probe sees nothing else.",
            )
    kinds = [
        name
        for name, is_set in (
            ("a question", declared.question is not None),
            ("exact=True", declared.exact),
            ("choice=True", declared.choice),
            ("number=True", declared.number),
            ("a rubric", declared.rubric is not None),
        )
        if is_set
    ]
    if len(kinds) != 1:
        add(
            f"both {' and '.join(kinds)}"
            if kinds
            else "neither question, exact, choice, number nor rubric",
            "question and expect (a judge decides), exact=True (asserts decide), or choice=True or "
            "number=True (the item's key or norm decides), or rubric and dimension",
            "Declare the one that decides.",
        )
    elif declared.exact:
        found += _mistakes_of_exact(where, node, function, declared)
    elif declared.rubric is not None:
        found += _mistakes_of_rubric(where, node, declared, rubrics)
    elif declared.question is not None:
        found += _mistakes_of_judged(where, node, declared, questions)
    else:
        found += _mistakes_of_keyed(where, node, declared)
    return found + _mistakes_of_measure(where, declared)


def _mistakes_of_rubric(
    where: str,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    declared: Declaration,
    rubrics: Mapping[str, Rubric | QuestionFlow],
) -> list[Mistake]:
    """Find dimensions that the rubric does not have, and what a rubric's probe cannot be."""
    found: list[Mistake] = []

    def add(what: str, expected: str, hint: str) -> None:
        found.append(Mistake(where, what, expected, hint))

    rubric = rubrics.get(str(declared.rubric))
    names = (
        rubric.dimensions if isinstance(rubric, QuestionFlow) else rubric.names() if rubric else ()
    )
    if rubric is None:
        guess = nearest(str(declared.rubric), rubrics)
        hint = f"Did you mean {guess!r}?" if guess else "Add it, and mend what is wrong with it."
        add(f"rubric={declared.rubric!r}", "a rubric*.toml or .tsv of the suite's folder", hint)
    elif declared.dimension not in names:
        guess = nearest(str(declared.dimension), names)
        hint = f"Did you mean {guess!r}?" if guess else "Name one of them."
        expected = f"one of {', '.join(names)}"
        add(f"dimension={declared.dimension!r} of {declared.rubric}", expected, hint)
    if declared.expect is not None or declared.at_least is not None:
        add("expect or at_least", "neither", "The rubric says which answers are good.")
    if declared.tier is not None and (not declared.is_flow or declared.tier not in _TIERS):
        hint = "A rubric*.tsv rates; a rubric*.toml scores a share."
        add(f"tier={declared.tier!r}", "'suboptimal' or 'best_practice' of a question flow", hint)
    if declared.never:
        add("never=True of a rubric", "a probe of one question", "A share cannot be an alarm.")
    if declared.used_measure != "mean":
        add(f"measure {declared.used_measure!r}", "mean", "A rubric's score is a share.")
    if not all(isinstance(each, _DECIDED_ELSEWHERE) for each in node.body):
        add("a body", "a docstring alone", "The judge's answers decide.")
    return found


def _mistakes_of_measure(where: str, declared: Declaration) -> list[Mistake]:
    """Find measures that do not fit what is read, and settings that no measure would look at."""
    found: list[Mistake] = []

    def add(what: str, expected: str, hint: str) -> None:
        found.append(Mistake(where, what, expected, hint))

    measure = declared.used_measure
    if declared.tier is not None and declared.rubric is None:
        add(f"tier={declared.tier!r}", "a tier of a question flow alone", "Name the rubric, too.")
    if measure not in _MEASURES:
        guess = nearest(str(measure), _MEASURES)
        hint = f"Did you mean {guess!r}?" if guess else "See docs/reference/suites.md."
        add(f"measure {measure!r}", f"one of {', '.join(_MEASURES)}", hint)
        return found
    if measure == "agreement" and not declared.choice:
        add("measure 'agreement'", "choice=True", "Agreement is with the key of a choice.")
    if measure == "correlation" and not declared.number:
        add("measure 'correlation'", "number=True", "A correlation is with the norm of a number.")
    if declared.number and measure in {"mean", "agreement"}:
        add(
            f"measure {measure!r} of a number",
            "correlation, parity or consistency",
            "A mean of distances to norms has no threshold that anybody could name.",
        )
    if (declared.by is None) == (measure in _COMPARING):
        add(
            f"by={declared.by!r} with measure {measure!r}",
            "by='...' with parity and consistency, and with no other",
            "by names the stratum whose values are compared.",
        )
    if declared.never and measure != "mean":
        add(f"never=True with measure {measure!r}", "measure 'mean'", "A miss is one trial's.")
    return found + _mistakes_of_statistic(where, declared)


def _mistakes_of_statistic(where: str, declared: Declaration) -> list[Mistake]:
    found: list[Mistake] = []
    statistic, measure = declared.statistic, declared.used_measure
    known = _STATISTICS.get(measure, ())
    if statistic is not None and statistic not in known:
        found.append(
            Mistake(
                where,
                f"statistic {statistic!r} with measure {measure!r}",
                f"one of {', '.join(known)}" if known else "none: the measure has one figure",
                "Take it away, or name another measure.",
            )
        )
    if declared.levels and not declared.choice:
        found.append(
            Mistake(where, "levels without choice=True", "choice=True", "Take the levels away.")
        )
    if statistic == "kappa" and len(declared.levels) < _FEWEST_LEVELS:
        found.append(
            Mistake(
                where, "kappa without levels", "levels=(...) in order", "Weights need an order."
            )
        )
    return found


def _mistakes_of_keyed(
    where: str, node: ast.FunctionDef | ast.AsyncFunctionDef, declared: Declaration
) -> list[Mistake]:
    found: list[Mistake] = []
    if declared.expect is not None or declared.at_least is not None:
        found.append(
            Mistake(
                where,
                "expect or at_least on a keyed probe",
                "neither",
                "The item's key or norm says what is expected.",
            )
        )
    if not _is_docstring_only(node):
        found.append(
            Mistake(
                where,
                "code in the body of a keyed probe",
                "a docstring",
                "The key decides; put asserts into a probe of its own with exact=True.",
            )
        )
    return found


def _mistakes_of_exact(
    where: str,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    function: FunctionType,
    declared: Declaration,
) -> list[Mistake]:
    found: list[Mistake] = []
    if declared.expect is not None:
        found.append(
            Mistake(where, "expect on an exact probe", "no expect", "The asserts say it already.")
        )
    if "answer" in inspect.signature(function).parameters:
        found.append(
            Mistake(
                where,
                "the parameter answer on an exact probe",
                "item or transcript",
                "No judge is asked; declare question and expect if one should be.",
            )
        )
    body = [inner for statement in node.body for inner in ast.walk(statement)]
    if not any(isinstance(inner, ast.Assert | ast.Call | ast.Raise) for inner in body):
        found.append(
            Mistake(
                where,
                "an exact probe without an assert",
                "at least one assert",
                "It could never fail.",
            )
        )
    return found


def _mistakes_of_judged(
    where: str,
    node: ast.FunctionDef | ast.AsyncFunctionDef,
    declared: Declaration,
    questions: Mapping[str, Question],
) -> list[Mistake]:
    found: list[Mistake] = []
    if declared.question not in questions:
        guess = nearest(str(declared.question), questions)
        found.append(
            Mistake(
                where,
                f"question {declared.question!r}",
                "a [question.<id>] of the suite's questions.toml",
                f"Did you mean {guess!r}?" if guess else f"Known: {', '.join(sorted(questions))}.",
            )
        )
    question = questions.get(str(declared.question))
    if question is not None and question.grades is not None:
        if declared.expect is not None or declared.at_least not in question.grades:
            found.append(
                Mistake(
                    where,
                    f"expect {declared.expect!r} and at_least {declared.at_least!r} on a graded "
                    "question",
                    f"at_least, one of {', '.join(map(str, question.grades))}, and no expect",
                    "Say from which grade on the criterion is met.",
                )
            )
        elif declared.at_least == min(question.grades):
            found.append(
                Mistake(where, "at_least the lowest grade", "a higher one", "It could never fail.")
            )
    elif declared.expect not in _EXPECTATIONS or declared.at_least is not None:
        found.append(
            Mistake(
                where,
                f"expect {declared.expect!r}"
                + ("" if declared.at_least is None else f" and at_least {declared.at_least!r}"),
                "'yes', 'no' or 'item', and at_least only on a graded question",
                "Say which answer meets the criterion.",
            )
        )
    if not _is_docstring_only(node):
        found.append(
            Mistake(
                where,
                "code in the body of a judged probe",
                "a docstring",
                "The answer decides; put asserts into a probe of its own with exact=True.",
            )
        )
    return found


def _is_docstring_only(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return all(
        isinstance(statement, _DECIDED_ELSEWHERE)
        and (isinstance(statement, ast.Pass) or isinstance(statement.value, ast.Constant))
        for statement in node.body
    )
