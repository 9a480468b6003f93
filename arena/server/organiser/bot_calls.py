"""The calls of the service Organiser about bots and their versions."""

from collections.abc import Sequence
from typing import Final

import trio
from google.protobuf.message import Message

from arena.protocol.v1 import organiser_pb2
from arena.server import messages
from arena.server.access.accounts import BotAccount, BotState, DeniedError, Version
from arena.server.access.door import Holder, too_often
from arena.server.arena import Arena
from arena.server.organiser.calls import CHANGING, OWN, READING, answering, is_same, let_in, moment, paged, scoped
from arena.server.organiser.token_calls import token_message
from arena.server.tournaments.checkup import examine, extent_of, patient_of
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.bridge import Call, Handler, Refused, Status
from arena.server.transport.limits import Windows

STATES: Final[dict[BotState, organiser_pb2.BotState]] = {
    "active": organiser_pb2.BOT_STATE_ACTIVE,
    "suspended": organiser_pb2.BOT_STATE_SUSPENDED,
    "deleted": organiser_pb2.BOT_STATE_DELETED,
}


class BotCalls:
    """Answers the Organiser calls about bots. With `open_registration`, any caller may register a bot."""

    def __init__(self, arena: Arena, tournaments: Tournaments, *, open_registration: bool = False) -> None:
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.open_registration: Final = open_registration
        self._registrations: Final = Windows(arena.limits.registrations_per_hour, 3600.0)

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "RegisterBot": answering(pb.RegisterBotRequest, self.register_bot),
            "GetBot": scoped(arena, pb.GetBotRequest, READING, self.get_bot),
            "ListBots": scoped(arena, pb.ListBotsRequest, READING, self.list_bots),
            "RenameBot": scoped(arena, pb.RenameBotRequest, CHANGING, self.rename_bot),
            "SuspendBot": scoped(arena, pb.SuspendBotRequest, CHANGING, self.suspend_bot),
            "ReinstateBot": scoped(arena, pb.ReinstateBotRequest, CHANGING, self.reinstate_bot),
            "DeleteBot": scoped(arena, pb.DeleteBotRequest, CHANGING, self.delete_bot),
            "WithdrawVersion": scoped(arena, pb.WithdrawVersionRequest, CHANGING, self.withdraw_version),
            "CheckBot": answering(pb.CheckBotRequest, self.check_bot),
        }

    async def register_bot(self, call: Call, request: organiser_pb2.RegisterBotRequest) -> Message:
        """Register a bot: for an organiser, with an invite code, or for any caller if registration is open."""
        by = await self._registrar(call, request.invite_code)
        accounts = self.arena.accounts
        try:
            made = await accounts.register(
                request.name,
                request.author,
                request.description,
                request.invite_code,
                by,
                claims=bool(by) and not request.invite_code,
            )
        except DeniedError as denied:
            door = self.arena.door
            if wait := door.refusals.take(door.addresses.of(call), trio.current_time()):
                words = "too many wrong invite codes from this address"
                raise await too_often(words, wait, door.refusal_held) from denied
            raise
        return organiser_pb2.RegisterBotResponse(
            bot=bot_message(await accounts.bot(request.name)), token=token_message(made.token), token_secret=made.secret
        )

    async def _registrar(self, call: Call, invite_code: str) -> str:
        """Return the id of the caller's token; empty if the caller has none.

        Refuse callers that may not register bots.
        """
        if call.metadata.get("authorization"):
            holder = await self.arena.door.holder(call)
            if holder.scope != "organiser" and not invite_code:
                raise Refused(Status.PERMISSION_DENIED, "expected a token of an organiser, or an invite code")
            return holder.token
        if not invite_code:
            self._check_open(call)
        return ""

    def _check_open(self, call: Call) -> None:
        """Refuse a caller without token and invite if registration is not open, or if it registers too often."""
        if not self.open_registration:
            words = "registration needs an invite code or an organiser's token here"
            raise Refused(Status.PERMISSION_DENIED, words)
        if wait := self._registrations.take(self.arena.door.addresses.of(call), trio.current_time()):
            words = f"{self._registrations.most} registrations from one address in an hour: that is the limit"
            raise Refused(Status.RESOURCE_EXHAUSTED, words, wait)

    async def get_bot(self, holder: Holder, request: organiser_pb2.GetBotRequest) -> Message:
        """Return the account of the bot that the request names."""
        return organiser_pb2.GetBotResponse(bot=bot_message(await self.arena.accounts.bot(request.bot)))

    async def list_bots(self, holder: Holder, request: organiser_pb2.ListBotsRequest) -> Message:
        """Return one page of the bots, or of the bots in the requested state."""
        found = [
            bot
            for bot in await self.arena.accounts.bots()
            if request.state in {organiser_pb2.BOT_STATE_UNSPECIFIED, STATES[bot.state]}
        ]
        page, rest = paged(found, request.page_size, request.page_token)
        return organiser_pb2.ListBotsResponse(bots=[bot_message(bot) for bot in page], next_page_token=rest)

    async def rename_bot(self, holder: Holder, request: organiser_pb2.RenameBotRequest) -> Message:
        """Give a bot another name, and end its `Attend` streams, so that it reconnects under this name.

        Matches that it has joined go on under the earlier name.
        """
        renamed = await self.arena.accounts.rename(request.bot, request.new_name, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.RenameBotResponse(bot=bot_message(renamed))

    async def suspend_bot(self, holder: Holder, request: organiser_pb2.SuspendBotRequest) -> Message:
        """Suspend a bot, and end its streams."""
        bot = await self.arena.accounts.set_state(request.bot, "suspended", holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.SuspendBotResponse(bot=bot_message(bot))

    async def reinstate_bot(self, holder: Holder, request: organiser_pb2.ReinstateBotRequest) -> Message:
        """Reinstate a suspended bot, so that it may connect again."""
        bot = await self.arena.accounts.set_state(request.bot, "active", holder.token, request.reason)
        return organiser_pb2.ReinstateBotResponse(bot=bot_message(bot))

    async def delete_bot(self, holder: Holder, request: organiser_pb2.DeleteBotRequest) -> Message:
        """Delete a bot, and end its streams. Its matches stay, under a neutral name."""
        bot = await self.arena.accounts.set_state(request.bot, "deleted", holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.DeleteBotResponse(bot=bot_message(bot))

    async def withdraw_version(self, holder: Holder, request: organiser_pb2.WithdrawVersionRequest) -> Message:
        """Withdraw a version of a bot, unless the version is in a tournament that is not over."""
        accounts = self.arena.accounts
        await self.tournaments.check_free(request.bot, request.version)
        version = await accounts.withdraw(request.bot, request.version, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.WithdrawVersionResponse(version=version_message(version))

    async def check_bot(self, call: Call, request: organiser_pb2.CheckBotRequest) -> Sequence[Message]:
        """Examine a connected bot, for its author or for an organiser.

        Send the result of each step of the examination as soon as it is known.
        """
        holder = await let_in(self.arena, call, OWN)
        if holder.scope == "bot" and not is_same(request.bot, holder.bot):
            raise Refused(Status.PERMISSION_DENIED, f"a token of {holder.bot}: expected one of an organiser")
        patient = patient_of(self.arena, request)
        extent = extent_of(self.arena, request)
        await examine(self.arena, patient, request.games, lambda step: call.post(step.SerializeToString()), extent)
        return []


# Messages --------------------------------------------------------------------------------------------------------


def version_message(version: Version) -> organiser_pb2.Version:
    """Return a version as a protocol message."""
    return organiser_pb2.Version(
        name=version.name,
        admission=messages.ADMISSIONS[version.admission],
        reason=version.withdrawn or version.refused,
        create_time=moment(version.created),
        attend_time=moment(version.attended) if version.attended else None,
    )


def bot_message(bot: BotAccount) -> organiser_pb2.Bot:
    """Return the account of a bot as a protocol message."""
    return organiser_pb2.Bot(
        name=bot.name,
        author=bot.author,
        description=bot.description,
        state=STATES[bot.state],
        versions=[version_message(each) for each in bot.versions],
        create_time=moment(bot.created),
    )
