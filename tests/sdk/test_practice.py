"""Tests of a series from Python: blocks, seeds, names, and its printed result, also with `run` in a bot's file."""

import re
import subprocess
import sys

import pytest

from arena.errors import BotError, UsageError
from arena.record import verify
from arena_sdk import Bot, Practice, check, practice
from arena_sdk.contenders import contenders
from arena_sdk.prints import LIMIT
from arena_sdk.series import fixtures
from tests.games.tiny import TINY

pytestmark = pytest.mark.usefixtures("tiny")


class First(Bot):
    def choose(self, turn):
        return turn.options[0]


class Raises(Bot):
    def choose(self, turn):
        if turn.number == 2:
            raise ValueError("enough")
        return 0


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_block_is_every_rotation_of_the_table_once(seats):
    around = tuple(range(seats))
    turned = [fixture.seating for fixture in fixtures(seats, 1)]
    assert sorted(turned) == sorted(around[first:] + around[:first] for first in around)


def test_every_deal_is_played_from_every_seat():
    assert [(fixture.number, fixture.block, fixture.seating) for fixture in fixtures(3, 2)] == [
        (1, 0, (0, 1, 2)),
        (2, 0, (1, 2, 0)),
        (3, 0, (2, 0, 1)),
        (4, 1, (0, 1, 2)),
        (5, 1, (1, 2, 0)),
        (6, 1, (2, 0, 1)),
    ]


def test_games_are_rounded_up_to_whole_blocks():
    assert len(practice(First, "random", game="tiny", games=3).matches) == 4


def test_a_series_against_the_automaton_is_one_match_for_each_deal():
    series = practice(First, "teotibot-novice", games=2, seed=1)
    assert (series.game, series.opponents, len(series.matches)) == ("teotihuacan/solo", ("teotibot-novice",), 2)
    assert [match.fixture.seating for match in series.matches] == [(0, 1), (0, 1)]
    assert series.losses == 2


def without_times(series):
    return [(match.match, match.result, match.fixture) for match in series.matches]


def test_equal_seeds_play_equal_series_and_other_seeds_other_ones():
    one, same, other = (practice(First, "greedy", game="tiny", games=4, seed=seed) for seed in (5, "5", 6))
    assert without_times(one) == without_times(same) != without_times(other)
    assert one.seed == "5"


def test_without_a_seed_one_is_drawn_with_which_the_series_can_be_repeated():
    series = practice(First, "random", game="tiny", games=2)
    again = practice(First, "random", game="tiny", games=2, seed=series.seed)
    assert without_times(series) == without_times(again)


def test_the_matches_of_a_block_have_one_deal_and_each_block_has_another():
    series = practice(First, First, game="tiny", games=4, seed=1)
    deals = [verify(match.record).head and match.record.splitlines()[-1][:100] for match in series.matches]
    assert deals[0] == deals[1] != deals[2] == deals[3]


def test_equal_bots_share_every_block():
    """With equal bots the better seat wins, and each bot has the better seat once in each block."""
    series = practice(First, First, game="tiny", games=20, seed=2)
    assert series.score == 0.5


def test_every_record_verifies():
    series = practice(First, ["random", Raises], game="tiny", games=3, seed=4)
    for match in series.matches:
        report = verify(match.record, match.head)
        assert (report.deal, report.published) == ("disclosed", True)


def test_wins_losses_and_points_are_the_bots_own():
    series = practice(First, Raises, game="tiny", games=4, seed=1)
    assert (series.wins, series.losses, series.score, series.results) == (4, 0, 1.0, (1.0,) * 4)
    mirrored = practice(Raises, First, game="tiny", games=4, seed=1)
    assert (mirrored.wins, mirrored.losses, mirrored.score) == (0, 4, 0.0)


def test_a_forfeit_is_reported_with_its_traceback():
    series = practice(Raises, "random", game="tiny", games=2, seed=1)
    assert "match 1: Raises crashed at its decision 2: ValueError: enough\nTraceback" in series.forfeits[0]
    assert "4 won" not in str(series)
    assert "2 matches: 0 won, 0 drawn, 2 lost" in str(series)


def test_two_bots_that_remain_after_an_early_forfeit_are_not_compared():
    series = practice(First, [Raises, First], game="tiny", games=3, seed=1)
    assert series.results == (1.0, 1.0, 1.0)  # it beat the one that forfeited; the other does not count


def test_a_series_at_a_larger_table_calls_no_match_drawn_that_beat_some():
    series = practice(First, [First, "random"], game="tiny", games=3, seed=1)
    between = len(series.results) - series.wins - series.losses
    assert f"3 matches: {series.wins} won, {between} in between, {series.losses} lost" in str(series)


def test_bots_of_the_same_name_are_distinguished():
    series = practice(First, ["random", "random", First], game="tiny", games=4)
    assert (series.bot, series.opponents) == ("First", ("random", "random-2", "First-2"))


def test_the_clock_of_the_caller_is_used():
    clocks = []

    class Looks(First):
        def start(self, start):
            clocks.append(str(start.clock))

    practice(Looks, "random", game="tiny", games=2, clock="st=5")
    assert clocks == ["st=5", "st=5"]


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"opponent": "radnom"}, r"unknown bot 'radnom': .*did you mean 'random'\?\), or a file such as my_bot\.py"),
        ({"game": "tinny"}, r"unknown game 'tinny': .*'tiny'"),
        ({"opponent": ["random"] * 4}, r"tiny with 4 opponents: expected 1, 2 or 3"),
        ({"games": 0}, r"0 games: expected at least 1"),
        ({"options": {"scrap": True}}, r"tiny has no option 'scrap'"),
        ({"clock": "soon"}, r"unknown time control 'soon'"),
    ],
)
def test_what_does_not_exist_is_refused_before_anything_is_played(asked, message):
    with pytest.raises(UsageError, match=message):
        practice(First, **{"opponent": "random", "game": "tiny"} | asked)


