"""Questions of the built-in suites, word for word, for a suite that was imported.

They keep their id and every word, so that they keep their digest: what a certificate or gold says
of a question holds wherever it is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mhgate.config.reading import read_toml
from mhgate.errors import Mistake, SuiteImportError, nearest
from mhgate.suites import builtin_pillars
from mhgate.suites.folders import builtin_folder

__all__ = ["shipped_questions"]


def shipped_questions(wanted: Mapping[str, str], where: str) -> dict[str, dict[str, Any]]:
    """Return questions of the built-in suites as questions.toml holds them.

    Args:
        wanted: the suite of each question, by the question's id.
        where: what asks for them, for the mistake.

    Raises:
        SuiteImportError: a suite or a question that is not there.
    """
    found: dict[str, dict[str, Any]] = {}
    mistakes = []
    for name, suite in wanted.items():
        if suite not in builtin_pillars():
            guess = nearest(suite, builtin_pillars())
            hint = (
                f"Did you mean {guess!r}?" if guess else f"They are {', '.join(builtin_pillars())}."
            )
            what = f"{suite}/{name}, and no built-in suite {suite!r}"
            mistakes.append(Mistake(where, what, "suite/question", hint))
            continue
        tables = read_toml(builtin_folder() / suite / "questions.toml").get("question", {})
        if name not in tables:
            guess = nearest(name, tables)
            hint = f"Did you mean {guess!r}?" if guess else f"It asks {', '.join(tables)}."
            what = f"{suite}/{name}, and no such question of {suite!r}"
            mistakes.append(Mistake(where, what, "suite/question", hint))
            continue
        found[name] = tables[name]
    if mistakes:
        raise SuiteImportError(mistakes)
    return found
