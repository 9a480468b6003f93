"""T-11.1, T-11.10, T-11.11: tests of claims of Discovery tiles."""

import pytest

from tests.games.teotihuacan.vocabulary import FOREST, arriving, player, table

PRICES = {
    "2 cocoa 1 gold": "V00",
    "1 cocoa 1 wood": "V01 V02 V03 V04",
    "1 wood": "V05 V06 V07 V08 V09 V10 V11 V12 V13 V14 V15 V16 V17 V18 V19",
    "1 cocoa": "V20 V21 V24 V25 V26 V27 V28 V29 V39 V40 V41",
    "": "V22 V23 V30 V31 V32 V33 V34 V35 V42 V43 V44 V45 V46 V47 V48 V49 V50 V51 V52 V53",
    "1 gold": "V36 V37 V38",
}
PRICE_OF = {tile: price for price, tiles in PRICES.items() for tile in tiles.split()}


def purse(price):
    words = price.split()
    return dict(zip(words[1::2], map(int, words[::2]), strict=True))


def test_all_54_discovery_tiles_have_a_price():
    assert sorted(PRICE_OF) == [f"V{number:02d}" for number in range(54)]


@pytest.mark.rule("T-11.1")
@pytest.mark.rule("T-11.10")
@pytest.mark.parametrize("tile", PRICE_OF)
def test_a_claim_costs_what_is_printed_and_nothing_less_will_do(tile):
    price = purse(PRICE_OF[tile])
    game = arriving(FOREST, ana=player(**price), beside={FOREST: tile}).play("worship forest discovery")
    assert (game.ana.cocoa, game.ana.wood, game.ana.gold) == (0, 0, 0)
    assert sum(game.state.players[0].ready) == 1
    for good in price:
        short = price | {good: price[good] - 1}
        assert not arriving(FOREST, ana=player(**short), beside={FOREST: tile}).has("worship forest discovery")


@pytest.mark.rule("T-11.1")
def test_the_price_is_the_same_on_tracks():
    game = table(asks="avenue_claim 0", spots={"avenue_3": "V00 V36"}, ana=player(cocoa=2, gold=1, avenue=3))
    assert game.offered == ["claim V00", "claim V36", "pass"]
    game.play("claim V00")
    assert (game.ana.cocoa, game.ana.gold) == (0, 0)


@pytest.mark.rule("T-11.11")
@pytest.mark.rule("T-11.3")
@pytest.mark.rule("T-19.2")
def test_directly_after_a_claim_there_is_a_window_even_if_nothing_else_is_left():
    game = arriving(FOREST, beside={FOREST: "V30"}).play("worship forest discovery")
    assert (game.asks, game.offered) == ("after_claim", ["continue", "use V30"])
    game.play("use V30", "gain wood")
    assert (game.ana.blue, game.asked) == (1, "ben")


@pytest.mark.rule("T-11.11")
@pytest.mark.rule("T-19.5")
def test_after_the_claim_of_a_tile_that_cannot_be_used_no_seat_is_asked():
    assert arriving(FOREST, ana=player(wood=1), beside={FOREST: "V05"}).play("worship forest discovery").asked == "ben"
