"""Tests of tournaments on a served arena: they are begun, watched, cancelled, killed and resumed."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import grpc
import pytest

from arena.protocol.v1 import common_pb2, organiser_pb2
from tests.processes import Process
from tests.server.wire import ROOT, WITHIN, Server, bring, eventually
from tests.sinks import hooked, sinking

Code = grpc.StatusCode
pb = organiser_pb2
STATES = {name.removeprefix("TOURNAMENT_STATE_").lower(): number for name, number in pb.TournamentState.items()}


def cup(name, *entrants, rounds=1, **keys):
    """Return the regulations of a round robin at Cacao."""
    listed = ", ".join(f'"{entrant}"' for entrant in entrants)
    more = "".join(f"{key} = {json.dumps(value)}\n" for key, value in keys.items())
    return (
        f'name = "{name}"\ngame = "cacao"\nclock = "600+10"\nentrants = [{listed}]\n{more}'
        f"[round-robin]\nrounds = {rounds}\n"
    )


LATE = cup("Bad", "random", "greedy", format="ladder").replace(
    "[round-robin]\nrounds = 1", "[ladder]\nuntil = 2020-01-01T00:00:00Z"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """Return an arena with two house bots. The tests of this file share it."""
    server = Server(tmp_path_factory.mktemp("house"), "--limit", "nonce_within=0.3", house="random,greedy")
    yield server
    assert server.stop() == 0
    assert "Traceback" not in "\n".join(server.said)


def refused(server, call, **fields):
    with pytest.raises(grpc.RpcError) as error:
        server.ask(call, **fields)
    return error.value


def told(server, tournament):
    return server.ask("GetTournament", tournament=tournament).tournament


def ended(server, tournament, *states):
    """Wait until a tournament is in one of these states; by default, until it is over. Return it."""
    wanted = [STATES[state] for state in states or ("finished", "failed", "cancelled")]
    return eventually(lambda: told(server, tournament), lambda found: found.state in wanted)


def states_of(server, tournament):
    return {match.state for match in server.ask("ListMatches", tournament=tournament).matches}


def table(tournament):
    return [(row.entrant, row.place, row.points, row.matches) for row in tournament.standings]


@pytest.fixture(scope="module")
def finished(house):
    """Play a tournament between two house bots to its end. Return it."""
    begun = house.ask("RunTournament", file=cup("First", "random", "greedy", rounds=2), seed="1").tournament
    *_, last = house.ask("WatchTournament", tournament=begun.id)
    assert last.tournament.state == STATES["finished"]
    return last.tournament


def test_a_tournament_is_played_to_its_end_and_its_table_counts_all_matches(house, finished):
    assert (finished.matches, finished.matches_finished, finished.matches_running) == (4, 4, 0)
    assert sum(row.points for row in finished.standings) == 2
    assert [row.blocks for row in finished.standings] == [2, 2]
    matches = house.ask("ListMatches", tournament="First").matches
    assert {match.fairness for match in matches} == {common_pb2.FAIRNESS_SEEDED}
    assert len(matches) == 4
    whole = json.loads(b"".join(piece.data for piece in house.ask("ExportTournament", tournament="First")))
    assert [len(a_round["blocks"]) for a_round in whole["rounds"]] == [1, 1]
    assert {each.name for each in house.ask("ListTournaments").tournaments} >= {"First"}


@pytest.mark.parametrize(
    ("file", "code", "words"),
    [
        (cup("Bad", "random", "greedy", gane="cacao"), Code.INVALID_ARGUMENT, "gane: unknown key"),
        (cup("Bad", "random"), Code.INVALID_ARGUMENT, "expected at least 2"),
        (cup("Bad", "random", "nobody"), Code.NOT_FOUND, "nobody"),
        (LATE, Code.INVALID_ARGUMENT, "still to come"),
        (
            cup("First", "random", "greedy"),
            Code.ALREADY_EXISTS,
            "is called 'First' already, and is finished: look at it",
        ),
        (cup("Bad", "random", "greedy@0"), Code.NOT_FOUND, "greedy of the house has no version '0'"),
        ("name = ", Code.INVALID_ARGUMENT, "no TOML"),
    ],
)
@pytest.mark.usefixtures("finished")
def test_an_impossible_tournament_is_refused_before_anything_starts(house, file, code, words):
    error = refused(house, "RunTournament", file=file)
    assert error.code() is code
    assert words in error.details()


def test_a_tournament_that_is_over_is_neither_cancelled_nor_resumed(house, finished):
    assert "there is nothing to cancel" in refused(house, "CancelTournament", tournament=finished.id).details()
    assert "nothing left to play" in refused(house, "ResumeTournament", tournament=finished.id).details()
    assert refused(house, "GetTournament", tournament="Nowhere").code() is Code.NOT_FOUND


def test_a_cancelled_tournament_begins_no_more_matches_and_can_be_resumed(house):
    begun = house.ask("RunTournament", file=cup("Rainy", "random", "greedy", rounds=30)).tournament
    eventually(lambda: told(house, begun.id), lambda found: found.matches_finished)
    cancelled = house.ask("CancelTournament", tournament="Rainy", reason="rain").tournament
    assert (cancelled.state, cancelled.reason) == (STATES["cancelled"], "rain")
    played = eventually(lambda: told(house, begun.id), lambda found: not found.matches_running).matches_finished
    assert 0 < played < 60
    eventually(lambda: states_of(house, "Rainy"), lambda states: organiser_pb2.MATCH_STATE_OFFERED not in states)
    house.ask("ResumeTournament", tournament="Rainy")
    eventually(lambda: told(house, begun.id), lambda found: found.matches_finished > played)
    house.ask("CancelTournament", tournament="Rainy", abandon_running=True)
    assert told(house, begun.id).matches_running == 0
    assert states_of(house, "Rainy") <= {organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID}
    actions = [line.action for line in house.ask("ListAuditLines", target=begun.id).audit_lines]
    assert actions == ["CancelTournament", "ResumeTournament", "CancelTournament", "RunTournament"]


def test_tables_follow_rulings_and_void_matches_are_replayed_on_request(house):
    begun = house.ask("RunTournament", file=cup("Ruled", "random", "greedy", rounds=1)).tournament
    assert [row.matches for row in ended(house, begun.id).standings] == [2, 2]
    first, second = house.ask("ListMatches", tournament="Ruled").matches
    house.ask("VoidMatch", match=first.id, reason="a cable")
    assert [row.matches for row in told(house, begun.id).standings] == [1, 1]
    house.ask("AdjudicateMatch", match=second.id, placements=[1, 2], reason="so")
    assert told(house, begun.id).standings[0].entrant == second.seats[0].entrant
    house.ask("VoidMatch", match=second.id, replay=True)
    again = eventually(lambda: told(house, begun.id), lambda found: found.matches_finished)
    assert [row.matches for row in again.standings] == [1, 1]
    assert ended(house, begun.id).state == STATES["finished"]


def test_a_tournament_resumes_after_a_kill_and_ends_with_the_same_table(tmp_path, finished):
    with Server(tmp_path / "killed", house="random,greedy") as server:
        begun = server.ask("RunTournament", file=cup("First", "random", "greedy", rounds=2), seed="1").tournament
        eventually(lambda: told(server, begun.id), lambda found: found.matches_finished)
        server.process.kill()
    with Server(tmp_path / "killed", house="random,greedy") as again:
        over = ended(again, begun.id)
        assert (over.state, over.reason) == (STATES["finished"], "")
        assert table(over) == table(finished)
    assert again.process.returncode == 0


def test_a_disconnected_bot_loses_by_no_show_and_plays_when_it_reconnects(serve, names):
    server = serve("--limit", "start_within=0.2", "--limit", "join_within=1", house="random")
    [ana] = bring(server, names[0])
    ana.close()
    eventually(lambda: [row.entrant for row in server.ask("ListAttendances").attendances] == ["random"])
    begun = server.ask("RunTournament", file=cup("Absent", "random", names[0], rounds=3)).tournament
    over = ended(server, begun.id)
    assert over.state == STATES["finished"]
    assert forfeits(over)[names[0]] == over.matches == 6
    with dialled(server, ROOT / "example_bots" / "planter.py", ana.token):
        eventually(lambda: len(server.ask("ListAttendances").attendances) == 2)
        begun = server.ask("RunTournament", file=cup("Back", "random", names[0], rounds=3)).tournament
        over = ended(server, begun.id)
    assert forfeits(over)[names[0]] < over.matches == 6  # a busy machine may be too slow for one of them


def forfeits(tournament):
    return {row.entrant: row.forfeits for row in tournament.standings}


def test_two_organisers_that_begin_the_same_tournament_begin_it_once(house):
    with ThreadPoolExecutor(2) as organisers:
        asked = [organisers.submit(begin, house, cup("Race", "random", "greedy")) for _ in range(2)]
    won, lost = sorted((each.result() for each in asked), key=str)
    assert won == ""
    assert "is called 'Race' already" in lost
    with ThreadPoolExecutor(2) as organisers:  # nor does it matter which other caller continues it, or watches
        for each in [organisers.submit(house.ask, "ResumeTournament", tournament="Race") for _ in range(2)]:
            assert each.exception() is None or "nothing left to play" in each.exception().details()
    assert (over := ended(house, "Race")).matches_finished == over.matches == 2


def begin(server, file):
    """Begin a tournament. Return the words of the refusal; an empty text if it was accepted."""
    try:
        server.ask("RunTournament", file=file)
    except grpc.RpcError as error:
        return error.details()
    return ""


def test_if_no_bot_joins_all_matches_are_void_and_the_tournament_still_ends(serve, names, streams):
    server = serve("--limit", "start_within=0.2", "--limit", "join_within=0.5")
    streams += bring(server, *names[:2])
    for stream in streams:
        stream.close()
    eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: not rows)
    begun = server.ask("RunTournament", file=cup("Empty", *names[:2])).tournament
    over = ended(server, begun.id)
    assert over.state == STATES["finished"]
    assert [(row.place, row.points, row.matches, row.forfeits) for row in over.standings] == [(1, 0, 0, 0)] * 2
    rulings = {(match.state, match.ruling) for match in server.ask("ListMatches", tournament="Empty").matches}
    assert rulings == {(pb.MATCH_STATE_VOID, "nobody came to it")}


def test_a_version_that_was_never_seen_is_waited_for_and_then_the_tournament_fails(serve, names):
    server = serve("--limit", "start_within=0.2", house="random")
    server.bot(names[0])
    begun = server.ask("RunTournament", file=cup("Early", "random", names[0])).tournament
    failed = ended(server, begun.id)
    assert (failed.state, failed.reason) == (
        STATES["failed"],
        f"{names[0]} has never connected: expected a bot that has connected",
    )


# Admission ---------------------------------------------------------------------------------------------------------


def dialled(server, path, token):
    """Run a bot from a file until the block ends. It connects to the arena."""
    command = [sys.executable, str(path), "--arena", server.address]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": token}
    return Process(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def judged(server, name):
    """Wait until a version of a bot was examined. Return the version."""

    def version():
        versions = server.ask("GetBot", bot=name).bot.versions
        return versions[0] if versions else None

    pending = {common_pb2.ADMISSION_UNSPECIFIED, common_pb2.ADMISSION_PENDING}
    return eventually(version, lambda found: found is not None and found.admission not in pending)


CRASHES = """
from arena_sdk import Bot, run

