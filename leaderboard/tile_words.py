"""The lines of the games' catalogues of tiles, translated into the reader's language.

The catalogues are in English, like the legend of a text board. A line consists of a few phrases. A regular expression
finds the parts of each phrase, and the phrase is translated with these parts.
"""

from collections.abc import Mapping
from typing import Final

from arena.languages import ENGLISH, language, noted, say
from arena.languages.prose import patterns_of

DEEPEST: Final = 6  # phrases within a phrase

# Longer phrases stand before those that they could be read as.
PHRASES: Final = (
    noted("of each player"),
    noted("workers clockwise from the north"),
    noted("each worker beside it brings %(goods)s"),
    noted("each worker beside it may sell 1 cacao for %(number)s gold"),
    noted("each worker beside it moves the water carrier 1 field along the river"),
    noted("at the end the most workers beside it bring 6 gold, the second most 3"),
    noted("three Worship spaces with Royal tiles"),
    noted("no Main action"),
    noted("Main action: wood and cocoa"),
    noted("Main action: stone and points"),
    noted("Main action: gold, points and temple steps"),
    noted("Main action: gold for a technology and a temple step"),
    noted("Main action: 2 wood for a Building, its points and an Avenue step"),
    noted("Main action: gold for a Decoration"),
    noted("Main action: stone and wood for Pyramid tiles"),
    noted("the Royal tile beside it"),
    noted("step %(number)s of the Avenue"),
    noted("step %(number)s of the blue temple"),
    noted("step %(number)s of the red temple"),
    noted("step %(number)s of the green temple"),
    noted("Discovery tiles may be claimed there"),
    noted("P + 1 cocoa"),
    noted("category %(letter)s"),
    noted("up to P times"),
    noted("up to P - 1 times"),
    noted("once"),
    noted("P resources of choice"),
    noted("%(points)s for each technology of yours, for P of them at most"),
    noted("%(points)s for each step on the Pyramid track, for P steps at most"),
    noted("%(points)s for each step on the Avenue, for P + 1 steps at most"),
    noted("1 cocoa for each of your workers that lands on or passes the Palace"),
    noted("1 more wood, stone or gold for each Main action on %(boards)s"),
    noted("%(goods)s for each Main action on %(boards)s"),
    noted("after the power-ups of a Main action, 1 cocoa buys one more"),
    noted("on Construction one more worker, and 1 resource less"),
    noted("the points of your best set of masks once more"),
    noted("%(points)s for each technology of yours"),
    noted("%(points)s for each step on the Avenue"),
    noted("%(points)s for each Temple Bonus tile that you have reached"),
    noted("%(points)s for each Discovery tile of yours that is no mask"),
    noted("4 points for each worker in play, 9 for one of power 4 or 5"),
    noted("mask %(number)s"),
    noted("sets of different masks score at every Eclipse"),
    noted("costs %(price)s"),
    noted("free"),
    noted("2 power-ups of unlocked workers on any boards"),
    noted("in a move a second worker of the same board comes along"),
    noted("pays the cocoa of a Main action, the entry of Worship, or a whole salary"),
    noted("a move of any distance, 1 to 8"),
    noted("one more worker in a Main action on Alchemy, Nobles or Construction"),
    noted("boards %(first)s and %(last)s"),
    noted("a step on the Avenue"),
    noted("a step on a temple of choice"),
    noted("a step on the blue temple"),
    noted("a step on the red temple"),
    noted("a step on the green temple"),
    noted("a technology"),
    noted("a power-up"),
    noted("a Discovery tile"),
    noted("left and right on the top side"),
    noted("clockwise from the top left"),
    noted("lays a Pyramid tile for 2 stone"),
    noted("else 2 stone from the Stone Quarry"),
    noted("lays a Decoration for 2 gold"),
    noted("else 2 gold from the Gold Deposits"),
    noted("takes the lowest technology for 1 gold"),
    noted("else its weakest worker gains two power-ups"),
    noted("places a Building for 2 wood"),
    noted("else 2 wood from the Forest"),
    noted("the strongest worker that can do the action of its board does it"),
    noted("its locked worker goes on to the next temple and advances there"),
    noted("takes the rarest mask that it lacks from beside a Worship area"),
    noted("the left one of the two tiles below moves up"),
    noted("the right one of the two tiles below moves up"),
    noted("Palace"),
    noted("Forest"),
    noted("Stone Quarry"),
    noted("Gold Deposits"),
    noted("Alchemy"),
    noted("Nobles"),
    noted("Decorations"),
    noted("Construction"),
    noted("blue statue"),
    noted("red headdress"),
    noted("green serpent"),
    noted("statue"),
    noted("headdress"),
    noted("serpent"),
    noted("glyph"),
    noted("1 point"),
    noted("%(number)s points"),
    noted("1 resource"),
    noted("%(number)s resources of choice"),
    noted("1 wood"),
    noted("%(number)s wood"),
    noted("1 stone"),
    noted("%(number)s stone"),
    noted("%(number)s gold"),
    noted("1 cocoa"),
    noted("%(number)s cocoa"),
    noted("1 cacao"),
    noted("%(number)s cacao"),
    noted("1 sun token"),
)
GLUE: Final = (noted("%(price)s for %(goods)s"), noted("%(one)s and %(other)s"), noted("%(one)s or %(other)s"))

KINDS: Final[Mapping[str, str]] = {
    "jungle tile": noted("Jungle tiles"),
    "worker tile": noted("Worker tiles"),
    "board": noted("Boards"),
    "Worship space": noted("Worship spaces"),
    "track step": noted("Track steps"),
    "Royal tile": noted("Royal tiles"),
    "Technology tile": noted("Technology tiles"),
    "Temple Bonus tile": noted("Temple Bonus tiles"),
    "Discovery tile": noted("Discovery tiles"),
    "Starting tile": noted("Starting tiles"),
    "Decoration tile": noted("Decoration tiles"),
    "Pyramid tile": noted("Pyramid tiles"),
    "action tile": noted("Action tiles"),
    "direction tile": noted("Direction tiles"),
}


def tile_in_words(text: str) -> str:
    """Return a catalogue line in the reader's language. Phrases without a translation stay English."""
    return text if language() == ENGLISH else "; ".join(phrase(part, DEEPEST) for part in text.split("; "))


def phrase(text: str, depth: int) -> str:
    """Return a phrase about a tile in the reader's language, translated as a whole or in parts.

    An unknown phrase is returned unchanged. `depth` limits how often parts are divided again.
    """
    if not depth:
        return text
    said = known(text, PHRASES, depth)
    head, colon, rest = text.partition(": ")
    if not said and colon:
        said = say("%(head)s: %(rest)s", head=phrase(head, depth - 1), rest=phrase(rest, depth - 1))
    said = said or known(text, GLUE, depth)
    return said or (", ".join(phrase(part, depth - 1) for part in text.split(", ")) if ", " in text else text)


def known(text: str, sentences: tuple[str, ...], depth: int) -> str:
    """Return the translation of a text that matches one of the patterns `sentences`; empty if it matches none.

    The parts of the text are translated, too, up to `depth` levels.
    """
    for sentence, pattern in patterns_of(sentences):
        found = pattern.fullmatch(text)
        if found:
            return say(sentence, **{name: phrase(part, depth - 1) for name, part in found.groupdict().items()})
    return ""


def kind_in_words(kind: str) -> str:
    """Return the plural of a kind of tile, such as `Royal tiles`, in the reader's language."""
    plural = KINDS.get(kind)
    return say(plural) if plural is not None else f"{kind[:1].upper()}{kind[1:]}s"
