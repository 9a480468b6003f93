"""Tests of the learned bots: choices are equal on every machine, and wrong weights are refused."""

import hashlib
import zlib

import pytest

from arena.bots import Learned, LearnedGlance, LearnedTuning, Margin
from arena.bots.learned import TUNED, learned_game, reader_of, shares_of
from arena.bots.notes import LEVEL, PHASES, PLACES, SLOTS, NoteSum
from arena.bots.weights import Weights, packed, unpacked, weights_of
from arena.errors import UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.games.steps import OVER

LEARNED = sorted({learned_game(name) for name in GAMES})
TABLES = [(rules, seats) for rules in GAMES.values() for seats in rules.seats]
each_table = pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
LARGEST = 2 * 1024 * 1024  # bytes that weights may have in the package


@pytest.fixture(scope="module")
def drawn():
    """Return random weights for learned bots. The trained weights would change with each training."""
    rng = Rng(5)
    options = bytes([LEVEL - 8 + rng.below(17) for _ in range(PLACES)])
    return Weights(options, [rng.below(200) - 100 for _ in range(SLOTS * PHASES)])


def begun(rules, seats, decisions=9):
    state, rng = rules.new({}, seats, Deal(b"learned")), Rng(2)
    for _ in range(decisions):
        state.apply(state.sample(rng))
    return state


# The same everywhere -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "digest"),
    [
        ("cacao", 2, "636fef52165cd08f"),
        ("cacao", 4, "873ab02ac190c46e"),
        ("teotihuacan", 3, "e07c58cf9559ad8f"),
        ("teotihuacan/solo", 2, "cbfb3e43bfe6dc10"),
    ],
)
def test_the_choices_are_the_same_compiled_and_interpreted_and_on_every_machine(drawn, name, seats, digest):
    state, rng = GAMES[name].new({}, seats, Deal(b"kept")), Rng(9)
    searched, glance = Learned(24, None, drawn), LearnedGlance(Learned(None, None, drawn), 2, 4)
    chosen = []
    for _ in range(16):
        chosen.append((searched.choose(state, Rng(rng.word())), glance.choose(state, Rng(rng.word()))))
        state.apply(chosen[-1][0])
    assert hashlib.sha256(repr(chosen).encode()).hexdigest()[:16] == digest


@each_table
def test_positions_that_look_alike_to_the_seat_are_searched_alike(drawn, rules, seats):
    state = begun(rules, seats)
    seen = rules.from_view(state.view(state.to_move), Rng(78))
    assert found(drawn, state) == found(drawn, seen)


def found(weights, state):
    search = Learned(12, None, weights).search(state, Rng(4))
    search.grow(12)
    return [(node.option, node.visits, node.total, node.odds) for node in search.found()]


# What it thinks ------------------------------------------------------------------------------------------------------


@each_table
def test_a_game_that_is_over_is_worth_its_score(drawn, rules, seats):
    state = begun(rules, seats)
    playout(state, Rng(3))
    guide = Learned(1, LearnedTuning(20, 0.5, 0), drawn).guide(state, Rng(1))
    assert guide.outcome(state) == Margin(20).rewards(state)


@each_table
def test_a_turn_is_finished_before_a_position_is_judged(drawn, rules, seats):
    state = begun(rules, seats)
    guide = Learned(1, None, drawn).guide(state, Rng(1))
    guide.finish(state)
    assert state.to_move == OVER or reader_of(learned_game(rules.name)).between_turns(state)


@each_table
def test_the_odds_are_a_number_for_every_option_and_add_up(drawn, rules, seats):
    state = begun(rules, seats)
    options = state.options()
    odds = Learned(1, None, drawn).guide(state, Rng(1)).weigh(state, options)
    assert len(odds) == len(options)
    assert all(each > 0 for each in odds)
    assert sum(odds) == pytest.approx(1.02)


def test_shares_follow_the_logits():
    assert shares_of([0, 32, 0], 100) == [24109, 65536, 24109]  # 32 parts are a logit: e times as likely
    assert shares_of([0, 32], 200) == [8869, 65536]
    assert shares_of([0, 100_000], 100) == [0, 65536]


@each_table
def test_every_note_has_a_place(rules, seats):
    reader = reader_of(learned_game(rules.name))
    tally = NoteSum(bytes([LEVEL]) * PLACES, [0] * (SLOTS * PHASES), noting=True)
    state, rng = rules.new({}, seats, Deal(b"notes")), Rng(2)
    while state.to_move != OVER:
        reader.prepare(state)
        tally.begin()
        reader.note_option(state, state.sample(rng), tally)
        assert tally.noted
        assert all(0 <= place < PLACES for place in tally.noted)
        assert 0 <= reader.phase(state) < PHASES
        reader.note_seats(state)
        for seat in range(seats):
            tally.begin()
            reader.note_seat(state, seat, tally)
            assert all(0 <= slot < SLOTS for slot in tally.noted)
        state.apply(state.sample(rng))


# Weights -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LEARNED)
def test_the_package_has_weights_for_every_game(game):
    weights = weights_of(game)
    assert game in TUNED
    assert len(set(weights.options)) > 50
    assert len(set(weights.lasting)) > 50
    assert len(packed(game, weights)) < LARGEST


def test_weights_are_read_as_they_were_written(drawn):
    read = unpacked(packed("cacao", drawn), "cacao")
    assert (read.options, read.lasting) == (drawn.options, drawn.lasting)


def spoiled(data, how):
    head, body = data.split(b"\n", 1)
    return {
        "cut": data[:-100],
        "short": head + b"\n" + zlib.compress(zlib.decompress(body)[:-2]),
        "other": data.replace(b"weights 1 ", b"weights 2 ", 1),
        "text": b"hello\n",
    }[how]


@pytest.mark.parametrize(
    ("how", "game", "said"),
    [
        ("cut", "cacao", "weights for cacao: the file is cut short or damaged; expected 327680 whole bytes"),
        ("short", "cacao", "weights for cacao: the file is cut short or damaged; expected 327680 whole bytes"),
        ("other", "cacao", "weights for cacao: version 2; expected version 1"),
        ("text", "cacao", "weights for cacao: no file of weights; expected one that scripts/train wrote"),
    ],
)
def test_a_damaged_file_of_weights_is_refused_in_one_line(drawn, how, game, said):
    with pytest.raises(UsageError) as refused:
        unpacked(spoiled(packed("cacao", drawn), how), game)
    assert str(refused.value) == said


def test_weights_of_another_game_are_refused(drawn):
    with pytest.raises(UsageError, match="weights for teotihuacan: they are for cacao; expected those of teotihuacan"):
        unpacked(packed("cacao", drawn), "teotihuacan")


def test_a_game_without_weights_is_named():
    with pytest.raises(UsageError, match=r"there are no weights for chess: expected .*chess\.weights"):
        weights_of("chess")
