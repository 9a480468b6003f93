"""A bot that is connected to an arena: it takes the seats that it is offered, and reconnects if a connection breaks.

docs/protocol.md defines the messages; this package sends them, with one thread for each match.
"""
