"""The parts beside the table in a picture of Cacao: the headline, display and piles, and one panel for each village."""

from dataclasses import dataclass
from typing import Final

from arena.games.cacao.picture.glyphs import PANEL_HEIGHT, PANEL_WIDTH, turned
from arena.games.cacao.tiles import JUNGLE_IDS, RIVER, TURNS
from arena.games.cacao.view import CacaoView, VillageView
from arena.games.game import State
from arena.games.pictures import (
    BOLD,
    END,
    INK,
    LINE,
    PALE,
    PANEL,
    SEATS,
    Box,
    Look,
    box,
    change,
    clipped,
    leads,
    scaled,
    signed,
    text,
    use,
    visible,
)

HEAD: Final = 44
STACKS: Final = 142
GAP: Final = 8
LONGEST: Final = 16  # letters of a name in a panel


def height(seats: int) -> int:
    """Return the height of the headline, the stacks and the villages together, in units of the picture."""
    return HEAD + STACKS + seats * (PANEL_HEIGHT + GAP) + GAP


def parts(seats: int, x: float) -> dict[str, Box]:
    """Return a dict with the parts of the picture beside the table, from name to rectangle (x, y, width, height).

    The names are `stacks`, and `seat_0`, `seat_1` and so on for the villages. A page can show each part alone, so the
    rectangles have a margin. `x` is the left edge of all parts, without the margin.
    """
    found: dict[str, Box] = {"stacks": (x - 4, HEAD - 4, PANEL_WIDTH + 8, STACKS)}
    for seat in range(seats):
        y = HEAD + STACKS + seat * (PANEL_HEIGHT + GAP)
        found[f"seat_{seat}"] = (x - 4, y - 4, PANEL_WIDTH + 8, PANEL_HEIGHT + 8)
    return found


# The headline --------------------------------------------------------------------------------------------------------


def headline(seen: CacaoView, placements: list[int], look: Look) -> str:
    """Return one line of text: the asked seat and its question, or the winners after the end of the game."""
    if seen.asks == "over":
        best = ", ".join(called(seat, look) for seat, place in enumerate(placements) if place == 1)
        return f"{look.words['end_of_game']}: {best} {look.words['wins']}"
    turn = look.words["turn_of"].format(turn=seen.turn + 1, turns=TURNS[seen.seats])
    return f"{turn}: {called(seen.to_move, look)} {look.words[f'asks_{seen.asks}']}"


def called(seat: int, look: Look) -> str:
    """Return a text with a seat's letter and, if known, its entrant's name in brackets; not yet escaped for XML."""
    name = visible(look.names[seat]) if seat < len(look.names) else ""
    return f"{SEATS[seat]} ({name})" if name else SEATS[seat]


def head(seen: CacaoView, placements: list[int], look: Look) -> str:
    """Return the SVG of the headline. Before it stands the token of the asked seat, or the tokens of the winners."""
    seats = [seat for seat, place in enumerate(placements) if place == 1] if seen.asks == "over" else [seen.to_move]
    tokens = "".join(use(f"s{SEATS[seat]}", 14 + 28 * place, 11) for place, seat in enumerate(seats))
    return tokens + text(20 + 28 * len(seats), 30, 19, clipped(headline(seen, placements, look), 70), BOLD)


# Display and piles ---------------------------------------------------------------------------------------------------


def stacks(seen: CacaoView, look: Look) -> str:
    """Return the SVG of the display, the jungle pile, and the kinds of tile that are left in the pile."""
    parts = [
        box(0, 0, PANEL_WIDTH, STACKS - GAP, f'fill="{PANEL}" stroke="{LINE}"'),
        text(12, 20, 13, look.say("display"), PALE),
        text(206, 20, 13, look.say("jungle_pile"), PALE),
        *(use(f"j{tile}", 10 + 84 * place, 26) for place, tile in enumerate(seen.display)),
        scaled("jungleback", 206, 28, 0.6) if seen.pile else "",
        text(262, 60, 24, str(len(seen.pile)), BOLD),
        f'<g font-size="12">{_counted(seen.pile)}</g>',
    ]
    return "".join(parts)


def _counted(pile: tuple[str, ...]) -> str:
    """Return the SVG of a small picture of each kind of tile that is left in the pile, with the number of its tiles."""
    counts = [(tile, pile.count(tile)) for tile in JUNGLE_IDS if tile in pile]
    return "".join(
        f'{scaled(f"j{tile}", 12 + 35 * place, 106, 0.27)}<text x="{35 + 35 * place}" y="122">{count}</text>'
        for place, (tile, count) in enumerate(counts)
    )


# Villages ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PointsNow:
    """The points and places of all seats if the game ended now, and the part of the points that temples give."""

    scores: list[int]
    places: list[int]
    temples: list[int]  # the part of the points that temples give


