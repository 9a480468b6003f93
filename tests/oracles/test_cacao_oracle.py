"""The slow Cacao agrees with each worked example of docs/rules/cacao.md, and keeps the invariants in random games.

These are tests of the oracle itself, with their own checks. So if oracle and engine differ, the oracle is probably
right. The tests have no rule marks, because these belong to the engine's tests.
"""

import copy
import functools
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from tests.oracles.cacao import (
    JUNGLE_COUNTS,
    NOT_WITH_TWO,
    RIVER,
    SIDES,
    START_AREA,
    WORKER_COUNTS,
    WORKER_TYPES,
    Cell,
    Edge,
    Oracle,
    Refused,
    Worker,
    jungle_tiles,
    neighbour,
    neighbours,
    read_cell,
    shuffled_setup,
    spell_cell,
    temple_shares,
    workers_at,
)
from tests.soaking import games

RED, YELLOW, PURPLE, WHITE = range(4)


def chance(seed: int | str) -> random.Random:
    """Return a random generator with this seed."""
    return random.Random(seed)


def table(
    players: int = 2,
    *,
    turn: int = 0,
    auto: bool = True,
    jungle: dict[str, str] | None = None,
    workers: dict[str, str] | None = None,
    hand: tuple[str, ...] = ("1-1-1-1", "2-1-0-1", "3-0-0-1"),
    display: tuple[str, ...] = ("cenote", "market_3"),
    pile: tuple[str, ...] | None = None,
) -> Oracle:
    """Return a position: the start area with these tiles on or beside it, and this hand for the active seat."""
    oracle = Oracle(players, *shuffled_setup(players, chance(1)), auto)
    oracle.turn = turn
    oracle.jungle_on_table |= {read_cell(cell): kind for cell, kind in (jungle or {}).items()}
    for cell, text in (workers or {}).items():
        owner, kind, rotation = text.split()
        oracle.workers_on_table[read_cell(cell)] = Worker(int(owner[1:]), kind, int(rotation[1:]))
    oracle.hands[oracle.active] = list(hand)
    oracle.display = list(display)
    oracle.jungle_pile = oracle.jungle_pile if pile is None else list(pile)
    return oracle


def played(oracle: Oracle, *texts: str) -> Oracle:
    """Play options on a copy of a game. Return the copy."""
    oracle = twin(oracle)
    for text in texts:
        oracle.play(text)
    return oracle


def twin(oracle: Oracle) -> Oracle:
    """Return an independent copy of a game."""
    other = copy.copy(oracle)
    for name, value in vars(oracle).items():
        if isinstance(value, dict):
            setattr(other, name, dict(value))
        elif isinstance(value, list):
            setattr(other, name, [list(part) if isinstance(part, list) else part for part in value])
    return other


def cells_of(options: list[str]) -> set[str]:
    """Return the cells at the ends of these options: those on which a tile can be laid."""
    return {option.split()[-1] for option in options}


def pending(oracle: Oracle, seat: int) -> set[str]:
    """Return the edges of a seat that can still act, as texts `x,y side`."""
    return {f"{spell_cell(cell)} {side}" for cell, side in oracle.pending[seat]}


# Worked examples.


def test_w1_three_players_have_ten_tiles_each_and_the_display_lies_open() -> None:
    """Worked example W-1 of the rules page."""
    oracle = Oracle(3, *shuffled_setup(3, chance(7)), auto_resolve=True)
    for hand, pile in zip(oracle.hands, oracle.worker_piles, strict=True):
        assert (len(hand), len(pile)) == (3, 7)
        assert Counter(hand + pile) == {"1-1-1-1": 3, "2-1-0-1": 5, "3-0-0-1": 1, "3-1-0-0": 1}
    assert oracle.summary()["grid"] == {"0,0": "plantation_single", "1,1": "market_2"}
    assert (len(oracle.display), len(oracle.jungle_pile)) == (2, 24)
    assert [RIVER[index] for index in oracle.river] == [-10, -10, -10]
    assert oracle.gold == oracle.cacao == oracle.sun == [0, 0, 0]


@pytest.mark.parametrize("stack", ["worker", "jungle"])
def test_stacks_that_are_not_those_of_the_game_are_refused(stack: str) -> None:
    """Rules C-2.2 and C-2.3 of the rules page."""
    piles, jungle = shuffled_setup(2, chance(7))
    (piles[0] if stack == "worker" else jungle)[0] = "market_9"
    with pytest.raises(ValueError, match=f"the {stack} pile"):
        Oracle(2, piles, jungle)


@pytest.mark.parametrize(
    ("hand", "decisions"),
    [
        (("1-1-1-1", "1-1-1-1", "1-1-1-1"), 6),
        (("2-1-0-1", "2-1-0-1", "2-1-0-1"), 24),
        (("1-1-1-1", "2-1-0-1", "2-1-0-1"), 30),
        (("2-1-0-1", "3-0-0-1", "2-1-0-1"), 48),
        (("1-1-1-1", "2-1-0-1", "3-1-0-0"), 54),
        (("2-1-0-1", "3-0-0-1", "3-1-0-0"), 72),
    ],
)
def test_w2_the_first_tile_goes_to_one_of_six_cells(hand: tuple[str, ...], decisions: int) -> None:
    """Worked example W-2 of the rules page."""
    options = table(hand=hand).options()
    assert cells_of(options) == {"0,-1", "1,0", "2,1", "1,2", "0,1", "-1,0"}
    assert len(options) == len(set(options)) == decisions


