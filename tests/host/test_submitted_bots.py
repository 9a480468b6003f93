"""Tests of submitted bots on a served arena: they are submitted, run in a sandbox, examined and rated."""

import json
import os
import re
import signal

import grpc
import pytest
import trio

from arena.cli import main
from arena.host.submitted_bots import SubmittedBots
from arena.protocol.v1 import common_pb2, organiser_pb2, organiser_pb2_grpc
from arena.sandbox.bot_package import PackedFile, pack, pack_folder, read_package
from arena.sandbox.sandboxes import sandbox_trouble
from tests.sandbox.test_killed_sandboxes import KINDS, processes_of, remains_of
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.organiser.asking import Code, refused
from tests.server.wire import Attending, Server, Sitting, assert_finished, bring, children_of, eventually

pytestmark = [pytest.mark.slow]

BOT = """
from arena_sdk import Bot, run

class Submitted(Bot):
    "Takes the first thing offered."
    version = "1"
    def choose(self, turn):
        return turn.options[0]

print("hello from the sandbox")
run(Submitted)
"""
NOSY = """
import os, sys, grpc
from arena.protocol.v1 import organiser_pb2 as pb, organiser_pb2_grpc

with grpc.insecure_channel(sys.argv[sys.argv.index("--arena") + 1]) as channel:
    try:
        metadata = [("authorization", "Bearer " + os.environ["ARENA_TOKEN"])]
        organiser_pb2_grpc.OrganiserStub(channel).CreateToken(pb.CreateTokenRequest(label="stolen"), metadata=metadata)
    except grpc.RpcError as error:
        print(error.code().name)
sys.exit(3)
"""
GUESSER = """
import sys, grpc
from arena.protocol.v1 import organiser_pb2 as pb, organiser_pb2_grpc

with grpc.insecure_channel(sys.argv[sys.argv.index("--arena") + 1]) as channel:
    for number in range(3):
        try:
            metadata = [("authorization", "Bearer " + 43 * "x"), ("x-real-ip", f"192.0.2.{number}")]
            organiser_pb2_grpc.OrganiserStub(channel).ListBots(pb.ListBotsRequest(), metadata=metadata)
        except grpc.RpcError as error:
            print(error.details())
"""
CURIOUS = """
import os, sys, grpc
from arena.protocol.v1 import common_pb2, play_pb2

ADDRESS, TICKET = {address!r}, {ticket!r}
where = sys.argv[sys.argv.index("--arena") + 1]
join = play_pb2.Join(ticket=TICKET, protocol=1)
first = play_pb2.PlayRequest(join=join).SerializeToString()
for at, authority in ((where, "arena"), (where, ADDRESS), (ADDRESS, ADDRESS)):
    metadata = [("authorization", "Bearer " + os.environ["ARENA_TOKEN"]), ("x-real-ip", ADDRESS)]
    with grpc.insecure_channel(at, [("grpc.default_authority", authority)]) as channel:
        try:
            for data in channel.stream_stream("/arena.protocol.v1.Arena/Play")(iter([first]), metadata=metadata):
                ending = play_pb2.PlayResponse.FromString(data).ending
                print(common_pb2.EndingReason.Name(ending.reason), flush=True)
        except grpc.RpcError as error:
            print(error.code().name, flush=True)
sys.exit(3)
"""
MANIFEST = 'version = "1"\nentry = "python bot.py --matches 2"\ngames = ["cacao"]\n'


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "arena", "--grace", "1", house="greedy") as server:
        yield server
    assert "Traceback" not in "\n".join(server.said)


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "my_bot"
    made.mkdir()
    (made / "bot.toml").write_text(MANIFEST)
    (made / "bot.py").write_text(BOT)
    return made


@pytest.fixture
def ask(capsys):
    def command(*words):
        code = main([*words, "--json"])
        said = capsys.readouterr()
        return json.loads(said.out) if code == 0 else (code, said.err)

    return command


def token_file(server, tmp_path, name):
    path = tmp_path / f"{name}.token"
    path.write_text(server.bot(name))
    return ["--arena", server.address, "--token-file", str(path)]


