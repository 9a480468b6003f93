"""Tests of the stored accounts, on both kinds of databases."""

import json

import pytest
import trio

from arena.errors import UsageError
from arena.server.access.accounts import DeniedError, NotFoundError, TakenError, TooManyError
from arena.store.exchange import public_lines
from arena.store.intake import take_in
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.sql import identity_queries


class Wall:
    """A clock that a test sets."""

    def __init__(self):
        self.time = 1000.0

    def __call__(self):
        return self.time


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def accounts(database, wall):
    return StoredAccounts(database, frozenset({"greedy", "mcts-200"}), versions_per_day=3, now=wall)


async def test_a_bot_has_a_token_that_is_shown_once(accounts):
    made = await accounts.register("Ana.1", "Ann", "plays", by="t")
    holder = await accounts.holder(made.secret)
    assert (holder, holder.bot, holder.scope, holder.label) == (made.token, "Ana.1", "bot", "first")
    assert await accounts.holder("another secret") is None
    assert await accounts.token(made.token.id) == made.token
    assert await accounts.token("nobody") is None
    assert made.secret not in repr(made)


async def test_a_bot_is_found_however_its_name_is_capitalised(accounts):
    await accounts.register("Ana.1", "Ann", "plays")
    found = await accounts.bot("aNA.1")
    assert (found.name, found.author, found.description, found.state) == ("Ana.1", "Ann", "plays", "active")
    with pytest.raises(NotFoundError, match=r"no bot is called 'zoe'$"):
        await accounts.bot("zoe")
    with pytest.raises(NotFoundError, match=r"no bot is called 'ana1' \(did you mean 'Ana\.1'\?\)"):
        await accounts.bot("ana1")


@pytest.mark.parametrize("name", ["ana", "ANA", "Greedy", "mcts-200"])
async def test_a_name_is_taken_if_it_differs_only_in_case_or_belongs_to_a_house_bot(accounts, name):
    await accounts.register("Ana", "Ann", "")
    with pytest.raises(TakenError, match="expected another one"):
        await accounts.register(name, "Ben", "")


@pytest.mark.parametrize("name", ["a", "-ana", "ana bot", "<b>", "a" * 33, ""])
async def test_an_invalid_name_is_refused(accounts, name):
    with pytest.raises(UsageError, match="bot name"):
        await accounts.register(name, "Ann", "")


async def test_an_invite_registers_as_many_bots_as_it_says(accounts):
    invite, code = await accounts.create_invite("course", 2, 2000.0, "t")
    assert (invite.uses_left, invite.label) == (2, "course")
    await accounts.register("ana", "Ann", "", code)
    await accounts.register("ben", "Ann", "", code)
    with pytest.raises(DeniedError, match="used up"):
        await accounts.register("cleo", "Ann", "", code)
    assert [each.uses_left for each in await accounts.invites()] == [0]
    with pytest.raises(DeniedError, match="unknown or revoked"):
        await accounts.register("cleo", "Ann", "", "nonsense")


async def test_an_invite_that_has_ended_or_is_revoked_registers_no_bot(accounts, wall):
    late, code = await accounts.create_invite("late", 2, 2000.0, "t")
    gone, other = await accounts.create_invite("gone", 2, None, "t")
    assert (await accounts.revoke_invite(gone.id, "t", "leaked")).revoked == 1000.0
    with pytest.raises(DeniedError):
        await accounts.register("ana", "Ann", "", other)
    wall.time = 2000.0
    with pytest.raises(DeniedError):
        await accounts.register("ana", "Ann", "", code)
    assert [each.id for each in await accounts.invites()] == [gone.id, late.id]


async def test_a_registration_that_fails_spends_no_invite(accounts):
    _, code = await accounts.create_invite("course", 1, None, "t")
    await accounts.register("ana", "Ann", "")
    with pytest.raises(TakenError):
        await accounts.register("ana", "Ann", "", code)
    await accounts.register("ben", "Ann", "", code)


async def test_tokens_of_a_renamed_bot_stay_valid(accounts):
    made = await accounts.register("ana", "Ann", "")
    assert (await accounts.rename("ana", "Anna", "t", "typo")).name == "Anna"
    assert (await accounts.holder(made.secret)).bot == "Anna"
    with pytest.raises(NotFoundError):
        await accounts.bot("ana")


