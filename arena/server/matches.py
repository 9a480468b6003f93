"""Matches in a served arena: rounds and their secrets, blocks, offers, the match itself, and disclosures."""

import logging
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

import trio

from arena.errors import UsageError
from arena.games.chance import Deal, named_seed
from arena.games.game import Rules, Scalar
from arena.protocol.codec import DecisionWriter
from arena.protocol.games import codec
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import ForfeitReason, Seated, block_seed, read_record, round_digest
from arena.record.format import Fairness, Kind
from arena.referee import UNTIMED, Heart, MatchOutcome, MatchSetup, SeatFailed, TimeControl, play_match
from arena.server import messages
from arena.server.accounts import hashed, letters
from arena.server.door import Holder
from arena.server.endings import RETURN, Ended, done
from arena.server.limits import Limits, Windows
from arena.server.lobby import Attendance, Lobby
from arena.server.remote_seat import RemoteSeat
from arena.server.results import Entry, Loss, Results, Round

log: Final = logging.getLogger(__name__)

OFFERS: Final = 2  # how often a seat is offered before it is a no-show
STOPPED: Final = "the arena was stopped in the middle of it"
FAULT: Final = "the arena's own fault; it is noted there"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who is to play: a bot in one of its versions."""

    name: str
    version: str
    kind: Kind = "bot"

    @property
    def seated(self) -> Seated:
        """As the record names it."""
        return Seated(self.name, self.version, self.kind)


@dataclass(frozen=True)
class Wanted:
    """A series of matches that somebody wants: so many deals, each with every rotation of seats."""

    entrants: tuple[Entrant, ...]
    rules: Rules
    options: Mapping[str, Scalar]
    clock: TimeControl
    blocks: int
    seed: str = ""  # empty for fair deals
    position: str = ""  # where every match begins; empty for a deal

    @property
    def fairness(self) -> Fairness:
        """Where the deals come from."""
        if self.position:
            return "position"
        return "seeded" if self.seed else "committed"


@dataclass(frozen=True)
class Fixture:
    """One match of a series: its name, its number from 0, its block, and who sits where."""

    match: str
    number: int
    block: int
    seats: tuple[Entrant, ...]
    salt: bytes = field(repr=False)


@dataclass
class Block:
    """A deal and the matches of it; the deal is disclosed when all of them are over."""

    number: int
    seed: bytes = field(repr=False)
    open: int = 0
    salts: dict[str, bytes] = field(default_factory=dict, repr=False)
    told: set[str] = field(default_factory=set)  # entrants


@dataclass(eq=False)
class Table:
    """One match, from its offers to its end."""

    fixture: Fixture
    setup: MatchSetup
    entry: Entry
    seats: tuple[RemoteSeat, ...]
    round: str
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    offers: dict[int, attend_pb2.Offer] = field(default_factory=dict, repr=False)  # by seat; they hold tickets
    hosts: dict[int, Attendance] = field(default_factory=dict)  # whose capacity each seat takes
    ruling: str = ""  # why it is made void, if it is
    over: trio.Event = field(default_factory=trio.Event)


class Matches:
    """All matches that are wanted, offered and played, and the tickets that open their seats."""

    def __init__(  # noqa: PLR0913 -- what all matches share
        self,
        *,
        lobby: Lobby,
        results: Results,
        limits: Limits,
        nursery: trio.Nursery,
        heart: Heart,
        wall: Callable[[], float],
    ) -> None:
        self.lobby: Final = lobby
        self.results: Final = results
        self.limits: Final = limits
        self.nursery: Final = nursery
        self.heart: Final = heart
        self.wall: Final = wall
        self.tables: Final[dict[str, Table]] = {}
        self.referee = ""  # the address in offers; empty for the one attended
        self.house: frozenset[str] = frozenset()  # names; they always play where they attend
        self.stopping = False
        self._joins: Final = Windows(limits.joins_per_minute, 60.0)
        self._tickets: Final[dict[str, RemoteSeat]] = {}  # by hash
        self._withdrawn: Final[dict[str, str]] = {}  # the tickets of offers that no longer stand, and whose they were
        self._late: Final[OrderedDict[str, float]] = OrderedDict()  # tickets to be forgotten, and when
        self._rounds: Final[dict[str, dict[tuple[str, str], bytes | None]]] = {}  # nonces that are asked for
        self._grace = trio.CancelScope()
        self._scopes: Final[set[trio.CancelScope]] = set()  # of the series

    # Seats and tickets -------------------------------------------------------------------------------------------

    def seats(self) -> Iterator[RemoteSeat]:
        """The seats of all matches that are offered or played."""
        for table in list(self.tables.values()):
            yield from table.seats

    def seat_of(self, ticket: str, holder: Holder) -> RemoteSeat:
        """The seat that a ticket opens for whoever holds the token; Ended where it opens none."""
        key = hashed(ticket)
        if self._withdrawn.get(key) == holder.bot:
            raise Ended(common_pb2.ENDING_REASON_TOO_LATE, "the offer was withdrawn: the time to join is over")
        seat = self._tickets.get(key)
        if seat is None or seat.entrant != holder.bot:
            self.count_join(holder)
            words = "the ticket is unknown: expected that of the offer, with the token it was issued to"
            raise Ended(common_pb2.ENDING_REASON_TICKET, words)
        return seat

    def count_join(self, holder: Holder) -> None:
        """Count a Join that does not take a seat for the first time; Ended where there were too many."""
        if wait := self._joins.take(holder.bot, trio.current_time()):
            words = f"{self.limits.joins_per_minute} joins of one bot in a minute: that is the limit"
            raise Ended(common_pb2.ENDING_REASON_LIMIT, words, wait)

    def _issue(self, seat: RemoteSeat) -> str:
        """A new ticket for a seat."""
        ticket = letters(32)
        self._tickets[hashed(ticket)] = seat
        return ticket

    def _forget_later(self, table: Table) -> None:
        """Keep the tickets of a match that is over for a while, and drop those whose time has come."""
        now = trio.current_time()
        for offer in table.offers.values():
            self._late[hashed(offer.ticket)] = now + self.limits.tickets_kept
        while self._late and next(iter(self._late.values())) <= now:
            ticket, _ = self._late.popitem(last=False)
            self._tickets.pop(ticket, None)
            self._withdrawn.pop(ticket, None)

    # What is wanted ----------------------------------------------------------------------------------------------

    async def want(self, wanted: Wanted) -> tuple[str, ...]:
        """Play a series in the background; the names of its matches, in an order that tells nothing."""
        if self.stopping:
            raise UsageError("the arena is stopping: it takes no more matches")
        if wanted.clock == UNTIMED:
            raise UsageError("time control none: expected a clock, or a bot that left would be waited for for ever")
        secret = named_seed(wanted.seed.encode(), "secret") if wanted.seed else secrets.token_bytes(32)
        fixtures = self._fixtures(wanted, secret)
        for fixture in fixtures:
            await self.results.keep(self._entry(wanted, fixture, ""))
            await trio.lowlevel.checkpoint()  # there may be thousands, and others are playing
        scope = trio.CancelScope()
        self._scopes.add(scope)
        self.nursery.start_soon(self._series, wanted, secret, fixtures, scope)
        return tuple(sorted(fixture.match for fixture in fixtures))

    def _fixtures(self, wanted: Wanted, secret: bytes) -> list[Fixture]:
        """All matches of a series: every deal in all rotations of its seats."""
        seats = len(wanted.entrants)
        found = []
        for block in range(wanted.blocks):
            for turned in range(seats):
                number = block * seats + turned
                salt = named_seed(secret, f"salt {number}") if wanted.seed else secrets.token_bytes(32)
                at_table = tuple(wanted.entrants[(seat + turned) % seats] for seat in range(seats))
                found.append(Fixture(secrets.token_hex(8), number, block, at_table, salt))
        return found

    def _entry(self, wanted: Wanted, fixture: Fixture, a_round: str) -> Entry:
        return Entry(
            match=fixture.match,
            game=wanted.rules.name,
            rules_version=wanted.rules.version,
            options=wanted.options,
            seats=tuple(entrant.seated for entrant in fixture.seats),
            clock=str(wanted.clock),
            fairness=wanted.fairness,
            created=self.wall(),
            round=a_round,
            block=fixture.block,
        )

    @property
    def busy(self) -> bool:
        """Whether anything that was wanted is still to be played, or its end to be told."""
        return bool(self._scopes)

    async def _series(
        self, wanted: Wanted, secret: bytes, fixtures: Sequence[Fixture], scope: trio.CancelScope
    ) -> None:
        """Play a series: the round's nonces, its blocks as there is room, and its disclosure."""
        waiting = {fixture.match: fixture for fixture in fixtures}
        with scope:
            name, nonces = "", [b"" for _ in wanted.entrants]
            if wanted.fairness == "committed":
                name = secrets.token_hex(8)
                nonces = await self._open_round(name, secret, wanted.entrants)
            blocks = {
                number: Block(number, block_seed(secret, nonces, number), len(wanted.entrants))
                for number in range(wanted.blocks)
            }
            async with trio.open_nursery() as nursery:
                for fixture in fixtures:
                    hosts = await self._room(wanted, fixture)
                    table = self._table(
                        wanted, fixture, blocks[fixture.block], a_round=name, secret=secret, hosts=hosts
                    )
                    del waiting[fixture.match]
                    nursery.start_soon(self._play, table, blocks[fixture.block], wanted)
            if name:
                await self._close_round(name, secret, wanted.entrants)
        with trio.CancelScope(shield=True):
            for fixture in waiting.values():
                entry = self._entry(wanted, fixture, "")
                await self.results.keep(replace(entry, state="void", ruling=STOPPED, ended=self.wall()))
        self._scopes.discard(scope)
        self.lobby.change()

    async def _room(self, wanted: Wanted, fixture: Fixture) -> dict[int, Attendance]:
        """Wait until everybody has room for one more match; the capacity is taken at once, or not at all."""
        seats = len(fixture.seats)
        while True:
            found: dict[int, Attendance] = {}
            for seat, entrant in enumerate(fixture.seats):
                able = self.lobby.free(entrant.name, entrant.version, wanted.rules.name, seats)
                if able is not None:
                    found[seat] = able
            if len(found) == seats and all(
                sum(each is host for each in found.values()) <= host.room for host in found.values()
            ):
                return found
            await self.lobby.changed()

    # Rounds ------------------------------------------------------------------------------------------------------

    async def _open_round(self, name: str, secret: bytes, entrants: Sequence[Entrant]) -> list[bytes]:
        """Fix the secret, tell its digest, and gather nonces; all of it kept before the first offer."""
        await self.results.keep_round(Round(name, secret))
        asked: dict[tuple[str, str], bytes | None] = {(each.name, each.version): None for each in entrants}
        self._rounds[name] = asked
        digest = bytes.fromhex(round_digest(secret))
        within = round(self.limits.nonce_within * 1_000_000)
        message = attend_pb2.Round(round=name, secret_digest=digest, nonce_within_us=within)
        self._tell(entrants, attend_pb2.AttendResponse(round=message))
        with trio.move_on_after(self.limits.nonce_within):
            while any(nonce is None for nonce in asked.values()):
                await self.lobby.changed()
        del self._rounds[name]
        nonces = [asked[each.name, each.version] or b"" for each in entrants]
        kept = [(each.name, each.version, nonce) for each, nonce in zip(entrants, nonces, strict=True)]
        await self.results.keep_round(Round(name, secret, tuple(kept)))
        told = [attend_pb2.EntrantNonce(entrant=who, version=version, nonce=nonce) for who, version, nonce in kept]
        self._tell(entrants, attend_pb2.AttendResponse(nonces=attend_pb2.Nonces(round=name, nonces=told)))
        return nonces

    def nonce(self, attendance: Attendance, a_round: str, nonce: bytes) -> None:
        """Take a bot's nonce; the first counts, and only as long as it is asked for."""
        asked = self._rounds.get(a_round, {})
        who = (attendance.entrant, attendance.version)
        if who in asked and asked[who] is None:
            asked[who] = nonce
            self.lobby.change()

    async def _close_round(self, name: str, secret: bytes, entrants: Sequence[Entrant]) -> None:
        await self.results.keep_round(Round(name, secret, closed=True))
        disclosure = attend_pb2.RoundDisclosure(round=name, secret=secret)
        self._tell(entrants, attend_pb2.AttendResponse(round_secret=disclosure))

    def _tell(self, entrants: Sequence[Entrant], message: attend_pb2.AttendResponse) -> None:
        """Tell entrants something, on every stream of theirs."""
        for name, version in dict.fromkeys((each.name, each.version) for each in entrants):
            for attendance in self.lobby.of(name, version):
                attendance.tell(message)

    async def _disclose(self, block: Block, table: Table, wanted: Wanted) -> None:
        """Count a match of a block as over; with the last one its deal is no secret any more."""
        block.salts[table.fixture.match] = table.fixture.salt
        block.open -= 1
        if block.open or wanted.fairness == "position":
            return
        for match, salt in block.salts.items():
            await self.results.disclose(match, block.seed, salt)
        message = attend_pb2.BlockDisclosure(
            round=table.round,
            number=block.number,
            seed=block.seed,
            matches=[attend_pb2.MatchSalt(match=match, salt=salt) for match, salt in sorted(block.salts.items())],
        )
        self._tell(wanted.entrants, attend_pb2.AttendResponse(block=message))

    # One match ---------------------------------------------------------------------------------------------------

    def _table(  # noqa: PLR0913 -- everything that a match follows from
        self,
        wanted: Wanted,
        fixture: Fixture,
        block: Block,
        *,
        a_round: str,
        secret: bytes,
        hosts: dict[int, Attendance],
    ) -> Table:
        """Set a match up, and take its capacity."""
        seats = range(len(fixture.seats))
        seeds = tuple(int.from_bytes(named_seed(secret, f"bot {fixture.number} {seat}")[:8], "big") for seat in seats)
        setup = MatchSetup(
            match=fixture.match,
            rules=wanted.rules,
            seats=tuple(entrant.seated for entrant in fixture.seats),
            clock=wanted.clock,
            salt=fixture.salt,
            deal=None if wanted.position else Deal(block.seed),
            position=wanted.position or None,
            options=wanted.options,
            fairness=wanted.fairness,
            bot_seeds=seeds if wanted.seed else (),
        )
        terms = start_of(setup, a_round)
        seated = []
        for seat in seats:
            start = play_pb2.Start()
            start.CopyFrom(terms)
            start.seat, start.bot_seed = seat, setup.bot_seed(seat)
            entrant = fixture.seats[seat]
            seated.append(
                RemoteSeat(
                    entrant=entrant.name,
                    version=entrant.version,
                    start=start,
                    clock=setup.clock,
                    writer=writer_for(wanted.rules.name, hosts[seat].form),
                    limits=self.limits,
                )
            )
        table = Table(fixture, setup, self._entry(wanted, fixture, a_round), tuple(seated), a_round, hosts=dict(hosts))
        for seat, host in hosts.items():
            host.matches.add(f"{fixture.match}/{seat}")
        self.tables[fixture.match] = table
        return table

    async def _play(self, table: Table, block: Block, wanted: Wanted) -> None:
        """Offer a match, play it, and tell everybody how it ended."""
        entry, outcome = table.entry, None
        try:
            with table.scope:
                journal = await self.results.open_match(entry)
                for seat in range(len(table.seats)):
                    self._offer(table, seat)
                await self._gather(table)
                table.entry = entry = replace(entry, state="running", started=self.wall())
                await self.results.keep(entry)
                outcome = await play_match(table.setup, table.seats, journal, self.heart)
        except Exception:
            log.exception("match %s failed", table.fixture.match)
            table.ruling = table.ruling or FAULT
        finally:
            with trio.CancelScope(shield=True):
                await self._finish(table, outcome)
                await self._disclose(block, table, wanted)

    async def _finish(self, table: Table, outcome: MatchOutcome | None) -> None:
        """Keep how a match ended, tell its bots, and give its capacity back."""
        ended = self.wall()
        committed = None if outcome is not None else await self.results.record(table.fixture.match)
        if committed is not None:  # it was cut short while its seats were told
            whole = read_record(committed)
            table.entry = replace(table.entry, state="finished", result=whole.result, head=whole.head, ended=ended)
        elif outcome is None:
            ruling = table.ruling or STOPPED
            table.entry = replace(table.entry, state="void", ruling=ruling, ended=ended)
            self._send_away(table, ruling)
        else:
            losses = tuple(Loss(lost.seat, lost.reason, lost.turn) for lost in outcome.forfeits)
            table.entry = replace(
                table.entry, state="finished", result=outcome.result, losses=losses, head=outcome.head, ended=ended
            )
        await self.results.keep(table.entry)
        del self.tables[table.fixture.match]
        table.over.set()
        self._forget_later(table)
        for seat, entrant in enumerate(table.fixture.seats):
            notice = result_notice(table.entry, seat)
            for attendance in self.lobby.of(entrant.name, entrant.version):
                attendance.tell(attend_pb2.AttendResponse(result=notice))
            if seat in table.hosts:
                table.hosts[seat].over(f"{table.fixture.match}/{seat}")
        self.lobby.change()

    def _send_away(self, table: Table, ruling: str) -> None:
        """End the streams of a match that counts for nothing."""
        if not table.ruling:
            ended = Ended(common_pb2.ENDING_REASON_SHUTDOWN, ruling, RETURN)
        elif ruling == FAULT:
            ended = Ended(common_pb2.ENDING_REASON_INTERNAL, ruling)
        else:
            ended = done(ruling)
        for seat in table.seats:
            if seat.stream is not None:
                seat.stream.finish(ended)

    # Offers ------------------------------------------------------------------------------------------------------

    def _offer(self, table: Table, seat: int) -> None:
        """Offer a seat to its bot, with a new ticket."""
        setup, holder = table.setup, table.seats[seat]
        header = table.entry
        offer = attend_pb2.Offer(
            match=setup.match,
            referee="" if holder.entrant in self.house else self.referee,
            ticket=self._issue(holder),
            join_within_us=round(self.limits.join_within * 1_000_000),
            game=header.game,
            rules_version=header.rules_version,
            settings=messages.settings(header.options),
            seat=seat,
            seats=len(table.seats),
            clock=messages.time_control(setup.clock),
            fairness=messages.FAIRNESS[header.fairness],
            commitment=holder.commitment,
            round=table.round,
        )
        table.offers[seat] = offer
        host = table.hosts.get(seat)
        if host is not None and host in self.lobby.attendances:
            host.tell(attend_pb2.AttendResponse(offer=offer))

    async def _gather(self, table: Table) -> None:
        """Wait until every seat has been joined; one that is not is offered once more, and then it is a no-show."""
        for again in range(OFFERS):
            with trio.move_on_after(self.limits.join_within):
                for awaited in table.seats:
                    await awaited.joined.wait()
                return
            for seat, holder in enumerate(table.seats):
                if holder.joined.is_set():
                    continue
                self._withdraw(table, seat, f"nobody joined within {self.limits.join_within:g} s")
                if again < OFFERS - 1:
                    self._offer(table, seat)
                else:
                    words = f"it did not join, {OFFERS} times offered {self.limits.join_within:g} s to do so"
                    holder.fail(SeatFailed(ForfeitReason.NO_SHOW, words), None)

    def _withdraw(self, table: Table, seat: int, text: str) -> None:
        offer = table.offers[seat]
        entrant = table.fixture.seats[seat]
        ticket = hashed(offer.ticket)
        if self._tickets.pop(ticket, None) is not None:
            self._withdrawn[ticket] = entrant.name
            self._late[ticket] = trio.current_time() + self.limits.tickets_kept
        withdrawal = attend_pb2.Withdrawal(match=offer.match, text=text)
        self._tell([entrant], attend_pb2.AttendResponse(withdrawal=withdrawal))

    def offer_again(self, attendance: Attendance) -> None:
        """Repeat, to a bot that has just come, the offers of its seats that have no stream."""
        for table in self.tables.values():
            for seat, holder in enumerate(table.seats):
                mine = (holder.entrant, holder.version) == (attendance.entrant, attendance.version)
                if not mine or holder.stream is not None or holder.failed is not None or seat not in table.offers:
                    continue
                host = table.hosts.get(seat)
                if host is not None and host in self.lobby.attendances and not holder.joined.is_set():
                    continue  # another stream of it has the offer
                if host is not None:
                    host.matches.discard(f"{table.fixture.match}/{seat}")
                table.hosts[seat] = attendance
                attendance.matches.add(f"{table.fixture.match}/{seat}")
                holder.writer = writer_for(table.setup.rules.name, attendance.form)
                offer = attend_pb2.Offer()
                offer.CopyFrom(table.offers[seat])
                offer.returning = holder.joined.is_set()
                attendance.tell(attend_pb2.AttendResponse(offer=offer))

    # Ends --------------------------------------------------------------------------------------------------------

    async def void(self, match: str, ruling: str) -> None:
        """Make a match count for nothing, whether it is played still or has ended."""
        ruling = ruling or "an organiser made it void"
        table = self.tables.get(match)
        if table is not None:
            table.ruling = ruling
            table.scope.cancel()
            await table.over.wait()
        entry = await self._kept(match)
        if entry.state != "void":
            await self._change(replace(entry, state="void", ruling=ruling, ended=entry.ended or self.wall()))

    async def adjudicate(self, match: str, placements: tuple[int, ...], ruling: str) -> None:
        """Give a match that has ended the places that an organiser decides on; its record stays what was played."""
        entry = await self._kept(match)
        if entry.result is None or entry.state != "finished":
            raise UsageError(f"match {match} has no result: expected one that is finished")
        if len(placements) != len(entry.seats) or placements != tuple(
            1 + sum(other < place for other in placements) for place in placements
        ):
            raise UsageError(f"placements: expected {len(entry.seats)} places, 1 for the first, equal ones shared")
        result = replace(entry.result, placements=placements)
        ruling = ruling or "an organiser decided it"
        await self._change(replace(entry, result=result, ruling=ruling, adjudicated=True))

    async def _kept(self, match: str) -> Entry:
        entry = await self.results.match(match)
        if entry is None:
            raise UsageError(f"no match is called {ascii(match)[:60]}")
        return entry

    async def _change(self, entry: Entry) -> None:
        """Keep a ruling, and tell those whom it concerns."""
        await self.results.keep(entry)
        for seated in dict.fromkeys(entry.seats):
            for attendance in self.lobby.of(seated.entrant, seated.version):
                words = f"match {entry.match}: {entry.ruling}"
                attendance.notice(attend_pb2.NOTICE_KIND_MATCH_CHANGED, words, match=entry.match)

    def hurry(self) -> None:
        """End the grace of a stop that waits."""
        self._grace.cancel()

    async def stop(self, grace: float) -> None:
        """Offer nothing more, let what is played go on for so long, and end the rest."""
        self.stopping = True
        for attendance in self.lobby.attendances:
            attendance.superseded = True  # no more offers
        with trio.move_on_after(grace) as self._grace:
            while any(table.entry.state == "running" for table in self.tables.values()):
                await self.lobby.changed()
        for scope in list(self._scopes):
            scope.cancel()
        with trio.move_on_after(grace or 1.0):
            while self.busy:
                await self.lobby.changed()


