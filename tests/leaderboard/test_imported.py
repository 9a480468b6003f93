"""Tests of exports from an unknown source: forged lines are refused, and no page fails on imported data."""

import gzip
import json
import math
import os
import re
from pathlib import Path
from random import Random

import pytest

from arena.analysis import analyse
from arena.cli import main
from arena.errors import UsageError
from arena.store.db.database import Database
from arena.store.exchange import public_lines, written
from arena.store.intake import take_in
from arena.store.line_replays import objections
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.sql import match_queries
from tests.server.wire import children_of

EXPORT = Path(__file__).with_name("export.jsonl.gz")  # what `arena export` wrote of matches of both games
LINES = [json.loads(line) for line in gzip.decompress(EXPORT.read_bytes()).splitlines()]
MATCHES = [line for line in LINES if line["line"] == "match"]
FAIR = next(line for line in MATCHES if line["state"] == "finished" and not line["adjudicated"])
DEEP = "[" * 100_000
HOSTILE = [None, True, -1, 0, 7, 10**9, 2**31, 2**63, 10**400, 1e308, math.nan, math.inf, "", "x", "\0", "\ud800"]
HOSTILE += ["../x", "<b>", "x" * 100_000, [], [[]], [0], {}, {"x": {}}, [{}], "2026-01-01", "void", -math.inf]
TRIED = 7  # hostile values for each field


def as_file(*lines):
    """Return these lines as the file of an export."""
    whole = [{"line": "export", "format": 1}, *lines]
    whole.append({"line": "end", "matches": sum(line.get("line") == "match" for line in lines)})
    return [json.dumps(line).encode() + b"\n" for line in whole]


@pytest.fixture
def database(tmp_path):
    opened = Database(tmp_path / "arena.db")
    yield opened
    opened.close()


def changed(line, *path, to):
    """Return a line with one value changed."""
    whole = json.loads(json.dumps(line))
    at = whole
    for name in path[:-1]:
        at = at[name]
    at[path[-1]] = to
    return whole


def other_score(line):
    return changed(line, "seats", 0, "score", to=line["seats"][0]["score"] + 1)


def other_winner(line):
    whole = json.loads(json.dumps(line))
    whole["seats"][0]["placement"], whole["seats"][1]["placement"] = 2, 1
    return whole if whole != line else changed(line, "seats", 0, "placement", to=2)


def other_option(line):
    answers = line["record"].splitlines(keepends=True)
    return line | {"record": "".join([*answers[:1], *answers[2:]])}


