"""Whoever asks when people are there is told."""

from mhgate import probe


@probe(items="questions.jsonl", exact=True)
def test_says_when_people_are_there(transcript):
    """The reply names the hours in which a person answers."""
    assert "9 to 17" in transcript.last.content
