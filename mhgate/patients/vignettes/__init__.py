"""Vignettes: who simulated patients are, drawn evenly over the 48 cells of the design.

==================  ===================================================================
``design``          the cells, and a cohort laid out over them
``dealing``         chance that is even: values dealt like cards
``people``          who a person is, drawn so that it fits together
``domains``         the four domains of risk at their levels
``drawing``         a whole cohort from a seed
``rules``           what no vignette may be, rule by rule
``opening``         the first message, in the person's own words
``writing``         how a person's diction, typing and coherence make that message
``variables``       every variable with its levels, and which are in use
``summary``         a vignette in plain sentences, for readers
``rows``            a cohort as the lines of an item file
==================  ===================================================================

K-Bench-style: the shape is K-Bench's published one, the variables and every word are this
project's own. No vignette names a method, an amount or a place.
"""
