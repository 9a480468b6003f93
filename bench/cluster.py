"""A scheduled cup on seven machines while a worker and a referee are killed: `python -m bench.cluster`.

The machines are network namespaces: the arena, PostgreSQL, the scheduler, three machines that each have a worker for
blocks and a worker that referees, and the home of an author. All of them are set up as docs/scaling.md says, with TLS.
The cup has house bots, two submitted bots (Python and JavaScript) and two bots that the author runs at home.

First the cup is played without a disturbance. Then a schedule begins it again with the same seed. In this run, a worker
is killed, a referee is killed, and a machine with both is paused for several seconds. Both tables have to be equal,
each record has to replay, and no bot may have lost a match or time. Needs Linux, root, PostgreSQL, bubblewrap and
Node.js. Exit codes: 0 all checks passed, 1 a check failed, 2 this machine cannot play the scenario.
"""

import argparse
import json
import os
import secrets
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from functools import partial
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any, Final

import grpc
import psycopg

from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc
from arena.record import Answer, read_record
from arena.sandbox.sandboxes import sandbox_trouble
from arena.tasks.cluster import Cluster, connect, workers_of
from arena.tournament.seeds import seed_of_run
from bench.environment import ROOT
from bench.machines_apart import HERE, SUBNET, Machine, Network, why_not
from bench.processes import children_of
from tests.store import servers

NAME: Final = "Cup of machines"
ROUNDS: Final = 2
HOUSE: Final = ("greedy", "sampler", "mcts-50", "mcts-200")
SUBMITTED: Final = ("planter", "counter")  # in Python and in JavaScript
DIALLING: Final = ("ana", "bob")
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
BOT: Final = """
import time

from arena_sdk import Bot, run


class Steady(Bot):
    "Takes an option by its number, after a moment."

    version = "1"

    def choose(self, turn):
        time.sleep(0.2)
        return turn.options[turn.number * 7 % len(turn.options)]


run(Steady)
"""
PYTHON: Final = 'version = "1"\nentry = "python planter.py --matches 4"\ngames = ["cacao"]\n'
NODE: Final = 'version = "1"\nentry = "node bot.mjs --matches 4 --proto proto"\nruntime = "node"\ngames = ["cacao"]\n'
MODULES: Final = ROOT / "example_bots" / "javascript" / "node_modules"
PAUSE: Final = 8.0  # seconds; a referee without a heartbeat is lost after 3
PATIENCE: Final = 400.0  # seconds for each run of the cup
OVER: Final = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_FAILED, pb.TOURNAMENT_STATE_CANCELLED)
WHERE: Final = Path(sys.executable).parent  # the commands `arena` and `dask`

if TYPE_CHECKING:
    from distributed import Client

Table = list[tuple[str, int, float, int]]


class Findings:
    """Prints the result of each check as a line, and remembers if one failed."""

    def __init__(self) -> None:
        self.wrong = 0
        self._began: Final = time.monotonic()

    def note(self, words: str) -> None:
        """Print a line that says which step of the program begins."""
        print(f"{time.monotonic() - self._began:6.1f} s        {words}", flush=True)

    def check(self, words: str, *, holds: bool, found: object = "") -> None:
        """Print a line about a condition.

        If the condition does not hold, print `found`, the actual value, in the line.
        """
        self.wrong += not holds
        verdict, more = ("ok   ", "") if holds else ("WRONG", f": {found}")
        print(f"{time.monotonic() - self._began:6.1f} s  {verdict} {words}{more}", flush=True)


def trouble() -> str:
    """Return why this machine cannot play the scenario; an empty text if it can."""
    if why := why_not():
        return why
    if servers.program("initdb") is None:
        return "there is no PostgreSQL server: expected the package postgresql"
    if shutil.which("openssl") is None:
        return "there is no `openssl`"
    if not (MODULES / "@grpc" / "grpc-js").is_dir():
        return "the bot in JavaScript has no packages: expected `npm install` in example_bots/javascript"
    return sandbox_trouble()


def until(look: Callable[[], Any], what: str, within: float = PATIENCE) -> Any:
    """Call `look` until it returns a true value, and return that value. Raise TimeoutError if that takes too long."""
    end = time.monotonic() + within
    while not (found := look()):
        if time.monotonic() > end:
            raise TimeoutError(f"waited {within:g} s for {what}")
        time.sleep(0.1)
    return found


# Certificates, as docs/scaling.md makes them ------------------------------------------------------------------------

KEY: Final = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")


