"""Tests of the page about workers and tasks at the admin address of real arenas."""

import json

import pytest

from arena.host.monitoring.cluster_page import ClusterView, written
from arena.tasks.dispatcher import TaskCounts
from arena.tasks.worker_news import WorkerNews
from tests.host.monitoring.asking import get
from tests.server.wire import eventually
from tests.tasks.clusters import process, scheduler


def view_of(server):
    status, headers, text = get(server, "/cluster.json")
    assert (status, headers["content-type"]) == (200, "application/json")
    return json.loads(text)


def test_without_workers_the_page_says_so(serve):
    server = serve("--admin", "127.0.0.1:0", "--workers", "0")
    status, headers, text = get(server, "/cluster")
    assert (status, headers["content-type"]) == (200, "text/html; charset=utf-8")
    assert "This arena has no workers" in text
    assert view_of(server)["workers"] == []


def test_the_page_of_the_cluster_counts_the_tasks_of_worker_processes(serve):
    server = serve("--admin", "127.0.0.1:0", "--workers", "1", house="random,greedy")
    eventually(lambda: len(server.ask("ListAttendances").attendances) == 2)
    for match in server.match("random", "greedy", blocks=2):
        server.ended(match)
    found = eventually(lambda: view_of(server), lambda found: found["tasks"]["done"] >= 4)
    assert found["workers_are"] == "There is no cluster. This arena has 1 worker process here."
    assert (found["tasks"]["waiting"], found["tasks"]["running"], found["tasks"]["failed"]) == (0, 0, 0)
    assert found["tasks"]["games"] == pytest.approx(4 / 60)
    assert "4 done" in get(server, "/cluster")[2]


@pytest.mark.slow
def test_the_page_shows_the_workers_of_a_cluster_and_that_its_scheduler_is_gone(serve):
    with scheduler() as (address, started):
        with process("arena", "worker", "--cluster", address, "--processes", "1", "--memory", "500MB"):
            server = serve("--admin", "127.0.0.1:0", "--cluster", address)
            found = eventually(lambda: view_of(server), lambda found: len(found["workers"]) == 1)
            [worker] = found["workers"]
            assert worker["memory_limit"] == 500_000_000
            assert worker["memory"] > 10_000_000
            assert worker["processors"] >= 1
            assert worker["release"].startswith("0.1.0 ")
            assert worker["runs"] == "nothing"
            assert worker["age"] < 60
            assert f"The workers are those of the cluster {address}." in get(server, "/cluster")[2]
        started.terminate()
        eventually(lambda: view_of(server)["trouble"], bool)


def test_all_parts_of_the_page_are_shown_as_text():
    worker = WorkerNews("tls://10.0.0.3:1", "<w1>", 8, 60_000_000, 1_000_000_000, "1 ab", "play cacao", 7, 2.5, 1.2)
    text = written(ClusterView("Here.", "no answer", TaskCounts(1, 2, 3, 4, 5.5), (worker,)))
    for part in ("&lt;w1&gt;", "60 of 1000 MB", "play cacao", "1 s ago", "no answer"):
        assert part in text
    for part in ("1 waiting, 2 running, 3 done, 4 failed", "5.5 games a second", "2.5"):
        assert part in text
    assert "<w1>" not in text
