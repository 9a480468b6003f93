from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.referee.house_policy import House
from tests.games.tiny.rules import KEEP, TINY
from tests.referee.seats import SALT, SEED


def answers(salt, seats=3):
    state, house, chosen = TINY.new({}, seats, Deal(SEED)), House(salt, seats), []
    while state.to_move != OVER:
        chosen.append(house.choose(state))
        state.play(chosen[-1])
    return chosen


def test_the_house_plays_legally_and_repeats_with_its_salt():
    assert answers(SALT) == answers(SALT)
    assert answers(SALT) != answers(SEED)


def test_the_house_takes_the_option_that_puts_its_seat_furthest_ahead():
    state = TINY.new({}, 2, Deal(SEED, results={"die": [5]}))  # no catch is worth more than the 6 that lie there
    while KEEP not in state.options():
        state.play(state.options()[0])
    chosen = [House(bytes([salt]) * 32, 2).choose(state) for salt in range(60)]
    # To throw again is as good only where the imagined die brings another 6.
    assert chosen.count(KEEP) > 50


def test_the_house_does_not_look_at_what_its_seat_cannot_see():
    state = TINY.new({}, 2, Deal(SEED))
    for salt in range(30):
        twin = state.imagine(state.to_move, Rng(salt))
        assert House(SALT, 2).choose(twin) == House(SALT, 2).choose(state)
