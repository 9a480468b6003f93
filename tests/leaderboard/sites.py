"""A site with a real server, and a client that sends real requests."""

import http.client
import json
import re
import threading
from dataclasses import dataclass
from html import unescape
from urllib.parse import urljoin, urlsplit

import trio

from arena.store.db.database import Database
from leaderboard.app import site
from leaderboard.listening import Address, listen
from leaderboard.serve import serve

WITHIN = 60.0
POSITION = re.compile(r"[?]at=(?!1$|7&seat=0$)")
TAG = re.compile(r"<[a-z][^<>]*>")
LINK = re.compile(r'\s(?:href|src|action)="([^"]*)"')


@dataclass
class Answer:
    status: int
    headers: dict
    data: bytes

    @property
    def text(self):
        return self.data.decode()

    @property
    def json(self):
        return json.loads(self.data)


class Site:
    """The web site in its own thread, served by Hypercorn on a socket, as an arena serves it."""

    def __init__(self, address):
        self.database = Database(address, read_only=True)
        self._app = site(self.database)  # here: what makes it is not made for threads
        self._started = threading.Event()
        self._thread = threading.Thread(target=trio.run, args=(self._serve,))
        self._thread.start()
        assert self._started.wait(WITHIN)

    async def _serve(self):
        self._over = trio.Event()
        self._token = trio.lowlevel.current_trio_token()
        listening = listen(Address("127.0.0.1", 0))
        self.url = listening.url
        self._started.set()
        await serve(self._app, listening, self._over.wait)

    def close(self):
        self._token.run_sync_soon(self._over.set)
        self._thread.join(WITHIN)
        assert not self._thread.is_alive()
        self.database.close()

    def ask(self, path, method="GET", **headers):
        """Send a request to the site. Return the answer, which may be an error."""
        where = urlsplit(self.url)
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=WITHIN)
        try:
            connection.request(method, path, headers=headers)
            answer = connection.getresponse()
            return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read())
        finally:
            connection.close()

    def page(self, path):
        """Return the text of a page. Fail if its status is not 200."""
        answer = self.ask(path)
        assert answer.status == 200, (path, answer.status, answer.text)
        return answer.text

    def get(self, path):
        """Return the JSON that the API gives for a page."""
        return json.loads(self.page(f"/api/v1{path}"))

    def crawl(self, most=2000, starts=("/", "/api/v1/openapi.json"), wanted=lambda _: True):
        """Follow all wanted links from the first pages. Return the answers by address.

        Of the links to positions of a match, only some are followed.
        """
        found, waiting = {}, list(starts)
        while waiting:
            path = waiting.pop()
            if path in found:
                continue
            found[path] = answer = self.ask(path)
            assert len(found) < most
            if answer.headers["content-type"].startswith("text/html"):
                found_here = (urljoin(path, link).partition("#")[0] for link in links(answer.text))
                waiting += [each for each in found_here if not POSITION.search(each) and wanted(each)]
        return found


def links(text):
    """Return the addresses in a page's links, without links to other languages, and those of its files."""
    return [unescape(link) for tag in TAG.findall(text) if " hreflang=" not in tag for link in LINK.findall(tag)]
