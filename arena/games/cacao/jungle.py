"""C-6 Step B: filling jungle spaces."""

from typing import Final

from mypy_extensions import i64

from arena.games.cacao.grid import FILL, REACH, cell_of, take_out, x_of, y_of
from arena.games.cacao.state import Cacao
from arena.games.steps import Step


def fill(state: Cacao, space: i64, tile: i64) -> None:
    """C-6.4, C-6.8: lay a jungle tile on a space, and activate the edges of worker tiles that face it.

    This never makes it necessary to fill another space.
    """
    take_out(state.spaces, space)
    state.put_jungle(space, tile)
    if state.log is not None:
        state.tell("filled", [state.active(), x_of(space), y_of(space), tile])


def fill_from_display(state: Cacao, space: i64, tile: i64) -> None:
    """C-6.4, C-6.6: lay a tile of the display on a space. The display is refilled at the end of the turn only."""
    take_out(state.display, tile)
    fill(state, space, tile)


class Fill(Step[Cacao]):
    """C-6.4, C-6.9: the active player lays display tiles on the spaces to fill, until tiles or spaces are used up."""

    def begin(self, state: Cacao) -> bool:
        """C-6.5, C-6.7: if the active seat can choose which tile to lay where, set it as the asked seat; return True.

        If it has no choice, lay the tiles, from the pile when the display is empty, and return False.
        """
        spaces = state.spaces
        display = state.display
        while len(spaces) > 0:
            if len(display) == 0:
                if len(state.pile) > 0:
                    fill(state, spaces[0], state.pile.pop())
                else:
                    spaces.clear()
            elif len(spaces) <= len(display) and display[0] == display[-1]:
                fill_from_display(state, spaces[0], display[0])
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
