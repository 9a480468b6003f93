"""Tests of the times at which a schedule repeats a tournament, by given clocks."""

from datetime import UTC, datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import UsageError
from arena.tournament.schedule import MISSED, OVERLAP, Schedule

MADRID = ZoneInfo("Europe/Madrid")
FORWARD = datetime(2027, 3, 28, tzinfo=MADRID)  # 02:00 becomes 03:00
BACK = datetime(2027, 10, 31, tzinfo=MADRID)  # 03:00 becomes 02:00
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2030, 1, 1)).map(lambda moment: moment.replace(tzinfo=UTC))  # noqa: DTZ001 -- the zone comes next
CRONS = ["30 2 * * *", "0 18 * * 5", "*/20 * * * *", "15 */3 * * *", "0,30 1-3 * * *", "0 12 1 1 *", "0 0 L * *"]


def shown(moments):
    return [moment.strftime("%d %H:%M %Z") for moment in moments]


def runs_of_the_day(cron, midnight):
    """Return all runs from one midnight in Madrid to the next. Each is computed from the run before."""
    found, moment = [], midnight - timedelta(seconds=1)
    while (moment := Schedule(cron, "Europe/Madrid").next(moment)).date() == midnight.date():
        found.append(moment)
    return shown(found)


# Clocks that change ------------------------------------------------------------------------------------------------


def test_on_an_ordinary_night_a_run_at_half_past_two_begins_then():
    assert runs_of_the_day("30 2 * * *", datetime(2027, 5, 3, tzinfo=MADRID)) == ["03 02:30 CEST"]


def test_a_run_in_a_skipped_hour_of_the_clock_begins_once_at_its_end():
    assert runs_of_the_day("30 2 * * *", FORWARD) == ["28 03:00 CEST"]


def test_two_runs_in_a_skipped_hour_of_the_clock_begin_as_one():
    assert runs_of_the_day("0,30 2 * * *", FORWARD) == ["28 03:00 CEST"]


def test_a_run_in_a_repeated_hour_of_the_clock_begins_once_in_its_first_pass():
    assert runs_of_the_day("30 2 * * *", BACK) == ["31 02:30 CEST"]


@pytest.mark.parametrize("minute", range(0, 60, 10))
@pytest.mark.parametrize("fold", [0, 1])
def test_a_run_in_a_repeated_hour_is_not_repeated_in_the_second_pass(minute, fold):
    asked = datetime(2027, 10, 31, 2, minute, tzinfo=MADRID, fold=fold)
    ahead = fold == 0 and minute < 30
    assert shown([Schedule("30 2 * * *", "Europe/Madrid").next(asked)]) == [
        "31 02:30 CEST" if ahead else "01 02:30 CET",
    ]


def test_every_half_an_hour_means_elapsed_time():
    assert len(runs_of_the_day("*/30 * * * *", FORWARD)) == 46
    night = runs_of_the_day("*/30 * * * *", BACK)
    assert len(night) == 50
    assert night[4:8] == ["31 02:00 CEST", "31 02:30 CEST", "31 02:00 CET", "31 02:30 CET"]


# The next runs -----------------------------------------------------------------------------------------------------


@given(st.sampled_from(CRONS), st.sampled_from(["UTC", "Europe/Madrid", "America/Sao_Paulo", "Asia/Kolkata"]), MOMENTS)
def test_runs_lie_ahead_in_order_and_asking_after_each_gives_the_same_ones(cron, timezone, moment):
    schedule = Schedule(cron, timezone)
    ahead = list(islice(schedule.after(moment), 5))
    stamps = [each.timestamp() for each in ahead]
    assert stamps == sorted(set(stamps))
    assert stamps[0] > moment.timestamp()
    found = [moment]
    while len(found) < 6:
        found.append(schedule.next(found[-1]))
    assert [each.timestamp() for each in found[1:]] == stamps


def test_a_run_is_printed_in_the_zone_of_the_schedule_not_of_the_question():
    asked = datetime(2027, 1, 1, 17, 30, tzinfo=UTC)
    assert shown([Schedule("0 19 * * *", "Europe/Madrid").next(asked)]) == ["01 19:00 CET"]


