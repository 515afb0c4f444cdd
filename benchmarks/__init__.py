"""Speed and statistics, measured: nothing here is part of the product, and CI runs it reduced.

``python -m benchmarks`` runs the sections of speed, each a package: ``gates``, ``growth``,
``start``, ``statistics``, ``verdict``. docs/speed.md says what each one measures.
"""
