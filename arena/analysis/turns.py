"""The luck of a house bot's turns: the value after its turn, less the mean value after other likely turns.

Most house bots draw random numbers to choose. If such a bot plays its turn again from the same position, it chooses by
the same odds, with new random numbers. So the analysis lets the bot play each of its turns a few times more, from
copies of the position with stacks that are dealt anew. The turn that was played and these fresh turns have the same
odds: those of the stacks, given what any seat has seen, and those of the choices. So the mean of the difference between
the value after the turn and the mean value after the fresh turns is zero, for any valuation. Only bots that choose
without regard to the clock are asked again.

A *stretch* is what is played and compared as one: all answers of one seat in one turn that no answer of another seat
interrupts, and all events of chance after them, until another seat is asked or another turn begins.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from arena.analysis.account import Replayed
from arena.analysis.forecast import Forecast, forecast_of
from arena.analysis.luck import GameChance, chance_of
from arena.bots.house import HOUSE
from arena.bots.player import Player
from arena.games.chance import Rng, named_rng
from arena.games.game import State
from arena.record.format import Answer, Appendix, Header, Record, read_record
from arena.record.replay import opening, replay

FRESH: Final = 8  # turns with which the one that was played is compared, unless a caller names a number

Players = Mapping[int, Player]  # by seat


class SplitLuck(NamedTuple):
    """The luck of each seat in a match, in two parts. Each part is an amount of expected score.

    `turns` is the luck in the turns that a house bot can play again for comparison, from its choices and from chance.
    `chance` is the luck from chance in all other turns.
    """

    chance: tuple[float, ...]
    turns: tuple[float, ...]


@dataclass
class Stretch:
    """A stretch that is being played: all answers of one seat in one turn that no other seat interrupts.

    `expected` has a number for each seat: its mean expected score after the bot in `seat` has played this stretch again
    a few times.
    """

    seat: int
    turn: int
    expected: list[float]
    answers: list[int] = field(default_factory=list)


class TurnLuck:
    """Adds up, for each seat, the luck of the turns that bots played in one game.

    The luck of a turn is the value after it, less the mean value after the bot has played the turn again a few times.
    Call `look` with the position before each answer, and with the last position of the game. `players` has the bots, by
    seat. `rng_of` returns the generator of random numbers for a turn, from the number of answers before it. With
    `deal_anew`, the hidden stacks are shuffled before each turn that is played again.
    """

    def __init__(
        self, state: State, players: Players, fresh: int, rng_of: Callable[[int], Rng], *, deal_anew: bool = True
    ) -> None:
        self.players: Final = players
        self.fresh: Final = fresh
        self.rng_of: Final = rng_of
        self.deal_anew: Final = deal_anew
        self.chance: Final[GameChance] = chance_of(state.rules.name)
        self.forecast: Final[Forecast] = forecast_of(state, players)
        self.luck: Final = [0.0] * state.seats
        self.covered: Final[set[int]] = set()  # the numbers of all answers in the stretches that were compared
        self.answers = 0
        self.stretch: Stretch | None = None

    def look(self, state: State) -> None:
        """Add the luck of the stretch that ends with this position, if one ends; begin the stretch that starts with it.

        A stretch is all answers of one seat in one turn that no answer of another seat interrupts.
        """
        stretch = self.stretch
        if stretch is None or (state.to_move, state.turn) != (stretch.seat, stretch.turn):
            if stretch is not None:
                self.compare(stretch, state)
            self.stretch = self.begun(state)
        if self.stretch is not None:
            self.stretch.answers.append(self.answers)
        self.answers += 1

    def compare(self, stretch: Stretch, state: State) -> None:
        """Add to each seat's sum the luck of a stretch (answers of one seat in one turn) that ended with `state`."""
        values = self.forecast.values(state)
        for seat, (value, expected) in enumerate(zip(values, stretch.expected, strict=True)):
            self.luck[seat] += value - expected
        self.covered.update(stretch.answers)

    def begun(self, state: State) -> Stretch | None:
        """Return a new Stretch of the seat that has to answer in `state`; None if `players` has no bot for it."""
        player = self.players.get(state.to_move)
        if player is None:
            return None
        return Stretch(state.to_move, state.turn, self.expected(state, player))

    def expected(self, state: State, player: Player) -> list[float]:
        """Return the mean expected score of each seat after the bot `player` has played on from a position a few times.

        Each time it plays from a copy of the position, with new random numbers, until another seat has to answer or
        another turn begins.
        """
        rng, sums = self.rng_of(self.answers), [0.0] * state.seats
        self.forecast.begin(state)
        for _ in range(self.fresh):
            copy = state.clone()
            if self.deal_anew:
                self.chance.deal_anew(copy, rng)
            play_stretch(copy, player, rng)
            sums = [before + value for before, value in zip(sums, self.forecast.values(copy), strict=True)]
        return [each / self.fresh for each in sums]

    def drop(self) -> None:
        """Do not count the luck of the current stretch (answers in one turn): an answer in it was not the bot's own."""
        self.stretch = None


