"""Tests of exports and imports: no private data is exported, and an import stores all or nothing."""

import csv
import json
from dataclasses import replace

import pytest

from arena.cli import main
from arena.errors import UsageError
from arena.record import verify
from arena.server.matches.results import MatchFilter
from arena.stats.ratings import rate
from arena.store.db.database import Database
from arena.store.exchange import harmless, public_lines, sums_from, table, written
from arena.store.intake import read_lines, take_in
from arena.store.ratings.counting import pool_value, sums_of
from arena.store.ratings.rankings import COMBINED, refit
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_results import StoredResults
from arena.store.sql import identity_queries, match_queries
from tests.referee.seats import First
from tests.store.matches import NAMES, SALT, SECRET, ReadsLate, entry, opened_round, play, play_block, seed
from tests.store.repos.test_stored_results import assert_counts_are_those_of_the_matches, everything_counted

pytestmark = pytest.mark.usefixtures("tiny")


async def filled(results):
    """Store disclosed blocks, a block that is not disclosed, a void match and a match with a ruling."""
    await opened_round(results)
    await opened_round(results, "secret-round")
    for number, names in enumerate([NAMES[:2], NAMES[1:3], ("greedy", "ana"), NAMES]):
        for done in await play_block(results, number, names):
            await results.disclose(seed(done), {done.match: SALT})
    await play_block(results, 9, NAMES[:2], "secret-round")
    void = await play(results, entry("void", block=7))
    await results.keep(replace(void, state="void", ruling="a broken cable"))
    other = await play(results, entry("other", block=8))
    await results.disclose(seed(other), {"other": SALT})
    turned = replace(other.result, placements=other.result.placements[::-1])
    await results.keep(replace(other, result=turned, ruling="a bug", adjudicated=True))


def exported(database):
    return list(written(public_lines(database)))


def as_taken_in(lines):
    """Return the lines of an export as another arena would export them after it has imported them.

    There, a match with a ruling is not rated.
    """
    return [
        line.replace(b'"rated":true', b'"rated":false') if b'"adjudicated":true' in line else line for line in lines
    ]


@pytest.mark.parametrize("at_once", [1, 3, 500])
async def test_an_export_taken_into_an_empty_database_gives_the_same_export_and_counts(
    results, tmp_path, monkeypatch, at_once
):
    monkeypatch.setattr("arena.store.intake.AT_ONCE", at_once)
    await filled(results)
    lines = exported(results.database)
    other = Database(tmp_path / "other.db")
    done = take_in(other, lines)
    assert (done.added, done.known) == (2 + 2 + 2 + 4 + 2, 0)
    assert exported(other) == as_taken_in(lines)
    assert_counts_are_those_of_the_matches(other)
    again = take_in(other, lines)
    assert (again.added, again.known) == (0, done.added)
    assert exported(other) == as_taken_in(lines)
    other.close()


async def test_held_and_credited_time_is_stored_counted_exported_and_imported(results, tmp_path):
    await opened_round(results)
    done = await play(results, entry(), [ReadsLate(), First()])
    await results.disclose(seed(done), {done.match: SALT})
    other = Database(tmp_path / "other.db")
    take_in(other, exported(results.database))
    for database in (results.database, other):
        late, first = database.read(
            lambda session: match_queries.seats_of(session, match_queries.match_called(session, "m-1"))
        )
        assert late.held_us + late.credit_us == late.transport_us
        # Less where the machine was busy: what its own event loop lost is neither.
        assert 0 < late.held_us <= 4001 * late.decisions
        assert 0 < late.credit_us <= 1001 * late.decisions
        assert (first.held_us, first.credit_us) == (0, 0)
        [tally] = [each for each in database.read(match_queries.tallies_of) if each.entrant_id == late.entrant_id]
        assert (tally.held_us, tally.credit_us) == (late.held_us, late.credit_us)
        assert_counts_are_those_of_the_matches(database)
    record = await results.record("m-1")
    assert verify(record, done.head).published
    other.close()


async def test_an_export_contains_no_private_data(results):
    await filled(results)
    accounts = StoredAccounts(results.database)
    made = await accounts.register("Secretive", "Ann", "")
    more = await accounts.create_token("bot", "Secretive", "", "t")
    await accounts.revoke_token(more.token.id, "t", "lost")
    invite, _ = await accounts.create_invite("course", 1, None, "t")
    await accounts.revoke_invite(invite.id, "t", "over")
    data = b"".join(exported(results.database))
    assert SECRET.hex().encode() not in data
    assert made.secret.encode() not in data
    for private in (made.token.id, more.token.id, invite.id):
        assert private.encode() not in data
    assert b'"RegisterBot","target":"Secretive"' in data
    assert b"secret-round" not in data


