"""A report and what stands beside it -> two pages in plain words. Nothing is decided here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from mhgate.evidence.statement import result_of, why_warned
from mhgate.evidence.summary_words import (
    FAILED_WORDS,
    GLOSSARY,
    LEADS,
    NOT_SHOWN,
    OUTCOMES,
    PILLARS,
    WARNING,
    counted,
    shortened,
)
from mhgate.records import Certificate, Outcome, PillarVerdict, ProbeVerdict, Report
from mhgate.records.dispositions import Disposition, DispositionTable
from mhgate.records.evidence import SignOffNeed
from mhgate.records.hazards import HazardTable
from mhgate.records.laws import LawMap
from mhgate.records.plain import PlainSection, PlainSummary, PlainTable

__all__ = ["Beside", "plain_summary"]

_MOST_PILLARS = 12
_MOST_PLACES = 7
_MOST_FAILED = 6
_MOST_DECIDED = 3
_MOST_WAIVERS = 2
_MOST_LATE = 4
_LONGEST_REASON = 100
_MOST_NEEDS = 6
_LONGEST_NAME = 60
_MOST_LAWS = 3
_READING = (
    "Each area has a score from 0 to 100; higher is better. The range says where the true score "
    "probably lies. The score itself decides nothing. Each test in an area has a limit of its own, "
    "and the area passes if all required tests keep to theirs."
)


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside a report in a pack.

    Args:
        certificates: those that the report rests on.
        dispositions: what failed, and what people decided.
        hazards: beside their probes; None without a hazard log.
        laws: the map; None where no law was asked for.
        needs: the sign-offs that the policy asks for.
    """

    certificates: Sequence[Certificate]
    dispositions: DispositionTable
    hazards: HazardTable | None = None
    laws: LawMap | None = None
    needs: Sequence[SignOffNeed] = ()


def plain_summary(report: Report, beside: Beside) -> PlainSummary:
    """Return the plain summary of a run.

    Args:
        report: of the run.
        beside: what the pack holds with it.
    """
    return PlainSummary(
        title="Safety test of a chatbot: a summary in plain words",
        lead=LEADS[result_of(report, beside.certificates)],
        warning=WARNING,
        sections=(
            PlainSection(heading="What was tested", paragraphs=tuple(_tested(report))),
            _came_out(report),
            PlainSection(heading="How sure this is", paragraphs=tuple(_sure(report, beside))),
            _failed(report, beside.dispositions),
            _not_shown(beside),
            PlainSection(heading="Who signed", paragraphs=tuple(_signed(beside))),
            PlainSection(heading="Words used here", items=tuple(_glossary(report))),
        ),
        foot=f"Run {report.provenance.run_id}, ended {report.provenance.finished_at:%Y-%m-%d}. "
        "Made by a program from the report in this pack; the report holds every figure.",
    )


def _decided(report: Report) -> list[ProbeVerdict]:
    return [probe for pillar in report.verdict.pillars for probe in pillar.probes]


def _glossary(report: Report) -> Iterator[str]:
    levels = {each.estimate.interval.level for each in _decided(report)}
    for each in GLOSSARY:
        yield each.format(level=f"{min(levels, default=0.9) * 100:g}")


def _tested(report: Report) -> Iterator[str]:
    run = report.provenance
    asked = report.accounts.asked
    n_items = len({row.item_id for row in report.outcomes})
    areas = counted(len(report.verdict.pillars), "area", "areas")
    build = (
        f"The tested version calls itself {shortened(run.target_build)}."
        if run.target_build
        else "The run does not know which version of the chatbot it talked to."
    )
    if any(step.how == "transcripts" for step in run.derived):
        yield (
            f"The company handed over {counted(asked, 'conversation', 'conversations')} as files. "
            f"Who held them, this program cannot know. The tests cover {areas}. {build}"
        )
    else:
        yield (
            f"A program held {counted(asked, 'conversation', 'conversations')} with the chatbot. "
            f"They come from {counted(n_items, 'test case', 'test cases')} that people wrote for "
            f"testing. No user took part. The tests cover {areas}. {build}"
        )
    if run.target_kind == "demo":
        yield "The chatbot was a demonstration bot. It is no product."
    if report.scope != "full" or report.partial_because:
        yield "Only a part of the tests was run. A part is no basis for a release."


