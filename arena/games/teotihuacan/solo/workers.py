"""T-17.4 The automaton's workers: which one acts, how it gains power and moves, and where a displaced one goes."""

from typing import Final

from arena.games.teotihuacan.calendar import advance_light
from arena.games.teotihuacan.player_state import PlayerState, Worker
from arena.games.teotihuacan.solo.progress import walk
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import (
    ASCENSION_POINTS,
    BOARD_OF_SPACE,
    DECORATIONS_SPACE,
    FOREST_SPACE,
    GOLD_SPACE,
    PALACE,
    QUARRY_SPACE,
    UNLOCKED,
)

RING: Final = 8
STRONG: Final = 4  # T-17.4.4: from this power on a worker goes two boards
ASCENSION: Final = 5  # T-17.4.7
TEMPLE_SPACES: Final[list[int]] = [FOREST_SPACE, QUARRY_SPACE, GOLD_SPACE, DECORATIONS_SPACE]


def strongest_on(player: PlayerState, board: int) -> Worker | None:
    """T-17.4.2: return the automaton's unlocked worker of the highest power on a board; None if it has none there."""
    found: Worker | None = None
    for worker in player.workers:
        if worker.space == UNLOCKED and worker.board == board and (found is None or worker.power > found.power):
            found = worker
    return found


def weakest(state: Teotihuacan, player: PlayerState, *, locked_too: bool) -> Worker:
    """T-17.4.3: return the automaton's unlocked worker of the lowest power; if `locked_too`, that of all its workers.

    If powers are equal, return the worker that is first clockwise from the Palace.
    """
    return from_highest(state, player, locked_too=locked_too)[-1]


def from_highest(state: Teotihuacan, player: PlayerState, *, locked_too: bool = False) -> list[Worker]:
    """T-17.4.3: return a list of the unlocked workers, the one with the highest power first.

    If powers are equal, the worker that is farthest clockwise from the Palace comes first. If `locked_too`, locked
    workers are compared as well.
    """
    ranked: list[Worker] = []
    for worker in player.workers:
        if worker.space == UNLOCKED or locked_too:
            at = 0
            while at < len(ranked) and rank(state, ranked[at]) >= rank(state, worker):
                at += 1
            ranked.insert(at, worker)
    return ranked


def rank(state: Teotihuacan, worker: Worker) -> int:
    """T-17.4.3: return a number by which workers are sorted: by power, then by clockwise distance from the Palace.

    Of two on a board the locked one has the higher number.
    """
    locked = 0 if worker.space == UNLOCKED else 1
    return (worker.power * (RING + 1) + state.place_of[worker.board]) * 2 + locked


def power_up_and_advance(state: Teotihuacan, player: PlayerState, worker: Worker) -> None:
    """T-17.4.4: power up a worker, then move it. A worker that ascended moves on from the Palace."""
    power_up(state, player, worker)
    advance(state, player, worker)


def power_up(state: Teotihuacan, player: PlayerState, worker: Worker) -> None:
    """T-17.4.7: add 1 to the power of a worker. If it reaches 6, it ascends: it returns to the Palace with power 1.

    The automaton then advances on the Avenue and scores 5 points, and the light disc moves.
    """
    worker.power += 1
    if worker.power < 6:
        if state.log is not None:
            state.tell("powered_up", [player.seat, worker.board, worker.power])
        return
    worker.board = PALACE
    worker.power = 1
    worker.space = UNLOCKED
    if state.log is not None:
        state.tell("ascended", [player.seat])
    walk(state, player)
    state.score(player, ASCENSION_POINTS, ASCENSION)
    advance_light(state)


def advance(state: Teotihuacan, player: PlayerState, worker: Worker) -> None:
    """T-17.4.4: move a worker to the next board clockwise; with power 4 or 5 to the second next. Skip the Palace."""
    start = state.place_of[worker.board]
    distance = 0
    for _ in range(2 if worker.power >= STRONG else 1):
        distance += 1
        if (start - 1 + distance) % RING == 0:  # T-1.2: the Palace lies at position 1
            distance += 1
    board = state.ring[(start - 1 + distance) % RING + 1]
    if state.log is not None:
        state.tell("moved", [player.seat, worker.board, worker.power, 0, distance, board])
    worker.board = board
    worker.space = UNLOCKED


# The worker that is locked -------------------------------------------------------------------------------------------


def locked_worker(player: PlayerState) -> Worker | None:
    """T-17.4.9: return the locked worker of the automaton. Only rules options let it have none; then return None."""
    for worker in player.workers:
        if worker.space != UNLOCKED:
            return worker
    return None


def temple_spaces_after(state: Teotihuacan, space: int) -> list[int]:
    """T-17.2.2, T-17.5.6: return the three Worship spaces that come clockwise after `space`, the nearest first.

    Leave out those of the Palace.
    """
    start = state.place_of[BOARD_OF_SPACE[space]]
    found: list[int] = []
    for distance in range(1, RING):
        board = state.ring[(start - 1 + distance) % RING + 1]
        for other in TEMPLE_SPACES:
            if BOARD_OF_SPACE[other] == board:
                found.append(other)
    return found


def lock(state: Teotihuacan, player: PlayerState, worker: Worker, space: int) -> None:
    """T-17.4.9: lock this worker of the automaton on a Worship space."""
    worker.board = BOARD_OF_SPACE[space]
    worker.space = space
    if state.log is not None:
        state.tell("relocked", [player.seat, space])


def displace(state: Teotihuacan, player: PlayerState) -> None:
    """T-17.2.2: move the automaton's displaced worker clockwise to the next empty Worship space, without any effect.

    Spaces of the Palace do not count. If the three others are taken, move it to the first of them, and unlock the human
    player's worker there.
    """
    worker = locked_worker(player)
    assert worker is not None
    after = temple_spaces_after(state, worker.space)
    for space in after:
        if state.holder(space) < 0:
            lock(state, player, worker, space)
            return
    make_way(state, after[0])
    lock(state, player, worker, after[0])


def make_way(state: Teotihuacan, space: int) -> None:
    """T-17.2.2, T-17.5.6: unlock the worker on a Worship space, if there is one. It moves to the general area there."""
    for player in state.players:
        for worker in player.workers:
            if worker.space == space:
                worker.space = UNLOCKED
                if state.log is not None:
                    state.tell("displaced", [player.seat, space])
