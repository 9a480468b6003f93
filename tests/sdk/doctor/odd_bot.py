"""A bot made only from generated messages, with one wrong behaviour: `odd_bot.py HOW --arena HOST:PORT`."""

import os
import signal
import sys
import threading
from queue import SimpleQueue

import grpc

from arena.games import GAMES
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2

HOW, ADDRESS = sys.argv[1], sys.argv[3]
TOKEN = "another" if HOW == "token" else os.environ["ARENA_TOKEN"]
METADATA = () if HOW == "no-token" else (("authorization", f"Bearer {TOKEN}"),)
HOARD = []


def opened(method, kind, first):
    """Open a call with a first message. Return a queue of messages to send, and an iterator of received messages."""
    outbox = SimpleQueue()
    outbox.put(first)
    channel = grpc.insecure_channel(ADDRESS, (("grpc.use_local_subchannel_pool", 1),))
    call = channel.stream_stream(
        f"/arena.protocol.v1.Arena/{method}",
        lambda message: message if isinstance(message, bytes) else message.SerializeToString(),
        kind.FromString,
    )
    return outbox, call(iter(outbox.get, None), metadata=METADATA)


def choice_for(decision):
    number, index = decision.number, 0
    if HOW == "no-index":
        return play_pb2.PlayRequest(choice=play_pb2.Choice(number=number))
    if HOW == "not-offered":
        index = len(decision.options)
    if HOW == "other-number":
        number += 7
    if HOW == "unsteady" and decision.again:
        index = 1
    if HOW == "garbage":
        return b"\xff\xff"
    if HOW == "hoards":
        HOARD.append(b"x" * 600_000)
    return play_pb2.PlayRequest(choice=play_pb2.Choice(number=number, index=index))


def play(offer):
    protocol = 7 if HOW == "join-protocol" else 1
    last_seen = 3 if HOW == "last-seen" else 0
    join = play_pb2.PlayRequest(join=play_pb2.Join(ticket=offer.ticket, protocol=protocol, last_seen=last_seen))
    if HOW == "choice-first":
        join = play_pb2.PlayRequest(choice=play_pb2.Choice(number=1, index=0))
    again = True
    while again:
        again = HOW in {"unsteady", "hoards", "quits", "plain"}
        outbox, messages = opened("Play", play_pb2.PlayResponse, join)
        try:
            for message in messages:
                if message.HasField("ping"):
                    outbox.put(play_pb2.PlayRequest(pong=common_pb2.Pong(number=message.ping.number)))
                if message.HasField("decision"):
                    if HOW == "dies" and message.decision.number == 2:
                        sys.stderr.write("out of luck\n")
                        os._exit(9)
                    outbox.put(choice_for(message.decision))
                again = again and not (message.HasField("over") or message.HasField("ending"))
        except grpc.RpcError:
            pass
        outbox.put(None)


def first_message():
    """Return the bot's first message on `Attend`: a Hello, or the wrong message that HOW names."""
    if HOW == "pong-first":
        return attend_pb2.AttendRequest(pong=common_pb2.Pong(number=1))
    if HOW == "garbage-first":
        return b"\xff\xff"
    games = [common_pb2.GameSupport(game=each.name, rules_version=each.version, seats=[2]) for each in GAMES.values()]
    if HOW == "rules":
        games[0].rules_version += 1
    if HOW == "games":
        games = [common_pb2.GameSupport(game="chess", rules_version=1, seats=[2])]
    hello = attend_pb2.Hello(protocol=1, version="1", games=games, matches_at_once=2)
    if HOW == "protocol":
        hello.protocol = 2
    if HOW == "version":
        hello.version = "one two"
    if HOW == "none-at-once":
        hello.matches_at_once = 0
    return attend_pb2.AttendRequest(hello=hello)


def attend():
    outbox, messages = opened("Attend", attend_pb2.AttendResponse, first_message())
    if HOW != "quits":
        signal.signal(signal.SIGTERM, lambda *_: outbox.put(attend_pb2.AttendRequest(drain=attend_pb2.Drain())))
    try:
        for message in messages:
            if message.HasField("ping") and HOW != "no-pong":
                outbox.put(attend_pb2.AttendRequest(pong=common_pb2.Pong(number=message.ping.number)))
            if message.HasField("offer") and HOW != "no-join":
                threading.Thread(target=play, args=(message.offer,), daemon=True).start()
            if message.HasField("ending"):
                outbox.put(None)
    except grpc.RpcError:
        pass


if HOW == "ends":
    sys.exit("no such file: openings.bin")
attend()
