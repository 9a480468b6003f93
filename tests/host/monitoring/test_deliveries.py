"""Tests of web hooks, with HTTP servers that answer, refuse, hang or send garbage, and with no server."""

import hashlib
import hmac
import json
import logging
import socket

import pytest
import trio
import trustme

from arena.errors import UsageError
from arena.host.monitoring import deliveries, http_post
from arena.host.monitoring.deliveries import MOST, TOGETHER, Deliveries, WebhookTarget
from arena.host.monitoring.http_post import read_url
from tests.sinks import SECRET, sinking


@pytest.fixture
def sink():
    with sinking() as opened:
        yield opened


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch):
    """Let deliveries be repeated at once, and wait for an answer no longer than 30 seconds."""
    monkeypatch.setattr(deliveries, "PAUSES", (0.001, 0.001))
    monkeypatch.setattr(deliveries, "BETWEEN", 0.0)
    monkeypatch.setattr(http_post, "WITHIN", 30.0)


def target(sink):
    return WebhookTarget(read_url(sink.url), SECRET.encode())


def event(number=0):
    return {"id": str(number), "event": "test", "time": "", "data": {"number": number}}


async def delivered(to, *events):
    """Deliver events to an address. Return the `Deliveries` when no event is pending."""
    out = Deliveries(to)
    for each in events:
        out.put(each)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(out.run)
        await out.idle()
        nursery.cancel_scope.cancel()
    return out


async def test_an_event_is_posted_with_a_signature_over_time_and_body(sink):
    out = await delivered(target(sink), event())
    [(path, headers, body)] = sink.requests
    assert path == "/hook?token=in-the-path"
    signed = headers["Arena-Timestamp"].encode() + b"." + body
    assert headers["Arena-Signature"] == "v1=" + hmac.new(SECRET.encode(), signed, hashlib.sha256).hexdigest()
    whole = json.loads(body)
    assert (whole["delivery"], whole["events"]) == (headers["Arena-Delivery"], [event()])
    assert (out.delivered, out.dropped, out.failed_tries) == (1, 0, 0)


async def test_events_that_wait_are_posted_together_in_their_order(sink):
    out = await delivered(target(sink), *map(event, range(TOGETHER + 1)))
    assert len(sink.requests) == 2
    assert [each["data"]["number"] for each in sink.events()] == [*range(TOGETHER + 1)]
    assert out.delivered == TOGETHER + 1


async def test_control_characters_of_a_text_in_an_event_are_removed(sink):
    await delivered(target(sink), event("\x1b[2J\u202e"))
    assert sink.events()[0]["data"]["number"] == "\ufffd[2J\ufffd"


@pytest.mark.parametrize(
    ("status", "tries"), [(500, 3), (503, 3), (429, 3), (408, 3), (400, 1), (404, 1), (301, 1), (410, 1)]
)
async def test_a_refused_delivery_is_retried_if_that_may_help_and_then_dropped(sink, status, tries, caplog):
    sink.status = status
    out = await delivered(target(sink), event(), event())
    assert len(sink.requests) == tries
    assert len({headers["Arena-Delivery"] for _, headers, _ in sink.requests}) == 1
    assert (out.delivered, out.dropped, out.failed_tries) == (0, 2, tries)
    assert f"2 events for 127.0.0.1:{sink.server_port} were dropped: status {status}" in caplog.text
    assert SECRET not in caplog.text
    assert "in-the-path" not in caplog.text


async def test_a_sink_that_recovers_gets_the_event(sink, monkeypatch):
    monkeypatch.setattr(deliveries, "PAUSES", (0.001,) * 1000)
    sink.status = 500
    out = Deliveries(target(sink))
    out.put(event())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(out.run)
        await trio.to_thread.run_sync(sink.until, lambda sink: len(sink.requests) > 2)
        sink.status = 204
        await out.idle()
        nursery.cancel_scope.cancel()
    assert (out.delivered, out.dropped) == (1, 0)


async def test_a_receiver_that_hangs_is_given_up(sink, monkeypatch, caplog):
    monkeypatch.setattr(http_post, "WITHIN", 0.05)
    sink.hangs = True
    out = await delivered(target(sink), event())
    assert (out.delivered, out.dropped, out.failed_tries) == (0, 1, 3)
    assert "no answer within 0.05 s" in caplog.text


