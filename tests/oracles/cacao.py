"""A second, slow program of Cacao, written literally from docs/rules/cacao.md, with which tests compare the engine.

The oracle shares no code with the engine and imports nothing from it. Every value is computed again at each call, from
dictionaries and strings. Each method names the rule that it follows.

How to compare the oracle with an engine:

1. Give both the same stacks. `piles[seat]` is the whole worker pile of a seat in drawing order; its first three tiles
   are the opening hand. `jungle` is the shuffled jungle pile in drawing order, without the two start tiles; its first
   two tiles are the display. `shuffled_setup(players, rng)` makes such stacks.
2. While `decider()` is a seat, the engine must ask the same seat and offer the same list as `options()`: the same
   texts in the same order. Steps without a choice are carried out by both, without a question.
3. Pick any option and give it to both: `play(text)`. A text that is not offered raises `Refused` and changes nothing.
4. After every step `summary()` should equal a summary of the engine's position. In it `turn` counts completed turns,
   `active` is that number modulo the players (also after the last turn), piles are in drawing order, hands are sorted
   as strings, the display and the rest as the rules name them, and `gold` is what was earned in play.
5. When `decider()` is None, compare `scores()`, `placements()` and `temple_gold()`. They may also be called earlier;
   then they return the scores that the game would have if it ended at once.

To start from a position instead, make an Oracle and overwrite its attributes, which are its whole state. For a position
in the middle of a turn, also overwrite `step`, `new_cell`, `filled_now`, `open_spaces` and `pending`.
"""

import itertools
import random
from collections import Counter
from dataclasses import dataclass

Cell = tuple[int, int]
Edge = tuple[Cell, str]

SIDES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""C-1.2: the sides clockwise, each with the step to the neighbouring cell."""

WORKER_TYPES = {"1-1-1-1": [1, 1, 1, 1], "2-1-0-1": [2, 1, 0, 1], "3-0-0-1": [3, 0, 0, 1], "3-1-0-0": [3, 1, 0, 0]}
"""C-1.4: the workers of each type, clockwise."""

WORKER_COUNTS = {
    2: {"1-1-1-1": 4, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1},
    3: {"1-1-1-1": 3, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1},
    4: {"1-1-1-1": 3, "2-1-0-1": 4, "3-0-0-1": 1, "3-1-0-0": 1},
}
"""C-2.2: the worker tiles of each player."""

JUNGLE_COUNTS = {
    "plantation_single": 6,
    "plantation_double": 2,
    "market_2": 2,
    "market_3": 4,
    "market_4": 1,
    "gold_mine_1": 2,
    "gold_mine_2": 1,
    "cenote": 3,
    "sun_site": 2,
    "temple": 5,
}
"""C-2.3: the jungle tiles in the box, start tiles included."""

NOT_WITH_TWO = {"plantation_single": 2, "market_3": 1, "gold_mine_1": 1, "cenote": 1, "sun_site": 1, "temple": 1}
"""C-3.3: the jungle tiles that stay in the box with two players."""

START_AREA = {(0, 0): "plantation_single", (1, 1): "market_2"}
"""C-3.4: the start area."""

RIVER = [-10, -4, -1, 0, 2, 4, 7, 11, 16]
"""C-2.4: the values of the river's fields."""

STORAGE = 5
SUN_SPACES = 3
DISPLAY_SIZE = 2
OPENING_HAND = 3
MAX_STACK_HEIGHT = 2

TURNS = {2: 22, 3: 30, 4: 36}
"""C-11.1: the number of turns, by number of players."""

TEMPLE_FIRST = 6
TEMPLE_SECOND = 3
"""C-12.3: the gold for second place at a temple."""

WITHOUT_QUESTION = ("gold_mine_1", "gold_mine_2", "cenote", "sun_site", "temple")
"""C-14.4: edges at these tiles are resolved unasked when `auto_resolve` is on."""


class Refused(ValueError):  # noqa: N818 - the word of C-14.6
    """Raised if a played text is not among the options of the seat that is asked."""


@dataclass(frozen=True)
class Worker:
    """A worker tile on the table, perhaps on top of another one."""

    owner: int
    kind: str
    rotation: int
    covered: "Worker | None" = None


