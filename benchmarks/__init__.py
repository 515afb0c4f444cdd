"""Speed and statistics, measured: nothing here is part of the product, and CI runs it reduced."""
