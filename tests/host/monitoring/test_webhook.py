"""Tests of the web hook of a real arena: its events and signatures. No receiver can harm the arena."""

import os
import re
import signal
from pathlib import Path

import pytest

from arena.cli import main
from arena.protocol.v1 import common_pb2
from tests.host.monitoring.asking import samples
from tests.server.tournaments.test_tournaments import cup
from tests.server.wire import ROOT, WITHIN, bring, children_of, eventually
from tests.sinks import SECRET, hooked, sinking

PAGE = (ROOT / "docs" / "monitoring.md").read_text()


@pytest.fixture
def sink():
    with sinking() as opened:
        yield opened


def events_of(sink, match):
    """Return the kinds of the events about a match, in order of arrival."""
    return [event["event"] for event in sink.events() if event["data"].get("match") == match]


def documented():
    """Return the function of docs/monitoring.md that checks a signature."""
    [source] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    space = {}
    exec(compile(source, "docs/monitoring.md", "exec"), space)  # noqa: S102 -- what the page tells readers to run
    return space["is_genuine"]


def test_events_of_an_arena_are_posted_with_a_signature(serve, sink, tmp_path, names, streams):
    server = serve(*hooked(sink, tmp_path), house="random,greedy")
    server.secrets.add(SECRET)
    eventually(lambda: len(server.ask("ListAttendances").attendances) == 2)
    server.ask("RunTournament", file=cup("Maize", "random", "greedy"), seed="1")
    over = sink.event("tournament.over")["data"]
    assert (over["name"], over["state"], over["reason"]) == ("Maize", "finished", "")
    match = sink.event("match.finished")["data"]
    stored = server.ask("GetMatch", match=match["match"]).match
    assert (match["state"], match["head"]) == ("finished", stored.head.hex())
    assert [(seat["bot"], seat["kind"], seat["place"], seat["score"]) for seat in match["seats"]] == [
        (each.entrant, "house", place, score)
        for each, place, score in zip(stored.seats, stored.result.placements, stored.result.scores, strict=True)
    ]
    server.ask("VoidMatch", match=match["match"], reason="the light went out")
    changed = sink.event("match.changed")["data"]
    assert (changed["state"], changed["ruling"]) == ("void", "the light went out")
    ana, _ = streams[:] = bring(server, *names[:2], matches=1)
    wanted = server.match(*names[:2])
    [waits] = {*wanted} - {ana.offer().match}
    server.ask("VoidMatch", match=waits, reason="it never began")
    sink.until(lambda sink: events_of(sink, waits))
    cancelled = server.ask("RunTournament", file=cup("Rain", *names[:2])).tournament.id
    server.ask("CancelTournament", tournament=cancelled, reason="it rains", abandon_running=True)
    sink.until(lambda sink: len(sink.events("tournament.over")) == 2)
    [child, _] = children_of(server.process.pid, "arena_sdk")
    os.kill(child, signal.SIGKILL)
    crashed = sink.event("bot.crashed")["data"]
    assert crashed["bot"] in {"random", "greedy"}
    assert crashed["reason"] == "its process ended with -9"
    assert server.stop() == 0
    assert sink.event("arena.stopping")["data"] == {"grace": 1.0}
    states = [(event["data"]["name"], event["data"]["state"]) for event in sink.events("tournament.over")]
    assert states == [("Maize", "finished"), ("Rain", "cancelled")]
    kinds = {event["event"] for event in sink.events()}
    assert kinds == {*re.findall(r"^\| `(\w+\.\w+)` \|", PAGE, re.MULTILINE)} - {"bot.refused"}
    assert sink.events()[0]["event"] == "arena.started"
    assert events_of(sink, match["match"]) == ["match.finished", "match.changed"]
    assert events_of(sink, waits) == ["match.void"]
    is_genuine = documented()
    for _, headers, body in sink.requests:
        assert is_genuine(SECRET.encode(), headers, body)
        assert not is_genuine(b"another secret than that", headers, body)
        assert not is_genuine(SECRET.encode(), headers, body + b" ")
        assert not is_genuine(SECRET.encode(), headers | {"Arena-Timestamp": "1700000000"}, body)


def test_a_sink_that_hangs_costs_no_match_and_ends_no_arena(serve, sink, tmp_path, names, streams):
    sink.hangs = True
    server = serve(*hooked(sink, tmp_path), "--admin", "127.0.0.1:0")
    streams[:] = bring(server, *names[:2], matches=2)
    matches = server.match(*names[:2], rated=False)
    seats = [stream.seat().in_background() for stream in streams[:2] for _ in matches]
    streams += seats
    for seat in seats:
        over = seat.overs.get(timeout=WITHIN)
        assert (over.reason, list(over.forfeits)) == (common_pb2.END_REASON_FINISHED, [])
    assert len(sink.requests) == 1  # which it has not answered
    assert samples(server)["arena_webhook_waiting",] == 3
    assert server.stop() == 0
    assert "3 events" in server.hear("were dropped: the arena has ended") or server.hear("4 events")


def test_the_secret_comes_from_the_environment_and_no_child_has_it(serve, sink, monkeypatch):
    monkeypatch.setenv("ARENA_WEBHOOK_SECRET", SECRET)
    server = serve("--webhook", sink.url, house="random")
    server.secrets.add(SECRET)
    sink.event("arena.started")
    [child] = eventually(lambda: children_of(server.process.pid, "arena_sdk"))
    environment = eventually(Path(f"/proc/{child}/environ").read_bytes)
    assert b"ARENA_TOKEN" in environment
    assert SECRET.encode() not in environment
    [(_, headers, body)] = sink.requests
    assert documented()(SECRET.encode(), headers, body)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--webhook", "https://sink.example/"], "expected --webhook-secret FILE, or the variable"),
        (["--webhook", "https://sink.example/", "--webhook-secret", "nowhere"], "no such file"),
        (["--webhook", "https://sink.example/", "--webhook-secret", "short"], "expected 16 or more"),
        (["--webhook", "http://sink.example/", "--webhook-secret", "long"], "expected https://"),
    ],
)
def test_an_impossible_web_hook_is_wrong_use(tmp_path, arguments, words, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("ARENA_WEBHOOK_SECRET", raising=False)
    (tmp_path / "short").write_text("sesame\n")
    (tmp_path / "long").write_text(SECRET)
    assert main(["serve", "--data", str(tmp_path / "arena"), *arguments]) == 2
    said = capfd.readouterr().err
    assert words in said
    assert SECRET not in said
