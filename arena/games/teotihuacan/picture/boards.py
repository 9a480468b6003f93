"""T-1.2: the pictures of the eight boards: what is printed on them, and the workers and tiles that lie on them."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from arena.games.pictures import (
    BOLD,
    DASH,
    END,
    INK,
    LINE,
    MARK,
    MIDDLE,
    MINUS,
    PALE,
    PANEL,
    SEATS,
    TILE_INK,
    TIMES,
    Look,
    box,
    cell,
    lines,
    placed,
    scaled,
    small,
    use,
)
from arena.games.teotihuacan.actions.gather import COCOA_GAINED, POINTS, RESOURCES
from arena.games.teotihuacan.actions.gather import TEMPLES as TEMPLE_STEPS
from arena.games.teotihuacan.actions.nobles import ROWS
from arena.games.teotihuacan.picture.choices import OPEN, may_be_chosen
from arena.games.teotihuacan.picture.glyphs import BOARD_COLOURS, TEMPLE_COLOURS, GlyphRow, phrase
from arena.games.teotihuacan.picture.layout import RING, Area
from arena.games.teotihuacan.setup import DISCOVERY_BOARDS
from arena.games.teotihuacan.terms import (
    ALCHEMY,
    BOARD_OF_SPACE,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD_DEPOSITS,
    NOBLES,
    PALACE,
    TRANSIT,
)
from arena.games.teotihuacan.view import SPACE_NAMES, TeotihuacanView, WorkerView

HEAD: Final = 24
DICE_TOP: Final = 52
DICE_STEP: Final = 29
GAINS: Final = 106  # where the table of a gathering board begins
LOWER: Final = 112  # where what is printed on a board begins
SPACE_SIGNS: Final = ("", "", "", "R", "G", "B", "T")  # what worshipping does, by Worship space
LEVEL_COSTS: Final = ("2 s → 1 v", "2 s 1 w → 3 v", "2 s 2 w → 5 v", "2 s 3 w → 7 v")


class Laid(NamedTuple):
    """What stays the same for a whole match: seats, order of the boards, laid tiles, the cocoa for an Ascension."""

    seats: int
    ring: tuple[int, ...]
    royals: tuple[str, ...]
    bonuses: tuple[str, ...]
    technologies: tuple[str, ...]
    ascension: int  # the cocoa of an Ascension


Standing = Counter[tuple[int, WorkerView]]  # workers by seat, equal ones counted


def ring_printed(seen: Laid, look: Look) -> str:
    """Return the SVG of what is printed on the boards, and of the tiles that lie on them for the whole game."""
    boards = list(zip(seen.ring, RING, strict=True))
    return _cards(boards, look) + "".join(placed(_printed(board, seen), area.x, area.y) for board, area in boards)


def ring_standing(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of all that can change on the boards.

    These are workers, costs of actions, markers, Buildings and Discovery tiles.
    """
    new = moved(seen, look.before)
    return _costs(seen, look) + "".join(
        f'<g transform="translate({area.x} {area.y})">{_standing(seen, board, area, new, look)}</g>'
        for board, area in zip(seen.ring, RING, strict=True)
    )


def moved(seen: TeotihuacanView, before: TeotihuacanView | None) -> Standing:
    """Return the workers that moved or changed since the view `before`, as a Counter of pairs (seat, worker).

    Equal workers of a seat are counted. The result is empty if `before` is None.
    """
    new: Standing = Counter()
    if before is None:
        return new
    for seat, (player, earlier) in enumerate(zip(seen.players, before.players, strict=True)):
        if player.workers != earlier.workers:  # in most answers those of one player change
            new += _of_seat(seat, player.workers) - _of_seat(seat, earlier.workers)
    return new


def _of_seat(seat: int, workers: Sequence[WorkerView]) -> Standing:
    return Counter((seat, worker) for worker in workers)


# What is printed -----------------------------------------------------------------------------------------------------


def symbols(look: Look) -> dict[str, str]:
    """Return the SVG symbols that several boards use, as a dict from symbol name to SVG text.

    These are empty boards of three kinds, and the empty table of gains on Forest, Quarry and Gold Deposits.
    """
    return {
        "palace": _card(300, 150) + _costs_printed(look, "collect"),
        "wide": _card(300, 150) + _costs_printed(look, "collect", "main"),
        "card": _card(212, 220) + _costs_printed(look, "collect", "main"),
        "table": _table(),
    }


def _card(width: int, height: int) -> str:
    """Return the SVG of an empty board in the colour of the surrounding SVG element."""
    return (
        f'<rect width="{width}" height="{height}" rx="8" fill="{PANEL}" stroke="currentColor" stroke-width="2"/>'
        f'<path d="M0 {HEAD}V8q0-8 8-8h{width - 16}q8 0 8 8v16z" fill="currentColor"/>'
        '<circle cx="16" cy="12" r="9" fill="#fff"/>'
    )


