"""The messages on the wire: `docs/protocol.md`. `v1` has the messages; `codec` and `games` convert values to them."""
