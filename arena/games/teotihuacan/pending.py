"""T-19.1: what is still to be resolved, as values: a step is its name and a few numbers, and is made again of them."""

from dataclasses import dataclass
from typing import Any

from arena.errors import PositionError, nearest
from arena.games.steps import GAME_OVER, GameOver, Step
from arena.games.teotihuacan.action import Act
from arena.games.teotihuacan.actions.alchemy import BuyTechnology
from arena.games.teotihuacan.actions.construction import Build, Pay, RefillPyramid
from arena.games.teotihuacan.actions.decorations import Decorate, RefillDecorations, ThreePoints
from arena.games.teotihuacan.actions.nobles import BuildForNobles
from arena.games.teotihuacan.ascension import AscensionReward, LightStep
from arena.games.teotihuacan.claims import AfterClaim
from arena.games.teotihuacan.discoveries import OptionalPowerUps, PowerUp
from arena.games.teotihuacan.eclipse import Close, PaySalaries, Salary
from arena.games.teotihuacan.goods import AnyGoods
from arena.games.teotihuacan.powering import MainPowerUp, PowerUps
from arena.games.teotihuacan.pyramid import Climb
from arena.games.teotihuacan.royal_tiles import Exchange
from arena.games.teotihuacan.setup import EndSetup
from arena.games.teotihuacan.starting import (
    Benefits,
    ClaimTied,
    Give,
    Keep,
    LowestTechnology,
    RaiseStarting,
    Reveal,
    Settle,
    Take,
)
from arena.games.teotihuacan.technologies import Points, Purchase
from arena.games.teotihuacan.temples import (
    Advance,
    AnyTemple,
    AvenueClaim,
    AvenueStep,
    MajorStep,
    OrderTemples,
)
from arena.games.teotihuacan.turn import EndTurn, EndWindow, Opening, Turn
from arena.games.teotihuacan.worship import Ability, ChooseFirst, ClaimBeside, Refill


@dataclass(frozen=True, slots=True)
class PendingStep:
    """One step that waits: what it is called, and the numbers that say which of its kind."""

    name: str
    numbers: tuple[int, ...] = ()


class Kind:
    """How steps of one class are told: their numbers by attribute, and how many values each can have."""

    def __init__(self, made: type[Step[Any]], **numbers: int) -> None:
        self.made = made
        self.numbers = numbers


# The names of steps, in the order of the rules; a number goes from 0 to one less than stands here.
KINDS: dict[str, Kind] = {
    "keep": Kind(Keep),  # S1
    "reveal": Kind(Reveal),
    "take": Kind(Take, seat=4),  # S1 in a draft
    "benefits": Kind(Benefits, seat=4),
    "give": Kind(Give, tile=18),
    "raise_starting": Kind(RaiseStarting),  # S2
    "lowest_technology": Kind(LowestTechnology),
    "claim_tied": Kind(ClaimTied, tile=18),  # S2
    "settle": Kind(Settle, seat=4),  # S3
    "end_setup": Kind(EndSetup),
    "turn": Kind(Turn),
    "open": Kind(Opening),  # D1
    "act": Kind(Act),  # D2
    "choose_first": Kind(ChooseFirst, space=7, power=6),  # D3
    "ability": Kind(Ability, space=7, power=6),
    "exchange": Kind(Exchange, tile=9, times=6),  # D4
    "claim_beside": Kind(ClaimBeside, board=9),  # D5
    "refill_beside": Kind(Refill, board=9),
    "advance": Kind(Advance, temple=3),
    "major_step": Kind(MajorStep, temple=3, step=12),  # D5
    "avenue_step": Kind(AvenueStep),
    "avenue_claim": Kind(AvenueClaim, spot=3),  # D5
    "any_goods": Kind(AnyGoods, units=6),  # D6
    "any_temple": Kind(AnyTemple),  # D7
    "buy_technology": Kind(BuyTechnology),  # D8
    "build_for_nobles": Kind(BuildForNobles),  # D9
    "decorate": Kind(Decorate),  # D10
    "three_points": Kind(ThreePoints),
    "climb": Kind(Climb),
    "refill_decorations": Kind(RefillDecorations),
    "build": Kind(Build, first=2),  # D11
    "pay": Kind(Pay, tile=32, space=30, rotation=4),  # D11
    "refill_pyramid": Kind(RefillPyramid),
    "order_temples": Kind(OrderTemples, left=512),  # D12
    "points": Kind(Points),
    "power_ups": Kind(PowerUps, most=3),
    "main_power_up": Kind(MainPowerUp, optional=2),  # D13
    "purchase": Kind(Purchase),  # D13
    "power_up": Kind(PowerUp, board=9),  # D13
    "reward": Kind(AscensionReward),  # D14
    "light": Kind(LightStep),
    "end_window": Kind(EndWindow),  # D15
    "after_claim": Kind(AfterClaim),  # D16
    "end_turn": Kind(EndTurn),
    "salary": Kind(Salary),  # E1
    "pay_salaries": Kind(PaySalaries),
    "close": Kind(Close),
    "over": Kind(GameOver),
    # What came after the first release stands last: the protocol numbers the kinds in this order.
    "optional_power_ups": Kind(OptionalPowerUps, left=3),  # D13
}
NAMES = {kind.made: name for name, kind in KINDS.items()}


def told(step: Step[Any]) -> PendingStep:
    """A step as a value."""
    name = NAMES[type(step)]
    return PendingStep(name, tuple(int(getattr(step, number)) for number in KINDS[name].numbers))


def made(pending: PendingStep) -> Step[Any]:
    """The step that a value tells; PositionError where there is none."""
    if pending.name == "over":
        return GAME_OVER
    if pending.name not in KINDS:
        raise PositionError(f"no step {pending.name!r}: {nearest(pending.name, KINDS)}")
    kind = KINDS[pending.name]
    if len(kind.numbers) != len(pending.numbers):
        names = ", ".join(kind.numbers) or "no number"
        raise PositionError(f"step {pending.name!r}: {len(pending.numbers)} numbers; expected {names}")
    for (name, values), number in zip(kind.numbers.items(), pending.numbers, strict=True):
        if not 0 <= number < values:
            raise PositionError(f"step {pending.name!r}: {name} {number}; expected 0 to {values - 1}")
    values_given = {
        name: number == 1 if name in TRUTHS else number
        for name, number in zip(kind.numbers, pending.numbers, strict=True)
    }
    return kind.made(**values_given)


TRUTHS = {"first", "optional"}  # numbers that are 1 for true and 0 for false
