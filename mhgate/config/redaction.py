"""``[redaction]``: what becomes of what is about a person; secrets are always taken out."""

from __future__ import annotations

from typing import Literal

from mhgate.config.tables import Table

__all__ = ["RedactionConfig"]


class RedactionConfig(Table):
    """``[redaction]``: unless it says otherwise the journal stays whole, to be judged again."""

    personal: Literal["keep", "shown", "everywhere"] = "shown"
