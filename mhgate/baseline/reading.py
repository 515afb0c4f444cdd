"""The file of a baseline, read strictly: misreading it would be worse than refusing it."""

from __future__ import annotations

from pydantic import ValidationError

from mhgate.baseline.history import broken_links
from mhgate.baseline.layout import render_baseline
from mhgate.canonical import parse_json
from mhgate.errors import BaselineError
from mhgate.records.baselines import BASELINE_KIND, BASELINE_SCHEMA_VERSION, Baseline, ProbeSet

__all__ = ["contradictions", "is_baseline", "is_canonical", "parse_baseline"]

_HINT = "Take the file as `mhgate baseline bless` wrote it (git has it), or bless a report anew."
_MOST_MISTAKES = 5


def is_baseline(data: bytes) -> bool:
    """Return whether bytes say of themselves that they are a baseline, whole or not.

    Args:
        data: of a file.
    """
    try:
        found = parse_json(data)
    except ValueError:
        return f'"{BASELINE_KIND}"'.encode() in data[:200]
    return isinstance(found, dict) and found.get("kind") == BASELINE_KIND


def parse_baseline(data: bytes, *, name: str) -> Baseline:
    """Return the baseline that a file holds.

    Args:
        data: the file's bytes.
        name: what the file is called, for messages.

    Returns:
        The baseline, whose history may be broken: see :func:`contradictions`.

    Raises:
        BaselineError: it is no JSON, no baseline, or of another schema version.
    """
    try:
        found = parse_json(data)
    except ValueError as error:
        raise BaselineError(f"{name}: {error}; expected a baseline.", hint=_HINT) from error
    if not isinstance(found, dict) or found.get("kind") != BASELINE_KIND:
        raise BaselineError(
            f'{name}: found no "kind" of "{BASELINE_KIND}"; expected a baseline.', hint=_HINT
        )
    version = found.get("schema_version")
    if version != BASELINE_SCHEMA_VERSION:
        raise BaselineError(
            f"{name}: found schema_version {ascii(version)[:40]}; expected "
            f'"{BASELINE_SCHEMA_VERSION}", the first and only one that this mhgate knows.',
            hint="Read it with the mhgate that wrote it (run.mhgate_version), or bless a report "
            "anew.",
        )
    try:
        # the second reading is pydantic's own, for in JSON a list is a tuple and a text a time
        return Baseline.model_validate_json(data.removeprefix(b"\xef\xbb\xbf"), strict=True)
    except ValidationError as error:
        raise BaselineError(f"{name}: {_mistakes(error)}", hint=_HINT) from error


def is_canonical(data: bytes, baseline: Baseline) -> bool:
    """Return whether a file holds the very bytes that its baseline makes.

    Args:
        data: of the file.
        baseline: as it was read from it.
    """
    return render_baseline(baseline).encode() == data


def contradictions(baseline: Baseline) -> tuple[str, ...]:
    """Return what of a baseline does not fit together, empty where all does.

    Args:
        baseline: as a file holds it.
    """
    found = list(broken_links(baseline))
    known = {probe.id for probe in baseline.probes}
    places: set[tuple[str, str]] = set()
    for each in baseline.sets:
        found += _of_set(each, known, places)
    return tuple(found)


def _of_set(each: ProbeSet, known: set[str], places: set[tuple[str, str]]) -> list[str]:
    strangers = set(each.probes) - known
    found = [f"it holds outcomes of {name!a}, which it does not list" for name in strangers]
    for item in each.items:
        if any(len(row) != len(each.probes) for row in item.seen):
            found.append(f"{item.id!a} has not one outcome a probe of its set")
            continue
        twice = [name for name in each.probes if (item.id, name) in places]
        found += [f"{item.id!a} stands twice for {name!a}" for name in twice]
        places.update((item.id, name) for name in each.probes)
    return found


def _mistakes(error: ValidationError) -> str:
    found = error.errors(include_url=False, include_context=False)
    lines = [
        f"{'.'.join(ascii(part).strip(chr(39)) for part in each['loc'])[:200] or 'the whole'}: "
        f"found {ascii(each['input'])[:60]}; {ascii(each['msg'])[1:-1]}"
        for each in found[:_MOST_MISTAKES]
    ]
    if len(found) > _MOST_MISTAKES:
        lines.append(f"and {len(found) - _MOST_MISTAKES} more")
    return "\n  ".join(["does not hold a baseline.", *lines])
