"""When garbage is looked for: never while a command loads, and then not among what it loaded."""

from __future__ import annotations

import gc
import subprocess
import sys
from importlib import import_module

import pytest

from mhgate.cli.garbage import unsearched


def test_nothing_is_looked_through_while_loading() -> None:
    """In the block the collector rests, whatever breaks there; afterwards it is as it was."""
    assert gc.isenabled()
    with unsearched():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ModuleNotFoundError), unsearched():
        import_module("mhgate.no_such_module")
    assert gc.isenabled()


def test_who_rests_goes_on_resting() -> None:
    """A process that looks for no garbage is not made to."""
    gc.disable()
    try:
        with unsearched():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_what_is_loaded_is_kept_and_the_rest_is_looked_through() -> None:
    """After loading, garbage is found again, and what was there before is not searched."""
    said = (
        "import gc\n"
        "from mhgate.cli.garbage import keep_what_is_loaded, unsearched\n"
        "with unsearched():\n"
        "    import json\n"
        "    keep_what_is_loaded()\n"
        "    print(gc.isenabled(), gc.get_freeze_count() > 1000, len(gc.get_objects()) < 100)\n"
    )
    done = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True", "True", "True"]
