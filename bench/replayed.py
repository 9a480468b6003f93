"""Measures the size and the time of replays of four-seat matches: `replayed.py` prints names with values.

The program runs in an environment that has the project's wheel with its server part. It plays one match of Teotihuacan
and one of Cacao at random. Another thread requests all pages and files over HTTP, packed, on one connection. Values are
in kilobytes, milliseconds or seconds, as their names say.
"""

import http.client
from functools import partial
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Final
from urllib.parse import urlsplit

import trio
from sited import measure, play

from arena.store.db.database import Database
from leaderboard.replays import version

PAGES: Final = 101
WARM: Final = 5
AT: Final = 400
GAMES: Final = ("teotihuacan", "cacao")


def main() -> None:
    """Play the matches, and measure their pages."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "arena.db"
        database = Database(file)
        for game in GAMES:
            database.write(partial(play, match=game, name=game, count=4, a_round=""))
        database.close()
        trio.run(measure, file, ask)


def ask(url: str) -> None:
    """Request the pages and files of both matches over HTTP. Print their sizes and seconds, one value per line."""
    for game in GAMES:
        first, began = fetched(url, f"/matches/{game}?at=0"), perf_counter()
        frames = fetched(url, f"/matches/{game}/frames.json?v={version()}")
        print(f"{game}-frames-s", perf_counter() - began)
        print(f"{game}-first-kb", len(first) / 1000)
        print(f"{game}-wire-kb", (len(first) + len(frames)) / 1000)
        print(f"{game}-file-kb", len(fetched(url, f"/matches/{game}/replay.html", "identity")) / 1000)
    spent = []
    for _ in range(WARM + PAGES):
        began = perf_counter()
        fetched(url, f"/matches/teotihuacan?at={AT}")
        spent.append((perf_counter() - began) * 1000)
    shares = quantiles(spent[WARM:], n=100)
    print("page-p50-ms", shares[49])
    print("page-p99-ms", shares[98])


def fetched(url: str, path: str, packing: str = "gzip") -> bytes:
    """Request a page. Return its body as the server sent it, perhaps compressed."""
    connection = http.client.HTTPConnection(urlsplit(url).netloc)
    connection.request("GET", path, headers={"accept-encoding": packing})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, (path, answer.status)
    connection.close()
    return body


if __name__ == "__main__":
    main()
