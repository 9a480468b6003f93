"""Tests of a bot's connection: it is admitted or refused, reconnects, drains, and never shows its token."""

import hashlib
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import grpc
import pytest

from arena.games import GAMES
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import block_seed, commit
from arena_sdk import Bot
from arena_sdk.doctor.table import DoctorTable
from arena_sdk.remote import attendance
from arena_sdk.remote.messages import supported
from tests.processes import Process
from tests.sdk.remote.host import SOON, TOKEN, First, Host, attending, finish, heard, play_on, wait_for

ROOT = Path(__file__).parents[3]


@pytest.fixture
def host():
    host = Host()
    yield host
    host.close()


def test_hello_says_what_the_bot_plays_and_how_it_wants_to_be_asked(host):
    with attending(host.address, matches=3):
        hello = host.take_attend()
    assert (hello.protocol, hello.version, hello.matches_at_once) == (1, "1", 3)
    assert [(each.game, each.rules_version, tuple(each.seats)) for each in hello.games] == [
        (rules.name, rules.version, rules.seats) for rules in GAMES.values()
    ]
    assert hello.option_form == attend_pb2.OPTION_FORM_BOTH


def test_hello_names_the_seat_counts_that_the_bot_declares():
    class Duellist(Bot):
        seats = (2,)

    assert {tuple(support.seats) for support in supported(Duellist)} == {(2,)}
    Duellist.seats = (3,)
    assert [support.game for support in supported(Duellist)] == ["cacao", "teotihuacan"]  # the solo game has two


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        ("TOKEN", "does not accept the token: so it is"),
        ("FORBIDDEN", "lets it not do this: so it is"),
        ("PROTOCOL_VERSION", "update the SDK: so it is (the arena speaks 2, this SDK 1)"),
        ("RULES_VERSION", "update the SDK: so it is (the arena plays cacao 9)"),
        ("BROKEN", "could not read what this client sent: so it is"),
        ("TOO_LARGE", "a message was too large: so it is"),
    ],
)
def test_a_permanent_refusal_ends_the_bot_with_3_and_the_reason(host, reason, words):
    with attending(host.address) as guest:
        host.take_attend()
        rules = [common_pb2.RulesVersion(game="cacao", version=9)]
        host.ending(f"ENDING_REASON_{reason}", text="so it is", protocol=2, rules=rules)
        assert guest.leaves() == 3
    assert words in guest.err.getvalue()


@pytest.mark.parametrize(
    ("status", "words"),
    [
        ("UNAUTHENTICATED", "does not accept the token: no"),
        ("PERMISSION_DENIED", "lets it not do this: no"),
        ("UNIMPLEMENTED", "what answers there is no arena (its site has another port), or an arena of another age: no"),
        ("FAILED_PRECONDITION", "the arena does not serve this client: no"),
    ],
)
def test_a_refusal_without_a_message_is_said_in_words_too(host, status, words):
    with attending(host.address) as guest:
        host.take_attend()
        host.attend.end(grpc.StatusCode[status], "no")
        assert guest.leaves() == 3
    assert words in guest.err.getvalue()


@pytest.mark.parametrize("reason", ["LIMIT", "FLOOD", "SILENT", "SHUTDOWN", "INTERNAL", "UNSPECIFIED"])
def test_a_temporary_refusal_is_retried(host, reason):
    with attending(host.address) as guest:
        host.take_attend()
        host.ending(f"ENDING_REASON_{reason}", text="not now")
        host.take_attend()
    assert "not now; trying again" in guest.err.getvalue()


def test_the_arena_says_how_long_to_wait_and_the_bot_waits(host):
    with attending(host.address) as guest:
        host.take_attend()
        host.attend.end(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many", (("retry-after", "3600"),))
        wait_for(lambda: "too many; trying again" in guest.err.getvalue())
        guest.attendance.stop()
        assert guest.leaves() == 130


def test_a_repeated_problem_is_reported_once(host):
    with attending(host.address) as guest:
        for _ in range(3):
            host.take_attend()
            host.ending(common_pb2.ENDING_REASON_SHUTDOWN, text="tea time")
        host.take_attend()
    assert guest.err.getvalue().count("tea time") == 1


def test_a_bot_reconnects_to_an_arena_that_restarted_in_mid_game():
    host = Host()
    table = DoctorTable("vanishing")
    port = host.listener.port
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 2)
        host.close()
        host = Host(port)
        line, join = host.take_seat(table)
        assert join.last_seen == 2
        host.welcome()
        play_on(line, table)
        finish(line, table)
        wait_for(guest.out.getvalue)
    host.close()


