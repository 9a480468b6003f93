"""Tests of single sentences on the pages, such as the one that names the leader."""

import re
from dataclasses import replace

from arena.bots import HOUSE
from arena.languages import speaking
from leaderboard.house_words import house_told
from leaderboard.ranking import RankedEntrant
from leaderboard.tellings import best_of, pool_told
from leaderboard.words import LEADING, verdict, with_code

ROW = RankedEntrant(
    first=1,
    last=1,
    bot="ana",
    version="1",
    kind="bot",
    author="",
    note="",
    rating=1700.0,
    reach=20.0,
    anchored=True,
    is_anchor=False,
    comparisons=100,
    score=0.7,
    games=100,
    deals=LEADING,
    wins=70,
    draws=0,
    mean_place=1.3,
    forfeits={},
    think_us=None,
    seats=(),
)
BEN = replace(ROW, bot="ben", rating=1600.0, first=2, last=2)


def test_a_bot_leads_when_it_has_played_enough_deals():
    assert verdict([ROW, BEN]) == "ana is the best of 2, with 95 % certainty."
    assert verdict([ROW, replace(BEN, first=1)]) == "ana leads, but ben may still be better."
    assert verdict([ROW]) == "ana is the only rated bot."


def test_no_leader_is_named_below_the_least_number_of_deals():
    few = replace(ROW, deals=LEADING - 1)
    assert verdict([few, replace(BEN, deals=3)]) == "No leader is named yet: it needs 20 deals, and ana has played 19."


def test_a_newcomer_is_neither_the_leader_nor_a_candidate():
    few = replace(ROW, bot="new", deals=3)
    assert verdict([few, replace(BEN, first=1)]) == ("Of the bots that have played 20 deals or more, ben is ahead.")
    cai = replace(BEN, bot="cai", first=1)
    assert verdict([few, replace(BEN, first=1), cai]) == (
        "Of the bots that have played 20 deals or more, ben is ahead; cai may still be better."
    )
    assert best_of([few, replace(BEN, first=1)]) == ""
    told = "Of the bots that have played 20 deals or more, ben and cai could be the best."
    assert best_of([few, replace(BEN, first=1), cai]) == told
    assert best_of([replace(BEN, first=1), cai]).endswith("each of these 2 could be the best: ben and cai.")
    assert verdict([few, BEN]) == "No leader is named yet: it needs 20 deals, and new has played 3."


def test_code_in_a_description_is_marked_and_the_rest_is_escaped():
    assert with_code("the value of `rest`, <b>") == "the value of <code>rest</code>, &lt;b&gt;"
    assert with_code("`<i>` and ` alone") == "<code>&lt;i&gt;</code> and ` alone"


def test_the_title_of_a_pool_has_the_name_of_its_game():
    assert pool_told("teotihuacan/solo, 2 seats, bullet, rules 1") == "Teotihuacan, solo game, 2 seats, bullet, rules 1"
    assert pool_told("chess, 2 seats") == "chess, 2 seats"
    with speaking("es"):
        assert pool_told("teotihuacan, 2 asientos") == "Teotihuacán, 2 asientos"


def test_the_site_says_how_each_house_bot_chooses_and_nothing_of_other_bots():
    told = {name: house_told(name) for name in HOUSE}
    assert all(told.values())
    assert len(set(told.values())) == len(HOUSE)
    assert [re.findall(r"\d+", told[name]) for name in HOUSE] == [
        re.findall(r"\d+", HOUSE[name].about) for name in HOUSE
    ]
    assert [house_told(name) for name in ("ana", "mcts", "greedy-", "")] == [""] * 4
