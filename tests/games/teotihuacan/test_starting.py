"""T-2.3.3 to T-2.3.9, T-16.1: tests of the Starting tiles."""

from itertools import combinations

import pytest

from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from tests.games.teotihuacan.vocabulary import new

DEALT = "S01 S02 S03 S04 S05 S06 S07 S08"


def kept(ana, ben="S13 S15", **more):
    """Return a game after Ana and Ben have each kept two Starting tiles."""
    rest = [tile for tile in STARTING_IDS if tile not in (*ana.split(), *ben.split())]
    starting = " ".join([*ana.split(), *rest[:2], *ben.split(), *rest[2:4]])
    return new(starting=starting, **more).play(f"keep {ana}", f"keep {ben}")


def goods(each):
    return each.cocoa, each.wood, each.stone, each.gold


@pytest.mark.rule("T-2.3.3")
@pytest.mark.rule("T-2.3.4")
def test_each_player_gets_four_tiles_from_the_top_and_keeps_two_of_them():
    game = new(starting="S04 S03 S02 S01 S08 S07 S06 S05")
    assert game.offered == [f"keep {a} {b}" for a, b in combinations(["S01", "S02", "S03", "S04"], 2)]
    game.play("keep S01 S02")
    assert game.asked == "ben"
    assert game.offered == [f"keep {a} {b}" for a, b in combinations(["S05", "S06", "S07", "S08"], 2)]


@pytest.mark.rule("T-2.3.3")
def test_a_discovery_tile_is_drawn_for_each_tile_with_the_symbol_only():
    state = new(starting="S14 S16 S01 S02", seed=1).state
    by_tile = dict(zip(state.dealt[0], state.tied[0], strict=True))
    assert [by_tile[tile] >= 0 for tile in (0, 1, 13, 15)] == [False, False, True, True]
    plain = new(starting="S01 S02 S03 S04 S05 S06 S07 S08", seed=1).state
    assert len(plain.discovery_stack) - len(state.discovery_stack) == 2


@pytest.mark.rule("T-2.3.4")
@pytest.mark.rule("T-19.4")
def test_nothing_is_gained_or_shown_before_all_have_chosen():
    game = new(starting=DEALT).play("keep S01 S02")
    assert goods(game.ana) == (1, 0, 0, 0)
    assert "S01" not in repr(game.state.view(1).players[0])
    game.play("keep S05 S06")
    assert "S01" in repr(game.state.view(1).players[0])


# What each tile alone adds, beside S17 (2 wood, 3 stone, 3 cocoa) and 1 cocoa for the first player
ADDS = {
    "S01": ((2, 3, 0, 0), {"avenue": 1}),
    "S02": ((1, 0, 2, 3), {"green": 1}),
    "S04": ((5, 0, 0, 2), {"red": 1, "points": 1}),
    "S13": ((3, 5, 0, 0), {}),
    "S15": ((0, 1, 2, 3), {}),
    "S18": ((0, 1, 2, 0), {"avenue": 1}),
}


@pytest.mark.rule("T-2.3.5")
@pytest.mark.rule("T-2.3.6")
@pytest.mark.parametrize("tile", ADDS)
def test_both_tiles_give_all_they_show_and_temples_what_is_printed(tile):
    added, tracks = ADDS[tile]
    game = kept(" ".join(sorted([tile, "S17"])), "S05 S06")
    expected = [a + b for a, b in zip(added, (1 + 3, 2, 3, 0), strict=True)]
    assert list(goods(game.ana)) == expected
    for name, step in tracks.items():
        assert getattr(game.ana, name) == step


@pytest.mark.rule("T-2.3.5")
@pytest.mark.rule("T-2.3.6")
def test_free_resources_and_those_of_blue_are_chosen_one_by_one():
    game = kept("S12 S17")
    assert (game.asks, game.asked) == ("any_goods", "ana")
    game.play("gain gold", "gain gold", "gain wood")
    assert (game.ana.gold, game.ana.wood, game.ana.blue, game.ana.red, game.ana.points) == (2, 3, 1, 1, 1)


@pytest.mark.rule("T-2.3.6")
def test_two_power_ups_may_make_one_worker_a_three():
    game = kept("S10 S11")
    assert game.asked == "ana"
    assert game.offered == ["raise 1@0", "raise 2@0"]  # the first symbol left no choice: all were alike
    game.play("raise 2@0")
    assert sorted(worker.power for worker in game.state.players[0].workers) == [1, 1, 3, 3]
    assert sorted(worker.power for worker in kept("S10 S11").play("raise 1@0").state.players[0].workers) == [1, 2, 2, 3]


@pytest.mark.rule("T-2.3.6")
def test_the_avenue_of_setup_ends_before_its_first_tiles():
    game = kept("S01 S18")
    assert (game.ana.avenue, game.ana.tiles) == (2, "")


TECHNOLOGIES = "TECH03 TECH05 TECH07 TECH09 TECH11 TECH13"


@pytest.mark.rule("T-2.3.7")
def test_two_technology_symbols_take_the_two_lowest_tiles_and_their_temples():
    game = kept("S05 S07", technologies=TECHNOLOGIES)
    while game.asks == "any_goods":
        game.play("gain stone")
    assert game.ana.technologies == "TECH03 TECH05"
    assert (game.ana.blue, game.ana.red, game.ana.green) == (1, 1, 0)
    assert (game.ana.stone, game.ana.points) == (3, 1)


