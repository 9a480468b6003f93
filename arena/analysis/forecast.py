"""The forecast: the score that each seat is expected to reach, learned from games of a house bot.

A forecast is fitted to games of one house bot against itself (`bench/training/forecasts.py`). It is a logistic
regression of "finishes ahead of the other seat" on points, and on what the learned bots note about each seat
(`arena.bots.notes`). It sees hands, and never the order of a stack.

A stretch is all answers of one seat in one turn that no answer of another seat interrupts. A forecast looks at two
positions, with learned weights for each: that in which a stretch began, and that in which it ended. The reason: a lead
in points often comes from other advantages, and a forecast from one position would count these as the worth of points.
With two positions, the weights of the first one take up these advantages, and two stretches with the same beginning
differ only in their ends.
"""

import hashlib
import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Final

from arena.analysis.cacao_gains import gain_terms
from arena.analysis.outlook import final_values, logistic
from arena.bots.greedy import Greedy
from arena.bots.learned import LearnedGlance, base_of, learned_game, reader_of
from arena.bots.notes import PHASES, PLACES, SLOTS, NoteSum
from arena.bots.player import Player
from arena.bots.random import Random
from arena.bots.sampler import Sampler
from arena.errors import UsageError
from arena.games.cacao.state import Cacao
from arena.games.game import State
from arena.games.steps import OVER

FORMAT: Final = "tlachtli-forecast"
VERSION: Final = 1
SUFFIX: Final = ".forecast"

# Phases for which a file has numbers. Between them, they go in a straight line.
NOTE_KNOTS: Final = (0, 4, 10, 18)
TERM_KNOTS: Final = (0, 1, 2, 3, 5, 8, 12, 17, 23)

TERMS: Final = 3  # of every game, besides the notes: points, points that the search promises, the seat to move
PARTS: Final = 5000  # of a logit, in which all numbers are stored
NOTE_NUMBERS: Final = SLOTS * len(NOTE_KNOTS)
NO_OPTIONS: Final = bytes(PLACES)  # notes on options have no part in a forecast


def between(knots: Sequence[int], phase: int) -> list[float]:
    """Return a list of weights, one for each knot, for linear interpolation at a phase of the game.

    The knots are the phases for which a forecast has learned numbers.
    """
    found = [0.0] * len(knots)
    after = next((at for at, knot in enumerate(knots) if knot >= phase), len(knots) - 1)
    if after == 0 or phase >= knots[after]:
        found[after] = 1.0
        return found
    share = (phase - knots[after - 1]) / (knots[after] - knots[after - 1])
    found[after - 1], found[after] = 1 - share, share
    return found


