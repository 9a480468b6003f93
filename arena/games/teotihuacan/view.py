"""T-19.7: a view: the knowledge of an observer, as frozen dataclasses.

Tiles have the ids of the rulebook's tables. Tiles that look alike all have the lowest of their ids. An empty text means
no tile. Boards have their printed numbers. Lists without an order in the rules are sorted, so that equal knowledge
gives equal views.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from arena.errors import UsageError
from arena.games.game import SPECTATOR, Scalar
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.hidden import (
    first_asked,
    has_answered_salary,
    have_all_chosen,
    is_paying,
    is_secret,
)
from arena.games.teotihuacan.pending import PendingStep
from arena.games.teotihuacan.player_state import PlayerState
from arena.games.teotihuacan.pyramid import FIRST_OF_LEVEL, LEVEL
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_BOARDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS, AutomatonState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, LOCKED, NO_WORKER, ROUNDS, SOLO_CATEGORIES, UNLOCKED
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.discovery import NO_DISCOVERY
from arena.games.teotihuacan.tiles.pyramid import NO_TILE
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS

SPACE_NAMES = ("palace_1", "palace_2", "palace_3", "forest", "quarry", "gold", "decorations")
SPOT_NAMES = ("avenue_3", "avenue_6", "avenue_8", "blue_4", "red_5", "green_3", "green_6")
SIDE_NAMES = ("top", "right", "bottom", "left")
PHASES = {"end_setup": "setup", "end_turn": "turn", "turn": "eclipse"}  # by the first pending step
NOTHING = ""


@dataclass(frozen=True, slots=True)
class WorkerView:
    """T-1.3, T-1.4: a worker: its board, its power, and the Worship space on which it is locked.

    The board is 0 for the Ascension wheel, 9 for transit, 10 for the hand.
    """

    board: int
    power: int
    space: str = NOTHING  # a Worship space; empty for a worker that is not locked


@dataclass(frozen=True, slots=True)
class StartingView:
    """T-2.3: a Starting tile that the observer has seen, its Discovery tile, and whether the player keeps it."""

    tile: str
    discovery: str
    kept: bool


@dataclass(frozen=True, slots=True)
class PointsView:
    """Points of one category in one part of the game: up to the first (0), second (1) or third (2) Eclipse."""

    category: str
    eclipse: int
    points: int


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Everything that the observer knows about one player."""

    cocoa: int
    wood: int
    stone: int
    gold: int
    points: int
    temples: tuple[int, int, int]  # blue, red, green
    avenue: int
    track: int  # the Pyramid track
    technologies: tuple[str, ...]
    workers: tuple[WorkerView, ...]  # by board, power and space
    discoveries: tuple[str, ...]  # face up, masks among them
    used: tuple[str, ...]  # face down
    starting: tuple[StartingView, ...]  # until the end of setup
    ledger: tuple[PointsView, ...]  # the sources of the points that gave any


@dataclass(frozen=True, slots=True)
class PyramidView:
    """T-8.1: a Pyramid tile on space (i, j) of a level, turned clockwise by `rotation` quarter turns."""

    level: int
    i: int
    j: int
    tile: str
    rotation: int


@dataclass(frozen=True, slots=True)
class DecorationView:
    """T-8.5: a Decoration tile: its side of the Pyramid, its level there, and its id."""

    side: str
    level: int
    tile: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """What is known about the running turn, such as the board of the action and how many workers count in it."""

    free_unlock: bool = False  # T-3.3
    board: int = 0  # where the worker arrived; 0 before the move
    count: int = 0  # N of the Main action (T-7.3)
    lowest: int = 0  # L of the Main action
    skills: tuple[str, ...] = ()  # T-7.5.7: the technologies that act in this turn's action
    laid: int = 0  # T-7.8.1: Pyramid tiles placed in this action
    saving: int = 0  # T-12.8: the resource that #15 still saves
    raising: bool = False  # T-11.9: an additional worker may still be used
    purchases: int = 0  # T-12.7: power-ups that #13 may still buy
    raised: WorkerView | None = None  # T-7.4.3: the worker that gets no second power-up


@dataclass(frozen=True, slots=True)
class TeotibotView:
    """T-17.1.4: the observer's knowledge about the automaton's tiles and dice."""

    tiles: tuple[str, ...]  # the action pyramid: top, middle left and right, bottom left, middle and right
    aside: str  # the seventh action tile
    upper: str  # the direction tiles: up_right or up_left
    lower: str
    rolled: tuple[int, ...]  # the two dice of its last turn; none before the first
    discarded: tuple[str, ...]  # T-17.5.6: Discovery tiles that have left the game


