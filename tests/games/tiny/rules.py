"""Six days at sea: the smallest game with a die, hidden hands and choices made at the same time.

Each day a die decides the value of the catch, and each seat lays one of its three cards face down. The seat with the
highest card takes the catch, or throws the die once more and takes the new value. With `scraps` on, the seat with the
second highest card gets one point. After three days new hands are dealt. After six days the seat with the most points
wins.
"""

import json
from dataclasses import dataclass
from typing import Any

from arena.errors import IllegalOptionError, NotationError, PositionError
from arena.games.chance import AnyRng, Deal, Stream, checked
from arena.games.game import Event, Rules, Scalar, Setting, State
from arena.games.steps import OVER, Step

CARDS = [str(card) for card in range(28)]
DAYS, HAND, NOTHING = 6, 3, -1
KEEP, AGAIN = len(CARDS), len(CARDS) + 1
WORDS = {KEEP: "keep", AGAIN: "again"} | {card: f"lay {name}" for card, name in enumerate(CARDS)}
EVENTS = ("hand", "die", "lay", "laid", "catch")
FIELDS = ("turn", "to_move", "prize", "hands", "laid", "seen", "pile", "catch", "scraps")


class Day(Step["Sea"]):
    """S-2: the die is thrown, then every seat lays a card. Before days 1 and 4 new hands are dealt."""

    def begin(self, sea: "Sea") -> bool:
        """Deal hands if they are due, throw the die, and push the other steps of the day."""
        if sea.turn == DAYS:
            return False
        if sea.turn % HAND == 0:
            for seat in range(sea.seats):
                sea.hands[seat] = sorted(sea.pile.pop() for _ in range(HAND))
                sea.tell_only(seat, "hand", sea.hands[seat][:])
        sea.prize = 1 + sea.die.below(6)
        sea.tell("die", [sea.prize])
        for step in (REVEAL, *reversed(LAY[: sea.seats])):
            sea.push(step)
        return False