@needs_sandbox
def test_a_submitted_bot_plays_and_its_author_alone_reads_its_logs(server, folder, tmp_path, ask):
    ana, bob = (token_file(server, tmp_path, name) for name in ("ana", "bob"))
    submitted = ask("bot", "submit", str(folder), *ana)
    assert (submitted["bot"], submitted["version"], submitted["known"]) == ("ana", "1", False)
    assert submitted["digest"] == read_package(pack_folder(folder)).digest
    eventually(
        lambda: {each.entrant for each in server.ask("ListAttendances").attendances}, lambda found: "ana" in found
    )
    [match] = server.match("ana", "greedy", clock="60+5")[:1]
    ended = server.ended(match)
    assert ended.state == organiser_pb2.MATCH_STATE_FINISHED
    assert ended.reason == common_pb2.END_REASON_FINISHED
    assert not ended.forfeits

    # the same again is known; another content of the same version is refused; a new version takes over
    assert ask("bot", "submit", str(folder), *ana)["known"] is True
    (folder / "bot.py").write_text(BOT + "\n")
    code, words = ask("bot", "submit", str(folder), *ana)
    assert (code, "another content" in words) == (2, True)
    (folder / "bot.toml").write_text(MANIFEST.replace('"1"', '"2"'))
    (folder / "bot.py").write_text(NOSY)
    ask("bot", "submit", str(folder), *ana)
    runs = eventually(
        lambda: ask("bot", "logs", "--runs", "20", *ana),
        lambda found: {"1", "2"} <= {each["version"] for each in found},
    )
    of_version = {each["version"]: each for each in runs}
    assert "hello from the sandbox" in of_version["1"]["stdout"]
    assert of_version["1"]["dismissed"]
    assert of_version["1"]["processor_seconds"] > 0
    assert (of_version["2"]["exit_code"], of_version["2"]["stdout"]) == (3, "PERMISSION_DENIED\n")
    assert ask("bot", "logs", *bob) == []

    # version 2 has never connected, so version 1 runs again
    versions = eventually(
        lambda: {each.name: each for each in server.ask("GetBot", bot="ana").bot.versions}, lambda found: "2" in found
    )
    assert versions["2"].admission == common_pb2.ADMISSION_REFUSED
    assert not versions["2"].HasField("attend_time")
    assert versions["2"].reason == "it ended 5 times within 60 s of its start: the last run ended with 3"
    eventually(lambda: [each.version for each in server.ask("ListAttendances").attendances if each.entrant == "ana"])

    # the package for its author alone
    out = tmp_path / "again.zip"
    ask("bot", "package", "1", "--out", str(out), *ana)
    assert read_package(out.read_bytes()).digest == submitted["digest"]
    assert ask("bot", "package", "1", "--out", str(tmp_path / "stolen.zip"), *bob)[0] == 2
    assert not (tmp_path / "stolen.zip").exists()
    assert refused(server, "ReadPackage", version="1").code() is Code.PERMISSION_DENIED  # an organiser
    assert refused(server, "ReadBotLogs").code() is Code.PERMISSION_DENIED


@needs_sandbox
def test_a_bot_in_a_sandbox_is_not_taken_for_a_trusted_front(tmp_path, folder, ask):
    (folder / "bot.py").write_text(GUESSER)
    with Server(tmp_path / "arena", "--front", "127.0.0.1", "--limit", "refusals_per_minute=2") as server:
        ana = token_file(server, tmp_path, "ana")
        ask("bot", "submit", str(folder), *ana)
        [run, *_] = eventually(lambda: ask("bot", "logs", *ana), bool)
    refusals = [line.startswith("too many calls without a good token") for line in run["stdout"].splitlines()]
    assert refusals == [False, False, True]


