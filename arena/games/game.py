"""The two classes of every game: `Rules`, which describe the game, and `State`, a position that can be played on.

A State asks one seat at a time. Inside the engine an option is an int; `Rules.spell` turns it into text, and
`Rules.read` turns this text into the int again. A State is mutable: `clone` it before you search.
"""

import hashlib
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, ClassVar, Final

from mypy_extensions import mypyc_attr

from arena.errors import IllegalOptionError, UsageError, nearest
from arena.games.catalogue import CatalogueEntry
from arena.games.chance import AnyRng, Deal, checked
from arena.games.steps import OVER, Stepped

SPECTATOR: Final = -1  # an observer that knows what every seat knows
EDITION: Final = "edition"  # names a whole set of rules options

Scalar = bool | int | str


class Setting:
    """One rules option of a game: its name, the values that it can have, and its meaning.

    The first value is the canonical one, which is used if no value is given. If `of_automaton` is true, the option says
    how the game's automaton plays. Then the value is a part of the automaton's name. So automata with different values
    are different entrants of one pool.

    >>> from arena.games.game import Setting
    >>> fog = Setting("fog", (False, True), "whether it is foggy")
    >>> fog.canonical, fog.read("on")
    (False, True)
    >>> fog.read("maybe")
    Traceback (most recent call last):
    arena.errors.UsageError: option 'fog' cannot be 'maybe': expected one of off, on
    """

    def __init__(self, name: str, values: "tuple[Scalar, ...]", meaning: str, *, of_automaton: bool = False) -> None:
        self.name: Final = name
        self.values: Final = values
        self.meaning: Final = meaning
        self.of_automaton: Final = of_automaton

    @property
    def canonical(self) -> Scalar:
        """Return the canonical value, which is used if no value is given."""
        return self.values[0]

    def read(self, text: str) -> Scalar:
        """Return the value with this spelling (`on` means true, `off` false); raise UsageError if there is none."""
        spelled = {spell_value(value): value for value in self.values}
        if text not in spelled:
            raise UsageError(f"option {self.name!r} cannot be {text!r}: {nearest(text, spelled)}")
        return spelled[text]


def spell_value(value: Scalar) -> str:
    """Return a value of a rules option as text: `on` for true, `off` for false, `str(value)` for any other value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


class Event:
    """An event of a game, as a seat or the spectator may know it: its kind, and a list of numbers.

    The kind decides what the numbers mean.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> from arena.games.game import SPECTATOR
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> state.listen()
    >>> state.play(state.options()[0])
    >>> event = state.events(0, SPECTATOR)[0]
    >>> state.rules.spell_event(event).startswith("seat 0")
    True
    """

    def __init__(self, kind: str, numbers: list[int]) -> None:
        self.kind: Final = kind
        self.numbers: Final = numbers

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes an equal event, for pickle and deepcopy."""
        return Event, (self.kind, self.numbers[:])


