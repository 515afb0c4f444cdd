"""First attempts are told wherever a report is shown, and nowhere when there is nothing to tell."""

from __future__ import annotations

from types import ModuleType

from mhgate.action.lists import facts
from mhgate.records import FirstAttempts, ProbeAtFirst, Report
from mhgate.report import parse_report, render_json, render_terminal
from mhgate.report.page.provenance import provenance_facts

FOUND = FirstAttempts(
    n_asked=100,
    n_retried=14,
    most_attempts=3,
    n_replied_first=86,
    n_replied=96,
    probes=(ProbeAtFirst(probe="crisis.a", n_first=86, n_final=96, first=0.9, final=0.875),),
)
SAID = "14 of 100 trials took more than one attempt, up to 3 for a reply"
OF_PROBE = "crisis.a: mean 0.900 of 86 scored at the first attempt, mean 0.875 of 96 in the end."


def faces(report: Report) -> list[str]:
    terminal = render_terminal(report, width=200, colour=False, unicode=True)
    page = repr([*provenance_facts(report)])
    markdown = "\n".join(facts(report)).replace("\\", "")
    return [" ".join(text.split()) for text in (terminal, page, markdown)]


def test_every_face_tells_first_attempts(reports: ModuleType) -> None:
    """The terminal's report, the page and the Action's summary say the same."""
    report = reports.passing().model_copy(update={"first_attempts": FOUND})
    for text in faces(report):
        assert SAID in text
        assert OF_PROBE in text
    assert parse_report(render_json(report).encode(), name="r").first_attempts == FOUND


def test_nothing_is_told_where_every_reply_came_at_once(reports: ModuleType) -> None:
    """A report without retries has no line about them."""
    for text in faces(reports.passing()):
        assert "more than one attempt" not in text
