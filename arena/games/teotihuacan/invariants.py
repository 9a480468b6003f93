"""T-20: checks of conditions that hold in every position.

The checks read a view that shows everything. A broken condition raises PositionError, which names the rule.
"""

from collections import Counter
from collections.abc import Iterable

from arena.errors import PositionError
from arena.games.steps import OVER
from arena.games.teotihuacan.actions.nobles import BUILDINGS, ROWS
from arena.games.teotihuacan.calendar import DARK_DISC
from arena.games.teotihuacan.from_view import coming_moves
from arena.games.teotihuacan.hidden import DEALT, KEPT
from arena.games.teotihuacan.neutrals import COLOURS, WORKERS
from arena.games.teotihuacan.objections import QUESTIONS
from arena.games.teotihuacan.position_text import Stacks
from arena.games.teotihuacan.pyramid import DECORATION_FLOORS, DECORATION_SUPPORTS, LEVEL, SUMMIT, SUPPORTS, space_at
from arena.games.teotihuacan.setup import (
    AVENUE_SPOTS,
    DECORATION_IDS,
    DISCOVERY_BOARDS,
    DISCOVERY_IDS,
    PYRAMID_IDS,
    SPOT_TILES,
    STARTING_PYRAMID,
)
from arena.games.teotihuacan.starting import DRAFT
from arena.games.teotihuacan.temples import TOP
from arena.games.teotihuacan.terms import CONSTRUCTION, HAND, NEVER, PALACE, TRANSIT, WHEEL
from arena.games.teotihuacan.tiles.discovery import every_discovery
from arena.games.teotihuacan.tiles.pyramid import every_pyramid_tile
from arena.games.teotihuacan.tiles.royal import ROYAL_CATEGORIES, ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS, STARTING_TILES
from arena.games.teotihuacan.view import NOTHING, PHASES, SIDE_NAMES, SPOT_NAMES, PlayerView, TeotihuacanView


def check(seen: TeotihuacanView, stacks: Stacks) -> None:
    """T-20: check all conditions that can be checked without the positions before this one.

    Raise PositionError, which names the rule, for the first broken one.
    """
    require(len(seen.players) == seen.seats, "T-1.1", f"{len(seen.players)} players; expected {seen.seats}")
    for one in (phase, starting, turns, question, calendar, reach):
        one(seen)
    for one in (boards, buildings, pyramid, decorations, technologies, workers, locks, neutrals, tracks, supply):
        one(seen)
    for each in (discovery, tiles, offers, coming):
        each(seen, stacks)


def require(holds: bool, rule: str, otherwise: str) -> None:
    """Raise PositionError, with the rule and a text that says what is wrong, unless the condition holds."""
    if not holds:
        raise PositionError(f"{rule}: {otherwise}")


def _same(rule: str, what: str, found: Iterable[str], expected: Iterable[str]) -> None:
    there, wanted = Counter(found), Counter(expected)
    for tile in wanted | there:
        require(there[tile] == wanted[tile], rule, f"{there[tile]} {tile} among the {what}; expected {wanted[tile]}")


def _lying(places: Iterable[str]) -> list[str]:
    """Return a list of the tile ids in `places`, without the empty texts that a view has where no tile lies."""
    return [tile for tile in places if tile != NOTHING]


# The table -----------------------------------------------------------------------------------------------------------


def boards(seen: TeotihuacanView) -> None:
    """T-1.2: check that the ring has each board once, the Palace first and Construction fifth.

    T-2.2.2, T-2.2.3: check that there is one Royal tile of each category, and that no two temples have the same
    Temple Bonus tile.
    """
    fixed = (seen.ring[0], seen.ring[4]) == (PALACE, CONSTRUCTION)
    require(
        fixed and sorted(seen.ring) == list(range(1, 9)), "T-1.2", "the ring holds each board once, 1 first, 8 fifth"
    )
    categories = "".join(ROYAL_CATEGORIES[ROYAL_IDS.index(tile)] for tile in seen.royals)
    require(
        sorted(categories) == list("ABC"),
        "T-2.2.2",
        f"the Royal tiles are of categories {categories}; expected A, B, C",
    )
    require(len(set(seen.bonuses)) == len(seen.bonuses), "T-2.2.3", "a Temple Bonus tile lies there twice")


