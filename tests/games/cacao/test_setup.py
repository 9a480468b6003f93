"""C-3: tests of the setup, up to the first turn."""

from collections import Counter

import pytest

from arena.errors import PositionError, UsageError
from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS, jungle_tiles, worker_tiles
from arena.games.chance import Deal
from tests.games.cacao.vocabulary import described, new


@pytest.mark.rule("C-3.1")
@pytest.mark.rule("W-1")
@pytest.mark.rule("C-3.2")
@pytest.mark.rule("C-3.4")
@pytest.mark.rule("C-3.5")
def test_three_players_sit_down():
    seen = new(3).seen
    for village in seen.villages:
        assert Counter(village.unplaced) == {"1-1-1-1": 3, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1}
        assert (village.hand, village.pile, village.river) == (3, 7, 0)
    assert [(tile.x, tile.y, tile.tile) for tile in seen.jungle] == [
        (0, 0, "plantation_single"),
        (1, 1, "market_2"),
    ]
    assert (len(seen.display), len(seen.pile)) == (2, 24)


@pytest.mark.rule("C-3.2")
@pytest.mark.parametrize(("seats", "pile"), [(2, 8), (3, 7), (4, 6)])
def test_each_player_draws_three_tiles(seats, pile):
    assert [(village.hand, village.pile) for village in new(seats).seen.villages] == [(3, pile)] * seats


@pytest.mark.rule("C-3.3")
def test_with_two_players_seven_jungle_tiles_stay_in_the_box():
    seen = new(2).seen
    assert Counter(seen.removed_jungle) == {
        "plantation_single": 2,
        "market_3": 1,
        "gold_mine_1": 1,
        "cenote": 1,
        "sun_site": 1,
        "temple": 1,
    }
    assert [new(seats).seen.removed_jungle for seats in (3, 4)] == [(), ()]


@pytest.mark.rule("C-3.5")
@pytest.mark.parametrize(("seats", "pile"), [(2, 17), (3, 24), (4, 24)])
def test_two_jungle_tiles_are_turned_up(seats, pile):
    seen = new(seats).seen
    assert (len(seen.display), len(seen.pile)) == (2, pile)


@pytest.mark.rule("C-3.6")
def test_villages_start_with_nothing():
    assert [new(4).goods(seat) for seat in range(4)] == [(0, 0, 0, 0)] * 4


@pytest.mark.rule("C-3.7")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seat_0_begins(seats):
    assert new(seats).to_move == 0


def test_stacks_that_are_given_lie_as_given():
    jungle = [JUNGLE_IDS[tile] for tile in jungle_tiles(2)[1:]]
    jungle.remove("market_2")
    workers = [WORKER_IDS[tile] for tile in worker_tiles(2)]
    position = described(new(2, stacks={"jungle": jungle, "workers-1": workers}).state)
    assert position["display"] == sorted(jungle[:2], key=JUNGLE_IDS.index)
    assert position["pile"] == jungle[2:]
    assert position["villages"][1]["hand"] == workers[:3]
    assert position["villages"][1]["pile"] == workers[3:]


def test_giving_one_stack_leaves_the_others_as_the_seed_has_them():
    workers = [WORKER_IDS[tile] for tile in worker_tiles(2)]
    plain, given = new(2), new(2, stacks={"workers-0": workers})
    assert described(given.state)["pile"] == described(plain.state)["pile"]
    assert described(given.state)["villages"][1] == described(plain.state)["villages"][1]


def test_a_stack_that_the_game_does_not_have_is_refused():
    with pytest.raises(PositionError, match="unknown stack 'workers-2'"):
        CACAO.new({}, 2, Deal(b"", {"workers-2": []}))


@pytest.mark.parametrize("seats", [1, 5])
def test_a_game_has_neither_one_seat_nor_five(seats):
    with pytest.raises(UsageError, match="expected one of 2, 3, 4"):
        CACAO.new({}, seats, Deal(b""))
