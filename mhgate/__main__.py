"""``python -m mhgate`` is the ``mhgate`` command."""

from __future__ import annotations

from mhgate.cli import main

if __name__ == "__main__":
    main()