def buildings(seen: TeotihuacanView) -> None:
    """T-20.2, T-20.5: check that no row of the Nobles has more Buildings than spaces.

    Check also that no more Buildings were built than the game has.
    """
    for row, count in zip(ROWS, seen.nobles, strict=True):
        require(count <= len(row), "T-20.5", f"{count} Buildings in a row of {len(row)}")
    require(seen.buildings <= BUILDINGS, "T-20.2", f"{seen.buildings} Buildings; there are {BUILDINGS}")


def spaces_built(seen: TeotihuacanView) -> set[int]:
    """Return the numbers of the Pyramid's spaces that hold tiles, as a set."""
    return {space_at(tile.level, tile.i, tile.j) for tile in seen.pyramid}


def pyramid(seen: TeotihuacanView) -> None:
    """T-20.3: check that every Pyramid tile is supported, and that the tiles from setup are in their places.

    T-14.3: check that the view calls the Pyramid finished exactly if a tile lies on level 4.
    """
    built = spaces_built(seen)
    for space in sorted(built):
        held = all(below in built for below in SUPPORTS[space])
        require(held, "T-20.3", f"a tile of level {LEVEL[space]} is not supported by four tiles")
    for level, i, j in STARTING_PYRAMID[seen.seats]:
        require(space_at(level, i, j) in built, "T-2.2.6", f"no tile lies on {level}.{i}.{j}, where one is since setup")
    require(seen.finished == (SUMMIT in built), "T-14.3", "the Pyramid is finished when a tile lies on level 4")


def decorations(seen: TeotihuacanView) -> None:
    """T-20.4: check that Pyramid tiles support each Decoration, and that each side is filled from level 1 upwards."""
    laid = {SIDE_NAMES.index(tile.side) * 4 + tile.level - 1 for tile in seen.decorations}
    built = spaces_built(seen)
    supports = DECORATION_FLOORS if dict(seen.options)["decoration_layers"] == "any" else DECORATION_SUPPORTS
    for place in sorted(laid):
        require(
            place % 4 == 0 or place - 1 in laid, "T-20.4", f"a side has a decoration {place % 4 + 1}, but none before"
        )
        held = all(space in built for space in supports[place])
        require(held, "T-20.4", f"a decoration of level {place % 4 + 1} lies where the Pyramid is too low")


def discovery(seen: TeotihuacanView, stacks: Stacks) -> None:
    """T-20.1, T-20.12: check that each Discovery tile is there once, and that no Avenue or temple step has too many."""
    box = [DISCOVERY_IDS[kind] for kind in every_discovery()]
    found = [*stacks.discovery, *_lying(seen.beside), *(tile for spot in seen.spots for tile in spot), *seen.returned]
    for player in seen.players:
        found += [*player.discoveries, *player.used, *_lying(tile.discovery for tile in player.starting)]
    found += _lying(tile.discovery for tile in seen.laid_out)
    found += seen.teotibot.discarded if seen.teotibot is not None else ()
    _same("T-20.1", "Discovery tiles", found, box)
    if seen.phase == "setup":
        _same("T-2.6", "Discovery tiles in their second order", stacks.discovery_again, box)
    for name, spot, two in zip(SPOT_NAMES, seen.spots, SPOT_TILES, strict=True):
        most = two if SPOT_NAMES.index(name) < AVENUE_SPOTS else two + seen.seats - 2
        require(len(spot) <= most, "T-20.12", f"{len(spot)} Discovery tiles on {name}; expected {most} at most")


