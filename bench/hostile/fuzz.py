"""Give the arena's readers of foreign data changed and broken texts, and measure the memory that the process keeps.

Each reader is the function that the front (`arena serve`) calls in its own process. A text is refused if it raises an
error of the arena, with a sentence. Another error is a fault of the arena.
"""

import gc
import random
import resource
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from typing import Final

from arena.errors import ArenaError
from arena.games import rules
from arena.games.chance import Deal
from arena.host.sandbox_links import check_report
from arena.host.sandbox_messages import WorkerHello, decoded
from arena.record import read_record
from arena.sandbox.bot_package import PackedFile, pack, read_package
from arena.sandbox.bounds import SandboxReport
from arena.server.transport.json_messages import as_bytes
from arena.store.line_checks import checked
from arena.tournament import regulations
from tests.record.played import whole

SEED: Final = 28
WARM: Final = 2000  # texts before the memory counts: caches and the heap have their size then
READ: Final = "read"
REFUSED: Final = "refused"
FLOOR: Final = 50.0  # MB
TARGET: Final = 20.0
MOST_BYTES: Final = 1 << 16  # of a text: gRPC refuses larger messages

CUP: Final = (
    b'name = "Cup"\ngame = "cacao"\nseats = 2\nclock = "10+0.1"\nformat = "swiss"\nentrants = ["ana", "bea@1.2"]\n'
    b"[options]\nauto_resolve = true\n[swiss]\nrounds = 3\n"
)
BOT: Final = b'version = "1"\nentry = "python bot.py"\ngames = ["cacao"]\nseats = [2]\nmemory = 256\n'
REPORT: Final = SandboxReport(exit_code=1, memory_peak=5, seconds=1.5, stdout="said").data()
HELLO: Final = as_bytes(WorkerHello("release", 2, ["python"], 77))
LINE: Final = (
    b'{"line": "bot", "bot": "ana", "author": "Ana", "description": "", "state": "active", "created": 1.5, '
    b'"versions": [{"version": "1", "created": 1.5, "admitted": null, "refused": "", "withdrawn": ""}]}\n'
)
PIECES: Final = (
    *(b"a." * 20_000, b"[" * 30_000, b"{" * 9000, b'{"a":' * 9000, b"9" * 5000, b"-1e999", b"0x" + b"f" * 5000),
    *(b"\x00", b"\xff\xfe", b"\\ud800", b'"', b"'", b'"""', b"'''", b"\\", b"\n", b"=", b"#", b"null", b"true", b"[]"),
    *(b"{}", b"-1", b"1.5", b"Infinity", "\u202e٣".encode(), b"x" * 9000),
    b"".join(b"key%d = 1\n" % number for number in range(5000)),
    b"".join(b'"key%d": 1, ' % number for number in range(5000)),
)


def changed(text: bytes, chance: random.Random) -> bytes:
    """Return a text with a few changes at random places: parts cut out, repeated, exchanged, or put in."""
    data = bytearray(text)
    for _ in range(chance.randrange(1, 4)):
        begin = chance.randrange(len(data) + 1)
        end = min(len(data), begin + chance.choice((0, 0, 1, 5, 30)))
        part = chance.choice((b"", data[begin:end] * 2, chance.randbytes(2), chance.choice(PIECES)))
        data[begin:end] = part
    return bytes(data[:MOST_BYTES])


def a_package(chance: random.Random) -> bytes:
    """Return a zip with a changed bot.toml, or a changed zip."""
    if chance.random() < 0.3:
        return changed(PACKAGE, chance)
    return pack({"bot.toml": PackedFile(changed(BOT, chance)), "bot.py": PackedFile(b"")})


PACKAGE: Final = pack({"bot.toml": PackedFile(BOT), "bot.py": PackedFile(b"print()\n")})
POSITIONS: Final = {
    name: rules(name).new({}, 2, Deal(b"fuzz")).position().encode() for name in ("cacao", "teotihuacan")
}
RECORD: Final = whole(rules=rules("cacao"))


def positions(chance: random.Random) -> object:
    """Read a changed position of a game."""
    game = chance.choice(tuple(POSITIONS))
    return rules(game).from_position(changed(POSITIONS[game], chance).decode(errors="replace"))


READERS: Final[dict[str, Callable[[random.Random], object]]] = {
    "packages": lambda chance: read_package(a_package(chance)),
    "regulations": lambda chance: regulations.read(changed(CUP, chance).decode(errors="replace")),
    "positions": positions,
    "records": lambda chance: read_record(changed(RECORD, chance)),
    "lines of exports": lambda chance: checked(changed(LINE, chance)),
    "reports": lambda chance: check_report(bytearray(changed(REPORT, chance))),
    "messages of workers": lambda chance: decoded(changed(HELLO, chance)),
}


def fuzz(number: int) -> int:
    """Give each reader its share of this number of texts, and print the figures. Return 1 if a floor is missed."""
    chance = random.Random(SEED)
    outcomes(WARM, chance)
    begin, began = memory(), time.process_time()
    found = outcomes(number, chance)
    seconds, kept = time.process_time() - began, memory() - begin
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6 - begin
    faults = [f"  {times} x {name}: {said}" for (name, said), times in found.items() if said not in {READ, REFUSED}]
    refused = ", ".join(f"{found[name, REFUSED]:,} {name}" for name in READERS)
    print(f"{number:,} texts in {seconds:.0f} s of the processor; refused: {refused}")
    print(f"memory kept {kept:+.1f} MB (floor +{FLOOR:g}, target +{TARGET:g}), peak {peak:+.1f} MB")
    print(f"{len(faults)} kinds of faults (floor 0)", *faults, sep="\n")
    return int(bool(faults) or kept > FLOOR)


def outcomes(number: int, chance: random.Random) -> Counter[tuple[str, str]]:
    """Give this number of texts to the readers in turn. Return how often each reader had each outcome."""
    names = islice(cycle(READERS), number)
    return Counter((name, outcome_of(name, chance)) for name in names)


def outcome_of(name: str, chance: random.Random) -> str:
    """Give a reader one text. Return READ, REFUSED, or the error, which is a fault of the arena."""
    try:
        READERS[name](chance)
    except ArenaError:
        return REFUSED
    except Exception as error:  # noqa: BLE001 -- each of them is a fault
        return f"{type(error).__name__}: {ascii(str(error))[:100]}"
    return READ


def memory() -> float:
    """Return the resident memory of this process, in megabytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6
