"""Tests of deals that no participant can choose: when values are published, and that they fit together."""

import hashlib

import pytest

from arena.games.chance import Deal
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record import block_seed, commit, read_record
from arena.record.verify import verify
from arena.store.db.database import Database
from arena.store.sql import match_queries
from tests.server.wire import CACAO, WITHIN, bring


def play_all(stream, streams, count):
    """Take the next `count` offered seats, and play each of them in a thread."""
    for _ in range(count):
        streams.append(stream.seat().in_background())


def record_of(server, match):
    return b"".join(piece.data for piece in server.ask("ReadRecord", match=match))


@pytest.fixture
def patient(serve):
    """Return an arena that waits ten minutes for the nonces of a round."""
    return serve("--limit", "nonce_within=600")


def test_secret_nonces_seeds_and_commitments_fit_together(patient, names, streams):
    ana, bob = bring(patient, *names[:2])
    streams += [ana, bob]
    patient.match(*names[:2], blocks=2)
    announced = ana.until("round")
    bob.send(nonce=attend_pb2.Nonce(round=announced.round))
    ana.send(nonce=attend_pb2.Nonce(round=announced.round, nonce=b"dice"))
    ana.send(nonce=attend_pb2.Nonce(round=announced.round, nonce=b"changed my mind"))
    nonces = ana.until("nonces")
    assert [(each.entrant, each.nonce) for each in nonces.nonces] == [(names[0], b"dice"), (names[1], b"")]
    offers = [ana.offer() for _ in range(4)]
    assert {offer.round for offer in offers} == {announced.round}
    assert {offer.fairness for offer in offers} == {common_pb2.FAIRNESS_COMMITTED}
    assert len({offer.commitment for offer in offers}) == 4
    streams += [ana.seat(offer).in_background() for offer in offers]
    play_all(bob, streams, 4)
    blocks = {block.number: block for block in (ana.until("block"), ana.until("block"))}
    secret = ana.until("round_secret").secret
    assert hashlib.sha256(secret).digest() == announced.secret_digest
    committed = {offer.match: offer.commitment.hex() for offer in offers}
    for number, block in blocks.items():
        assert block.seed == block_seed(secret, [b"dice", b""], number)
        assert len(block.matches) == 2
        for each in block.matches:
            assert committed.pop(each.match) == commit(block.seed, each.match, each.salt)
            record = record_of(patient, each.match)
            assert read_record(record).appendix.seed == block.seed
            assert verify(record).replayed
    assert committed == {}


def test_the_secret_is_stored_before_its_digest_is_published(serve, names, streams):
    server = serve()
    ana, bob = bring(server, *names[:2])
    streams += [ana, bob]
    server.match(*names[:2])
    announced = ana.until("round")
    database = Database(server.data / "arena.db", read_only=True)
    kept = database.read(lambda session: match_queries.round_named(session, announced.round).secret)
    database.close()
    assert hashlib.sha256(kept).digest() == announced.secret_digest


def test_nothing_is_disclosed_while_a_match_of_the_block_runs(shared, names, streams):
    ana, bob = bring(shared, *names[:2])
    streams += [ana, bob]
    shared.match(*names[:2])
    offers = [ana.offer(), ana.offer()]
    theirs = {offer.match: offer for offer in (bob.offer(), bob.offer())}
    first = offers[0]
    seats = [ana.seat(first).in_background(), bob.seat(theirs[first.match]).in_background()]
    streams += seats
    seats[0].overs.get(timeout=WITHIN)
    ana.until("result")
    assert read_record(record_of(shared, first.match)).appendix is None
    second = offers[1]
    streams += [ana.seat(second).in_background(), bob.seat(theirs[second.match]).in_background()]
    assert ana.until("block").number == 0
    assert read_record(record_of(shared, first.match)).appendix is not None


def test_a_seed_repeats_deals_and_bot_seeds_but_no_name(shared, names, streams):
    ana, bob = bring(shared, *names[:2])
    streams += [ana, bob]
    starts, matches = [], []
    for _ in range(2):
        matches.append(shared.match(*names[:2], seed="again"))
        seats = [stream.seat().in_background() for stream in (ana, ana, bob, bob)]
        streams += seats
        starts.append(sorted((seat.start.bot_seed, seat.start.seat) for seat in seats))
        assert {seat.overs.get(timeout=WITHIN).reason for seat in seats} == {common_pb2.END_REASON_FINISHED}
        ana.until("block")
        assert {seat.start.fairness for seat in seats} == {common_pb2.FAIRNESS_SEEDED}
        assert seats[0].start.round == ""
    assert starts[0] == starts[1]
    assert set(matches[0]).isdisjoint(matches[1])
    records = [[read_record(record_of(shared, match)) for match in sorted(some)] for some in matches]
    assert len({record.appendix.seed for some in records for record in some}) == 1
    first, second = [{tuple(entry.option for entry in each.entries) for each in some} for some in records]
    assert first == second


def test_a_match_may_begin_at_a_position(shared, names, streams):
    state = CACAO.new(CACAO.complete({}), 2, Deal(bytes(32)))
    state.apply(state.options()[0])
    ana, bob = bring(shared, *names[:2], matches=1)
    streams += [ana, bob]
    shared.match(*names[:2], position=state.position())
    seats = [ana.seat().in_background(), bob.seat().in_background()]
    streams += seats
    assert seats[0].start.fairness == common_pb2.FAIRNESS_POSITION
    assert seats[0].start.commitment == b""
    seats[0].overs.get(timeout=WITHIN)
    header = read_record(record_of(shared, seats[0].start.match)).header
    assert header.position is not None


@pytest.mark.parametrize("count", [3, 4])
def test_with_more_seats_a_block_has_every_rotation(shared, names, streams, count):
    several = bring(shared, *names[:count])
    streams += several
    shared.match(*names[:count])
    mine, *others = [[stream.seat().in_background() for _ in range(count)] for stream in several]
    streams += [*mine, *(seat for some in others for seat in some)]
    assert sorted(seat.start.seat for seat in mine) == list(range(count))
