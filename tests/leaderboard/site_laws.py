"""The laws of the site: what holds on every page, whatever has happened in an arena.

No address answers with a fault, no headline is empty, no page contradicts another one or itself, and no bot has a place
below a bot with fewer points.

`python -m bench.histories 500` checks them for 500 histories.
"""

import json
import re
from html import unescape
from random import Random
from urllib.parse import quote

import trio

from tests.leaderboard.histories import History
from tests.leaderboard.sites import Site, links
from tests.leaderboard.test_languages import OTHERS, english_in

FIXED = ("", "ranking", "tournaments", "bots", "matches", "audit")
OF_MACHINES = ("home", "pools", "ladders", "ranking/combined", "tournaments", "bots", "matches", "live", "audit")
STILL = re.compile(r"[?]at=|^/(?:static|assets)/|#")  # addresses that no history changes
OF_A_REPLAY = re.compile(r"frames[.]json|replay[.]html|record[.]jsonl|board[.]svg")
SEATS = re.compile(r'<ol class="seats">.*?</ol>', re.DOTALL)
CARD = re.compile(r'<ol class="table">.*?</ol>', re.DOTALL)
ENDED = {"finished", "cancelled", "failed"}
GOING_ON = re.compile(r"\byet\b|\bleads\b|\bshare the lead\b")  # words that are false after the end of a tournament
RULED = "Board and points are those of the game that was played."