def neighbour(cell: Cell, side: str) -> Cell:
    """C-1.2: return the cell beyond a side."""
    return cell[0] + SIDES[side][0], cell[1] + SIDES[side][1]


def neighbours(cell: Cell) -> list[Cell]:
    """C-1.2: return the four adjacent cells, clockwise."""
    return [neighbour(cell, side) for side in SIDES]


def workers_at(tile: Worker, side: str) -> int:
    """C-1.5: return how many workers stand on a side of a turned tile."""
    return WORKER_TYPES[tile.kind][("NESW".index(side) - tile.rotation) % 4]


def rotations(kind: str) -> list[int]:
    """C-14.3: return the rotations that can be distinguished."""
    return [0] if kind == "1-1-1-1" else [0, 1, 2, 3]


def jungle_tiles(players: int) -> Counter[str]:
    """C-2.3: return the jungle tiles of a game, start tiles included."""
    return Counter(JUNGLE_COUNTS) - (Counter(NOT_WITH_TWO) if players == 2 else Counter())


def reading_order(cell: Cell) -> Cell:
    """Return the sort key of a cell: cells are listed row by row."""
    return cell[1], cell[0]


def kind_order(kind: str) -> int:
    """Return the sort key of a type: types are listed as in the tables C-2.2 and C-2.3."""
    return [*WORKER_TYPES, *JUNGLE_COUNTS].index(kind)


def shuffled_setup(players: int, rng: random.Random) -> tuple[list[list[str]], list[str]]:
    """C-3.2, C-3.5: return shuffled worker piles and a shuffled jungle pile, in the form for an Oracle."""
    piles = [list(Counter(WORKER_COUNTS[players]).elements()) for _ in range(players)]
    jungle = list((jungle_tiles(players) - Counter(START_AREA.values())).elements())
    for stack in [*piles, jungle]:
        rng.shuffle(stack)
    return piles, jungle