@dataclass(frozen=True, slots=True)
class TeotihuacanView:
    """T-19.7: all that an observer knows about a position: open information, the pending question, its own secrets."""

    observer: int  # a seat, or -1 for a spectator
    seats: int
    options: tuple[tuple[str, Scalar], ...]  # the rules options, in the schema's order
    turn: int  # turns completed
    active: int  # the seat of the running turn or part of setup
    to_move: int  # the seat that is asked, -1 at the end; while choices are secret, the first that may be asked
    asks: PendingStep
    pending: tuple[PendingStep, ...]  # what waits behind it, the next one last
    light: int
    dark: int
    eclipses: int  # resolved
    eclipse_due: int  # the number of completed turns after which the coming Eclipse is resolved; -1 while unknown
    finished: bool  # T-14.3: the level-4 tile lies
    ring: tuple[int, ...]  # boards by position
    royals: tuple[str, ...]  # by slot
    bonuses: tuple[str, ...]  # on the blue, red and green temple
    technologies: tuple[str, ...]  # row 1 left to right, then row 2
    nobles: tuple[int, ...]  # Buildings in the top, centre and bottom row
    beside: tuple[str, ...]  # the Discovery tiles beside the Worship areas of boards 1, 2, 3, 4 and 7
    spots: tuple[tuple[str, ...], ...]  # those on the Avenue and the temples, in the order of SPOT_NAMES
    decoration_offer: tuple[str, ...]
    pyramid_offer: tuple[str, ...]
    pyramid: tuple[PyramidView, ...]
    decorations: tuple[DecorationView, ...]
    neutrals: tuple[tuple[int, ...], ...]  # the boards of each neutral colour's workers
    unseen_discoveries: int  # in the stack, and until the end of setup those tied to Starting tiles as well
    unseen_decorations: int
    unseen_pyramid: int
    players: tuple[PlayerView, ...]
    now: TurnView
    laid_out: tuple[StartingView, ...] = ()  # T-16.1: what can still be taken in a draft
    returned: tuple[str, ...] = ()  # T-2.3.8: Discovery tiles that were not claimed in setup
    salary: int | None = None  # T-14.7: the observer's own answer while the others' are secret; 15 is the waiver
    teotibot: TeotibotView | None = None  # T-17: in a solo game, in which the last seat is the automaton's

    @property
    def buildings(self) -> int:
        """T-14.4: return how many Buildings were taken from the Buildings row."""
        return sum(self.nobles)

    @property
    def phase(self) -> str:
        """Return the phase of the game: `setup`, `turn`, `eclipse` or `over`."""
        return PHASES[self.pending[0].name] if self.pending else "over"

    def _repr_svg_(self) -> str:
        """Return the view's picture as SVG, for a notebook."""
        return str(import_module("arena.games.teotihuacan.rules").TEOTIHUACAN.notebook_picture(self))


# What an observer knows ----------------------------------------------------------------------------------------------


def view(state: Teotihuacan, observer: int) -> TeotihuacanView:
    """T-19.7: return the view of an observer: all open information, and the observer's own secrets."""
    if observer != SPECTATOR and observer not in range(state.seats):
        raise UsageError(f"observer {observer}: expected a seat from 0 to {state.seats - 1}, or {SPECTATOR}")
    in_setup = len(state.kept) > 0
    return TeotihuacanView(
        observer=observer,
        seats=state.seats,
        options=tuple(state.settings.items()),
        turn=state.turn,
        active=state.active,
        to_move=first_asked(state, observer) if is_secret(state) else state.to_move,
        asks=pending.told(state.asking),
        pending=tuple([pending.told(step) for step in state.pending]),
        light=state.light,
        dark=state.dark,
        eclipses=state.eclipses,
        eclipse_due=state.eclipse_due,
        finished=state.finished,
        ring=tuple(state.ring[1:]),
        royals=tuple([ROYAL_IDS[tile] for tile in state.royals]),
        bonuses=tuple([BONUS_IDS[tile] for tile in state.bonuses]),
        technologies=tuple([TECHNOLOGY_IDS[tile] for tile in state.technologies]),
        nobles=tuple(state.nobles),
        beside=tuple([_discovery(state.beside[board]) for board in DISCOVERY_BOARDS]),
        spots=tuple([tuple([DISCOVERY_IDS[kind] for kind in spot]) for spot in state.spots]),
        decoration_offer=tuple([NOTHING if tile < 0 else DECORATION_IDS[tile] for tile in state.decoration_offer]),
        pyramid_offer=tuple([NOTHING if tile < 0 else PYRAMID_IDS[tile] for tile in state.pyramid_offer]),
        pyramid=tuple([_placed(space, turned) for space, turned in enumerate(state.built) if turned != NO_TILE]),
        decorations=tuple([_decoration(place, tile) for place, tile in enumerate(state.decorated) if tile >= 0]),
        neutrals=tuple([tuple(boards) for boards in state.neutrals]),
        unseen_discoveries=len(state.discovery_stack) + (_tied(state) if in_setup else 0),
        unseen_decorations=len(state.decoration_stack),
        unseen_pyramid=len(state.pyramid_stack),
        players=tuple([player_known(state, player, observer) for player in state.players]),
        now=_now(state),
        laid_out=_starting(state.laid_out, state.laid_out_tied, []) if in_setup else (),
        returned=_kinds(state.returned) if in_setup else (),
        salary=state.salaries[observer] if is_paying(state) and has_answered_salary(state, observer) else None,
        teotibot=None if state.automaton is None else _teotibot(state.automaton),
    )


