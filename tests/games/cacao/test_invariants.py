"""C-16: tests of conditions that hold in every position of every game."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mypy_extensions import i64

from arena.games.cacao import invariants
from arena.games.cacao.notation import Filling, Placement, Working, choice, option
from arena.games.cacao.rules import CACAO
from arena.games.cacao.tiles import TURNS, WORKER_IDS
from arena.games.cacao.view import laid_out
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.vecs import vec
from tests.games.cacao.vocabulary import random_states

ANY_GAME = given(seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 2**32 - 1), auto_resolve=st.booleans())
FEW = settings(max_examples=24)


def turns_of(seats, seed, **options):
    """Return the spectator's views of a random game: before each turn, and at the end."""
    states = random_states(seats, seed, **options)
    return [state.view(SPECTATOR) for state in states if state.view(SPECTATOR).asks in ("place", "over")]


@pytest.mark.rule("C-16.1")
@pytest.mark.rule("C-16.2")
@pytest.mark.rule("C-16.4")
@pytest.mark.rule("C-16.7")
@pytest.mark.rule("C-16.3")
@pytest.mark.rule("C-16.8")
@FEW
@ANY_GAME
def test_every_position_keeps_the_invariants(seats, seed, auto_resolve):
    for state in random_states(seats, seed, auto_resolve=auto_resolve):
        invariants.check(state.view(SPECTATOR))


@pytest.mark.rule("C-16.3")
@FEW
@ANY_GAME
def test_gold_and_river_never_fall_and_goods_stay_within_the_supply(seats, seed, auto_resolve):
    before = None
    for state in random_states(seats, seed, auto_resolve=auto_resolve):
        seen = state.view(SPECTATOR)
        assert sum(village.cacao for village in seen.villages) <= 20
        assert sum(village.suns for village in seen.villages) <= 12
        for old, new in zip(before.villages if before else (), seen.villages, strict=bool(before)):
            assert (new.market, new.gold_mine, new.river) >= (old.market, old.gold_mine, old.river)
            assert new.river >= old.river
            assert new.suns >= old.suns - 1
            assert new.cacao >= old.cacao or new.market > old.market
        before = seen


@pytest.mark.rule("C-16.5")
@FEW
@ANY_GAME
def test_there_is_always_a_cell_to_lay_an_ordinary_tile(seats, seed, auto_resolve):
    for state in random_states(seats, seed, auto_resolve=auto_resolve):
        if state.view(SPECTATOR).asks == "place":
            assert len(state.open) >= 1
            assert CACAO.spell(state, state.options()[0]).startswith("place ")


@pytest.mark.rule("C-16.6")
@pytest.mark.rule("C-16.7")
@FEW
@ANY_GAME
def test_a_turn_lays_one_worker_tile_and_up_to_three_jungle_tiles(seats, seed, auto_resolve):
    seen = turns_of(seats, seed, auto_resolve=auto_resolve)
    for before, after in pairwise(seen):
        active = before.active
        filled = len(after.jungle) - len(before.jungle)
        covered = sum(tile.covers is not None for tile in after.workers) - sum(
            tile.covers is not None for tile in before.workers
        )
        assert len(after.workers) - len(before.workers) + covered == 1
        assert len(before.villages[active].unplaced) - len(after.villages[active].unplaced) == 1
        assert 0 <= filled <= min(3, len(before.display) + len(before.pile))
        if covered:
            assert filled == 0
            assert not before.display
            assert not before.pile
            assert before.villages[active].suns >= 1


@pytest.mark.rule("C-16.9")
@FEW
@given(seats=st.sampled_from([2, 3, 4]), seed=st.integers(0, 2**32 - 1))
def test_in_any_order_the_result_is_the_same_if_all_work_and_none_sell(seats, seed):
    """If no worker sells, there is only one result.

    With auto_resolve the engine computes it; without, edges come in random order.
    """
    asked = CACAO.new({"auto_resolve": False}, seats, Deal(seed.to_bytes(4, "big")))
    unasked = CACAO.new({"auto_resolve": True}, seats, Deal(seed.to_bytes(4, "big")))
    rng = Rng(seed)
    while asked.to_move >= 0:
        if asked.view(SPECTATOR).asks != "work":
            drawn = asked.sample(rng)
            unasked.apply(drawn)
            asked.apply(drawn)
            while unasked.view(SPECTATOR).asks == "work":
                unasked.apply(next(each for each in unasked.options() if acts_fully(unasked, each)))
        else:
            whole = [each for each in asked.options() if acts_fully(asked, each)]
            asked.apply(whole[rng.below(len(whole))])
    assert asked.view(SPECTATOR) == replace(unasked.view(SPECTATOR), auto_resolve=False)
    assert asked.ledger() == unasked.ledger()


def acts_fully(state, each):
    """True if all workers of an edge act, or, at a market, none of them."""
    working = choice(each)
    edge = next(
        edge
        for edge in state.view(SPECTATOR).edges
        if (edge.x, edge.y, edge.side) == (working.x, working.y, working.side)
    )
    return working.workers == (0 if edge.tile.startswith("market") else edge.workers)


