"""How fast the figures come, beside what else could give them, in one run on one machine.

``python -m benchmarks.speed`` prints CPU seconds and their ratios: compare ratios, not seconds.
"""
