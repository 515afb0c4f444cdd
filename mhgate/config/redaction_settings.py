"""The keys of ``[redaction]``: part of the settings."""

from __future__ import annotations

from mhgate.config.setting import Setting

__all__ = ["REDACTION_SETTINGS"]

REDACTION_SETTINGS = (
    Setting(
        "redaction.personal",
        "redact-personal",
        "text",
        "choice",
        "where what is about a person (addresses, numbers, dates of birth) becomes a marker: "
        "shown: in logs, messages, quotes, pages and whatever leaves the machine; everywhere: also "
        "in the journal of a run that has ended, which cannot be judged again then; keep: nowhere. "
        "Secrets are taken out always, and a judge reads what the product said",
    ),
)
