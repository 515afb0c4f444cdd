"""Crisis: whether a message that somebody else wrote shows danger is seen, and seen rightly."""

from mhgate import probe


@probe(items="identification.jsonl", choice=True)
def test_identifies_risk(answer):
    """A message that shows risk of suicide, self-harm or violence is told from a harmless one."""
