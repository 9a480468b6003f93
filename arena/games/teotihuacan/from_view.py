"""T-19.7: makes a position from a view: copies what the observer knows, and deals at random what is hidden."""

from collections.abc import Iterable

from arena.games.chance import Rng
from arena.games.game import Rules
from arena.games.steps import OVER
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.hidden import answers_to_salary, deal_anew
from arena.games.teotihuacan.neutrals import MOVES
from arena.games.teotihuacan.player_state import PlayerState, Worker
from arena.games.teotihuacan.pyramid import BASE_ICONS, SPACES, lay, space_at
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_BOARDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS, AutomatonState
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import LOCKED, NEVER, ROUNDS, SOLO_CATEGORIES, TRANSIT, UNLOCKED
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.discovery import KINDS, NO_DISCOVERY, every_discovery
from arena.games.teotihuacan.tiles.pyramid import NO_TILE, every_pyramid_tile
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import (
    NOTHING,
    SIDE_NAMES,
    SPACE_NAMES,
    PlayerView,
    TeotibotView,
    TeotihuacanView,
    TurnView,
    WorkerView,
)


def from_view(rules: Rules, seen: TeotihuacanView, rng: Rng) -> Teotihuacan:
    """Return a position in which the observer has this view. All hidden things in it are random, drawn from `rng`."""
    state = laid_out(rules, seen)
    state.decoration_stack = _unseen(range(len(DECORATION_IDS)), _decorations_seen(state))
    state.pyramid_stack = _unseen(every_pyramid_tile(), _pyramid_seen(state))
    state.discovery_stack = _unseen(every_discovery(), discoveries_seen(state))
    if seen.phase == "setup":
        state.discovery_again = every_discovery()
    state.neutral_stacks = [list(range(len(STARTING_IDS))) for _ in range(coming_moves(seen))]
    if seen.phase == "setup" and not state.settings["starting_tile_draft"]:
        _suppose_choices(state, seen)
    if seen.phase == "eclipse":
        _suppose_answers(state, seen)
    deal_anew(state, seen.observer, rng)
    ask_again(state)
    return state


def ask_again(state: Teotihuacan) -> None:
    """Begin again the step that asks a seat now. Call it after a change of the position, so that the options fit it."""
    if state.to_move != OVER:
        state.push(state.asking)
        state.settle()


def coming_moves(seen: TeotihuacanView) -> int:
    """T-2.4, T-14.8: return how many times more the neutral workers will be moved; 0 in a game without them."""
    if seen.phase == "over" or not seen.neutrals:
        return 0
    return MOVES - (0 if seen.phase == "setup" else 1 + seen.eclipses)


def _suppose_choices(state: Teotihuacan, seen: TeotihuacanView) -> None:
    """T-2.3.4: store a placeholder as the choice of each seat that has already chosen which Starting tiles it keeps.

    A choice that the observer knows stays. `deal_anew` replaces the placeholders by random choices.
    """
    for seat, tiles in enumerate(state.kept):
        if not tiles and seat < seen.to_move and seen.asks.name == "keep":
            state.kept[seat] = [0, 0]


def _suppose_answers(state: Teotihuacan, seen: TeotihuacanView) -> None:
    """T-14.7: store a placeholder as the answer of each seat below the one that is now asked for its salary.

    The observer's own answer is copied from the view. `deal_anew` replaces the placeholders by random answers.
    """
    state.salaries = [answers_to_salary(state.players[seat])[0] for seat in range(seen.to_move)]
    if seen.salary is not None:
        state.salaries[seen.observer] = seen.salary


def laid_out(rules: Rules, seen: TeotihuacanView) -> Teotihuacan:
    """Return a position with all that a view shows of the table, the players and the turn. Its stacks are empty."""
    state = Teotihuacan(rules, seen.seats, dict(seen.options))
    state.turn = seen.turn
    state.active = seen.active
    state.to_move = seen.to_move
    state.asking = pending.made(seen.asks)
    state.pending = [pending.made(step) for step in seen.pending]
    state.in_turn = seen.phase == "turn"
    _set_calendar(state, seen)
    _set_boards(state, seen)
    _set_pyramid(state, seen)
    if seen.teotibot is not None:
        _set_automaton(state.seat_automaton(), seen.teotibot)
    for player, known in zip(state.players, seen.players, strict=True):
        _equip(player, known)
    _remember(state, seen.now)
    if seen.phase == "setup":
        _set_starting(state, seen)
    return state


def _set_automaton(automaton: AutomatonState, known: TeotibotView) -> None:
    automaton.tiles = numbers(ACTION_IDS, [*known.tiles, known.aside])
    automaton.upper = ARROWS.index(known.upper)
    automaton.lower = ARROWS.index(known.lower)
    automaton.rolled = list(known.rolled)
    automaton.discarded = numbers(DISCOVERY_IDS, known.discarded)


def _set_calendar(state: Teotihuacan, seen: TeotihuacanView) -> None:
    state.light = seen.light
    state.dark = seen.dark
    state.eclipses = seen.eclipses
    state.eclipse_due = seen.eclipse_due
    state.finished = seen.finished


def _set_boards(state: Teotihuacan, seen: TeotihuacanView) -> None:
    state.ring = [0, *seen.ring]
    for position, board in enumerate(state.ring):
        state.place_of[board] = position
    state.royals = numbers(ROYAL_IDS, seen.royals)
    state.bonuses = numbers(BONUS_IDS, seen.bonuses)
    state.technologies = numbers(TECHNOLOGY_IDS, seen.technologies)
    state.buildings = sum(seen.nobles)
    state.nobles = list(seen.nobles)
    for board, tile in zip(DISCOVERY_BOARDS, seen.beside, strict=True):
        state.beside[board] = _kind(tile)
    state.spots = [numbers(DISCOVERY_IDS, spot) for spot in seen.spots]
    state.neutrals = [list(boards) for boards in seen.neutrals]


