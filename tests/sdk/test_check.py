"""`check` tries a bot in every game and seat, and reports its first mistake with its place."""

import pytest

from arena.bots import HOUSE
from arena.errors import BotError
from arena.games import GAMES
from arena_sdk import Bot, check
from arena_sdk.house import as_bot

pytestmark = pytest.mark.usefixtures("tiny")


class First(Bot):
    games = ("tiny",)

    def choose(self, turn):
        return turn.options[0]


def test_check_tries_a_bot_at_every_seat_of_every_game_with_every_option_value():
    seen = set()

    class Looks(First):
        games = ("cacao", "tiny")

        def start(self, start):
            seen.add((start.game, len(start.seats), start.seat, *start.options.values()))

    check(Looks)
    assert seen == {
        (game, seats, seat, value)
        for game in ("cacao", "tiny")
        for seats in (2, 3, 4)
        for seat in range(seats)
        for value in (True, False)
    }


def test_check_tries_a_bot_with_its_own_numbers_of_seats_only():
    seen = set()

    class Duellist(First):
        seats = (2,)

        def start(self, start):
            seen.add(len(start.seats))

    check(Duellist)
    assert seen == {2}


def test_check_tries_a_bot_in_the_middle_of_games():
    met = []

    class Remembers(First):
        def start(self, start):
            self.asked = 0

        def choose(self, turn):
            self.asked += 1
            met.append((self.asked, turn.number))
            return 0

    check(Remembers)
    assert any(asked == 1 and number > 1 for asked, number in met)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_house_bots_pass(name):
    assert check(as_bot(HOUSE[name])) > 100


def raising(*_):
    raise ValueError("no")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"choose": lambda _, turn: len(turn.options)}, r"decision 1\) chose 3, expected one of turn\.options"),
        ({"choose": lambda *_: "lay 3"}, r"chose 'lay 3', expected"),
        ({"choose": raising}, r"seat 0 of 2, scraps=off, decision 1, choose\) raised ValueError: no"),
        ({"start": raising}, r"before its first decision, start\) raised ValueError: no"),
        ({"over": raising}, r"at the end, over\) raised ValueError: no"),
        ({"__init__": raising}, r"before its first decision\) raised ValueError: no"),
        ({"games": ("cacoa",)}, rf"plays cacoa: expected games among {', '.join(GAMES)}, tiny"),
        ({"name": "no name"}, r"is named 'no name'"),
        ({"seats": 2}, r"seats = 2: expected numbers of seats, such as \(2,\)"),
    ],
    ids=["index", "text", "choose", "start", "over", "constructor", "game", "name", "seats"],
)
def test_a_mistake_is_reported_with_its_place(wrong, message):
    with pytest.raises(BotError, match=message):
        check(type("Wrong", (First,), wrong))


def test_a_bot_that_needs_earlier_decisions_is_found():
    class Forgetful(First):
        def choose(self, turn):
            self.count = 1 if turn.number == 1 else self.count + 1
            return 0

    with pytest.raises(BotError, match="AttributeError"):
        check(Forgetful)


def test_a_bot_without_games_is_tried_in_all():
    games = set()

    class Plays(First):
        games = ()

        def start(self, start):
            games.add(start.game)

    Plays.__qualname__ = "Plays"
    check(Plays)
    assert games == set(GAMES)
