"""The action space of Teotihuacan, for programs that learn: each answer of a seat is one or two action indices.

A move, a Pyramid tile, and the placing of the starting workers are answered in two parts: first the worker (or two
workers), then the distance; first the tile and its space, then the rotation; first the three boards, then the powers of
the workers on them. Every other option is answered in one part.
"""

from itertools import combinations, product
from typing import Final

from mypy_extensions import i64

from arena.games.packing import packed
from arena.games.tensors import UNSETTLED, ActionSpace, IndexTable, Question
from arena.games.teotihuacan.hidden import WAIVED as SALARY_WAIVED
from arena.games.teotihuacan.notation import pyramid_space, spell
from arena.games.teotihuacan.setup import TECHNOLOGY_IDS
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, FOREST_SPACE, LOCKED
from arena.games.teotihuacan.terms import SPACES as WORSHIP_SPACES
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES
from arena.games.teotihuacan.tiles.discovery import KINDS as DISCOVERY_KINDS
from arena.games.teotihuacan.tiles.pyramid import PYRAMID_TILES, ROTATIONS
from arena.games.teotihuacan.tiles.starting import STARTING_TILES
from arena.games.teotihuacan.turn import FARTHEST, LAP, move_option
from arena.games.teotihuacan.windows import (
    BENEFIT,
    BUILD,
    CLAIM,
    COLLECT,
    CONTINUE,
    DECORATE,
    END,
    EXCHANGE,
    FIRST,
    FREE_UNLOCK,
    GOODS,
    KEEP,
    KIND,
    MAIN,
    MOVE,
    PASS,
    PAY,
    POWER_UP,
    REWARD,
    ROW,
    SALARY,
    SETTLE,
    STOP,
    TAKE,
    TECHNOLOGY,
    TEMPLE,
    UNLOCK,
    USE,
    WORSHIP,
)
from arena.games.vecs import vec

VERSION: Final = 1

BOARDS: Final = 8
POWERS: Final = 5  # of a worker on a board
BOUND: Final = 1 << KIND  # a kind's details are smaller
PYRAMID_SPACES: Final = 30
DECORATION_SPACES: Final = 16
DUE: Final = 9  # answers to a salary of 8 at most: four workers of power 4 or 5

Row = list[list[int]]  # options by their first part, each list in the order of their second part


def single(base: int, details: "list[int] | range") -> Row:
    """Return a list of lists with one option each: `[base + detail]` for each number in `details`.

    All these options are of one kind, such as `take`, for which `base` stands. A detail says, for example, which tile
    is taken.
    """
    return [[base + detail] for detail in details]


def kept_pairs() -> Row:
    """T-2.3.4: return a list with an entry for each pair of the 18 Starting tiles.

    An entry is a list with one option: to keep these two tiles.
    """
    return single(KEEP, [one * 32 + other for one, other in combinations(range(len(STARTING_TILES)), 2)])


def settlings() -> Row:
    """T-2.3.9: return a list with an entry for each choice of three boards.

    An entry is a list of the 27 options to place the first three workers there. They differ in the powers of these
    workers, each from 1 to 3.
    """
    return [
        [
            SETTLE + ((((first << 3 | second) << 3 | third) << 6) | one << 4 | two << 2 | three)
            for one, two, three in product(range(1, 4), repeat=3)
        ]
        for first, second, third in combinations(range(BOARDS), 3)
    ]


def moves() -> Row:
    """T-4.1 to T-4.3: return a list with an entry for each worker, and for each two workers on the same board.

    A worker is given by its board and its power. An entry is a list of the options to move the one or two workers.
    They differ in the distance, and in whether a Discovery tile allows any distance.
    """
    distances = [(distance, 0) for distance in range(1, FARTHEST + 1)]
    distances += [(distance, 1) for distance in range(1, LAP + 1)]
    return [
        [move_option(board, power, distance, second, unlimited) for distance, unlimited in distances]
        for board in range(1, BOARDS + 1)
        for power in range(1, POWERS + 1)
        for second in range(power + 1)
    ]


def worshippings() -> Row:
    """T-6.3: return a list with an entry for each option to worship: a list with this one option.

    The options differ in the Worship space, the effect chosen there, the power of the worker to lock (0 if there is no
    choice), and whether the player uses a Discovery tile, a waiver, in place of the cocoa.
    """
    return single(
        WORSHIP,
        [
            ((space << 2 | effect) << 3 | power) * 2 + waived
            for space in range(WORSHIP_SPACES)
            for effect in range(3)
            for power in range(POWERS + 1)
            for waived in range(2)
        ],
    )


