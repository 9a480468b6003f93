"""Tests of the command line as a whole: `new`, the help, suggestions, and output on a terminal."""

import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots import HOUSE
from arena.cli import COMMANDS, main, parser
from arena.cli_support.output import Progress, seconds, table


def test_a_new_bot_plays_at_once_and_its_tests_pass(arena):
    said = arena("new", "my_bot").stdout
    assert sorted(path.name for path in (arena.home / "my_bot").iterdir()) == [
        "README.md",
        "bot.py",
        "bot.toml",
        "test_bot.py",
    ]
    first, *_ = re.findall(r"^  arena (.*)$", said, re.MULTILINE)
    assert "my_bot" in arena(*first.split(), "--games", "2").stdout
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=arena.home / "my_bot",
        env=arena.surroundings["env"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout


def test_a_new_bot_gets_its_name_everywhere(arena):
    arena("new", "deep/sea-lion")
    text = "".join(path.read_text() for path in (arena.home / "deep/sea-lion").iterdir())
    assert "class SeaLion(Bot)" in text
    assert 'name = "sea-lion"' in text
    assert "my_bot" not in text
    assert "MyBot" not in text


@pytest.mark.parametrize("name", ["a b", "1st", "x", "-", "so_long_a_name_that_nobody_could_ever_say_it", "../.."])
def test_a_name_that_cannot_be_one_is_refused(arena, name):
    done = arena("new", "--", name, code=2)
    assert "expected 2 to 32 letters, digits" in done.stderr
    assert list(arena.home.iterdir()) == []


def test_what_exists_is_never_touched(arena):
    arena.write("taken", "mine")
    assert "taken exists already" in arena("new", "taken", code=2).stderr
    assert (arena.home / "taken").read_text() == "mine"


def test_every_command_is_in_the_help_with_examples_that_parse(arena, capsys):
    listed = arena("--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^    {name}\s", listed, re.MULTILINE)
        with pytest.raises(SystemExit, match="0"):
            parser().parse_args([name, "--help"])
        text = capsys.readouterr().out
        examples = re.findall(r"^  (?:arena )(.*?)(?: >.*)?$", text.partition("examples:")[2], re.MULTILINE)
        assert examples
        for example in examples:
            parser().parse_args(shlex.split(example))


def test_an_unknown_command_is_wrong_use(arena):
    assert "invalid choice: 'paly'" in arena("paly", code=2).stderr


def test_without_a_command_the_help_is_printed(arena):
    done = arena(code=2)
    assert done.stdout == ""
    assert all(re.search(rf"^    {name}\s", done.stderr, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "command", "guess"),
    [
        ("play --gmaes 2 greedy random", "arena play", "--gmaes (did you mean '--games'?)"),
        ("play --gmaes=2 greedy random", "arena play", "--gmaes=2 (did you mean '--games'?)"),
        ("bot list --tokenfile", "arena bot list", "--tokenfile (did you mean '--token-file'?)"),
        ("match void m-1 --reson x", "arena match void", "--reson x (did you mean '--reason'?)"),
        ("verify a.jsonl --xyzzy", "arena verify", "--xyzzy"),
        (
            "play greedy random --seats 3",
            "arena play",
            "--seats 3 (the number of seats is the number of bots that are named)",
        ),
    ],
)
def test_a_misspelt_option_gets_the_nearest_one_and_the_usage_of_its_command(words, command, guess, capsys):
    with pytest.raises(SystemExit, match="2"):
        main(words.split())
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith(f"usage: {command} ")
    assert lines[-1] == f"{command}: error: unrecognized arguments: {guess}"


@pytest.mark.parametrize(
    ("words", "guess"), [(["plya"], "play"), (["bot", "lst"], "list"), (["schedule", "lst"], "list")]
)
def test_a_mistyped_word_gets_the_nearest_one(words, guess, capsys):
    with pytest.raises(SystemExit, match="2"):
        parser().parse_args(words)
    assert f"invalid choice: '{words[-1]}' (did you mean '{guess}'?)" in capsys.readouterr().err


def test_a_word_that_is_like_no_other_gets_no_suggestion(capsys):
    with pytest.raises(SystemExit, match="2"):
        parser().parse_args(["xyzzy"])
    assert "did you mean" not in capsys.readouterr().err


def test_the_help_tells_every_house_bot_and_exit_code(arena):
    text = arena("play", "--help").stdout
    assert all(bot in text for bot in HOUSE)
    assert all(code in arena("--help").stdout for code in ("0 done", "2 wrong use", "130 interrupted"))


def test_a_result_that_cannot_be_written_is_a_failure_in_one_line(arena):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            arena.command("perft", "--depth", "1"),
            **arena.surroundings,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert "arena: [Errno 28] No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def test_its_release_is_printed(arena):
    assert arena("--version").stdout.startswith("arena ")


def test_a_bar_moves_on_a_terminal_and_is_erased_at_the_end(arena):
    """On a terminal the bar is one line. It is drawn again after each step, and erased at the end."""
    ours, theirs = pty.openpty()
    words = ("play", "random", "random", "--games", "4", "--seed", "1", "--no-review")
    done = subprocess.run(
        arena.command(*words), **arena.surroundings, stdout=subprocess.PIPE, stderr=theirs, check=True, text=True
    )
    os.close(theirs)
    drawn = os.read(ours, 65536).decode()
    os.close(ours)
    assert "[############............] 2/4" in drawn
    assert "/s, " in drawn
    assert "match 1 of 4" not in drawn
    assert drawn.rpartition("\r\x1b[K")[2].startswith("thinking")
    assert "won" in done.stdout


def test_without_a_terminal_long_work_prints_at_most_twenty_lines(capsys):
    progress = Progress("match", 1000)
    for number in range(1000):
        progress.step(str(number))
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 20
    assert told[-1] == "match 1000 of 1000: 999"
    Progress("checked line", 1).step("")
    assert capsys.readouterr().err == "checked line 1 of 1\n"


def test_work_without_steps_has_an_empty_bar(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    Progress("perft", 0).close()
    assert "perft [........................] 0/0" in capsys.readouterr().err


def test_time_and_tables_are_written_as_people_read_them():
    assert [seconds(span) for span in (0.2, 59.4, 125)] == ["0 s", "59 s", "2 min 05 s"]
    assert [seconds(span) for span in (3599, 3601, 86_302)] == ["59 min 59 s", "1 h 01 min", "23 h 59 min"]
    assert table(["a", "bb"], [["ccc", "1"], ["d", "22"]]) == "a    bb\nccc   1\nd    22"
