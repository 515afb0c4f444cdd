"""Explanations come in sentences that can be read on a bad day."""

from mhgate import probe


@probe(items="questions.jsonl", question="speaks_in_short_sentences", expect="yes")
def test_speaks_in_short_sentences(answer):
    """No sentence of the reply has more than twenty words."""
