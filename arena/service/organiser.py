"""The service Organiser: bots and versions, tokens and invites, matches, the audit; each call says who may make it.

A call has one request, and an answer or several; whatever is wrong with it ends it with a status and a sentence.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeVar

import trio
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp

from arena.errors import ArenaError, ProtocolError, UsageError
from arena.games import GAMES
from arena.games.automata import automaton, check_automaton, game_of, in_order, with_automaton
from arena.protocol.codec import PROTOCOL
from arena.protocol.games.game import parse
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record import ResultLine
from arena.referee import TimeControl
from arena.server import messages
from arena.server.accounts import (
    AuditLine,
    Bot,
    DeniedError,
    Invite,
    NotFoundError,
    Scope,
    TakenError,
    Token,
    TooManyError,
    Version,
)
from arena.server.arena import Arena, server_name
from arena.server.bridge import Call, Handler, Refused, Status
from arena.server.door import Holder
from arena.server.endings import Ended
from arena.server.limits import Windows, address_of
from arena.server.lobby import Attendance
from arena.server.matches import Entrant, Terms, Wanted
from arena.server.results import Entry, MatchState, Sought
from arena.service.checkup import admitted, examine
from arena.service.tournaments import Tournaments

SERVICE: Final = "arena.protocol.v1.Organiser"
PAGE: Final = 1000  # rows of a list at most
PIECE: Final = 32 << 10  # bytes of a record in one message
REQUEST_WITHIN: Final = 10.0  # seconds
MATCHES: Final = 100_000  # of one request

M = TypeVar("M", bound=Message)
R = TypeVar("R")

SCOPES: Final[dict[Scope, common_pb2.Scope]] = {
    "bot": common_pb2.SCOPE_BOT,
    "organiser": common_pb2.SCOPE_ORGANISER,
    "read": common_pb2.SCOPE_READ,
}
BOT_STATES: Final = {
    "active": organiser_pb2.BOT_STATE_ACTIVE,
    "suspended": organiser_pb2.BOT_STATE_SUSPENDED,
    "deleted": organiser_pb2.BOT_STATE_DELETED,
}
MATCH_STATES: Final[dict[MatchState, organiser_pb2.MatchState]] = {
    "offered": organiser_pb2.MATCH_STATE_OFFERED,
    "running": organiser_pb2.MATCH_STATE_RUNNING,
    "finished": organiser_pb2.MATCH_STATE_FINISHED,
    "void": organiser_pb2.MATCH_STATE_VOID,
}
STATUSES: Final = {
    NotFoundError: Status.NOT_FOUND,
    TakenError: Status.ALREADY_EXISTS,
    DeniedError: Status.PERMISSION_DENIED,
    TooManyError: Status.RESOURCE_EXHAUSTED,
    ProtocolError: Status.INVALID_ARGUMENT,
    UsageError: Status.INVALID_ARGUMENT,
}


class Organiser:
    """Answers the calls of one arena; `open_registration` lets everybody make a bot."""

    def __init__(
        self,
        arena: Arena,
        tournaments: Tournaments,
        *,
        open_registration: bool = False,
        house: Mapping[str, str] | None = None,
    ) -> None:
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.open_registration: Final = open_registration
        self.house: Final = house or {}  # the versions of the house's bots, by name
        self._registrations: Final = Windows(arena.limits.registrations_per_hour, 3600.0)

    # The arena ---------------------------------------------------------------------------------------------------

    async def get_arena(self, holder: Holder, request: organiser_pb2.GetArenaRequest) -> Message:
        """The arena itself."""
        arena = self.arena
        return organiser_pb2.GetArenaResponse(
            server=server_name(),
            protocol=PROTOCOL,
            games=[
                common_pb2.GameSupport(game=each.name, rules_version=each.version, seats=each.seats)
                for each in GAMES.values()
            ],
            attendances=len(arena.lobby.attendances),
            matches_running=len(arena.matches.tables),
            start_time=moment(arena.since),
        )

    async def list_attendances(self, holder: Holder, request: organiser_pb2.ListAttendancesRequest) -> Message:
        """Who attends now."""
        page, rest = paged(self.arena.lobby.attendances, request.page_size, request.page_token)
        return organiser_pb2.ListAttendancesResponse(
            attendances=[attendance_message(each) for each in page], next_page_token=rest
        )

    # Bots --------------------------------------------------------------------------------------------------------

    async def register_bot(self, call: Call, request: organiser_pb2.RegisterBotRequest) -> Message:
        """Make a bot: for an organiser, with an invite, or for everybody where the arena allows it."""
        by = ""
        if call.metadata.get("authorization"):
            holder = await self.arena.door.holder(call)
            if holder.scope != "organiser" and not request.invite_code:
                raise Refused(Status.PERMISSION_DENIED, "expected a token of an organiser, or an invite code")
            by = holder.token
        elif not request.invite_code:
            self._register_openly(call)
        elif wait := self.arena.door.refusals.wait(address_of(call.peer), trio.current_time()):
            raise Refused(Status.RESOURCE_EXHAUSTED, "too many wrong invite codes from this address", wait)
        accounts = self.arena.accounts
        try:
            made = await accounts.register(request.name, request.author, request.description, request.invite_code, by)
        except DeniedError:
            self.arena.door.refusals.take(address_of(call.peer), trio.current_time())
            raise
        return organiser_pb2.RegisterBotResponse(
            bot=bot_message(await accounts.bot(request.name)), token=token_message(made.token), token_secret=made.secret
        )

    def _register_openly(self, call: Call) -> None:
        if not self.open_registration:
            words = "registration needs an invite code or an organiser's token here"
            raise Refused(Status.PERMISSION_DENIED, words)
        if wait := self._registrations.take(address_of(call.peer), trio.current_time()):
            words = f"{self._registrations.most} registrations from one address in an hour: that is the limit"
            raise Refused(Status.RESOURCE_EXHAUSTED, words, wait)

    async def get_bot(self, holder: Holder, request: organiser_pb2.GetBotRequest) -> Message:
        """One bot."""
        return organiser_pb2.GetBotResponse(bot=bot_message(await self.arena.accounts.bot(request.bot)))

    async def list_bots(self, holder: Holder, request: organiser_pb2.ListBotsRequest) -> Message:
        """All bots."""
        found = [
            bot
            for bot in await self.arena.accounts.bots()
            if request.state in {organiser_pb2.BOT_STATE_UNSPECIFIED, BOT_STATES[bot.state]}
        ]
        page, rest = paged(found, request.page_size, request.page_token)
        return organiser_pb2.ListBotsResponse(bots=[bot_message(bot) for bot in page], next_page_token=rest)

    async def rename_bot(self, holder: Holder, request: organiser_pb2.RenameBotRequest) -> Message:
        """Another name."""
        renamed = await self.arena.accounts.rename(request.bot, request.new_name, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.RenameBotResponse(bot=bot_message(renamed))

    async def suspend_bot(self, holder: Holder, request: organiser_pb2.SuspendBotRequest) -> Message:
        """Keep a bot away."""
        bot = await self.arena.accounts.set_state(request.bot, "suspended", holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.SuspendBotResponse(bot=bot_message(bot))

    async def reinstate_bot(self, holder: Holder, request: organiser_pb2.ReinstateBotRequest) -> Message:
        """Let it attend again."""
        bot = await self.arena.accounts.set_state(request.bot, "active", holder.token, request.reason)
        return organiser_pb2.ReinstateBotResponse(bot=bot_message(bot))

    async def delete_bot(self, holder: Holder, request: organiser_pb2.DeleteBotRequest) -> Message:
        """Take its name away."""
        bot = await self.arena.accounts.set_state(request.bot, "deleted", holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.DeleteBotResponse(bot=bot_message(bot))

    async def withdraw_version(self, holder: Holder, request: organiser_pb2.WithdrawVersionRequest) -> Message:
        """Withdraw a version."""
        accounts = self.arena.accounts
        await self.tournaments.check_free(request.bot, request.version)
        version = await accounts.withdraw(request.bot, request.version, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.WithdrawVersionResponse(version=version_message(version))

    # Tokens and invites ------------------------------------------------------------------------------------------

    async def create_token(self, holder: Holder, request: organiser_pb2.CreateTokenRequest) -> Message:
        """Make a token; a bot makes them for itself alone."""
        scope = next((name for name, number in SCOPES.items() if number == request.scope), None)
        if scope is None:
            raise UsageError("scope: expected SCOPE_BOT, SCOPE_ORGANISER or SCOPE_READ")
        if holder.scope == "bot" and not (scope == "bot" and is_same(request.bot, holder.bot)):
            raise Refused(Status.PERMISSION_DENIED, "a bot makes tokens for itself alone")
        made = await self.arena.accounts.create_token(scope, request.bot, request.label, holder.token)
        return organiser_pb2.CreateTokenResponse(token=token_message(made.token), token_secret=made.secret)

    async def list_tokens(self, holder: Holder, request: organiser_pb2.ListTokensRequest) -> Message:
        """Tokens, never their secrets."""
        if holder.scope == "bot" and not is_same(request.bot, holder.bot):
            raise Refused(Status.PERMISSION_DENIED, "a bot lists its own tokens alone")
        tokens = await self.arena.accounts.tokens(request.bot)
        page, rest = paged(tokens, request.page_size, request.page_token)
        return organiser_pb2.ListTokensResponse(tokens=[token_message(each) for each in page], next_page_token=rest)

    async def revoke_token(self, holder: Holder, request: organiser_pb2.RevokeTokenRequest) -> Message:
        """Make a token worthless: its streams end now."""
        token = await self.arena.accounts.token(request.id)
        if holder.scope == "bot" and (token is None or token.bot != holder.bot):
            raise Refused(Status.PERMISSION_DENIED, "a bot revokes its own tokens alone")
        revoked = await self.arena.accounts.revoke_token(request.id, holder.token, request.reason)
        await self.arena.look_at_accounts()
        return organiser_pb2.RevokeTokenResponse(token=token_message(revoked))

    async def create_invite(self, holder: Holder, request: organiser_pb2.CreateInviteRequest) -> Message:
        """Make a code."""
        expires = request.expire_time.seconds + request.expire_time.nanos / 1e9
        invite, code = await self.arena.accounts.create_invite(
            request.label, request.uses, expires if request.HasField("expire_time") else None, holder.token
        )
        return organiser_pb2.CreateInviteResponse(invite=invite_message(invite), invite_code=code)

    async def list_invites(self, holder: Holder, request: organiser_pb2.ListInvitesRequest) -> Message:
        """All invites."""
        page, rest = paged(await self.arena.accounts.invites(), request.page_size, request.page_token)
        return organiser_pb2.ListInvitesResponse(invites=[invite_message(each) for each in page], next_page_token=rest)

    async def revoke_invite(self, holder: Holder, request: organiser_pb2.RevokeInviteRequest) -> Message:
        """Make a code worthless."""
        invite = await self.arena.accounts.revoke_invite(request.id, holder.token, request.reason)
        return organiser_pb2.RevokeInviteResponse(invite=invite_message(invite))

    # Matches -----------------------------------------------------------------------------------------------------

    async def run_matches(self, holder: Holder, request: organiser_pb2.RunMatchesRequest) -> Message:
        """Play matches between bots that attend."""
        game = game_of(request.game, request.entrants, request.game)
        clock = TimeControl.read(request.clock)
        settings = game.complete(messages.values(request.settings))
        options = with_automaton(game, settings, request.entrants)
        seats = len(request.entrants)
        if seats not in game.seats:
            raise UsageError(f"{seats} entrants: {game.name} expects one of {', '.join(map(str, game.seats))}")
        if not 1 <= request.blocks <= MATCHES // seats:
            raise UsageError(f"{request.blocks} blocks: expected 1 to {MATCHES // seats}")
        if request.position:
            if request.rated:
                raise UsageError("a match that begins at a given position is never rated: expected rated to be unset")
            opening = game.from_position(request.position)
            if opening.seats != seats:
                raise UsageError(f"the position is one of {opening.seats} seats, not of {seats}")
            options = dict(opening.settings)
            check_automaton(game, options, request.entrants)
        names = in_order(game, request.entrants)
        wanted = Wanted(
            entrants=tuple([await self._entrant(name, game.name, seats) for name in names]),
            terms=Terms(game, options, clock, request.seed, request.position, rated=request.rated),
            blocks=request.blocks,
        )
        return organiser_pb2.RunMatchesResponse(matches=await self.arena.matches.want(wanted))

    async def _entrant(self, text: str, game: str, seats: int) -> Entrant:
        """The bot that is meant, in the version that attends; it has to be here, or nothing would ever begin."""
        found = automaton(text)
        if found is not None:
            return Entrant(found.name, found.version, "automaton")
        name, at, version = text.partition("@")
        is_house = name in self.house
        if not is_house:
            name = (await self.arena.accounts.bot(name)).name
        attendance = self.arena.lobby.newest(name, version)
        if attendance is None:
            which = f"{name}, version {version}," if at else name
            raise Refused(Status.FAILED_PRECONDITION, f"{which} does not attend: start it, and ask again")
        if not attendance.plays(game, seats):
            raise Refused(Status.FAILED_PRECONDITION, f"{name} does not play {game} with {seats} seats")
        return Entrant(name, attendance.version, "house" if is_house else "bot")

    async def get_match(self, holder: Holder, request: organiser_pb2.GetMatchRequest) -> Message:
        """One match."""
        return organiser_pb2.GetMatchResponse(match=match_message(await self._match(request.match)))

    async def _match(self, name: str) -> Entry:
        running = self.arena.matches.tables.get(name)
        entry = running.entry if running is not None else await self.arena.results.match(name)
        if entry is None:
            raise NotFoundError(f"no match is called {ascii(name)[:60]}")
        return entry

    async def list_matches(self, holder: Holder, request: organiser_pb2.ListMatchesRequest) -> Message:
        """Matches, the newest first."""
        size = size_of_page(request.page_size)
        states = [name for name, number in MATCH_STATES.items() if number == request.state]
        tournament = request.tournament and (await self.tournaments.keeper.tournament(request.tournament)).id
        sought = Sought(request.bot, states[0] if states else "", tournament)
        found = await self.arena.results.matches(sought, size + 1, request.page_token)
        return organiser_pb2.ListMatchesResponse(
            matches=[match_message(each) for each in found[:size]],
            next_page_token=found[size - 1].match if len(found) > size else "",
        )

    async def read_record(self, holder: Holder, request: organiser_pb2.ReadRecordRequest) -> Iterable[Message]:
        """A record, byte for byte, in pieces; who only reads has it when its deal is no secret any more."""
        await self._match(request.match)
        if holder.scope != "organiser" and not await self.arena.results.is_disclosed(request.match):
            words = "its deal is still played: its record can be read when the last match with this deal has ended"
            raise Refused(Status.FAILED_PRECONDITION, words)
        record = await self.arena.results.record(request.match)
        if record is None:
            raise Refused(Status.FAILED_PRECONDITION, "the match has no whole record: it runs still, or it is void")
        pieces = [record[at : at + PIECE] for at in range(0, len(record), PIECE)]
        return [organiser_pb2.ReadRecordResponse(data=piece) for piece in pieces]

    async def void_match(self, holder: Holder, request: organiser_pb2.VoidMatchRequest) -> Message:
        """Make a match count for nothing."""
        await self._match(request.match)
        if request.replay:
            await self.tournaments.check_replay(request.match)
        await self.arena.matches.void(request.match, request.reason)
        if request.replay:
            await self.tournaments.play_again(request.match)
        await self.arena.accounts.note(holder.token, "VoidMatch", request.match, request.reason)
        return organiser_pb2.VoidMatchResponse(match=match_message(await self._match(request.match)))

    async def adjudicate_match(self, holder: Holder, request: organiser_pb2.AdjudicateMatchRequest) -> Message:
        """Give a match the result that an organiser decides on."""
        await self._match(request.match)
        await self.arena.matches.adjudicate(request.match, tuple(request.placements), request.reason)
        await self.arena.accounts.note(holder.token, "AdjudicateMatch", request.match, request.reason)
        return organiser_pb2.AdjudicateMatchResponse(match=match_message(await self._match(request.match)))

    async def list_audit_lines(self, holder: Holder, request: organiser_pb2.ListAuditLinesRequest) -> Message:
        """What organisers have done."""
        lines = await self.arena.accounts.audit(request.target)
        page, rest = paged(lines, request.page_size, request.page_token)
        return organiser_pb2.ListAuditLinesResponse(
            audit_lines=[audit_message(each) for each in page], next_page_token=rest
        )

    # Handlers --------------------------------------------------------------------------------------------------------

    # The doctor --------------------------------------------------------------------------------------------------

    async def check_bot(self, call: Call, request: organiser_pb2.CheckBotRequest) -> Sequence[Message]:
        """Examine a bot that attends: a bot has itself examined, an organiser anybody. Steps are told as they end."""
        holder = await let_in(self.arena, call, OWN)
        if holder.scope == "bot" and not is_same(request.bot, holder.bot):
            raise Refused(Status.PERMISSION_DENIED, f"a token of {holder.bot}: expected one of an organiser")
        ward = admitted(self.arena, request)
        try:
            await examine(ward, request.games, lambda step: call.post(step.SerializeToString()))
        finally:
            ward.close()
        return []


READING: Final = ("organiser", "read")
CHANGING: Final = ("organiser",)
OWN: Final = ("organiser", "bot")  # a bot for itself


def methods(organiser: Organiser) -> dict[str, Handler]:
    """The service's handlers by the full names of their calls."""
    pb = organiser_pb2
    calls: list[tuple[str, type[Message], Sequence[Scope], Any]] = [
        ("GetArena", pb.GetArenaRequest, READING, organiser.get_arena),
        ("ListAttendances", pb.ListAttendancesRequest, READING, organiser.list_attendances),
        ("GetBot", pb.GetBotRequest, READING, organiser.get_bot),
        ("ListBots", pb.ListBotsRequest, READING, organiser.list_bots),
        ("RenameBot", pb.RenameBotRequest, CHANGING, organiser.rename_bot),
        ("SuspendBot", pb.SuspendBotRequest, CHANGING, organiser.suspend_bot),
        ("ReinstateBot", pb.ReinstateBotRequest, CHANGING, organiser.reinstate_bot),
        ("DeleteBot", pb.DeleteBotRequest, CHANGING, organiser.delete_bot),
        ("WithdrawVersion", pb.WithdrawVersionRequest, CHANGING, organiser.withdraw_version),
        ("CreateToken", pb.CreateTokenRequest, OWN, organiser.create_token),
        ("ListTokens", pb.ListTokensRequest, (*OWN, "read"), organiser.list_tokens),
        ("RevokeToken", pb.RevokeTokenRequest, OWN, organiser.revoke_token),
        ("CreateInvite", pb.CreateInviteRequest, CHANGING, organiser.create_invite),
        ("ListInvites", pb.ListInvitesRequest, READING, organiser.list_invites),
        ("RevokeInvite", pb.RevokeInviteRequest, CHANGING, organiser.revoke_invite),
        ("RunMatches", pb.RunMatchesRequest, CHANGING, organiser.run_matches),
        ("GetMatch", pb.GetMatchRequest, READING, organiser.get_match),
        ("ListMatches", pb.ListMatchesRequest, READING, organiser.list_matches),
        ("ReadRecord", pb.ReadRecordRequest, READING, organiser.read_record),
        ("VoidMatch", pb.VoidMatchRequest, CHANGING, organiser.void_match),
        ("AdjudicateMatch", pb.AdjudicateMatchRequest, CHANGING, organiser.adjudicate_match),
        ("ListAuditLines", pb.ListAuditLinesRequest, READING, organiser.list_audit_lines),
    ]
    found = {
        f"{SERVICE}/{name}": answering(kind, scoped(organiser.arena, scopes, answer))
        for name, kind, scopes, answer in calls
    }
    found[f"{SERVICE}/RegisterBot"] = answering(pb.RegisterBotRequest, organiser.register_bot)
    found[f"{SERVICE}/CheckBot"] = answering(pb.CheckBotRequest, organiser.check_bot)
    return found


