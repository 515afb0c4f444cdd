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
    FileKey("evidence.protocol", "table", "the protocol that you have published"),
    FileKey(
        "evidence.protocol.file", "file", "the document; a pack holds it, and binds its digest"
    ),
    FileKey("evidence.protocol.url", "address", "where it is published; nobody asks there"),
)
