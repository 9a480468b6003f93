"""Tests of a bot's own texts in the log, answers, terminals, pages and tables: none can control them."""

import csv
import io
import subprocess
import sys
from contextlib import closing

from arena.protocol.v1 import common_pb2
from tests.leaderboard.sites import Site
from tests.server.tournaments.test_tournaments import CRASHES, dialled, judged
from tests.server.wire import ROOT, WITHIN, eventually

HOSTILE = "=cmd \x1b]0;owned\x07 \x9b31m \u202eevil\u2066 \x08\x7f\u200b"
STEERS = {each for each in HOSTILE if not each.isprintable()}


def steering(text):
    return {each for each in text if each in STEERS}


def arena(*words):
    """Run an `arena` command. Return its output on stdout and stderr together."""
    command = [sys.executable, "-m", "arena", *words]
    return subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=WITHIN, check=False
    ).stdout.decode()


def test_the_failure_text_of_a_bot_cannot_control_a_log_terminal_or_page(serve, tmp_path):
    server = serve("--admission", "examined", house="random")
    (tmp_path / "crashes.py").write_text(CRASHES.replace('"lost my way"', ascii(HOSTILE)))
    at = ("--arena", server.address, "--token-file", str(server.data / "organiser.token"))
    with dialled(server, tmp_path / "crashes.py", server.bot("crashes")) as bot:
        version = judged(server, "crashes")
        assert version.admission == common_pb2.ADMISSION_REFUSED
        found = {"answer": version.reason, "log": server.hear("crashes: version 2 is not admitted")}
        steps = server.ask("CheckBot", bot="crashes")
        found["examination"] = "".join(f"{step.text}{''.join(step.transcript)}" for step in steps)
        found["terminal"] = arena("doctor", "crashes", *at)
        found["JSON"] = arena("doctor", "crashes", *at, "--json")
        bot.terminate()
        found["the bot's own"] = bot.communicate(timeout=WITHIN)[1]
    with closing(Site(server.data / "arena.db")) as site:
        found |= {path: answer.data.decode() for path, answer in site.crawl().items()}
    assert {place: steering(text) for place, text in found.items() if steering(text)} == {}
    readers = {place for place, text in found.items() if "]0;owned" in text}
    assert readers == {
        "examination",
        "terminal",
        "JSON",
        "the bot's own",
    }  # the author's; the public reads no exception


def test_a_ruling_is_no_formula_in_a_table(serve):
    server = serve(house="random,greedy")
    eventually(lambda: len(server.ask("ListAttendances").attendances) == 2)
    [match, other] = server.match("random", "greedy")
    for each in (match, other):
        server.ended(each)
    server.ask("VoidMatch", match=match, reason="=HYPERLINK(1)")
    rows = csv.DictReader(io.StringIO(arena("export", "--csv", "--database", str(server.data / "arena.db"))))
    assert {row["ruling"] for row in rows if row["match"] == match} == {"'=HYPERLINK(1)"}