async def test_the_audit_line_of_a_rename_keeps_the_old_name_before_the_reason(accounts, database):
    await accounts.register("ana", "Ann", "")
    await accounts.rename("ANA", "Anna", "t", "typo")
    await accounts.rename("anna", "Annabel", "t", "")
    with pytest.raises(UsageError, match="reason: expected one line"):
        await accounts.rename("Annabel", "Bella", "t", "x" * 10_000)
    told = ["renamed from Anna to Annabel", "renamed from ana to Anna: typo"]
    assert [line.reason for line in await accounts.audit() if line.action == "RenameBot"] == told
    [line] = await accounts.audit("Annabel")
    assert (line.action, line.reason) == ("RenameBot", told[0])
    exported = [line["reason"] for line in public_lines(database) if line.get("action") == "RenameBot"]
    assert exported == told[::-1]


async def test_a_deleted_bot_leaves_a_neutral_name_and_no_token(accounts):
    made = await accounts.register("ana", "Ann", "plays")
    gone = await accounts.set_state("ana", "deleted", "t", "asked for it")
    assert gone.name.startswith("deleted-")
    assert (gone.author, gone.description, gone.state) == ("", "", "deleted")
    assert await accounts.holder(made.secret) is None
    with pytest.raises(UsageError, match="nothing can be done with it"):
        await accounts.set_state(gone.name, "active", "t", "")
    await accounts.register("ana", "Ben", "")


async def test_a_suspended_bot_is_reinstated_as_it_was(accounts):
    await accounts.register("ana", "Ann", "plays")
    before = await accounts.bot("ana")
    assert (await accounts.set_state("ana", "suspended", "t", "late")).state == "suspended"
    assert await accounts.set_state("ana", "active", "t", "sorry") == before


async def test_a_version_is_connected_until_it_departs_or_the_arena_starts_again(accounts, database, wall):
    made = await accounts.register("ana", "Ann", "")

    def departed():
        return database.read(
            lambda session: (
                identity_queries.version_named(session, identity_queries.bot_named(session, "ana"), "1").departed
            )
        )

    await accounts.attended("ana", "1", made.token.id)
    assert departed() is None
    wall.time = 1010.0
    await accounts.departed("ana", "1")
    await accounts.departed("ana", "unknown")
    assert departed() == 1010.0
    await accounts.attended("ana", "1", made.token.id)
    assert departed() is None
    wall.time = 1020.0
    await accounts.all_departed()
    assert departed() == 1020.0


async def test_versions_are_stored_when_they_connect_and_listed_with_the_newest_first(accounts, wall):
    made = await accounts.register("ana", "Ann", "")
    await accounts.attended("ana", "1", made.token.id)
    wall.time = 1010.0
    await accounts.attended("ana", "2", made.token.id)
    again = await accounts.attended("ana", "1", made.token.id)
    assert (again.created, again.attended) == (1000.0, 1010.0)
    assert [each.name for each in (await accounts.bot("ana")).versions] == ["2", "1"]
    assert (await accounts.token(made.token.id)).used == 1010.0


async def test_new_versions_in_a_day_are_limited_and_the_refusal_says_how_long(accounts, wall):
    made = await accounts.register("ana", "Ann", "")
    for number in range(3):
        wall.time = 1000.0 + number
        await accounts.attended("ana", str(number), made.token.id)
    with pytest.raises(TooManyError, match="3 new versions of ana in a day") as refused:
        await accounts.attended("ana", "3", made.token.id)
    assert refused.value.retry_after == 1000 + 86_400 - 1002
    await accounts.attended("ana", "2", made.token.id)
    wall.time = 1000.0 + 86_400
    await accounts.attended("ana", "3", made.token.id)


async def test_a_version_that_is_withdrawn_says_why(accounts):
    made = await accounts.register("ana", "Ann", "")
    await accounts.attended("ana", "1", made.token.id)
    assert (await accounts.withdraw("ana", "1", "t", "it cheats")).withdrawn == "it cheats"
    assert (await accounts.bot("ana")).versions[0].withdrawn == "it cheats"
    with pytest.raises(NotFoundError, match="ana has no version '2'"):
        await accounts.withdraw("ana", "2", "t", "")


