"""Tests of the stored lines of ratings and form: they equal those computed from the matches."""

from dataclasses import replace

import pytest

from arena.stats.foretold import Foretold, loss
from arena.stats.form import Form, expected
from arena.store.ratings import rating_history
from arena.store.ratings.counting import counted, pool_value
from arena.store.ratings.rankings import kept_ranking
from arena.store.ratings.rating_history import FORM, RATING, follow, refresh, step
from arena.store.sql import match_queries, page_queries
from tests.store.matches import NAMES, entry, opened_round, play, play_block

pytestmark = pytest.mark.usefixtures("tiny")


def lines(database, line):
    """Return a line of each entrant in the first pool: the number of games and the value of each point."""

    def question(session):
        everybody = range(1, 9)
        return {
            each: [(row.games, row.value) for row in page_queries.points_of(session, "1", each) if row.line == line]
            for each in everybody
            if page_queries.points_of(session, "1", each)
        }

    return database.read(question)


def reckoned(database):
    """Compute the form of each entrant after each of its matches, from the stored matches. Return it by entrant."""
    found, games = {}, {}

    def question(session):
        pool = match_queries.all_pools(session)[0]
        form = Form(pool_value(pool))
        for each in match_queries.rated_matches(session):
            result = counted(each, match_queries.seats_of(session, each.match))
            if result.pool_id != pool.id:
                continue
            for name, rating in form.add(result.finished).items():
                games[name] = games.get(name, 0) + 1
                found.setdefault(int(name), []).append((games[name], rating))
        return found

    return database.read(question)


def test_a_line_has_a_point_for_every_early_game_and_few_for_many():
    assert [step(games) for games in range(1, 65)] == list(range(1, 65))
    steps = [step(games) for games in range(1, 100_000)]
    assert steps == sorted(steps)
    assert step(1_000_000) < 420


async def test_the_form_follows_from_the_matches_in_the_order_in_which_they_were_made(results):
    await opened_round(results)
    for number in range(6):
        await play_block(results, number, NAMES[:2] if number % 2 else NAMES[1:3])
        follow(results.database, 1.0)
    assert lines(results.database, FORM) == reckoned(results.database)


async def test_the_form_does_not_depend_on_how_often_it_is_updated(results, monkeypatch):
    await opened_round(results)
    for number in range(4):
        await play_block(results, number, NAMES[:2])
    monkeypatch.setattr(rating_history, "AT_ONCE", 3)
    refresh(results.database, 1.0)
    refresh(results.database, 2.0)
    assert lines(results.database, FORM) == reckoned(results.database)


async def test_later_matches_wait_for_earlier_ones_that_are_not_over(results):
    await opened_round(results)
    early = entry("early", NAMES[:2], block=0)
    await results.open_match(early)
    await results.keep(replace(early, state="running"))
    await play_block(results, 1, NAMES[:2])
    follow(results.database, 1.0)
    assert lines(results.database, FORM) == {}
    await results.keep(replace(early, state="void", ruling="a storm"))
    follow(results.database, 2.0)
    assert lines(results.database, FORM) == reckoned(results.database) != {}


async def test_a_ruling_lets_the_form_begin_anew(results):
    await opened_round(results)
    done = [each for number in range(3) for each in await play_block(results, number, NAMES[:2])]
    follow(results.database, 1.0)
    before = lines(results.database, FORM)
    turned = replace(done[0].result, placements=done[0].result.placements[::-1])
    await results.keep(replace(done[0], result=turned, ruling="a bug", adjudicated=True))
    await results.keep(replace(done[1], state="void", ruling="a bug"))
    follow(results.database, 2.0)
    assert lines(results.database, FORM) == reckoned(results.database) != before


async def test_every_fit_adds_a_point_to_the_line_of_a_rating(results):
    await opened_round(results)
    for number in range(3):
        await play_block(results, number, NAMES[:2])
        refresh(results.database, float(number))
    ranking = results.database.read(lambda session: kept_ranking(session, "1"))
    for row in ranking.rows:
        line = lines(results.database, RATING)[row["entrant"]]
        assert [games for games, _ in line] == [2, 4, 6]
        assert line[-1][1] == row["rating"]


async def test_the_combined_rating_has_a_line_too(results):
    await opened_round(results)
    await play_block(results, 0, NAMES[:2])
    await play_block(results, 1, NAMES[:3])
    refresh(results.database, 1.0)
    points = results.database.read(lambda session: page_queries.points_of(session, "combined", 1))
    assert [(point.line, point.games) for point in points] == [(RATING, 5)]


async def test_results_are_predicted_from_earlier_results_only(results):
    await opened_round(results)
    for number in range(4):
        await play_block(results, number, NAMES[:2])
    refresh(results.database, 1.0)
    known = results.database.read(lambda session: kept_ranking(session, "1"))
    assert known.foretold == Foretold()
    [game] = [await play(results, entry("next", NAMES[:2], block=9))]
    await play(results, entry("stranger", (NAMES[0], NAMES[3]), block=10))
    form = dict(lines(results.database, FORM))
    refresh(results.database, 2.0)
    refresh(results.database, 3.0)
    found = results.database.read(lambda session: kept_ranking(session, "1")).foretold
    rating = {row["entrant"]: row["rating"] for row in known.rows}
    [ana, ben] = sorted(rating)
    halves = 2 * (game.result.placements[0] < game.result.placements[1])
    assert found.comparisons == 1
    assert found.by_form == pytest.approx(loss(expected(form[ana][-1][1], form[ben][-1][1]), halves))
    # The seats are worth something as well, so the ratings alone say nearly the same.
    assert found.by_ratings < loss(0.5, 0) + loss(0.5, 2)
    assert found.by_ratings != found.by_form


async def test_after_a_ruling_results_are_not_predicted_a_second_time(results):
    await opened_round(results)
    done = [each for number in range(3) for each in await play_block(results, number, NAMES[:2])]
    refresh(results.database, 1.0)
    await results.keep(replace(done[1], state="void", ruling="a bug"))
    refresh(results.database, 2.0)
    assert results.database.read(lambda session: kept_ranking(session, "1")).foretold.comparisons == 0
