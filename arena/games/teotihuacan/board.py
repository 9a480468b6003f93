"""Draws a view as text: the calendar, the ring of boards, the Pyramid, the tracks, the players, and the question."""

from arena.games.teotihuacan.objections import BOARD_NAMES, QUESTIONS
from arena.games.teotihuacan.pyramid import BASE_ICONS, HALF_CELLS, space_at
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_BOARDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.terms import ALCHEMY, BOARD_OF_SPACE, HAND, NOBLES, TRANSIT, WHEEL
from arena.games.teotihuacan.tiles.decoration import DECORATION_TILES
from arena.games.teotihuacan.tiles.discovery import DISCOVERIES, Discovery
from arena.games.teotihuacan.tiles.pyramid import ICONS, PYRAMID_TILES, TURNED
from arena.games.teotihuacan.tiles.technology import TECHNOLOGIES
from arena.games.teotihuacan.view import NOTHING, SPACE_NAMES, SPOT_NAMES, PlayerView, TeotihuacanView

SEATS = "ABCD"
NEUTRAL = "n"
PLACES = {WHEEL: "the wheel", TRANSIT: "on the way", HAND: "in hand"}
GRID = 8


def draw(seen: TeotihuacanView) -> str:
    """Return the whole view as text."""
    parts = [_headline(seen), _ring(seen), _pyramid(seen), _tracks(seen), _teotibot(seen), _players(seen), _own(seen)]
    return "\n\n".join(part for part in parts if part) + "\n"


def _headline(seen: TeotihuacanView) -> str:
    """Return two lines of text: the turn with the question to the asked seat, and the calendar.

    After the end of the game, return one line.
    """
    if seen.phase == "over":
        return f"The game is over after {seen.turn} turns and {seen.eclipses} Eclipses"
    question, _ = QUESTIONS[seen.asks.name]
    when = {"setup": "Setup", "turn": f"Turn {seen.turn + 1}, {SEATS[seen.active]}'s", "eclipse": "Eclipse"}[seen.phase]
    due = f"; the Eclipse comes after turn {seen.eclipse_due}" if seen.eclipse_due >= 0 else ""
    resolved = "1 Eclipse" if seen.eclipses == 1 else f"{seen.eclipses} Eclipses"
    calendar = f"light disc {seen.light}, dark disc {seen.dark}, {resolved} resolved{due}"
    return f"{when}: {SEATS[seen.to_move]}: {question}\n{calendar}"


# The boards ----------------------------------------------------------------------------------------------------------


def _ring(seen: TeotihuacanView) -> str:
    return "\n".join(_board(seen, board).rstrip() for board in seen.ring)


def _board(seen: TeotihuacanView, board: int) -> str:
    """Return a board of the ring as one line of text: its number, its name, and its unlocked and neutral workers.

    If the board has any, its Worship spaces with the Discovery tile beside them follow, or its Technology tiles, or
    its Buildings.
    """
    standing = [
        f"{SEATS[seat]}{worker.power}"
        for seat, player in enumerate(seen.players)
        for worker in player.workers
        if worker.board == board and not worker.space
    ]
    standing += [f"{NEUTRAL}{colour + 1}" for colour, boards in enumerate(seen.neutrals) if board in boards]
    line = f"{board} {BOARD_NAMES[board]:<14}{' '.join(standing):<21}"
    spaces = [_space(seen, space) for space, on in enumerate(BOARD_OF_SPACE) if on == board]
    if spaces:
        line += " ".join(spaces) + f"  beside: {_discovery(seen.beside[DISCOVERY_BOARDS.index(board)])}"
    if board == ALCHEMY:
        line += " ".join(_technology(seen, tile) for tile in seen.technologies)
    if board == NOBLES:
        top, centre, bottom = seen.nobles
        line += f"Buildings: {top} top, {centre} centre, {bottom} bottom"
    return line


