"""Tests of the admin address of a real arena: health, metrics, and hostile callers."""

import json
import re
import socket
from contextlib import suppress

import pytest

from arena.cli import main, parser
from arena.errors import UsageError
from arena.host.monitoring.admin import HEAD, MOST, read_admin
from tests.host.monitoring.asking import families, get, port_of, samples
from tests.server.arenas import QUICK
from tests.server.wire import ROOT, WITHIN, Server, bring, eventually
from tests.sinks import hooked, sinking


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """An arena with an admin address, and two house bots."""
    folder = tmp_path_factory.mktemp("watched")
    with sinking() as sink:
        more = ("--admin", "127.0.0.1:0", "--workers", "0", "--limit", "refit_interval=0.1", *hooked(sink, folder))
        server = Server(folder / "arena", *QUICK, *more, house="random,mcts-50")
        eventually(lambda: samples(server), lambda found: found["arena_connected_bots", "house"] == 2)
        yield server
        assert server.stop() == 0
    assert "Traceback" not in "\n".join(server.said)


def test_a_match_is_counted(watched):
    before = samples(watched)
    for match in watched.match("random", "mcts-50", rated=True):
        watched.ended(match)
    ended = ("arena_matches_ended_total", "cacao", "finished")
    eventually(lambda: samples(watched), lambda found: found[ended] == before[ended] + 2)
    after = eventually(lambda: samples(watched), lambda found: found["arena_ratings_pending_results",] == 0)
    decisions = after["arena_decisions_total",] - before["arena_decisions_total",]
    assert decisions > 40
    assert after["arena_decision_think_seconds_count",] == after["arena_decisions_total",]
    assert after["arena_decision_think_seconds_sum",] > 0
    assert after["arena_database_seconds_count", "prompt"] > before["arena_database_seconds_count", "prompt"]
    assert after["arena_connected_bots", "house"] == 2
    assert 0 <= after["arena_ratings_age_seconds",] < WITHIN
    assert after["arena_descriptors_limit",] > after["arena_descriptors_open",] > 10


def test_waiting_offers_matches_and_forfeits_are_counted(watched, names, streams):
    ana, bob = streams[:] = bring(watched, *names[:2], matches=1)
    before = eventually(lambda: samples(watched), lambda found: found["arena_connected_bots", "bot"] == 2)
    watched.match(*names[:2], rated=False, blocks=2)
    mine, theirs = ana.seat(), bob.offer()
    streams.append(mine)
    found = eventually(lambda: samples(watched), lambda found: found["arena_offers_waiting",] == 1)
    assert (found["arena_matches", "offered"], found["arena_matches", "waiting"]) == (1, 1)
    theirs = bob.seat(theirs)
    streams.append(theirs)
    asked = mine.until("decision")
    eventually(lambda: samples(watched), lambda found: found["arena_matches", "running"] == 1)
    mine.choose(asked.number, 99)
    theirs.in_background()
    watched.ended(mine.start.match)
    reasons = ("arena_forfeits_total", "illegal")
    eventually(lambda: samples(watched), lambda found: found[reasons] == before[reasons] + 1)


def test_health_says_that_the_arena_serves_and_that_it_stops(serve, names, streams):
    server = serve("--admin", "0.0.0.0:0", "--insecure-admin", "--grace", "120")
    assert "other machines may read the admin address" in server.hear("WARNING")
    assert get(server, "/healthz")[::2] == (200, '{"status": "serving"}\n')
    ana, bob = streams[:] = bring(server, *names[:2], matches=1)
    server.match(*names[:2])
    seats = [ana.seat(), bob.seat()]
    streams += seats
    server.process.terminate()
    server.hear("stopping")
    assert get(server, "/healthz")[::2] == (503, '{"status": "stopping"}\n')
    for seat in seats:
        seat.in_background()
    assert server.process.wait(WITHIN) == 0


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 404), ("GET", "/metrics/..", 404), ("POST", "/metrics", 405), ("HEAD", "/healthz", 405)],
)
def test_other_paths_and_methods_are_refused(watched, method, path, status):
    found, headers, _ = get(watched, path, method)
    assert found == status
    assert headers["Allow"] == ("GET" if status == 405 else None)


def test_a_query_is_ignored_and_the_answer_is_plain_text(watched):
    status, headers, _ = get(watched, "/metrics?name[]=x")
    assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert headers["X-Content-Type-Options"] == "nosniff"


def dial(server):
    return socket.create_connection(("127.0.0.1", port_of(server)), WITHIN)


@pytest.mark.parametrize("nonsense", [b"\r\n\r\n", b"\xff\x00\r\n\r\n", b"GET /metrics\r\n\r\n", b"x" * (HEAD + 2)])
def test_requests_that_are_not_http_are_refused(watched, nonsense):
    with dial(watched) as line:
        line.sendall(nonsense)
        answer = b""
        with suppress(ConnectionResetError):  # it was not read to its end
            answer = line.recv(1000)
    assert answer == b"" or answer.startswith(b"HTTP/1.1 400 Bad Request")


