"""Store the faults of the arena that interrupted matches of bots, and count them by bot for the organiser.

A fault adjourns a match, so that it waits for its bots, or makes the match void.
"""

from collections import defaultdict
from collections.abc import Sequence

from sqlmodel import Session

from arena.server.matches.results import BotFaults
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows
from arena.store.sql import fault_queries, match_queries
from arena.store.sql.match_queries import Found
from arena.store.tables import SeatFaultRow


def note(session: Session, found: Found, kind: str, now: float) -> None:
    """Store that a fault of the arena interrupted a match: a row for each of its bots that had not forfeited before.

    The row has the bot's points minus those of the best other seat at that moment, if they are known.
    """
    match_id = found.match.id
    assert match_id is not None
    lines = match_queries.journal_of(Transaction.of(session), match_id)
    leads = match_rows.leads_of(lines, match_rows.seed_of(session, found.block)) if lines else {}
    for seat in match_queries.seats_of(session, found.match):
        if seat.kind == "bot" and (seat.seat in leads or not lines):
            lead = leads.get(seat.seat)
            session.add(SeatFaultRow(match_id=match_id, seat=seat.seat, kind=kind, time=now, lead=lead))


def note_absent(session: Session, found: Found, seats: Sequence[int]) -> None:
    """Mark the bots at these seats as absent: they did not reconnect after the match's last adjournment."""
    for seat in seats:
        fault = fault_queries.last_adjournment(session, found.match.id, seat)
        if fault is not None:
            fault.absent = True


def by_bot(session: Session) -> tuple[BotFaults, ...]:
    """Return a BotFaults for each bot with matches that the arena interrupted by a fault of its own.

    The bot with the most interruptions is first.
    """
    found: dict[tuple[int, str], list[SeatFaultRow]] = defaultdict(list)
    for bot_id, name, fault in fault_queries.faults_with_bots(session):
        assert bot_id is not None
        found[bot_id, name].append(fault)
    began = fault_queries.matches_begun(session, [bot_id for bot_id, _ in found])
    counted = [of_bot(name, began.get(bot_id, 0), faults) for (bot_id, name), faults in found.items()]
    return tuple(sorted(counted, key=lambda each: (-each.void - each.adjourned, each.bot.casefold())))


def of_bot(name: str, began: int, faults: Sequence[SeatFaultRow]) -> BotFaults:
    """Return a BotFaults: how many faults of the arena interrupted the matches of one bot.

    It counts adjourned and void matches, faults while the bot was ahead or behind, and faults after which it did not
    reconnect. `began` is the number of the bot's matches that have begun.
    """
    kinds = [fault.kind for fault in faults]
    leads = [fault.lead for fault in faults if fault.lead is not None]
    return BotFaults(
        bot=name,
        matches=began,
        adjourned=kinds.count("adjourned"),
        void=kinds.count("void"),
        behind=sum(lead < 0 for lead in leads),
        ahead=sum(lead > 0 for lead in leads),
        absent=sum(fault.absent for fault in faults),
    )
