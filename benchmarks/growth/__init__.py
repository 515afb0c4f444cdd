"""How cost and memory grow with the items: mhgate alone, and the fastest peer where it is there."""
