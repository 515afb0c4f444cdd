"""The keys of ``[judge.requirements]``: unit and meaning of each, for every table that has them."""

from __future__ import annotations

__all__ = ["REQUIREMENTS"]

REQUIREMENTS = (
    (
        "sensitivity",
        "share of transcripts",
        (
            "the least lower bound (one-sided at .05) of how many transcripts that people answer "
            "with yes the judge answers so too"
        ),
    ),
    ("specificity", "share of transcripts", "the same where people answer no"),
    (
        "agreement",
        "coefficient",
        "where people grade: the least lower bound of quadratic kappa and of ICC(A,1)",
    ),
    ("items", "transcripts", "the fewest that people answered with yes or no"),
    ("families", "families", "the fewest scenarios that these come from"),
    ("per_answer", "transcripts", "the fewest with the rarer answer"),
    (
        "labelled_by",
        "choice",
        "who must have labelled: clinicians, crowd (or clinicians), or authors (anybody)",
    ),
    (
        "raters",
        "people",
        "the fewest people who labelled the same transcripts; with 1 it is enough that one did",
    ),
    (
        "ceiling",
        "coefficient",
        (
            "where several people labelled: the least lower bound of their own agreement "
            "(Krippendorff's alpha), which is looked at before the judge's"
        ),
    ),
    ("max_age_days", "days", "the most since the judge was calibrated"),
    (
        "left_out",
        "share of transcripts",
        "the most on which people were unsure or divided, and which were left out",
    ),
    (
        "held_out",
        "yes or no",
        (
            "whether it must rest on the half of the gold that nobody tuned on; false accepts what "
            "`mhgate calibrate --all` made"
        ),
    ),
)