def test_options_are_listed_row_by_row_then_by_type_and_turn() -> None:
    """Rule C-14.3 of the rules page."""
    assert table(hand=("3-1-0-0", "1-1-1-1", "3-1-0-0")).options()[:11] == [
        "place 1-1-1-1 r0 at 0,-1",
        "place 3-1-0-0 r0 at 0,-1",
        "place 3-1-0-0 r1 at 0,-1",
        "place 3-1-0-0 r2 at 0,-1",
        "place 3-1-0-0 r3 at 0,-1",
        "place 1-1-1-1 r0 at -1,0",
        "place 3-1-0-0 r0 at -1,0",
        "place 3-1-0-0 r1 at -1,0",
        "place 3-1-0-0 r2 at -1,0",
        "place 3-1-0-0 r3 at -1,0",
        "place 1-1-1-1 r0 at 1,0",
    ]


def after_w3(*, auto: bool) -> Oracle:
    """Return a game in which Yellow has put the second tile of the game beside Red's."""
    oracle = table(turn=1, auto=auto, workers={"1,0": "p0 2-1-0-1 r3"})
    oracle.cacao = [1, 0]
    return played(oracle, "place 1-1-1-1 r0 at 0,-1")


def test_w3_a_space_between_two_worker_tiles_is_filled_from_the_display() -> None:
    """Worked example W-3 of the rules page."""
    asked = after_w3(auto=True)
    assert asked.decider() == YELLOW
    assert asked.open_spaces == [(1, -1)]
    assert asked.options() == ["fill 1,-1 market_3", "fill 1,-1 cenote"]
    filled = played(asked, "fill 1,-1 market_3")
    assert filled.jungle_on_table[1, -1] == "market_3"
    assert filled.display == ["cenote"]


def test_w4_only_edges_at_something_new_are_activated() -> None:
    """Worked example W-4 of the rules page."""
    oracle = played(after_w3(auto=False), "fill 1,-1 market_3")
    assert pending(oracle, YELLOW) == {"0,-1 S", "0,-1 E"}
    assert pending(oracle, RED) == {"1,0 N"}
    assert oracle.decider() == YELLOW
    oracle.play("work 0,-1 S 1")
    oracle.play("work 0,-1 E 1")
    assert oracle.decider() == RED
    oracle.play("work 1,0 N 1")
    assert (oracle.gold, oracle.cacao) == ([3, 3], [0, 0])
    assert len(oracle.display) == 2
    assert (oracle.turn, oracle.decider()) == (2, RED)


def test_w4_asks_only_about_the_order_of_markets_when_the_rest_resolves_itself() -> None:
    """Worked example W-4, rule C-14.4 of the rules page."""
    oracle = played(after_w3(auto=True), "fill 1,-1 market_3")
    assert oracle.options() == ["work 0,-1 E 0", "work 0,-1 S 1"]
    oracle.play("work 0,-1 S 1")
    assert oracle.options() == ["work 0,-1 E 0", "work 0,-1 E 1"]
    oracle.play("work 0,-1 E 1")
    assert oracle.decider() == RED
    assert oracle.options() == ["work 1,0 N 0", "work 1,0 N 1"]


def before_overbuilding() -> Oracle:
    """W-5: return a game without jungle tiles to draw. Red has a sun token, and four kinds of jungle tile around it."""
    oracle = table(
        turn=4,
        jungle={"1,-1": "plantation_double", "2,0": "market_4", "1,1": "cenote", "0,0": "temple"},
        workers={"1,0": "p0 1-1-1-1 r0", "0,-1": "p1 1-1-1-1 r0"},
        display=(),
        pile=(),
    )
    oracle.sun = [1, 1]
    return oracle


def test_w5_overbuilding_lets_the_new_workers_act_where_the_old_ones_had() -> None:
    """Worked example W-5 of the rules page."""
    oracle = before_overbuilding()
    assert oracle.temple_counts((0, 0))[RED] == 1
    oracle.play("overbuild 2-1-0-1 r1 at 1,0")
    assert oracle.sun[RED] == 0
    assert oracle.options() == ["work 1,0 N 1", "work 1,0 E 0"]
    oracle.play("work 1,0 N 1")
    assert oracle.cacao[RED] == 2
    oracle.play("work 1,0 E 2")
    assert (oracle.gold[RED], oracle.cacao[RED], oracle.river[RED]) == (8, 0, 1)
    assert oracle.temple_counts((0, 0))[RED] == 0
    assert len(oracle.jungle_on_table) == 4
    assert oracle.summary()["grid"] == {
        "1,-1": "plantation_double",
        "2,0": "market_4",
        "1,1": "cenote",
        "0,0": "temple",
        "1,0": "p0 2-1-0-1 r1 over",
        "0,-1": "p1 1-1-1-1 r0",
    }


def test_w6_two_with_the_most_share_and_the_third_gets_nothing() -> None:
    """Worked example W-6 of the rules page."""
    oracle = table(
        3,
        jungle={"0,0": "temple"},
        workers={
            "0,-1": "p1 1-1-1-1 r0",
            "1,0": "p1 1-1-1-1 r0",
            "-1,0": "p0 2-1-0-1 r1",
            "0,1": "p2 1-1-1-1 r0",
        },
    )
    assert oracle.temple_counts((0, 0)) == [2, 2, 1]
    assert oracle.temple_gold() == [3, 3, 0]


