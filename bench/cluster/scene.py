"""Seven machines, their processes, and calls to the arena. Each process has a log; all logs are in one folder."""

import json
import re
import secrets
import subprocess
import sys
import urllib.request
from collections.abc import Mapping
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import IO, Any, Final

import grpc
import psycopg

from arena.protocol.v1 import organiser_pb2 as pb
from arena.protocol.v1 import organiser_pb2_grpc
from bench.cluster.bots import BOT, DIALLING, ENTRANTS, HOUSE, SUBMITTED, fill_node, fill_python
from bench.cluster.certificates import make_authority, make_certificate
from bench.cluster.findings import Findings, until
from bench.machines_apart import SUBNET, Machine, Network
from bench.processes import run_in
from tests.store import servers

STARTS: Final = re.compile(r"the submitted bot (\S+) \S+ starts at (.+)")
WHERE: Final = Path(sys.executable).parent  # the commands `arena` and `dask`


class Scene:
    """The seven machines on which the scenario plays its tournament twice, and all processes on them."""

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
        """Start a process on a machine. Its output goes to the log file NAME.log."""
        log: IO[bytes] = self.stack.enter_context((self.folder / f"{name}.log").open("wb"))
        process = self.processes[name] = machine.start(command, log, variables)
        self.stack.callback(end, process)

    def said(self, name: str) -> str:
        """Return the log of a process."""
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def of_cluster(self, name: str) -> list[str | Path]:
        """Return the options of `arena` that connect to the cluster with the certificate of this machine."""
        files = {"--cluster-ca": "ca.pem", "--cluster-certificate": f"{name}.pem", "--cluster-key": f"{name}.key"}
        return ["--cluster", self.cluster, *self.options(files)]

    def options(self, files: Mapping[str, str]) -> list[str | Path]:
        """Return command-line options as a list, from a mapping of each option to the name of a file in `folder`."""
        return [word for option, file in files.items() for word in (option, self.at(file))]

    def at(self, file: str) -> Path:
        """Return the path of the file with this name in `folder`, where the logs and the certificates are."""
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
        """Start the Dask scheduler, with TLS."""
        files = {"--tls-ca-file": "ca.pem", "--tls-cert": "scheduler.pem", "--tls-key": "scheduler.key"}
        machine = self["scheduler"]
        where = ["--host", f"tls://{machine.address}", "--port", "8786", "--no-dashboard"]
        self.start("scheduler", machine, WHERE / "dask", "scheduler", *where, *self.options(files))
        until(lambda: "Scheduler at" in self.said("scheduler"), "the scheduler", 120)

    def workers(self, name: str) -> None:
        """Start two workers on a machine: one plays matches of house bots, the other runs submitted bots."""
        machine, cluster = self[name], self.of_cluster(name)
        command = [WHERE / "arena", "worker", *cluster]
        self.start(f"{name}-blocks", machine, *command, "--processes", "1", "--memory", "1GB")
        sandboxes = ["--sandboxes", "1", "--cache", self.at(f"{name}-cache"), "--ca", self.at("arena-ca.pem")]
        self.start(f"{name}-sandboxes", machine, *command, *sandboxes)

    def arena(self) -> None:
        """Start the arena. Wait until it serves and all workers with sandboxes are connected."""
        tls = ["--tls-certificate", self.at("arena-bots.pem"), "--tls-key", self.at("arena-bots.key")]
        address = f"postgresql://arena@{self['db'].address}/arena"
        admin = ["--admin", f"{self['arena'].address}:7422", "--insecure-admin"]
        more = ["--site", "none", "--analyse", "none", "--admission", "open", "--house", ",".join(HOUSE)]
        listen = ["--listen", "0.0.0.0:7420", "--referee", self.address, *tls, "--data", self.at("arena-data")]
        listen.append("--insecure-listen")  # no front
        command = [WHERE / "arena", "serve", *listen, "--database", address, *self.of_cluster("arena"), *admin, *more]
        self.start("arena", self["arena"], *command, PGPASSFILE=str(self.at("pgpass")))
        until(partial(self.is_up, "arena", "serving at"), "the arena", 120)
        until(lambda: self.said("arena").count("is connected, with 1 sandboxes") == 3, "three workers", 120)

    def is_up(self, name: str, words: str) -> bool:
        """True if a process has printed these words. Raise SystemExit if the process has ended."""
        if self.processes[name].poll() is not None:
            raise SystemExit(f"{name} has ended:\n{self.said(name)[-3000:]}")
        return words in self.said(name)

    # Bots -----------------------------------------------------------------------------------------------------------

    def command(self, *words: str | Path) -> str:
        """Run an `arena` command with the organiser's token, and return its output."""
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
        until(
            lambda: {*ENTRANTS} <= {each.entrant for each in self.ask("ListAttendances").attendances}, "all bots", 120
        )

    # Questions ------------------------------------------------------------------------------------------------------

    def ask(self, call: str, **fields: Any) -> Any:
        """Send a call to the arena with the organiser's token, and return the answer. A stream becomes a list."""
        token = self.at("arena-data/organiser.token").read_text().strip()
        trust = grpc.ssl_channel_credentials(self.at("arena-ca.pem").read_bytes())
        with grpc.secure_channel(self.address, trust, [("grpc.use_local_subchannel_pool", 1)]) as channel:
            method = getattr(organiser_pb2_grpc.OrganiserStub(channel), call)
            request = getattr(pb, f"{call}Request")(**fields)
            answer = method(request, timeout=60, metadata=[("authorization", f"Bearer {token}")])
            return list(answer) if hasattr(answer, "__next__") else answer

    def connected(self) -> set[str]:
        """Return the names of the connected bots."""
        return {each.entrant for each in self.ask("ListAttendances").attendances}

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
        """Return the organiser's page of the cluster as a dict, read from its JSON."""
        with urllib.request.urlopen(f"http://{self['arena'].address}:7422/cluster.json", timeout=10) as answer:
            found: dict[str, Any] = json.load(answer)
            return found

    def place(self, bot: str) -> str:
        """Return the name of the machine at which a submitted bot was started last; an empty text if at none."""
        places = STARTS.findall(self.said("arena"))
        last = [place for name, place in places if name == bot][-1:]
        return next((name for name, machine in self.machines.items() if last and machine.address in last[0]), "")


def end(process: "subprocess.Popen[bytes]") -> None:
    """Kill a process, and wait until it has ended."""
    process.kill()
    process.wait()