@pytest.mark.rule("T-2.3.7")
def test_the_lowest_tile_may_have_others_markers_and_no_player_scores_for_it():
    game = kept("S05 S17", "S07 S18", technologies=TECHNOLOGIES)
    while game.asks == "any_goods":
        game.play("gain stone")
    assert (game.ana.technologies, game.ben.technologies) == ("TECH03", "TECH03")
    assert (game.ana.points, game.ben.points) == (0, 0)


# 19 tiles that are laid out, so that the next is the first that may be tied to a Starting tile
LAID_OUT = "V00 V01 V01 V03 V03 V05 V05 V05 V08 V08 V08 V11 V11 V11 V14 V14 V14 V17 V17"


def tied(tile, other="S17"):
    """Return a game in which Ana has kept S14. The Discovery tile `tile` is tied to it."""
    return kept(f"S14 {other}", "S05 S06", discovery=f"{LAID_OUT} {tile}")


@pytest.mark.rule("T-2.3.8")
def test_the_tied_tile_is_claimed_last_from_what_one_has_by_then():
    game = tied("V36")
    assert (game.asks, game.asked) == ("claim_tied", "ana")
    assert goods(game.ana) == (1 + 3, 2, 6, 1)
    assert game.offered == ["claim V36", "pass"]
    game.play("claim V36")
    assert (game.ana.tiles, game.ana.gold) == ("V36", 0)
    assert tied("V36").play("pass").ana.tiles == ""


@pytest.mark.rule("T-2.3.8")
def test_a_tied_tile_that_cannot_be_paid_goes_back_unasked():
    broke = kept("S09 S14", "S05 S06", discovery=f"{LAID_OUT} V17").play("gain gold")  # no wood
    assert broke.asks != "claim_tied"
    assert broke.state.returned == [7]


@pytest.mark.rule("T-2.3.8")
@pytest.mark.rule("T-11.3")
def test_a_tile_claimed_in_setup_is_not_used_there():
    game = tied("V22")
    assert not game.has("use")
    game.play("claim V22")
    while game.asks != "open":
        assert not game.has("use")
        game.play(game.offered[0])
    assert (game.asked, game.has("use V22")) == ("ana", True)


@pytest.mark.rule("T-2.3.9")
def test_workers_go_to_three_different_boards_of_those_on_the_tiles():
    game = kept("S01 S17")  # 1 2 and 3 8
    assert (game.asks, game.asked) == ("settle", "ana")
    assert game.offered == [
        "settle 1@1 1@2 1@3",
        "settle 1@1 1@2 1@8",
        "settle 1@1 1@3 1@8",
        "settle 1@2 1@3 1@8",
    ]
    game.play("settle 1@1 1@3 1@8")
    assert game.ana.workers == "1@1 1@3 1@8"
    assert game.asked == "ben"


@pytest.mark.rule("T-2.3.9")
def test_a_player_chooses_which_worker_goes_where():
    game = kept("S01 S06")  # 1 2 and 2 4: three boards, and a worker of power 2
    assert game.offered == ["settle 1@1 1@2 2@4", "settle 1@1 2@2 1@4", "settle 2@1 1@2 1@4"]
    assert game.play("settle 1@1 2@2 1@4").ana.workers == "1@1 2@2 1@4"


# T-16.1: the draft --------------------------------------------------------------------------------------------------

DRAFT = {"starting_tile_draft": True}


@pytest.mark.rule("T-16.1")
@pytest.mark.parametrize(("seats", "tiles"), [(2, 6), (3, 8), (4, 10)])
def test_in_a_draft_two_more_tiles_lie_open_than_are_taken(seats, tiles):
    game = new(seats, DRAFT)
    assert len(game.offered) == tiles
    assert sum(kind >= 0 for kind in game.state.laid_out_tied) == len({13, 15} & set(game.state.laid_out))


@pytest.mark.rule("T-16.1")
def test_the_last_player_takes_two_in_a_row():
    game = new(3, DRAFT, starting="S01 S02 S03 S04 S05 S06 S17 S18")
    order = []
    for tile in ("S17", "S18", "S03", "S01", "S02", "S04"):
        order.append(game.asked)
        game.play(f"take {tile}")
    assert order == ["ana", "ben", "cleo", "cleo", "ben", "ana"]
    assert goods(game.ana) == (1 + 3 + 5, 2, 3, 2)  # S17 and S04
    assert goods(game.ben) == (2 + 1, 1, 4, 3)  # S18, and S02 with its green step


@pytest.mark.rule("T-16.1")
@pytest.mark.rule("T-2.3.8")
def test_a_drafted_tile_brings_the_discovery_tile_beside_it_for_its_price():
    game = new(2, DRAFT, starting="S14 S17 S01 S02 S13 S15", discovery=f"{LAID_OUT} V22")
    assert "V22" in repr(game.state.view(1).laid_out)
    game.play("take S14", "take S13", "take S15", "take S17")
    assert game.offered == ["claim V22", "pass"]
    assert game.play("claim V22").ana.tiles == "V22"


@pytest.mark.rule("T-16.1")
def test_taken_tiles_are_seen_by_all_and_give_their_benefits_after_the_draft():
    game = new(2, DRAFT, starting="S01 S17 S02 S13 S15 S03").play("take S13")
    assert "S13" in repr(game.state.view(1).players[0])
    assert goods(game.ana) == (1, 0, 0, 0)
    game.play("take S01", "take S15", "take S17")
    assert goods(game.ana) == (1 + 3 + 3, 7, 3, 0)
    assert game.ben.avenue == 1
