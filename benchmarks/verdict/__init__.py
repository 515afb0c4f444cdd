"""Calls to a verdict: designs that stop early beside the fixed one, on bots of known rates.

Every run is the whole gate, with a product of which each answer is known beforehand, so that all
designs meet the same answers.
"""
