"""Games as arrays: what a reader notes on the options of every decision, and on the seats between turns."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena.bots import Prospects, Stores
from arena.bots.learned import reader_of
from arena.bots.tally import LEVEL, PHASES, PLACES, SLOTS, Reader, Tally
from arena.games import rules
from arena.games.automata import with_automaton
from arena.games.chance import Deal
from arena.games.game import State
from arena.games.steps import OVER

BASELINES: Final = {"cacao": Stores(20), "teotihuacan": Prospects(40)}
HELD_OUT: Final = 10  # one game of so many is used to measure, not to train
MOST_OPTIONS: Final = 60  # of a decision; of more, those that were tried most are taken


@dataclass
class Notes:
    """What was noted: of options by decision, and of pairs of seats by position."""

    places: list[NDArray[np.int32]] = field(default_factory=list)  # by option
    visits: list[NDArray[np.float32]] = field(default_factory=list)  # by decision
    held: list[bool] = field(default_factory=list)  # by decision
    seats: list[tuple[int, NDArray[np.int32], NDArray[np.int32], float, float, float]] = field(default_factory=list)
    seats_held: list[bool] = field(default_factory=list)
    games: int = 0


def lines_of(files: Iterable[Path]) -> Iterator[dict[str, Any]]:
    """Return the games of files; a line that was cut short ends its file."""
    for file in files:
        for line in file.read_text().splitlines():
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                break


def start(game: dict[str, Any]) -> State:
    """Return the position that a game began with."""
    played = rules(game["game"])
    settings = played.complete({})
    if played.automata:
        settings = with_automaton(played, settings, ["learner", f"{played.automaton}-{game['level']}"])
    return played.new(settings, game["seats"], Deal.of(game["seed"]))


def read(notes: Notes, name: str, games: Iterable[dict[str, Any]], options: bool = True) -> None:
    """Add what a reader notes on games."""
    reader = reader_of(name)
    tally = Tally(bytes([LEVEL]) * PLACES, [0] * (SLOTS * PHASES), noting=True)
    for game in games:
        notes.games += 1
        read_game(notes, name, game, reader, tally, held=notes.games % HELD_OUT == 0, options=options)


def read_game(
    notes: Notes, name: str, game: dict[str, Any], reader: Reader, tally: Tally, *, held: bool, options: bool
) -> None:
    """Add what a reader notes on one game."""
    state = start(game)
    final = game["scores"]
    baseline = BASELINES[name]
    for option, visits in game["moves"]:
        if options and sum(visits) > 0:
            note_decision(notes, state, visits, reader, tally)
            notes.held.append(held)
        if reader.between_turns(state):
            note_position(notes, state, final, reader, tally, baseline)
            notes.seats_held += [held] * (len(notes.seats) - len(notes.seats_held))
        state.apply(option)
    assert state.to_move == OVER
    assert state.scores() == final


def note_decision(notes: Notes, state: State, visits: list[int], reader: Reader, tally: Tally) -> None:
    """Add what is noted on the options of a decision."""
    options = state.options()
    assert len(options) == len(visits)
    order = sorted(range(len(options)), key=lambda place: -visits[place])[:MOST_OPTIONS]
    reader.prepare(state)
    for place in order:
        tally.begin()
        reader.note_option(state, options[place], tally)
        notes.places.append(np.array(tally.noted, np.int32))
    notes.visits.append(np.array([visits[place] for place in order], np.float32))


def note_position(notes: Notes, state: State, final: list[int], reader: Reader, tally: Tally, baseline: Any) -> None:
    """Add what is noted on each pair of seats, and what each of them still gained."""
    reader.note_seats(state)
    phase = reader.phase(state)
    worth = baseline.worth(state)
    noted = []
    for seat in range(state.seats):
        tally.begin()
        reader.note_seat(state, seat, tally)
        noted.append(np.array(tally.noted, np.int32))
    for one in range(state.seats):
        for other in range(one):
            lead = final[one] - final[other]
            promised = (worth[one] - worth[other]) / baseline.unit
            notes.seats.append((phase, noted[one], noted[other], lead - promised, lead, promised))