@pytest.mark.parametrize(
    ("talks", "words"),
    [
        (b"SSH-2.0-OpenSSH\r\n", "the answer is not HTTP"),
        (b"x" * 20_000, "the answer is too long"),
        (b"HTTP/1.1 103 Early Hints\r\nLink: " + b"x" * 20_000, "the answer is too long"),
        (b"HTT", "without an answer"),
    ],
)
async def test_a_receiver_that_sends_garbage_is_given_up(sink, talks, words, caplog):
    sink.talks = talks
    out = await delivered(target(sink), event())
    assert out.dropped == 1
    assert words in caplog.text


async def test_an_informational_answer_is_ignored(sink):
    sink.talks = b"HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n\r\n"
    assert (await delivered(target(sink), event())).delivered == 1


async def test_an_event_is_dropped_if_its_receiver_does_not_exist(caplog):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    out = await delivered(WebhookTarget(read_url(f"http://127.0.0.1:{port}/"), b"x" * 16), event())
    assert out.dropped == 1
    assert "were dropped" in caplog.text


async def test_events_beyond_the_limit_are_dropped_and_reported_once(sink, caplog):
    out = Deliveries(target(sink))
    for number in range(MOST + 5):
        out.put(event(number))
    assert (out.waiting, out.dropped) == (MOST, 5)
    assert len([record for record in caplog.records if "further ones are dropped" in record.message]) == 1


async def test_events_that_are_pending_at_the_end_are_tried_once_more(sink, monkeypatch):
    monkeypatch.setattr(deliveries, "PAUSES", (3600.0,))
    sink.status = 500
    out = Deliveries(target(sink))
    out.put(event())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(out.run)
        await trio.to_thread.run_sync(sink.until, lambda sink: sink.requests)
        sink.status = 200
        await out.finish()
        nursery.cancel_scope.cancel()
    assert (out.delivered, len(sink.requests)) == (1, 2)


async def test_a_receiver_that_hangs_delays_the_end_by_seconds_at_most(sink, monkeypatch, caplog):
    monkeypatch.setattr(deliveries, "LAST", 0.05)
    sink.hangs = True
    out = Deliveries(target(sink))
    out.put(event())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(out.run)
        await trio.to_thread.run_sync(sink.until, lambda sink: sink.requests)
        await out.finish()
        nursery.cancel_scope.cancel()
    assert out.dropped == 1
    assert "the arena has ended" in caplog.text


async def test_an_error_of_our_own_ends_one_request_and_no_more(sink, caplog):
    async def fails_once(url, headers, body):
        if not out.dropped:
            raise LookupError("a mistake")
        return await http_post.post(url, headers, body)

    out = Deliveries(target(sink), send=fails_once)
    out.put(event())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(out.run)
        await out.idle()
        out.put(event(1))
        await trio.to_thread.run_sync(sink.until, lambda sink: sink.requests)
        nursery.cancel_scope.cancel()
    assert caplog.records[-1].levelno == logging.ERROR


@pytest.fixture
def authority(tmp_path):
    """Return three files: a server's certificate chain, its key, and the certificate of its authority."""
    made = trustme.CA()
    given = made.issue_cert("127.0.0.1")
    chain, key, trusted = tmp_path / "chain.pem", tmp_path / "key.pem", tmp_path / "trusted.pem"
    chain.write_bytes(b"".join(blob.bytes() for blob in given.cert_chain_pems))
    key.write_bytes(given.private_key_pem.bytes())
    trusted.write_bytes(made.cert_pem.bytes())
    return chain, key, trusted


async def test_over_https_the_certificate_has_to_be_trusted(authority, monkeypatch, caplog):
    chain, key, trusted = authority
    with sinking(chain, key) as secure:
        out = await delivered(target(secure), event())
        assert out.dropped == 1
        assert "certificate verify failed" in caplog.text
        assert secure.requests == []
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        out = await delivered(target(secure), event())
    assert out.delivered == 1


@pytest.mark.parametrize(
    "url",
    [
        "http://sink.example/hook",
        "ftp://127.0.0.1/hook",
        "127.0.0.1:80",
        "https:///hook",
        "https://ana:word@sink.example/",
        "https://sink.example/#part",
        "https://sink.example/a b",
        "https://sink.example/a\r\nX: y",
        "https://sink.example:99999/",
        "https://[::1/",
        "https://sink.example/é",
    ],
)
def test_an_unsuitable_url_is_refused(url):
    with pytest.raises(UsageError, match="webhook: "):
        read_url(url)


def test_a_url_is_parsed():
    assert read_url("https://sink.example").authority == "sink.example"
    assert read_url("https://sink.example").path == "/"
    assert read_url("http://[::1]:8080/a?b=c").authority == "[::1]:8080"
