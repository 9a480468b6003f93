"""The limits of a sandbox, and the report about a run in it."""

import json
from dataclasses import asdict, dataclass, field
from typing import Final, Literal

from arena.sandbox.field_types import check_fields

SIGNALLED: Final = 128  # an exit code above it is this number and the number of a signal
EXIT_CODES: Final = 256
SLOWED: Final = b"slowed\n"  # what a supervisor prints before its report if the bot sends more to the arena than it may
KEPT: Final = 32 << 10  # bytes of output stored from its beginning, and as many from its end

Limit = Literal["", "memory", "processes", "temporary files", "file size", "processor time", "system calls"]


@dataclass(frozen=True)
class SandboxBounds:
    """The limits of one sandbox, which are the same for all bots except for the memory."""

    memory: int = 512  # MB
    processes: int = 64  # threads included
    processors: int = 1
    temporary: int = 64  # MB of /tmp, which count as memory, too
    files: int = 2000  # in /tmp
    file_size: int = 32  # MB
    open_files: int = 256
    processor_seconds: int = 24 * 3600  # of all processes; after that the bot is killed, and restarted
    connections: int = 80  # to the arena, at once: the bot may open one for each stream


@dataclass
class OutputExcerpt:
    """The first and the last bytes of a bot's output; the bytes between are dropped."""

    head: bytearray = field(default_factory=bytearray)
    tail: bytearray = field(default_factory=bytearray)
    total: int = 0

    def add(self, data: bytes) -> None:
        """Add bytes that the bot wrote. Store only the first and the last 32 KB of all output."""
        self.total += len(data)
        room = KEPT - len(self.head)
        self.head += data[:room]
        self.tail += data[room:] if room < len(data) else b""
        del self.tail[:-KEPT]

    @property
    def left_out(self) -> int:
        """The number of bytes that were dropped between the first and the last bytes."""
        return self.total - len(self.head) - len(self.tail)

    def text(self) -> str:
        """Return the stored bytes as text. If bytes were dropped, a line in the middle says how many."""
        gap = f"\n[... {self.left_out:,} bytes are left out of this log ...]\n".encode() if self.left_out else b""
        return bytes(self.head + gap + self.tail).decode(errors="replace")


@dataclass(frozen=True)
class SandboxReport:
    """How a run in a sandbox ended, which resources it used, and an excerpt of its output."""

    exit_code: int  # 128 and the number of a signal, as in a shell
    limit: Limit = ""  # the limit that stopped the bot
    dismissed: bool = False  # the arena ended the run: the arena stopped, or another version of the bot runs now
    memory_peak: int = 0  # bytes
    processor_seconds: float = 0.0
    seconds: float = 0.0
    stdout: str = ""
    stderr: str = ""
    trouble: str = ""  # why the bot could not be started
    lost: str = ""  # a fault of the machine that ended the run

    @classmethod
    def read(cls, data: bytes) -> "SandboxReport":
        """Return the report that a supervisor has printed as JSON. Raise ValueError if these bytes are no report."""
        try:
            report = cls(**json.loads(data))
            check_fields(report)
        except (TypeError, RecursionError) as error:
            raise ValueError(str(error)) from None
        if (
            not 0 <= report.exit_code < EXIT_CODES
            or min(report.memory_peak, report.processor_seconds, report.seconds) < 0
        ):
            raise ValueError("expected numbers of a run that has ended")
        return report

    def data(self) -> bytes:
        """Return the report as a line of JSON, the form in which a supervisor prints it."""
        return json.dumps(asdict(self)).encode() + b"\n"

    def words(self) -> str:
        """Return one line that says how the run ended."""
        if self.lost:
            return f"was ended by its machine: {self.lost}"
        if self.trouble:
            return f"could not be started: {self.trouble}"
        if self.dismissed:
            return "was ended by the arena"
        if self.limit:
            return f"was stopped by the limit of {self.limit}"
        if self.exit_code > SIGNALLED:
            return f"was killed by signal {self.exit_code - SIGNALLED}"
        return f"ended with {self.exit_code}"
