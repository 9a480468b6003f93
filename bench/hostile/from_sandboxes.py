"""Attacks of submitted bots: HTTP/2 frames without messages, through the socket of the bot's sandbox."""

import asyncio
import io
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import Final

from arena.cli import main as arena
from bench.hostile.on_connections import CANCEL
from bench.hostile.peers import ARENA, CONNECTIONS, Attack, Target, Times, headers
from tests.server.raw import DATA, END_HEADERS, HEADERS, PING, PREFACE, RESET, SETTINGS, frame

MOST_CONNECTIONS: Final = 80  # that a sandbox may have open
MANIFEST: Final = 'version = "1"\nentry = "python bot.py"\ngames = ["cacao"]\n'
PROGRAM: Final = """
import selectors, socket, struct, sys

path = sys.argv[sys.argv.index("--arena") + 1].removeprefix("unix:")
selector = selectors.DefaultSelector()

def dial():
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    line.setblocking(False)
    selector.register(line, selectors.EVENT_READ | selectors.EVENT_WRITE, [bytearray({preface!r}), 1])

def frames(number):
    if not {head!r}:
        return {one!r} * 100, number
    streams = [struct.pack(">I", each) for each in range(number, number + 200, 2)]
    return b"".join(frame[:5] + each + frame[9:] for each in streams for frame in ({head!r}, {one!r})), number + 200

for _ in range({connections}):
    dial()
while True:
    for key, events in selector.select():
        try:
            if events & selectors.EVENT_READ and not key.fileobj.recv(65536):
                raise OSError
            if events & selectors.EVENT_WRITE:
                waiting, number = key.data
                if len(waiting) < 4096:
                    more, key.data[1] = frames(number)
                    waiting += more
                del waiting[: key.fileobj.send(waiting)]
        except BlockingIOError:
            pass
        except OSError:
            selector.unregister(key.fileobj)
            key.fileobj.close()
            dial()
"""


def sandboxed(one: bytes, connections: int, head: bytes = b"") -> Attack:
    """Return an attack by a submitted bot that sends copies of a frame on this number of connections.

    If there is a `head`, it opens a stream, and both frames are sent for one stream after another.
    """
    preface = PREFACE + frame(SETTINGS, 0, 0)
    program = PROGRAM.format(preface=preface, one=one, head=head, connections=connections)

    async def attack(target: Target, times: Times) -> None:
        await asyncio.to_thread(submit, target, program)
        times.add(connections)
        await asyncio.Event().wait()

    return attack


def submit(target: Target, program: str) -> None:
    """Submit a bot with this program."""
    with tempfile.TemporaryDirectory() as name, redirect_stdout(io.StringIO()):
        folder, token = Path(name, "bot"), Path(name, "token")
        folder.mkdir()
        (folder / "bot.toml").write_text(MANIFEST)
        (folder / "bot.py").write_text(program)
        token.write_text(target.token)
        arena(["bot", "submit", str(folder), "--arena", target.address, "--token-file", str(token)])


OPEN: Final = frame(HEADERS, END_HEADERS, 1, headers("x" * 43, f"{ARENA}/Play"))
FRAMES: Final[dict[str, tuple[bytes, bytes]]] = {
    "pings": (frame(PING, 0, 0, bytes(8)), b""),
    "settings": (frame(SETTINGS, 0, 0), b""),
    "empty frames": (frame(DATA, 0, 1), b""),
    "open and reset": (frame(RESET, 0, 1, CANCEL), OPEN),
}
ATTACKS: Final[dict[str, Attack]] = {
    f"from a sandbox: {name}, {connections} connections": sandboxed(one, connections, head)
    for name, (one, head) in FRAMES.items()
    for connections in (CONNECTIONS, MOST_CONNECTIONS)
}
