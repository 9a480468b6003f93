"""Describes answers in sentences, which are made from the events that every observer knows.

A game names a module in `Rules.telling`. The module's function `told(rules, seat, option, events)` returns a list of
Passage, sentences about single seats and headings. The module may also have `tile_in_words(tile)`, which returns what a
player calls a tile.

A sentence does not begin with the entrant's name: the page, the terminal or the file puts it there.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Final

from arena.games.game import Event, Rules
from arena.languages import Sentences, listed, noted, say, say_counted

NOBODY: Final = -1  # the seat of a heading
TELLING: Final = "told"
TILE: Final = "tile_in_words"
END: Final = noted("End of the game")

Good = tuple[str, str]  # one of it and several of it, as sentences of the game


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence about the actions and gains of one seat after an answer, or a heading such as an Eclipse.

    With `is_mark` it is a main heading: the reader of a replay can jump from one main heading to the next.
    """

    seat: int
    text: str
    is_mark: bool = False


def passages(rules: Rules, seat: int, option: str, events: Sequence[Event]) -> list[Passage]:
    """Return a list of sentences and headings that describe a seat's answer and its effects, each as a Passage.

    The first one is about the seat that answered, so there is at least one.
    """
    if rules.telling:
        found: list[Passage] = getattr(import_module(rules.telling), TELLING)(rules, seat, option, events)
    else:
        found = [Passage(NOBODY, rules.spell_event(event)) for event in events]
    if not any(passage.seat == seat for passage in found[:1]):
        found.insert(0, Passage(seat, option))
    return found


def tile_in_words(rules: Rules, tile: str) -> str:
    """Return the words that a player uses for the tile with this id; the id itself if the game has no words for it."""
    named = getattr(import_module(rules.telling), TILE, None) if rules.telling else None
    found: str = tile if named is None else named(tile)
    return found


def change(points: int) -> str:
    """Return a change of points in words, such as `+3 points`."""
    signed = f"{points:+d}".replace("-", "\N{MINUS SIGN}")
    return say_counted("%(change)s point", "%(change)s points", abs(points), change=signed)


@dataclass(slots=True)
class Doings:
    """What one seat did, paid and gained after an answer, collected so that one sentence can describe it."""

    sentences: Sentences
    phrases: list[str] = field(default_factory=list)
    gained: dict[Good, int] = field(default_factory=dict)
    paid: dict[Good, int] = field(default_factory=dict)
    points: int = 0
    water: int = 0  # fields that a water carrier walked

    def gain(self, good: Good, amount: int) -> None:
        """Note that the seat gets this amount of a good from the supply. The sentence about the seat will say so."""
        self.gained[good] = self.gained.get(good, 0) + amount

    def pay(self, good: Good, amount: int) -> None:
        """Note that the seat puts this amount of a good into the supply. The sentence about the seat will say so."""
        self.paid[good] = self.paid.get(good, 0) + amount

    @property
    def text(self) -> str:
        """Return the actions and gains of the seat as one sentence without a subject; empty if there are none."""
        said = [*self.phrases, *self._carried(), *self._moved()]
        return ", ".join([each for each in (listed(said), change(self.points) if self.points else "") if each])

    def _carried(self) -> Iterable[str]:
        if self.water:
            yield say_counted("carries water %(num)s field on", "carries water %(num)s fields on", self.water)

    def _moved(self) -> Iterable[str]:
        if self.paid:
            yield say("pays %(goods)s", goods=self._goods(self.paid))
        if self.gained:
            yield say("takes %(goods)s", goods=self._goods(self.gained))

    def _goods(self, goods: Mapping[Good, int]) -> str:
        return listed([self.sentences.counted(*good, amount) for good, amount in goods.items()])


class Telling:
    """Collects the sentences and headings that describe one answer and its effects.

    Each seat that did or gained something gets one sentence. After a heading, new sentences begin.
    """

    def __init__(self, seat: int, sentences: Sentences) -> None:
        self._sentences: Final = sentences
        self._done: list[Passage] = []
        self._open: dict[int, Doings] = {seat: Doings(sentences)}

    def of(self, seat: int) -> Doings:
        """Return the Doings of a seat: its actions and gains since the last heading. The caller may add to them."""
        return self._open.setdefault(seat, Doings(self._sentences))

    def end(self) -> None:
        """Add the heading for the end of the game, as `head` does; do nothing if it was already added."""
        self.head(say(END))

    def head(self, text: str, *, is_mark: bool = False) -> None:
        """Add a heading. The sentences about what the seats did and gained until now come before it.

        Later actions and gains come in new sentences after it. Do nothing if the same heading was already added.
        """
        heading = Passage(NOBODY, text, is_mark)
        if heading not in self._done:
            self._close()
            self._done.append(heading)

    def passages(self) -> list[Passage]:
        """Return all sentences and headings in order, as a list of Passage."""
        self._close()
        return self._done

    def _close(self) -> None:
        self._done += [Passage(seat, doings.text) for seat, doings in self._open.items() if doings.text]
        self._open = {}
