"""Tests of the luck of choices: over all choices, weighted by their probabilities, it adds up to zero."""

from dataclasses import replace
from itertools import product

import pytest

from arena.analysis import choices
from arena.analysis.choices import can_be_asked_again, choice_luck, match_choices, players_in, values_after
from arena.bots import Player, house
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.record import read_record
from arena_sdk import Bot, practice

TABLES = [("cacao", 2), ("cacao", 3), ("teotihuacan", 2), ("teotihuacan", 4), ("teotihuacan/solo", 2)]


@pytest.fixture(autouse=True)
def _few(monkeypatch):
    monkeypatch.setattr(choices, "DEALS", 1)


class Scripted(Player):
    """A player that chooses the given options, one after another."""

    def __init__(self, options):
        self.options = list(options)

    def choose(self, state, rng):
        return self.options.pop(0)


class First(Bot):
    """A bot that takes the first option."""

    def choose(self, turn):
        return turn.options[0]


def position(game, seats, answers, seed=3):
    """Return a position of a random game after this number of answers."""
    state, rng = rules(game).new({}, seats, Deal.of(seed)), Rng(seed)
    for _ in range(answers):
        state.apply(state.sample(rng))
    assert state.to_move != OVER
    return state


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_luck_of_choices_adds_up_to_zero_over_all_choices_that_the_bot_could_make(game, seats):
    state = position(game, seats, 12)
    options = state.options()
    odds = {options[0]: 0.7, options[-1]: 0.3}
    sums, different = [0.0] * seats, set()
    for chosen, *fresh in product(odds, repeat=3):
        luck = choice_luck(state, chosen, Scripted(fresh), Rng(5), 2)
        likely = odds[chosen] * odds[fresh[0]] * odds[fresh[1]]
        sums = [before + likely * each for before, each in zip(sums, luck, strict=True)]
        different.add(round(luck[0], 9))
        assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert sums == pytest.approx([0.0] * seats, abs=1e-9)
    assert len(different) > 1


@pytest.mark.parametrize(("game", "answers"), [("cacao", 10), ("teotihuacan", 40)])
def test_a_value_after_an_option_does_not_see_what_is_hidden_from_the_seat(game, answers):
    state = position(game, 2, answers)
    other = state.imagine(state.to_move, Rng(8))
    assert other.digest() != state.digest()
    for option in state.options()[:3]:
        assert values_after(other, option, 4) == values_after(state, option, 4)


def test_a_bot_that_always_chooses_alike_has_no_luck_and_the_position_stays_as_it_is():
    state = position("cacao", 2, 9)
    before, option = state.digest(), state.options()[1]
    assert choice_luck(state, option, Scripted([option] * 3), Rng(1), 3) == [0.0, 0.0]
    choice_luck(state, option, house("greedy").player, Rng(1), 2)
    assert state.digest() == before


def test_only_house_bots_of_this_version_without_a_search_are_asked_again():
    asked = [name for name in ("random", "greedy", "sampler", "learned") if can_be_asked_again(house(name).player)]
    assert asked == ["random", "greedy", "sampler", "learned"]
    assert not can_be_asked_again(house("mcts-50").player)
    assert not can_be_asked_again(house("learned-200").player)
    played = practice(First, "greedy", games=2, seed=4).matches[0]
    header = read_record(played.record).header
    seats = [seat for seat, seated in enumerate(header.seats) if seated.kind == "house"]
    assert list(players_in(header)) == seats
    older = tuple(replace(seated, version="0") for seated in header.seats)
    assert players_in(replace(header, seats=older)) == {}


def test_a_record_always_gives_the_same_luck_and_none_without_a_house_bot():
    record = practice(First, "random", games=2, seed=4).matches[0].record
    found = match_choices(record, fresh=2)
    assert found == match_choices(record, fresh=2)
    assert sum(found) == pytest.approx(0, abs=1e-9)
    assert any(found)
    assert match_choices(record, {}) == (0.0, 0.0)
