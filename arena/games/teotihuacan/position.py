"""A position as JSON: the whole state, hidden parts included. docs/positions.md explains each key.

Equal positions are written as equal texts. Reading checks all invariants of the rules (T-20), so that every position
that was read can be played to its end. The error names the broken invariant.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any, Final

from arena.errors import PositionError
from arena.games.game import SPECTATOR, Rules, Scalar
from arena.games.steps import OVER
from arena.games.teotihuacan.from_view import ask_again, laid_out, numbers
from arena.games.teotihuacan.invariants import check
from arena.games.teotihuacan.pending import PendingStep, told
from arena.games.teotihuacan.position_text import PLACES, understood
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS
from arena.games.teotihuacan.solo import position as solo
from arena.games.teotihuacan.solo.invariants import check as check_automaton
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import ROUNDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import NOTHING, SPOT_NAMES, PlayerView, PointsView, WorkerView, player_known, view

AT_A_TURN: Final = 2  # steps wait when a turn begins: its end, and the window before that
FIRST_QUESTION: Final = "open"  # of a turn
MOST_IN_A_TURN: Final = 100  # decisions

# Writing -------------------------------------------------------------------------------------------------------------


def write(state: Teotihuacan) -> str:
    """Return the position as JSON, in one line."""
    seen = view(state, SPECTATOR)
    described: dict[str, Any] = {
        "game": state.rules.name,
        "seats": seen.seats,
        "options": _unusual(state.rules, state.settings),
        "turn": seen.turn,
        "active": seen.active,
        "to_move": state.to_move,
        "asks": _step(seen.asks),
        "pending": [_step(step) for step in seen.pending],
        "light": seen.light,
        "dark": seen.dark,
        "eclipses": seen.eclipses,
        "eclipse_due": seen.eclipse_due,
        "finished": seen.finished,
        "ring": seen.ring,
        "royals": seen.royals,
        "bonuses": seen.bonuses,
        "technologies": seen.technologies,
        "nobles": seen.nobles,
        "beside": seen.beside,
        "spots": dict(zip(SPOT_NAMES, seen.spots, strict=True)),
        "decoration_offer": seen.decoration_offer,
        "pyramid_offer": seen.pyramid_offer,
        "pyramid": {f"{tile.level}.{tile.i}.{tile.j}": f"{tile.tile} r{tile.rotation}" for tile in seen.pyramid},
        "decorations": {f"{tile.side}_{tile.level}": tile.tile for tile in seen.decorations},
        "neutrals": seen.neutrals,
        "players": [_player(player_known(state, player, player.seat)) for player in state.players],
        "now": asdict(seen.now) | {"raised": NOTHING if seen.now.raised is None else _worker(seen.now.raised)},
        "discovery_stack": _stack(DISCOVERY_IDS, state.discovery_stack),
        "decoration_stack": _stack(DECORATION_IDS, state.decoration_stack),
        "pyramid_stack": _stack(PYRAMID_IDS, state.pyramid_stack),
        "neutral_stacks": [_stack(STARTING_IDS, order) for order in state.neutral_stacks],
    }
    if seen.phase == "setup":
        described["discovery_again"] = _stack(DISCOVERY_IDS, state.discovery_again)
        described["laid_out"] = [asdict(tile) for tile in seen.laid_out]
        described["returned"] = seen.returned
    if seen.phase == "eclipse":
        described["salaries"] = state.salaries
    if seen.teotibot is not None and state.automaton is not None:
        described["teotibot"] = solo.told(seen.teotibot, state.automaton)
    return json.dumps(described, separators=(",", ":"))


def _unusual(rules: Rules, settings: Mapping[str, Scalar]) -> dict[str, Scalar]:
    """Return the rules options that do not have their usual value, in the schema's order."""
    names = [setting.name for setting in rules.options_schema if settings[setting.name] != setting.canonical]
    return {name: settings[name] for name in names}


def _step(step: PendingStep) -> list[str | int]:
    return [step.name, *step.numbers]


