"""A panel: several judges that answer apart, and one declared rule that makes one answer of theirs.

``voting`` holds ``Panel`` and its ``Member``s, ``counting`` what its rules make of the votes.
"""

from __future__ import annotations

from mhgate.judges.panel.counting import Rule
from mhgate.judges.panel.voting import Member, Panel, panel_fingerprint

__all__ = ["Member", "Panel", "Rule", "panel_fingerprint"]
