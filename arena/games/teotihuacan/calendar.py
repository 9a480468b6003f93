"""T-14.1 to T-14.3 The calendar: when an Eclipse is due."""

from typing import Final

from arena.games.teotihuacan.state import Teotihuacan

# T-2.1, T-14.8: where the dark disc stands before the first, second and third Eclipse, by player count
DARK_DISC: Final[list[list[int]]] = [[], [], [10, 9, 8], [11, 10, 9], [12, 11, 10]]


def advance_light(state: Teotihuacan) -> None:
    """T-14.1: move the light disc one step, never past the dark disc."""
    if state.light < state.dark:
        state.light += 1
        if state.log is not None:
            state.tell("light", [state.light])
        meet(state)


def finish_pyramid(state: Teotihuacan) -> None:
    """T-14.3: move the light disc onto the dark disc, because a tile was built on level 4 of the Pyramid.

    The next Eclipse is then the last one.
    """
    state.finished = True
    if state.light < state.dark:
        state.light = state.dark
        if state.log is not None:
            state.tell("light", [state.light])
        meet(state)


def meet(state: Teotihuacan) -> None:
    """T-14.2: if the light disc has reached the dark disc, store when the Eclipse comes: at the end of the next round.

    T-16.2: under the rules option `dark_eclipse` it comes at the end of the running turn. The light disc stops at the
    dark disc, so it reaches this disc only once before an Eclipse.
    """
    if state.light == state.dark:
        if state.readings.dark_eclipse:
            state.eclipse_due = state.turn + 1
        else:
            state.eclipse_due = (state.turn // state.seats + 2) * state.seats
