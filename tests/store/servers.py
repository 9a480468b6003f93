"""A PostgreSQL server for the tests: a folder, a socket in it, no port."""

import os
import shutil
import subprocess
from pathlib import Path
from tempfile import mkdtemp

WHERE = [*sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)]  # Debian keeps it out of the path


def program(name):
    found = shutil.which(name, path=os.pathsep.join([*map(str, WHERE), os.environ.get("PATH", "")]))
    return found and str(Path(found).resolve())


class Server:
    """A PostgreSQL server. It refuses to run as root; then it runs as the user that Debian has made for it.

    `inside` has the words before a command that run it in a network namespace.
    """

    def __init__(self, *settings, inside=()):
        self.settings = settings
        self.folder = Path(mkdtemp(prefix="arena-postgres-"))
        self.inside = list(inside)
        self.user = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            # Python's own way to another user forks, which gRPC's threads in this process do not survive.
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"]
        self.data = self.folder / "data"
        self.run("initdb", "--auth=trust", "--username=arena", "--no-sync", "--encoding=UTF8", "--locale=C")
        self.start()

    def run(self, name, *arguments):
        command = [*self.inside, *self.user, program(name), "--pgdata", str(self.data), *arguments]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{name}: {done.stdout}{done.stderr}"

    def start(self):
        options = " ".join(
            f"-c {each}" for each in ("listen_addresses=", f"unix_socket_directories={self.folder}", *self.settings)
        )
        self.run("pg_ctl", "--wait", "--log", str(self.folder / "log"), "--options", options, "start")

    def stop(self, mode="fast"):
        self.run("pg_ctl", "--wait", "--mode", mode, "stop")

    def address(self, name):
        return f"postgresql://arena@/{name}?host={self.folder}"

    def new(self):
        """Empty the database, and return its address. So only one test at a time can use it."""
        import psycopg

        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        return self.address("postgres")

    def end(self):
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder)
