"""`check`: try a bot in every game and seat, and raise an error when it first breaks a rule of the arena."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any, Final

from arena.errors import BotError
from arena.games import GAMES
from arena.games.chance import Deal, Rng, named_rng
from arena.games.conformance import many_at_once
from arena.games.game import EDITION, Rules, Scalar, State, spell_value
from arena.games.steps import OVER
from arena.record import Seated
from arena.referee.clock import TimeControl
from arena.referee.seat import Over, Start
from arena_sdk.bot import AnyBot, bot_name, seats_of
from arena_sdk.contenders import check_attributes
from arena_sdk.local import index_of, seeded
from arena_sdk.raised import in_one_line
from arena_sdk.turn import Turn

DROPPED: Final = 5  # after this many decisions a new bot is asked in mid-game, as after a restart


@dataclass(frozen=True)
class TrialTable:
    """A match in which `check` tries a bot: the game, the options, the seats, and the bot's seat.

    The other seats play at random.
    """

    rules: Rules
    seats: int
    options: dict[str, Scalar]
    seat: int

    def __str__(self) -> str:
        options = ", ".join(f"{name}={spell_value(value)}" for name, value in self.options.items())
        return f"{self.rules.name}, seat {self.seat} of {self.seats}, {options or 'no options'}"

    def rng(self) -> Rng:
        """Return a random generator for the moves of the other seats. It gives the same moves each time."""
        return named_rng(str(self).encode(), "check")


def check(bot: type[AnyBot]) -> int:
    """Try a bot at every seat of every game it plays, in whole matches and from positions in the middle of them.

    Return the number of decisions that the bot made. Raise BotError at its first mistake; the error names the fault,
    the game, the seat and the decision.

    >>> from arena_sdk import Bot, check
    >>> class Absent(Bot):
    ...     games = ("chess",)
    ...     def choose(self, turn):
    ...         return turn.options[0]
    >>> check(Absent)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    arena.errors.BotError: Absent plays chess: expected games among cacao, ...
    """
    return sum(tried(bot, table) for table in tables(bot))


def tables(bot: type[AnyBot]) -> Iterator[TrialTable]:
    """Yield a TrialTable for each game of the bot, each dict of rules options to try, each seat count and each seat."""
    unknown = [name for name in bot.games if name not in GAMES]
    if unknown:
        raise BotError(f"{bot_name(bot)} plays {', '.join(unknown)}: expected games among {', '.join(GAMES)}")
    for rules in [GAMES[name] for name in bot.games or GAMES]:
        check_attributes(bot, rules)
        for options in variants(rules):
            for seats in seats_of(bot, rules):
                for seat in range(seats):
                    if seat not in rules.automata:
                        yield TrialTable(rules, seats, options, seat)


def variants(rules: Rules) -> Iterator[dict[str, Scalar]]:
    """Yield the rules options to try, each time a dict from name to value.

    The first dict has the canonical value of every option. Then comes one with other values of as many options as do
    not contradict each other, one for each edition, and one for each level of an automaton.
    """
    canonical = rules.complete({})
    yield canonical
    yield many_at_once(rules, [(each.name, each.values[-1]) for each in rules.options_schema if not each.of_automaton])
    for edition in rules.editions:
        yield rules.complete({EDITION: edition})
    for level in rules.levels.values():
        yield {**canonical, **level}


def tried(bot: type[AnyBot], table: TrialTable) -> int:
    """Play one game to its end with a bot at the seat `table.seat`. Return the number of the bot's decisions.

    Raise BotError at the bot's first mistake.
    """
    state = table.rules.new(table.options, table.seats, Deal(str(table).encode()))
    chance = table.rng()
    player = begun(bot, table)
    numbers = count(1)
    number = 0
    while state.to_move != OVER:
        if state.to_move != table.seat:
            state.apply(state.sample(chance))
            continue
        number = next(numbers)
        turn = Turn.at(state, number)
        chosen = asked(player, turn, table, state)
        if number % DROPPED == 0:
            asked(begun(bot, table), turn, table, state)
        state.play(turn.options[chosen].number)
    guarded(player, "over", ending(state), f"{table}, at the end")
    return number


def begun(bot: type[AnyBot], table: TrialTable) -> AnyBot:
    """Create an instance of the bot, call its `start`, and return the instance."""
    where = f"{table}, before its first decision"
    try:
        player = seeded(bot, 0)
    except Exception as reason:
        raise failed(bot_name(bot), where, reason) from reason
    seated = Seated(bot_name(bot), str(bot.version), "bot")
    start = Start(
        match="check",
        game=table.rules.name,
        rules_version=table.rules.version,
        options=table.options,
        seat=table.seat,
        seats=(seated,) * table.seats,
        clock=TimeControl.read("none"),
        bot_seed=0,
        commitment=None,
    )
    guarded(player, "start", start, where)
    return player


def asked(player: AnyBot, turn: Turn, table: TrialTable, state: State) -> int:
    """Return the index of the option that a bot chooses. Raise BotError if its answer is not an option."""
    where = f"{table}, decision {turn.number}"
    answer = guarded(player, "choose", turn, where)
    index = index_of(turn, answer)
    if index is None:
        expected = "expected one of turn.options or its index"
        board = table.rules.board(state.view(table.seat)).rstrip()
        raise BotError(f"{bot_name(type(player))} ({where}) chose {answer!r}, {expected}:\n{board}")
    return index


def guarded(player: AnyBot, method: str, argument: Any, where: str) -> Any:
    """Call this method of the bot, and return its result. Raise BotError if the method raises an exception."""
    try:
        return getattr(player, method)(argument)
    except Exception as reason:
        raise failed(bot_name(type(player)), f"{where}, {method}", reason) from reason


def failed(name: str, where: str, reason: Exception) -> BotError:
    """Return the BotError that says which method of a bot raised which exception."""
    return BotError(f"{name} ({where}) raised {in_one_line(reason)}")


def ending(state: State) -> Over:
    """Return the result of a game that has ended, as the Over that the bot's method `over` gets."""
    result = state.result()
    ledger = {category: tuple(map(tuple, seats)) for category, seats in result.ledger.items()}
    return Over(tuple(result.placements), tuple(result.scores), ledger, "finished", "0" * 64)
