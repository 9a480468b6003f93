"""A bot that is connected to an arena: it takes the seats that it is offered, and reconnects after a break.

`docs/protocol.md` defines the messages. This package sends them, with one thread for each match.
"""
