"""A bot in its own process, connected to a small private arena that the doctor runs on this machine."""

import os
import secrets
import shlex
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Final, Self

from arena.bots import HOUSE
from arena.protocol.codec import PROTOCOL
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.referee.clock import MICROSECONDS
from arena_sdk.doctor import warden
from arena_sdk.doctor.listener import Listener, ListenerLine, SilentError
from arena_sdk.doctor.patient import BREATH, Fault, Gone, Silent, Talk
from arena_sdk.doctor.tape import Tape
from arena_sdk.loading import split

TOKEN: Final = "ARENA_TOKEN"  # noqa: S105 -- the variable's name
WHERE: Final = "{arena}"  # in a command: the address goes here, and not to its end
PINGS: Final = 10 * MICROSECONDS
LAST_WORDS: Final = 12  # lines of stderr that are shown of a process that ended
SHORT: Final = 0.01  # seconds between two checks for child processes that still run


def command_of(bot: str) -> list[str]:
    """Return the command that connects a bot; `bot` is a Python file, a folder with one, a house bot or a command."""
    words = shlex.split(bot)
    if len(words) == 1 and (words[0] in HOUSE or split(words[0])[0].suffix == ".py" or Path(words[0]).is_dir()):
        return [sys.executable, "-m", "arena_sdk", words[0], "--arena", WHERE, "--matches", "4"]
    return words if any(WHERE in word for word in words) else [*words, "--arena", WHERE]