@pytest.mark.parametrize(
    ("kind", "workers", "before", "after"),
    [
        ("plantation_double", 1, ("cacao", 4), 5),
        ("plantation_double", 3, ("cacao", 0), 5),
        ("plantation_single", 3, ("cacao", 1), 4),
        ("cenote", 3, ("river", 7), 8),
        ("cenote", 3, ("river", 2), 5),
        ("sun_site", 2, ("sun", 2), 3),
        ("sun_site", 3, ("sun", 0), 3),
        ("gold_mine_1", 3, ("gold", 1), 4),
        ("gold_mine_2", 3, ("gold", 1), 7),
    ],
)
@pytest.mark.parametrize("auto", [True, False])
def test_w7_what_does_not_fit_is_lost(kind: str, workers: int, before: tuple[str, int], after: int, auto: bool) -> None:
    """Worked example W-7 of the rules page."""
    tile = {1: "1-1-1-1 r0", 2: "2-1-0-1 r2", 3: "3-0-0-1 r2"}[workers]
    oracle = table(auto=auto, jungle={"0,0": kind})
    getattr(oracle, before[0])[RED] = before[1]
    oracle.play(f"place {tile} at 0,-1")
    if not auto:
        assert oracle.options() == [f"work 0,-1 S {k}" for k in range(workers + 1)]
        oracle.play(f"work 0,-1 S {workers}")
    assert getattr(oracle, before[0])[RED] == after
    assert oracle.turn == 1


def plantation_and_market(cacao: int) -> Oracle:
    """W-8, W-9: return a game with two workers at a plantation (0,-1 S) and two at a market_4 (1,-2 W)."""
    oracle = table(
        jungle={"1,-1": "temple", "2,-2": "temple"},
        workers={"1,-2": "p0 2-1-0-1 r3"},
        display=("market_4", "market_4"),
    )
    oracle.cacao[RED] = cacao
    return played(oracle, "place 2-1-0-1 r2 at 0,-1")


def test_w8_plantation_first_has_fruit_to_sell() -> None:
    """Worked example W-8 of the rules page."""
    oracle = plantation_and_market(cacao=0)
    assert oracle.options() == ["work 1,-2 W 0", "work 0,-1 S 2"]
    plantation_first = played(oracle, "work 0,-1 S 2", "work 1,-2 W 2")
    assert (plantation_first.gold[RED], plantation_first.cacao[RED]) == (8, 0)
    market_first = played(oracle, "work 1,-2 W 0")
    assert (market_first.gold[RED], market_first.cacao[RED]) == (0, 2)
    assert market_first.turn == 1


def test_w9_market_first_frees_storage() -> None:
    """Worked example W-9 of the rules page."""
    oracle = plantation_and_market(cacao=5)
    plantation_first = played(oracle, "work 0,-1 S 2", "work 1,-2 W 2")
    assert (plantation_first.gold[RED], plantation_first.cacao[RED]) == (8, 3)
    market_first = played(oracle, "work 1,-2 W 2")
    assert (market_first.gold[RED], market_first.cacao[RED]) == (8, 5)


@pytest.mark.parametrize("auto", [True, False])
def test_w10_an_edge_once_begun_is_not_taken_up_again(auto: bool) -> None:
    """Worked example W-10 of the rules page."""
    oracle = table(auto=auto, jungle={"1,1": "market_3"})
    oracle.cacao[RED] = 1
    oracle.play("place 2-1-0-1 r2 at 1,0")
    plantation_first = played(oracle, "work 1,0 W 1", "work 1,0 S 2")
    assert (plantation_first.gold[RED], plantation_first.cacao[RED]) == (6, 0)
    market_first = played(oracle, "work 1,0 S 1")
    if not auto:
        market_first.play("work 1,0 W 1")
    assert (market_first.gold[RED], market_first.cacao[RED]) == (3, 1)
    with pytest.raises(Refused):
        market_first.play("work 1,0 S 1")


def test_w11_ones_own_older_tile_is_activated_too() -> None:
    """Worked example W-11 of the rules page."""
    strict = table(turn=2, auto=False, workers={"1,0": "p0 2-1-0-1 r3"}, display=("gold_mine_2", "temple"))
    strict = played(strict, "place 1-1-1-1 r0 at 0,-1", "fill 1,-1 gold_mine_2")
    assert pending(strict, RED) == {"0,-1 S", "0,-1 E", "1,0 N"}
    auto = table(turn=2, workers={"1,0": "p0 2-1-0-1 r3"}, display=("gold_mine_2", "temple"))
    auto = played(auto, "place 1-1-1-1 r0 at 0,-1", "fill 1,-1 gold_mine_2")
    assert (auto.cacao[RED], auto.gold[RED], auto.turn) == (1, 4, 3)


def fills_of(cells: str, oracle: Oracle) -> list[set[str]]:
    """Put worker tiles on these cells, one in each turn. Return which spaces are filled.

    Other decisions are answered by their first options.
    """
    fills = []
    for cell in cells.split():
        before = set(oracle.jungle_on_table)
        oracle.play(next(option for option in oracle.options() if option.endswith(f" at {cell}")))
        while oracle.step in {"fill", "work"}:
            oracle.play(oracle.options()[0])
        fills.append({spell_cell(space) for space in set(oracle.jungle_on_table) - before})
    return fills


@pytest.mark.parametrize("auto", [True, False])
def test_w12_two_worker_tiles_straight_across_a_space_fill_it(auto: bool) -> None:
    """Worked example W-12 of the rules page."""
    oracle = Oracle(2, *shuffled_setup(2, chance(3)), auto)
    assert fills_of("1,2 0,1 0,3 2,3 3,2 4,3 4,1 3,0 1,0", oracle) == [
        set(),
        {"0,2"},
        {"1,3"},
        {"2,2"},
        {"3,3"},
        {"4,2"},
        {"3,1"},
        {"4,0"},
        {"2,0"},
    ]
    assert {cell for cell in neighbours((2, 0)) if cell in oracle.workers_on_table} == {(1, 0), (3, 0)}


