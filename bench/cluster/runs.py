"""The two runs of the cup: an undisturbed one, and one with two killed workers and a paused machine."""

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import grpc

from arena.protocol.v1 import organiser_pb2 as pb
from arena.tasks.cluster import Cluster, connect, workers_of
from arena.tournament.seeds import seed_of_run
from bench.cluster.bots import DIALLING, ENTRANTS, SUBMITTED
from bench.cluster.findings import until
from bench.cluster.scene import Scene
from bench.processes import children_of

if TYPE_CHECKING:
    from distributed import Client

NAME: Final = "Cup of machines"
ROUNDS: Final = 2
SEED: Final = "five machines and a cup"
CUP: Final = """\
name = "{name}"
game = "cacao"
clock = "600+10"
entrants = [{entrants}]
seed = "{seed}"
rated = false

[round-robin]
rounds = {rounds}
"""
EACH_MINUTE: Final = '\n[schedule]\ncron = "* * * * *"\noverlap = "skip"\n'
PAUSE: Final = 8.0  # seconds; a worker without a heartbeat is lost after 3
OVER: Final = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_FAILED, pb.TOURNAMENT_STATE_CANCELLED)


def regulations(name: str, seed: str) -> str:
    """Return the regulations of the cup, with this name and seed."""
    listed = ", ".join(f'"{each}"' for each in ENTRANTS)
    return CUP.format(name=name, entrants=listed, seed=seed, rounds=ROUNDS)


def undisturbed(scene: Scene) -> Any:
    """Play the cup without a disturbance. Return the tournament.

    Its seed is the one that the schedule derives for the disturbed cup, so that both have the same deals.
    """
    scene.ask("RunTournament", file=regulations("undisturbed", seed_of_run(SEED, 1)))
    return until(partial(ended, scene, "undisturbed"), "the undisturbed cup")


def ended(scene: Scene, name: str) -> Any:
    """Return a tournament if it is over. Return None if it is not over or has not begun."""
    try:
        found = scene.ask("GetTournament", tournament=name).tournament
    except grpc.RpcError as error:
        if error.code() is grpc.StatusCode.NOT_FOUND:
            return None
        raise
    return found if found.state in OVER else None


def disturbed(scene: Scene) -> Any:
    """Let a schedule begin the cup. Kill a worker of each kind, and pause a machine. Return the ended tournament."""
    cluster = Cluster(scene.cluster, scene.at("ca.pem"), scene.at("arena.pem"), scene.at("arena.key"))
    with closing(connect(cluster)) as client, ThreadPoolExecutor(1) as beside:
        begin_by_schedule(scene)
        killed_worker = beside.submit(kill_worker, scene, client)
        kill_sandboxes(scene)
        pause_machine(scene)
        killed_worker.result()
        return until(partial(ended, scene, f"{NAME} 1"), "the disturbed cup")


def begin_by_schedule(scene: Scene) -> None:
    """Put the cup on the schedule, and wait until it has begun."""
    scene.at("cup.toml").write_text(regulations(NAME, SEED) + EACH_MINUTE)
    scene.command("schedule", "add", scene.at("cup.toml"))
    scene.findings.note("the cup is on the schedule for the next minute")
    until(lambda: any(each.name == f"{NAME} 1" for each in scene.ask("ListTournaments").tournaments), "its start", 130)
    scene.command("schedule", "remove", NAME)
    scene.findings.note("the schedule has begun the cup")


def kill_worker(scene: Scene, client: "Client") -> None:
    """Kill the worker of the first machine while it plays matches."""

    def at_work() -> bool:
        """True if the Dask cluster says that the worker of the first machine is playing a block."""
        known, tasks = workers_of(client), client.processing()
        mine = [each for each in known if scene["w1"].address in each and not known[each]["resources"]]
        return any(tasks.get(each) for each in mine)

    until(at_work, "a block at the worker of w1")
    os.kill(child_of(scene.processes["w1-blocks"].pid), signal.SIGKILL)
    scene.findings.note("the worker of w1 was killed while it played a block")


def child_of(nanny: int) -> int:
    """Return the process id of a Dask worker, the child of the process `nanny`, which restarts it after a kill."""
    *_, child = children_of(nanny, "spawn_main")
    return child


def kill_sandboxes(scene: Scene) -> None:
    """Kill a worker with sandboxes while its bot plays a long match. Wait until its match waits for the bot."""
    name = until(lambda: busy(scene), "a long match of a submitted bot")[0]
    time.sleep(1.0)  # some answers are in its journal
    os.kill(child_of(scene.processes[f"{name}-sandboxes"].pid), signal.SIGKILL)
    scene.findings.note(f"the sandboxes of {name} were killed in the middle of a match of their bot")
    until(lambda: "waits for a bot of a lost machine" in scene.said("arena"), "its match to be interrupted", 60)
    until(lambda: " goes on after " in scene.said("arena"), "its match to go on", 120)


def busy(scene: Scene) -> list[str]:
    """Return the names of the machines that run a submitted bot with a long match, each once."""
    playing = scene.ask("ListMatches", state=pb.MATCH_STATE_RUNNING, page_size=1000).matches
    entrants = [{seat.entrant for seat in each.seats} for each in playing if not each.HasField("adjournment")]
    long = [each for each in entrants if not each.isdisjoint(DIALLING)]
    return sorted({scene.place(bot) for bot in SUBMITTED if any(bot in each for each in long)} - {""})


def pause_machine(scene: Scene) -> None:
    """Pause a machine while its submitted bot plays a long match.

    Wait until the arena has logged that its worker is lost. Raise TimeoutError if it does not.
    """
    name = until(lambda: busy(scene), "a long match of a submitted bot")[-1]
    before = scene.said("arena").count("is lost (")
    scene[name].signal(signal.SIGSTOP)
    scene.findings.note(f"{name} is paused for {PAUSE:g} s: its workers, of which one runs a bot with a match")
    try:
        time.sleep(PAUSE)
        until(lambda: scene.said("arena").count("is lost (") > before, "the loss of the paused worker", 60)
        unseen = [each["age"] for each in scene.page()["workers"] if scene[name].address in each["address"]]
        scene.findings.check("the page of the cluster says that it is not seen", holds=min(unseen) > 3, found=unseen)
    finally:
        scene[name].signal(signal.SIGCONT)
    scene.findings.note(f"{name} goes on")
