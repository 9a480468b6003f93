"""Tests of the luck of chance: over all possible outcomes of an event, the luck of each seat adds up to zero."""

from functools import cache
from itertools import permutations

import pytest

from arena.analysis.luck import chance_of, luck_of, play_watched
from arena.errors import UsageError
from arena.games import rules
from arena.games.cacao.rules import CACAO
from arena.games.cacao.state import shuffled
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from tests.games.cacao.test_jungle import before_three

KINDS = ("drew", "refilled", "filled")
TABLES = [("cacao", 2), ("cacao", 3), ("cacao", 4), ("teotihuacan", 2), ("teotihuacan", 3), ("teotihuacan", 4)]
TABLES += [("teotihuacan/solo", 2)]


def walk(game, seats, seed):
    """Play a random game. Yield each position together with the option that is chosen there."""
    state = rules(game).new({}, seats, Deal.of(seed))
    rng = Rng(seed)
    while state.to_move != OVER:
        option = state.sample(rng)
        yield state.clone(), option
        state.apply(option)


@cache
def where(game, seats, kind, nth=0):
    """Return a position, an option that causes at least `nth` + 1 events of this kind, and the index of event `nth`."""
    chance = chance_of(game)
    for seed in range(60):
        for state, option in walk(game, seats, seed):
            shown = play_watched(chance, state.clone(), option)
            found = [at for at, each in enumerate(shown) if each.kind == kind]
            if len(found) > nth:
                return state, option, found[nth]
    raise AssertionError(f"no {kind} in 60 random games of {game}")


def added_up(game, at, kind, variants):
    """Return a list with the sum of an event's luck for each seat, over equally likely positions.

    Also return the number of different values that the luck of the first seat has.
    """
    chance = chance_of(game)
    lucks = []
    for state, option in variants:
        shown = play_watched(chance, state, option)
        assert shown[at].kind == kind
        lucks.append(shown[at].luck)
    return [sum(column) for column in zip(*lucks, strict=True)], len({round(luck[0], 9) for luck in lucks})


def swapped(state, stack_of, depth):
    """Yield copies of a position: in each copy, another tile lies in the stack with `depth` tiles on top of it.

    These orders of the stack are equally likely.
    """
    stack = stack_of(state)
    for at in range(len(stack) - depth):
        copy = state.clone()
        other = stack_of(copy)
        top = len(other) - 1 - depth
        other[at], other[top] = other[top], other[at]
        yield copy


def hand_pile(state):
    return state.villages[state.active()].pile


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("kind", "nth", "stack"),
    [
        ("drew", 0, hand_pile),
        ("refilled", 0, lambda state: state.pile),
        ("refilled", 1, lambda state: state.pile),
    ],
)
def test_luck_of_tiles_of_cacao_adds_up_to_zero_over_all_orders(seats, kind, nth, stack):
    state, option, at = where("cacao", seats, kind, nth)
    sums, different = added_up("cacao", at, kind, ((copy, option) for copy in swapped(state, stack, nth)))
    assert sums == pytest.approx([0.0] * seats, abs=1e-9)
    assert different > 1


def test_luck_of_the_tile_of_a_third_space_adds_up_to_zero_over_all_orders():
    _, game = before_three(("market_3", "temple"))
    game.play("place 1-1-1-1 r0 at 0,3").play("fill -1,3 temple")
    option = CACAO.read(game.state, "fill 0,4 market_3")
    variants = ((copy, option) for copy in swapped(game.state, lambda state: state.pile, 0))
    sums, different = added_up("cacao", 0, "filled", variants)
    assert sums == pytest.approx([0.0, 0.0], abs=1e-9)
    assert different > 1


@pytest.mark.parametrize("game", ["teotihuacan", "teotihuacan/solo"])
@pytest.mark.parametrize(
    ("kind", "stack"),
    [
        ("pyramid_filled", lambda state: state.pyramid_stack),
        ("decoration_filled", lambda state: state.decoration_stack),
        ("discovery_filled", lambda state: state.discovery_stack),
    ],
)
def test_luck_of_tiles_of_teotihuacan_adds_up_to_zero_over_all_orders(game, kind, stack, monkeypatch):
    chance = chance_of(game)
    # A valuation that sees every tile, in place of the one that is blind for these: exactness does not depend on it.
    monkeypatch.setattr(type(chance.outlook), "open_points", sees_tiles)
    where.cache_clear()
    state, option, at = where(game, 2, kind)
    variants = ((copy, option) for copy in swapped(state, stack, 0))
    sums, different = added_up(game, at, kind, variants)
    assert sums == pytest.approx([0.0, 0.0], abs=1e-9)
    assert different > 1


