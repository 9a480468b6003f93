"""Convert values of the referee to protocol messages."""

from collections.abc import Iterable, Mapping
from typing import Final

from arena.games import GAMES
from arena.protocol.v1 import attend_pb2, common_pb2
from arena.record import ForfeitReason, ResultLine, Seated
from arena.record.format import Fairness
from arena.referee import Over, TimeControl
from arena.server.access.accounts import Admission

FAIRNESS: Final[dict[Fairness, common_pb2.Fairness]] = {
    "committed": common_pb2.FAIRNESS_COMMITTED,
    "seeded": common_pb2.FAIRNESS_SEEDED,
    "position": common_pb2.FAIRNESS_POSITION,
}
KINDS: Final = {
    "bot": common_pb2.SEAT_KIND_BOT,
    "house": common_pb2.SEAT_KIND_HOUSE,
    "automaton": common_pb2.SEAT_KIND_AUTOMATON,
    "human": common_pb2.SEAT_KIND_BOT,  # protocol 1.0 has no other kind that an author plays with
}
FORFEITS: Final = {
    ForfeitReason.ILLEGAL: common_pb2.FORFEIT_REASON_ILLEGAL,
    ForfeitReason.TIME: common_pb2.FORFEIT_REASON_TIME,
    ForfeitReason.LEFT: common_pb2.FORFEIT_REASON_LEFT,
    ForfeitReason.CRASHED: common_pb2.FORFEIT_REASON_CRASHED,
    ForfeitReason.FLOOD: common_pb2.FORFEIT_REASON_FLOOD,
    ForfeitReason.NO_SHOW: common_pb2.FORFEIT_REASON_NO_SHOW,
}
ADMISSIONS: Final[dict[Admission, common_pb2.Admission]] = {
    "pending": common_pb2.ADMISSION_PENDING,
    "admitted": common_pb2.ADMISSION_ADMITTED,
    "refused": common_pb2.ADMISSION_REFUSED,
    "withdrawn": common_pb2.ADMISSION_WITHDRAWN,
}
KNOWN_FEATURES: Final = frozenset({attend_pb2.FEATURE_LAG_BUDGET})
REASONS: Final = {
    "finished": common_pb2.END_REASON_FINISHED,
    "forfeits": common_pb2.END_REASON_FORFEITS,
    "void": common_pb2.END_REASON_VOID,
}


def supported(games: Mapping[str, Iterable[int]]) -> list[common_pb2.GameSupport]:
    """Return a protocol message for each of these games, with its seat counts and the arena's rules version."""
    return [
        common_pb2.GameSupport(game=name, rules_version=GAMES[name].version, seats=sorted(seats))
        for name, seats in games.items()
    ]


def features(declared: Iterable[attend_pb2.Feature]) -> frozenset[attend_pb2.Feature]:
    """Return the features that the bot declared and the arena knows."""
    return frozenset(declared) & KNOWN_FEATURES


def time_control(clock: TimeControl) -> common_pb2.TimeControl:
    """Return a time control as a protocol message."""
    return common_pb2.TimeControl(
        text=str(clock),
        bank_us=clock.bank_us,
        increment_us=clock.increment_us,
        per_decision_us=clock.per_decision_us,
    )


def holder(seated: Seated) -> common_pb2.SeatHolder:
    """Return the entrant (name, version and kind) that has a seat as a protocol message."""
    return common_pb2.SeatHolder(entrant=seated.entrant, version=seated.version, kind=KINDS[seated.kind])


def sayable(reason: ForfeitReason) -> ForfeitReason:
    """Return the reason of a forfeit. If protocol 1.0 lacks this reason, return the most similar one that it has."""
    return ForfeitReason.LEFT if reason is ForfeitReason.RESIGNED else reason


def forfeit_reason(reason: ForfeitReason) -> common_pb2.ForfeitReason:
    """Return the protocol's value for the reason of a forfeit."""
    return FORFEITS[sayable(reason)]


def forfeit(seat: int, reason: ForfeitReason, turn: int) -> common_pb2.Forfeit:
    """Return a forfeit as a protocol message. `turn` is the number of turns before the forfeit."""
    return common_pb2.Forfeit(seat=seat, reason=forfeit_reason(reason), turn=turn)


def result(found: ResultLine | Over) -> common_pb2.Result:
    """Return the places, scores and ledger of a match as a protocol message."""
    return common_pb2.Result(
        placements=found.placements,
        scores=found.scores,
        ledger=[
            common_pb2.LedgerLine(category=name, seats=[common_pb2.SeatPoints(rounds=rounds) for rounds in seats])
            for name, seats in found.ledger.items()
        ],
    )
