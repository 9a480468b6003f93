"""Tests of MyBot that should pass after every change: run them with `pytest`."""

from pathlib import Path

from arena_sdk import check, load, practice

MyBot = load(str(Path(__file__).with_name("bot.py")))


def test_it_plays_by_the_rules_wherever_it_is_put() -> None:
    check(MyBot)


def test_it_beats_random() -> None:
    series = practice(MyBot, "random", games=20, seed=1)
    assert series.score > 0.5


def test_the_same_seed_gives_the_same_series() -> None:
    one, two = (practice(MyBot, "random", games=2, seed=1) for _ in range(2))
    assert one.scores == two.scores