class Oracle:
    """One game of Cacao, played exactly by the text of the rules."""

    def __init__(self, players: int, piles: list[list[str]], jungle: list[str], auto_resolve: bool = True) -> None:
        """C-3: set up the table with the given stacks, which are in drawing order."""
        if len(piles) != players or any(Counter(pile) != WORKER_COUNTS[players] for pile in piles):
            raise ValueError("the worker piles are not those of C-2.2")
        if Counter(jungle) + Counter(START_AREA.values()) != jungle_tiles(players):
            raise ValueError("the jungle pile is not that of C-2.3")
        self.players = players
        self.auto_resolve = auto_resolve
        self.turn = 0
        self.step = "place"  # then "fill", "work", and "over" after the last turn
        self.jungle_on_table: dict[Cell, str] = dict(START_AREA)
        self.workers_on_table: dict[Cell, Worker] = {}
        self.hands = [pile[:OPENING_HAND] for pile in piles]
        self.worker_piles = [pile[OPENING_HAND:] for pile in piles]
        self.display = jungle[:DISPLAY_SIZE]
        self.jungle_pile = jungle[DISPLAY_SIZE:]
        self.gold = [0] * players
        self.cacao = [0] * players
        self.sun = [0] * players
        self.river = [0] * players
        self.new_cell: Cell | None = None
        self.filled_now: list[Cell] = []
        self.open_spaces: list[Cell] = []
        self.pending: list[list[Edge]] = [[] for _ in range(players)]

    # The three questions: which seat is asked, what is offered, and what was chosen.

    @property
    def active(self) -> int:
        """C-3.7, C-10.3: return the active seat."""
        return self.turn % self.players

    def decider(self) -> int | None:
        """C-14.1: return the seat that is asked now; None after the end of the game."""
        if self.step == "over":
            return None
        if self.step == "work":
            return next(seat for seat in self.working_order() if self.pending[seat])
        return self.active

    def options(self) -> list[str]:
        """Return all answers that the decider can give, each once, in the order of the rules."""
        if self.step == "place":
            return self.placements_offered() + self.overbuildings_offered()
        if self.step == "fill":
            return self.fills_offered()
        if self.step == "work":
            return self.works_offered()
        return []

    def play(self, text: str) -> None:
        """Carry out one option, and everything after it that leaves no choice."""
        if text not in self.options():
            raise Refused(f"{text!r} is none of {self.options()}")
        verb, *words = text.split()
        if verb == "fill":
            self.fill(read_cell(words[0]), words[1])
        elif verb == "work":
            self.resolve((read_cell(words[0]), words[1]), int(words[2]))
        else:
            self.put_down(words[0], int(words[1].removeprefix("r")), read_cell(words[3]))
        self.go_on()

    # C-5, C-9: step A.

    def placements_offered(self) -> list[str]:
        """C-5.1, C-5.2, C-5.3: return each hand tile on each empty cell beside a jungle tile, in each rotation."""
        cells = {cell for jungle_cell in self.jungle_on_table for cell in neighbours(jungle_cell)}
        empty = [cell for cell in cells if cell not in self.workers_on_table]
        return self.spelled_placements("place", empty)

    def overbuildings_offered(self) -> list[str]:
        """C-9.1, C-9.2, C-9.3: return the options of building over the seat's own tiles."""
        if self.jungle_pile or self.display or self.sun[self.active] < 1:
            return []
        own = [cell for cell, tile in self.workers_on_table.items() if tile.owner == self.active]
        low = [cell for cell in own if height(self.workers_on_table[cell]) < MAX_STACK_HEIGHT]
        return self.spelled_placements("overbuild", low)

    def spelled_placements(self, verb: str, cells: list[Cell]) -> list[str]:
        """C-14.3: return the texts of placements. Equal tiles are one choice, and so are rotations that look alike."""
        return [
            f"{verb} {kind} r{rotation} at {spell_cell(cell)}"
            for cell in sorted(cells, key=reading_order)
            for kind in sorted(set(self.hands[self.active]), key=kind_order)
            for rotation in rotations(kind)
        ]

    def put_down(self, kind: str, rotation: int, cell: Cell) -> None:
        """C-5, C-9: pay for an overbuilding, put the tile down, and find the spaces that must be filled."""
        covered = self.workers_on_table.get(cell)
        if covered:
            self.sun[self.active] -= 1
        self.hands[self.active].remove(kind)
        self.workers_on_table[cell] = Worker(self.active, kind, rotation, covered)
        self.new_cell = cell
        self.filled_now = []
        self.open_spaces = [] if covered else self.required_spaces(cell)
        self.step = "fill"

    def required_spaces(self, cell: Cell) -> list[Cell]:
        """C-6.1, C-6.2: return the empty spaces beside the new tile that have two or more worker tiles."""
        return [
            space
            for space in sorted(neighbours(cell), key=reading_order)
            if space not in self.jungle_on_table
            and sum(around in self.workers_on_table for around in neighbours(space)) >= 2
        ]

    # C-6: step B.

    def assignments(self) -> set[frozenset[tuple[Cell, str]]]:
        """C-6.4, C-6.5, C-6.7, C-14.3: return every distinct way to lay the rest of the display."""
        number = min(len(self.open_spaces), len(self.display))
        return {
            frozenset(zip(spaces, tiles, strict=True))
            for spaces in itertools.combinations(self.open_spaces, number)
            for tiles in itertools.permutations(self.display, number)
        }

    def fills_offered(self) -> list[str]:
        """C-14.1 D2, C-14.3: return every pair of a space and a display type that occurs in some assignment."""
        pairs = {pair for assignment in self.assignments() for pair in assignment}
        in_order = sorted(pairs, key=lambda pair: (reading_order(pair[0]), kind_order(pair[1])))
        return [f"fill {spell_cell(space)} {kind}" for space, kind in in_order]

    def fill(self, space: Cell, kind: str) -> None:
        """C-6.4: move a display tile to a space. C-6.6: its place in the display stays empty."""
        self.display.remove(kind)
        self.lay(space, kind)

    def lay(self, space: Cell, kind: str) -> None:
        """Lay a jungle tile on a space of the table."""
        self.open_spaces.remove(space)
        self.filled_now.append(space)
        self.jungle_on_table[space] = kind

    def fill_from_the_pile(self) -> None:
        """C-6.5: fill the third space with the top of the pile, after both display tiles were laid."""
        if self.open_spaces and self.jungle_pile and len(self.filled_now) == DISPLAY_SIZE:
            self.lay(self.open_spaces[0], self.jungle_pile.pop(0))

    # C-7, C-8: step C.

    def working_order(self) -> list[int]:
        """C-7.8: return the seats in the order in which they work: the active player, then clockwise."""
        return [(self.active + i) % self.players for i in range(self.players)]

    def activated(self) -> list[list[Edge]]:
        """C-7.1, C-7.2, C-7.3: return, for each seat, the edges that work in this turn."""
        edges: list[list[Edge]] = [[] for _ in range(self.players)]
        for cell, tile in self.workers_on_table.items():
            for side in SIDES:
                faced = neighbour(cell, side)
                is_new = cell == self.new_cell or faced in self.filled_now
                if is_new and faced in self.jungle_on_table and workers_at(tile, side) > 0:
                    edges[tile.owner].append((cell, side))
        return edges

    def faced_by(self, edge: Edge) -> str:
        """C-1.6: return the jungle tile that an edge faces."""
        return self.jungle_on_table[neighbour(*edge)]

    def strength(self, edge: Edge) -> int:
        """C-1.6: return the number of workers on an edge of a worker tile."""
        return workers_at(self.workers_on_table[edge[0]], edge[1])

    def works_offered(self) -> list[str]:
        """C-14.1 D3, C-14.4: return the edges that the decider may resolve next, each with the numbers of workers."""
        seat = self.decider()
        assert seat is not None
        edges = sorted(self.pending[seat], key=lambda edge: (reading_order(edge[0]), "NESW".index(edge[1])))
        return [f"work {spell_cell(edge[0])} {edge[1]} {k}" for edge in edges for k in self.workers_offered(seat, edge)]

    def workers_offered(self, seat: int, edge: Edge) -> list[int]:
        """C-7.7, C-14.4: return the numbers of an edge's workers that may act."""
        everybody = self.strength(edge)
        if not self.auto_resolve:
            return list(range(everybody + 1))
        if self.faced_by(edge).startswith("market"):
            return list(range(min(everybody, self.cacao[seat]) + 1))
        return [everybody]

    def resolve(self, edge: Edge, k: int) -> None:
        """C-7.5, C-7.6, C-8: let `k` workers of an edge act for their owner. The edge is then done."""
        seat = self.workers_on_table[edge[0]].owner
        self.pending[seat].remove(edge)
        faced = self.faced_by(edge)
        if faced == "plantation_single":
            self.cacao[seat] = min(STORAGE, self.cacao[seat] + k)
        elif faced == "plantation_double":
            self.cacao[seat] = min(STORAGE, self.cacao[seat] + 2 * k)
        elif faced.startswith("market_"):
            sold = min(k, self.cacao[seat])
            self.cacao[seat] -= sold
            self.gold[seat] += sold * int(faced.removeprefix("market_"))
        elif faced.startswith("gold_mine_"):
            self.gold[seat] += k * int(faced.removeprefix("gold_mine_"))
        elif faced == "cenote":
            self.river[seat] = min(len(RIVER) - 1, self.river[seat] + k)
        elif faced == "sun_site":
            self.sun[seat] = min(SUN_SPACES, self.sun[seat] + k)

    def resolve_without_asking(self, seat: int) -> None:
        """C-14.4 (1) to (3): resolve the edges of a player that need no decision."""
        for edge in list(self.pending[seat]):
            if self.faced_by(edge) in WITHOUT_QUESTION:
                self.resolve(edge, self.strength(edge))
        markets = [edge for edge in self.pending[seat] if self.faced_by(edge).startswith("market")]
        if not markets:
            for edge in list(self.pending[seat]):
                self.resolve(edge, self.strength(edge))
        elif markets == self.pending[seat] and self.cacao[seat] == 0:
            for edge in markets:
                self.resolve(edge, 0)

    # C-4.1, C-10, C-11: from one step to the next.

    def go_on(self) -> None:
        """C-14.1: carry out all steps without a choice, up to the next question or the end of the game."""
        if self.step == "fill":
            if len(self.assignments()) > 1:
                return
            for space, kind in sorted(self.assignments().pop()):
                self.fill(space, kind)
            self.fill_from_the_pile()
            self.pending = self.activated()
            self.step = "work"
        if self.step == "work":
            for seat in self.working_order():
                if self.auto_resolve:
                    self.resolve_without_asking(seat)
                if self.pending[seat]:
                    return
            self.end_turn()

    def end_turn(self) -> None:
        """C-10: draw a worker tile, refill the display, begin the next turn. C-11.1: the last turn ends the game."""
        if self.worker_piles[self.active]:
            self.hands[self.active].append(self.worker_piles[self.active].pop(0))
        while len(self.display) < DISPLAY_SIZE and self.jungle_pile:
            self.display.append(self.jungle_pile.pop(0))
        self.new_cell, self.filled_now, self.open_spaces = None, [], []
        self.turn += 1
        self.step = "place" if self.turn < TURNS[self.players] else "over"

    # C-12: scoring.

    def temple_counts(self, temple: Cell) -> list[int]:
        """C-12.2: return the number of each player's workers at a temple. Covered tiles do not count."""
        counts = [0] * self.players
        for cell, tile in self.workers_on_table.items():
            for side in SIDES:
                if neighbour(cell, side) == temple:
                    counts[tile.owner] += workers_at(tile, side)
        return counts

    def temple_gold(self) -> list[int]:
        """C-12.2 to C-12.6: return the gold of each player from all temples."""
        temples = [cell for cell, kind in self.jungle_on_table.items() if kind == "temple"]
        shares = [temple_shares(self.temple_counts(temple)) for temple in temples]
        return [sum(share[seat] for share in shares) for seat in range(self.players)]

    def scores(self) -> list[int]:
        """C-12.7: return the scores: gold, temple gold, sun tokens and river value."""
        temples = self.temple_gold()
        return [self.gold[s] + temples[s] + self.sun[s] + RIVER[self.river[s]] for s in range(self.players)]

    def placements(self) -> list[int]:
        """C-12.8: return the place of each seat by score, then by cacao. Seats with equal values share a place."""
        results = list(zip(self.scores(), self.cacao, strict=True))
        return [1 + sum(other > mine for other in results) for mine in results]

    def summary(self) -> dict[str, object]:
        """Return the complete position as plain values, which can be compared and printed."""
        grid = {spell_cell(cell): kind for cell, kind in self.jungle_on_table.items()}
        grid |= {spell_cell(cell): spell_worker(tile) for cell, tile in self.workers_on_table.items()}
        return {
            "grid": grid,
            "hands": [sorted(hand) for hand in self.hands],
            "piles": [list(pile) for pile in self.worker_piles],
            "jungle": list(self.jungle_pile),
            "display": sorted(self.display),
            "gold": list(self.gold),
            "cacao": list(self.cacao),
            "sun": list(self.sun),
            "river": list(self.river),
            "turn": self.turn,
            "active": self.active,
        }


