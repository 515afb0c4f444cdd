"""What a certificate is called: by what it says, so that a change afterwards is seen."""

from __future__ import annotations

from mhgate.canonical import digest
from mhgate.records import Certificate

__all__ = ["name_of"]


def name_of(content: Certificate) -> str:
    """Return the id of a certificate: question, language, and a digest of what it says.

    Args:
        content: the certificate; its own id does not enter, nor what was not measured.
    """
    said = digest(content.model_dump(mode="json", exclude={"id"}, exclude_none=True))
    return f"{content.question}-{content.language}-{said.partition(':')[2][:8]}"
