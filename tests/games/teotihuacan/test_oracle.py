"""The engine compared with tests/oracles/teotihuacan.py, decision by decision: the asked seat, options and effects.

Both were written from the same rules, one without sight of the other. Each game draws its answers with its own
preferences for the kinds of options. These are often strong, so that the games together reach all parts of the rules.
"""

import random

import pytest

from arena.games.chance import Deal
from arena.games.steps import OVER
from arena.games.teotihuacan.notation import GOODS_NAMES, ROW_NAMES, TEMPLE_NAMES, decoration_space, pyramid_space
from arena.games.teotihuacan.player_state import Worker
from arena.games.teotihuacan.pyramid import is_open, lay, open_sides
from arena.games.teotihuacan.rules import TEOTIHUACAN
from arena.games.teotihuacan.setup import (
    DECORATION_IDS,
    DISCOVERY_BOARDS,
    DISCOVERY_IDS,
    PYRAMID_IDS,
    TECHNOLOGY_IDS,
)
from arena.games.teotihuacan.terms import HAND, TRANSIT, UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.discovery import MASKS
from arena.games.teotihuacan.tiles.pyramid import ROTATIONS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SPACE_NAMES
from tests.oracles import teotihuacan as oracle
from tests.soaking import games

# Every value of every option is met often; which go with which changes from game to game.
VARIANTS = {setting.name: setting.values for setting in TEOTIHUACAN.options_schema}
TURNS = ("first_game", "starting_tile_draft")
SPOTS = ("3", "6", "8", "blue 4", "red 5", "green 3", "green 6")
PLACES = {WHEEL: oracle.WHEEL, TRANSIT: oracle.TRANSIT, HAND: oracle.HAND}


def options_of_game(rng):
    """Return a random value for each rules option; a first game has no draft (T-16.3)."""
    options = {name: rng.choice(values) for name, values in VARIANTS.items()}
    if all(options[name] for name in TURNS):
        options[rng.choice(TURNS)] = False
    return options


def for_oracle(options):
    """Return the rules options in the oracle's form: None in the place of "none"."""
    return {name: None if value == "none" else value for name, value in options.items()}


def deal_of(setup):
    """Return the engine's deal with the same stacks as the oracle's setup."""
    boards = [str(board) for board in setup.boards if board not in (1, 8)]
    stacks = {
        "boards": boards,
        "bonuses": setup.bonus,
        "technologies": setup.technologies,
        "decorations": setup.decorations,
        "pyramid": [oracle.SAME_PYRAMID_TILE.get(tile, tile) for tile in setup.pyramid],
        "discovery": setup.discoveries,
        "discovery-again": setup.discoveries_again,
        "starting": setup.starting,
    }
    for letter, first in zip("abc", setup.royal, strict=True):
        tiles = oracle.ROYAL_TILES[letter.upper()]
        stacks[f"royal-{letter}"] = [first, *(tile for tile in tiles if tile != first)]
    for time, order in enumerate(setup.neutral):
        stacks[f"neutral-{time}"] = order
    return Deal(b"oracle", stacks, {"rotations": setup.rotations})


def summary(state):
    """Return a summary of the engine's position in the oracle's form."""
    return {
        "players": [player_summary(state, player) for player in state.players],
        "neutrals": [sorted(str(board) for board in boards) for boards in state.neutrals if boards],
        "ring": state.ring[1:],
        "royal": {SPACE_NAMES[slot]: ROYAL_IDS[tile] for slot, tile in enumerate(state.royals)},
        "bonus": {temple: BONUS_IDS[tile] for temple, tile in zip(TEMPLE_NAMES, state.bonuses, strict=True)},
        "technologies": [TECHNOLOGY_IDS[tile] for tile in state.technologies],
        "pyramid": dict(
            sorted(
                (pyramid_space(space), f"{PYRAMID_IDS[turned >> 2]} r{turned & 3}")
                for space, turned in enumerate(state.built)
                if turned >= 0
            )
        ),
        "decorations": dict(
            sorted(
                (decoration_space(place), DECORATION_IDS[tile])
                for place, tile in enumerate(state.decorated)
                if tile >= 0
            )
        ),
        "pyramid_offer": sorted(PYRAMID_IDS[tile] for tile in state.pyramid_offer if tile >= 0),
        "pyramid_stack": [PYRAMID_IDS[tile] for tile in reversed(state.pyramid_stack)],
        "decoration_offer": sorted(DECORATION_IDS[tile] for tile in state.decoration_offer if tile >= 0),
        "decoration_stack": [DECORATION_IDS[tile] for tile in reversed(state.decoration_stack)],
        "worship_tiles": {board: kind(state.beside[board]) for board in DISCOVERY_BOARDS},
        "track_tiles": {name: [kind(tile) for tile in state.spots[spot]] for spot, name in enumerate(SPOTS)},
        "discovery_stack": [kind(tile) for tile in reversed(state.discovery_stack)],
        "tied": sorted(
            kind(tile) for tiles in [*state.tied, state.laid_out_tied, state.returned] for tile in tiles if tile >= 0
        ),
        "buildings": dict(zip(ROW_NAMES, state.nobles, strict=True)),
        "light": state.light,
        "dark": state.dark,
        "eclipses": state.eclipses,
        "turn": state.turn,
        "final": state.finished,
        "over": state.to_move == OVER,
    }


