"""The question to a bot: a Turn, made only from its seat's own view."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Self, cast

from arena.errors import UsageError
from arena.games import DESCRIPTORS
from arena.games.chance import Rng, named_rng
from arena.games.descriptor import resolve
from arena.games.game import Event as EngineEvent
from arena.games.game import Rules, State


@dataclass(frozen=True, slots=True)
class Option:
    """An option that a bot may choose.

    `index` is its place in `turn.options`, `number` is its number in the engine, and `text` is its spelling. In a
    `CacaoTurn` or a `TeotihuacanTurn` an option also has `move`, its parts as a typed value.

    >>> from arena_sdk import Option
    >>> option = Option(index=0, number=65, text="pass")
    >>> print(option)
    pass
    """

    index: int
    number: int
    text: str

    def __str__(self) -> str:
        return self.text


if TYPE_CHECKING:  # a Turn without parameters is one of any game
    from typing_extensions import TypeVar

    View_co = TypeVar("View_co", covariant=True, default=Any)
    State_co = TypeVar("State_co", bound=State, covariant=True, default=State)
    Option_co = TypeVar("Option_co", bound=Option, covariant=True, default=Option)
else:
    from typing import TypeVar

    View_co, State_co, Option_co = (TypeVar(name, covariant=True) for name in ("View_co", "State_co", "Option_co"))


@dataclass(frozen=True, slots=True)
class Event:
    """An event since this seat was last asked.

    `kind` is the name of the kind of event, `numbers` has the details, and `text` has both as a sentence.

    >>> from arena_sdk import Event
    >>> print(Event("die", (5,), "the die shows 5"))
    the die shows 5
    """

    kind: str
    numbers: tuple[int, ...]
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock when a seat is asked, in seconds; None stands for no limit.

    `left` is the time that your seat has left, `limit` is the longest time for this decision, and `seats` has the time
    of every seat. `lag_budget` is the free time that is left in this match for the lag of your connection. It is None
    if the arena does not send it: at your first decision, in a match in this process, and from an arena of an earlier
    release.

    >>> from arena_sdk import Clock
    >>> clock = Clock(left=60.0, limit=None, seats=(60.0, 58.5))
    >>> min(clock.seats)
    58.5
    """

    left: float | None
    limit: float | None
    seats: tuple[float | None, ...]
    lag_budget: float | None = None


class Turn(Generic[View_co, State_co, Option_co]):
    """One decision of one seat, made only from the seat's own view.

    `options` are the options to choose from, `view` is the view of the seat, `state` is a position to think ahead with,
    and `clock` shows the time. A Turn contains nothing that the seat may not see.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> from arena_sdk import Turn
    >>> turn = Turn.at(rules("cacao").new({}, 2, Deal.of(7)))
    >>> turn.seat, turn.number, len(turn.options) >= 2
    (0, 1, True)
    >>> turn.options[0].text.split()[0]
    'place'
    """

    _option_class: ClassVar[type[Option]] = Option  # of each of its options

    def __init__(  # noqa: PLR0913 -- each is one thing that the referee tells, and they have names
        self,
        *,
        rules: Rules,
        seat: int,
        number: int,
        view: View_co,
        options: Sequence[int],
        texts: Sequence[str],
        events: Sequence[EngineEvent] = (),
        clock: Clock = Clock(None, None, ()),
        seed: int = 0,
    ) -> None:
        self.rules: Final = rules
        self.seat: Final = seat  # the seat that is asked: yours
        self.number: Final = number  # the number of this decision of yours, from 1
        self.view: Final = view
        self._numbers: Final = tuple(options)
        self._texts: Final = tuple(texts)
        self.clock: Final = clock
        self._events: Final = tuple(events)
        self._seed: Final = seed

    @classmethod
    def at(cls, state: State, number: int = 1, seed: int = 0) -> Self:
        """Return the Turn of the seat to move in a position, for tests, or to see what a bot would get.

        Raise UsageError if this class belongs to another game.
        """
        rules, seat, options = state.rules, state.to_move, state.options()
        kind = turn_class(rules)
        if not issubclass(kind, cls):
            raise UsageError(f"{cls.__name__}.at a position of {rules.name}: expected {kind.__name__} or Turn")
        texts = [rules.spell(state, option) for option in options]
        return kind(
            rules=rules, seat=seat, number=number, view=state.view(seat), options=options, texts=texts, seed=seed
        )

    @cached_property
    def options(self) -> tuple[Option_co, ...]:
        """The options to choose from, at least two. They are made when they are first read."""
        made, numbered = self._option_class, zip(self._numbers, self._texts, strict=True)
        return cast("tuple[Option_co, ...]", tuple([made(index, *each) for index, each in enumerate(numbered)]))

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """The events since this seat was last asked, in order."""
        return tuple(Event(event.kind, tuple(event.numbers), self.rules.spell_event(event)) for event in self._events)

    @cached_property
    def rng(self) -> Rng:
        """A random generator for this decision alone, for `imagine`, `sample` and playouts."""
        return self._named_rng("rng")

    @cached_property
    def state(self) -> State_co:
        """A position that looks to this seat exactly like the true one. Its hidden parts are imagined.

        `clone()` it before you `apply` an option; `imagine(turn.seat, turn.rng)` imagines the hidden part anew.
        """
        return cast("State_co", self.rules.from_view(self.view, self._named_rng("state")))

    @property
    def option_count(self) -> int:
        """The number of options. The options are not made."""
        return len(self._numbers)

    def option(self, number: int) -> Option_co:
        """Return the option with this number of the engine, which a search or a `Player` returns.

        Raise UsageError if no option has the number.
        """
        if number not in self._numbers:
            raise UsageError(f"option {number}: expected the number of one of {len(self._numbers)} options")
        return self._option(self._numbers.index(number))

    def has(self, option: Option) -> bool:
        """True if this is an option of this Turn."""
        return option.index in range(self.option_count) and self._option(option.index) == option

    def _option(self, index: int) -> Option_co:
        """Return the option with this index. The other options are not made."""
        if "options" in vars(self):
            return self.options[index]
        return cast("Option_co", self._option_class(index, self._numbers[index], self._texts[index]))

    def _named_rng(self, name: str) -> Rng:
        return named_rng(str(self._seed).encode(), f"{name} {self.number}")

    def __repr__(self) -> str:
        return f"<Turn {self.number} of seat {self.seat}: {len(self._numbers)} options>"


def turn_class(rules: Rules) -> type[Turn[Any, Any, Any]]:
    """Return the class of turns for a game, such as CacaoTurn; `Turn` if the game has no class of its own."""
    return _class_of(rules.name)


@cache
def _class_of(game: str) -> type[Turn[Any, Any, Any]]:
    described = DESCRIPTORS.get(game)
    if described is None or not described.turn:
        return Turn
    found: type[Turn[Any, Any, Any]] = resolve(described.turn)
    return found
