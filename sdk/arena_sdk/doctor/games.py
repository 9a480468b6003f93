"""Steps that play games: whole games, positions from the middle, and several matches at once."""

import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.games.chance import Deal, named_rng
from arena.games.game import Rules, Scalar, State, spell_value
from arena.games.steps import OVER
from arena_sdk.check import variants
from arena_sdk.doctor.case import TICKET, Case, asked_in
from arena_sdk.doctor.extent import FIRST_GAME_UNTIL, GAMES_UNTIL, POSITIONS_UNTIL
from arena_sdk.doctor.findings import Remark, Skip

TOGETHER: Final = 4
NAMED: Final = 8  # tables that a finding names at most


@dataclass(frozen=True)
class TableKind:
    """The terms of a match in an examination: a game with a number of seats and rules options."""

    rules: Rules
    seats: int
    options: dict[str, Scalar]
    is_canonical: bool

    def __str__(self) -> str:
        if self.is_canonical:
            return f"{self.rules.name} with {self.seats}"
        other = [f"{name}={spell_value(value)}" for name, value in self.rules.differences(self.options).items()]
        return f"{self.rules.name} with {self.seats} and {' '.join(other)}"


def canonical_tables(case: Case) -> list[TableKind]:
    """Return the terms of matches with canonical options: each game of the bot with each number of seats.

    The smallest numbers of seats come first. A quick examination uses only the smallest number of each game.
    """
    most = 1 if case.extent.is_quick else max(len(seats) for _, seats in case.rules)
    return [
        TableKind(rules, seats[size], rules.complete({}), is_canonical=True)
        for size in range(most)
        for rules, seats in case.rules
        if size < len(seats)
    ]


def other_tables(case: Case) -> list[TableKind]:
    """Return the terms of one match for each of `variants` but the canonical options.

    The matches of a game use its allowed numbers of seats in turn. The list is empty in a quick examination.
    """
    if case.extent.is_quick:
        return []
    return [
        TableKind(rules, seats[number % len(seats)], options, is_canonical=False)
        for rules, seats in case.rules
        for number, options in enumerate(variants(rules))
        if number
    ]


def plays_whole_games(case: Case) -> str:
    """Play a game with every number of seats against random moves. Raise Remark if not one game ends in time."""
    played, left_out = 0, []
    for number, kind in enumerate(canonical_tables(case)):
        share = GAMES_UNTIL if number else FIRST_GAME_UNTIL
        seat = number % asked_in(kind.rules, kind.seats)
        is_over = case.left(share) > 0 and case.game(
            case.table(kind.rules, kind.seats, seat=seat, options=kind.options), share
        )
        played += is_over
        if not is_over:
            left_out.append(str(kind))
    if not played:
        raise Remark(f"no game was played to its end in {FIRST_GAME_UNTIL * case.extent.seconds:g} s: it is too slow")
    decisions = sum(len(spent.seconds) for spent in case.spent.values())
    return f"{played} games, {decisions} decisions{for_time(left_out)}"


def plays_odd_positions(case: Case) -> str:
    """Ask the bot in unusual positions of random games, such as the first, the last, and one for each kind of option.

    Games with non-canonical rules options give four positions each: the first, the last, the one with the fewest
    options, and the one with the most.
    """
    played, left_out = 0, []
    for kind in [*canonical_tables(case), *other_tables(case)]:
        for position in odd_positions(kind.rules, kind.seats, kind.options, every_kind=kind.is_canonical):
            if case.left(POSITIONS_UNTIL) <= 0:
                left_out.append(str(kind))
                break
            table = case.table(kind.rules, kind.seats, seat=position.to_move, position=position)
            talk = case.seated(table)
            case.play(talk, table, 1)
            case.finish(talk, table)
            played += 1
    return f"it was dropped into {played} positions in the middle of games, and answered in each{for_time(left_out)}"


def for_time(left_out: Sequence[str]) -> str:
    """Return a phrase that names the matches left out for lack of time; empty if none was left out."""
    if not left_out:
        return ""
    more = f" and {len(left_out) - NAMED} more" if len(left_out) > NAMED else ""
    return f"; left out for time: {', '.join(left_out[:NAMED])}{more}"


def plays_several_at_once(case: Case) -> str:
    """Play up to four parallel matches, with a decision of each of them pending at the same time."""
    count = min(TOGETHER, case.hello.matches_at_once)
    if count < 2:
        raise Skip("it plays one match at a time")
    tables = [case.any_table(seat=number % case.asks) for number in range(count)]
    talks = [case.seated(table) for table in tables]
    for _ in range(5):
        asked = [(talk, table, case.ask(talk, table)) for talk, table in zip(talks, tables, strict=True)]
        for talk, table, sent in asked:
            case.answer(talk, table, sent)
    for talk, table in zip(talks, tables, strict=True):
        case.finish(talk, table)
    return f"{count} matches, asked in all of them at once"


def plays_against_itself(case: Case) -> str:
    """Play one match with the bot at every seat."""
    if case.hello.matches_at_once < case.asks:
        raise Skip("it plays one match at a time: it has played against random bots instead")
    table = case.any_table()
    tickets = [secrets.token_urlsafe(TICKET) for _ in range(1, case.asks)]
    tables = [table, *(table.companion(seat, ticket) for seat, ticket in enumerate(tickets, 1))]
    for each in tables:
        each.asked.update(range(case.asks))
    talks = [case.seated(each) for each in tables]
    while table.state.to_move != OVER:
        case.check_time()
        mover = table.state.to_move
        tables[mover].advance()
        case.answer(talks[mover], tables[mover], talks[mover].send(tables[mover].question()))
    for talk, each in zip(talks, tables, strict=True):
        case.finish(talk, each)
    return f"{table.number} decisions at each seat, {' : '.join(map(str, table.state.scores()))}"


def odd_positions(rules: Rules, seats: int, options: dict[str, Scalar], *, every_kind: bool = True) -> Iterator[State]:
    """Yield positions of a random game: the first, the last, and those with the fewest and the most options.

    With `every_kind`, yield also the first position for each kind of option. No position comes twice.
    """
    name = f"{rules.name} {seats} {sorted(options.items())}"
    rng = named_rng(name.encode(), "odd")
    state = rules.new(options, seats, Deal(name.encode()))
    found: list[tuple[int, str, State]] = []  # how many options, what kind the first is, and the position
    while state.to_move != OVER:
        offered = state.options()
        found.append((len(offered), rules.spell(state, offered[0]).split()[0], state.clone()))
        state.apply(state.sample(rng))
    sizes = [size for size, _, _ in found]
    kinds = [kind for _, kind, _ in found]
    chosen = {0, len(found) - 1, sizes.index(max(sizes)), sizes.index(min(sizes))}
    if every_kind:
        chosen.update(map(kinds.index, set(kinds)))
    for number in sorted(chosen):
        yield found[number][2]
