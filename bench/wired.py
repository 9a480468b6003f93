"""Both sides of the bench of the wire: `wired.py ROLE ARGUMENTS` prints its figures as one JSON line.

The role `arena` serves an arena, and starts clients that play matches. The role `echo` serves the same messages with
grpc.aio and without an arena. Servers run on the first processor, clients on the other ones.
"""

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import grpc
import trio

from arena.games import GAMES, rules
from arena.host.site_process import sited
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.referee import MatchTerms, TimeControl
from arena.server.arena import Arena
from arena.server.endpoint import Serving, served
from arena.server.matches import remote_seat
from arena.server.matches.matches import Entrant, Wanted
from arena.server.matches.results import MatchFilter
from arena.server.transport.limits import Limits
from arena.store.db.database import Database
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.tasks.heap import collect_seldom
from leaderboard.listening import Address

CACAO: Final = rules("cacao")
NAMES: Final = ("ana", "bob", "cam", "dan", "eve", "fay", "gus", "hal")
READERS: Final = 4
LOOK: Final = 0.05  # seconds between two looks at the memory, which are part of what is measured
BOTS: Final = 2  # at a table, where the arena is compared with the echo
STALL: Final = re.compile(rb'"stall_us":(\d+)')
MATCH: Final = re.compile(r'href="/(matches/[^"?]+)"')
CHANNEL: Final = (("grpc.use_local_subchannel_pool", 1),)


def main() -> None:
    """Play the role that the first argument names, such as `arena` or `echo`."""
    parser = argparse.ArgumentParser()
    roles = parser.add_subparsers(required=True)
    arena = roles.add_parser("arena")
    arena.add_argument("--at-once", type=int, default=2)
    arena.add_argument("--game", default="cacao")
    arena.add_argument("--seats", type=int, default=2)
    arena.add_argument("--games", type=int, default=200)
    arena.add_argument("--processes", type=int, default=1)
    arena.add_argument("--clock", default="60+1")
    arena.add_argument("--flood", action="store_true", help="another peer sends as much as it can meanwhile")
    arena.add_argument("--readers", action="store_true", help="pages of its site are read meanwhile")
    arena.add_argument("--keep", type=Path, help="write the messages of a match there")
    arena.set_defaults(run=lambda args: trio.run(play, args))
    echo = roles.add_parser("echo")
    echo.add_argument("--streams", type=int, default=2)
    echo.add_argument("--seconds", type=float, default=3.0)
    echo.add_argument("--messages", type=Path, required=True)
    echo.set_defaults(run=lambda args: asyncio.run(answer(args)))
    bots = roles.add_parser("bots")
    bots.add_argument("port", type=int)
    bots.add_argument("at_once", type=int)
    bots.add_argument("keep")
    bots.add_argument("tokens", nargs="+")
    bots.set_defaults(run=lambda args: asyncio.run(attend_all(args)))
    flood = roles.add_parser("flood")
    flood.add_argument("port", type=int)
    flood.add_argument("token")
    flood.set_defaults(run=lambda args: asyncio.run(pour(args)))
    readers = roles.add_parser("readers")
    readers.add_argument("url")
    readers.set_defaults(run=lambda args: read_on(args.url))
    callers = roles.add_parser("callers")
    callers.add_argument("port", type=int)
    callers.add_argument("streams", type=int)
    callers.set_defaults(run=lambda args: asyncio.run(call_all(args)))
    args = parser.parse_args()
    args.run(args)


