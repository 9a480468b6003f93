import json
import stat
import subprocess
import sys

import pytest
import trio

from arena.errors import ArenaError, UsageError
from arena.server.accounts import DeniedError, NotFoundError, TakenError, TooManyError, hashed
from arena.server.file_accounts import DAY, FileAccounts
from tests.server.wire import ROOT


class Clock:
    """Wall time that a test moves."""

    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def accounts(tmp_path, clock):
    return FileAccounts(tmp_path / "accounts.json", frozenset({"greedy"}), now=clock)


async def test_a_new_bot_has_a_token_that_works(accounts):
    made = await accounts.register("ana", "somebody", "plays well")
    assert (await accounts.holder(made.secret)) == made.token
    assert (made.token.scope, made.token.bot) == ("bot", "ana")
    assert (await accounts.bot("ANA")).author == "somebody"
    assert await accounts.holder(made.secret + "x") is None


async def test_no_secret_is_kept_or_shown(accounts):
    made = await accounts.register("ana", "", "")
    _, code = await accounts.create_invite("course", 3, None, "")
    kept = accounts.path.read_text()
    assert made.secret not in kept
    assert code not in kept
    assert hashed(made.secret) in kept
    assert made.secret not in repr(made)


async def test_a_secret_has_256_bits_and_differs_each_time(accounts):
    secrets = {(await accounts.create_token("read", "", "", "")).secret for _ in range(20)}
    assert len(secrets) == 20
    assert all(len(secret) == 43 and secret.isalnum() for secret in secrets)  # 62 ** 43 > 2 ** 256


async def test_the_file_is_for_its_owner_alone(accounts):
    await accounts.register("ana", "", "")
    assert stat.S_IMODE(accounts.path.stat().st_mode) == 0o600


async def test_what_is_kept_is_there_for_another_process(accounts, clock):
    made = await accounts.register("ana", "", "")
    await accounts.attended("ana", "1", made.token.id)
    other = FileAccounts(accounts.path, now=clock)
    assert await other.bots() == await accounts.bots()
    assert await other.tokens() == await accounts.tokens()
    await other.revoke_token(made.token.id, "", "by the other")
    assert await accounts.holder(made.secret) is None
    assert (await accounts.audit())[0].reason == "by the other"


@pytest.mark.parametrize("name", ["ana", "ANA", "Greedy"])
async def test_a_name_is_unique_however_it_is_capitalised_and_the_house_has_its_own(accounts, name):
    await accounts.register("ana", "", "")
    with pytest.raises(TakenError):
        await accounts.register(name, "", "")


@pytest.mark.parametrize("name", ["", "a", "-ana", "x" * 33, "a b", "añá", "ana\n", "../ana", "<b>x</b>"])
async def test_a_name_that_is_none_is_refused_and_nothing_is_kept(accounts, name):
    with pytest.raises(UsageError, match="expected 2 to 32"):
        await accounts.register(name, "", "")
    assert await accounts.bots() == ()


@pytest.mark.parametrize("text", ["x" * 201, "two\nlines", "\x1b[31mred"])
async def test_a_text_is_one_printable_line(accounts, text):
    with pytest.raises(UsageError, match="printable"):
        await accounts.register("ana", text, "")


async def test_a_revoked_token_is_none_and_stays_revoked(accounts, clock):
    made = await accounts.register("ana", "", "")
    first = await accounts.revoke_token(made.token.id, "", "")
    clock.now += 5
    assert (await accounts.revoke_token(made.token.id, "", "")).revoked == first.revoked
    assert await accounts.holder(made.secret) is None
    assert (await accounts.token(made.token.id)).revoked is not None
    with pytest.raises(NotFoundError):
        await accounts.revoke_token("nobody", "", "")


async def test_tokens_have_a_scope_and_a_bot_where_it_needs_one(accounts):
    await accounts.register("ana", "", "")
    assert (await accounts.create_token("bot", "Ana", "second", "")).token.bot == "ana"
    with pytest.raises(UsageError):
        await accounts.create_token("organiser", "ana", "", "")
    with pytest.raises(NotFoundError):
        await accounts.create_token("bot", "nobody", "", "")
    assert [token.label for token in await accounts.tokens("ana")] == ["second", "first"]


