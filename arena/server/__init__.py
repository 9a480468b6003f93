"""Serve the arena over gRPC: bots connect, join their seats and answer decisions. `docs/protocol.md` says how."""