def height(tile: Worker) -> int:
    """C-9.3: return the number of tiles that lie on each other at this place."""
    return 1 if tile.covered is None else 1 + height(tile.covered)


def temple_shares(counts: list[int]) -> list[int]:
    """C-12.3 to C-12.6: return the gold that a temple pays for these numbers of workers."""
    present = sorted({count for count in counts if count > 0}, reverse=True)
    shares = [0] * len(counts)
    if not present:
        return shares
    first = [seat for seat, count in enumerate(counts) if count == present[0]]
    for seat in first:
        shares[seat] = TEMPLE_FIRST // len(first)
    if len(first) == 1 and len(present) > 1:
        second = [seat for seat, count in enumerate(counts) if count == present[1]]
        for seat in second:
            shares[seat] = TEMPLE_SECOND // len(second)
    return shares


def spell_cell(cell: Cell) -> str:
    """Return a cell as options and summaries write it."""
    return f"{cell[0]},{cell[1]}"


def read_cell(text: str) -> Cell:
    """Return the cell that a text names."""
    x, y = text.split(",")
    return int(x), int(y)


def spell_worker(tile: Worker) -> str:
    """Return a worker tile as the summary writes it."""
    return f"p{tile.owner} {tile.kind} r{tile.rotation}" + (" over" if tile.covered else "")
