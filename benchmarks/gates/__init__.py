"""How much a gate costs beside its peers: the same work, side by side, in one run on one machine.

``python -m benchmarks`` runs it. N items, each one call of the product and one of the judge, at one
concurrency, against one mock endpoint; every contestant is a process of its own with a mock of its
own, by turns. What is not installed is named as absent and never stood in for.
"""