def scoped(
    arena: Arena, scopes: Sequence[Scope], answer: Callable[[Holder, M], Awaitable[R]]
) -> Callable[[Call, M], Awaitable[R]]:
    """Answer those whose token has one of these scopes."""

    async def answered(call: Call, request: M) -> R:
        return await answer(await let_in(arena, call, scopes), request)

    return answered


async def let_in(arena: Arena, call: Call, scopes: Sequence[Scope]) -> Holder:
    """Who calls, with a token of one of these scopes."""
    holder = await arena.door.holder(call)
    if holder.scope not in scopes or holder.is_house:
        words = f"a token of the scope {holder.scope}: expected one of {', '.join(scopes)}"
        raise Refused(Status.PERMISSION_DENIED, words)
    return holder


def answering(kind: type[M], answer: Callable[[Call, M], Awaitable[Message | Iterable[Message]]]) -> Handler:
    """A handler that reads one request and sends the answer, or all of them."""

    async def handler(call: Call) -> None:
        try:
            with trio.fail_after(REQUEST_WITHIN):
                request = parse(kind, (await call.receive()).data)
            answers = await answer(call, request)
        except Ended as ended:
            raise (ended.refusal() or Refused(Status.INTERNAL, ended.text)) from None
        except trio.TooSlowError:
            raise Refused(Status.DEADLINE_EXCEEDED, "no request came") from None
        except TooManyError as error:
            raise Refused(Status.RESOURCE_EXHAUSTED, str(error), error.retry_after) from None
        except ArenaError as error:
            raise Refused(status_of(error), str(error)) from None
        for message in [answers] if isinstance(answers, Message) else answers:
            call.post(message.SerializeToString())

    return handler


