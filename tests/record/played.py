"""Records for tests: whole games played at random, written line by line as a match writes them."""

import json

from arena.games.chance import Deal, Rng
from arena.record import Answer, Chain, Forfeit, Header, MatchProgress, ResultLine, Seated, commit, disclosed
from tests.games.tiny import TINY

GAMES = {"tiny": TINY}
SEED, SALT = bytes(range(32)), bytes(range(32, 64))
MATCH = "m-3f9"


def seated(count):
    return tuple(Seated(f"bot-{seat}", "1", "bot") for seat in range(count))


def header(rules=TINY, seats=2, position=None, options=None):
    return Header(
        match=MATCH,
        game=rules.name,
        rules_version=rules.version,
        options=rules.complete(options or {}),
        seats=seated(seats),
        clock="10+0.1",
        fairness="committed" if position is None else "position",
        commitment=commit(SEED, MATCH, SALT) if position is None else None,
        position=None if position is None else json.loads(position),
    )


def play(rules=TINY, seats=2, position=None, forfeits=(), options=None):
    """Play a whole game at random. Return its record without the appendix.

    `forfeits` are tuples: the number of answers before a forfeit, its seat and its reason.
    """
    start = rules.new(options or {}, seats, Deal(SEED)) if position is None else rules.from_position(position)
    course, rng, waiting = MatchProgress(start), Rng(7), list(forfeits)
    lines, answers = [header(rules, seats, position, options).line()], 0
    while course.end is None:
        if waiting and waiting[0][0] == answers:
            _, seat, reason = waiting.pop(0)
            course.leave(seat, reason)
            lines.append(Forfeit(seat, reason).line())
            continue
        seat, option = course.state.to_move, course.state.sample(rng)
        by = "house" if course.has_left(seat) else "bot"
        lines.append(Answer(seat, rules.spell(course.state, option), by, 1500 + answers, 20, 0).line())
        course.state.apply(option)
        answers += 1
    lines.append(ResultLine.after(course).line())
    return b"".join(line + b"\n" for line in lines)


def whole(**played):
    """Play a whole game at random. Return its record with the appendix."""
    return disclosed(play(**played), SEED, SALT)


def head(record):
    """Return the head of a record without an appendix."""
    chain = Chain()
    for line in record.splitlines():
        chain.add(line)
    return chain.hex
