"""A bot on the wire: it dials an arena, takes the seats it is offered, and comes back when the path breaks.

docs/protocol.md says what is said; this is how the SDK says it, on one thread for each match.
"""
