"""Tests of the organiser's service as a whole, on a real arena."""

import grpc

from arena.protocol.v1 import organiser_pb2_grpc
from tests.server.organiser.asking import Code


def test_every_call_of_the_page_is_answered(shared):
    stub = set(vars(organiser_pb2_grpc.OrganiserServicer)) - {"__doc__"}
    calls = {name for name in stub if not name.startswith("_")}
    assert [name for name in sorted(calls) if is_unimplemented(shared, name)] == []


def is_unimplemented(server, call):
    try:
        server.ask(call)
    except grpc.RpcError as error:
        return error.code() is Code.UNIMPLEMENTED
    return False
