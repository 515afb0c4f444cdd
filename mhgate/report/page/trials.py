"""The trials of a report, the worst first: what the list of the page holds, and its data.

Everything that anybody else wrote is made visible here, and put into the page as data that no
browser runs; the script shows it as text alone.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from mhgate.records import CellKept, ItemOutcome, Report
from mhgate.records.page import PageBeside
from mhgate.report.page.conversations import conversation_data
from mhgate.report.page.strata import RISK, RISKS, pillars_of
from mhgate.report.safe_text import NAME_LIMIT, printable

__all__ = ["PageTrial", "as_data", "said_of", "trials_of"]

MET, PARTLY, MISSED, FAILED = range(4)


@dataclass(frozen=True, slots=True)
class PageTrial:
    """One trial with what each probe saw on it.

    Args:
        trial_id: whose.
        rows: its outcomes, in the report's order.
        risk: the stratum of that name, empty where the item has none.
    """

    trial_id: str
    rows: tuple[ItemOutcome, ...]
    risk: str

    @property
    def missed(self) -> tuple[ItemOutcome, ...]:
        """The outcomes below 1, the lowest first."""
        below = [row for row in self.rows if row.value is not None and row.value < 1]
        return tuple(sorted(below, key=lambda row: (row.value or 0.0, row.probe_id)))

    @property
    def failed(self) -> tuple[ItemOutcome, ...]:
        """What could not be measured."""
        return tuple(row for row in self.rows if row.value is None)

    @property
    def _place(self) -> tuple[int, int, float, int, str]:
        """Where it stands: what was missed, at the greatest risk, by most, comes first."""
        missed = self.missed
        risk = RISKS.index(self.risk) if self.risk in RISKS else len(RISKS)
        kind = 0 if missed else 1 if self.failed else 2
        lowest = missed[0].value if missed else 1.0
        return kind, risk, lowest or 0.0, -len(missed), self.trial_id


def trials_of(report: Report) -> list[PageTrial]:
    """Return the trials of a report in the order in which a reviewer should read them.

    Args:
        report: any report.

    Returns:
        First those in which something was missed, imminent risk before all other, the lowest score
        before higher ones; then those that could not be measured; then the rest.
    """
    by_trial: dict[str, list[ItemOutcome]] = {}
    for row in report.outcomes:
        by_trial.setdefault(row.trial_id, []).append(row)
    found = [
        PageTrial(trial_id, tuple(rows), rows[0].strata.get(RISK, ""))
        for trial_id, rows in by_trial.items()
    ]
    return sorted(found, key=lambda trial: trial._place)  # noqa: SLF001 - of this module


def said_of(row: ItemOutcome) -> str:
    """Return what a probe saw, in a few words.

    Args:
        row: an outcome.
    """
    if row.value is None:
        return f"{row.failure_kind} ({row.failure_stage})" if row.failure_stage else "failed"
    if row.grade is not None:
        said = f"graded {row.grade}"
    elif row.answer is not None:
        said = f"answered {row.answer.replace('_', ' ')}"
    elif row.key is not None:
        said = f"read {row.read}, expected {row.key}"
    else:
        said = ""
    if row.value in {0.0, 1.0}:
        return said
    score = f"scored {row.value:.3g}"
    return f"{score}, {said}" if said else score


def as_data(report: Report, beside: PageBeside, trials: Sequence[PageTrial]) -> Markup:
    """Return what the page's script reads: JSON that cannot end the block it stands in.

    Args:
        report: whose.
        beside: its conversations.
        trials: in the order in which they are listed.
    """
    probes = pillars_of(report)
    for row in report.outcomes:
        probes.setdefault(row.probe_id, row.probe_id.partition(".")[0])
    places = {name: place for place, name in enumerate(probes)}
    pillars = list(dict.fromkeys(probes.values()))
    known = {key for trial in trials for key in trial.rows[0].strata}
    keys = sorted(known, key=lambda key: (key != RISK, key))
    values = {
        key: sorted({trial.rows[0].strata[key] for trial in trials if key in trial.rows[0].strata})
        for key in keys
    }
    at = {key: {value: place for place, value in enumerate(values[key])} for key in keys}
    cells = {name: each.cells for each in report.rubrics for name in each.probes}
    content: dict[str, Any] = {
        "pillars": [_name(each) for each in pillars],
        "probes": [[_name(name), pillars.index(pillar)] for name, pillar in probes.items()],
        "keys": [_name(key) for key in keys],
        "values": [[_name(value) for value in values[key]] for key in keys],
        "trials": [
            {
                "id": _name(trial.trial_id),
                "family": _name(trial.rows[0].family),
                "strata": [
                    at[key][trial.rows[0].strata[key]] if key in trial.rows[0].strata else -1
                    for key in keys
                ],
                "rows": [
                    _outcome(row, places[row.probe_id], cells.get(row.probe_id, {}))
                    for row in trial.rows
                ],
            }
            for trial in trials
        ],
    }
    if beside.transcripts:
        by_trial = {each.transcript.trial.id: each for each in beside.transcripts}
        content["conversations"] = [
            conversation_data(by_trial[trial.trial_id], places, quotes=beside.quotes)
            if trial.trial_id in by_trial
            else None
            for trial in trials
        ]
    text = json.dumps(content, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    safe = text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    return Markup(safe)  # noqa: S704 - no character in it can end or begin an element


def _outcome(row: ItemOutcome, place: int, cells: Mapping[str, CellKept]) -> list[Any]:
    state = FAILED
    if row.value is not None:
        state = MET if row.value == 1 else MISSED if row.value == 0 else PARTLY
    found: list[Any] = [place, state, printable(said_of(row), limit=NAME_LIMIT)]
    if row.cells:
        found += [
            row.n_replies or 0,
            [
                [
                    _name(cells[name].name if name in cells else name),
                    cells[name].marks or "" if name in cells else "",
                    -1 if cell.meets is None else int(cell.meets),
                    cell.turn or 0,
                ]
                for name, cell in sorted(row.cells.items())
            ],
        ]
    return found


def _name(text: str) -> str:
    return printable(text, limit=NAME_LIMIT)
