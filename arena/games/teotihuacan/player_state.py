"""T-1.3, T-2.3 The possessions of one player: workers, goods, markers, tiles, and the ledger of points."""

from typing import Final

from arena.games.teotihuacan.terms import CATEGORIES, NO_PLACE, ROUNDS, UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.discovery import KINDS

# What a player has when it has nothing yet.
NOTHING: Final = [0, 0, 0]
NO_TILES: Final = [0] * KINDS
NO_POINTS: Final = [0] * (len(CATEGORIES) * ROUNDS)


class Worker:
    """T-1.3, T-1.4: a worker, which is a die: its board, its power, and the Worship space on which it is locked."""

    def __init__(self, board: int, power: int, space: int = UNLOCKED) -> None:
        self.board: int = board
        self.power: int = power
        self.space: int = space

    def clone(self) -> "Worker":
        """Return an independent copy of the worker."""
        return Worker(self.board, self.power, self.space)


class PlayerState:
    """T-2.3: the possessions of one player, and the positions of the player's markers."""

    def __init__(self, seat: int, original: "PlayerState | None" = None) -> None:
        goods = NOTHING if original is None else original.goods
        temples = NOTHING if original is None else original.temples
        ready = NO_TILES if original is None else original.ready
        used = NO_TILES if original is None else original.used
        ledger = NO_POINTS if original is None else original.ledger
        self.seat: Final = seat
        self.cocoa: int = 0
        self.goods: list[int] = goods[:]  # wood, stone, gold
        self.points: int = 0
        self.temples: list[int] = temples[:]  # blue, red, green
        self.avenue: int = 0
        self.track: int = 0  # the Pyramid track
        self.technologies: int = 0  # a bit for each row of the Technology tiles
        self.workers: list[Worker] = []
        self.ready: list[int] = ready[:]  # Discovery tiles face up, masks among them
        self.usable: int = 0  # a bit for each kind of which any lies face up
        self.used: list[int] = used[:]  # and face down
        self.ledger: list[int] = ledger[:]
        self.automatic: bool = False  # T-17: follows rules, and is never asked

    def clone(self) -> "PlayerState":
        """Return an independent copy of the player."""
        copy = PlayerState(self.seat, self)
        copy.cocoa = self.cocoa
        copy.points = self.points
        copy.avenue = self.avenue
        copy.track = self.track
        copy.technologies = self.technologies
        copy.workers = [worker.clone() for worker in self.workers]
        copy.usable = self.usable
        copy.automatic = self.automatic
        return copy

    def has(self, technology: int) -> bool:
        """T-12.0: True if the player's marker lies on this Technology tile."""
        return (self.technologies >> technology) & 1 == 1

    def has_locked(self) -> bool:
        """T-3.3: True if any worker of the player is locked."""
        return any(worker.space != UNLOCKED for worker in self.workers)

    def receive(self, kind: int) -> None:
        """T-11.1: give the player a Discovery tile, face up."""
        self.ready[kind] += 1
        self.usable |= 1 << kind

    def turn_over(self, kind: int) -> None:
        """T-11.2: turn a used Discovery tile face down. The tile stays with the player."""
        self.ready[kind] -= 1
        self.used[kind] += 1
        if self.ready[kind] == 0:
            self.usable ^= 1 << kind

    def next_place(self, place: int) -> int:
        """Return the lowest number board * 8 + power, above `place`, of an unlocked worker; NO_PLACE if there is none.

        To get the numbers of all unlocked workers on boards, pass ON_WHEEL first, and then each result as `place`.
        """
        found = NO_PLACE
        for worker in self.workers:
            if worker.space == UNLOCKED:
                candidate = worker.board << 3 | worker.power
                if place < candidate < found:
                    found = candidate
        return found

    def number_at(self, place: int) -> int:
        """Return the index in `workers` of an unlocked worker with this board and power.

        `place` is board * 8 + power. Raise ValueError if there is no such worker.
        """
        for number, worker in enumerate(self.workers):
            if worker.space == UNLOCKED and worker.board << 3 | worker.power == place:
                return number
        raise ValueError(f"no unlocked worker of power {place & 7} on board {place >> 3}")

    def at(self, place: int) -> int:
        """Return how many unlocked workers of the player have a certain power and stand on a certain board.

        `place` gives both as one number, board * 8 + power.
        """
        count = 0
        for worker in self.workers:
            if worker.space == UNLOCKED and worker.board << 3 | worker.power == place:
                count += 1
        return count

    def is_on(self, board: int) -> bool:
        """T-1.6: True if an unlocked worker of the player stands on a board."""
        return any(worker.board == board and worker.space == UNLOCKED for worker in self.workers)

    def on(self, board: int) -> int:
        """T-1.5: return how many unlocked workers of the player stand on a board."""
        count = 0
        for worker in self.workers:
            if worker.board == board and worker.space == UNLOCKED:
                count += 1
        return count

    def in_play(self) -> int:
        """T-1.11: return how many workers of the player are on boards or in transit."""
        count = 0
        for worker in self.workers:
            if worker.board != WHEEL:
                count += 1
        return count
