"""Options as text: docs/notation.md is the grammar.

Every option has exactly one spelling, which follows from its number alone. A text that cannot be read raises
NotationError. The text of an option that is not offered raises IllegalOptionError, with the reason in a player's words.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from arena.errors import IllegalOptionError, NotationError, nearest
from arena.games.teotihuacan.hidden import WAIVED as SALARY_WAIVED
from arena.games.teotihuacan.objections import objection_to
from arena.games.teotihuacan.pyramid import FIRST_OF_LEVEL, LEVEL, space_at
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.starting import settled_board, settled_power
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, FOREST_SPACE, LOCKED, SPACES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES
from arena.games.teotihuacan.tiles.pyramid import PYRAMID_TILES, ROTATIONS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.turn import FARTHEST, LAP, move_option
from arena.games.teotihuacan.view import SIDE_NAMES, SPACE_NAMES
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

GOODS_NAMES = ("wood", "stone", "gold", "cocoa")
TEMPLE_NAMES = ("blue", "red", "green")
EFFECT_NAMES = ("ability", "discovery", "both")
ROW_NAMES = ("top", "centre", "bottom")
PAYMENTS = ("full", "less stone", "less wood")
REWARDS = ("points", "cocoa", "temple", "two temples", "two temples waive", "worker")
EXCHANGED = ("", *GOODS_NAMES[:3], *TEMPLE_NAMES)

# Writing an option ---------------------------------------------------------------------------------------------------


def _pair(detail: int) -> str:
    return f"{STARTING_IDS[detail >> 5]} {STARTING_IDS[detail & 31]}"


def _settling(detail: int) -> str:
    return " ".join(f"{settled_power(detail, number)}@{settled_board(detail, number)}" for number in range(3))


def _moving(detail: int) -> str:
    unlimited, second, distance, power, board = (
        detail & 1,
        detail >> 1 & 7,
        detail >> 4 & 15,
        detail >> 8 & 7,
        detail >> 11,
    )
    workers = f"{power}@{board}" + (f"+{second}@{board}" if second else "")
    return f"{workers} {distance}" + (" unlimited" if unlimited else "") + (" double" if second else "")


def _worshipping(detail: int) -> str:
    waived, power, effect, space = detail & 1, detail >> 1 & 7, detail >> 4 & 3, detail >> 6
    locked = f" lock {power}" if power else ""
    return f"{SPACE_NAMES[space]} {EFFECT_NAMES[effect]}{locked}" + (" waive" if waived else "")


def _main(detail: int) -> str:
    extra = detail >> 1
    return (f" additional {extra}" if extra else "") + (" waive" if detail & 1 else "")


def _exchanging(detail: int) -> str:
    what = EXCHANGED[detail >> 1]
    return (f" {what}" if what else "") + (" waive" if detail & 1 else "")


def _decorating(detail: int) -> str:
    return f"{DECORATION_IDS[detail >> 4]} {decoration_space(detail & 15)}"


def decoration_space(place: int) -> str:
    """T-8.5: return as text the side and level of the decoration space with this number, such as `top_2`."""
    return f"{SIDE_NAMES[place >> 2]}_{(place & 3) + 1}"


def _building(detail: int) -> str:
    return f"{PYRAMID_IDS[detail >> 7]} r{detail & 3} on {pyramid_space(detail >> 2 & 31)}"


def pyramid_space(space: int) -> str:
    """T-8.1: return as text the level, i and j of the Pyramid space with this number, such as `2.0.1`."""
    level = LEVEL[space]
    i, j = divmod(space - FIRST_OF_LEVEL[level], 5 - level)
    return f"{level}.{i}.{j}"


def _worker(place: int) -> str:
    board = place >> 3 & 15
    return f"{place & 7}@{SPACE_OF_BOARD.get(board, 'nowhere') if place & LOCKED else board}"


# T-6.1: the boards with one Worship space, where an action may make a locked worker stronger (T-9.1)
SPACE_OF_BOARD = {BOARD_OF_SPACE[space]: SPACE_NAMES[space] for space in range(FOREST_SPACE, SPACES)}

# By kind of option: spells the details of the option's number.
SPELLINGS: dict[int, Callable[[int], str]] = {
    KEEP: lambda detail: f"keep {_pair(detail)}",
    TAKE: lambda detail: f"take {STARTING_IDS[detail]}",
    BENEFIT: lambda detail: f"raise {detail}@0",
    SETTLE: lambda detail: f"settle {_settling(detail)}",
    FREE_UNLOCK: lambda _: "free unlock",
    MOVE: lambda detail: f"move {_moving(detail)}",
    COLLECT: lambda _: "collect",
    WORSHIP: lambda detail: f"worship {_worshipping(detail)}",
    MAIN: lambda detail: f"main{_main(detail)}",
    FIRST: lambda detail: f"first {EFFECT_NAMES[detail]}",
    EXCHANGE: lambda detail: f"exchange{_exchanging(detail)}",
    CLAIM: lambda detail: f"claim {DISCOVERY_IDS[detail]}",
    GOODS: lambda detail: f"gain {GOODS_NAMES[detail]}",
    TEMPLE: lambda detail: f"temple {TEMPLE_NAMES[detail]}",
    TECHNOLOGY: lambda detail: f"technology {TECHNOLOGY_IDS[detail]}",
    ROW: lambda detail: f"row {ROW_NAMES[detail]}",
    DECORATE: lambda detail: f"decorate {_decorating(detail)}",
    BUILD: lambda detail: f"build {_building(detail)}",
    PAY: lambda detail: f"pay {PAYMENTS[detail]}",
    POWER_UP: lambda detail: f"power up {_worker(detail)}",
    REWARD: lambda detail: f"reward {REWARDS[detail]}",
    SALARY: lambda detail: "salary waive" if detail == SALARY_WAIVED else f"salary {detail}",
    STOP: lambda _: "stop",
    PASS: lambda _: "pass",
    END: lambda _: "end turn",
    CONTINUE: lambda _: "continue",
    USE: lambda detail: f"use {DISCOVERY_IDS[detail]}",
    UNLOCK: lambda detail: "unlock waive" if detail else "unlock",
}


@lru_cache(maxsize=1 << 14)  # all that games meet again and again
def spell(option: int) -> str:
    """Return an option as text."""
    detail = option & (1 << KIND) - 1
    return SPELLINGS[option - detail](detail)


# Reading an option ---------------------------------------------------------------------------------------------------

WORKER = r"(\d)@(\d)"


def _known(what: str, word: str, words: Sequence[str]) -> int:
    if word not in words:
        raise NotationError(f"no {what} {word!r}; {nearest(word, words)}")
    return words.index(word)


COPIES = [f"V{number:02d}" for number in range(sum(row.copies for row in DISCOVERIES))]
KIND_OF_COPY = {
    copy: max(kind for kind, row in enumerate(DISCOVERIES) if COPIES.index(row.id) <= number)
    for number, copy in enumerate(COPIES)
}


def discovery_kind(tile: str) -> int:
    """T-11.10: return the kind of a Discovery tile as a number; `tile` is the id of any copy."""
    kind = KIND_OF_COPY.get(tile)
    return KIND_OF_COPY[COPIES[_known("Discovery tile", tile, COPIES)]] if kind is None else kind


def pyramid_kind(tile: str) -> int:
    """T-19.5: return the number of the Pyramid tile with this id.

    For Pyramid tiles that look alike, it is the lowest number.
    """
    return PYRAMID_TILES.index(PYRAMID_TILES[_known("Pyramid tile", tile, PYRAMID_IDS)])


def _within(what: str, number: str, low: int, high: int) -> int:
    if not low <= int(number) <= high:
        raise NotationError(f"{what} {number}; expected {low} to {high}")
    return int(number)


def _settle(*words: str) -> int:
    boards = [_within("board", board, 1, 8) for board in words[1::2]]
    powers = [_within("power", power, 1, 3) for power in words[::2]]
    if sorted(set(boards)) != boards:
        raise NotationError("expected three different boards in ascending order")
    where = boards[0] - 1 << 6 | boards[1] - 1 << 3 | boards[2] - 1
    return SETTLE + (where << 6 | powers[0] << 4 | powers[1] << 2 | powers[2])


def _move(*words: str) -> int:
    power, board, other, origin, distance, unlimited, double = words
    if bool(other) != bool(double):
        raise NotationError("a second worker moves with `double`, and only so")
    if other and board != origin:
        raise NotationError("both workers start on the same board")
    if other and other > power:
        raise NotationError("the worker with more power comes first")
    second = _within("power", other, 1, 5) if other else 0
    at = _within("board", board, 1, 8)
    strength = _within("power", power, 1, 5)
    steps = _within("distance", distance, 1, LAP if unlimited else FARTHEST)
    return move_option(at, strength, steps, second, int(bool(unlimited)))


def _worship(space: str, effect: str, power: str, waive: str) -> int:
    where = _known("Worship space", space, SPACE_NAMES)
    locked = _within("power", power, 1, 5) if power else 0
    return WORSHIP + ((where << 2 | _known("effect", effect, EFFECT_NAMES)) << 3 | locked) * 2 + bool(waive)


def _exchange(what: str, waive: str) -> int:
    return EXCHANGE + _known("good or temple", what, EXCHANGED) * 2 + bool(waive)


def _decorate(tile: str, space: str) -> int:
    spaces = [decoration_space(place) for place in range(16)]
    return DECORATE + _known("Decoration tile", tile, DECORATION_IDS) * 16 + _known("Decoration space", space, spaces)


def _build(tile: str, rotation: str, level: str, i: str, j: str) -> int:
    kind = pyramid_kind(tile)
    size = 4 - _within("level", level, 1, 4)
    space = space_at(int(level), _within("row", i, 0, size), _within("column", j, 0, size))
    turns = _within("rotation", rotation, 0, 3)
    if turns >= ROTATIONS[kind]:
        raise NotationError(f"{tile} looks the same whichever way it is turned; expected r0")
    return BUILD + (kind * 32 + space) * 4 + turns


def _place(word: str) -> int:
    """T-9.1: return board * 8 for a board's number; LOCKED besides for a Worship space."""
    if word.isdecimal():
        return _within("board", word, 1, 8) * 8
    return LOCKED + BOARD_OF_SPACE[FOREST_SPACE + _known("Worship space", word, SPACE_NAMES[FOREST_SPACE:])] * 8


