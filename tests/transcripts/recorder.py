"""Listens to a bot and a real arena, and records their messages: as bytes, and as decoded messages."""

import base64
import json
import threading

import grpc
from google.protobuf.json_format import MessageToDict

from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from tests.server.wire import Gone, Stream, hello

KINDS = {
    "Attend": {"bot": attend_pb2.AttendRequest, "arena": attend_pb2.AttendResponse},
    "Play": {"bot": play_pb2.PlayRequest, "arena": play_pb2.PlayResponse},
}
IN_FULL = 2  # decisions of a call that are spelled out; the bytes of the others are enough
LONG = 16_000  # bytes of a message that is not spelled out


class Tape:
    """The recorded messages of one bot, over all its calls."""

    def __init__(self):
        self.events = []
        self.tickets = {}
        self.calls = 0
        self.is_over = False
        self._decisions = {}
        self._lock = threading.Lock()

    def opens(self, method, token):
        with self._lock:
            self.calls += 1
            metadata = {"authorization": "Bearer TOKEN"} if token else {}
            self._add(self.calls, method, "bot", opens=True, metadata=metadata)
            return self.calls

    def said(self, call, method, who, data, times=1):
        with self._lock:
            message = self._without_ticket(KINDS[method][who], data)
            if message is not None:
                data = message.SerializeToString(deterministic=True)
            told = {"bytes": base64.b64encode(data).decode()}
            if message is None:
                told["broken"] = True
            elif len(data) < LONG and self._is_spelled_out(call, message):
                told["message"] = MessageToDict(message, preserving_proto_field_name=True)
            self._add(call, method, who, **told, **({"times": times} if times > 1 else {}))

    def ended(self, call, method, who, **how):
        with self._lock:
            self._add(call, method, who, **how)

    def cut(self):
        """Record no more, and delete the messages after the result of the last match, except those of `Play`."""
        with self._lock:
            self.is_over = True
            results = [number for number, each in enumerate(self.events) if "result" in each.get("message", {})]
            late = [each for each in self.events[results[-1] + 1 :] if each["method"] == "Play"]
            self.events[results[-1] + 1 :] = late

    def _add(self, call, method, who, **what):
        if self.is_over:
            return
        self.events.append({"call": call, "method": method, "who": who} | what)

    def _is_spelled_out(self, call, message):
        if message.WhichOneof("message") != "decision":
            return True
        self._decisions[call] = self._decisions.get(call, 0) + 1
        return self._decisions[call] <= IN_FULL

    def _without_ticket(self, kind, data):
        """Return the message with `TICKET-N` in the place of a ticket; None for bytes that are no message."""
        try:
            message = kind.FromString(data)
        except Exception:  # noqa: BLE001 -- some conversations are about bytes that are no message
            return None
        arm = message.WhichOneof("message")
        if arm in {"offer", "join"}:
            held = getattr(message, arm)
            held.ticket = self.tickets.setdefault(held.ticket, f"TICKET-{len(self.tickets) + 1}")
        return message


class Recorded(Stream):
    """A recorded call of the bot. It answers pings, and records only the first ping."""

    def __init__(self, server, tape, method, token, first):
        self.tape, self.method = tape, method
        self.number = tape.opens(method, token)
        self.pinged = False
        for data in first:
            tape.said(self.number, method, "bot", data)
        super().__init__(server, method, KINDS[method]["bot"], KINDS[method]["arena"], token, first=first)
        self.server = server

    def send(self, **fields):
        self.send_bytes(self.request(**fields).SerializeToString())

    def send_bytes(self, data):
        self.tape.said(self.number, self.method, "bot", data)
        self.outbox.put(data)

    def send_often(self, times, **fields):
        """Send the same message repeatedly, but record it once."""
        data = self.request(**fields).SerializeToString()
        self.tape.said(self.number, self.method, "bot", data, times)
        for _ in range(times):
            self.outbox.put(data)

    def _read(self):
        try:
            for data in self.call:
                message = self.response.FromString(data)
                if message.WhichOneof("message") == "ping":
                    self._answer(data, message.ping.number)
                    continue
                if message.WhichOneof("message") == "offer":
                    self.server.secrets.add(message.offer.ticket)
                self.tape.said(self.number, self.method, "arena", data)
                self.inbox.put(message)
        except grpc.RpcError:
            pass
        self.ended = Gone(self.call.code(), self.call.details(), dict(self.call.trailing_metadata() or ()))
        if self.ended.code is not grpc.StatusCode.CANCELLED:
            told = {"ends": self.ended.code.name, "details": self.ended.details or ""}
            trailing = {key: value for key, value in self.ended.trailing.items() if key == "retry-after"}
            self.tape.ended(self.number, self.method, "arena", **told, trailing=trailing)
        self.inbox.put(None)

    def _answer(self, data, number):
        pong = self.request(pong=common_pb2.Pong(number=number)).SerializeToString()
        if not self.pinged:
            self.pinged = True
            self.tape.said(self.number, self.method, "arena", data)
            self.tape.said(self.number, self.method, "bot", pong)
        self.outbox.put(pong)

    def breaks(self):
        """Break the connection."""
        self.tape.ended(self.number, self.method, "bot", breaks=True)
        self.close()

    def end(self):
        """Wait for the end of the call."""
        try:
            while True:
                self.next()
        except Gone:
            return


class Bot:
    """The bot of a recorded conversation. It takes the first option of every decision."""

    def __init__(self, server, name, *, form=attend_pb2.OPTION_FORM_BOTH):
        self.server, self.form = server, form
        self.token = server.bot(name)
        self.tape = Tape()
        self.streams = []
        self.attend = None

    def open(self, method, token=None, first=()):
        stream = Recorded(self.server, self.tape, method, self.token if token is None else token, first)
        self.streams.append(stream)
        return stream

    def attends(self, version="1", **fields):
        """Connect the bot with `Attend`, and wait for the Welcome."""
        attend = self.attend = self.open("Attend")
        attend.send(hello=hello(version, fields.pop("matches", 1), option_form=self.form, **fields))
        attend.until("welcome")
        return attend

    def joins(self, offer, last_seen=0):
        """Join the seat of an offer, and return its call."""
        play = self.open("Play")
        play.send(join=play_pb2.Join(ticket=offer.ticket, last_seen=last_seen, protocol=1))
        return play

    def plays(self, play, decisions=None):
        """Answer decisions of a seat: all, or the given number of them. Return the number of the last one."""
        number = 0
        while decisions != 0:
            message = play.next()
            arm = message.WhichOneof("message")
            if arm == "decision":
                number = message.decision.number
                play.send(choice=play_pb2.Choice(number=number, index=0))
                decisions = None if decisions is None else decisions - 1
            elif arm == "over":
                return number
        return number

    def close(self):
        for stream in self.streams:
            stream.close()


def document(name, about, chapter, tape):
    """Return a transcript in its stored form, with one line for each event, so that a diff shows each change."""
    head = {"schema": 1, "conversation": name, "about": about, "chapter": chapter}
    lines = [json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in tape.events]
    body = ",\n    ".join(lines)
    start = json.dumps(head, ensure_ascii=False, indent=2).removesuffix("\n}")
    return f'{start},\n  "events": [\n    {body}\n  ]\n}}\n'