def _stack(ids: list[str], tiles: list[int]) -> list[str]:
    """Return the ids of a stack's tiles, the top tile first."""
    return [ids[tile] for tile in reversed(tiles)]


def _player(seen: PlayerView) -> dict[str, Any]:
    """Return the part of a position that describes one player, as a dict of JSON values."""
    described: dict[str, Any] = {
        "cocoa": seen.cocoa,
        "wood": seen.wood,
        "stone": seen.stone,
        "gold": seen.gold,
        "temples": seen.temples,
        "avenue": seen.avenue,
        "track": seen.track,
        "technologies": seen.technologies,
        "workers": [_worker(worker) for worker in seen.workers],
        "discoveries": seen.discoveries,
        "used": seen.used,
        "ledger": _ledger(seen.ledger),
    }
    if seen.starting:
        described["starting"] = [asdict(tile) for tile in seen.starting]
    return described


def _worker(worker: WorkerView) -> str:
    return f"{worker.power}@{worker.space or PLACES.get(worker.board, worker.board)}"


def _ledger(entries: Iterable[PointsView]) -> dict[str, list[int]]:
    """Return a player's points as a dict: for each category a list of points, one number for each Eclipse."""
    ledger: dict[str, list[int]] = {}
    for entry in entries:
        ledger.setdefault(entry.category, [0] * ROUNDS)[entry.eclipse] = entry.points
    return ledger


# Reading -------------------------------------------------------------------------------------------------------------


def read(rules: Rules, text: str) -> Teotihuacan:
    """Return the State that a text describes.

    Raise PositionError, with the reason, if the text is not a valid position.
    """
    state = made(rules, text)
    if len(state.pending) > AT_A_TURN or told(state.asking).name != FIRST_QUESTION:
        for at in (0, -1):
            carry_out(rules, state.clone(), at)
    return state


def carry_out(rules: Rules, state: Teotihuacan, at: int) -> None:
    """T-19.1: play on in `state` until the running turn is over.

    Raise PositionError if a pending step cannot be carried out, or if the result is impossible. Whenever a seat is
    asked, choose the option at index `at`: 0 for the first one, -1 for the last one.
    """
    turn = state.turn
    for _ in range(MOST_IN_A_TURN):
        if state.to_move == OVER or state.turn != turn:
            break
        try:
            state.apply(state.options()[at])
        except (ArithmeticError, AssertionError, LookupError, TypeError, ValueError) as error:
            raise PositionError(f"T-19.1: what waits cannot be carried out: {error}") from error
    try:
        made(rules, write(state))
    except PositionError as error:
        raise PositionError(f"T-19.1: what waits leads to a position that cannot be: {error}") from error


def made(rules: Rules, text: str) -> Teotihuacan:
    """Return the State that a text describes.

    Raise PositionError if a condition of T-20 is broken, or if the text asks a seat that has no choice (T-19.5). This
    does not check that the pending steps can be carried out; `carry_out` does.
    """
    seen, stacks = understood(rules, text)
    check(seen, stacks)
    if seen.teotibot is not None:
        check_automaton(seen)
    state = laid_out(rules, seen)
    state.discovery_stack = numbers(DISCOVERY_IDS, stacks.discovery[::-1])
    state.discovery_again = numbers(DISCOVERY_IDS, stacks.discovery_again[::-1])
    state.decoration_stack = numbers(DECORATION_IDS, stacks.decoration[::-1])
    state.pyramid_stack = numbers(PYRAMID_IDS, stacks.pyramid[::-1])
    state.neutral_stacks = [numbers(STARTING_IDS, order[::-1]) for order in stacks.neutral]
    state.salaries = list(stacks.salaries)
    if state.automaton is not None:
        state.automaton.dice, state.automaton.rotations = stacks.streams
    before = write(state)
    ask_again(state)
    if write(state) != before:
        raise PositionError("T-19.5: no seat has a choice here; expected the forced step to be carried out")
    return state
