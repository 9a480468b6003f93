"""A bot on the wire: it connects to an arena, takes the seats it is offered, and reconnects when the connection breaks.

docs/protocol.md defines the messages; this package sends them, with one thread for each match.
"""
