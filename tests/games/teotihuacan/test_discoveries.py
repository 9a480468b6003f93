"""T-11.2 to T-11.9: tests of the use of Discovery tiles."""

import pytest

from tests.games.teotihuacan.vocabulary import ALCHEMY, FOREST, QUARRY, arriving, player, table


def using(tile, ana=None, **rest):
    """Return a game in which Ana has used a tile before her move."""
    return table(ana=ana or player(tiles=tile), **rest).play(f"use {tile}")


@pytest.mark.rule("T-11.2")
@pytest.mark.rule("T-20.17")
def test_a_used_tile_is_turned_down_and_stays():
    game = using("V17", player(tiles="V17 V17"))
    assert (game.ana.tiles, game.ana.used) == ("V17", "V17")
    game.play("use V17")
    assert (game.ana.tiles, game.ana.used) == ("", "V17 V17")
    assert not game.has("use V17")


@pytest.mark.rule("T-11.2")
@pytest.mark.rule("T-20.17")
def test_masks_are_never_used():
    assert not any("use" in text for text in table(ana=player(tiles="V00 V01 V03 V05 V08 V11 V14")).offered)


@pytest.mark.rule("T-11.2")
def test_all_seats_see_the_tiles_of_all():
    game = table(ana=player(tiles="V17", used="V22"))
    seen = game.state.view(1).players[0]
    assert (seen.discoveries, seen.used) == (("V17",), ("V22",))


@pytest.mark.rule("T-11.3")
@pytest.mark.rule("T-19.2")
def test_tiles_are_used_before_the_move_before_the_action_and_at_the_end():
    game = table(ana=player(tiles="V17 V17 V17", workers="1@2 1@8 1@8"))
    game.play("use V17", "move 1@2 1", "use V17", "collect", "use V17")
    assert (game.ana.points, game.asked) == (12, "ben")


@pytest.mark.rule("T-11.3")
def test_no_player_uses_tiles_in_anothers_turn_or_during_an_eclipse():
    game = table(ana=player(tiles="V36"), ben=player(tiles="V22"))
    assert not game.has("use V22")
    salary = table(ana=player(tiles="V36", cocoa=2), turn=3, light=10, asks="end_window", now={"eclipse_due": 4})
    assert (salary.asks, salary.asked) == ("salary", "ana")
    assert not salary.has("use V36")


@pytest.mark.rule("T-11.4")
@pytest.mark.parametrize(
    ("tile", "answers", "gained"),
    [
        ("V17", [], {"points": 4}),
        ("V20", ["gain wood", "gain wood", "gain gold"], {"wood": 2, "gold": 1}),
        ("V22", ["gain stone", "gain gold"], {"stone": 1, "gold": 1}),
        ("V36", [], {"cocoa": 4}),
        ("V30", ["gain stone"], {"blue": 1, "stone": 1}),
        ("V32", [], {"red": 1, "points": 1}),
        ("V34", [], {"green": 1, "cocoa": 1}),
        ("V27", ["temple red"], {"red": 1, "points": 1}),
        ("V24", [], {"avenue": 1}),
    ],
)
def test_what_the_tiles_do_at_once(tile, answers, gained):
    game = using(tile).play(*answers)
    words = ("cocoa", "wood", "stone", "gold", "points", "blue", "red", "green", "avenue")
    assert {word: getattr(game.ana, word) for word in words} == dict.fromkeys(words, 0) | gained
    assert game.asks == "open"


@pytest.mark.rule("T-11.4")
def test_two_power_ups_go_to_unlocked_workers_wherever_they_are():
    game = using("V39", player(tiles="V39", workers="1@2 2@7 4@forest"))
    assert game.offered == ["power up 1@2", "power up 2@7"]
    assert game.play("power up 1@2", "power up 2@2").ana.workers == "3@2 4@forest 2@7"


@pytest.mark.rule("T-11.4")
@pytest.mark.rule("T-9.2")
def test_the_second_power_up_may_go_to_the_worker_that_just_ascended():
    game = using("V39", player(tiles="V39", workers="5@2 1@forest 1@quarry")).play("reward points")
    assert (game.ana.workers, game.asks) == ("2@1 1@forest 1@quarry", "open")


@pytest.mark.rule("T-11.4")
@pytest.mark.rule("T-11.8")
def test_power_ups_without_a_worker_for_them_are_lost():
    game = using("V39", player(tiles="V39", cocoa=3, workers="1@forest 1@quarry 1@gold"))
    assert (game.ana.used, game.asks) == ("V39", "open")


@pytest.mark.rule("T-11.5")
@pytest.mark.rule("T-11.6")
@pytest.mark.rule("T-11.9")
@pytest.mark.parametrize("tile", ["V42", "V45", "V48", "V51"])
def test_tiles_for_moves_payments_and_counts_are_not_used_by_themselves(tile):
    assert not table(ana=player(tiles=tile)).has(f"use {tile}")
    assert not arriving(FOREST, ana=player(tiles=tile)).has(f"use {tile}")


@pytest.mark.rule("T-11.6")
def test_a_waiver_does_not_pay_for_unlocking_unless_it_is_wide():
    has = player(tiles="V45", workers="1@forest 1@3 1@4")
    assert not any("waive" in text for text in table(ana=has).offered)
    game = table(ana=has, options={"cocoa_waiver_scope": "wide"})
    assert game.has("unlock waive")
    assert game.play("unlock waive").ana.used == "V45"
    assert game.ana.workers == "1@2 1@3 1@4"


@pytest.mark.rule("T-11.6")
@pytest.mark.parametrize("scope", ["strict", "wide"])
def test_a_waiver_never_pays_for_a_tile_or_for_number_thirteen(scope):
    options = {"cocoa_waiver_scope": scope}
    claim = arriving(FOREST, ana=player(tiles="V45"), beside={FOREST: "V24"}, options=options)
    assert not claim.has("worship forest discovery")
    buy = arriving(FOREST, 1, "2@2", ana=player(tiles="V45", technologies="TECH13"), options=options)
    buy.play("main waive", "power up 1@2")
    assert buy.asks != "purchase"


@pytest.mark.rule("T-11.7")
@pytest.mark.rule("T-1.7")
def test_a_choice_is_made_before_play_goes_on():
    game = arriving(QUARRY, ana=player(tiles="V20")).play("use V20")
    for _ in range(3):
        assert game.offered == ["gain wood", "gain stone", "gain gold"]
        game.play("gain wood")
    assert (game.asks, game.ana.wood) == ("act", 3)


@pytest.mark.rule("T-11.8")
def test_a_tile_may_be_used_for_nothing():
    game = using("V30", player(tiles="V30", blue=11))
    assert (game.ana.blue, game.ana.used, game.asks) == (11, "V30", "open")


@pytest.mark.rule("T-11.9")
def test_an_additional_worker_is_not_used_in_mid_action_in_alchemy():
    ana = player(cocoa=1, gold=1, tiles="V51 V22")
    game = arriving(ALCHEMY, 1, "2@5", ana=ana).play("main", "technology TECH05")
    assert (game.asks, game.has("use V51"), game.has("use V22")) == ("main_power_up", False, True)
