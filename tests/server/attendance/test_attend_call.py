"""Tests of the call `Attend`: admitted bots, offered matches, and the ends of its stream."""

import grpc
import pytest

from arena.games import GAMES
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.store.db.database import Database
from tests.server.wire import CACAO, Attending, bring, eventually, hello

DONE = common_pb2.ENDING_REASON_DONE
BROKEN = common_pb2.ENDING_REASON_BROKEN


def refused(server, token, **fields):
    """Send a Hello that the arena refuses. Return the ending of the stream, and its status."""
    stream = Attending(server, token, enter=False, **fields)
    ending, gone = stream.ending()
    stream.close()
    return ending, gone


def test_a_welcome_names_the_bot_and_the_rules_of_the_arena(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0], version="2.b", matches=7)
    welcome = ana.welcome
    assert (welcome.entrant, welcome.version, welcome.protocol) == (names[0], "2.b", 1)
    assert [(each.game, each.rules_version, list(each.seats)) for each in welcome.games] == [
        ("cacao", CACAO.version, [2, 3, 4])
    ]
    assert welcome.matches_at_once == 7
    assert welcome.max_message_bytes == 16 << 10
    assert welcome.returns_per_minute == 5


def test_a_bot_is_stored_as_connected_until_its_last_stream_ends(serve, names):
    server = serve()
    database = Database(server.data / "arena.db", read_only=True)

    def is_connected():
        with database.engine.connect() as connection:
            return connection.exec_driver_sql("SELECT departed IS NULL FROM versions WHERE name = '7'").scalar()

    [ana] = bring(server, names[0], version="7")
    assert is_connected()
    ana.close()
    eventually(is_connected, lambda found: not found)
    database.close()


def test_a_welcome_repeats_the_features_that_the_arena_knows(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0], features=[attend_pb2.FEATURE_LAG_BUDGET, 99, 1])
    assert list(ana.welcome.features) == [attend_pb2.FEATURE_LAG_BUDGET]


def test_a_bot_of_1_0_is_welcomed_without_features(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    assert list(ana.welcome.features) == []


def test_no_bot_is_offered_more_matches_than_the_limit_of_one_bot(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0], matches=10_000)
    assert ana.welcome.matches_at_once == 64


@pytest.mark.parametrize("token", [None, "x" * 43, "Bearer"])
def test_a_bot_without_a_good_token_is_refused(serve, token):
    ending, gone = refused(serve(), token)
    assert ending.reason == common_pb2.ENDING_REASON_TOKEN
    assert gone.code is grpc.StatusCode.UNAUTHENTICATED
    assert "Bearer TOKEN" in gone.details


def test_a_token_in_another_scheme_than_bearer_is_refused(serve, names):
    server = serve()
    token = server.bot(names[0])
    ending, _ = refused(server, None, metadata=[("authorization", f"Basic {token}")])
    assert ending.reason == common_pb2.ENDING_REASON_TOKEN


def test_an_organisers_token_does_not_attend(shared):
    ending, gone = refused(shared, shared.organiser)
    assert ending.reason == common_pb2.ENDING_REASON_FORBIDDEN
    assert gone.code is grpc.StatusCode.PERMISSION_DENIED


def test_an_address_with_bad_tokens_waits_and_bots_with_good_tokens_get_in(serve, names, streams):
    server = serve("--limit", "refusals_per_minute=3")
    for _ in range(3):
        assert refused(server, "guess")[0].reason == common_pb2.ENDING_REASON_TOKEN
    ending, gone = refused(server, "guess")
    assert ending.reason == common_pb2.ENDING_REASON_LIMIT
    assert 0 < ending.retry_after_us <= 60_000_000
    assert 1 <= int(gone.trailing["retry-after"]) <= 60
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    streams[:] = bring(server, names[0])


def test_a_bot_that_connects_too_often_has_to_wait(serve, names, streams):
    server = serve("--limit", "attends_per_minute=3")
    tokens = [server.bot(name) for name in names[:2]]
    for _ in range(3):
        Attending(server, tokens[0]).close()
    ending, gone = refused(server, tokens[0])
    assert ending.reason == common_pb2.ENDING_REASON_LIMIT
    assert 0 < ending.retry_after_us <= 60_000_000
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    streams.append(Attending(server, tokens[1]))  # it is welcome


def test_a_bot_of_another_protocol_is_notified_which_one_is_spoken(shared, names):
    ending, gone = refused(shared, shared.bot(names[0]), protocol=2)
    assert (ending.reason, ending.protocol) == (common_pb2.ENDING_REASON_PROTOCOL_VERSION, 1)
    assert gone.code is grpc.StatusCode.FAILED_PRECONDITION


