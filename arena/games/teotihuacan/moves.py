"""Options as typed moves: a class for each kind of option. Its attributes are the values in the option's text.

`docs/notation.md` explains the spellings. `move` makes a move from an option's number.
"""

from collections.abc import Callable
from dataclasses import dataclass

from arena.games.teotihuacan import windows
from arena.games.teotihuacan.hidden import WAIVED as SALARY_WAIVED
from arena.games.teotihuacan.notation import (
    EFFECT_NAMES,
    EXCHANGED,
    GOODS_NAMES,
    PAYMENTS,
    REWARDS,
    ROW_NAMES,
    TEMPLE_NAMES,
    decoration_space,
    pyramid_space,
)
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.starting import settled_board, settled_power
from arena.games.teotihuacan.terms import LOCKED
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SPACE_NAMES
from arena.games.teotihuacan.windows import KIND


@dataclass(frozen=True, slots=True)
class KeepMove:
    """`keep S01 S07`: keep two Starting tiles."""

    first: str
    second: str


@dataclass(frozen=True, slots=True)
class TakeMove:
    """`take S05`: take a Starting tile in a draft."""

    tile: str


@dataclass(frozen=True, slots=True)
class RaiseMove:
    """`raise 1@0`: raise the power of a starting worker from 1 to 2; `@0` means that it is not on a board yet.

    `power` is the power before that, 1 or 2.
    """

    power: int


@dataclass(frozen=True, slots=True)
class PlacedWorker:
    """A worker on a board: its power, and the number of the board."""

    power: int
    board: int


@dataclass(frozen=True, slots=True)
class SettleMove:
    """`settle 1@2 1@4 2@7`: place the first workers, of power 1, 1 and 2, on boards 2, 4 and 7.

    The worker on the board with the lowest number comes first.
    """

    workers: tuple[PlacedWorker, PlacedWorker, PlacedWorker]


@dataclass(frozen=True, slots=True)
class FreeUnlockMove:
    """`free unlock`: unlock all workers for free, as the whole turn."""


@dataclass(frozen=True, slots=True)
class GoMove:
    """`move 3@5 2`: move the worker of power 3 on board 5 by a distance of 2.

    `second` is the power of a second worker that moves with it; 0 if there is none. If `unlimited`, a Discovery tile
    allows a distance of more than 3.
    """

    power: int
    board: int
    distance: int
    second: int = 0
    unlimited: bool = False


@dataclass(frozen=True, slots=True)
class CollectMove:
    """`collect`: collect cocoa."""


@dataclass(frozen=True, slots=True)
class WorshipMove:
    """`worship forest both`: worship on a space, for one of its effects or both.

    If two workers with different powers arrived, `lock` is the power of the one to lock; in all other cases it is 0.
    With `waive`, a Discovery tile is used in place of the entry cost in cocoa.
    """

    space: str
    effect: str
    lock: int = 0
    waive: bool = False


@dataclass(frozen=True, slots=True)
class MainMove:
    """`main additional 1 waive`: take the Main action.

    `additional` is how many Discovery tiles are used that count as one more worker each. With `waive`, another
    Discovery tile, the waiver, is used in place of the price in cocoa.
    """

    additional: int = 0
    waive: bool = False


@dataclass(frozen=True, slots=True)
class FirstMove:
    """`first ability`: choose which effect of a Worship space comes first."""

    effect: str


@dataclass(frozen=True, slots=True)
class ExchangeMove:
    """`exchange wood`: make one exchange with a Royal tile.

    `what` is the resource to pay or the temple to advance on; empty if the tile leaves no choice. With `waive`, a
    waiver, which is a Discovery tile, is used in place of cocoa.
    """

    what: str = ""
    waive: bool = False


@dataclass(frozen=True, slots=True)
class ClaimMove:
    """`claim V24`: claim a Discovery tile."""

    tile: str


@dataclass(frozen=True, slots=True)
class GainMove:
    """`gain wood`: gain a resource."""

    resource: str


@dataclass(frozen=True, slots=True)
class AdvanceMove:
    """`temple blue`: advance on a temple."""

    temple: str


@dataclass(frozen=True, slots=True)
class LearnMove:
    """`technology TECH05`: buy a Technology tile."""

    tile: str


@dataclass(frozen=True, slots=True)
class BuildInRowMove:
    """`row top`: place a Building in this row of the Nobles board."""

    row: str


@dataclass(frozen=True, slots=True)
class DecorateMove:
    """`decorate D03 top_2`: lay a Decoration tile on a space: the top side of the Pyramid, level 2."""

    tile: str
    space: str


@dataclass(frozen=True, slots=True)
class BuildMove:
    """`build P04 r1 on 2.0.1`: lay a Pyramid tile, after `rotation` quarter turns, on level 2, i = 0, j = 1."""

    tile: str
    rotation: int
    space: str


@dataclass(frozen=True, slots=True)
class PayMove:
    """`pay less stone`: pay for a Pyramid tile, in full or with one unit less of a resource."""

    payment: str


@dataclass(frozen=True, slots=True)
class PowerUpMove:
    """`power up 3@2`: raise the power of the worker of power 3 on board 2.

    `locked` is true for a worker on the board's Worship space: `power up 3@forest`.
    """

    power: int
    board: int
    locked: bool = False


@dataclass(frozen=True, slots=True)
class TakeRewardMove:
    """`reward two temples`: take a reward of an Ascension."""

    reward: str


