"""Copy a PostgreSQL database with pg_dump, and load a copy with pg_restore."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url

from arena.errors import UsageError
from arena.store.db.faults import StoreError

MAGIC: Final = b"PGDMP"  # the first bytes of a dump in pg_dump's custom format


def dump(address: str, target: Path, say: Callable[[str], None]) -> None:
    """Copy a PostgreSQL database in use to a file. The copy is complete, or no file is made.

    `say` is called with the command line, which does not have the password.
    """
    fresh = target.with_name(f"{target.name}.new")
    try:
        fresh.unlink(missing_ok=True)
        fresh.touch(mode=0o600)  # there are secrets in it
    except OSError as error:
        raise StoreError(f"{target} cannot be written: {error.strerror}") from error
    try:
        run(address, ["pg_dump", "--format=custom", "--no-owner", f"--file={fresh}"], say)
        fresh.replace(target)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def undump(backup: Path, address: str, say: Callable[[str], None]) -> None:
    """Replace the content of a database by a dump, in one transaction. If that fails, the content does not change."""
    check_dump(backup)
    options = ["--clean", "--if-exists", "--no-owner", "--single-transaction", "--exit-on-error"]
    run(address, ["pg_restore", *options], say, str(backup))


def check_dump(backup: Path) -> None:
    """Raise UsageError unless a file is a dump in pg_dump's custom format."""
    try:
        with backup.open("rb") as file:
            is_dump = file.read(len(MAGIC)) == MAGIC
    except OSError as error:
        raise UsageError(f"{backup} cannot be read ({error.strerror}): expected a dump for pg_restore") from None
    if not is_dump:
        raise UsageError(f"{backup} is no dump that pg_restore reads: expected a file that `arena backup` wrote")


def run(address: str, command: Sequence[str], say: Callable[[str], None], *files: str) -> None:
    """Run a PostgreSQL program on a database. Raise StoreError if it fails.

    The command line does not have the password: the program reads it from the environment.
    """
    program = shutil.which(command[0])
    if program is None:
        raise UsageError(f"{command[0]} is not installed: expected PostgreSQL's client programs")
    url = make_url(address)
    whole = [*command, f"--dbname={without_password(url)}", *files]
    say(f"runs: {shlex.join(whole)}")
    done = subprocess.run(  # noqa: S603 -- a program of the database, with no shell
        [program, *whole[1:]], env=environment(url), capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"]
        raise StoreError(f"{command[0]} failed: {said[0]}")


def without_password(url: URL) -> str:
    """Return an address without its password, in the form that PostgreSQL's programs accept."""
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, url.query)
    return plain.difference_update_query(["password"]).render_as_string(hide_password=False)


def environment(url: URL) -> dict[str, str]:
    """Return the environment variables for a PostgreSQL program: those of this process, and the password.

    If the address contains no password, return the variables of this process unchanged.
    """
    password = url.password or url.query.get("password")
    return {**os.environ, "PGPASSWORD": password} if isinstance(password, str) else {**os.environ}
