"""The two runs of the cup: an undisturbed one, and one with a killed worker, a killed referee and a paused machine."""

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
PAUSE: Final = 8.0  # seconds; a referee without a heartbeat is lost after 3
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
    """Let a schedule begin the cup. Kill a worker and a referee, and pause a machine. Return the ended tournament."""
    cluster = Cluster(scene.cluster, scene.at("ca.pem"), scene.at("arena.pem"), scene.at("arena.key"))
    with closing(connect(cluster)) as client, ThreadPoolExecutor(1) as beside:
        begin_by_schedule(scene)
        killed_worker = beside.submit(kill_worker, scene, client)
        pause_machine(scene, kill_referee(scene))
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
        """True if the worker is playing matches."""
        known, tasks = workers_of(client), client.processing()
        mine = [each for each in known if scene["w1"].address in each and not known[each]["resources"]]
        return any(tasks.get(each) for each in mine)

    until(at_work, "a block at the worker of w1")
    os.kill(child_of(scene.processes["w1-blocks"].pid), signal.SIGKILL)
    scene.findings.note("the worker of w1 was killed while it played a block")


def child_of(nanny: int) -> int:
    """Return the process id of a Dask worker. Its parent process, the nanny, restarts it after a kill."""
    *_, child = children_of(nanny, "spawn_main")
    return child


def kill_referee(scene: Scene) -> str:
    """Kill a referee while it runs a match of a submitted bot. Return the name of its machine."""
    found = until(lambda: busy(scene), "a referee with a match of a submitted bot")
    time.sleep(1.0)  # some answers are in its journal
    os.kill(child_of(scene.processes[f"{found[0]}-referee"].pid), signal.SIGKILL)
    scene.findings.note(f"the referee of {found[0]} was killed in the middle of a match of a submitted bot")
    until(lambda: "is taken from a lost referee" in scene.said("arena"), "its match to be taken back", 60)
    return found[0]


def busy(scene: Scene) -> list[str]:
    """Return the names of machines with a referee that runs a long match of a submitted bot.

    The machine of the killed worker comes first, if it is among them.
    """
    return sorted(name for name, matches in scene.referees().items() if any(is_long(scene, each) for each in matches))


def is_long(scene: Scene, match: str) -> bool:
    """True if a submitted bot plays against a bot at its author's home, which is slow, so that the match is long."""
    entrants = {seat.entrant for seat in scene.ask("GetMatch", match=match).match.seats}
    return not entrants.isdisjoint(SUBMITTED) and not entrants.isdisjoint(DIALLING)


def pause_machine(scene: Scene, killed: str) -> None:
    """Pause a machine while its referee runs a match of a submitted bot. The arena must count this referee as lost."""
    name = until(lambda: [each for each in busy(scene) if each != killed], "a match at another referee")[-1]
    before = scene.said("arena").count("is lost (")
    scene[name].signal(signal.SIGSTOP)
    scene.findings.note(f"{name} is paused for {PAUSE:g} s: its worker and its referee, which has a match")
    try:
        time.sleep(PAUSE)
        until(lambda: scene.said("arena").count("is lost (") > before, "the loss of the paused referee", 60)
        unseen = [each["age"] for each in scene.page()["workers"] if scene[name].address in each["address"]]
        scene.findings.check("the page of the cluster says that it is not seen", holds=min(unseen) > 3, found=unseen)
    finally:
        scene[name].signal(signal.SIGCONT)
    scene.findings.note(f"{name} goes on")