def status_of(error: ArenaError) -> Status:
    """The status that says what kind of error it is."""
    return next((status for kind, status in STATUSES.items() if isinstance(error, kind)), Status.INVALID_ARGUMENT)


def is_same(name: str, other: str) -> bool:
    """Whether two names are the same, however they are capitalised."""
    return name.casefold() == other.casefold()


def paged(rows: Sequence[R], size: int, token: str) -> tuple[Sequence[R], str]:
    """A page of rows, and the token of the next one; empty after the last."""
    if token and not (token.isascii() and token.isdigit() and len(token) < 10):
        raise UsageError(f"page_token {ascii(token)[:40]}: expected the next_page_token of the page before")
    begin = int(token or 0)
    end = begin + size_of_page(size)
    return rows[begin:end], str(end) if end < len(rows) else ""


def size_of_page(size: int) -> int:
    """How many rows a page has that is asked for like this."""
    if size < 0:
        raise UsageError(f"page_size {size}: expected 0 or more")
    return min(size or PAGE, PAGE)


# Messages --------------------------------------------------------------------------------------------------------


def moment(seconds: float) -> Timestamp:
    """A time."""
    whole = int(seconds)
    return Timestamp(seconds=whole, nanos=int((seconds - whole) * 1e9))


def maybe(seconds: float | None) -> Timestamp | None:
    """A time, or none."""
    return None if seconds is None else moment(seconds)


