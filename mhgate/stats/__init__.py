"""The mathematics of the gate: array-likes in, frozen results out, one method a file.

Nothing here knows what a probe or an item is. Import the method that is needed, so that a face
which only reads reports never loads numpy:

A rate, absolutely:

=========================  ======================================================================
``wilson``                 the score interval of independent trials
``clopper_pearson``        exact binomial bounds and p-values, for real-valued counts too
``zero_failures``          what a perfect record proves, and what no event rules out
``effective_counts``       what correlated trials are worth as independent ones (Korn-Graubard)
``worst_case_side``        one side of an interval over families: the monotone envelope
``cluster_rate``           the interval of a rate by family, with unmeasured trials on both sides
``lang_reiczigel``         a judge-corrected rate in closed form: the cross-check
``melded``                 a judge-corrected rate, exact, on a grid without a seed
``quantile_grid``          the grid's quantiles of beta distributions
``judged_rate``            the same by family, with unmeasured trials on both sides
``melded_audit``           a rate of which people audited a random part
``audited_rate``           the same by family, with what people could not say on both sides
=========================  ======================================================================

A difference between two runs on the same items:

=========================  ======================================================================
``tango``                  Tango's score statistic and interval
``exact_unconditional``    its exact unconditional test and critical value
``paired_difference``      by family, with unmeasured pairs on both sides
``judged_difference``      the same through a judge's eyes
``composite_difference``   of a score that is the mean of several rates
``sign_flip``              the exact test of paired integers: might each have the other sign?
=========================  ======================================================================

While the trials come in:

=========================  ======================================================================
``e_process``              mixture e-processes of a rate
``e_calibration``          their exact levels for a finite plan, and what they then do
``clustered_e_process``    families: betting on their means, tempering of counts
``clustered_calibration``  levels of tempered counts
``family_luck``            the model of families under which they are calibrated
``stopping``               where a design stops, and how it then ends
``sequential_levels``      at which evidence a plan decides
``sequential_rate``        a rate that may be looked at after every trial
``finite_pool``            a rate of a finite pool, drawn without replacement
``paired_e_process``       e-processes of a paired difference
``sequential_difference``  a difference that may be looked at after every pair, or a few times
``planned_looks``          a rate that is looked at a few times, a judge corrected or not
=========================  ======================================================================

Many claims: ``holm`` (p-values), ``closed_e_tests`` (e-values), ``rank_intervals`` (all pairs).

Before asking:

=============================  ==================================================================
``binomial``                   the probabilities of a binomial count
``planning``                   what a plan of so many items in so many families can show
``planning_judged``            the same through a judge, and the floor that gold leaves
``planning_gold``              how much more gold, of which class
``visible_drop``               the power of a comparison, and the smallest drop that it sees
``second_look``                a claimed drop on fresh trials: confirmed, or not
``more_items``                 how many more items would decide
``drawn_runs``                 outcomes and moves of many runs at once
``settled_runs``               how many runs at once are settled
``perfect_record``             what a perfect record proves under each design
``operating_characteristics``  how a design ends, and after how many trials
=============================  ==================================================================

Measures by family:

=========================  ======================================================================
``family_counts``          a million scores as counts by family
``cluster_mean``           a graded mean with a t interval: reported, it does not gate
``corrected_mean``         the same less a judge's bias
``parity``                 the gap and the spread between groups
``consistency``            perturbed against clean
``correlation``            Pearson and Spearman
``unseen_events``          the margin of a bound that reckons with rare events not seen
``ordinal_kappa``          quadratic kappa of choices against a key, by family
``one_value``              how far what never varies could be related to anything
``classification``         choices against a key: accuracy, recall, macro F1
``potential_score``        ratings in three tiers as one score of 0 to 100: reported
``median_interval``        the median of what may never happen: reported
=========================  ======================================================================

A judge asked again, a target asked again:

=========================  ======================================================================
``nested_judgements``      a checked layout: repeats in transcripts, transcripts in items
``flip_rates``             how often a judge contradicts itself, and a target answers otherwise
``variance_components``    what the spread is made of: items, target, judge
=========================  ======================================================================

Agreement of raters:

=========================  ======================================================================
``ratings``                a checked table of ratings
``mean_squares``           the sums that ICCs are made of
``agreement_weights``      what a disagreement of so many categories is worth
``icc``                    six intraclass correlations with F intervals
``icc_bootstrap``          an ICC by resampling
``icc_of_means``           an ICC of groups' means, clusters drawn again
``published_interval``     the interval and category of arXiv:2510.19032: relative
``koo_li``                 Koo and Li's words: absolute
``reseeding``              whether other seeds would have said the same
``seeded``                 generators from seeds, for rooms that know no numpy
``kappa``                  Cohen's kappa, weighted or not
``krippendorff``           Krippendorff's alpha
``gwet``                   Gwet's AC1 and AC2
``lin``                    Lin's concordance
``exact_agreement``        the share of equal ratings
``mover``                  the difference of two figures from the interval of each
``inverted_bound``         a p-value from a bound
``jackknife``              the bounds of agreement on which a judge gates, by family
``jackknife_sums``         the same, fast, for ICCs and kappa
``rater_bias``             the mean difference between judge and clinician
``judge_rates``            sensitivity and specificity, and whether they are enough to gate on
=========================  ======================================================================
"""

from __future__ import annotations

from importlib import import_module

__all__ = ["METHOD_VERSION", "load_scipy"]

METHOD_VERSION = "3"
"""Changes whenever the same outcomes could give another number; a baseline must share it."""


def load_scipy() -> None:
    """Load ``scipy.special``, where nothing in this process has more of numpy to ask for.

    scipy takes a copy of every name of numpy. Some of these are parts that numpy loads when they
    are asked for (its tests, its compiler for Fortran), which took longer than scipy itself. They
    are there afterwards, when somebody asks numpy for them.
    """
    import numpy as np  # noqa: PLC0415 - whoever asks for a version alone loads none

    there = vars(np)
    whole = {"__all__": np.__all__, "__dir__": np.__dir__}
    there.update(__all__=[name for name in np.__all__ if name in there], __dir__=lambda: [*there])
    try:
        import_module("scipy.special")
    finally:
        there.update(whole)
