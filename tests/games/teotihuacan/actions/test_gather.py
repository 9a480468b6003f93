"""T-7.4: tests of the Main actions that gather: on the Forest, Stone Quarry and Gold Deposits."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, GOLD, QUARRY, arriving, player

# By board and N: what L = 1, L = 2 or 3 and L = 4 or 5 give
GRID = {
    (FOREST, 1): ["1 cocoa", "1 wood", "2 wood"],
    (FOREST, 2): ["1 wood", "2 wood", "3 wood 2 cocoa"],
    (FOREST, 3): ["2 wood 1 cocoa", "3 wood 3 cocoa", "4 wood 5 cocoa"],
    (QUARRY, 1): ["1 points", "1 stone", "2 stone"],
    (QUARRY, 2): ["1 stone", "2 stone", "3 stone 2 points"],
    (QUARRY, 3): ["2 stone 1 points", "3 stone 3 points", "4 stone 5 points"],
    (GOLD, 1): ["1 points", "1 gold", "2 gold"],
    (GOLD, 2): ["1 gold", "2 gold", "3 gold 2 points"],
    (GOLD, 3): ["2 gold 1 cocoa", "3 gold", "4 gold"],
}
COLUMNS = {1: 0, 2: 1, 3: 1, 4: 2, 5: 2}
STEPS = {(GOLD, 3, 1): 1, (GOLD, 3, 2): 2}  # on any temple: by board, N and column
GOODS = ("cocoa", "wood", "stone", "gold", "points")


def gathering(board, count, lowest, **has):
    """Return a game in which Ana took the Main action with these workers, with exactly enough cocoa for it."""
    others = " ".join([f"5@{board}"] * (count - 1))
    return arriving(board, lowest, others, ana=player(cocoa=min(1, count - 1), **has)).play("main")


@pytest.mark.rule("T-7.4.1")
@pytest.mark.parametrize(("board", "count"), GRID)
@pytest.mark.parametrize("lowest", COLUMNS)
def test_each_cell_of_the_grids_gives_its_goods(board, count, lowest):
    game = gathering(board, count, lowest)
    words = GRID[board, count][COLUMNS[lowest]].split()
    gained = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert {good: getattr(game.ana, good) for good in GOODS} == dict.fromkeys(GOODS, 0) | gained
    for _ in range(STEPS.get((board, count, COLUMNS[lowest]), 0)):
        assert game.asks == "any_temple"
        game.play("temple red")
    assert game.asks != "any_temple"


@pytest.mark.rule("T-7.4.1")
def test_temple_steps_are_taken_one_by_one_after_the_goods():
    game = gathering(GOLD, 3, 4)
    assert (game.ana.gold, game.offered) == (4, ["temple blue", "temple red", "temple green"])
    game.play("temple blue", "gain wood", "temple green")
    assert (game.ana.blue, game.ana.green, game.ana.wood, game.ana.cocoa) == (1, 1, 1, 1)


@pytest.mark.rule("T-21.4")
@pytest.mark.rule("T-7.4.3")
def test_two_workers_gather_two_wood_and_one_of_them_grows():
    def gathered():
        return arriving(FOREST, 2, "5@2", ana=player(cocoa=1)).play("main")

    game = gathered()
    assert (game.ana.wood, game.offered) == (2, ["power up 2@2", "power up 5@2"])
    assert game.play("power up 2@2").ana.workers == "1@1 3@2 5@2"
    game = gathered().play("power up 5@2")
    assert (game.asks, game.ana.workers) == ("reward", "1@1 1@1 2@2")


@pytest.mark.rule("T-7.4.2")
@pytest.mark.rule("T-12.4")
@pytest.mark.rule("T-12.5")
@pytest.mark.rule("T-12.1")
@pytest.mark.parametrize(("board", "good"), [(FOREST, "wood"), (QUARRY, "stone"), (GOLD, "gold")])
def test_technologies_five_and_seven_pay_with_the_goods_whatever_the_cell_shows(board, good):
    plain = gathering(board, 1, 1)
    game = gathering(board, 1, 1, technologies="TECH05 TECH07")
    assert getattr(game.ana, good) == 1
    assert (game.ana.cocoa - plain.ana.cocoa, game.ana.points - plain.ana.points) == (1, 1)
    early = gathering(GOLD, 3, 2, technologies="TECH05")
    assert (early.asks, early.ana.gold) == ("any_temple", 4)


@pytest.mark.rule("T-7.4.3")
@pytest.mark.parametrize(
    ("count", "asked"), [(1, []), (2, ["power up 2@2", "power up 5@2"]), (3, ["power up 2@2", "power up 5@2"])]
)
def test_one_or_two_workers_bring_one_power_up_and_three_may_bring_two(count, asked):
    game = gathering(FOREST, count, 2)
    assert (game.offered if asked else []) == asked
    if asked:
        game.play("power up 2@2")
    if count == 3:
        assert game.offered == ["power up 3@2", "power up 5@2", "stop", *game.offered[3:]]
        game.play("stop")
    assert game.state.players[0].workers[0].power == 3
    assert game.asks in ("end_window", "open")
