"""Tests of `arena serve` as a process: its address, its stop, its stored data, and its house bots."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record.verify import verify
from arena.server.endpoint import Serving, check_front
from arena.store.db.database import Database
from arena.store.repos.match_rows import record_bytes
from arena.store.sql import match_queries
from tests.certificates import make_authority, make_server, needs_openssl
from tests.host.monitoring.asking import samples
from tests.server.wire import ROOT, WITHIN, Attending, bring, children_of, eventually, is_running

R = common_pb2


def arena(*arguments, cwd=ROOT, **variables):
    """Run an `arena` command to its end. Return its exit code and output."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}", **variables}
    return subprocess.run(
        [sys.executable, "-m", "arena", *arguments],
        cwd=cwd,
        env=environment,
        capture_output=True,
        text=True,
        timeout=2 * WITHIN,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--listen", "0.0.0.0:0"], "tokens would travel in the clear"),
        (["--listen", "somewhere"], "expected HOST:PORT"),
        (["--listen", "127.0.0.1:99999"], "expected HOST:PORT"),
        (["--tls-key", "key.pem"], "TLS needs both"),
        (["--tls-key", "nowhere.pem", "--tls-certificate", "nowhere.pem"], "cannot be read"),
        (["--tls-key", "README.md", "--tls-certificate", "README.md"], "expected a certificate as PEM"),
        (["--house", "gredy"], "did you mean 'greedy'"),
        (["--limit", "matchs_per_bot=3"], "did you mean 'matches_per_bot'"),
        (["--limit", "matches_per_bot=many"], "expected matches_per_bot=NUMBER"),
        (["--limit", "matches_per_bot=0"], "above 0"),
        (["--data", "README.md"], "cannot be the data folder"),
    ],
)
def test_impossible_options_are_wrong_use(tmp_path, arguments, words, monkeypatch, capfd):
    monkeypatch.chdir(ROOT)
    data = [] if "--data" in arguments else ["--data", str(tmp_path / "arena")]
    assert main(["serve", *data, *arguments]) == 2
    assert words in capfd.readouterr().err


def test_without_what_a_server_needs_it_says_what_to_install(tmp_path):
    (tmp_path / "grpc_health").mkdir()  # stands before the installed package, and is empty
    (tmp_path / "grpc_health" / "__init__.py").write_text("")
    path = f"{tmp_path}:{ROOT}:{ROOT / 'sdk'}"
    done = arena("serve", "--data", str(tmp_path / "arena"), PYTHONPATH=path)
    assert done.returncode == 2
    assert "expected pip install '.[server]' in a clone, or 'WHEEL[server]' with a wheel" in done.stderr


def test_a_port_that_is_taken_is_wrong_use(shared, tmp_path):
    done = arena("serve", "--site", "none", "--listen", shared.address, "--data", str(tmp_path / "other"))
    assert done.returncode == 2
    assert f"cannot listen at {shared.address}" in done.stderr


def test_the_arena_listens_to_other_machines_without_tls_only_on_request(serve, names, streams):
    server = serve("--insecure-listen", listen="0.0.0.0:0")
    streams += bring(server, names[0])


@needs_openssl
def test_with_tls_the_arena_listens_to_other_machines_only_behind_a_front(tmp_path, capfd):
    make_authority(tmp_path)
    key, chain = map(str, make_server(tmp_path))
    tls = ["--tls-key", key, "--tls-certificate", chain]
    assert main(["serve", "--data", str(tmp_path / "arena"), "--listen", "0.0.0.0:0", *tls]) == 2
    assert "0.0.0.0 is not this machine alone, and no front is named" in capfd.readouterr().err
    check_front(Serving("0.0.0.0:0", fronts=("10.0.0.1",)))
    check_front(Serving("[::1]:0"))