def test_garbage_instead_of_a_welcome_is_named_and_tried_again(host):
    with attending(host.address) as guest:
        host.take_attend()
        host.attend.send(b"\xff\xff\xff\xff")
        host.take_attend()
    assert (
        "does not keep to the protocol: 4 bytes cannot be read: expected the message AttendResponse; trying again"
        in guest.err.getvalue()
    )


def test_an_address_that_never_answers_is_given_up(monkeypatch):
    monkeypatch.setattr(attendance, "GIVE_UP", 0.3)
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))  # bound, and not listening
        with attending(f"127.0.0.1:{nobody.getsockname()[1]}") as guest:
            assert guest.leaves() == 1
    assert "cannot be reached" in guest.err.getvalue()


def test_draining_takes_no_more_and_plays_the_running_match_to_its_end(host):
    table = DoctorTable("drains")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table, 1)
        guest.attendance.drain()
        assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")
        play_on(line, table)
        finish(line, table)
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert guest.out.getvalue().startswith("match drains:")


def test_a_bot_that_drains_says_so_again_on_a_new_stream(host):
    table = DoctorTable("drains-again")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        host.take_seat(table)
        guest.attendance.drain()
        heard(host.attend, attend_pb2.AttendRequest)
        host.attend.end(grpc.StatusCode.UNAVAILABLE)
        host.welcome()
        assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")


def test_a_game_that_the_sdk_cannot_play_is_not_joined(host):
    other, newer, table = DoctorTable("other"), DoctorTable("newer"), DoctorTable("good")
    strange, version = other.offer(), newer.offer()
    strange.offer.game = "chess"
    version.offer.rules_version = 99
    with attending(host.address) as guest:
        host.welcome()
        for offer in (strange, version, table.offer()):
            host.attend.send(offer)
        host.take_seat(table)
    assert "match other is not taken: this SDK does not know the game 'chess'" in guest.err.getvalue()
    assert "match newer is not taken: it is played by version 99 of the rules of cacao" in guest.err.getvalue()


@pytest.mark.parametrize("referee", ["192.0.2.1:7420", "unix:/tmp/socket", "dns:///elsewhere:80", "no-port"])
def test_a_bot_without_tls_takes_its_token_to_no_address_off_this_machine(host, referee):
    table = DoctorTable("elsewhere")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer(referee=referee))
        wait_for(lambda: "match elsewhere: the arena offered" in guest.err.getvalue())


def test_a_referee_at_another_address_is_found_there(host):
    referee, table = Host(), DoctorTable("another")
    with attending(host.address):
        host.welcome()
        host.attend.send(table.offer(referee=referee.address))
        line, _ = referee.take_seat(table)
        assert line.metadata["authorization"] == f"Bearer {TOKEN}"
    referee.close()


def test_secrets_that_the_arena_repeats_are_hidden_in_the_output(host):
    table = DoctorTable("secrets")
    with attending(host.address) as guest:
        host.welcome()
        host.attend.send(table.offer())
        host.take_seat(table)
        host.tell(notice=attend_pb2.Notice(text=f"your token is {TOKEN}, your ticket {table.ticket}\x1b[2J"))
        wait_for(lambda: "your token is" in guest.err.getvalue())
    assert "your token is [secret], your ticket [secret]\N{REPLACEMENT CHARACTER}[2J" in guest.err.getvalue()


def test_results_are_printed_as_json_on_request(host):
    table = DoctorTable("as-json")
    with attending(host.address, as_json=True) as guest:
        host.welcome()
        notice = attend_pb2.ResultNotice(match="as-json", reason=common_pb2.END_REASON_FINISHED, result=table.result())
        host.tell(result=notice)
        host.tell(result=notice)
        host.ending(common_pb2.ENDING_REASON_DONE)
        assert guest.leaves() == 0
    assert guest.out.getvalue().count("\n") == 1
    assert '"match": "as-json"' in guest.out.getvalue()


# Rounds --------------------------------------------------------------------------------------------------------------

SECRET, SALT = bytes(range(32)), bytes(range(32, 64))


