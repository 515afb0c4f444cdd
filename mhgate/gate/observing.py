"""Who hears how a run goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mhgate.records import Accounts, Estimate

__all__ = ["Observer"]


class Observer:
    """Hears how the run goes on; the faces override what they want to hear."""

    def progress(self, accounts: Accounts) -> None:
        """Hear that one more trial has ended."""

    def measured(self, estimate: Estimate) -> None:
        """Hear that a probe has seen all its trials."""