@needs_sandbox
def test_a_package_gets_nothing_with_another_address_or_another_bots_ticket(server, folder, tmp_path, ask, streams):
    bob, cat = bring(server, "bob", "cat", matches=1)
    streams += [bob, cat]
    server.match("bob", "cat")
    offer = bob.offer()
    seats = [bob.seat(offer), cat.seat()]
    streams += seats
    (folder / "bot.py").write_text(CURIOUS.format(address=server.address, ticket=offer.ticket))
    ana = token_file(server, tmp_path, "ana")
    ask("bot", "submit", str(folder), *ana)
    run = eventually(lambda: ask("bot", "logs", *ana))[0]
    assert run["stdout"] == 2 * "ENDING_REASON_TICKET\nPERMISSION_DENIED\n" + "UNAVAILABLE\n", run
    seats[1].in_background()
    assert_finished(server, offer.match, seats[0].play_on())


@needs_sandbox
def test_a_submitted_version_is_examined_and_attends_from_nowhere_else(tmp_path, folder, ask, streams):
    with Server(tmp_path / "arena", "--grace", "1", "--admission", "examined", house="greedy") as server:
        ana = token_file(server, tmp_path, "ana")
        ask("bot", "submit", str(folder), *ana)
        admitted = common_pb2.ADMISSION_ADMITTED
        eventually(
            lambda: [each.admission for each in server.ask("GetBot", bot="ana").bot.versions],
            lambda found: found == [admitted],
        )
        [elsewhere] = streams[:] = [Attending(server, (tmp_path / "ana.token").read_text(), enter=False, version="1")]
        ending, _ = elsewhere.ending()
        assert ending.reason == common_pb2.ENDING_REASON_FORBIDDEN
        assert "was submitted" in ending.text
        server.ask("WithdrawVersion", bot="ana", version="1", reason="a test")
        assert eventually(lambda: ask("bot", "logs", *ana))[0]["version"] == "1"


@needs_sandbox
def test_a_version_that_the_program_does_not_declare_is_refused_and_the_admitted_one_plays_on(tmp_path, folder, ask):
    with Server(tmp_path / "arena", "--grace", "1", "--admission", "examined", house="greedy") as server:
        ana = token_file(server, tmp_path, "ana")
        ask("bot", "submit", str(folder), *ana)
        versions_are(server, {"1": common_pb2.ADMISSION_ADMITTED})
        (folder / "bot.toml").write_text(MANIFEST.replace('"1"', '"2"'))
        (folder / "bot.py").write_text(BOT.replace("run(Submitted)", "run(type('Other', (Submitted,), {}))"))
        ask("bot", "submit", str(folder), *ana)
        found = versions_are(server, {"1": common_pb2.ADMISSION_ADMITTED, "2": common_pb2.ADMISSION_REFUSED})
        assert found["2"].reason == "it could not connect: version 1: expected 2, as bot.toml of the package says"
        eventually(lambda: [one.version for one in server.ask("ListAttendances").attendances if one.entrant == "ana"])
        [match] = server.match("ana", "greedy", clock="60+5")[:1]
        assert server.ended(match).state == organiser_pb2.MATCH_STATE_FINISHED


@needs_sandbox
def test_a_refused_submitted_bot_says_why_wherever_it_is_asked_for(tmp_path, folder, ask, capsys):
    (folder / "bot.py").write_text(BOT.replace("return turn.options[0]", "raise ValueError('no idea')"))
    with Server(tmp_path / "arena", "--grace", "1", "--admission", "examined", house="greedy") as server:
        ana = token_file(server, tmp_path, "ana")
        assert main(["bot", "logs", *ana]) == 0
        assert "version" not in capsys.readouterr().out  # nothing was submitted
        ask("bot", "submit", str(folder), *ana)
        found = versions_are(server, {"1": common_pb2.ADMISSION_REFUSED})
        reason = found["1"].reason
        [run] = eventually(lambda: ask("bot", "logs", *ana))
        assert (run["dismissed"], run["dismissal"]) == (True, f"the version was refused: {reason}")
        assert main(["bot", "logs", *ana]) == 0
        said = capsys.readouterr().out
        assert said.splitlines()[0] == f"version 1: refused ({reason})"
        assert f"ended by the arena: the version was refused: {reason}" in said
        with pytest.raises(grpc.RpcError) as error:
            server.match("ana", "greedy")
        expected = f"ana is not connected, and the arena runs it: version 1 was refused: {reason}"
        assert error.value.details() == expected


