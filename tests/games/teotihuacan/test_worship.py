"""T-6: tests of worship."""

import pytest

from tests.games.teotihuacan.vocabulary import DECORATIONS, FOREST, GOLD, PALACE, QUARRY, arriving, player

SPACES = {FOREST: "forest", QUARRY: "quarry", GOLD: "gold", DECORATIONS: "decorations"}


@pytest.mark.rule("T-6.1")
@pytest.mark.parametrize("board", range(1, 9))
def test_each_board_has_its_spaces_to_worship(board):
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


@pytest.mark.rule("T-21.2")
@pytest.mark.rule("T-6.4")
@pytest.mark.rule("T-6.7")
@pytest.mark.parametrize("first", ["ability", "discovery"])
def test_ability_and_tile_cost_the_same_in_both_orders(first):
    red = player(cocoa=3, green=3)
    blue = player(workers="3@quarry 1@1 1@1")
    game = arriving(QUARRY, 2, ana=red, ben=blue, beside={QUARRY: "V20"}, discovery_stack="V00")
    game.play("worship quarry both")
    assert game.ana.cocoa == 3 - 1 - 1
    game.play(f"first {first}", "claim V20", "continue")
    assert (game.ana.cocoa, game.ana.green, game.ana.tiles) == (3 - 1, 4, "V20")
    assert (game.ana.workers, game.ben.workers) == ("1@1 1@1 2@quarry", "1@1 1@1 3@3")
    assert game.state.beside[QUARRY] == 0


@pytest.mark.rule("T-21.2")
@pytest.mark.rule("T-10.3")
def test_a_major_step_reached_in_worship_has_a_choice_of_its_own():
    game = arriving(QUARRY, ana=player(green=5), spots={"green_6": "V22"}).play("worship quarry ability")
    assert game.offered == ["claim V22", "pass"]
    assert game.play("pass").ana.cocoa == 2


@pytest.mark.rule("T-6.4")
def test_cocoa_of_the_ability_may_pay_for_the_tile():
    game = arriving(QUARRY, ana=player(cocoa=1, green=3), beside={QUARRY: "V24"})
    game.play("worship quarry both", "first ability", "claim V24")
    assert (game.ana.cocoa, game.ana.tiles) == (1, "V24")


@pytest.mark.rule("T-6.4")
@pytest.mark.rule("T-6.9")
def test_a_player_that_cannot_or_will_not_pay_the_tile_loses_the_extra_cocoa():
    unable = arriving(FOREST, ana=player(cocoa=1), beside={FOREST: "V05"})
    unable.play("worship forest both", "first discovery")
    assert (unable.ana.cocoa, unable.ana.tiles, unable.ana.red) == (0, "", 1)
    unwilling = arriving(FOREST, ana=player(cocoa=1), beside={FOREST: "V22"})
    unwilling.play("worship forest both", "first discovery", "pass")
    assert (unwilling.ana.cocoa, unwilling.ana.tiles, unwilling.ana.red) == (0, "", 1)


@pytest.mark.rule("T-6.5")
@pytest.mark.parametrize(
    ("board", "space", "temple"), [(FOREST, "forest", "red"), (QUARRY, "quarry", "green"), (GOLD, "gold", "blue")]
)
def test_each_gathering_board_has_its_temple(board, space, temple):
    game = arriving(board).play(f"worship {space} ability")
    assert [getattr(game.ana, each) for each in ("red", "green", "blue")].count(1) == 1
    assert getattr(game.ana, temple) == 1


@pytest.mark.rule("T-6.5")
def test_decorations_have_any_temple():
    game = arriving(DECORATIONS).play("worship decorations ability")
    assert game.offered == ["temple blue", "temple red", "temple green"]
    assert game.play("temple red").ana.red == 1


@pytest.mark.rule("T-6.5")
@pytest.mark.rule("T-10.6")
def test_a_blocked_temple_can_be_worshipped_in_vain():
    game = arriving(FOREST, ana=player(red=11)).play("worship forest ability")
    assert (game.ana.red, game.ana.workers) == (11, "1@1 1@1 1@forest")


@pytest.mark.rule("T-6.6")
def test_the_power_counts_that_the_worker_was_locked_with():
    # Unlocked and grown between placing and counting: R01 still pays for a power of 2.
    ana = player(cocoa=4, tiles="V39")
    game = arriving(PALACE, 2, ana=ana, royals="R01 R06 R04", beside={PALACE: "V22"}).play("worship palace_1 both")
    game.play("unlock", "use V39", "power up 2@1", "power up 3@1", "first ability")
    assert game.ana.cocoa == 4 - 1 - 3 + 2 + 1
    assert game.ana.workers == "4@1 1@8 1@8"


@pytest.mark.rule("T-6.7")
def test_the_emptied_place_is_filled_after_the_whole_action():
    game = arriving(FOREST, beside={FOREST: "V22"}, discovery_stack="V39")
    game.play("worship forest discovery")
    assert game.asks == "after_claim"
    assert game.state.beside[FOREST] == -1
    game.play("continue")
    assert game.state.beside[FOREST] == 16


@pytest.mark.rule("T-6.7")
@pytest.mark.parametrize("slot", [1, 2, 3])
def test_the_three_royal_spaces_share_one_tile(slot):
    game = arriving(PALACE, ana=player(cocoa=1), beside={PALACE: "V22"}, discovery_stack="V39")
    game.play(f"worship palace_{slot} both", "first discovery", "claim V22")
    assert (game.ana.tiles, game.state.beside[PALACE]) == ("V22", -1)


@pytest.mark.rule("T-6.8")
def test_no_worker_grows_by_worship():
    assert arriving(FOREST, 4).play("worship forest ability").ana.workers == "1@1 1@1 4@forest"


@pytest.mark.rule("T-11.6")
@pytest.mark.rule("T-6.8")
def test_one_waiver_pays_all_of_the_entry_to_worship_and_nothing_else():
    blue = player(workers="1@forest 1@8 1@8")
    game = arriving(FOREST, ana=player(cocoa=1, tiles="V45"), ben=blue, beside={FOREST: "V24"})
    waived = [text for text in game.offered if text.endswith("waive")]
    assert waived == [f"worship forest {effect} waive" for effect in ("ability", "discovery", "both")]
    game.play("worship forest both waive", "first discovery", "claim V24")
    assert (game.ana.cocoa, game.ana.used) == (0, "V45")  # the tile had to be paid


@pytest.mark.rule("T-6.9")
def test_a_tile_that_is_the_whole_action_cannot_be_declined():
    game = arriving(FOREST, beside={FOREST: "V22"}).play("worship forest discovery")
    assert (game.asks, game.ana.tiles, game.ana.red) == ("after_claim", "V22", 0)


@pytest.mark.rule("T-21.34")
@pytest.mark.rule("T-6.9")
@pytest.mark.rule("T-11.11")
@pytest.mark.parametrize(
    ("answers", "points"),
    [
        (["first discovery", "claim V24", "use V24"], 5),
        (["first ability", "claim V24", "use V24"], 4),
    ],
)
def test_a_tile_claimed_first_can_be_used_before_the_ability(answers, points):
    ana = player(cocoa=2, avenue=4)
    game = arriving(PALACE, 5, ana=ana, royals="R09 R06 R01", beside={PALACE: "V24"}).play("worship palace_1 both")
    game.play(*answers)
    assert (game.ana.avenue, game.ana.points) == (5, points)
