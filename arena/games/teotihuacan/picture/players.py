"""One panel for each player of Teotihuacan: points, goods, tracks, tiles, workers on no board; and the headline."""

from typing import Final

from arena.games.pictures import (
    BOLD,
    END,
    INK,
    LINE,
    PALE,
    PANEL,
    SEATS,
    Look,
    box,
    change,
    clipped,
    leads,
    lines,
    ranked,
    scaled,
    small,
    text,
    use,
    visible,
)
from arena.games.teotihuacan.picture.boards import Standing, moved
from arena.games.teotihuacan.picture.layout import Area, panel
from arena.games.teotihuacan.terms import HAND, WHEEL
from arena.games.teotihuacan.view import PlayerView, TeotihuacanView

STARTING: Final = 70  # the width of a Starting tile
RESTING: Final = 188  # where the workers begin that stand on no board
LONGEST: Final = 11  # letters of a name in the narrowest panel
WAIVED: Final = 15


# The headline --------------------------------------------------------------------------------------------------------


def places(seen: TeotihuacanView) -> list[int]:
    """T-15.3: return a list with the place of each seat, 1 for the first. Before the end, only points are compared."""
    points = [player.points for player in seen.players]
    if seen.phase != "over":
        return ranked(points)
    if seen.teotibot is not None:  # T-17.6.3: with equal points the automaton has won
        return [1, 2] if points[0] > points[1] else [2, 1]
    later = -1 if dict(seen.options)["dark_eclipse"] else 1
    order = sorted(range(seen.seats), key=lambda seat: (-points[seat], -seen.players[seat].cocoa, later * seat))
    return [1 + order.index(seat) for seat in range(seen.seats)]


def headline(seen: TeotihuacanView, look: Look) -> str:
    """Return one line of text: the player to move and its question, or the winner."""
    words = look.words
    if seen.phase == "over":
        return f"{words['end_of_game']}: {called(seen, places(seen).index(1), look)} {words['wins']}"
    when = words["turn"].format(turn=seen.turn + 1) if seen.phase == "turn" else words[seen.phase]
    return f"{when}: {called(seen, seen.to_move, look)} {words[f'asks_{seen.asks.name}']}"


def called(seen: TeotihuacanView, seat: int, look: Look) -> str:
    """Return a text: a seat's letter, then in brackets the name of its entrant, if known. It is not escaped for XML."""
    name = visible(look.names[seat]) if seat < len(look.names) else ""
    if not name and is_automaton(seen, seat):
        name = look.words["teotibot"]
    return f"{SEATS[seat]} ({name})" if name else SEATS[seat]


def is_automaton(seen: TeotihuacanView, seat: int) -> bool:
    """T-17: True if the seat belongs to the automaton."""
    return seen.teotibot is not None and seat == seen.seats - 1