class Side:
    """The learned weights of a forecast for one of its two positions: the beginning or the end of a stretch.

    A stretch is all answers of one seat in one turn, without an answer of another seat between them. `notes` are the
    weights of facts about a seat, as whole numbers, of which 5000 are one logit. `terms` are the weights of quantities
    such as points, in logits. Both have a weight for each phase of the game.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        self.notes: Final = [0] * (SLOTS * PHASES)
        hats = [between(NOTE_KNOTS, phase) for phase in range(PHASES)]
        for slot in range(SLOTS):
            knots = numbers[slot * len(NOTE_KNOTS) : (slot + 1) * len(NOTE_KNOTS)]
            if any(knots):
                for phase, hat in enumerate(hats):
                    self.notes[slot * PHASES + phase] = round(weighed_sum(knots, hat))
        rest = numbers[NOTE_NUMBERS:]
        hats = [between(TERM_KNOTS, phase) for phase in range(PHASES)]
        self.terms: Final = [
            [weighed_sum(rest[at : at + len(TERM_KNOTS)], hat) / PARTS for at in range(0, len(rest), len(TERM_KNOTS))]
            for hat in hats
        ]  # by phase


def weighed_sum(numbers: Sequence[float], weights: Sequence[float]) -> float:
    """Return the sum of the products of numbers and weights."""
    return sum(number * weight for number, weight in zip(numbers, weights, strict=True))


class Table:
    """The learned weights with which a match's result is forecast, for games of one bot against itself.

    There are weights for the beginning and for the end of a stretch. A stretch is all answers of one seat in one turn,
    without an answer of another seat between them.
    """

    def __init__(self, numbers: Sequence[int]) -> None:
        half = len(numbers) // 2
        self.before: Final = Side(numbers[:half])
        self.after: Final = Side(numbers[half:])


def packed(name: str, numbers: Sequence[int]) -> bytes:
    """Return the numbers of a forecast as the bytes of a file: a line with name and checksum, then the numbers."""
    values = array("h", numbers)
    if sys.byteorder == "big":
        values.byteswap()
    body = values.tobytes()
    return f"{FORMAT} {VERSION} {name} {hashlib.sha256(body).hexdigest()}\n".encode() + zlib.compress(body, 9)


def unpacked(data: bytes, name: str) -> Table:
    """Return the learned numbers in a forecast's file. Raise UsageError if it is another forecast's, or damaged."""
    head, _, rest = data.partition(b"\n")
    words = head.decode("ascii", "replace").split()
    try:
        body = zlib.decompress(rest)
    except zlib.error:
        body = b""
    if words != [FORMAT, str(VERSION), name, hashlib.sha256(body).hexdigest()]:
        raise UsageError(f"forecast {name}: expected a whole file that begins with {FORMAT} {VERSION} {name}")
    values = array("h", body)
    if sys.byteorder == "big":
        values.byteswap()
    return Table(values.tolist())


class ForecastReader:
    """Computes the terms on which a forecast is based, such as points, in positions of a game."""

    def __init__(self, game: str) -> None:
        self.reader: Final = reader_of(game)
        self.base: Final = base_of(game)

    def terms(self, state: State) -> list[tuple[float, ...]]:
        """Return for each seat a tuple of the quantities on which the forecast is based.

        They are its points, the points that the search promises it, 1 if it is to move, and quantities that only its
        game has.
        """
        unit = self.base.unit
        promised = self.base.worth(state)
        return [
            (points, promised[seat] / unit, float(seat == state.to_move), *more_terms(state, seat))
            for seat, points in enumerate(state.scores())
        ]


def more_terms(state: State, seat: int) -> tuple[float, ...]:
    """Return the quantities of a forecast that only one game has, for one seat: an empty tuple except in Cacao."""
    return gain_terms(state, seat) if isinstance(state, Cacao) else ()


class Forecast:
    """Computes the expected score of each seat. `tables` has the learned weights for each seat's bot.

    The score follows from two positions: one before a seat begins to answer in a turn, and one after its answers. Call
    `begin` with the first position, then `values` with the second one, or with several that are possible.
    """

    def __init__(self, game: str, tables: Sequence[Table]) -> None:
        self.reading: Final = ForecastReader(game)
        self.before: Final = [(table.before, NoteSum(NO_OPTIONS, table.before.notes)) for table in tables]
        self.after: Final = [(table.after, NoteSum(NO_OPTIONS, table.after.notes)) for table in tables]
        self.phase = 0
        self.begun = [0.0] * len(tables)

    def begin(self, state: State) -> None:
        """Store the phase of the game and the result of `logits`, for the position in which a seat begins to answer."""
        self.phase = self.reading.reader.phase(state)
        self.begun = self.logits(state, self.before)

    def values(self, state: State) -> list[float]:
        """Return the expected score of each seat in a position after the one that `begin` got.

        It is the mean of the seat's chances to finish ahead of each other seat.
        """
        if state.to_move == OVER:
            return final_values(state.placements())
        logits = [before + more for before, more in zip(self.begun, self.logits(state, self.after), strict=True)]
        others = len(logits) - 1
        return [
            sum(logistic(own - other) for at, other in enumerate(logits) if at != seat) / others
            for seat, own in enumerate(logits)
        ]

    def logits(self, state: State, sides: Sequence[tuple[Side, NoteSum]]) -> list[float]:
        """Return a number for each seat that says how good one position is for it, with the learned weights `sides`.

        `values` adds two such numbers for each seat: one for each of its two positions. If the sum of a seat is higher
        by d than that of another seat, it finishes ahead of this seat with the probability 1 / (1 + exp(-d)).
        """
        reader, phase = self.reading.reader, self.phase
        reader.note_seats(state)
        found: list[float] = []
        for seat, terms in enumerate(self.reading.terms(state)):
            side, tally = sides[seat]
            tally.phase = phase
            tally.begin()
            reader.note_seat(state, seat, tally)
            found.append(tally.total / PARTS + weighed_sum(side.terms[phase], terms))
        return found


# What each player's table is called. A seat of any other bot has the table of `learned`, the strongest of these.
NAMES: Final[Mapping[type[Player], str]] = {
    Greedy: "greedy",
    LearnedGlance: "learned",
    Random: "greedy",
    Sampler: "greedy",
}
OTHER: Final = "learned"


def forecast_of(state: State, players: Mapping[int, Player]) -> Forecast:
    """Return the forecast for a game; `players` has the house bots, by seat."""
    game = learned_game(state.rules.name)
    names = {seat: NAMES.get(type(player), OTHER) for seat, player in players.items()}
    return Forecast(game, [table_of(f"{game}-{names.get(seat, OTHER)}") for seat in range(state.seats)])


@cache
def table_of(name: str) -> Table:
    """Return the learned numbers that the package has under a name such as `cacao-greedy`; raise UsageError if none."""
    path = files("arena.analysis").joinpath("forecasts", f"{name}{SUFFIX}")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise UsageError(f"there is no forecast {name}: expected {path}") from None
    return unpacked(data, name)
