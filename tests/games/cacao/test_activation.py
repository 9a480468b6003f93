"""C-7, C-8: tests of the work of workers: which of them act, in which order, and what they gain."""

import pytest

from arena.errors import IllegalOptionError
from tests.games.cacao.vocabulary import PURPLE, RED, WHITE, YELLOW, Goods, Tile, random_states, table

AT_1_0 = {(1, 0): Tile(RED, "2-1-0-1", 3)}  # N1 E0 S1 W2


def filled_with(tile, *, workers=None, villages=(), lays="1-1-1-1 r0", **more):
    """Return a game in which Yellow has laid a tile at 0,-1 and filled 1,-1, between it and Red's tile, with `tile`."""
    hands = {RED: Goods(), YELLOW: Goods(hand=(lays.split()[0],))} | dict(villages)
    game = table(workers or AT_1_0, active=YELLOW, display=(tile, tile), villages=hands, **more)
    return game.play(f"place {lays} at 0,-1")


@pytest.mark.rule("W-4")
@pytest.mark.rule("C-7.1")
@pytest.mark.rule("C-7.2")
@pytest.mark.rule("C-7.4")
@pytest.mark.rule("C-7.5")
def test_new_workers_act_and_so_do_older_ones_at_a_new_jungle_tile():
    game = filled_with("market_3", villages={RED: Goods(cacao=1)})
    assert game.edges == [
        (RED, "1,0 N", 1, "market_3"),
        (YELLOW, "0,-1 E", 1, "market_3"),
        (YELLOW, "0,-1 S", 1, "plantation_single"),
    ]
    game.play("work 0,-1 S 1", "work 0,-1 E 1", "work 1,0 N 1")
    assert game.goods(YELLOW) == (3, 0, 0, 0)
    assert game.goods(RED) == (3, 0, 0, 0)


@pytest.mark.rule("C-7.1")
@pytest.mark.rule("C-8.6")
def test_workers_at_a_temple_are_activated_without_effect():
    game = filled_with("temple", auto_resolve=False)
    assert (YELLOW, "0,-1 E", 1, "temple") in game.edges
    before = [game.goods(seat) for seat in (RED, YELLOW)]
    game.play("work 0,-1 E 1")
    assert [game.goods(seat) for seat in (RED, YELLOW)] == before


@pytest.mark.rule("W-11")
@pytest.mark.rule("C-7.3")
def test_own_older_workers_act_too():
    game = table(AT_1_0, display=("gold_mine_2", "gold_mine_2")).play("place 1-1-1-1 r0 at 0,-1")
    assert game.goods(RED) == (4, 1, 0, 0)


