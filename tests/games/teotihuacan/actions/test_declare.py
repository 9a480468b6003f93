"""T-7.1 to T-7.3b: tests of the rules for all Main actions."""

import pytest

from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD,
    NOBLES,
    PALACE,
    QUARRY,
    arriving,
    player,
)

CROWDED = {"neutrals": ("2 3 4", "2 3 4")}


@pytest.mark.rule("T-21.3")
@pytest.mark.rule("T-7.1")
def test_the_main_action_costs_a_cocoa_for_each_colour():
    red, yellow, blue = player(workers="1@3 1@1 1@1"), player(workers="1@3 1@1 1@1"), player(workers="1@quarry 1@1 1@1")
    assert not arriving(QUARRY, 1, "1@3", ana=player(cocoa=2), ben=red, cleo=yellow, dan=blue).has("main")
    game = arriving(QUARRY, 1, "1@3", ana=player(cocoa=3), ben=red, cleo=yellow, dan=blue).play("main")
    assert game.ana.cocoa == 0
    assert "seat 0 takes the Main action of Stone Quarry: 2 workers, lowest power 1" in game.told


POSSIBLE = {
    ALCHEMY: [player(gold=1), player(wood=9, stone=9, cocoa=9)],
    NOBLES: [player(wood=2), player(wood=1, stone=9, gold=9, cocoa=9)],
    DECORATIONS: [player(gold=3), player(gold=2, wood=9, stone=9, cocoa=9)],
    CONSTRUCTION: [player(stone=2), player(stone=1, wood=9, gold=9, cocoa=9)],
}
OFFERS = {"pyramid_offer": "P00 P01 P02", "decoration_offer": "D00 D01 D02 D03"}


@pytest.mark.rule("T-7.2")
@pytest.mark.rule("T-7.5.3")
@pytest.mark.rule("T-7.6.1")
@pytest.mark.rule("T-7.7.6")
@pytest.mark.rule("T-7.8.3")
@pytest.mark.parametrize("board", POSSIBLE)
def test_no_main_action_for_the_power_up_alone(board):
    enough, wanting = POSSIBLE[board]
    assert arriving(board, ana=enough, **OFFERS).has("main")
    assert not arriving(board, 3, ana=wanting, **OFFERS, beside={DECORATIONS: "V22"}).has("main")


@pytest.mark.rule("T-7.3")
def test_the_weakest_unlocked_worker_decides_also_if_it_was_there():
    assert arriving(FOREST, 5, "1@2", ana=player(cocoa=1)).play("main").ana.wood == 1
    assert arriving(FOREST, 4, "1@forest").play("main").ana.wood == 2


@pytest.mark.rule("T-7.3")
def test_a_worker_that_is_unlocked_or_ascends_later_changes_nothing():
    game = arriving(GOLD, 4, "4@4 4@4", ana=player(cocoa=2, tiles="V39")).play("main")
    assert game.asks == "any_temple"
    game.play("use V39", "power up 5@4", "reward points")
    assert game.ana.workers == "1@1 4@4 4@4"
    assert game.play("temple green", "temple green").ana.green == 2


@pytest.mark.rule("T-7.3a")
def test_the_palace_has_no_main_action():
    assert not arriving(PALACE, ana=player(cocoa=9, wood=9, stone=9, gold=9)).has("main")


FIRST_CHOICES = {
    ALCHEMY: ("technology", player(gold=2, tiles="V22 V39")),
    NOBLES: ("row", player(wood=2, tiles="V22 V39", cocoa=2)),
    DECORATIONS: ("decorate", player(gold=3, tiles="V22 V39")),
    CONSTRUCTION: ("build", player(stone=2, tiles="V22 V39 V51")),
}


@pytest.mark.rule("T-7.3b")
@pytest.mark.rule("T-19.2")
@pytest.mark.parametrize("board", FIRST_CHOICES)
def test_the_first_choice_of_a_main_action_has_no_window(board):
    verb, ana = FIRST_CHOICES[board]
    full = {"buildings": (0, 0, 3)} if board == NOBLES else {}
    others = f"1@{board} 1@{board}" if board == NOBLES else "1@2 1@quarry"
    game = arriving(board, 1, others, ana=ana, **OFFERS, **full).play("main")
    assert {text.split()[0] for text in game.offered} == {verb}


@pytest.mark.rule("T-21.35")
@pytest.mark.rule("T-7.3b")
def test_gold_for_a_technology_is_spent_before_or_after_the_action_but_never_in_it():
    def arrived():
        ana = player(gold=1, avenue=2, tiles="V24")
        return arriving(ALCHEMY, ana=ana, spots={"avenue_3": "V36"})

    before = arrived().play("use V24", "claim V36", "continue")
    assert before.offered == ["collect", "use V36"]  # without the gold there is no Main action
    after = arrived().play("main")
    assert {text.split()[0] for text in after.offered} == {"technology"}
    after.play("technology TECH01")
    assert after.ana.gold == 0
    assert after.has("use V24")


@pytest.mark.rule("T-11.6")
def test_a_waiver_pays_the_cocoa_of_a_main_action():
    game = arriving(QUARRY, 2, ana=player(cocoa=2, tiles="V45"), **CROWDED)
    assert game.offered[-2:] == ["main", "main waive"]
    game.play("main waive")
    assert (game.ana.cocoa, game.ana.used, game.ana.stone) == (2, "V45", 1)
    assert arriving(QUARRY, 2, ana=player(tiles="V45"), **CROWDED).offered[-1] == "main waive"


@pytest.mark.rule("T-11.6")
def test_nothing_is_not_waived():
    game = arriving(QUARRY, 2, ana=player(cocoa=2, tiles="V45"))
    assert not any("waive" in text for text in game.offered)


@pytest.mark.rule("T-11.9")
@pytest.mark.parametrize(
    ("others", "tiles", "offered"),
    [
        ("", "V51", ["main", "main additional 1"]),
        ("", "V51 V51 V51", ["main", "main additional 1", "main additional 2"]),
        ("1@6", "V51 V51", ["main", "main additional 1"]),
        ("1@6 1@6", "V51", ["main"]),
    ],
)
def test_additional_workers_are_declared_with_the_action_three_in_all_at_most(others, tiles, offered):
    game = arriving(NOBLES, 1, others, ana=player(cocoa=1, wood=2, tiles=tiles))
    assert game.offered[1:] == offered


@pytest.mark.rule("T-11.9")
@pytest.mark.rule("T-7.7.5")
@pytest.mark.parametrize("board", [FOREST, QUARRY, GOLD, DECORATIONS])
def test_boards_that_gather_and_decorate_know_no_additional_workers(board):
    game = arriving(board, ana=player(gold=3, tiles="V51"), **OFFERS)
    assert game.has("main")
    assert not any("additional" in text for text in game.offered)


@pytest.mark.rule("T-11.9")
def test_an_additional_worker_alone_may_make_an_action_legal():
    game = arriving(NOBLES, ana=player(wood=2, tiles="V51"), buildings=(5, 0, 0))
    assert game.offered == ["collect", "main additional 1"]
    assert game.play("main additional 1").state.nobles == [5, 1, 0]