def test_a_bot_without_a_common_game_is_notified_which_rules_are_played(shared, names):
    games = [common_pb2.GameSupport(game="cacao", rules_version=CACAO.version + 1, seats=[2])]
    ending, gone = refused(shared, shared.bot(names[0]), games=games)
    assert ending.reason == common_pb2.ENDING_REASON_RULES_VERSION
    assert {(each.game, each.version) for each in ending.rules} == {(name, GAMES[name].version) for name in GAMES}
    assert gone.code is grpc.StatusCode.FAILED_PRECONDITION


def test_a_game_that_is_not_offered_is_a_notice_where_another_is(shared, names, streams):
    games = [*hello().games, common_pb2.GameSupport(game="chess", rules_version=1, seats=[2])]
    [ana] = streams[:] = bring(shared, names[0], games=games)
    notice = ana.until("notice")
    assert notice.kind == attend_pb2.NOTICE_KIND_GAME_NOT_OFFERED
    assert "chess" in notice.text


@pytest.mark.parametrize("fields", [{"version": ""}, {"version": "x" * 33}, {"version": "a b"}, {"matches": 0}])
def test_a_hello_with_impossible_values_ends_the_stream_as_broken(shared, names, fields):
    ending, gone = refused(shared, shared.bot(names[0]), **fields)
    assert ending.reason == BROKEN
    assert gone.code is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize("data", [b"\xff\xff\xff", b"", attend_pb2.AttendRequest(drain={}).SerializeToString()])
def test_another_first_message_than_hello_ends_the_stream_without_a_loss(shared, names, streams, data):
    stream = Attending(shared, shared.bot(names[0]), say_hello=False)
    streams.append(stream)
    stream.send_bytes(data)
    ending, gone = stream.ending()
    assert ending.reason == BROKEN
    assert gone.code is grpc.StatusCode.INVALID_ARGUMENT


