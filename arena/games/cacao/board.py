"""Draws a view as text: the table, the villages, the stacks, and the question to the seat."""

from textwrap import wrap

from arena.games.cacao.tiles import RIVER
from arena.games.cacao.view import CacaoView, JungleTile, VillageView, WorkerTile, laid_out, workers_on_side
from arena.games.game import Rules

NAMES = {
    "plantation_single": "cacao 1",
    "plantation_double": "cacao 2",
    "market_2": "sell 2",
    "market_3": "sell 3",
    "market_4": "sell 4",
    "gold_mine_1": "gold 1",
    "gold_mine_2": "gold 2",
    "cenote": "water",
    "sun_site": "sun",
    "temple": "temple",
}
SEATS = "ABCD"
WIDTH = 9  # of a cell; three lines are its height
MARGIN = 4

Drawing = tuple[str, str, str]


def draw(rules: Rules, seen: CacaoView) -> str:
    """Return the whole view as text."""
    scores = laid_out(rules, seen).scores()
    return "\n\n".join([_headline(seen), _table(seen), _villages(seen, scores), _stacks(seen)]) + "\n"


# The table -----------------------------------------------------------------------------------------------------------


def _jungle(tile: JungleTile) -> Drawing:
    return "┌───────┐", f"│{NAMES[tile.tile]:^7}│", "└───────┘"


def _worker(tile: WorkerTile) -> Drawing:
    """Return a worker tile as three lines of text: its workers around its owner's letter.

    The letter is in brackets if the tile covers another one.
    """
    north, east, south, west = (workers_on_side(tile, side) or " " for side in "NESW")
    name = f"[{SEATS[tile.seat]}]" if tile.covers else SEATS[tile.seat]
    return f"{north:^{WIDTH}}", f"{west:>2}{name:^{WIDTH - 4}}{east:<2}", f"{south:^{WIDTH}}"


def _blank(middle: str) -> Drawing:
    return " " * WIDTH, f"{middle:^{WIDTH}}", " " * WIDTH


def _cells(seen: CacaoView) -> dict[tuple[int, int], Drawing]:
    """Return a dict from cell, a pair of x and y, to its drawing: three lines of text.

    It has the cells with a tile, the empty cells beside jungle tiles, and the jungle spaces that must be filled.
    """
    cells = {(tile.x, tile.y): _jungle(tile) for tile in seen.jungle}
    cells |= {(tile.x, tile.y): _worker(tile) for tile in seen.workers}
    for tile in seen.jungle:
        for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            cells.setdefault((tile.x + x, tile.y + y), _blank("·"))
    return cells | dict.fromkeys(seen.spaces, _blank("fill!"))


def _table(seen: CacaoView) -> str:
    cells = _cells(seen)
    columns = range(min(x for x, _ in cells), max(x for x, _ in cells) + 1)
    rows = range(min(y for _, y in cells), max(y for _, y in cells) + 1)
    lines = [" " * MARGIN + "".join(f"{x:^{WIDTH}}" for x in columns)]
    for y in rows:
        drawn = [cells.get((x, y), _blank("")) for x in columns]
        for line in range(3):
            label = f"{y:>{MARGIN - 1}} " if line == 1 else " " * MARGIN
            lines.append(label + "".join(cell[line] for cell in drawn))
    return "\n".join(line.rstrip() for line in lines)


# Around the table ----------------------------------------------------------------------------------------------------

QUESTIONS = {
    "place": "lays a worker tile",
    "fill": "fills a jungle space",
    "work": "lets workers act",
}


def _headline(seen: CacaoView) -> str:
    if seen.asks == "over":
        return f"The game is over after {seen.turn} turns"
    turn = f"Turn {seen.turn + 1}, {SEATS[seen.active]}'s"
    return f"{turn}: {SEATS[seen.to_move]} {QUESTIONS[seen.asks]}"


def _villages(seen: CacaoView, scores: list[int]) -> str:
    """Return a text with a line for each village, with its goods and the points if the game ended now."""
    lines = ["           gold  cacao  sun  river  points  hand  pile"]
    lines += [_village(seat, village, scores[seat]) for seat, village in enumerate(seen.villages)]
    return "\n".join(lines)


def _village(seat: int, village: VillageView, points: int) -> str:
    goods = f"{village.gold:>6}{village.cacao:>7}{village.suns:>5}{RIVER[village.river]:>7}"
    return f"{SEATS[seat]}, seat {seat}{goods:>25}{points:>8}{village.hand:>6}{village.pile:>6}"


def _stacks(seen: CacaoView) -> str:
    lines = [f"display      {_listed(seen.display)}", f"jungle pile  {_listed(seen.pile)}"]
    if seen.hand:
        lines.append(f"{SEATS[seen.observer]}'s hand     {_listed(seen.hand)}")
    for edge in seen.edges:
        workers = "worker" if edge.workers == 1 else "workers"
        what = f"{edge.workers} {workers} of {SEATS[edge.seat]} at {edge.x},{edge.y} {edge.side}"
        lines.append(f"to act       {what}, at {edge.tile}")
    return "\n".join(lines)


def _listed(tiles: tuple[str, ...]) -> str:
    """Return the ids of tiles as text, such as `2 x temple, cenote`; the text `none` if there are no tiles."""
    counts = {tile: tiles.count(tile) for tile in tiles}
    words = ", ".join(tile if count == 1 else f"{count} x {tile}" for tile, count in counts.items()) or "none"
    return "\n".join(wrap(words, width=90, subsequent_indent=" " * 13))
