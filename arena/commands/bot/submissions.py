"""The actions of an author with a bot that runs at the arena: submit the bot, read its logs, download its package."""

import argparse
from collections.abc import Callable, Iterator
from typing import Any, Final

from arena.cli_support.output import note, say, say_json
from arena.cli_support.progress_bar import Values
from arena.commands.remote_organiser import dialled
from arena.errors import UsageError
from arena.protocol.v1 import common_pb2
from arena.protocol.v1 import organiser_pb2 as pb
from arena.sandbox.bot_manifest import MANIFEST, PackageError
from arena.sandbox.bot_package import MB, BotPackage, read_package, read_submission
from arena.sandbox.declared_version import declared_version
from arena.sandbox.package_syntax import syntax_faults
from arena.texts import clean

PIECE: Final = 32 << 10  # bytes in one message
MICROSECONDS: Final = 1_000_000
SIGNALLED: Final = 128
REFUSALS: Final[dict[int, str]] = {
    common_pb2.ADMISSION_REFUSED: "refused",
    common_pb2.ADMISSION_WITHDRAWN: "withdrawn",
}


def run_submit(args: argparse.Namespace) -> int:
    """Send the arena a package with a new version of a bot.

    If the package is invalid, raise an error and send nothing.
    """
    data = read_submission(args.package)
    check_program(read_package(data))
    remote = dialled(args)
    answer = remote.call("SubmitBot", pieces_of(data, args.bot))
    if args.json:
        values = {"bot": answer.bot, "version": answer.version, "digest": answer.digest, "known": answer.known}
        say_json(values)
        return 0
    if answer.known:
        say(f"{answer.bot} {answer.version} was submitted before, with the same content ({answer.digest[:12]})")
    else:
        say(f"{answer.bot} {answer.version} is submitted ({answer.digest[:12]}): the arena starts it in a sandbox")
        note("how it does: arena bot logs, with the same --arena and --token-file")
    return 0


def check_program(package: BotPackage) -> None:
    """Raise PackageError if the program in a package has a syntax error or another version than its `bot.toml`.

    The program is only read, and on the author's machine: so such a package costs no submission and the arena no time.
    """
    if faults := syntax_faults(package):
        raise PackageError(faults)
    manifest, declared = package.manifest, declared_version(package)
    if declared not in {None, manifest.version}:
        words = f"{ascii(manifest.program)[1:-1]} declares version {ascii(declared)[:60]}"
        raise PackageError([f"{MANIFEST}: version {manifest.version!r}: {words}: expected the same version in both"])


def pieces_of(data: bytes, bot: str) -> Iterator[Any]:
    """Yield the messages that upload a package to the arena, each with a part of its bytes."""
    yield pb.SubmitBotRequest(bot=bot, size=len(data), data=data[:PIECE])
    for begin in range(PIECE, len(data), PIECE):
        yield pb.SubmitBotRequest(data=data[begin : begin + PIECE])


def run_logs(args: argparse.Namespace) -> int:
    """Print the state of a bot's submitted versions, and the logs of its newest runs, the newest run last.

    With `--json`, print only the runs.
    """
    request = pb.ReadBotLogsRequest(version=args.version, limit=args.runs, with_state=not args.json)
    answers = list(dialled(args).stream("ReadBotLogs", request))
    states = [each for each in answers if each.HasField("submitted")]
    runs = [run_values(each) for each in answers if not each.HasField("submitted")]
    if args.json:
        say_json(runs)
        return 0
    if states:
        say(clean("; ".join(map(state_words, states))))
    for each in states:
        if each.HasField("start_time"):
            since = each.start_time.ToJsonString()
            say(clean(f"version {each.submitted.name} runs since {since}"))
            if output := output_of(each.submitted.name, each.stdout, each.stderr):
                say(clean(output, lines=True))
    if not runs:
        note("no run has ended yet")
    for run in reversed(runs):
        say(clean(log_of(run), lines=True))
    return 0


def state_words(state: Any) -> str:
    """Return a text about the state of a submitted version: admitted, refused or being examined; connected or not."""
    version = state.submitted
    if version.admission in REFUSALS:
        return f"version {version.name}: {REFUSALS[version.admission]} ({version.reason})"
    is_pending = version.admission == common_pb2.ADMISSION_PENDING
    examined = f"being examined: {state.examination}" if state.examination else "not examined yet" * is_pending
    admitted = "admitted" * (version.admission == common_pb2.ADMISSION_ADMITTED)
    connected = "connected" if state.connected else f"not connected ({state.trouble})" if state.trouble else "starting"
    return f"version {version.name}: {', '.join(each for each in (examined or admitted, connected) if each)}"


def run_values(run: Any) -> Values:
    """Return the arena's message about one finished run of a submitted bot, as a dict for JSON."""
    return {
        "version": run.version,
        "started": run.start_time.ToJsonString(),
        "seconds": run.duration_us / MICROSECONDS,
        "exit_code": run.exit_code,
        "limit": run.limit,
        "dismissed": run.dismissed,
        "dismissal": run.dismissal,
        "trouble": run.trouble,
        "memory_peak": run.memory_peak,
        "processor_seconds": run.processor_us / MICROSECONDS,
        "stdout": run.stdout,
        "stderr": run.stderr,
    }


def log_of(run: Values) -> str:
    """Return the log of a run as text: how the run ended, then the output of the bot."""
    used = f"{run['memory_peak'] / MB:.0f} MB at most, {run['processor_seconds']:.1f} s of processor time"
    head = f"version {run['version']}, started {run['started']}, ran {run['seconds']:.1f} s: {ended(run)}; {used}"
    return f"{head}\n{output_of(run['version'], run['stdout'], run['stderr'])}".rstrip()


def output_of(version: str, stdout: str, stderr: str) -> str:
    """Return the output of a run as text, with a heading for each of both that is not empty."""
    found = {"stdout": stdout.rstrip(), "stderr": stderr.rstrip()}
    return "\n".join(f"--- {name} of version {version}\n{text}" for name, text in found.items() if text)


def ended(run: Values) -> str:
    """Return a phrase that says how a run of a submitted bot ended, such as "exit code 0"."""
    if run["trouble"]:
        return f"could not be started ({run['trouble']})"
    if run["dismissal"]:
        return f"ended by the arena: {run['dismissal']}"
    if run["dismissed"]:
        return "ended by the arena, which stopped or runs another version now"
    if run["limit"]:
        return f"stopped by the limit of {run['limit']}"
    if run["exit_code"] > SIGNALLED:
        return f"killed by signal {run['exit_code'] - SIGNALLED}"
    return f"exit code {run['exit_code']}"


def run_package(args: argparse.Namespace) -> int:
    """Download the package of a version to a new file. Raise UsageError if the file exists."""
    request = pb.ReadPackageRequest(version=args.version)
    data = b"".join(each.data for each in dialled(args).stream("ReadPackage", request))
    try:
        with args.out.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise UsageError(f"{args.out} is there already: expected a new name for the package") from None
    except OSError as reason:
        raise UsageError(f"{args.out} cannot be written: {reason.strerror}") from None
    if args.json:
        say_json({"version": args.version, "file": str(args.out), "size": len(data)})
    else:
        say(f"the package of version {args.version} is in {args.out}")
    return 0


ACTIONS: Final[dict[str, Callable[[argparse.Namespace], int]]] = {
    "submit": run_submit,
    "logs": run_logs,
    "package": run_package,
}
