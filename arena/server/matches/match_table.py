"""A table: one match from its offers to its end, with its seats and their streams."""

from dataclasses import dataclass, field

import trio

from arena.games.chance import Deal
from arena.protocol.settings import settings
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import Forfeit, ForfeitReason, read_record
from arena.referee import AutomatonSeat, MatchSetup, Seat, SeatFailed
from arena.server import messages
from arena.server.access.accounts import hashed
from arena.server.attendance.lobby import HeldSeat
from arena.server.matches.remote_seat import Bell, RemoteSeat, writer_for
from arena.server.matches.results import MatchSummary, PlannedMatch
from arena.server.matches.rounds import OpenRound
from arena.server.transport.limits import Limits


@dataclass(eq=False)
class MatchTable:
    """One match that is offered or played: newly planned, or resumed after a crash."""

    kept: PlannedMatch
    setup: MatchSetup
    seats: tuple[RemoteSeat, ...]  # of the bots
    places: tuple[HeldSeat, ...]  # the same seats, as the lobby tracks them
    round: str  # the name of the round in messages to bots
    entry: MatchSummary
    resume_within: float  # seconds for its bots to reconnect after a restart
    bell: Bell  # rings when the bot of a seat joins, leaves or fails
    a_round: OpenRound
    lost: trio.CancelScope = field(default_factory=trio.CancelScope)  # cancelled if the machine of a bot is lost
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    ruling: str = ""  # why it is void and not replayed: an organiser's ruling, or no bot joined
    fault: str = ""  # why it is void by the arena's own fault; empty if it is not
    over: trio.Event = field(default_factory=trio.Event)

    def set_again(self, kept: PlannedMatch, limits: Limits) -> None:
        """Reset this table to the stored state of its match, with new seats: the machine of a bot was lost."""
        again = set_up(self.a_round, kept, self.places, limits)
        self.kept, self.entry, self.setup = kept, kept.entry, again.setup
        self.seats, self.bell = again.seats, again.bell

    @property
    def goes_on(self) -> bool:
        """True if the match was already running when the arena crashed or lost the machine of a bot."""
        return self.kept.entry.state == "running"

    @property
    def is_played(self) -> bool:
        """True if the match is running and does not wait for its bots."""
        return self.entry.state == "running" and self.entry.adjournment is None

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats with a bot that is not connected and has not forfeited."""
        return tuple(seat for seat, held in enumerate(self.seats) if held.failed is None and held.stream is None)

    @property
    def nobody_came_back(self) -> bool:
        """True if no bot rejoined its seat after a restart of the arena. Always False in a match with an automaton."""
        came = [held.stream is not None or (held.failed is not None and held.joined.is_set()) for held in self.seats]
        return not any(came) and len(came) == len(self.entry.seats)

    @property
    def nobody_came(self) -> bool:
        """True if all bots of the match are no-shows. Always False in a match with an automaton."""
        missing = [seat.failed is not None and seat.failed.reason is ForfeitReason.NO_SHOW for seat in self.seats]
        return all(missing) and len(missing) == len(self.entry.seats)

    @property
    def all_seats(self) -> tuple[Seat, ...]:
        """The seats of the bots, then the seat of an automaton if there is one."""
        return (*self.seats, *[AutomatonSeat() for _ in self.entry.seats[len(self.seats) :]])

    @property
    def tickets(self) -> tuple[str, ...]:
        """The hashes of the newest tickets, in the order of the seats; seats without an offer are left out."""
        return tuple(hashed(place.offer.ticket) for place in self.places if place.offer is not None)


def set_up(a_round: OpenRound, kept: PlannedMatch, places: tuple[HeldSeat, ...], limits: Limits) -> MatchTable:
    """Return a new MatchTable for a match, with new seats."""
    terms, entry = a_round.terms, kept.entry
    played = read_record(b"".join(each + b"\n" for each in kept.lines)) if kept.lines else None
    setup = setup_of(a_round, kept)
    start, bell = start_of(setup, a_round.told), Bell()
    seats = []
    for seat, (place, seated) in enumerate(zip(places, entry.asked, strict=True)):
        mine = play_pb2.Start()
        mine.CopyFrom(start)
        mine.seat, mine.bot_seed = seat, setup.bot_seed(seat)
        place.seat = RemoteSeat(
            entrant=seated.entrant,
            version=seated.version,
            start=mine,
            clock=setup.clock,
            writer=writer_for(terms.rules.name, attend_pb2.OPTION_FORM_BOTH),
            limits=limits,
            goes_on=entry.state == "running",
            bell=bell,
        )
        seats.append(place.seat)
    if played is not None:
        for line in played.entries:
            if isinstance(line, Forfeit):
                seats[line.seat].failed = SeatFailed(line.reason, "before the arena crashed")
    resume_within = limits.resume_within if terms.resume_within is None else terms.resume_within
    return MatchTable(kept, setup, tuple(seats), places, a_round.told, entry, resume_within, bell, a_round)


def setup_of(a_round: OpenRound, kept: PlannedMatch) -> MatchSetup:
    """Return a match's rules, seats, clock, deal and other terms as a MatchSetup, the form that the referee needs."""
    terms, entry = a_round.terms, kept.entry
    return MatchSetup(
        match=entry.match,
        rules=terms.rules,
        seats=entry.seats,
        clock=terms.clock,
        salt=kept.salt,
        deal=None if terms.position else Deal(a_round.seed(entry.block)),
        position=terms.position or None,
        options=terms.options,
        fairness=terms.fairness,
        bot_seeds=kept.bot_seeds,
    )


def start_of(setup: MatchSetup, a_round: str) -> play_pb2.Start:
    """Return the Start message of a match, without the fields that are different for each seat."""
    header = setup.header
    return play_pb2.Start(
        match=header.match,
        game=header.game,
        rules_version=header.rules_version,
        settings=settings(header.options),
        seats=[messages.holder(seated) for seated in header.seats],
        clock=messages.time_control(setup.clock),
        fairness=messages.FAIRNESS[header.fairness],
        commitment=bytes.fromhex(header.commitment or "") if header.fairness == "committed" else b"",
        lag_allowance_us=setup.lag_allowance_us,
        round=a_round,
    )


def result_notice(entry: MatchSummary) -> attend_pb2.ResultNotice:
    """Return the ResultNotice message of a match, without the number of the seat."""
    void = entry.state == "void" or entry.result is None
    return attend_pb2.ResultNotice(
        match=entry.match,
        reason=common_pb2.END_REASON_VOID if void or entry.result is None else messages.REASONS[entry.result.reason],
        result=None if entry.result is None or void else messages.result(entry.result),
        forfeits=[messages.forfeit(loss.seat, loss.reason, loss.turn) for loss in entry.losses],
        head=bytes.fromhex(entry.head),
        record="" if void else entry.match,
    )
