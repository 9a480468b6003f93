"""C-6 Step B: filling jungle spaces."""

from typing import Final

from mypy_extensions import i64

from arena.games.cacao.grid import FILL, REACH, cell_of, without, x_of, y_of
from arena.games.cacao.state import Cacao
from arena.games.steps import Step
from arena.games.vecs import pop, vec


def fill(state: Cacao, space: i64, tile: i64) -> None:
    """C-6.4, C-6.8: lay a jungle tile on a space, and activate the edges of worker tiles that face it.

    This never makes it necessary to fill another space.
    """
    state.spaces = without(state.spaces, space)
    state.put_jungle(space, tile)
    if state.log is not None:
        state.tell("filled", [state.active(), x_of(space), y_of(space), tile])


def fill_from_display(state: Cacao, space: i64, tile: i64) -> None:
    """C-6.4, C-6.6: lay a tile of the display on a space. The display is refilled at the end of the turn only."""
    state.display = without(state.display, tile)
    fill(state, space, tile)


def fill_from_pile(state: Cacao, space: i64) -> None:
    """C-6.5: lay the top tile of the pile on a space."""
    state.pile, tile = pop(state.pile)
    fill(state, space, tile)


class Fill(Step[Cacao]):
    """C-6.4, C-6.9: the active player lays display tiles on the spaces to fill, until tiles or spaces are used up."""

    def begin(self, state: Cacao) -> bool:
        """C-6.5, C-6.7: if the active seat can choose which tile to lay where, set it as the asked seat; return True.

        If it has no choice, lay the tiles, from the pile when the display is empty, and return False.
        """
        while len(state.spaces) > 0:
            display = state.display
            if len(display) == 0:
                if len(state.pile) > 0:
                    fill_from_pile(state, state.spaces[0])
                else:
                    state.spaces = vec[i64]()
            elif len(state.spaces) <= len(display) and display[0] == display[-1]:
                fill_from_display(state, state.spaces[0], display[0])
            else:
                state.to_move = state.active()
                return True
        return False

    def options(self, state: Cacao) -> list[int]:
        """C-6.4, C-6.7: return a list with an option for each pair of a space to fill and a tile type on display."""
        display = state.display
        options: list[int] = []
        for space in state.spaces:
            base = FILL << 16 | (space + REACH) << 4
            options.append(base | display[0])
            if display[0] != display[-1]:
                options.append(base | display[-1])
        return options

    def play(self, state: Cacao, option: int) -> None:
        """C-6.4: lay the chosen display tile on the chosen space, then continue with the other spaces to fill."""
        fill_from_display(state, cell_of(option), option & 15)
        state.push(FILL_SPACES)


FILL_SPACES: Final = Fill()
