"""C-4, C-5, C-10, C-11: the turn, its first step and its end."""

from typing import Any, Final

from mypy_extensions import i64

from arena.games.cacao.activation import LET_WORK, activate_tile
from arena.games.cacao.grid import OVERBUILD, PLACE, REACH, cell_of, inserted, x_of, y_of
from arena.games.cacao.jungle import FILL_SPACES
from arena.games.cacao.overbuild import may_overbuild, overbuild
from arena.games.cacao.scoring import tell_scores
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import DISPLAY, FIRST, ORIENTATIONS, TURNS, TYPE, WORKER_TYPES
from arena.games.chance import Rng
from arena.games.steps import Step
from arena.games.vecs import pop, vec

# C-5.3: the options on one cell, each type in each rotation, by verb and cell; empty if they are still to be made.
NUMBERS: Final[list[list[list[Any]]]] = [[[]] * (2 * REACH) for _ in range(2)]

# C-5.3: those of them that a hand gives, by verb and types in hand, and then by cell. Each is made once, because it is
# faster to join lists than to make numbers; an empty one is still to be made.
LAYINGS: Final[list[list[list[int]]]] = [[[]] * (2 * REACH) for _ in range(2 << WORKER_TYPES)]
ALL_TYPES: Final = (1 << WORKER_TYPES) - 1


def layings(verb: i64, cells: vec[i64], types: i64) -> list[int]:
    """C-5.2, C-5.3, C-14.3: return a list with an option for each of `cells`, each tile type in hand, each rotation.

    `types` is a number with one bit for each type in hand. `verb` is PLACE, or OVERBUILD to lay on another tile.
    """
    by_cell = LAYINGS[verb << WORKER_TYPES | types]
    options: list[int] = []
    for cell in cells:
        if len(by_cell[cell]) == 0:
            by_cell[cell] = layings_at(verb, cell, types)
        options += by_cell[cell]
    return options


def layings_at(verb: i64, cell: i64, types: i64) -> list[Any]:
    """C-5.3: return the options to lay a worker tile on one cell: each type in hand in each rotation.

    Calls for different hands return the same int objects, which therefore stay in the processor cache.
    """
    by_cell = NUMBERS[verb]
    if len(by_cell[cell]) == 0:
        base = verb << 16 | (cell + REACH) << 4
        by_cell[cell] = [base | orientation for orientation in ORIENTATIONS[ALL_TYPES]]
    shared = by_cell[cell]
    return [shared[orientation] for orientation in ORIENTATIONS[types]]


class PlaceTile(Step[Cacao]):
    """C-4.1, C-4.2, C-5.1, C-9: the active player lays exactly one worker tile; passing is impossible."""

    def begin(self, state: Cacao) -> bool:
        """Set the active seat as the asked one, which chooses a worker tile and a cell for it. Return True.

        If there is only one option, play it without asking, and return False.
        """
        state.to_move = state.active()
        if len(state.open) > 1 or self.count(state) > 1:
            return True
        self.play(state, self.options(state)[0])
        return False

    def count(self, state: Cacao) -> int:
        """C-16.5: return in how many ways the asked seat can lay a worker tile: at least one."""
        village = state.villages[state.to_move]
        cells = len(state.open)
        if may_overbuild(state, village):
            cells += len(village.tiles)
        return cells * len(ORIENTATIONS[village.types_in_hand()])

    def options(self, state: Cacao) -> list[int]:
        """C-5.2, C-9.3: return the options to lay a worker tile on an open cell, or on one of the seat's own tiles.

        A seat may lay it on its own tile only if `may_overbuild` allows it.
        """
        village = state.villages[state.to_move]
        types = village.types_in_hand()
        options = layings(PLACE, state.open, types)
        if may_overbuild(state, village):
            options += layings(OVERBUILD, village.tiles, types)
        return options

    def sample(self, state: Cacao, rng: Rng) -> int:
        """Return one of the options, all equally likely.

        To save time, choose a random index and compute only the option that `options` would have there.
        """
        return self.option(state, rng.below(self.count(state)))

    def option(self, state: Cacao, number: int) -> int:
        """Return the option that the list from `options` would have at index `number`. The list is not built."""
        village = state.villages[state.to_move]
        orientations = ORIENTATIONS[village.types_in_hand()]
        at = number // len(orientations)
        orientation = orientations[number % len(orientations)]
        if at < len(state.open):
            return PLACE << 16 | (state.open[at] + REACH) << 4 | orientation
        return OVERBUILD << 16 | (village.tiles[at - len(state.open)] + REACH) << 4 | orientation

    def play(self, state: Cacao, option: int) -> None:
        """C-5, C-9.5: lay the chosen worker tile on the chosen cell.

        If it covers no other tile, jungle spaces beside it may have to be filled.
        """
        seat = state.to_move
        cell = cell_of(option)
        orientation = option & 15
        state.villages[seat].hand[TYPE[orientation]] -= 1
        if option >> 16 == PLACE:
            state.put_worker(cell, seat, orientation)
        else:
            overbuild(state, seat, cell, orientation)
            activate_tile(state, cell)
        if state.log is not None:
            tile = TYPE[orientation]
            kind = "placed" if option >> 16 == PLACE else "overbuilt"
            state.tell(kind, [seat, x_of(cell), y_of(cell), tile, orientation - FIRST[tile]])


class EndCacaoTurn(Step[Cacao]):
    """C-10: the active player draws, the display is refilled, and the next player's turn begins."""

    def begin(self, state: Cacao) -> bool:
        """C-10.3, C-11.1, C-11.2: let the active player draw, refill the display, and begin the next player's turn.

        After the last turn, end the game instead. Return False, because no seat is asked.
        """
        draw(state)
        refill(state)
        state.turn += 1
        if state.turn < TURNS[state.seats]:
            state.pending.extend(TURN)
        elif state.log is not None:
            tell_scores(state)
        return False


def draw(state: Cacao) -> None:
    """C-10.1: move the top tile of the active player's pile to its hand, if there is one."""
    seat = state.active()
    village = state.villages[seat]
    if len(village.pile) > 0:
        tile = village.draw()
        if state.log is not None:
            state.tell_only(seat, "drew", [seat, tile])
            state.tell_others(seat, "drew_unseen", [seat])


def refill(state: Cacao) -> None:
    """C-10.2: fill the display up to two tiles, as long as the pile has tiles."""
    if state.log is not None:
        tell_refill(state)
    while len(state.display) < DISPLAY and len(state.pile) > 0:
        state.pile, tile = pop(state.pile)
        state.display = inserted(state.display, tile)


def tell_refill(state: Cacao) -> None:
    """Add an event for each new tile of the display.

    The events are sorted by type, so the tiles' order stays hidden.
    """
    coming = min(DISPLAY - len(state.display), len(state.pile))
    for tile in sorted(state.pile[len(state.pile) - coming :]):
        state.tell("refilled", [tile])


LAY_WORKERS: Final = PlaceTile()
END_TURN: Final = EndCacaoTurn()

# C-4.1: A place a worker tile, B fill jungle spaces, C let workers work, and the end of the turn; the first one last.
TURN: Final[list[Step[Cacao]]] = [END_TURN, LET_WORK, FILL_SPACES, LAY_WORKERS]
