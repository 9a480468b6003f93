"""Games from their first decision to their last, positions in between, and several matches at once."""

import secrets
from collections.abc import Iterator
from typing import Final

from arena.games.chance import Deal, named_rng
from arena.games.game import Rules, Scalar, State
from arena.games.steps import OVER
from arena_sdk.check import variants
from arena_sdk.doctor.case import TICKET, Case, asked_in
from arena_sdk.doctor.findings import Skip

TOGETHER: Final = 4


def plays_whole_games(case: Case) -> str:
    """A game at every table size and with every rules option, the others at random."""
    played = 0
    for rules, seats in case.rules:
        for options in variants(rules):
            for count in seats:
                case.game(case.table(rules, count, seat=played % asked_in(rules, count), options=options))
                played += 1
    return f"{played} games, {sum(len(spent.seconds) for spent in case.spent.values())} decisions"


def plays_odd_positions(case: Case) -> str:
    """The positions that random games hold: few options and many, the first, the last, one of every kind."""
    played = 0
    for rules, seats in case.rules:
        for options in variants(rules):
            for count in seats:
                for position in odd_positions(rules, count, options):
                    table = case.table(rules, count, seat=position.to_move, position=position)
                    talk = case.seated(table)
                    case.play(talk, table, 1)
                    case.finish(talk, table)
                    played += 1
    return f"it was dropped into {played} positions in the middle of games, and answered in each"


def plays_several_at_once(case: Case) -> str:
    """As many matches as it says it can play, their decisions all waiting at the same time."""
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
    """One match, with the bot at every seat."""
    if case.hello.matches_at_once < case.asks:
        raise Skip("it plays one match at a time: it has played against random bots instead")
    table = case.any_table()
    tickets = [secrets.token_urlsafe(TICKET) for _ in range(1, case.asks)]
    tables = [table, *(table.companion(seat, ticket) for seat, ticket in enumerate(tickets, 1))]
    for each in tables:
        each.asked.update(range(case.asks))
    talks = [case.seated(each) for each in tables]
    while table.state.to_move != OVER:
        mover = table.state.to_move
        tables[mover].advance()
        case.answer(talks[mover], tables[mover], talks[mover].send(tables[mover].question()))
    for talk, each in zip(talks, tables, strict=True):
        case.finish(talk, each)
    return f"{table.number} decisions at each seat, {' : '.join(map(str, table.state.scores()))}"


def odd_positions(rules: Rules, seats: int, options: dict[str, Scalar]) -> Iterator[State]:
    """Positions of a random game in which a bot could stumble, each once."""
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
    chosen = {0, len(found) - 1, sizes.index(max(sizes)), sizes.index(min(sizes)), *(map(kinds.index, set(kinds)))}
    for number in sorted(chosen):
        yield found[number][2]