def round_played(host, *, secret=SECRET, salt=SALT, own=None, number=3):
    """Play a round of one match with the bot, and disclose its secret. The arguments can falsify the values."""
    table = DoctorTable("m7Qx2Lf9")
    host.welcome()
    host.tell(round=attend_pb2.Round(round="r1", secret_digest=hashlib.sha256(SECRET).digest()))
    nonce = heard(host.attend, attend_pb2.AttendRequest).nonce
    assert (nonce.round, len(nonce.nonce)) == ("r1", 32)
    entrants = [
        attend_pb2.EntrantNonce(entrant="corn", nonce=nonce.nonce if own is None else own),
        attend_pb2.EntrantNonce(entrant="maize", nonce=b"dice"),
    ]
    host.tell(nonces=attend_pb2.Nonces(round="r1", nonces=entrants))
    seed = block_seed(SECRET, [each.nonce for each in entrants], 3)
    offer = table.offer()
    offer.offer.commitment = bytes.fromhex(commit(seed, "m7Qx2Lf9", SALT))
    host.attend.send(offer)
    salts = [attend_pb2.MatchSalt(match="m7Qx2Lf9", salt=salt)]
    host.tell(block=attend_pb2.BlockDisclosure(round="r1", number=number, seed=seed, matches=salts))
    host.tell(round_secret=attend_pb2.RoundDisclosure(round="r1", secret=secret))
    host.tell(ping=common_pb2.Ping(number=1))
    assert heard(host.attend, attend_pb2.AttendRequest).pong.number == 1


def test_a_round_with_a_correct_secret_is_not_reported(host):
    with attending(host.address) as guest:
        round_played(host)
    assert "NOT FAIR" not in guest.err.getvalue()


@pytest.mark.parametrize(
    ("cheat", "words"),
    [
        ({"salt": bytes(32)}, "match m7Qx2Lf9: it was not dealt as its commitment says"),
        ({"salt": b"short"}, "match m7Qx2Lf9: it was not dealt as its commitment says"),
        ({"secret": bytes(32)}, "its secret does not have the announced digest"),
        ({"number": 4}, "the seed of block 4 does not follow from secret and nonces"),
        ({"own": b"mine"}, "the arena published another nonce for this bot than it had sent"),
    ],
)
def test_an_arena_that_chose_a_deal_is_reported(host, cheat, words):
    with attending(host.address) as guest:
        round_played(host, **cheat)
    unfair = [line for line in guest.err.getvalue().splitlines() if line.startswith("NOT FAIR: ")]
    assert [words in line for line in unfair] == [True]


# Processes -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def bot_process(tmp_path):
    """Return a function that starts `python -m arena_sdk` with pipes, as an author or an arena starts it."""
    started = []

    def start(*words, token=TOKEN, **options):
        environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": token}
        command = [sys.executable, "-m", "arena_sdk", *words]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        started.append(subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, **pipes, **options))
        return started[-1]

    yield start
    for each in started:
        each.kill()
        each.wait()
        for pipe in (each.stdin, each.stdout, each.stderr):
            pipe.close()


def test_sigterm_drains_and_then_the_process_ends_well(host, bot_process):
    bot = bot_process("greedy", "--arena", host.address)
    table = DoctorTable("sigterm")
    host.welcome()
    host.attend.send(table.offer())
    line, _ = host.take_seat(table)
    play_on(line, table, 1)
    bot.send_signal(signal.SIGTERM)
    assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")
    play_on(line, table)
    finish(line, table)
    host.ending(common_pb2.ENDING_REASON_DONE)
    out, err = bot.communicate(timeout=SOON)
    assert (bot.returncode, out.count("\n")) == (0, 1)
    assert TOKEN not in out + err


def test_a_second_ctrl_c_leaves_at_once(host, bot_process):
    bot = bot_process("greedy", "--arena", host.address)
    table = DoctorTable("sigint")
    host.welcome()
    host.attend.send(table.offer())
    host.take_seat(table)
    bot.send_signal(signal.SIGINT)
    assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")
    bot.send_signal(signal.SIGINT)
    bot.communicate(timeout=SOON)
    assert bot.returncode == 130


def test_a_bot_without_a_parent_leaves(host, bot_process):
    bot = bot_process("random", "--arena", host.address, "--with-parent")
    host.welcome()
    bot.stdin.close()
    bot.wait(SOON)
    assert bot.returncode == 130


def test_a_process_that_is_killed_and_started_again_plays_its_match_to_the_end(host, bot_process):
    table = DoctorTable("killed")
    bot = bot_process("random", "--arena", host.address)
    host.welcome()
    host.attend.send(table.offer())
    line, _ = host.take_seat(table)
    play_on(line, table, 3)
    table.advance()
    line.send(table.question())
    bot.kill()
    bot = bot_process("random", "--arena", host.address)
    host.welcome()
    host.attend.send(table.offer(returning=True))
    line, join = host.take_seat(table)
    line.send(table.question(since=join.last_seen, again=True))
    table.answer(heard(line, play_pb2.PlayRequest).choice.index)
    play_on(line, table)
    finish(line, table)
    host.ending(common_pb2.ENDING_REASON_DONE)
    out, _ = bot.communicate(timeout=SOON)
    assert (bot.returncode, out.count("\n")) == (0, 1)