@pytest.mark.rule("C-16.10")
@FEW
@ANY_GAME
def test_gold_comes_from_mines_and_markets_only(seats, seed, auto_resolve):
    state = CACAO.new({"auto_resolve": auto_resolve}, seats, Deal(seed.to_bytes(4, "big")))
    state.listen()
    rng = Rng(seed)
    while state.to_move >= 0:
        state.apply(state.sample(rng))
    earned = Counter()
    for event in state.events(0, SPECTATOR):
        if event.kind == "worked":
            seat, _, _, _, workers, tile, cacao, gold, *_ = event.numbers
            price = {2: 2, 3: 3, 4: 4}.get(tile, 0)
            mined = {5: 1, 6: 2}.get(tile, 0)
            assert gold == -cacao * price if price else gold == workers * mined
            earned[seat] += gold
    assert [earned[seat] for seat in range(seats)] == [v.market + v.gold_mine for v in state.villages]


@pytest.mark.rule("C-16.12")
@FEW
@ANY_GAME
def test_turns_rotate_and_hands_are_equal_after_equally_many_turns(seats, seed, auto_resolve):
    seen = turns_of(seats, seed, auto_resolve=auto_resolve)
    assert [each.turn for each in seen] == list(range(TURNS[seats] + 1))
    for each in seen[:-1]:
        assert each.to_move == each.turn % seats
        hands = [village.hand for village in each.villages]
        assert len(set(hands[: each.active])) <= 1
        assert len(set(hands[each.active :])) <= 1


# C-16.13: the same game on a table that is turned or seen in a mirror -----------------------------------------------

MIRRORED = {"3-0-0-1": "3-1-0-0", "3-1-0-0": "3-0-0-1"}
CLOCKWISE = dict(zip("NESW", "ESWN", strict=True))
FLIPPED = dict(zip("NESW", "NWSE", strict=True))


class Turned:
    """A rotation of the table by a quarter turn, clockwise."""

    def cell(self, x, y):
        return -y, x

    def side(self, side):
        return CLOCKWISE[side]

    def tile(self, tile, rotation):
        return tile, 0 if tile == "1-1-1-1" else (rotation + 1) % 4


class InTheMirror:
    """A reflection of the table that exchanges east and west."""

    def cell(self, x, y):
        return -x, y

    def side(self, side):
        return FLIPPED[side]

    def tile(self, tile, rotation):
        return MIRRORED.get(tile, tile), -rotation % 4


def turned_table(state, way):
    """Return a position at the beginning of a turn, rotated or reflected."""
    seen = state.view(SPECTATOR)
    jungle = []
    for tile in seen.jungle:
        x, y = way.cell(tile.x, tile.y)
        jungle.append(tile._replace(x=x, y=y))
    twin = laid_out(CACAO, replace(seen, jungle=tuple(jungle), workers=()))
    twin.pile = state.pile[:]
    for own, village in zip(twin.villages, state.villages, strict=True):
        swapped = [WORKER_IDS.index(way.tile(name, 0)[0]) for name in WORKER_IDS]
        own.pile = vec[i64]([swapped[tile] for tile in village.pile])
        own.hand = vec[i64]([village.hand[tile] for tile in swapped])
    return twin


def turned_option(number, way):
    match choice(number):
        case Placement(overbuild, tile, rotation, x, y):
            return option(Placement(overbuild, *way.tile(tile, rotation), *way.cell(x, y)))
        case Filling(x, y, tile):
            return option(Filling(*way.cell(x, y), tile))
        case Working(x, y, side, workers):
            return option(Working(*way.cell(x, y), way.side(side), workers))


@pytest.mark.rule("C-16.13")
@pytest.mark.parametrize("way", [Turned(), InTheMirror()], ids=["turned", "mirrored"])
@settings(max_examples=12)
@ANY_GAME
def test_a_turned_or_mirrored_table_plays_the_same(way, seats, seed, auto_resolve):
    state = next(random_states(seats, seed, auto_resolve=auto_resolve))
    twin = turned_table(state, way)
    rng = Rng(seed)
    while state.to_move >= 0:
        drawn = state.sample(rng)
        assert twin.to_move == state.to_move
        assert twin.options() == sorted(turned_option(each, way) for each in state.options())
        twin.apply(turned_option(drawn, way))
        state.apply(drawn)
        assert twin.scores() == state.scores()
    assert twin.placements() == state.placements()


@pytest.mark.rule("C-16.14")
@FEW
@ANY_GAME
def test_the_same_seed_and_answers_give_the_same_game(seats, seed, auto_resolve):
    one, two = (random_states(seats, seed, auto_resolve=auto_resolve) for _ in range(2))
    for first, second in zip(one, two, strict=True):
        assert first.digest() == second.digest()


@pytest.mark.rule("C-16.15")
@FEW
@ANY_GAME
def test_a_view_does_not_change_when_what_it_hides_is_dealt_anew(seats, seed, auto_resolve):
    for number, state in enumerate(random_states(seats, seed, auto_resolve=auto_resolve)):
        for observer in range(-1, seats):
            assert state.imagine(observer, Rng(number)).view(observer) == state.view(observer)


@FEW
@ANY_GAME
def test_a_deal_stays_the_same_whatever_is_played(seats, seed, auto_resolve):
    def stacks(state):
        return [state.pile, *(village.pile for village in state.villages)]

    dealt = CACAO.new({"auto_resolve": auto_resolve}, seats, Deal(seed.to_bytes(4, "big")))
    for way in range(2):
        game, rng = dealt.clone(), Rng(way)
        while game.options():
            game.apply(game.sample(rng))
            for left, whole in zip(stacks(game), stacks(dealt), strict=True):
                assert left == whole[: len(left)]  # the top stands last
