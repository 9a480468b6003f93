"""The transport: the bridge between gRPC and trio, the hosted asyncio loop, endings of streams, and limits."""
