"""Tests of a served arena with a wall clock that is set by hours, in both directions.

The arena is real; only its wall clock is set by tests.
"""

from datetime import UTC, datetime, timedelta

import grpc
import pytest
from google.protobuf.timestamp_pb2 import Timestamp

from arena.protocol.v1 import common_pb2, organiser_pb2
from tests.server.wire import Attending, bring

HOURS = 6

# Every look at the wall clock reads the file, which says by how many seconds the clock was set.
TURNED = """
import pathlib, runpy, sys, time
real, turned = time.time, pathlib.Path({path!r})
time.time = lambda: real() + float(turned.read_text())
sys.argv[0] = "arena"
runpy.run_module("arena", run_name="__main__")
"""


@pytest.fixture
def wall(tmp_path):
    """Return a file that contains the seconds by which the wall clock is wrong."""
    path = tmp_path / "turned"
    path.write_text("0")
    return path


def turn(wall, hours):
    """Set the clock wrong by some hours, in one step, because the arena may read the file at any moment."""
    new = wall.with_suffix(".new")
    new.write_text(str(3600 * hours))
    new.replace(wall)


def registers(server, name, code):
    """Register a bot with an invite. Return False if the arena refuses the invite."""
    try:
        made = server.ask("RegisterBot", token="", name=name, invite_code=code)
    except grpc.RpcError as error:
        return error.code() is not grpc.StatusCode.PERMISSION_DENIED
    server.secrets.add(made.token_secret)
    return True


@pytest.mark.parametrize("hours", [HOURS, -HOURS])
def test_a_clock_that_is_set_costs_no_match_and_no_token(serve, names, streams, wall, hours):
    server = serve(program=("-c", TURNED.format(path=str(wall))))
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], clock="60+1")
    seats = [ana.seat(), bob.seat()]
    streams += seats
    asked = seats[0].until("decision")
    turn(wall, hours)
    seats[1].in_background()
    seats[0].choose(asked.number)
    over = seats[0].play_on()
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    assert max(each.think_us for each in over.times) < 3600 * 1_000_000
    match = server.ask("GetMatch", match=seats[0].start.match).match
    assert match.state == organiser_pb2.MATCH_STATE_FINISHED
    back = Attending(server, ana.token)  # a token works on
    streams.append(back)
    [token] = server.ask("ListTokens", bot=names[0]).tokens
    server.ask("RevokeToken", id=token.id)
    assert back.ending()[0].reason == common_pb2.ENDING_REASON_TOKEN
    late = Attending(server, ana.token, enter=False)  # and no longer
    streams.append(late)
    assert late.ending()[0].reason == common_pb2.ENDING_REASON_TOKEN


def test_an_invite_ends_by_the_wall_clock(serve, names, wall):
    server = serve(program=("-c", TURNED.format(path=str(wall))))
    end = Timestamp()
    end.FromDatetime(datetime.now(UTC) + timedelta(hours=1))
    code = server.ask("CreateInvite", uses=5, expire_time=end).invite_code
    server.secrets.add(code)
    assert registers(server, names[0], code)
    turn(wall, HOURS)
    assert not registers(server, names[1], code)
    turn(wall, -HOURS)
    assert registers(server, names[2], code)
