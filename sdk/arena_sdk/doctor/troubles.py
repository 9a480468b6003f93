"""Steps that cause trouble: unknown messages, bad news, broken streams, and a killed process."""

import time
from typing import Final

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk.doctor.case import Case
from arena_sdk.doctor.extent import EXAMINATION
from arena_sdk.doctor.findings import Remark, Skip
from arena_sdk.doctor.patient import Fault

SOON: Final = 2.0  # seconds within which a bot should be back
TRIAL: Final = "a trial of the examination, nothing is lost"  # a text for the author
NEWER: Final = b"\x9a\x06\x05newer"  # field 99, which no message has


def ignores_what_is_new(case: Case) -> str:
    """Chapter 11 of `docs/protocol.md`: send unknown fields and messages. The bot must ignore these."""
    case.patient.tell(attend_pb2.AttendResponse.FromString(NEWER))
    text = "the examination sends a notice of a new kind: nothing has to be done"
    notice = attend_pb2.Notice(kind=77, text=text)  # type: ignore[arg-type]
    case.patient.tell(attend_pb2.AttendResponse(notice=notice))
    table = case.any_table()
    talk = case.seated(table)
    talk.send(NEWER)
    case.play(talk, table, 2)
    talk.send(play_pb2.PlayResponse(ping=common_pb2.Ping(number=1)))
    message, _ = talk.hear(play_pb2.PlayRequest, case.waits.pong, "a Pong on Play")
    if message.WhichOneof("message") != "pong" or message.pong.number != 1:
        raise Fault(f"a Ping on Play was answered with {message.WhichOneof('message')}: expected its Pong")
    case.finish(talk, table)
    return "unknown messages, fields and values were no trouble"


def hears_bad_news(case: Case) -> str:
    """Send a refused choice, a forfeit, a void match and a withdrawn offer. The bot must continue its other matches."""
    table = case.any_table()
    talk = case.seated(table)
    case.play(talk, table, 1)
    talk.send(play_pb2.PlayResponse(refused=play_pb2.Refused(number=1, index=1, taken=0, text=TRIAL)))
    case.play(talk, table, 1)
    forfeited = play_pb2.Forfeited(reason=common_pb2.FORFEIT_REASON_TIME, number=3, text=TRIAL)
    talk.send(play_pb2.PlayResponse(forfeited=forfeited))
    case.finish(talk, table)
    void = case.any_table()
    talk = case.seated(void)
    case.finish(talk, void, void=True)
    withdrawal = attend_pb2.Withdrawal(match=f"{EXAMINATION}never-offered", text=TRIAL)
    case.patient.tell(attend_pb2.AttendResponse(withdrawal=withdrawal))
    after = case.any_table()
    talk = case.seated(after)
    case.play(talk, after, 1)
    case.finish(talk, after)
    return "a refusal, a forfeit, a void match and a withdrawal, and it played on"


def comes_back(case: Case) -> str:
    """Chapter 7 of docs/protocol.md: break the stream between two decisions, and after an answer to one.

    The bot must reconnect to its seat.
    """
    table = case.any_table()
    talk = case.seated(table)
    case.play(talk, table, 2)
    talk, first = case.dropped(talk, table)
    case.play(talk, table, 1)
    sent = case.ask(talk, table)
    index = case.choice(talk, table, sent)
    talk, second = case.dropped(talk, table)
    sent = talk.send(table.question(since=table.number, again=True))
    again = case.choice(talk, table, sent)
    table.answer(again)
    case.play(talk, table, 2)
    case.finish(talk, table)
    if again != index:
        raise Remark(f"asked the same again it chose {again} after {index}: of two choices the first one counts")
    slowest = max(first, second)
    if slowest > SOON:
        raise Remark(f"it was back after {slowest:.1f} s: its clock runs meanwhile; try after 0.1 s, then double")
    return f"twice, after {first * 1000:.0f} ms and {second * 1000:.0f} ms"


def comes_back_after_a_restart(case: Case) -> str:
    """Kill the bot's process in the middle of a game and start it again. Offer the bot the same seat again.

    The offer has the flag `returning`, because the match has already begun.
    """
    if case.extent.is_quick:
        raise Skip("left out: the examination is a quick one")
    table = case.any_table()
    talk = case.seated(table)
    case.play(talk, table, 2)
    if not case.patient.restart():
        case.play(talk, table, 1)
        case.finish(talk, table)
        raise Skip("only a bot that the doctor has started can be killed")
    case.open.remove(talk)
    began = time.perf_counter()
    case.patient.attend(case.waits.attend)
    case.patient.tell(table.offer(returning=True))
    talk, join = case.patient.seat(table.ticket, case.waits.join)
    case.take_back(talk, join, table)
    took = time.perf_counter() - began
    if table.advance():
        case.answer(talk, table, talk.send(table.question(since=join.last_seen, again=True)))
    case.play(talk, table, 2)
    case.finish(talk, table)
    return f"killed and started again, it was back in its match after {took:.1f} s"
