"""Tests of `arena play`: its matches, their repetition by a seed, its errors and exit codes."""

import json
import re
import signal
import subprocess

import pytest

from arena.cli import main
from arena.games import GAMES
from arena.record import read_record, verify
from arena.stats.sequences import at_any_time
from tests.commands.conftest import FAILS
from tests.processes import Process

FIRST = """
from arena_sdk import Bot, run

class First(Bot):
    def choose(self, turn):
        print("thinking aloud")
        return turn.options[0]

run(First)
"""


def test_a_series_ends_with_a_row_for_every_bot_the_best_one_first(arena):
    done = arena("play", "random", "greedy", "--games", "6", "--seed", "1")
    head, best, worst = done.stdout.splitlines()
    assert head == "bot      score   95 % interval  blocks  matches  won  drawn  lost  points"
    assert best.split()[5:7] == ["3", "6"]
    assert best.split()[0] == "greedy"
    assert worst.split()[0] == "random"
    assert "match 6 of 6: " in done.stderr
    assert "seed 1" in done.stderr


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_deal_is_played_from_every_seat(here, seats):
    bots = ["random"] * (seats - 1) + ["greedy"]
    result = json.loads(here("play", *bots, "--games", seats + 1, "--seed", "1", "--json").stdout)
    assert [match["block"] for match in result["matches"]] == [0] * seats + [1] * seats
    for block in (result["matches"][:seats], result["matches"][seats:]):
        assert sorted(match["seats"].index("greedy") for match in block) == list(range(seats))
    assert [row["blocks"] for row in result["bots"]] == [2] * seats


@pytest.mark.parametrize("words", [["first.py", "teotibot"], ["teotibot-standard", "first.py"]])
def test_against_the_automaton_seats_stay_and_a_draw_is_a_loss(here, words):
    here.write("first.py", FIRST)
    done = here("play", *words, "--games", "3", "--seed", "1", "--json", "--records", "solo")
    result = json.loads(done.stdout)
    assert result["game"] == "teotihuacan/solo"
    assert [match["seats"] for match in result["matches"]] == [["First", "teotibot-standard"]] * 3
    assert [match["block"] for match in result["matches"]] == [0, 1, 2]
    for path in (here.home / "solo").iterdir():
        record = path.read_bytes()
        assert verify(record).replayed
        assert [seated.kind for seated in read_record(record).header.seats] == ["bot", "automaton"]
    assert "teotihuacan/solo: First, teotibot-standard; matches 3" in done.stderr


def test_the_level_of_the_automaton_is_given_by_its_name_alone(arena):
    words = ("random", "teotibot-wood+1.bonus-10", "--games", "1", "--seed", "1", "--option", "ascension_cocoa=5")
    again = json.loads(arena("play", *words, "--json").stdout)["again"]
    begun = ["--game", "teotihuacan/solo", "--option", "ascension_cocoa=5"]
    assert again.split()[:8] == ["arena", "play", *words[:2], *begun]
    refused = arena("play", "random", "teotibot", "--option", "teotibot_wood=1", code=2)
    assert "how teotibot plays is said by its name: expected teotibot-wood+1, not teotibot-standard" in refused.stderr


@pytest.mark.parametrize("concurrency", ["1", "2"])
def test_until_continues_until_the_score_of_the_first_bot_is_known(arena, concurrency):
    words = ("play", "greedy", "random", "--seed", "1", "--until", "±20", "--concurrency", concurrency)
    result = json.loads(arena(*words, "--json").stdout)
    row = result["bots"][0]
    low, high = row["interval_at_any_time"]
    assert row["name"] == "greedy"
    assert high - low <= 0.4
    assert len(result["matches"]) == 2 * row["blocks"] < 100
    scores = [1.0] * row["blocks"]  # as greedy wins everything of this series
    assert row["score"] == 1
    low, high = at_any_time(scores[:-1])
    assert high - low > 0.4


def test_until_shows_the_interval_that_it_used_and_the_number_of_games_limits_it(arena):
    done = arena("play", "greedy", "random", "--games", "2", "--seed", "1", "--until", "5%")
    assert "at any time" in done.stdout.splitlines()[0]
    assert "matches at most 2" in done.stderr
    assert (
        "expected points in a hundred above 0 and below 50" in arena("play", "a", "b", "--until", "50", code=2).stderr
    )


