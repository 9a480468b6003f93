"""T-17: checks of conditions on the automaton that hold in every position; T-20 has the conditions on all players."""

from arena.games.teotihuacan.invariants import OF_A_SEAT, is_automatic, require
from arena.games.teotihuacan.setup import DISCOVERY_IDS
from arena.games.teotihuacan.terms import PALACE
from arena.games.teotihuacan.tiles.discovery import MASKS
from arena.games.teotihuacan.view import TeotihuacanView


def check(seen: TeotihuacanView) -> None:
    """T-17: check all invariants of the automaton. Raise PositionError, which names the rule, if one is broken."""
    for one in (turn, setup, tiles, locked_worker):
        one(seen)


def turn(seen: TeotihuacanView) -> None:
    """T-17.3: check that it is not the automaton's turn. The engine plays this turn as a whole, without a question.

    The automaton may be the active player in an Eclipse, in which the human is asked about the salary, and when the
    game is over.
    """
    waits = is_automatic(seen, seen.active) and seen.phase not in {"eclipse", "over"}
    require(not waits, "T-17.3", "it is the automaton's turn; expected the human's")


def setup(seen: TeotihuacanView) -> None:
    """T-17.1.1: check that the automaton has no Starting tiles, and that no pending step asks it to choose in setup."""
    require(not seen.players[-1].starting, "T-17.1.1", "the automaton has Starting tiles; expected none")
    for step in (*seen.pending, seen.asks):
        waits = step.name in OF_A_SEAT and is_automatic(seen, step.numbers[0])
        require(not waits, "T-17.1.1", f"the step {step.name!r} waits for the automaton")


def tiles(seen: TeotihuacanView) -> None:
    """T-17.4.1, T-17.5.7: check that the automaton's Discovery tiles are different masks, all face up."""
    player = seen.players[-1]
    for tile in player.discoveries:
        mask = DISCOVERY_IDS.index(tile) < MASKS
        require(mask, "T-17.4.1", f"the automaton has {tile}; expected masks alone")
        require(player.discoveries.count(tile) == 1, "T-17.5.7", f"the automaton has {tile} twice")
    used = " ".join(player.used)
    require(not used, "T-17.4.1", f"the automaton has used {used}; expected no tile")


def locked_worker(seen: TeotihuacanView) -> None:
    """T-17.4.9: check that exactly one worker of the automaton is locked, and not at the Palace.

    With rules options that let a locked worker move on, none may be locked.
    """
    locked = [worker for worker in seen.players[-1].workers if worker.space]
    options = dict(seen.options)
    moves_on = "any" in (options["bot_fallback_worker"], options["bot_alchemy_worker"])
    fine = len(locked) == 1 or (moves_on and not locked)
    fine = fine and all(worker.board != PALACE for worker in locked)
    require(fine, "T-17.4.9", f"{len(locked)} workers of the automaton are locked; expected one, at a temple")