def power_ups() -> Row:
    """T-9.1, T-11.4: return a list with an entry for each worker to power up: a list with this one option.

    After the unlocked workers of all boards come the locked ones of those boards where an action may raise them.
    """
    places = [board * 8 for board in range(1, BOARDS + 1)]
    places += [LOCKED + BOARD_OF_SPACE[space] * 8 for space in range(FOREST_SPACE, WORSHIP_SPACES)]
    return single(POWER_UP, [place + power for place in places for power in range(1, POWERS + 1)])


def buildings() -> Row:
    """T-7.8.1: return a list with an entry for each Pyramid tile on each space of the Pyramid.

    An entry is a list of the options to build the tile there; they differ in the rotation. Of tiles that look alike,
    only the first one has entries; its options stand for all of them.
    """
    kinds = [tile for tile, icons in enumerate(PYRAMID_TILES) if PYRAMID_TILES.index(icons) == tile]
    return [
        [BUILD + (tile * 32 + space) * 4 + rotation for rotation in range(ROTATIONS[tile])]
        for tile in kinds
        for space in range(PYRAMID_SPACES)
    ]


def rows() -> list[tuple[str, Row]]:
    """Return a list with a pair for each kind of option: its name, such as `move`, and all options of this kind.

    The options are in lists: those with the same first part, such as all moves of one worker, are in one list.
    """
    return [
        ("keep", kept_pairs()),
        ("take", single(TAKE, range(len(STARTING_TILES)))),
        ("raise", single(BENEFIT, range(1, 3))),
        ("settle", settlings()),
        ("free unlock", single(FREE_UNLOCK, range(1))),
        ("move", moves()),
        ("collect", single(COLLECT, range(1))),
        ("worship", worshippings()),
        ("main", single(MAIN, range(6))),
        ("first", single(FIRST, range(2))),
        ("exchange", single(EXCHANGE, range(14))),
        ("claim", single(CLAIM, range(DISCOVERY_KINDS))),
        ("gain", single(GOODS, range(3))),
        ("temple", single(TEMPLE, range(3))),
        ("technology", single(TECHNOLOGY, range(len(TECHNOLOGY_IDS)))),
        ("row", single(ROW, range(3))),
        ("decorate", single(DECORATE, range(len(DECORATION_TILES) * DECORATION_SPACES))),
        ("build", buildings()),
        ("pay", single(PAY, range(3))),
        ("power up", power_ups()),
        ("reward", single(REWARD, range(6))),
        ("salary", single(SALARY, [*range(DUE), SALARY_WAIVED])),
        ("stop", single(STOP, range(1))),
        ("pass", single(PASS, range(1))),
        ("end turn", single(END, range(1))),
        ("continue", single(CONTINUE, range(1))),
        ("use", single(USE, range(DISCOVERY_KINDS))),
        ("unlock", single(UNLOCK, range(2))),
    ]


DETAILS: Final[list[tuple[str, int]]] = [("distance", FARTHEST + LAP), ("rotation", 4), ("powers", 27)]
SECOND: Final = {"move": 0, "build": 1, "settle": 2}  # by kind of option: the index of its second part in DETAILS