def kind(tile):
    """Return the name of a Discovery tile; None for -1, which means no tile."""
    return DISCOVERY_IDS[tile] if tile >= 0 else None


def player_summary(state, player):
    """Return a player's possessions in the oracle's form."""
    ready = [DISCOVERY_IDS[tile] for tile, count in enumerate(player.ready) for _ in range(count)]
    masks = sum(player.ready[:MASKS])
    dealt = state.dealt[player.seat] if player.seat < len(state.dealt) else []
    return dict(zip(GOODS_NAMES[:3], player.goods, strict=True)) | {
        "cocoa": player.cocoa,
        "points": player.points,
        "temples": dict(zip(TEMPLE_NAMES, player.temples, strict=True)),
        "avenue": player.avenue,
        "track": player.track,
        "technologies": [name for tile, name in enumerate(TECHNOLOGY_IDS) if player.has(tile)],
        "masks": ready[:masks],
        "unused": ready[masks:],
        "used": [DISCOVERY_IDS[tile] for tile, count in enumerate(player.used) for _ in range(count)],
        "dealt": [STARTING_IDS[tile] for tile in dealt],
        "workers": sorted(f"{worker.power}@{place_of(worker)}" for worker in player.workers),
    }


def place_of(worker):
    """Return the board or the Worship space of a worker, in the oracle's words."""
    if worker.space != UNLOCKED:
        return SPACE_NAMES[worker.space]
    return PLACES.get(worker.board, worker.board)


def oracles_summary(game):
    """Return the oracle's summary, without duplicate values and without values that the engine does not always have."""
    told = game.summary()
    told["track_tiles"] = {
        str(step): tiles for step, tiles in (told.pop("avenue_tiles") | told.pop("temple_tiles")).items()
    }
    told["tied"] = sorted(told["tied"].values())
    for player in told["players"]:
        del player["kept"]  # secret until all have chosen, and then shown by what follows
    for name in ("active", "round"):  # computed from `turn`
        del told[name]
    return told


def liked(rng, likings, options):
    """Return a random option. First its verb is drawn, by the game's preferences, then one of the verb's options."""
    verbs = sorted({option.split()[0] for option in options})
    verb = rng.choices(verbs, [likings.setdefault(verb, rng.choice((0.1, 1, 1, 4))) for verb in verbs])[0]
    return rng.choice([option for option in options if option.split()[0] == verb])


def enrich(rng, ours, theirs):
    """Give engine and oracle the same goods, tiles and progress, because random play reaches little of the game."""
    tops = {temple: rng.randrange(2 * ours.seats) for temple in TEMPLE_NAMES}  # one marker on a top step, or none
    spaces = rng.sample(range(len(SPACE_NAMES)), ours.seats)
    for our, their in zip(ours.players, theirs.players, strict=True):
        their.cocoa, their.wood, their.stone, their.gold = (rng.choice((0, 2, 9, 30)) for _ in range(4))
        our.cocoa, our.goods = their.cocoa, [their.wood, their.stone, their.gold]
        for temple, top in tops.items():
            their.temples[temple] = 11 if top == our.seat else rng.randrange(11)
        our.temples = list(their.temples.values())
        our.avenue = their.avenue = rng.randrange(10)
        their.technologies = rng.sample(theirs.technologies, rng.randrange(7))
        our.technologies = sum(1 << TECHNOLOGY_IDS.index(tile) for tile in their.technologies)
        for tile in rng.sample(range(MASKS, len(DISCOVERY_IDS)), 7):  # no player ever has more masks than the box
            their.unused.append(DISCOVERY_IDS[tile])
            our.receive(tile)
        give_workers(rng, our, their, spaces[our.seat])
    build(rng, ours, theirs)
    ours.light = theirs.light = rng.randrange(ours.dark)
    ours.push(ours.asking)
    ours.settle()


