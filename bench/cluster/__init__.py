"""A scheduled cup on seven machines while a worker and a referee are killed: `python -m bench.cluster`."""
