"""Play the matches of a series, in this process or in several, and store their records."""

import re
import shlex
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from arena.cli_support.files import write_record
from arena.errors import ArenaError, UsageError
from arena.games import rules as rules_of
from arena.games.automata import without_knobs
from arena.games.game import Scalar, spell_value
from arena.tasks.dispatcher import Dispatcher, JobFailedError
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job
from arena_sdk.contenders import Contender, contenders
from arena_sdk.prints import prints_capped
from arena_sdk.series import PlayedMatch, Series, SeriesFixture, play


@dataclass(frozen=True)
class Plan:
    """A description of all matches of an `arena play` command. Another process can get it and play them, too."""

    game: str
    options: tuple[tuple[str, Scalar], ...]
    sources: tuple[str, ...]  # house bots by name, and files
    clock: str
    seed: str
    position: str | None = None  # the position where every match begins; empty for deals of the seed
    opening: tuple[str, ...] = ()  # the words of the command line for this position

    @property
    def series(self) -> Series:
        """Return the plan's game, options, clock, seed and first position as a Series, which can be played."""
        return Series(rules_of(self.game), dict(self.options), self.clock, self.seed, self.position)

    @property
    def contenders(self) -> tuple[Contender, ...]:
        """Return the bots that play, with their names. The first call in a process loads the bots' files."""
        return contenders_of(self)


@cache
def contenders_of(plan: Plan) -> tuple[Contender, ...]:
    """Return the bots that play by this plan, with their names. The first call in a process loads the bots' files."""
    with prints_capped():  # the prints of a bot are not results
        return contenders(plan.sources, rules_of(plan.game))


Task = tuple[Plan, SeriesFixture]


def played(tasks: Sequence[Task], crew: Crew | None) -> Generator[PlayedMatch, None, None]:
    """Play matches in this process or by a crew of workers. Yield them in the order of the tasks."""
    if crew is None:
        yield from map(play_task, tasks)
        return
    with Dispatcher(crew) as dispatcher:
        futures = [dispatcher.submit(Job(play_task, task, kind="match", games=1)) for task in tasks]
        for future in futures:
            try:
                result: PlayedMatch = future.result().value
            except JobFailedError as error:
                if not error.died:
                    raise
                raise ArenaError("a child process died in the middle of a match: a bot may have ended it") from None
            yield result


def play_task(task: Task) -> PlayedMatch:
    """Play one match."""
    plan, fixture = task
    with prints_capped():
        return play(plan.series, plan.contenders, fixture)


LOST: Final = Path("matches")  # the folder for records of matches with a forfeit, if no folder was named


def keep(plan: Plan, match: PlayedMatch, folder: Path | None) -> Path | None:
    """Write the record of a match to a file in `folder`, and return the file's path.

    If `folder` is None, write only records of matches with a forfeit, to the folder `matches`; return None for the
    others.
    """
    if folder is None and not match.forfeits:
        return None
    folder = LOST if folder is None else folder
    make_folder(folder)
    path = folder / record_name(plan, match.fixture.number)
    write_record(path, match.record)
    return path


def record_name(plan: Plan, number: int) -> str:
    """Return the name of the file for the record of match number `number` of a series."""
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
    """Return the rules options that differ from the default, as words of a command: `--option`, `auto_resolve=off`."""
    rules = rules_of(plan.game)
    said = without_knobs(rules, dict(plan.options))  # the name of an automaton says how it plays
    return [
        word for name, value in rules.differences(said).items() for word in ("--option", f"{name}={spell_value(value)}")
    ]
