"""The calls of the service Organiser about matches."""

from collections.abc import Iterable, Mapping
from typing import Final

from google.protobuf.message import Message

from arena.errors import UsageError, alternatives, counted
from arena.games.automata import automaton, check_automaton, game_of, in_order, with_automaton
from arena.games.game import Rules, Scalar
from arena.protocol.settings import settings, values
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record import ResultLine
from arena.referee import MatchTerms, TimeControl
from arena.server import messages
from arena.server.access.accounts import BotAccount, NotFoundError, registered_bot
from arena.server.access.door import Holder
from arena.server.arena import Arena
from arena.server.matches.matches import Entrant, Wanted
from arena.server.matches.results import Adjournment, BotFaults, MatchFilter, MatchState, MatchSummary
from arena.server.organiser.calls import CHANGING, READING, maybe, moment, paged, pieces, scoped, size_of_page
from arena.server.organiser.submitted_versions import submitted_versions, why_absent
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.bridge import Handler, Refused, Status

MATCHES: Final = 100_000  # matches of one request at most

STATES: Final[dict[MatchState, organiser_pb2.MatchState]] = {
    "offered": organiser_pb2.MATCH_STATE_OFFERED,
    "running": organiser_pb2.MATCH_STATE_RUNNING,
    "finished": organiser_pb2.MATCH_STATE_FINISHED,
    "void": organiser_pb2.MATCH_STATE_VOID,
}