def tiles(seen: TeotihuacanView, stacks: Stacks) -> None:
    """T-20.2: check that each Pyramid tile and each Decoration exists exactly once."""
    laid = [tile.tile for tile in seen.pyramid]
    box = [PYRAMID_IDS[tile] for tile in every_pyramid_tile()]
    _same("T-20.2", "Pyramid tiles", [*stacks.pyramid, *_lying(seen.pyramid_offer), *laid], box)
    found = [*stacks.decoration, *_lying(seen.decoration_offer), *(tile.tile for tile in seen.decorations)]
    _same("T-20.2", "Decorations", found, DECORATION_IDS)


def waits(seen: TeotihuacanView, name: str) -> bool:
    """True if a step with this name, such as `reward`, is pending, or is the one that asks a seat now."""
    return any(step.name == name for step in (*seen.pending, seen.asks))


def offers(seen: TeotihuacanView, stacks: Stacks) -> None:
    """T-20.13: check that no open tile is missing: Pyramid tiles, Decorations, and Discovery tiles beside boards.

    It is no error if the stack of these tiles is empty, or if a pending step will lay a new one.
    """
    for what, places, stack in (
        ("pyramid", seen.pyramid_offer, stacks.pyramid),
        ("decorations", seen.decoration_offer, stacks.decoration),
    ):
        full = NOTHING not in places or not stack or waits(seen, f"refill_{what}")
        require(full, "T-20.13", f"the offer ({what}) has an empty space, and there are tiles to fill it")
    for board, tile in zip(DISCOVERY_BOARDS, seen.beside, strict=True):
        refilled = any(step.name == "refill_beside" and step.numbers == (board,) for step in seen.pending)
        full = tile != NOTHING or not stacks.discovery or refilled
        require(full, "T-20.13", f"no Discovery tile lies beside board {board}, and there are tiles to put there")


# The players ---------------------------------------------------------------------------------------------------------


def workers(seen: TeotihuacanView) -> None:
    """T-20.6: check that each player has four workers, at most one of them on the wheel; the automaton has none there.

    Just before an action, one or two workers of the active player are in transit; at all other times none are. In
    setup, three workers of a player are on no board until the player places them.
    """
    for seat, player in enumerate(seen.players):
        found = Counter(worker.board for worker in player.workers)
        require(len(player.workers) == 4, "T-20.6", f"seat {seat} has {len(player.workers)} workers; expected 4")
        wheel = 0 if is_automatic(seen, seat) else 1
        most = f"expected {wheel} at most"
        require(found[WHEEL] <= wheel, "T-20.6", f"seat {seat} has {found[WHEEL]} workers on the wheel; {most}")
        for worker in player.workers:
            require(worker.board != WHEEL or worker.power == 3, "T-20.6", "the worker on the wheel has power 3")
        moving = 0 < found[TRANSIT] <= 2 if waits(seen, "act") and seat == seen.active else found[TRANSIT] == 0
        require(
            moving, "T-20.6", f"seat {seat} has {found[TRANSIT]} workers on the way, which is not so before an action"
        )
        in_hand = seen.phase == "setup" and not settled(seen, seat) and not is_automatic(seen, seat)
        hand = WORKERS if in_hand else 0
        require(found[HAND] == hand, "T-2.3.9", f"seat {seat} has {found[HAND]} workers in hand; expected {hand}")


def is_automatic(seen: TeotihuacanView, seat: int) -> bool:
    """T-17.1.1: True if a seat belongs to the automaton."""
    return seen.teotibot is not None and seat == seen.seats - 1


def settled(seen: TeotihuacanView, seat: int) -> bool:
    """T-2.3.9: True if a seat has placed its workers in setup."""
    coming = [step.numbers for step in (*seen.pending, seen.asks) if step.name == "settle"]
    return (seat,) not in coming


def locks(seen: TeotihuacanView) -> None:
    """T-20.7: check that a Worship space holds at most one worker."""
    held = Counter(worker.space for player in seen.players for worker in player.workers if worker.space)
    for space, count in held.items():
        require(count == 1, "T-20.7", f"{count} workers are locked on {space}")