class Lay(Step["Sea"]):
    """S-2: a seat lays a card. Until all seats have laid theirs, no other seat sees the card, or that it was laid."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def begin(self, sea: "Sea") -> bool:
        """Ask the seat, unless it has only one card left: then lay that card."""
        sea.to_move = self.seat
        if len(sea.hands[self.seat]) == 1:
            self.play(sea, sea.hands[self.seat][0])
            return False
        return True

    def options(self, sea: "Sea") -> list[int]:
        """Return the cards in hand, in ascending order."""
        return sea.hands[self.seat][:]

    def play(self, sea: "Sea", option: int) -> None:
        """Lay a card."""
        sea.hands[self.seat].remove(option)
        sea.laid[self.seat] = option
        sea.tell_only(self.seat, "lay", [option])


class Reveal(Step["Sea"]):
    """S-2, S-4: the cards are turned up, and the seat with the highest card is asked."""

    def begin(self, sea: "Sea") -> bool:
        """Turn up the cards."""
        sea.tell("laid", sorted(sea.laid))  # without the seats: a view does not have them either
        by_card = sorted(range(sea.seats), key=lambda seat: -sea.laid[seat])
        if sea.settings["scraps"]:
            sea.scraps[by_card[1]][sea.turn // HAND] += 1
        sea.seen = sorted(sea.seen + sea.laid)
        sea.laid = [NOTHING] * sea.seats
        sea.to_move = by_card[0]
        sea.push(HAUL)
        return False


class Haul(Step["Sea"]):
    """S-3: the seat with the highest card takes the catch, or throws the die again."""

    def begin(self, sea: "Sea") -> bool:
        """Ask the seat: there are always two options."""
        return True

    def options(self, sea: "Sea") -> list[int]:
        """Return both options."""
        return [KEEP, AGAIN]

    def play(self, sea: "Sea", option: int) -> None:
        """Score the catch, and begin the next day."""
        if option == AGAIN:
            sea.prize = 1 + sea.die.below(6)
        sea.tell("catch", [sea.to_move, sea.prize])
        sea.catch[sea.to_move][sea.turn // HAND] += sea.prize
        sea.turn += 1
        sea.push(DAY)


DAY, REVEAL, HAUL, LAY = Day(), Reveal(), Haul(), [Lay(seat) for seat in range(4)]
STEPS: dict[str, Step["Sea"]] = {
    "day": DAY,
    "reveal": REVEAL,
    "haul": HAUL,
    **{f"lay {seat}": step for seat, step in enumerate(LAY)},
}
NAMES = {id(step): name for name, step in STEPS.items()}


class Sea(State):
    """A position of the game, with its hidden parts."""

    def __init__(self, rules: Rules, seats: int, settings: dict[str, Scalar]) -> None:
        super().__init__(rules, seats, settings)
        self.prize = 0
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.laid = [NOTHING] * seats
        self.seen: list[int] = []  # cards that were turned up
        self.pile: list[int] = []
        self.die = Stream([0, 0, 0, 0], [])
        self.catch = [[0, 0] for _ in range(seats)]  # by half of the game
        self.scraps = [[0, 0] for _ in range(seats)]

    def clone(self) -> "Sea":
        """Return an independent copy of this position."""
        copy = type(self)(self.rules, self.seats, self.settings)
        self.copied_onto(copy)
        copy.prize, copy.laid, copy.seen, copy.pile = self.prize, self.laid[:], self.seen[:], self.pile[:]
        copy.hands = [hand[:] for hand in self.hands]
        copy.catch = [halves[:] for halves in self.catch]
        copy.scraps = [halves[:] for halves in self.scraps]
        copy.die = self.die.clone()
        return copy

    def imagine(self, seat: int, rng: AnyRng) -> State:
        """Return a position that the seat cannot distinguish from this one."""
        return self.rules.from_view(self.view(seat), rng)

    def scores(self) -> list[int]:
        """Return the points of each seat."""
        return [sum(catch + scraps) for catch, scraps in zip(self.catch, self.scraps, strict=True)]

    def placements(self) -> list[int]:
        """S-5: return the place of each seat. Seats with equal points share a place."""
        scores = self.scores()
        return [1 + sum(other > score for other in scores) for score in scores]

    def ledger(self) -> dict[str, list[list[int]]]:
        """Return the points by category, seat and half of the game."""
        return {"catch": [halves[:] for halves in self.catch], "scraps": [halves[:] for halves in self.scraps]}


@dataclass(frozen=True)
class TinyView:
    """What one seat, or the spectator, may know of a position."""

    observer: int
    seats: int
    scraps_option: bool
    day: int
    prize: int
    hauling: int  # the seat that is asked to keep or to throw again; none: NOTHING
    laying: bool  # whether the observer is asked for a card
    hand: tuple[int, ...]
    laid: int  # the observer's own card that lies face down, or NOTHING
    seen: tuple[int, ...]
    catch: tuple[tuple[int, ...], ...]
    scraps: tuple[tuple[int, ...], ...]


class TinyRules(Rules):
    """The rules of six days at sea, which tiny.md explains."""

    name = "tiny"
    version = 1
    seats = (2, 3, 4)
    options_schema = (Setting("scraps", (False, True), "whether the second highest card gets a point"),)
    categories = ("catch", "scraps")
    state = Sea

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> Sea:
        """S-1: return a new game."""
        deal.only(["deck"], ["die"])
        sea = self.state(self, seats, settings)
        sea.pile = deal.stack("deck", range(len(CARDS)), CARDS)
        sea.die = deal.stream("die")
        sea.push(DAY)
        sea.settle()
        return sea

    def view(self, state: State, observer: int) -> TinyView:
        """Return the view that an observer has of a position."""
        assert isinstance(state, Sea)
        hand = tuple(state.hands[observer]) if observer >= 0 else ()
        laid = state.laid[observer] if observer >= 0 else NOTHING
        hauling = state.to_move if state.asking is HAUL else NOTHING
        laying = state.to_move == observer >= 0 and hauling == NOTHING
        catch, scraps = (tuple(tuple(halves) for halves in points) for points in (state.catch, state.scraps))
        seen, option = tuple(state.seen), bool(state.settings["scraps"])
        return TinyView(
            observer, state.seats, option, state.turn, state.prize, hauling, laying, hand, laid, seen, catch, scraps
        )

    def from_view(self, view: Any, rng: AnyRng) -> Sea:
        """Return a position that gives its observer this view. The hidden parts come from `rng`."""
        rng = checked(rng)
        sea = self.state(self, view.seats, self.complete({"scraps": view.scraps_option}))
        sea.turn, sea.prize, sea.seen = view.day, view.prize, list(view.seen)
        sea.catch, sea.scraps = [list(halves) for halves in view.catch], [list(halves) for halves in view.scraps]
        sea.pile = [card for card in range(len(CARDS)) if card not in {*view.seen, *view.hand, view.laid}]
        rng.shuffle(sea.pile)
        sea.die.rekey(rng)
        if view.day == DAYS:
            return sea
        hauling = view.hauling != NOTHING
        asked = view.observer if view.laying else view.observer + 1 if view.laid != NOTHING else 0
        for seat in range(view.seats):
            if seat == view.observer:
                sea.hands[seat], sea.laid[seat] = list(view.hand), view.laid
                continue
            left = HAND - view.day % HAND - hauling
            sea.hands[seat] = sorted(sea.pile.pop() for _ in range(left))
            if seat < asked and not hauling:
                sea.laid[seat] = sea.hands[seat].pop(rng.below(left))
        sea.to_move = view.hauling if hauling else asked
        sea.pending = [HAUL] if hauling else [REVEAL, *reversed(LAY[asked : view.seats])]
        sea.settle()
        return sea

    def position(self, state: State) -> str:
        """Return the whole state as JSON."""
        assert isinstance(state, Sea)
        whole = {"seats": state.seats, "options": state.settings} | {name: getattr(state, name) for name in FIELDS}
        whole["die"] = [state.die.key, state.die.coming, state.die.drawn]
        asking = [] if state.to_move == OVER else [state.asking]
        whole["steps"] = [NAMES[id(step)] for step in state.pending + asking]
        return json.dumps(whole)

    def from_position(self, text: str) -> Sea:
        """Return the state that a position's text describes. Raise PositionError if the text is invalid."""
        try:
            whole = json.loads(text)
            sea = self.state(self, whole["seats"], self.complete(whole["options"]))
            for name in FIELDS:
                setattr(sea, name, whole[name])
            sea.die = Stream(*whole["die"])
            sea.pending = [STEPS[name] for name in whole["steps"]]
        except (ValueError, LookupError, TypeError) as reason:
            raise PositionError(f"expected a position of {self.name} as JSON: {reason}") from reason
        cards = sum(sea.hands, sea.pile + sea.seen + [card for card in sea.laid if card != NOTHING])
        if sorted(cards) != list(range(len(CARDS))):
            raise PositionError("hands, laid, seen and pile: expected every card once")
        sea.settle()
        return sea

    def spell(self, state: State, option: int) -> str:
        """Return an option as text."""
        return WORDS[option]

    def read(self, state: State, text: str) -> int:
        """Return the option with this spelling. Raise IllegalOptionError for one that is not offered."""
        for option, words in WORDS.items():
            if words == text:
                if option not in state.options():
                    raise IllegalOptionError(f"{text!r}: not among the options")
                return option
        raise NotationError(f"{text!r}: expected 'lay CARD', 'keep' or 'again'")

    def spell_event(self, event: Event) -> str:
        """Return an event as text."""
        return " ".join([event.kind, *map(str, event.numbers)])

    def board(self, view: Any) -> str:
        """Return a view as text."""
        return f"day {view.day + 1}, the catch is worth {view.prize}, your hand: {' '.join(map(str, view.hand))}\n"


TINY = TinyRules()