async def test_five_new_versions_a_day_and_known_ones_always(accounts, clock):
    made = await accounts.register("ana", "", "")
    for number in range(5):
        clock.now += 60
        await accounts.attended("ana", str(number), made.token.id)
    with pytest.raises(TooManyError) as error:
        await accounts.attended("ana", "5", made.token.id)
    assert error.value.retry_after == DAY - 240
    await accounts.attended("ana", "0", made.token.id)
    clock.now += DAY - 240
    await accounts.attended("ana", "5", made.token.id)
    assert (await accounts.bot("ana")).versions[0].name == "5"


async def test_an_invite_registers_as_many_bots_as_it_says(accounts):
    _, code = await accounts.create_invite("course", 2, None, "")
    await accounts.register("ana", "", "", code)
    await accounts.register("bob", "", "", code)
    with pytest.raises(DeniedError, match="used up"):
        await accounts.register("cam", "", "", code)
    assert [invite.uses_left for invite in await accounts.invites()] == [0]


async def test_an_invite_is_not_spent_on_a_name_that_is_taken(accounts):
    _, code = await accounts.create_invite("course", 1, None, "")
    with pytest.raises(TakenError):
        await accounts.register("greedy", "", "", code)
    await accounts.register("ana", "", "", code)


async def test_an_invite_ends_and_can_be_revoked(accounts, clock):
    _, short = await accounts.create_invite("short", 1, clock.now + 10, "")
    invite, code = await accounts.create_invite("revoked", 1, None, "")
    await accounts.revoke_invite(invite.id, "", "")
    clock.now += 10
    for bad in (short, code, "guess"):
        with pytest.raises(DeniedError):
            await accounts.register("ana", "", "", bad)
    with pytest.raises(UsageError):
        await accounts.create_invite("none", 0, None, "")


async def test_a_renamed_bot_keeps_its_tokens(accounts):
    made = await accounts.register("ana", "", "")
    await accounts.register("bob", "", "")
    await accounts.rename("ana", "Anna", "", "")
    assert (await accounts.holder(made.secret)).bot == "Anna"
    await accounts.rename("Anna", "anna", "", "")
    with pytest.raises(TakenError):
        await accounts.rename("anna", "BOB", "", "")
    with pytest.raises(NotFoundError):
        await accounts.bot("ana")


async def test_a_deleted_bot_leaves_a_neutral_name_and_no_token(accounts):
    made = await accounts.register("ana", "me", "mine")
    left = await accounts.set_state("ana", "deleted", "", "asked for")
    assert left.name.startswith("deleted-")
    assert (left.author, left.description) == ("", "")
    assert await accounts.holder(made.secret) is None
    await accounts.register("ana", "", "")
    with pytest.raises(UsageError):
        await accounts.set_state(left.name, "active", "", "")


async def test_every_change_is_an_audit_line_the_newest_first(accounts, clock):
    await accounts.register("ana", "", "", by="t1")
    clock.now += 1
    await accounts.set_state("ana", "suspended", "t2", "a look at it")
    lines = await accounts.audit("ana")
    assert [(line.token, line.action, line.reason) for line in lines] == [
        ("t2", "SuspendBot", "a look at it"),
        ("t1", "RegisterBot", ""),
    ]


async def test_a_change_that_fails_changes_nothing(accounts):
    await accounts.register("ana", "", "")
    before = accounts.path.read_bytes()
    with pytest.raises(UsageError):
        await accounts.set_state("ana", "suspended", "", "two\nlines")
    assert accounts.path.read_bytes() == before
    assert (await accounts.bot("ana")).state == "active"


async def test_a_file_cut_short_or_of_another_format_is_said_to_be_so(accounts, tmp_path):
    await accounts.register("ana", "", "")
    whole = json.loads(accounts.path.read_text())
    accounts.path.write_text(json.dumps(whole)[:-20])
    with pytest.raises(ArenaError, match="cannot be read as accounts"):
        await accounts.bots()
    accounts.path.write_text(json.dumps(whole | {"format": 99}))
    with pytest.raises(UsageError, match="format 99"):
        await FileAccounts(tmp_path / "accounts.json").bots()


REGISTER = """
import sys, trio
from pathlib import Path
from arena.server.file_accounts import FileAccounts
for number in range(5):
    trio.run(FileAccounts(Path(sys.argv[1])).register, f"bot-{sys.argv[2]}-{number}", "", "")
"""


def test_processes_that_change_at_once_lose_nothing(tmp_path):
    path = tmp_path / "accounts.json"
    command = [sys.executable, "-c", REGISTER, str(path)]
    children = [subprocess.Popen([*command, str(child)], cwd=ROOT) for child in range(4)]
    assert [child.wait(20) for child in children] == [0] * 4
    assert len(trio.run(FileAccounts(path).bots)) == 20
