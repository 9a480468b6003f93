"""Tests of the player that searches: it makes the given simulations, and answers within its time."""

import pytest

from arena.bots import TO_THE_END, UNTIMED, Evaluation, Margin, Mcts, Search, Stores, Time
from arena.bots.mcts import WITHOUT_A_CLOCK, decisions_to_come
from arena.games import GAMES
from arena.games.chance import Deal, Rng
from tests.bots.positions import Table
from tests.games.tiny import TINY

SIMULATION = 0.01  # seconds that one takes by the clock below


class Timekeeper(Evaluation):
    """An evaluation that is also a clock: each evaluated position takes some seconds on it."""

    def __init__(self, speed=1.0):
        self.seconds, self.speed = 0.0, speed

    def now(self):
        return self.seconds

    def rewards(self, state):
        self.seconds += SIMULATION / self.speed
        return [0.0] * state.seats


def thought(state, seed=1, simulations=None, speed=1.0, **clock):
    """Let `Mcts` choose an option of a test game, with a test's clock. Return its result, and the seconds it used."""
    keeper = Timekeeper(speed)
    player = Mcts(simulations, evaluate=keeper, cutoff=2)
    return player.think(state, Rng(seed), Time(keeper.now, **clock)), keeper.seconds


def cacao(seats=2):
    return GAMES["cacao"].new({}, seats, Deal(b"thinking"))


# By number -----------------------------------------------------------------------------------------------------------


def test_a_search_makes_the_requested_number_of_simulations():
    assert Mcts(70, cutoff=0).think(cacao(), Rng(1), UNTIMED).simulations == 70


def test_a_search_stops_when_no_simulation_can_change_its_choice():
    state = Table(2, [1, 90, 3, 0])
    stopped = Mcts(400).think(state, Rng(1), UNTIMED)
    assert stopped.simulations < 400
    whole = Mcts(400).search(state, Rng(1))
    whole.grow(400)
    assert stopped.option == whole.best()


@pytest.mark.parametrize("seed", range(12))
def test_stopping_early_never_changes_the_choice(seed):
    state, rng = TINY.new({}, 2, Deal(seed.to_bytes(2, "big"))), Rng(seed)
    for _ in range(seed):
        state.apply(state.sample(rng))
    whole = Mcts().search(state, Rng(seed))
    whole.grow(150)
    assert Mcts(150).choose(state, Rng(seed)) == whole.best()


def test_the_same_seed_gives_the_same_choice():
    assert len({Mcts(30).choose(cacao(), Rng(5)) for _ in range(4)}) == 1


def test_without_a_number_and_a_clock_a_search_still_makes_simulations():
    searched = Mcts(evaluate=Timekeeper(), cutoff=0).think(Table(2, [4, 4]), Rng(1), UNTIMED)
    assert WITHOUT_A_CLOCK / 2 < searched.simulations <= WITHOUT_A_CLOCK


# By the clock --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "clock",
    [
        {"limit": 1.0},
        {"bank": 20.0},
        {"bank": 5.0, "increment": 0.5},
        {"bank": 60.0, "increment": 1.0, "limit": 0.7},
        {"bank": 0.3, "increment": 0.3},
    ],
)
def test_the_budget_is_used_and_kept(clock):
    state = cacao()
    _, seconds = thought(state, **clock)
    budget = Time(lambda: 0.0, **clock).share(decisions_to_come(state, Rng(1)))
    assert budget / 4 <= seconds < budget + 5 * SIMULATION


def test_a_whole_game_by_the_clock_is_played_in_time():
    """The clock is 10 s plus 0.1 s for each decision; a simulation takes 0.01 s, and an answer takes time, too."""
    state, rng, bank, simulations = cacao(), Rng(3), 10.0, []
    while state.options():
        if state.to_move == 1:
            state.apply(state.sample(rng))
            continue
        bank += 0.1
        chosen, seconds = thought(state, bank=bank, increment=0.1)
        bank -= seconds + 0.01
        assert bank > 0
        simulations.append(chosen.simulations)
        state.play(chosen.option)
    assert bank < 5  # it is there to be used
    assert min(simulations) > 10