class Result:
    """How a game ended, or would end if it were scored now.

    `placements[seat]` is the place of a seat: 1 is first, and two seats that share the first place both have 1.
    `ledger[category][seat]` lists the seat's points of that category, one number for each scoring round. A seat's
    numbers of all categories add up to its score.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> result = rules("cacao").new({}, 2, Deal.of(7)).result()
    >>> result.scores, list(result.ledger)
    ([-10, -10], ['market', 'gold_mine', 'temple', 'sun', 'river'])
    """

    def __init__(self, placements: list[int], scores: list[int], ledger: dict[str, list[list[int]]]) -> None:
        self.placements: Final = placements
        self.scores: Final = scores
        self.ledger: Final = ledger

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes an equal result, for pickle and deepcopy."""
        return Result, (self.placements, self.scores, self.ledger)


@mypyc_attr(allow_interpreted_subclasses=True)
class State(Stepped):
    """One position of a game, perhaps in the middle of a turn, with everything that is hidden from seats.

    A State is mutable: `clone` it before you play on it. `to_move` is the seat that is asked, and `options` lists
    that seat's options as numbers. `apply` plays one of these; `play` first checks that it is one of these. When the
    game is over `to_move` is `OVER`.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> from arena.games.game import playout
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> ahead = state.clone()
    >>> ahead.apply(ahead.options()[0])
    >>> decisions = playout(ahead, Rng(1))
    >>> ahead.to_move, state.to_move, sorted(ahead.result().placements) in ([1, 2], [1, 1])
    (-1, 0, True)
    """

    def __init__(self, rules: "Rules", seats: int, settings: dict[str, Scalar]) -> None:
        super().__init__()
        self.rules: Rules = rules
        self.seats: int = seats
        self.settings: dict[str, Scalar] = settings  # shared by clones, never changed
        self.turn: int = 0  # turns completed
        self.log: list[list[Event]] | None = None  # per observer: the seats, then the spectator

    # What a game provides ------------------------------------------------------------------------------------------

    def clone(self) -> "State":
        """Return an independent copy, without the event log.

        A subclass calls `copied_onto`, then copies its own fields.
        """
        raise NotImplementedError

    def imagine(self, seat: int, rng: AnyRng) -> "State":
        """Return a position that gives `seat` the same view: all that the seat cannot know is dealt again from `rng`.

        Every `Stream`, which gives the results of a die, gets a new key. The returned position depends only on the
        seat's view and on `rng`.
        """
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Return a list with the points of each seat if the game were scored now; at the end, the final points."""
        raise NotImplementedError

    def placements(self) -> list[int]:
        """Return a list with the place of each seat if the game were scored now: 1 is first.

        Two seats that share the first place both have 1, and the next seat has 3.
        """
        raise NotImplementedError

    def placed(self, scores: list[int]) -> list[int]:
        """Return the place of each seat, as `placements` does, for a caller that already knows the points.

        `scores` has the points of each seat. A game may override this method and use them, to save time.
        """
        return self.placements()

    def ledger(self) -> dict[str, list[list[int]]]:
        """Return a dict from each category of points to a list with one entry for each seat.

        The entry is a list with the seat's points of this category, one number for each scoring round. A seat's points
        of all categories add up to its score.
        """
        raise NotImplementedError

    # What every game has -------------------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes an equal position from its text, without an event log, for pickle."""
        return _position_read, (self.rules, self.position())

    def __deepcopy__(self, memo: dict[int, Any]) -> "State":
        """Return a clone of this position, which has no event log."""
        return self.clone()

    def copied_onto(self, copy: "State") -> None:
        """Change `copy`, a new State: give it this state's seat to move, steps of the turn and number of turns.

        The method `clone` of every game makes the new State, and then calls this.
        """
        copy.to_move = self.to_move
        copy.asking = self.asking
        copy.pending = self.pending[:]
        copy.turn = self.turn

    def play(self, option: int) -> None:
        """Play an option after checking it.

        Raise IllegalOptionError, and change nothing, if it is not among the options.
        """
        if option not in self.options():
            what = "the game is over" if self.to_move == OVER else "it is not among the options"
            raise IllegalOptionError(f"option {option}: {what}")
        self.apply(option)

    def result(self) -> Result:
        """Return the Result that the game would have if it were scored now; after the end, this is the final Result."""
        return Result(self.placements(), self.scores(), self.ledger())

    def view(self, observer: int) -> Any:
        """Return everything that a seat, or SPECTATOR, may know, as an object of the game's own view class."""
        return self.rules.view(self, observer)

    def position(self) -> str:
        """Return the whole true state as a JSON text; `Rules.from_position` reads it back."""
        return self.rules.position(self)

    def digest(self) -> str:
        """Return the SHA-256 of the position's JSON text, in hexadecimal digits. Equal positions have equal digests."""
        return hashlib.sha256(self.position().encode()).hexdigest()

    def _repr_svg_(self) -> str | None:
        """Return the picture of the spectator's view, for a notebook; None for a game without pictures."""
        return self.rules.notebook_picture(self.view(SPECTATOR)) if self.rules.drawing else None

    # Events: only the referee's State keeps them --------------------------------------------------------------------

    def listen(self) -> None:
        """Start to store events, which `events` returns."""
        self.log = [[] for _ in range(self.seats + 1)]

    def tell(self, kind: str, numbers: list[int]) -> None:
        """Store an event that every seat and the spectator may know; do nothing if `log`, the store of events, is None.

        A caller checks `log` first. So a search, which stores no events, does not build the list `numbers` for nothing.
        """
        if self.log is not None:
            event = Event(kind, numbers)
            for heard in self.log:
                heard.append(event)

    def tell_only(self, seat: int, kind: str, numbers: list[int]) -> None:
        """Store an event that only this seat may know."""
        if self.log is not None:
            self.log[seat].append(Event(kind, numbers))

    def tell_others(self, seat: int, kind: str, numbers: list[int]) -> None:
        """Store an event that this seat must not get. All other seats and the spectator get it."""
        if self.log is not None:
            event = Event(kind, numbers)
            for observer, heard in enumerate(self.log):
                if observer != seat:
                    heard.append(event)

    def events(self, since: int, observer: int) -> list[Event]:
        """Return a list of an observer's events from number `since` on. The observer's first event has number 0.

        Raise UsageError if `listen` was not called.
        """
        if self.log is None:
            raise UsageError("this position keeps no events: call listen() first")
        return self.log[observer][since:]  # SPECTATOR is -1: the last


