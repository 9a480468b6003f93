"""The messages between the arena and its bots: `docs/protocol.md`.

`v1` has the generated messages; `codec` and `games` convert values to messages and back.
"""
