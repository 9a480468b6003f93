"""The first steps of an examination: the bot connects, answers pings, sends a nonce, and takes its first seat."""

import re
import time
from typing import Final

from arena.games import GAMES
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2
from arena_sdk.doctor.case import Case
from arena_sdk.doctor.findings import Remark
from arena_sdk.doctor.patient import Fault

VERSION: Final = re.compile(r"[A-Za-z0-9_.-]{1,32}", re.ASCII)


def attends(case: Case) -> str:
    """Chapter 2 of docs/protocol.md: wait for the bot's call, and check the token, the Hello and its games."""
    hello = case.hello = case.patient.attend(case.waits.attend)
    if hello.protocol != PROTOCOL:
        raise Fault(f"Hello.protocol is {hello.protocol}: expected {PROTOCOL}")
    if not VERSION.fullmatch(hello.version):
        raise Fault(f"Hello.version is {hello.version!r}: expected 1 to 32 letters, digits, '_', '.' and '-'")
    if hello.matches_at_once < 1:
        raise Fault(f"Hello.matches_at_once is {hello.matches_at_once}: expected 1 or more")
    for support in hello.games:
        rules = GAMES.get(support.game)
        if rules is None or (case.wanted and rules.name not in case.wanted):
            continue
        if support.rules_version != rules.version:
            had = f"it plays version {support.rules_version} of the rules of {rules.name}"
            raise Fault(f"{had}: expected {rules.version}")
        seats = tuple(sorted(set(support.seats) & set(rules.seats)))
        if seats:
            case.rules.append((rules, seats))
    if not case.rules:
        named = ", ".join(each.game for each in hello.games) or "no game"
        wanted = ", ".join(case.wanted or GAMES)
        raise Fault(f"Hello names {named}: expected one of {wanted}, with its seats")
    games = ", ".join(f"{rules.name} with {'/'.join(map(str, seats))}" for rules, seats in case.rules)
    at_once = f"up to {hello.matches_at_once} matches at once here"
    return f"version {hello.version}, {games}, {at_once}, {hello.client or 'unnamed client'}"


def answers_pings(case: Case) -> str:
    """Chapter 6 of docs/protocol.md: measure how fast the bot answers pings.

    An arena takes this time for the lag of the connection, so a slow answer would distort it.
    """
    slowest = max(case.patient.ping(case.waits.pong) for _ in range(5))
    if slowest > 0.1:
        raise Remark(f"the slowest of 5 pongs took {slowest * 1000:.0f} ms: lag is credited by what pings measure")
    return f"the slowest of 5 pongs took {slowest * 1000:.1f} ms"


def adds_to_the_chance(case: Case) -> str:
    """Chapter 3 of docs/protocol.md: announce a round, for which a bot may send a Nonce (random bytes for the deals).

    The bot must still answer a ping afterwards.
    """
    case.patient.tell(
        attend_pb2.AttendResponse(
            round=attend_pb2.Round(round="doctor", secret_digest=bytes(32), nonce_within_us=1_000_000)
        )
    )
    case.patient.ping(case.waits.pong)
    return "a round was announced, and it stayed"


def takes_a_seat(case: Case) -> str:
    """Chapter 4 of docs/protocol.md: play a short match with Join, Start, three decisions, Over and Ending."""
    table = case.any_table()
    began = time.perf_counter()
    talk = case.seated(table)
    joined = time.perf_counter() - began
    case.play(talk, table, 3)
    case.finish(talk, table)
    return f"it joined after {joined * 1000:.0f} ms and answered {table.number} decisions of {table}"