class MatchCalls:
    """Answers the Organiser calls about matches. `house` is a dict from the arena's own bots to their versions."""

    def __init__(self, arena: Arena, tournaments: Tournaments, house: Mapping[str, str]) -> None:
        self.arena: Final = arena
        self.tournaments: Final = tournaments
        self.house: Final = house

    def methods(self) -> dict[str, Handler]:
        """Return a dict from the name of each call in this class to its gRPC handler."""
        pb, arena = organiser_pb2, self.arena
        return {
            "RunMatches": scoped(arena, pb.RunMatchesRequest, CHANGING, self.run_matches),
            "GetMatch": scoped(arena, pb.GetMatchRequest, READING, self.get_match),
            "ListMatches": scoped(arena, pb.ListMatchesRequest, READING, self.list_matches),
            "ReadRecord": scoped(arena, pb.ReadRecordRequest, READING, self.read_record),
            "VoidMatch": scoped(arena, pb.VoidMatchRequest, CHANGING, self.void_match),
            "AdjudicateMatch": scoped(arena, pb.AdjudicateMatchRequest, CHANGING, self.adjudicate_match),
            "ListFaults": scoped(arena, pb.ListFaultsRequest, CHANGING, self.list_faults),
        }

    async def run_matches(self, holder: Holder, request: organiser_pb2.RunMatchesRequest) -> Message:
        """Plan the requested matches between connected bots, begin them, and return their names."""
        game = game_of(request.game, request.entrants, request.game)
        seats = len(request.entrants)
        if seats not in game.seats:
            raise UsageError(f"{game.name} with {counted(seats, 'entrant')}: expected {alternatives(game.seats)}")
        if not 1 <= request.blocks <= MATCHES // seats:
            raise UsageError(f"{request.blocks} blocks: expected 1 to {MATCHES // seats}")
        terms = terms_of(game, request)
        names = in_order(game, request.entrants)
        wanted = Wanted(
            entrants=tuple([await self._entrant(name, terms, seats) for name in names]),
            terms=terms,
            blocks=request.blocks,
        )
        return organiser_pb2.RunMatchesResponse(matches=await self.arena.matches.want(wanted))

    async def _entrant(self, text: str, terms: MatchTerms, seats: int) -> Entrant:
        """Return the entrant that a request names, in its connected version. Refuse a bot that is not connected."""
        found = automaton(text)
        if found is not None:
            return Entrant(found.name, found.version, "automaton")
        name, at, version = text.partition("@")
        is_house = name in self.house
        if not is_house:
            account = await registered_bot(self.arena.accounts, name, self.house)
            name = account.name
            if account.state == "suspended":
                raise Refused(Status.FAILED_PRECONDITION, f"{name} is suspended: reinstate it, and ask again")
        attendance = self.arena.lobby.newest(name, version)
        if attendance is None:
            submitted = [] if is_house else await submitted_versions(self.arena, name)
            if submitted := [each for each in submitted if version in {"", each.version.name}]:
                raise Refused(Status.FAILED_PRECONDITION, why_absent(name, submitted))
            which = f"{name}, version {version}," if at else name
            raise Refused(Status.FAILED_PRECONDITION, f"{which} is not connected: start it, and ask again")
        if not attendance.plays(terms.rules.name, seats):
            words = f"{name} does not play {terms.rules.name} with {seats} seats"
            raise Refused(Status.FAILED_PRECONDITION, words)
        if terms.rated and not is_house:
            refuse_unfit(account, attendance.version)
        return Entrant(name, attendance.version, "house" if is_house else "bot")

    async def get_match(self, holder: Holder, request: organiser_pb2.GetMatchRequest) -> Message:
        """Return the match that the request names."""
        return organiser_pb2.GetMatchResponse(match=match_message(await self._match(request.match)))

    async def _match(self, name: str) -> MatchSummary:
        running = self.arena.matches.tables.get(name)
        entry = running.entry if running is not None else await self.arena.results.match(name)
        if entry is None:
            raise NotFoundError(f"no match is called {ascii(name)[:60]}")
        return entry

    async def list_matches(self, holder: Holder, request: organiser_pb2.ListMatchesRequest) -> Message:
        """Return one page of the matches that pass the request's filter, newest first."""
        size = size_of_page(request.page_size)
        states = [name for name, number in STATES.items() if number == request.state]
        tournament = request.tournament and (await self.tournaments.keeper.tournament(request.tournament)).id
        sought = MatchFilter(request.bot, states[0] if states else "", tournament)
        found = await self.arena.results.matches(sought, size + 1, request.page_token)
        return organiser_pb2.ListMatchesResponse(
            matches=[match_message(each) for each in found[:size]],
            next_page_token=found[size - 1].match if len(found) > size else "",
        )

    async def list_faults(self, holder: Holder, request: organiser_pb2.ListFaultsRequest) -> Message:
        """Return one page of a list of bots, each with the arena's faults in its matches. Most faults come first."""
        page, rest = paged(await self.arena.results.faults(), request.page_size, request.page_token)
        return organiser_pb2.ListFaultsResponse(faults=[faults_message(each) for each in page], next_page_token=rest)

    async def read_record(self, holder: Holder, request: organiser_pb2.ReadRecordRequest) -> Iterable[Message]:
        """Return the record of a match, byte for byte, in several messages.

        A read-only token gets a record only after its deal is disclosed.
        """
        await self._match(request.match)
        if holder.scope != "organiser" and not await self.arena.results.is_disclosed(request.match):
            words = "its deal is still played: its record can be read when the last match with this deal has ended"
            raise Refused(Status.FAILED_PRECONDITION, words)
        record = await self.arena.results.record(request.match)
        if record is None:
            words = "the match has no whole record: expected a finished match, not a running or void one"
            raise Refused(Status.FAILED_PRECONDITION, words)
        return [organiser_pb2.ReadRecordResponse(data=piece) for piece in pieces(record)]

    async def void_match(self, holder: Holder, request: organiser_pb2.VoidMatchRequest) -> Message:
        """Void a match, and replay it if the request says so.

        If the match is void already, the request has to ask for a replay.
        """
        entry = await self._match(request.match)
        if request.replay:
            await self.tournaments.check_replay(request.match)
        if entry.state != "void" or not request.replay:
            await self.arena.matches.void(request.match, request.reason)
        if request.replay:
            await self.tournaments.play_again(request.match)
        await self.arena.accounts.note(holder.token, "VoidMatch", request.match, request.reason)
        return organiser_pb2.VoidMatchResponse(match=match_message(await self._match(request.match)))

    async def adjudicate_match(self, holder: Holder, request: organiser_pb2.AdjudicateMatchRequest) -> Message:
        """Replace the places in the result of a match by those that an organiser decided."""
        await self._match(request.match)
        await self.arena.matches.adjudicate(request.match, tuple(request.placements), request.reason)
        await self.arena.accounts.note(holder.token, "AdjudicateMatch", request.match, request.reason)
        return organiser_pb2.AdjudicateMatchResponse(match=match_message(await self._match(request.match)))