def before_w13(*display: str) -> Oracle:
    """Return a game with eleven worker tiles on the table. The next one, at 0,3, gives three spaces to fill."""
    oracle = Oracle(2, *shuffled_setup(2, chance(3)))
    assert fills_of("1,2 -1,0 0,-1 -2,-1 -2,1 -3,0 2,1 2,3 -3,2 1,4 -2,3", oracle) == [
        set(),
        set(),
        {"-1,-1"},
        {"-2,0"},
        {"-1,1"},
        {"-3,-1", "-3,1"},
        {"2,2"},
        {"1,3"},
        {"-2,2"},
        {"2,4"},
        {"-3,3"},
    ]
    oracle.display = list(display)
    option = next(option for option in oracle.options() if option.endswith(" at 0,3"))
    return played(oracle, option)


def test_w13_three_spaces_take_both_display_tiles_and_then_the_top_of_the_pile() -> None:
    """Worked example W-13 of the rules page."""
    oracle = before_w13("temple", "cenote")
    top, *rest = oracle.jungle_pile
    assert len(oracle.assignments()) == 6
    assert oracle.options() == [
        "fill 0,2 cenote",
        "fill 0,2 temple",
        "fill -1,3 cenote",
        "fill -1,3 temple",
        "fill 0,4 cenote",
        "fill 0,4 temple",
    ]
    oracle.play("fill 0,4 cenote")
    assert oracle.jungle_pile == [top, *rest]
    assert oracle.options() == ["fill 0,2 temple", "fill -1,3 temple"]
    oracle.play("fill 0,2 temple")
    assert oracle.jungle_on_table[0, 4] == "cenote"
    assert oracle.jungle_on_table[0, 2] == "temple"
    assert oracle.jungle_on_table[-1, 3] == top
    while oracle.step == "work":
        oracle.play(oracle.options()[0])
    assert oracle.display == rest[:2]


def test_w13_like_display_tiles_leave_three_assignments() -> None:
    """Worked example W-13 of the rules page."""
    oracle = before_w13("temple", "temple")
    assert len(oracle.assignments()) == 3
    assert oracle.options() == ["fill 0,2 temple", "fill -1,3 temple", "fill 0,4 temple"]


def test_two_spaces_and_two_like_tiles_leave_nothing_to_ask() -> None:
    """Rule C-14.1 D2 of the rules page."""
    workers = {"1,0": "p0 1-1-1-1 r0", "-1,0": "p0 1-1-1-1 r0"}
    oracle = table(turn=2, workers=workers, display=("cenote", "cenote"))
    oracle.play("place 1-1-1-1 r0 at 0,-1")
    assert oracle.jungle_on_table[1, -1] == oracle.jungle_on_table[-1, -1] == "cenote"
    assert oracle.turn == 3


def test_the_first_of_two_fills_settles_the_second() -> None:
    """Rule C-14.1 D2 of the rules page."""
    workers = {"1,0": "p0 1-1-1-1 r0", "-1,0": "p0 1-1-1-1 r0"}
    oracle = table(turn=2, workers=workers, display=("cenote", "sun_site"))
    oracle.play("place 1-1-1-1 r0 at 0,-1")
    assert oracle.options() == ["fill -1,-1 cenote", "fill -1,-1 sun_site", "fill 1,-1 cenote", "fill 1,-1 sun_site"]
    oracle.play("fill 1,-1 sun_site")
    assert oracle.jungle_on_table[-1, -1] == "cenote"
    assert (oracle.turn, oracle.river[RED], oracle.sun[RED]) == (3, 2, 2)


def test_w14_a_space_may_stay_empty_and_the_next_player_may_overbuild() -> None:
    """Worked example W-14 of the rules page."""
    workers = {"1,0": "p0 1-1-1-1 r0", "-1,0": "p1 1-1-1-1 r0"}
    oracle = table(turn=2, workers=workers, display=("market_2",), pile=())
    oracle.sun = [1, 1]
    assert not [option for option in oracle.options() if option.startswith("overbuild")]
    oracle.play("place 1-1-1-1 r0 at 0,-1")
    assert oracle.options() == ["fill -1,-1 market_2", "fill 1,-1 market_2"]
    oracle.play("fill 1,-1 market_2")
    while oracle.step == "work":
        oracle.play(oracle.options()[0])
    assert (-1, -1) not in oracle.jungle_on_table
    assert oracle.display == []
    assert oracle.decider() == YELLOW
    assert cells_of([option for option in oracle.options() if option.startswith("overbuild")]) == {"-1,0"}


def refuses(oracle: Oracle, text: str) -> bool:
    """Play a text that is not offered. Fail if it is accepted; return True if the game did not change."""
    before = oracle.summary()
    with pytest.raises(Refused):
        oracle.play(text)
    return oracle.summary() == before


def test_w15_each_reason_alone_forbids_overbuilding() -> None:
    """Worked example W-15 of the rules page."""
    assert "overbuild 2-1-0-1 r1 at 1,0" in before_overbuilding().options()

    tile_in_display = before_overbuilding()
    tile_in_display.display = ["temple"]
    assert refuses(tile_in_display, "overbuild 2-1-0-1 r1 at 1,0")

    tile_in_pile = before_overbuilding()
    tile_in_pile.jungle_pile = ["temple"]
    assert refuses(tile_in_pile, "overbuild 2-1-0-1 r1 at 1,0")

    no_sun = before_overbuilding()
    no_sun.sun[RED] = 0
    assert refuses(no_sun, "overbuild 2-1-0-1 r1 at 1,0")

    assert refuses(before_overbuilding(), "overbuild 2-1-0-1 r1 at 0,-1")
    assert refuses(before_overbuilding(), "overbuild 3-1-0-0 r1 at 1,0")

    built_over = before_overbuilding()
    built_over.workers_on_table[1, 0] = Worker(RED, "1-1-1-1", 0, covered=Worker(RED, "1-1-1-1", 0))
    assert refuses(built_over, "overbuild 2-1-0-1 r1 at 1,0")


