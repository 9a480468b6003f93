"""A real arena in its own process, and clients that send exactly the messages of a test."""

import atexit
import functools
import os
import queue
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import grpc

from arena.games import rules
from arena.protocol.v1 import attend_pb2, common_pb2, organiser_pb2, organiser_pb2_grpc, play_pb2
from arena.record.verify import verify
from arena.sandbox.control_groups import new_group
from arena.store.db.database import Database

ROOT = Path(__file__).parents[2]
WITHIN = 120.0  # seconds for anything at all, on a machine that has other work too; what takes longer has failed
CACAO = rules("cacao")


@functools.cache
def empty_database():
    """Return the file of a migrated database without rows. With a copy of it an arena starts a quarter faster."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    Database(folder / "arena.db").close()
    return folder / "arena.db"


@functools.cache
def insisting():
    """Return the option that a test of sandboxes needs on a machine without usable control groups."""
    group = new_group(str(os.getpid()))
    if group is None:
        return ["--without-control-groups"]
    group.remove()
    return []


class Server:
    """`arena serve` in its own process. The object stores the lines of its output."""

    def __init__(self, data, *arguments, house="none", listen="127.0.0.1:0", program=("-m", "arena"), tree=ROOT):
        command = [sys.executable, *program, "serve", "--listen", listen, "--data", str(data), "--house", house]
        command += ["--admission", "open"]  # a test's bots write only what the test wants
        command += ["--analyse", "none"]  # a test's matches need no analysis
        command += insisting()
        command += ["--site", "none"]  # the tests of the site say where it is
        environment = {**os.environ, "PYTHONPATH": f"{tree}:{tree / 'sdk'}"}
        environment.pop("ARENA_TOKEN", None)
        self.data = data
        if not data.exists() and "--database" not in arguments:
            data.mkdir(mode=0o700, parents=True)
            shutil.copy(empty_database(), data)
        self.process = subprocess.Popen(
            [*command, *arguments],
            cwd=tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.said = []
        self._silent = False  # never again: it has ended
        self._heard = threading.Condition()
        self._reader = threading.Thread(target=self._listen, daemon=True)
        self._reader.start()
        try:
            self._get_up()
        except BaseException:
            self.stop()
            raise

    def _get_up(self):
        self.port = int(re.search(r"serving at \S+:(\d+)", self.hear("serving at "))[1])
        self.address = f"127.0.0.1:{self.port}"
        self.organiser = (self.data / "organiser.token").read_text().strip()
        self.secrets = {self.organiser}

    def _listen(self):
        for line in self.process.stdout:
            with self._heard:
                self.said.append(line.rstrip("\n"))
                self._heard.notify_all()
        with self._heard:
            self._silent = True
            self._heard.notify_all()

    def hear(self, words):
        """Wait until a line of the log has these words, and return the line. Fail if the arena ends before."""
        deadline = time.monotonic() + WITHIN
        with self._heard:
            while True:
                for line in self.said:
                    if words in line:
                        return line
                if self._silent:
                    raise AssertionError(f"the server has ended: {self.said}")
                if not self._heard.wait(deadline - time.monotonic()):
                    raise AssertionError(f"never said {words!r}: {self.said}")

    def ask(self, call, token=None, **fields):
        """Send a call to the arena, by default with the organiser's token. Return the answer; a list for a stream."""
        secret = self.organiser if token is None else token
        with self.dial() as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            request = getattr(organiser_pb2, f"{call}Request")(**fields)
            metadata = [("authorization", f"Bearer {secret}")] if secret else []
            answer = method(request, timeout=WITHIN, metadata=metadata)
            return list(answer) if hasattr(answer, "__next__") else answer

    def dial(self):
        """Return a new channel to the arena."""
        return grpc.insecure_channel(self.address, [("grpc.use_local_subchannel_pool", 1)])

    def bot(self, name):
        """Register a bot with this name, and return its token."""
        made = self.ask("RegisterBot", name=name, author="tests")
        self.secrets.add(made.token_secret)
        return made.token_secret

    def match(self, *entrants, clock="600+1", blocks=1, **fields):
        """Request matches between these entrants. Return the names of the matches."""
        names = self.ask("RunMatches", entrants=entrants, game="cacao", clock=clock, blocks=blocks, **fields).matches
        return list(names)

    def ended(self, match):
        """Wait until a match has ended. Return the match."""
        over = {organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID}
        return eventually(lambda: self.ask("GetMatch", match=match).match, lambda found: found.state in over)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def stop(self):
        """Signal the arena to stop, and wait until it has ended."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(WITHIN)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(WITHIN)
                raise
        self._reader.join(WITHIN)
        self.process.stdout.close()
        return self.process.returncode


def eventually(look, is_it=bool):
    """Call `look` until its result passes the test `is_it`. Return the result. Fail if that takes too long."""
    deadline = time.monotonic() + WITHIN
    while not is_it(found := look()):
        assert time.monotonic() < deadline, f"still {found}"
        threading.Event().wait(0.02)
    return found


def children_of(process, module):
    """Return the ids of the child processes of a process that run this Python module."""
    children = [
        int(pid) for thread in Path(f"/proc/{process}/task").iterdir() for pid in read(thread / "children").split()
    ]
    return [pid for pid in children if module.encode() in read(Path(f"/proc/{pid}/cmdline")).split(b"\0")]


def read(path):
    """Return the bytes of a file in /proc; no bytes if its thread or process has ended meanwhile."""
    try:
        return path.read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def is_running(pid):
    """True if a process runs; a zombie counts as ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().split(") ")[1][0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class Gone(Exception):  # noqa: N818 -- how a stream ends
    """Raised when a stream has ended. It has the stream's status code, its details and its trailing metadata."""

    def __init__(self, code, details, trailing):
        super().__init__(code, details)
        self.code, self.details, self.trailing = code, details, trailing


class Stream:
    """One stream of bytes, sent and received message by message."""

    def __init__(self, server, call, request, response, token, *, channel=None, metadata=None, first=(), answers=True):
        self.own = channel is None
        self.answers = answers  # pings, as they come: a bot stays connected while the test does not read its messages
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.max_receive_message_length", -1)]
        self.channel = channel or grpc.insecure_channel(server.address, options)
        self.request, self.response = request, response
        self.outbox = queue.Queue()
        for data in first:  # what is said before anything can be heard
            self.outbox.put(data)
        if metadata is None:
            metadata = [("authorization", f"Bearer {token}")] if token else []
        method = self.channel.stream_stream(f"/arena.protocol.v1.Arena/{call}")
        self.call = method(iter(self.outbox.get, None), timeout=3 * WITHIN, metadata=metadata)
        self.inbox = queue.Queue()
        self.ended = None
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self):
        try:
            for data in self.call:
                message = self.response.FromString(data)
                if self.answers and message.WhichOneof("message") == "ping":
                    self.send(pong=common_pb2.Pong(number=message.ping.number))
                else:
                    self.inbox.put(message)
        except grpc.RpcError:
            pass
        self.ended = Gone(self.call.code(), self.call.details(), dict(self.call.trailing_metadata() or ()))
        self.inbox.put(None)

    def send(self, **fields):
        """Send a message, given by the name of its field in the oneof."""
        self.outbox.put(self.request(**fields).SerializeToString())

    def send_bytes(self, data):
        """Send these bytes."""
        self.outbox.put(data)

    def next(self):
        """Return the next message. Raise Gone when the stream has ended."""
        message = self.inbox.get(timeout=WITHIN)
        if message is None:
            self.inbox.put(None)
            raise self.ended
        return message

    def until(self, kind):
        """Return the next message of a kind. Answer pings before it, and ignore other messages."""
        while True:
            message = self.next()
            found = message.WhichOneof("message")
            if found == kind:
                return getattr(message, kind)
            if found == "ping":
                self.send(pong=common_pb2.Pong(number=message.ping.number))

    def ending(self):
        """Read to the end of the stream; return its last `ending` message, and the status after it."""
        last = None
        try:
            while True:
                message = self.next()
                if message.WhichOneof("message") == "ending":
                    last = message.ending
                else:
                    assert last is None, "nothing comes after an Ending"
        except Gone as gone:
            return last, gone

    def close(self):
        """Close the stream."""
        self.outbox.put(None)
        self.call.cancel()
        if self.own:
            self.channel.close()
        self.reader.join(WITHIN)


