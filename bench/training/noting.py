"""Turn games into arrays of notes, for training. A note is a fact that has a learned weight.

There are notes about the options of each decision, and about the seats between turns.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.bots.learned import base_of, reader_of
from arena.bots.notes import LEVEL, PHASES, PLACES, SLOTS, NoteSum
from arena.games import rules
from arena.games.automata import with_automaton
from arena.games.chance import Deal
from arena.games.game import State
from arena.games.steps import OVER

HELD_OUT: Final = 10  # the share of games that measures and does not train is one in 10
MOST_OPTIONS: Final = 60  # of a decision; of more, those that were tried most are taken


@dataclass
class Notes:
    """The facts from recorded games from which weights are learned.

    Some facts are about an option of a decision. The other ones are about a seat between turns; they are stored for
    each pair of seats of the match, to compare both.
    """

    places: list[NDArray[np.int32]] = field(default_factory=list)  # by option
    visits: list[NDArray[np.float32]] = field(default_factory=list)  # by decision
    held: list[bool] = field(default_factory=list)  # by decision
    seats: list[tuple[int, NDArray[np.int32], NDArray[np.int32], float, float, float]] = field(default_factory=list)
    seats_held: list[bool] = field(default_factory=list)
    games: int = 0


def lines_of(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Yield the games in files, one for each line. Skip an incomplete line, and the rest of its file."""
    for file in files:
        for line in file.read_text().splitlines():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                break


def start(game: dict[str, Any]) -> State:
    """Return the first position of a stored game."""
    played = rules(game["game"])
    settings = played.complete({})
    if played.automata:
        settings = with_automaton(played, settings, ["learner", f"{played.automaton}-{game['level']}"])
    return played.new(settings, game["seats"], Deal.of(game["seed"]))


def read(notes: Notes, name: str, games: Iterable[dict[str, Any]], *, options: bool = True) -> None:
    """Replay recorded games of the game `name`. Store in `notes` which facts hold for the seats between turns.

    With `options`, also store which facts hold for the options of each decision.
    """
    noter = Noter(notes, name, options=options)
    for game in games:
        noter.read(game)


class Noter:
    """Replays games, and adds notes (facts that have a weight) about their options and seats to a `Notes` object."""

    def __init__(self, notes: Notes, name: str, *, options: bool) -> None:
        self.notes = notes
        self.reader = reader_of(name)
        self.tally = NoteSum(bytes([LEVEL]) * PLACES, [0] * (SLOTS * PHASES), noting=True)
        self.before = base_of(name)
        self.options = options

    def read(self, game: dict[str, Any]) -> None:
        """Replay one game, and add the facts about its options and seats to the `Notes`."""
        notes = self.notes
        notes.games += 1
        held = notes.games % HELD_OUT == 0
        state = start(game)
        for option, visits in game["moves"]:
            if self.options:
                self.note_decision(state, visits)
                notes.held.append(held)
            if self.reader.between_turns(state):
                self.note_position(state, game["scores"])
                notes.seats_held += [held] * (len(notes.seats) - len(notes.seats_held))
            state.apply(option)
        assert state.to_move == OVER
        assert state.scores() == game["scores"]

    def note_decision(self, state: State, visits: list[int]) -> None:
        """Add facts about a decision's options, sorted by visits: at most 60 options, those with most visits."""
        options = state.options()
        assert len(options) == len(visits)
        order = sorted(range(len(options)), key=lambda place: -visits[place])[:MOST_OPTIONS]
        self.reader.prepare(state)
        for place in order:
            self.tally.begin()
            self.reader.note_option(state, options[place], self.tally)
            self.notes.places.append(np.array(self.tally.noted, np.int32))
        self.notes.visits.append(np.array([visits[place] for place in order], np.float32))

    def note_position(self, state: State, final: list[int]) -> None:
        """Store for each pair of seats which facts hold for the two seats at this position, and three numbers.

        The numbers are in points: the final lead of the first seat over the second, the lead that the evaluation
        without learned weights predicts, and the difference of both.
        """
        self.reader.note_seats(state)
        phase = self.reader.phase(state)
        worth = self.before.worth(state)
        noted = []
        for seat in range(state.seats):
            self.tally.begin()
            self.reader.note_seat(state, seat, self.tally)
            noted.append(np.array(self.tally.noted, np.int32))
        for one in range(state.seats):
            for other in range(one):
                lead = final[one] - final[other]
                promised = (worth[one] - worth[other]) / self.before.unit
                self.notes.seats.append((phase, noted[one], noted[other], lead - promised, lead, promised))
