"""Tests of environments with one game: all seats act with PettingZoo, one seat acts with Gymnasium."""

import numpy as np
import pytest

from arena.bots import Random
from arena.errors import UsageError
from arena_sdk import env


def any_action(observed, rng):
    return int(rng.choice(np.flatnonzero(observed["action_mask"])))


def played_out(table, rng):
    """Play a game at random to its end. Return the rewards."""
    total = dict.fromkeys(table.agents, 0.0)
    for agent in table.agent_iter():
        observed, reward, terminated, truncated, _ = table.last()
        total[agent] += reward
        table.step(None if terminated or truncated else any_action(observed, rng))
    return total


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_seats_play_a_game_to_its_end(seats):
    table = env.aec("cacao", seats)
    table.reset(seed=1)
    total = played_out(table, np.random.default_rng(1))
    assert set(total) == {f"seat_{seat}" for seat in range(seats)}
    assert sum(total.values()) == pytest.approx(0)
    assert max(total.values()) > 0


def test_the_automaton_of_a_solo_game_is_no_agent():
    table = env.aec("teotihuacan/solo")
    table.reset(seed=1)
    assert table.possible_agents == ["seat_0"]
    assert played_out(table, np.random.default_rng(1))["seat_0"] in {-1.0, 0.0, 1.0}


def test_only_the_agent_that_is_asked_has_a_mask():
    table = env.aec("cacao")
    table.reset(seed=1)
    assert table.observe("seat_0")["action_mask"].any()
    assert not table.observe("seat_1")["action_mask"].any()


def test_an_action_that_is_not_offered_loses_the_game():
    table = env.aec("cacao")
    table.reset(seed=1)
    table.step(572)
    assert table.terminations == {"seat_0": True, "seat_1": True}
    assert table.rewards == {"seat_0": -1.0, "seat_1": 0.0}
    assert table.infos["seat_0"] == {"illegal": True, "action": 572}
    assert not table.observe("seat_1")["action_mask"].any()


def test_a_game_that_is_over_or_was_never_dealt_is_not_stepped():
    table = env.aec("cacao")
    with pytest.raises(UsageError, match="no game is going on: expected reset"):
        table.step(0)
    table.reset(seed=1)
    played_out(table, np.random.default_rng(1))
    with pytest.raises(UsageError, match="no game is going on: expected reset"):
        table.step(0)


def test_the_table_is_drawn_as_text(capsys):
    table = env.aec("cacao", render_mode="ansi")
    table.reset(seed=1)
    assert "A lays a worker tile" in table.render()
    shown = env.aec("cacao", render_mode="human")
    shown.reset(seed=1)
    shown.render()
    assert capsys.readouterr().out.startswith("Turn 1, A's")


@pytest.mark.parametrize(
    "opponents", ["random", "greedy", Random(), [lambda seen: int(np.argmax(seen["action_mask"]))]]
)
def test_bots_and_policies_have_the_other_seats(opponents):
    table = env.solo_seat("cacao", opponents=opponents)
    rng = np.random.default_rng(1)
    seen, info = table.reset(seed=1)
    ended = False
    while not ended:
        seen, reward, ended, cut, info = table.step(any_action(seen, rng))
        assert not cut
    assert reward in {-1.0, 0.0, 1.0}
    assert len(info["scores"]) == 2
    with pytest.raises(UsageError, match="its game is over: expected reset"):
        table.step(0)


def test_each_opponent_keeps_its_seat():
    asked = {1: 0, 2: 0}

    def counting(name):
        def policy(seen):
            asked[name] += 1
            return int(np.argmax(seen["action_mask"]))

        return policy

    table = env.solo_seat("cacao", 3, seat=1, opponents=[counting(1), counting(2)])
    table.reset(seed=1)
    assert asked[2] > 0  # seat 0 begins, and is the second after seat 1
    assert asked[1] == 0


def test_a_seat_that_is_drawn_changes():
    table = env.solo_seat("cacao", 3, seat=None)
    assert {table.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_the_action_space_samples_from_the_mask():
    table = env.solo_seat("cacao")
    seen, _ = table.reset(seed=1)
    assert all(seen["action_mask"][table.action_space.sample()] for _ in range(50))


def test_an_action_that_is_not_offered_is_a_loss():
    table = env.solo_seat("cacao")
    table.reset(seed=1)
    _, reward, ended, _, info = table.step(572)
    assert (reward, ended, info["illegal"]) == (-1.0, True, True)


def test_a_policy_that_answers_what_is_not_offered_gets_an_error():
    table = env.solo_seat("cacao", seat=1, opponents=lambda _: 572)
    with pytest.raises(UsageError, match="the policy of seat 0 answered 572: expected an action of its mask"):
        table.reset(seed=1)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ({"seat": 2}, "seat 2: expected one of 0, 1, or None"),
        ({"opponents": ["random", "random"]}, "2 opponents: expected 1, or one that has every other seat"),
        ({"opponents": "nobody"}, "unknown bot 'nobody'"),
        ({"render_mode": "rgb"}, "render_mode 'rgb': expected ansi or human"),
    ],
)
def test_an_environment_that_cannot_be_made_is_refused(words, expected):
    with pytest.raises(UsageError, match=expected):
        env.solo_seat("cacao", **words)


def test_an_invalid_seed_is_refused():
    with pytest.raises(UsageError, match="seed -1: expected a whole number from 0"):
        env.aec("cacao").reset(seed=-1)
    with pytest.raises(UsageError, match="seed -1: expected a whole number from 0"):
        env.solo_seat("cacao").reset(seed=-1)


def test_the_error_for_a_missing_package_names_it(monkeypatch):
    def missing(_):
        raise ModuleNotFoundError(name="pettingzoo")

    monkeypatch.setattr(env, "import_module", missing)
    with pytest.raises(UsageError, match=r"pettingzoo is not installed: expected pip install 'tlachtli\[rl\]'"):
        env.aec("cacao")
