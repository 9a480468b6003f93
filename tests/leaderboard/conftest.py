"""One filled database and its site, for all tests that change nothing."""

import fcntl
import json
import os
import shutil

import pytest
import trio

from arena.store.db.database import Database
from tests.leaderboard.filled import crawl, fill
from tests.leaderboard.formats import fill_formats
from tests.leaderboard.sites import Site

CHROMIUM = shutil.which("chromium")


@pytest.fixture(scope="session")
def filled(tmp_path_factory):
    """Return the file of a filled database, and the names of its matches by kind.

    Of the processes that run the tests side by side the first one fills it, and each has a copy.
    """
    folder = tmp_path_factory.getbasetemp()
    folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    kept, names = folder / "filled.db", folder / "filled.json"
    with (folder / "filled.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not names.exists():
            kept.unlink(missing_ok=True)  # of a process that could not fill it
            database = Database(kept)
            matches = trio.run(fill, database)
            database.close()
            names.write_text(json.dumps(matches))
    file = tmp_path_factory.mktemp("site") / "arena.db"
    shutil.copy(kept, file)
    return file, json.loads(names.read_text())


@pytest.fixture(scope="session")
def matches(filled):
    return filled[1]


@pytest.fixture(scope="session")
def site(filled):
    served = Site(filled[0])
    yield served
    served.close()


@pytest.fixture(scope="session")
def crawled(site):
    """Return the answers of the shared site to an anonymous reader, by address."""
    return crawl(site)


@pytest.fixture(scope="session")
def held(filled, tmp_path_factory):
    """Return a site with tournaments of further formats: a double knockout, a Swiss, an SPRT."""
    file = tmp_path_factory.mktemp("held") / "arena.db"
    shutil.copy(filled[0], file)
    database = Database(file)
    trio.run(fill_formats, database)
    database.close()
    served = Site(file)
    yield served
    served.close()


@pytest.fixture
def site_of():
    """Return a function that opens a site on a database. The sites are closed after the test."""
    served = []

    def start(address):
        served.append(Site(address))
        return served[-1]

    yield start
    for each in served:
        each.close()


@pytest.fixture(scope="module")  # while it is open this thread can run no other asyncio loop
def browser():
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: scripts/test --all installs it")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield opened
        opened.close()


@pytest.fixture
def page(browser):
    """Return a page of the browser: wide, without animations, with a list `said` of the console's output."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    opened = context.new_page()
    opened.said = []
    opened.on("console", lambda message: opened.said.append(message.text))
    opened.on("pageerror", lambda error: opened.said.append(str(error)))
    yield opened
    context.close()
