"""An examination has a time limit: a slow bot gets fewer games and positions, and the report names those left out."""

from pathlib import Path

import pytest

from arena_sdk.doctor import case as case_module
from arena_sdk.doctor.case import Case, Waits
from arena_sdk.doctor.clinic import Clinic, command_of
from arena_sdk.doctor.examination import STEPS, Examination
from arena_sdk.doctor.extent import QUICK, USUAL
from arena_sdk.doctor.patient import Silent, Talk

ROOT = Path(__file__).parents[3]
FIRST = """
from arena_sdk import Bot

class First(Bot):
    def choose(self, turn):
        return turn.options[0]
"""


class Clock:
    """A clock that advances only when the bot answers."""

    now = 0.0

    def monotonic(self):
        return self.now

    def perf_counter(self):
        return self.now


@pytest.fixture
def examined(monkeypatch, tmp_path):
    """Return a function that examines a bot. On the clock, each answer of the bot takes the given seconds.

    The function returns the report and the time on the clock.
    """
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}:{ROOT / 'sdk'}")

    def run(seconds, extent):
        clock = Clock()
        monkeypatch.setattr(case_module, "time", clock)
        choice = Case.choice

        def slow(case, talk, table, sent):
            if seconds > case.waits.answer:
                clock.now += case.waits.answer
                raise Silent("nothing came")
            index = choice(case, talk, table, sent)
            case.spent[table.name].seconds[-1] = seconds
            clock.now += seconds
            return index

        monkeypatch.setattr(Case, "choice", slow)
        file = tmp_path / "first.py"
        file.write_text(FIRST)
        with Clinic("it", command_of(str(file))) as clinic:
            report = Examination(clinic, extent=extent).run()
        return report, clock.now

    return run


def texts(report):
    return {step.name: step.text for step in report.steps}


def test_the_examination_of_a_bot_with_0_3_seconds_per_answer_ends_in_time(examined):
    report, passed = examined(0.3, USUAL)
    assert passed <= USUAL.seconds
    assert report.is_fit
    found = texts(report)
    assert list(found) == list(STEPS)
    assert "; left out for time: " in found["plays whole games"]
    assert "teotihuacan with 4" in found["plays whole games"]
    assert "; left out for time: " in found["odd positions"]
    assert {step.outcome for step in report.steps if step.name in {"comes back", "against itself"}} == {"passed"}


def test_the_examination_of_a_bot_with_10_seconds_per_answer_is_cut_short(examined):
    report, passed = examined(10.0, USUAL)
    assert passed <= USUAL.seconds
    found = texts(report)
    assert found["plays whole games"] == "no game was played to its end in 90 s: it is too slow"
    assert found["against itself"] == "left out: the 120 s of the examination are over"


@pytest.mark.parametrize("seconds", [20.0, 35.0, 50.0, 59.0, 1000.0])
def test_an_examination_ends_within_its_seconds_however_long_an_answer_takes(examined, seconds):
    report, passed = examined(seconds, USUAL)
    assert passed <= USUAL.seconds
    assert report.is_fit == (3 * seconds < USUAL.seconds)  # the three decisions of its first seat
    assert report.is_fit or report.failed[0].name == "takes a seat"


def test_a_fast_bot_leaves_nothing_out_and_is_asked_a_bounded_number_of_times(examined):
    report, _ = examined(0.001, USUAL)
    assert report.is_fit
    assert report.latency.answers <= 1300
    assert "left out" not in "".join(texts(report).values())


def test_a_quick_examination_says_what_it_leaves_out(examined):
    report, _ = examined(0.001, QUICK)
    found = texts(report)
    assert report.is_fit
    assert report.latency.answers <= 400
    assert found["plays whole games"].startswith("3 games, ")
    assert found["memory"] == "left out: the examination is a quick one"
    assert found["back after a restart"] == "left out: the examination is a quick one"


def test_a_quick_examination_waits_for_no_answer_longer_than_its_time_lasts(examined, monkeypatch):
    waited = []
    hear = Talk.hear

    def noted(talk, kind, seconds, what):
        waited.append(seconds)
        return hear(talk, kind, seconds, what)

    monkeypatch.setattr(Talk, "hear", noted)
    examined(1.0, QUICK)
    assert max(waited) <= 20
    assert min(waited) < 20
    assert Waits().answer > 20