def batched(names: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    """Yield groups of `count` names. Names that fill no group are left out."""
    return (names[at : at + count] for at in range(0, len(names) - count + 1, count))


def pin(client: bool) -> None:
    """Bind this process to processors: a server to the first one, a client to all others, if there are any."""
    processors = sorted(os.sched_getaffinity(0))
    if len(processors) > 1:
        os.sched_setaffinity(0, processors[1:] if client else processors[:1])


def child(*arguments: str) -> "subprocess.Popen[bytes]":
    """Start this program again in a new process, with these arguments. Return the process.

    The first argument is the program's role, such as `bots`. Call `child` before `pin`, because the new process may use
    only the processors that this process may use.
    """
    return subprocess.Popen([sys.executable, __file__, *arguments])  # noqa: S603 -- this very file


# The arena ----------------------------------------------------------------------------------------------------------


class Own:
    """Measures the seconds that the referee itself takes: from the arrival of a choice to its match's next question."""

    def __init__(self) -> None:
        self.taken: dict[str, float] = {}
        self.seconds: list[float] = []

    def watch(self) -> None:
        """Begin to measure: replace two methods of the class `RemoteSeat` by slower ones that also store times."""
        choose, put = remote_seat.RemoteSeat._choose, remote_seat.RemoteSeat._put  # noqa: SLF001 -- that is measured

        def chose(seat: Any, message: Any, at: float) -> None:
            self.taken[seat.match] = perf_counter()
            choose(seat, message, at)

        def posted(seat: Any, question: Any) -> None:
            put(seat, question)
            if began := self.taken.pop(seat.match, 0.0):
                self.seconds.append(perf_counter() - began)

        remote_seat.RemoteSeat._choose = chose  # type: ignore[method-assign]  # noqa: SLF001
        remote_seat.RemoteSeat._put = posted  # type: ignore[method-assign]  # noqa: SLF001


async def play(args: argparse.Namespace) -> None:
    """Serve an arena, let clients play matches on it, and print the figures."""
    own = Own()
    if args.at_once == 1:
        own.watch()
    with tempfile.TemporaryDirectory() as folder:
        database = Database(Path(folder) / "arena.db")
        accounts, results = StoredAccounts(database), StoredResults(database)
        limits = Limits(matches_per_bot=args.at_once, nonce_within=1.0)
        where = Address("127.0.0.1", 0) if args.readers else None
        async with (
            sited(where, database.address) as url,
            served(Serving("127.0.0.1:0", limits=limits), accounts, results) as (arena, server),
        ):
            tables = tuple(batched(NAMES, args.seats))[: args.processes]
            children = await start_clients(args, accounts, tables, str(server.port), url)
            pin(client=False)
            collect_seldom()
            while len(arena.lobby.attendances) < args.seats * len(tables):
                await arena.lobby.changed()
            idle = memory()
            began, processor = perf_counter(), process_time()
            peak = await played(arena, tables, args)
            seconds, processor = perf_counter() - began, process_time() - processor
            entries = await results.matches(MatchFilter(), args.games)
            for each_child in children:
                each_child.terminate()
                each_child.wait()
        records = [await results.record(entry.match) or b"" for entry in entries]
        decisions = sum(record.count(b'"answer"') for record in records)
        lost = [loss.reason.value for entry in entries for loss in entry.losses]
    say(
        games=len(entries),
        decisions=decisions,
        seconds=seconds,
        processor_us=processor / max(1, decisions) * 1e6,
        own_us=median(own.seconds) * 1e6 if own.seconds else None,
        memory_mb=(peak - idle) / 1e6,
        losses={reason: lost.count(reason) for reason in set(lost)},
        stall_us=spread([int(stall) for record in records for stall in STALL.findall(record)]),
    )


async def start_clients(
    args: argparse.Namespace, accounts: StoredAccounts, tables: tuple[tuple[str, ...], ...], port: str, url: str
) -> list["subprocess.Popen[bytes]"]:
    """Start processes with the bots of all tables, and return these processes.

    If the options ask for it, also start one that floods the arena with messages, and some that read the site.
    """
    children = []
    each = -(-args.at_once // args.processes)
    for table in tables:
        tokens = [(await accounts.register(name, "", "")).secret for name in table]
        children.append(child("bots", port, str(each), str(args.keep or ""), *tokens))
    if args.flood:
        children.append(child("flood", port, (await accounts.register("ida", "", "")).secret))
    if args.readers:
        children += [child("readers", url) for _ in range(READERS)]
    return children


@asynccontextmanager
async def two_bots(arena: Arena, port: int, at_once: int) -> AsyncIterator[tuple[str, ...]]:
    """Run two bots in another process; yield a tuple of their names when both are connected, and end them at last.

    Bind this process, which serves the arena, to one processor.
    """
    table = NAMES[:2]
    tokens = [(await arena.accounts.register(name, "", "")).secret for name in table]
    bots = child("bots", str(port), str(at_once), "", *tokens)
    pin(client=False)
    collect_seldom()
    while len(arena.lobby.attendances) < len(table):
        await arena.lobby.changed()
    yield table
    bots.terminate()
    bots.wait()


async def played(arena: Arena, tables: tuple[tuple[str, ...], ...], args: argparse.Namespace) -> int:
    """Let the arena play all games. Return the highest resident memory of this process meanwhile, in bytes."""
    blocks = max(1, args.games // args.seats // len(tables))
    game, clock = rules(args.game), TimeControl.read(args.clock)
    for table in tables:
        entrants = tuple(Entrant(name, "1") for name in table)
        await arena.matches.want(Wanted(entrants, MatchTerms(game, game.complete({}), clock), blocks))
    peak = memory()
    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:

            async def look() -> None:
                nonlocal peak
                while True:
                    peak = max(peak, memory())
                    await trio.sleep(LOOK)

            nursery.start_soon(look)
            while arena.matches.busy:
                await arena.lobby.changed()
            scope.cancel()
    return peak


def memory() -> int:
    """Return the resident memory of this process in bytes."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()


def spread(values: list[int]) -> dict[str, int]:
    """Return a dict with quantiles of the values, such as `p99`, and their maximum; empty if there are no values."""
    if not values:
        return {}
    ordered = sorted(values)
    parts = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999}
    return {name: ordered[int(part * (len(ordered) - 1))] for name, part in parts.items()} | {"max": ordered[-1]}


def say(**values: Any) -> None:
    """Print the figures as JSON."""
    sys.stdout.write(json.dumps(values) + "\n")


# Bots ---------------------------------------------------------------------------------------------------------------


async def attend_all(args: argparse.Namespace) -> None:
    """Connect all bots of this process with `Attend`."""
    pin(client=True)
    await asyncio.gather(*(attend(args, token, keeps=not number) for number, token in enumerate(args.tokens)))


async def attend(args: argparse.Namespace, token: str, *, keeps: bool) -> None:
    """Connect a bot with `Attend`. It takes the first option of every decision."""
    metadata = (("authorization", f"Bearer {token}"),)
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{args.port}", options=CHANNEL)
    call = channel.stream_stream("/arena.protocol.v1.Arena/Attend")(metadata=metadata)
    games = [
        common_pb2.GameSupport(game=name, rules_version=each.version, seats=each.seats) for name, each in GAMES.items()
    ]
    hello = attend_pb2.Hello(protocol=1, version="1", games=games, matches_at_once=args.at_once)
    await call.write(attend_pb2.AttendRequest(hello=hello).SerializeToString())
    tasks = set()
    while (data := await call.read()) is not grpc.aio.EOF:
        message = attend_pb2.AttendResponse.FromString(data)
        kind = message.WhichOneof("message")
        if kind == "ping":
            pong = common_pb2.Pong(number=message.ping.number)
            await call.write(attend_pb2.AttendRequest(pong=pong).SerializeToString())
        elif kind == "round":
            nonce = attend_pb2.Nonce(round=message.round.round, nonce=b"x")
            await call.write(attend_pb2.AttendRequest(nonce=nonce).SerializeToString())
        elif kind == "offer":
            keep = Path(args.keep) if keeps and args.keep and not tasks else None
            tasks.add(asyncio.create_task(sit(channel, metadata, message.offer.ticket, keep)))


async def sit(channel: Any, metadata: Any, ticket: str, keep: Path | None) -> None:
    """Play a seat until its match is over."""
    call = channel.stream_stream("/arena.protocol.v1.Arena/Play")(metadata=metadata)
    await call.write(play_pb2.PlayRequest(join=play_pb2.Join(ticket=ticket, protocol=1)).SerializeToString())
    seen = []
    while (data := await call.read()) is not grpc.aio.EOF:
        message = play_pb2.PlayResponse.FromString(data)
        kind = message.WhichOneof("message")
        if kind == "decision":
            choice = play_pb2.Choice(number=message.decision.number, index=0)
            await call.write(play_pb2.PlayRequest(choice=choice).SerializeToString())
            seen.append(data)
        elif kind == "ping":
            pong = common_pb2.Pong(number=message.ping.number)
            await call.write(play_pb2.PlayRequest(pong=pong).SerializeToString())
    if keep is not None:
        write(keep, seen)


def write(keep: Path, messages: list[bytes]) -> None:
    """Write messages of the arena to a file, as a JSON list of hexadecimal texts. The role `echo` sends them later."""
    keep.write_text(json.dumps([data.hex() for data in messages]))


# A flood ------------------------------------------------------------------------------------------------------------


async def pour(args: argparse.Namespace) -> None:
    """Open an `Attend` stream, send unwanted messages until the arena ends it, and repeat, with the lowest priority."""
    pin(client=True)
    os.nice(19)
    metadata = (("authorization", f"Bearer {args.token}"),)
    pong = attend_pb2.AttendRequest(pong=common_pb2.Pong(number=0)).SerializeToString()
    support = common_pb2.GameSupport(game="cacao", rules_version=CACAO.version, seats=[2])
    hello = attend_pb2.Hello(protocol=1, version="1", games=[support], matches_at_once=1)
    channel = grpc.aio.insecure_channel(f"127.0.0.1:{args.port}", options=CHANNEL)
    while True:
        call = channel.stream_stream("/arena.protocol.v1.Arena/Attend")(metadata=metadata)
        with suppress(grpc.RpcError, asyncio.InvalidStateError):
            await call.write(attend_pb2.AttendRequest(hello=hello).SerializeToString())
            while not call.done():
                await call.write(pong)


# Readers ------------------------------------------------------------------------------------------------------------


def read_on(url: str) -> None:
    """Request the pages of matches without end, with a low priority."""
    pin(client=True)
    os.nice(19)
    while True:
        with suppress(OSError):
            for match in MATCH.findall(page(f"{url}matches"))[:5]:
                page(f"{url}{match}")


def page(url: str) -> str:
    """Request a page of the site, and return its text."""
    with urllib.request.urlopen(url) as answer:  # noqa: S310 -- our own site
        found: str = answer.read().decode()
        return found


# The echo -----------------------------------------------------------------------------------------------------------


async def answer(args: argparse.Namespace) -> None:
    """Play the role `echo`: a server without an arena, which sends the arena's stored messages. Print the figures.

    On each stream, it sends the next message after each answer.
    """
    messages = [bytes.fromhex(text) for text in json.loads(args.messages.read_text())]
    count, started = 0, asyncio.Event()

    async def ask(_: Any, context: Any) -> None:
        nonlocal count
        for message in cycle(messages):
            await context.write(message)
            if await context.read() is grpc.aio.EOF:
                return
            count += 1
            started.set()

    server = grpc.aio.server(options=(("grpc.so_reuseport", 0),))
    handler = grpc.stream_stream_rpc_method_handler(ask)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("echo", {"Play": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    caller = child("callers", str(port), str(args.streams))
    pin(client=False)
    await started.wait()
    before, began, processor = count, perf_counter(), process_time()
    await asyncio.sleep(args.seconds)
    done, spent = count - before, process_time() - processor
    say(decisions=done, seconds=perf_counter() - began, processor_us=spent / done * 1e6)
    caller.terminate()
    caller.wait()
    await server.stop(0)


def cycle(messages: list[bytes]) -> Iterator[bytes]:
    """Yield the messages in turn, without end."""
    while True:
        yield from messages


async def call_all(args: argparse.Namespace) -> None:
    """Open a number of streams to the server of the role `echo`, and answer every message with the first option."""
    pin(client=True)
    # Two bots have a connection each, and so have the callers here.
    address = f"127.0.0.1:{args.port}"
    channels = [grpc.aio.insecure_channel(address, options=CHANNEL) for _ in range(BOTS)]

    async def one(channel: Any) -> None:
        call = channel.stream_stream("/echo/Play")()
        while (data := await call.read()) is not grpc.aio.EOF:
            number = play_pb2.PlayResponse.FromString(data).decision.number
            choice = play_pb2.Choice(number=number, index=0)
            await call.write(play_pb2.PlayRequest(choice=choice).SerializeToString())

    await asyncio.gather(*(one(channels[number % BOTS]) for number in range(args.streams)))


if __name__ == "__main__":
    main()
