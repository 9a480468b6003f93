"""The automaton's part of a position in JSON: its tiles, its last dice, and the coming results of its two streams.

A `Stream` gives random results. One stream gives the automaton's dice, the other the rotations of the tiles it lays.
"""

from dataclasses import asdict
from typing import Any, Final

from arena.errors import NotationError, PositionError
from arena.games.chance import Stream
from arena.games.fields import Fields, integer
from arena.games.teotihuacan.notation import discovery_kind
from arena.games.teotihuacan.setup import DISCOVERY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS, AutomatonState
from arena.games.teotihuacan.solo.teotibot import PIPS
from arena.games.teotihuacan.view import TeotibotView

SIDES: Final = {"dice": PIPS, "rotations": 4}  # the streams, and from how many results each draws
DICE: Final = 2
WORDS: Final = 4  # of a key
WORD: Final = (1 << 32) - 1


def told(seen: TeotibotView, automaton: AutomatonState) -> dict[str, Any]:
    """Return what only the automaton has, such as its tiles and dice, as a dict of JSON values for a position."""
    return asdict(seen) | {"dice": _stream(automaton.dice), "rotations": _stream(automaton.rotations)}


def _stream(stream: Stream) -> dict[str, Any]:
    """Return a Stream of random results as a dict of JSON values.

    These are its secret key, how many random 32-bit numbers were drawn from it, and a list of the results that are
    fixed in advance, the next one first.
    """
    return {"key": stream.key, "drawn": stream.drawn, "coming": stream.coming[::-1]}


def understood(fields: Fields) -> tuple[TeotibotView, tuple[Stream, ...]]:
    """T-17.1.4: read the automaton's part of a position.

    Return a TeotibotView with its tiles and last dice, and two Streams: of its coming dice, and of coming rotations of
    tiles. Raise PositionError if the values are impossible.
    """
    given = Fields("the automaton", fields.take("teotibot"))
    tiles = given.tiles("tiles", ACTION_IDS)
    aside = str(given.choice("aside", ACTION_IDS))
    if sorted([*tiles, aside]) != sorted(ACTION_IDS):
        raise PositionError("T-17.1.4: expected each action tile once, six in the pyramid and one set aside")
    seen = TeotibotView(
        tiles=tuple(tiles),
        aside=aside,
        upper=str(given.choice("upper", ARROWS)),
        lower=str(given.choice("lower", ARROWS)),
        rolled=_rolled(given),
        discarded=_discarded(given),
    )
    streams = tuple(_made_stream(given, name) for name in SIDES)
    given.end()
    return seen, streams


def _rolled(fields: Fields) -> tuple[int, ...]:
    """T-17.3.1: read from a position the automaton's last two dice, and return them; () before its first turn."""
    rolled = _numbers(fields, "rolled", PIPS)
    if len(rolled) not in (0, DICE) or 0 in rolled:
        raise PositionError(f"{fields.what}, 'rolled': {rolled}; expected two dice, or none")
    return tuple(rolled)


def _discarded(fields: Fields) -> tuple[str, ...]:
    """T-17.5.6: read from a position the Discovery tiles that the automaton has discarded. Return their ids.

    In the position, the id may be that of any copy of the tile; in the result, it is the id of the first copy.
    """
    try:
        kinds = sorted(discovery_kind(str(tile)) for tile in fields.items("discarded"))
    except NotationError as reason:
        raise PositionError(f"{fields.what}, 'discarded': {reason}") from None
    return tuple(DISCOVERY_IDS[kind] for kind in kinds)


def _made_stream(fields: Fields, name: str) -> Stream:
    """Read from a position a Stream of random results, and return it. `name` is `dice` or `rotations`.

    Its next results are those that it had when the position was written.
    """
    given = Fields(f"the stream {name!r}", fields.take(name))
    key = _numbers(given, "key", WORD)
    if len(key) != WORDS:
        raise PositionError(f"{given.what}, 'key': {len(key)} numbers; expected {WORDS}")
    drawn = given.number("drawn", 0, WORD)
    coming = _numbers(given, "coming", SIDES[name] - 1)
    given.end()
    return Stream(key, coming[::-1], drawn)


def _numbers(fields: Fields, key: str, most: int) -> list[int]:
    """Return the value of `key` in a JSON object: a list of whole numbers from 0 to `most`.

    Raise PositionError if it is not.
    """
    found = [integer(f"{fields.what}, {key!r}", value) for value in fields.items(key)]
    for number in found:
        if not 0 <= number <= most:
            raise PositionError(f"{fields.what}, {key!r}: {number}; expected 0 to {most}")
    return found