def _salary(amount: str) -> int:
    return SALARY + (SALARY_WAIVED if amount == "waive" else _within("salary", amount, 0, 8))


def _one_of(base: int, what: str, words: Sequence[str]) -> Callable[..., int]:
    return lambda word: base + _known(what, word, words)


# By the first word: how it goes on, what it looks like, and the number that it means.
FORMS: dict[str, tuple[str, str, Callable[..., int]]] = {
    "keep": (
        r"keep (\S+) (\S+)",
        "keep S01 S07",
        lambda a, b: KEEP + _known("Starting tile", a, STARTING_IDS) * 32 + _known("Starting tile", b, STARTING_IDS),
    ),
    "take": (r"take (\S+)", "take S05", _one_of(TAKE, "Starting tile", STARTING_IDS)),
    "raise": (r"raise (\d)@0", "raise 1@0", lambda power: BENEFIT + _within("power", power, 1, 2)),
    "settle": (rf"settle {WORKER} {WORKER} {WORKER}", "settle 1@2 1@4 2@7", _settle),
    "free": ("free unlock", "free unlock", lambda: FREE_UNLOCK),
    "move": (rf"move {WORKER}(?:\+{WORKER})? (\d)( unlimited)?( double)?", "move 3@5 2", _move),
    "collect": ("collect", "collect", lambda: COLLECT),
    "worship": (r"worship (\S+) (\S+)(?: lock (\d))?( waive)?", "worship forest both", _worship),
    "main": (
        r"main(?: additional (\d))?( waive)?",
        "main additional 1 waive",
        lambda extra, waive: MAIN + (_within("additional workers", extra, 1, 2) if extra else 0) * 2 + bool(waive),
    ),
    "first": (r"first (\S+)", "first ability", _one_of(FIRST, "effect", EFFECT_NAMES[:2])),
    "exchange": (r"exchange(?: (?!waive$)(\S+))?( waive)?", "exchange wood", _exchange),
    "claim": (r"claim (\S+)", "claim V24", lambda tile: CLAIM + discovery_kind(tile)),
    "gain": (r"gain (\S+)", "gain wood", _one_of(GOODS, "resource", GOODS_NAMES[:3])),
    "temple": (r"temple (\S+)", "temple blue", _one_of(TEMPLE, "temple", TEMPLE_NAMES)),
    "technology": (r"technology (\S+)", "technology TECH05", _one_of(TECHNOLOGY, "Technology tile", TECHNOLOGY_IDS)),
    "row": (r"row (\S+)", "row top", _one_of(ROW, "row", ROW_NAMES)),
    "decorate": (r"decorate (\S+) (\S+)", "decorate D03 top_2", _decorate),
    "build": (r"build (\S+) r(\d) on (\d)\.(\d)\.(\d)", "build P04 r1 on 2.0.1", _build),
    "pay": (r"pay (.+)", "pay less stone", _one_of(PAY, "payment", PAYMENTS)),
    "power": (
        r"power up (\d)@(\S+)",
        "power up 3@2",
        lambda power, place: POWER_UP + _place(place) + _within("power", power, 1, 5),
    ),
    "reward": (r"reward (.+)", "reward two temples", _one_of(REWARD, "reward", REWARDS)),
    "salary": (r"salary (\d|waive)", "salary 3", _salary),
    "stop": ("stop", "stop", lambda: STOP),
    "pass": ("pass", "pass", lambda: PASS),
    "end": ("end turn", "end turn", lambda: END),
    "continue": ("continue", "continue", lambda: CONTINUE),
    "use": (r"use (\S+)", "use V24", lambda tile: USE + discovery_kind(tile)),
    "unlock": (r"unlock( waive)?", "unlock", lambda waive: UNLOCK + bool(waive)),
}


def read(state: Teotihuacan, text: str) -> int:
    """Return the number of the option with this spelling. Raise IllegalOptionError if it is not offered now."""
    option = understood(text)
    if option not in state.options():
        raise IllegalOptionError(f"{text!r}: {objection_to(state, option)}")
    return option


def understood(text: str) -> int:
    """Return the number of the option that a text means, offered or not. Raise NotationError if it means none."""
    verb = text.partition(" ")[0]
    if verb not in FORMS:
        raise NotationError(f"{text!r}: no option begins with {verb!r}; {nearest(verb, FORMS)}")
    form, looks, number = FORMS[verb]
    match = re.fullmatch(form, text, re.ASCII)
    if match is None:
        raise NotationError(f"{text!r}: cannot be read; expected something like {looks!r}")
    try:
        option = number(*(group or "" for group in match.groups()))
    except NotationError as reason:
        raise NotationError(f"{text!r}: {reason}") from None
    if spell(option) != text:
        raise NotationError(f"{text!r}: this is spelled {spell(option)!r}")
    return option