@mypyc_attr(allow_interpreted_subclasses=True)
class Rules:
    """The rules of one game: they make positions, read them and write them.

    `name`, `version`, `seats` and `options_schema` describe the game; `arena.games.rules` finds the rules by the
    game's name. Each game has a subclass, which overrides the methods in the first part of this class.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> game = rules("cacao")
    >>> game.name, game.seats
    ('cacao', (2, 3, 4))
    >>> state = game.new({}, 2, Deal.of(7))
    >>> game.from_position(state.position()).digest() == state.digest()
    True
    """

    name: ClassVar[str]
    version: ClassVar[int]  # changes whenever the same deal and answers could lead elsewhere
    seats: ClassVar[tuple[int, ...]]  # how many can play
    automata: ClassVar[tuple[int, ...]] = ()  # seats that follow rules of the game and are never asked
    automaton: ClassVar[str] = ""  # what has those seats
    levels: ClassVar[Mapping[str, Mapping[str, Scalar]]] = {}  # values of all its options, by the level's name
    options_schema: ClassVar[tuple[Setting, ...]]
    editions: ClassVar[Mapping[str, Mapping[str, Scalar]]] = {}  # the options that differ from the usual ones, by name
    categories: ClassVar[tuple[str, ...]]  # of the ledger, in the order people want to read them
    drawing: ClassVar[str] = ""  # the module that draws pictures of a view, imported when one is drawn
    telling: ClassVar[str] = ""  # the module that writes answers as sentences, imported when it is used

    # What a game provides ------------------------------------------------------------------------------------------

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> State:
        """Return the State of a new game, at its first decision. The caller has checked `settings` and `seats`."""
        raise NotImplementedError

    def from_view(self, view: Any, rng: AnyRng) -> State:
        """Return a State that gives the view's observer the same view. The hidden parts are dealt from `rng`."""
        raise NotImplementedError

    def from_position(self, text: str) -> State:
        """Return the State that a position's text describes.

        Raise PositionError, with the reason, if the text is invalid.
        """
        raise NotImplementedError

    def position(self, state: State) -> str:
        """Return a state as a JSON text, including everything that is hidden; `State.position` calls this."""
        raise NotImplementedError

    def view(self, state: State, observer: int) -> Any:
        """Return everything that an observer may know about a state; `State.view` calls this."""
        raise NotImplementedError

    def spell(self, state: State, option: int) -> str:
        """Return an option as text."""
        raise NotImplementedError

    def spellings(self, state: State, options: Sequence[int]) -> tuple[str, ...]:
        """Return a tuple with the text of each option in `options`. A game overrides this if it has a faster way."""
        return tuple([self.spell(state, option) for option in options])

    def read(self, state: State, text: str) -> int:
        """Return the option, a number, that this text means.

        Raise NotationError if the text is no option of this game, IllegalOptionError if the option is not legal now.
        """
        raise NotImplementedError

    def spell_event(self, event: Event) -> str:
        """Return an event as a sentence in English."""
        raise NotImplementedError

    def board(self, view: Any) -> str:
        """Return a text that draws a view with letters and signs, for a terminal."""
        raise NotImplementedError

    # What a game may provide ---------------------------------------------------------------------------------------

    def catalogue(self, options: Mapping[str, Scalar] | None = None) -> tuple[CatalogueEntry, ...]:
        """Return a tuple with a CatalogueEntry for each tile and place of the game; empty if the game has no catalogue.

        The entries describe effects under these rules options.
        """
        return ()

    def legend(self, view: Any) -> str:
        """Return a text that explains the drawing of `board`, such as a line for each type of tile; it may be empty."""
        return ""

    def action_space(self, seats: int) -> Any:
        """Return the `tensors.ActionSpace` for a number of seats; raise UsageError if the game has none."""
        raise UsageError(f"{self.name} has no table of actions for learners")

    def observation_space(self, seats: int) -> Any:
        """Return the `tensors.ObservationSpace` for a number of seats; raise UsageError if the game has none."""
        raise UsageError(f"{self.name} has no table of observations for learners")

    # What every game has -------------------------------------------------------------------------------------------

    def picture(self, view: Any, words: Mapping[str, str] | None = None, **look: Any) -> str:
        """Return the picture of a view as an SVG text.

        `words` maps keys to the texts in the picture; without it, the picture is in the reader's language. The keyword
        arguments `look` set attributes of `pictures.Look`, such as `names`.
        """
        return str(self._pictures().picture(self.drawing, view, self.name, words, look))

    def picture_symbols(self, view: Any, words: Mapping[str, str] | None = None, **look: Any) -> str:
        """Return an invisible SVG, as a text, with all symbols that the pictures of one match need.

        Pictures that are drawn with `form="frame"` contain no symbols, so a page with such pictures needs this SVG
        once. `look` is as in `picture`.
        """
        return str(self._pictures().symbols(self.drawing, view, self.name, words, look))

    def picture_parts(self, view: Any, words: Mapping[str, str] | None = None, **look: Any) -> dict[str, str]:
        """Return a dict from the name of each part that can be shown alone, such as `table`, to its rectangle.

        The rectangle is a text for the SVG attribute `viewBox`. `look` is as in `picture`.
        """
        found: dict[str, str] = self._pictures().parts(self.drawing, view, self.name, words, look)
        return found

    def notebook_picture(self, view: Any) -> str:
        """Return the picture of a view as SVG, for a notebook.

        The ids in it differ from those in pictures of other views.
        """
        return self.picture(view, prefix=self._pictures().own_prefix(view))

    def _pictures(self) -> Any:
        if not self.drawing:
            raise UsageError(f"{self.name} has no pictures: expected a game with a `drawing`")
        return import_module("arena.games.pictures")  # not compiled, and loaded only when something is drawn

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that finds these rules by their class, for pickle and deepcopy."""
        return _rules_of_class, (type(self),)

    def new(self, options: Mapping[str, Scalar], seats: int, deal: Deal) -> State:
        """Return the State of a new game, at its first decision.

        `options` is a mapping from a rules option's name to its value; those not given have their canonical value.
        `deal` has all random parts. Raise UsageError for an unknown option or value, or a number of seats that the game
        does not have.
        """
        return self.deal_out(self.complete(options), self.seat_count(seats), deal)

    def seat_count(self, seats: int | None) -> int:
        """Return `seats` if the game can have this number of seats.

        For None, return the smallest number that it can have. Raise UsageError for any other number.
        """
        if seats is None:
            return min(self.seats)
        if seats not in self.seats:
            expected = ", ".join(str(count) for count in self.seats)
            raise UsageError(f"{self.name} is not played by {seats}: expected one of {expected}")
        return seats

    def complete(self, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Check rules options, and return them all: a dict from each option's name to its value.

        The order is that of `options_schema`. An option that is not given gets its canonical value. If the game has
        editions, `edition` names one: it sets the options that `editions` lists, and options given beside it override
        it. Raise UsageError for unknown names or values, and for options that contradict each other.
        """
        known = [setting.name for setting in self.options_schema]
        chosen = dict(self._edition(options))
        for name, value in options.items():
            if name in known:
                chosen[name] = value
            elif name != EDITION or not self.editions:
                raise UsageError(f"{self.name} has no option {name!r}: {nearest(name, known)}")
        settings = {setting.name: _chosen(setting, chosen) for setting in self.options_schema}
        objection = self.objection(settings)
        if objection:
            raise UsageError(f"{self.name}: {objection}")
        return settings

    def _edition(self, options: Mapping[str, Scalar]) -> Mapping[str, Scalar]:
        """Return the values that the edition in `options` sets; an empty mapping if `options` names none."""
        name = options.get(EDITION)
        if name is None or not self.editions:
            return {}
        if name not in self.editions:
            raise UsageError(f"option {EDITION!r} cannot be {str(name)!r}: {nearest(str(name), self.editions)}")
        own = [setting.name for setting in self.options_schema]
        return {option: value for option, value in self.editions[str(name)].items() if option in own}

    def differences(self, options: Mapping[str, Scalar]) -> dict[str, Scalar]:
        """Return the shortest options from which `complete` makes these: all that are not canonical, or an edition.

        After `edition` come the options that differ from those of the edition.
        """
        settings = self.complete(options)
        shortest = _difference(settings, self.complete({}))
        for name in self.editions:
            beside = _difference(settings, self.complete({EDITION: name}))
            if len(beside) + 1 < len(shortest):
                shortest = {EDITION: name, **beside}
        return shortest

    def objection(self, settings: Mapping[str, Scalar]) -> str:
        """Return a text that says why these rules options contradict each other; an empty text if they do not.

        `settings` are rules options with checked names and values.
        """
        return ""

    def explain(self, tile: str, options: Mapping[str, Scalar] | None = None) -> str:
        """Return a text with the lines of the catalogue for all tiles and places with this id; often there is only one.

        Raise UsageError if nothing has this id.
        """
        entries = self.catalogue(options)
        found = [f"{tile}, {entry.kind}: {entry.text}" for entry in entries if tile in entry.ids]
        if not found:
            raise UsageError(
                f"{self.name}: nothing is called {tile!r}; {nearest(tile, [entry.id for entry in entries])}"
            )
        return "\n".join(found)


