"""The decisions as SARIF 2.1.0, for places that show findings: code scanning, editors.

A rule for each probe and one for the gate as a whole; a result for each decision that is no pass,
and for the lowest items of those probes. Levels follow the same colours as JUnit: ``error`` stands
only in a closed gate, and at least one stands there. Results point at the probe's line and say what
was decided: no word of a conversation is in the file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Literal
from urllib.parse import quote

from mhgate.canonical import digest
from mhgate.errors import ExitCode
from mhgate.records import (
    Outcome,
    PillarVerdict,
    Probe,
    ProbeVerdict,
    Regression,
    Report,
    StratumVerdict,
)
from mhgate.report.lowest_items import lowest_items
from mhgate.report.safe_text import NAME_LIMIT, printable
from mhgate.report.shades import is_required, shade_of, shade_of_whole
from mhgate.report.wording import Decision, accounts_line, failures_line, partial_line

__all__ = ["render_sarif", "sarif_log"]

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_WHOLE = "mhgate.complete"
_BUILTIN = "mhgate/"  # how the path of a built-in probe begins, wherever mhgate is installed
_DESCRIPTION_LIMIT = 900  # characters; with the count of what is cut, below GitHub's 1,024
_UNNAMED = "(nothing)"  # no text of a SARIF file may be empty
_MOST_ITEMS = 3  # a probe
_MOST_ITEMS_IN_ALL = 30

_Level = Literal["error", "warning", "note"]
_Json = dict[str, Any]

_RED = frozenset({"failure", "error"})
_WORSE = frozenset({Regression.REGRESSED, Regression.SEVERE})
_EVALUATED = frozenset({ExitCode.PASS, ExitCode.FAIL, ExitCode.INCONCLUSIVE})


def render_sarif(report: Report, *, folder: str = "") -> str:
    """Return the report as the text of a SARIF file.

    Args:
        report: any report.
        folder: where thresholds.toml lies within the repository, with forward slashes; empty: at
            its root. Paths in the file are relative to the repository's root.

    Returns:
        JSON in plain ASCII, which any stream can carry; the same report gives the same bytes.
    """
    return json.dumps(sarif_log(report, folder=folder), indent=1, ensure_ascii=True) + "\n"


def sarif_log(report: Report, *, folder: str = "") -> _Json:
    """Return the report as a SARIF log: one run of the tool ``mhgate``.

    Args:
        report: any report.
        folder: as for :func:`render_sarif`.
    """
    rules = _rules(report)
    index = {rule["id"]: number for number, rule in enumerate(rules)}
    results = [*_results(report, folder)]
    for result in results:
        result["ruleIndex"] = index[result["ruleId"]]
    run = report.provenance
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "mhgate",
                        "version": _name(run.mhgate_version),
                        "rules": rules,
                    }
                },
                "automationDetails": {"id": f"mhgate/{_name(run.run_id)}"},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(report)],
                "results": results,
                "properties": {
                    "mhgate": {
                        "verdict": report.verdict.outcome.value,
                        "scope": report.scope,
                        "profile": _name(run.profile),
                        "commit": _name(run.commit or "unknown"),
                        "merkleRoot": _name(report.merkle_root),
                        "accounts": accounts_line(report.accounts),
                    }
                },
            }
        ],
    }


def _rules(report: Report) -> list[_Json]:
    rules: dict[str, _Json] = {}
    for pillar in report.verdict.pillars:
        for decided in pillar.probes:
            rule = _rule(decided, report)
            rules[rule["id"]] = rule
    about = "The gate as a whole: every decision was taken, and nothing beside them closes it."
    rules[_WHOLE] = {
        "id": _WHOLE,
        "name": "complete",
        "shortDescription": {"text": about},
        "fullDescription": {"text": about},
        "help": {"text": "The report's last line says what the exit code means: mhgate show."},
        "defaultConfiguration": {"level": "error"},
        "properties": {"tags": ["mhgate"]},
    }
    return list(rules.values())


def _rule(decided: ProbeVerdict, report: Report) -> _Json:
    probe = decided.probe
    name = _name(probe.name)
    doc = printable(_plain(" ".join(probe.doc.split()) or name), limit=_DESCRIPTION_LIMIT)
    return {
        "id": _name(probe.id),
        "name": name,
        "shortDescription": {"text": doc},
        "fullDescription": {"text": doc},
        "help": {
            "text": f"A probe over the items of {_plain(_name(probe.items))}. On the machine of "
            f"the run, mhgate show --misses {_plain(name)} shows the conversations that missed it."
        },
        "defaultConfiguration": {"level": "error" if is_required(decided) else "warning"},
        "properties": {
            "tags": ["mhgate", _name(probe.pillar)],
            "threshold": decided.threshold.min_score,
            "profile": _name(report.verdict.profile.name),
        },
    }


def _results(report: Report, folder: str) -> Iterator[_Json]:
    red = False
    found: list[_Json] = []
    red_probes: list[Probe] = []
    other_probes: list[Probe] = []
    for pillar in report.verdict.pillars:
        red = red or _level(pillar, report) == "error"
        for decided in pillar.probes:
            made = list(_of_probe(decided, report, folder))
            found += made
            if made and decided.probe.measure != "correlation":
                is_red = any(each["level"] == "error" for each in made)
                (red_probes if is_red else other_probes).append(decided.probe)
    is_red = any(each["level"] == "error" for each in found)
    if shade_of_whole(report, red=is_red) in _RED or (red and not is_red):
        found.append(_whole(report, folder))
    yield from found
    left = _MOST_ITEMS_IN_ALL
    for probe in (*red_probes, *other_probes):
        for item in lowest_items(report, probe.id, most=min(_MOST_ITEMS, left)):
            left -= 1
            name = _name(item.item_id)
            location = _location(probe.path, probe.line, folder)
            location["logicalLocations"] = [{"fullyQualifiedName": name, "kind": "item"}]
            yield _result(
                _name(probe.id),
                "note",
                f"{_name(probe.name)}: item {name} {item.words}",
                location,
                ("item", probe.id, item.item_id),
            )


def _of_probe(decided: ProbeVerdict, report: Report, folder: str) -> Iterator[_Json]:
    decisions: tuple[ProbeVerdict | StratumVerdict, ...] = (decided, *decided.strata)
    for decision in decisions:
        level = _level(decision, report)
        if level is not None:
            yield _decision(decided.probe, decision, level, report, folder)


def _level(decision: Decision, report: Report) -> _Level | None:
    """Return the level of a decision, None where there is nothing to show."""
    shade, _ = shade_of(decision, report)
    if shade in _RED:
        return "error"
    is_worse = not isinstance(decision, PillarVerdict) and decision.regression in _WORSE
    if shade == "green":
        return "warning" if is_worse else None
    is_open = decision.outcome is Outcome.INCONCLUSIVE and not is_worse
    return "note" if is_open else "warning"


def _decision(
    probe: Probe,
    decision: ProbeVerdict | StratumVerdict,
    level: _Level,
    report: Report,
    folder: str,
) -> _Json:
    sentence = printable(decision.sentence)
    _, why = shade_of(decision, report)
    stratum = decision.stratum if isinstance(decision, StratumVerdict) else ""
    worth = decision.estimate
    numbers = {
        "outcome": decision.outcome.value,
        "stratum": _name(stratum) if stratum else "",
        "point": worth.point,
        "lower": worth.interval.lower,
        "upper": worth.interval.upper,
        "threshold": decision.threshold.min_score,
        "regression": "" if decision.regression is None else decision.regression.value,
    }
    return _result(
        _name(probe.id),
        level,
        f"{sentence} ({why})" if why and is_required(decision) and level != "note" else sentence,
        _location(probe.path, probe.line, folder),
        ("decision", probe.id, stratum),
    ) | {"properties": {key: value for key, value in numbers.items() if value not in {None, ""}}}


def _whole(report: Report, folder: str) -> _Json:
    text = printable(partial_line(report) or report.verdict.exit_meaning)
    location = _location(report.provenance.config_file, 1, folder)
    return _result(_WHOLE, "error", text, location, ("decision", _WHOLE, ""))


def _result(
    rule: str, level: _Level, text: str, location: _Json, identity: tuple[str, str, str]
) -> _Json:
    # code scanning tells results apart by the second name, and would else take the line's hash,
    # under which all decisions of one probe are one
    fingerprint = digest(list(identity)).removeprefix("sha256:")
    return {
        "ruleId": rule,
        "level": level,
        "kind": "fail",
        "message": {"text": _plain(text) or _UNNAMED},
        "locations": [location],
        "partialFingerprints": {
            "mhgate/v1": fingerprint,
            "primaryLocationLineHash": f"{fingerprint[:16]}:1",
        },
    }


def _location(path: str, line: int, folder: str) -> _Json:
    within = "" if path.startswith(_BUILTIN) else folder
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(path, within)},
            "region": {"startLine": max(1, line)},
        }
    }


def _invocation(report: Report) -> _Json:
    verdict, run = report.verdict, report.provenance
    failures = f"failures: {failures_line(report.failures)}" if report.failures else None
    return {
        "executionSuccessful": verdict.exit_code in _EVALUATED,
        "exitCode": verdict.exit_code,
        "exitCodeDescription": printable(verdict.exit_meaning),
        "startTimeUtc": _utc(run.started_at),
        "endTimeUtc": _utc(run.finished_at),
        "toolExecutionNotifications": [
            {"level": "warning", "message": {"text": _plain(printable(line))}}
            for line in (partial_line(report), failures)
            if line is not None
        ],
    }


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def _uri(path: str, folder: str) -> str:
    """Return a relative reference; what no address can hold is escaped."""
    whole = f"{folder}/{path}".replace("\\", "/")
    parts = [part for part in printable(whole).split("/") if part not in {"", "."}]
    return quote("/".join(parts) or "thresholds.toml", safe="/")


def _name(text: str) -> str:
    return printable(text, limit=NAME_LIMIT) or _UNNAMED


def _plain(text: str) -> str:
    """Return text in which no viewer finds a link: SARIF reads ``[words](address)`` as one."""
    return text.replace("](", "] (")
