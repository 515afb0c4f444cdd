"""Policy from the base commit, code from the head: what the gate reads, and where from.

thresholds.toml, the folders of suites, baseline, waivers, certificates and pytest's ini files are
written out as the base commit has them, and nothing else of it: a module that the target imports is
not there, and is found in the head; a program that is the target runs in the head's folder, and the
files of ``tls`` are looked up there, where the workflow wrote them. A conftest.py that hands over
the target is the head's where the base has one too; the base says *that* one does, the head
*which* product.
"""

from __future__ import annotations

import posixpath
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from mhgate.action.checkout import Checkout
from mhgate.action.inputs import Inputs
from mhgate.errors import UsageError
from mhgate.wiring import BASELINE_FILE

__all__ = ["Policy", "policy_of_base"]

WAIVERS_FILE = "mhgate-waivers.toml"
"""Where exceptions are looked for, beside thresholds.toml."""

_CONFTEST = "conftest.py"
_INI_FILES: tuple[str, ...] = (
    *("pytest.toml", ".pytest.toml", "pytest.ini", ".pytest.ini", "pyproject.toml", "tox.ini"),
    "setup.cfg",
)
_IN_PROCESS = {"function": "call", "asgi": "app"}
_COMMAND = "command"
_TLS_FILES = ("ca", "certificate", "key")


@dataclass(frozen=True, slots=True)
class Policy:
    """What decides about a pull request.

    Args:
        config: thresholds.toml as the base has it, written out.
        base: the base commit.
        head: the head's folder in which thresholds.toml would be.
        words: for ``mhgate``: what keeps baseline, reports and what blocks where they belong.
        plugins: for ``mhgate run``: the conftest.py that takes part.
        code: the head's folder that modules are imported from; None: no code of it is run.
        product: the head's folder that a program runs in, where the target is one.
        changed: policy files that the pull request changes, from the root.
        conftest_changed: whether the conftest.py that takes part is not the base's.
        notes: what a reviewer should know of it.
    """

    config: Path
    base: str
    head: Path
    words: tuple[str, ...] = ()
    plugins: tuple[str, ...] = ()
    code: Path | None = None
    product: Path | None = None
    changed: tuple[str, ...] = ()
    conftest_changed: bool = False
    notes: tuple[str, ...] = ()


def policy_of_base(
    checkout: Checkout, base: str, *, inputs: Inputs, working: Path, into: Path
) -> Policy:
    """Write out the base's policy, and say what of it the pull request would change.

    Args:
        checkout: the head.
        base: the base commit.
        inputs: the Action's.
        working: the working directory, in the checkout.
        into: an empty folder, outside it.

    Raises:
        UsageError: the base has no such configuration, or the target's code lies in what is policy.
        CannotEvaluateError: git cannot write it out.
    """
    config = _inside(checkout, working / inputs.config, "config")
    text = checkout.read(base, config)
    if text is None:
        raise UsageError(
            f"{config}: found no such file in the base commit {base[:12]}; expected the policy "
            "that judges this pull request.",
            hint="A first pull request that adds it runs with `policy-from: head`, or is merged "
            "without the gate.",
        )
    raw = _parsed(text, config, base)
    folder = posixpath.dirname(config)
    here = working / PurePosixPath(inputs.config).parent
    paths = list(dict.fromkeys(_policy_paths(raw, folder)))
    held = [path for path in [config, *paths] if checkout.holds(base, path)]
    _refuse_mixed_code(raw, folder, held)
    checkout.write_out(base, held, into)
    written = into / config
    notes: list[str] = []
    words = [
        *_fail_on(raw, inputs),
        *_baseline(raw, checkout, base, inputs=inputs, working=working, notes=notes, into=into),
    ]
    reports = _table(raw, "gate").get("reports", ".mhgate")
    words.append(f"--mhgate-reports={(here / str(reports)).resolve()}")
    conftest = posixpath.join(folder, _CONFTEST)
    has_conftest = checkout.holds(base, conftest) and (here / _CONFTEST).is_file()
    if not has_conftest and (here / _CONFTEST).is_file():
        notes.append(
            f"{conftest} is not in the base commit: it takes no part, and thresholds.toml of the "
            "base says what is asked"
        )
    kind = _table(raw, "target").get("kind")
    head = _read_if_it_can_be(checkout.read("HEAD", config))
    watched = [config, *paths, *_policy_paths(head, folder), conftest]
    changed = checkout.changed(base, list(dict.fromkeys(watched)))
    notes += [
        f"{path}, which a table tls of the base names, is the pull request's, which changes it"
        for path in checkout.changed(base, list(dict.fromkeys(_tls_files(raw, folder, checkout))))
    ]
    return Policy(
        config=written,
        base=base,
        head=here.resolve(),
        words=tuple(words),
        plugins=("-p", "conftest") if has_conftest else (),
        code=here.resolve() if kind in _IN_PROCESS or has_conftest else None,
        product=here.resolve() if kind == _COMMAND else None,
        changed=tuple(changed),
        conftest_changed=has_conftest
        and checkout.read(base, conftest) != (here / _CONFTEST).read_bytes(),
        notes=tuple(notes),
    )


def _read_if_it_can_be(text: bytes | None) -> Mapping[str, Any]:
    """Return what a TOML file says, nothing where it cannot be read."""
    try:
        return tomllib.loads((text or b"").decode())
    except (ValueError, UnicodeDecodeError):
        return {}


