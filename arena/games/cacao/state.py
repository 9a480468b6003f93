"""C-2.4, C-14.7, C-15: the table, the villages, and everything that is hidden."""

from mypy_extensions import i64, u8

from arena.games.cacao import scoring
from arena.games.cacao.grid import EMPTY, JUNGLE, LARGEST, OFFSETS, OPEN, WORKER, inserted, without
from arena.games.cacao.tiles import WORKER_TYPES, WORKERS
from arena.games.chance import AnyRng, Rng, checked
from arena.games.game import Rules, Scalar, State
from arena.games.packing import packed
from arena.games.vecs import append, pop, vec


class Village:
    """C-2.4, C-2.5: the possessions of one player, on the village board and beside it."""

    def __init__(self, hand: vec[i64], pile: vec[i64], tiles: vec[i64], edges: vec[i64]) -> None:
        self.cacao: i64 = 0
        self.suns: i64 = 0
        self.river: i64 = 0  # how many fields the carrier has gone
        self.market: i64 = 0  # the gold of sales
        self.gold_mine: i64 = 0  # the gold of mines
        self.hand: vec[i64] = hand  # how many tiles of each type
        self.pile: vec[i64] = pile  # types, the top last
        self.tiles: vec[i64] = tiles  # cells of own tiles that may be built over, ordered (C-9.3)
        self.edges: vec[i64] = edges  # still to be activated in this turn, ordered (C-7.1)

    def clone(self) -> "Village":
        """Return an independent copy of the village."""
        copy = Village(self.hand[:], self.pile[:], self.tiles[:], self.edges[:])
        copy.cacao = self.cacao
        copy.suns = self.suns
        copy.river = self.river
        copy.market = self.market
        copy.gold_mine = self.gold_mine
        return copy

    def types_in_hand(self) -> i64:
        """Return the set of the tile types in the hand, as a number with one bit for each type."""
        hand = self.hand
        types: i64 = 1 if hand[0] > 0 else 0
        if hand[1] > 0:
            types |= 2
        if hand[2] > 0:
            types |= 4
        if hand[3] > 0:
            types |= 8
        return types

    def held(self) -> i64:
        """Return how many tiles are in the hand."""
        hand = self.hand
        return hand[0] + hand[1] + hand[2] + hand[3]

    def left(self) -> i64:
        """Return how many tiles this player still has to lay."""
        return self.held() + len(self.pile)

    def take_back(self) -> None:
        """Put all tiles of this village's hand onto its pile.

        The caller then shuffles the pile and draws a new hand.
        """
        tile: i64
        for tile in range(WORKER_TYPES):
            for _ in range(self.hand[tile]):
                self.pile = append(self.pile, tile)
            self.hand[tile] = 0

    def draw(self) -> i64:
        """Move the top tile of the pile to the hand, and return the tile."""
        self.pile, tile = pop(self.pile)
        self.hand[tile] += 1
        return tile


