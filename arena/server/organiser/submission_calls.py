"""The calls of the service Organiser about submitted bots: submit, download the package, read how runs ended."""

from collections.abc import Sequence
from typing import Final

import trio
from google.protobuf.message import Message

from arena.errors import UsageError
from arena.protocol.games.game_codec import parse
from arena.protocol.v1 import organiser_pb2
from arena.sandbox.bot_manifest import PackageError
from arena.sandbox.bot_package import ZIP_LIMIT, BotPackage, read_package
from arena.server.access.accounts import TooManyError, Version
from arena.server.access.door import Holder
from arena.server.access.submissions import RUNS_KEPT, BotRun, Submission, SubmittedBotsHost
from arena.server.arena import Arena
from arena.server.organiser.calls import OWN, answering, is_same, let_in, moment, pieces, scoped
from arena.server.organiser.submitted_versions import SubmittedVersion, state_message, submitted_versions
from arena.server.transport.bridge import Call, Handler, PeerGoneError, Refused, Status

PIECE_WITHIN: Final = 10.0  # seconds for the next piece of a package
UPLOADS: Final = 4  # at once, of all bots: each may hold a package in memory
MICROSECONDS: Final = 1_000_000
AUTHORS: Final = ("bot",)


class SubmissionCalls:
    """Answers the Organiser calls about submitted bots."""

    def __init__(self, arena: Arena) -> None:
        self.arena: Final = arena
        self._submitting: Final[set[str]] = set()  # the bots with a submission in progress, by case-folded name
        self._room: Final = trio.CapacityLimiter(UPLOADS)

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "SubmitBot": answering(pb.SubmitBotRequest, self.submit_bot),
            "ReadPackage": scoped(arena, pb.ReadPackageRequest, AUTHORS, self.read_package),
            "ReadBotLogs": scoped(arena, pb.ReadBotLogsRequest, AUTHORS, self.read_bot_logs),
        }

    async def submit_bot(self, call: Call, request: organiser_pb2.SubmitBotRequest) -> Message:
        """Receive a package, check it, and store it as a submitted version of a bot."""
        holder = await let_in(self.arena, call, OWN)
        host = self._host()
        await check_runtime(host, "python")
        name = (await self.arena.accounts.bot(named(holder, request.bot))).name
        if request.size < 1 or request.size > ZIP_LIMIT:
            raise UsageError(f"a package of {request.size:,} bytes: expected 1 to {ZIP_LIMIT:,}")
        if name.casefold() in self._submitting:
            raise TooManyError(f"{name} is being submitted by another call: expected one at a time", PIECE_WITHIN)
        self._submitting.add(name.casefold())
        try:
            async with self._room:
                await host.store.check_refused(name)  # before the package costs memory
                data = await received(call, request)
                package = await checked(host, name, data, holder.token)
                submission = Submission(name, package.manifest.version, package.digest, self.arena.wall())
                await check_runtime(host, package.manifest.runtime)
                is_new = await host.store.submit(submission, data, holder.token)
        finally:
            self._submitting.discard(name.casefold())
        host.submitted()
        return organiser_pb2.SubmitBotResponse(
            bot=name, version=submission.version, digest=submission.digest, known=not is_new
        )

    async def read_package(
        self, holder: Holder, request: organiser_pb2.ReadPackageRequest
    ) -> Sequence[organiser_pb2.ReadPackageResponse]:
        """Send the package of a version to its author."""
        data = await self._host().store.package(holder.bot, request.version)
        return [organiser_pb2.ReadPackageResponse(data=piece) for piece in pieces(data)]

    async def read_bot_logs(
        self, holder: Holder, request: organiser_pb2.ReadBotLogsRequest
    ) -> Sequence[organiser_pb2.ReadBotLogsResponse]:
        """Send the reports about the newest runs of a bot to its author.

        If the request asks for it, first send the state of the bot's submission, with the output so far of its run.
        """
        if request.limit < 0:
            raise UsageError(f"limit {request.limit}: expected 0 or more")
        limit = min(request.limit or RUNS_KEPT, RUNS_KEPT)
        runs = [run_message(each) for each in await self._host().store.runs(holder.bot, request.version, limit)]
        tell_refusals(runs, (await self.arena.accounts.bot(holder.bot)).versions)
        states = await submitted_versions(self.arena, holder.bot) if request.with_state else []
        return [*[await self._with_output(holder.bot, each) for each in states], *runs]

    async def _with_output(self, bot: str, state: SubmittedVersion) -> organiser_pb2.ReadBotLogsResponse:
        """Return the state of a submitted version, with the output so far of its running process, as a message."""
        message = state_message(state, examines=self.arena.examines)
        if state.began is not None:
            message.stdout, message.stderr = await self._host().output_so_far(bot, state.version.name)
        return message

    def _host(self) -> SubmittedBotsHost:
        """Return the part of the arena that runs submitted bots. Raise Refused if this arena runs none."""
        if self.arena.submitted_bots is None:
            raise Refused(Status.FAILED_PRECONDITION, "this arena takes no submitted bots")
        return self.arena.submitted_bots


