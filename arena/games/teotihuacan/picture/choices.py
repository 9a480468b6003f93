"""Marks on what the asked player can choose in the pending question: workers, steps and tiles."""

from typing import Final

from arena.games.pictures import box
from arena.games.teotihuacan.picture.tracks import AVENUE_SPOTS, LADDER, avenue_box, temple_ladder
from arena.games.teotihuacan.temples import PENULTIMATE
from arena.games.teotihuacan.temples import TOP as TOP_STEP
from arena.games.teotihuacan.view import TeotihuacanView, WorkerView

OPEN: Final = 'fill="#5e9152" fill-opacity=".25" stroke="#3f8a35" stroke-width="3" stroke-dasharray="7 4"'
ON_THE_BOARD: Final = {"main_power_up", "purchase"}  # questions about workers on the board of the action


def may_be_chosen(seen: TeotihuacanView, seat: int, worker: WorkerView) -> bool:
    """True if the question is which worker to move or to power up, and this worker is a possible answer."""
    if seat != seen.to_move or worker.space or not 1 <= worker.board <= 8:
        return False
    return seen.asks.name in {"open", "power_up"} or (seen.asks.name in ON_THE_BOARD and worker.board == seen.now.board)


def steps_to_choose(seen: TeotihuacanView) -> str:
    """Return the SVG of marks on the steps, of temples or the Avenue, that the asked player can choose now."""
    name, numbers = seen.asks.name, seen.asks.numbers
    if name in {"any_temple", "order_temples"}:
        return "".join(_step(temple, step, seen.seats) for temple, step in next_steps(seen))
    if name == "major_step":
        return _step(numbers[0], numbers[1], seen.seats)
    if name == "avenue_claim":
        spots = {spot: step for step, spot in AVENUE_SPOTS.items()}
        return box(*avenue_box(spots[numbers[0]]), OPEN)
    return ""


def next_steps(seen: TeotihuacanView) -> list[tuple[int, int]]:
    """T-10.6: return a list with a pair (temple, next step) for each temple on which the active player can advance."""
    found = []
    for temple in range(3):
        steps = [player.temples[temple] for player in seen.players]
        mine = steps[seen.active]
        if mine < PENULTIMATE or (mine == PENULTIMATE and TOP_STEP not in steps):
            found.append((temple, mine + 1))
    return found


def _step(temple: int, step: int, seats: int) -> str:
    ladder = temple_ladder(temple, seats)
    return box(ladder.x, ladder.tops[step], LADDER, ladder.heights[step] - 2, OPEN)