def _parsed(text: bytes, config: str, base: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads(text.decode())
    except ValueError as error:
        raise UsageError(
            f"{config}: the base commit {base[:12]} has a file that is no TOML ({error}).",
            hint="Mend it on the base branch.",
        ) from error


def _policy_paths(raw: Mapping[str, Any], folder: str) -> Iterator[str]:
    """Yield the paths from the root that a configuration makes part of the policy."""
    folders = _table(raw, "suites").get("folders", [])
    named = [name for name in folders if isinstance(name, str)] if isinstance(folders, list) else []
    for table, key in (("gate", "baseline"), ("gate", "waivers"), ("judge", "certificates")):
        value = _table(raw, table).get(key)
        if isinstance(value, str):
            named.append(value)
    named += [BASELINE_FILE, WAIVERS_FILE]
    for name in named:
        path = posixpath.normpath(posixpath.join(folder, name.replace("\\", "/")))
        if not path.startswith(("..", "/")):
            yield path
    above = folder
    while True:
        yield from (posixpath.join(above, name) for name in _INI_FILES)
        if not above:
            return
        above = posixpath.dirname(above)


def _tls_files(raw: Any, folder: str, checkout: Checkout) -> Iterator[str]:
    """Yield the paths from the root of the files that any table ``tls`` names, and of their links.

    What the pull request would put in the place of a file may be a link on the way to it.
    """
    if isinstance(raw, list):
        for each in raw:
            yield from _tls_files(each, folder, checkout)
    if not isinstance(raw, dict):
        return
    for key, value in raw.items():
        if key != "tls" or not isinstance(value, dict):
            yield from _tls_files(value, folder, checkout)
            continue
        for name in (value.get(each) for each in _TLS_FILES):
            if name:
                path = posixpath.join(folder, str(name).replace("\\", "/"))
                yield from checkout.through_links(posixpath.normpath(path))


def _refuse_mixed_code(raw: Mapping[str, Any], folder: str, held: list[str]) -> None:
    """Refuse a target whose code would be the base's, as it lies in a folder of suites."""
    target = _table(raw, "target")
    key = _IN_PROCESS.get(str(target.get("kind")))
    reference = target.get(key or "")
    if not isinstance(reference, str):
        return
    package = reference.partition(":")[0].partition(".")[0]
    homes = {posixpath.join(folder, package), posixpath.join(folder, f"{package}.py")}
    for path in held:
        if any(home == path or home.startswith(f"{path}/") or path == "." for home in homes):
            raise UsageError(
                f"target.{key}: {reference} lies in {path}, which is policy and comes from the "
                "base commit; expected the product's code outside the folders of suites: that of "
                "the head would not be tested.",
                hint="Keep suites in a folder of their own.",
            )


def _fail_on(raw: Mapping[str, Any], inputs: Inputs) -> Iterator[str]:
    """Add to what blocks; nothing is taken away."""
    if inputs.fail_on:
        stated = _table(raw, "gate").get("fail_on", [])
        kept = [str(name) for name in stated] if isinstance(stated, list) else []
        yield f"--mhgate-fail-on={','.join(dict.fromkeys([*kept, *inputs.fail_on]))}"


def _baseline(
    raw: Mapping[str, Any],
    checkout: Checkout,
    base: str,
    *,
    inputs: Inputs,
    working: Path,
    notes: list[str],
    into: Path,
) -> Iterator[str]:
    """Name the baseline where the workflow does: the base's file, or what the workflow fetched."""
    if not inputs.baseline:
        return
    stated = _table(raw, "gate").get("baseline")
    path = _inside(checkout, working / inputs.baseline, "baseline")
    if stated is not None:
        config_folder = posixpath.dirname(_inside(checkout, working / inputs.config, "config"))
        own = posixpath.normpath(posixpath.join(config_folder, str(stated)))
        if own != path:
            raise UsageError(
                f"input baseline: found {path}, while thresholds.toml of the base commit names "
                f"{own}; a pull request cannot override what it is compared with.",
                hint="Leave the input out, or change gate.baseline on the base branch.",
            )
        return
    if checkout.holds(base, path):
        checkout.write_out(base, [path], into)
        yield f"--mhgate-baseline={into / path}"
    elif checkout.tracks(path):
        notes.append(f"{path} is not in the base commit: nothing is compared with it")
    elif (working / inputs.baseline).is_file():
        notes.append(f"the baseline {path} is no file of the base commit: the workflow fetched it")
        yield f"--mhgate-baseline={(working / inputs.baseline).resolve()}"
    else:
        notes.append(f"there is no baseline {path} yet: thresholds alone decide")


def _inside(checkout: Checkout, path: Path, name: str) -> str:
    """Return a path from the root; one that leads out of the repository is refused."""
    whole = Path(posixpath.normpath(path.absolute().as_posix()))
    for start in (whole, whole.parent.resolve() / whole.name):
        if start.is_relative_to(checkout.root):
            return start.relative_to(checkout.root).as_posix()
    raise UsageError(
        f"input {name}: {path} lies outside the repository {checkout.root}.",
        hint="Name a path in it, relative to working-directory.",
    )


def _table(raw: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = raw.get(name)
    return found if isinstance(found, dict) else {}
