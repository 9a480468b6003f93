"""Tests of an organiser's commands, on a served arena and on the database of a local arena."""

import json
import shlex
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from arena.cli import main
from arena.protocol.v1 import attend_pb2
from tests.server.wire import ROOT, bring


@pytest.fixture
def ask(capsys):
    """Return a function: it runs a command, and returns its JSON output, or its exit code and error message."""

    def command(*words):
        code = main([*words, "--json"])
        said = capsys.readouterr()
        return json.loads(said.out) if code == 0 else (code, said.err)

    return command


@pytest.fixture(params=["served", "local"])
def at(request, tmp_path):
    """Return the options that name an arena: a served one, or the database of a local one."""
    if request.param == "local":
        return ["--data", str(tmp_path / "local")]
    return served(request.getfixturevalue("shared"), tmp_path)


def served(server, tmp_path):
    """Return the options that name a served arena and its organiser's token."""
    (tmp_path / "organiser.token").write_text(server.organiser)
    return ["--arena", server.address, "--token-file", str(tmp_path / "organiser.token")]


def test_a_bot_is_renamed_suspended_reinstated_and_deleted(ask, at, names):
    ask("bot", "register", names[0], *at)
    assert ask("bot", "rename", names[0], names[1], "--reason", "marriage", *at)["name"] == names[1]
    code, said = ask("bot", "suspend", names[1], *at)
    assert (code, "expected --yes" in said) == (2, True)
    assert ask("bot", "suspend", names[1], "--yes", *at)["state"] == "suspended"
    assert ask("bot", "reinstate", names[1], *at)["state"] == "active"
    assert ask("bot", "delete", names[1], "--yes", *at)["name"].startswith("deleted-")
    assert ask("bot", "list", names[1], *at)[0] == 2
    lines = [(line["action"], line["reason"]) for line in ask("audit", names[1], *at)]
    assert lines == [
        ("ReinstateBot", ""),
        ("SuspendBot", ""),
        ("RenameBot", f"renamed from {names[0]} to {names[1]}: marriage"),
    ]


def test_a_command_that_is_printed_runs_as_it_is(capsys, serve, tmp_path):
    server = serve(house="random,greedy")
    at = served(server, tmp_path)
    (tmp_path / "cup.toml").write_text(
        'name = "Cup"\ngame = "cacao"\nclock = "60"\nentrants = ["greedy", "random"]\n[schedule]\ncron = "0 3 1 1 *"\n'
    )
    assert main(["schedule", "add", str(tmp_path / "cup.toml"), *at]) == 0
    assert main(["schedule", "run-now", "Cup", *at]) == 0
    printed = capsys.readouterr().err.split("`")[1]
    assert printed.startswith("arena tournament show ")
    assert main(shlex.split(printed)[1:]) == 0
    assert "Cup 1" in capsys.readouterr().err


def test_a_registered_bot_of_any_language_learns_how_it_plays(capsys, tmp_path, names):
    here = ["--data", str(tmp_path / "local")]
    assert main(["bot", "register", names[0], *here]) == 0
    told = capsys.readouterr().err
    assert "start its program with --arena HOST:PORT" in told
    assert "my_bot" not in told


def test_a_schedule_says_that_it_is_removed(capsys, tmp_path):
    here = ["--data", str(tmp_path / "local")]
    (tmp_path / "cup.toml").write_text('name = "Cup"\ngame = "cacao"\nclock = "60"\nentrants = ["greedy", "random"]\n')
    assert main(["schedule", "add", str(tmp_path / "cup.toml"), "--cron", "0 3 1 1 *", *here]) == 0
    capsys.readouterr()
    assert main(["schedule", "remove", "Cup", *here]) == 0
    assert capsys.readouterr().out.startswith("Cup is removed: it begins no more runs")


def test_a_version_is_withdrawn(ask, tmp_path, serve, names, streams):
    server = serve()
    streams += bring(server, names[0])
    at = served(server, tmp_path)
    assert ask("bot", "withdraw", names[0], *at) == (2, f"arena: {names[0]}: expected NAME@VERSION\n")
    assert ask("bot", "withdraw", f"{names[0]}@1", "--yes", *at) == {"bot": names[0], "withdrawn": "1"}
    streams[0].ending()
    server.stop()
    code, said = ask("bot", "withdraw", f"{names[0]}@2", "--yes", "--data", str(server.data))
    assert (code, "has no version" in said) == (2, True)