# Missed runs and overlapping ones ----------------------------------------------------------------------------------

MONDAY = datetime(2027, 3, 1, 18, tzinfo=UTC)


@pytest.mark.parametrize(
    ("missed", "made_up"),
    [("skip", []), ("once", ["04 18:00 UTC"]), ("all", ["02 18:00 UTC", "03 18:00 UTC", "04 18:00 UTC"])],
)
def test_of_three_missed_runs_none_or_the_last_or_all_are_made_up_for(missed, made_up):
    schedule = Schedule("0 18 * * *", missed=missed)
    assert shown(schedule.missed_between(MONDAY, MONDAY + timedelta(days=3))) == made_up


@pytest.mark.parametrize("missed", MISSED)
def test_if_no_run_was_missed_none_is_made_up_for(missed):
    assert Schedule("0 18 * * *", missed=missed).missed_between(MONDAY, MONDAY + timedelta(hours=23)) == []


def test_of_very_many_missed_runs_the_latest_hundred_are_made_up_for():
    made_up = Schedule("* * * * *", missed="all").missed_between(MONDAY, MONDAY + timedelta(hours=10))
    assert len(made_up) == 100
    assert made_up[-1] == MONDAY + timedelta(hours=10)


def test_a_missed_run_in_the_hour_that_comes_twice_is_made_up_for_once():
    schedule = Schedule("30 2 * * *", "Europe/Madrid", missed="all")
    before = BACK + timedelta(hours=1)
    first, second = (datetime(2027, 10, 31, 2, 45, tzinfo=MADRID, fold=fold) for fold in (0, 1))
    assert shown(schedule.missed_between(before, second)) == ["31 02:30 CEST"]
    assert schedule.missed_between(first, second) == []


@pytest.mark.parametrize(("overlap", "then"), [("queue", "wait"), ("skip", "skip")])
def test_a_run_that_is_due_while_the_one_before_is_played_waits_or_is_left_out(overlap, then):
    schedule = Schedule("0 18 * * *", overlap=overlap)
    assert (schedule.when_due(busy=True), schedule.when_due(busy=False)) == (then, "run")


@pytest.mark.parametrize("missed", MISSED)
@pytest.mark.parametrize("overlap", OVERLAP)
def test_every_schedule_has_a_description(missed, overlap):
    first, second, third = Schedule("0 18 * * 5", "Europe/Madrid", missed, overlap).in_words()
    assert "0 18 * * 5" in first
    assert "Europe/Madrid" in first
    assert "missed" in second
    assert "is due while" in third


# Bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cron", "words"),
    [
        ("0 0 30 2 *", "one that its months do not have"),
        ("0 0 31 2,4 *", "one that its months do not have"),
        ("0 0 31 4 */2", "one that its months do not have"),
        ("61 * * * *", "bad minute"),
        ("0 0 * * 8", "bad day-of-week"),
        ("0 18 * *", "expected five fields"),
        ("0 0 18 * * 5", "expected five fields"),
        ("@daily", "expected five fields"),
        ("", "expected five fields"),
    ],
)
def test_an_expression_that_cannot_be_read_or_never_fires_is_refused(cron, words):
    with pytest.raises(UsageError, match=words):
        Schedule(cron)


def test_an_expression_that_fires_on_no_day_for_fifty_years_is_refused():
    with pytest.raises(UsageError, match="never fires"):
        Schedule("0 0 */40 * MON#5")  # the first of a month that is a fifth Monday


@pytest.mark.parametrize("timezone", ["Europe/Madird", "Europe", "", "../etc/passwd", "a\0b"])
def test_an_unknown_time_zone_is_refused(timezone):
    with pytest.raises(UsageError, match=r"timezone: .* is unknown.*: expected a name such as Europe/Madrid"):
        Schedule("0 18 * * *", timezone)


def test_the_error_for_an_unknown_time_zone_suggests_a_similar_one():
    with pytest.raises(UsageError, match="did you mean 'Europe/Madrid'"):
        Schedule("0 18 * * *", "Europe/Madird")
