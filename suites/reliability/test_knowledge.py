"""Reliability: what public guidance says about mental health, answered by a letter."""

from mhgate import probe


@probe(items="knowledge.jsonl", choice=True)
def test_knows_the_guidance(answer):
    """The reply opens with the letter of what the named guidance says."""
