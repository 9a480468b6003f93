"""Submitted bots on a served arena: handed in, run in a sandbox, examined, rated, and their logs."""

import json

import pytest

from arena.cli import main
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.sandbox.bot_package import pack_folder, read_package
from tests.sandbox.test_sandbox import needs_sandbox
from tests.server.organiser.asking import Code, refused
from tests.server.wire import Server, eventually

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
    (folder / "bot.py").write_text("import sys\nprint('version 2 starts')\nsys.exit(3)\n")
    ask("bot", "submit", str(folder), *ana)
    runs = eventually(
        lambda: ask("bot", "logs", "--runs", "20", *ana),
        lambda found: {"1", "2"} <= {each["version"] for each in found},
    )
    of_version = {each["version"]: each for each in runs}
    assert "hello from the sandbox" in of_version["1"]["stdout"]
    assert of_version["1"]["processor_seconds"] > 0
    assert (of_version["2"]["exit_code"], of_version["2"]["stdout"]) == (3, "version 2 starts\n")
    assert ask("bot", "logs", *bob) == []

    # the package for its author alone
    out = tmp_path / "again.zip"
    ask("bot", "package", "1", "--out", str(out), *ana)
    assert read_package(out.read_bytes()).digest == submitted["digest"]
    assert ask("bot", "package", "1", "--out", str(tmp_path / "stolen.zip"), *bob)[0] == 2
    assert not (tmp_path / "stolen.zip").exists()
    assert refused(server, "ReadPackage", version="1").code() is Code.PERMISSION_DENIED  # an organiser
    assert refused(server, "ReadBotLogs").code() is Code.PERMISSION_DENIED
