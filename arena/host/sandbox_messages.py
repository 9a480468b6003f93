"""The JSON messages between the front of an arena (`arena serve`) and a worker that runs submitted bots.

The worker connects to the front. Both must run the same release; the worker's first message names its release. The
docstring of a message from the front says what the worker has to do.
"""

from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from arena.errors import ProtocolError
from arena.sandbox.field_types import check_fields
from arena.server.transport.json_messages import from_bytes

METHOD: Final = "arena.sandboxes.v1.Sandboxes/Attach"  # the call that a worker opens

# From the front ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WelcomeWorker:
    """Begin to run bots: the worker was accepted. Remove cached packages with other digests than these."""

    digests: Sequence[str]


@dataclass(frozen=True)
class StartBot:
    """Start the bot of a package in a sandbox. The bot connects to the arena with the secret `token`."""

    run: str
    bot: str
    digest: str
    token: str = field(repr=False)


@dataclass(frozen=True)
class StopBot:
    """End the sandbox of a run, and report how it ended."""

    run: str


@dataclass(frozen=True)
class WantReport:
    """Send the report so far about a run that has not ended."""

    run: str


@dataclass(frozen=True)
class PackagePart:
    """Add a part to the zip of a package that the worker has asked for. `fault` says why the zip cannot be sent."""

    digest: str
    data: str = field(default="", repr=False)  # base64
    is_last: bool = True
    fault: str = ""


# From the worker ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class WorkerHello:
    """The first message of a worker: release, number of sandboxes, runtimes such as `node`, and process id."""

    release: str
    sandboxes: int
    runtimes: Sequence[str]
    process: int


@dataclass(frozen=True)
class WantPackage:
    """The worker needs the zip of a package that it has to start."""

    digest: str


@dataclass(frozen=True)
class ReportPart:
    """A part of the report about a run."""

    run: str
    data: str = field(repr=False)  # base64
    is_last: bool = True
    has_ended: bool = True  # False in an answer to `WantReport`: the run goes on


@dataclass(frozen=True)
class WorkerPulse:
    """A heartbeat of the worker. It has no content."""


SandboxMessage: TypeAlias = (
    WelcomeWorker | StartBot | StopBot | WantReport | PackagePart | WorkerHello | WantPackage | ReportPart | WorkerPulse
)

KINDS: Final[dict[str, type[SandboxMessage]]] = {each.__name__: each for each in SandboxMessage.__args__}

TO_FRONT: Final = 32 << 10  # bytes in a part: the front accepts messages of at most 64 KB
TO_WORKER: Final = 512 << 10


def decoded(data: bytes) -> SandboxMessage:
    """Return the message in these bytes. Raise ProtocolError if they are not a message, or a field has a wrong type."""
    message = from_bytes(KINDS, data)
    try:
        check_fields(message)
    except TypeError as error:
        raise ProtocolError(f"a {type(message).__name__} cannot be read: {error}") from None
    return message


def parts(data: bytes, size: int) -> Iterator[tuple[str, bool]]:
    """Yield data in parts of at most `size` bytes: pairs of a base64 text, and True if the part is the last one."""
    for start in range(0, max(1, len(data)), size):
        yield b64encode(data[start : start + size]).decode(), start + size >= len(data)


def part_of(text: str) -> bytes:
    """Return the bytes of a part in base64. Raise ProtocolError if it is not base64."""
    try:
        return b64decode(text, validate=True)
    except ValueError as error:
        raise ProtocolError(f"a part of a message cannot be read: {error}") from None
