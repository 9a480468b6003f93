"""T-5, T-6.1 to T-6.4, T-7.1 to T-7.3b: which actions there are, and what they cost."""

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
    table,
)

SPACES = {FOREST: "forest", QUARRY: "quarry", GOLD: "gold", DECORATIONS: "decorations"}
CROWDED = {"neutrals": ("2 3 4", "2 3 4")}


@pytest.mark.rule("T-5.1")
@pytest.mark.parametrize("board", range(1, 9))
def test_collecting_is_possible_everywhere(board):
    game = arriving(board, ana=player(tiles="V22"))  # a tile to use, so that something is asked
    assert game.offered[0] == "collect"


@pytest.mark.rule("T-21.1")
@pytest.mark.rule("T-5.2")
def test_two_unlocked_colours_and_a_locked_third_give_three_cocoa():
    red, yellow, blue = player(workers="1@3 1@1 1@1"), player(workers="1@3 1@1 1@1"), player(workers="1@quarry 1@1 1@1")
    game = arriving(QUARRY, ana=player(cocoa=1), ben=red, cleo=yellow, dan=blue).play("collect")
    assert game.ana.cocoa == 1 + 2 + 1


@pytest.mark.rule("T-5.2")
def test_nobody_grows_by_collecting():
    assert arriving(FOREST, 3).play("collect").ana.workers == "1@1 1@1 3@2"


@pytest.mark.rule("T-6.1")
@pytest.mark.parametrize("board", range(1, 9))
def test_where_there_is_a_space_to_worship(board):
    expected = {PALACE: ["palace_1", "palace_2", "palace_3"]} | {each: [name] for each, name in SPACES.items()}
    game = arriving(board, ana=player(tiles="V22"))
    spaces = [text.split()[1] for text in game.offered if text.startswith("worship")]
    assert spaces == expected.get(board, [])


@pytest.mark.rule("T-6.2")
def test_another_players_worker_is_unlocked_for_a_cocoa():
    blue = player(workers="4@forest 1@1 1@1")
    assert not arriving(FOREST, ben=blue).has("worship")
    game = arriving(FOREST, 2, ana=player(cocoa=1), ben=blue).play("worship forest ability")
    assert game.ana.cocoa == 0
    assert (game.ana.workers, game.ben.workers) == ("1@1 1@1 2@forest", "1@1 1@1 4@2")


@pytest.mark.rule("T-6.2")
def test_ones_own_worker_is_not_displaced():
    assert not arriving(FOREST, 2, "1@forest", ana=player(cocoa=9)).has("worship")


@pytest.mark.rule("T-6.3")
def test_a_worshipper_chooses_ability_tile_or_both():
    game = arriving(FOREST, ana=player(cocoa=1, wood=1), beside={FOREST: "V05"})
    assert game.offered == [
        "collect",
        "worship forest ability",
        "worship forest discovery",
        "worship forest both",
        "main",
    ]


@pytest.mark.rule("T-6.3")
@pytest.mark.parametrize(
    ("beside", "has", "offered"),
    [
        ({}, player(cocoa=5), "ability"),
        ({FOREST: "V05"}, player(cocoa=1), "ability both"),  # no wood for the tile, but for both it may come
        ({FOREST: "V05"}, player(wood=1), "ability discovery"),
        ({FOREST: "V24"}, player(cocoa=1), "ability discovery both"),
        ({FOREST: "V24"}, player(), "ability"),
    ],
)
def test_what_cannot_be_paid_or_is_not_there_is_not_offered(beside, has, offered):
    game = arriving(FOREST, ana=has, beside=beside)
    assert [text.split()[2] for text in game.offered if text.startswith("worship")] == offered.split()


@pytest.mark.rule("T-6.3")
@pytest.mark.rule("T-6.4")
def test_the_price_of_the_tile_is_what_is_left_after_the_entry():
    blue = player(workers="1@forest 1@1 1@1")
    game = arriving(FOREST, ana=player(cocoa=1), ben=blue, beside={FOREST: "V24"})
    assert [text for text in game.offered if text.startswith("worship")] == ["worship forest ability"]
    game = arriving(FOREST, ana=player(cocoa=2), ben=blue, beside={FOREST: "V24"})
    assert game.play("worship forest discovery").ana.cocoa == 0


@pytest.mark.rule("T-6.3")
def test_on_the_palace_the_tile_comes_with_both_only():
    game = arriving(PALACE, ana=player(cocoa=9), beside={PALACE: "V22"})
    effects = [text.split()[1:] for text in game.offered if text.startswith("worship")]
    assert effects == [[f"palace_{slot}", effect] for slot in (1, 2, 3) for effect in ("ability", "both")]


# T-7: main actions in general ----------------------------------------------------------------------------------------


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
def test_who_is_unlocked_or_ascends_later_changes_nothing():
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
def test_gold_for_a_technology_is_spent_before_the_action_or_after_the_technology_never_between():
    def arrived():
        ana = player(gold=1, avenue=2, tiles="V24")
        return arriving(ALCHEMY, ana=ana, spots={"avenue_3": "V36"})

    before = arrived().play("use V24", "claim V36", "continue")
    assert before.offered == ["collect", "use V36"]  # the gold is gone, and with it the Main action
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


@pytest.mark.rule("T-11.6")
@pytest.mark.rule("T-6.8")
def test_one_waiver_pays_all_of_the_entry_to_worship_and_nothing_else():
    blue = player(workers="1@forest 1@8 1@8")
    game = arriving(FOREST, ana=player(cocoa=1, tiles="V45"), ben=blue, beside={FOREST: "V24"})
    waived = [text for text in game.offered if text.endswith("waive")]
    assert waived == [f"worship forest {effect} waive" for effect in ("ability", "discovery", "both")]
    game.play("worship forest both waive", "first discovery", "claim V24")
    assert (game.ana.cocoa, game.ana.used) == (0, "V45")  # the tile had to be paid


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


@pytest.mark.rule("T-19.5")
@pytest.mark.rule("T-5.1")
def test_where_nothing_but_collecting_is_left_nobody_is_asked():
    game = table(ana=player(workers="1@4 1@1 1@1")).play("move 1@4 1")
    assert (game.ana.cocoa, game.asked) == (1, "ben")