def test_the_list_of_bots_shows_the_admission_of_the_newest_version(ask, serve, names, streams, capsys):
    server = serve()
    here = ["--data", str(server.data)]
    ask("bot", "register", names[1], *served(server, server.data))
    streams += bring(server, names[0])
    shown = ["pending", "admitted"]
    assert ask("bot", "list", names[0], *served(server, server.data))[0]["admission"] in shown
    assert ask("bot", "list", names[0], *here)[0]["admission"] in shown
    assert ask("bot", "list", names[1], *here)[0]["admission"] is None
    refusal = "update versions set admitted = null, refused = 'it sent nothing'"
    server.stop()
    with closing(sqlite3.connect(server.data / "arena.db")) as database, database:
        database.execute(refusal)
    assert main(["bot", "list", names[0], *here]) == 0
    assert " not admitted " in capsys.readouterr().out


def test_tokens_are_made_listed_and_revoked(ask, at, names):
    ask("bot", "register", names[0], *at)
    made = ask("token", "create", "--bot", names[0], "--label", "second", *at)
    found = ask("token", "list", names[0], *at)
    assert [(each["label"], each["scope"]) for each in found] == [("second", "bot"), ("first", "bot")]
    assert made["secret"] not in json.dumps(found)
    assert ask("token", "revoke", made["token"], *at)[0] == 2
    ask("token", "revoke", made["token"], "--yes", *at)
    assert [each["revoked"] is None for each in ask("token", "list", names[0], *at)] == [False, True]
    assert ask("token", "create", "--scope", "read", *at)["bot"] == ""
    code, words = ask("token", "create", *at)
    assert (code, "--bot is missing: expected --bot NAME with the scope bot" in words) == (2, True)


def test_invites_are_made_used_listed_and_revoked(ask, at, names):
    ask("bot", "register", names[0], *at)
    made = ask("invite", "create", "--uses", "2", "--days", "7", "--label", "course", *at)
    ask("bot", "register", names[1], "--invite", made["code"], *at)
    [found] = [each for each in ask("invite", "list", *at) if each["id"] == made["id"]]
    assert (found["label"], found["uses"], found["revoked"]) == ("course", 1, None)
    assert found["expires"] == made["expires"]
    assert ask("invite", "revoke", made["id"], "--yes", *at)["revoked"] is not None


def test_a_word_that_arena_match_uses_is_refused_as_the_name_of_a_bot(ask, at, names):
    ask("bot", "register", names[0], *at)
    for word in ("void", "Adjudicate", "replay", "list", "show"):
        code, said = ask("bot", "register", word, *at)
        assert (code, "is a word of the command `arena match`" in said) == (2, True)
    assert ask("bot", "rename", names[0], "VOID", *at)[0] == 2


def test_the_list_says_which_bots_are_online_and_a_notice_reaches_its_author(ask, shared, tmp_path, names, streams):
    streams += bring(shared, names[0])
    shared.bot(names[1])
    at = served(shared, tmp_path)
    online = {row["name"]: row["online"] for row in ask("bot", "list", *at)}
    assert (online[names[0]], online[names[1]]) == (1, 0)
    assert ask("notice", "the cup begins", "--bot", names[0], *at) == {"streams": 1}
    notice = streams[0].until("notice")
    assert (notice.kind, notice.text) == (attend_pb2.NOTICE_KIND_INFO, "the cup begins")
    assert ask("notice", "the cup begins", "--data", str(tmp_path))[0] == 2


def played(server, names, streams):
    """Play two matches between two bots to their end. Return the ids of the matches."""
    bots = bring(server, *names[:2], matches=2)
    matches = server.match(*names[:2])
    seats = [bot.seat().in_background() for bot in bots for _ in matches]
    streams += [*bots, *seats]
    return [server.ended(match).id for match in matches]