# Requests ----------------------------------------------------------------------------------------------------------


def refuse_unfit(bot: BotAccount, version: str) -> None:
    """Raise Refused if a version of a bot did not pass its examination: such a version plays no rated matches."""
    if any(each.name == version and each.admission == "refused" for each in bot.versions):
        words = (
            f"{bot.name}, version {version}, did not pass its examination: expected another version, or unrated matches"
        )
        raise Refused(Status.FAILED_PRECONDITION, words)


def terms_of(game: Rules, request: organiser_pb2.RunMatchesRequest) -> MatchTerms:
    """Return the requested matches' terms. Rules options that the request does not set have their default values.

    Raise UsageError if these terms are impossible.
    """
    clock = TimeControl.read(request.clock)
    options = with_automaton(game, game.complete(values(request.settings)), request.entrants)
    if request.seed and request.rated:
        raise UsageError("matches with a seed are never rated: expected rated to be unset, or no seed")
    if request.position:
        options = options_of_position(game, request)
    return MatchTerms(game, options, clock, request.seed, request.position, rated=request.rated)


def options_of_position(game: Rules, request: organiser_pb2.RunMatchesRequest) -> dict[str, Scalar]:
    """Return the rules options of the position in a request.

    Raise UsageError unless the entrants of the request can play the position in unrated matches.
    """
    if request.rated:
        raise UsageError("a match that begins at a given position is never rated: expected rated to be unset")
    opening = game.from_position(request.position)
    if opening.seats != len(request.entrants):
        wanted = len(request.entrants)
        raise UsageError(f"the position has {opening.seats} seats: expected {wanted}, one for each entrant")
    options = dict(opening.settings)
    check_automaton(game, options, request.entrants)
    return options


# Messages --------------------------------------------------------------------------------------------------------


def match_message(entry: MatchSummary) -> organiser_pb2.Match:
    """Return a match as a protocol message."""
    return organiser_pb2.Match(
        id=entry.match,
        game=entry.game,
        rules_version=entry.rules_version,
        settings=settings(entry.options),
        seats=[messages.holder(seated) for seated in entry.seats],
        clock=messages.time_control(TimeControl.read(entry.clock)),
        fairness=messages.FAIRNESS[entry.fairness],
        state=STATES[entry.state],
        reason=end_reason(entry),
        result=result_message(entry.result) if entry.state == "finished" else None,
        forfeits=[messages.forfeit(loss.seat, loss.reason, loss.turn) for loss in entry.losses],
        head=bytes.fromhex(entry.head),
        ruling=entry.ruling,
        start_time=maybe(entry.started),
        end_time=maybe(entry.ended),
        adjournment=adjournment_message(entry.adjournment),
    )


def adjournment_message(adjournment: Adjournment | None) -> organiser_pb2.Adjournment | None:
    """Return an adjournment as a protocol message; None if `adjournment` is None.

    In an adjournment, a running match waits for its bots to reconnect after a restart of the arena.
    """
    if adjournment is None:
        return None
    return organiser_pb2.Adjournment(
        since_time=moment(adjournment.since), until_time=moment(adjournment.until), seats=adjournment.seats
    )


def faults_message(faults: BotFaults) -> organiser_pb2.BotFaults:
    """Return the faults of the arena in a bot's matches as a protocol message."""
    return organiser_pb2.BotFaults(
        bot=faults.bot,
        matches=faults.matches,
        adjourned=faults.adjourned,
        void_matches=faults.void,
        behind=faults.behind,
        ahead=faults.ahead,
        absent=faults.absent,
    )


def end_reason(entry: MatchSummary) -> common_pb2.EndReason:
    """Return the reason why a match ended, as a value of the protocol; `unspecified` before its end."""
    if entry.state == "void":
        return common_pb2.END_REASON_VOID
    if entry.state != "finished" or entry.result is None:
        return common_pb2.END_REASON_UNSPECIFIED
    return common_pb2.END_REASON_ADJUDICATED if entry.adjudicated else messages.REASONS[entry.result.reason]


def result_message(result: ResultLine | None) -> common_pb2.Result | None:
    """Return the places, scores and ledger of a match as a protocol message; None for None."""
    return None if result is None else messages.result(result)
