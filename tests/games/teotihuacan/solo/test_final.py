"""T-17.6.1 to T-17.6.3: tests of the effects of Eclipses on the automaton, and of the winner."""

import pytest

from arena.games.teotihuacan.rules import SOLO
from tests.games.teotihuacan.test_eclipse import points
from tests.games.teotihuacan.vocabulary import bot, player, table

OUT = "1@1 1@1 1@1 1@forest"


def eclipse(number=1, *, ana=None, ben=None, **rest):
    """Return a game in which the automaton's last turn before an Eclipse has just ended."""
    return table(
        ana=ana,
        ben=ben or player(workers=OUT),
        turn=7,
        eclipses=number - 1,
        light=(10, 9, 8)[number - 1],
        asks="end_window",
        now={"eclipse_due": 8},
        bot=bot(),
        **rest,
    )


@pytest.mark.rule("T-17.6.1")
def test_it_pays_no_salary_and_is_not_asked():
    game = eclipse(ben=player(cocoa=9, points=20, workers="5@2 4@3 1@4 1@forest"), ana=player(cocoa=3))
    assert game.asked == "ana"
    game.play("salary 3")
    assert (game.ben.cocoa, game.ben.points) == (9, 20)


@pytest.mark.rule("T-17.6.1")
def test_masks_track_leader_and_avenue_score_as_for_any_player():
    ben = player(track=3, avenue=2, tiles="V05 V08", workers=OUT)
    game = eclipse(ben=ben, ana=player(track=1))
    assert points(game, "masks") == [0, 3]
    assert points(game, "pyramid_track") == [4, 12]
    assert points(game, "pyramid_leader") == [0, 4]
    assert points(game, "avenue") == [0, 10]


@pytest.mark.rule("T-17.6.1")
def test_both_lead_where_they_are_equally_far():
    assert points(eclipse(ben=player(track=2, workers=OUT), ana=player(track=2)), "pyramid_leader") == [4, 4]


@pytest.mark.rule("T-17.6.2")
def test_what_is_left_technologies_and_bonus_tiles_score_in_the_last_eclipse():
    ben = player(wood=1, stone=2, gold=3, cocoa=4, technologies="TECH01 TECH03", blue=10, red=11, workers=OUT)
    game = eclipse(3, ben=ben)
    assert points(game, "leftovers", 3) == [0, 10]
    assert points(game, "technologies", 3) == [0, 4]
    assert points(game, "bonus_3", 3) == [0, 15]
    assert points(game, "bonus_4", 3) == [0, 15]  # whatever the tile says
    assert points(game, "bonus_7", 3) == [0, 0]


@pytest.mark.rule("T-17.6.2")
def test_earlier_eclipses_score_none_of_that():
    ben = player(wood=1, cocoa=4, technologies="TECH01", blue=10, workers=OUT)
    game = eclipse(2, ben=ben)
    assert [sum(map(sum, game.state.ledger()[name])) for name in ("leftovers", "technologies", "bonus_3")] == [0, 0, 0]


@pytest.mark.rule("T-17.6.2")
def test_the_eclipse_of_a_finished_pyramid_is_the_last_one_here_too():
    game = eclipse(1, ben=player(wood=2, workers=OUT), finished=True)
    assert points(game, "leftovers") == [0, 2]
    assert game.asked is None


@pytest.mark.rule("T-17.6.2")
def test_the_human_scores_bonus_tiles_as_ever_and_nothing_for_what_is_left():
    game = eclipse(3, ana=player(wood=5, blue=10, red=10, avenue=2))
    assert points(game, "bonus_4", 3) == [6, 0]
    assert points(game, "leftovers", 3) == [0, 0]


@pytest.mark.rule("T-17.6.4")
@pytest.mark.parametrize(("knob", "turned"), [("bonus", -10), ("bonus", 5), ("technology", -2), ("technology", 1)])
def test_what_bonus_tiles_and_technologies_are_worth_are_knobs(knob, turned):
    ben = player(technologies="TECH01 TECH03", blue=10, workers=OUT)
    game = eclipse(3, ben=ben, options={f"teotibot_{knob}": turned})
    expected = {"bonus": [15, 4], "technology": [15, 4]}[knob]
    expected[("bonus", "technology").index(knob)] += turned * (2 if knob == "technology" else 1)
    assert [points(game, "bonus_3", 3)[1], points(game, "technologies", 3)[1]] == expected


@pytest.mark.rule("T-17.6.3")
@pytest.mark.parametrize(("ana", "ben", "places"), [(11, 10, [1, 2]), (10, 10, [2, 1]), (9, 10, [2, 1])])
def test_the_human_wins_only_with_more_points(ana, ben, places):
    game = eclipse(3, ana=player(points=ana + 9), ben=player(points=ben, workers=OUT))
    assert (game.state.scores(), game.state.placements()) == ([ana, ben], places)


@pytest.mark.rule("T-17.6.3")
def test_cocoa_does_not_break_the_tie_for_her():
    game = table(ana=player(points=5, cocoa=9), ben=player(points=5, workers=OUT), bot=bot())
    assert game.state.placements() == [2, 1]
    assert list(game.state.ledger()) == list(SOLO.categories)
