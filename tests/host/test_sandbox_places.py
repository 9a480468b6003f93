"""Tests of the worker on which a submitted bot is placed, and of lost workers, with a clock of the test."""

from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st
from trio.testing import MockClock, wait_all_tasks_blocked

from arena.errors import ProtocolError
from arena.host.sandbox_links import SandboxLink, SandboxLinks
from arena.host.sandbox_messages import (
    KINDS,
    TO_FRONT,
    PackagePart,
    ReportPart,
    StartBot,
    StopBot,
    WorkerHello,
    decoded,
    part_of,
    parts,
)
from arena.host.sandbox_places import SandboxLostError, place_for
from arena.host.submitted_bots import ARRIVING, CONNECTING, SILENT_TRIES, RunningBot, SubmittedBots, wanted_of
from arena.sandbox.bot_manifest import RUNTIMES
from arena.sandbox.sandboxes import read_report
from arena.server.access.accounts import Version
from arena.server.access.submissions import Submission
from arena.server.attached.process_links import SILENT
from arena.server.transport.bridge import Arrival
from arena.server.transport.json_messages import as_bytes
from arena.tasks.cluster import SANDBOX, offered, plays_blocks
from arena.tasks.sandbox_offer import SandboxOffer


@dataclass
class Place:
    name: str
    sandboxes: int
    taken: int = 0
    runtimes: frozenset[str] = field(default_factory=lambda: frozenset(RUNTIMES))


class Line:
    """A stand-in for a worker's call. It stores the messages, and the reason for the call's end."""

    def __init__(self):
        self.sent, self.why = [], None

    def post(self, data):
        self.sent.append(decoded(data))

    def end(self, why):
        self.why = why


some_places = st.lists(
    st.builds(
        Place, st.text("abc", min_size=1), st.integers(0, 3), st.just(0), st.frozensets(st.sampled_from(RUNTIMES))
    ),
    max_size=4,
)


@given(some_places, st.integers(0, 3), st.lists(st.sampled_from(RUNTIMES), max_size=12))
def test_no_place_is_overfull_and_none_stays_free_that_could_take_a_bot(workers, own, bots):
    here = Place("here", own)
    for runtime in bots:
        able = [each for each in (*workers, here) if each.taken < each.sandboxes and runtime in each.runtimes]
        found = place_for(runtime, workers, here)
        assert (found is None) == (not able)
        if found is None:
            continue
        assert found in able
        assert found is not here or able == [here], "workers come first"
        found.taken += 1
        at_workers = [each for each in able if each is not here and each is not found]
        assert all(found.sandboxes - found.taken + 1 >= each.sandboxes - each.taken for each in at_workers)
    assert all(each.taken <= each.sandboxes for each in (*workers, here))


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.booleans()), unique_by=lambda each: each[0]), st.integers(0, 4))
def test_bots_that_play_are_run_first_and_then_the_newest(bots, most):
    found = [Submission(name, "1", "d", number) for number, (name, _) in enumerate(bots)]
    playing = {name for name, plays in bots if plays}
    wanted = wanted_of(found, playing, most)
    assert len(wanted) == min(most, len(found))
    left = [each for each in found if each.bot not in wanted]
    for each in wanted.values():
        assert all((each.bot in playing, each.created) > (other.bot in playing, other.created) for other in left)


@given(st.binary(max_size=200), st.integers(1, 50))
def test_data_that_is_sent_in_parts_arrives_whole(data, size):
    pieces = list(parts(data, size))
    assert b"".join(part_of(text) for text, _ in pieces) == data
    assert [is_last for _, is_last in pieces] == [False] * (len(pieces) - 1) + [True]


@pytest.mark.parametrize("data", [b"", b"{}", b'{"kind": "Pulse"}', b'{"kind": "StopBot"}', b"[]", b"\xff"])
def test_bytes_that_are_no_message_are_refused(data):
    with pytest.raises(ProtocolError, match="cannot be read"):
        decoded(data)


def test_messages_do_not_change_by_encoding_and_decoding():
    message = PackagePart("d" * 64, "AAAA", is_last=False)
    assert decoded(as_bytes(message)) == message
    assert "token" not in repr(StartBot("1", "ana", "d", "the token itself"))
    assert set(KINDS) == {each.__name__ for each in KINDS.values()}


