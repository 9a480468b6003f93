"""Tests of the house bots: their knowledge is limited, their choices repeat, and stronger ones beat weaker ones."""

import pytest

from arena.bots import HOUSE, Greedy, Learned, LearnedGlance, Mcts, Random, Sampler, house
from arena.bots.player import BestOption, margin
from arena.errors import UsageError
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from arena.games.game import State
from arena.games.steps import OVER
from tests.games.tiny import TINY

ALL = [*GAMES.values(), TINY]
FOR_TWO = [rules for rules in GAMES.values() if not rules.automata]
QUICK = {  # searches differ in number
    "sampler": Sampler(1),
    "learned": LearnedGlance(None, 1, 2),
    **{name: Mcts(4) for name in HOUSE if name.startswith("mcts")},
    **{name: Learned(3) for name in HOUSE if name.startswith("learned-")},
}
TABLES = [(rules, seats) for rules in ALL for seats in rules.seats]


def play(rules, players, seed, asked=lambda _: None):
    """Play a game between players. Return the places. As over the wire, a player gets an imagined position."""
    state, rng = rules.new({}, len(players), Deal(seed.to_bytes(8, "big"))), Rng(seed)
    while state.to_move != OVER:
        seen = state.imagine(state.to_move, rng)
        asked(seen)
        state.play(players[state.to_move].choose(seen, rng))
    return state.placements()


def score(rules, one, two, blocks):
    """Return the share of games that `one` wins against `two`, from both seats of each deal. A draw counts half."""
    points = 0.0
    for block in range(blocks):
        for seat, players in ((0, [one, two]), (1, [two, one])):
            places = play(rules, players, block)
            points += 0.5 * (1 + (places[seat] < places[1 - seat]) - (places[seat] > places[1 - seat]))
    return points / (2 * blocks)


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize(("rules", "seats"), TABLES, ids=lambda value: getattr(value, "name", value))
def test_a_house_bot_plays_any_game_to_its_end(rules, seats, name):
    state, rng = rules.new({}, seats, Deal(b"any")), Rng(1)
    player = QUICK.get(name, house(name).player)
    while state.to_move != OVER:
        state.play(player.choose(state, rng))


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_a_house_bot_leaves_the_position_it_is_asked_about_as_it_was(rules, name):
    state = rules.new({}, 2, Deal(b"still"))
    before = state.digest()
    QUICK.get(name, house(name).player).choose(state, Rng(3))
    assert state.digest() == before


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("rules", ALL, ids=lambda rules: rules.name)
def test_a_house_bot_sees_nothing_that_its_seat_may_not_see(rules, name):
    """The bot makes the same choice in two positions that look the same to its seat."""
    seats = 3 if 3 in rules.seats else rules.seats[0]
    state, player = rules.new({}, seats, Deal(b"hidden")), QUICK.get(name, house(name).player)
    for _ in range(8):
        twin = state.imagine(state.to_move, Rng(99))
        assert player.choose(state, Rng(5)) == player.choose(twin, Rng(5))
        state.apply(state.sample(Rng(7)))


def test_random_chooses_every_option_about_equally_often():
    state, rng = TINY.new({}, 2, Deal(b"luck")), Rng(11)
    chosen = [Random().choose(state, rng) for _ in range(3000)]
    options = state.options()
    assert sorted(set(chosen)) == options
    assert all(abs(chosen.count(option) - 3000 / len(options)) < 150 for option in options)


def test_greedy_takes_what_scores_most_at_once():
    state = TINY.new({}, 2, Deal(b"catch", results={"die": [5]}))
    while state.rules.spell(state, state.options()[0]) != "keep":
        state.apply(state.options()[-1])
    assert state.rules.spell(state, Greedy(30).choose(state, Rng(1))) == "keep"  # 6 is the most a die shows


def test_greedy_looks_to_the_end_of_its_turn_and_no_further():
    """The first step of a turn scores nothing here. Its value is that of the second step."""

    class Ladder(State):
        def __init__(self):
            super().__init__(TINY, 2, {})
            self.points, self.first, self.to_move = [0, 0], -1, 0

        def clone(self):
            copy = Ladder()
            copy.points, copy.first, copy.turn, copy.to_move = self.points[:], self.first, self.turn, self.to_move
            return copy

        def imagine(self, seat, rng):
            return self.clone()

        def options(self):
            return [0, 1, 2]

        def sample(self, rng):
            return self.options()[rng.below(3)]

        def apply(self, option):
            if self.first < 0:
                self.first = option
                return
            self.points[self.to_move] += [1, 5, 4][self.first] if self.to_move == 0 else 100
            self.to_move, self.turn = 1 - self.to_move, self.turn + 1

        def scores(self):
            return self.points

    assert {Greedy(2).choose(Ladder(), Rng(seed)) for seed in range(5)} == {1}


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_greedy_beats_random(rules):
    assert score(rules, Greedy(4), Random(), 10) > 0.8


def test_sampler_beats_random_at_cacao():
    assert score(GAMES["cacao"], Sampler(4), Random(), 3) == 1


def test_the_search_beats_random_at_cacao_and_greedy_at_teotihuacan():
    assert score(GAMES["cacao"], Mcts(60), Random(), 3) == 1
    assert score(GAMES["teotihuacan"], Mcts(30), Greedy(2), 2) == 1


def test_the_house_searches_at_four_strengths():
    searches = {name: each.player.simulations for name, each in HOUSE.items() if isinstance(each.player, Mcts)}
    assert searches == {"mcts-50": 50, "mcts-200": 200, "mcts-800": 800, "mcts-3200": 3200}


def test_the_learned_search_is_there_at_two_strengths_and_without_a_search():
    searches = {name: each.player.simulations for name, each in HOUSE.items() if isinstance(each.player, Learned)}
    assert searches == {"learned-200": 200, "learned-800": 800}
    assert isinstance(HOUSE["learned"].player, LearnedGlance)


@pytest.mark.parametrize("rules", FOR_TWO, ids=lambda rules: rules.name)
def test_learned_beats_greedy_without_a_search(rules):
    assert score(rules, LearnedGlance(), Greedy(2), 2) > 0.5


def test_every_option_with_the_most_points_is_as_likely_as_any_other():
    rng, kept = Rng(2), []
    for _ in range(3000):
        best = BestOption(rng)
        for option, points in enumerate([3, 7, 1, 7, 7, 0]):
            best.weigh(option, points)
        kept.append(best.option)
    assert set(kept) == {1, 3, 4}
    assert all(abs(kept.count(option) - 1000) < 120 for option in (1, 3, 4))


def test_the_margin_is_to_the_best_of_the_others():
    class Scored(State):
        def __init__(self, *scores):
            super().__init__(TINY, len(scores), {})
            self.points = list(scores)

        def scores(self):
            return self.points

    assert [margin(Scored(5, 9, 7), seat) for seat in range(3)] == [-4, 2, -2]
    assert margin(Scored(12), 0) == 12


def test_an_unknown_house_bot_is_refused_with_the_nearest_known_name():
    with pytest.raises(UsageError, match=r"unknown bot 'gredy': expected one of greedy, learned, .*'greedy'\?"):
        house("gredy")