def neutrals(seen: TeotihuacanView) -> None:
    """T-20.7: check that each neutral colour has three workers, on three boards; in setup it has none yet."""
    colours = COLOURS[seen.seats]
    require(len(seen.neutrals) == colours, "T-2.4", f"{len(seen.neutrals)} neutral colours; expected {colours}")
    for stand in seen.neutrals:
        expected = 0 if seen.phase == "setup" else WORKERS
        fine = len(set(stand)) == len(stand) == expected and all(1 <= board <= 8 for board in stand)
        require(fine, "T-20.7", f"neutral workers on boards {list(stand)}; expected {expected} different ones")


def tracks(seen: TeotihuacanView) -> None:
    """T-20.8, T-20.16: check the markers on top of the temples, and the steps on the Pyramid track.

    At most one marker is on top of each temple. The steps on the Pyramid track are at most as many as the tiles that
    players have placed.
    """
    for temple in range(3):
        on_top = sum(player.temples[temple] == TOP for player in seen.players)
        require(on_top <= 1, "T-20.8", f"{on_top} markers on the top step of a temple")
    laid = len(seen.pyramid) + len(seen.decorations) - len(STARTING_PYRAMID[seen.seats])
    climbed = sum(player.track for player in seen.players)
    require(climbed <= laid, "T-20.16", f"{climbed} steps on the Pyramid track; only {laid} tiles were placed")


def supply(seen: TeotihuacanView) -> None:
    """T-20.9: check that no player's goods, points or steps on the Pyramid track are below 0."""
    for seat, player in enumerate(seen.players):
        for what, amount in (
            ("wood", player.wood),
            ("stone", player.stone),
            ("gold", player.gold),
            ("cocoa", player.cocoa),
            ("points", player.points),
            ("steps on the Pyramid track", player.track),
        ):
            require(amount >= 0, "T-20.9", f"seat {seat} has {amount} {what}")


def technologies(seen: TeotihuacanView) -> None:
    """T-20.11: check that six different technologies lie in ascending order, and each marker on one of them."""
    ascending = sorted(set(seen.technologies)) == list(seen.technologies)
    require(ascending, "T-20.11", "the Technology tiles are six different ones in ascending order")
    for seat, player in enumerate(seen.players):
        known = len(set(player.technologies)) == len(player.technologies)
        known = known and set(player.technologies) <= set(seen.technologies)
        require(known, "T-20.11", f"seat {seat} has a marker where no tile lies, or two on one tile")


# Time ----------------------------------------------------------------------------------------------------------------


def calendar(seen: TeotihuacanView) -> None:
    """T-20.10, T-14.2, T-16.2: check the number of Eclipses, the steps of both discs, and when an Eclipse is due."""
    resolved = seen.eclipses - 1 if seen.phase == "over" else seen.eclipses
    require(0 <= resolved <= 2, "T-20.15", f"{seen.eclipses} Eclipses resolved")
    dark = DARK_DISC[seen.seats][resolved]
    require(seen.dark == dark, "T-20.10", f"the dark disc is on {seen.dark}; expected {dark}")
    require(seen.light <= seen.dark, "T-20.10", "the light disc is beyond the dark one")
    met = seen.light == seen.dark
    require(met == (seen.eclipse_due != NEVER), "T-14.2", "an Eclipse is due exactly when the discs have met")
    if met:
        ahead = seen.eclipse_due - seen.turn
        dark_eclipse = dict(seen.options)["dark_eclipse"]
        in_time = ahead <= 1 if dark_eclipse else ahead <= 2 * seen.seats and seen.eclipse_due % seen.seats == 0
        late = ahead != 0 if seen.phase == "turn" else ahead == 0
        require(ahead >= 0 and in_time and late, "T-14.2", f"the Eclipse cannot be due after {seen.eclipse_due} turns")
    over = seen.eclipses == 3 or (seen.finished and seen.phase == "over")
    require(over == (seen.phase == "over"), "T-20.15", "the game ends with the third Eclipse, or that of the last tile")


