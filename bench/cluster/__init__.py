"""A scheduled cup on seven machines while workers are killed: `python -m bench.cluster`."""
