"""T-15.3 Who wins, and the ledger that says what for."""

# A true cycle: the State scores itself.
import arena.games.teotihuacan.state as table
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.terms import ROUNDS


def placements(state: "table.Teotihuacan") -> list[int]:
    """T-15.3, T-16.2: most points, then most cocoa, then the lower token, with Dark Eclipse the higher one.

    T-17.6.3: where there is an automaton, equal points are its victory.
    """
    order = sorted(state.players, key=lambda player: rank_key(state, player))
    places = [0] * state.seats
    for place, player in enumerate(order, 1):
        places[player.seat] = place
    return places


def rank_key(state: "table.Teotihuacan", player: PlayerState) -> tuple[int, int, int]:
    """What decides: the lowest key wins."""
    if state.automaton is not None:
        return (-player.points, 0, -player.seat)
    token = -player.seat if state.readings.dark_eclipse else player.seat
    return (-player.points, -player.cocoa, token)


def ledger(state: "table.Teotihuacan") -> dict[str, list[list[int]]]:
    """Points by category, seat and Eclipse."""
    return {
        category: [player.ledger[number * ROUNDS : (number + 1) * ROUNDS] for player in state.players]
        for number, category in enumerate(state.rules.categories)
    }