def turns(seen: TeotihuacanView) -> None:
    """T-20.14: check that no turn is completed in setup; after it, that the active seat fits the number of turns."""
    if seen.phase == "setup":
        require(seen.turn == 0, "T-20.14", "no turn is completed in setup")
    else:
        active = seen.turn % seen.seats
        require(seen.active == active, "T-20.14", f"it is the turn of seat {seen.active}; expected {active}")


# What is asked -------------------------------------------------------------------------------------------------------

SETUP_STEPS = {
    "keep",
    "reveal",
    "take",
    "benefits",
    "give",
    "raise_starting",
    "lowest_technology",
    "claim_tied",
    "settle",
}
OF_A_SEAT = {"take", "benefits", "settle"}  # those of one seat, their first number
SETUP_TOO = {"end_setup", "advance", "avenue_step", "any_goods", "after_claim"}  # in setup as well as in turns
ECLIPSE_STEPS = ("turn", "close", "pay_salaries")


def phase(seen: TeotihuacanView) -> None:
    """T-19.1: check the pending step that will come last: it must end setup, end a turn, or begin the next turn."""
    for first in seen.pending[:1]:
        require(first.name in PHASES, "T-19.1", f"{first.name!r} cannot wait longest")


def question(seen: TeotihuacanView) -> None:
    """T-19.1: check the names of the pending steps and of the step that asks now, and which seat is asked.

    Setup, a turn and an Eclipse have different kinds of steps. After the game, no step is pending.
    """
    names = [step.name for step in (*seen.pending, seen.asks)]
    if not seen.pending:
        require(names == ["over"] and seen.to_move == OVER, "T-19.1", "nothing waits, so the game is over")
        return
    require(seen.asks.name in QUESTIONS, "T-19.1", f"{seen.asks.name!r} asks no seat")
    if seen.phase == "setup":
        require(set(names) <= SETUP_STEPS | SETUP_TOO, "T-19.1", "a step waits that is not part of setup")
        seats_of_setup(seen)
    elif seen.phase == "eclipse":
        require(tuple(names) == (*ECLIPSE_STEPS, "salary"), "T-19.1", "an Eclipse asks for salaries only")
    else:
        strange = set(names) & (SETUP_STEPS | {"end_setup", "turn", "salary", "close", "pay_salaries", "over"})
        require(not strange, "T-19.1", "a step waits that is not part of a turn")
        ends = names[:2] == ["end_turn", "end_window"] and not {"end_turn", "end_window"} & set(names[2:])
        require(ends, "T-19.1", "a turn ends with `end_window` and `end_turn`, once each")
    require(seen.to_move == asked(seen), "T-19.1", f"seat {seen.to_move} is to move; expected {asked(seen)}")


def seats_of_setup(seen: TeotihuacanView) -> None:
    """T-1.1, T-2.3.9: check pending steps of setup, which contain the number of a seat: the game must have this seat.

    Check also that no seat places its workers twice.
    """
    steps = [step for step in (*seen.pending, seen.asks) if step.name in OF_A_SEAT]
    for step in steps:
        seat = step.numbers[0]
        there = f"expected 0 to {seen.seats - 1}"
        require(seat < seen.seats, "T-1.1", f"the step {step.name!r} is one of seat {seat}; {there}")
        once = step.name != "settle" or steps.count(step) == 1
        require(once, "T-2.3.9", f"seat {seat} places its workers twice")


def asked(seen: TeotihuacanView) -> int:
    """Return the seat that must be the one asked now, according to the step that asks.

    For a salary, return the seat that the view names. If the step asks which Starting tiles to keep, but all seats have
    chosen, return OVER (-1), which means no seat: such a view is wrong.
    """
    if seen.asks.name == "keep":
        chosen = [any(tile.kept for tile in player.starting) for player in seen.players]
        return chosen.index(False) if False in chosen else OVER
    if seen.asks.name in {"take", "settle"}:
        return seen.asks.numbers[0]
    return seen.to_move if seen.asks.name == "salary" else seen.active


