"""The chance events of Cacao: worker tiles that seats draw, and jungle tiles that come to display or table."""

from typing import Any, Final

from arena.analysis.luck import GameChance, Outcome, Revealed, kinds_left, weighed
from arena.analysis.outlook import Outlook
from arena.bots.stores import Stores
from arena.games.cacao.activation import LET_WORK
from arena.games.cacao.grid import inserted, without
from arena.games.cacao.jungle import Fill, fill, fill_from_pile
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import AMOUNT, DISPLAY, EFFECT, JUNGLE_IDS, MARKET, PLANTATION, STORAGE, TURNS, WORKER_IDS
from arena.games.cacao.turn import EndCacaoTurn
from arena.games.game import State
from arena.games.steps import Step
from arena.games.vecs import pop

# Points, measured in games of mcts-50 against itself; docs/analysis.md says how.
ON_DISPLAY: Final = (1.0, 1.1, 0.6, 0.5, 0.8, 1.1, 2.1, 2.8, 1.7, 1.8)  # to the seat that chooses next, by type of tile
IN_HAND: Final = (-0.3, 0.0, 0.0, 0.0)  # by type, when the game begins
CHOICE: Final = (-0.8, 2.0)  # the display to that seat, whatever lies there: when the game begins, and at its end
SALE: Final = 0.28  # of a market's price, for each cacao that the seat that chooses next could sell there
ROOM: Final = 0.11  # of a plantation's cacao that has room in the store of the seat that chooses next

CHAPTERS: Final = {"PlaceTile": "C-5", "Fill": "C-6", "Work": "C-8"}  # of docs/rules/cacao.md, by the step that asks


class CacaoOutlook(Outlook):
    """Computes the expected score of each seat in a position of Cacao."""

    def progress(self, state: State) -> float:
        """Return the share of the turns that are over, from 0 to 1."""
        return min(1.0, state.turn / TURNS[state.seats])

    def open_points(self, state: State) -> list[float]:
        """Return the value of each seat's hand, in points.

        For the active seat, add the value of the tiles in the display.
        """
        assert isinstance(state, Cacao)
        left = 1 - self.progress(state)
        points = [
            sum(int(count) * worth for count, worth in zip(village.hand, IN_HAND, strict=True)) * left
            for village in state.villages
        ]
        if state.turn < TURNS[state.seats]:
            points[state.active()] += CHOICE[0] * left + CHOICE[1] * (1 - left)
            points[state.active()] += sum(on_display(state, tile) for tile in state.display)
        return points


def on_display(state: Cacao, tile: int) -> float:
    """Return how much a jungle tile of the display is worth for the active seat, in points."""
    cacao = int(state.villages[state.active()].cacao)
    worth = ON_DISPLAY[tile]
    if EFFECT[tile] == MARKET:
        worth += SALE * int(AMOUNT[tile]) * min(cacao, 2)
    elif EFFECT[tile] == PLANTATION:
        worth += ROOM * min(2 * int(AMOUNT[tile]), STORAGE - cacao)
    return worth


class CacaoChance(GameChance):
    """C-6.5, C-10.1, C-10.2: the chance events of Cacao. An event is a tile that is drawn from a pile."""

    chapters = CHAPTERS
    outlook = CacaoOutlook(Stores(20), (5.3, 1.2), bend=2)

    def carry_out(self, state: State, step: Step[Any], shown: list[Revealed]) -> bool:
        """Carry out a step of the engine's play, and add to `shown` an event of chance for each tile that it draws.

        Return the result of `step.begin`: True if the step asks a seat.
        """
        assert isinstance(state, Cacao)
        if isinstance(step, Fill):
            while state.spaces and not state.display and state.pile:
                shown.append(self.third_space(state))
                fill_from_pile(state, state.spaces[0])
        elif isinstance(step, EndCacaoTurn):
            shown += self.end_of_turn(state)
        return step.begin(state)

    def third_space(self, state: Cacao) -> Revealed:
        """C-6.5: return the event of chance that the top tile of the jungle pile fills a jungle space.

        This happens when a turn fills more spaces than the display has tiles, so usually with a third space.
        """
        outcomes: dict[int, Outcome] = {}
        for tile, count in kinds_left(state.pile):
            after = state.clone()
            after.pile = without(after.pile, tile)
            fill(after, after.spaces[0], tile)
            LET_WORK.begin(after)  # steps without a decision are carried out now, so that the tile gets its value
            outcomes[tile] = (count, self.outlook.values(after))
        tile = state.pile[-1]
        what = f"{JUNGLE_IDS[tile]} comes off the pile for seat {state.active()}"
        return weighed("filled", what, outcomes[tile], list(outcomes.values()))

    def end_of_turn(self, state: Cacao) -> list[Revealed]:
        """C-10.1, C-10.2: return the events of the drawn worker tile and of the tiles that then come to the display."""
        shown: list[Revealed] = []
        after = state.clone()
        village = after.villages[after.active()]
        if village.pile:
            shown.append(self.draw(after))
            village.draw()
        after.turn += 1  # the next seat chooses from the display
        while len(after.display) < DISPLAY and after.pile:
            shown.append(self.refill(after))
            after.pile, tile = pop(after.pile)
            after.display = inserted(after.display, tile)
        return shown

    def draw(self, state: Cacao) -> Revealed:
        """C-10.1: return the event of the worker tile that the active seat draws."""
        seat = state.active()
        village = state.villages[seat]
        outcomes: dict[int, Outcome] = {}
        for tile, count in kinds_left(village.pile):
            village.hand[tile] += 1
            outcomes[tile] = (count, self.outlook.values(state))
            village.hand[tile] -= 1
        tile = village.pile[-1]
        return weighed("drew", f"seat {seat} draws {WORKER_IDS[tile]}", outcomes[tile], list(outcomes.values()))

    def refill(self, state: Cacao) -> Revealed:
        """C-10.2: return the event of chance that the top tile of the jungle pile comes to the display.

        In `state` it is the turn of the next seat, which is the first that can take the tile.
        """
        outcomes: dict[int, Outcome] = {}
        for tile, count in kinds_left(state.pile):
            state.display = inserted(state.display, tile)
            outcomes[tile] = (count, self.outlook.values(state))
            state.display = without(state.display, tile)
        tile = state.pile[-1]
        what = f"{JUNGLE_IDS[tile]} comes to the display before the turn of seat {state.active()}"
        return weighed("refilled", what, outcomes[tile], list(outcomes.values()))


CHANCE: Final = CacaoChance()
