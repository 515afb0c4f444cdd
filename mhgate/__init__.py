"""mhgate: a safety regression gate for mental-health chatbots, run where code is merged.

The face of the library. Importing it does nothing; each name is loaded when it is first used.

==================  ==================================================================
``probe``           the decorator that makes a function of a suite a probe
``load_config``     thresholds.toml, options and variables -> ``Config``
``run``             the whole gate, from a configuration to a ``Report``
``Report``          what a run leaves behind; ``raise_for_verdict()`` for callers
``Turn`` ...        the other records: see :mod:`mhgate.records`
==================  ==================================================================
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mhgate.config import load_config
    from mhgate.errors import MhgateError
    from mhgate.records import Answer, Failure, Item, Outcome, Report, Transcript, Turn
    from mhgate.suites import probe
    from mhgate.wiring import run

__version__ = "0.1.0"

_HOMES = {
    "Answer": "mhgate.records",
    "Failure": "mhgate.records",
    "Item": "mhgate.records",
    "MhgateError": "mhgate.errors",
    "Outcome": "mhgate.records",
    "Report": "mhgate.records",
    "Transcript": "mhgate.records",
    "Turn": "mhgate.records",
    "load_config": "mhgate.config",
    "probe": "mhgate.suites",
    "run": "mhgate.wiring",
}

__all__ = [
    "Answer",
    "Failure",
    "Item",
    "MhgateError",
    "Outcome",
    "Report",
    "Transcript",
    "Turn",
    "__version__",
    "load_config",
    "probe",
    "run",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    msg = f"module 'mhgate' has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return sorted(__all__)
