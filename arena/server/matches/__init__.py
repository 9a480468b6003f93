"""The matches of a served arena: rounds, blocks, tables, seats of remote bots, and the interface to the results."""