def test_the_first_token_lies_in_a_file_for_its_owner_alone_and_is_made_once(serve, tmp_path):
    server = serve(data=tmp_path / "kept")
    path = server.data / "organiser.token"
    assert path.stat().st_mode & 0o777 == 0o600
    first = path.read_text()
    server.stop()
    again = serve(data=tmp_path / "kept")
    assert path.read_text() == first
    assert again.ask("GetArena").protocol == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_arena_without_unnecessary_output(serve, names, streams, number):
    server = serve()
    [ana] = streams[:] = bring(server, names[0])
    server.process.send_signal(number)
    assert server.process.wait(WITHIN) == 0
    server.hear("stopped")
    notice = ana.until("notice")
    assert notice.kind == attend_pb2.NOTICE_KIND_SHUTDOWN
    ending, _ = ana.ending()
    assert ending.reason == R.ENDING_REASON_SHUTDOWN
    assert ending.retry_after_us > 0


def leaves_ctrl_c_alone(pid):
    """True if a process ignores SIGINT."""
    status = Path(f"/proc/{pid}/status").read_text()
    ignored = int(next(line for line in status.splitlines() if line.startswith("SigIgn")).split()[1], 16)
    return bool(ignored >> signal.SIGINT - 1 & 1)


def test_ctrl_c_which_a_terminal_sends_to_all_of_them_is_heard_by_the_arena_alone(serve):
    server = serve("--site", "127.0.0.1:0")
    helpers = []
    for module in ("arena.host.ratings_main", "arena.host.site_main"):
        helpers += eventually(lambda module=module: children_of(server.process.pid, module))
    eventually(lambda: all(leaves_ctrl_c_alone(pid) for pid in helpers))
    for pid in (*helpers, server.process.pid):
        os.kill(pid, signal.SIGINT)
    assert server.process.wait(WITHIN) == 0
    server.hear("stopped")


def table(server, names, streams, **fields):
    """Begin a match of two bots, and read none of its messages. Return the first bot's attendance and both seats."""
    ana, bob = bring(server, *names[:2], matches=1)
    streams += [ana, bob]
    server.match(*names[:2], **fields)
    mine, theirs = ana.seat(), bob.seat()
    streams += [mine, theirs]
    return ana, mine, theirs


def test_a_running_match_is_played_to_its_end_before_the_arena_stops(serve, names, streams):
    server = serve("--grace", "120")
    ana, mine, theirs = table(server, names, streams)
    mine.until("decision")
    server.process.terminate()
    ana.until("notice")
    theirs.in_background()
    mine.choose(1)
    over = mine.play_on()
    assert over.reason == R.END_REASON_FINISHED
    assert server.process.wait(WITHIN) == 0
    database = Database(server.data / "arena.db")
    record = database.read(
        lambda session: match_queries.record_of(session, match_queries.match_called(session, mine.start.match))
    )
    database.close()
    assert verify(record_bytes(record), over.head.hex()).answers > 0


def test_a_match_that_cannot_end_in_time_goes_on_when_the_arena_restarts(serve, names, streams, tmp_path):
    server = serve("--grace", "0.2", data=tmp_path / "kept")
    ana, mine, theirs = table(server, names, streams)
    asked = mine.until("decision")
    server.process.terminate()
    ending, _ = mine.ending()
    assert ending.reason == R.ENDING_REASON_SHUTDOWN
    assert ana.ending()[0].reason == R.ENDING_REASON_SHUTDOWN
    assert server.process.wait(WITHIN) == 0
    again = serve("--admin", "127.0.0.1:0", data=tmp_path / "kept")
    eventually(lambda: samples(again), lambda found: found["arena_matches", "adjourned"] == 1)
    back = [Attending(again, stream.token, matches=1) for stream in (ana, streams[1])]
    offers = [stream.offer() for stream in back]
    assert all(offer.returning and offer.match == mine.start.match for offer in offers)
    seats = [stream.seat(offer) for stream, offer in zip(back, offers, strict=True)]
    streams += [*back, *seats]
    assert [seat.start for seat in seats] == [mine.start, theirs.start]
    same = seats[0].until("decision")
    assert (same.number, same.view, same.options) == (asked.number, asked.view, asked.options)
    seats[1].in_background()
    seats[0].choose(same.number)
    assert seats[0].play_on().reason == R.END_REASON_FINISHED
    adjourned = eventually(lambda: samples(again), lambda found: found["arena_matches", "adjourned"] == 0)
    assert adjourned["arena_faults_total", "adjourned"] == 1


