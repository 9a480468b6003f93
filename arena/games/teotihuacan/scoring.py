"""T-15.3 The places at the end of the game, and the ledger, which has the sources of all points."""

# A real import cycle: the State calls this module to score itself.
import arena.games.teotihuacan.state as table
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.terms import ROUNDS


def placements(state: "table.Teotihuacan") -> list[int]:
    """T-15.3, T-16.2: return each seat's place: by points, then cocoa, then turn token (low; with Dark Eclipse high).

    T-17.6.3: if points are equal, the automaton wins.
    """
    order = sorted(state.players, key=lambda player: rank_key(state, player))
    places = [0] * state.seats
    for place, player in enumerate(order, 1):
        places[player.seat] = place
    return places


def rank_key(state: "table.Teotihuacan", player: PlayerState) -> tuple[int, int, int]:
    """Return a sort key (points, cocoa, turn token) for the places of players: the winner has the lowest key."""
    if state.automaton is not None:
        return (-player.points, 0, -player.seat)
    token = -player.seat if state.readings.dark_eclipse else player.seat
    return (-player.points, -player.cocoa, token)


def ledger(state: "table.Teotihuacan") -> dict[str, list[list[int]]]:
    """Return the points of all players: for each category and seat, one number for each Eclipse."""
    return {
        category: [player.ledger[number * ROUNDS : (number + 1) * ROUNDS] for player in state.players]
        for number, category in enumerate(state.rules.categories)
    }
