"""Tests of the drawings of tournaments: brackets, the evidence of an SPRT, dots of a calibration."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from arena.stats.sprt import Sprt
from arena.stats.standings import Finished
from arena.store.db.database import Database
from arena.tournament.formats.base import Pairing, PlayedBlock
from arena.tournament.formats.brackets import BestOf, Bracket
from arena.tournament.formats.double_knockout import DoubleKnockout
from arena.tournament.formats.knockout import Knockout
from arena.tournament.formats.sprt_match import SprtMatch
from leaderboard.brackets import HEIGHT, WIDTH, drawing_of, in_lines
from leaderboard.drawing import MOST_DOT, dot_of
from leaderboard.ranking import Calibration
from leaderboard.reading import Reader
from leaderboard.rendering import Templates
from leaderboard.sequential import FARTHEST, STEPS, elo_of, sprt_of, thinned
from leaderboard.tournaments import BracketStage, duel, tournament
from leaderboard.values import ShownEntrant
from tests.leaderboard.reading import read, shown


def played_out(form, number):
    """Play a knockout in which the worse seed wins every third duel. Return the entrants and the stages."""
    keys = [f"bot{each}" for each in range(number)]
    bracket = Bracket(keys, BestOf(1, 0))
    rounds, decided = form.course(bracket), 0
    a_round = next(rounds)
    try:
        while True:
            stage = bracket.stages[-1]
            for each in stage.duels:
                if each.one is not None and each.other is not None:
                    decided += 1
                    each.points = (Fraction(decided % 3 != 0), Fraction(decided % 3 == 0))
            a_round = rounds.send([FakeBlock(pairing.entrants) for pairing in a_round.pairings])
    except StopIteration:
        pass
    return keys, tuple(BracketStage(stage.name, tuple(map(duel, stage.duels))) for stage in bracket.stages)


class FakeBlock:
    """A block without matches. The test itself sets the points of its duel."""

    def __init__(self, entrants):
        self.entrants, self.matches = entrants, ()


@pytest.mark.parametrize("form", [Knockout(), DoubleKnockout()], ids=["knockout", "double knockout"])
@pytest.mark.parametrize("number", [2, 3, 5, 7, 8, 13, 16])
def test_the_boxes_of_a_bracket_do_not_overlap_and_lines_lead_on(form, number):
    keys, stages = played_out(form, number)
    drawn = drawing_of(stages, {key: ShownEntrant(key, "1", "bot") for key in keys})
    places = [(box.x, box.y) for box in drawn.boxes]
    for at, (x, y) in enumerate(places):
        assert 0 <= x <= drawn.width - WIDTH
        assert 0 <= y <= drawn.height - HEIGHT
        assert all(x != other or abs(y - low) >= HEIGHT for other, low in places[at + 1 :])
    advanced = [box for box in drawn.boxes if box.column and box.part != 1]
    assert all(box.after for box in advanced)
    assert all(each.column < box.column for box in drawn.boxes for each in box.after)
    assert len(drawn.lines) == sum(len(box.after) for box in drawn.boxes)


def test_a_double_knockout_is_drawn_with_its_two_brackets(held):
    page = held.page("/tournaments/t-double")
    found = held.get("/tournaments/t-double")
    meetings = [each for stage in found["bracket"] for each in stage["duels"] if each["one"] or each["other"]]
    boxes = [dict(each.attributes) for each in read(page) if each.tag == "g"]
    assert len([box for box in boxes if box.get("class") == "box"]) == len(meetings)
    text = shown(page)
    for name in ("Winners' quarter-finals", "Winners' final", "Losers' round 1", "Losers' final", "Grand final"):
        assert name in text
    winner = found["table"][0]["bot"]
    assert f"{winner} won." in text
    assert 'style="' not in page


def test_the_name_of_a_stage_is_on_two_lines_if_it_is_long():
    assert in_lines("Semi-finals") == ["Semi-finals"]
    assert in_lines("Grand final, once more") == ["Grand final,", "once more"]
    assert in_lines("W" * 40) == ["W" * 40]


def test_the_page_of_a_gauntlet_begins_with_the_score_of_its_challenger(held):
    found = held.get("/tournaments/t-gauntlet")
    assert found["challengers"] == [line["key"] for line in found["table"] if line["bot"] == "ana"]
    score = next(line["score"] for line in found["table"] if line["bot"] == "ana")
    told = f"ana, the challenger, scored {100 * score:.0f} % against the field."
    assert told in shown(held.page("/tournaments/t-gauntlet"))


def test_an_sprt_shows_its_evidence_between_the_bounds(held):
    page = held.get("/tournaments/t-sprt")
    test = page["sprt"]
    assert test["low"] < test["ratio"] < test["high"]
    assert test["verdict"] == "open"
    assert (test["path"][0], test["path"][-1]) == ([0, 0.0], [test["blocks"], test["ratio"]])
    assert sum(test["counts"]) == test["blocks"] == 12
    assert len(test["counts"]) == 5
    assert test["elo_low"] < test["elo"] < test["elo_high"]
    mean = sum(number * score / 4 for score, number in enumerate(test["counts"])) / test["blocks"]
    assert test["elo"] == pytest.approx(elo_of(mean))
    text = shown(held.page("/tournaments/t-sprt"))
    assert "The test ended before it could tell whether ana is stronger than quetzal." in text
    assert f"{test['ratio']:.2f}, between -2.94 and 2.94" in text
    assert held.get("/tournaments/t-cup")["sprt"] is None


def test_an_sprt_says_which_blocks_of_the_table_came_too_late_for_the_test(held):
    won = [PlayedBlock(number, Pairing(("a", "b")), (Finished("", ("a", "b"), (1, 2)),)) for number in range(40)]
    course = SimpleNamespace(form=SprtMatch(Sprt(0, 40, 0.05, 0.05), matches=1), entrants=won, keys=["a", "b"])
    test = sprt_of(course, won)
    assert test.verdict == "accepted"
    assert (test.blocks + test.more, sum(test.counts)) == (40, test.blocks)
    database = Database(held.database.file, read_only=True)
    page = database.read(lambda session: tournament(Reader(database), session, "t-sprt"))
    database.close()
    late = replace(page, sprt=replace(page.sprt, more=2))
    words = "2 more blocks were played at the same time. The table counts them, the test does not."
    assert words in shown(Templates().render("tournament.html", page=late, on=()))
    assert "at the same time" not in shown(held.page("/tournaments/t-sprt"))


def test_elo_has_an_end_and_a_long_path_is_thinned():
    assert (elo_of(0.0), elo_of(0.5), elo_of(1.0)) == (-FARTHEST, 0.0, FARTHEST)
    long = [(at, float(at)) for at in range(10_000)]
    short = thinned(long)
    assert len(short) <= STEPS + 1
    assert (short[0], short[-1]) == (long[0], long[-1])


def test_a_dot_of_the_calibration_is_larger_if_more_predictions_are_behind_it():
    lines = [Calibration(0.6, 0.6, 400), Calibration(0.7, 0.7, 100), Calibration(0.9, 0.9, 1)]
    assert [dot_of(line, lines) for line in lines] == [MOST_DOT, MOST_DOT / 2, 2.5]


def test_a_swiss_tournament_tells_what_decided_between_equal_points(held):
    found = held.get("/tournaments/t-swiss")
    assert found["rounds"][0]["byes"]
    text = shown(held.page("/tournaments/t-swiss"))
    assert "A bye: " in text
    assert "Points include those for a bye" in text
    assert all(words in text for line in found["table"] for words in line["tie_breaks"])
