"""What is said on the wire: docs/protocol.md. `v1` holds the messages, `codec` and `games` turn values into them."""
