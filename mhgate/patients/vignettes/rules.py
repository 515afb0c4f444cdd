"""What no vignette may be: every contradiction as a named rule with a sentence.

=================  =====================================================================
``rules_person``   age, family, work, supports, disclosure: whoever the person is
``rules_harm``     suicide and self-harm, with their levels
``rules_others``   domestic violence and substance misuse, with theirs, and all four together
=================  =====================================================================

A rule says what cannot be true at once, or what would not mean what its level says
(:data:`mhgate.records.vignette.Severity`). A rule is no judgement of how people are: what is only
rare is not forbidden, the generator draws it seldom.
"""

from __future__ import annotations

from mhgate.patients.vignettes.contradiction import Rule
from mhgate.patients.vignettes.rules_harm import HARM_RULES
from mhgate.patients.vignettes.rules_home import HOME_RULES
from mhgate.patients.vignettes.rules_others import OTHERS_RULES
from mhgate.patients.vignettes.rules_person import PERSON_RULES
from mhgate.records.vignette import Vignette

__all__ = ["RULES", "Rule", "contradictions"]

RULES: tuple[Rule, ...] = (*PERSON_RULES, *HARM_RULES, *HOME_RULES, *OTHERS_RULES)
"""Every rule, in the order in which contradictions are told."""


def contradictions(vignette: Vignette) -> tuple[str, ...]:
    """Return what contradicts itself in a vignette.

    Args:
        vignette: any that validates.

    Returns:
        For each rule that is broken its name and sentence; nothing of a sound vignette.
    """
    return tuple(f"{rule.name}: {rule.sentence}" for rule in RULES if rule.is_broken(vignette))
