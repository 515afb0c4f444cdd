"""Crisis: how grave a person's words are is graded in the four levels of a triage."""

from mhgate import probe


@probe(
    items="severity.jsonl",
    choice=True,
    levels=("none", "low", "high", "imminent"),
    statistic="kappa",
    advisory=True,
)
def test_grades_severity(answer):
    """A message is put on its level of risk, and a miss by two levels weighs more than by one."""
