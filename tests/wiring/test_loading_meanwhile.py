"""What is loaded while the first replies are on their way, and what that leaves behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from mhgate.wiring.engine import Engine
from mhgate.wiring.target_opening import Given

_TOLD = """
import json, os, sys, threading
from mhgate.wiring.loading_meanwhile import load_meanwhile
load_meanwhile(is_alone={is_alone})
print(json.dumps({{
    "numpy": "numpy" in sys.modules,
    "asked": os.environ.get("OPENBLAS_NUM_THREADS"),
    "threads": len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else None,
}}))
"""


def told(*, is_alone: bool, **environ: str) -> dict[str, object]:
    """What a process of its own is like after it loaded."""
    kept = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    done = subprocess.run(
        [sys.executable, "-c", _TOLD.format(is_alone=is_alone)],
        env=kept | environ,
        capture_output=True,
        check=True,
        text=True,
    )
    found: dict[str, object] = json.loads(done.stdout)
    return found


def test_numpy_gets_no_threads_where_mhgate_is_alone() -> None:
    """It is loaded, its library started no thread, and the environment is as it was."""
    found = told(is_alone=True)
    assert (found["numpy"], found["asked"]) == (True, None)
    assert found["threads"] in {1, None}


def test_what_a_person_asks_for_stands() -> None:
    """A number of threads that the environment names is left as it is."""
    assert told(is_alone=True, OPENBLAS_NUM_THREADS="2")["asked"] == "2"


def test_another_code_in_the_process_keeps_its_threads() -> None:
    """Where a product computes here too, numpy is loaded as it would be by itself."""
    found = told(is_alone=False)
    assert (found["numpy"], found["asked"]) == (True, None)


def _config(**more: object) -> SimpleNamespace:
    plain = {
        "target": SimpleNamespace(kind="openai"),
        "judge": SimpleNamespace(target=SimpleNamespace(kind="openai"), member=()),
        "patient": SimpleNamespace(target=None),
        "live": None,
    }
    return SimpleNamespace(**(plain | more))


@pytest.mark.parametrize(
    ("config", "given", "expected"),
    [
        (_config(), Given(), True),
        (_config(target=SimpleNamespace(kind="function")), Given(), False),
        (_config(target=SimpleNamespace(kind="asgi")), Given(), False),
        (_config(target=SimpleNamespace(kind="command")), Given(), False),
        (
            _config(patient=SimpleNamespace(target=SimpleNamespace(kind="command"))),
            Given(),
            False,
        ),
        (_config(live=SimpleNamespace(kind="openai")), Given(), False),
        (_config(), Given(target=lambda message: message), False),
        (_config(), Given(judge=object()), False),
    ],
)
def test_who_computes_in_the_process(config: object, given: Given, *, expected: bool) -> None:
    """Only products and judges that are asked over a network leave mhgate alone."""
    engine = object.__new__(Engine)
    engine._given, engine._workspace = given, SimpleNamespace(config=config)
    assert engine._is_alone() is expected


def test_a_module_that_is_missing_is_no_matter(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Loading ahead never breaks a run: who needs what is missing says so."""
    from mhgate.wiring import loading_meanwhile

    monkeypatch.setattr(loading_meanwhile, "_NEEDED_LAST", ("mhgate.stats.no_such_method",))
    loading_meanwhile.load_meanwhile(is_alone=True)


def test_a_module_that_is_broken_is_no_matter_either(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """One that was built against another numpy raises what it likes; its user meets it again."""
    from mhgate.wiring import loading_meanwhile

    (tmp_path / "built_for_another.py").write_text("raise ValueError('dtype size changed')\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(loading_meanwhile, "_NEEDED_LAST", ("built_for_another",))
    loading_meanwhile.load_meanwhile(is_alone=True)


_INTERRUPTED = """
import signal, sys
from mhgate.wiring import loading_meanwhile
loading_meanwhile._NEEDED_NEXT, loading_meanwhile._NEEDED_LAST = "meets_a_signal", ("comes_later",)
before = signal.getsignal(signal.SIGINT)
try:
    loading_meanwhile.load_meanwhile(is_alone=False)
except KeyboardInterrupt:
    import meets_a_signal
    is_as_before = signal.getsignal(signal.SIGINT) is before
    print(meets_a_signal.END, "comes_later" in sys.modules, is_as_before)
"""


@pytest.mark.parametrize(("times", "expected"), [(1, "whole False True"), (2, "half False True")])
def test_a_signal_waits_until_a_module_is_whole(tmp_path: Path, times: int, expected: str) -> None:
    """Who else waits for it gets all of it, and the rest is not loaded; a second one breaks in."""
    (tmp_path / "meets_a_signal.py").write_text(
        "import signal, sys\n"
        "if not hasattr(sys, 'was_here'):\n"
        "    sys.was_here, END = True, 'whole'\n"
        f"    for _ in range({times}):\n"
        "        signal.raise_signal(signal.SIGINT)\n"
        "else:\n"
        "    END = 'half'\n"
    )
    (tmp_path / "comes_later.py").write_text("")
    done = subprocess.run(
        [sys.executable, "-c", _INTERRUPTED],
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        check=True,
        text=True,
    )
    assert done.stdout.strip() == expected


def test_scipy_comes_without_what_numpy_holds_ready() -> None:
    """Its functions are there, numpy's tests and compiler are not; afterwards numpy is whole."""
    code = (
        "import sys\n"
        "from mhgate.wiring.loading_meanwhile import load_meanwhile\n"
        "load_meanwhile(is_alone=True)\n"
        "import numpy as np\n"
        "from scipy.special import ndtri\n"
        "spared = 'numpy.f2py' not in sys.modules\n"
        "print(spared, ndtri(0.5) == 0, 'f2py' in dir(np), 'f2py' in np.__all__)\n"
        "print(np.random.default_rng(1).integers(1), np.testing.__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.split() == ["True", "True", "True", "True", "0", "numpy.testing"]


def test_python_takes_its_own_turns_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """While something is loaded others wait less for the interpreter, and only then."""
    from mhgate.wiring import loading_meanwhile

    turns: list[float] = []
    monkeypatch.setattr(
        loading_meanwhile, "import_module", lambda _name: turns.append(sys.getswitchinterval())
    )
    before_s = sys.getswitchinterval()
    loading_meanwhile.load_meanwhile(is_alone=False)
    assert max(turns) < before_s == sys.getswitchinterval()