def play_stretch(state: State, player: Player, rng: Rng) -> None:
    """Play on, in place, until another seat is asked, another turn begins, or the game is over."""
    seat, turn = state.to_move, state.turn
    while state.to_move == seat and state.turn == turn:
        state.apply(player.choose(state, rng))


def split_luck(
    data: bytes, players: Players | None = None, seed: bytes | None = None, *, fresh: int = FRESH
) -> SplitLuck:
    """Return the luck of each seat in a record: from turns of house bots, and from chance in all other turns.

    `players` has the bots, by seat, that play each of their turns again `fresh` times for comparison. By default they
    are the house bots that the record names. Pass `seed` if the record does not disclose its deal.
    """
    record = read_record(data)
    if seed is not None:
        record = replace(record, appendix=Appendix(seed, b""))
    turns = turn_luck(record, players_in(record.header) if players is None else players, fresh)
    chance = [0.0] * len(record.header.seats)
    for event in Replayed(record).luck if is_dealt(record) else []:
        if event.answers - 1 not in turns.covered:
            chance = [before + more for before, more in zip(chance, event.luck, strict=True)]
    return SplitLuck(tuple(chance), tuple(turns.luck))


def is_dealt(record: Record) -> bool:
    """True if a match began with a deal, and not from a position, in which the order of the stacks is fixed."""
    return record.header.position is None


def turn_luck(record: Record, players: Players, fresh: int) -> TurnLuck:
    """Replay a record. Return a TurnLuck with the luck of all turns of the bots `players`, which are given by seat.

    For comparison, each bot plays each of its turns again `fresh` times.
    """

    def rng_of(answers: int) -> Rng:
        return named_rng(record.header.match.encode(), f"fresh turns {answers}")

    state = opening(record)
    luck = TurnLuck(state, players, fresh, rng_of, deal_anew=is_dealt(record))
    for moment in replay(record):
        entry, state = moment.entry, moment.course.state
        if isinstance(entry, Answer):
            luck.look(state)
            if entry.by != "bot":
                luck.drop()
    luck.look(state)
    return luck


def players_in(header: Header) -> dict[int, Player]:
    """Return a dict from seat to bot, for the seats of a record with a bot that can play its turns again.

    These are house bots with the version that this release has, if they choose without regard to the clock.
    """
    found: dict[int, Player] = {}
    for seat, seated in enumerate(header.seats):
        bot = HOUSE.get(seated.entrant) if seated.kind == "house" else None
        if bot is not None and bot.version == seated.version and can_be_asked_again(bot.player):
            found[seat] = bot.player
    return found


def can_be_asked_again(player: Player) -> bool:
    """True if a bot's choices do not depend on the clock. Only such a bot can play its turns again for comparison."""
    return type(player).think is Player.think
