"""Tests that compare the solo engine with tests/oracles/teotihuacan_solo.py, decision by decision."""

import random

import pytest

from arena.games.chance import Deal
from arena.games.steps import OVER
from arena.games.teotihuacan.player_state import Worker
from arena.games.teotihuacan.rules import SOLO
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.solo.levels import LEVELS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, UNLOCKED
from arena.games.teotihuacan.tiles.discovery import MASKS
from arena.games.teotihuacan.view import SPACE_NAMES
from tests.games.teotihuacan import test_oracle as duel
from tests.oracles import teotihuacan as oracle
from tests.oracles import teotihuacan_solo as solo

KNOB = "teotibot_"


def options_of_game(rng):
    """Return a random value for each rules option, the automaton's knobs included."""
    options = {setting.name: rng.choice(setting.values) for setting in SOLO.options_schema}
    return options | ({"starting_tile_draft": False} if options["first_game"] else {})


def dealt(setup, fate):
    """Return the engine's deal with the same tiles and dice as the oracle's setup."""
    deal = duel.deal_of(setup)
    stacks = deal.stacks | {"action-tiles": fate.tiles}
    results = {name: coming[::-1] for name, coming in deal.results.items()} | {
        "rotations": setup.rotations,
        "directions": [ARROWS.index(arrow.replace(" ", "_")) for arrow in fate.arrows],
        "teotibot-dice": [die - 1 for die in fate.dice],
        "teotibot-rotations": fate.rotations,
    }
    return Deal(b"oracle", stacks, results)


def summary(state):
    """Return a summary of the engine's position in the oracle's form."""
    bot = state.automaton
    return duel.summary(state) | {
        "pyramid_offer": [PYRAMID_IDS[tile] if tile >= 0 else None for tile in state.pyramid_offer],
        "decoration_offer": [DECORATION_IDS[tile] if tile >= 0 else None for tile in state.decoration_offer],
        "actions_lie": dict(zip(solo.PLACES, [ACTION_IDS[tile] for tile in bot.tiles], strict=True)),
        "arrows": [ARROWS[arrow].replace("_", " ") for arrow in (bot.upper, bot.lower)],
        "rolled": bot.rolled,
        "discarded": [DISCOVERY_IDS[kind] for kind in bot.discarded],
    }


def oracles_summary(game):
    """Return the oracle's summary with both offers in their order, because their order matters in the solo game."""
    offers = {"pyramid_offer": list(game.pyramid_offer), "decoration_offer": list(game.decoration_offer)}
    told = duel.oracles_summary(game) | offers
    told["players"][1]["dealt"] = []
    return told


def enrich(rng, ours, theirs):
    """Give the engine's and the oracle's position the same goods and progress. Put the workers on random boards."""
    for our, their in zip(ours.players, theirs.players, strict=True):
        their.cocoa, their.wood, their.stone, their.gold = (rng.choice((0, 1, 2, 9, 30)) for _ in range(4))
        our.cocoa, our.goods = their.cocoa, [their.wood, their.stone, their.gold]
        their.temples = {temple: rng.randrange(11) for temple in their.temples}
        our.temples = list(their.temples.values())
        our.avenue = their.avenue = rng.randrange(10)
        their.technologies = rng.sample(theirs.technologies, rng.randrange(7))
        our.technologies = sum(1 << TECHNOLOGY_IDS.index(tile) for tile in their.technologies)
    if rng.random() < 0.5:
        temple, top = rng.randrange(3), rng.randrange(2)
        ours.players[top].temples[temple] = theirs.players[top].temples[oracle.TEMPLES[temple]] = 11
    for tile in rng.sample(range(MASKS, len(DISCOVERY_IDS)), 5):
        theirs.human.unused.append(DISCOVERY_IDS[tile])
        ours.players[0].receive(tile)
    give_workers(rng, ours, theirs)
    duel.build(rng, ours, theirs)
    ours.light = theirs.light = rng.randrange(ours.dark)
    ours.push(ours.asking)
    ours.settle()


def give_workers(rng, ours, theirs):
    """Give both players random workers: one of the automaton and up to three of the human are locked."""
    spaces = rng.sample(range(3, 7), 4)
    locked = rng.randrange(4)
    human = [place(rng, space) for space in spaces[:locked]] + [place(rng) for _ in range(4 - locked)]
    bot = [place(rng, spaces[3])] + [place(rng) for _ in range(3)]
    for seat, placed in enumerate((human, bot)):
        ours.players[seat].workers = [Worker(*each) for each in placed]
        theirs.players[seat].workers = [
            oracle.Worker(power, board, None if space == UNLOCKED else SPACE_NAMES[space])
            for board, power, space in placed
        ]


def place(rng, space=UNLOCKED):
    """Return a worker's board, a random power, and its Worship space. Without a space, the board is random."""
    board = rng.choice((*range(1, 9), *range(5, 9))) if space == UNLOCKED else BOARD_OF_SPACE[space]
    return board, rng.randrange(1, 6), space


def play_both(seed, options=None, *, rich=False):
    """Play one game on engine and oracle, and compare them after every answer. Return the number of decisions."""
    rng = random.Random(f"solo {seed}")
    options = options_of_game(rng) | (options or {})
    setup, fate = oracle.shuffled_setup(rng), solo.shuffled_fate(rng)
    knobs = {name.removeprefix(KNOB): turned for name, turned in options.items() if name.startswith(KNOB)}
    rest = {name: value for name, value in options.items() if not name.startswith(KNOB)}
    theirs = solo.Solo(setup, fate, duel.for_oracle(rest), knobs)
    ours = SOLO.new(options, 2, dealt(setup, fate))
    likings, answers, enriching = {}, [], rich
    while True:
        if enriching and ours.in_turn and all(text.split()[0] == "move" for text in theirs.options()):
            enrich(rng, ours, theirs)
            enriching = False
        where = f"{options}, after {answers[-12:]}"
        decider = theirs.decider()
        assert ours.to_move == (OVER if decider is None else decider), where
        expected, found = oracles_summary(theirs), summary(ours)
        if found["over"]:
            del expected["turn"], found["turn"]
        assert found == expected, where
        if decider is None:
            break
        offered = {SOLO.spell(ours, option): option for option in ours.options()}
        assert sorted(offered) == sorted(theirs.options()), where
        answer = duel.liked(rng, likings, sorted(offered))
        answers.append(answer)
        ours.play(offered[answer])
        theirs.play(answer)
    assert ours.scores() == theirs.scores()
    assert ours.placements() == theirs.placements()
    return len(answers)


@pytest.mark.parametrize("seed", range(40))
def test_engine_and_oracle_play_the_same_solo_game(seed):
    assert play_both(seed) > 0


@pytest.mark.parametrize("seed", range(40))
def test_engine_and_oracle_play_the_same_solo_game_among_the_rich(seed):
    assert play_both(seed, rich=True) > 0


@pytest.mark.parametrize("level", LEVELS)
def test_engine_and_oracle_play_the_same_game_at_every_level(level):
    canonical = {setting.name: setting.values[0] for setting in SOLO.options_schema}
    assert play_both(level, canonical | LEVELS[level]) > 0
