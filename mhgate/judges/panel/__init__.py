"""A panel: several judges that answer apart, and one declared rule that makes one answer of theirs.

``voting`` holds ``Panel``, its ``Member``s and its rules.
"""

from __future__ import annotations

from mhgate.judges.panel.voting import Member, Panel, Rule, panel_fingerprint

__all__ = ["Member", "Panel", "Rule", "panel_fingerprint"]