def sees_tiles(_outlook, state):
    tiles = [*state.pyramid_offer, *state.decoration_offer, *state.beside]
    return [sum(tile * tile * (at + 1) for at, tile in enumerate(tiles)) / 100, 0.0]


@pytest.mark.parametrize(("seats", "nth"), [(2, 0), (3, 0), (2, 1)])
def test_luck_of_neutral_workers_adds_up_to_zero_over_all_pairs_of_free_tiles(seats, nth):
    state, option, at = where("teotihuacan", seats, "neutrals", nth)
    kept = {tile for tiles in state.kept for tile in tiles}
    stack = state.neutral_stacks[0]
    free = [tile for tile in reversed(stack) if tile not in kept]
    fixed, left = free[: 2 * nth], free[2 * nth :]

    def variants():
        for pair in permutations(left, 2):
            rest = [tile for tile in left if tile not in pair]
            copy = state.clone()
            copy.neutral_stacks[0] = [*reversed([*sorted(kept), *fixed, *pair, *rest])]
            yield copy, option

    sums, different = added_up("teotihuacan", at, "neutrals", variants())
    assert sums == pytest.approx([0.0] * seats, abs=1e-9)
    assert different > 1


def test_luck_of_the_automatons_rolls_adds_up_to_zero_over_36_pairs_of_dice():
    state, option, at = where("teotihuacan/solo", 2, "rolled")

    def variants():
        for first in range(6):
            for second in range(6):
                copy = state.clone()
                copy.automaton.dice.coming = [second, first]
                yield copy, option

    sums, different = added_up("teotihuacan/solo", at, "rolled", variants())
    assert sums == pytest.approx([0.0, 0.0], abs=1e-9)
    assert different > 1


def test_luck_of_turning_a_pyramid_tile_adds_up_to_zero_over_four_rotations():
    state, option, at = where("teotihuacan/solo", 2, "turned")

    def variants():
        for way in range(4):
            copy = state.clone()
            copy.automaton.rotations.coming = [way]
            yield copy, option

    sums, _ = added_up("teotihuacan/solo", at, "turned", variants())
    assert sums == pytest.approx([0.0, 0.0], abs=1e-9)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_watching_changes_nothing_and_luck_of_all_seats_adds_up_to_nothing(game, seats):
    chance = chance_of(game)
    for state, option in walk(game, seats, 5):
        plain = state.clone()
        plain.apply(option)
        for shown in play_watched(chance, state, option):
            assert sum(shown.luck) == pytest.approx(0, abs=1e-9)
            assert 0 < shown.probability <= 1
        assert state.digest() == plain.digest()
        assert (state.to_move, state.asking) == (plain.to_move, plain.asking)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_value_does_not_depend_on_the_order_of_a_stack(game, seats):
    outlook, rng = chance_of(game).outlook, Rng(3)
    for state, _ in walk(game, seats, 6):
        other = state.clone()
        if game == "cacao":
            for owner in (other, *other.villages):
                owner.pile = shuffled(owner.pile, rng)
        else:
            for pile in (other.pyramid_stack, other.decoration_stack, other.discovery_stack):
                rng.shuffle(pile)
        assert outlook.values(other) == outlook.values(state)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_values_add_up_and_end_with_the_places(game, seats):
    outlook = chance_of(game).outlook
    state = rules(game).new({}, seats, Deal.of(8))
    rng = Rng(8)
    while state.to_move != OVER:
        assert sum(outlook.values(state)) == pytest.approx(seats / 2)
        assert 0 <= outlook.progress(state) <= 1
        state.apply(state.sample(rng))
    values, places = outlook.values(state), state.placements()
    assert sorted(range(seats), key=lambda seat: -values[seat]) == sorted(range(seats), key=lambda seat: places[seat])
    assert set(values) <= {share / (2 * (seats - 1)) for share in range(2 * seats - 1)}


def test_the_luck_of_each_option_in_a_sequence_of_options_is_yielded():
    moves = list(walk("cacao", 2, 4))
    start = moves[0][0]
    shown = list(luck_of("cacao", start, [option for _, option in moves]))
    assert len(shown) == len(moves)
    assert {each.kind for some in shown for each in some} <= set(KINDS)
    assert start.to_move == OVER


def test_a_game_without_a_chance_of_its_own_is_refused():
    with pytest.raises(UsageError, match="go cannot be analysed"):
        chance_of("go")