def test_silent_callers_do_not_delay_the_arena_or_other_callers_for_long(watched):
    silent = [dial(watched) for _ in range(MOST + 1)]
    for match in watched.match("random", "mcts-50"):  # the arena still works
        watched.ended(match)
    assert get(watched, "/healthz")[0] == 200  # when those before it have had their time
    for line in silent:
        line.close()


def test_a_reader_that_reads_nothing_is_left_alone(watched):
    with dial(watched) as line:
        line.sendall(b"GET /metrics HTTP/1.1\r\n\r\n")
        assert get(watched, "/healthz")[0] == 200


def test_no_name_of_a_bot_is_in_the_metrics(watched, names, streams):
    streams[:] = bring(watched, names[0])
    eventually(lambda: samples(watched), lambda found: found["arena_connected_bots", "bot"] == 1)
    assert names[0] not in get(watched)[2]
    assert watched.organiser not in get(watched)[2]


@pytest.mark.parametrize("where", ["somewhere", "127.0.0.1:99999", ":7422", "127.0.0.1:"])
def test_an_impossible_address_is_refused(where):
    with pytest.raises(UsageError, match="expected HOST:PORT"):
        read_admin(where, insecure=True)


def test_the_page_is_reachable_from_other_machines_only_on_request():
    with pytest.raises(UsageError, match=r"neither TLS nor a password; expected .* or --insecure-admin"):
        read_admin("0.0.0.0:7422", insecure=False)
    assert read_admin("0.0.0.0:7422", insecure=True).port == 7422
    six = read_admin("[::1]:7422", insecure=False)
    assert (six.host, six.shown) == ("::1", "[::1]")


def test_an_admin_address_without_a_host_is_on_this_machine():
    assert parser().parse_args(["serve", "--admin"]).admin == "127.0.0.1:7422"
    assert parser().parse_args(["serve"]).admin == ""


def test_a_port_that_is_taken_is_wrong_use(watched, tmp_path, capfd):
    data = ["--data", str(tmp_path / "arena"), "--listen", "127.0.0.1:0", "--site", "none", "--house", "none"]
    assert main(["serve", *data, "--admin", f"127.0.0.1:{port_of(watched)}"]) == 2
    assert "for --admin: Address already in use" in capfd.readouterr().err


def test_without_prometheus_client_it_says_what_to_install(tmp_path, monkeypatch, capfd):
    monkeypatch.setitem(__import__("sys").modules, "prometheus_client", None)
    assert main(["serve", "--data", str(tmp_path / "arena"), "--admin", "127.0.0.1:0"]) == 2
    assert "--admin needs prometheus_client, which is not installed: expected pip install '.[server]'" in (
        capfd.readouterr().err
    )


# What the page and the dashboard say ----------------------------------------------------------------------------------

METRIC = re.compile(r"\b(?:arena|process)_\w+")
BY = re.compile(r"by \(([^)]*)\)")
PAGE = (ROOT / "docs" / "monitoring.md").read_text()


def test_the_page_lists_every_metric_and_no_other(watched):
    found = eventually(
        lambda: families(watched), lambda all_of: "arena_ratings_age_seconds" in {f.name for f in all_of}
    )
    ours = {f"{each.name}_total" if each.type == "counter" else each.name for each in found}
    listed = set(re.findall(r"^\| `(arena_\w+)", PAGE, re.MULTILINE))
    assert listed == {name for name in ours if name.startswith("arena_")}
    assert {"process_cpu_seconds_total", "process_resident_memory_bytes"} <= ours
    labels = {name: set(each.labels) - {"le"} for f in found for each in f.samples for name in [f.name]}
    for family, given in labels.items():
        line = next((line for line in PAGE.splitlines() if line.startswith(f"| `{family}")), None)
        if line is not None:
            assert set(re.findall(r"`(\w+)`", line.split("|")[2])) == given, line


def queries(panel):
    return [target["expr"] for target in panel["targets"]]


def test_the_dashboard_asks_for_metrics_that_exist(watched):
    dashboard = json.loads((ROOT / "deploy" / "grafana" / "arena.json").read_text())
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"]) > 10
    asked = {name for panel in dashboard["panels"] for query in queries(panel) for name in METRIC.findall(query)}
    eventually(lambda: families(watched), lambda all_of: "arena_ratings_age_seconds" in {f.name for f in all_of})
    there = {each.name for family in families(watched) for each in family.samples}
    assert asked - there == set()
    asked_of_it = {label for panel in dashboard["panels"] for query in queries(panel) for label in BY.findall(query)}
    labels = {name for family in families(watched) for each in family.samples for name in each.labels}
    assert {each.strip() for labels in asked_of_it for each in labels.split(",")} <= labels
