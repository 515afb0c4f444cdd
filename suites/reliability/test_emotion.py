"""Reliability: what people feel, and why, in scenes where it is mixed, masked or ironic."""

from mhgate import probe


@probe(items="emotion.jsonl", choice=True)
def test_recognises_emotion(answer):
    """The reply opens with the letter of the emotion that the appraisal in the scene calls for."""