async def test_tokens_are_made_listed_and_revoked(accounts):
    first = await accounts.register("ana", "Ann", "")
    second = await accounts.create_token("bot", "ana", "laptop", "t")
    organiser = await accounts.create_token("organiser", "", "me", "t")
    assert [each.id for each in await accounts.tokens()] == [organiser.token.id, second.token.id, first.token.id]
    assert [each.id for each in await accounts.tokens("ANA")] == [second.token.id, first.token.id]
    assert (await accounts.revoke_token(second.token.id, "t", "lost")).revoked == 1000.0
    assert await accounts.holder(second.secret) is None
    assert await accounts.holder(first.secret) is not None
    with pytest.raises(NotFoundError):
        await accounts.revoke_token("nobody", "t", "")
    with pytest.raises(UsageError, match="is for no bot"):
        await accounts.create_token("read", "ana", "", "t")


async def test_every_change_is_an_audit_line(accounts, wall):
    await accounts.register("ana", "Ann", "", by="t1")
    wall.time = 1001.0
    await accounts.set_state("ana", "suspended", "t2", "late again")
    await accounts.note("t3", "VoidMatch", "m-1", "a broken cable")
    lines = await accounts.audit()
    assert [(line.token, line.action, line.target, line.reason) for line in lines] == [
        ("t3", "VoidMatch", "m-1", "a broken cable"),
        ("t2", "SuspendBot", "ana", "late again"),
        ("t1", "RegisterBot", "ana", ""),
    ]
    assert [line.time for line in await accounts.audit("ana")] == [1001.0, 1000.0]


async def test_bots_are_listed_by_name(accounts):
    for name in ("cleo", "Ana", "ben"):
        await accounts.register(name, "Ann", "")
    assert [each.name for each in await accounts.bots()] == ["Ana", "ben", "cleo"]


async def test_if_two_authors_request_a_name_at_once_one_gets_it(database):
    accounts, made, refused = StoredAccounts(database), [], []

    async def register(author):
        try:
            made.append(await accounts.register("ana", author, ""))
        except TakenError:
            refused.append(author)

    async with trio.open_nursery() as nursery:
        for number in range(5):
            nursery.start_soon(register, f"author {number}")
    assert (len(made), len(refused)) == (1, 4)


async def test_no_secret_is_stored(database):
    accounts = StoredAccounts(database)
    made = await accounts.register("ana", "Ann", "")
    _, code = await accounts.create_invite("course", 2, None, "t")
    rows = database.read(
        lambda s: [*identity_queries.all_tokens(s), *identity_queries.all_invites(s), *identity_queries.audit_lines(s)]
    )
    assert made.secret not in str(rows)
    assert code not in str(rows)


async def test_an_organiser_registers_an_imported_bot_only_under_its_author(accounts, database):
    version = {"version": "7", "created": 1.0, "admitted": 2.0, "refused": "", "withdrawn": ""}
    bot = {"line": "bot", "bot": "zoe", "author": "Zoe", "description": "", "state": "active", "created": 1.0}
    lines = [{"line": "export", "format": 1}, bot | {"versions": [version]}, {"line": "end", "matches": 0}]
    assert take_in(database, [json.dumps(line).encode() + b"\n" for line in lines]).bots == 1
    with pytest.raises(NotFoundError):
        await accounts.bot("zoe")
    with pytest.raises(TakenError, match="known from an import; expected an organiser"):
        await accounts.register("ZOE", "Zoe", "")
    with pytest.raises(TakenError, match="its author is 'Zoe' by an import"):
        await accounts.register("zoe", "Mallory", "", claims=True)
    made = await accounts.register("zoe", "Zoe", "mine", claims=True)
    assert (await accounts.holder(made.secret)).bot == "zoe"
    found = await accounts.bot("zoe")
    assert [(each.name, each.admission) for each in found.versions] == [("7", "pending")]
    with pytest.raises(TakenError, match="it is taken, by the author 'Zoe'"):
        await accounts.register("zoe", "Zoe", "", claims=True)
