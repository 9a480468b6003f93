"""T-3 Turn structure and T-4 Movement: the parts of a turn, and the move that begins a normal turn."""

from typing import Final

from arena.games.steps import blank_list
from arena.games.teotihuacan.action import ACT
from arena.games.teotihuacan.calendar import advance_light
from arena.games.teotihuacan.eclipse import begin_eclipse
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.solo.teotibot import TEOTIBOT_TURN
from arena.games.teotihuacan.state import Step, Teotihuacan
from arena.games.teotihuacan.technologies import on_move
from arena.games.teotihuacan.terms import NO_PLACE, ON_WHEEL
from arena.games.teotihuacan.tiles.discovery import SECOND_WORKER, UNLIMITED_MOVE
from arena.games.teotihuacan.transit import lift
from arena.games.teotihuacan.windows import END, FREE_UNLOCK, MOVE, Pause, PlayerDecision, turn_down, unlock_all

NO_SECOND: Final = 0
FARTHEST: Final = 3  # T-4.1
LAP: Final = 8  # T-4.2

# A move: the board and power of the worker, the distance, the power of the second worker, and whether a tile for an
# unlimited move is used. A second worker always uses its tile.
POWER_BITS: Final = 3
UNLIMITED: Final = 1


def move_option(board: int, power: int, distance: int, second: int, unlimited: int) -> int:
    """D1: return the option, a number, that moves the worker with this power on this board by a distance.

    `second` is the power of a second worker that moves with it, or 0. `unlimited` is 1 if the player uses a
    Discovery tile that allows a move of up to 8 positions (T-4.2), else 0.
    """
    return MOVE + ((((board << 3 | power) << 4 | distance) << 3 | second) << 1 | unlimited)


class TakeTurn(Step):
    """T-3.1, T-17.3: begins the turn of the active player, which may be the automaton."""

    def begin(self, state: Teotihuacan) -> bool:
        """Add the parts of a turn to the pending steps: a move or the free unlock, then free actions, then its end.

        For the automaton, add two steps: one that does everything in its turn, then the end.
        """
        state.push(END_TURN)
        if state.player().automatic:
            state.push(TEOTIBOT_TURN)
            return False
        state.in_turn = True
        state.push(END_WINDOW)
        state.push(OPENING)
        return False


class Opening(PlayerDecision):
    """T-3.2, T-3.3: the player moves workers, or unlocks all its locked workers for free."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D1: return the options to move, and the free unlock if a worker is locked.

        T-3.5: if all workers are locked, there is no move.
        """
        player = state.player()
        offered = blank_list()
        if player.has_locked():
            offered.append(FREE_UNLOCK)
        add_moves(player, offered)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-3.3, T-4.5: carry out the free unlock, which is the whole turn, or a move, which leads to an action."""
        player = state.player()
        if option == FREE_UNLOCK:
            state.free_unlock = True
            unlock_all(state, player)
        else:
            move(state, player, option - MOVE)


# T-4.1, T-4.2: every distance, by the place of the worker and the power of the second one
STEPS: Final[list[list[int]]] = [
    [move_option(place >> 3, place & 7, distance, second, 0) for distance in range(1, FARTHEST + 1)]
    for place in range(NO_PLACE)
    for second in range(8)
]
LEAPS: Final[list[list[int]]] = [
    [move_option(place >> 3, place & 7, distance, second, UNLIMITED) for distance in range(1, LAP + 1)]
    for place in range(NO_PLACE)
    for second in range(8)
]


def add_moves(player: PlayerState, offered: list[int]) -> None:
    """T-4.1 to T-4.3: add the player's moves to `offered`: each unlocked worker with each distance.

    Equal workers count once. Moves that Discovery tiles make possible are added, too.
    """
    unlimited = player.ready[UNLIMITED_MOVE] > 0
    double = player.ready[SECOND_WORKER] > 0
    place = player.next_place(ON_WHEEL)
    while place < NO_PLACE:
        add_distances(place, NO_SECOND, unlimited, offered)
        if double:
            add_double(player, place, unlimited, offered)
        place = player.next_place(place)


def add_distances(place: int, second: int, unlimited: bool, offered: list[int]) -> None:
    """T-4.1, T-4.2: add to `offered` a move of one or two workers for each distance that they can go.

    `place` is board * 8 + power of the first worker, and `second` the power of the second one, 0 if there is none. If
    `unlimited`, add also the longer moves, for which the player uses a Discovery tile.
    """
    offered.extend(STEPS[place << 3 | second])
    if unlimited:
        offered.extend(LEAPS[place << 3 | second])


def add_double(player: PlayerState, place: int, unlimited: bool, offered: list[int]) -> None:
    """T-4.3: add to `offered` the moves of two workers together.

    `place` is board * 8 + power of the first worker. The second one is on the same board, with the same power or less.
    """
    other = player.next_place(place & ~7)
    while other < place:
        add_distances(place, other & 7, unlimited, offered)
        other = player.next_place(other)
    if player.at(place) > 1:
        add_distances(place, place & 7, unlimited, offered)


def move(state: Teotihuacan, player: PlayerState, detail: int) -> None:
    """T-4.1 to T-4.6: move one worker, or two together, clockwise around the ring.

    `detail` is the chosen option without its kind, MOVE. Add the action on the board where they arrive to the pending
    steps.
    """
    state.skills = player.technologies
    unlimited = detail & 1
    second = detail >> 1 & 7
    distance = detail >> 4 & 15
    power = detail >> 8 & 7
    board = detail >> 11
    place = state.place_of[board]
    state.board = state.ring[(place - 1 + distance) % 8 + 1]
    state.mover = lift(player, board, power)
    if second != NO_SECOND:
        state.second = lift(player, board, second)
        turn_down(state, player, SECOND_WORKER)
    if unlimited == UNLIMITED:
        turn_down(state, player, UNLIMITED_MOVE)
    if state.log is not None:
        state.tell("moved", [player.seat, board, power, second, distance, state.board])
    on_move(state, player, 1 if second == NO_SECOND else 2, place, distance)
    state.push(ACT)


class EndWindow(Pause):
    """T-19.2: the last decision of a turn: the player takes free actions, or ends its turn."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D15: return the option to end the turn; `PlayerDecision` adds the free actions (T-19.2)."""
        return [END]


class EndTeotihuacanTurn(Step):
    """T-3.6: ends a turn; after the Last Player's turn, the light disc moves.

    Then comes an Eclipse if it is due, then the next player's turn.
    """

    def begin(self, state: Teotihuacan) -> bool:
        """End the turn. If it was the turn of the last seat, the Last Player, move the light disc one step.

        Add to the pending steps an Eclipse if it is due, and then the next player's turn.
        """
        if state.active == state.seats - 1:
            advance_light(state)
        state.begin_turn()  # forget the values of this turn
        state.in_turn = False
        state.turn += 1
        state.active = (state.active + 1) % state.seats
        state.push(TURN)
        if state.turn == state.eclipse_due:
            begin_eclipse(state)
        return False


TURN: Final = TakeTurn()
OPENING: Final = Opening()
END_WINDOW: Final = EndWindow()
END_TURN: Final = EndTeotihuacanTurn()
