"""A receiver of web hooks: a real HTTP server with the answers that a test wants."""

import json
import ssl
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.server.wire import WITHIN

SECRET = "a secret of the tests, long enough"  # noqa: S105 -- and of nothing else


class Sink(ThreadingHTTPServer):
    """A server that stores posted events. `status` is the status of its answers. With `hangs`, it does not answer."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, tls=None):
        super().__init__(("127.0.0.1", 0), Take)
        self.status, self.hangs, self.talks = 200, False, b""
        self.requests = []  # path, headers, body
        self.over = threading.Event()
        self._came = threading.Condition()
        if tls is not None:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.server_port}/hook?token=in-the-path"

    def handle_error(self, request, client_address):
        """Ignore the error of a caller that has disconnected."""

    def took(self, path, headers, body):
        with self._came:
            self.requests.append((path, dict(headers), body))
            self._came.notify_all()

    def until(self, wanted):
        """Wait until `wanted` returns a true value for this sink. Return that value."""
        with self._came:
            assert self._came.wait_for(lambda: wanted(self), WITHIN), self.requests
            return wanted(self)

    def events(self, kind=""):
        """Return the posted events; with `kind`, only those of this kind."""
        posted = [event for _, _, body in self.requests for event in json.loads(body)["events"]]
        return [event for event in posted if kind in {"", event["event"]}]

    def event(self, kind):
        """Wait for an event of this kind. Return the first one."""
        return self.until(lambda sink: sink.events(kind))[0]


class Take(BaseHTTPRequestHandler):
    """Handles one request to a sink."""

    def do_POST(self):
        """Store the request, and answer it."""
        sink = self.server
        body = self.rfile.read(int(self.headers["Content-Length"]))
        sink.took(self.path, self.headers, body)
        if sink.hangs:
            sink.over.wait(WITHIN)
            return
        if sink.talks:
            self.wfile.write(sink.talks)
            return
        self.send_response(sink.status)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_):
        """Do nothing: requests are not logged."""


@contextmanager
def sinking(certificate=None, key=None):
    """Run a sink until the block ends, with TLS if there is a certificate."""
    tls = None
    if certificate is not None:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
    with Sink(tls) as sink:
        thread = threading.Thread(target=sink.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield sink
        finally:
            sink.over.set()
            sink.shutdown()
            thread.join()


def hooked(sink, tmp_path):
    """Return the arguments with which `arena serve` posts to a sink."""
    secret = tmp_path / "webhook.secret"
    secret.write_text(f"{SECRET}\n")
    return ("--webhook", sink.url, "--webhook-secret", str(secret))
