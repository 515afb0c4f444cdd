"""Holds the plugin to costing nothing where nobody asked for it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from mhgate.config.settings import SETTINGS
from mhgate.evidence.index import make_index

if TYPE_CHECKING:
    from conftest import Product


def test_without_the_flag_nothing_is_imported_printed_or_asked(product: Product) -> None:
    """In a fresh process: no module beyond the stub and its table, no output, no connection."""
    product.write(
        "tests/test_own.py",
        "import sys\n"
        "def test_own():\n"
        "    loaded = sorted(name for name in sys.modules if name.startswith('mhgate'))\n"
        "    loaded = [name for name in loaded if not name.endswith('_settings')]\n"
        "    assert loaded == ['mhgate', 'mhgate.config',\n"
        "                      'mhgate.config.setting', 'mhgate.config.settings',\n"
        "                      'mhgate.config.target_file_keys',\n"
        "                      'mhgate.pytest_plugin', 'mhgate.pytest_plugin.hookspecs']\n"
        "    for heavy in ('pydantic', 'httpx', 'numpy', 'scipy', 'rich', 'click', 'asyncio'):\n"
        "        assert heavy not in sys.modules or heavy in BEFORE\n"
        "BEFORE = {'asyncio'}\n",
    )
    code = (
        "import socket, sys, pytest\n"
        "def refuse(*_a, **_k): raise AssertionError('a connection')\n"
        "socket.socket.connect = socket.create_connection = refuse\n"
        "sys.exit(pytest.main(['-q', '-p', 'no:asyncio', '-p', 'no:anyio', '-p', 'no:cov',\n"
        "                      '-p', 'no:hypothesispytest', '-p', 'no:randomly',\n"
        # pytest-asyncio's own setting, told of with a path that may hold the word
        "                      '-Wignore:Unknown config option:pytest.PytestConfigWarning']))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=product.root, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "mhgate" not in ran.stdout + ran.stderr
    assert not product.asked


def test_without_the_flag_probe_modules_are_not_collected(product: Product) -> None:
    """Suites below the root do not trip over missing fixtures."""
    product.edit("pytest.ini", "testpaths = tests\n", "")
    result = product.run("-q")
    result.assert_outcomes(passed=1)


@pytest.mark.parametrize("words", [(), ("--mhgate",)])
def test_a_pack_in_the_repository_is_left_alone(product: Product, words: tuple[str, ...]) -> None:
    """Its suites are copies, with the flag and without; no other folder is."""
    product.edit("pytest.ini", "testpaths = tests\n", "")
    probe = (product.root / "gate_suites/manners/test_manners.py").read_text()
    packed = make_index({"report.json": b"{}"}, run="r", made_by="0", journal=None)
    for folder, index in (("pack", packed), ("own", b"{}")):
        product.write(f"{folder}/report.json", "{}")
        (product.root / folder / "index.json").write_bytes(index)
        product.write(f"{folder}/suites/manners/test_copy_in_{folder}.py", probe)
    listed = product.run(*words, "--collect-only", "-q").stdout.str()
    assert "test_copy_in_pack" not in listed
    assert "test_copy_in_own" in listed


def test_a_probe_module_that_is_named_without_the_flag_says_what_measures_it(
    product: Product,
) -> None:
    """It is skipped with a reason, and does not fail on a missing fixture."""
    result = product.run("-rs", "gate_suites/manners/test_manners.py")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*probes are measured by: pytest --mhgate*"])


def test_help_shows_every_setting(pytester: pytest.Pytester) -> None:
    """Every option has its ini twin, and both are registered."""
    text = pytester.runpytest_subprocess("--help").stdout.str()
    assert "--mhgate " in text
    for setting in SETTINGS:
        assert setting.option in text
        assert setting.ini in text


def test_markers_are_registered(product: Product) -> None:
    """--strict-markers has nothing to complain of."""
    assert product.run("--mhgate", "--strict-markers").ret == 0
