"""A stored run -> its pack of evidence: everything that it rests on, and an index of it.

What the run did is not done again and nobody is asked. The suites, the thresholds and the rest are
those that lie here today, and each is held to the report first: a pack of another checkout's
suites would look right and be wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from mhgate.canonical import canonical_json
from mhgate.config import WAIVERS_FILE, load_config
from mhgate.errors import EvidenceError, ReportFileError, UsageError
from mhgate.evidence.container import pack_zip, read_pack, write_pack
from mhgate.evidence.index import INDEX, REPORT, make_index, sha256_hex
from mhgate.evidence.laws.reading import check_answers, expired_on, laws_named
from mhgate.evidence.policy_kept import config_of_pack, given_again, unlike_policy
from mhgate.evidence.releases import state_of
from mhgate.evidence.statement import THRESHOLDS
from mhgate.evidence.suites_kept import (
    SUITES,
    digests_of_items,
    keep_suites,
    read_suites,
    unlike_items,
)
from mhgate.evidence.verifying import Authenticate
from mhgate.gate import measurement_of
from mhgate.gate.certificate_digests import certificate_digest
from mhgate.records import Report
from mhgate.records.dispositions import DispositionTable
from mhgate.records.evidence import JournalWay
from mhgate.wiring.earlier import earlier_from
from mhgate.wiring.evidence_pages import DISPOSITIONS, AskedLaws, Since
from mhgate.wiring.pack_parts import (
    BASELINE,
    certificate_file,
)
from mhgate.wiring.pack_pieces import (
    Making,
    add_journal,
    add_openings,
    add_pages,
    add_people_files,
    add_protocol,
    add_register,
)
from mhgate.wiring.rested_on import certificates_in, compared_with_file
from mhgate.wiring.verifying import Trusting, verify_pack
from mhgate.wiring.versions import version_of_mhgate
from mhgate.wiring.workspace import Workspace, open_workspace

__all__ = ["Packed", "SincePack", "pack_evidence", "write_evidence"]

_MOST_NAMED = 3


@dataclass(frozen=True, slots=True)
class Packed:
    """A pack that was made.

    Args:
        report: of the run.
        files: its bytes, by name.
        left_out: why something that could be in it is not, by name.
        notes: what a reader should know.
    """

    report: Report
    files: Mapping[str, bytes]
    left_out: Mapping[str, str]
    notes: tuple[str, ...] = ()


def pack_evidence(
    path: Path,
    *,
    config_file: Path | None,
    environ: Mapping[str, str],
    journal: JournalWay | None = None,
    certificates: Path | None = None,
    baseline: Path | None = None,
    openings: Sequence[Path] = (),
    laws: Sequence[str] = (),
    since: SincePack | None = None,
    pdf: bool = True,
) -> Packed:
    """Make the pack of a stored report.

    Args:
        path: the report.json; the run's journal is looked for beside it.
        config_file: the thresholds.toml of the run.
        environ: the environment; it is not written anywhere.
        journal: in place of ``[evidence] journal``.
        certificates: the file of certificates that the run had; None: as the thresholds name it.
        baseline: what the run was compared with; None: as the thresholds name it, or the report of
            that run among those beside.
        openings: of protected items that the pack may show.
        laws: the ids of laws beside whose requirements the figures are put.
        since: the pack of the last release, to say what has changed since.
        pdf: whether the page is laid out for paper too, where that can be done here.

    Returns:
        Its files; the same run makes the same bytes.

    Raises:
        ReportFileError: the report, its journal, a certificate or the baseline is not what it was.
        UsageError: thresholds or suites are others than those of the run.
    """
    data = _read(path)
    report = earlier_from(data, name=str(path), what="report")
    workspace = _workspace(config_file, report, environ)
    making = Making(path, report, workspace, {REPORT: data})
    _add_policy(making)
    _add_suites(making)
    _add_certificates(making, certificates)
    _add_baseline(making, baseline)
    add_openings(making, openings)
    kept = add_journal(making, journal or workspace.config.evidence.journal)
    protocol = add_protocol(making)
    add_register(making)
    add_people_files(making)
    asked = _asked_laws(making, laws)
    add_pages(making, asked, None if since is None else _since(since), pdf=pdf)
    index = make_index(
        making.files,
        run=report.provenance.run_id,
        made_by=version_of_mhgate(),
        journal=kept,
        protocol=protocol,
        laws=asked.ids,
        laws_expired=sorted(asked.expired),
        left_out=making.left_out,
    )
    return Packed(
        report,
        dict(sorted({**making.files, INDEX: index}.items())),
        making.left_out,
        tuple(making.notes),
    )


def write_evidence(packed: Packed, *, folder: Path | None, archive: Path | None) -> None:
    """Write a pack as a folder, as one zip, or both.

    Args:
        packed: the pack.
        folder: a new or an empty one.
        archive: the zip's file, which must not be there yet.

    Raises:
        UsageError: something lies there already, or it cannot be written.
    """
    if archive is not None and archive.exists():
        raise UsageError(
            f"{archive}: is there already; nothing was written.", hint="Name a new file."
        )
    if folder is not None:
        write_pack(packed.files, folder)
    if archive is not None:
        try:
            archive.parent.mkdir(parents=True, exist_ok=True)
            with archive.open("xb") as file:
                file.write(pack_zip(packed.files))
        except OSError as error:
            raise UsageError(
                f"{archive}: cannot be written ({error.strerror or error}).",
                hint="Name a file in a folder with space and permission.",
            ) from error


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ReportFileError(
            f"{path}: {error.strerror or error}; expected a report.",
            hint="Name a report.json, or the folder or id of a run that has ended.",
        ) from error


def _workspace(config_file: Path | None, report: Report, environ: Mapping[str, str]) -> Workspace:
    """Open thresholds and suites as the run was given them."""
    given = given_again(report.provenance.overrides)
    options: dict[str, str | None] = {
        key: value for key, value in given.items() if key.startswith(("gate.", "suites."))
    }
    quiet = {name: value for name, value in environ.items() if not name.startswith("GITHUB_")}
    config = load_config(config_file, options=options, environ=quiet)
    levels = {
        factor: level
        for factor, level in report.provenance.configuration.items()
        if factor in config.matrix
    }
    return open_workspace(config_file, options=options, ini={}, environ=quiet, levels=levels)


# --- the pieces


@dataclass(frozen=True, slots=True)
class SincePack:
    """The pack of an earlier release.

    Args:
        path: its folder, or its zip.
        signature: checks its signature.
    """

    path: Path
    signature: Authenticate


def _since(earlier: SincePack) -> Since:
    """Check an earlier pack, and return what is compared of it."""
    found = verify_pack(earlier.path, Trusting(signature=earlier.signature, check_sign_offs=False))
    if not found.holds:
        sentences = "; ".join(each.sentence for each in found.broken[:_MOST_NAMED])
        raise EvidenceError(
            f"{earlier.path}: what changed since then is not told, for it does not hold: "
            f"{sentences}.",
            hint="Name the pack of the last release as it was signed, and the key it was signed "
            "with.",
        )
    pack = read_pack(earlier.path)
    report = earlier_from(pack.files[REPORT], name=pack.where(REPORT), what="report")
    table = None
    if DISPOSITIONS in pack.files:
        table = DispositionTable.model_validate_json(pack.files[DISPOSITIONS])
    digest = f"sha256:{sha256_hex(pack.files[REPORT])}"
    suites = read_suites(pack.files[SUITES], name=pack.where(SUITES))
    return Since(
        then=state_of(report, digest, suites, table),
        name=earlier.path.name,
        checked_by=found.signed_by or "",
    )


def _asked_laws(making: Making, ids: Sequence[str]) -> AskedLaws:
    """Return the laws that were asked for, and hold the answers in the thresholds to the map."""
    config = making.workspace.config
    check_answers(config.evidence.applicability, where=config.file)
    laws = laws_named(ids)
    expired = expired_on(laws, datetime.now(UTC).date())
    making.notes += [
        f"the row {name} of the law map is PAST ITS TERM: its figures are withheld; read the law "
        "again, and take a newer mhgate"
        for name in sorted(expired)
    ]
    return AskedLaws(tuple(law.id for law in laws), expired)


def _add_policy(making: Making) -> None:
    config, report = making.workspace.config, making.report
    making.files[THRESHOLDS] = config.path.read_bytes()
    if config.waivers is not None:
        making.files[WAIVERS_FILE] = (config.folder / config.gate.waivers).read_bytes()
    is_same = report.provenance.mhgate_version == version_of_mhgate()
    unlike = unlike_policy(config_of_pack(making.files, report), report, same_version=is_same)
    if unlike:
        raise UsageError(
            f"{config.file}: is not what the run {report.provenance.run_id} was decided under: "
            f"{'; '.join(unlike)}.",
            hint="Name the thresholds.toml of the run (--config), or decide the report again under "
            "these (`mhgate decide`), and pack that.",
        )


def _add_suites(making: Making) -> None:
    report, workspace = making.report, making.workspace
    making.files.update(keep_suites(workspace.suites))
    theirs = report.provenance.measurement
    measured = {probe.probe.id for each in report.verdict.pillars for probe in each.probes}
    ours = measurement_of(
        [probe for probe in workspace.probes if probe.id in measured],
        workspace.questions,
        judge=report.provenance.judge_fingerprint,
        rubrics=workspace.rubrics,
        flows=workspace.flows,
    )
    changed = sorted(
        name.removeprefix("probe ")
        for name in {*theirs, *ours}
        if name.startswith("probe ") and theirs.get(name) != ours.get(name)
    )
    if not any(step.how == "transcripts" for step in report.provenance.derived):
        kept = read_suites(making.files[SUITES], name=SUITES)
        changed += unlike_items(report, digests_of_items(making.files, kept))
    if changed:
        named = ", ".join(changed[:_MOST_NAMED])
        more = f" and {len(changed) - _MOST_NAMED} more" if len(changed) > _MOST_NAMED else ""
        commit = report.provenance.commit
        raise UsageError(
            f"{workspace.config.file}: the suites that it names are not those of the run "
            f"{report.provenance.run_id}: these differ: {named}{more}.",
            hint=f"Check out the commit of the run ({commit})." if commit else "Name its suites.",
        )


def _add_certificates(making: Making, named: Path | None) -> None:
    conditions, config = making.report.conditions, making.workspace.config
    wanted = {} if conditions is None else dict(conditions.certificates)
    if not wanted:
        return
    if named is None and config.judge.certificates is not None:
        named = config.folder / config.judge.certificates
    if named is None:
        raise ReportFileError(
            f"{making.path}: the report rests on certificates, and no file of them is named.",
            hint="Name the file that judge.certificates named in the run: --certificates FILE.",
        )
    by_id = {each.id: each for each in certificates_in(named)}
    for name, digest in sorted(wanted.items()):
        found = by_id.get(name)
        if found is None or certificate_digest(found) != digest:
            raise ReportFileError(
                f"{named}: holds no certificate {name!r} as the report names it ({digest[:19]}).",
                hint="Name the file that judge.certificates named in the run: --certificates FILE.",
            )
        making.files[certificate_file(found)] = canonical_json(found.model_dump(mode="json"))


def _add_baseline(making: Making, named: Path | None) -> None:
    config = making.workspace.config
    if named is None and config.gate.baseline is not None:
        named = config.folder / config.gate.baseline
    path = compared_with_file(making.report, making.path, named)
    if path is not None:
        making.files[BASELINE] = path.read_bytes()
