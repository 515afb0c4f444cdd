"""The tables of docs/reference/thresholds.md, made from the models; a test holds the page to them.

``python -m mhgate.config.reference docs/reference/thresholds.md`` writes them anew, between the
marks that the page carries; what stands outside the marks is written by hand.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path

from mhgate.config.document import fields_of
from mhgate.config.expectations import default_of, expectation
from mhgate.config.judge import JUDGE_KINDS
from mhgate.config.patient import PATIENT_KINDS
from mhgate.config.settings import Setting, known_keys, meaning
from mhgate.config.target import KINDS
from mhgate.errors import UsageError
from mhgate.records import Threshold

__all__ = ["key_table", "with_tables"]

_MODELS = {"judge.target": JUDGE_KINDS, "patient.target": PATIENT_KINDS}
_MARK = re.compile(r"(<!-- keys of (?P<table>\S+) -->\n).*?(<!-- end -->\n)", re.DOTALL)
_INHERITED = {"alpha": "as in [gate]", "max_failed": "as in [gate]", "min_score": "required"}
_INHERITING = ("pillar.*.", "judge.requirements.pillar.*")
_WORDS = {"required", "absent", "empty", "inherited", "as in [gate]"}


def key_table(table: str) -> str:
    """Return the Markdown table of the keys of one table of the file.

    Args:
        table: the table's pattern, ``pillar.*``.

    Returns:
        Lines, with a line's end after each.
    """
    columns = ["key", "takes", "unit", "default", "option", "variable", "what it does"]
    has_kinds = table == "target" or table in _MODELS
    if has_kinds:
        columns.insert(1, "kinds")
    rows = [columns, ["---"] * len(columns)]
    for pattern in known_keys():
        parent, _, key = pattern.rpartition(".")
        known = meaning(pattern)
        if parent != table or known is None:
            continue
        row = [
            f"`{key}`",
            expectation(fields_of(table)[key]),
            known.unit,
            _default(table, key),
            f"`{known.option}`" if isinstance(known, Setting) else "",
            f"`{known.variable}`" if isinstance(known, Setting) else "",
            known.help + ("; `none` takes it away" if getattr(known, "nullable", False) else ""),
        ]
        if has_kinds:
            row.insert(1, _kinds(table, key))
        rows.append(row)
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _kinds(table: str, key: str) -> str:
    if table in _MODELS:
        known = _MODELS[table].items()
        owners = [kind for kind, keys in known if key in keys.needed + keys.others]
        return ", ".join(owners) or "all"
    kinds = [kind for kind, model in KINDS.items() if key in model.model_fields]
    return "all" if len(kinds) == len(KINDS) else ", ".join(kinds)


def _needing(table: str, key: str) -> str | None:
    """Say which of the kinds that have a key require it; None where no kind does."""
    if table in _MODELS:
        required = {
            kind: key in keys.needed
            for kind, keys in _MODELS[table].items()
            if key in keys.needed + keys.others
        }
    else:
        fields = {kind: model.model_fields.get(key) for kind, model in KINDS.items()}
        required = {kind: field.is_required() for kind, field in fields.items() if field}
    needing = [kind for kind, is_needed in required.items() if is_needed]
    if not needing:
        return None
    return "required" if all(required.values()) else f"absent; {', '.join(needing)}: required"


def _default(table: str, key: str) -> str:
    if table == "target" and key == "escalation":
        return "required; the demo has none"
    if (table == "target" or table in _MODELS) and (needing := _needing(table, key)):
        return needing
    if table == "pillar.*" and key in Threshold.model_fields:
        default = _INHERITED.get(key) or default_of(Threshold.model_fields[key])
    elif table.startswith(_INHERITING) or table == "profile.*":
        default = "inherited"
    else:
        default = default_of(fields_of(table)[key])
    return default if default in _WORDS else f"`{default}`"


def with_tables(page: str) -> str:
    """Return a page with the tables between its marks written anew.

    Args:
        page: the page's text; a mark is ``<!-- keys of gate -->`` to ``<!-- end -->``.
    """
    return _MARK.sub(lambda mark: f"{mark[1]}{key_table(mark['table'])}{mark[3]}", page)


def main(arguments: Sequence[str]) -> None:
    """Write the tables of each page that is named.

    Raises:
        UsageError: a page does not exist.
    """
    for name in arguments:
        page = Path(name)
        if not page.is_file():
            raise UsageError(f"{name}: no such page.", hint="Name docs/reference/thresholds.md.")
        page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
