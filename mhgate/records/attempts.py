"""How often the same was tried: a pass on the fifth attempt is not that of the first."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from mhgate.records.record import Record

__all__ = ["Attempts"]


class Attempts(Record):
    """Which try of its commit and of its pull request a run was, as far as somebody counted.

    ``counted_by`` says who: ``kept runs``, those of the same commit and target that lie on this
    machine; ``comment``, the list that the Action keeps in its comment on the pull request;
    ``workflow run``, GitHub, which counts the tries of one workflow run and of no other.
    What nobody counted is None. A number is the least there were: nobody sees what was deleted.
    """

    of_commit: int | None = Field(default=None, ge=1)
    of_pull_request: int | None = Field(default=None, ge=1)
    of_workflow_run: int | None = Field(default=None, ge=1)
    counted_by: Literal["kept runs", "comment", "workflow run"]

    @property
    def words(self) -> str:
        """What is known of it, in one clause, and what is not."""
        if self.counted_by == "kept runs":
            of_pull_request = (
                ""
                if self.of_pull_request is None
                else f" and {self.of_pull_request} of its pull request"
            )
            return (
                f"attempt {self.of_commit} of this commit{of_pull_request} among the runs that "
                "are kept here"
            )
        if self.counted_by == "comment":
            return (
                f"attempt {self.of_commit} of this commit and {self.of_pull_request} of its pull "
                "request, as the gate's comment counts"
            )
        return (
            f"attempt {self.of_workflow_run} of this workflow run; how often the commit and its "
            "pull request were tried in others is not known"
        )
