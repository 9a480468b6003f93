"""T-10, T-14: the temples, the Avenue, the calendar, the Buildings row, the Pyramid track, and a key to the glyphs."""

from functools import cache
from typing import Final, NamedTuple

from arena.games.pictures import (
    BOLD,
    END,
    FAINT,
    LINE,
    MIDDLE,
    PALE,
    PANEL,
    SEATS,
    TIMES,
    Look,
    cell,
    lines,
    small,
    text,
    use,
)
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW, TRACK_VALUE
from arena.games.teotihuacan.picture.glyphs import TEMPLE_COLOURS, GlyphRow, phrase
from arena.games.teotihuacan.picture.layout import RIGHT, TEMPLES, TOP
from arena.games.teotihuacan.temples import ANY_REWARD, AVENUE_END, COCOA_REWARD, POINTS_REWARD
from arena.games.teotihuacan.view import TeotihuacanView

STEPS: Final = 12
LADDER: Final = 72
TEMPLE_SIGNS: Final = "BRG"
TEMPLE_NAMES: Final = ("blue", "red", "green")
SPOT_STEPS: Final = ((4,), (5,), (3, 6))  # by temple: its major steps, in the order of the spots
FIRST_SPOT: Final = (3, 4, 5)  # by temple: the number of its first spot
TILES: Final = ((2,), (3,), (1, 2))  # on them with two players; one more with each further player
SMALL: Final = 22  # the side of a Discovery tile on a track
ACROSS: Final = 3  # of these side by side
HEAD: Final = 22
AVENUE_SPOTS: Final = {3: 0, 6: 1, 8: 2}

CALENDAR_Y: Final = TOP
BUILDINGS_Y: Final = TOP + 98
AVENUE_Y: Final = TOP + 152
AVENUE_STEP: Final = 25
TRACK_Y: Final = AVENUE_Y + 280
KEY_Y: Final = TRACK_Y + 92


