"""The arena on the wire: bots dial in, take their seats and are asked; docs/protocol.md says how."""
