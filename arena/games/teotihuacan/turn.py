"""T-3 Turn structure and T-4 Movement: what a turn is made of, and the move that opens a normal one."""

from typing import Final

from arena.games.teotihuacan.action import ACT
from arena.games.teotihuacan.ascension import worker_at
from arena.games.teotihuacan.calendar import advance_light
from arena.games.teotihuacan.eclipse import begin_eclipse
from arena.games.teotihuacan.state import TRANSIT, UNLOCKED, WHEEL, Player, Step, Teotihuacan
from arena.games.teotihuacan.technologies import on_move
from arena.games.teotihuacan.tiles.discovery import SECOND_WORKER, UNLIMITED_MOVE
from arena.games.teotihuacan.windows import END, FREE_UNLOCK, MOVE, Decision, turn_down, unlock_all

NO_SECOND: Final = 0
FARTHEST: Final = 3  # T-4.1
LAP: Final = 8  # T-4.2

# A move: the board and power of the worker, the distance, the power of the second worker, and whether a tile for an
# unlimited move is used. A second worker always uses its tile.
POWER_BITS: Final = 3
UNLIMITED: Final = 1


def move_option(board: int, power: int, distance: int, second: int, unlimited: int) -> int:
    """D1: a move as a number."""
    return MOVE + ((((board << 3 | power) << 4 | distance) << 3 | second) << 1 | unlimited)


class Turn(Step):
    """T-3.1: one turn of the player whose turn it is."""

    def begin(self, state: Teotihuacan) -> bool:
        """The move or the free unlock, what follows from it, the window at the end, the end."""
        state.in_turn = True
        state.push(END_TURN)
        state.push(END_WINDOW)
        state.push(OPENING)
        return False


class Opening(Decision):
    """T-3.2, T-3.3: a move, or the free unlock of all your locked workers."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D1: T-3.5: who has only locked workers has only the free unlock."""
        player = state.player()
        offered: list[int] = []
        if player.has_locked():
            offered.append(FREE_UNLOCK)
        add_moves(player, offered)
        return offered

    def choose(self, state: Teotihuacan, option: int) -> None:
        """T-3.3: the free unlock is the whole turn; T-4.5: a move leads to an action."""
        player = state.player()
        if option == FREE_UNLOCK:
            state.free_unlock = True
            unlock_all(state, player)
        else:
            move(state, player, option - MOVE)


def add_moves(player: Player, offered: list[int]) -> None:
    """T-4.1 to T-4.3: every distance for every worker, those alike once, also with the tiles for moves."""
    unlimited = player.ready[UNLIMITED_MOVE] > 0
    double = player.ready[SECOND_WORKER] > 0
    for place in movers(player):
        board = place >> 3
        power = place & 7
        seconds = companions(player, board, power) if double else ONLY_ONE
        for second in seconds:
            for distance in range(1, FARTHEST + 1):
                offered.append(move_option(board, power, distance, second, 0))
            if unlimited:
                for distance in range(1, LAP + 1):
                    offered.append(move_option(board, power, distance, second, UNLIMITED))


ONLY_ONE: Final[list[int]] = [NO_SECOND]


def movers(player: Player) -> list[int]:
    """T-4.1: the unlocked workers in play, those alike once, by board and power."""
    places: list[int] = []
    for worker in player.workers:
        if worker.space == UNLOCKED and worker.board != WHEEL:
            place = worker.board << 3 | worker.power
            if place not in places:
                places.append(place)
    places.sort()
    return places


def companions(player: Player, board: int, power: int) -> list[int]:
    """T-4.3: nobody, or the powers of a second worker on the same board; a pair is offered once."""
    count = [0] * 6
    for worker in player.workers:
        if worker.space == UNLOCKED and worker.board == board:
            count[worker.power] += 1
    powers = [NO_SECOND]
    for other in range(1, power):
        if count[other] > 0:
            powers.append(other)
    if count[power] > 1:
        powers.append(power)
    return powers


def move(state: Teotihuacan, player: Player, detail: int) -> None:
    """T-4.1 to T-4.6: clockwise round the ring, both workers together; the action follows."""
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


def lift(player: Player, board: int, power: int) -> int:
    """T-4.5: a worker is in transit until it is placed; its place in the player's list."""
    worker = worker_at(player, board << 3 | power)
    worker.board = TRANSIT
    return player.workers.index(worker)


class EndWindow(Decision):
    """T-19.2: the last window of a turn."""

    def offers(self, state: Teotihuacan) -> list[int]:
        """D15: end the turn; the window offers the rest."""
        return [END]

    def choose(self, state: Teotihuacan, option: int) -> None:
        """End it."""


class EndTurn(Step):
    """T-3.6: the Last Player moves the light disc; then an Eclipse if it is due, then the next player."""

    def begin(self, state: Teotihuacan) -> bool:
        """The calendar, then whoever is next."""
        if state.active == state.seats - 1:
            advance_light(state)
        state.begin_turn()  # nothing of this turn is kept in mind
        state.in_turn = False
        state.turn += 1
        state.active = (state.active + 1) % state.seats
        state.push(TURN)
        if state.turn == state.eclipse_due:
            begin_eclipse(state)
        return False


TURN: Final = Turn()
OPENING: Final = Opening()
END_WINDOW: Final = EndWindow()
END_TURN: Final = EndTurn()
