"""An arena for tests of the SDK's client. It sends the messages of a test over real sockets, in any order."""

import io
import threading
from contextlib import contextmanager

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena_sdk import Bot
from arena_sdk.doctor.listener import Listener
from arena_sdk.remote.access import Access
from arena_sdk.remote.attendance import Attendance
from arena_sdk.remote.news import News

TOKEN = "a-token-that-nobody-may-see"  # noqa: S105 -- it opens nothing
SOON = 60.0  # seconds: the deadline of whatever has to happen; nothing here waits so long unless it is broken


class First(Bot):
    """A bot that takes the first option."""

    def choose(self, turn):
        return turn.options[0]


class Host:
    """A stand-in for an arena. A test decides when it receives and sends each message."""

    def __init__(self, port=0, certificate=None):
        self.listener = Listener(port, certificate)
        self.attend = None

    @property
    def address(self):
        return self.listener.address

    def take_attend(self):
        """Accept the bot's next `Attend` call. Return its Hello."""
        self.attend = self.listener.take("Attend", SOON)
        return heard(self.attend, attend_pb2.AttendRequest).hello

    def welcome(self, **fields):
        """Send the Welcome to the bot."""
        hello = self.take_attend()
        given = {"entrant": "corn", "version": hello.version, "games": hello.games, "matches_at_once": 1} | fields
        self.tell(welcome=attend_pb2.Welcome(protocol=1, **given))
        return hello

    def tell(self, **message):
        self.attend.send(attend_pb2.AttendResponse(**message))

    def ending(self, reason, **fields):
        self.tell(ending=common_pb2.Ending(reason=reason, **fields))
        self.attend.end()

    def take_seat(self, table, line_number=1):
        """Accept the bot's next `Play` call, and send Start on it. Return the call and its Join."""
        line = self.listener.take("Play", SOON)
        join = heard(line, play_pb2.PlayRequest).join
        assert join.ticket == table.ticket
        line.send(table.start())
        return line, join

    def close(self):
        self.listener.close()


def heard(line, kind):
    """Return the next message of the bot on a call, decoded as this kind."""
    data = line.hear(SOON).data
    assert data is not None, "the bot has ended the call"
    return kind.FromString(data)


def choice(line):
    """Return the bot's next message on a `Play` call, which must be a choice."""
    message = heard(line, play_pb2.PlayRequest)
    assert message.WhichOneof("message") == "choice"
    return message.choice


def play_on(line, table, decisions=None):
    """Send decisions to the bot and read its choices, until the game is over or `decisions` are answered."""
    while decisions != 0 and table.advance():
        line.send(table.question())
        answer = choice(line)
        assert answer.number == table.number
        table.answer(answer.index)
        decisions = None if decisions is None else decisions - 1


def finish(line, table):
    """Send the result and the ending of a match, and end the call."""
    line.send(table.over())
    line.send(play_pb2.PlayResponse(ending=common_pb2.Ending(reason=common_pb2.ENDING_REASON_DONE)))
    line.end()


class Guest:
    """A bot of the SDK that connects to the host from a thread of this process."""

    def __init__(self, address, kind=First, matches=1, **access):
        self.out, self.err = io.StringIO(), io.StringIO()
        self.code = None
        news = News(as_json=access.pop("as_json", False), out=self.out, err=self.err)
        self.attendance = Attendance(kind, Access(address, TOKEN, **access), matches, news)
        self.thread = threading.Thread(target=self._run)

    def _run(self):
        self.code = self.attendance.run()

    def leaves(self):
        """Wait until the bot has ended by itself. Return its exit code."""
        self.thread.join(SOON)
        assert not self.thread.is_alive(), f"it is still there:\n{self.err.getvalue()}"
        return self.code


@contextmanager
def attending(address, kind=First, matches=1, **access):
    """Run a bot that stays connected until the block ends. Check that its output never has its token."""
    guest = Guest(address, kind, matches, **access)
    guest.thread.start()
    try:
        yield guest
    finally:
        guest.attendance.stop()
        guest.thread.join(SOON)
        assert TOKEN not in guest.out.getvalue() + guest.err.getvalue()


def wait_for(condition):
    """Wait until a condition holds. Fail if that takes too long."""
    for _ in range(int(SOON / 0.01)):
        if condition():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it did not come to pass")