class TempleLadder:
    """Where each step of a temple lies in the picture, and its height. Steps with Discovery tiles are taller."""

    def __init__(self, temple: int, seats: int) -> None:
        self.x = TEMPLES.x + temple * (LADDER + 4)
        rows = {
            step: -(-(count + seats - 2) // ACROSS)
            for step, count in zip(SPOT_STEPS[temple], TILES[temple], strict=True)
        }
        step_height = (TEMPLES.height - HEAD - 24 * sum(rows.values())) / STEPS
        self.tops: list[float] = []
        self.heights: list[float] = []
        y = float(TEMPLES.y + TEMPLES.height)
        for step in range(STEPS):
            height = step_height + 24 * rows.get(step, 0)
            y -= height
            self.tops.append(round(y, 1))
            self.heights.append(round(height, 1))


@cache
def temple_ladder(temple: int, seats: int) -> TempleLadder:
    """Return the TempleLadder of a temple, which says where its steps lie, for a match with this number of seats."""
    return TempleLadder(temple, seats)


# What is printed -----------------------------------------------------------------------------------------------------


def temples_printed(bonuses: tuple[str, ...], seats: int, look: Look) -> str:
    """Return the SVG of the three temples: steps, one above the other, with rewards, and Temple Bonus tiles."""
    return "".join(_ladder(temple, bonus, seats, look) for temple, bonus in enumerate(bonuses))


def _ladder(temple: int, bonus: str, seats: int, look: Look) -> str:
    ladder, colour = temple_ladder(temple, seats), TEMPLE_COLOURS[temple]
    steps = list(zip(ladder.tops, ladder.heights, strict=True))
    path = "".join(cell(ladder.x, y, LADDER, height - 2) for y, height in steps)
    major = "".join(cell(ladder.x, steps[step][0], LADDER, steps[step][1] - 2) for step in SPOT_STEPS[temple])
    rewards = GlyphRow(13)
    for step, (y, _) in enumerate(steps):
        rewards.add(_reward(temple, step), ladder.x + 6, y + 12)
    return (
        f'<path fill="{colour}" d="{cell(ladder.x, TEMPLES.y, LADDER, HEAD - 3)}"/><g fill="#fff">'
        f"{text(ladder.x + 43, TEMPLES.y + 14, 12, look.say(TEMPLE_NAMES[temple]), MIDDLE + BOLD)}</g>"
        f"{use(f'g{TEMPLE_SIGNS[temple]}', ladder.x + 11, TEMPLES.y + 9)}"
        f'<g fill="{PANEL}" stroke="{colour}"><path d="{path}"/><path stroke-width="3" d="{major}"/></g>'
        f"{lines(9, [(ladder.x + LADDER - 4, y + 12, step) for step, (y, _) in enumerate(steps)], END + PALE)}"
        f"{use(bonus, ladder.x + 3, ladder.tops[10] + 3)}{rewards.drawn()}"
    )


def _reward(temple: int, step: int) -> str:
    """T-10.1: return the reward of a temple's step as text, such as `2 c` for 2 cocoa.

    The letter stands for a glyph, a small drawing: `a` any resource, `v` points, `c` cocoa.
    """
    gains = ((ANY_REWARD, "a"), (POINTS_REWARD, "v"), (COCOA_REWARD, "c"))
    return " ".join(f"{table[temple][step]} {sign}" for table, sign in gains if table[temple][step])


def right_printed(look: Look) -> str:
    """Return the SVG of the empty calendar, Avenue and Pyramid track, and of the titles above them."""
    x = RIGHT.x
    titles = (
        (CALENDAR_Y, "calendar"),
        (BUILDINGS_Y, "buildings_row"),
        (AVENUE_Y, "avenue_of_the_dead"),
        (TRACK_Y, "pyramid_track"),
    )
    days = "".join(cell(x + 15.6 * day, CALENDAR_Y + 20, 14.6, 34) for day in range(13))
    track = "".join(cell(x + 18.4 * step, TRACK_Y + 18, 17.4, 68) for step in range(11))
    numbers = [(x + 7.3 + 15.6 * day, CALENDAR_Y + 51, day) for day in range(13)]
    numbers += [(x + 8.7 + 18.4 * step, TRACK_Y + 83, step) for step in range(11)]
    return (
        lines(12, [(x, y + 12, look.say(word)) for y, word in titles], BOLD)
        + f'<path fill="{PANEL}" stroke="{LINE}" d="{days}{track}"/>'
        + lines(9, numbers, MIDDLE + PALE)
        + _avenue_printed()
    )


def _avenue_printed() -> str:
    steps = [(RIGHT.x, _avenue_y(step)) for step in range(AVENUE_END + 1)]
    path = "".join(cell(x, y, 204, AVENUE_STEP - 2) for x, y in steps)
    spots = "".join(cell(*steps[step], 204, AVENUE_STEP - 2) for step in AVENUE_SPOTS)
    return (
        f'<g fill="{PANEL}" stroke="#a5844a"><path d="{path}"/><path stroke-width="3" d="{spots}"/></g>'
        f"{lines(11, [(x + 14, y + 16, step) for step, (x, y) in enumerate(steps)], END + PALE)}"
    )


# What moves ----------------------------------------------------------------------------------------------------------


def temples(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the players' markers on the three temples, and of the Discovery tiles on the major steps."""
    tiles: list[tuple[str, float, float]] = []
    markers = []
    for temple in range(3):
        ladder = temple_ladder(temple, seen.seats)
        for place, step in enumerate(SPOT_STEPS[temple]):
            for number, tile in enumerate(seen.spots[FIRST_SPOT[temple] + place]):
                across, down = number % ACROSS, number // ACROSS
                tiles.append((tile, ladder.x + 3 + 23 * across, ladder.tops[step] + 20 + 23 * down))
        steps = [player.temples[temple] for player in seen.players]
        for seat, step in enumerate(steps):
            x = ladder.x + 4 + 16 * steps[:seat].count(step)
            y = round(ladder.tops[step] + ladder.heights[step] - 21)
            new = look.before is not None and look.before.players[seat].temples[temple] != step
            markers.append(_marker(seat, x, y, new=new))
    return small(0.61, tiles) + "".join(markers)


def _marker(seat: int, x: float, y: float, *, new: bool) -> str:
    return (use("mk", x, y) if new else "") + use(f"k{SEATS[seat]}", x, y)


def right(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the discs, the Buildings row, and the markers and tiles on the Avenue and the Pyramid track."""
    return _calendar(seen, look) + _buildings_row(seen) + _avenue(seen, look) + _pyramid_track(seen, look)


def _calendar(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the light and dark discs, a glyph for each Eclipse, and a text about the next Eclipse."""
    x, y = RIGHT.x + 7, CALENDAR_Y + 31
    apart = 6 if seen.light == seen.dark else 0
    discs = use("moon", round(x + 15.6 * seen.dark), y + apart) + use("sun", round(x + 15.6 * seen.light), y - apart)
    places = [("gE", RIGHT.x + 10 + 22 * number, CALENDAR_Y + 70) for number in range(3)]
    over, to_come = small(1.2, places[: seen.eclipses]), small(1.2, places[seen.eclipses :])
    said = text(RIGHT.x, CALENDAR_Y + 92, 11, _next_eclipse(seen, look), BOLD)
    return f'{discs}{over}<g opacity=".35">{to_come}</g>{said}'


def _next_eclipse(seen: TeotihuacanView, look: Look) -> str:
    """T-14.2: return a sentence: when the next Eclipse comes, or that it is the last; empty if neither is known."""
    if seen.phase == "over":
        return ""
    if seen.eclipse_due >= 0:
        return look.say("eclipse_due", turn=seen.eclipse_due)
    return look.say("final_eclipse") if seen.finished or seen.eclipses == 2 else ""


def _buildings_row(seen: TeotihuacanView) -> str:
    """T-14.4: return the SVG of the Buildings row: visible numbers at the left, then a house on each covered number.

    The last visible number, which an Eclipse uses, has a yellow background.
    """
    x, y = RIGHT.x, BUILDINGS_Y + 19
    houses = "".join(use("gH", x + 8 + 17 * place, y + 12) for place in range(seen.buildings + 1, len(BUILDINGS_ROW)))
    seen_values = [(x + 8 + 17 * place, y + 17, BUILDINGS_ROW[place]) for place in range(seen.buildings + 1)]
    counts = f'<path d="{cell(x + 17 * seen.buildings, y, 16, 24)}" fill="#f3c437" fill-opacity=".6" stroke="{FAINT}"/>'
    return counts + houses + lines(13, seen_values, MIDDLE)


def _avenue(seen: TeotihuacanView, look: Look) -> str:
    """Return the SVG of the players' markers and the Discovery tiles on the Avenue."""
    markers = []
    steps = [player.avenue for player in seen.players]
    for seat, step in enumerate(steps):
        new = look.before is not None and look.before.players[seat].avenue != step
        markers.append(_marker(seat, RIGHT.x + 22 + 19 * steps[:seat].count(step), _avenue_y(step) + 3, new=new))
    tiles = [
        (tile, RIGHT.x + 180 - 24 * number, _avenue_y(step) + 0.5)
        for step, spot in AVENUE_SPOTS.items()
        for number, tile in enumerate(seen.spots[spot])
    ]
    return "".join(markers) + small(0.61, tiles)


def avenue_box(step: int) -> tuple[int, int, int, int]:
    """Return the rectangle of a step of the Avenue in the picture, as (x, y, width, height)."""
    return RIGHT.x, _avenue_y(step), 204, AVENUE_STEP - 2


def _avenue_y(step: int) -> int:
    return AVENUE_Y + 20 + AVENUE_STEP * (AVENUE_END - step)


def _pyramid_track(seen: TeotihuacanView, look: Look) -> str:
    """T-8.7: return the SVG of the markers on the Pyramid track, and of the points for each step at the next Eclipse.

    A marker beyond the last printed step is drawn on the last one; the player's panel shows its true step.
    """
    parts = []
    for seat, player in enumerate(seen.players):
        x = round(RIGHT.x + 0.7 + 18.4 * min(player.track, 10))
        new = look.before is not None and look.before.players[seat].track != player.track
        parts.append(_marker(seat, x, TRACK_Y + 18 + 14 * seat, new=new))
    worth = "" if seen.eclipses > 2 else f"{TIMES} {TRACK_VALUE[seen.eclipses]} v"
    return "".join(parts) + phrase(worth, RIGHT.x + 150, TRACK_Y + 9, 12)


# What glyphs mean ----------------------------------------------------------------------------------------------------

KEY: Final = (
    *(("gc", "cocoa"), ("gw", "wood"), ("gs", "stone"), ("gg", "gold"), ("ga", "any_resource"), ("gv", "vp_short")),
    *(
        ("gT", "temple_any"),
        ("gA", "avenue_short"),
        ("gK", "technology"),
        ("gU", "power_up"),
        ("gW", "worker"),
        ("gF", "ascension"),
    ),
    *(("ih", "headdress"), ("is", "serpent"), ("it", "statue"), ("i-", "glyph")),
)


GOODS: Final = 12  # of these are no icons of the Pyramid


class KeyLayout(NamedTuple):
    """Where the picture's legend of glyphs (small drawings) lies: its upper left entry, and its number of columns.

    Columns are `across` apart, entries in a column `down` apart. Words with more than `longest` letters are smaller.
    """

    x: int
    y: int
    columns: int
    across: int
    down: int
    longest: int


BELOW_TRACKS: Final = KeyLayout(RIGHT.x, KEY_Y + 22, columns=2, across=104, down=17, longest=14)
ON_PANEL: Final = KeyLayout(0, 0, columns=4, across=83, down=15, longest=10)


def key_printed(look: Look, layout: KeyLayout = BELOW_TRACKS) -> str:
    """Return the SVG of the picture's legend, in columns: each glyph (a small drawing) and its meaning in a word."""
    x, y, columns, across, down, longest = layout
    places = [(x + across * (number % columns), y + down * (number // columns)) for number in range(len(KEY))]
    signs = [(sign, left + 8, top) for (sign, _), (left, top) in zip(KEY, places, strict=True)]
    goods, icons = signs[:GOODS], [(sign, left - 8, top - 8) for sign, left, top in signs[GOODS:]]
    ground = "".join(
        cell(left, top - 8, 16, 16) for (sign, _), (left, top) in zip(KEY, places, strict=True) if sign[0] == "i"
    )
    words = [(left + 20, top + 4, look.say(word)) for (_, word), (left, top) in zip(KEY, places, strict=True)]
    short = [word for word in words if len(word[2]) <= longest]
    long = [word for word in words if len(word[2]) > longest]
    marks = small(0.85, goods) + small(0.6, icons)
    return f'<path fill="#dcc296" d="{ground}"/>{marks}{lines(10.5, short, PALE)}{lines(8, long, PALE)}'
