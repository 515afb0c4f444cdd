"""What came of a run, told: outputs, summary, annotations, comment; what fails is a warning."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TextIO

from mhgate.action.annotations import annotated
from mhgate.action.attempts import read_tally
from mhgate.action.commands import annotation, append_outputs
from mhgate.action.comment import CommentError, Conversation, post
from mhgate.action.event import Event
from mhgate.action.inputs import Inputs
from mhgate.action.summary import comment_body, step_summary
from mhgate.action.told import Told
from mhgate.wiring import printable

__all__ = ["Telling", "conversation_of"]

_SAID = 2000


def conversation_of(event: Event, inputs: Inputs, environ: Mapping[str, str]) -> Conversation:
    """Return where the comment of an event goes.

    Args:
        event: of a pull request.
        inputs: the token in them.
        environ: GITHUB_API_URL in it.
    """
    return Conversation(
        api=environ.get("GITHUB_API_URL") or "https://api.github.com",
        repository=event.repository,
        number=event.number or 0,
        token=inputs.token,
    )


class Telling:
    """Tells of one step.

    Args:
        inputs: the Action's.
        event: what happened.
        environ: the environment, the runner's files in it.
        out: the step's output.
    """

    def __init__(
        self, inputs: Inputs, event: Event, *, environ: Mapping[str, str], out: TextIO
    ) -> None:
        self.inputs, self.event, self.environ, self.out = inputs, event, environ, out

    def tell(self, told: Told, *, root: Path | None) -> None:
        """Write outputs, summary, annotations and comment.

        Args:
            told: what came of the run.
            root: of the checkout, in which annotated files are looked for.
        """
        lines = [*_annotations(told, root), *self._files(told)]
        if (trouble := self._comment(told)) is not None:
            lines.append(annotation("warning", trouble, title="mhgate: no comment"))
        lines.append(f"mhgate: {told.verdict}, exit code {int(told.exit_code)}")
        self.out.write("\n".join(lines) + "\n")
        self.out.flush()

    def _files(self, told: Told) -> list[str]:
        troubles = []
        for name, write in (("GITHUB_OUTPUT", _outputs), ("GITHUB_STEP_SUMMARY", _summary)):
            if not self.environ.get(name):
                continue
            try:
                write(Path(self.environ[name]), told)
            except OSError as error:
                said = f"{name}: {error.strerror or error}"
                troubles.append(annotation("warning", said, title="mhgate"))
        return troubles

    def _comment(self, told: Told) -> str | None:
        """Write the comment where one belongs; return why it could not be written."""
        inputs, event = self.inputs, self.event
        if inputs.comment == "never" or event.number is None or not event.repository:
            return None
        if not inputs.token:
            return "there is no token for GitHub's API; the summary of this step has it all"

        def body(earlier: Sequence[str]) -> str:
            return comment_body(told, tally=read_tally(earlier).and_this(event).line)

        try:
            post(conversation_of(event, inputs, self.environ), body)
        except CommentError as error:
            return f"{error}. The verdict stays as it is, and the summary of this step has it all."
        return None


def _annotations(told: Told, root: Path | None) -> list[str]:
    lines: list[str] = []
    if told.is_others:
        pass  # nothing of it is this step's
    elif told.report is None:
        reason = printable(told.reason, limit=_SAID)
        lines.append(
            annotation("error", f"not evaluated: {reason}", title="mhgate", file=told.config)
        )
    else:
        lines += annotated(told.report, config=told.config, root=root)
    if told.changed or told.policy_from_head:
        said = "this pull request is judged by its own policy"
        if told.base is not None:
            said = f"{len(told.changed)} policy files are changed here; the base's decided"
        lines.append(annotation("notice", said, title="mhgate policy"))
    return lines


def _outputs(path: Path, told: Told) -> None:
    append_outputs(path, told.outputs())


def _summary(path: Path, told: Told) -> None:
    with path.open("a", encoding="utf-8", newline="\n") as file:
        file.write(step_summary(told))