def test_w16_the_sun_token_is_paid_before_new_ones_come() -> None:
    """Worked example W-16 of the rules page."""
    oracle = before_overbuilding()
    oracle.sun[RED] = 3
    oracle.jungle_on_table[2, 0] = "sun_site"
    oracle.play("overbuild 2-1-0-1 r1 at 1,0")
    assert oracle.sun[RED] == 3


def at_a_market(cacao: int, *, auto: bool) -> Oracle:
    """Return a game with three workers of Red at a market_2."""
    oracle = table(auto=auto, jungle={"0,0": "market_2"})
    oracle.cacao[RED] = cacao
    return played(oracle, "place 3-0-0-1 r2 at 0,-1")


@pytest.mark.parametrize("auto", [True, False])
def test_w17_any_number_of_workers_may_sell(auto: bool) -> None:
    """Worked example W-17 of the rules page."""
    oracle = at_a_market(4, auto=auto)
    assert oracle.options() == [f"work 0,-1 S {k}" for k in range(4)]
    assert [played(oracle, f"work 0,-1 S {k}").gold[RED] for k in range(4)] == [0, 2, 4, 6]


def test_w17_more_sellers_than_fruit_sell_all_the_fruit() -> None:
    """Worked example W-17 of the rules page."""
    assert at_a_market(2, auto=True).options() == [f"work 0,-1 S {k}" for k in range(3)]
    strict = played(at_a_market(2, auto=False), "work 0,-1 S 3")
    assert (strict.gold[RED], strict.cacao[RED]) == (4, 0)


def test_a_market_without_fruit_asks_only_in_strict_mode() -> None:
    """Rules C-7.9 and C-14.4 of the rules page."""
    assert at_a_market(0, auto=True).turn == 1
    assert at_a_market(0, auto=False).options() == [f"work 0,-1 S {k}" for k in range(4)]


