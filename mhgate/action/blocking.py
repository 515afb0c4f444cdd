"""What blocks beside what the profile blocks: the input adds, and takes nothing away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from mhgate.action.inputs import Inputs
from mhgate.config import load_config
from mhgate.errors import ConfigError

__all__ = ["fail_on_words"]

_VARIABLE = "MHGATE_FAIL_ON"


def fail_on_words(config: Path, inputs: Inputs, environ: Mapping[str, str]) -> Iterator[str]:
    """Yield the option of the input ``fail-on``, with all that is named elsewhere.

    An option outweighs file and variable, and so has to hold what these say.

    Args:
        config: thresholds.toml that decides.
        inputs: the Action's.
        environ: the environment; the variable of the same setting counts.
    """
    if not inputs.fail_on:
        return
    given = {_VARIABLE: environ[_VARIABLE]} if environ.get(_VARIABLE) else {}
    stated: tuple[str, ...] = ()
    with suppress(ConfigError):  # the gate says what is wrong with it
        stated = load_config(config, environ=given).gate.fail_on
    yield f"--mhgate-fail-on={','.join(dict.fromkeys([*stated, *inputs.fail_on]))}"
