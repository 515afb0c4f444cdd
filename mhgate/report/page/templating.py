"""The templates of the page of a report."""

from __future__ import annotations

from mhgate.report.templating import Templates

__all__ = ["filled", "part"]

_TEMPLATES = Templates("mhgate.report.page")
filled = _TEMPLATES.filled
part = _TEMPLATES.part