def _teotibot(automaton: AutomatonState) -> TeotibotView:
    *tiles, aside = [ACTION_IDS[tile] for tile in automaton.tiles]
    return TeotibotView(
        tiles=tuple(tiles),
        aside=aside,
        upper=ARROWS[automaton.upper],
        lower=ARROWS[automaton.lower],
        rolled=tuple(automaton.rolled),
        discarded=_kinds(automaton.discarded),
    )


def _tied(state: Teotihuacan) -> int:
    """Return how many Discovery tiles now lie beside Starting tiles: those of all players and those in the draft."""
    tied = [kind for kinds in state.tied for kind in kinds] + state.laid_out_tied
    return sum(kind != NO_DISCOVERY for kind in tied)


def _discovery(kind: int) -> str:
    return NOTHING if kind == NO_DISCOVERY else DISCOVERY_IDS[kind]


def _kinds(kinds: Iterable[int]) -> tuple[str, ...]:
    return tuple([DISCOVERY_IDS[kind] for kind in kinds])


def _counted(counts: list[int]) -> tuple[str, ...]:
    """Return the ids of Discovery tiles as a tuple. `counts` says for each kind how often its id occurs."""
    return tuple([DISCOVERY_IDS[kind] for kind, count in enumerate(counts) if count for _ in range(count)])


@cache
def _skills(technologies: int) -> tuple[str, ...]:
    """Return the ids of technologies as a tuple. `technologies` is a number with one bit for each of them."""
    return tuple([name for tile, name in enumerate(TECHNOLOGY_IDS) if technologies >> tile & 1])


@cache
def _worker(board: int, power: int, space: int) -> WorkerView:
    return WorkerView(board, power, NOTHING if space == UNLOCKED else SPACE_NAMES[space])


def _raised(place: int) -> WorkerView:
    """Return the worker with this place, which is a number of `ascension.place_of`."""
    board = place >> 3 & 15
    return _worker(board, place & 7, BOARD_OF_SPACE.index(board) if place & LOCKED else UNLOCKED)


@cache
def _placed(space: int, turned: int) -> PyramidView:
    level = LEVEL[space]
    i, j = divmod(space - FIRST_OF_LEVEL[level], 5 - level)
    return PyramidView(level, i, j, PYRAMID_IDS[turned >> 2], turned & 3)


@cache
def _decoration(place: int, tile: int) -> DecorationView:
    return DecorationView(SIDE_NAMES[place >> 2], (place & 3) + 1, DECORATION_IDS[tile])


@cache
def _points(place: int, points: int) -> PointsView:
    category, eclipse = divmod(place, ROUNDS)
    return PointsView(SOLO_CATEGORIES[category], eclipse, points)


def _starting(tiles: list[int], tied: list[int], kept: list[int]) -> tuple[StartingView, ...]:
    return tuple(
        [
            StartingView(STARTING_IDS[tile], _discovery(kind), tile in kept)
            for tile, kind in zip(tiles, tied, strict=True)
        ]
    )


def player_known(state: Teotihuacan, player: PlayerState, observer: int) -> PlayerView:
    """Return everything that the observer knows about a player."""
    blue, red, green = player.temples
    workers = sorted([(worker.board, worker.power, worker.space) for worker in player.workers])
    return PlayerView(
        cocoa=player.cocoa,
        wood=player.goods[0],
        stone=player.goods[1],
        gold=player.goods[2],
        points=player.points,
        temples=(blue, red, green),
        avenue=player.avenue,
        track=player.track,
        technologies=_skills(player.technologies),
        workers=tuple([_worker(*worker) for worker in workers]),
        discoveries=_counted(player.ready),
        used=_counted(player.used),
        starting=_starting_known(state, player.seat, observer) if player.seat < len(state.kept) else (),
        ledger=tuple([_points(place, points) for place, points in enumerate(player.ledger) if points]),
    )


def _starting_known(state: Teotihuacan, seat: int, observer: int) -> tuple[StartingView, ...]:
    """T-19.7: return those Starting tiles of a seat that the observer knows, as a tuple.

    The observer knows all tiles of its own seat. Of other seats, it knows those that were revealed.
    """
    kept = state.kept[seat]
    if len(state.dealt) == 0:
        return _starting(kept, state.tied[seat], kept)
    dealt = _starting(state.dealt[seat], state.tied[seat], kept)
    if seat == observer:
        return dealt
    return tuple([tile for tile in dealt if tile.kept]) if have_all_chosen(state) else ()


def _now(state: Teotihuacan) -> TurnView:
    return TurnView(
        free_unlock=state.free_unlock,
        board=state.board,
        count=state.count,
        lowest=state.lowest,
        skills=_skills(state.skills),
        laid=state.laid,
        saving=state.saving,
        raising=state.raising,
        purchases=state.purchases,
        raised=None if state.raised == NO_WORKER else _raised(state.raised),
    )
