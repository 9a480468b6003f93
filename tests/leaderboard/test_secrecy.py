"""While a match of a block is running, no page discloses the order of its stacks."""

import base64

import pytest
from sqlmodel import Session, select

from arena.store.db.database import Database
from arena.store.repos import match_rows as stored
from arena.store.tables import BlockRow, MatchRow, RoundRow, SeatRow, TokenRow
from tests.leaderboard.filled import Filling, salt_of, secret_of, seed_of


def spellings(secret):
    return {secret.hex(), base64.b64encode(secret).decode(), base64.urlsafe_b64encode(secret).decode(), repr(secret)}


@pytest.fixture
def private(filled):
    """Return every secret in the database, in each form that a page could contain, and the names of secret matches."""
    database = Database(filled[0], read_only=True)

    def question(session: Session):
        blocks = session.exec(select(BlockRow).where(~BlockRow.disclosed)).all()
        secret = [
            match for block in blocks for match in session.exec(select(MatchRow).where(MatchRow.block_id == block.id))
        ]
        private = {*session.exec(select(RoundRow.secret)), *(stored.seed_of(session, block) for block in blocks)}
        private |= {match.salt for match in secret}
        words = {
            word for column in (TokenRow.hash, TokenRow.public, SeatRow.ticket) for word in session.exec(select(column))
        }
        words |= {session.get(RoundRow, block.round_id).public for block in blocks}
        words |= {block.public for block in blocks}
        return words.union(*map(spellings, private)) - {""}, [match.public for match in secret]

    found = database.read(question)
    database.close()
    return found


def test_an_anonymous_reader_finds_no_seed_no_salt_no_secret_and_no_token_anywhere(crawled, private):
    secrets, undisclosed = private
    assert len(undisclosed) == 2
    assert len(secrets) > 12
    for path, answer in crawled.items():
        text = answer.data.decode()
        assert [secret for secret in secrets if secret in text] == [], path


def test_a_match_of_an_open_block_shows_names_and_scores_and_nothing_that_was_played(site, matches):
    for which in ("secret", "running"):
        found = site.get(f"/matches/{matches[which]}")
        assert found["is_open"] is False
        assert found["moves"] == found["ledger"] == found["same_deal"] == []
        assert found["board"] is None
        assert {seat["bot"] for seat in found["seats"]} == {"ana", "quetzal"}
        text = site.page(f"/matches/{matches[which]}")
        assert ("are shown when the deal is disclosed" in text) == (which == "secret")
        assert ("The match has not begun" in text) == (which == "running")  # its journal has no line yet
        assert "r-secret" not in text
    assert all(seat["score"] is not None for seat in site.get(f"/matches/{matches['secret']}")["seats"])


@pytest.mark.parametrize("ending", ["/record.jsonl"])
def test_the_record_of_a_match_in_an_open_block_is_not_available(site, matches, ending):
    answer = site.ask(f"/api/v1/matches/{matches['secret']}{ending}")
    assert answer.status == 404
    assert "is not public yet" in answer.json["error"]


async def test_a_void_match_of_an_open_block_shows_nothing_either(tmp_path, site_of):
    from dataclasses import replace

    database = Database(tmp_path / "arena.db")
    filling = Filling(database)
    one = await filling.play(filling.entry("one", ("ana", "ben")), disclose=False)
    await filling.begin(filling.entry("other", ("ben", "ana")))
    await filling.results.keep(replace(one, state="void", ruling="a storm"))
    site = site_of(tmp_path / "arena.db")
    assert site.get("/matches/one")["moves"] == []
    assert site.ask("/api/v1/matches/one/record.jsonl").status == 404
    database.close()


async def test_everything_is_shown_when_the_last_match_of_the_block_has_ended(tmp_path, site_of):
    database = Database(tmp_path / "arena.db")
    filling = Filling(database)
    one = await filling.play(filling.entry("one", ("ana", "ben")), disclose=False)
    site = site_of(tmp_path / "arena.db")
    assert site.get("/matches/one")["moves"] == []
    other = await filling.play(filling.entry("other", ("ben", "ana")), disclose=False)
    await filling.disclose(one, other)
    for name in ("one", "other"):
        found = site.get(f"/matches/{name}")
        assert found["moves"]
        assert found["board"]["text"]
        record = site.ask(f"/api/v1/matches/{name}/record.jsonl").text
        assert seed_of(one).hex() in record
        assert secret_of("r-1").hex() not in record
    assert salt_of(one).hex() not in site.ask("/api/v1/matches/other/record.jsonl").text
    database.close()
