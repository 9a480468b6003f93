"""T-15.3 The places at the end of the game, and the ledger, which says for what each seat scored its points."""

# A real import cycle: the State calls this module to score itself.
import arena.games.teotihuacan.state as table
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.terms import ROUNDS


def placements(state: "table.Teotihuacan") -> list[int]:
    """T-15.3, T-16.2: return a list with the place of each seat, 1 for the winner: the seat with the most points.

    If points are equal, more cocoa wins; then the lower seat, or with Dark Eclipse the higher one. T-17.6.3: cocoa does
    not count against the automaton: if points are equal, the automaton wins.
    """
    order = sorted(state.players, key=lambda player: rank_key(state, player))
    places = [0] * state.seats
    for place, player in enumerate(order, 1):
        places[player.seat] = place
    return places


def rank_key(state: "table.Teotihuacan", player: PlayerState) -> tuple[int, int, int]:
    """Return a key for sorting players: points, cocoa and seat, with signs so that the winner has the lowest key."""
    if state.automaton is not None:
        return (-player.points, 0, -player.seat)
    token = -player.seat if state.readings.dark_eclipse else player.seat
    return (-player.points, -player.cocoa, token)


def ledger(state: "table.Teotihuacan") -> dict[str, list[list[int]]]:
    """Return a dict from each category of points to a list with an entry for each seat.

    An entry has three numbers: the points that the seat scored in each of the three parts of the game, which end with
    an Eclipse.
    """
    return {
        category: [player.ledger[number * ROUNDS : (number + 1) * ROUNDS] for player in state.players]
        for number, category in enumerate(state.rules.categories)
    }
