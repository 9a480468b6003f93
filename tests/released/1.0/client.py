"""A bot that knows protocol 1.0 and nothing newer: `client.py ADDRESS TOKEN MATCHES [VERSION]`.

It reads the messages from the released descriptors, uses no code of the arena, and always takes the first option. It
prints one line for each match that ends, `over MATCH SEAT REASON PLACE`, and leaves after MATCHES of them. Lines that
begin with `unknown` name an arm that 1.0 does not have: the arena has sent something that this bot did not ask for.
"""

import queue
import sys
import threading
from pathlib import Path

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

WITHIN = 120.0  # seconds for the whole conversation
RELEASED = Path(__file__).parents[3] / "proto" / "released" / "1.0.binpb"
PACKAGE = "arena.protocol.v1"
OVER_REASONS = ("UNSPECIFIED", "FINISHED", "FORFEITS", "VOID", "ADJUDICATED")


def messages():
    """Return the classes of all messages of 1.0, by name."""
    pool = descriptor_pool.DescriptorPool()
    names = []
    for file in descriptor_pb2.FileDescriptorSet.FromString(RELEASED.read_bytes()).file:
        pool.Add(file)
        names += [f"{file.package}.{message.name}" for message in file.message_type if file.package == PACKAGE]
    found = [message_factory.GetMessageClass(pool.FindMessageTypeByName(name)) for name in names]
    return {each.DESCRIPTOR.name: each for each in found}


MESSAGES = messages()


def say(*words):
    sys.stdout.write(" ".join(map(str, words)) + "\n")
    sys.stdout.flush()


class Conversation:
    """One call to the arena: a stream of messages in both directions."""

    def __init__(self, address, token, call, request, response):
        self.channel = grpc.insecure_channel(address, [("grpc.use_local_subchannel_pool", 1)])
        self.request, self.response = MESSAGES[request], MESSAGES[response]
        self.outbox = queue.Queue()
        method = self.channel.stream_stream(f"/{PACKAGE}.Arena/{call}")
        metadata = [("authorization", f"Bearer {token}")]
        self.call = method(iter(self.outbox.get, None), timeout=WITHIN, metadata=metadata)

    def send(self, **arms):
        self.outbox.put(self.request(**arms).SerializeToString())

    def heard(self):
        """Yield the name and the value of each message. Answer pings, and print messages with an unknown arm."""
        for data in self.call:
            message = self.response.FromString(data)
            kind = message.WhichOneof("message")
            if kind == "ping":
                self.send(pong=MESSAGES["Pong"](number=message.ping.number))
            elif kind is None:
                say("unknown", self.response.DESCRIPTOR.name, data.hex())
            else:
                yield kind, getattr(message, kind)

    def close(self):
        self.outbox.put(None)
        self.call.cancel()
        self.channel.close()


class Client:
    """A bot that connects, plays the given number of matches, and disconnects."""

    def __init__(self, address, token, matches, version):
        self.address, self.token, self.left, self.version = address, token, matches, version
        self.lock = threading.Lock()
        self.seats = set()

    def attend(self):
        stream = Conversation(self.address, self.token, "Attend", "AttendRequest", "AttendResponse")
        games = [
            MESSAGES["GameSupport"](game="cacao", rules_version=1, seats=[2, 3, 4]),
            MESSAGES["GameSupport"](game="teotihuacan", rules_version=1, seats=[2, 3, 4]),
        ]
        hello = MESSAGES["Hello"](protocol=1, version=self.version, games=games, matches_at_once=4, client="raw 1.0")
        stream.send(hello=hello)
        for kind, message in stream.heard():
            if kind == "welcome":
                say("welcome", message.entrant, message.version, message.protocol)
            elif kind == "round":
                stream.send(nonce=MESSAGES["Nonce"](round=message.round, nonce=b"raw"))
            elif kind == "offer" and (message.match, message.seat) not in self.seats:
                self.seats.add((message.match, message.seat))
                threading.Thread(target=self.play, args=(message, stream), daemon=True).start()
            elif kind == "ending":
                say("ending", message.reason, message.text)

    def play(self, offer, standing):
        stream = Conversation(offer.referee or self.address, self.token, "Play", "PlayRequest", "PlayResponse")
        stream.send(join=MESSAGES["Join"](ticket=offer.ticket, last_seen=0, protocol=1))
        for kind, message in stream.heard():
            if kind == "decision":
                stream.send(choice=MESSAGES["Choice"](number=message.number, index=0))
            elif kind == "over":
                place = message.result.placements[offer.seat] if message.HasField("result") else 0
                say("over", offer.match, offer.seat, OVER_REASONS[message.reason], place)
        stream.close()
        with self.lock:
            self.left -= 1
            if self.left == 0:
                standing.send(drain=MESSAGES["Drain"]())


def main():
    address, token, matches, *version = sys.argv[1:]
    try:
        Client(address, token, int(matches), *(version or ["1"])).attend()
    except grpc.RpcError as error:
        say("ended", error.code().name)


if __name__ == "__main__":
    main()