def test_a_second_signal_ends_running_matches_at_once(serve, names, streams):
    server = serve("--grace", "600")
    ana, mine, _ = table(server, names, streams, clock="600+0")
    mine.until("decision")
    server.process.terminate()
    ana.until("notice")
    server.process.terminate()
    assert server.process.wait(WITHIN) == 0


@pytest.mark.parametrize("where", ["in the folder", "elsewhere"])
def test_commands_read_the_data_of_an_arena(serve, names, streams, tmp_path, where):
    elsewhere = ["--database", str(tmp_path / "elsewhere.db")]
    server = serve(*(elsewhere if where == "elsewhere" else []))
    database = elsewhere if where == "elsewhere" else ["--database", str(server.data / "arena.db")]
    ana, mine, theirs = table(server, names, streams, rated=True)
    theirs.in_background()
    mine.play_on()
    theirs, mine = ana.seat(), streams[1].seat()
    streams += [theirs, mine]
    theirs.in_background()
    over = mine.play_on()
    ana.until("round_secret")
    server.stop()
    bots = json.loads(arena("bot", "list", "--json", *database).stdout)
    assert {bot["name"] for bot in bots} == set(names[:2])
    told = [json.loads(line) for line in arena("export", *database).stdout.splitlines()]
    assert over.head.hex() in {line.get("head") for line in told}
    pool, combined = json.loads(arena("ranking", "--json", *database).stdout)
    assert {row["entrant"] for row in pool["rows"]} == {f"{name} 1" for name in names[:2]}
    assert [row["comparisons"] for row in combined["rows"]] == [2, 2]


def test_offers_carry_the_referees_address(serve, names, streams):
    server = serve("--referee", "arena.example:7420")
    ana, bob = streams[:] = bring(server, *names[:2])
    server.match(*names[:2])
    assert {stream.offer().referee for stream in (ana, bob)} == {"arena.example:7420"}


def test_house_bots_connect_and_play(serve, names, streams):
    server = serve("--referee", "arena.example:7420", house="random,greedy")
    eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == 2)
    [match, _] = server.match("random", "greedy")
    ended = server.ended(match)
    assert ended.reason == R.END_REASON_FINISHED
    assert {holder.kind for holder in ended.seats} == {R.SEAT_KIND_HOUSE}
    [ana] = streams[:] = bring(server, names[0], matches=1)
    server.match(names[0], "random")
    assert ana.offer().referee == "arena.example:7420"


def test_a_house_bot_is_restarted_when_its_process_ends(serve, names, streams):
    server = serve(house="random")
    eventually(lambda: server.ask("ListAttendances").attendances)
    [ana] = streams[:] = bring(server, names[0], matches=1)
    server.match(names[0], "random", clock="60+0")
    seat = ana.seat()
    streams.append(seat)
    seat.until("decision")
    [child] = children_of(server.process.pid, "arena_sdk")
    os.kill(child, signal.SIGKILL)
    server.hear("is started again")
    seat.choose(1)
    ended = server.ended(seat.start.match)
    assert [forfeit.reason for forfeit in ended.forfeits] == [R.FORFEIT_REASON_CRASHED]
    eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: "random" in {r.entrant for r in rows})


def test_the_house_bots_end_with_the_arena_however_that_ends(serve):
    server = serve(house="random")
    eventually(lambda: server.ask("ListAttendances").attendances)
    [child] = children_of(server.process.pid, "arena_sdk")
    server.process.kill()
    server.process.wait(WITHIN)
    eventually(lambda: not is_running(child))


