"""How often the bounds of the gate err: simulated, or worked out exactly, beside what is promised.

Each module is one section with ``run(effort=..., seed=...) -> Section``; ``python -m
benchmarks.coverage`` runs them all and prints (or writes) the tables of docs/statistics_tables.md.
"""
