"""`arena export`, `import`, `backup`, `restore`, `move`: copy the data of an arena out of its database and into it."""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from arena.cli_support.actions import add_yes, confirm
from arena.cli_support.args import DATA, DATABASE, Commands, command
from arena.cli_support.output import Progress, note
from arena.errors import UsageError, counted

if TYPE_CHECKING:  # the database is imported only when it is used
    from arena.store.db.database import Database

DEFAULT: Final = str(DATA / DATABASE)
EXPORTS: Final = (b'{"line":"export"', b"match,block,game,")  # the first bytes of an export, in JSON lines and as CSV
PARTS: Final = 50  # of a progress bar
MANY: Final = 200  # lines of an import that is long enough for a progress bar


def add(commands: Commands) -> None:
    """Add the commands `export`, `import`, `backup`, `restore` and `move` with their arguments."""
    out = command(
        commands,
        "export",
        run_export,
        about="Write down everything public that an arena keeps: matches with their records, finished tournaments, "
        "bots with their authors, and what organisers did.",
        examples=["arena export > arena.jsonl", "arena export --csv --output seats.csv"],
    )
    of_database(out)
    out.add_argument("--csv", action="store_true", help="a table with a row per seat, instead of JSON lines")
    out.add_argument("--analyses", action="store_true", help="add a line for each stored analysis of a match")
    out.add_argument("--output", type=Path, metavar="FILE", help="write there instead of to stdout")
    into = command(
        commands,
        "import",
        run_import,
        about="Take in an export, all of it or nothing; what is known already stays as it is. Every record is replayed "
        "first, by as many processes as there are processors. A result without a record is not rated.",
        examples=["arena import arena.jsonl", "arena import arena.jsonl --database other.db"],
    )
    into.add_argument("file", type=Path, metavar="FILE", help="what `arena export` has written")
    of_database(into)
    copy = command(
        commands,
        "backup",
        run_backup,
        about="Copy an arena's database as it stands, while it is used: the SQLite file, or a PostgreSQL database with "
        "pg_dump; its command is printed. FILE may be an earlier backup, which is overwritten, but no other file.",
        examples=[
            "arena backup",
            "arena backup /mnt/safe/arena.db",
            "arena backup arena.dump --database postgresql://arena@/arena",
        ],
    )
    copy.add_argument(
        "file", type=Path, nargs="?", metavar="FILE", help="the copy (default: beside the SQLite file, with the time)"
    )
    of_database(copy)
    back = command(
        commands,
        "restore",
        run_restore,
        about="Put a backup in the place of an arena's database. The arena must not run. An SQLite file is copied "
        "first; a PostgreSQL database is restored with pg_restore; its command is printed. If it has rows, the "
        "command asks whether it is meant that they are lost.",
        examples=["arena restore arena-data/arena.db.20270101T120000Z.backup"],
    )
    back.add_argument("file", type=Path, metavar="FILE", help="the backup")
    of_database(back)
    add_yes(back)
    over = command(
        commands,
        "move",
        run_move,
        about="Move a database into another one with everything that it has: accounts, hashes of tokens, matches, "
        "tournaments, schedules, ratings, secrets of rounds. FROM stays as it is. The arena must not run on either.",
        examples=["arena move arena-data/arena.db postgresql://arena@db.example/arena"],
    )
    over.add_argument("source", metavar="FROM", help="an SQLite file, or postgresql://USER:PASSWORD@HOST:PORT/NAME")
    over.add_argument("target", metavar="TO", help="an empty database, or a new file")


def of_database(parser: argparse.ArgumentParser) -> None:
    """Add the option `--database`, which names the database, to a parser."""
    parser.add_argument(
        "--database",
        default=DEFAULT,
        metavar="FILE",
        help="the file, or postgresql://USER:PASSWORD@HOST:PORT/NAME (default: %(default)s)",
    )


def opened(args: argparse.Namespace, *, create: bool) -> "Database":
    """Open the database that `--database` names, and return it. With `create`, make it if it does not exist."""
    from arena.store.db.database import Database  # noqa: PLC0415 -- only when it is used

    return Database(args.database, create=create)


def run_export(args: argparse.Namespace) -> int:
    """Write the public data of the database to a file or to stdout.

    If the export fails, an existing file stays unchanged. Raise UsageError if there is already a file that is no
    export.
    """
    from arena.store import exchange  # noqa: PLC0415 -- only when it is used

    if args.output is not None:
        refuse_other_files(args.output)
    database = opened(args, create=False)
    lines = exchange.public_lines(database, analyses=args.analyses)
    parts: Iterator[bytes] = (each.encode() for each in exchange.table(lines)) if args.csv else exchange.written(lines)
    try:
        if args.output is None:
            sys.stdout.buffer.writelines(parts)
        else:
            write_whole(args.output, parts)
    finally:
        database.close()
    return 0