def test_matches_are_decided_and_made_void_once_at_the_arena_and_in_its_database(ask, serve, tmp_path, names, streams):
    server = serve()
    matches = played(server, names, streams)
    here = ["--data", str(server.data)]
    found = [row["match"] for row in ask("match", "list", "--bot", names[0], *here)]
    assert set(found) == set(matches)
    code, said = ask("match", "void", matches[0], "--yes", *here)
    assert (code, "an arena runs on" in said) == (2, True)
    for at in (served(server, tmp_path), here):
        if at is here:
            server.stop()
        assert [row["match"] for row in ask("match", "list", "--bot", names[0], *at)] == found
        match = matches.pop()
        decided = ask("match", "adjudicate", match, "--places", "2,1", "--reason", "collusion", "--yes", *at)
        assert (decided["placements"], decided["ruling"]) == ([2, 1], "collusion")
        code, said = ask("match", "replay", match, "--yes", *at)
        assert (code, "outside a tournament are not replayed" in said) == (2, True)
        void = ask("match", "void", match, "--reason", "the light", "--yes", *at)
        assert (void["state"], void["scores"], void["ruling"]) == ("void", [], "the light")
        code, said = ask("match", "void", match, "--yes", *at)
        assert (code, "is void already" in said) == (2, True)
        assert [line["action"] for line in ask("audit", match, *at)] == ["VoidMatch", "AdjudicateMatch"]
        assert ask("match", "show", match, *at)["state"] == "void"
    assert len(ask("match", "list", "--state", "void", *here)) == 2


def test_without_yes_a_terminal_is_asked_and_anything_but_yes_changes_nothing(monkeypatch, ask, tmp_path, names):
    at = ["--data", str(tmp_path / "local")]
    ask("bot", "register", names[0], *at)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    for answer, state in (("n", "active"), ("", "active"), ("y", "suspended")):
        monkeypatch.setattr(sys.stdin, "readline", lambda answer=answer: f"{answer}\n", raising=False)
        ask("bot", "suspend", names[0], *at)
        assert ask("bot", "list", names[0], *at)[0]["state"] == state


def test_a_terminal_is_asked_before_arena_bot_revokes_a_token(monkeypatch, ask, tmp_path, names):
    at = ["--data", str(tmp_path / "local")]
    token = ask("bot", "register", names[0], *at)["token"]
    with monkeypatch.context() as terminal:
        terminal.setattr(sys.stdin, "isatty", lambda: True, raising=False)
        terminal.setattr(sys.stdin, "readline", lambda: "n\n", raising=False)
        assert ask("bot", "revoke", token, *at)[0] == 2
        assert ask("bot", "list", names[0], *at)[0]["tokens"][0]["revoked"] is None
        assert ask("bot", "revoke", token, "--yes", *at) == {"revoked": token}
    assert ask("bot", "revoke", token, *at) == {"revoked": token}, "a script needs no --yes"


# Completion --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        (["to"], {"tournament", "token"}),
        (["match", "vo"], {"void"}),
        (["match", "void", "--r"], {"--reason"}),
        (["bot", "re"], {"register", "rename", "reinstate", "revoke"}),
        (["serve", "--admission", "o"], {"open"}),
    ],
)
def test_bash_completes_commands_actions_and_options(capsys, typed, found):
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    words = " ".join(["arena", *typed])
    script += f'COMP_WORDS=({words}); COMP_CWORD={len(typed)}; _arena; printf "%s\\n" "${{COMPREPLY[@]}}"'
    said = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True, cwd=ROOT / "proto")
    assert set(said.stdout.split()) == found


@pytest.mark.skipif(shutil.which("zsh") is None, reason="zsh is not installed")
def test_zsh_reads_its_completion(capsys):
    assert main(["completion", "zsh"]) == 0
    script = "compdef() { :; }\n" + capsys.readouterr().out
    subprocess.run(["zsh", "-c", script], check=True, capture_output=True)


def test_zsh_has_the_words_of_actions(capsys):
    assert main(["completion", "zsh"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("#compdef arena\n")
    assert "        match\\ void\\ *) found=(" in out
