"""Tests of commands with a position or a setup from a file, at which games begin."""

import json
import re
from pathlib import Path

import pytest

from arena.cli_support.openings import KEYS
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.record import read_record, verify

PAGE = Path(__file__).parents[2].joinpath("docs/positions.md").read_text(encoding="utf-8")
SETUP = next(block for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL) if '"stacks"' in block)
CACAO = GAMES["cacao"]


def dealt(**stacks):
    return CACAO.new({}, 2, Deal(b"harvest", stacks))


@pytest.fixture
def arena(here):
    return here  # these tests are about words and exit codes, not about processes


@pytest.fixture
def position(arena):
    """Return a position in mid-game. The file position.json contains it, too."""
    state, rng = dealt(), Rng(4)
    for _ in range(9):
        state.apply(state.sample(rng))
    arena.write("position.json", state.position())
    return state


def test_the_setup_in_the_document_begins_as_it_says(arena):
    arena.write("setup.json", SETUP)
    begun = CACAO.from_position(arena("show", "setup.json", "--position").stdout)
    assert begun.digest() == dealt(**json.loads(SETUP)["stacks"]).digest() != dealt().digest()
    assert begun.view(0).hand == ("2-1-0-1", "3-0-0-1", "3-1-0-0")


def test_every_key_of_a_setup_is_explained():
    assert set(json.loads(SETUP)) == set(KEYS)
    for key in KEYS:
        assert f"`{key}`" in PAGE.partition("## Setups")[2]


def test_what_a_setup_leaves_out_is_canonical_and_comes_from_the_seed(arena):
    arena.write("setup.json", '{"game": "cacao", "seats": 3, "stacks": {}}')
    begun = CACAO.from_position(arena("show", "setup.json", "--position").stdout)
    assert begun.digest() == CACAO.new({}, 3, Deal(b"0")).digest()


def test_perft_counts_from_a_setup(arena):
    arena.write("setup.json", SETUP)
    counted = json.loads(arena("perft", "--depth", "1", "--setup", "setup.json", "--json").stdout)
    assert counted["digest"] == dealt(**json.loads(SETUP)["stacks"]).digest()


@pytest.mark.parametrize("flag", ["--position", "--setup"])
def test_a_series_from_a_file_begins_there_in_every_match_and_its_records_verify(arena, position, flag):
    arena.write("setup.json", SETUP)
    start = {"--position": position, "--setup": dealt(**json.loads(SETUP)["stacks"])}[flag]
    file = f"{flag.strip('-')}.json"
    words = ("play", "random", "greedy", flag, file, "--games", "4", "--seed", "1")
    done = json.loads(arena(*words, "--records", "kept", "--json").stdout)
    records = sorted((arena.home / "kept").iterdir())
    assert len(records) == 4
    for record in records:
        assert read_record(record.read_bytes()).header.position == json.loads(start.position())
        assert verify(record.read_bytes()).deal == "position"
    assert f"{flag} {file}" in done["again"]
    again = json.loads(arena(*done["again"].split()[1:], "--games", "4", "--json").stdout)
    assert [match["scores"] for match in again["matches"]] == [match["scores"] for match in done["matches"]]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["random", "greedy", "random", "--position", "position.json"], "cacao with 3 bots: expected 2"),
        (["random", "greedy", "--position", "over.json"], "the game is over there"),
        (["random", "greedy", "--position", "missing.json"], "no such file: missing.json"),
        (["random", "greedy", "--position", "position.json", "--game", "cacao"], "expected no --game beside it"),
        (["random", "greedy", "--position", "position.json", "--setup", "position.json"], "not allowed with"),
    ],
)
def test_a_position_where_no_series_can_begin_is_wrong_use(arena, position, words, message):
    end = position.clone()
    playout(end, Rng(1))
    arena.write("over.json", end.position())
    assert message in arena("play", *words, code=2).stderr


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"seats": None}, "'seats' is null: expected a whole number"),
        ({"seats": 7}, "cacao is not played by 7: expected one of 2, 3, 4"),
        ({"game": "caco"}, "unknown game 'caco': expected one of cacao"),
        ({"game": 1}, "expected a position or a setup, with its game as 'game'"),
        ({"options": {"auto": True}}, "cacao has no option 'auto'"),
        ({"options": [1]}, "'options' is [1]: expected an object of values"),
        ({"seed": 7}, "'seed' is 7: expected a text"),
        ({"stacks": {"jungel": []}}, "unknown stack 'jungel': expected one of jungle, workers-0, workers-1 (did you"),
        ({"stacks": {"jungle": ["temple"]}}, "stack 'jungle': expected, in any order, exactly plantation_single, "),
        ({"stacks": {"jungle": ["tempel"]}}, "stack 'jungle': no tile 'tempel'; expected one of "),
        ({"stacks": {"jungle": "temple"}}, "expected an object of lists of tiles"),
        ({"results": {"die": [True]}}, "expected an object of lists of whole numbers"),
        ({"results": {"die": [1]}}, "unknown die 'die': this game has no dice"),
        ({"stack": {}}, "unknown key 'stack': expected one of "),
    ],
)
def test_an_impossible_setup_is_refused_with_what_was_expected(arena, setup, message):
    arena.write("setup.json", json.dumps({"game": "cacao", "seats": 2, "stacks": {}, **setup}))
    done = arena("perft", "--depth", "1", "--setup", "setup.json", code=2)
    assert message in done.stderr
    assert done.stdout == ""
