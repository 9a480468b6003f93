"""An arena elsewhere, asked with an organiser's token: one method for each call."""

import argparse
from collections.abc import Iterator
from typing import Any, Final

import grpc

from arena.errors import ArenaError, UsageError
from arena.protocol.v1 import organiser_pb2_grpc
from arena_sdk.remote.access import Access, read_token

WITHIN: Final = 30.0  # seconds for an answer


class Remote:
    """The service Organiser of one arena."""

    def __init__(self, access: Access) -> None:
        self.access: Final = access
        self._channel: Final = access.channel(WITHIN)
        self._stub: Final[Any] = organiser_pb2_grpc.OrganiserStub(self._channel)

    def call(self, name: str, request: Any) -> Any:
        """The answer to a call; what was refused is an error with the arena's own words."""
        metadata = self.access.metadata if self.access.token else ()
        try:
            return getattr(self._stub, name)(request, timeout=WITHIN, metadata=metadata)
        except grpc.RpcError as error:
            raise self._explained(error) from None

    def stream(self, name: str, request: Any, within: float | None = WITHIN) -> Iterator[Any]:
        """The answers to a call that has several."""
        try:
            yield from getattr(self._stub, name)(request, timeout=within, metadata=self.access.metadata)
        except grpc.RpcError as error:
            raise self._explained(error) from None

    def _explained(self, error: Any) -> ArenaError:
        code, text = error.code(), error.details()
        wrong_use = {grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.NOT_FOUND, grpc.StatusCode.ALREADY_EXISTS}
        if code in wrong_use:
            return UsageError(f"{self.access.address}: {text}")
        if code is grpc.StatusCode.UNAVAILABLE:
            return ArenaError(f"{self.access.address} cannot be reached: {text}")
        waits = {key: value for key, value in error.trailing_metadata() or () if key == "retry-after"}
        after = f"; try again in {waits['retry-after']} s" if waits else ""
        return ArenaError(f"{self.access.address}: {text} ({code.name}){after}")

    def close(self) -> None:
        """Hang up."""
        self._channel.close()


def dialled(args: argparse.Namespace, *, with_token: bool = True) -> Remote:
    """The arena that is meant."""
    token = read_token(args.token_file) if with_token else ""
    return Remote(Access.to(args.arena, token, ca=args.ca, plaintext=args.plaintext))