def make_authority(folder: Path, name: str) -> None:
    """Make a certificate authority: NAME.pem and NAME.key."""
    files = ("-keyout", f"{name}.key", "-out", f"{name}.pem")
    run_in(folder, "openssl", "req", "-x509", *KEY, "-days", "3650", "-subj", f"/CN={name}", *files)


def make_certificate(folder: Path, name: str, authority: str, address: str) -> None:
    """Make the certificate of a machine and its key: NAME.pem and NAME.key."""
    signer = ("-CA", f"{authority}.pem", "-CAkey", f"{authority}.key", "-addext", "basicConstraints=critical,CA:FALSE")
    more = ("-addext", f"subjectAltName=IP:{address}", "-keyout", f"{name}.key", "-out", f"{name}.pem")
    run_in(folder, "openssl", "req", "-x509", *KEY, "-days", "825", "-subj", f"/CN={name}", *signer, *more)


def run_in(folder: Path, *command: str | Path) -> str:
    """Run a command in a folder, and return its output.

    If it fails, raise SystemExit with the last lines of the output.
    """
    done = subprocess.run([*map(str, command)], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


# Machines -----------------------------------------------------------------------------------------------------------


class Scene:
    """All machines and their processes."""

    def __init__(self, stack: ExitStack, folder: Path, findings: Findings) -> None:
        self.stack: Final = stack
        self.folder: Final = folder
        self.findings: Final = findings
        network = stack.enter_context(Network())
        names = ("arena", "db", "scheduler", "w1", "w2", "w3", "home")
        self.machines: Final = {name: network.machine(name, number) for number, name in enumerate(names, 1)}
        self.processes: Final[dict[str, subprocess.Popen[bytes]]] = {}
        self.address: Final = f"{self['arena'].address}:7420"
        self.cluster: Final = f"tls://{self['scheduler'].address}:8786"
        for name in ("ca", "arena-ca"):
            make_authority(folder, name)
        for name, machine in self.machines.items():
            make_certificate(folder, name, "ca", machine.address)
            make_certificate(folder, f"{name}-bots", "arena-ca", machine.address)

    def __getitem__(self, name: str) -> Machine:
        return self.machines[name]

    def start(self, name: str, machine: Machine, *command: str | Path, **variables: str) -> None:
        """Start a process with a log."""
        log: IO[bytes] = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        process = self.processes[name] = machine.start(command, log, variables)
        self.stack.callback(end, process)

    def said(self, name: str) -> str:
        """Return the log of a process."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def of_cluster(self, name: str) -> list[str | Path]:
        """Return the options with which a machine names the cluster."""
        files = {"--cluster-ca": "ca.pem", "--cluster-certificate": f"{name}.pem", "--cluster-key": f"{name}.key"}
        return ["--cluster", self.cluster, *self.options(files)]

    def options(self, files: Mapping[str, str]) -> list[str | Path]:
        """Return options with files of the scenario as values."""
        return [word for option, file in files.items() for word in (option, self.at(file))]

    def at(self, file: str) -> Path:
        """Return the path of a file of the scenario."""
        return self.folder / file

    # Set up ---------------------------------------------------------------------------------------------------------

    def database(self) -> None:
        """Start PostgreSQL, and make the database of the arena, with a password."""
        machine, password = self["db"], secrets.token_hex(16)
        server = servers.Server(f"listen_addresses={machine.address}", inside=machine.inside[3:])
        self.stack.callback(server.end)
        with (server.data / "pg_hba.conf").open("a") as rules:
            rules.write(f"host all arena {SUBNET}.0/24 scram-sha-256\n")
        server.run("pg_ctl", "reload")
        with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
            connection.execute(f"ALTER ROLE arena PASSWORD '{password}'")
            connection.execute("CREATE DATABASE arena OWNER arena")
        at = self.at("pgpass")
        at.write_text(f"{machine.address}:5432:arena:arena:{password}\n")
        at.chmod(0o600)

    def scheduler(self) -> None:
        """Start the scheduler."""
        files = {"--tls-ca-file": "ca.pem", "--tls-cert": "scheduler.pem", "--tls-key": "scheduler.key"}
        machine = self["scheduler"]
        where = ["--host", f"tls://{machine.address}", "--port", "8786", "--no-dashboard"]
        self.start("scheduler", machine, WHERE / "dask", "scheduler", *where, *self.options(files))
        until(lambda: "Scheduler at" in self.said("scheduler"), "the scheduler", 120)

    def workers(self, name: str) -> None:
        """Start a worker for blocks and a worker that referees on a machine."""
        machine, cluster = self[name], self.of_cluster(name)
        command = [WHERE / "arena", "worker", *cluster]
        self.start(f"{name}-blocks", machine, *command, "--processes", "1", "--memory", "1GB")
        tls = ["--tls-certificate", self.at(f"{name}-bots.pem"), "--tls-key", self.at(f"{name}-bots.key")]
        tls += ["--ca", self.at("arena-ca.pem")]
        referee = ["--referee", f"{machine.address}:7420", *tls]
        self.start(f"{name}-referee", machine, *command, *referee, PGPASSFILE=str(self.at("pgpass")))

    def arena(self) -> None:
        """Start the arena. Wait until it serves and all referees are connected."""
        tls = ["--tls-certificate", self.at("arena-bots.pem"), "--tls-key", self.at("arena-bots.key")]
        address = f"postgresql://arena@{self['db'].address}/arena"
        admin = ["--admin", f"{self['arena'].address}:7422", "--insecure-admin"]
        more = ["--site", "none", "--analyse", "none", "--admission", "open", "--house", ",".join(HOUSE)]
        listen = ["--listen", "0.0.0.0:7420", "--referee", self.address, *tls, "--data", self.at("arena-data")]
        command = [WHERE / "arena", "serve", *listen, "--database", address, *self.of_cluster("arena"), *admin, *more]
        self.start("arena", self["arena"], *command, PGPASSFILE=str(self.at("pgpass")))
        until(partial(self.is_up, "arena", "serving at"), "the arena", 120)
        until(lambda: len(self.referees()) == 3, "three referees", 120)

    def is_up(self, name: str, words: str) -> bool:
        """True if a process has printed these words. Raise SystemExit if the process has ended."""
        if self.processes[name].poll() is not None:
            raise SystemExit(f"{name} has ended:\n{self.said(name)[-3000:]}")
        return words in self.said(name)

    # Bots -----------------------------------------------------------------------------------------------------------

    def command(self, *words: str | Path) -> str:
        """Run a command of the organiser, and return its output."""
        token = ["--token-file", self.at("arena-data/organiser.token")]
        return run_in(
            self.folder, WHERE / "arena", *words, "--arena", self.address, "--ca", self.at("arena-ca.pem"), *token
        )

    def bots(self) -> None:
        """Register all bots, submit two of them, and start those that run at the author's home."""
        for name in (*SUBMITTED, *DIALLING):
            self.command(
                "bot", "register", name, "--author", f"the author of {name}", "--token-out", self.at(f"{name}.token")
            )
        for name, fill in zip(SUBMITTED, (fill_python, fill_node), strict=True):
            fill(self.at(name))
            self.command("bot", "submit", self.at(name), "--bot", name)
        self.at("bot.py").write_text(BOT)
        machine = self["home"]
        for name, before in zip(DIALLING, (machine.inside, machine.inside[:3]), strict=True):
            dial = [sys.executable, self.at("bot.py"), "--arena", self.address, "--ca", self.at("arena-ca.pem")]
            words = [*before, *map(str, dial), "--matches", "4", "--token-file", str(self.at(f"{name}.token"))]
            log = self.stack.enter_context(self.at(f"{name}.log").open("wb"))
            self.processes[name] = subprocess.Popen(words, stdout=log, stderr=log)  # noqa: S603
            self.stack.callback(end, self.processes[name])
        wanted = {*HOUSE, *SUBMITTED, *DIALLING}
        until(lambda: wanted <= {each.entrant for each in self.ask("ListAttendances").attendances}, "all bots", 120)

    # Questions ------------------------------------------------------------------------------------------------------

    def ask(self, call: str, **fields: Any) -> Any:
        """Return the answer to an organiser's call."""
        token = self.at("arena-data/organiser.token").read_text().strip()
        trust = grpc.ssl_channel_credentials(self.at("arena-ca.pem").read_bytes())
        with grpc.secure_channel(self.address, trust, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            request = getattr(pb, f"{call}Request")(**fields)
            answer = method(request, timeout=60, metadata=[("authorization", f"Bearer {token}")])
            return list(answer) if hasattr(answer, "__next__") else answer

    def matches(self, tournament: str) -> list[Any]:
        """Return the matches of a tournament."""
        found, page = [], ""
        while True:
            answer = self.ask("ListMatches", tournament=tournament, page_token=page, page_size=1000)
            found += answer.matches
            page = answer.next_page_token
            if not page:
                return found

    def page(self) -> dict[str, Any]:
        """Return the organiser's page of the cluster, as JSON."""
        with urllib.request.urlopen(f"http://{self['arena'].address}:7422/cluster.json", timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def referees(self) -> dict[str, int]:
        """Return the number of matches of each connected referee, by the name of the referee's machine."""
        names = {machine.address: name for name, machine in self.machines.items()}
        try:
            found = self.page()["referees"]
        except (OSError, HTTPException):  # the machine has much other work
            return {}
        return {names[each["address"].partition(":")[0]]: len(each["matches"]) for each in found}


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process of this bench if it is still running."""
    process.kill()
    process.wait()


def fill_python(folder: Path) -> None:
    """Make the package of the bot in Python."""
    folder.mkdir()
    shutil.copy(ROOT / "example_bots" / "planter.py", folder)
    (folder / "bot.toml").write_text(PYTHON)


def fill_node(folder: Path) -> None:
    """Make the package of the bot in JavaScript: npm packages without their types and texts, and the protocol."""
    leave = shutil.ignore_patterns("*.d.ts", "*.map", "*.md", "*.ts", "@types", "undici-types", ".*", "LICENSE*")
    folder.mkdir()
    shutil.copy(MODULES.parent / "bot.mjs", folder)
    shutil.copytree(MODULES, folder / "node_modules", ignore=leave)
    shutil.copytree(ROOT / "proto" / "arena", folder / "proto" / "arena")
    (folder / "bot.toml").write_text(NODE)


# The two runs -------------------------------------------------------------------------------------------------------


def regulations(name: str, seed: str) -> str:
    """Return the regulations of the cup."""
    listed = ", ".join(f'"{each}"' for each in (*HOUSE, *SUBMITTED, *DIALLING))
    return CUP.format(name=name, entrants=listed, seed=seed, rounds=ROUNDS)


def undisturbed(scene: Scene) -> Any:
    """Play the cup with the seed of the schedule's first run. Return the tournament."""
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
    """Let a schedule begin the cup, and disturb it. Return the tournament."""
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
    """Kill the worker of the first machine while it plays a block."""

    def at_work() -> bool:
        """True if the worker plays a block."""
        known, tasks = workers_of(client), client.processing()
        mine = [each for each in known if scene["w1"].address in each and not known[each]["resources"]]
        return any(tasks.get(each) for each in mine)

    until(at_work, "a block at the worker of w1")
    os.kill(child_of(scene.processes["w1-blocks"].pid), signal.SIGKILL)
    scene.findings.note("the worker of w1 was killed while it played a block")


def child_of(nanny: int) -> int:
    """Return the process of a worker, which its nanny has started and will start again."""
    *_, child = children_of(nanny, "spawn_main")
    return child


def kill_referee(scene: Scene) -> str:
    """Kill a referee that has a match. Return the name of its machine."""
    found = until(lambda: busy(scene), "a referee with a match")
    time.sleep(1.0)  # some answers are in its journal
    os.kill(child_of(scene.processes[f"{found[0]}-referee"].pid), signal.SIGKILL)
    scene.findings.note(f"the referee of {found[0]} was killed in the middle of a match")
    until(lambda: "is taken from a lost referee" in scene.said("arena"), "its match to be taken back", 60)
    return found[0]


def busy(scene: Scene) -> list[str]:
    """Return the machines with a referee that has matches.

    The machine of the killed worker comes first, if it is among them.
    """
    return sorted(name for name, matches in scene.referees().items() if matches)


def pause_machine(scene: Scene, killed: str) -> None:
    """Pause another machine while its referee has a match. The pause is longer than a heartbeat may be late."""
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


# Checks -------------------------------------------------------------------------------------------------------------


def table(tournament: Any) -> Table:
    """Return the table of a tournament."""
    return [(row.entrant, row.place, row.points, row.matches) for row in tournament.standings]


def check_all(scene: Scene, calm: Any, rough: Any) -> None:
    """Compare the two runs, and check that no bot lost a match or time in the second one."""
    check, findings = scene.findings.check, scene.findings
    pairs = len(rough.standings) * (len(rough.standings) - 1) // 2
    for tournament in (calm, rough):
        name = tournament.name
        matches = scene.matches(tournament.id)
        is_finished = tournament.state == pb.TOURNAMENT_STATE_FINISHED
        check(f"{name}: it has ended", holds=is_finished, found=tournament.reason)
        count = 2 * ROUNDS * pairs
        finished = [each for each in matches if each.state == pb.MATCH_STATE_FINISHED]
        check(
            f"{name}: {count} matches, each played once",
            holds=len(matches) == len(finished) == count,
            found=len(matches),
        )
        lost = [f"{each.id} seat {gone.seat}: {gone.detail}" for each in matches for gone in each.forfeits]
        check(f"{name}: no bot has lost a game by forfeit", holds=not lost, found=lost)
        folder = scene.at(f"records of {name}")
        store_records(scene, finished, folder)
        verify = [str(WHERE / "arena"), "verify", str(folder)]
        done = subprocess.run(verify, capture_output=True, text=True, check=False)  # noqa: S603
        last = [*done.stdout.splitlines(), *done.stderr.splitlines(), ""][-2:]
        check(f"{name}: every record verifies", holds=done.returncode == 0, found=last)
    check("both tables are equal", holds=table(calm) == table(rough), found=differences(table(calm), table(rough)))
    check(
        "both runs have the same answers", holds=all_answers(scene, calm) == all_answers(scene, rough), found="differ"
    )
    for row in rough.standings:
        findings.note(f"{row.place:3} {row.entrant:12} {row.points:g} points in {row.matches} matches")
    with suppress(TimeoutError):
        until(lambda: len(scene.referees()) == 3, "three referees", 60)
    check("all three referees are connected again", holds=len(scene.referees()) == 3, found=scene.referees())
    rows = json.loads(run_in(scene.folder, WHERE / "arena", "cluster", *scene.of_cluster("arena"), "--json"))
    check("the cluster has all its six workers", holds=len(rows) == 6, found=rows)
    process = scene.processes["arena"]
    process.terminate()
    check("the arena stops when it is asked to", holds=process.wait(120) == 0, found=process.returncode)
    said = scene.said("arena")
    check("the arena has no traceback in its log", holds="Traceback" not in said, found=said[-2000:])


def differences(calm: Table, rough: Table) -> list[str]:
    """Return the rows in which two tables differ."""
    return [f"{one} and {other}" for one, other in zip(calm, rough, strict=False) if one != other]


def store_records(scene: Scene, matches: Sequence[Any], folder: Path) -> None:
    """Write the records of matches to a folder."""
    folder.mkdir()
    for each in matches:
        pieces = scene.ask("ReadRecord", match=each.id)
        (folder / f"{each.id}.jsonl").write_bytes(b"".join(piece.data for piece in pieces))


def all_answers(scene: Scene, tournament: Any) -> list[Any]:
    """Return the seats and answers of all matches of a run, sorted, without names and times."""
    found = []
    for path in scene.at(f"records of {tournament.name}").iterdir():
        record = read_record(path.read_bytes())
        seats = [each.entrant for each in record.header.seats]
        answers = [(each.seat, each.option) for each in record.entries if isinstance(each, Answer)]
        found.append((seats, answers))
    return sorted(found, key=repr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play the scenario, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, metavar="DIR", help="write the logs of all processes to this new folder")
    args = parser.parse_args(arguments)
    if why := trouble():
        print(f"this machine cannot play the scenario: {why}", file=sys.stderr)
        return 2
    findings = Findings()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="tlachtli-machines-")))
        if args.logs is not None:
            stack.callback(keep_logs, folder, args.logs)
        try:
            play(Scene(stack, folder, findings))
        except TimeoutError as late:
            findings.check("the scenario ends in time", holds=False, found=late)
    print(f"{findings.wrong} wrong" if findings.wrong else "all is well")
    return 1 if findings.wrong else 0


def play(scene: Scene) -> None:
    """Set up all machines, play both runs, and check them."""
    note = scene.findings.note
    scene.database()
    scene.scheduler()
    for name in ("w1", "w2", "w3"):
        scene.workers(name)
    scene.arena()
    note(f"seven machines at {SUBNET}.1 to .7, this one at .{HERE}: the arena serves, three referees are connected")
    scene.bots()
    note("all bots are connected: house bots, two submitted ones, two that dial in")
    calm = undisturbed(scene)
    note("the undisturbed cup is over")
    rough = disturbed(scene)
    note("the disturbed cup is over")
    check_all(scene, calm, rough)


def keep_logs(folder: Path, where: Path) -> None:
    """Copy the logs of all processes."""
    where.mkdir(parents=True, exist_ok=True)
    for log in folder.glob("*.log"):
        shutil.copy(log, where)


if __name__ == "__main__":
    sys.exit(main())
