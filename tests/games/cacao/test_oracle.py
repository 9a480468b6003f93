"""Tests that compare the engine with an independent program of the rules, in random games of Cacao."""

import json
import random

import pytest

from arena.games.cacao.rules import CACAO
from arena.games.chance import Deal
from arena.games.steps import OVER
from tests.oracles.cacao import Oracle, shuffled_setup
from tests.soaking import games

GAMES = games(10, 40)


def position_as_the_oracle_tells_it(state):
    told = json.loads(state.position())
    grid = {}
    for tile in told["jungle"]:
        grid["{},{}".format(*tile["at"])] = tile["tile"]
    for tile in told["workers"]:
        over = " over" if "covers" in tile else ""
        grid["{},{}".format(*tile["at"])] = f"p{tile['seat']} {tile['tile']} r{tile['rotation']}{over}"
    villages = told["villages"]
    return {
        "grid": grid,
        "hands": [sorted(village["hand"]) for village in villages],
        "piles": [village["pile"] for village in villages],
        "jungle": told["pile"],
        "display": sorted(told["display"]),
        "gold": [village["market"] + village["gold_mine"] for village in villages],
        "cacao": [village["cacao"] for village in villages],
        "sun": [village["suns"] for village in villages],
        "river": [village["river"] for village in villages],
        "turn": told["turn"],
        "active": told["turn"] % told["seats"],
    }


@pytest.mark.parametrize("auto_resolve", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_engine_and_oracle_play_the_same_games(players, auto_resolve):
    for seed in range(GAMES):
        rng = random.Random(f"{players} {auto_resolve} {seed}")
        piles, jungle = shuffled_setup(players, rng)
        oracle = Oracle(players, piles, jungle, auto_resolve=auto_resolve)
        stacks = {f"workers-{seat}": pile for seat, pile in enumerate(piles)} | {"jungle": jungle}
        state = CACAO.new({"auto_resolve": auto_resolve}, players, Deal(b"", stacks))
        while oracle.decider() is not None:
            assert position_as_the_oracle_tells_it(state) == oracle.summary()
            assert state.to_move == oracle.decider()
            spelled = [CACAO.spell(state, option) for option in state.options()]
            assert spelled == oracle.options()
            text = rng.choice(spelled)
            oracle.play(text)
            state.play(CACAO.read(state, text))
        assert state.to_move == OVER
        assert state.scores() == oracle.scores()
        assert state.placements() == oracle.placements()
        assert [sum(points) for points in state.ledger()["temple"]] == oracle.temple_gold()