def test_the_score_is_the_mean_over_blocks_within_its_interval(arena):
    result = json.loads(arena("play", "greedy", "random", "--games", "6", "--seed", "1", "--json").stdout)
    for row in result["bots"]:
        low, high = row["interval"]
        assert 0 <= low <= row["score"] <= high <= 1
    assert sum(row["score"] for row in result["bots"]) == pytest.approx(1)


def test_a_seed_repeats_the_series_exactly_in_any_number_of_processes(arena):
    words = ("play", "greedy", "random", "--games", "6", "--seed", "harvest", "--records")
    one = arena(*words, "one")
    two = arena(*words, "two", "--concurrency", "2")
    assert one.stdout == two.stdout
    for first, second in zip(*(sorted((arena.home / name).iterdir()) for name in ("one", "two")), strict=True):
        assert first.name == second.name
        one_record, two_record = (read_record(path.read_bytes()) for path in (first, second))
        assert one_record.header == two_record.header
        assert [entry.option for entry in one_record.entries] == [entry.option for entry in two_record.entries]
        assert (one_record.result, one_record.appendix) == (two_record.result, two_record.appendix)


def test_without_a_seed_one_is_drawn_and_printed_and_repeats_the_series(arena):
    one = json.loads(arena("play", "random", "random", "--games", "2", "--json").stdout)
    two = json.loads(arena("play", "random", "random", "--games", "2", "--seed", one["seed"], "--json").stdout)
    assert one == two
    other = json.loads(arena("play", "random", "random", "--games", "2", "--json").stdout)
    assert other["seed"] != one["seed"]


def test_all_records_are_stored_in_the_given_folder_and_verify(arena):
    arena("play", "random", "greedy", "--games", "4", "--seed", "1", "--records", "deep/down")
    kept = sorted((arena.home / "deep/down").iterdir())
    assert [path.name for path in kept] == [f"cacao-random-greedy-1-{number:04}.jsonl" for number in (1, 2, 3, 4)]
    for path in kept:
        assert verify(path.read_bytes()).deal == "disclosed"
        assert read_record(path.read_bytes()).header.fairness == "seeded"


def test_no_file_is_written_without_a_request_or_a_failure(arena):
    arena("play", "random", "greedy", "--games", "2")
    assert list(arena.home.iterdir()) == []


def test_rules_options_and_clock_reach_the_match(arena):
    words = ("--option", "auto_resolve=off", "--tc", "10+0.1", "--records", "kept")
    arena("play", "random", "random", "--games", "2", "--seed", "1", *words)
    header = read_record(next((arena.home / "kept").iterdir()).read_bytes()).header
    assert (dict(header.options), header.clock) == ({"auto_resolve": False}, "10+0.1")


def test_what_a_bot_prints_is_no_result(arena):
    arena.write("first.py", FIRST)
    for concurrency in ("1", "2"):
        done = arena("play", "first.py", "random", "--games", "2", "--json", "--concurrency", concurrency)
        assert json.loads(done.stdout)["matches"]
        assert "thinking aloud" in done.stderr


SEARCHES = """
from arena.bots import Mcts
from arena_sdk import PlayerBot, run

class Searches(PlayerBot):
    player = Mcts(5, cutoff=0)

run(Searches)
"""


def test_a_bot_that_counts_simulations_gets_its_pace_and_other_bots_only_their_time(arena):
    arena.write("searches.py", SEARCHES)
    told = arena("play", "mcts-50", "searches.py", "random", "--games", "3", "--seed", "1").stderr.splitlines()[-1]
    assert re.fullmatch(
        r"thinking, per decision: mcts-50 [\d.]+ ms \([\d,]+ simulations/s\), "
        r"Searches [\d.]+ ms \([\d,]+ simulations/s\), random [\d.]+ ms",
        told,
    )


