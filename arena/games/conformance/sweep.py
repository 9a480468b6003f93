"""Checks the laws in random games, for all seat counts and rules options: each decision, then the game as a whole.

A law is a function that raises an error if a game breaks one condition, such as: each view survives encoding.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final, TypeVar

from arena.errors import LawError
from arena.games.conformance import knowledge, option_laws, positions, whole_games
from arena.games.conformance.subjects import CheckedGame, CheckedMoment, CheckedTable, Codec, GameLaw, MomentLaw, told
from arena.games.game import EDITION, Rules, Scalar, State
from arena.games.steps import OVER

MOMENT_LAWS: Final[tuple[MomentLaw, ...]] = (*positions.LAWS, *option_laws.LAWS, *knowledge.LAWS)
GAME_LAWS: Final[tuple[GameLaw, ...]] = whole_games.LAWS
ALL_LAWS: Final = frozenset(law.__name__ for law in (*MOMENT_LAWS, *GAME_LAWS))

FEW: Final = 32  # combinations of option values that a sweep takes whole

Subject = TypeVar("Subject")


@dataclass
class SweepReport:
    """The numbers of laws, games and decisions that were checked. `check` returns it only if no law was broken."""

    game: str
    laws: int
    games: int = 0
    decisions: int = 0

    def __str__(self) -> str:
        return f"{self.game}: {self.laws} laws hold over {self.games} games, {self.decisions} decisions"


def check(
    rules: Rules, codec: Codec | None = None, games: int = 3, seed: int = 0, laws: Iterable[str] = ALL_LAWS
) -> SweepReport:
    """Check the laws in random games. Return a SweepReport; raise LawError if a law is broken.

    `variants` yields pairs of a seat count and rules options. For each pair, `games` games are played.
    """
    chosen = frozenset(laws)
    report = SweepReport(rules.name, len(chosen))
    for seats, options in variants(rules):
        for number in range(games):
            played = check_game(CheckedTable(rules, seats, options, seed + number, codec), chosen)
            report.games += 1
            report.decisions += len(played.answers)
    return report


Variant = tuple[int, dict[str, Scalar]]  # a seat count and rules options


def variants(rules: Rules) -> Iterator[Variant]:
    """Yield pairs of a seat count and a dict of rules options. The laws are checked in random games for each pair.

    If the options have at most FEW combinations of values, each combination that has no contradiction comes with each
    seat count. If they have more, there are three kinds of dicts: the canonical values, and many other values together,
    with each seat count; and each other value and each edition alone, with one seat count. These take turns with the
    seat counts: after the last seat count, the next one gets the first seat count again.
    """
    every = combinations(rules)
    if every is not None:
        yield from product(rules.seats, every)
        return
    others = [(setting.name, value) for setting in rules.options_schema for value in setting.values[1:]]
    alone = [*others, *((EDITION, name) for name in rules.editions)]
    for number, seats in enumerate(rules.seats):
        yield seats, rules.complete({})
        for name, value in alone[number :: len(rules.seats)]:
            yield seats, rules.complete({name: value})
        yield seats, many_at_once(rules, others)


def combinations(rules: Rules) -> list[dict[str, Scalar]] | None:
    """Return a list of dicts of rules options: all combinations of option values that have no contradiction.

    Return None if the options have more than FEW combinations of values, contradictory ones included.
    """
    schema = rules.options_schema
    if prod(len(setting.values) for setting in schema) > FEW:
        return None
    names = [setting.name for setting in schema]
    every = [dict(zip(names, values, strict=True)) for values in product(*(setting.values for setting in schema))]
    return [options for options in every if not rules.objection(options)]


def many_at_once(rules: Rules, others: Sequence[tuple[str, Scalar]]) -> dict[str, Scalar]:
    """Return a dict of rules options with as many values of `others` as do not contradict each other.

    `others` is a list of pairs, the name of an option and a value. If it has several values of one option, only the
    last of them is used.
    """
    together = rules.complete({})
    for name, value in dict(others).items():
        more = together | {name: value}
        together = together if rules.objection(more) else more
    return rules.complete(together)


def check_game(table: CheckedTable, laws: Iterable[str] = ALL_LAWS, every: int = 1) -> CheckedGame:
    """Play one random game. Check the laws at its decisions, and at the end for the whole game. Return a CheckedGame.

    If `every` is 3, for example, each decision is checked for a third of the laws about decisions, and the next
    decision for another third.
    """
    chosen = frozenset(laws)
    state = table.new()
    state.listen()
    game = CheckedGame(table, state)
    rng = table.rng("answers")

    def a_random_answer_can_be_played(moment: CheckedMoment) -> None:
        option = moment.state.sample(rng)
        game.answers.append(table.rules.spell(state, option))
        moment.state.play(option)

    while state.to_move != OVER:
        moment = look(table, len(game.answers), state)
        where = f"decision {moment.number} (seat {moment.asked} is asked)"
        for turn, law in enumerate(MOMENT_LAWS, moment.number):
            if turn % every == 0 and law.__name__ in chosen:
                hold(law, moment, where, table, state)
        keep(game, moment)
        hold(a_random_answer_can_be_played, moment, where, table, state)
    game.heard.append([told(state, observer) for observer in table.observers])
    for game_law in GAME_LAWS:
        if game_law.__name__ in chosen:
            hold(game_law, game, f"after {len(game.answers)} decisions", table, state)
    return game


def look(table: CheckedTable, number: int, state: State) -> CheckedMoment:
    """Return a CheckedMoment for the laws to check: this position, with its options and their texts."""
    options = state.options()
    return CheckedMoment(table, number, state, options, [table.rules.spell(state, option) for option in options])


def keep(game: CheckedGame, moment: CheckedMoment) -> None:
    """Add the position, options and events of one decision to a CheckedGame, for the laws about whole games."""
    game.positions.append(moment.state.position())
    game.offers.append(moment.spellings)
    game.heard.append([told(moment.state, observer) for observer in game.table.observers])


def hold(law: Callable[[Subject], None], subject: Subject, where: str, table: CheckedTable, state: State) -> None:
    """Check one law about a decision or a whole game. If the law raises an error of any kind, raise a LawError.

    The LawError's text and note have all values that are needed to repeat the check.
    """
    try:
        law(subject)
    except Exception as reason:
        broken = str(reason) if isinstance(reason, LawError) else f"{type(reason).__name__}: {reason}"
        name = law.__name__.replace("_", " ")
        error = LawError(f"{name}: {broken}; {table}, {where}; again with {table.again}")
        error.add_note(f"position: {state.position()}")
        raise error from reason
