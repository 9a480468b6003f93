"""Tests of matches against an automaton on a served arena. Its seat needs no connection."""

import grpc
import pytest

from arena.games import rules
from arena.games.chance import Deal
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record import read_record, verify
from arena.stats.pools import ANCHOR_RATING, Pool
from arena.stats.ratings import rate
from arena.store.db.database import Database
from arena.store.ratings.counting import sums_of
from arena.store.sql import identity_queries
from tests.server.arenas import QUICK
from tests.server.wire import Server, eventually

SOLO = rules("teotihuacan/solo")


@pytest.fixture(scope="module")
def arena(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("solo"), *QUICK, house="random,greedy") as server:
        eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == 2)
        yield server
    assert server.process.returncode == 0
    assert "Traceback" not in "\n".join(server.said)


def played(arena, *entrants, game="teotihuacan", **fields):
    """Play matches between these entrants to their end. Return each match with its record."""
    asked = {"entrants": entrants, "game": game, "clock": "60+1", "blocks": 2} | fields
    ended = [arena.ended(match) for match in arena.ask("RunMatches", **asked).matches]
    assert {match.state for match in ended} == {organiser_pb2.MATCH_STATE_FINISHED}
    return [(match, b"".join(piece.data for piece in arena.ask("ReadRecord", match=match.id))) for match in ended]


def test_a_bot_plays_the_automaton_and_seats_stay_as_they_are(arena):
    matches = played(arena, "teotibot", "random")
    assert len(matches) == 2
    for match, record in matches:
        assert [(seat.entrant, seat.kind) for seat in match.seats] == [
            ("random", common_pb2.SEAT_KIND_HOUSE),
            ("teotibot-standard", common_pb2.SEAT_KIND_AUTOMATON),
        ]
        header = read_record(record).header
        assert (header.game, header.fairness) == ("teotihuacan/solo", "committed")
        report = verify(record, match.head.hex())
        assert (report.replayed, report.published) == (True, True)


def test_levels_are_entrants_of_one_pool_anchored_at_the_rulebooks_level(arena):
    for entrant in ("teotibot-novice", "teotibot-wood+1.cashing-2"):
        [(match, _)] = played(arena, "greedy", entrant, game="teotihuacan/solo", blocks=1, rated=True)
        assert match.seats[1].entrant == entrant
    played(arena, "greedy", "teotibot", blocks=1, rated=True)
    database = Database(arena.data / "arena.db", read_only=True)
    sums = database.read(sums_of)
    keys = {int(name) for cell in sums.cells for name in (cell.entrant, cell.opponent)}
    bots = {key: bot for key, (bot, _) in database.read(lambda s: identity_queries.names_of_entrants(s, keys)).items()}
    database.close()
    [pool] = sums.pools()
    assert pool == Pool.of(SOLO.name, 2, SOLO.complete({}), SOLO.version, pool.speed)
    assert set(bots.values()) >= {"greedy", "teotibot-standard", "teotibot-novice", "teotibot-wood+1.cashing-2"}
    teotibot = next(f"{key:010}" for key, bot in bots.items() if bot == "teotibot-standard")
    found = rate(sums, teotibot)
    assert {bots[int(row.entrant)]: row.rating for row in found.rows}["teotibot-standard"] == ANCHOR_RATING


def test_a_match_can_begin_at_a_position_of_its_automaton(arena):
    position = SOLO.new(SOLO.levels["hard"], 2, Deal(b"position")).position()
    [(match, _)] = played(arena, "random", "teotibot-hard", game=SOLO.name, blocks=1, position=position)
    assert match.seats[1].entrant == "teotibot-hard"


@pytest.mark.parametrize(
    ("entrants", "game"),
    [
        (("random", "greedy"), "teotihuacan/solo"),
        (("random", "teotibot"), "cacao"),
        (("teotibot", "random", "greedy"), ""),
    ],
)
def test_an_impossible_match_against_an_automaton_is_refused(arena, entrants, game):
    with pytest.raises(grpc.RpcError) as error:
        arena.ask("RunMatches", entrants=entrants, game=game, clock="60+1", blocks=1)
    assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize("name", ["teotibot", "Teotibot-Standard", "teotibot-9"])
def test_no_bot_is_registered_under_the_name_of_the_automaton(arena, name):
    with pytest.raises(grpc.RpcError) as error:
        arena.ask("RegisterBot", name=name, author="tests")
    assert error.value.code() is grpc.StatusCode.ALREADY_EXISTS
