"""A version is admitted by a passed examination, and by nothing else."""

from arena.protocol.v1 import attend_pb2, common_pb2
from arena.server.tournaments.admission import AT_ONCE
from tests.server.wire import Attending, bring


def verdict_or_offer(bot):
    """Return the next offer or admission notice that a bot receives."""
    while True:
        message = bot.next()
        kind = message.WhichOneof("message")
        if kind == "offer":
            bot.server.secrets.add(message.offer.ticket)
            return message.offer
        if kind == "notice" and message.notice.kind == attend_pb2.NOTICE_KIND_ADMISSION:
            return message.notice


def admission(server, name):
    """Return the admission of the only version of a bot."""
    return server.ask("GetBot", bot=name).bot.versions[0].admission


def test_a_version_that_plays_when_its_examination_is_due_is_examined_later(serve, streams):
    server = serve("--admission", "examined")
    silent = [f"silent-{number}" for number in range(AT_ONCE)]
    streams += bring(server, *silent)
    assert all(bot.offer().match.startswith("doctor-") for bot in streams[:AT_ONCE])  # no further one can be examined
    waiting, other = bring(server, "waiting", "other", matches=2)
    streams += [waiting, other]
    server.match("waiting", "other")
    seats = [bot.seat() for bot in (waiting, other) for _ in range(2)]
    streams += seats
    last = Attending(server, server.bot("last"))  # its examination comes after those of the two that play
    streams.append(last)
    streams[0].close()
    streams[1].close()
    assert verdict_or_offer(last).match.startswith("doctor-")
    assert admission(server, "waiting") == common_pb2.ADMISSION_PENDING
    for seat in seats:
        seat.in_background()
    assert verdict_or_offer(waiting).match.startswith("doctor-")


def test_a_version_that_drains_during_its_examination_is_neither_admitted_nor_refused(serve, streams):
    server = serve("--admission", "examined")
    (bot,) = bring(server, "leaving", matches=2)
    streams.append(bot)
    assert bot.offer().match.startswith("doctor-")
    bot.send(drain=attend_pb2.Drain())
    ending, _ = bot.ending()  # the examination ends, and nothing else keeps the bot
    assert ending.reason == common_pb2.ENDING_REASON_DONE
    assert admission(server, "leaving") == common_pb2.ADMISSION_PENDING
