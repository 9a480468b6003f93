"""`scripts/hostile`: attack an arena in many ways, and print the cost. `--help` lists the options."""

import argparse
import json
import os
import platform
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from bench.hostile import from_sandboxes
from bench.hostile.attack import ATTACKS, SOAK
from bench.hostile.fuzz import fuzz
from bench.hostile.on_connections import FLOODS
from bench.hostile.on_sandboxes import kill_sandboxes
from bench.hostile.scene import HONEST, Scene, times_of

STARTING: Final = 2.0  # seconds until an attack is under way
SOAK_BOTS: Final = 64
WARM: Final = 0.25  # share of the soak after which memory counts: tickets of ended matches are stored for ten minutes
FLOORS: Final = {True: 0.7, False: 0.6}  # through the front, and without one
SANDBOXED: Final = 0.9  # from a sandbox
FLOOD_FLOOR: Final = 0.8  # beside connections of frames that are no call
TARGET: Final = 0.9
GROWTH: Final = 10.0  # percent of memory in the soak
COLUMNS: Final = ("attack", "times", "before", "beside", "after", "ratio", "floor", "forfeits", "MB", "files", "")


@dataclass(frozen=True)
class Row:
    """The cost of one attack: the honest bots' games per second and forfeits, the arena's memory and descriptors."""

    attack: str
    times: int
    before: float  # honest games a second
    beside: float
    after: float
    forfeits: int  # of honest bots
    memory: float  # of the arena beside the attack, in megabytes
    descriptors: int

    @property
    def ratio(self) -> float:
        """Return the rate of honest games during the attack, divided by the rate before and after it."""
        return 2 * self.beside / max(self.before + self.after, 1e-9)


def main() -> int:
    """Print the table. Return 0 if every floor is met, 1 if one is missed, 2 for wrong usage."""
    args = parsed()
    if args.list:
        print("\n".join(ATTACKS))
        return 0
    if args.fuzz:
        return fuzz(args.fuzz)
    if args.kills:
        return kill_sandboxes(args.kills)
    with tempfile.TemporaryDirectory() as folder:
        if args.soak:
            return soak(Path(folder), args)
        return table(Path(folder), args)


def parsed() -> argparse.Namespace:
    """Return the parsed command line."""
    parser = argparse.ArgumentParser(prog="scripts/hostile", description="Attacks on an arena, and what they cost.")
    parser.add_argument("--only", action="append", metavar="NAME", help="this attack; may be given several times")
    parser.add_argument("--front", action="store_true", help="through nginx with deploy/front/arena-http.conf")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="N", help="of each attack (default: 5)")
    parser.add_argument(
        "--soak", type=float, metavar="HOURS", help=f"{SOAK_BOTS} bots, {len(SOAK)} of them hostile in as many ways"
    )
    parser.add_argument(
        "--fuzz", type=int, metavar="N", help="give N broken texts to the arena's readers, and print the memory kept"
    )
    parser.add_argument("--kills", type=int, metavar="N", help="kill N processes of sandboxes while their bots play")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    parser.add_argument("--list", action="store_true", help="print the names of the attacks")
    args = parser.parse_args()
    if unknown := set(args.only or ()) - set(ATTACKS):
        parser.error(f"unknown attack {', '.join(sorted(unknown))}: --list names them")
    return args


def table(folder: Path, args: argparse.Namespace) -> int:
    """Run attacks one after another, and print the table. Return 0 if the arena withstood all attacks, 1 if not.

    It did not if, during an attack, the honest bots played too slowly (below the floor) or forfeited a match.
    """
    rows = []
    scene = Scene(folder, front=args.front)
    try:
        for name in args.only or ATTACKS:
            say(name)
            rows.append(attacked(scene, name, args.seconds))
            if not scene.lives():
                raise SystemExit(f"the arena did not survive: {name}")
    finally:
        scene.close()
    floor = FLOORS[args.front]
    show([COLUMNS, *(cells(row, floor_of(row, floor)) for row in rows)])
    print(f"\n{machine()}; {HONEST} honest bots; {'through the front' if args.front else 'without a front'}")
    print(f"floor {floor}, from a sandbox {SANDBOXED}, target {TARGET}; no honest bot may forfeit")
    if args.json:
        args.json.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")
    return int(any(is_missed(row, floor_of(row, floor)) for row in rows))


