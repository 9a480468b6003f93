"""Tests of the reasons with which an option that is not offered is refused."""

import re

import pytest

from arena.errors import IllegalOptionError
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.teotihuacan.notation import read, spell, understood
from arena.games.teotihuacan.rules import TEOTIHUACAN
from tests.games.teotihuacan.vocabulary import (
    ALCHEMY,
    CONSTRUCTION,
    FOREST,
    NOBLES,
    PALACE,
    arriving,
    flat,
    new,
    player,
    random_states,
    table,
)

SHUT = player(cocoa=3, blue=11, red=11, green=11)
WIDE = {"cocoa_waiver_scope": "wide"}


def building_with(count, buildings, options=None):
    """Return a game in which Ana is asked for the row of a Building."""
    now = {"board": NOBLES, "count": count}
    return table(asks="build_for_nobles", ana=player(wood=2), now=now, buildings=buildings, options=options)


@pytest.mark.parametrize(
    ("game", "text", "because"),
    [
        (table(), "collect", "a worker is to be moved now"),
        (table(), "free unlock", "none of your workers is locked"),
        (table(), "move 2@2 1", "those are not your unlocked workers on Forest: their powers are [1]"),
        (table(), "move 1@2 5 unlimited", "no tile for an unlimited move"),
        (table(ana=player(workers="1@2 1@2 1@4")), "move 1@2+1@2 2 double", "no tile for a second worker"),
        (table(), "use V00", "a mask is never used"),
        (table(), "use V24", "you have no V24 face up"),
        (table(ana=player(tiles="V45")), "use V45", "used with a move or a payment"),
        (table(ana=player(tiles="V51")), "use V51", "an additional worker is used with the Main action"),
        (table(), "unlock", "none of your workers is locked"),
        (table(ana=player(workers="1@forest 1@3 1@4", cocoa=2)), "unlock", "you have 2 cocoa; it costs 3"),
        (table(ana=player(workers="1@forest 1@3 1@4")), "unlock waive", "no waiver pays for that"),
        (table().play("move 1@2 1"), "worship forest ability", "your worker arrived on Stone Quarry"),
        (table().play("move 1@2 1"), "worship quarry discovery", "no Discovery tile lies there"),
        (table().play("move 1@2 1"), "main", "you have 0 cocoa; it costs 2"),
        (table().play("move 1@2 1"), "main waive", "no waiver tile face up"),
        (table(ana=player(workers="1@8 1@2 1@3", tiles="V22")).play("move 1@8 1"), "main", "Alchemy cannot be carried"),
        (table(ana=player(workers="1@7 1@2 1@3")).play("move 1@7 1"), "main", "the Palace has no Main action"),
        (table(ana=player(gold=1), asks="buy_technology", now={"board": ALCHEMY, "count": 2}), "pass", "a technology"),
        (table(asks="major_step 0 4", spots={"blue_4": "V22 V24"}), "claim V24", "you cannot pay for V24"),
        (table(asks="major_step 0 4", spots={"blue_4": "V22"}), "claim V24", "no V24 lies there"),
        (table(asks="avenue_claim 0", spots={"avenue_3": "V22 V24"}), "claim V24", "you cannot pay for V24"),
        (table(asks="avenue_claim 0", spots={"avenue_3": "V22"}), "claim V24", "no V24 lies there"),
        (table(asks="major_step 0 4", spots={"blue_4": "V22"}), "claim V30", "no V30 lies there"),
        (table(ana=player(cocoa=1), asks="salary"), "salary 8", "more than is due"),
        (table(asks="reward"), "collect", "the reward of the Ascension is to be chosen now"),
        (table(asks="reward", ana=player(cocoa=2)), "reward two temples", "you have 2 cocoa; it costs 3"),
        (table(asks="reward", ana=SHUT), "reward temple", "there is no temple on which you can advance"),
        (table(asks="reward", ana=SHUT), "reward two temples", "there is no temple on which you can advance"),
        (table(asks="reward"), "reward two temples waive", "no waiver pays for that"),
        (table(asks="reward", options=WIDE), "reward two temples waive", "no waiver tile face up"),
        (table(asks="reward", ana=player(workers="1@2 1@2 1@2 1@2")), "reward worker", "in play already"),
        (table(asks="any_temple", ana=player(red=11)), "temple red", "you cannot advance on that temple"),
        (table(asks="order_temples 9"), "temple green", "no match is left there"),
        (table(asks="exchange 7 2", ana=player(cocoa=1, red=11)), "exchange red", "cannot advance on that temple"),
        (table(asks="exchange 7 2", ana=player(cocoa=1)), "exchange red waive", "no waiver pays for that"),
        (table(asks="exchange 7 2", ana=player(cocoa=1), options=WIDE), "exchange red waive", "no waiver tile face up"),
        (table(asks="exchange 2 2", ana=player(wood=1)), "exchange gold", "you cannot pay for that"),
        (building_with(3, (0, 0, 3)), "row bottom", "that row is full"),
        (building_with(3, (0, 0, 3), {"nobles_row_choice": "any_up_to_workers"}), "row bottom", "that row is full"),
        (building_with(2, (0, 0, 0), {"nobles_row_choice": "any_up_to_workers"}), "row bottom", "to another row"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_reason(game, text, because):
    with pytest.raises(IllegalOptionError) as refused:
        read(game.state, text)
    assert because in str(refused.value)
    assert repr(text) in str(refused.value)


def test_a_wrong_claim_in_worship_or_in_setup_names_the_tiles_there():
    beside = arriving(FOREST, ana=player(cocoa=1, tiles="V22"), beside={FOREST: "V05"})
    beside.play("worship forest both", "first discovery")
    laid_out = "V00 V01 V01 V03 V03 V05 V05 V05 V08 V08 V08 V11 V11 V11 V14 V14 V14 V17 V17"
    tied = new(starting="S14 S17 S01 S02 S05 S06 S03 S04", discovery=f"{laid_out} V24")
    tied.play("keep S14 S17", "keep S05 S06")
    for game, text, because in (
        (beside, "claim V05", "you cannot pay for V05"),
        (beside, "claim V24", "no V24 lies there"),
        (tied, "claim V22", "no V22 lies there"),
    ):
        with pytest.raises(IllegalOptionError, match=because):
            read(game.state, text)


def test_technologies_are_refused_with_their_reason():
    game = table(ana=player(gold=1, technologies="TECH01"), asks="buy_technology", now={"board": ALCHEMY, "count": 1})
    for text, because in {
        "technology TECH01": "your marker lies there already",
        "technology TECH09": "you have 1 gold; it costs 2",
        "technology TECH07": "that tile is not in this game",
    }.items():
        with pytest.raises(IllegalOptionError, match=because):
            read(game.state, text)


def test_pyramid_tiles_are_refused_with_their_reason():
    game = table(
        ana=player(stone=2),
        pyramid=flat("1.0.0", "1.0.1", "1.1.0", "1.1.1"),
        pyramid_offer="P00",
        asks="build 1",
        now={"board": CONSTRUCTION, "count": 1},
    )
    for text, because in {
        "build P01 r0 on 1.3.3": "not in the offer",
        "build P00 r0 on 1.0.0": "a tile lies there already",
        "build P00 r0 on 2.0.0": "you cannot pay for that level",
        "build P00 r0 on 2.1.1": "the four spaces below",
        "stop": "this cannot be declined",
    }.items():
        with pytest.raises(IllegalOptionError, match=because):
            read(game.state, text)


def test_nothing_can_be_played_when_the_game_is_over():
    state = TEOTIHUACAN.new({"first_game": True}, 2, Deal(b"over"))
    rng = Rng(0)
    while state.to_move != OVER:
        state.apply(state.sample(rng))
    with pytest.raises(IllegalOptionError, match="the game is over"):
        read(state, "collect")


def test_an_objection_to_worship_says_what_is_wrong():
    game = table(ana=player(workers="1@palace_2 1@8 2@6"), beside={PALACE: "V24", FOREST: "V24"})
    game.play("move 2@6 2")
    for text, because in {
        "worship palace_2 ability": "your own worker is locked there",
        "worship palace_1 discovery": "only with both effects",
        "worship palace_1 both waive": "a waiver pays an entry cost",
        "worship palace_1 ability lock 2": "asked only of two with different powers",
        "worship palace_1 both": "it cannot be paid",
    }.items():
        with pytest.raises(IllegalOptionError, match=because):
            read(game.state, text)


@pytest.mark.parametrize("options", [{}, {"starting_tile_draft": True, "cocoa_waiver_scope": "wide"}])
def test_every_option_that_is_not_offered_is_refused_with_a_reason(options):
    said = {}
    refused = 0
    for state in random_states(2, 5, **options):
        said |= {spell(option).split()[0]: spell(option) for option in state.options()}
        for text in said.values():
            if understood(text) not in state.options():
                with pytest.raises(IllegalOptionError, match=re.escape(f"{text!r}: ")):
                    read(state, text)
                refused += 1
    assert refused > 1000
