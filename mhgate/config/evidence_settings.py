"""The keys of ``[evidence]``: part of the settings; they stand in the file only."""

from __future__ import annotations

from mhgate.config.setting import FileKey

__all__ = ["EVIDENCE_FILE_KEYS"]

EVIDENCE_FILE_KEYS = (
    FileKey(
        "evidence.journal",
        "choice",
        "what a pack holds of the journal, in which every conversation stands: committed (its hash "
        "alone, and who keeps it can show it later), redacted (without personal data and keys), or "
        "inside (as it is)",
    ),
    FileKey(
        "evidence.require",
        "sign-offs",
        "the sign-offs that `mhgate verify --require-signoff` asks for, each a role and a meaning "
        '(review, approval, responsibility or authorship): "clinical review"',
    ),
    FileKey(
        "evidence.hazards",
        "file",
        "your hazards (`mhgate hazards import`); where no file of the default name lies, there are "
        "none",
    ),
    FileKey(
        "evidence.dispositions",
        "file",
        "what was decided about failed items and open waivers (`mhgate disposition add`); likewise",
    ),
    FileKey(
        "evidence.external",
        "file",
        "figures that somebody attests and no run measures, such as counts of referrals; likewise",
    ),
    FileKey(
        "evidence.applicability",
        "tables",
        "whether and how a law applies to you, by its id (`mhgate laws list`)",
    ),
    FileKey("evidence.applicability.*.by", "name", "who answers"),
    FileKey("evidence.applicability.*.on", "date", "the day of the answers, without quotes"),
    FileKey(
        "evidence.applicability.*.answers",
        "table of text",
        "answers by the id of the question (`mhgate laws show`)",
    ),
    FileKey("evidence.protocol", "table", "the protocol that you have published"),
    FileKey(
        "evidence.protocol.file", "file", "the document; a pack holds it, and binds its digest"
    ),
    FileKey("evidence.protocol.url", "address", "where it is published; nobody asks there"),
)