def _difference(settings: Mapping[str, Scalar], usual: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return those of the settings that have another value in `usual`."""
    return {name: value for name, value in settings.items() if value != usual[name]}


def _chosen(setting: Setting, options: Mapping[str, Scalar]) -> Scalar:
    """Return the value that `options` gives to a rules option; its canonical value if `options` does not have it.

    A value may also be a text, such as `on`. Raise UsageError if the option cannot have the value.
    """
    value = options.get(setting.name, setting.canonical)
    for allowed in setting.values:
        # 1 == True in Python, but not in a rulebook
        if type(value) is type(allowed) and value == allowed:
            return allowed
    return setting.read(str(value))


def _position_read(rules: Rules, text: str) -> State:
    """Return the State that a position's text describes, for pickle."""
    return rules.from_position(text)


def _rules_of_class(kind: Any) -> Rules:
    """Return a rules object of the class `kind`: the one in the class's module, or a new one if the module has none.

    A new object is as good as another one, because rules have no state.
    """
    for value in vars(sys.modules[kind.__module__]).values():
        if type(value) is kind and isinstance(value, Rules):
            return value
    made = kind()
    assert isinstance(made, Rules), "the class of some rules"
    return made


def playout(state: State, rng: AnyRng) -> int:
    """Play a position at random to its end, in place. Return the number of decisions.

    Raise UsageError if `rng` is not an `Rng` of the arena but, for example, a `random.Random`.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal, Rng
    >>> from arena.games.game import playout
    >>> state = rules("cacao").new({}, 2, Deal.of(7))
    >>> playout(state, Rng(1)) > 20
    True
    """
    decisions = 0
    known = checked(rng)
    while state.to_move != OVER:
        state.apply(state.sample(known))
        decisions += 1
    return decisions
