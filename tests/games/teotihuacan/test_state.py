"""T-1: tests of the parts of a position: boards, workers, colours, tracks, turns."""

import pytest

from arena.errors import UsageError
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.games.teotihuacan.rules import TEOTIHUACAN
from tests.games.teotihuacan.vocabulary import (
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD,
    QUARRY,
    arriving,
    new,
    player,
    table,
)


@pytest.mark.rule("T-1.1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats):
    assert [len(new(several).state.players) for several in (2, 3, 4)] == [2, 3, 4]
    with pytest.raises(UsageError):
        TEOTIHUACAN.new({}, seats, Deal(b""))


@pytest.mark.rule("T-1.2")
def test_after_position_eight_comes_the_palace():
    game = table(ana=player(workers="1@7 1@3 1@4"))
    assert game.state.ring[8] == DECORATIONS
    assert game.play("move 1@7 1", "collect").ana.workers == "1@1 1@3 1@4"


@pytest.mark.rule("T-1.2")
@pytest.mark.parametrize("seed", range(10))
def test_the_palace_is_first_and_construction_fifth_on_every_ring(seed):
    ring = new(seed=seed).state.ring[1:]
    assert (ring[0], ring[4]) == (1, 8)
    assert sorted(ring) == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.rule("T-1.3")
def test_a_worker_of_power_five_never_shows_a_six():
    game = arriving(FOREST, 5).play("main")
    assert game.asks == "reward"
    assert game.ana.workers == "1@1 1@1 1@1"


@pytest.mark.rule("T-1.4")
def test_locked_workers_and_the_one_on_the_wheel_neither_move_nor_grow():
    game = table(ana=player(workers="2@3 4@forest 5@palace_1", tiles="V39"))
    assert game.offered == ["free unlock", "move 2@3 1", "move 2@3 2", "move 2@3 3", "use V39"]
    game.play("use V39")
    assert game.ana.workers == "5@palace_1 4@forest 4@3"


@pytest.mark.rule("T-1.5")
@pytest.mark.parametrize(
    ("others", "stone"),
    [("", "0"), ("1@3", "1"), ("1@3 1@3", "2"), ("1@3 1@3 1@3", "2"), ("1@quarry 1@3", "1"), ("1@4 1@2", "0")],
)
def test_unlocked_workers_on_the_board_count_and_three_at_most(others, stone):
    game = arriving(QUARRY, 1, others, ana=player(cocoa=1)).play("main")
    assert game.ana.stone == int(stone)


@pytest.mark.rule("T-21.10")
@pytest.mark.rule("T-1.5")
@pytest.mark.rule("T-7.3")
def test_four_workers_count_as_three_and_the_weakest_of_the_four_decides():
    game = arriving(GOLD, 3, "1@4 3@4 5@4", ana=player(cocoa=1)).play("main")
    assert "seat 0 takes the Main action of Gold Deposits: 3 workers, lowest power 1" in game.told
    assert (game.ana.gold, game.ana.cocoa) == (2, 1)


COLOURS = {
    "nobody": ({}, 0),
    "a neutral colour": ({"neutrals": ("3 5 6",)}, 1),
    "both neutral colours": ({"neutrals": ("3 5 6", "3 4 5")}, 2),
    "another player": ({"ben": player(workers="1@3 2@3 1@1")}, 1),
    "another player's locked worker": ({"ben": player(workers="1@quarry 1@1 1@1")}, 0),
    "a worker of one's own": ({"others": "2@3"}, 1),
    "two workers of one's own": ({"others": "2@3 1@3"}, 1),
    "one's own locked worker": ({"others": "2@quarry"}, 0),
}


@pytest.mark.rule("T-1.6")
@pytest.mark.rule("T-5.2")
@pytest.mark.parametrize("there", COLOURS)
def test_colours_are_those_of_the_unlocked_workers_that_were_there_before(there):
    table_of, colours = COLOURS[there]
    game = arriving(QUARRY, 1, **table_of).play("collect")
    assert game.ana.cocoa == colours + 1


@pytest.mark.rule("T-1.6")
@pytest.mark.rule("T-7.1")
def test_four_colours_are_the_most_there_can_be_and_they_all_cost():
    full = {"ben": player(workers="1@3 1@3 1@3"), "neutrals": ("3 4 5", "2 3 4")}
    assert arriving(QUARRY, 1, "1@3", ana=player(cocoa=3), **full).offered[:1] == ["collect"]
    assert not arriving(QUARRY, 1, "1@3", ana=player(cocoa=3), **full).has("main")
    assert arriving(QUARRY, 1, "1@3", ana=player(cocoa=4), **full).play("main").ana.cocoa == 0


@pytest.mark.rule("T-21.37")
@pytest.mark.rule("T-1.6")
@pytest.mark.rule("T-3.4")
def test_a_worker_unlocked_before_the_action_is_a_colour_of_its_own():
    def unlocked():
        return arriving(QUARRY, 1, "1@quarry", ana=player(cocoa=4)).play("unlock")

    assert unlocked().play("collect").ana.cocoa == 1 + 2
    game = unlocked().play("main")
    assert game.ana.cocoa == 0
    assert "seat 0 takes the Main action of Stone Quarry: 2 workers, lowest power 1" in game.told


@pytest.mark.rule("T-1.7")
def test_the_supply_has_no_end():
    rich = player(cocoa=500, wood=500, workers="1@2 1@3 1@4")
    game = arriving(FOREST, 4, ana=rich).play("main")
    assert game.ana.wood == 502


@pytest.mark.rule("T-1.8")
def test_a_space_stays_empty_if_the_stack_is_empty():
    game = arriving(FOREST, beside={FOREST: "V22"})
    game.state.discovery_stack.clear()
    game.play("worship forest discovery", "continue")
    assert game.state.beside[FOREST] == -1
    assert game.offered == ["end turn", "use V22"]


@pytest.mark.rule("T-1.9")
@pytest.mark.rule("T-2.3.2")
def test_all_tracks_begin_at_nought():
    for each in new(4).state.players:
        assert (each.temples, each.avenue, each.track, each.points) == ([0, 0, 0], 0, 0, 0)


@pytest.mark.rule("T-1.10")
@pytest.mark.rule("T-3.1")
def test_turns_go_round_in_the_order_of_the_tokens():
    game = table(cleo=player(), dan=player())
    order = []
    for _ in range(8):
        order.append(game.asked)
        game.play(game.offered[0], "collect")
    assert order == ["ana", "ben", "cleo", "dan"] * 2


@pytest.mark.rule("T-1.11")
def test_a_worker_on_the_way_is_in_play_and_the_one_on_the_wheel_is_not():
    game = arriving(CONSTRUCTION, 5, "1@1 1@1", ana=player(stone=2), pyramid_offer="P30 P00 P01")
    assert game.asks == "act"
    assert game.state.players[0].in_play() == 3


def test_a_clone_is_independent_of_its_original():
    state = new(3, seed=5).state
    before = state.digest()
    clone = state.clone()
    assert clone.digest() == before
    playout(clone, Rng(5))
    assert state.digest() == before
