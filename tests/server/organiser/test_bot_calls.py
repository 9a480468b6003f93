"""Tests of calls about bots: which callers may register one, and the effects of renaming and deleting."""

from arena.protocol.v1 import common_pb2, organiser_pb2
from tests.server.organiser.asking import Code, refused
from tests.server.wire import WITHIN, Attending, bring


def test_registration_needs_an_invite_or_an_organiser(serve, names):
    server = serve()
    assert refused(server, "RegisterBot", "", name=names[0]).code() is Code.PERMISSION_DENIED
    assert refused(server, "RegisterBot", "", name=names[0], invite_code="guess").code() is Code.PERMISSION_DENIED
    made = server.ask("CreateInvite", label="course", uses=1)
    server.secrets.add(made.invite_code)
    bot = server.ask("RegisterBot", "", name=names[0], author="a student", invite_code=made.invite_code)
    server.secrets.add(bot.token_secret)
    assert (bot.bot.name, bot.bot.author, bot.token.scope) == (names[0], "a student", common_pb2.SCOPE_BOT)
    used = refused(server, "RegisterBot", "", name=names[1], invite_code=made.invite_code)
    assert used.code() is Code.PERMISSION_DENIED
    Attending(server, bot.token_secret).close()


def test_guessing_invite_codes_is_slowed_down(serve, names):
    server = serve("--limit", "refusals_per_minute=2")
    for _ in range(2):
        assert refused(server, "RegisterBot", "", name=names[0], invite_code="x").code() is Code.PERMISSION_DENIED
    error = refused(server, "RegisterBot", "", name=names[0], invite_code="x")
    assert error.code() is Code.RESOURCE_EXHAUSTED
    assert int(dict(error.trailing_metadata())["retry-after"]) >= 1


def test_wrong_invite_codes_lock_no_good_one_out(serve, names):
    server = serve("--limit", "refusals_per_minute=2")
    code = server.ask("CreateInvite", label="course", uses=1).invite_code
    for _ in range(3):
        refused(server, "RegisterBot", "", name=names[0], invite_code="x")
    server.secrets.add(server.ask("RegisterBot", "", name=names[0], invite_code=code).token_secret)


def test_open_registration_is_limited_by_address_and_invites_are_exempt(serve, names):
    server = serve("--open-registration", "--limit", "registrations_per_hour=2")
    for name in names[:2]:
        server.secrets.add(server.ask("RegisterBot", "", name=name).token_secret)
    error = refused(server, "RegisterBot", "", name=names[2])
    assert error.code() is Code.RESOURCE_EXHAUSTED
    assert 3500 < int(dict(error.trailing_metadata())["retry-after"]) <= 3600
    code = server.ask("CreateInvite", label="course", uses=9).invite_code
    server.secrets.add(code)
    for name in names[2:]:
        server.secrets.add(server.ask("RegisterBot", "", name=name, invite_code=code).token_secret)


def test_rename_and_delete_keep_what_was_played(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], matches=1)
    shared.match(*names[:2])
    seats = [ana.seat().in_background(), bob.seat().in_background()]
    streams += seats
    match = seats[0].start.match
    shared.ended(match)
    renamed = shared.ask("RenameBot", bot=names[0], new_name=names[2], reason="marriage").bot
    assert renamed.name == names[2]
    ending, _ = ana.ending()
    assert ending.reason == common_pb2.ENDING_REASON_SHUTDOWN  # reconnect, under the new name
    left = shared.ask("DeleteBot", bot=names[1], reason="asked for").bot
    assert left.state == organiser_pb2.BOT_STATE_DELETED
    assert names[1] in {holder.entrant for holder in shared.ask("GetMatch", match=match).match.seats}
    lines = shared.ask("ListAuditLines").audit_lines[:2]
    assert [(line.action, line.reason) for line in lines] == [
        ("DeleteBot", "asked for"),
        ("RenameBot", f"renamed from {names[0]} to {names[2]}: marriage"),
    ]


def test_a_renamed_bot_finishes_the_match_that_it_plays(shared, names, streams):
    ana, bob = streams[:] = bring(shared, *names[:2], matches=1)
    shared.match(*names[:2])
    offer = ana.offer()
    seats = [ana.seat(offer), bob.seat()]
    streams += seats
    match = seats[0].start.match
    shared.ask("RenameBot", bot=names[0], new_name=names[2])
    assert ana.ending()[0].reason == common_pb2.ENDING_REASON_SHUTDOWN
    seats[0].close()
    seats[0] = ana.seat(offer)  # it lost its connection, and has a new name now
    streams.append(seats[0])
    overs = [seat.in_background().overs for seat in seats]
    shared.ended(match)
    assert [over.get(timeout=WITHIN).reason for over in overs] == [common_pb2.END_REASON_FINISHED] * 2