def start_of(setup: MatchSetup, a_round: str) -> play_pb2.Start:
    """The terms of a match, but for what is a seat's own."""
    header = setup.header(setup.open())
    return play_pb2.Start(
        match=header.match,
        game=header.game,
        rules_version=header.rules_version,
        settings=messages.settings(header.options),
        seats=[messages.holder(seated) for seated in header.seats],
        clock=messages.time_control(setup.clock),
        fairness=messages.FAIRNESS[header.fairness],
        commitment=bytes.fromhex(header.commitment or "") if header.fairness == "committed" else b"",
        lag_allowance_us=setup.lag_allowance_us,
        round=a_round,
    )


_writers: Final[dict[tuple[str, int], DecisionWriter[Any]]] = {}


def writer_for(game: str, form: attend_pb2.OptionForm) -> DecisionWriter[Any]:
    """The writer of a game's decisions in a form; all seats share it, and the bytes of options that it keeps."""
    if (game, form) not in _writers:
        _writers[game, form] = DecisionWriter(codec(game), form)
    return _writers[game, form]


def result_notice(entry: Entry, seat: int) -> attend_pb2.ResultNotice:
    """How a match ended, for one of its seats."""
    void = entry.state == "void" or entry.result is None
    return attend_pb2.ResultNotice(
        match=entry.match,
        seat=seat,
        reason=common_pb2.END_REASON_VOID if void or entry.result is None else messages.REASONS[entry.result.reason],
        result=None if entry.result is None or void else messages.result(entry.result),
        forfeits=[messages.forfeit(loss.seat, loss.reason, loss.turn) for loss in entry.losses],
        head=bytes.fromhex(entry.head),
        record="" if void else entry.match,
    )
