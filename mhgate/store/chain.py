"""The chain: what binds an entry to those before it; one commit's entries, exported and checked.

An export holds the links of the whole chain (of each entry the commit and the digest of what it
says) and, in full, what the entries of one commit say. So whoever holds it can recompute the head,
and sees that no entry of the commit was left out. Pure: no database and no clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from mhgate.canonical import digest
from mhgate.records.registered import Registered, RegisteredRun, RegisterEntry

__all__ = [
    "EXPORT_VERSION",
    "GENESIS",
    "absent_register",
    "check_register",
    "content_of",
    "continues",
    "exported",
    "link_digest",
    "registered_runs",
    "runs_of",
    "says_of_report",
]

EXPORT_VERSION = "1"
GENESIS = digest({"mhgate": "register of runs", "version": EXPORT_VERSION})
"""What stands before the first entry."""

_ENDS = {"finish": "finished", "abort": "aborted"}
_KEYS = {"version", "commit", "count", "head", "links", "entries"}


def content_of(said: Registered) -> dict[str, Any]:
    """Return what an entry says as the JSON that is digested: without what is None.

    Args:
        said: the entry's content.
    """
    return said.model_dump(mode="json", exclude_none=True)


def link_digest(number: int, previous: str, commit: str | None, content: str) -> str:
    """Return the digest that binds an entry.

    Args:
        number: its place, from 1.
        previous: the digest of the one before it; of the first, ``GENESIS``.
        commit: whose entry it is.
        content: the digest of what it says.
    """
    return digest({"number": number, "previous": previous, "commit": commit, "content": content})


def exported(
    commit: str | None, links: Sequence[tuple[str | None, str]], entries: Sequence[RegisterEntry]
) -> dict[str, Any]:
    """Return the register of one commit as JSON, for the pack.

    Args:
        commit: the commit; None for runs whose commit is not known.
        links: of every entry of the chain, in order, its commit and the digest of what it says.
        entries: those of the commit.
    """
    head = GENESIS
    for number, (of_commit, content) in enumerate(links, start=1):
        head = link_digest(number, head, of_commit, content)
    return {
        "version": EXPORT_VERSION,
        "commit": commit,
        "count": len(links),
        "head": head,
        "links": [{"commit": of_commit, "content": content} for of_commit, content in links],
        "entries": [
            {"number": each.number, "content": content_of(each.content)} for each in entries
        ],
    }


def absent_register(commit: str | None, why: str) -> dict[str, Any]:
    """Return what stands in a pack in a register's place where there is none.

    Args:
        commit: the commit.
        why: in words.
    """
    return {"version": EXPORT_VERSION, "commit": commit, "register": "absent", "why": why}


def check_register(exported: Mapping[str, Any]) -> tuple[str, ...]:
    """Hold an exported register to itself.

    Args:
        exported: parsed JSON, which may hold anything.

    Returns:
        What is wrong, in words; empty where the chain holds, every entry of the commit is there,
        and each is what its link says. An absent register is a problem of its own.

    Example:
        >>> check_register({"version": "1", "commit": None, "register": "absent", "why": "no file"})
        ('the register is absent: no file',)
    """
    if exported.get("version") != EXPORT_VERSION:
        return (f"the register is of version {exported.get('version')!r}, not {EXPORT_VERSION!r}",)
    if exported.get("register") == "absent":
        return (f"the register is absent: {exported.get('why')}",)
    if set(exported) != _KEYS:
        differing = ", ".join(sorted(map(str, set(exported) ^ _KEYS)))
        return (f"the register has other keys than a register has: {differing}",)
    links, entries = exported["links"], exported["entries"]
    if not _are_links(links) or not _are_entries(entries):
        return ("the register holds what is no link or no entry",)
    return (*_chain_problems(exported), *_entry_problems(exported), *_story_problems(exported))


def _are_links(links: Any) -> bool:
    return isinstance(links, list) and all(
        isinstance(each, dict)
        and set(each) == {"commit", "content"}
        and isinstance(each["content"], str)
        and (each["commit"] is None or isinstance(each["commit"], str))
        for each in links
    )


def _are_entries(entries: Any) -> bool:
    return isinstance(entries, list) and all(
        isinstance(each, dict)
        and set(each) == {"number", "content"}
        and type(each["number"]) is int
        and isinstance(each["content"], dict)
        for each in entries
    )


def _chain_problems(exported: Mapping[str, Any]) -> Iterator[str]:
    links = exported["links"]
    head = GENESIS
    for number, link in enumerate(links, start=1):
        head = link_digest(number, head, link["commit"], link["content"])
    if len(links) != exported["count"]:
        yield f"the register counts {exported['count']} entries and links {len(links)}"
    if head != exported["head"]:
        yield "the register's links do not lead to its head: one was changed, removed or moved"


def _entry_problems(exported: Mapping[str, Any]) -> Iterator[str]:
    """Find entries that are not what is linked, and links of the commit without their entry."""
    links, commit = exported["links"], exported["commit"]
    mine = {number for number, link in enumerate(links, start=1) if link["commit"] == commit}
    numbers = [each["number"] for each in exported["entries"]]
    if numbers != sorted(set(numbers)):
        yield "the register's entries are doubled or out of order"
    for number in sorted(mine - set(numbers)):
        yield f"entry {number} of this commit is left out of the register"
    for each in exported["entries"]:
        number, content = each["number"], each["content"]
        if number not in mine:
            yield f"entry {number} of the register is linked to no entry of this commit"
            continue
        try:
            held = digest(content) == links[number - 1]["content"]
            said = Registered.model_validate(content)
        except (ValueError, ValidationError):
            yield f"entry {number} of the register holds what no entry says"
            continue
        if not held:
            yield f"entry {number} of the register ({said.run_id}) was changed after it was written"
        elif said.commit != commit:
            yield f"entry {number} of the register speaks of another commit than its link"


def _story_problems(exported: Mapping[str, Any]) -> Iterator[str]:
    """Find ends without their start, and starts that ended twice."""
    said = list(_said(exported))
    starts = {number: each for number, each in said if each.event == "start"}
    ended: dict[int, int] = {}
    for number, each in said:
        if each.event not in _ENDS:
            continue
        start = starts.get(each.of or 0)
        if start is None or start.run_id != each.run_id:
            yield f"entry {number} of the register ends a run ({each.run_id}) that never began"
        elif each.of in ended:
            yield f"entries {ended[each.of]} and {number} of the register end the same beginning"
        ended[each.of or 0] = number


def _said(exported: Mapping[str, Any]) -> Iterator[tuple[int, Registered]]:
    for each in exported.get("entries", ()):
        try:
            yield each["number"], Registered.model_validate(each["content"])
        except (KeyError, TypeError, ValidationError):
            continue


def registered_runs(exported: Mapping[str, Any]) -> tuple[RegisteredRun, ...]:
    """Return the runs of an exported register, each beginning with how it ended.

    A start without an end is of a run that never finished: it was killed, or it still runs.

    Args:
        exported: a register in which :func:`check_register` finds nothing wrong.

    Returns:
        In the order in which they began.
    """
    return runs_of(_said(exported))


def runs_of(entries: Iterator[tuple[int, Registered]]) -> tuple[RegisteredRun, ...]:
    """Return the runs that entries tell of; see :func:`registered_runs`.

    Args:
        entries: with their numbers, in order.
    """
    runs: dict[int, RegisteredRun] = {}
    for number, said in entries:
        if said.event in {"start", "adopt"}:
            known = dict.fromkeys(("outcome", "exit_code", "scope", "report_digest"))
            runs[number] = RegisteredRun(
                number=number,
                run_id=said.run_id,
                kind=said.kind,
                at=said.at,
                attempt=said.attempt,
                state="adopted" if said.event == "adopt" else "never finished",
                **{name: getattr(said, name) for name in known},
            )
        elif said.event in _ENDS and said.of in runs:
            runs[said.of] = runs[said.of].model_copy(
                update={
                    "state": _ENDS[said.event],
                    "outcome": said.outcome,
                    "exit_code": said.exit_code,
                    "scope": said.scope,
                    "report_digest": said.report_digest,
                    "reason": said.reason,
                }
            )
        elif said.event == "purge":
            runs |= {
                key: run.model_copy(update={"purged": True})
                for key, run in runs.items()
                if run.run_id == said.run_id
            }
    return tuple(runs.values())


def says_of_report(exported: Mapping[str, Any], *, run_id: str, report_digest: str) -> str | None:
    """Return what is wrong between a report and the register, None where it holds it as ended.

    Args:
        exported: the register of the report's commit.
        run_id: of the report.
        report_digest: of the bytes of its report.json, ``sha256:`` and hexadecimal.
    """
    runs = [run for run in registered_runs(exported) if run.run_id == run_id]
    if any(run.report_digest == report_digest for run in runs):
        return None
    if not runs:
        return f"the register knows no run {run_id}"
    if any(run.report_digest is not None for run in runs):
        return f"the register holds another report of run {run_id} than this one"
    return f"the register holds no report of run {run_id}: it never finished"


def continues(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> str | None:
    """Return why a later export is not of the register that an earlier one was of, None if it is.

    Whoever can write the file can write the whole chain anew; two exports of different days, of
    which the earlier is signed, tell.

    Args:
        earlier: a register in which nothing is wrong, of any commit.
        later: another such one, exported afterwards.
    """
    before, after = earlier["links"], later["links"]
    for number, link in enumerate(before, start=1):
        if number > len(after):
            return f"entry {number} and those after it are gone from the register"
        if after[number - 1] != link:
            return f"entry {number} is another one than it was: the chain was written anew"
    return None