@pytest.mark.rule("C-7.4")
@pytest.mark.rule("C-16.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_each_worker_acts_at_most_once_in_the_game(seats):
    for seed in range(5):
        state = next(random_states(seats, seed, auto_resolve=False))
        state.listen()
        for _ in range(400):
            if state.to_move >= 0:
                state.apply(state.options()[-1])
        worked, height = [], {}
        for event in state.events(0, -1):
            if event.kind in ("placed", "overbuilt"):
                height[event.numbers[1], event.numbers[2]] = event.kind
            elif event.kind == "worked":
                _, x, y, side, *_ = event.numbers
                worked.append((x, y, side, height[x, y]))
        assert len(worked) == len(set(worked))
        assert worked


@pytest.mark.rule("C-7.5")
@pytest.mark.rule("W-21")
def test_workers_pay_their_owner_in_the_turn_of_any_player():
    workers = {(1, 0): Tile(RED, "2-1-0-1", 0)}  # two workers face 1,-1
    game = table(
        workers, seats=4, active=WHITE, display=("market_4", "market_4"),
        villages={RED: Goods(cacao=5, pile=("3-1-0-0",)), WHITE: Goods(hand=("3-1-0-0",))},
    )  # fmt: skip
    game.play("place 3-1-0-0 r0 at 0,-1")
    assert (game.to_move, game.seen.active) == (RED, WHITE)
    assert game.options == ["work 1,0 N 0", "work 1,0 N 1", "work 1,0 N 2"]
    game.play("work 1,0 N 2")
    assert game.goods(RED) == (8, 3, 0, 0)
    assert game.goods(WHITE) == (0, 0, 0, 0)
    assert (game.village(RED).hand, game.village(RED).pile) == (1, 1)


@pytest.mark.rule("C-7.6")
@pytest.mark.rule("W-10")
def test_an_edge_is_not_split():
    workers = {(1, 0): Tile(YELLOW, "3-1-0-0", 1)}
    red = Goods(cacao=1, hand=("2-1-0-1",))
    game = table(workers, display=("market_3", "market_3"), villages={RED: red})
    game.play("place 2-1-0-1 r1 at 0,-1")  # N1 E2 S1 W0: a market and a plantation
    sold_later = type(game)(game.state.clone()).play("work 0,-1 S 1", "work 0,-1 E 2")
    assert sold_later.goods(RED) == (6, 0, 0, 0)
    game.play("work 0,-1 E 1")
    assert game.goods(RED) == (3, 1, 0, 0)
    with pytest.raises(IllegalOptionError):
        game.play("work 0,-1 E 1")


@pytest.mark.rule("C-7.6")
@pytest.mark.rule("C-13.14")
def test_an_edge_of_another_own_tile_waits_its_turn_as_well():
    game = table(AT_1_0, display=("market_3", "market_3"), villages={RED: Goods(cacao=2)})
    game.play("place 1-1-1-1 r0 at 0,-1", "work 1,0 N 1")
    with pytest.raises(IllegalOptionError, match="no worker on that side is still to act"):
        game.play("work 1,0 N 1")
    assert game.options[:2] == ["work 0,-1 E 0", "work 0,-1 E 1"]


@pytest.mark.rule("C-7.7")
@pytest.mark.rule("W-17")
@pytest.mark.parametrize(("workers", "gold"), [(0, 0), (1, 2), (2, 4), (3, 6)])
def test_any_number_of_workers_may_sell(workers, gold):
    game = table(villages={RED: Goods(cacao=4, hand=("3-1-0-0",))})
    game.play("place 3-1-0-0 r0 at 1,2")
    assert game.options == [f"work 1,2 N {k}" for k in range(4)]
    game.play(f"work 1,2 N {workers}")
    assert game.goods(RED) == (gold, 4 - workers, 0, 0)


@pytest.mark.rule("W-17")
@pytest.mark.rule("C-8.2")
def test_three_sellers_with_two_cacao_sell_two():
    game = table(villages={RED: Goods(cacao=2, hand=("3-1-0-0",))}, auto_resolve=False)
    game.play("place 3-1-0-0 r0 at 1,2", "work 1,2 N 3")
    assert game.goods(RED) == (4, 0, 0, 0)


@pytest.mark.rule("C-7.7")
def test_without_auto_resolve_any_number_may_forgo_anywhere():
    game = filled_with("gold_mine_2", auto_resolve=False)
    assert game.options == ["work 0,-1 E 0", "work 0,-1 E 1", "work 0,-1 S 0", "work 0,-1 S 1"]
    game.play("work 0,-1 E 0", "work 0,-1 S 0", "work 1,0 N 0")
    assert [game.goods(seat) for seat in (RED, YELLOW)] == [(0, 0, 0, 0)] * 2


@pytest.mark.rule("C-7.8")
def test_the_active_player_decides_first_then_the_others_clockwise():
    workers = {
        (1, 0): Tile(RED, "3-1-0-0", 0),  # three workers face 1,-1
        (2, -1): Tile(PURPLE, "3-1-0-0", 3),
        (1, -2): Tile(WHITE, "3-1-0-0", 2),
    }
    rich = {seat: Goods(cacao=1) for seat in range(4)}
    game = table(
        workers, jungle={(2, -2): "temple"}, seats=4, active=YELLOW, villages=rich, display=("market_4", "market_4")
    )
    game.play("place 1-1-1-1 r0 at 0,-1")
    asked = []
    while game.asks == "work":
        asked.append(game.to_move)
        game.play(game.options[-1])
    assert list(dict.fromkeys(asked)) == [YELLOW, PURPLE, WHITE, RED]


@pytest.mark.rule("C-7.9")
@pytest.mark.rule("C-14.4")
def test_a_market_without_cacao_is_used_up():
    game = filled_with("market_4", workers=AT_1_0, lays="3-1-0-0 r2").listen()
    assert game.asks == "place"
    assert game.edges == []
    assert game.goods(RED) == (0, 0, 0, 0)


# What workers bring --------------------------------------------------------------------------------------------------


def three_workers_at(tile, **goods):
    """Return a game in which three of Red's workers face a jungle tile at 2,0."""
    return table(jungle={(2, 0): tile}, villages={RED: Goods(hand=("3-1-0-0",), **goods)}, display=(), pile=()).play(
        "place 3-1-0-0 r3 at 3,0"
    )


def one_worker_at(tile, **goods):
    """Return a game in which one of Red's workers faces a jungle tile at 2,0; the other three do not."""
    return table(jungle={(2, 0): tile}, villages={RED: Goods(hand=("3-1-0-0",), **goods)}, display=(), pile=()).play(
        "place 3-1-0-0 r2 at 3,0"
    )


@pytest.mark.rule("C-8.1")
@pytest.mark.parametrize(("tile", "cacao"), [("plantation_single", 3), ("plantation_double", 5)])
def test_workers_harvest_what_fits_into_the_storage(tile, cacao):
    assert three_workers_at(tile).goods(RED) == (0, cacao, 0, 0)


@pytest.mark.rule("W-7")
@pytest.mark.rule("C-8.1")
@pytest.mark.rule("C-8.4")
@pytest.mark.rule("C-8.5")
def test_storage_river_and_sun_spaces_end_somewhere():
    assert one_worker_at("plantation_double", cacao=4).goods(RED) == (0, 5, 0, 0)
    assert three_workers_at("plantation_double").goods(RED) == (0, 5, 0, 0)
    assert three_workers_at("cenote", river=7).goods(RED) == (0, 0, 0, 8)
    assert three_workers_at("sun_site", suns=2).goods(RED) == (0, 0, 3, 0)


@pytest.mark.rule("C-8.2")
@pytest.mark.parametrize(("tile", "price"), [("market_2", 2), ("market_3", 3), ("market_4", 4)])
def test_a_market_pays_its_price_for_every_cacao(tile, price):
    game = three_workers_at(tile, cacao=5)
    game.play("work 3,0 W 2")
    assert game.goods(RED) == (2 * price, 3, 0, 0)


@pytest.mark.rule("C-8.3")
@pytest.mark.parametrize(("tile", "gold"), [("gold_mine_1", 3), ("gold_mine_2", 6)])
def test_a_gold_mine_pays_each_worker(tile, gold):
    game = three_workers_at(tile)
    assert game.goods(RED) == (gold, 0, 0, 0)
    assert game.state.ledger()["gold_mine"][RED] == [gold]


@pytest.mark.rule("C-8.4")
def test_the_carrier_goes_one_field_for_each_worker():
    game = three_workers_at("cenote")
    assert game.goods(RED) == (0, 0, 0, 3)
    assert game.state.scores()[RED] == 0


@pytest.mark.rule("C-8.5")
def test_each_worker_brings_a_sun_token():
    assert one_worker_at("sun_site").goods(RED) == (0, 0, 1, 0)


@pytest.mark.rule("C-8.6")
def test_a_temple_brings_nothing_before_the_end():
    game = three_workers_at("temple")
    assert game.goods(RED) == (0, 0, 0, 0)
    assert game.state.ledger()["temple"][RED] == [6]


@pytest.mark.rule("C-8.7")
def test_the_bank_never_runs_out():
    assert three_workers_at("gold_mine_2", gold=10_000).goods(RED) == (10_006, 0, 0, 0)


@pytest.mark.rule("C-8.7")
def test_cacao_that_was_sold_can_be_harvested_again():
    game = three_workers_at("market_4", cacao=5).play("work 3,0 W 3")
    assert game.goods(RED)[1] == 2


# Order ---------------------------------------------------------------------------------------------------------------


def plantation_and_market(cacao):
    """Return a game with two of Red's workers at a new plantation at -1,0 N, and two at a new market at 1,0 N."""
    workers = {(-1, 0): Tile(RED, "2-1-0-1", 0), (1, 0): Tile(RED, "2-1-0-1", 0)}
    villages = {RED: Goods(cacao=cacao), YELLOW: Goods(hand=("3-1-0-0",))}
    game = table(workers, active=YELLOW, villages=villages, display=("plantation_single", "market_4"))
    game.play("place 3-1-0-0 r3 at 0,-1", "fill 1,-1 market_4")
    assert game.edges == [(RED, "-1,0 N", 2, "plantation_single"), (RED, "1,0 N", 2, "market_4")]
    return game


@pytest.mark.rule("C-14.5")
@pytest.mark.rule("W-8")
def test_harvesting_first_gives_fruit_to_sell():
    assert plantation_and_market(0).play("work -1,0 N 2", "work 1,0 N 2").goods(RED) == (8, 0, 0, 0)
    assert plantation_and_market(0).play("work 1,0 N 0").goods(RED) == (0, 2, 0, 0)


@pytest.mark.rule("C-14.5")
@pytest.mark.rule("W-9")
def test_selling_first_makes_room_for_the_harvest():
    assert plantation_and_market(5).play("work -1,0 N 2", "work 1,0 N 2").goods(RED) == (8, 3, 0, 0)
    assert plantation_and_market(5).play("work 1,0 N 2").goods(RED) == (8, 5, 0, 0)


# Which seat is asked what --------------------------------------------------------------------------------------------


@pytest.mark.rule("C-14.4")
def test_steps_without_a_decision_are_done_before_the_question():
    workers = {(1, 0): Tile(RED, "2-1-0-1", 0)}
    game = table(workers, villages={RED: Goods(cacao=1)}, display=("cenote", "cenote"), jungle={(0, -2): "market_4"})
    game.play("place 1-1-1-1 r0 at 0,-1")
    assert game.goods(RED) == (0, 1, 0, 3)
    assert game.options == ["work 0,-1 N 0", "work 0,-1 N 1", "work 0,-1 S 1"]


@pytest.mark.rule("C-14.4")
def test_the_others_workers_wait_until_it_is_their_part():
    game = filled_with("market_4", villages={YELLOW: Goods(cacao=1), RED: Goods(cacao=0)})
    assert game.to_move == YELLOW
    assert (RED, "1,0 N", 1, "market_4") in game.edges


@pytest.mark.rule("C-14.4")
def test_without_auto_resolve_more_workers_may_act_than_have_an_effect():
    game = filled_with("market_4", auto_resolve=False)
    assert "work 0,-1 E 1" in game.options


@pytest.mark.rule("C-14.6")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("work 1,0 N 1", "another player's workers"),
        ("work 2,1 N 1", "no worker tile lies there"),
        ("work 0,-1 N 1", "no worker on that side is still to act"),
        ("work 0,-1 E 3", "not so many workers"),
        ("work 0,-1 S 0", "with auto_resolve on, 1 of these workers can act"),
        ("work 0,-1 E 1", "with auto_resolve on, 0 of these workers can act"),
        ("fill 1,-1 market_4", "workers are to act now"),
    ],
)
def test_no_seat_acts_out_of_turn(text, reason):
    game = filled_with("market_4", villages={RED: Goods(cacao=1)})
    before = game.state.position()
    with pytest.raises(IllegalOptionError, match=reason):
        game.play(text)
    assert game.state.position() == before