def _space(seen: TeotihuacanView, space: int) -> str:
    """Return a Worship space as text, with its Royal tile if it has one, and with the worker that is locked there."""
    name = SPACE_NAMES[space]
    locked = [
        f"{SEATS[seat]}{worker.power}"
        for seat, player in enumerate(seen.players)
        for worker in player.workers
        if worker.space == name
    ]
    royal = f" {seen.royals[space]}" if space < len(seen.royals) else ""
    return f"[{name}{royal}: {locked[0] if locked else '-'}]"


def _technology(seen: TeotihuacanView, tile: str) -> str:
    """Return a Technology tile as text: its number, its price in gold, and the letters of the seats that own it."""
    markers = "".join(SEATS[seat] for seat, player in enumerate(seen.players) if tile in player.technologies)
    gold = TECHNOLOGIES[TECHNOLOGY_IDS.index(tile)].gold
    return f"{tile.removeprefix('TECH')}({gold}g{' ' if markers else ''}{markers})"


def _discovery(tile: str) -> str:
    """Return a Discovery tile as text: its id, name and price; the text `none` if there is no tile."""
    if tile == NOTHING:
        return "none"
    row = DISCOVERIES[DISCOVERY_IDS.index(tile)]
    return f"{tile} {row.name.replace('_', ' ')}{_cost(row)}"


def _cost(row: Discovery) -> str:
    costs = [
        f"{row.cocoa}c" if row.cocoa else "",
        f"{row.wood}w" if row.wood else "",
        f"{row.gold}g" if row.gold else "",
    ]
    paid = " ".join(cost for cost in costs if cost)
    return f" ({paid})" if paid else ""


# The Pyramid ---------------------------------------------------------------------------------------------------------


def _pyramid(seen: TeotihuacanView) -> str:
    """T-8.1: return the Pyramid from above as text: the level and the top icon of each of its 8 by 8 half-cells.

    A tile covers 2 by 2 half-cells. To the right are listed: the open Pyramid tiles and Decorations that can be taken,
    the placed Decorations, and the sizes of both stacks.
    """
    icons = [ICONS[icon] for icon in BASE_ICONS]
    levels = [0] * len(icons)
    for tile in sorted(seen.pyramid, key=lambda placed: placed.level):
        turned = TURNED[PYRAMID_IDS.index(tile.tile) * 4 + tile.rotation]
        for cell, icon in zip(HALF_CELLS[space_at(tile.level, tile.i, tile.j)], turned, strict=True):
            icons[cell], levels[cell] = ICONS[icon], tile.level
    lines = []
    for row in range(GRID):
        cells = range(row * GRID, row * GRID + GRID)
        lines.append("  " + " ".join(f"{levels[cell] or '.'}{icons[cell]}" for cell in cells))
    beside = [
        "Pyramid offer:",
        *[f"  {tile} {PYRAMID_TILES[PYRAMID_IDS.index(tile)]}" for tile in seen.pyramid_offer if tile],
        "Decoration offer: " + ", ".join(_decoration(tile) for tile in seen.decoration_offer if tile),
        "placed: "
        + (", ".join(f"{tile.side}_{tile.level} {_decoration(tile.tile)}" for tile in seen.decorations) or "none"),
        f"in the stacks: {seen.unseen_pyramid} Pyramid, {seen.unseen_decorations} Decorations",
    ]
    beside += [""] * (GRID - len(beside))
    return "\n".join(f"{line}   {text}".rstrip() for line, text in zip(lines, beside, strict=False))


def _decoration(tile: str) -> str:
    return f"{tile} {DECORATION_TILES[DECORATION_IDS.index(tile)]}"


# The tracks and the players ------------------------------------------------------------------------------------------


