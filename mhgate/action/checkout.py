"""Git's answers about what is checked out; no shell, and no name that git takes for an option."""

from __future__ import annotations

import os
import posixpath
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mhgate.action.event import Event
from mhgate.errors import CannotEvaluateError

__all__ = ["Checkout", "find_checkout"]

_TIMEOUT_S = 120


@dataclass(frozen=True, slots=True)
class Checkout:
    """A repository that is checked out.

    Args:
        root: its top folder.
    """

    root: Path

    def ask(self, *words: str, environ: Mapping[str, str] | None = None) -> str | None:
        """Return what git prints, None where it fails.

        Args:
            words: what git is asked.
            environ: variables beside the process's own.
        """
        found = _git(["-C", str(self.root), *words], environ or {})
        return found.stdout.decode("utf-8", "surrogateescape") if found.returncode == 0 else None

    def commit(self, name: str) -> str | None:
        """Return the id of a commit that is here, None where it is not."""
        found = self.ask(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}"
        )
        return found.strip() if found else None

    def parents(self) -> list[str]:
        """Return the parents of what is checked out, those that a shallow clone lacks with them."""
        lines = (self.ask("cat-file", "commit", "HEAD") or "").partition("\n\n")[0].splitlines()
        return [line.split()[1] for line in lines if line.startswith("parent ")]

    def is_of(self, event: Event) -> bool:
        """Return whether what is proposed is what is checked out, by itself or merged."""
        if event.head_sha is None:
            return False
        return event.head_sha in {self.commit("HEAD"), *self.parents()} or (
            self.ask("merge-base", "--is-ancestor", event.head_sha, "HEAD") is not None
        )

    def base_of(self, event: Event) -> str:
        """Return the commit whose policy decides about a proposed change.

        Where GitHub's own merge of the change is checked out, it is that merge's first parent:
        as new as the base branch was. Else it is the base that the event names.

        Args:
            event: the proposal.

        Raises:
            CannotEvaluateError: it is not here: the checkout is too shallow.
        """
        parents = self.parents()
        merged = len(parents) == 2 and parents[1] == event.head_sha  # noqa: PLR2004 - of two
        wanted = parents[0] if merged else event.base_sha
        found = self.commit(wanted) if wanted else None
        if found is None:
            raise CannotEvaluateError(
                f"the base commit {wanted or '(which the event does not name)'} is not in this "
                "checkout; its policy judges the pull request.",
                hint="Give actions/checkout `fetch-depth: 0`.",
            )
        return found

    def changed(self, base: str, paths: Sequence[str]) -> list[str]:
        """Return which of the paths differ between where the change began and what is here.

        Args:
            base: the base commit.
            paths: from the root, with forward slashes.
        """
        if not paths:
            return []
        began = (self.ask("merge-base", base, "HEAD") or "").strip() or base
        found = self.ask("diff", "--name-only", "-z", "--no-renames", began, "--", *_literal(paths))
        return [name for name in (found or "").split("\0") if name]

    def through_links(self, path: str) -> Iterator[str]:
        """Yield a path, each symbolic link that it leads through here, and where it ends.

        Args:
            path: from the root; an absolute one only where it lies below it.
        """
        seen: set[str] = set()
        while True:
            if path.startswith("/"):
                path = posixpath.relpath(path, self.root.as_posix())
            if path in seen or path == ".." or path.startswith("../"):
                return
            seen.add(path)
            yield path
            parts = path.split("/")
            for end in range(1, len(parts) + 1):
                link = "/".join(parts[:end])
                if (self.root / link).is_symlink():
                    yield link
                    to = (self.root / link).readlink().as_posix()
                    above = posixpath.dirname(link)
                    path = posixpath.normpath(posixpath.join(above, to, *parts[end:]))
                    break
            else:
                return

    def holds(self, commit: str, path: str) -> bool:
        """Return whether a commit has a file or a folder at a path from the root."""
        return self.ask("cat-file", "-e", f"{commit}:{path}") is not None

    def read(self, commit: str, path: str) -> bytes | None:
        """Return a file as a commit has it, None where it has none."""
        found = _git(["-C", str(self.root), "show", f"{commit}:{path}"], {})
        return found.stdout if found.returncode == 0 else None

    def tracks(self, path: str) -> bool:
        """Return whether what is checked out has a path under git's control."""
        return bool(self.ask("ls-files", "-z", "--", *_literal([path])))

    def write_out(self, commit: str, paths: Sequence[str], folder: Path) -> None:
        """Write files and folders of a commit into a folder, as a checkout of it would have them.

        The commit's own attributes count, not those of what is checked out.

        Args:
            commit: the commit.
            paths: from the root, each of which the commit has.
            folder: where to; it becomes the root.

        Raises:
            CannotEvaluateError: git cannot.
        """
        folder.mkdir(parents=True, exist_ok=True)
        apart = {
            "GIT_INDEX_FILE": str(folder.parent / f"{folder.name}.index"),
            "GIT_WORK_TREE": str(folder),
            "GIT_DIR": (self.ask("rev-parse", "--absolute-git-dir") or "").strip(),
        }
        read = _git(["-C", str(folder), "read-tree", commit], apart)
        wrote = _git(
            ["-C", str(folder), "checkout", "--quiet", commit, "--", *_literal(paths)], apart
        )
        if read.returncode or wrote.returncode:
            said = (read.stderr + wrote.stderr).decode("utf-8", "replace").strip()
            raise CannotEvaluateError(
                f"the policy of the base commit {commit} cannot be written out: {said}",
                hint="Give actions/checkout `fetch-depth: 0`, and `lfs: true` where it is kept so.",
            )


def find_checkout(folder: Path) -> Checkout | None:
    """Return the repository that a folder lies in, None where it lies in none."""
    found = Checkout(folder).ask("rev-parse", "--show-toplevel")
    return Checkout(Path(found.rstrip("\n")).resolve()) if found else None


def _literal(paths: Sequence[str]) -> list[str]:
    return [f":(top,literal){path}" for path in paths]


def _git(words: Sequence[str], environ: Mapping[str, str]) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(  # noqa: S603 - no shell; what is not ours stands after -- or a colon
            ["git", "-c", "core.quotepath=off", *words],  # noqa: S607 - the runner's own git
            capture_output=True,
            timeout=_TIMEOUT_S,
            check=False,
            env={**os.environ, "GIT_TERMINAL_PROMPT": "0", **environ},
        )
    except (OSError, subprocess.SubprocessError) as error:
        return subprocess.CompletedProcess([], 127, b"", str(error).encode())
