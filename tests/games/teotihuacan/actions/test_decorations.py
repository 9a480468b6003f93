"""T-7.7: tests of the Main action on Decorations, which decorates the Pyramid."""

import pytest

from tests.games.teotihuacan.vocabulary import DECORATIONS, arriving, player

OFFER = "D00 D01 D08 D05"  # TH -T HS T-


def decorating(count=1, offer=OFFER, rest=None, **has):
    """Return a game in which Ana has just come to Decorations, with this number of workers of power 1."""
    others = " ".join(["1@7"] * (count - 1))
    ana = player(**{"cocoa": min(1, count - 1), "gold": 3} | has)
    return arriving(DECORATIONS, 1, others, ana=ana, decoration_offer=offer, **(rest or {}))


@pytest.mark.rule("T-7.7.1")
@pytest.mark.parametrize(("count", "price"), [(1, 3), (2, 2), (3, 1)])
def test_more_workers_decorate_for_less(count, price):
    assert decorating(count, gold=price).play("main", "decorate D00 left_1").ana.gold == 0
    assert not decorating(count, gold=price - 1, tiles="V22").has("main")


@pytest.mark.rule("T-7.7.1")
@pytest.mark.rule("T-8.5")
def test_every_tile_of_the_offer_may_go_to_every_legal_space():
    game = decorating().play("main")
    assert game.offered == [
        f"decorate {tile} {side}_1"
        for tile in ("D00", "D01", "D05", "D08")
        for side in ("top", "right", "bottom", "left")
    ]


@pytest.mark.rule("T-7.7.2")
@pytest.mark.rule("T-8.6")
def test_each_match_scores_and_coloured_ones_advance_on_temples_in_any_order():
    game = decorating().play("main", "decorate D08 top_1")  # HS on headdress, serpent: red and green
    assert game.offered == ["temple red", "temple green"]
    assert game.ana.points == 2
    game.play("temple green")
    assert (game.ana.green, game.ana.red, game.ana.points) == (1, 1, 2 + 1 + 3)


@pytest.mark.rule("T-21.7")
@pytest.mark.rule("T-7.7.2")
@pytest.mark.rule("T-7.7.3")
@pytest.mark.rule("T-8.5")
def test_a_decoration_on_level_two_of_which_only_the_statue_matches():
    # A statue at the top right of 1.0.1, nothing to match on 1.0.2; level 3 has all it needs in the Pyramid.
    pyramid = {"1.0.1": "P19 r1", "1.0.2": "P30 r0", "1.1.1": "P30 r0", "1.1.2": "P30 r0", "2.0.1": "P30 r0"}
    game = decorating(rest={"decorations": {"top_1": "D03"}, "pyramid": pyramid}).play("main")
    assert not game.has("decorate D00 top_3")
    game.play("decorate D00 top_2", "gain wood")
    assert (game.ana.points, game.ana.blue, game.ana.track) == (1 + 3, 1, 1)


@pytest.mark.rule("T-7.7.3")
def test_a_decoration_without_a_match_scores_three_and_moves_up_the_pyramid_track():
    game = decorating().play("main", "decorate D05 left_1")  # T- on headdress, statue
    assert (game.ana.points, game.ana.track) == (3, 1)


@pytest.mark.rule("T-7.7.4")
def test_one_worker_grows_never_two_and_then_the_offer_is_filled():
    game = decorating(3, rest={"decoration_stack": "D14"}, tiles="V39").play("main", "decorate D05 left_1")
    assert (game.asks, game.state.decoration_offer) == ("main_power_up", [0, 1, 8, -1])
    game.play("power up 1@7")
    assert (game.asks, game.ana.workers) == ("end_window", "1@7 1@7 2@7")
    assert game.state.decoration_offer == [0, 1, 8, 14]


@pytest.mark.rule("T-7.7.4")
@pytest.mark.rule("T-1.8")
def test_an_empty_stack_leaves_a_gap_in_the_offer():
    game = decorating().play("main")
    game.state.decoration_stack.clear()
    game.play("decorate D05 left_1")
    assert game.state.decoration_offer == [0, 1, 8, -1]


@pytest.mark.rule("T-7.7.5")
def test_additional_workers_do_not_decorate():
    game = decorating(tiles="V51", gold=3)
    assert [text for text in game.offered if text.startswith("main")] == ["main"]
    game.play("main", "decorate D08 top_1")
    assert not game.has("use V51")


@pytest.mark.rule("T-7.7.6")
def test_without_a_tile_or_a_space_no_player_decorates():
    assert decorating().has("main")
    assert not decorating(offer="", tiles="V22").has("main")
    sides = dict(zip(("top_1", "right_1", "bottom_1", "left_1"), ("D02", "D03", "D04", "D06"), strict=True))
    assert not decorating(rest={"decorations": sides}, tiles="V22").has("main")


@pytest.mark.rule("T-12.6")
def test_number_nine_pays_on_decorations():
    assert decorating(technologies="TECH09").play("main", "decorate D05 left_1").ana.points == 3 + 4


@pytest.mark.rule("T-8.3")
@pytest.mark.parametrize(("matches", "points"), [(True, 2), (False, 1)])
def test_whether_glyphs_match_is_an_option(matches, points):
    game = decorating(offer="D14", rest={"options": {"glyph_matches": matches}})
    game.play("main", "decorate D14 right_1")  # -S on -s
    assert (game.ana.points, game.ana.green) == (points + 3, 1)


@pytest.mark.rule("T-7.7.2")
@pytest.mark.rule("T-10.6")
def test_the_order_is_not_asked_if_one_of_two_matched_temples_is_blocked():
    game = decorating(red=10, rest={"ben": player(red=11)}).play("main", "decorate D08 top_1")  # red and green
    assert (game.ana.red, game.ana.green, game.asks) == (10, 1, "open")