class Lawful:
    """Crawls the site of one history. `faults` are the sentences about laws that do not hold."""

    def __init__(self, site, rng):
        self.site, self.rng, self.faults, self.seen = site, rng, [], {}

    def check(self, holds, what):
        if not holds:
            self.faults.append(what)

    def get(self, address):
        """Return the answer for an address. It must not be a fault of the site."""
        if address not in self.seen:
            self.seen[address] = answer = self.site.ask(address)
            self.check(answer.status < 500, f"{address}: {answer.status}")
        return self.seen[address]

    def page(self, path, *, is_read=True):
        """Read a page in English and in another language, and check its headlines. Return its text in English.

        With `is_read`, the other text must have no English sentence.
        """
        for language in ("en", self.rng.choice(OTHERS)):
            address = f"/{path}" if language == "en" else f"/{language}/{path}"
            answer = self.get(address)
            self.check(answer.status == 200, f"{address}: {answer.status}")
            for tag in ("h1", "title"):
                found = re.findall(rf"<{tag}[ >].*?</{tag}>", answer.text, re.DOTALL)[:1]
                told = [plain(each).removesuffix(" · tlachtli") for each in found]
                self.check(len(told) == 1 and told[0].strip(), f"{address}: an empty {tag}")
            self.check(not re.search(r">\s*None\s*<|\bnan\b|Undefined", answer.text), f"{address}: shows no value")
            if language != "en" and is_read:
                self.check(not (left := english_in(answer.text)), f"{address}: in English: {left}")
        return self.get(f"/{path}").text

    def values(self, path):
        """Return the values of an address of the API."""
        address = f"/api/v1/{path}"
        answer = self.get(address)
        self.check(answer.status == 200, f"{address}: {answer.status}")
        return json.loads(answer.text, parse_constant=lambda text: self.check(False, f"{address}: {text}"))

    # The whole site --------------------------------------------------------------------------------------------------

    def crawl(self):
        """Check every page of the site."""
        for path in FIXED:
            self.lists(self.page(path), path)
        self.cards(self.get("/").text)
        for path in OF_MACHINES:
            self.values(path)
        bots = [line["bot"] for line in self.values("bots")["bots"]]
        for bot in bots:
            self.bot(bot)
        self.page(f"compare?bot={bots[0]}&other={bots[-1]}")
        for line in self.values("tournaments")["tournaments"]:
            self.tournament(line["tournament"])
        for line in self.values("pools"):
            self.page(f"ranking/{line['pool']}")
            self.get(f"/api/v1/ranking/{line['pool']}/table.csv")
        found = self.values("matches")["matches"]
        drawn = {each["match"] for each in self.rng.sample(found, min(2, len(found)))}
        for line in found:
            self.match(line["match"], is_drawn=line["match"] in drawn)
        self.links()
        return self.faults

    def links(self):
        """Check that each link of an English page leads to something."""
        pages = [text.text for path, text in list(self.seen.items()) if is_page(path, text)]
        for link in sorted({link for text in pages for link in links(text) if link.startswith("/")}):
            if not STILL.search(link) and not re.search(
                r"frames[.]json|replay[.]html|record[.]jsonl|board[.]svg", link
            ):
                self.check(self.get(link).status < 400, f"{link}: {self.get(link).status}, and a page leads to it")

    def lists(self, text, where):
        """Check the lists of matches on a page: no place below a bot with fewer points, unless by a forfeit."""
        for seats in SEATS.findall(text):
            points = [int(each) for each in re.findall(r'class="score">(-?\d+) points', seats)]
            is_placed = "–" not in re.findall(r'class="place">([^<]*)<', seats)  # noqa: RUF001
            fair = points == sorted(points, reverse=True) or not is_placed or "forfeit" in seats
            self.check(fair, f"/{where}: places against points {points}")

    def cards(self, text):
        """Check the cards of running tournaments on the first page."""
        for card in CARD.findall(text):
            scores = [float(each) for each in re.findall(r'class="score">([\d.]+)', card)]
            self.check(scores == sorted(scores, reverse=True), f"/: a card has {scores}")

    # Its parts -------------------------------------------------------------------------------------------------------

    def bot(self, name):
        path = f"bots/{quote(name, safe='')}"
        self.lists(self.page(path), path)
        found = self.values(path)
        unplayed = [each["match"] for each in found["matches"] if each["state"] == "offered"]
        self.check(not unplayed, f"/{path}: recent matches {unplayed} never began")
        for address in (
            f"/api/v1/{path}/history.csv",
            f"/badges/{path[5:]}/rank.svg",
            f"/badges/{path[5:]}/rating.svg",
        ):
            self.check(self.get(address).status == 200, address)

    def tournament(self, name):
        path = f"tournaments/{name}"
        text, found = self.page(path), self.values(path)
        if self.get(f"/{path}").status != 200:
            return
        for part in ("table.csv", "crosstable.csv"):
            self.get(f"/api/v1/{path}/{part}")
        points = [line["points"] for line in found["table"]]
        if 'class="n">Points<' in text:
            self.check(points == sorted(points, reverse=True), f"/{path}: places against points {points}")
        told = lead_of(text)
        self.check(found["finished"] <= found["matches"], f"/{path}: {found['finished']} of {found['matches']}")
        if found["state"] in ENDED:
            self.check(not GOING_ON.search(told), f"/{path}: {found['state']}: {told}")
        first = {line["bot"] for line in found["table"] if line["rank"] == 1}
        if won := re.search(r"(\S+) (?:won|leads|led)[.]", told):
            self.check({won[1]} == first, f"/{path}: {told!r}, first in the table: {first}")
        if found["sprt"] is not None:
            test = found["sprt"]
            [tested] = [line for line in found["table"] if line["key"] == test["tested"]]
            counted = test["blocks"] + test["more"]
            self.check(tested["blocks"] == counted, f"/{path}: {tested['blocks']} blocks, and {counted} in the test")
        if found["bracket"] and found["state"] == "finished":
            winner = found["bracket"][-1]["duels"][-1]["winner"]
            self.check({found["entrants"][winner]["bot"]} == first, f"/{path}: {winner} won the final, not {first}")

    def match(self, name, *, is_drawn):
        path = f"matches/{quote(name, safe='')}"
        text, found = self.page(path, is_read=is_drawn), self.values(path)
        if self.get(f"/{path}").status != 200:
            return
        lead = lead_of(text)
        first = [seat["bot"] for seat in found["seats"] if seat["place"] == 1]
        if found["state"] != "finished":
            self.check(" beat " not in lead and "place" not in lead, f"/{path}: {found['state']}: {lead}")
            self.check(found["state"] != "void" or ": void" in lead, f"/{path}: void: {lead}")
        elif found["adjudicated"]:
            self.check(lead.startswith("By a ruling, ") and all(bot in lead for bot in first), f"/{path}: {lead}")
            self.check(RULED in text or not found["is_open"], f"/{path}: the board is not explained")
        elif len(first) == 1:
            self.check(lead.startswith(f"{first[0]} beat "), f"/{path}: {lead}, first {first}")
        else:
            self.check("share the first place" in lead, f"/{path}: {lead}, first {first}")
        board = self.get(f"/{path}/board.svg")
        ended = re.search(r"End of the game: [A-D]? ?\(?([^<()]*)\)? wins", board.text)
        is_played = found["state"] == "finished" and not any(seat["forfeit"] for seat in found["seats"])
        if ended and is_played and not found["adjudicated"]:
            self.check([ended[1]] == first, f"/{path}: {ended[0]!r} on the board, first {first}")
        if is_drawn:
            self.resources(path, found)

    def resources(self, path, found):
        """Read the pictures, the files and the feed of a match, in a language."""
        prefix = f"/{self.rng.choice(OTHERS)}"
        for part in ("frames.json", "board.svg?at=3", "replay.html"):
            self.get(f"{prefix}/{path}/{part}")
        self.get(f"{prefix}/embed/{path}")
        for part in ("record.jsonl", "analysis.json", "live"):
            self.get(f"/api/v1/{path}/{part}")
        if found["state"] in {"finished", "void"}:
            self.get(f"/{path}/events")


def plain(html):
    """Return the text of a piece of HTML."""
    return " ".join(unescape(re.sub("<[^>]*>", "", html)).split())


def lead_of(page):
    """Return the sentence below the headline of a page."""
    return plain(re.search(r'<p class="lead".*?</p>', page, re.DOTALL)[0])


def is_page(path, answer):
    """True for a page in English."""
    return not re.match(r"/(?:es|pt|fr|api/v1|embed)\b", path) and answer.headers["content-type"].startswith(
        "text/html"
    )


def faults_of(seed, folder, empty):
    """Make the history with this seed, and crawl its site. Return what happened in it, and its faults."""
    history = History(seed, folder, empty)
    site = Site(trio.run(history.make))
    try:
        return history.told, Lawful(site, Random(f"crawl {seed}")).crawl()
    finally:
        site.close()