def hello(version="1", matches=4, protocol=1, **fields):
    support = common_pb2.GameSupport(game="cacao", rules_version=CACAO.version, seats=[2, 3, 4])
    terms = {"protocol": protocol, "version": version, "games": [support], "matches_at_once": matches}
    return attend_pb2.Hello(**(terms | fields))


class Attending(Stream):
    """A bot's `Attend` stream. Its Hello is valid unless a test gives other fields."""

    def __init__(
        self, server, token, *, say_hello=True, enter=True, channel=None, metadata=None, answers=True, **fields
    ):
        request, response = attend_pb2.AttendRequest, attend_pb2.AttendResponse
        how = {"channel": channel, "metadata": metadata, "answers": answers}
        super().__init__(server, "Attend", request, response, token, **how)
        self.server, self.token, self.tickets = server, token, []
        self.welcome = None
        if say_hello:
            self.send(hello=hello(**fields))
            if enter:
                self.welcome = self.until("welcome")

    def offer(self):
        """Wait for the next offer to the bot, and return it."""
        offer = self.until("offer")
        self.server.secrets.add(offer.ticket)
        self.tickets.append(offer.ticket)
        return offer

    def seat(self, offer=None):
        """Join the seat of an offer, by default of the next one. Return the seat's stream."""
        offer = offer or self.offer()
        return Sitting(self.server, self.token, offer.ticket)


