"""The page on paper: the same HTML, laid out by its own style sheet for print."""

from __future__ import annotations

from typing import Any

from mhgate.errors import ReportFileError

__all__ = ["print_pdf"]

_HINT = (
    "Install what lays it out: pip install 'mhgate[pdf]' (WeasyPrint, which needs Pango); or open "
    "the HTML in a browser and print that."
)


def print_pdf(html: str) -> bytes:
    """Return a page as a PDF.

    Nothing is fetched: a page that names an address gets nothing from it. The document carries no
    date and no random identifier, so that one page gives one PDF wherever fonts and WeasyPrint are
    the same.

    Args:
        html: what :func:`mhgate.report.render_page` returned.

    Raises:
        ReportFileError: WeasyPrint is absent, or cannot load its libraries.
    """
    try:
        import weasyprint  # noqa: PLC0415 - an extra, and slow to import
    except ImportError as error:
        raise ReportFileError("A PDF needs WeasyPrint, which is not here.", hint=_HINT) from error
    except OSError as error:  # WeasyPrint loads Pango by name
        raise ReportFileError(f"A PDF needs Pango: {error}.", hint=_HINT) from error
    nothing: Any = weasyprint.URLFetcher(allowed_protocols=())
    document: Any = weasyprint.HTML(string=html, url_fetcher=nothing, media_type="print")
    made: bytes = document.write_pdf(pdf_identifier=b"mhgate", pdf_tags=True)
    return made