class TeotihuacanActions(ActionSpace):
    """Converts the options of Teotihuacan and of its solo game to paths, and paths to options.

    A path is a list of one or two action indices that stand for an option.
    """

    def __init__(self, game: str, seats: int) -> None:
        kinds = rows()
        super().__init__(game, seats, VERSION, [*((name, len(row)) for name, row in kinds), *DETAILS])
        self.firsts: Final[list[list[int]]] = [[] for _ in range((UNLOCK >> KIND) + 1)]  # by kind and detail
        self.seconds: Final[list[list[int]]] = [[] for _ in range((UNLOCK >> KIND) + 1)]
        self.options: Final[list[list[int]]] = []  # by the index of their first part
        self.single: Final[list[int]] = []  # by index: the option that has this part alone; UNSETTLED if it has two
        self.then: Final[list[int]] = []  # by the index of a first part: of the first second part, or UNSETTLED
        for number, (name, row) in enumerate(kinds):
            then = self.parts[len(kinds) + SECOND[name]].first if name in SECOND else UNSETTLED
            for place, options in enumerate(row):
                self._note(self.parts[number].first + place, then, options)
        self.of_first: Final = flat(self.firsts)
        self.of_second: Final = flat(self.seconds)
        self.has_second: Final = [max(indices, default=UNSETTLED) != UNSETTLED for indices in self.seconds]  # by kind

    def _note(self, first: int, then: int, options: list[int]) -> None:
        """Store which action indices stand for these options. Their common first part has the index `first`.

        They differ in the second part: its index is `then` for the first option in the list, `then` + 1 for the next,
        and so on. If the options have no second part, `then` is UNSETTLED (-1).
        """
        assert first == len(self.options), "the first parts come before the second ones"
        self.options.append(options)
        self.single.append(options[0] if len(options) == 1 else UNSETTLED)
        self.then.append(then)
        for place, option in enumerate(options):
            kind, detail = option >> KIND, option & BOUND - 1
            missing = detail + 1 - len(self.firsts[kind])
            self.firsts[kind] += [UNSETTLED] * missing
            self.seconds[kind] += [UNSETTLED] * missing
            self.firsts[kind][detail] = first
            self.seconds[kind][detail] = UNSETTLED if then == UNSETTLED else then + place

    def index(self, option: int, depth: int) -> int:
        """Return the action index that stands for an option's first part (`depth` 0) or second part (`depth` 1).

        The parts of a move are the worker and the distance, for example. Return UNSETTLED (-1) if the option has no
        such part.
        """
        kind = option >> KIND
        if depth > 1 or not 0 <= kind < len(self.firsts):
            return UNSETTLED
        detail = option & BOUND - 1
        if detail >= len(self.firsts[kind]):
            return UNSETTLED
        return self.firsts[kind][detail] if depth == 0 else self.seconds[kind][detail]

    def decode(self, path: list[int]) -> int:
        """Return the option for a path, a list of one or two action indices.

        Raise UsageError if no option has this path.
        """
        first = path[0] if path else UNSETTLED
        for option in self.options[first] if 0 <= first < len(self.options) else []:
            if self.encode(option) == path:
                return option
        raise self.no_path(path)

    def names(self) -> list[str]:
        """Return a list with a text for each action index, in the order of indices.

        If the index stands for the first part of options, this is the text of such an option without its second part,
        such as a move without its distance. If it stands for a second part, it is a text such as `distance 2`.
        """
        listed = [first_name(options) for options in self.options]
        unlimited = [f"distance {distance} unlimited" for distance in range(1, LAP + 1)]
        return [
            *listed,
            *(f"distance {distance}" for distance in range(1, FARTHEST + 1)),
            *unlimited,
            *(f"rotation r{rotation}" for rotation in range(4)),
            *(f"powers {one},{two},{three}" for one, two, three in product(range(1, 4), repeat=3)),
        ]

    def ask(self, question: Question) -> None:
        """Set in `question` that the program has to choose the first part of a legal option, such as a move's worker.

        If all legal options have the same first part, set it as chosen, and set that the program has to choose the
        second part, such as the distance.
        """
        state = question.state
        assert isinstance(state, Teotihuacan), "a state of another game"
        options = packed(state.options())
        first, last = options[0], options[-1]
        if first >> KIND == last >> KIND and self.has_second[first >> KIND] and self.of_first.are_alike(options):
            self._offer_second(question, options, self.of_first.index(first))
        else:
            question.offer(options, self.of_first)

    def take(self, question: Question, action: int) -> int:
        """Answer what `question` asks now, such as the worker of a move. The answer is the action index `action`.

        Return the option if it is complete now. If it has a second part, such as the distance, set in `question` that
        this part is asked next, and return UNSETTLED (-1).
        """
        if question.table is self.of_second:
            first = question.prefix - 1
            return self.options[first][action - self.then[first]]
        option = self.single[action]
        if option != UNSETTLED:
            return option
        options = self.of_first.picked(question.row, action)
        if len(options) == 1:
            return options[0]
        self._offer_second(question, options, action)
        return UNSETTLED

    def _offer_second(self, question: Question, options: vec[i64], first: int) -> None:
        """Set in `question` that the first part of the answer is chosen, and that the second part is asked next.

        `first` is the action index of the first part. `options` are the legal options with this first part; they differ
        in the second part, such as a move's distance.
        """
        question.choose(first)
        question.offer(options, self.of_second)


def flat(lists: list[list[int]]) -> IndexTable:
    """Return an IndexTable that maps options to action indices.

    An option is a number that contains its kind, such as a move, and its detail, such as which worker moves how far.
    The argument `lists` has the action indices: that of an option is `lists[kind][detail]`.
    """
    places: list[int] = []
    starts: list[int] = []
    for each in lists:
        starts.append(len(places))
        places += each
    return IndexTable(places, starts)


def first_name(options: list[int]) -> str:
    """Return a text for the first part of an option, such as `move 3@5` for a move without its distance.

    All options in the list have the same first part.
    """
    option = options[0]
    detail = option & BOUND - 1
    text = spell(option)
    if option - detail == MOVE:
        return text.removesuffix(" double").rpartition(" ")[0]
    if option - detail == SETTLE:
        return "settle on " + ",".join(word[-1] for word in text.split()[1:])
    if option - detail == BUILD:
        return f"build {text.split()[1]} on {pyramid_space(detail >> 2 & 31)}"
    return text