@needs_sandbox
def test_the_author_of_an_admitted_bot_reads_that_it_is_connected(tmp_path, folder, ask, capsys):
    with Server(tmp_path / "arena", "--grace", "1", "--admission", "examined", house="greedy") as server:
        ana = token_file(server, tmp_path, "ana")
        ask("bot", "submit", str(folder), *ana)
        versions_are(server, {"1": common_pb2.ADMISSION_ADMITTED})
        assert main(["bot", "logs", *ana]) == 0
        [state, running, *_] = capsys.readouterr().out.splitlines()
        assert state == "version 1: admitted, connected"
        assert re.fullmatch(r"version 1 runs since 20\d\d-\S+Z", running)


@needs_sandbox
def test_an_author_reads_what_a_bot_prints_while_it_runs(server, folder, tmp_path, ask, capsys):
    ana = token_file(server, tmp_path, "ana")
    ask("bot", "submit", str(folder), *ana)

    def shown():
        assert main(["bot", "logs", *ana]) == 0
        return capsys.readouterr().out

    said = eventually(shown, lambda text: "--- stdout of version 1\nhello from the sandbox\n" in text)
    assert "version 1 runs since" in said
    assert ask("bot", "logs", *ana) == []  # no run has ended


def test_a_syntax_error_is_found_before_a_package_is_sent(server, folder, tmp_path, ask):
    ana = token_file(server, tmp_path, "ana")
    (folder / "bot.py").write_text(BOT.replace("class", "import helper\n\nclass", 1))
    (folder / "helper.py").write_text("def best(:\n")
    (folder / "unused.py").write_text("print 'a program of Python 2'\n")
    for _ in range(6):
        code, words = ask("bot", "submit", str(folder), *ana)
        assert (code, "helper.py, line 1: invalid syntax" in words, "unused.py" in words) == (2, True, False)
    (folder / "helper.py").write_text("")
    assert ask("bot", "submit", str(folder), *ana)["version"] == "1"


def versions_are(server, wanted):
    """Wait until the versions of the bot ana have these admissions. Return the versions by name."""
    return eventually(
        lambda: {each.name: each for each in server.ask("GetBot", bot="ana").bot.versions},
        lambda found: {name: each.admission for name, each in found.items()} == wanted,
    )


@needs_sandbox
def test_a_submitted_bot_that_is_suspended_for_a_moment_forfeits_at_once(server, folder, tmp_path, ask):
    thinks = "__import__('time').sleep(3600)"
    (folder / "bot.py").write_text(BOT.replace("return turn.options[0]", thinks))
    ask("bot", "submit", str(folder), *token_file(server, tmp_path, "ana"))
    eventually(lambda: [one for one in server.ask("ListAttendances").attendances if one.entrant == "ana"])
    names = server.match("ana", "greedy", clock="36000+1")
    for name in names:
        eventually(
            lambda name=name: server.ask("GetMatch", match=name).match.state,
            lambda state: state == organiser_pb2.MATCH_STATE_RUNNING,
        )
    server.ask("SuspendBot", bot="ana", reason="a test")
    server.ask("ReinstateBot", bot="ana", reason="a test")  # before the arena looks which sandboxes to end
    for name in names:
        [forfeit] = server.ended(name).forfeits
        assert forfeit.reason == common_pb2.FORFEIT_REASON_LEFT


@needs_sandbox
def test_a_submitted_bot_that_is_renamed_finishes_the_match_that_it_plays(server, folder, tmp_path, ask):
    def connected():
        return {each.entrant for each in server.ask("ListAttendances").attendances}

    ask("bot", "submit", str(folder), *token_file(server, tmp_path, "ana"))
    eventually(connected, lambda found: "ana" in found)
    [other] = bring(server, "bob", matches=1)
    try:
        server.match("ana", "bob", clock="36000+1")
        seat = other.seat()
        server.ask("RenameBot", bot="ana", new_name="maize")
        eventually(connected, lambda found: "maize" in found)  # the arena has looked which sandboxes to end
        seat.in_background()
        assert not server.ended(seat.start.match).forfeits
    finally:
        other.close()