def refuse_other_files(target: Path) -> None:
    """Raise UsageError if a file exists that is no export of an arena."""
    if not target.exists():
        return
    if not target.is_file():
        raise UsageError(f"{target} is no file: expected a new name, or an earlier export")
    with target.open("rb") as file:
        head = file.read(max(map(len, EXPORTS)))
    if head and not head.startswith(EXPORTS):
        raise UsageError(f"{target} is no export of an arena, and would be lost: expected a new name")


def write_whole(target: Path, parts: Iterator[bytes]) -> None:
    """Write pieces of bytes to the file `target`, one after the other.

    If that fails, raise UsageError, and leave an existing file unchanged.
    """
    fresh = target.with_name(f"{target.name}.new")
    try:
        with fresh.open("wb") as file:
            file.writelines(parts)
        fresh.replace(target)
    except OSError as error:
        fresh.unlink(missing_ok=True)
        raise UsageError(f"{target} cannot be written: {error.strerror}") from error


def run_import(args: argparse.Namespace) -> int:
    """Import the matches of an exported file into the database. Print how many were added."""
    from arena.store import intake  # noqa: PLC0415 -- only when it is used

    lines = intake.Lines(args.file)
    count = sum(1 for _ in lines)
    database = opened(args, create=True)
    progress = Progress("checked line", count) if count >= MANY else None
    try:
        done = intake.take_in(database, lines, lambda _: progress.step("") if progress is not None else None)
    finally:
        if progress is not None:
            progress.close()
        database.close()
    note(f"{counted(done.added, 'match', 'matches')} added, {done.known} known before")
    if done.tournaments or done.bots:
        added = f"{counted(done.tournaments, 'tournament')} and {counted(done.bots, 'bot')}"
        note(f"{added} of other arenas added")
    if done.analyses:
        note(f"{counted(done.analyses, 'analysis', 'analyses')} added")
    return 0


def run_backup(args: argparse.Namespace) -> int:
    """Copy the database to a file. Raise UsageError if that would overwrite a file that is no backup of an arena."""
    from arena.store.db import backup  # noqa: PLC0415 -- only when it is used

    database = opened(args, create=False)
    try:
        if args.file is not None:
            backup.refuse_other_files(args.file, database.file)
        copied = database.backup(args.file) if database.file is not None else dumped(args)
    finally:
        database.close()
    note(f"copied to {copied}")
    return 0


def dumped(args: argparse.Namespace) -> Path:
    """Copy the PostgreSQL database to the file that the command line names. Return the file's path."""
    from arena.store.db.pg_programs import dump  # noqa: PLC0415 -- only when it is used

    if args.file is None:
        raise UsageError("a copy of a PostgreSQL database needs a name: expected arena backup FILE")
    target: Path = args.file
    dump(args.database, target, note)
    return target


def run_restore(args: argparse.Namespace) -> int:
    """Replace the database by a backup. If the old database is an SQLite file, it stays under another name."""
    from arena.store.db.database import is_server  # noqa: PLC0415 -- only when it is used
    from arena.store.db.restore import restore, restore_server  # noqa: PLC0415

    if is_server(args.database):
        restore_server(args.file, args.database, note, lambda database: confirm_loss(database, args))
        note("the database is the backup now")
        return 0
    kept = restore(args.file, Path(args.database))
    note(f"{args.database} is the backup now" + (f"; what was there is in {kept}" if kept else ""))
    return 0


def confirm_loss(database: "Database", args: argparse.Namespace) -> None:
    """Ask for confirmation before a PostgreSQL database is overwritten, unless the database is empty."""
    from arena.store.move import filled_table  # noqa: PLC0415 -- only when it is used

    with database.engine.connect() as connection:
        filled = filled_table(connection)
    if filled:
        confirm(f"{database.name} has rows in {filled}: all of it is lost, and no copy stays", args)


def run_move(args: argparse.Namespace) -> int:
    """Copy all data of a database into another, empty database."""
    from arena.store.db.database import Database  # noqa: PLC0415 -- only when it is used
    from arena.store.move import move  # noqa: PLC0415

    if args.source == args.target:
        raise UsageError("FROM and TO are the same database: expected two")
    source = Database(args.source, create=False)
    try:
        target = Database(args.target)
        try:
            count = move(source, target, told_of(Progress("moved part", PARTS)))
        finally:
            target.close()
    finally:
        source.close()
    note(f"{count} rows moved from {source.name} to {target.name}; {source.name} is as it was")
    return 0


def told_of(progress: Progress) -> Callable[[int, int], None]:
    """Return a function that shows the progress when a database is moved.

    It is called with the number of moved rows and the number of all rows.
    """

    def told(done: int, total: int) -> None:
        while progress.moving and progress.done < PARTS * done // total:
            progress.step(f"{done} of {total} rows")
        if done == total:
            progress.close()

    return told
