"""T-19.1: pending steps as data: the name of a step's kind, and numbers from which the step can be made again."""

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
from arena.games.teotihuacan.technologies import LateTechnologies, Points, Purchase
from arena.games.teotihuacan.temples import (
    Advance,
    AnyTemple,
    AvenueClaim,
    AvenueStep,
    MajorStep,
    OrderTemples,
)
from arena.games.teotihuacan.turn import EndTeotihuacanTurn, EndWindow, Opening, TakeTurn
from arena.games.teotihuacan.worship import Ability, ChooseFirst, ClaimBeside, Refill


@dataclass(frozen=True, slots=True)
class PendingStep:
    """A step that is not finished yet, in the form in which positions and views contain it.

    `name` is the kind of step, such as `advance`. `numbers` are its details, such as the number of a temple.
    """

    name: str
    numbers: tuple[int, ...] = ()


class StepKind:
    """A kind of step. The attribute `made` is the Python class of such steps.

    `numbers` is a dict from the name of each argument of this class to a limit. The argument is a number from 0 to
    limit - 1.
    """

    def __init__(self, made: type[Step[Any]], **numbers: int) -> None:
        self.made = made
        self.numbers = numbers


# The names of steps, in the order of the rules; a number goes from 0 to one less than stands here.
KINDS: dict[str, StepKind] = {
    "keep": StepKind(Keep),  # S1
    "reveal": StepKind(Reveal),
    "take": StepKind(Take, seat=4),  # S1 in a draft
    "benefits": StepKind(Benefits, seat=4),
    "give": StepKind(Give, tile=18),
    "raise_starting": StepKind(RaiseStarting),  # S2
    "lowest_technology": StepKind(LowestTechnology),
    "claim_tied": StepKind(ClaimTied, tile=18),  # S2
    "settle": StepKind(Settle, seat=4),  # S3
    "end_setup": StepKind(EndSetup),
    "turn": StepKind(TakeTurn),
    "open": StepKind(Opening),  # D1
    "act": StepKind(Act),  # D2
    "choose_first": StepKind(ChooseFirst, space=7, power=6),  # D3
    "ability": StepKind(Ability, space=7, power=6),
    "exchange": StepKind(Exchange, tile=9, times=6),  # D4
    "claim_beside": StepKind(ClaimBeside, board=9),  # D5
    "refill_beside": StepKind(Refill, board=9),
    "advance": StepKind(Advance, temple=3),
    "major_step": StepKind(MajorStep, temple=3, step=12),  # D5
    "avenue_step": StepKind(AvenueStep),
    "avenue_claim": StepKind(AvenueClaim, spot=3),  # D5
    "any_goods": StepKind(AnyGoods, units=6),  # D6
    "any_temple": StepKind(AnyTemple),  # D7
    "buy_technology": StepKind(BuyTechnology),  # D8
    "build_for_nobles": StepKind(BuildForNobles),  # D9
    "decorate": StepKind(Decorate),  # D10
    "three_points": StepKind(ThreePoints),
    "climb": StepKind(Climb),
    "refill_decorations": StepKind(RefillDecorations),
    "build": StepKind(Build, first=2),  # D11
    "pay": StepKind(Pay, tile=32, space=30, rotation=4),  # D11
    "refill_pyramid": StepKind(RefillPyramid),
    "order_temples": StepKind(OrderTemples, left=512),  # D12
    "points": StepKind(Points),
    "late_technologies": StepKind(LateTechnologies),
    "power_ups": StepKind(PowerUps, most=3),
    "main_power_up": StepKind(MainPowerUp, optional=2),  # D13
    "purchase": StepKind(Purchase),  # D13
    "power_up": StepKind(PowerUp, board=9),  # D13
    "optional_power_ups": StepKind(OptionalPowerUps, left=3),  # D13
    "reward": StepKind(AscensionReward),  # D14
    "light": StepKind(LightStep),
    "end_window": StepKind(EndWindow),  # D15
    "after_claim": StepKind(AfterClaim),  # D16
    "end_turn": StepKind(EndTeotihuacanTurn),
    "salary": StepKind(Salary),  # E1
    "pay_salaries": StepKind(PaySalaries),
    "close": StepKind(Close),
    "over": StepKind(GameOver),
}
NAMES = {kind.made: name for name, kind in KINDS.items()}


def told(step: Step[Any]) -> PendingStep:
    """Return a step as a PendingStep (a name and numbers), the form in which positions and views contain it."""
    name = NAMES[type(step)]
    return PendingStep(name, tuple(int(getattr(step, number)) for number in KINDS[name].numbers))


def made(pending: PendingStep) -> Step[Any]:
    """Return the step that a PendingStep describes. Raise PositionError if its name or a number is impossible."""
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