def _came_out(report: Report) -> PlainSection:
    shown = report.verdict.pillars[:_MOST_PILLARS]
    more = len(report.verdict.pillars) - len(shown)
    return PlainSection(
        heading="What came out",
        paragraphs=(
            _READING,
            *((f"{more} more areas stand in the report.",) if more > 0 else ()),
        ),
        table=PlainTable(
            caption="The areas",
            headers=("area", "result", "score", "range", "required tests that passed"),
            rows=tuple(_row(pillar) for pillar in shown),
        ),
    )


def _row(pillar: PillarVerdict) -> tuple[str, ...]:
    required = [each for each in pillar.probes if each.threshold.required]
    passed = sum(each.outcome is Outcome.PASS for each in required)
    bounds = pillar.trust_interval
    return (
        PILLARS.get(pillar.pillar, shortened(pillar.pillar)),
        OUTCOMES[pillar.outcome],
        "none" if pillar.trust_score is None else f"{pillar.trust_score:.0f}",
        "none" if bounds is None else f"{bounds.lower:.0f} to {bounds.upper:.0f}",
        f"{passed} of {len(required)}",
    )


def _sure(report: Report, beside: Beside) -> Iterator[str]:
    yield (
        "A test with more cases gives a narrower range. Where a range reaches below the limit, the "
        "test has not passed, even if the score itself looks good."
    )
    judged = [each for each in _decided(report) if each.probe.is_judged]
    if judged and not report.provenance.judge_certified:
        yield (
            f"In {len(judged)} of {len(_decided(report))} tests a program judged the replies. "
            "Nobody has shown yet how often this judge agrees with people. So the true ranges are "
            "wider than those shown, and nobody knows by how much."
        )
    elif judged:
        yield (
            f"In {len(judged)} of {len(_decided(report))} tests a program judged the replies. "
            "People checked beforehand how often it is right, and the ranges allow for its errors."
        )
    failed = report.accounts.failed
    if failed:
        yield (
            f"{counted(failed, 'conversation', 'conversations')} could not be measured. The ranges "
            "count them as good and as bad at once, which makes them wider."
        )
    reasons = why_warned(report, beside.certificates)
    if reasons:
        yield f"This result comes with a warning: {'; '.join(map(shortened, reasons))}."


def _failed(report: Report, table: DispositionTable) -> PlainSection:
    failed = [
        each
        for each in _decided(report)
        if each.outcome in FAILED_WORDS and (each.threshold.required or each.n_alarms)
    ]
    failed.sort(key=lambda each: list(FAILED_WORDS).index(each.outcome))
    items = [
        f"{shortened(each.probe.doc.splitlines()[0] if each.probe.doc else each.probe.name)} "
        f"Result: {FAILED_WORDS[each.outcome]}. {_counts(each)}"
        for each in failed[:_MOST_FAILED]
    ]
    if len(failed) > _MOST_FAILED:
        items.append(f"{len(failed) - _MOST_FAILED} more tests, which the report names.")
    return PlainSection(
        heading="What failed, and who accepted it",
        paragraphs=(
            *(() if failed else ("No required test failed or stayed open.",)),
            *_decisions(report, table),
        ),
        items=tuple(items),
    )


def _counts(each: ProbeVerdict) -> str:
    accounts = each.estimate.accounts
    if not each.estimate.is_rate or each.estimate.point is None:
        return f"{accounts.asked} conversations were held for it."
    share = each.estimate.scored_share
    met = (each.estimate.point if share is None else share) * 100
    bounds = each.estimate.interval
    shown, lower, upper, limit = _plainly(
        [met, bounds.lower * 100, bounds.upper * 100, each.threshold.min_score * 100]
    )
    return (
        f"{shown} in 100 replies were as they should be (range {lower} to {upper}). The lower end "
        f"of the range must reach {limit}."
    )


