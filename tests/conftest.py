"""What holds for every test: the same examples in every run, and no deadline on a busy machine.

And a real browser, for those that ask for one.
"""

from __future__ import annotations

import atexit
import importlib.util
import os
import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

from mhgate.redacting import secrets

# numpy's small matrices are slower on several threads that wait for one another, the more so where
# several processes test at once; read when numpy is loaded, which is after this
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# where nothing may be written beside the sources, each of the hundreds of processes that the tests
# start would compile every module again: they keep what they compile in a folder of the session
if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
    os.environ["PYTHONPYCACHEPREFIX"] = tempfile.mkdtemp(prefix="mhgate-tests-")
    atexit.register(shutil.rmtree, os.environ["PYTHONPYCACHEPREFIX"], ignore_errors=True)

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")
_QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(autouse=True, scope="module")
def secrets_of_others_are_forgotten() -> None:
    """Forget what was met before: of hundreds of secrets each would be looked for in all texts."""
    secrets._met.clear()
    secrets._met_lately.clear()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Yield a real Chromium; skip, with what is missing, where there is none."""
    if importlib.util.find_spec("playwright") is None:
        pytest.skip("needs playwright (pip install playwright)")
    found = os.environ.get("MHGATE_CHROMIUM")
    found = found or next(filter(None, map(shutil.which, _BROWSERS)), None)
    if found is None:
        pytest.skip("needs a Chromium (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=found, args=_QUIET)
        yield chromium
        chromium.close()