def link_of(links, name="tcp://10.0.0.3:1", sandboxes=2):
    link = links.links[name] = SandboxLink(name, WorkerHello("1", sandboxes, ["python"], 7), Line())
    return link


async def outcome_of(link, said):
    try:
        await link.run("ana", "d" * 64, "token", said)
    except SandboxLostError as error:
        return str(error)
    return "reported"


def test_a_worker_without_heartbeats_is_lost_with_its_runs():
    async def main():
        links, changes, outcomes = SandboxLinks(None), [], []
        links.changed = lambda: changes.append(trio.current_time())
        quiet, lively = link_of(links), link_of(links, "tcp://10.0.0.4:1")

        async def run(link):
            outcomes.append((link.name, await outcome_of(link, bytearray())))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(links.look_after)
            nursery.start_soon(run, quiet)
            nursery.start_soon(run, lively)
            for _ in range(10):
                await trio.sleep(0.5)
                lively.heard = trio.current_time()
            nursery.cancel_scope.cancel()
        assert outcomes[0] == (quiet.name, f"no heartbeat for {SILENT:g} s")
        assert list(links.links) == [lively.name]
        assert SILENT < changes[0] < SILENT + 1

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_a_run_ends_with_its_report_or_with_its_link():
    async def main():
        link, said = link_of(SandboxLinks(None)), bytearray()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(link.run, "ana", "d" * 64, "token", said)
            await wait_all_tasks_blocked()
            [start] = link._call.sent
            assert (start.run, start.digest, start.token) == ("1", "d" * 64, "token")
            link.reported(ReportPart("2", "AAAA"))  # of no run
            for text, is_last in parts(b'{"exit_code": 0}', 4):
                link.reported(ReportPart("1", text, is_last))
                await wait_all_tasks_blocked()
        assert said == b'{"exit_code": 0}'
        with trio.move_on_after(1) as scope:
            await link.run("ana", "d" * 64, "token", said)
        assert scope.cancelled_caught
        assert link._call.sent[-1] == StopBot("2")
        link.lose("a test")
        assert await outcome_of(link, said) == "a test"

    trio.run(main, clock=MockClock(autojump_threshold=0))


class Coming:
    """A stand-in for the links to workers: a worker is expected, and none is connected."""

    def __init__(self):
        self.links, self.are_coming, self.changed = {}, True, lambda: None


@pytest.mark.parametrize(("comes", "expected"), [(True, ("a", 2.0)), (False, ("here", ARRIVING))])
def test_a_bot_waits_for_expected_workers_and_then_runs_on_this_machine(tmp_path, comes, expected):
    async def main():
        links = Coming()
        bots = SubmittedBots(None, None, tmp_path, 1, links)
        bots.here, bots._patient_until = Place("here", 1), ARRIVING
        bot = RunningBot(Submission("ana", "1", "d", 0.0))

        async def come():
            await trio.sleep(2)
            if comes:
                links.links["a"] = Place("a", 1)
            bots._change()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(come)
            found = await bots._place(bot, "python")
            assert (found.name, trio.current_time(), found.taken) == (*expected, 1)

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_a_bot_waits_until_a_sandbox_is_free(tmp_path):
    async def main():
        bots = SubmittedBots(None, None, tmp_path, 1)
        bots.here = Place("here", 1, taken=1)

        async def free():
            await trio.sleep(7)
            bots.here.taken -= 1
            bots._change()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(free)
            found = await bots._place(RunningBot(Submission("ana", "1", "d", 0.0)), "python")
            assert (found.name, trio.current_time(), found.taken) == ("here", 7.0, 1)

    trio.run(main, clock=MockClock(autojump_threshold=0))


class SilentPlace(Place):
    """A machine on which no bot ever connects or ends."""

    async def run(self, _bot, _digest, _token, said):
        try:
            await trio.sleep_forever()
        finally:
            said += b'{"exit_code": 0, "dismissed": true}'


class Refusals:
    """A store in which a bot was submitted. It notes the refused versions and the runs."""

    def __init__(self):
        self.refused, self.runs = [], []

    async def refuse(self, *words):
        self.refused.append(words)

    async def add_run(self, _bot, run):
        self.runs.append(run)