def version_message(version: Version) -> organiser_pb2.Version:
    """A version."""
    return organiser_pb2.Version(
        name=version.name,
        admission=messages.ADMISSIONS[version.admission],
        reason=version.withdrawn or version.refused,
        create_time=moment(version.created),
        attend_time=moment(version.attended),
    )


def bot_message(bot: Bot) -> organiser_pb2.Bot:
    """A bot."""
    return organiser_pb2.Bot(
        name=bot.name,
        author=bot.author,
        description=bot.description,
        state=BOT_STATES[bot.state],
        versions=[version_message(each) for each in bot.versions],
        create_time=moment(bot.created),
    )


def token_message(token: Token) -> organiser_pb2.Token:
    """A token, without what makes it work."""
    return organiser_pb2.Token(
        id=token.id,
        scope=SCOPES[token.scope],
        bot=token.bot,
        label=token.label,
        create_time=moment(token.created),
        use_time=maybe(token.used),
        revoke_time=maybe(token.revoked),
    )


def invite_message(invite: Invite) -> organiser_pb2.Invite:
    """An invite, without its code."""
    return organiser_pb2.Invite(
        id=invite.id,
        label=invite.label,
        uses_left=invite.uses_left,
        expire_time=maybe(invite.expires),
        revoke_time=maybe(invite.revoked),
    )


