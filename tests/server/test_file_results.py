from dataclasses import replace

import pytest

from arena.errors import ArenaError
from arena.record import Seated, read_record
from arena.record.verify import verify
from arena.referee import play_match
from arena.server.file_results import FELL, FileResults
from arena.server.results import Entry, Round
from tests.games.tiny import TINY
from tests.referee.seats import GAMES, SALT, SEED, First, setup


def entry(match="m-1", **changes):
    terms = {
        "match": match,
        "game": TINY.name,
        "rules_version": TINY.version,
        "options": {},
        "seats": (Seated("bot-0", "1", "bot"), Seated("bot-1", "1", "bot")),
        "clock": "none",
        "fairness": "committed",
        "created": 1.0,
    }
    return Entry(**(terms | changes))


async def played(results, **changes):
    journal = await results.open_match(entry(**changes))
    return await play_match(setup(), [First(), First()], journal)


async def test_a_match_is_kept_with_its_record(tmp_path):
    results = FileResults(tmp_path)
    outcome = await played(results)
    assert await results.record("m-1") == outcome.record
    done = entry(state="finished", result=outcome.result, head=outcome.head, started=2.0, ended=3.0)
    await results.keep(done)
    assert await FileResults(tmp_path).match("m-1") == done


async def test_a_record_that_is_not_whole_yet_is_nobodys_to_read(tmp_path):
    results = FileResults(tmp_path)
    journal = await results.open_match(entry())
    await journal.begin(b"header")
    await journal.entry(b"answer")
    assert await results.record("m-1") is None
    assert (tmp_path / "records" / "m-1.part").read_bytes() == b"header\nanswer\n"


async def test_a_name_that_is_no_match_never_becomes_a_path(tmp_path):
    (tmp_path / "secret.jsonl").write_text("x")
    assert await FileResults(tmp_path).record("../secret") is None


async def test_after_a_fall_whole_records_are_finished_and_others_void(tmp_path):
    results = FileResults(tmp_path)
    outcome = await played(results)
    journal = await results.open_match(entry("m-2", created=2.0))
    await journal.begin(b"header")
    after = FileResults(tmp_path)
    whole, half = await after.match("m-1"), await after.match("m-2")
    assert (whole.state, whole.head, whole.result) == ("finished", outcome.head, outcome.result)
    assert (half.state, half.ruling) == ("void", FELL)
    assert [each.match for each in await after.matches()] == ["m-2", "m-1"]


async def test_an_index_line_cut_short_by_a_fall_is_no_line(tmp_path):
    results = FileResults(tmp_path)
    await results.keep(entry(state="void"))
    index = tmp_path / "matches.jsonl"
    whole = index.read_bytes()
    index.write_bytes(whole + whole[:40])
    again = FileResults(tmp_path)
    assert len(await again.matches()) == 1
    await again.keep(entry("m-2", state="void"))
    assert len(await FileResults(tmp_path).matches()) == 2


async def test_an_index_that_cannot_be_read_names_its_line(tmp_path):
    await FileResults(tmp_path).keep(entry(state="void"))
    index = tmp_path / "matches.jsonl"
    index.write_bytes(index.read_bytes() + b"{}\n")
    with pytest.raises(ArenaError, match="line 2"):
        FileResults(tmp_path)


async def test_the_disclosed_deal_follows_the_record_and_leaves_its_head(tmp_path):
    results = FileResults(tmp_path)
    outcome = await played(results)
    await results.disclose("m-1", SEED, SALT)
    record = await results.record("m-1")
    assert read_record(record).head == outcome.head
    assert verify(record, outcome.head, GAMES).replayed


async def test_a_round_is_kept_as_it_stands(tmp_path):
    results = FileResults(tmp_path)
    first = Round("r-1", bytes(32))
    await results.keep_round(first)
    await results.keep_round(replace(first, nonces=(("ana", "1", b"\x01"),), closed=True))
    lines = (tmp_path / "rounds.jsonl").read_text().splitlines()
    assert len(lines) == 2
    assert '"closed": true' in lines[1]
    assert "00" * 32 not in repr(first)