def points(state: State) -> PointsNow:
    """Return as PointsNow the points and places that all seats would have if the game ended now."""
    temples = [rounds[0] for rounds in state.ledger()["temple"]]
    return PointsNow(state.scores(), state.placements(), temples)


def villages(seen: CacaoView, now: PointsNow, before: PointsNow, look: Look) -> str:
    """Return the SVG of a panel for each village, one below the other."""
    return "".join(
        f'<g transform="translate(0 {seat * (PANEL_HEIGHT + GAP)})">'
        f"{_frame(seen, seat, look)}{_score(seen, seat, now, before, look)}"
        f"{_goods(village, _earlier(seat, look) or village)}{_river(village, _earlier(seat, look) or village)}"
        f"{_temples(now.temples[seat], before.temples[seat])}{_hand(seen, seat)}</g>"
        for seat, village in enumerate(seen.villages)
    )


def _earlier(seat: int, look: Look) -> VillageView | None:
    return None if look.before is None else look.before.villages[seat]


def _frame(seen: CacaoView, seat: int, look: Look) -> str:
    """Return the SVG of a seat's panel with its token and name, still without goods.

    The panel of the active seat has a strong edge, and the panel of the asked seat has an arrow.
    """
    edge = f'stroke="{INK}" stroke-width="3"' if seen.asks != "over" and seat == seen.active else f'stroke="{LINE}"'
    panel = box(0, 0, PANEL_WIDTH, PANEL_HEIGHT, f'fill="{PANEL}" {edge}') + '<use href="#panel"/>'
    arrow = '<path d="M-14 10l10 10-10 10z"/>' if seat == seen.to_move else ""
    name = look.name(seat, LONGEST) or f"{look.say('seat')} {seat}"
    return panel + arrow + use(f"s{SEATS[seat]}", 8, 8) + text(40, 26, 17, name, BOLD)


def _score(seen: CacaoView, seat: int, now: PointsNow, before: PointsNow, look: Look) -> str:
    """Return the SVG of the points and the place that a seat would have if the game ended now."""
    place, score = now.places[seat], now.scores[seat]
    crown = use("crown", 214, 8) if leads(now.places, seat) else ""
    what = look.say("score_total" if seen.asks == "over" else "score_if_now")
    return (
        f"{crown}{text(243, 26, 14, f'{place}.', PALE)}{change(262, 21, score, before.scores[seat])}"
        f"{text(350, 29, 24, signed(score), END + BOLD)}{text(350, 43, 10, what, END + PALE)}"
    )


def _goods(village: VillageView, before: VillageView) -> str:
    """Return the SVG of gold, the storehouse and the sun tokens, with their changes since the view `before`."""
    store = "".join(use("pod", 116 + 20 * place, 59) for place in range(village.cacao))
    suns = "".join(use("sun", 256 + 25 * place, 59) for place in range(village.suns))
    return (
        f"{text(38, 65, 18, str(village.gold), BOLD)}{change(62, 59, village.gold, before.gold)}"
        f"{store}{change(208, 59, village.cacao, before.cacao)}{suns}{change(322, 59, village.suns, before.suns)}"
    )


def _river(village: VillageView, before: VillageView) -> str:
    """Return the SVG of the carrier on its river field, and of the field's value and its change since `before`."""
    carrier = f'<circle cx="{22 + 25 * village.river}" cy="90" r="12" fill="#d8f1ff" stroke="#1d5f8e"/>'
    return (
        f"{carrier}{use('jug', 22 + 25 * village.river, 88)}"
        f"{text(240, 95, 15, signed(RIVER[village.river]), BOLD)}"
        f"{change(270, 90, RIVER[village.river], RIVER[before.river])}"
    )


def _temples(gold: int, before: int) -> str:
    """Return the SVG of `gold`, which all temples would pay a seat if the game ended now, and of its change.

    `before` is the same amount in an earlier view.
    """
    return text(352, 95, 15, str(gold), BOLD + END) + change(322, 112, gold, before)


def _hand(seen: CacaoView, seat: int) -> str:
    """Return the SVG of a seat's hand, face down unless the observer owns it, and the number of tiles in its pile."""
    village, back = seen.villages[seat], f"b{SEATS[seat]}"
    known = seen.hand if seat == seen.observer else ()
    hand = [turned(seat, tile, 0) for tile in known] or [back] * village.hand
    shown = "".join(scaled(tile, 64 + 35 * place, 105, 0.4) for place, tile in enumerate(hand))
    pile = scaled(back, 250, 105, 0.4) if village.pile else ""
    return f"{shown}{pile}{text(288, 127, 16, str(village.pile), BOLD)}"
