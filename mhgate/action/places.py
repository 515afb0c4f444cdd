"""Where a step writes: in a folder of its own, in the runner's temporary one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

__all__ = ["Places"]


@dataclass(frozen=True, slots=True)
class Places:
    """Files and folders of one step.

    Args:
        folder: in the runner's own temporary one.
    """

    folder: Path

    @property
    def report(self) -> Path:
        """The report."""
        return self.folder / "report.json"

    @property
    def policy(self) -> Path:
        """The base's policy, written out."""
        return self.folder / "policy"

    @property
    def shard(self) -> Path:
        """What of a shard may leave the machine."""
        return self.folder / "shard.jsonl"

    @property
    def page(self) -> Path:
        """The report as a page."""
        return self.folder / "report.html"

    @property
    def pack(self) -> Path:
        """The evidence of the run."""
        return self.folder / "mhgate-evidence.zip"

    def page_there(self) -> dict[str, Path]:
        """The page, where the run wrote one."""
        return {"report-html": self.page} if self.page.is_file() else {}

    def beside(self) -> dict[str, Path]:
        """The files that other tools read, by name."""
        return {"junit": self.folder / "junit.xml", "sarif": self.folder / "mhgate.sarif"}