def test_a_clock_with_time_enough_changes_nothing():
    for seed in range(5):
        timed, untimed = (
            Mcts(60, cutoff=2).think(cacao(), Rng(seed), time) for time in (Time(lambda: 0.0, bank=60.0), UNTIMED)
        )
        assert (timed.option, timed.simulations) == (untimed.option, untimed.simulations)


def test_a_clock_with_too_little_time_ends_it_before_its_number():
    chosen, seconds = thought(cacao(), simulations=10_000, limit=1.0)
    assert seconds < 1
    assert 50 < chosen.simulations < 100


@pytest.mark.parametrize("clock", [{"limit": 0.001}, {"bank": 0.0001}])
def test_with_almost_no_time_the_search_still_answers(clock):
    chosen, seconds = thought(cacao(), **clock)
    assert chosen.option in cacao().options()
    assert seconds <= 4 * SIMULATION


def test_glances_take_a_part_of_the_time_at_most():
    chosen, seconds = thought(cacao(), limit=0.4)
    assert seconds < 0.4
    assert chosen.simulations > 20


def test_an_easy_choice_takes_little_time():
    class Plain(Timekeeper):
        def rewards(self, state):
            super().rewards(state)
            return [1.0 if state.taken[0] == 1 else -1.0, 0.0]

    keeper = Plain()
    easy = Mcts(evaluate=keeper).think(Table(2, [1, 9, 3]), Rng(1), Time(keeper.now, limit=10.0))
    _, hard = thought(Table(2, [1, 1, 1]), limit=10.0)
    assert easy.option == 1
    assert keeper.seconds < hard / 2


def test_the_decisions_to_come_are_those_of_the_seat_alone():
    state = Table(2, [3, 3, 3], rounds=6)
    assert decisions_to_come(state, Rng(1)) == 6
    state.apply(0)
    state.apply(0)
    assert decisions_to_come(state, Rng(1)) == 5


# What is searched with -----------------------------------------------------------------------------------------------


def test_given_settings_replace_the_tuning_of_the_game():
    evaluation = Margin(3)
    tuned = Mcts().search(cacao(), Rng(1))
    given = Mcts(None, evaluation, 0.25, 7, 5).search(cacao(), Rng(1))
    assert (given.evaluation, given.exploration, given.cutoff, given.glance) == (evaluation, 0.25, 7, 5)
    assert isinstance(tuned.evaluation, Stores)
    assert tuned.exploration != 0.25
    assert tuned.glance not in {0, 5}
    assert Mcts(glance=0).search(cacao(), Rng(1)).glance == 0


def test_a_game_without_tuning_is_played_to_the_end():
    assert Mcts().search(TINY.new({}, 2, Deal(b"")), Rng(1)).cutoff == TO_THE_END


def test_an_interpreted_game_is_searched_with_an_interpreted_evaluation():
    """The search may be compiled; the game of the tests and this evaluation never are."""

    class Generous(Evaluation):
        """An evaluation that rewards low scores, so that a seat lets its opponents win."""

        def rewards(self, state):
            scores = state.scores()
            return [-score / 100 for score in scores]

    state = TINY.new({}, 2, Deal(b"catch", results={"die": [5]}))
    while state.rules.spell(state, state.options()[0]) != "keep":
        state.apply(state.options()[-1])
    greedy, generous = Mcts(200), Mcts(200, evaluate=Generous())
    assert isinstance(generous.search(state, Rng(1)), Search)
    assert state.rules.spell(state, greedy.choose(state, Rng(1))) == "keep"  # 6 is the most a die shows
    assert state.rules.spell(state, generous.choose(state, Rng(1))) == "again"
