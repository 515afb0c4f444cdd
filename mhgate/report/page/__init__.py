"""The report as one HTML file that a browser needs nothing else for.

No network, no tracking, no script library. The numbers are the report's own: they are written into
the page as they stand there, and nothing here takes a decision.

=================  ===========================================================
``render_page``    a report and what stands beside it as HTML
=================  ===========================================================
"""

from __future__ import annotations

from mhgate.report.page.rendering import render_page

__all__ = ["render_page"]
