"""Converts the values of an enum of the protocol to an engine's words for them, such as `market_3`, and back."""

from collections.abc import Iterable
from typing import Final, Generic, TypeVar, cast

from arena.errors import ProtocolError

E = TypeVar("E", bound=int)

NOTHING: Final = ""  # the word of a game for no tile, and so for an enum's "unspecified"


class Names(Generic[E]):
    """Converts the values of one enum of the protocol to the engine's words for them, and back."""

    def __init__(self, what: str, words: Iterable[str]) -> None:
        # The engine's tables count from 0, where an enum has its "unspecified".
        self.what: Final = what
        self.word: Final = {number: word for number, word in enumerate(words, 1) if word != NOTHING}
        numbers = {word: number for number, word in self.word.items()} | {NOTHING: 0}
        self.number: Final = cast("dict[str, E]", numbers)

    def read(self, number: int) -> str:
        """Return the engine's word for a number of the enum. Raise ProtocolError if there is none."""
        if number not in self.word:
            raise ProtocolError(f"{self.what} {number}: expected 1 to {max(self.word)}")
        return self.word[number]

    def read_or_nothing(self, number: int) -> str:
        """Return the engine's word for a number of the enum; an empty text for the enum's value "unspecified"."""
        return self.read(number) if number else NOTHING

    def read_all(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the engine's words for several numbers of the enum, in the same order."""
        return tuple([self.read(number) for number in numbers])

    def read_all_or_nothing(self, numbers: Iterable[int]) -> tuple[str, ...]:
        """Return the engine's words for several numbers of the enum.

        The number of "unspecified" gives an empty text.
        """
        return tuple([self.read_or_nothing(number) for number in numbers])

    def write_all(self, words: Iterable[str]) -> list[E]:
        """Return the enum's numbers for several words of the engine, in the same order."""
        number = self.number
        return [number[word] for word in words]