def attendance_message(attendance: Attendance) -> organiser_pb2.Attendance:
    """A bot's stream."""
    return organiser_pb2.Attendance(
        entrant=attendance.entrant,
        version=attendance.version,
        games=[
            common_pb2.GameSupport(game=game, rules_version=GAMES[game].version, seats=sorted(seats))
            for game, seats in attendance.games.items()
        ],
        matches_at_once=attendance.matches_at_once,
        matches_running=len(attendance.matches),
        draining=attendance.draining or attendance.superseded,
        round_trip_us=round(attendance.round_trip * 1_000_000),
        start_time=moment(attendance.since),
    )


def audit_message(line: AuditLine) -> organiser_pb2.AuditLine:
    """An audit line."""
    return organiser_pb2.AuditLine(
        time=moment(line.time), token=line.token, action=line.action, target=line.target, reason=line.reason
    )


def match_message(entry: Entry) -> organiser_pb2.Match:
    """A match."""
    return organiser_pb2.Match(
        id=entry.match,
        game=entry.game,
        rules_version=entry.rules_version,
        settings=messages.settings(entry.options),
        seats=[messages.holder(seated) for seated in entry.seats],
        clock=messages.time_control(TimeControl.read(entry.clock)),
        fairness=messages.FAIRNESS[entry.fairness],
        state=MATCH_STATES[entry.state],
        reason=end_reason(entry),
        result=result_message(entry.result) if entry.state == "finished" else None,
        forfeits=[messages.forfeit(loss.seat, loss.reason, loss.turn) for loss in entry.losses],
        head=bytes.fromhex(entry.head),
        ruling=entry.ruling,
        start_time=maybe(entry.started),
        end_time=maybe(entry.ended),
    )


def end_reason(entry: Entry) -> common_pb2.EndReason:
    """Why a match ended; unspecified before."""
    if entry.state == "void":
        return common_pb2.END_REASON_VOID
    if entry.state != "finished" or entry.result is None:
        return common_pb2.END_REASON_UNSPECIFIED
    return common_pb2.END_REASON_ADJUDICATED if entry.adjudicated else messages.REASONS[entry.result.reason]


def result_message(result: ResultLine | None) -> common_pb2.Result | None:
    """Places, scores and ledger."""
    return None if result is None else messages.result(result)
