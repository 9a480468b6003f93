"""Play the matches of a series, in this process or in several, and store their records."""

import re
import shlex
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.analysis import match_luck
from arena.analysis.turns import can_be_asked_again, split_luck
from arena.bots import Player
from arena.errors import ArenaError, UsageError
from arena.games import rules as rules_of
from arena.games.automata import without_knobs
from arena.games.game import Scalar, spell_value
from arena.tasks.dispatcher import Dispatcher, JobFailedError
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job
from arena_sdk.bot import AnyBot
from arena_sdk.contenders import Contender, contenders
from arena_sdk.house import PlayerBot
from arena_sdk.prints import prints_capped
from arena_sdk.series import PlayedMatch, Series, SeriesFixture, play


@dataclass(frozen=True)
class Plan:
    """A whole series of `arena play` as plain values, so that another process can play the same matches."""

    game: str
    options: tuple[tuple[str, Scalar], ...]
    sources: tuple[str, ...]  # house bots by name, and files
    clock: str
    seed: str
    position: str | None = None  # the position where every match begins; empty for deals of the seed
    opening: tuple[str, ...] = ()  # the words of the command line for this position
    adjust: bool = False  # whether the luck of each match is computed
    again: int = 0  # how often house bots play each of their turns again, for the luck of their turns

    @property
    def series(self) -> Series:
        """Return the series of the plan."""
        return Series(rules_of(self.game), dict(self.options), self.clock, self.seed, self.position)

    @property
    def contenders(self) -> tuple[Contender, ...]:
        """Return the contenders of the series. The first call in a process loads the bots' files."""
        return contenders_of(self)


@cache
def contenders_of(plan: Plan) -> tuple[Contender, ...]:
    """Return the bots of a series, loaded from their files, with their names. A process loads them only once."""
    with prints_capped():  # the prints of a bot are not results
        return contenders(plan.sources, rules_of(plan.game))


Task = tuple[Plan, SeriesFixture]


@dataclass(frozen=True, slots=True)
class PlayedTask:
    """A match that was played, with the luck of each seat if the plan asks for it.

    `luck` is what chance gave to each seat, and `choices` is what the turns of house bots gave.
    """

    match: PlayedMatch
    luck: tuple[float, ...] | None = None
    choices: tuple[float, ...] | None = None


def played(tasks: Sequence[Task], crew: Crew | None) -> Generator[PlayedTask, None, None]:
    """Play matches in this process or by a crew of workers. Yield them in the order of the tasks."""
    if crew is None:
        yield from map(play_task, tasks)
        return
    with Dispatcher(crew) as dispatcher:
        futures = [dispatcher.submit(Job(play_task, task, kind="match", games=1)) for task in tasks]
        for future in futures:
            try:
                result: PlayedTask = future.result().value
            except JobFailedError as error:
                if not error.died:
                    raise
                raise ArenaError("a child process died in the middle of a match: a bot may have ended it") from None
            yield result


def play_task(task: Task) -> PlayedTask:
    """Play one match, and compute its luck if the plan asks for it."""
    plan, fixture = task
    with prints_capped():
        match = play(plan.series, plan.contenders, fixture)
    if not plan.adjust:
        return PlayedTask(match)
    if not plan.again:
        return PlayedTask(match, match_luck(match.record) if plan.position is None else no_luck(match))
    return PlayedTask(match, *split_luck(match.record, players_at(plan, fixture), fresh=plan.again))


def no_luck(match: PlayedMatch) -> tuple[float, ...]:
    """Return zero for each seat: in matches from a position the stacks have the same order, so none of it is luck."""
    return (0.0,) * len(match.result.placements)


def players_at(plan: Plan, fixture: SeriesFixture) -> dict[int, Player]:
    """Return, by seat, the Player objects that play the house bots in a match.

    A Player is left out if it cannot play a turn a second time.
    """
    seated = [plan.contenders[contender] for contender in fixture.seating]
    players = {seat: house_player(each.bot) for seat, each in enumerate(seated) if each.kind == "house"}
    return {seat: player for seat, player in players.items() if can_be_asked_again(player)}


def house_player(bot: type[AnyBot]) -> Player:
    """Return the Player that makes the choices of a house bot."""
    assert issubclass(bot, PlayerBot)
    return bot.player


LOST: Final = Path("matches")  # the folder for records of matches with a forfeit, if no folder was named


def keep(plan: Plan, match: PlayedMatch, folder: Path | None) -> Path | None:
    """Write the record of a match to a folder, and return the file's path.

    If no folder is given, write only the record of a match with a forfeit, to `matches`; return None for other matches.
    """
    if folder is None and not match.forfeits:
        return None
    folder = LOST if folder is None else folder
    make_folder(folder)
    path = folder / record_name(plan, match.fixture.number)
    try:
        path.write_bytes(match.record)
    except OSError as reason:
        raise ArenaError(f"{path} cannot be written: {reason.strerror}") from None
    return path


def record_name(plan: Plan, number: int) -> str:
    """Return the name of the file for the record of match `number` of a plan."""
    words = "-".join([plan.game, *(contender.name for contender in plan.contenders), plan.seed])
    return f"{re.sub('[^A-Za-z0-9_.-]', '_', words)[:120]}-{number:04}.jsonl"


def make_folder(folder: Path) -> None:
    """Make a folder, unless it exists. Raise UsageError if that fails."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as reason:
        raise UsageError(f"{folder} cannot be a folder for records: {reason.strerror}") from None


def again(plan: Plan, words: Sequence[str] = ()) -> str:
    """Return, as text, the `arena play` command that plays a series again, with the arguments `words` at its end."""
    begun = plan.opening or ("--game", plan.game, *spelled_options(plan))
    return shlex.join(["arena", "play", *plan.sources, *begun, "--tc", plan.clock, "--seed", plan.seed, *words])


def spelled_options(plan: Plan) -> list[str]:
    """Return the rules options that differ from the canonical ones, as words of the command line."""
    rules = rules_of(plan.game)
    canonical = rules.complete({})
    said = without_knobs(rules, dict(plan.options))  # the name of an automaton says how it plays
    return [
        word
        for name, value in said.items()
        if value != canonical.get(name)
        for word in ("--option", f"{name}={spell_value(value)}")
    ]
