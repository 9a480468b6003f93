"""Chance: random numbers for bots, and the order of each stack and each roll of dice in a game.

Every stack and every die has a stream of its own: a sequence of random numbers, which follows from a seed and a name.
Drawing from one stream does not change another, so a deal does not depend on the moves of the game. The same seed gives
the same stream on every Python, compiled or not.

All arithmetic is on 32-bit words with multipliers below 2**31. So each product fits into 63 bits, and a Python int and
a machine word give the same result.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

from mypy_extensions import i64, mypyc_attr

from arena.errors import PositionError, UsageError, nearest

M32: Final = 0xFFFFFFFF
COPIES: Final = 64  # more copies of one tile than any game has; only numbers them for their keys


def mix(word: i64) -> i64:
    """Mix the bits of a 32-bit word, and return the new 32-bit word. Different words give different results."""
    word ^= word >> 16
    word = (word * 0x21F0AAAD) & M32
    word ^= word >> 15
    word = (word * 0x735A2D97) & M32
    return word ^ (word >> 15)


class Rng:
    """A small fast generator of random numbers, for bots and searches. The same seed gives the same numbers everywhere.

    >>> from arena.games.chance import Rng
    >>> rng = Rng(1)
    >>> numbers = [rng.below(6) for _ in range(4)]
    >>> again = Rng(1)
    >>> numbers == [again.below(6) for _ in range(4)]
    True
    """

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & M32
        self.b: i64 = (seed >> 32) & M32
        self.c: i64 = 0x9E3779B9
        self.n: i64 = 1
        for _ in range(12):  # the recurrence needs a dozen words to forget how alike two seeds were
            self.word()

    def word(self) -> i64:
        """Return the next 32-bit word."""
        b = self.b
        c = self.c
        out = (self.a + b + self.n) & M32
        self.n = (self.n + 1) & M32
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & M32
        self.c = (((c << 21) | (c >> 11)) + out) & M32
        return out

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, all equally likely; n must be below 2**30."""
        return (self.word() * n) >> 32

    def shuffle(self, xs: list[int]) -> None:
        """Put the list `xs` into a random order, in place.

        From the last index down to 1, the item at each index is swapped with a random item at this or a lower index.
        """
        items: list[Any] = xs  # `Any`: the numbers are moved as the objects that they are
        a = self.a  # what `word` does, without a call for each word
        b = self.b
        c = self.c
        n = self.n
        place: i64 = len(items)
        while place > 1:
            out = (a + b + n) & M32
            n = (n + 1) & M32
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & M32
            c = (((c << 21) | (c >> 11)) + out) & M32
            drawn = (out * place) >> 32
            place -= 1
            item = items[place]
            items[place] = items[drawn]
            items[drawn] = item
        self.a = a
        self.b = b
        self.c = c
        self.n = n

    def clone(self) -> "Rng":
        """Return an independent generator that will return the same numbers."""
        copy = Rng(0)
        copy.a = self.a
        copy.b = self.b
        copy.c = self.c
        copy.n = self.n
        return copy

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes a generator with the same next numbers, for pickle and deepcopy."""
        return _rng_at, (int(self.a), int(self.b), int(self.c), int(self.n))


def _rng_at(a: int, b: int, c: int, n: int) -> Rng:
    """Return the generator of random numbers with this state of four words."""
    rng = Rng(0)
    rng.a, rng.b, rng.c, rng.n = a, b, c, n
    return rng


# What a caller may pass where a generator is asked for: only an Rng is taken, anything else is refused in a sentence.
AnyRng: TypeAlias = Rng | Any


def checked(rng: AnyRng) -> Rng:
    """Return `rng` itself if it is an Rng. Raise UsageError for any other object, such as a `random.Random`."""
    if isinstance(rng, Rng):
        return rng
    kind = type(rng)
    got = f"{kind.__module__}.{kind.__qualname__}"
    raise UsageError(f"{got} is no generator of the arena: expected turn.rng, or Rng(7) from arena.games.chance")


def named_seed(seed: bytes, name: str) -> bytes:
    """Return 32 bytes that depend on the seed and the name, and reveal nothing about the seed."""
    return hashlib.sha256(len(seed).to_bytes(2, "big") + seed + name.encode()).digest()


def named_rng(seed: bytes, name: str) -> Rng:
    """Return the random number generator for a seed and a name. The same seed and name always give the same numbers."""
    return Rng(int.from_bytes(named_seed(seed, name)[:8], "big"))


def stream_key(seed: bytes, name: str) -> list[int]:
    """Return a list of four 32-bit words that follow from a seed and a name: the key that decides a stream."""
    digest = named_seed(seed, name)
    return [int.from_bytes(digest[i : i + 4], "big") for i in (0, 4, 8, 12)]


def keyed(key: list[int], number: i64) -> i64:
    """Return the 32-bit word at index `number` of the stream with this key.

    Different numbers below 2**32 give different words.
    """
    word = number & M32
    for part in key:
        word = mix(word ^ part)
    return word


def ordered(key: list[int], tiles: Sequence[int]) -> list[int]:
    """Return the tiles of a stack as a list, in a random order; the last one is the top tile.

    `key` is a list that `stream_key` returned: the same key gives the same order. If some tiles are left out, the order
    of the other tiles stays the same.
    """
    copies: dict[int, int] = {}
    keys: list[tuple[int, int]] = []
    for tile in tiles:
        copy = copies.get(tile, 0)
        copies[tile] = copy + 1
        keys.append((keyed(key, tile * COPIES + copy), tile))
    keys.sort(reverse=True)
    return [tile for _, tile in keys]


class Stream:
    """The next results of a die: first those that the caller of a Deal fixed, then results computed from `key`."""

    def __init__(self, key: list[int], coming: list[int], drawn: int = 0) -> None:
        self.key: list[int] = key
        self.coming: list[int] = coming  # the next one last
        self.drawn: int = drawn

    def below(self, n: int) -> int:
        """Return the die's next result, from 0 to n - 1; raise PositionError if the Deal gave a result out of range."""
        if len(self.coming) > 0:
            given = self.coming[-1]
            if not 0 <= given < n:
                raise PositionError(f"a given result is {given}: expected 0 to {n - 1}")
            return self.coming.pop()
        word = keyed(self.key, self.drawn)
        self.drawn += 1
        return (word * n) >> 32

    def rekey(self, rng: Rng) -> None:
        """Make the die's coming results random again: compute all of them from a new key, which is drawn from `rng`.

        Results that the caller of the Deal fixed are dropped, too.
        """
        self.key = [rng.word(), rng.word(), rng.word(), rng.word()]
        self.coming = []
        self.drawn = 0

    def clone(self) -> "Stream":
        """Return an independent stream that will return the same results."""
        return Stream(self.key, self.coming[:], self.drawn)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes a stream with the same next results, for pickle and deepcopy."""
        return Stream, (self.key[:], self.coming[:], self.drawn)


# What a caller may pass as a seed: anything but these three is refused in a sentence.
AnySeed: TypeAlias = bytes | str | int | Any


def seed_bytes(seed: object) -> bytes:
    """Return a seed as bytes: the digits of a whole number, a text in UTF-8; raise UsageError for anything else."""
    if isinstance(seed, bytes):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise UsageError(f"a deal's seed is {seed!r}: expected a whole number, a text or bytes")
    return str(seed).encode()


@mypyc_attr(allow_interpreted_subclasses=True)
class Deal:
    """All random parts of a game: the order of each stack, and the results of each die. They follow from a seed.

    Only the stacks and results that the caller gives do not follow from it. `stacks` is a dict from the name of a stack
    to a list of its tile ids, beginning with the tile that is drawn first. `results` is a dict from the name of a die
    to a list of its first results. `Deal.of` makes a deal from a seed alone.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> game = rules("cacao")
    >>> game.new({}, 2, Deal.of(7)).digest() == game.new({}, 2, Deal.of("7")).digest()
    True
    """

    def __init__(
        self,
        seed: AnySeed,
        stacks: Mapping[str, Sequence[str]] | None = None,
        results: Mapping[str, Sequence[int]] | None = None,
    ) -> None:
        self.seed: Final = seed_bytes(seed)
        self.stacks: Final = {name: list(tiles) for name, tiles in (stacks or {}).items()}
        self.results: Final = {name: list(coming) for name, coming in (results or {}).items()}

    @classmethod
    def of(cls, seed: AnySeed) -> "Deal":
        """Return the deal that follows from a seed alone: a whole number, a text or bytes."""
        return cls(seed)

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the call that makes an equal deal, for pickle and deepcopy."""
        return type(self), (self.seed, self.stacks, self.results)

    def stack(self, name: str, tiles: Sequence[int], ids: Sequence[str]) -> list[int]:
        """Return the tiles of the stack called `name` as a list in this deal's order; the last one is the top tile.

        A tile in `tiles` and in the result is a number: the index of the tile's id in `ids`.
        """
        if name not in self.stacks:
            return ordered(stream_key(self.seed, name), tiles)
        return self._given(name, tiles, ids)

    def _given(self, name: str, tiles: Sequence[int], ids: Sequence[str]) -> list[int]:
        numbers = {tile_id: number for number, tile_id in enumerate(ids)}
        given = self.stacks[name]
        for tile_id in given:
            if tile_id not in numbers:
                raise PositionError(f"stack {name!r}: no tile {tile_id!r}; {nearest(tile_id, ids)}")
        stack = [numbers[tile_id] for tile_id in reversed(given)]
        if sorted(stack) != sorted(tiles):
            expected = ", ".join(ids[tile] for tile in sorted(tiles))
            raise PositionError(f"stack {name!r}: expected, in any order, exactly {expected}")
        return stack

    def stream(self, name: str) -> Stream:
        """Return the Stream of the die called `name`, which gives its results one by one.

        First come the results that `results` fixes for this die. After the last of them, they follow from the seed.
        """
        coming = list(self.results.get(name, []))
        coming.reverse()
        return Stream(stream_key(self.seed, name), coming)

    def only(self, stacks: Sequence[str], dice: Sequence[str]) -> None:
        """Raise PositionError if the deal gives a stack that is not named in `stacks`, or a die not named in `dice`."""
        for name in self.stacks:
            if name not in stacks:
                raise PositionError(f"unknown stack {name!r}: {nearest(name, stacks)}")
        for name in self.results:
            if name not in dice:
                known = nearest(name, dice) if dice else "this game has no dice"
                raise PositionError(f"unknown die {name!r}: {known}")