def test_broken_bytes_after_hello_end_the_stream(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    ana.send_bytes(b"\x0a\xff")
    ending, _ = ana.ending()
    assert ending.reason == BROKEN


def test_a_second_hello_is_out_of_order(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    ana.send(hello=hello())
    assert ana.ending()[0].reason == BROKEN


def test_a_message_that_is_too_large_ends_the_stream(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    ana.send(nonce=attend_pb2.Nonce(round="x" * (17 << 10)))
    ending, gone = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_TOO_LARGE
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_nonce_longer_than_32_bytes_is_broken(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    ana.send(nonce=attend_pb2.Nonce(round="x", nonce=bytes(33)))
    assert ana.ending()[0].reason == BROKEN


def test_unknown_fields_are_ignored(shared, names, streams):
    stream = Attending(shared, shared.bot(names[0]), say_hello=False)
    streams.append(stream)
    newer = attend_pb2.AttendRequest(hello=hello()).SerializeToString() + b"\xf2\x07\x02hi"  # field 126
    stream.send_bytes(newer)
    assert stream.until("welcome").entrant == names[0]


def test_an_unknown_option_form_counts_as_unspecified(shared, names, streams):
    stream = Attending(shared, shared.bot(names[0]), say_hello=False)
    streams.append(stream)
    form = attend_pb2.Hello.FromString(b"\x28\x63")  # option_form 99
    message = hello()
    message.MergeFrom(form)
    stream.send(hello=message)
    assert stream.until("welcome").entrant == names[0]


def test_a_flood_ends_the_stream(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    for number in range(2_000):
        ana.send(pong=common_pb2.Pong(number=number))
    ending, gone = ana.ending()
    assert gone.code is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert ending is None or ending.reason == common_pb2.ENDING_REASON_FLOOD


def test_a_bot_that_flooded_pauses_before_its_next_call_and_other_bots_do_not(shared, names, streams):
    tokens = [shared.bot(name) for name in names[:2]]
    streams.append(flood := Attending(shared, tokens[0]))
    for number in range(2_000):
        flood.send(pong=common_pb2.Pong(number=number))
    flood.ending()
    streams.append(again := Attending(shared, tokens[0], enter=False))
    ending, _ = again.ending()
    assert ending.reason == common_pb2.ENDING_REASON_LIMIT
    assert 0 < ending.retry_after_us <= 10_000_000
    streams.append(Attending(shared, tokens[1]))  # it is welcome


def test_a_silent_bot_is_disconnected(serve, names, streams):
    server = serve("--limit", "first_message=0.2")
    stream = Attending(server, server.bot(names[0]), say_hello=False)
    streams.append(stream)
    ending, gone = stream.ending()
    assert ending.reason == common_pb2.ENDING_REASON_SILENT
    assert gone.code is grpc.StatusCode.DEADLINE_EXCEEDED


def test_an_unanswered_ping_ends_the_stream(serve, names, streams):
    server = serve("--limit", "ping_interval=0.2", "--limit", "ping_timeout=0.4")
    [ana] = streams[:] = bring(server, names[0], answers=False)
    ending, _ = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_SILENT


def test_a_bot_that_answers_pings_stays_connected(serve, names, streams):
    server = serve("--limit", "ping_interval=0.2", "--limit", "ping_timeout=2")
    [ana] = streams[:] = bring(server, names[0], answers=False)
    for _ in range(6):  # one at each look of the arena: longer than interval and timeout together
        number = ana.until("ping").number
        ana.send(pong=common_pb2.Pong(number=number))
    [row] = server.ask("ListAttendances").attendances
    assert row.round_trip_us > 0


def test_a_bot_that_drains_without_a_match_may_disconnect(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    ana.send(drain=attend_pb2.Drain())
    ending, gone = ana.ending()
    assert (ending.reason, gone.code) == (DONE, grpc.StatusCode.OK)


def test_a_bot_that_drains_plays_what_it_was_offered_and_no_more(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2])
    shared.match(*names[:2])
    offers = [ana.offer(), ana.offer()]
    ana.send(drain=attend_pb2.Drain())
    seats = [ana.seat(offer).in_background() for offer in offers]
    seats += [bob.seat().in_background() for _ in offers]
    streams += seats
    ending, _ = ana.ending()
    assert ending.reason == DONE
    with pytest.raises(grpc.RpcError, match="is not connected"):
        shared.match(*names[:2])


def test_streams_of_one_version_add_up_and_are_limited(serve, names, streams):
    server = serve("--limit", "streams_per_bot=2")
    token = server.bot(names[0])
    streams[:] = [Attending(server, token), Attending(server, token)]
    ending, _ = refused(server, token)
    assert ending.reason == common_pb2.ENDING_REASON_LIMIT
    assert ending.retry_after_us > 0


def test_another_version_takes_the_new_offers(shared, names, streams):
    [ana, bob] = streams[:] = bring(shared, *names[:2], version="1")
    newer = Attending(shared, ana.token, version="2")
    streams.append(newer)
    notice = ana.until("notice")
    assert notice.kind == attend_pb2.NOTICE_KIND_SUPERSEDED
    shared.match(*names[:2])
    seats = [stream.seat().in_background() for stream in (newer, bob, newer, bob)]
    streams += seats
    assert [holder.version for holder in seats[0].start.seats if holder.entrant == names[0]] == ["2"]


def test_the_older_version_takes_offers_again_when_the_newer_one_disconnects(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], version="1")
    newer = Attending(shared, ana.token, version="2")
    ana.until("notice")
    newer.close()
    eventually(lambda: [each for each in shared.ask("ListAttendances").attendances if each.entrant == names[0]], one)
    shared.match(*names[:2])
    assert ana.offer().match
    assert bob.offer().match


def one(rows):
    return len(rows) == 1


def test_five_new_versions_a_day_are_the_limit(shared, names, streams):
    token = shared.bot(names[0])
    for version in range(5):
        streams.append(Attending(shared, token, version=str(version)))
    ending, gone = refused(shared, token, version="5")
    assert ending.reason == common_pb2.ENDING_REASON_LIMIT
    assert ending.retry_after_us > 23 * 3600 * 1_000_000
    assert int(gone.trailing["retry-after"]) > 23 * 3600


def test_a_withdrawn_version_is_not_let_in_and_leaves(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0], version="1")
    shared.ask("WithdrawVersion", bot=names[0], version="1", reason="it plays for two")
    ending, _ = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_FORBIDDEN
    again, _ = refused(shared, ana.token, version="1")
    assert again.reason == common_pb2.ENDING_REASON_FORBIDDEN
    assert "it plays for two" in again.text


def test_a_suspended_bot_leaves_and_reconnects_when_it_is_reinstated(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    shared.ask("SuspendBot", bot=names[0], reason="a look at it")
    ending, gone = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_FORBIDDEN
    assert gone.code is grpc.StatusCode.PERMISSION_DENIED
    assert refused(shared, ana.token)[0].reason == common_pb2.ENDING_REASON_FORBIDDEN
    shared.ask("ReinstateBot", bot=names[0], reason="all is well")
    streams.append(Attending(shared, ana.token))


def test_a_revoked_token_ends_its_streams_at_once(shared, names, streams):
    [ana] = streams[:] = bring(shared, names[0])
    [token] = shared.ask("ListTokens", bot=names[0]).tokens
    shared.ask("RevokeToken", id=token.id, reason="it was in a screenshot")
    ending, gone = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_TOKEN
    assert gone.code is grpc.StatusCode.UNAUTHENTICATED
    assert refused(shared, ana.token)[0].reason == common_pb2.ENDING_REASON_TOKEN
