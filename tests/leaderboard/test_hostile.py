"""Tests of pages with names and texts that contain markup, script or control characters."""

import csv
import io
import json
from urllib.parse import quote

import pytest
import trio
from sqlmodel import select

from arena.store.db.database import Database
from arena.store.ratings.rankings import refit
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.tables import AuthorRow, BotRow, MatchRow, SeatRow, VersionRow
from tests.leaderboard.filled import Filling
from tests.leaderboard.reading import read

HOSTILE = {
    "markup": "<script>alert(1)</script>",
    "an attribute": '" onmouseover="alert(1)" x=\'',
    "the end of a tag": "--></title></style></textarea>",
    "an entity": "&lt;b&gt;&#x3c;",
    "a template": "{{ 1111 * 1111 }}{% raw %}",
    "turned around": "\u202etxt.exe\u2066",
    "a terminal's": "\x1b[31mred\x1b]0;title\x07",
    "control characters": "a\x00b\x08c\x7fd\x9be",
    "a formula": "=HYPERLINK(1)",
    "another formula": "@SUM(1)",
    "a long one": 500 * "W",
    "zero width": "a\u200b\u200db\ufeff",
    "a path": "../../etc/passwd",
}


@pytest.fixture(params=list(HOSTILE))
def text(request):
    return HOSTILE[request.param]


@pytest.fixture
def hostile(tmp_path, text, site_of):
    """Return a site on which every name is hostile. No registration would accept such names."""
    file = tmp_path / "arena.db"
    text = text.replace("\x00", "")
    database = Database(file)

    async def prepare():
        filling = Filling(database)
        accounts = StoredAccounts(database, frozenset())
        await accounts.register("ana", "An author", "An ordinary bot")
        await filling.block(0, ("ana", "ben"))

    def rename(session):
        for row in session.exec(select(BotRow)):
            row.name, row.folded, row.description = (f"{text}{row.id}", f"{text}{row.id}".casefold(), text)
        for model, fields in (
            (AuthorRow, ["name"]),
            (VersionRow, ["name", "withdrawn"]),
            (SeatRow, ["name", "version"]),
        ):
            for row in session.exec(select(model)):
                for field in fields:
                    setattr(row, field, text)
        for row in session.exec(select(MatchRow)):
            row.ruling = row.clock = text

    trio.run(prepare)
    refit(database, 1.0)
    database.write(rename)
    database.close()
    return site_of(file)


def every_page(site, text):
    text = text.replace("\x00", "")
    name = quote(f"{text}1", safe="")
    match = "/matches/r-1-0-0"
    paths = ("/", "/ranking", "/bots", "/matches", match, f"/embed{match}", f"/bots/{name}", "/audit")
    return {path: site.ask(path) for path in paths}


def test_a_hostile_name_on_a_page_is_text_and_nothing_else(hostile, text):
    for path, answer in every_page(hostile, text).items():
        elements = read(answer.text)  # balanced, whatever was in it
        scripts = [dict(element.attributes) for element in elements if element.tag == "script"]
        assert {tuple(each) for each in scripts} <= {("src", "defer")}, path
        assert {"b", "style"} & {element.tag for element in elements} == set(), path
        own = {"data-parts", "data-fresh"}  # of frames, and of parts that stay up to date
        named = {name for element in elements for name, _ in element.attributes} - own
        assert [name for name in named if name.startswith(("on", "data-"))] == [], path
        assert [each for each in answer.text if not each.isprintable() and each not in "\n\u2009\u202f"] == [], path
        assert "1234321" not in elements[0].text


def test_a_hostile_text_in_json_is_ascii_and_can_be_read_back(hostile, text):
    answer = hostile.ask("/api/v1/bots")
    assert answer.data.isascii()
    assert b"\x1b" not in answer.data
    assert {bot["description"] for bot in json.loads(answer.data)["bots"]} == {text.replace("\x00", "")}


def test_a_hostile_name_in_a_table_is_no_formula(hostile):
    table = hostile.ask("/api/v1/ranking/combined/table.csv").text
    rows = list(csv.DictReader(io.StringIO(table)))
    assert len(rows) == 2
    for row in rows:
        assert not row["bot"].startswith(("=", "@", "+", "-", "\t", "\r"))
        assert row["bot"].isprintable()


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", "'\"><img src=x>", "\u202eabc", "\x1b[31m", "%", "{{7*7}}"]
)
def test_a_search_text_is_repeated_on_the_page_as_plain_text(site, name):
    for path in (f"/bots/{quote(name)}", f"/matches?bot={quote(name)}", f"/matches?{quote(name)}=1", f"/{quote(name)}"):
        answer = site.ask(path)
        assert answer.status in {400, 404}
        assert {"script", "img"} & {element.tag for element in read(answer.text)} == set()
        assert [each for each in answer.text if not each.isprintable() and each != "\n"] == []
        assert "\r" not in str(answer.headers)
        assert "\x1b" not in str(answer.headers)