async def test_a_void_match_is_exported_without_its_record_while_its_deal_is_played(results):
    await filled(results)

    def told():
        lines = map(json.loads, exported(results.database))
        return next(line["record"] for line in lines if line.get("match") == "void")

    assert not told()
    await results.disclose(seed(await results.match("void")), {"void": SALT})
    assert told()


async def test_ratings_from_an_export_alone_are_those_of_the_database(results):
    await filled(results)
    for done in await results.matches(MatchFilter(), 99):
        if done.round == "secret-round":
            await results.disclose(seed(done), {done.match: SALT})
    database = results.database
    refit(database, 2000.0)
    names = database.read(lambda s: identity_queries.names_of_entrants(s, range(1, 9)))
    alone = sums_from(map(json.loads, exported(database)))
    pools = database.read(match_queries.all_pools)
    for pool in pools:
        kept = json.loads(database.read(lambda s, pool=pool: match_queries.ranking_of(s, str(pool.id))).body)
        found = rate(alone.within(pool_value(pool)), "@".join(names.get(kept["anchor"], "")))
        assert {"@".join(names[row["entrant"]]): row["rating"] for row in kept["rows"]} == pytest.approx(
            {row.entrant: row.rating for row in found.rows}
        )
        assert {"@".join(names[row["entrant"]]): row["reach"] for row in kept["rows"]} == pytest.approx(
            {row.entrant: row.reach for row in found.rows}
        )
    assert len(pools) == 2


async def test_a_ranking_is_stored_and_its_anchor_is_a_row_of_the_pool(results):
    await filled(results)
    database = results.database
    for time in (2000.0, 3000.0):
        assert refit(database, time) == ["1", "2", COMBINED]
    kept = database.read(lambda s: match_queries.ranking_of(s, "1"))
    names = database.read(lambda s: identity_queries.names_of_entrants(s, range(1, 9)))
    assert kept.computed == 3000.0
    assert names[json.loads(kept.body)["anchor"]] == ("greedy", "1")
    assert [pool.anchor_id for pool in database.read(match_queries.all_pools)] == [
        json.loads(kept.body)["anchor"],
        None,
    ]
    assert database.read(sums_of).cells


async def test_a_truncated_file_is_refused_and_none_of_it_is_stored(results, tmp_path):
    await filled(results)
    lines = exported(results.database)
    other = Database(tmp_path / "other.db")
    for cut in range(len(lines)):
        with pytest.raises(UsageError, match=r"cut after line|cut or changed|expected the header"):
            take_in(other, lines[:cut])
    with pytest.raises(UsageError, match=r"line 3: expected a whole JSON object"):
        take_in(other, [*lines[:2], lines[2][:-20]])
    assert other.read(match_queries.all_matches) == []
    assert all(rows == [] for rows in other.read(everything_counted).values())
    other.close()


def without_block(line):
    return json.dumps(json.loads(line) | {"block": ""}).encode() + b"\n"


async def test_a_file_that_was_changed_is_refused(results, tmp_path):
    await filled(results)
    lines = exported(results.database)
    other = Database(tmp_path / "other.db")
    for changed, words in [
        ([*lines[:3], *lines[4:]], r"expected \d+ as the number of matches"),
        ([*lines[:2], lines[2].replace(b"lay", b"lie"), *lines[3:]], r"line 3: its record is damaged"),
        ([lines[0], b'{"line":"match"}\n', *lines[2:]], r"line 2: it is no match of an export"),
        ([*lines[:2], without_block(lines[2]), *lines[3:]], r"line 3: it is no match .* expected the block of a match"),
        ([*lines, lines[2]], r"expected nothing after the last line"),
        ([b'{"line":"export","format":2}\n', *lines[1:]], r"line 1: expected the header of an export of format 1"),
    ]:
        with pytest.raises(UsageError, match=words):
            take_in(other, changed)
    assert other.read(match_queries.all_matches) == []
    other.close()


async def test_records_in_an_export_verify(results):
    await filled(results)
    for line in read_lines(exported(results.database)):
        if line["line"] == "match" and line["state"] == "finished":
            assert verify(line["record"].encode(), line["head"]).published