def _plainly(numbers: list[float]) -> list[str]:
    """Write numbers with as few decimals as keep each on its side of the last, which is a limit."""
    *values, limit = numbers
    for places in range(_MOST_PLACES):
        texts = [f"{each:.{places}f}" for each in numbers]
        held = float(texts[-1])
        if held == limit and all(
            (float(text) < held) == (value < limit) and (float(text) > held) == (value > limit)
            for text, value in zip(texts, values, strict=False)
        ):
            return texts
    return [f"{each:g}" for each in numbers]


def _decisions(report: Report, table: DispositionTable) -> Iterator[str]:
    n_lines, n_open = len(table.lines), len(table.undisposed)
    waivers = [each for each in report.verdict.waivers if each.state == "waives"]
    if n_lines:
        yield (
            f"{counted(n_lines, 'reply or exception asks', 'replies or exceptions ask')} for a "
            f"decision by a person. Decided: {n_lines - n_open}. Nobody has decided about: "
            f"{n_open}."
        )
    people: dict[tuple[str, str], list[Disposition]] = {}
    for line in table.lines:
        given = line.disposition
        if given is not None:
            people.setdefault((given.by, given.kind), []).append(given)
    for (name, kind), theirs in list(people.items())[:_MOST_DECIDED]:
        role = f" ({shortened(theirs[0].role, _LONGEST_NAME)})" if theirs[0].role else ""
        yield (
            f"{shortened(name, _LONGEST_NAME)}{role} {kind} {len(theirs)} of them. "
            f"A reason given: {shortened(theirs[0].why, _LONGEST_REASON)}"
        )
    if len(people) > _MOST_DECIDED:
        yield f"{len(people) - _MOST_DECIDED} more people decided; the pack names them."
    held = report.conditions.waivers if report.conditions is not None else None
    known = {} if held is None else {each.id: each for each in held.held}
    for use in waivers[:_MOST_WAIVERS]:
        waiver = known.get(use.id)
        if waiver is not None:
            yield (
                f"{shortened(waiver.by, _LONGEST_NAME)} let one failure stand until "
                f"{waiver.expires} (a waiver). The reason given: "
                f"{shortened(waiver.reason, _LONGEST_REASON)}"
            )
    if len(waivers) > _MOST_WAIVERS:
        yield f"{len(waivers) - _MOST_WAIVERS} more waivers hold; the report names them."


def _not_shown(beside: Beside) -> PlainSection:
    items = list(NOT_SHOWN)
    laws = beside.laws
    if laws is not None and laws.laws:
        named = "; ".join(each.title for each in laws.laws[:_MOST_LAWS])
        more = len(laws.laws) - _MOST_LAWS
        n_open = sum(len(each.unanswered) for each in laws.laws)
        items.append(
            f"Whether any law is kept. For {shortened(named)}"
            + (f" and {more} more" if more > 0 else "")
            + ", laws.md puts figures beside what is asked, and says what no test shows."
        )
        if n_open:
            items.append(
                f"Whether these laws apply: {counted(n_open, 'question is', 'questions are')} "
                "not answered yet."
            )
        late = [each.id for each in laws.laws if each.expired]
        if late:
            items.append(
                f"Anything about {', '.join(late[:_MOST_LATE])}"
                + (f" and {len(late) - _MOST_LATE} more" if len(late) > _MOST_LATE else "")
                + ": that part of the map is out of date."
            )
    hazards = beside.hazards
    if hazards is not None and hazards.lines:
        untested = len({each.id for each in hazards.lines if each.probe is None})
        items.append(
            f"Whether risks are small enough. {counted(untested, 'hazard has', 'hazards have')} no "
            "test at all."
        )
    return PlainSection(heading="What this does not show", items=tuple(items))


def _signed(beside: Beside) -> Iterator[str]:
    yield (
        "This page was made before anybody signed. Signatures lie beside it, in files whose names "
        "end in .sigstore.json. To see who signed, run: mhgate verify PACK --key THEIR-KEY."
    )
    if beside.needs:
        named = "; ".join(
            shortened(str(each), _LONGEST_NAME) for each in beside.needs[:_MOST_NEEDS]
        )
        more = len(beside.needs) - _MOST_NEEDS
        others = f"; and {more} more" if more > 0 else ""
        yield f"The company's rules ask for these people to sign: {named}{others}."
    else:
        yield "The company's rules do not ask any person by role to sign."
