"""The `Rules` of Cacao, `CACAO`. Each method calls the module that does its work."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.cacao import board, catalogue, notation, position, setup, view
from arena.games.cacao.action_space import CacaoActions
from arena.games.cacao.observation_space import CacaoObservation
from arena.games.cacao.state import Cacao
from arena.games.catalogue import CatalogueEntry
from arena.games.chance import AnyRng, Deal, checked
from arena.games.doors import check_seats, refusing
from arena.games.game import Event, Rules, Scalar, Setting, State

AUTO_RESOLVE = Setting(
    "auto_resolve",
    (True, False),
    "workers act by themselves wherever letting all of them act is never worse (C-14.4)",
)


def of_cacao(state: State) -> Cacao:
    """Return the same state, typed as a Cacao state. Raise an error for a state of another game."""
    assert isinstance(state, Cacao), "a state of another game"
    return state


class CacaoRules(Rules):
    """Cacao, the game of 2015 without expansions: docs/rules/cacao.md."""

    name = "cacao"
    version = 1
    seats = (2, 3, 4)
    options_schema = (AUTO_RESOLVE,)
    categories = ("market", "gold_mine", "temple", "sun", "river")
    drawing = "arena.games.cacao.picture"
    telling = "arena.games.cacao.story"

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> Cacao:
        """C-3: return a new game, ready for its first turn."""
        return setup.set_up(self, settings, seats, deal)

    def from_view(self, seen: Any, rng: AnyRng) -> Cacao:
        """C-15.5: return a position in which the view's observer has this view; hidden tiles are random."""
        usable = checked(rng)
        with refusing("this view"):
            check_seats(self, seen)
            return view.from_view(self, seen, usable)

    def from_position(self, text: str) -> Cacao:
        """C-14.7, C-16: return the State that this text describes. Raise PositionError if the text is invalid."""
        with refusing("this position"):
            return position.read(self, text)

    def position(self, state: State) -> str:
        """C-14.7: return a state as a JSON text, including everything that is hidden."""
        return position.write(of_cacao(state))

    def view(self, state: State, observer: int) -> view.CacaoView:
        """C-15.5: return what an observer, a seat or the spectator, may know about a state."""
        return view.view(of_cacao(state), observer)

    def spell(self, state: State, option: int) -> str:
        """C-14.1: return an option as text."""
        return notation.spell(option)

    def spellings(self, state: State, options: Sequence[int]) -> tuple[str, ...]:
        """C-14.1: return a tuple with the text of each option."""
        return tuple(map(notation.spell, options))

    def read(self, state: State, text: str) -> int:
        """C-14.6: return the option with this spelling. Raise an error if it is unreadable or not offered."""
        return notation.read(of_cacao(state), text)

    def spell_event(self, event: Event) -> str:
        """Return an event as a sentence in English."""
        return notation.spell_event(event)

    def board(self, seen: Any) -> str:
        """Return a view as a drawing made of text, for a terminal."""
        return board.draw(self, seen)

    def catalogue(self, options: Mapping[str, Scalar] | None = None) -> tuple[CatalogueEntry, ...]:
        """C-2: return a tuple with one entry for each type of tile: its id, kind, effect in words, and copies."""
        self.complete(options or {})
        return catalogue.catalogue()

    def legend(self, seen: Any) -> str:
        """Return a text: a line for each type of jungle tile in a view, and a line with the values of the river."""
        return catalogue.legend(seen)

    def action_space(self, seats: int) -> CacaoActions:
        """Return the action space, which converts options to indices and back, for this number of seats."""
        return CacaoActions(seats)

    def observation_space(self, seats: int) -> CacaoObservation:
        """Return the observation space, which writes what a seat observes as numbers, for this number of seats."""
        return CacaoObservation(seats)


CACAO = CacaoRules()