async def checked(host: SubmittedBotsHost, bot: str, data: bytes, by: str) -> BotPackage:
    """Return the package in these bytes. If it has a fault, count it among the bot's submissions of the day."""
    try:
        return await trio.to_thread.run_sync(read_package, data)
    except PackageError as error:
        await host.store.add_refused(bot, error.faults[0], by)
        raise


async def check_runtime(host: SubmittedBotsHost, runtime: str) -> None:
    """Refuse a call if no machine of the arena can run submitted bots with this runtime."""
    if reason := await host.trouble(runtime):
        raise Refused(Status.FAILED_PRECONDITION, f"this arena cannot run submitted bots: {reason}")


def named(holder: Holder, bot: str) -> str:
    """Return the name of the bot that a request is about. A bot's token may name only its own bot."""
    if holder.scope != "bot":
        return bot
    if bot and not is_same(bot, holder.bot):
        raise Refused(Status.PERMISSION_DENIED, f"a token of {holder.bot}: expected one of an organiser")
    return holder.bot


async def received(call: Call, first: organiser_pb2.SubmitBotRequest) -> bytes:
    """Receive the further messages of a package, and return the whole package.

    Raise UsageError unless it has the number of bytes that the first message announced.
    """
    data = bytearray(first.data)
    while len(data) < first.size:
        try:
            with trio.fail_after(PIECE_WITHIN):
                data += parse(organiser_pb2.SubmitBotRequest, (await call.receive()).data).data
        except PeerGoneError:
            break
        except trio.TooSlowError:
            raise Refused(Status.DEADLINE_EXCEEDED, f"no piece came within {PIECE_WITHIN:g} s") from None
    if len(data) != first.size:
        raise UsageError(f"{len(data):,} bytes came: expected {first.size:,}, as the first message says")
    return bytes(data)


def tell_refusals(runs: Sequence[organiser_pb2.ReadBotLogsResponse], versions: Sequence[Version]) -> None:
    """For each refused version, write the reason into the report of its newest run, if the arena ended this run.

    `runs` are the reports, the newest first.
    """
    refused = {each.name: each.refused for each in versions if each.refused}
    for run in runs:
        words = refused.pop(run.version, "")
        if words and run.dismissed:
            run.dismissal = f"the version was refused: {words}"


def run_message(run: BotRun) -> organiser_pb2.ReadBotLogsResponse:
    """Return the report about a run of a submitted bot as a protocol message."""
    return organiser_pb2.ReadBotLogsResponse(
        version=run.version,
        start_time=moment(run.began),
        duration_us=round(run.seconds * MICROSECONDS),
        exit_code=run.exit_code,
        limit=run.limit,
        dismissed=run.dismissed,
        trouble=run.trouble,
        memory_peak=run.memory_peak,
        processor_us=round(run.processor_seconds * MICROSECONDS),
        stdout=run.stdout,
        stderr=run.stderr,
    )
