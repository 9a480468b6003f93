"""Tests that no call discloses the order of a block's stacks while one of its matches is running."""

import base64
from functools import partial

import grpc
import pytest
from sqlmodel import Session, select
from trio import to_thread

from arena.protocol.v1 import common_pb2, organiser_pb2, organiser_pb2_grpc
from arena.store.db.database import Database
from arena.store.exchange import public_lines, written
from arena.store.intake import take_in
from arena.store.repos import match_rows as stored
from arena.store.tables import BlockRow, MatchRow, RoundRow
from tests.leaderboard.filled import Filling
from tests.server.tournaments.test_tournaments import cup
from tests.server.wire import WITHIN, bring, eventually

CALLS = organiser_pb2.DESCRIPTOR.services_by_name["Organiser"].methods_by_name


def secrets_of(server):
    """Return all secrets of a deal, and the salts with which a guess could be checked, in every spelling."""
    database = Database(server.data / "arena.db", read_only=True)

    def question(session: Session):
        seeds = [stored.seed_of(session, block) for block in session.exec(select(BlockRow))]
        return [*session.exec(select(RoundRow.secret)), *session.exec(select(MatchRow.salt)), *seeds]

    found = database.read(question)
    database.close()
    return [
        word
        for each in found
        for word in (each, each.hex().encode(), base64.b64encode(each), base64.urlsafe_b64encode(each))
    ]


def answers(server, token, values):
    """Make every call with this token. Return the bytes of each answer, or the words of its refusal.

    For a watched tournament, return only its first status, because more follow until it is over.
    """
    found = {}
    for name, method in CALLS.items():
        asking = partial(first_news, server) if name == "WatchTournament" else server.ask
        known = {field.name: values[field.name] for field in method.input_type.fields if field.name in values}
        for match in values["matches"]:
            fields = known | ({"match": match} if "match" in method.input_type.fields_by_name else {})
            try:
                answer = asking(name, token, **fields)
            except grpc.RpcError as error:
                found[name, match] = (error.code().name + error.details()).encode()
            else:
                found[name, match] = b"".join(
                    each.SerializeToString() for each in (answer if isinstance(answer, list) else [answer])
                )
    return found


def first_news(server, call, token, **fields):
    """Watch a tournament, and return the first message of the stream."""
    with grpc.insecure_channel(server.address) as channel:
        stub = organiser_pb2_grpc.OrganiserStub(channel)
        metadata = [("authorization", f"Bearer {token}")] if token else []
        return next(getattr(stub, call)(organiser_pb2.WatchTournamentRequest(**fields), metadata=metadata))


@pytest.fixture
def open_block(serve, names, streams):
    """Return an arena with an ended and a running match of one block, a third bot, and values for requests."""
    server = serve("--limit", "join_within=3600")
    ana, bob, cam = bring(server, *names[:3])
    streams += [ana, bob, cam]
    begun = server.ask("RunTournament", file=cup("Secret", *names[:2])).tournament
    mine, theirs = ([stream.offer() for _ in range(2)] for stream in (ana, bob))
    first = mine[0].match
    seats = [
        ana.seat(mine[0]).in_background(),
        bob.seat(next(each for each in theirs if each.match == first)).in_background(),
    ]
    streams += seats
    seats[0].overs.get(timeout=WITHIN)
    over = organiser_pb2.MATCH_STATE_FINISHED
    eventually(lambda: server.ask("GetMatch", match=first).match.state == over)
    values = {"tournament": begun.id, "bot": names[0], "target": begun.id, "matches": [first, mine[1].match]}
    return server, cam, values


@pytest.mark.parametrize("who", ["nobody", "another bot", "a reader"])
def test_no_call_discloses_from_what_a_deal_follows(open_block, who):
    server, cam, values = open_block
    made = {"nobody": lambda: "", "another bot": lambda: cam.token, "a reader": lambda: reading(server)}
    found, secrets = answers(server, made[who](), values), secrets_of(server)
    assert len(secrets) == 4 * (1 + 2 + 1)  # of a round, of two matches, of a block
    assert {name for name, _ in found} == set(CALLS)
    for call, said in found.items():
        assert [secret for secret in secrets if secret in said] == [], call
    if who == "a reader":
        assert b"Secret" in found["GetTournament", values["matches"][0]]
        for match in values["matches"]:
            assert b'"answer"' not in found["ReadRecord", match]


def test_messages_to_another_bot_contain_no_secret_of_a_running_block(open_block):
    server, cam, _ = open_block
    cam.close()
    heard = [message.SerializeToString() for message in iter(cam.inbox.get, None)]
    for secret in secrets_of(server):
        assert [message for message in heard if secret in message] == []


async def test_matches_imported_from_another_arena_are_no_secret_to_a_reader(serve, tmp_path):
    elsewhere = Database(tmp_path / "elsewhere.db")
    filling = Filling(elsewhere)
    await filling.play(filling.entry("theirs", ("greedy", "random")))
    server = serve()
    here = Database(server.data / "arena.db")
    assert take_in(here, list(written(public_lines(elsewhere)))).added == 1
    here.close()
    record = await filling.results.record("theirs")
    elsewhere.close()
    pieces = await to_thread.run_sync(partial(server.ask, "ReadRecord", reading(server), match="theirs"))
    assert b"".join(piece.data for piece in pieces) == record


def reading(server):
    """Make a read-only token, and return it."""
    made = server.ask("CreateToken", scope=common_pb2.SCOPE_READ, label="reader")
    server.secrets.add(made.token_secret)
    return made.token_secret