def test_an_arena_that_runs_no_submitted_bots_says_so(tmp_path):
    bots = SubmittedBots(None, None, tmp_path, 0)
    words = "its organiser lets it run none; a worker may run them, too, as `arena worker --cluster ADDRESS"
    assert trio.run(bots.trouble, "python").startswith(words)


def test_an_arena_without_bubblewrap_says_how_to_install_it(tmp_path, folder, ask, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with Server(tmp_path / "arena") as server:
        code, said = ask("bot", "submit", str(folder), *token_file(server, tmp_path, "ana"))
    assert (code, "apt-get install bubblewrap" in said) == (1, True)


def test_faults_of_a_package_are_reported_before_it_is_sent(folder, ask):
    (folder / "bot.toml").write_text('memory = 1\nentry = "python bot.py"')
    code, said = ask("bot", "submit", str(folder), "--arena", "127.0.0.1:1", "--token-file", "nowhere")
    assert code == 2
    assert said.count("bot.toml: ") == 2


def test_a_file_that_is_no_package_is_answered_with_what_is_expected(folder, ask):
    program = folder / "bot.py"
    code, said = ask("bot", "submit", str(program), "--arena", "127.0.0.1:1", "--token-file", "nowhere")
    assert code == 2
    assert f"{program} is no zip: expected a folder with bot.toml, or a zip of one" in said


def test_a_program_with_another_version_than_bot_toml_is_not_sent(folder, ask):
    (folder / "bot.toml").write_text(MANIFEST.replace('"1"', '"2"'))
    code, said = ask("bot", "submit", str(folder), "--arena", "127.0.0.1:1", "--token-file", "nowhere")
    assert code == 2
    assert "bot.toml: version '2': bot.py declares version '1': expected the same version in both" in said


def test_a_package_is_checked_by_the_arena_too(server):
    if trouble := sandbox_trouble():
        pytest.skip(trouble)
    token = server.bot("ana")

    def submitted(*pieces):
        with server.dial() as channel:
            call = organiser_pb2_grpc.OrganiserStub(channel).SubmitBot
            return call(iter(pieces), timeout=60, metadata=[("authorization", f"Bearer {token}")])

    piece = organiser_pb2.SubmitBotRequest
    manifest = pack({"bot.toml": PackedFile(b"a." * 20_000 + b"a = 1")})
    for pieces, words in [
        ([piece(size=3, data=b"abc")], "no zip"),
        ([piece(size=4, data=b"abc")], "expected 4"),
        ([piece(size=2, data=b"abc")], "expected 2"),
        ([piece(size=11 << 20, data=b"abc")], "expected 1 to"),
        ([piece(bot="bob", size=3, data=b"abc")], "a token of ana"),
        *[([piece(size=len(manifest), data=manifest)], "nested too deep") for _ in range(4)],
        ([piece(size=3, data=b"abc")], "5 submissions of ana in a day"),
    ]:
        with pytest.raises(grpc.RpcError) as error:
            submitted(*pieces)
        assert words in error.value.details()


@needs_sandbox
def test_killed_sandboxes_cost_their_bot_no_match(server, folder, tmp_path, ask, streams):
    ask("bot", "submit", str(folder), *token_file(server, tmp_path, "ana"))
    [opponent] = bring(server, "bob", matches=1)
    streams.append(opponent)
    eventually(
        lambda: {each.entrant for each in server.ask("ListAttendances").attendances}, lambda found: "ana" in found
    )
    server.match("ana", "bob")
    offer = opponent.offer()
    seat = opponent.seat(offer)
    for kind in KINDS:
        streams.append(seat)
        asked = seat.until("decision")
        [supervisor] = children_of(server.process.pid, "arena.sandbox.supervisor")
        os.kill(processes_of(supervisor)[KINDS.index(kind)], signal.SIGKILL)
        assert seat.ending()[0] is None
        again = opponent.offer()
        assert (again.match, again.returning) == (offer.match, True)
        seat = Sitting(server, opponent.token, offer.ticket, last_seen=asked.number)
        seat.choose(seat.until("decision").number)
        assert remains_of(supervisor) == []
    streams.append(seat)
    over = seat.play_on()
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
