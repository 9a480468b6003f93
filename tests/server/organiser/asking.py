"""The refusal of an organiser's call, and tokens that do not belong to an organiser."""

import grpc
import pytest

Code = grpc.StatusCode
CHANGES = ["RenameBot", "SuspendBot", "DeleteBot", "WithdrawVersion", "CreateInvite", "RunMatches", "VoidMatch"]
READS = ["GetArena", "ListAttendances", "ListBots", "ListInvites", "ListMatches", "ListAuditLines"]


def refused(server, call, token=None, **fields):
    """Call the arena, which must refuse the call. Return the gRPC error, with its status and message."""
    with pytest.raises(grpc.RpcError) as error:
        server.ask(call, token, **fields)
    return error.value


def token_of(server, scope, **fields):
    made = server.ask("CreateToken", scope=scope, label="test", **fields)
    server.secrets.add(made.token_secret)
    return made.token_secret
