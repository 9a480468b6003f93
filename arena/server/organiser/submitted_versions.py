"""The state of a bot's submitted versions: admitted or refused, connected or not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.server.access.accounts import Version
from arena.server.arena import Arena
from arena.server.organiser.bot_calls import version_message
from arena.server.organiser.calls import moment


@dataclass(frozen=True)
class SubmittedVersion:
    """A submitted version of a bot: whether it is connected or examined now, or why it does not run."""

    version: Version
    connected: bool = False
    examination: str = ""  # the step of the examination that the version is in
    trouble: str = ""  # why it does not run now
    began: float | None = None  # when its running process was started, in seconds since 1970

    @property
    def may_connect(self) -> bool:
        """True if the version was neither refused nor withdrawn."""
        return self.version.admission in {"pending", "admitted"}

    def words(self) -> str:
        """Return a sentence that says why the version is not connected. Call this only if it is not."""
        if self.may_connect:
            return f"version {self.version.name}: {self.trouble or 'its program has not connected yet'}"
        reason = self.version.withdrawn or self.version.refused
        return f"version {self.version.name} was {self.version.admission}: {reason}"


async def submitted_versions(arena: Arena, bot: str) -> list[SubmittedVersion]:
    """Return the newest submitted version of a bot, and after it the one that the arena runs if that is an older one.

    Return an empty list if the bot was never submitted.
    """
    host = arena.submitted_bots
    submissions = [] if host is None else await host.store.submitted_by(bot)
    if host is None or not submissions:
        return []
    account = await arena.accounts.bot(bot)
    known = {each.name: each for each in account.versions}
    found: list[SubmittedVersion] = []
    for each in submissions:
        version = known.get(each.version) or Version(each.version, each.created, 0.0)
        here = SubmittedVersion(version, began=host.running_since(bot, each.version))
        if here.may_connect:
            attendance = arena.lobby.newest(bot, each.version)
            if attendance is None:
                is_kept_away = account.state != "active"
                trouble = f"the bot is {account.state}" if is_kept_away else host.trouble_of(bot, each.version)
                here = replace(here, trouble=trouble)
            else:
                here = replace(here, connected=True, examination=attendance.examination)
        if here.may_connect or not found:
            found.append(here)
        if here.may_connect:
            break
    return found


def why_absent(bot: str, versions: Sequence[SubmittedVersion]) -> str:
    """Return a sentence that says why a bot that the arena runs is not connected."""
    return f"{bot} is not connected, and the arena runs it: {'; '.join(each.words() for each in versions)}"


def state_message(state: SubmittedVersion, *, examines: bool) -> organiser_pb2.ReadBotLogsResponse:
    """Return the state of a submitted version as a protocol message.

    In an arena that examines no versions, a version may stay `pending` forever. The message then gives no admission.
    """
    version = version_message(state.version)
    if not examines and state.version.admission == "pending":
        version.admission = common_pb2.ADMISSION_UNSPECIFIED
    message = organiser_pb2.ReadBotLogsResponse(
        submitted=version, connected=state.connected, examination=state.examination, trouble=state.trouble
    )
    if state.began is not None:
        message.start_time.CopyFrom(moment(state.began))
    return message
