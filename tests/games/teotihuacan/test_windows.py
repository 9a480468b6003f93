"""T-19.1 to T-19.5: tests of decisions: which are asked, with which free actions, and which are not."""

import pytest

from arena.errors import IllegalOptionError
from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    CONSTRUCTION,
    DECORATIONS,
    FOREST,
    GOLD,
    NOBLES,
    PALACE,
    arriving,
    new,
    player,
    table,
)

USABLE = "V17 V20 V22 V24 V27 V30 V32 V34 V36 V39"  # all that act at once


def decisions():
    """Yield the name of each decision of a turn, and a game that asks it. The player has two usable tiles."""
    has = {"tiles": "V17 V30", "cocoa": 2}
    yield "open", table(ana=player(**has))
    yield "act", arriving(FOREST, ana=player(**has))
    both = arriving(FOREST, ana=player(**has), beside={FOREST: "V05"}).play("worship forest both")
    yield "choose_first", both
    yield "exchange", arriving(PALACE, ana=player(**has)).play("worship palace_2 ability")
    yield (
        "claim_beside",
        arriving(FOREST, ana=player(**has), beside={FOREST: "V22"}).play("worship forest both", "first discovery"),
    )
    yield "major_step", table(asks="major_step 2 3", ana=player(green=3, **has), spots={"green_3": "V22"})
    yield "avenue_claim", table(asks="avenue_claim 0", ana=player(avenue=3, **has), spots={"avenue_3": "V22"})
    yield "any_goods", table(asks="any_goods 2", ana=player(**has))
    yield "any_temple", table(asks="any_temple", ana=player(**has))
    yield "order_temples", table(asks="order_temples 65", ana=player(**has))
    yield "main_power_up", arriving(FOREST, ana=player(**has)).play("main")
    yield "purchase", arriving(FOREST, ana=player(technologies="TECH13", **has)).play("main", "power up 1@2")
    yield "power_up", table(asks="power_up 0", ana=player(**has))
    yield "reward", table(asks="reward", ana=player(**has))
    yield "end_window", arriving(FOREST, ana=player(**has)).play("collect")
    yield "after_claim", arriving(FOREST, ana=player(**has), beside={FOREST: "V51"}).play("worship forest discovery")
    built = player(stone=4, **has)
    yield (
        "build",
        arriving(CONSTRUCTION, 1, "1@8", ana=built, pyramid_offer="P00 P01").play("main", "build P00 r0 on 1.3.3"),
    )


@pytest.mark.rule("T-19.2")
@pytest.mark.rule("T-19.3")
@pytest.mark.rule("T-11.3")
@pytest.mark.parametrize(("name", "game"), list(decisions()), ids=lambda each: each if isinstance(each, str) else "")
def test_every_decision_of_a_turn_has_a_window_and_is_asked_again_after_it(name, game):
    regular = [text for text in game.offered if not text.startswith("use")]
    assert (game.asks, game.asked) == (name, "ana")
    assert game.offered == [*regular, "use V17", "use V30"]
    points = game.ana.points
    game.play("use V17")
    assert (game.asks, game.ana.points) == (name, points + 4)
    assert game.offered == [*regular, "use V30"]


@pytest.mark.rule("T-19.2")
@pytest.mark.rule("T-11.4")
def test_all_tiles_that_act_at_once_are_offered_and_no_others():
    game = table(ana=player(tiles=f"{USABLE} V00 V05 V42 V45 V48 V51"))
    assert [text for text in game.offered if text.startswith("use")] == [f"use {tile}" for tile in USABLE.split()]


@pytest.mark.rule("T-19.2")
@pytest.mark.rule("T-19.5")
def test_tiles_alike_are_offered_once():
    assert table(ana=player(tiles="V17 V18 V19")).offered[-1:] == ["use V17"]


@pytest.mark.rule("T-19.2")
def test_there_is_no_window_between_declaring_an_action_and_its_cost():
    # Going for both is paid and the worker locked in one: what is asked next is their order.
    ana = player(cocoa=1, tiles="V36")
    game = arriving(FOREST, ana=ana, beside={FOREST: "V22"}).play("worship forest both")
    assert (game.asks, game.ana.cocoa, game.ana.workers) == ("choose_first", 0, "1@1 1@1 1@forest")
    gathered = arriving(GOLD, 2, ana=ana).play("main")
    assert (gathered.asks, gathered.ana.gold) == ("main_power_up", 1)


@pytest.mark.rule("T-19.1")
@pytest.mark.rule("T-11.7")
def test_the_last_effect_that_starts_is_finished_first():
    game = table(ana=player(tiles="V20 V22")).play("use V20", "gain wood", "use V22")
    game.play("gain stone", "gain stone")
    assert (game.asks, game.ana.stone) == ("any_goods", 2)
    game.play("gain wood", "gain wood")
    assert (game.asks, game.ana.wood) == ("open", 3)


@pytest.mark.rule("T-19.5")
def test_one_option_is_taken_but_with_a_free_action_it_is_asked():
    assert arriving(FOREST).play("main").asked == "ben"
    game = arriving(FOREST, ana=player(tiles="V22")).play("main")
    assert game.offered == ["power up 1@2", "use V22"]
    unlock = arriving(FOREST, 1, "1@quarry", ana=player(cocoa=3)).play("main")
    assert unlock.offered == ["power up 1@2", "unlock"]


@pytest.mark.rule("T-19.4")
def test_outside_turns_there_are_no_windows():
    game = new(starting="S09 S12 S01 S02").play("keep S09 S12")
    game.play(game.offered[0])
    assert game.asks == "any_goods"
    assert game.offered == ["gain wood", "gain stone", "gain gold"]


DECLARED = {
    ALCHEMY: ("technology TECH01", player(gold=2)),
    NOBLES: ("row top", player(wood=2)),
    DECORATIONS: ("decorate D00 top_1", player(gold=3)),
}


@pytest.mark.rule("T-19.3")
@pytest.mark.parametrize("board", DECLARED)
def test_a_move_that_is_not_asked_for_is_refused_with_a_reason(board):
    text, ana = DECLARED[board]
    game = arriving(board, ana=ana, decoration_offer="D00")
    with pytest.raises(IllegalOptionError, match="an action is to be chosen now"):
        game.play(text)
