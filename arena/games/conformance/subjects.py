"""The values that laws check: a moment (a position in which a seat is asked), or a whole game that was played."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol

from arena.errors import LawError
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import SPECTATOR, Event, Rules, Scalar, State, spell_value

NOW_AND_THEN: Final = 4  # slow checks (every option, games to the end, hundreds of draws) run at every fourth moment


class Codec(Protocol):
    """Converts the views of a game to the bytes that bots get, and back."""

    def encode_view(self, view: Any) -> bytes:
        """Return the bytes that are sent for a view."""

    def decode_view(self, data: bytes) -> Any:
        """Return the view that a bot reads from the bytes."""


@dataclass(frozen=True)
class CheckedTable:
    """The terms of one checked game: rules, seats, options and seed, from which it can be played again."""

    rules: Rules
    seats: int
    options: dict[str, Scalar]
    seed: int
    codec: Codec | None = None

    def new(self) -> State:
        """Return the first position of a new game with the rules, seats, options and seed of this CheckedTable."""
        return self.rules.new(self.options, self.seats, Deal(str(self.seed).encode()))

    def rng(self, name: str) -> Rng:
        """Return a random number generator that depends only on this game's seed and on `name`, a name for its use."""
        return named_rng(str(self.seed).encode(), name)

    @property
    def observers(self) -> tuple[int, ...]:
        """Return the numbers of all seats, then that of the spectator."""
        return (*range(self.seats), SPECTATOR)

    def encoded(self, view: Any) -> bytes:
        """Return the bytes that a bot would get for a view; empty bytes if this CheckedTable has no codec."""
        return self.codec.encode_view(view) if self.codec else b""

    def over_the_wire(self, view: Any) -> Any:
        """Return a view as a bot gets it, encoded to bytes and decoded; the view itself if there is no codec."""
        return self.codec.decode_view(self.codec.encode_view(view)) if self.codec else view

    def __str__(self) -> str:
        options = ", ".join(f"{name}={spell_value(value)}" for name, value in self.options.items())
        return f"{self.rules.name}, {self.seats} seats, {options or 'no options'}, seed {self.seed}"

    @property
    def again(self) -> str:
        """Return as text the Python call that plays and checks this game again."""
        codec = ", codec" if self.codec else ""
        return (
            f"conformance.check_game(conformance.CheckedTable(rules, {self.seats}, {self.options}, {self.seed}{codec}))"
        )


@dataclass(frozen=True)
class CheckedMoment:
    """A position in which a seat is asked, with its options and their texts.

    Checks play on clones and never change it.
    """

    table: CheckedTable
    number: int
    state: State
    options: list[int]
    spellings: list[str]

    @property
    def rules(self) -> Rules:
        """Return the Rules object of the checked game."""
        return self.table.rules

    @property
    def asked(self) -> int:
        """Return the number of the seat that must answer in this position."""
        return self.state.to_move

    @property
    def now_and_then(self) -> bool:
        """True at every fourth decision, where slow laws are checked, too.

        The seed of the game decides which decisions these are.
        """
        return (self.number + self.table.seed) % NOW_AND_THEN == 0

    def rng(self, name: str) -> Rng:
        """Return a random number generator that depends only on this moment and on `name`, a name for its use."""
        return self.table.rng(f"{self.number} {name}")

    def lookalikes(self) -> Iterator[tuple[str, State]]:
        """Yield three positions that should give the asked seat the same view as this position.

        Each comes as a pair: the name of the method that made it, `imagine` or `from_view`, and the position.
        """
        view = self.table.over_the_wire(self.state.view(self.asked))
        yield "imagine", self.state.imagine(self.asked, self.rng("first twin"))
        yield "imagine", self.state.imagine(self.asked, self.rng("second twin"))
        yield "from_view", self.rules.from_view(view, self.rng("third twin"))

    @cached_property
    def twins(self) -> list[tuple[str, State]]:
        """Return a list of pairs, each with another position that gives the asked seat the same view as this one.

        The pair begins with the name of the method that made the position, `imagine` or `from_view`. All laws share
        these positions, so no law may change them.
        """
        view = self.state.view(self.asked)
        return [(source, twin) for source, twin in self.lookalikes() if twin.view(self.asked) == view]


@dataclass
class CheckedGame:
    """A whole game that was played for the checks: positions, options, answers and events, decision by decision."""

    table: CheckedTable
    end: State
    positions: list[str] = field(default_factory=list)
    offers: list[list[str]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    heard: list[list[list[str]]] = field(default_factory=list)  # before each answer, then at the end; by observer


MomentLaw = Callable[[CheckedMoment], None]
GameLaw = Callable[[CheckedGame], None]


# How a law speaks --------------------------------------------------------------------------------------------------


def require(holds: bool, broken: str) -> None:
    """Raise LawError unless the condition holds; the caller adds the law's name and the moment."""
    if not holds:
        raise LawError(broken)


def told(state: State, observer: int) -> list[str]:
    """Return the events that an observer of a position got, each as text, so that two lists can be compared."""
    return [exact(event) for event in state.events(0, observer)]


def exact(event: Event) -> str:
    """Return an event as text with all its numbers, so that different events give different texts."""
    return f"{event.kind}{event.numbers}"