def test_a_bot_that_raises_loses_and_its_author_gets_the_details(arena):
    arena.write("fails.py", FAILS)
    done = arena("play", "fails.py", "random", "--games", "4", "--seed", "1", code=1)
    assert "Fails crashed at its decision 4: LookupError: lost my way" in done.stdout
    assert "every match was forfeited: the result says nothing about strength" in done.stderr
    told = done.stderr
    assert 'raise LookupError("lost my way")' in told
    assert told.count("Traceback") == told.count("crashed at its decision") == 1  # the result names the other matches
    assert "the record lies in matches/cacao-Fails-random-1-0001.jsonl" in told
    assert "display" in told  # the board
    again = next(line for line in told.splitlines() if line.startswith("again: arena "))
    repeated = arena(*again.removeprefix("again: arena ").split(), code=1)
    assert "match 1 (matches/cacao-Fails-random-1-0001.jsonl): Fails crashed at its decision 4" in repeated.stdout
    assert len(list((arena.home / "matches").iterdir())) == 4
    arena("verify", "matches")


def test_one_match_of_a_series_can_be_played_alone(arena):
    series = json.loads(arena("play", "greedy", "random", "--games", "6", "--seed", "5", "--json").stdout)
    alone = json.loads(arena("play", "greedy", "random", "--match", "4", "--seed", "5", "--json").stdout)
    assert alone["matches"] == [series["matches"][3]]
    assert alone["bots"][0]["interval"] is None  # one block tells nothing about its spread


def test_the_house_plays_on_for_a_crashed_seat_at_a_table_of_three(records):
    for path in records.iterdir():
        record = read_record(path.read_bytes())
        assert record.result.reason == "finished"
        assert {entry.by for entry in record.entries if hasattr(entry, "by")} == {"bot", "house"}


STOPS = """
import threading
from arena_sdk import Bot, run

class Stops(Bot):
    matches = 0

    def start(self, start):
        Stops.matches += 1

    def choose(self, turn):
        if Stops.matches == 3:
            threading.Event().wait()
        return 0

run(Stops)
"""