def build(rng, ours, theirs):
    """Build a part of the Pyramid, the Decorations and the Nobles' Buildings; sometimes nearly all of them."""
    for row in rng.sample(range(3), 3):
        count = rng.randrange(min((5, 4, 3)[row], 11 - sum(ours.nobles)) + 1)
        ours.nobles[row] = theirs.buildings[ROW_NAMES[row]] = count
    ours.buildings = sum(ours.nobles)
    for space in range(rng.choice((0, 16, 25, 29))):
        if is_open(ours, space):
            tile, rotation = ours.pyramid_stack.pop(), rng.randrange(4)
            rotation %= ROTATIONS[tile]
            lay(ours, space, tile * 4 + rotation)
            theirs.pyramid[pyramid_space(space)] = (theirs.pyramid_stack.pop(0), rotation)
    for _ in range(rng.randrange(12)):
        place = rng.choice(open_sides(ours) or [None])
        if place is not None:
            ours.sides[place >> 2] += 1
            ours.decorated[place] = ours.decoration_stack.pop()
            theirs.decorations[decoration_space(place)] = theirs.decoration_stack.pop(0)


def give_workers(rng, our, their, space):
    """Give each player three or four workers in play. One of them may be locked."""
    boards = [1, 1, 1, 2, 3, 4, 7]
    placed = []
    for _ in range(rng.choice((3, 4))):
        placed.append((rng.choice((rng.randrange(1, 9), 8)), rng.randrange(1, 6), UNLOCKED))
    if rng.random() < 0.5:
        placed[0] = (boards[space], rng.randrange(1, 6), space)
    if len(placed) == 3:
        placed.append((WHEEL, 3, UNLOCKED))
    our.workers = [Worker(*each) for each in placed]
    their.workers = [
        oracle.Worker(power, PLACES.get(board, board), None if at == UNLOCKED else SPACE_NAMES[at])
        for board, power, at in placed
    ]


def play_both(seats, seed, options=None, *, rich=False):
    """Play one game on engine and oracle, and compare them after every answer. Return the number of decisions."""
    rng = random.Random(f"{seats} {seed}")
    options = options_of_game(rng) | (options or {})
    setup = oracle.shuffled_setup(rng)
    theirs = oracle.Oracle(seats, setup, for_oracle(options))
    ours = TEOTIHUACAN.new(options, seats, deal_of(setup))
    likings = {}
    answers = []
    enriching = rich
    while True:
        if enriching and ours.in_turn and all(text.split()[0] == "move" for text in theirs.options()):
            enrich(rng, ours, theirs)
            enriching = False
        where = f"{options}, {seats} seats, after {answers[-12:]}"
        decider = theirs.decider()
        assert ours.to_move == (OVER if decider is None else decider), where
        expected = oracles_summary(theirs)
        found = summary(ours)
        if found["over"]:
            del expected["turn"], found["turn"]
        assert found == expected, where
        if decider is None:
            break
        offered = {TEOTIHUACAN.spell(ours, option): option for option in ours.options()}
        assert sorted(offered) == sorted(theirs.options()), where
        answer = liked(rng, likings, sorted(offered))
        answers.append(answer)
        ours.play(offered[answer])
        theirs.play(answer)
    assert ours.scores() == theirs.scores()
    assert ours.placements() == theirs.placements()
    return len(answers)


@pytest.mark.parametrize("seats", TEOTIHUACAN.seats)
@pytest.mark.parametrize("seed", range(games(10, 40)))
def test_engine_and_oracle_play_the_same_game(seats, seed):
    assert play_both(seats, seed) > 0


@pytest.mark.parametrize("seats", TEOTIHUACAN.seats)
@pytest.mark.parametrize("seed", range(games(10, 40)))
def test_engine_and_oracle_play_the_same_game_among_the_rich(seats, seed):
    assert play_both(seats, seed, rich=True) > 0


@pytest.mark.parametrize("seats", TEOTIHUACAN.seats)
@pytest.mark.parametrize("variant", ["canonical", *TURNS, "dark_eclipse"])
def test_engine_and_oracle_play_the_same_variant(seats, variant):
    canonical = {name: values[0] for name, values in VARIANTS.items()}
    chosen = canonical if variant == "canonical" else canonical | {variant: True}
    assert play_both(seats, 0, chosen) > 0
