"""Convert the messages of the protocol to the values that bots and authors know, and back."""

from typing import Any, Final, Literal

from arena.errors import ProtocolError
from arena.games import GAMES
from arena.games.game import Rules, Scalar
from arena.protocol.codec import WireDecision
from arena.protocol.v1 import attend_pb2, common_pb2, play_pb2
from arena.record import Seated
from arena.referee.clock import MICROSECONDS, TimeControl
from arena.referee.seat import Over, Start
from arena_sdk.bot import AnyBot, seats_of
from arena_sdk.turn import Clock, Turn, turn_class

Kind = Literal["bot", "house", "automaton"]

KINDS: Final[dict[int, Kind]] = {
    common_pb2.SEAT_KIND_BOT: "bot",
    common_pb2.SEAT_KIND_HOUSE: "house",
    common_pb2.SEAT_KIND_AUTOMATON: "automaton",
}


def supported(bot: type[AnyBot]) -> list[common_pb2.GameSupport]:
    """Return the games that a bot plays, each with its seat counts, as messages for Hello."""
    played = [(GAMES[game], seats_of(bot, GAMES[game])) for game in bot.games or GAMES if game in GAMES]
    return [
        common_pb2.GameSupport(game=rules.name, rules_version=rules.version, seats=seats)
        for rules, seats in played
        if seats
    ]


def why_not(offer: attend_pb2.Offer) -> str:
    """Return the reason why this program cannot play an offered match; an empty text if it can."""
    if offer.game not in GAMES:
        return f"this SDK does not know the game {offer.game!r}"
    known = GAMES[offer.game].version
    if offer.rules_version != known:
        return f"it is played by version {offer.rules_version} of the rules of {offer.game}, this SDK has {known}"
    return ""


def start_of(message: play_pb2.Start) -> Start:
    """Return the terms of a match from the message Start. Raise ProtocolError if they are invalid."""
    if message.game not in GAMES or message.rules_version != GAMES[message.game].version:
        raise ProtocolError(f"start: {message.game!r} with rules {message.rules_version}: expected a game of the Hello")
    if not 0 <= message.seat < len(message.seats):
        raise ProtocolError(f"start: seat {message.seat}: expected one below {len(message.seats)}")
    return Start(
        match=message.match,
        game=message.game,
        rules_version=message.rules_version,
        options={setting.name: value_of(setting) for setting in message.settings},
        seat=message.seat,
        seats=tuple(Seated(each.entrant, each.version, KINDS.get(each.kind, "bot")) for each in message.seats),
        clock=clock_of(message.clock),
        bot_seed=message.bot_seed,
        commitment=message.commitment.hex() or None,
    )


def value_of(setting: common_pb2.Setting) -> Scalar:
    """Return the value of a rules option from its message."""
    kind = setting.WhichOneof("value")
    if kind is None:
        raise ProtocolError(f"setting {setting.name!r}: expected a flag, a number or a word")
    value: Scalar = getattr(setting, kind)
    return value


def clock_of(message: common_pb2.TimeControl) -> TimeControl:
    """Return a time control from its message in the protocol."""
    return TimeControl(
        message.bank_us if message.HasField("bank_us") else None,
        message.increment_us,
        message.per_decision_us if message.HasField("per_decision_us") else None,
    )


def turn_of(decision: WireDecision[Any], rules: Rules, start: Start) -> Turn:
    """Return the Turn that a bot gets for a decision. Raise ProtocolError if the decision is invalid."""
    left: tuple[float | None, ...] = tuple(each / MICROSECONDS for each in decision.clocks)
    left = left or (None,) * len(start.seats)
    if len(left) != len(start.seats):
        raise ProtocolError(f"decision {decision.number}: {len(left)} clocks, expected {len(start.seats)}")
    if not decision.options:
        raise ProtocolError(f"decision {decision.number}: expected typed moves, as this bot has asked for")
    limit = None if decision.limit_us is None else decision.limit_us / MICROSECONDS
    timing = decision.last_timing
    budget = None if timing is None or timing.lag_budget_us is None else timing.lag_budget_us / MICROSECONDS
    return turn_class(rules)(
        rules=rules,
        seat=start.seat,
        number=decision.number,
        view=decision.view,
        options=decision.options,
        texts=decision.spellings,
        events=decision.events,
        clock=Clock(left[start.seat], limit, left, budget),
        seed=start.bot_seed,
    )


def over_of(message: play_pb2.Over | attend_pb2.ResultNotice) -> Over:
    """Return the result of a match from the message Over or ResultNotice.

    A void match has neither places nor scores.
    """
    result = message.result
    return Over(
        placements=tuple(result.placements),
        scores=tuple(result.scores),
        ledger={line.category: tuple(tuple(each.rounds) for each in line.seats) for line in result.ledger},
        reason=word(common_pb2.EndReason, "END_REASON_", message.reason),
        head=message.head.hex(),
    )


def word(enum: Any, prefix: str, number: int) -> str:
    """Return the short name of an enum's value, such as `no-show`, from its number.

    If this program does not know the value, return its number.
    """
    known = enum.DESCRIPTOR.values_by_number.get(number)
    return str(number) if known is None else known.name.removeprefix(prefix).lower().replace("_", "-")