async def test_a_table_has_a_row_per_seat(results):
    await filled(results)
    rows = list(csv.DictReader(table(public_lines(results.database))))
    assert len(rows) == 2 * 8 + 4 * 4
    assert {row["entrant"] for row in rows} == {*NAMES, "greedy"}


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@x", "\tx", "\rx"])
def test_cells_of_a_table_for_spreadsheets_are_no_formulas(name):
    assert harmless(name)[0] in {"'", "\ufffd"}


# The commands ------------------------------------------------------------------------------------------------------


@pytest.fixture
def _empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


async def kept_in(file):
    database = Database(file)
    await filled(StoredResults(database))
    database.close()


async def test_export_and_import_are_commands(tmp_path, capfd):
    await kept_in(tmp_path / "arena.db")
    out = tmp_path / "arena.jsonl"
    assert main(["export", "--database", str(tmp_path / "arena.db"), "--output", str(out)]) == 0
    assert main(["import", str(out), "--database", str(tmp_path / "other.db")]) == 0
    assert "12 matches added, 0 known before" in capfd.readouterr().err
    assert main(["export", "--database", str(tmp_path / "other.db")]) == 0
    there = [line + b"\n" for line in capfd.readouterr().out.encode().splitlines()]
    assert there == as_taken_in(out.read_bytes().splitlines(keepends=True))
    assert main(["export", "--csv", "--database", str(tmp_path / "other.db")]) == 0
    assert capfd.readouterr().out.startswith("match,block,game")


async def test_a_backup_can_be_put_back(tmp_path, capfd):
    file, copied = tmp_path / "arena.db", tmp_path / "copy.db"
    await kept_in(file)
    assert main(["backup", str(copied), "--database", str(file)]) == 0
    database = Database(file)
    await StoredAccounts(database).register("late", "Ann", "")
    assert main(["restore", str(copied), "--database", str(file)]) == 1
    assert "is in use" in capfd.readouterr().err
    database.close()
    assert main(["restore", str(copied), "--database", str(file)]) == 0
    assert "is the backup now; what was there is in" in capfd.readouterr().err
    database = Database(file)
    assert await StoredAccounts(database).bots() == ()
    assert len(database.read(match_queries.all_matches)) == 14
    database.close()


@pytest.mark.parametrize(
    ("arguments", "words", "code"),
    [
        (["export"], "there is no such file", 1),
        (["backup"], "there is no such file", 1),
        (["restore", "nothing.db"], "there is no such file", 1),
        (["import", "nothing.jsonl"], "nothing.jsonl cannot be read", 2),
        (["restore", "x", "--database", "postgresql://x/y"], "pg_restore", 2),
    ],
)
@pytest.mark.usefixtures("_empty_folder")
def test_missing_files_and_programs_are_reported(tmp_path, capfd, arguments, words, code):
    assert main(arguments) == code
    assert words in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


async def test_a_backup_overwrites_an_earlier_backup_and_no_other_file(tmp_path, capfd):
    file, copied, notes = tmp_path / "arena.db", tmp_path / "copy.db", tmp_path / "notes.txt"
    await kept_in(file)
    notes.write_text("notes\n")
    for _ in range(2):
        assert main(["backup", str(copied), "--database", str(file)]) == 0
    assert main(["backup", str(notes), "--database", str(file)]) == 2
    assert "notes.txt is no backup of an arena, and would be lost" in capfd.readouterr().err
    assert notes.read_text() == "notes\n"
    assert main(["backup", str(file), "--database", str(file)]) == 2
    assert "is the database itself" in capfd.readouterr().err
    other = Database(tmp_path / "other.db")
    assert main(["backup", str(tmp_path / "other.db"), "--database", str(file)]) == 2
    other.close()
    assert "other.db is a database in use" in capfd.readouterr().err
    assert not list(tmp_path.glob("*.new"))


async def test_an_export_overwrites_an_earlier_export_and_no_other_file(tmp_path, capfd):
    file, out, notes = tmp_path / "arena.db", tmp_path / "arena.jsonl", tmp_path / "notes.txt"
    await kept_in(file)
    notes.write_text("notes\n")
    for more in ([], ["--csv"], []):
        assert main(["export", *more, "--database", str(file), "--output", str(out)]) == 0
    assert main(["export", "--database", str(file), "--output", str(notes)]) == 2
    assert "notes.txt is no export of an arena, and would be lost" in capfd.readouterr().err
    assert notes.read_text() == "notes\n"