@pytest.mark.parametrize(
    ("words", "token", "verdict"),
    [
        (["greedy"], TOKEN, (2, "--arena")),
        (["greedier", "--arena", "127.0.0.1:1"], TOKEN, (2, "did you mean 'greedy'?")),
        (["greedy", "--arena", "127.0.0.1"], TOKEN, (2, "expected HOST:PORT")),
        (["greedy", "--arena", "127.0.0.1:1"], "", (2, "no token: expected one in the environment")),
        (["greedy", "--arena", "127.0.0.1:1"], "two words", (2, "holds no token")),
        (["greedy", "--arena", "127.0.0.1:1", "--matches", "0"], TOKEN, (2, "expected at least 1")),
        (["greedy", "--arena", "127.0.0.1:1", "--token-file", "no"], TOKEN, (2, "No such file")),
        (["greedy", "--arena", "127.0.0.1:1", "--ca", "no"], TOKEN, (2, "No such file")),
        (["no_bot.py", "--arena", "127.0.0.1:1"], TOKEN, (2, "no such bot file")),
        (["empty.py", "--arena", "127.0.0.1:1"], TOKEN, (3, "has no bot")),
        (["broken.py", "--arena", "127.0.0.1:1"], TOKEN, (3, "could not be started: RuntimeError: no luck")),
        (["version.py", "--arena", "127.0.0.1:1"], TOKEN, (3, "has the version 'a b'")),
    ],
)
def test_wrong_use_is_one_clear_line(bot_process, tmp_path, words, token, verdict):
    (tmp_path / "empty.py").touch()
    bot = "from arena_sdk import Bot\nclass B(Bot):\n    {}\n    def choose(self, turn): return 0\n"
    (tmp_path / "broken.py").write_text(bot.format("def __init__(self): raise RuntimeError('no luck')"))
    (tmp_path / "version.py").write_text(bot.format("version = 'a b'"))
    process = bot_process(*words, token=token)
    _, err = process.communicate(timeout=SOON)
    code, says = verdict
    assert (process.returncode, says in err) == (code, True), err


def test_the_bots_own_file_connects_if_it_gets_an_address(host, tmp_path):
    (tmp_path / "own.py").write_text(
        "from arena_sdk import Bot, run\n"
        "class Own(Bot):\n"
        "    def choose(self, turn):\n"
        "        print('thinking')\n"
        "        return 0\n"
        "run(Own)\n"
    )
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"}
    command = [sys.executable, "own.py", "--arena", host.address, "--token-file", "token"]
    bot = subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, stdout=-1, stderr=-1)
    try:
        table = DoctorTable("own")
        host.welcome()
        assert host.attend.metadata["authorization"] == f"Bearer {TOKEN}"
        host.attend.send(table.offer())
        line, _ = host.take_seat(table)
        play_on(line, table)
        finish(line, table)
        host.ending(common_pb2.ENDING_REASON_DONE)
        out, err = bot.communicate(timeout=SOON)
    finally:
        bot.kill()
        bot.communicate()
    assert bot.returncode == 0
    assert "thinking" in err
    assert "thinking" not in out


def test_a_program_that_has_attended_ends_without_looking_for_what_can_be_finalized(host, tmp_path):
    """If gRPC finalizes a call at the end of a process, it may wait for a lock without end."""
    (tmp_path / "own.py").write_text(
        "import os\n"
        "from arena_sdk import Bot, run\n"
        "class Call:\n"
        "    def __init__(self): self.state = self\n"
        "    def __del__(self): os.write(2, b'finalized')\n"
        "class Own(Bot):\n"
        "    def choose(self, turn): return 0\n"
        "call = Call()\n"
        "run(Own)\n"
    )
    environment = os.environ | {"PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", "ARENA_TOKEN": TOKEN}
    with Process(
        [sys.executable, "own.py", "--arena", host.address],
        cwd=tmp_path,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as bot:
        host.welcome()
        bot.send_signal(signal.SIGTERM)
        assert heard(host.attend, attend_pb2.AttendRequest).HasField("drain")
        host.ending(common_pb2.ENDING_REASON_DONE)
        _, err = bot.communicate(timeout=SOON)
        assert bot.returncode == 0
        assert "finalized" not in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--games", "4", "--arena", "127.0.0.1:1"], "--games is for a practice series"),
        (["--matches", "4"], "--matches is for an arena"),
    ],
)
def test_practice_and_arena_do_not_mix(capsys, words, says):
    from arena_sdk.practice import practise

    assert practise(First, words) == 2
    assert says in capsys.readouterr().err
