"""T-17.1 The automaton's start: its seat, its equipment, and its tiles."""

from typing import Final

from arena.games.chance import Deal
from arena.games.teotihuacan.player_state import PlayerState, Worker
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, AutomatonState, knob
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import CONSTRUCTION, DECORATIONS, DECORATIONS_SPACE, GOLD_DEPOSITS, NOBLES

SOLO_MARK: Final = "teotibot_wood"  # an option that only solo games have
TILES_STACK: Final = "action-tiles"
DIRECTIONS_DIE: Final = "directions"
BOT_DICE: Final = "teotibot-dice"  # from 0: a given 5 is a six
BOT_ROTATIONS: Final = "teotibot-rotations"
DICE: Final = (DIRECTIONS_DIE, BOT_DICE, BOT_ROTATIONS)

GOODS: Final = 2  # of each kind
THIRD_LOWEST: Final = 2  # the Technology tile at the right of row 1
POWER: Final = 2


def set_up_automaton(state: Teotihuacan, deal: Deal) -> None:
    """T-17.1.1: give the automaton the last seat, with the Last Player token, its equipment and its tiles."""
    automaton = state.seat_automaton()
    equip(state, state.players[state.seats - 1])
    lay_out_tiles(automaton, deal)


def equip(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.1.2, T-17.1.3, T-17.6.4: give the automaton goods, steps without rewards, a technology, four workers."""
    settings = state.settings
    player.cocoa = 0
    player.goods = [GOODS + knob(settings, "wood"), GOODS + knob(settings, "stone"), GOODS + knob(settings, "gold")]
    player.temples = [1, 1, 1]
    player.avenue = 1
    player.technologies = 1 << state.technologies[THIRD_LOWEST]
    player.workers = [
        Worker(GOLD_DEPOSITS, POWER + knob(settings, "power_4")),
        Worker(NOBLES, POWER + knob(settings, "power_6")),
        Worker(CONSTRUCTION, POWER + knob(settings, "power_8")),
        Worker(DECORATIONS, 1, DECORATIONS_SPACE),
    ]


def lay_out_tiles(automaton: AutomatonState, deal: Deal) -> None:
    """T-17.1.4: lay six action tiles from the top down, left to right, and set the seventh aside.

    Lay both direction tiles, each with a random side up. Store the Streams of the automaton's dice and tile rotations.
    """
    tiles = deal.stack(TILES_STACK, list(range(len(ACTION_IDS))), ACTION_IDS)
    tiles.reverse()
    automaton.tiles = tiles
    directions = deal.stream(DIRECTIONS_DIE)
    automaton.upper = directions.below(2)
    automaton.lower = directions.below(2)
    automaton.dice = deal.stream(BOT_DICE)
    automaton.rotations = deal.stream(BOT_ROTATIONS)
