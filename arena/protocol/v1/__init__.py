"""Generated from proto/arena/protocol/v1 by scripts/protos; `docs/protocol.md` says what every message means."""
