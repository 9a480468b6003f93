"""Tests of Teotihuacan's options as text."""

import pytest

from arena.errors import NotationError
from arena.games.teotihuacan.notation import FORMS, SPELLINGS, spell, understood

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