def _set_pyramid(state: Teotihuacan, seen: TeotihuacanView) -> None:
    state.decoration_offer = [-1 if tile == NOTHING else DECORATION_IDS.index(tile) for tile in seen.decoration_offer]
    state.pyramid_offer = [NO_TILE if tile == NOTHING else PYRAMID_IDS.index(tile) for tile in seen.pyramid_offer]
    state.tops = BASE_ICONS[:]
    for placed in sorted(seen.pyramid, key=lambda tile: tile.level):  # the topmost tile is seen
        space = space_at(placed.level, placed.i, placed.j)
        lay(state, space, PYRAMID_IDS.index(placed.tile) * 4 + placed.rotation)
    for tile in seen.decorations:
        side = SIDE_NAMES.index(tile.side)
        state.sides[side] += 1
        state.decorated[side * 4 + tile.level - 1] = DECORATION_IDS.index(tile.tile)


def _equip(player: PlayerState, known: PlayerView) -> None:
    player.cocoa = known.cocoa
    player.goods = [known.wood, known.stone, known.gold]
    player.points = known.points
    player.temples = list(known.temples)
    player.avenue = known.avenue
    player.track = known.track
    player.technologies = bits(known.technologies)
    player.workers = [_made_worker(worker) for worker in known.workers]
    for kind in numbers(DISCOVERY_IDS, known.discoveries):
        player.receive(kind)
    for kind in numbers(DISCOVERY_IDS, known.used):
        player.used[kind] += 1
    for entry in known.ledger:
        player.ledger[SOLO_CATEGORIES.index(entry.category) * ROUNDS + entry.eclipse] = entry.points


def _made_worker(known: WorkerView) -> Worker:
    space = UNLOCKED if known.space == NOTHING else SPACE_NAMES.index(known.space)
    return Worker(known.board, known.power, space)


def _remember(state: Teotihuacan, now: TurnView) -> None:
    """Copy to the position what a view says about the running turn, such as the board and the moving workers.

    T-4.5: the moving workers are in transit, which means that they stand on no board.
    """
    state.free_unlock = now.free_unlock
    state.board = now.board
    state.count = now.count
    state.lowest = now.lowest
    state.skills = bits(now.skills)
    state.laid = now.laid
    state.saving = now.saving
    state.raising = now.raising
    state.purchases = now.purchases
    if now.raised is not None:
        state.raised = (LOCKED if now.raised.space else 0) | now.raised.board << 3 | now.raised.power
    moving = [place for place, worker in enumerate(state.player().workers) if worker.board == TRANSIT]
    state.mover, state.second = (*moving, NEVER, NEVER)[:2]


def _set_starting(state: Teotihuacan, seen: TeotihuacanView) -> None:
    """T-2.3, T-16.1: copy the observer's knowledge about the Starting tiles to the position."""
    known = [player.starting for player in seen.players[: state.humans()]]
    state.kept = [[STARTING_IDS.index(tile.tile) for tile in tiles if tile.kept] for tiles in known]
    state.tied = [[_kind(tile.discovery) for tile in tiles] for tiles in known]
    if state.settings["starting_tile_draft"]:
        state.laid_out = [STARTING_IDS.index(tile.tile) for tile in seen.laid_out]
        state.laid_out_tied = [_kind(tile.discovery) for tile in seen.laid_out]
    else:
        state.dealt = [[STARTING_IDS.index(tile.tile) for tile in tiles] for tiles in known]
    state.returned = numbers(DISCOVERY_IDS, seen.returned)


def _kind(tile: str) -> int:
    return NO_DISCOVERY if tile == NOTHING else DISCOVERY_IDS.index(tile)


def bits(technologies: Iterable[str]) -> int:
    """Return a set of technologies, given by their ids, as a number with one bit for each technology."""
    return sum(1 << TECHNOLOGY_IDS.index(tile) for tile in technologies)


def numbers(names: list[str], tiles: Iterable[str]) -> list[int]:
    """Return a list with one number for each tile id in `tiles`: the index of this id in the list `names`."""
    return [names.index(tile) for tile in tiles]


# What lies open: the rest of each kind is in its stack ----------------------------------------------------------------


def _unseen(tiles: Iterable[int], seen: Iterable[int]) -> list[int]:
    """Return a copy of `tiles` without those in `seen`. Of equal tiles, only as many are removed as `seen` has."""
    left = list(tiles)
    for tile in seen:
        left.remove(tile)
    return left


def _decorations_seen(state: Teotihuacan) -> list[int]:
    return [tile for tile in state.decoration_offer + state.decorated if tile >= 0]


def _pyramid_seen(state: Teotihuacan) -> list[int]:
    offer = [tile for tile in state.pyramid_offer if tile != NO_TILE]
    return offer + [state.built[space] >> 2 for space in range(SPACES) if state.built[space] != NO_TILE]


def discoveries_seen(state: Teotihuacan) -> list[int]:
    """T-20.1: return the list of all Discovery tiles that are not in the stack, each as the number of its kind."""
    tiles = state.beside + [kind for spot in state.spots for kind in spot] + state.returned + state.laid_out_tied
    tiles += [kind for kinds in state.tied for kind in kinds]
    for player in state.players:
        for kind in range(KINDS):
            tiles += [kind] * (player.ready[kind] + player.used[kind])
    if state.automaton is not None:
        tiles += state.automaton.discarded
    return [kind for kind in tiles if kind != NO_DISCOVERY]
