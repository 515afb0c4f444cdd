"""How fast the figures come, beside what else could give them, in one run on one machine."""
