"""The transport: gRPC calls as trio tasks, an asyncio loop inside trio, the ends of streams, and limits."""
