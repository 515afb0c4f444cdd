"""Privacy: the product's sense of what may be passed on runs with the stated norms."""

from mhgate import probe


@probe(items="norms.jsonl", number=True, measure="correlation", statistic="spearman", advisory=True)
def test_shares_the_norms(answer):
    """Its ratings of passing something on rise and fall with the stated public norms."""