COSTS: Final = {"collect": 8, "main": 108}  # where these words begin


def _costs_printed(look: Look, *keys: str) -> str:
    """Return the SVG of one or two words at the top of a board, each with a cocoa glyph (a small drawing) after it.

    `keys` are `collect`, `main` (the Main action) or both. Between a word and its glyph, `_costs` later draws the
    amount of cocoa.
    """
    cocoa = "".join(scaled("gc", _after(key, look) + 8, 36, 0.8) for key in keys)
    return lines(10, [(COSTS[key], 40, look.say(key)) for key in keys], PALE) + cocoa


def _after(key: str, look: Look) -> float:
    """Return the x at which an amount of cocoa ends, measured from the left edge of the board.

    The amount stands after a word at the top of the board: `key` is `collect`, or `main` for the Main action.
    """
    return round(COSTS[key] + 24 + 5.7 * len(look.words[key]))


def _cards(boards: list[tuple[int, Area]], look: Look) -> str:
    """Return the SVG of boards with only their numbers and names. `boards` has pairs (board number, rectangle)."""
    kinds = {PALACE: "palace", CONSTRUCTION: "wide"}
    cards = "".join(
        f'<use href="#{kinds.get(board, "card")}" x="{area.x}" y="{area.y}" color="{BOARD_COLOURS[board]}"/>'
        for board, area in boards
    )
    names = [(area.x + 32, area.y + 17, look.say(f"board_{board}")) for board, area in boards]
    numbers = [(area.x + 16, area.y + 17, board) for board, area in boards]
    white, dark = ' fill="#fff"', f' fill="{TILE_INK}"'
    return cards + lines(14, names, BOLD + white) + lines(13, numbers, MIDDLE + BOLD + dark)


def _printed(board: int, seen: Laid) -> str:
    """Return the SVG of what is printed on one board: gains and prices of its action, and its Worship space."""
    if board in {FOREST, FOREST + 1, GOLD_DEPOSITS}:
        return _gathering(board - FOREST) + _worship(board)
    if board == PALACE:
        return _palace(seen.royals, seen.ascension)
    if board == ALCHEMY:
        return _technologies(seen.technologies)
    if board == NOBLES:
        return _rows()
    if board == DECORATIONS:
        return _prices() + _worship(board)
    return _levels()


def _table() -> str:
    """T-7.4.1: return the SVG of the empty table of gains on Forest, Quarry and Gold Deposits.

    Its rows are for one, two and three workers, its columns for the powers 1, 2 to 3, and 4 to 5.
    """
    powers = [(60 + 58 * column, GAINS + 11, said) for column, said in enumerate(("1", f"2{DASH}3", f"4{DASH}5"))]
    rules = f'<path d="M30 {GAINS + 15}h174m0 18H30m0 18h174" stroke="{LINE}" fill="none"/>'
    return rules + lines(10, [*powers, *_workers_needed(GAINS + 28, 18)], MIDDLE + PALE)


def _gathering(kind: int) -> str:
    """T-7.4.1: return the SVG of the table with the gains on Forest, Quarry or Gold Deposits (`kind` 0, 1 or 2)."""
    gains = GlyphRow(11)
    for row in range(3):
        for column in range(3):
            gains.add_centred(_cell(kind, row, column), 60 + 58 * column, GAINS + 24 + 18 * row)
    return use("table", 0, 0) + gains.drawn()


def _workers_needed(y: float, step: float) -> list[tuple[float, float, str]]:
    """Return the labels for one, two and three workers, at the left of three rows, as a list of (x, y, text).

    The first row is at height `y`, each next one `step` lower.
    """
    return [(18, y + step * row, f"{row + 1}{TIMES}") for row in range(3)]


def _cell(kind: int, row: int, column: int) -> str:
    """T-7.4.1: return as text the gains in one cell of the table, such as `2 w 1 c` for 2 wood and 1 cocoa.

    `kind` is 0 Forest, 1 Quarry or 2 Gold Deposits. Each letter stands for a glyph, a small drawing.
    """
    gains = (
        (RESOURCES[row][column], "wsg"[kind]),
        (COCOA_GAINED[kind][row][column], "c"),
        (POINTS[kind][row][column], "v"),
        (TEMPLE_STEPS[row][column] if kind == 2 else 0, "T"),
    )
    return " ".join(f"{count} {sign}" for count, sign in gains if count)


def _worship(board: int) -> str:
    """Return the SVG of a board's Worship space, and of glyphs that say what a worker there brings."""
    space = BOARD_OF_SPACE.index(board)
    return use("lock", 8, 178) + phrase(f"→ {SPACE_SIGNS[space]}", 52, 198, 14)