def head(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the token of the seat that is asked, or of the winner, and then the headline."""
    seat = places(seen).index(1) if seen.phase == "over" else seen.to_move
    return use(f"s{SEATS[seat]}", 10, 10) + text(42, 29, 19, clipped(headline(seen, look), 90), BOLD)


# Panels --------------------------------------------------------------------------------------------------------------


def symbols(seats: int) -> dict[str, str]:
    """Return the empty panel of a player, with glyphs but no numbers, as a dict with one symbol name and its SVG text.

    The glyphs stand for points, goods, steps on tracks, technologies, and workers on the Ascension wheel.
    """
    area = panel(0, seats)
    signs = [(f"g{sign}", 16 + (area.width - 8) // 4 * place, 46) for place, sign in enumerate("cwsg")]
    tracks = [(f"g{sign}", 16 + 52 * place, 70) for place, sign in enumerate("AYKF")]
    ground = box(0, 0, area.width, area.height, f'fill="{PANEL}" stroke="{LINE}"')
    points = scaled("gv", area.width - 16, 17, 1.1)
    return {"panel": ground + small(1.15, signs) + small(1, tracks) + points}


def panels_printed(seats: int) -> str:
    """Return the SVG of the empty panels of all players: their glyphs, without names, numbers, workers and tiles."""
    return "".join(use("panel", panel(seat, seats).x, panel(seat, seats).y) for seat in range(seats))


def panels(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the names, numbers, workers and tiles in the panels of all players."""
    placed, new = places(seen), moved(seen, look.before)
    return "".join(
        f'<g transform="translate({area.x} {area.y})">{_frame(seen, seat, area, look)}'
        f"{_points(seen, seat, placed, area, look)}{_goods(seen, seat, area, look)}"
        f"{_counts(player)}{_resting(seen, seat, area, new, look)}{_tiles(seen, seat, area, look)}</g>"
        for seat, player in enumerate(seen.players)
        for area in (panel(seat, seen.seats),)
    )


def _frame(seen: TeotihuacanView, seat: int, area: Area, look: Look) -> str:
    """Return the SVG of a seat's token and name. Add a strong edge in its own turn, and an arrow if it is asked."""
    edge = ""
    if seat == (seen.active if seen.phase == "turn" else seen.to_move):
        edge = box(0, 0, area.width, area.height, f'fill="none" stroke="{INK}" stroke-width="3"')
    arrow = f'<path d="M{area.width / 2 - 9:g}-7h18l-9 10z"/>' if seat == seen.to_move else ""
    automaton = look.say("teotibot") if is_automaton(seen, seat) else ""
    name = look.name(seat, LONGEST if seen.seats == 4 else 24) or automaton or f"{look.say('seat')} {seat}"
    return edge + arrow + use(f"s{SEATS[seat]}", 5, 5) + text(34, 23, 15, name, BOLD)


def _points(seen: TeotihuacanView, seat: int, placed: list[int], area: Area, look: Look) -> str:
    points = seen.players[seat].points
    before = points if look.before is None else look.before.players[seat].points
    right = area.width - 28
    crown = use("crown", right - 134, 5) if leads(placed, seat) else ""
    return (
        f"{crown}{text(right - 107, 22, 13, f'{placed[seat]}.', PALE)}{change(right - 92, 17, points, before)}"
        f"{text(right, 25, 23, str(points), END + BOLD)}"
    )


def _goods(seen: TeotihuacanView, seat: int, area: Area, look: Look) -> str:
    """Return the SVG of a player's cocoa, wood, stone and gold, with their changes since the view `look.before`."""
    player, step = seen.players[seat], (area.width - 8) // 4
    before = player if look.before is None else look.before.players[seat]
    had = (before.cocoa, before.wood, before.stone, before.gold)
    numbers = [
        (28 + step * place, 52, count)
        for place, count in enumerate((player.cocoa, player.wood, player.stone, player.gold))
    ]
    flags = "".join(
        change(28 + (9 if count < 10 else 19) + step * place + 2, 46, count, had[place])
        for place, count in enumerate((player.cocoa, player.wood, player.stone, player.gold))
    )
    return lines(17, numbers, BOLD) + flags


def _counts(player: PlayerView) -> str:
    """Return the SVG of a player's three numbers: steps on the Avenue, steps on the Pyramid track, and technologies."""
    numbers = (player.avenue, player.track, len(player.technologies))
    return lines(14, [(28 + 52 * place, 75, count) for place, count in enumerate(numbers)])


def _resting(seen: TeotihuacanView, seat: int, area: Area, new: Standing, look: Look) -> str:
    """Return the SVG of a seat's workers on the Ascension wheel and in hand.

    For the observer's own seat, add the salary that it has chosen in secret.
    """
    workers = [worker for worker in seen.players[seat].workers if worker.board in {WHEEL, HAND}]
    parts = []
    step = min(27, (area.width - RESTING - 30) // 3)  # four workers fit the narrowest panel
    for place, worker in enumerate(workers):
        x = RESTING + step * place
        parts.append((use("md", x, 58) if new[seat, worker] else "") + use(f"d{SEATS[seat]}{worker.power}", x, 58))
    if seen.salary is not None and seat == seen.observer:
        paid = "0" if seen.salary == WAIVED else str(seen.salary)
        parts.append(text(222, 75, 13, f"{look.say('salary')} {paid}", BOLD))
    return "".join(parts)


def _tiles(seen: TeotihuacanView, seat: int, area: Area, look: Look) -> str:
    """Return the SVG of a player's Discovery tiles: first those face up, then used ones, crossed out.

    If the view has Starting tiles of the player, as in setup, return the SVG of these instead.
    """
    player = seen.players[seat]
    if player.starting:
        return _starting(player, area)
    tiles = (*player.discoveries, *player.used)
    step = min(37, (area.width - 46) / 0.89 / max(1, len(tiles) - 1))
    shown = [use(tile, round(step * place), 0) for place, tile in enumerate(tiles)]
    up = len(player.discoveries)
    crosses = "".join(f"M{round(step * place) + 3} 3l30 30" for place in range(up, len(tiles)))
    used = f'<g opacity=".45">{"".join(shown[up:])}</g><path d="{crosses}" stroke="{INK}"/>' if player.used else ""
    parts = [f'<g transform="translate(6 86)scale(.89)">{"".join(shown[:up])}{used}</g>' if tiles else ""]
    new = _claimed(player, look.before.players[seat]) if look.before is not None else ""
    if new:
        x = round(6 + 0.89 * step * player.discoveries.index(new), 1)
        parts.append(scaled("md", x + 3, 89, 1.1))
    return "".join(parts)


def _claimed(player: PlayerView, before: PlayerView) -> str:
    """Return the id of the Discovery tile that the player has got since the view `before`; empty if there is none."""
    for tile in player.discoveries:
        if player.discoveries.count(tile) > before.discoveries.count(tile):
            return tile
    return ""


def _starting(player: PlayerView, area: Area) -> str:
    """Return the SVG of a player's known Starting tiles and their Discovery tiles, with frames around kept tiles."""
    step = min(112, (area.width - 12) // len(player.starting))
    parts = []
    for number, tile in enumerate(player.starting):
        x = 6 + step * number
        parts.append(use(tile.tile, x, 85))
        if tile.discovery:
            beside = step >= STARTING + 26
            parts.append(
                scaled(tile.discovery, x + (STARTING if beside else 48), 89 if beside else 100, 0.7 if beside else 0.5)
            )
        if tile.kept:
            parts.append(
                f'<rect x="{x - 2}" y="83" width="72" height="37" rx="5" fill="none" stroke="{INK}" stroke-width="3"/>'
            )
    return "".join(parts)