class Cacao(State):
    """C-14.7: a position of Cacao: everything on the table, in the hands and in the piles."""

    def __init__(self, rules: Rules, seats: int, settings: dict[str, Scalar], original: "Cacao | None" = None) -> None:
        super().__init__(rules, seats, settings)
        old = original
        self.auto_resolve: bool = settings["auto_resolve"] is True
        self.grid: vec[u8] = vec[u8]() if old is None else old.grid[:]
        self.open: vec[i64] = vec[i64]() if old is None else old.open[:]  # where a worker tile may be laid, ordered
        self.jungle: vec[i64] = vec[i64]() if old is None else old.jungle[:]  # the cells of jungle tiles
        # the cells of worker tiles as they were laid, again if a tile was built over
        self.laid: vec[i64] = vec[i64]() if old is None else old.laid[:]
        # cell << 8 | what the grid showed there, for each tile that was built over
        self.covered: vec[i64] = vec[i64]() if old is None else old.covered[:]
        self.display: vec[i64] = vec[i64]() if old is None else old.display[:]  # ordered
        self.pile: vec[i64] = vec[i64]() if old is None else old.pile[:]  # the top last
        self.spaces: vec[i64] = vec[i64]() if old is None else old.spaces[:]  # to be filled in this turn, ordered
        self.villages: list[Village] = [] if old is None else [village.clone() for village in old.villages]

    def clone(self) -> "Cacao":
        """Return an independent copy of the position, without its event log."""
        copy = Cacao(self.rules, self.seats, self.settings, self)
        self.copied_onto(copy)
        return copy

    # Python calls a compiled method faster if the object's own class has it, and not a base class. -------------------

    def options(self) -> list[int]:
        """Return a list of the legal options of the asked seat: two or more. After the game's end the list is empty."""
        return self.asking.options(self)

    def apply(self, option: int) -> None:
        """Play an option that comes from `options` or `sample` of this position; it is not checked."""
        self.asking.play(self, option)
        self.settle()

    def imagine(self, seat: int, rng: AnyRng) -> "Cacao":
        """C-15.2, C-15.3, C-15.5, C-16.15: return a copy in which all that `seat` cannot see is random.

        The copy has random hands for the other seats, and a random order of all piles.
        """
        copy = self.clone()
        known = checked(rng)
        copy.pile = shuffled(copy.pile, known)
        for owner in range(copy.seats):
            village = copy.villages[owner]
            held: i64 = 0
            if owner != seat:
                held = village.held()
                village.take_back()
            village.pile = shuffled(village.pile, known)
            for _ in range(held):
                village.draw()
        return copy

    def scores(self) -> list[int]:
        """Return a list with the points that each seat would have if the game ended now."""
        return scoring.scores(self)

    def placements(self) -> list[int]:
        """Return a list with the place that each seat would have if the game ended now; 1 is the best."""
        return scoring.placements(self, scoring.scores(self))

    def placed(self, scores: list[int]) -> list[int]:
        """Return a list with the place of each seat; 1 is the best. `scores` is what the method `scores` returned."""
        return scoring.placements(self, scores)

    def ledger(self) -> dict[str, list[list[int]]]:
        """Return a dict from category, such as `river`, to a list with one entry for each seat.

        An entry is a list with a single number, the seat's points of this category. A seat's points of all categories
        add up to its score.
        """
        return scoring.ledger(self)

    # The table -------------------------------------------------------------------------------------------------------

    def active(self) -> i64:
        """C-3.7, C-10.3: return the active seat; after the end of the game, the seat that would have the next turn."""
        seats: i64 = self.seats
        return self.turn % seats

    def jungle_at(self, cell: i64) -> i64:
        """C-1.3: return the type of the jungle tile on a space. Call it only if the space is not empty."""
        shown: int = self.grid[cell]
        return shown - JUNGLE

    def show(self, cell: i64, code: i64) -> None:
        """Write into the grid what a cell shows from now on.

        Compiled, a vec of bytes would keep the lowest bits of a larger number without a word, so this is checked.
        """
        if not 0 <= code <= LARGEST:
            raise OverflowError(f"cell {cell} cannot show {code}: expected 0 to {LARGEST}")
        self.grid[cell] = u8(code)

    def put_jungle(self, cell: i64, tile: i64) -> None:
        """C-5.2, C-5.4, C-5.5, C-7.1 to C-7.3: lay a jungle tile, and update its four neighbours.

        A worker tile may now be laid on each empty neighbour. Edges of worker tiles that face the jungle tile are
        activated.
        """
        grid = self.grid
        self.show(cell, JUNGLE + tile)
        self.jungle = append(self.jungle, cell)
        side: i64
        for side in range(4):
            corner = cell + OFFSETS[side]
            around: int = grid[corner]
            if around == EMPTY:
                self.show(corner, OPEN)
                self.open = inserted(self.open, corner)
            elif around >= WORKER and WORKERS[(around & 15) << 2 | side ^ 2] > 0:
                village = self.villages[around >> 4 & 3]
                village.edges = inserted(village.edges, corner << 2 | side ^ 2)  # the side that faces this one

    def put_worker(self, cell: i64, seat: i64, orientation: i64) -> None:
        """C-5.1, C-6.1 to C-6.3, C-7.1, C-7.2: lay a worker tile, and update its four neighbours.

        For each empty jungle space beside it, the grid counts the worker tiles around this space: from two on, it must
        be filled. Activate each edge of the new tile that has workers and faces a jungle tile.
        """
        grid = self.grid
        village = self.villages[seat]
        self.show(cell, WORKER | seat << 4 | orientation)
        self.laid = append(self.laid, cell)
        self.open = without(self.open, cell)
        village.tiles = inserted(village.tiles, cell)
        side: i64
        for side in range(4):
            beside = cell + OFFSETS[side]
            around: int = grid[beside]
            if around < JUNGLE:
                self.show(beside, around + 1)
                if around > 0:
                    self.spaces = inserted(self.spaces, beside)
            elif around < WORKER and WORKERS[orientation << 2 | side] > 0:
                # in order: the first edges of this turn
                village.edges = append(village.edges, cell << 2 | side)


def shuffled(tiles: vec[i64], rng: Rng) -> vec[i64]:
    """Return these tiles in a random order that does not depend on their order."""
    order: list[int] = sorted(tiles)
    rng.shuffle(order)
    return packed(order)