@pytest.mark.parametrize(
    ("counts", "gold"),
    [
        ([3, 0, 0, 0], [6, 0, 0, 0]),
        ([3, 2, 0, 0], [6, 3, 0, 0]),
        ([3, 1, 1, 0], [6, 1, 1, 0]),
        ([3, 1, 1, 1], [6, 1, 1, 1]),
        ([2, 2, 1, 0], [3, 3, 0, 0]),
        ([2, 2, 2, 1], [2, 2, 2, 0]),
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_w18_temples_pay_the_most_and_the_second_most(counts: list[int], gold: list[int]) -> None:
    """Worked example W-18 of the rules page."""
    assert temple_shares(counts) == gold
    assert temple_shares(counts[::-1]) == gold[::-1]


def test_w19_the_score_adds_gold_temples_sun_and_river() -> None:
    """Worked example W-19 of the rules page."""
    oracle = table(
        jungle={"0,0": "temple", "3,3": "temple"},
        workers={"0,-1": "p0 1-1-1-1 r0", "3,2": "p0 1-1-1-1 r0", "2,3": "p1 2-1-0-1 r1"},
    )
    oracle.gold, oracle.cacao, oracle.sun, oracle.river = [41, 0], [4, 0], [2, 0], [2, 3]
    assert oracle.temple_gold() == [9, 6]
    assert oracle.scores() == [51, 6]
    poor = table()
    poor.gold = [3, 0]
    assert poor.scores() == [-7, -10]


@pytest.mark.parametrize(("cacao", "ranks"), [([1, 3, 5], [2, 1, 3]), ([3, 3, 5], [1, 1, 3])])
def test_w20_leftover_cacao_breaks_ties(cacao: list[int], ranks: list[int]) -> None:
    """Worked example W-20 of the rules page."""
    oracle = table(3)
    oracle.gold, oracle.cacao, oracle.river = [51, 51, 40], cacao, [3, 3, 3]
    assert oracle.scores() == [51, 51, 40]
    assert oracle.placements() == ranks


def test_w21_workers_act_for_their_owner_in_another_players_turn() -> None:
    """Worked example W-21 of the rules page."""
    oracle = table(turn=1, workers={"1,0": "p0 2-1-0-1 r0"}, display=("market_4", "temple"))
    oracle.cacao[RED] = 5
    hand, stack = list(oracle.hands[RED]), list(oracle.worker_piles[RED])
    oracle = played(oracle, "place 1-1-1-1 r0 at 0,-1", "fill 1,-1 market_4")
    assert oracle.decider() == YELLOW
    oracle = played(oracle, "work 0,-1 S 1", "work 0,-1 E 0")
    assert (oracle.decider(), oracle.turn) == (RED, 1)
    assert oracle.options() == ["work 1,0 N 0", "work 1,0 N 1", "work 1,0 N 2"]
    sold = played(oracle, "work 1,0 N 2")
    assert (sold.gold, sold.cacao) == ([8, 0], [3, 1])
    assert (sold.hands[RED], sold.worker_piles[RED]) == (hand, stack)


# Invariants.


@dataclass
class Turn:
    """One turn of a random game: the table before and after it, and all answers in it."""

    before: Oracle
    after: Oracle
    answers: list[tuple[int, str]] = field(default_factory=list)
    activated: list[list[Edge]] = field(default_factory=list)  # before any seat was asked; known in strict mode only

    @property
    def placement(self) -> str:
        return self.answers[0][1]

    @property
    def cell(self) -> Cell:
        return read_cell(self.placement.split()[-1])

    @property
    def works(self) -> list[tuple[int, Edge, int]]:
        """Return the resolved edges that were asked about: seat, edge and number of acting workers."""
        found = []
        for seat, answer in self.answers:
            verb, *words = answer.split()
            if verb == "work":
                found.append((seat, (read_cell(words[0]), words[1]), int(words[2])))
        return found


def random_turn(before: Oracle, rng: random.Random) -> Turn:
    """Play to the end of the turn with random answers."""
    oracle = twin(before)
    turn = Turn(before, oracle, activated=[[] for _ in range(oracle.players)])
    number = oracle.turn
    while oracle.turn == number:
        seat = oracle.decider()
        assert seat is not None
        if oracle.step == "work" and not turn.works:
            turn.activated = [list(edges) for edges in oracle.pending]
        answer = rng.choice(oracle.options())
        turn.answers.append((seat, answer))
        oracle.play(answer)
    return turn


@functools.cache
def random_game(players: int, seed: int, *, auto: bool) -> tuple[Turn, ...]:
    """Return a whole game, turn by turn. It is cached, because all laws read the same games."""
    rng = chance(f"{players} {seed} {auto}")
    oracle = Oracle(players, *shuffled_setup(players, rng), auto)
    turns = []
    while oracle.decider() is not None:
        turns.append(random_turn(oracle, rng))
        oracle = turns[-1].after
    return tuple(turns)


def random_games(modes: tuple[bool, ...] = (True, False)) -> Iterator[tuple[Turn, ...]]:
    """Yield eighty games, in the soak two hundred, over all numbers of players, with and without `auto_resolve`."""
    for players in (2, 3, 4):
        for auto in modes:
            for seed in range(games(28, 68) // len(modes)):
                yield random_game(players, seed, auto=auto)


def random_turns(modes: tuple[bool, ...] = (True, False)) -> Iterator[Turn]:
    for game in random_games(modes):
        yield from game


def worker_kinds(oracle: Oracle, seat: int) -> Counter[str]:
    """Return all worker tiles of a seat: on the table, covered, in hand and in the pile."""
    kinds = Counter(oracle.hands[seat] + oracle.worker_piles[seat])
    for tile in oracle.workers_on_table.values():
        for layer in (tile, tile.covered):
            if layer is not None and layer.owner == seat:
                kinds[layer.kind] += 1
    return kinds


def laid_now(turn: Turn) -> set[Cell]:
    """Return the cells on which jungle tiles were laid in a turn."""
    return set(turn.after.jungle_on_table) - set(turn.before.jungle_on_table)


def test_no_tile_is_lost_or_won() -> None:
    """Rule C-16.1 of the rules page."""
    for turn in random_turns():
        oracle = turn.after
        expected = Counter(JUNGLE_COUNTS) - Counter(NOT_WITH_TWO if oracle.players == 2 else {})
        assert Counter([*oracle.jungle_on_table.values(), *oracle.display, *oracle.jungle_pile]) == expected
        for seat in range(oracle.players):
            assert worker_kinds(oracle, seat) == WORKER_COUNTS[oracle.players]


def area_of(start: Cell, cells: set[Cell]) -> set[Cell]:
    """Return all cells that can be reached from `start` within `cells`, from side to side."""
    reached, edge = {start}, [start]
    while edge:
        for cell in neighbours(edge.pop()):
            if cell in cells and cell not in reached:
                reached.add(cell)
                edge.append(cell)
    return reached


def test_the_table_is_a_checkerboard_around_the_start_tiles() -> None:
    """Rule C-16.2 of the rules page."""
    for turn in random_turns():
        jungle, workers = turn.after.jungle_on_table, turn.after.workers_on_table
        for cell in jungle:
            assert sum(cell) % 2 == 0
            assert not any(around in jungle for around in neighbours(cell))
            assert cell in START_AREA or sum(around in workers for around in neighbours(cell)) >= 2
        for cell in workers:
            assert sum(cell) % 2 == 1
            assert not any(around in workers for around in neighbours(cell))
            assert any(around in jungle for around in neighbours(cell))
        tiles = set(jungle) | set(workers)
        assert area_of((0, 0), tiles) | area_of((1, 1), tiles) == tiles


def test_goods_keep_to_their_bounds_and_fall_only_where_they_are_spent() -> None:
    """Rule C-16.3 of the rules page."""
    for turn in random_turns():
        before, after = turn.before, turn.after
        overbuilt = turn.placement.startswith("overbuild")
        assert sum(after.cacao) <= 20
        assert sum(after.sun) <= 12
        for seat in range(after.players):
            assert 0 <= after.cacao[seat] <= 5
            assert 0 <= after.sun[seat] <= 3
            assert 0 <= after.river[seat] <= 8
            assert 0 <= before.gold[seat] <= after.gold[seat]
            assert before.river[seat] <= after.river[seat]
            assert after.sun[seat] >= before.sun[seat] - (overbuilt and seat == before.active)
            assert after.cacao[seat] >= before.cacao[seat] or after.gold[seat] > before.gold[seat]


def test_while_tiles_are_left_the_display_is_full_and_no_due_space_is_empty() -> None:
    """Rule C-16.4 of the rules page."""
    for turn in random_turns():
        oracle = turn.after
        assert len(oracle.display) == min(2, len(oracle.display) + len(oracle.jungle_pile))
        if oracle.display:
            around = Counter(space for cell in oracle.workers_on_table for space in neighbours(cell))
            assert all(space in oracle.jungle_on_table for space, workers in around.items() if workers >= 2)


def test_there_is_always_an_ordinary_placement_and_always_a_choice() -> None:
    """Rules C-16.5 and C-14.1 of the rules page."""
    for turn in random_turns():
        assert sum(option.startswith("place ") for option in turn.before.options()) >= 2


def test_a_turn_lays_one_worker_tile_and_as_many_jungle_tiles_as_are_due_and_there() -> None:
    """Rule C-16.6 of the rules page."""
    for turn in random_turns():
        before, after = turn.before, turn.after
        active = before.active
        kind = turn.placement.split()[1]
        drawn = before.worker_piles[active][:1]
        assert Counter(after.hands[active]) == Counter(before.hands[active]) - Counter([kind]) + Counter(drawn)
        workers = {*before.workers_on_table, turn.cell}
        due = [
            space
            for space in neighbours(turn.cell)
            if space not in before.jungle_on_table and sum(around in workers for around in neighbours(space)) >= 2
        ]
        if turn.placement.startswith("overbuild"):
            assert laid_now(turn) == set()
        else:
            assert laid_now(turn) <= set(due)
            assert len(laid_now(turn)) == min(len(due), len(before.display) + len(before.jungle_pile)) <= 3


def test_overbuilding_waits_for_the_last_jungle_tile_and_needs_sun() -> None:
    """Rule C-16.7 of the rules page."""
    seen = 0
    for game in random_games():
        gained = [0] * game[0].before.players
        spent = [0] * game[0].before.players
        for turn in game:
            before, after, active = turn.before, turn.after, turn.before.active
            overbuilt = turn.placement.startswith("overbuild")
            assert overbuilt == (turn.cell in before.workers_on_table)
            spent[active] += overbuilt
            for seat in range(after.players):
                paid = overbuilt and seat == active
                gained[seat] += after.sun[seat] - before.sun[seat] + paid
            if overbuilt:
                seen += 1
                assert not before.display
                assert not before.jungle_pile
                assert before.workers_on_table[turn.cell].owner == active
                assert before.workers_on_table[turn.cell].covered is None
                assert after.workers_on_table[turn.cell].covered == before.workers_on_table[turn.cell]
            assert all(mine <= had for mine, had in zip(spent, gained, strict=True))
    assert seen > 100


def test_an_edge_is_pending_when_the_later_of_its_two_tiles_is_laid() -> None:
    """Rule C-16.8 of the rules page."""
    for game in random_games(modes=(False,)):
        jungle_laid = dict.fromkeys(START_AREA, -1)
        worker_laid: dict[Cell, int] = {}
        for number, turn in enumerate(game):
            jungle_laid |= dict.fromkeys(laid_now(turn), number)
            worker_laid[turn.cell] = number
            expected: list[set[Edge]] = [set() for _ in range(turn.after.players)]
            for cell, tile in turn.after.workers_on_table.items():
                for side in SIDES:
                    later = max(worker_laid[cell], jungle_laid.get(neighbour(cell, side), 99))
                    if workers_at(tile, side) and later == number:
                        expected[tile.owner].add((cell, side))
            assert [set(edges) for edges in turn.activated] == expected
            assert sorted((seat, edge) for seat, edge, _ in turn.works) == sorted(
                (seat, edge) for seat, edges in enumerate(turn.activated) for edge in edges
            )


class AnticlockwiseFromTheRight(Oracle):
    """A game in which the players work in the opposite order, the active one last."""

    def working_order(self) -> list[int]:
        return super().working_order()[::-1]


def replayed_otherwise(turn: Turn) -> Oracle:
    """Play a turn again: players in the opposite order, edges without cacao first. Return the game after it."""
    oracle = twin(turn.before)
    oracle.__class__ = AnticlockwiseFromTheRight
    for _seat, answer in turn.answers:
        if not answer.startswith("work"):
            oracle.play(answer)
    works = sorted(turn.works, key=lambda work: is_about_cacao(turn.after, work[1]))
    while oracle.turn == turn.before.turn:
        mine = next(work for work in works if work[0] == oracle.decider())
        works.remove(mine)
        _, (cell, side), k = mine
        oracle.play(f"work {spell_cell(cell)} {side} {k}")
    return oracle


def is_about_cacao(oracle: Oracle, edge: Edge) -> bool:
    """True if an edge is at a plantation or a market."""
    return oracle.faced_by(edge).startswith(("plantation", "market"))


def test_the_order_of_players_and_of_edges_without_cacao_changes_nothing() -> None:
    """Rule C-16.9 of the rules page."""
    for turn in random_turns(modes=(False,)):
        assert replayed_otherwise(turn).summary() == turn.after.summary()


def test_gold_comes_only_from_mines_and_sales() -> None:
    """Rule C-16.10 of the rules page."""
    for turn in random_turns(modes=(False,)):
        cacao, gold = list(turn.before.cacao), list(turn.before.gold)
        for seat, edge, k in turn.works:
            kind, _, value = turn.after.jungle_on_table[neighbour(*edge)].rpartition("_")
            if kind == "plantation":
                cacao[seat] = min(5, cacao[seat] + k * {"single": 1, "double": 2}[value])
            elif kind == "market":
                gold[seat] += min(k, cacao[seat]) * int(value)
                cacao[seat] -= min(k, cacao[seat])
            elif kind == "gold_mine":
                gold[seat] += k * int(value)
        assert (turn.after.cacao, turn.after.gold) == (cacao, gold)


def test_a_temple_pays_out_one_of_five_sums() -> None:
    """Rule C-16.11 of the rules page."""
    sums: set[int] = set()
    for game in random_games():
        final = game[-1].after
        for cell, kind in final.jungle_on_table.items():
            if kind == "temple":
                sums.add(sum(temple_shares(final.temple_counts(cell))))
        assert sum(final.scores()) == sum(
            (*final.gold, *final.temple_gold(), *final.sun, *(RIVER[index] for index in final.river))
        )
    assert sums <= {0, 4, 6, 8, 9}
    assert {6, 9} <= sums


def test_all_players_have_equally_many_turns() -> None:
    """Rule C-16.12 of the rules page."""
    for game in random_games():
        players = game[0].before.players
        assert len(game) == {2: 22, 3: 30, 4: 36}[players]
        for number, turn in enumerate(game):
            assert turn.before.active == turn.answers[0][0] == number % players
            tiles = sum(WORKER_COUNTS[players].values())
            for seat, hand in enumerate(turn.before.hands):
                turns_taken = number // players + (seat < number % players)
                assert len(hand) == min(3, tiles - turns_taken)
        assert all(hand == [] for hand in game[-1].after.hands)


@dataclass(frozen=True)
class Symmetry:
    """A rotation of the whole table, or a reflection that exchanges east and west."""

    name: str
    cells: tuple[tuple[int, int], tuple[int, int]]
    sides: str  # where N, E, S and W come to lie
    kinds: dict[str, str] = field(default_factory=dict)

    def cell(self, cell: Cell) -> Cell:
        (a, b), (c, d) = self.cells
        return a * cell[0] + b * cell[1], c * cell[0] + d * cell[1]

    def side(self, side: str) -> str:
        return self.sides["NESW".index(side)]

    def tile(self, kind: str, rotation: int) -> tuple[str, int]:
        """Return the tile that shows the same workers after the rotation or reflection."""
        old = Worker(0, kind, rotation)
        new_kind = self.kinds.get(kind, kind)
        turns = [0] if kind == "1-1-1-1" else range(4)
        for turn in turns:
            new = Worker(0, new_kind, turn)
            if all(workers_at(new, self.side(side)) == workers_at(old, side) for side in SIDES):
                return new_kind, turn
        raise AssertionError((kind, rotation))

    def option(self, text: str) -> str:
        verb, *words = text.split()
        if verb == "fill":
            return f"fill {spell_cell(self.cell(read_cell(words[0])))} {words[1]}"
        if verb == "work":
            return f"work {spell_cell(self.cell(read_cell(words[0])))} {self.side(words[1])} {words[2]}"
        kind, rotation = self.tile(words[0], int(words[1][1:]))
        return f"{verb} {kind} r{rotation} at {spell_cell(self.cell(read_cell(words[3])))}"

    def table(self, oracle: Oracle) -> Oracle:
        moved = twin(oracle)
        moved.jungle_on_table = {self.cell(cell): kind for cell, kind in oracle.jungle_on_table.items()}
        moved.workers_on_table = {}
        for cell, tile in oracle.workers_on_table.items():
            moved.workers_on_table[self.cell(cell)] = Worker(
                tile.owner, *self.tile(tile.kind, tile.rotation), tile.covered
            )
        moved.hands = [[self.kinds.get(kind, kind) for kind in hand] for hand in oracle.hands]
        moved.worker_piles = [[self.kinds.get(kind, kind) for kind in pile] for pile in oracle.worker_piles]
        return moved


SYMMETRIES = [
    Symmetry("quarter turn", ((0, -1), (1, 0)), "ESWN"),
    Symmetry("half turn", ((-1, 0), (0, -1)), "SWNE"),
    Symmetry("mirror", ((-1, 0), (0, 1)), "NWSE", {"3-0-0-1": "3-1-0-0", "3-1-0-0": "3-0-0-1"}),
]


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=lambda symmetry: symmetry.name)
def test_turning_or_mirroring_the_table_changes_no_decision_and_no_score(symmetry: Symmetry) -> None:
    """Rule C-16.13 of the rules page."""
    for seed in range(2):
        for players in (2, 3, 4):
            for turn in random_game(players, seed, auto=seed == 0):
                here, there = twin(turn.before), symmetry.table(turn.before)
                for _seat, answer in turn.answers:
                    assert {symmetry.option(option) for option in here.options()} == set(there.options())
                    here.play(answer)
                    there.play(symmetry.option(answer))
                assert there.scores() == here.scores()
                assert there.summary()["gold"] == here.summary()["gold"]


def test_replaying_the_answers_gives_the_same_game() -> None:
    """Rule C-16.14 of the rules page."""
    for game in random_games():
        oracle = twin(game[0].before)
        for turn in game:
            assert oracle.summary() == turn.before.summary()
            for seat, answer in turn.answers:
                assert oracle.decider() == seat
                assert len(oracle.options()) == len(set(oracle.options()))
                oracle.play(answer)
        assert oracle.summary() == game[-1].after.summary()
        assert (oracle.decider(), oracle.options()) == (None, [])
        assert min(oracle.placements()) == 1


def test_what_is_not_listed_is_refused_and_changes_nothing() -> None:
    """Rules C-14.6 and C-16.14 of the rules page."""
    game = random_game(3, 1, auto=False)
    answers = {answer for turn in game for _seat, answer in turn.answers} | {"", "pass", "place 1-1-1-1 r1 at 1,0"}
    for turn in game:
        oracle = twin(turn.before)
        for _seat, answer in turn.answers:
            for other in sorted(answers - set(oracle.options())):
                assert refuses(oracle, other)
            oracle.play(answer)


def test_every_tile_has_four_workers_and_turns_clockwise() -> None:
    """Rules C-1.4 and C-1.5 of the rules page."""
    for kind in WORKER_TYPES:
        for rotation in range(4):
            assert sum(workers_at(Worker(0, kind, rotation), side) for side in SIDES) == 4
    drawn = Worker(0, "3-0-0-1", 1)
    assert [workers_at(drawn, side) for side in "NESW"] == [1, 3, 0, 0]


def test_the_box_holds_28_jungle_tiles_and_two_players_use_21() -> None:
    """Rule C-2.3 of the rules page."""
    assert [jungle_tiles(players).total() for players in (2, 3, 4)] == [21, 28, 28]
