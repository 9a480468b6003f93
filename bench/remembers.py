"""A bot that remembers deals, and an equal bot that does not. Their scores show the gain from meeting a deal again.

Both play Cacao like the house bot `sampler`: after every option they play to the end of the game, in a few positions
that the seat cannot distinguish from the true one. `Remembers` stores the tiles of the stacks that it saw in its last
match. If the same jungle tiles have come first in this match, the bot imagines positions with these stacks. So it knows
the next tiles. In each rotation of a deal except the first, it also knows the hand of its opponent.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

from mypy_extensions import i64

from arena.bots.player import BestOption, margin
from arena.games.cacao.state import Cacao
from arena.games.cacao.tiles import WORKER_IDS, worker_tiles
from arena.games.game import playout
from arena.games.vecs import vec
from arena.referee import Over, Start
from arena_sdk import Bot, Option, Turn

PLAYOUTS: Final = 4


@dataclass
class Stacks:
    """The tiles of a deal that a seat has seen, as type numbers, in the order in which they were drawn."""

    seat: int
    jungle: list[int] = field(default_factory=list)
    workers: list[int] = field(default_factory=list)  # of this seat; the first three are its hand, in any order

    def begin_like(self, now: "Stacks") -> bool:
        """True if this deal begins with the jungle tiles seen in another match, `now`. Their order does not matter."""
        jungle = now.jungle
        return len(self.jungle) >= len(jungle) and Counter(self.jungle[: len(jungle)]) == Counter(jungle)


class Forgets(Bot):
    """A bot that remembers nothing of earlier matches."""

    name = "forgets"
    games = ("cacao",)

    def start(self, start: Start) -> None:
        """Begin a match, in which nothing is known yet."""
        self.stacks = Stacks(start.seat)
        self.display: list[int] = []

    def choose(self, turn: Turn) -> Option:
        """Return the option with the best results of its playouts."""
        self.look(turn)
        self.compare(turn.number)
        worlds = [self.imagined(turn) for _ in range(PLAYOUTS)]
        best = BestOption(turn.rng)
        for option in turn.options:
            points = 0
            for world in worlds:
                after = world.clone()
                after.apply(option.number)
                playout(after, turn.rng)
                points += margin(after, turn.seat)
            best.weigh(option.number, points)
        return turn.option(best.option)

    def look(self, turn: Turn) -> None:
        """Find the tiles that were drawn since the last decision, and add them to the seen tiles in `stacks`."""
        if turn.number == 1:
            state = turn.state
            assert isinstance(state, Cacao)
            hand = state.villages[turn.seat].hand
            self.stacks.workers = [tile for tile, count in enumerate(hand) for _ in range(count)]
            self.display = list(state.display)  # in the first turns no seat has a space to fill from it
            self.stacks.jungle = list(state.display)
        stacks = self.stacks
        for event in turn.events:
            if event.kind == "refilled":
                self.display.append(event.numbers[0])
                stacks.jungle.append(event.numbers[0])
            elif event.kind == "filled" and event.numbers[-1] in self.display:
                self.display.remove(event.numbers[-1])
            elif event.kind == "filled":  # the third space of a turn has the top of the pile
                stacks.jungle.append(event.numbers[-1])
            elif event.kind == "drew":
                stacks.workers.append(event.numbers[-1])

    def compare(self, number: int) -> None:
        """Do nothing: this bot remembers no deal to compare with."""

    def imagined(self, turn: Turn) -> Cacao:
        """Return a random position that the seat cannot distinguish from the real position of the match."""
        world = turn.state.imagine(turn.seat, turn.rng)
        assert isinstance(world, Cacao)
        return world


class Remembers(Forgets):
    """A bot that stores the deal of its last match, and recognises it if it is played again."""

    name = "remembers"
    last: ClassVar[Stacks | None] = None
    decisions: ClassVar[int] = 0
    known_again: ClassVar[int] = 0  # of these, those in which the last deal was known again

    def start(self, start: Start) -> None:
        """Begin a match. No deal is recognised yet."""
        super().start(start)
        self.fits = 0  # decisions so far in which all that was seen has been like the last deal
        self.known: Stacks | None = None

    def compare(self, number: int) -> None:
        """Decide if this match has the deal of the last match. If so, store that deal in `known`; if not, store None.

        The deal is the same if the tiles seen so far fit it, now and at more than half of this match's decisions.
        `number` is that of the current decision.
        """
        last = Remembers.last
        fits = last is not None and last.begin_like(self.stacks)
        self.fits += fits
        self.known = last if fits and 2 * self.fits > number else None
        Remembers.decisions += 1
        Remembers.known_again += self.known is not None

    def imagined(self, turn: Turn) -> Cacao:
        """Return a random position that the seat cannot distinguish from the real position of the match.

        If the bot has recognised the deal, the stacks are not random: they have the tiles that it remembers.
        """
        world = super().imagined(turn)
        if self.known is not None:
            lay_jungle(world, self.known.jungle[len(self.stacks.jungle) :])
            if self.known.seat != turn.seat:
                lay_workers(world, self.known.seat, self.known.workers)
        return world

    def over(self, over: Over) -> None:
        """Store the tiles of this match for the next one."""
        Remembers.last = self.stacks


def lay_jungle(world: Cacao, coming: Sequence[int]) -> None:
    """Put the tiles `coming` on top of the jungle pile of `world`, in this order. Do nothing if the pile lacks any."""
    unknown = Counter(world.pile)
    unknown.subtract(coming)
    if min(unknown.values(), default=0) >= 0:
        world.pile = vec[i64]([*unknown.elements(), *reversed(coming)])


def lay_workers(world: Cacao, seat: int, drawn: Sequence[int]) -> None:
    """Give a seat the hand and the pile of worker tiles that it has if it draws its tiles in the order `drawn`.

    Do nothing if the seat has laid a tile that it would not have drawn yet, or if `drawn` lacks tiles.
    """
    village = world.villages[seat]
    total = len(worker_tiles(world.seats))
    if len(drawn) < total:
        return
    taken = total - len(village.pile)
    laid = Counter(drawn)
    laid.subtract({tile: count for tile, count in enumerate(village.hand) if count})
    laid.subtract(village.pile)
    hand = Counter(drawn[:taken])
    hand.subtract(laid)
    if min(hand.values(), default=0) < 0 or sum(hand.values()) != sum(village.hand):
        return
    village.hand = vec[i64]([hand[tile] for tile in range(len(WORKER_IDS))])
    village.pile = vec[i64](list(reversed(drawn[taken:])))