def test_a_bot_that_the_command_line_registers_plays_a_requested_match(serve, streams, tmp_path):
    data = tmp_path / "arena"
    made = arena("bot", "register", "ana", "--author", "me", "--data", str(data))
    assert made.returncode == 0
    assert made.stdout.strip() not in made.stderr
    server = serve(data=data, house="random")
    server.secrets.add(made.stdout.strip())
    ana = Attending(server, made.stdout.strip())
    streams.append(ana)
    eventually(lambda: server.ask("ListAttendances").attendances, lambda rows: len(rows) == 2)
    records = tmp_path / "records"
    token = str(data / "organiser.token")
    command = ["match", "ana", "random", "--arena", server.address, "--token-file", token, "--records", str(records)]
    process = subprocess.Popen(
        [sys.executable, "-m", "arena", *command, "--json"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'sdk'}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    streams += [ana.seat().in_background(), ana.seat().in_background()]
    out, _ = process.communicate(timeout=2 * WITHIN)
    assert process.returncode == 0
    matches = json.loads(out)
    assert len(matches) == 2
    for match in matches:
        path = records / f"{match['match']}.jsonl"
        assert verify(path.read_bytes(), match["head"]).replayed
    [row] = json.loads(arena("bot", "list", "--json", "--data", str(data)).stdout)
    assert (row["name"], row["versions"]) == ("ana", ["1"])
    revoked = arena("bot", "revoke", row["tokens"][0]["id"], "--data", str(data), "--reason", "in a screenshot")
    assert revoked.returncode == 0
    assert ana.ending()[0].reason == R.ENDING_REASON_TOKEN  # the arena has seen the change in its folder


def test_a_bot_is_registered_only_at_an_arena_and_its_token_file_is_private(tmp_path):
    token, data = tmp_path / "ana.token", tmp_path / "arena"
    register = ("bot", "register", "ana", "--author", "me")
    lost = arena(*register, cwd=tmp_path)
    assert (lost.returncode, lost.stdout) == (2, "")
    assert "no arena is here (arena-data/arena.db is missing): expected --data DIR, or --arena" in lost.stderr
    assert list(tmp_path.iterdir()) == []
    made = arena(*register, "--data", str(data), "--token-out", str(token))
    assert (made.returncode, made.stdout) == (0, "")
    assert token.stat().st_mode & 0o777 == 0o600
    secret = token.read_text().strip()
    assert secret not in made.stderr
    kept = arena("bot", "register", "bob", "--data", str(data), "--token-out", str(token))
    assert (kept.returncode, token.read_text().strip()) == (2, secret)
    other = tmp_path / "other.token"
    taken = arena("bot", "register", "ANA", "--author", "you", "--data", str(data), "--token-out", str(other))
    assert (taken.returncode, other.exists()) == (2, False)
    assert "it is taken, by the author 'me'" in taken.stderr


def test_the_command_line_asks_a_served_arena_too(shared, tmp_path, names):
    token = tmp_path / "organiser.token"
    token.write_text(shared.organiser)
    at = ["--arena", shared.address, "--token-file", str(token)]
    made = arena("bot", "register", names[3], *at)
    assert made.returncode == 0
    shared.secrets.add(made.stdout.strip())
    assert arena("bot", "register", names[3], *at).returncode == 2
    [row] = json.loads(arena("bot", "list", names[3], *at, "--json").stdout)
    assert arena("bot", "revoke", row["tokens"][0]["id"], *at).returncode == 0
    missing = arena("match", names[3], "random", *at, "--records", str(tmp_path))
    assert missing.returncode == 1
    assert "is not connected" in missing.stderr
    nobody = arena("bot", "list", "--arena", "127.0.0.1:1", "--token-file", str(token))
    assert nobody.returncode == 1
    assert "cannot be reached" in nobody.stderr


def descriptors(server):
    return len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))


def test_a_hundred_clients_killed_leave_nothing_behind(serve, names):
    server = serve()
    tokens = [server.bot(f"{names[0]}-{number}") for number in range(10)]
    before = descriptors(server)
    for _ in range(2):
        crowd = [Attending(server, token) for token in tokens for _ in range(5)]
        for stream in crowd:
            stream.channel.close()
        eventually(lambda: not server.ask("ListAttendances").attendances)
    eventually(lambda: descriptors(server) <= before + 4)
