"""The work of `arena doctor`: examine a bot on this machine, or let a served arena examine a connected bot."""

import argparse
import os
import shlex
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.bots import HOUSE
from arena.cli_support.output import MovingLine, note, say, say_json
from arena.commands.remote_organiser import dialled
from arena.errors import BotError, UsageError, nearest
from arena.games import rules
from arena.protocol.v1 import organiser_pb2 as pb
from arena_sdk.doctor.clinic import Clinic, command_of
from arena_sdk.doctor.examination import Examination
from arena_sdk.doctor.extent import QUICK, USUAL
from arena_sdk.doctor.patient import Fault
from arena_sdk.doctor.report import DoctorReport, DoctorStep, Latency, Outcome
from arena_sdk.loading import file_in

OUTCOMES: Final[dict[int, Outcome]] = {
    pb.CHECK_OUTCOME_PASSED: "passed",
    pb.CHECK_OUTCOME_WARNED: "warned",
    pb.CHECK_OUTCOME_FAILED: "failed",
    pb.CHECK_OUTCOME_SKIPPED: "skipped",
}


def run(args: argparse.Namespace) -> int:
    """Examine a bot, and print the findings. Return exit code 3 if the bot cannot play."""
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # broken connections of the bot are reported in words
    for game in args.game:
        rules(game)
    report = examined_there(args) if args.arena is not None else examined_here(args)
    if args.json:
        say_json(report.values())
    else:
        measured = f"{report.latency}\n" if report.latency.answers else ""
        say(f"\n{measured}{report.verdict}")
    return 0 if report.is_fit else BotError.exit_code


def tell(args: argparse.Namespace, step: DoctorStep) -> None:
    """Print the result of one step of the examination."""
    if args.json:
        note(f"{step.name}: {step.outcome}")
    else:
        say(str(step))


def examined_here(args: argparse.Namespace) -> DoctorReport:
    """Start the bot as a process on this machine, and examine it. Return the report."""
    check_command(args.bot)
    try:
        with Clinic(args.bot, command_of(args.bot)) as clinic:
            return examination_of(clinic, args).run()
    except Fault as fault:
        raise BotError(str(fault)) from None


def examination_of(clinic: Clinic, args: argparse.Namespace) -> Examination:
    """Return a new Examination, which tests a bot in the games that the command line names.

    `--quick` makes it short. When it runs, it prints the result of each step. On a terminal, a line shows the current
    step.
    """
    line = MovingLine()

    def told(step: DoctorStep) -> None:
        line.clear()
        tell(args, step)

    extent = replace(QUICK if args.quick else USUAL, shows_wire=args.verbose)
    found = Examination(clinic, args.game, told, extent=extent)
    found.begins = line.show
    return found


def check_command(bot: str) -> None:
    """Raise UsageError unless `bot` is a bot's file or folder, the name of a house bot, or a program to start."""
    try:
        words = shlex.split(bot)
    except ValueError as reason:
        raise UsageError(f"the command {bot!r} cannot be read: {reason}") from None
    if not words:
        raise UsageError("expected a bot: a file, a house bot, or a command in quotes")
    if words[0] in HOUSE and len(words) == 1:
        return
    path = Path(words[0].partition(":")[0])
    if len(words) == 1 and path.is_dir():
        file_in(path)
        return
    if len(words) == 1 and path.suffix == ".py":
        if not path.is_file():
            raise UsageError(f"no such bot file: {path}")
        return
    if shutil.which(words[0]) is None:
        if len(words) == 1 and path.suffix and path.stem:
            raise UsageError(f"no such bot file: {path}; expected one such as my_bot.py, a house bot, or a command")
        known = nearest(words[0], HOUSE)
        raise UsageError(f"no command {words[0]!r}: {known}, a file such as my_bot.py, or a command in quotes")


def examined_there(args: argparse.Namespace) -> DoctorReport:
    """Let a served arena examine a bot that is connected to it, and print each result. Return the report."""
    remote = dialled(args)
    request = pb.CheckBotRequest(bot=args.bot, games=args.game, quick=args.quick, verbose=args.verbose)
    steps: list[DoctorStep] = []
    taken = Latency.of(())
    try:
        for found in remote.stream("CheckBot", request, within=None):
            steps.append(
                DoctorStep(found.step, OUTCOMES.get(found.outcome, "skipped"), found.text, tuple(found.transcript))
            )
            tell(args, steps[-1])
            if found.HasField("latency"):
                taken = latency_of(found.latency)
    finally:
        remote.close()
    return DoctorReport(args.bot, tuple(steps), taken)


def latency_of(told: pb.Latency) -> Latency:
    """Return the arena's statistics of a bot's answer times as a Latency, in milliseconds."""
    if not told.answers:
        return Latency.of(())
    return Latency(told.answers, told.p50_us / 1000, told.p99_us / 1000, told.slowest_us / 1000)
