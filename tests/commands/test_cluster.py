"""Tests of commands that use a cluster: their results, and their refusals in one line."""

import json
import subprocess
import sys
from contextlib import closing

import pytest

from arena.tasks.cluster import RELEASE, Cluster, connect
from arena.tasks.release import release
from tests.certificates import make_authority, make_server, needs_openssl
from tests.processes import Process
from tests.tasks.clusters import process, scheduler

ADDRESS = "tcp://127.0.0.1:1"


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--cluster", ADDRESS), 1, f"no scheduler answers at {ADDRESS} (Connection refused)"),
        (("--cluster", "tcp://192.0.2.1:8786"), 2, "is not this machine alone, and the seeds of blocks travel there"),
        (
            ("--cluster", "tls://127.0.0.1:8786"),
            2,
            "TLS needs three files: expected --cluster-ca, --cluster-certificate",
        ),
        (("--cluster", "127.0.0.1:8786"), 2, "expected tcp://HOST:PORT or tls://HOST:PORT"),
        (("--cluster", ADDRESS, "--cluster-ca", "ca.pem"), 2, "expected tls:// with --cluster-ca"),
        (("--cluster-ca", "ca.pem"), 2, "a cluster's files without a cluster"),
        (("--insecure-cluster",), 2, "a cluster's files without a cluster"),
    ],
)
def test_a_cluster_that_cannot_be_used_is_refused_in_one_line(here, words, code, message):
    said = here("play", "greedy", "random", "--games", "2", *words, code=code).stderr.splitlines()
    assert message in said[-1]
    assert len(said) == 2  # the first one is what was to be played


def test_missing_tls_files_are_refused(here):
    files = ("--cluster-ca", "ca.pem", "--cluster-certificate", "a.pem", "--cluster-key", "a.key")
    refused = here("cluster", "--cluster", "tls://127.0.0.1:8786", *files, code=2).stderr
    assert refused == "arena: ca.pem cannot be read: No such file or directory\n"


def test_a_bot_in_a_file_is_not_for_a_cluster(here):
    here.write(
        "mine.py", "from arena_sdk import Bot, run\n\nclass Mine(Bot):\n    def choose(self, turn):\n        return 0\n"
    )
    refused = here("play", "mine.py", "random", "--cluster", ADDRESS, code=2).stderr
    assert "mine.py is a file of this machine: with --cluster expected house bots" in refused


def test_a_machine_without_dask_says_what_to_install(here, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    refused = here("worker", "--cluster", ADDRESS, code=2).stderr
    assert "a cluster needs distributed, which is not installed: expected pip install '.[cluster]'" in refused


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--sandboxes", "2", "--processes", "2"), "expected one process, which runs all bots"),
        (("--sandboxes", "0"), "argument --sandboxes: 0: expected"),
        (("--cache", "here"), "--cache is for submitted bots: expected --sandboxes N too"),
        (("--ca", "ca.pem"), "--ca is for submitted bots: expected --sandboxes N too"),
    ],
)
def test_a_worker_that_cannot_run_bots_is_refused(here, words, message):
    assert message in here("worker", "--cluster", ADDRESS, *words, code=2).stderr


def test_a_worker_without_bubblewrap_says_how_to_install_it(here, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    refused = here("worker", "--cluster", ADDRESS, "--sandboxes", "2", "--cache", "cache", code=2).stderr
    assert "submitted bots cannot run on this machine: bubblewrap is not installed" in refused
    assert "apt-get install bubblewrap" in refused


def test_workers_and_a_cluster_exclude_each_other(here):
    refused = here("verify", ".", "--cluster", ADDRESS, "--workers", "2", code=2).stderr
    assert "has no records" in refused
    here.write("a.jsonl", "")
    assert "expected one of them" in here("verify", ".", "--cluster", ADDRESS, "--workers", "2", code=2).stderr


def test_an_analysis_uses_processes_of_this_machine_or_a_cluster_but_not_both(here):
    here.write("a.jsonl", "")
    words = ("analyse", "a.jsonl", "--by", "none", "--cluster", ADDRESS, "--concurrency", "2")
    assert "--concurrency and --cluster: expected one of them" in here(*words, code=2).stderr


@pytest.mark.slow
def test_records_analysed_by_a_cluster_give_what_one_process_gives(here, cluster):
    here("play", "greedy", "random", "--games", "2", "--records", "matches", "--no-review")
    words = ("analyse", "matches", "--by", "mcts-20", "--json")
    assert here(*words, "--concurrency", "1").stdout == here(*words, "--cluster", cluster).stdout


@pytest.mark.slow
def test_a_series_by_a_cluster_is_that_of_one_process(here, cluster):
    words = ("play", "greedy", "random", "--games", "6", "--seed", "harvest")
    assert here(*words).stdout == here(*words, "--cluster", cluster).stdout
    rows = json.loads(here("cluster", "--cluster", cluster, "--json").stdout)
    assert {row["release"] for row in rows} == {release()}
    assert sum(row["tasks"] for row in rows) >= 1
    shown = here("cluster", "--cluster", cluster)
    assert shown.stdout.splitlines()[0].split()[:4] == ["worker", "release", "running", "tasks"]
    assert "games/s in the last minute" in shown.stderr


@pytest.mark.slow
def test_a_worker_of_another_release_is_refused(here):
    with scheduler() as (address, _):
        with closing(connect(Cluster(address))) as client:
            client.set_metadata(RELEASE, "0.0.9 00000000")
        refused = here("worker", "--cluster", address, code=1).stderr
        assert f"plays for release 0.0.9 00000000, this worker has {release()}" in refused


@needs_openssl
@pytest.mark.slow
def test_a_cluster_with_tls_plays_until_it_goes_away_and_that_is_one_line(arena, tmp_path):
    make_authority(tmp_path)
    key, certificate = make_server(tmp_path)
    files = ("--tls-ca-file", tmp_path / "ca.pem", "--tls-cert", certificate, "--tls-key", key)
    mine = ("--cluster-ca", tmp_path / "ca.pem", "--cluster-certificate", certificate, "--cluster-key", key)
    with scheduler(*map(str, files), protocol="tls") as (address, started):
        words = ("--cluster", address, *map(str, mine))
        with process("arena", "worker", *words, "--processes", "1"):
            with closing(connect(Cluster(address, tmp_path / "ca.pem", certificate, key))) as client:
                client.wait_for_workers(1, timeout=60)
            assert "greedy" in arena("play", "greedy", "random", "--games", "2", *words).stdout
            with Process(
                arena.command("play", "mcts-50", "mcts-50", "--games", "200", "--no-review", *words),
                **arena.surroundings,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            ) as playing:
                before = [playing.stderr.readline() for _ in range(2)]
                assert before[-1].startswith("match "), before
                started.kill()
                told = [line for line in playing.stderr if not line.startswith(("match", "thinking"))]
            assert playing.wait() == 1
    assert len(told) == 1
    assert told[0].startswith("arena: no scheduler answers at tls://")