class Sitting(Stream):
    """A `Play` stream, which joins a seat of a match with a ticket."""

    def __init__(
        self,
        server,
        token,
        ticket,
        *,
        last_seen=0,
        protocol=1,
        say_join=True,
        enter=True,
        metadata=None,
        channel=None,
    ):
        request, response = play_pb2.PlayRequest, play_pb2.PlayResponse
        super().__init__(server, "Play", request, response, token, metadata=metadata, channel=channel)
        self.start = None
        if say_join:
            self.send(join=play_pb2.Join(ticket=ticket, last_seen=last_seen, protocol=protocol))
            if enter:
                self.start = self.until("start")

    def choose(self, number, index=0):
        """Answer a decision with an option."""
        self.send(choice=play_pb2.Choice(number=number, index=index))

    def play_on(self):
        """Answer every decision with the first option until the match is over."""
        while True:
            message = self.next()
            kind = message.WhichOneof("message")
            if kind == "decision":
                self.choose(message.decision.number)
            elif kind == "ping":
                self.send(pong=common_pb2.Pong(number=message.ping.number))
            elif kind == "over":
                return message.over

    def in_background(self):
        """Play the seat in a thread until the match is over. Return the stream; `overs` gets its Over."""
        self.overs = queue.Queue()
        thread = threading.Thread(target=self._play_quietly, daemon=True)
        thread.start()
        return self

    def _play_quietly(self):
        try:
            self.overs.put(self.play_on())
        except Gone as gone:
            self.overs.put(gone)


def played(seat, decisions):
    """Answer this number of decisions of a seat. Return the decision after them."""
    while (decision := seat.until("decision")).number <= decisions:
        seat.choose(decision.number)
    return decision


def assert_finished(server, match, over):
    """Assert that a match is stored as finished, without forfeits, with a record that replays to this Over."""
    assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    found = server.ended(match)
    assert (found.state, found.head) == (organiser_pb2.MATCH_STATE_FINISHED, over.head)
    record = b"".join(piece.data for piece in server.ask("ReadRecord", match=match))
    assert verify(record, over.head.hex()).published


def bring(server, *names, **fields):
    """Register bots with these names, and connect them. Return their streams in this order."""
    return [Attending(server, server.bot(name), **fields) for name in names]
