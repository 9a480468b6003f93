"""`practice` plays a series of local matches from Python. `run` does the same when a bot's own file is started."""

import argparse
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import ArenaError, UsageError, alternatives, counted
from arena.games import USUAL_GAME
from arena.games.automata import game_of, with_automaton
from arena.games.game import Scalar
from arena.texts import clean
from arena_sdk.bot import AnyBot
from arena_sdk.contenders import Contender, Source, contenders, names_of
from arena_sdk.dial import add_arguments, dial
from arena_sdk.loading import DECLARED
from arena_sdk.methods import as_bot_class
from arena_sdk.prints import prints_capped
from arena_sdk.series import CLOCK, PlayedMatch, Series, SeriesFixture, fixtures, play_together, rounded_up, turns_of

GAMES: Final = 10
ALL_FORFEITED: Final = "every match was forfeited: the result says nothing about strength"
BOT: Final = 0  # the bot that practises is the first contender


@dataclass(frozen=True)
class PracticePlan:
    """A practice series before it is played: the series, its players and its matches."""

    series: Series
    players: tuple[Contender, ...]
    fixtures: tuple[SeriesFixture, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players: the bot's first, then each opponent's."""
        return tuple(player.name for player in self.players)

    def points(self, match: PlayedMatch) -> str:
        """Return a line with the points of each player in a match."""
        return ", ".join(f"{name} {match.points(player)}" for player, name in enumerate(self.names))


@dataclass(frozen=True)
class Practice:
    """The result of a series of matches: `print` it, or look at each match.

    `matches` has every match with its moves and points. `score` is the mean result of the bot, 1.0 if it won every
    match. `forfeits` has a sentence for each match that was lost by a fault.

    >>> from arena_sdk import Bot, practice
    >>> class First(Bot):
    ...     def choose(self, turn):
    ...         return turn.options[0]
    >>> series = practice(First, "random", games=2, seed=1)
    >>> series.opponents, len(series.matches), 0 <= series.score <= 1
    (('random',), 2, True)
    """

    bot: str
    opponents: tuple[str, ...]
    game: str
    seed: str
    matches: tuple[PlayedMatch, ...]

    @property
    def results(self) -> tuple[float, ...]:
        """The share of opponents that the bot beat, for each match that counts. A draw counts as half."""
        return tuple(score for score in (match.score(BOT) for match in self.matches) if score is not None)

    @property
    def score(self) -> float:
        """The mean of the results: 1.0 if the bot beat all opponents in all matches."""
        return sum(self.results) / max(1, len(self.results))

    @property
    def wins(self) -> int:
        """The number of matches in which the bot beat all opponents."""
        return sum(result == 1 for result in self.results)

    @property
    def losses(self) -> int:
        """The number of matches that the bot lost against all opponents."""
        return sum(result == 0 for result in self.results)

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """The points of every match: the bot's first, then each opponent's."""
        players = range(1 + len(self.opponents))
        return tuple(tuple(match.points(player) for player in players) for match in self.matches)

    @property
    def forfeits(self) -> tuple[str, ...]:
        """A sentence for each forfeit, with the traceback if a bot raised an exception."""
        return tuple(
            f"match {match.fixture.number}: {lost}" + (f"\n{lost.traceback}" if lost.traceback else "")
            for match in self.matches
            for lost in match.forfeits
        )

    def __str__(self) -> str:
        between = len(self.results) - self.wins - self.losses
        counts = [f"{self.wins} won", f"{between} {'drawn' if len(self.opponents) == 1 else 'in between'}"]
        counts.append(f"{self.losses} lost")
        if len(self.results) < len(self.matches):
            counts.append(f"{len(self.matches) - len(self.results)} not counted")
        lines = [
            f"{self.bot} against {', '.join(self.opponents)} at {self.game}, seed {self.seed}",
            f"{len(self.matches)} matches: {', '.join(counts)}",
            f"score {self.score:.2f}",
            *self.forfeits,
        ]
        return "\n".join(lines)


def practice(  # noqa: PLR0913 -- each has a name and a default
    bot: type[AnyBot],
    opponent: Source | Sequence[Source] = "random",
    *,
    game: str | None = None,
    games: int = GAMES,
    seed: int | str | None = None,
    clock: str = CLOCK,
    options: dict[str, Scalar] | None = None,
    at_once: int = 1,
    told: Callable[[PlayedMatch], None] = lambda _: None,
    planned: Callable[[PracticePlan], None] = lambda _: None,
) -> Practice:
    """Play a bot against one opponent or more in this process, and return the results.

    `opponent` is a house bot's name, a bot file or a class, or a list of these. `game` is Cacao unless another game is
    named; against `teotibot`, or one of its levels, it is the solo game. `games` is rounded up to whole blocks, each of
    which plays one deal from every seat. The same `seed` gives the same series. `at_once` matches are played in
    parallel, which makes a BatchBot faster and does not change the results. `planned` is called once before the first
    match, `told` after each match. Raise UsageError if the series is impossible, for example with too many opponents.

    >>> from arena_sdk import Bot, practice
    >>> class First(Bot):
    ...     def choose(self, turn):
    ...         return turn.options[0]
    >>> practice(First, ["random", "greedy"], games=3, seed="a test").seed
    'a test'
    """
    if at_once < 1:
        raise UsageError(f"{at_once} matches at once: expected at least 1")
    plan = practice_plan(bot, opponent, game, games, seed, clock, options or {})
    planned(plan)
    matches = []
    for first in range(0, len(plan.fixtures), at_once):
        for match in play_together(plan.series, plan.players, plan.fixtures[first : first + at_once]):
            matches.append(match)
            told(match)
    name, *others = plan.names
    return Practice(name, tuple(others), plan.series.rules.name, plan.series.seed, tuple(matches))


def practice_plan(  # noqa: PLR0913, PLR0917 -- the arguments of `practice`
    bot: type[AnyBot],
    opponent: Source | Sequence[Source],
    game: str | None,
    games: int,
    seed: int | str | None,
    clock: str,
    options: Mapping[str, Scalar],
) -> PracticePlan:
    """Return the series that `practice` would play, as a PracticePlan. Raise UsageError if it is impossible."""
    opponents = [opponent] if isinstance(opponent, str | type) else list(opponent)
    named_ones = names_of(opponents)
    rules = game_of(game, named_ones, USUAL_GAME)
    players = contenders([bot, *opponents], rules)
    if len(players) not in rules.seats:
        expected = alternatives([count - 1 for count in rules.seats])
        raise UsageError(f"{rules.name} with {counted(len(opponents), 'opponent')}: expected {expected}")
    if games < 1:
        raise UsageError(f"{games} games: expected at least 1")
    named = new_seed() if seed is None else str(seed)
    settings = with_automaton(rules, rules.complete(options), named_ones)
    turns = turns_of(rules, len(players))
    todo = fixtures(len(players), blocks_for(games, turns), turns)
    return PracticePlan(Series(rules, settings, clock, named), players, tuple(todo))


def new_seed() -> str:
    """Return a new random seed for a series."""
    return str(secrets.randbelow(10**9))


def blocks_for(games: int, turns: int) -> int:
    """Return the smallest number of blocks that have at least `games` matches together.

    `turns` is the number of matches in a block.
    """
    return -(-games // turns)


def run(bot: type[AnyBot], arguments: Sequence[str] | None = None) -> None:
    """Play a practice series and print the result, or attend an arena: the work of `python my_bot.py`.

    `arguments` are those of the command line unless they are given. When the file is only loaded, by `arena play
    my_bot.py` or `load`, this call plays nothing: it only marks this bot as the bot of the file. If anything fails, the
    program ends with an exit code that is not 0.

    >>> from arena_sdk import Bot, run
    >>> class First(Bot):
    ...     def choose(self, turn):
    ...         return turn.options[0]
    >>> run(First, ["--games", "2", "--seed", "7"])  # doctest: +ELLIPSIS
    First against random at cacao, seed 7...
    """
    declared = DECLARED.get()
    if declared is not None:
        declared.append(bot)
    elif bot.__module__ != "__mp_main__":  # a child process of the author's own program imports the file again
        code = practise(bot, arguments)
        if code != 0:
            sys.exit(code)


def practise(bot: type[AnyBot], arguments: Sequence[str] | None) -> int:
    """Play a practice series or attend an arena, as the arguments say. Return the exit code."""
    try:
        as_bot_class(bot)
        args = parser(bot).parse_args(arguments)
        refuse_mixtures(args)
        if args.arena is not None:
            return dial(bot, args)
        talk = PracticeTalk(args.games or GAMES)
        with prints_capped():
            series = practice(
                bot,
                args.opponent or "random",
                game=args.game,
                games=args.games or GAMES,
                seed=args.seed,
                planned=talk.planned,
                told=talk.told,
            )
    except ArenaError as error:
        sys.stderr.write(f"{clean(str(error), lines=True)}\n")
        return error.exit_code
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return 130
    sys.stdout.write(f"{series}\n")
    if series.matches and all(len(match.forfeits) >= len(series.opponents) for match in series.matches):
        sys.stderr.write(f"{ALL_FORFEITED}\n")
        return ArenaError.exit_code
    return 0


def refuse_mixtures(args: argparse.Namespace) -> None:
    """Raise UsageError if the arguments mix options of a practice series with options of a connection."""
    practising = ("game", "opponent", "games", "seed")
    attending = ("token_file", "ca", "tls", "plaintext", "matches", "json", "verbose")
    for name in attending if args.arena is None else practising:
        if getattr(args, name) not in {None, False}:
            option = f"--{name.replace('_', '-')}"
            what = "is for an arena: expected --arena HOST:PORT with it"
            if args.arena is not None:
                what = "is for a practice series: with --arena, the arena says what is played"
            raise UsageError(f"{option} {what}")


class PracticeTalk:
    """Prints to stderr which matches will be played, and how each match ended."""

    def __init__(self, games: int) -> None:
        self._games: Final = games
        self._plan: PracticePlan | None = None

    def planned(self, plan: PracticePlan) -> None:
        """Print which matches will be played. If they are more than the author asked for, print why."""
        self._plan = plan
        series, matches = plan.series, len(plan.fixtures)
        rounded = rounded_up(self._games, matches, len(plan.players))
        names, game = ", ".join(plan.names), series.rules.name
        sys.stderr.write(f"{game}: {names}; {counted(matches, 'match', 'matches')}{rounded}, seed {series.seed}\n")

    def told(self, match: PlayedMatch) -> None:
        """Print the points of a match that has ended."""
        assert self._plan is not None, "a series is planned before it is played"
        number, matches = match.fixture.number, len(self._plan.fixtures)
        sys.stderr.write(f"match {number} of {matches}: {self._plan.points(match)}\n")


def parser(bot: type[AnyBot]) -> argparse.ArgumentParser:
    """Return the parser for the arguments of `python my_bot.py`."""
    arguments = argparse.ArgumentParser(
        description=f"Play a practice series with {bot.__name__}, or attend an arena: {bot.__doc__ or 'a bot'}",
        epilog="`arena play` plays longer series, with error bars, records and several processes.",
    )
    arguments.add_argument("--game", metavar="GAME", help=f"which game (default: {USUAL_GAME})")
    arguments.add_argument(
        "--opponent",
        action="append",
        metavar="BOT",
        help="a house bot (random, greedy, sampler, mcts-200) or a bot file; once for each opponent (default: random)",
    )
    arguments.add_argument("--games", type=int, metavar="N", help=f"how many, in whole blocks (default: {GAMES})")
    arguments.add_argument("--seed", metavar="TEXT", help="plays the series of that name again (default: a new one)")
    add_arguments(arguments, required=False)
    return arguments