def arena_with(versions):
    async def account(_bot):
        return SimpleNamespace(versions=versions)

    return SimpleNamespace(
        accounts=SimpleNamespace(bot=account),
        door=SimpleNamespace(house={}),
        observers=SimpleNamespace(version_refused=lambda *_: None),
        examines=True,
        stopping=False,
        wall=lambda: 0.0,
        crashed=lambda *_: None,
    )


def test_a_new_version_that_never_connects_is_refused(tmp_path):
    async def main():
        store = Refusals()
        bots = SubmittedBots(arena_with(()), store, tmp_path, 1)
        bots.here, bots._runtimes["d"] = SilentPlace("here", 1), "python"
        await bots._keep(RunningBot(Submission("ana", "2", "d", 0.0)))
        assert store.refused == [("ana", "2", "it did not connect within 120 s of its start")]
        assert [each.trouble for each in store.runs] == ["it did not connect within 120 s"] * SILENT_TRIES

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_a_version_that_was_admitted_has_all_the_time_to_connect(tmp_path):
    async def main():
        store = Refusals()
        bots = SubmittedBots(arena_with((Version("2", 1.0, 1.0, admitted=1.0),)), store, tmp_path, 1)
        bots.here, bots._runtimes["d"] = SilentPlace("here", 1), "python"
        with trio.move_on_after(10 * CONNECTING):
            await bots._keep(RunningBot(Submission("ana", "2", "d", 0.0)))
        assert store.refused == []
        assert len(store.runs) == 1

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_a_worker_with_sandboxes_plays_no_blocks():
    known = [{}, {"resources": {}}, {"resources": {SANDBOX: 2.0}}]
    assert [plays_blocks(each) for each in known] == [True, True, False]
    assert [offered(each, SANDBOX) for each in known] == [0, 0, 2]


def test_a_worker_reads_its_offer_from_its_environment():
    offer = SandboxOffer(4, "/var/cache/bots", "/etc/ca.pem")
    assert SandboxOffer.of(offer.variables) == offer
    assert SandboxOffer.of({}) == SandboxOffer()


DEEP = b"[" * 100_000


@pytest.mark.parametrize(
    "report",
    [
        b'{"exit_code": "x"}',
        b'{"exit_code": 1e400}',
        b'{"exit_code": true}',
        b'{"exit_code": 400}',
        b'{"exit_code": 1, "memory_peak": ' + b"9" * 40 + b"}",
        b'{"exit_code": 1, "seconds": NaN}',
        b'{"exit_code": 1, "limit": "none of them"}',
        b'{"exit_code": 1, "stderr": "\\ud800"}',
        b'{"exit_code": 1, "stdout": ["x"]}',
        b'{"exit_code": 1, "more": 1}',
        b'{"exit_code": ' + DEEP,
        DEEP,
        b"[]",
        b"",
    ],
)
def test_a_worker_is_lost_if_its_report_has_wrong_types(report):
    async def main():
        links, outcomes = SandboxLinks(None), []
        link, other = link_of(links), link_of(links, "tcp://10.0.0.4:1")

        async def run():
            outcomes.append(await outcome_of(link, bytearray()))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(run)
            await wait_all_tasks_blocked()
            for text, is_last in parts(report, TO_FRONT):
                links.received(link, Arrival(as_bytes(ReportPart("1", text, is_last)), 0.0), nursery)
        assert "a report cannot be read" in outcomes[0]
        assert (link.lost_why == outcomes[0], other.lost_why) == (True, "")

    trio.run(main)
    assert read_report(report).trouble == "its supervisor has ended without a report"


@pytest.mark.parametrize(
    "data",
    [
        b'{"kind": "WantPackage", "digest": 7}',
        b'{"kind": "ReportPart", "run": "1", "data": ["x"]}',
        b'{"kind": "ReportPart", "run": "1", "data": "", "is_last": "no"}',
        b'{"kind": "WorkerHello", "release": "1", "sandboxes": true, "runtimes": [], "process": 1}',
        b'{"kind": "WorkerHello", "release": "1", "sandboxes": 1, "runtimes": [[]], "process": 1}',
        b'{"kind": "WantPackage", "digest": ' + DEEP,
        DEEP,
    ],
)
def test_a_message_with_a_wrong_type_is_refused(data):
    with pytest.raises(ProtocolError, match="cannot be read"):
        decoded(data)
