"""Printing a verdict never fails on a letter, whatever the stream's encoding."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from mhgate.report import write_report

SCRIPT = """
import sys
from pathlib import Path
from mhgate.report import print_report, read_report, summary_line
report = read_report(Path(sys.argv[1]))
print_report(report, sys.stdout)
print(summary_line(report), file=sys.stderr)
"""
TEXT = "caf\xe9 \xb2 \u2265 \u2019 危机 \U0001f600 \ud800 \u202e"


@pytest.mark.parametrize(
    ("encoding", "environ", "shown"),
    [
        (
            "utf-8",
            {"PYTHONIOENCODING": "utf-8"},
            "caf\xe9 \xb2 \u2265 \u2019 危机 \U0001f600 \\ud800",
        ),
        ("cp1252", {"PYTHONIOENCODING": "cp1252"}, "caf\xe9 \xb2 >= \u2019 \\u5371\\u673a"),
        ("gbk", {"PYTHONIOENCODING": "gbk"}, "caf\xe9 \\xb2 \u2265 \u2019 危机 \\U0001f600"),
        ("ascii", {"PYTHONIOENCODING": "ascii"}, "caf\\xe9 \\xb2 >= ' \\u5371\\u673a"),
        ("ascii", {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}, "caf\\xe9 \\xb2 >= ' \\u5371"),
    ],
)
def test_prints_in_any_encoding(
    tmp_path: Path, reports: ModuleType, encoding: str, environ: dict[str, str], shown: str
) -> None:
    """A stream that cannot carry a character gets its twin or its escape, and exit code 0."""
    path = tmp_path / "report.json"
    write_report(reports.holding(TEXT), path)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(path)],
        env={"PYTHONUTF8": "0", "COLUMNS": "200", **environ},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("ascii", "replace")
    lines = done.stdout.decode(encoding).splitlines()
    assert shown in lines[0]
    assert shown in lines[-1]
    assert done.stderr.isascii()
    assert ("├" in done.stdout.decode(encoding)) == (encoding == "utf-8")