class Warden:
    """A process that kills the bot if the doctor's process ends without having killed the bot."""

    def __init__(self) -> None:
        command = [sys.executable, "-I", "-S", warden.__file__]  # nothing but the standard library: it starts at once
        self._process: Final = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 -- our own

    def watch(self, group: int) -> None:
        """Set which process group this process kills if the doctor's process ends: that of the bot; 0 for none."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(f"{group}\n".encode())
            self._process.stdin.flush()

    def close(self) -> None:
        """End this process, and wait for its end. If `watch` has set a process group, the process kills it first."""
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


class Clinic:
    """A Patient that runs as a process on this machine: the bot under examination."""

    def __init__(self, name: str, command: Sequence[str], folder: Path | None = None) -> None:
        self.name: Final = name
        self.tape: Final = Tape()
        self._command: Final = tuple(command)
        self._folder: Final = folder
        self._token: Final = f"doctor-{secrets.token_urlsafe(24)}"
        self._listener: Final = Listener()
        self._errors: Final = tempfile.TemporaryFile()  # noqa: SIM115 -- closed with the rest, in `close`
        self._seats: Final[defaultdict[str, SimpleQueue[tuple[Talk, play_pb2.Join]]]] = defaultdict(SimpleQueue)
        self._strays: Final[SimpleQueue[str]] = SimpleQueue()  # first messages on Play that were not a Join
        self._attend: Talk | None = None
        self._pings = 0
        self._murmured = 0  # how many bytes of its stderr `murmur` has returned
        self._closed = threading.Event()
        self.tape.keep_secret(self._token)
        threading.Thread(target=self._usher, daemon=True).start()
        self._warden: Final = Warden()
        self._process = self._started()

    # The process ------------------------------------------------------------------------------------------------------

    def _started(self) -> subprocess.Popen[bytes]:
        """Start the bot's process in a new session. Return it."""
        words = [word.replace(WHERE, self._listener.address) for word in self._command]
        environment: Mapping[str, str] = os.environ | {TOKEN: self._token}
        self.tape.note("$ " + shlex.join(words))
        try:
            process = subprocess.Popen(  # noqa: S603 -- the author's own command, as it was given
                words,
                cwd=self._folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,
            )
        except OSError as reason:
            self.close()
            raise Fault(f"it cannot be started: {words[0]}: {reason.strerror}") from None
        self._warden.watch(process.pid)
        return process

    def _alive(self) -> None:
        """Raise Gone if the bot's process has ended."""
        code = self._process.poll()
        if code is not None:
            raise Gone(f"its process ended with exit code {code}{self._last_words()}")

    def _last_words(self) -> str:
        """Return the last lines of the bot's stderr, indented for an error message."""
        return "".join(f"\n  {line}" for line in self._written(0).strip().splitlines()[-LAST_WORDS:])

    def _written(self, since: int) -> str:
        """Return what the bot wrote to stderr from byte `since` on, with its token hidden."""
        written = os.pread(self._errors.fileno(), 1 << 20, since)
        return written.decode(errors="replace").replace(self._token, "[secret]")

    def murmur(self) -> str:
        """Return the bot's output on stderr since the last call."""
        since, self._murmured = self._murmured, os.fstat(self._errors.fileno()).st_size
        return self._written(since)

    def restart(self) -> bool:
        """Kill the bot's process and start it again. Return True, because this is possible here."""
        self._kill()
        self._attend = None
        self._process = self._started()
        return True

    def memory(self) -> int | None:
        """Return the resident memory of the bot's processes, in bytes; None on a system without /proc."""
        sizes = [resident(path, self._process.pid) for path in Path("/proc").glob("[0-9]*")]
        return sum(sizes) or None

    def _kill(self) -> None:
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        while strays := carriers(self._token):  # a child that left the session still has the bot's environment
            for pid in strays:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            time.sleep(SHORT)
        self._process.wait()
        self._warden.watch(0)  # the number may soon belong to another process

    def dismiss(self, seconds: float) -> str | None:
        """Send SIGTERM to the bot. Return an error message if it leaves in a wrong way; an empty text if all is well.

        The bot has half of `seconds` to send Drain (it accepts no more matches), and as long to exit after that.

        Return None if the bot is not connected.
        """
        if self._attend is None:
            return None
        self._process.terminate()
        within = seconds / 2
        until = time.monotonic() + within
        while time.monotonic() < until:
            try:
                message, _ = self._attend.hear(attend_pb2.AttendRequest, BREATH, "a Drain after SIGTERM")
            except Fault:
                if self._process.poll() is not None:
                    return "after SIGTERM it was gone at once, without a Drain: a match would have been left"
                continue
            if message.WhichOneof("message") == "drain":
                return self._goodbye(self._attend, within)
        return f"after SIGTERM it sent no Drain within {within:.3g} s"

    def _goodbye(self, talk: Talk, seconds: float) -> str:
        """End the Attend stream of a bot that has sent Drain, and wait until its process exits.

        Return an error message if the process does not exit in time; an empty text if it does.
        """
        ending = common_pb2.Ending(reason=common_pb2.ENDING_REASON_DONE)
        talk.send(attend_pb2.AttendResponse(ending=ending))
        talk.end()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return f"it drained, and its process was still there {seconds:.3g} s after the arena had said goodbye"
        return ""

    def close(self) -> None:
        """End the bot's processes, the process that guards them (the Warden), and the listener for the bot's calls."""
        self._closed.set()
        if hasattr(self, "_process"):
            self._kill()
        self._warden.close()
        self._listener.close()
        self._errors.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.close()

    # Messages of the bot ----------------------------------------------------------------------------------------------

    def attend(self, seconds: float) -> attend_pb2.Hello:
        """Wait for the bot's Hello, answer it with a Welcome, and return the Hello."""
        line = self._taken(seconds)
        self._greet(line)
        talk = self._attend = Talk(line, self.tape, self._alive)
        request, _ = talk.hear(attend_pb2.AttendRequest, seconds, "a Hello")
        if request.WhichOneof("message") != "hello":
            raise Fault(f"its first message on Attend was {request.WhichOneof('message')}: expected a Hello")
        hello = request.hello
        talk.send(
            attend_pb2.AttendResponse(
                welcome=attend_pb2.Welcome(
                    protocol=PROTOCOL,
                    server="arena doctor",
                    entrant="patient",
                    version=hello.version,
                    admission=common_pb2.ADMISSION_PENDING,
                    games=hello.games,
                    matches_at_once=hello.matches_at_once,
                    ping_interval_us=PINGS,
                    ping_timeout_us=6 * PINGS,
                    max_message_bytes=1 << 16,
                    max_messages_per_second=100,
                    returns_per_minute=5,
                )
            )
        )
        return hello

    def _taken(self, seconds: float) -> ListenerLine:
        """Return the bot's next Attend call.

        Raise Silent if none comes within `seconds`, and Gone if the bot's process has ended.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                return self._listener.take("Attend", BREATH)
            except SilentError:
                self._alive()
                if time.monotonic() > until:
                    words = self._last_words()
                    raise Silent(f"it did not connect within {seconds:.3g} s{words}") from None

    def _greet(self, line: ListenerLine) -> None:
        """Raise Fault if a call does not carry the bot's token as `authorization`."""
        self.tape.note(f"the bot calls {line.method}")
        carried = line.metadata.get("authorization", "")
        if carried != f"Bearer {self._token}":
            what = "nothing" if not carried else "something else"
            raise Fault(f"{line.method} carried {what} as authorization: expected `Bearer TOKEN`, from {TOKEN}")

    def tell(self, message: attend_pb2.AttendResponse) -> None:
        """Send a message on the bot's Attend stream. Raise Fault if the bot is not connected."""
        if self._attend is None:
            raise Fault("it is not connected: expected an open Attend")
        if message.WhichOneof("message") == "offer":
            self.tape.keep_secret(message.offer.ticket)
        self._attend.send(message)

    def ping(self, seconds: float) -> float:
        """Send a Ping. Return the seconds until the Pong came."""
        assert self._attend is not None, "a bot attends before it is pinged"
        self._pings += 1
        sent = self._attend.send(attend_pb2.AttendResponse(ping=common_pb2.Ping(number=self._pings)))
        while True:
            message, at = self._attend.hear(attend_pb2.AttendRequest, seconds, f"a Pong with the number {self._pings}")
            if message.WhichOneof("message") == "pong" and message.pong.number == self._pings:
                return at - sent

    def seat(self, ticket: str, seconds: float) -> tuple[Talk, play_pb2.Join]:
        """Wait for a Play call with this ticket (the secret of an offer). Return the call and its Join message.

        Raise Silent if none comes within `seconds`.
        """
        until = time.monotonic() + seconds
        while True:
            try:
                return self._seats[ticket].get(timeout=BREATH)
            except Empty:
                self._alive()
                if not self._strays.empty():
                    raise Fault(self._strays.get()) from None
                if time.monotonic() > until:
                    raise Silent(
                        f"the bot did not join within {seconds:.3g} s: expected Play with a Join for the offer"
                    ) from None

    def _usher(self) -> None:
        """Accept the bot's Play calls until the doctor ends. Start a thread for each call that reads its Join."""
        while not self._closed.is_set():
            with suppress(SilentError):
                line = self._listener.take("Play", BREATH)
                threading.Thread(target=self._show_in, args=(line,), daemon=True).start()

    def _show_in(self, line: ListenerLine) -> None:
        """Read the Join of a Play call, and queue the call for the seat with its ticket.

        If the Join is missing or invalid, queue the fault as text.
        """
        talk = Talk(line, self.tape, self._alive)
        try:
            self._greet(line)
            request, _ = talk.hear(play_pb2.PlayRequest, 10, "a Join")
        except Fault as fault:
            self._strays.put(str(fault))
            return
        if request.WhichOneof("message") == "join":
            self._seats[request.join.ticket].put((talk, request.join))
        else:
            self._strays.put(f"its first message on Play was {request.WhichOneof('message')}: expected a Join")


def resident(path: Path, session: int) -> int:
    """Return the resident memory of a process in bytes; 0 if it has ended, or its session id is not `session`."""
    try:
        fields = (path / "stat").read_text().rpartition(")")[2].split()
    except OSError:  # the process has ended
        return 0
    return int(fields[21]) * os.sysconf("SC_PAGE_SIZE") if int(fields[3]) == session else 0


def carriers(token: str) -> list[int]:
    """Return the ids of running processes with this token in their environment; none on a system without /proc."""
    return [int(path.name) for path in Path("/proc").glob("[0-9]*") if carries(path, f"{TOKEN}={token}".encode())]


def carries(path: Path, entry: bytes) -> bool:
    """True if a process has this environment variable and value. `path` is the folder of the process in /proc."""
    try:
        return entry in (path / "environ").read_bytes().split(b"\0")
    except OSError:  # the process has ended, or is another user's
        return False
