"""Matches of submitted bots at referees: one is killed, one is paused, and a hostile package asks for more.

Real processes, real sandboxes, PostgreSQL. The tests share one arena with two referees.
"""

import json
import os
import shutil
import signal
from contextlib import contextmanager

import pytest

from arena.cli import main
from arena.protocol.v1 import common_pb2
from tests.host.monitoring.asking import samples
from tests.host.test_referees import all_there, assert_finished, played, referees
from tests.host.test_submitted_bots import BOT, MANIFEST
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.wire import ROOT, Server, Sitting, bring, eventually

pytestmark = [pytest.mark.slow, needs_sandbox]

MODULES = ROOT / "example_bots" / "javascript" / "node_modules"
NODE = 'version = "1"\nentry = "node bot.mjs --matches 2 --proto proto"\nruntime = "node"\ngames = ["cacao"]\n'

# A bot that puts all its calls on one connection, as a client of gRPC does that knows nothing of the SDK.
ONE_CHANNEL = """
import os, queue, sys, threading
import grpc
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2

channel = grpc.insecure_channel(sys.argv[sys.argv.index("--arena") + 1])
metadata = [("authorization", "Bearer " + os.environ["ARENA_TOKEN"])]
stubs = {name: channel.stream_stream("/arena.protocol.v1.Arena/" + name) for name in ("Attend", "Play")}

def answers(name, first):
    outbox = queue.Queue()
    outbox.put(first.SerializeToString())
    return outbox, stubs[name](iter(outbox.get, None), metadata=metadata)

def play(ticket):
    seen, is_over = 0, False
    while not is_over:
        join = play_pb2.Join(ticket=ticket, last_seen=seen, protocol=1)
        outbox, call = answers("Play", play_pb2.PlayRequest(join=join))
        try:
            for data in call:
                message = play_pb2.PlayResponse.FromString(data)
                kind = message.WhichOneof("message")
                if kind == "decision":
                    seen = message.decision.number
                    choice = play_pb2.Choice(number=seen, index=0)
                    outbox.put(play_pb2.PlayRequest(choice=choice).SerializeToString())
                elif kind == "ping":
                    pong = common_pb2.Pong(number=message.ping.number)
                    outbox.put(play_pb2.PlayRequest(pong=pong).SerializeToString())
                is_over = is_over or kind == "over"
        except grpc.RpcError as error:
            print("again:", error.code().name, flush=True)
        outbox.put(None)

games = [common_pb2.GameSupport(game="cacao", rules_version=1, seats=[2, 3, 4])]
hello = attend_pb2.Hello(protocol=1, version="1", games=games, matches_at_once=2)
outbox, call = answers("Attend", attend_pb2.AttendRequest(hello=hello))
taken = set()
for data in call:
    message = attend_pb2.AttendResponse.FromString(data)
    kind = message.WhichOneof("message")
    if kind == "ping":
        outbox.put(attend_pb2.AttendRequest(pong=common_pb2.Pong(number=message.ping.number)).SerializeToString())
    if kind == "offer" and message.offer.match not in taken:
        assert message.offer.referee == ""
        taken.add(message.offer.match)
        threading.Thread(target=play, args=[message.offer.ticket]).start()
"""

# A bot that asks with tickets of other bots and with addresses of its own for places that are not its own.
NOSY = """
import os, sys
import grpc
from arena.protocol.v1 import common_pb2, play_pb2
from arena_sdk import Bot, run

ADDRESS, TICKET = {address!r}, {ticket!r}
where = sys.argv[sys.argv.index("--arena") + 1]
join = play_pb2.Join(ticket=TICKET, protocol=1)
first = play_pb2.PlayRequest(join=join).SerializeToString()
for at, authority in ((where, "arena"), (where, ADDRESS), (ADDRESS, ADDRESS)):
    metadata = [("authorization", "Bearer " + os.environ["ARENA_TOKEN"]), ("referee", ADDRESS), ("x-real-ip", ADDRESS)]
    with grpc.insecure_channel(at, [("grpc.default_authority", authority)]) as channel:
        try:
            for data in channel.stream_stream("/arena.protocol.v1.Arena/Play")(iter([first]), metadata=metadata):
                message = play_pb2.PlayResponse.FromString(data)
                kind = message.WhichOneof("message")
                print(kind, common_pb2.EndingReason.Name(message.ending.reason) if kind == "ending" else "", flush=True)
        except grpc.RpcError as error:
            print(error.code().name, flush=True)
sys.exit(3)
"""


@pytest.fixture(scope="module")
def arena(postgresql, tmp_path_factory):
    """Return an arena with two referees, which runs up to eight submitted bots."""
    quick = ("--limit", "nonce_within=0.3", "--grace", "1", "--limit", "refusal_held=0.5")
    folder, database = tmp_path_factory.mktemp("arena"), postgresql.new()
    server = Server(folder, "--database", database, "--referees", "2", "--admin", "127.0.0.1:0", *quick)
    yield server
    assert server.stop() == 0
    said = "\n".join(server.said)
    assert "Traceback" not in said, said
    assert [secret for secret in server.secrets if secret in said] == []


@pytest.fixture
def submit(arena, tmp_path):
    """Submit a bot, and wait until it is connected. Return the words that its author's commands need."""

    def work(name, program=BOT, manifest=MANIFEST, *, connects=True):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "bot.toml").write_text(manifest)
        if program:
            (folder / "bot.py").write_text(program)
        token = tmp_path / f"{name}.token"
        token.write_text(arena.bot(name))
        words = ("--arena", arena.address, "--token-file", str(token))
        assert main(["bot", "submit", str(folder), *words]) == 0
        if connects:
            eventually(lambda: name in {each.entrant for each in arena.ask("ListAttendances").attendances})
        return words

    return work