def _tracks(seen: TeotihuacanView) -> str:
    """Return as text the Temple Bonus tiles, the Discovery tiles on tracks, and how many Discovery tiles are unseen."""
    lines = [
        "bonus tiles: " + ", ".join(f"{t} {b}" for t, b in zip(("blue", "red", "green"), seen.bonuses, strict=True))
    ]
    for name, tiles in zip(SPOT_NAMES, seen.spots, strict=True):
        if tiles:
            lines.append(f"{name}: " + ", ".join(_discovery(tile) for tile in tiles))
    lines.append(f"Discovery tiles unseen: {seen.unseen_discoveries}")
    return "\n".join(lines)


ARROW_SIGNS = {"up_right": "/", "up_left": "\\"}


def _teotibot(seen: TeotihuacanView) -> str:
    """T-17.1.4: return the automaton as text; an empty text in a game without an automaton.

    The text shows its action tiles, laid as a pyramid, its direction tiles, its dice, and the Discovery
    tiles that it has discarded.
    """
    if seen.teotibot is None:
        return ""
    bot = seen.teotibot
    top, *below = [tile.replace("_", " ") for tile in bot.tiles]
    rows = ["   ".join(tiles) for tiles in ((top,), below[:2], below[2:])]
    width = max(map(len, rows))
    lines = [f"  {row.center(width)}".rstrip() for row in rows]
    rolled = f"; rolled {bot.rolled[0]} and {bot.rolled[1]}" if bot.rolled else ""
    arrows = f"{ARROW_SIGNS[bot.upper]} over {ARROW_SIGNS[bot.lower]}"
    lines.append(f"aside: {bot.aside.replace('_', ' ')}; arrows: {arrows}{rolled}")
    if bot.discarded:
        lines.append(f"discarded: {_listed(bot.discarded)}")
    return "\n".join([f"Teotibot ({SEATS[seen.seats - 1]}):", *lines])


def _players(seen: TeotihuacanView) -> str:
    lines = ["   points cocoa wood stone gold  blue red green avenue track  elsewhere"]
    for seat, player in enumerate(seen.players):
        lines.append(_player(seat, player))
        held = [f"face up {_listed(player.discoveries)}"] if player.discoveries else []
        held += [f"used {_listed(player.used)}"] if player.used else []
        held += [f"{tile.tile}{' kept' if tile.kept else ''} {tile.discovery}".rstrip() for tile in player.starting]
        if held:
            lines.append("     " + "; ".join(held))
    return "\n".join(lines)


def _player(seat: int, player: PlayerView) -> str:
    goods = f"{player.cocoa:>6}{player.wood:>5}{player.stone:>6}{player.gold:>5}"
    blue, red, green = player.temples
    tracks = f"{blue:>6}{red:>4}{green:>6}{player.avenue:>7}{player.track:>6}"
    elsewhere = [f"{worker.power} {PLACES[worker.board]}" for worker in player.workers if worker.board in PLACES]
    return f" {SEATS[seat]}{player.points:>7}{goods}{tracks}  {', '.join(elsewhere)}".rstrip()


def _listed(tiles: tuple[str, ...]) -> str:
    """Return Discovery tiles as text, each with id and name. Equal tiles are listed once, as in `2 x ...`."""
    counts = {tile: tiles.count(tile) for tile in tiles}
    return ", ".join(
        ("" if count == 1 else f"{count} x ")
        + f"{tile} {DISCOVERIES[DISCOVERY_IDS.index(tile)].name.replace('_', ' ')}"
        for tile, count in counts.items()
    )


def _own(seen: TeotihuacanView) -> str:
    """Return as text the Starting tiles to choose from in a draft, and the observer's secret answer to the salary.

    This answer is how much cocoa the observer pays, or the waiver. The text is empty if there is neither.
    """
    lines = []
    if seen.laid_out:
        lines.append("to take: " + ", ".join(f"{tile.tile} {tile.discovery}".rstrip() for tile in seen.laid_out))
    if seen.salary is not None:
        lines.append(f"{SEATS[seen.observer]}'s answer: {'the waiver' if seen.salary == 15 else seen.salary}")
    return "\n".join(lines)