def test_a_bot_that_does_not_play_a_game_is_not_asked_to():
    class Sailor(First):
        name = "sailor"
        games = ("cacao",)

    with pytest.raises(UsageError, match="sailor does not play tiny: it plays cacao"):
        contenders([Sailor], TINY)


def test_a_bot_that_plays_with_two_seats_is_not_asked_to_play_with_three():
    class Duellist(First):
        name = "duellist"
        seats = (2,)

    assert contenders([Duellist, "random"], TINY)
    with pytest.raises(UsageError, match="duellist does not play tiny with 3 seats: it plays with 2"):
        contenders([Duellist, "random", "greedy"], TINY)


@pytest.mark.parametrize(
    ("attributes", "message"),
    [
        ({"name": "a b"}, "is named 'a b': expected 2 to 32 letters"),
        ({"name": "x" * 33}, "expected 2 to 32 letters"),
        ({"name": 7}, "is named 7"),
        ({"games": "tiny"}, r"expected a list, \['tiny'\]"),
    ],
)
def test_a_bot_with_odd_attributes_is_refused(attributes, message):
    with pytest.raises(BotError, match=message):
        contenders([type("Odd", (First,), attributes)], TINY)


def test_the_result_is_a_value_to_look_at():
    series = practice(First, "random", game="tiny", games=2, seed=3)
    assert isinstance(series, Practice)
    assert [list(points) for points in series.scores] == [
        [match.points(0), match.points(1)] for match in series.matches
    ]


PROGRAM = """
from arena_sdk import Bot, run

class First(Bot):
    def choose(self, turn):
        print("thinking aloud")
        return turn.options[0]

run(First)
"""


STARTS = PROGRAM.replace("def choose", "def start(self, start): raise LookupError('lost')\n    def choose")


def start(tmp_path, *words, program=PROGRAM):
    (tmp_path / "first.py").write_text(program)
    return subprocess.run(
        [sys.executable, "first.py", *words], cwd=tmp_path, capture_output=True, text=True, check=False
    )


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", ":".join(sys.path))


def test_a_bots_file_plays_a_practice_series_when_it_is_started(tmp_path):
    done = start(tmp_path, "--games", "2", "--seed", "9")
    assert done.returncode == 0
    assert done.stdout.startswith("First against random at cacao, seed 9\n2 matches: ")
    assert "thinking aloud" in done.stderr
    assert done.stdout == start(tmp_path, "--games", "2", "--seed", "9").stdout


def test_more_games_than_were_asked_for_are_explained_and_every_score_has_its_name(tmp_path):
    done = start(tmp_path, "--games", "1", "--seed", "9")
    begun = "cacao: First, random; 2 matches (1 rounded up: each deal is played once from each of 2 seats), seed 9"
    assert done.stderr.splitlines()[0] == begun
    assert re.search(r"^match 1 of 2: First \d+, random \d+$", done.stderr, re.MULTILINE)


def test_a_file_with_a_bot_that_forfeits_every_match_ends_with_1_and_says_so(tmp_path):
    done = start(tmp_path, "--games", "2", program=PROGRAM.replace("return", "raise LookupError; return"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == "every match was forfeited: the result says nothing about strength"


def test_a_file_that_hides_a_module_of_python_is_refused_with_advice_to_rename_it(tmp_path):
    (tmp_path / "random.py").write_text(PROGRAM)
    command = [sys.executable, "random.py", "--games", "2"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.endswith("random.py hides the module 'random' that arena_sdk needs: give the file another name")


def test_prints_without_end_are_cut_off_with_a_sentence(tmp_path):
    done = start(tmp_path, "--games", "1", program=PROGRAM.replace('"thinking aloud"', '"x" * 100_000'))
    assert done.returncode == 0
    assert len(done.stderr) < LIMIT + 10_000
    assert done.stderr.count("have printed 256 KiB: the rest of their prints is left out") == 1
    assert "match 2 of 2" in done.stderr


def test_a_bots_file_can_be_started_against_several(tmp_path):
    done = start(tmp_path, "--games", "3", "--opponent", "random", "--opponent", "greedy")
    assert done.stdout.startswith("First against random, greedy at cacao")


@pytest.mark.parametrize(
    ("words", "program", "code", "message"),
    [
        (["--opponent", "gredy"], PROGRAM, 2, "did you mean 'greedy'?"),
        (["--game", "chess"], PROGRAM, 2, "unknown game 'chess'"),
        (["--games", "none"], PROGRAM, 2, "invalid int value"),
        ([], PROGRAM.replace("choose", "start"), 3, "First has no choose(self, turn)"),
        ([], STARTS, 3, "First could not be started: LookupError: lost"),
        ([], PROGRAM.replace("(Bot)", ""), 3, "First is no bot: expected a class MyBot(Bot), with Bot from arena_sdk"),
        ([], PROGRAM.replace("run(First)", "run(First())"), 3, "First() is an instance: expected the class First"),
    ],
)
def test_errors_are_reported_and_the_exit_code_blames_the_bot_or_the_arena(tmp_path, words, program, code, message):
    done = start(tmp_path, *words, program=program)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr


def test_the_help_of_a_bots_file_names_the_house_bots_as_opponents(tmp_path):
    text = start(tmp_path, "--help").stdout
    assert "--opponent" in text
    for bot in ("random", "greedy", "sampler"):
        assert bot in text


def test_check_finds_no_fault_in_a_bot_that_obeys_the_rules():
    assert check(First) > 100