class Crashes(Bot):
    version = "2"
    games = ("cacao",)

    def choose(self, turn):
        if turn.number == 3 and self.version == "2":
            raise LookupError("lost my way")
        return 0

run(Crashes)
"""


@pytest.fixture
def sink():
    with sinking() as opened:
        yield opened


def test_a_new_version_is_examined_before_it_enters_rated_tournaments(serve, tmp_path, sink):
    server = serve("--admission", "examined", "--limit", "start_within=1", *hooked(sink, tmp_path), house="random")
    (tmp_path / "crashes.py").write_text(CRASHES)
    planter, crashes = ROOT / "example_bots" / "planter.py", tmp_path / "crashes.py"
    with (
        dialled(server, planter, server.bot("planter")),
        dialled(server, crashes, server.bot("crashes")) as bad,
    ):
        assert judged(server, "planter").admission == common_pb2.ADMISSION_ADMITTED
        version = judged(server, "crashes")
        assert version.admission == common_pb2.ADMISSION_REFUSED
        assert version.reason.startswith("takes a seat: ")
        assert sink.event("bot.refused")["data"] == {"bot": "crashes", "version": "2", "reason": version.reason}
        terms = {"entrants": ["crashes", "random"], "game": "cacao", "clock": "10+0", "blocks": 1}
        words = refused(server, "RunMatches", rated=True, **terms).details()
        assert words.startswith("crashes, version 2, did not pass its examination: expected another version")
        assert len(server.ask("RunMatches", **terms).matches) == 2
        begun = server.ask("RunTournament", file=cup("Rated", "planter", "crashes")).tournament
        reason = ended(server, begun.id).reason
        assert "crashes may not enter a rated tournament" in reason
        failed = {"tournament": begun.id, "name": "Rated", "state": "failed", "reason": reason}
        assert sink.event("tournament.over")["data"] == failed
        begun = server.ask("RunTournament", file=cup("Fine", "planter", "random")).tournament
        assert ended(server, begun.id).state == STATES["finished"]
        bad.terminate()
        assert "is not admitted" in bad.communicate(timeout=WITHIN)[1]


def test_if_the_newest_version_was_refused_the_newest_admitted_version_plays(serve, tmp_path):
    server = serve("--admission", "examined", "--limit", "start_within=60", house="random")
    new, old = tmp_path / "new.py", tmp_path / "old.py"
    new.write_text(CRASHES)
    old.write_text(CRASHES.replace('version = "2"', 'version = "1"'))
    token = server.bot("crashes")
    with dialled(server, old, token):
        assert judged(server, "crashes").admission == common_pb2.ADMISSION_ADMITTED
        with dialled(server, new, token):
            eventually(lambda: len(server.ask("GetBot", bot="crashes").bot.versions) == 2)
            assert judged(server, "crashes").admission == common_pb2.ADMISSION_REFUSED
            begun = server.ask("RunTournament", file=cup("Old", "crashes", "random")).tournament
            over = ended(server, begun.id)
    assert (over.state, over.matches_finished) == (STATES["finished"], 2)
    assert {row.entrant: (row.version, row.forfeits) for row in over.standings}["crashes"] == ("1", 0)
