"""Tests of the training of the learned bots, from the played games to weights with which a bot plays."""

import json

import pytest

from arena.bots import Learned, Mcts
from arena.bots.weights import Weights, packed, unpacked
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from bench.training.__main__ import fitted
from bench.training.fit import fit_options, fit_seats, hats, quantised_options, quantised_seats
from bench.training.noting import HELD_OUT, Notes, lines_of, read
from bench.training.selfplay import TABLES, played

SIMULATIONS = 24
GAMES_PLAYED = 2 * HELD_OUT


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a folder with a file of self-played games. The last line of the file is incomplete."""
    folder = tmp_path_factory.mktemp("training")
    player = Mcts(SIMULATIONS, cutoff=0)
    games = [played("cacao", 2, f"{number}", player, SIMULATIONS) for number in range(GAMES_PLAYED)]
    lines = "".join(json.dumps(game) + "\n" for game in games)
    (folder / "games-01-0.jsonl").write_text(lines + lines[:100])
    return folder


@pytest.fixture(scope="module")
def notes(folder):
    notes = Notes()
    read(notes, "cacao", lines_of([folder / "games-01-0.jsonl"]))
    return notes


def test_a_game_that_was_cut_off_is_left_out(notes):
    assert notes.games == GAMES_PLAYED
    assert len(notes.visits) == len(notes.held)
    assert sum(len(visits) for visits in notes.visits) == len(notes.places)


def test_training_makes_the_held_out_loss_smaller(notes):
    _, curve = fit_options(notes, 2, seed=1)
    assert curve[-1][0] < curve[0][0]


def test_the_checkpoint_of_a_piece_holds_weights_that_play(folder):
    figures = fitted("cacao", folder, folder / "cacao.weights", seed=1)
    assert figures["games"] == GAMES_PLAYED
    weights = unpacked((folder / "cacao.weights").read_bytes(), "cacao")
    state = GAMES["cacao"].new({}, 2, Deal(b"trained"))
    assert Learned(4, None, weights).choose(state, Rng(1)) in state.options()


def test_the_same_games_and_seed_give_the_same_weights(notes):
    def weights():
        options, _ = fit_options(notes, 1, seed=3)
        seats, _ = fit_seats(notes, 20.0)
        return packed("cacao", Weights(quantised_options(options), quantised_seats(seats)))

    assert weights() == weights()


def test_too_few_games_are_refused_in_one_line(tmp_path):
    with pytest.raises(SystemExit, match="has 0 games: expected 10 or more; play for longer"):
        fitted("cacao", tmp_path, tmp_path / "cacao.weights", seed=1)


def test_every_phase_lies_between_two_knots():
    assert hats().sum(axis=1).tolist() == pytest.approx([1.0] * len(hats()))


@pytest.mark.parametrize("game", TABLES)
def test_every_table_can_be_played(game):
    assert {name.partition("/")[0] for name, _ in TABLES[game]} == {game}
    assert all(seats in GAMES[name].seats for name, seats in TABLES[game])