def floor_of(row: Row, floor: float) -> float:
    """Return the floor of an attack: it is higher for frames that are no call, and for attacks from sandboxes."""
    if row.attack in from_sandboxes.ATTACKS:
        return SANDBOXED
    return FLOOD_FLOOR if row.attack in FLOODS else floor


def attacked(scene: Scene, name: str, seconds: float) -> Row:
    """Run one attack. Measure the honest bots before, during and after it, and return a row of the table."""
    forfeits = scene.forfeits()
    before = scene.rate(seconds)
    process = scene.attack(name, seconds + STARTING + 1.0)
    scene.wait_for(name, STARTING)
    beside = scene.rate(seconds)
    memory, descriptors = scene.memory(), scene.descriptors()
    times = times_of(process)
    scene.end_attack(name)
    after = scene.rate(seconds)
    return Row(name, times, before, beside, after, scene.forfeits() - forfeits, memory, descriptors)


def is_missed(row: Row, floor: float) -> bool:
    """True if the rate of honest games fell below the floor during an attack, or if an honest bot forfeited."""
    return row.ratio < floor or row.forfeits > 0


def cells(row: Row, floor: float) -> tuple[str, ...]:
    """Return the texts of a row of the table, column by column."""
    verdict = "MISSES FLOOR" if is_missed(row, floor) else "met target" if row.ratio >= TARGET else "met floor"
    rates = (f"{rate:.1f}" for rate in (row.before, row.beside, row.after))
    numbers = (f"{row.ratio:.2f}", f"{floor}", str(row.forfeits), f"{row.memory:.0f}", str(row.descriptors))
    return (row.attack, f"{row.times:,}", *rates, *numbers, verdict)


def show(lines: list[tuple[str, ...]]) -> None:
    """Print lines with aligned columns."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for first, *rest in lines:
        aligned = (cell.rjust(width) for cell, width in zip(rest[:-1], widths[1:-1], strict=True))
        print(first.ljust(widths[0]), *aligned, rest[-1], sep="  ")


def soak(folder: Path, args: argparse.Namespace) -> int:
    """Run honest and hostile bots together for hours. Print the games of the honest bots, and the arena's memory."""
    seconds = args.soak * 3600
    scene = Scene(folder, front=args.front, honest=SOAK_BOTS - len(SOAK))
    try:
        running = [scene.attack(name, seconds) for name in SOAK]
        time.sleep(WARM * seconds)
        early = scene.memory()
        rate = scene.rate((1 - WARM) * seconds)
        late, descriptors, forfeits = scene.memory(), scene.descriptors(), scene.forfeits()
        times = sum(times_of(process) for process in running)
        lives = scene.lives()
    finally:
        scene.close()
    growth = 100 * (late / early - 1)
    print(f"{SOAK_BOTS} bots, {len(SOAK)} of them hostile in {len(SOAK)} ways, {args.soak:g} h, {times:,} attacks")
    print(f"honest games a second: {rate:.1f}; forfeits of honest bots: {forfeits} (floor 0)")
    print(f"memory: {early:.0f} MB, then {late:.0f} MB: {growth:+.1f} % (floor 10 %, target 2 %); {descriptors} files")
    print(machine())
    return int(bool(forfeits) or growth > GROWTH or not lives)


def machine() -> str:
    """Return a text with the machine's number of cores, its processor type and the version of Python."""
    return f"{len(os.sched_getaffinity(0))} cores, {platform.machine()}, Python {platform.python_version()}"


def say(progress: str) -> None:
    """Print a line of progress on stderr."""
    print(f"hostile: {progress}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