def reach(seen: TeotihuacanView) -> None:
    """T-19.1: check that the tiles, boards and spaces that pending steps refer to exist and can be used."""
    if waits(seen, "act"):
        require(seen.now.board > 0, "T-4.5", "a worker is on the way, but to no board")
    if seen.now.raised is not None:
        there = seen.now.raised in seen.players[seen.active].workers and seen.now.raised.board == seen.now.board
        require(there, "T-7.4.3", "the worker that gets no second power-up is not on the board of the action")
    for step in (*seen.pending, seen.asks):
        if step.name == "pay":
            tile, space, _ = step.numbers
            there = PYRAMID_IDS[tile] in seen.pyramid_offer and space not in spaces_built(seen)
            require(there, "T-7.8.1", "a tile is to be paid that is not in the offer, or goes where one lies")
        if step.name == "claim_beside":
            lies = step.numbers[0] in DISCOVERY_BOARDS and seen.beside[DISCOVERY_BOARDS.index(step.numbers[0])]
            require(bool(lies), "T-6.9", "a Discovery tile is to be claimed where none lies")
        if step.name == "refill_beside":
            board = step.numbers[0]
            require(board in DISCOVERY_BOARDS, "T-6.7", f"no Discovery tile lies beside board {board}, ever")
        if step.name in {"power_ups", "main_power_up", "build", "buy_technology", "build_for_nobles", "decorate"}:
            require(seen.now.board > 0 and seen.now.count > 0, "T-7.3", "a Main action needs a board and workers")


def starting(seen: TeotihuacanView) -> None:
    """T-2.3.3, T-2.3.4, T-16.1: check how many Starting tiles players have and keep; after setup they have none."""
    found = [tile.tile for player in seen.players for tile in player.starting] + [tile.tile for tile in seen.laid_out]
    require(len(set(found)) == len(found), "T-2.3.3", "a Starting tile is there twice")
    for tile in (*(tile for player in seen.players for tile in player.starting), *seen.laid_out):
        symbol = STARTING_TILES[STARTING_IDS.index(tile.tile)].discovery > 0
        require(symbol or tile.discovery == NOTHING, "T-2.3.3", f"no Discovery tile is tied to {tile.tile}")
    if seen.phase != "setup":
        require(not found, "T-2.6", "after setup no player has Starting tiles")
        return
    if dict(seen.options)["starting_tile_draft"]:
        require(len(found) == DRAFT[seen.seats], "T-16.1", f"{len(found)} Starting tiles; expected {DRAFT[seen.seats]}")
        for tile in (tile for player in seen.players for tile in player.starting):
            require(tile.kept, "T-16.1", f"{tile.tile} was taken, but is not kept")
        return
    for seat, player in enumerate(seen.players):
        if not is_automatic(seen, seat):
            _dealt(seen, player)


def _dealt(seen: TeotihuacanView, player: PlayerView) -> None:
    kept = sum(tile.kept for tile in player.starting)
    require(len(player.starting) == DEALT, "T-2.3.3", f"{len(player.starting)} Starting tiles; expected {DEALT}")
    allowed = {0, KEPT} if seen.asks.name == "keep" else {KEPT}
    require(kept in allowed, "T-2.3.4", f"{kept} Starting tiles are kept; expected {KEPT}")


def coming(seen: TeotihuacanView, stacks: Stacks) -> None:
    """T-14.8: check that there are as many stacks of Starting tiles as coming moves of the neutral workers.

    T-14.7: in an Eclipse, check that each seat below the asked one has a salary answer from 0 to 15, and no other seat.
    """
    moves = coming_moves(seen)
    require(
        len(stacks.neutral) == moves, "T-14.8", f"{len(stacks.neutral)} stacks for neutral workers; expected {moves}"
    )
    if seen.phase == "eclipse":
        answered = len(stacks.salaries)
        require(answered == seen.to_move, "T-14.7", f"{answered} salaries are answered; expected {seen.to_move}")
        require(all(0 <= answer <= 15 for answer in stacks.salaries), "T-14.7", "a salary is from 0 to 15, the waiver")
