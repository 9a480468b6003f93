"""Carry calls between gRPC and trio: the bridge, the hosted loop, the ends of streams, and limits."""
