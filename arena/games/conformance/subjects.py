"""What laws are about: a moment, which is a position in which a seat is asked, or a whole game that was played."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Protocol

from arena.errors import LawError
from arena.games.chance import Deal, Rng, named_rng
from arena.games.game import SPECTATOR, Event, Rules, Scalar, State, spell_value

NOW_AND_THEN: Final = 4  # what plays every option or to the end, or draws hundreds, is done at every fourth moment


class Codec(Protocol):
    """How a game's views become bytes for the wire, and views again."""

    def encode_view(self, view: Any) -> bytes:
        """The bytes that a seat is sent."""

    def decode_view(self, data: bytes) -> Any:
        """The view that a bot makes of them."""


@dataclass(frozen=True)
class CheckedTable:
    """One game of a sweep: everything that it takes to play it again."""

    rules: Rules
    seats: int
    options: dict[str, Scalar]
    seed: int
    codec: Codec | None = None

    def new(self) -> State:
        """The game's first position."""
        return self.rules.new(self.options, self.seats, Deal(str(self.seed).encode()))

    def rng(self, name: str) -> Rng:
        """A generator of this game's own."""
        return named_rng(str(self.seed).encode(), name)

    @property
    def observers(self) -> tuple[int, ...]:
        """All seats, and the spectator."""
        return (*range(self.seats), SPECTATOR)

    def encoded(self, view: Any) -> bytes:
        """The bytes of a view; none without a codec."""
        return self.codec.encode_view(view) if self.codec else b""

    def over_the_wire(self, view: Any) -> Any:
        """The view as a bot gets it."""
        return self.codec.decode_view(self.codec.encode_view(view)) if self.codec else view

    def __str__(self) -> str:
        options = ", ".join(f"{name}={spell_value(value)}" for name, value in self.options.items())
        return f"{self.rules.name}, {self.seats} seats, {options or 'no options'}, seed {self.seed}"

    @property
    def again(self) -> str:
        """The call that plays it again."""
        codec = ", codec" if self.codec else ""
        return f"conformance.check_game(Table(rules, {self.seats}, {self.options}, {self.seed}{codec}))"


@dataclass(frozen=True)
class CheckedMoment:
    """A position in which a seat is asked. No law changes it: they all play on clones."""

    table: CheckedTable
    number: int
    state: State
    options: list[int]
    spellings: list[str]

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.table.rules

    @property
    def asked(self) -> int:
        """The seat that is asked."""
        return self.state.to_move

    @property
    def now_and_then(self) -> bool:
        """Whether what takes long is done at this moment; other games of a sweep have it at others."""
        return (self.number + self.table.seed) % NOW_AND_THEN == 0

    def rng(self, name: str) -> Rng:
        """A generator of this moment's own."""
        return self.table.rng(f"{self.number} {name}")

    def lookalikes(self) -> Iterator[tuple[str, State]]:
        """Positions that the seat asked should not be able to tell from this one, and where they come from."""
        view = self.table.over_the_wire(self.state.view(self.asked))
        yield "imagine", self.state.imagine(self.asked, self.rng("first twin"))
        yield "imagine", self.state.imagine(self.asked, self.rng("second twin"))
        yield "from_view", self.rules.from_view(view, self.rng("third twin"))

    @cached_property
    def twins(self) -> list[tuple[str, State]]:
        """Those whose views are indeed equal; that all are is a law of its own. Laws share them, and only look."""
        view = self.state.view(self.asked)
        return [(source, twin) for source, twin in self.lookalikes() if twin.view(self.asked) == view]


@dataclass
class CheckedGame:
    """A whole game: what was offered, answered and told, decision by decision."""

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
    """Raise unless it holds; the law's name and the moment are added on the way out."""
    if not holds:
        raise LawError(broken)


def told(state: State, observer: int) -> list[str]:
    """What an observer was told, as text that can be compared."""
    return [exact(event) for event in state.events(0, observer)]


def exact(event: Event) -> str:
    """An event with nothing left out."""
    return f"{event.kind}{event.numbers}"
