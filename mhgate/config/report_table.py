"""``[report]``: what a report holds beside numbers and names."""

from __future__ import annotations

from mhgate.config.tables import Table

__all__ = ["ReportConfig"]


class ReportConfig(Table):
    """``[report]``: without the word for it, a report holds nothing that was said."""

    quotes: bool = False
