"""Tests of the stored data of submitted bots: each package once, unchanged, and within the limits."""

import pytest
import trio

from arena.server.access.accounts import NotFoundError, TakenError, TooManyError
from arena.server.access.submissions import RUNS_KEPT, BotRun, Submission
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_submissions import StoredSubmissions


class Clock:
    now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def accounts(database, clock):
    found = StoredAccounts(database, now=clock)
    for name in ("Ana", "bob"):
        trio.run(found.register, name, "an author", "")
    return found


@pytest.fixture
def submissions(accounts, clock):
    return StoredSubmissions(accounts.database, clock)


def submit(submissions, bot="Ana", version="1", digest="d1", data=b"zip"):
    return trio.run(submissions.submit, Submission(bot, version, digest, 0.0), data, "")


def a_run(version="1", stdout=""):
    return BotRun(version, 1.0, 2.0, 0, "memory", True, "", 3 << 30, 0.5, stdout, "")


def runnable(submissions):
    return [(each.bot, each.version, each.digest) for each in trio.run(submissions.runnable)]


def test_a_package_is_stored_once_and_belongs_to_its_version_for_good(submissions):
    assert submit(submissions)
    assert submit(submissions, "bob")
    assert not submit(submissions)
    with pytest.raises(TakenError, match="another content"):
        submit(submissions, digest="d2")
    assert trio.run(submissions.package, "ana", "1") == b"zip"
    assert trio.run(submissions.content, "d1") == b"zip"
    assert trio.run(submissions.is_submitted, "ANA", "1")
    assert not trio.run(submissions.is_submitted, "Ana", "2")
    with pytest.raises(NotFoundError, match="no submitted version '2'"):
        trio.run(submissions.package, "Ana", "2")


def test_an_author_may_submit_five_versions_a_day(submissions, clock):
    for version in "12345":
        submit(submissions, version=version)
    with pytest.raises(TooManyError, match="5 submissions of Ana") as error:
        submit(submissions, version="6")
    assert error.value.retry_after == 86_400.0
    assert not submit(submissions, version="5")  # the same again is none
    clock.now += 86_400.0
    assert submit(submissions, version="6")


def test_refused_packages_count_among_the_submissions_of_a_day(submissions, clock):
    for _ in range(3):
        trio.run(submissions.add_refused, "ana", "the zip is broken", "")
    trio.run(submissions.add_refused, "bob", "the zip is broken", "")
    for version in "12":
        submit(submissions, version=version)
    with pytest.raises(TooManyError, match="5 submissions of Ana"):
        submit(submissions, version="3")
    trio.run(submissions.check_refused, "Ana")
    for _ in range(2):
        trio.run(submissions.add_refused, "Ana", "the zip is broken", "")
    with pytest.raises(TooManyError, match="5 submissions of Ana"):
        trio.run(submissions.check_refused, "Ana")
    clock.now += 86_400.0
    trio.run(submissions.check_refused, "Ana")
    assert submit(submissions, version="3")


def test_a_version_that_attended_from_elsewhere_cannot_be_submitted(submissions, accounts):
    trio.run(accounts.attended, "Ana", "1", "")
    with pytest.raises(TakenError, match="has connected from elsewhere"):
        submit(submissions)


def test_the_newest_version_of_each_active_bot_runs(submissions, accounts):
    submit(submissions)
    submit(submissions, "bob")
    submit(submissions, version="2", digest="d2")
    assert runnable(submissions) == [("bob", "1", "d1"), ("Ana", "2", "d2")]
    trio.run(accounts.set_state, "bob", "suspended", "", "")
    trio.run(accounts.attended, "Ana", "2", "")
    assert runnable(submissions) == [("Ana", "2", "d2")]
    trio.run(accounts.judge, "Ana", "2", "it fails")
    assert runnable(submissions) == [("Ana", "1", "d1")]  # the newest that works
    trio.run(accounts.attended, "Ana", "1", "")
    trio.run(accounts.withdraw, "Ana", "1", "", "it is old")
    assert runnable(submissions) == []


def test_a_version_that_never_connected_can_be_refused(submissions, accounts):
    submit(submissions)
    trio.run(submissions.refuse, "Ana", "1", "it does not start")
    [version] = trio.run(accounts.bot, "Ana").versions
    assert (version.admission, version.refused, version.attended) == ("refused", "it does not start", 0.0)
    assert runnable(submissions) == []


def test_the_newest_runs_are_stored(submissions):
    for number in range(RUNS_KEPT + 2):
        trio.run(submissions.add_run, "Ana", a_run(stdout=f"run {number}\0"))
    trio.run(submissions.add_run, "Ana", a_run("2"))
    trio.run(submissions.add_run, "bob", a_run())
    found = trio.run(submissions.runs, "ana", "", 100)
    assert len(found) == RUNS_KEPT
    assert found[0] == a_run("2")
    assert found[1].stdout == f"run {RUNS_KEPT + 1}\N{REPLACEMENT CHARACTER}"
    assert len(trio.run(submissions.runs, "Ana", "1", 3)) == 3


def test_nothing_is_left_of_a_deleted_bot(submissions, accounts):
    submit(submissions)
    submit(submissions, version="2", digest="d2")
    submit(submissions, "bob")
    trio.run(submissions.add_run, "Ana", a_run())
    trio.run(accounts.set_state, "Ana", "deleted", "", "")
    trio.run(submissions.add_run, "Ana", a_run())  # one that ended a moment later
    assert runnable(submissions) == [("bob", "1", "d1")]
    with pytest.raises(NotFoundError):
        trio.run(submissions.content, "d2")
    assert trio.run(submissions.content, "d1") == b"zip"  # it is the other bot's, too