@pytest.fixture
def children_hear_ctrl_c():
    """Let child processes react to Ctrl-C. If a shell starts the tests in the background, children would ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("children_hear_ctrl_c")
@pytest.mark.parametrize("concurrency", [1, 2])
def test_ctrl_c_ends_it_with_what_was_played(arena, concurrency):
    arena.write("stops.py", STOPS)
    words = ("play", "stops.py", "random", "--games", "20", "--seed", "1", "--concurrency", concurrency)
    with Process(
        arena.command(*words), **arena.surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as playing:
        for line in playing.stderr:
            if line.startswith("match 2 of 20"):
                break
        playing.send_signal(signal.SIGINT)
        out, err = playing.communicate()
    assert playing.returncode == 130
    assert {line.split()[0] for line in out.splitlines()} == {"bot", "Stops", "random"}
    assert "interrupted after" in err
    assert "arena play stops.py random --game cacao --tc 60+1 --seed 1" in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["rnadom", "greedy"], "mcts-800, random, sampler (did you mean 'random'?), or a file such as my_bot.py"),
        (["random", "missing.py"], "no such bot file: missing.py"),
        (["random"], "cacao with 1 bot: expected 2, 3 or 4"),
        (["random"] * 5, "cacao with 5 bots: expected 2, 3 or 4"),
        (
            ["random", "greedy", "--game", "caco"],
            f"expected one of {', '.join(GAMES)} (did you mean 'cacao'?)",
        ),
        (["random", "greedy", "--option", "auto_resolv=off"], "has no option 'auto_resolv': expected one of auto_res"),
        (["random", "greedy", "--option", "auto_resolve=of"], "cannot be 'of': expected one of off, on (did you mean"),
        (["random", "greedy", "--option", "auto_resolve"], "expected NAME=VALUE, as auto_resolve=off"),
        (["random", "greedy", "--tc", "5x"], "unknown time control '5x': expected seconds as in 10+0.1"),
        (["random", "greedy", "--games", "0"], "argument --games: 0: expected at least 1"),
        (["random", "greedy", "--games", "ten"], "argument --games: 'ten': expected a whole number"),
        (["random", "greedy", "--records", "taken"], "taken cannot be a folder for records"),
        (["random", "greedy", "--recods", "x"], "unrecognized arguments: --recods x"),
    ],
)
def test_an_unknown_name_is_wrong_use_and_the_error_names_the_valid_ones(here, words, message):
    here.write("taken", "a file")
    done = here("play", *words, code=2)
    assert done.stdout == ""
    assert message in done.stderr


BROKEN = {
    "no_bot.py": "x = 1\n",
    "raises.py": "1 / 0\n",
    "unreadable.py": "def f(:\n",
    "constructs.py": FAILS.replace("choose(self, turn)", "__init__(self)"),
    "starts.py": FAILS.replace("choose(self, turn)", "start(self, turn)").replace("turn.number == 4", "True"),
    "nameless.py": FAILS.replace("    def", "    name = 'no name'\n    def", 1),
}


METHOD = FAILS.partition("    def")[0] + "    {}\n"
UNPLAYABLE = {
    "async def choose(self, turn): return 0": "choose is an async function: expected def choose(self, turn)",
    "def choose(self, turn): yield 0": "choose is a generator: expected def choose(self, turn)",
    "async def choose(self, turn): yield 0": "choose is an async generator: expected def choose(self, turn)",
    "def choose(self): return 0": "choose takes (self): expected def choose(self, turn)",
    "def choose(self, turn, more): return 0": "choose takes (self, turn, more): expected def choose(self, turn)",
    "choose = 3": "choose is 3: expected def choose(self, turn)",
    "def chose(self, turn): return 0": "has no choose(self, turn): expected a method",
    "def choose(self, turn): return 0\n    async def start(self, start): ...": "start is an async function",
    "def choose(self, turn): return 0\n    def over(self): ...": "over takes (self): expected def over(self, over)",
}


@pytest.mark.parametrize("method", UNPLAYABLE)
def test_methods_that_cannot_be_called_are_one_line_before_anything_is_played(tmp_path, capsys, method):
    file = tmp_path / "fails.py"
    file.write_text(METHOD.format(method))
    assert main(["play", str(file), "random", "--games", "2"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"arena: Fails{' ' if 'chose(' in method else '.'}{UNPLAYABLE[method]}" in err


NO_BOT = {
    "class Fails:\n    def choose(self, turn): return 0\n": "has no bot (no class of bots: Fails): expected a class",
    FAILS.replace("(Bot)", ""): "run was given what it cannot play: Fails is no bot: expected a class MyBot(Bot)",
    FAILS.replace("run(Fails)", "run(Fails())"): "Fails() is an instance: expected the class Fails",
}


@pytest.mark.parametrize("program", NO_BOT)
def test_a_class_that_is_no_bot_is_one_line(tmp_path, capsys, program):
    file = tmp_path / "fails.py"
    file.write_text(program)
    assert main(["play", str(file), "random", "--games", "2"]) == 3
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert NO_BOT[program] in err


def test_a_coroutine_that_only_shows_when_it_comes_back_is_a_crash_of_the_bot(arena):
    arena.write(
        "later.py",
        FAILS.replace(
            "def choose(self, turn):",
            "choose = lambda self, turn: self.later()\n    async def later(self):\n        turn = 0",
        ),
    )
    done = arena("play", "later.py", "random", "--games", "2", code=1)
    assert "a coroutine came back: expected a method without async" in done.stderr
    assert "Trio" not in done.stderr


@pytest.mark.parametrize("file", BROKEN)
def test_a_file_without_a_bot_that_can_start_ends_with_3(here, file):
    here.write(file, BROKEN[file])
    done = here("play", file, "random", "--games", "2", code=3)
    assert done.stdout == ""
    assert "arena: " in done.stderr


def test_several_bots_in_a_file_are_distinguished_by_class(arena):
    arena.write("two.py", "from arena_sdk import Bot\n" + FAILS.split("\n\n")[1] + "\nclass Other(Fails): ...\n")
    assert "name one of two.py:Fails, two.py:Other" in arena("play", "two.py", "random", code=3).stderr
    done = arena("play", "two.py:Other", "two.py:Fails", "--games", "2", code=1)
    assert {line.split()[0] for line in done.stdout.splitlines()[1:3]} == {"Other", "Fails"}


def test_a_bot_that_ends_its_process_ends_the_series_with_a_word(arena):
    arena.write("dies.py", FAILS.replace('raise LookupError("lost my way")', "__import__('os')._exit(1)"))
    done = arena("play", "dies.py", "random", "--games", "2", "--concurrency", "2", code=1)
    assert "a child process died in the middle of a match: a bot may have ended it" in done.stderr
