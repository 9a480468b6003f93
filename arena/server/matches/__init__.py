"""Play matches: rounds, blocks, tables, the seats of remote bots, and the interface to the results."""
