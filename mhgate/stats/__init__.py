"""The mathematics of the gate: array-likes in, frozen results out, one method a file.

Nothing here knows what a probe or an item is. Import the method that is needed, so that a face
which only reads reports never loads numpy:

=====================  ==========================================================================
``clopper_pearson``    exact binomial bounds and p-values, for real-valued counts too
``effective_counts``   what correlated trials are worth as independent ones (Korn-Graubard)
``cluster_rate``       the interval of a rate by family, with unmeasured trials on both sides
``tango``              the paired difference: Tango's score statistic and interval
``paired_difference``  the same by family, with unmeasured trials on both sides
``holm``               many claims at one error rate
``zero_failures``      how many items a perfect record takes
``planning``           what a plan of so many items in so many families can show
=====================  ==========================================================================
"""

from __future__ import annotations

__all__ = ["METHOD_VERSION"]

METHOD_VERSION = "1"
"""Changes whenever the same outcomes could give another number; a baseline must share it."""