@dataclass(frozen=True, slots=True)
class SalaryMove:
    """`salary 3`: pay 3 cocoa of the salary at an Eclipse. With `waive`, a Discovery tile is used in place of cocoa."""

    cocoa: int = 0
    waive: bool = False


@dataclass(frozen=True, slots=True)
class StopMove:
    """`stop`: choose no more of what can be chosen several times, such as tiles to build or power-ups."""


@dataclass(frozen=True, slots=True)
class PassMove:
    """`pass`: claim no Discovery tile."""


@dataclass(frozen=True, slots=True)
class EndTurnMove:
    """`end turn`: end the turn."""


@dataclass(frozen=True, slots=True)
class ContinueMove:
    """`continue`: continue after a claim, without using the new tile now."""


@dataclass(frozen=True, slots=True)
class UseMove:
    """`use V24`: use a Discovery tile."""

    tile: str


@dataclass(frozen=True, slots=True)
class UnlockMove:
    """`unlock`: unlock all workers for 3 cocoa. With `waive`, a Discovery tile is used in place of the cocoa."""

    waive: bool = False


Move = (
    KeepMove
    | TakeMove
    | RaiseMove
    | SettleMove
    | FreeUnlockMove
    | GoMove
    | CollectMove
    | WorshipMove
    | MainMove
    | FirstMove
    | ExchangeMove
    | ClaimMove
    | GainMove
    | AdvanceMove
    | LearnMove
    | BuildInRowMove
    | DecorateMove
    | BuildMove
    | PayMove
    | PowerUpMove
    | TakeRewardMove
    | SalaryMove
    | StopMove
    | PassMove
    | EndTurnMove
    | ContinueMove
    | UseMove
    | UnlockMove
)


def _settled(detail: int) -> SettleMove:
    first, second, third = (
        PlacedWorker(settled_power(detail, number), settled_board(detail, number)) for number in range(3)
    )
    return SettleMove((first, second, third))


def _gone(detail: int) -> GoMove:
    return GoMove(
        power=detail >> 8 & 7,
        board=detail >> 11,
        distance=detail >> 4 & 15,
        second=detail >> 1 & 7,
        unlimited=bool(detail & 1),
    )


def _worshipped(detail: int) -> WorshipMove:
    return WorshipMove(SPACE_NAMES[detail >> 6], EFFECT_NAMES[detail >> 4 & 3], detail >> 1 & 7, bool(detail & 1))


# By kind of option: makes the move from the details of the option's number.
MOVES: dict[int, Callable[[int], Move]] = {
    windows.KEEP: lambda detail: KeepMove(STARTING_IDS[detail >> 5], STARTING_IDS[detail & 31]),
    windows.TAKE: lambda detail: TakeMove(STARTING_IDS[detail]),
    windows.BENEFIT: RaiseMove,
    windows.SETTLE: _settled,
    windows.FREE_UNLOCK: lambda _: FreeUnlockMove(),
    windows.MOVE: _gone,
    windows.COLLECT: lambda _: CollectMove(),
    windows.WORSHIP: _worshipped,
    windows.MAIN: lambda detail: MainMove(detail >> 1, bool(detail & 1)),
    windows.FIRST: lambda detail: FirstMove(EFFECT_NAMES[detail]),
    windows.EXCHANGE: lambda detail: ExchangeMove(EXCHANGED[detail >> 1], bool(detail & 1)),
    windows.CLAIM: lambda detail: ClaimMove(DISCOVERY_IDS[detail]),
    windows.GOODS: lambda detail: GainMove(GOODS_NAMES[detail]),
    windows.TEMPLE: lambda detail: AdvanceMove(TEMPLE_NAMES[detail]),
    windows.TECHNOLOGY: lambda detail: LearnMove(TECHNOLOGY_IDS[detail]),
    windows.ROW: lambda detail: BuildInRowMove(ROW_NAMES[detail]),
    windows.DECORATE: lambda detail: DecorateMove(DECORATION_IDS[detail >> 4], decoration_space(detail & 15)),
    windows.BUILD: lambda detail: BuildMove(PYRAMID_IDS[detail >> 7], detail & 3, pyramid_space(detail >> 2 & 31)),
    windows.PAY: lambda detail: PayMove(PAYMENTS[detail]),
    windows.POWER_UP: lambda detail: PowerUpMove(detail & 7, detail >> 3 & 15, bool(detail & LOCKED)),
    windows.REWARD: lambda detail: TakeRewardMove(REWARDS[detail]),
    windows.SALARY: lambda detail: SalaryMove(waive=True) if detail == SALARY_WAIVED else SalaryMove(detail),
    windows.STOP: lambda _: StopMove(),
    windows.PASS: lambda _: PassMove(),
    windows.END: lambda _: EndTurnMove(),
    windows.CONTINUE: lambda _: ContinueMove(),
    windows.USE: lambda detail: UseMove(DISCOVERY_IDS[detail]),
    windows.UNLOCK: lambda detail: UnlockMove(bool(detail)),
}


def move(option: int) -> Move:
    """Return an option as a typed move, such as a GoMove, from the option's number.

    >>> from arena.games.teotihuacan.notation import understood
    >>> move(understood("build P04 r1 on 2.0.1"))
    BuildMove(tile='P04', rotation=1, space='2.0.1')
    """
    detail = option & (1 << KIND) - 1
    return MOVES[option - detail](detail)
