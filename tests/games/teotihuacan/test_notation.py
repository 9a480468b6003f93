"""Options as text."""

import pytest

from arena.errors import IllegalOptionError, NotationError
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.teotihuacan.notation import FORMS, SPELLINGS, read, spell, understood
from arena.games.teotihuacan.rules import TEOTIHUACAN
from tests.games.teotihuacan.vocabulary import ALCHEMY, CONSTRUCTION, FOREST, PALACE, flat, player, table

SPELLED = [
    *("keep S01 S07", "take S05", "gain wood", "raise 1@0", "claim V24", "pass", "settle 1@2 1@4 2@7"),
    *("free unlock", "move 3@5 2", "move 3@5+2@5 3 double", "move 3@5+3@5 4 unlimited double", "move 3@5 8 unlimited"),
    *("collect", "worship palace_1 both", "worship forest ability lock 3", "worship gold discovery lock 5 waive"),
    *("main", "main waive", "main additional 1", "main additional 2 waive", "first ability", "first discovery"),
    *("exchange", "exchange waive", "exchange wood", "exchange gold waive", "exchange blue", "exchange green waive"),
    *("stop", "gain gold", "temple red", "technology TECH05", "row top", "row centre", "row bottom"),
    *("decorate D03 top_2", "decorate D14 left_4", "build P04 r1 on 2.0.1", "build P30 r0 on 4.0.0"),
    *("pay full", "pay less stone", "pay less wood", "power up 3@2", "reward points", "reward cocoa"),
    *("reward temple", "reward two temples", "reward two temples waive", "reward worker", "end turn", "continue"),
    *("salary 0", "salary 8", "salary waive", "use V24", "unlock", "unlock waive"),
]

NONSENSE = {
    "": "no option begins with ''",
    "moev 3@5 2": "expected one of",
    "move 3@5": "expected something like 'move 3@5 2'",
    "move 3@5 4": "distance 4; expected 1 to 3",
    "move 3@5 9 unlimited": "distance 9; expected 1 to 8",
    "move 6@5 2": "power 6; expected 1 to 5",
    "move 3@9 2": "board 9; expected 1 to 8",
    "move 3@5+2@4 2 double": "both workers start on the same board",
    "move 3@5+2@5 2": "a second worker moves with `double`",
    "move 3@5 2 double": "a second worker moves with `double`",
    "move 2@5+3@5 2 double": "the worker with more power comes first",
    "worship temple both": "no Worship space 'temple'",
    "worship forest all": "no effect 'all'",
    "main additional 3": "additional workers 3; expected 1 to 2",
    "exchange cocoa": "no good or temple 'cocoa'",
    "claim V54": "no Discovery tile 'V54'",
    "claim V25": "this is spelled 'claim V24'",
    "build P17 r1 on 1.0.0": "this is spelled 'build P04 r1 on 1.0.0'",
    "build P30 r1 on 1.0.0": "looks the same whichever way it is turned",
    "build P00 r1 on 3.2.0": "row 2; expected 0 to 1",
    "build P00 r1 on 5.0.0": "level 5; expected 1 to 4",
    "decorate D15 top_1": "no Decoration tile 'D15'",
    "decorate D03 top_5": "no Decoration space 'top_5'",
    "settle 1@4 1@2 2@7": "three different boards in ascending order",
    "settle 1@2 1@2 2@7": "three different boards in ascending order",
    "settle 4@2 1@3 2@7": "power 4; expected 1 to 3",
    "salary 9": "salary 9; expected 0 to 8",
    "keep S01 S19": "no Starting tile 'S19'",
    "Collect": "no option begins with 'Collect'",
    "collect ": "expected something like 'collect'",
    "move ٣@5 2": "expected something like 'move 3@5 2'",
}


@pytest.mark.parametrize("text", SPELLED)
def test_an_option_reads_back(text):
    assert spell(understood(text)) == text


def test_every_kind_of_option_is_among_the_examples():
    shown = {understood(text) >> 16 << 16 for text in SPELLED}
    assert shown == set(SPELLINGS)
    assert {text.split()[0] for text in SPELLED} == set(FORMS)


@pytest.mark.parametrize(("text", "because"), NONSENSE.items())
def test_what_cannot_be_read_is_refused_with_its_reason(text, because):
    with pytest.raises(NotationError) as refused:
        understood(text)
    assert because in str(refused.value)
    assert repr(text) in str(refused.value)


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
        (table(asks="major_step 0 4", spots={"blue_4": "V22"}), "claim V24", "you cannot pay for V24"),
        (table(asks="major_step 0 4", spots={"blue_4": "V22"}), "claim V30", "no V30 lies there"),
        (table(ana=player(cocoa=1), asks="salary"), "salary 8", "more than is due"),
        (table(asks="reward"), "collect", "the reward of the Ascension is to be chosen now"),
    ],
)
def test_what_is_not_offered_is_refused_with_its_reason(game, text, because):
    with pytest.raises(IllegalOptionError) as refused:
        read(game.state, text)
    assert because in str(refused.value)
    assert repr(text) in str(refused.value)


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


def test_a_worshipper_is_told_what_is_wrong():
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