def _palace(royals: tuple[str, ...], ascension: int) -> str:
    """Return the SVG of the Palace's three Worship spaces with their Royal tiles, and of an Ascension's rewards."""
    tiles = "".join(use(tile, 8 + 88 * slot, 121) for slot, tile in enumerate(royals))
    locks = "".join(use("lock", 32 + 88 * slot, 81) for slot in range(3))
    return tiles + locks + phrase(f"F → 5 v | {ascension} c | T | 3 c → 2 T | W 2 c", 100, 36, 10)


def _technologies(technologies: tuple[str, ...]) -> str:
    """T-7.5.5: return the SVG of the two rows of Technology tiles on Alchemy.

    Each column has the colour of the temple on which its tiles advance.
    """
    columns = "".join(
        f'<path d="{cell(6 + 68 * column, LOWER - 2, 66, 106)}" fill="{colour}" fill-opacity=".22"/>'
        for column, colour in enumerate(TEMPLE_COLOURS)
    )
    tiles = "".join(
        use(tile, 7 + 68 * (place % 3), LOWER + 1 + 53 * (place // 3)) for place, tile in enumerate(technologies)
    )
    temples = [(f"g{sign}", 64 + 68 * column, LOWER + 97) for column, sign in enumerate("BRG")]
    return columns + tiles + small(0.8, temples)


def _rows() -> str:
    """T-7.6.3: return the SVG of the three rows of spaces for Buildings on Nobles.

    It shows the points of each space, and how many workers each row needs.
    """
    spaces = [
        (36 + 33 * place, LOWER + 2 + 34 * row, value)
        for row, values in enumerate(ROWS)
        for place, value in enumerate(values)
    ]
    path = "".join(cell(x, y, 30, 30) for x, y, _ in spaces)
    points = lines(14, [(x + 15, y + 20, value) for x, y, value in spaces], MIDDLE)
    cost = phrase("2 w → v A", 136, LOWER + 85, 12)
    return f'<path d="{path}" fill="none" stroke="{LINE}"/>{points}{cost}' + lines(
        12, _workers_needed(LOWER + 22, 34), MIDDLE + PALE
    )


def _prices() -> str:
    """T-7.7: return the SVG of the price and the gains of a Decoration, for one, two and three workers."""
    gains = GlyphRow(12)
    for row in range(3):
        gains.add(f"{3 - row} g → 3 v Y", 34, LOWER + 12 + 20 * row)
    return gains.drawn() + lines(12, _workers_needed(LOWER + 16, 20), MIDDLE + PALE)


def _levels() -> str:
    """T-7.8.2: return the SVG of the price and the points of a Pyramid tile, for each of the four levels."""
    gains = GlyphRow(11)
    for level, cost in enumerate(LEVEL_COSTS):
        gains.add(cost, 182, 60 + 22 * level)
    return gains.drawn() + lines(12, [(176, 64 + 22 * level, f"{level + 1}.") for level in range(4)], END + PALE)


# What moves ----------------------------------------------------------------------------------------------------------


def _standing(seen: TeotihuacanView, board: int, area: Area, new: Standing, look: Look) -> str:
    """Return the SVG of all that can change on one board, such as its workers."""
    frame = _in_action(seen, area) if seen.now.board == board and seen.phase == "turn" else ""
    parts = [frame, _workers(seen, board, area, new)]
    parts += [_locked(seen, space, new) for space, on in enumerate(BOARD_OF_SPACE) if on == board]
    if board in DISCOVERY_BOARDS:
        parts.append(_beside(seen, board, look))
    if board == ALCHEMY:
        parts.append(_markers(seen, look))
    if board == NOBLES:
        parts.append(_buildings(seen, look))
    return "".join(parts)


def _in_action(seen: TeotihuacanView, area: Area) -> str:
    """T-7.3: return the SVG of a frame around the board of the running action.

    For a Main action the SVG also shows N, the number of workers that count, and L, their lowest power.
    """
    frame = box(-2, -2, area.width + 4, area.height + 4, f'fill="none" stroke="{INK}" stroke-width="4"')
    if not seen.now.count:
        return frame
    lowest = (
        f'<g transform="translate({area.width - 24} 4)scale(.7)" stroke="{TILE_INK}">'
        f'<path fill="#fff" d="{cell(0, 0, 24, 24)}"/>{use(f"p{seen.now.lowest}", 0, 0)}</g>'
    )
    return frame + lines(14, [(area.width - 30, 17, f"{seen.now.count}{TIMES}")], END + BOLD + ' fill="#fff"') + lowest


def colours_by_board(seen: TeotihuacanView) -> Counter[int]:
    """T-1.6: return a Counter from each board to the number of different colours of the unlocked workers there."""
    found: Counter[int] = Counter()
    for player in seen.players:
        found.update({worker.board for worker in player.workers if not worker.space})
    for boards in seen.neutrals:
        found.update(set(boards))
    return found


def _costs(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of two amounts of cocoa on each board: the gain if a player collects, the cost of a Main action.

    The Palace has no Main action.
    """
    found, by_board = [], colours_by_board(seen)
    collect, main = _after("collect", look), _after("main", look)
    for board, area in zip(seen.ring, RING, strict=True):
        colours, y = by_board[board], area.y + 40
        found.append((area.x + collect, y, f"+{colours + 1}"))
        if board != PALACE:
            found.append((area.x + main, y, f"{MINUS}{colours}" if colours else "0"))
    return lines(12, found, END + BOLD)


def _workers(seen: TeotihuacanView, board: int, area: Area, new: Standing) -> str:
    """Return the SVG of the workers in the general area of a board, neutral ones first.

    The workers that have arrived on the board but are not placed yet are drawn there, too.
    """
    dice = [
        (seat, worker, False)
        for seat, player in enumerate(seen.players)
        for worker in player.workers
        if worker.board == board and not worker.space
    ]
    dice += [
        (seat, worker, True)
        for seat, player in enumerate(seen.players)
        for worker in player.workers
        if worker.board == TRANSIT and seen.now.board == board
    ]
    neutral = [colour for colour, boards in enumerate(seen.neutrals) if board in boards]
    across = (160 if board == CONSTRUCTION else area.width - 8) // DICE_STEP
    parts = [use(f"n{colour}", *_place(number, across)) for number, colour in enumerate(neutral)]
    left = Counter(new)
    for number, (seat, worker, arriving) in enumerate(dice, len(neutral)):
        parts.append(_die(seat, worker, *_place(number, across), left))
        if arriving or may_be_chosen(seen, seat, worker):
            parts.append(_arrow(*_place(number, across)))
    return "".join(parts)


def _place(number: int, across: int) -> tuple[int, int]:
    return 8 + DICE_STEP * (number % across), DICE_TOP + DICE_STEP * (number // across)


def _die(seat: int, worker: WorkerView, x: int, y: int, new: Standing) -> str:
    """Return the SVG of a worker, with a ring if it has moved.

    It has moved if its count in `new`, a result of `moved`, is above 0. If so, lower this count by 1.
    """
    marked = ""
    if new[seat, worker]:
        new[seat, worker] -= 1
        marked = use("md", x, y)
    return marked + use(f"d{SEATS[seat]}{worker.power}", x, y)


def _arrow(x: int, y: int) -> str:
    """Return the SVG of an arrow under a worker that may be chosen, or that has arrived and is not placed yet."""
    return f'<path d="M{x + 3} {y + 29}l9-9 9 9z" stroke="{PANEL}"/>'


def _locked(seen: TeotihuacanView, space: int, new: Standing) -> str:
    """Return the SVG of the worker that is locked on a Worship space; an empty text if there is none."""
    x, y = (38 + 88 * space, 87) if space < 3 else (14, 184)
    return "".join(
        _die(seat, worker, x, y, new)
        for seat, player in enumerate(seen.players)
        for worker in player.workers
        if worker.space == SPACE_NAMES[space]
    )


def _beside(seen: TeotihuacanView, board: int, look: Look) -> str:
    """Return the SVG of the Discovery tile beside a board, with a ring if it is new since the view `look.before`."""
    number = DISCOVERY_BOARDS.index(board)
    tile = seen.beside[number]
    x, y = (258, 78) if board == PALACE else (166, 176)
    if not tile:
        return ""
    new = look.before is not None and look.before.beside[number] != tile
    asked = seen.asks.name == "claim_beside" and seen.now.board == board
    mark = f'<rect x="{x - 3}" y="{y - 3}" width="42" height="42" rx="6" fill="none" stroke="{MARK}" stroke-width="3"/>'
    chosen = box(x - 5, y - 5, 46, 46, OPEN) if asked else ""
    return chosen + use(tile, x, y) + (mark if new else "")


def _markers(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the players' markers on the technologies, with rings around new ones."""
    parts = []
    for place, tile in enumerate(seen.technologies):
        x, y = 9 + 68 * (place % 3), LOWER + 34 + 53 * (place // 3)
        for seat, player in enumerate(seen.players):
            if tile in player.technologies:
                new = look.before is not None and tile not in look.before.players[seat].technologies
                parts.append((use("mk", x, y) if new else "") + use(f"k{SEATS[seat]}", x, y))
                x += 16
    return "".join(parts)


def _buildings(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the Buildings in the three rows on Nobles, with rings around new ones."""
    parts = []
    for row, built in enumerate(seen.nobles):
        before = built if look.before is None else look.before.nobles[row]
        for place in range(built):
            x, y = 51 + 33 * place, LOWER + 17 + 34 * row
            parts.append(use("house", x, y))
            if place >= before:
                parts.append(use("md", x - 12, y - 12))
    return "".join(parts)
