"""`arena verify`: replay records, and check that they are correct."""

import argparse
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import chain, islice, repeat
from pathlib import Path
from typing import Final

from arena.cli_support.args import Commands, add_json, command
from arena.cli_support.cluster_args import add_workers, crew_of
from arena.cli_support.files import read_bytes
from arena.cli_support.output import Progress, say, say_json
from arena.errors import CannotVerifyError, UsageError, VerificationError
from arena.record.verify import verify
from arena.replay.document import is_document, record_in
from arena.tasks.dispatcher import Dispatcher
from arena.tasks.executors import Crew
from arena.tasks.jobs import Job, JobDone

HERE: Final = 48  # records that this process replays: a worker takes a second to begin
AHEAD: Final = 1_000  # records that are read before they are replayed


@dataclass(frozen=True)
class Finding:
    """The result of the check of one file: is it a correct record, why, and the exit code for that.

    `answer` is `yes`, `no` if the record was cut or changed, or `unknown` if it cannot be checked here.
    """

    path: Path
    answer: str
    why: str
    exit_code: int


def add(commands: Commands) -> None:
    """Add the command `arena verify` with its arguments to the command line."""
    parser = command(
        commands,
        "verify",
        run,
        about="Play records again and answer yes or no: one line per file. "
        "Ends with 0 if all are what was played, 5 if one was cut or changed, 1 if one cannot be checked here.",
        examples=[
            "arena verify match.jsonl",
            "arena verify match.jsonl --head 5f0c...",
            "arena verify records/",
            "arena verify match.html",
        ],
    )
    parser.add_argument(
        "records",
        nargs="+",
        metavar="RECORD",
        help="a record, an HTML file that `arena show --html` made of one, or a folder: all .jsonl files in it",
    )
    parser.add_argument("--head", metavar="HEX", help="the published end of the chain, for one record")
    add_workers(parser, f"processes that replay more than {HERE} records; 0: this process does")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Check every file, and print the findings.

    Return exit code 0 if all records are correct, 5 if one was cut or changed, and 1 if one cannot be checked.
    """
    paths = [path for name in args.records for path in records_in(Path(name))]
    if args.head is not None and len(paths) != 1:
        raise UsageError(f"--head belongs to one record: expected one, got {len(paths)}")
    crew = crew_of(args)
    many = args.cluster is not None or len(paths) > HERE
    findings = checked(paths, args.head, crew if many else None, quiet=args.json)
    if args.json:
        say_json([{"record": str(each.path), "verified": each.answer, "why": each.why} for each in findings])
    codes = {finding.exit_code for finding in findings}
    return next((code for code in (VerificationError.exit_code, 1) if code in codes), 0)


def records_in(path: Path) -> list[Path]:
    """Return the paths of the records to check: `path` itself, or all `.jsonl` files below it if it is a folder.

    Raise UsageError if there is none.
    """
    if not path.is_dir():
        if not path.exists():
            raise UsageError(f"no such record: {path}")
        return [path]
    inside = sorted(path.rglob("*.jsonl"))
    if not inside:
        raise UsageError(f"{path} has no records: expected .jsonl files in it")
    return inside


def checked(paths: list[Path], head: str | None, crew: Crew | None, *, quiet: bool) -> list[Finding]:
    """Check each file, print its Finding as soon as it is known, and return all Findings."""
    progress = Progress("verify", len(paths)) if len(paths) > 1 else None
    findings = []
    for finding in found_by(crew, paths, head):
        findings.append(finding)
        if progress is not None:
            progress.close()
        if not quiet:
            say(f"{finding.answer:7} {finding.path}  {finding.why}")
        if progress is not None:
            progress.step(finding.answer)
    if progress is not None:
        progress.close()
    return findings


def found_by(crew: Crew | None, paths: list[Path], head: str | None) -> Iterator[Finding]:
    """Check each file in this process or by a crew of workers. Yield the Findings in the order of the files."""
    if crew is None:
        yield from (check((path, read_bytes(str(path)), head)) for path in paths)
        return
    with Dispatcher(crew) as dispatcher:
        left, waiting = iter(paths), deque[Future[JobDone]]()
        for some in chain([AHEAD], repeat(1)):
            for path in islice(left, some):
                waiting.append(dispatcher.submit(Job(check, (path, read_bytes(str(path)), head), "verify")))
            if not waiting:
                return
            yield waiting.popleft().result().value


def check(given: tuple[Path, bytes, str | None]) -> Finding:
    """Check one file, and return a Finding.

    `given` has the file's path, its bytes, and the hash that the record must end with; None accepts any hash.
    """
    path, data, head = given
    try:
        in_file = is_document(data)
        report = verify(record_in(data) if in_file else data, head)
    except VerificationError as error:
        return Finding(path, "no", str(error), error.exit_code)
    except CannotVerifyError as error:
        return Finding(path, "unknown", str(error), error.exit_code)
    if not report.replayed:
        return Finding(path, "unknown", "its seed is not disclosed yet: consistent, but not replayed", 1)
    what = "the published record" if report.published else "consistent"
    what = f"the record in it is {what}" if in_file else what
    return Finding(path, "yes", f"{what}, {report.game}, {report.answers} answers, head {report.head}", 0)