FORGED = {
    "a score": other_score,
    "a place": other_winner,
    "an answer": other_option,
    "an entrant": lambda line: changed(line, "seats", 0, "entrant", to="mallory"),
    "a kind": lambda line: changed(line, "seats", 0, "kind", to="house"),
    "a clock": lambda line: line | {"clock": "1+1"},
    "a forfeit": lambda line: changed(line, "seats", 0, "forfeit", to="timeout"),
    "pairs": lambda line: line | {"pairs": []},
    "a name": lambda line: line | {"match": "another"},
    "the turns": lambda line: line | {"turns": 1},
    "the deal": lambda line: line | {"record": "".join(line["record"].splitlines(keepends=True)[:-1])},
    "the fairness": lambda line: line | {"fairness": "seeded"},
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_result_is_refused_with_its_line(database, forged):
    line = FORGED[forged](FAIR)
    assert line != FAIR
    with pytest.raises(UsageError, match=r"^line 3: "):
        take_in(database, as_file({"line": "audit"}, line))
    assert database.read(match_queries.all_matches) == []


def test_many_records_are_replayed_by_child_processes_that_answer_in_order():
    forged = other_score(FAIR)
    lines = [(number, forged if number in {1, 58, 99} else FAIR) for number in range(1, 101)]
    found = list(objections(iter(lines)))
    assert [number for number, _ in found] == [number for number, _ in lines]
    assert {number for number, wrong in found if wrong.startswith("scores: expected")} == {1, 58, 99}
    assert children_of(os.getpid(), "--multiprocessing-fork") == []


def test_a_match_without_a_provable_record_is_not_rated(database):
    bare = FAIR | {"match": "bare", "record": ""}
    ruled = other_winner(FAIR) | {"adjudicated": True}
    take_in(database, as_file(ruled, bare))
    assert [found.match.rated for found in database.read(match_queries.all_matches)] == [False, False]
    assert database.read(match_queries.tallies_of) == []
    take_in(database, as_file(next(line for line in MATCHES if is_fair(line))))
    assert database.read(match_queries.tallies_of) != []


def is_fair(line):
    return line["state"] == "finished" and not line["adjudicated"] and line["match"] != FAIR["match"]


def bases():
    """Return valid lines of an export, one of each kind, in which tests change values."""
    void = next(line for line in MATCHES if line["state"] == "void") | {"record": "", "head": ""}
    entrants = [{"key": name, "entrant": name, "version": "1", "kind": "bot", "author": "A"} for name in ("ana", "bob")]
    blocks = [{"number": 0, "entrants": ["ana", "bob"]}]
    a_round = {"round": "r", "name": "1", "byes": [], "instead_of": "", "closed": True, "blocks": blocks}
    file = 'name = "Cup"\ngame = "cacao"\nclock = "600+1"\nformat = "round-robin"\nentrants = ["ana", "bob"]\n'
    file += "[round-robin]\nrounds = 1\n"
    cup = {"line": "tournament", "tournament": "t", "name": "Cup", "regulations": file, "seed": "", "state": "finished"}
    cup |= {"created": 1.0, "ended": 2.0, "reason": "", "entrants": entrants, "rounds": [a_round]}
    version = {"version": "1", "created": 1.0, "admitted": None, "refused": "", "withdrawn": ""}
    bot = {"line": "bot", "bot": "zoe", "author": "Z", "description": "", "state": "active", "created": 1.0}
    return [void, FAIR | {"record": ""}, cup, bot | {"versions": [version]}]


def own(line, number):
    """Return a line with numbered names, so that the database has no row with these names."""
    if line["line"] == "match" and not line["record"]:
        return line | {"match": f"m{number}", "block": f"b{number}"}
    if line["line"] == "tournament":
        rounds = [line["rounds"][0] | {"round": f"r{number}"}]
        return line | {"tournament": f"t{number}", "name": f"Cup {number}", "rounds": rounds}
    return line | {"bot": f"zoe{number}"} if line["line"] == "bot" else line


def places_in(value, path=()):
    """Yield the path of each value in a line: its keys and indices, from the outside to the inside."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in items:
        yield (*path, name)
        yield from places_in(each, (*path, name))


def mutations():
    rng, number = Random(5), 0
    for base in bases():
        for path in places_in(base):
            for value in rng.sample(HOSTILE, TRIED):
                number += 1
                yield changed(own(base, number), *path, to=value)


def refusal(database, data):
    """Import an export. Return the message of the refusal; an empty text if it was accepted."""
    try:
        take_in(database, data)
    except UsageError as error:
        return str(error)
    return ""


def test_a_hostile_line_is_refused_or_shown_and_nothing_else(database, tmp_path, site_of):
    refusals = [refusal(database, as_file(line)) for line in mutations()]
    assert [each for each in refusals if each and not each.startswith("line ")] == []
    assert refusals.count("") > 20
    crawled = site_of(tmp_path / "arena.db").crawl()
    assert [path for path, answer in crawled.items() if answer.status >= 500] == []


def test_hostile_bytes_are_refused_with_one_line(database):
    rng, whole = Random(7), b"".join(as_file(FAIR))
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 4)):
            data[rng.randrange(len(data))] = rng.randrange(256)
        del data[rng.choice((len(data), rng.randrange(len(data)))) :]
        said = refusal(database, bytes(data).splitlines(keepends=True))
        assert said.startswith(("line ", "the file was cut")) or not said
    assert len(database.read(match_queries.all_matches)) <= 1


@pytest.mark.parametrize("data", [b"", b"\xff", DEEP.encode(), b"{}\n", b"[]\n", b'{"line":"export","format":1}\n'])
def test_a_file_that_is_no_export_is_one_line_and_exit_code_2(tmp_path, capfd, data):
    file = tmp_path / "hostile.jsonl"
    file.write_bytes(data)
    assert main(["import", str(file), "--database", str(tmp_path / "other.db")]) == 2
    [said] = capfd.readouterr().err.splitlines()
    assert said.startswith("arena: ")


# What an export brings ---------------------------------------------------------------------------------------------


async def test_tournaments_and_authors_come_with_an_export(filled, tmp_path, site, site_of):
    first = Database(filled[0])
    lines = list(written(public_lines(first, analyses=True)))
    first.close()
    second = Database(tmp_path / "other.db")
    done = take_in(second, lines)
    assert (done.tournaments, done.bots, done.analyses) == (1, 2, 2)
    assert take_in(second, lines).analyses == 0
    other = site_of(tmp_path / "other.db")
    for path in ("/matches/forfeit", "/matches/teo-1", "/matches/teo-1/analysis.json"):
        assert other.get(path) == site.get(path), path
    here, there = site.get("/tournaments/t-cup"), other.get("/tournaments/t-cup")
    of_schedule = ("schedule", "next")  # schedules stay where they are
    assert {name: there[name] for name in there if name not in of_schedule} == {
        name: here[name] for name in here if name not in of_schedule
    }
    there, here = other.get("/bots/ana"), site.get("/bots/ana")
    for name in ("author", "description", "state", "is_house", "losses"):
        assert there[name] == here[name]
    accounts = StoredAccounts(second, frozenset({"greedy"}))
    made = await accounts.register("ana", "Ana", "", claims=True)
    assert (await accounts.holder(made.secret)).bot == "ana"
    assert other.get("/bots/ana")["author"] == "Ana"
    second.close()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seats": ["mallory", "eve"]}, "seats: expected those of the match, "),
        ({"match": "another"}, "match: expected an analysis of a match before it, found another"),
        ({"by": "magic"}, "by: expected a search as mcts-800"),
        ({"curve": [{"answers": -1, "turn": 0, "values": [0.5, 0.5]}]}, "answers: expected a number from 0 on"),
        ({"accounts": 7}, "accounts: expected a list"),
        ({"game": "\0"}, "seats: expected those of the match, "),
    ],
)
def test_a_wrong_analysis_is_refused_with_its_line(database, change, words):
    values = analyse(FAIR["record"].encode(), None).values()
    with pytest.raises(UsageError, match=rf"^line 3: .*{re.escape(words)}"):
        take_in(database, as_file(FAIR, {"line": "analysis", **values, **change}))
    assert database.read(match_queries.all_matches) == []