@pytest.fixture
def table(arena, submit, names, streams):
    """Return a match of a submitted bot against a bot of the test, with the offer and the seat of the latter."""

    def work(*submitted, **fields):
        all_there(arena)
        submit(names[0], *submitted, **fields)
        [opponent] = bring(arena, names[1], matches=1)
        streams.append(opponent)
        arena.match(*names[:2])
        offer = opponent.offer()
        seat = opponent.seat(offer)
        streams.append(seat)
        return opponent, offer, seat

    return work


def played_by_referees(arena):
    """Return the number of decisions of all referees."""
    found = samples(arena)
    return sum(found.get(("arena_referee_decisions_total", name), 0) for name in ("1", "2"))


def returned(arena, opponent, offer, asked, streams):
    """Join the opponent's seat at another referee, and answer the pending decision. Return the offer and the seat."""
    again = opponent.offer()
    assert (again.match, again.returning) == (offer.match, True)
    assert again.referee not in {"", offer.referee}
    seat = Sitting(arena, opponent.token, again.ticket, last_seen=asked.number, at=again.referee)
    streams.append(seat)
    same = seat.until("decision")
    assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
    seat.choose(same.number)
    return again, seat


def test_a_match_of_submitted_bots_is_refereed_by_a_referee(arena, submit, names):
    all_there(arena)
    before = played_by_referees(arena)
    for name in names[:2]:
        submit(name)
    matches = arena.match(*names[:2], blocks=2, clock="60+5")
    ended = [arena.ended(match) for match in matches]
    assert [(each.reason, list(each.forfeits)) for each in ended] == [(common_pb2.END_REASON_FINISHED, [])] * 4
    eventually(lambda: played_by_referees(arena) > before + len(matches) * 20)


def test_a_killed_referee_hands_over_and_the_submitted_bot_plays_on(arena, table, streams):
    opponent, offer, seat = table()
    asked = played(seat, 3)
    os.kill(referees(arena)[offer.referee], signal.SIGKILL)
    assert seat.ending()[0] is None
    assert_finished(arena, offer.match, returned(arena, opponent, offer, asked, streams)[1].play_on())


@contextmanager
def paused(arena, offer):
    """Pause the referee of an offer's match while the `with` block runs."""
    process = referees(arena)[offer.referee]
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)


def test_a_paused_referee_hands_over_and_the_submitted_bot_plays_on(arena, table, streams):
    opponent, offer, seat = table()
    asked = played(seat, 3)
    with paused(arena, offer):
        assert_finished(arena, offer.match, returned(arena, opponent, offer, asked, streams)[1].play_on())


@pytest.mark.skipif(not MODULES.is_dir(), reason="needs `npm install` in example_bots/javascript")
def test_the_bot_in_javascript_plays_on_through_a_kill_and_a_pause(arena, table, names, tmp_path, streams):
    folder = tmp_path / names[0]
    leave = shutil.ignore_patterns("*.d.ts", "*.map", "*.md", "*.ts", "@types", "undici-types", ".*", "LICENSE*")
    shutil.copytree(MODULES, folder / "node_modules", ignore=leave)
    shutil.copytree(ROOT / "proto" / "arena", folder / "proto" / "arena")
    shutil.copy(MODULES.parent / "bot.mjs", folder)
    opponent, offer, seat = table("", NODE)
    asked = played(seat, 2)
    os.kill(referees(arena)[offer.referee], signal.SIGKILL)
    offer, seat = returned(arena, opponent, offer, asked, streams)
    asked = played(seat, asked.number + 2)
    all_there(arena)
    with paused(arena, offer):
        assert_finished(arena, offer.match, returned(arena, opponent, offer, asked, streams)[1].play_on())


def test_a_bot_with_one_connection_for_all_calls_plays_at_referees(arena, table, streams):
    opponent, offer, seat = table(ONE_CHANNEL, 'version = "1"\nentry = "python bot.py"\ngames = ["cacao"]\n')
    assert offer.referee in referees(arena)
    asked = played(seat, 3)
    os.kill(referees(arena)[offer.referee], signal.SIGKILL)
    assert seat.ending()[0] is None
    assert_finished(arena, offer.match, returned(arena, opponent, offer, asked, streams)[1].play_on())


def test_a_package_gets_nothing_with_another_address_or_another_bots_ticket(arena, table, submit, names, capsys):
    _, offer, seat = table()
    program = NOSY.format(address=offer.referee, ticket=offer.ticket)
    words = submit(names[2], program, connects=False)
    capsys.readouterr()
    [run] = eventually(lambda: main(["bot", "logs", *words, "--json"]) == 0 and json.loads(capsys.readouterr().out))
    refused = "ending ENDING_REASON_TICKET\nPERMISSION_DENIED\n"
    assert run["stdout"] == 2 * refused + "UNAVAILABLE\n", run
    assert_finished(arena, offer.match, seat.play_on())


def test_a_ruling_frees_a_submitted_bot_for_its_next_match(arena, table, streams):
    opponent, offer, seat = table()
    played(seat, 2)
    arena.ask("VoidMatch", match=offer.match, reason="a broken table")
    assert seat.until("ending").text == "a broken table"
    assert arena.ask("GetMatch", match=offer.match).match.ruling == "a broken table"
    voided, offer = offer.match, opponent.offer()
    assert offer.match != voided
    seat = opponent.seat(offer)
    streams.append(seat)
    assert_finished(arena, offer.match, seat.play_on())
