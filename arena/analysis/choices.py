"""The luck of a house bot's choices: the value of its choice, less the average value of all its likely choices.

Most house bots draw random numbers to choose. If such a bot is asked again in the same position, it chooses by the same
odds with new random numbers. So the analysis asks each bot a few more times, and compares the value after its choice
with the mean value after these new choices. All these choices have the same odds, so the mean of the difference is zero
for any valuation. To compute the values, the hidden parts of the position are dealt anew. So the result does not depend
on the draws of the game. Only bots that choose without regard to the clock are asked again.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from arena.analysis.luck import chance_of
from arena.bots.house import HOUSE
from arena.bots.learned import Learned, LearnedGuide
from arena.bots.player import Player
from arena.games.chance import Rng, named_rng
from arena.games.game import State
from arena.games.steps import OVER
from arena.record.format import Answer, Appendix, Header, read_record
from arena.record.replay import replay, rules_of

FRESH: Final = 8  # choices with which the one that was played is compared, unless a caller names a number
DEALS: Final = 8  # deals of the hidden parts, over which a value is averaged

Players = Mapping[int, Player]  # by seat


def match_choices(
    data: bytes, players: Players | None = None, seed: bytes | None = None, *, fresh: int = FRESH
) -> tuple[float, ...]:
    """Return the luck of house bots' choices for each seat in a record, as a score.

    `players` are the bots to ask again, by seat. By default they are the house bots that the record names. Pass
    `seed` if the deal is not disclosed in the record. `fresh` says how often each bot is asked again.
    """
    record = read_record(data)
    if seed is not None:
        record = replace(record, appendix=Appendix(seed, b""))
    asked = players_in(record.header) if players is None else players
    rules = rules_of(record.header)
    luck = [0.0] * len(record.header.seats)
    for number, moment in enumerate(replay(record)):
        entry, state = moment.entry, moment.course.state
        if isinstance(entry, Answer) and entry.by == "bot" and entry.seat in asked:
            rng = named_rng(record.header.match.encode(), f"fresh choices {number}")
            found = choice_luck(state, rules.read(state, entry.option), asked[entry.seat], rng, fresh)
            luck = [before + more for before, more in zip(luck, found, strict=True)]
    return tuple(luck)


def players_in(header: Header) -> dict[int, Player]:
    """Return the players, by seat, of the house bots that a record names and that can be asked again."""
    found: dict[int, Player] = {}
    for seat, seated in enumerate(header.seats):
        bot = HOUSE.get(seated.entrant) if seated.kind == "house" else None
        if bot is not None and bot.version == seated.version and can_be_asked_again(bot.player):
            found[seat] = bot.player
    return found


def can_be_asked_again(player: Player) -> bool:
    """True if a player's choice does not depend on the clock, so that it can be asked again."""
    return type(player).think is Player.think


def choice_luck(state: State, option: int, player: Player, rng: Rng, fresh: int = FRESH) -> list[float]:
    """Return the luck, for each seat, of an option that a player chose in this position."""
    again = [player.choose(state, rng) for _ in range(fresh)]
    different = sorted({option, *again})
    if len(different) == 1:
        return [0.0] * state.seats
    seed = int(rng.word())
    values = {each: values_after(state, each, seed) for each in different}
    means = [sum(values[each][seat] for each in again) / fresh for seat in range(state.seats)]
    return [value - mean for value, mean in zip(values[option], means, strict=True)]


def values_after(state: State, option: int, seed: int) -> list[float]:
    """Return the value to each seat some turns after an option, averaged over a few deals of the hidden parts.

    During these turns every seat plays the most promising options by the learned weights. The same seed gives the same
    deals for every option.
    """
    chance, sums = chance_of(state.rules.name), [0.0] * state.seats
    for number in range(DEALS):
        rng = Rng(seed + number)
        world = state.imagine(state.to_move, rng)
        guide = Learned().guide(world, rng)
        world.apply(option)
        finish_turn(world, guide)
        for _ in range(chance.turns_ahead):
            if world.to_move != OVER:
                world.apply(most_promising(world, guide))
                finish_turn(world, guide)
        sums = [before + value for before, value in zip(sums, chance.outlook.values(world), strict=True)]
    return [each / DEALS for each in sums]


def finish_turn(state: State, guide: LearnedGuide) -> None:
    """Play the most promising options until the next turn begins or the game is over."""
    while state.to_move != OVER and not guide.reader.between_turns(state):
        state.apply(most_promising(state, guide))


def most_promising(state: State, guide: LearnedGuide) -> int:
    """Return the option that is the most promising by the learned weights; the first one if several are equal."""
    options = state.options()
    logits = guide.logits(state, options)
    return options[max(range(len(options)), key=logits.__getitem__)]
