"""Tests of the parts of every game, with the tiny game: options, seat counts, answers, events by observer."""

import pytest

from arena import games
from arena.errors import IllegalOptionError, UsageError
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR, Setting, playout, spell_value
from arena.games.steps import OVER
from tests.games.tiny import TINY


def table(seats=2, seed=b"seed", **options):
    return TINY.new(options, seats, Deal(seed))


# Settings ----------------------------------------------------------------------------------------------------------


def test_options_that_are_not_given_have_their_canonical_value():
    assert TINY.complete({}) == {"scraps": False}
    assert table().settings == {"scraps": False}


def test_an_option_may_be_given_as_a_value_or_as_it_is_spelled():
    assert TINY.complete({"scraps": True}) == TINY.complete({"scraps": "on"}) == {"scraps": True}


def test_an_unknown_option_is_refused_with_the_nearest():
    with pytest.raises(UsageError, match=r"tiny has no option 'scrap': expected one of scraps .*did you mean 'scraps'"):
        table(scrap=True)


@pytest.mark.parametrize("value", [1, 0, "true", "yes", ""])
def test_a_value_that_an_option_cannot_have_is_refused_with_those_it_can(value):
    with pytest.raises(UsageError, match=f"option 'scraps' cannot be '{value}': expected one of off, on"):
        table(scraps=value)


def test_numbers_and_words_can_be_values_too_and_are_no_truth_values():
    cards = Setting("cards", (3, 1), "how many")
    assert cards.read("1") == 1
    assert type(cards.read("1")) is int
    with pytest.raises(UsageError, match="option 'cards' cannot be 'on': expected one of 1, 3"):
        cards.read("on")
    assert [spell_value(value) for value in (True, False, 3, "long")] == ["on", "off", "3", "long"]


@pytest.mark.parametrize("seats", [-1, 0, 1, 5])
def test_a_seat_count_the_game_does_not_have_is_refused_with_those_it_has(seats):
    with pytest.raises(UsageError, match=f"tiny is not played by {seats}: expected one of 2, 3, 4"):
        table(seats=seats)


def test_the_registry_finds_games_by_name_and_names_the_nearest():
    assert games.rules("cacao").name == "cacao"
    with pytest.raises(UsageError, match=r"unknown game 'cacoa': .*did you mean 'cacao'"):
        games.rules("cacoa")


def test_a_registered_game_is_found(tiny):
    assert games.rules("tiny") is tiny


# Answers -----------------------------------------------------------------------------------------------------------


def test_an_option_that_is_not_offered_is_refused_and_nothing_changes():
    state = table()
    before = state.position()
    with pytest.raises(IllegalOptionError, match="option 99: it is not among the options"):
        state.play(99)
    assert state.position() == before


def test_nothing_can_be_played_when_the_game_is_over():
    state = table()
    playout(state, Rng(0))
    assert state.to_move == OVER
    with pytest.raises(IllegalOptionError, match="option 0: the game is over"):
        state.play(0)


def test_a_playout_says_how_many_decisions_it_took():
    # Two cards of three are chosen in each half, by each seat, and each of the six days a seat keeps or throws again.
    assert [playout(table(seats), Rng(1)) for seats in (2, 3, 4)] == [14, 18, 22]


# Events ------------------------------------------------------------------------------------------------------------


def test_a_position_that_does_not_listen_has_no_events_to_show():
    with pytest.raises(UsageError, match=r"call listen\(\) first"):
        table().events(0, 0)


def test_every_observer_hears_what_it_may_and_counts_for_itself():
    state = table(seats=3)
    state.listen()
    state.tell("bell", [1])
    state.tell_only(1, "whisper", [2])
    state.tell_others(1, "rumour", [3])
    heard = {observer: [event.kind for event in state.events(0, observer)] for observer in (0, 1, 2, SPECTATOR)}
    assert heard == {
        0: ["bell", "rumour"],
        1: ["bell", "whisper"],
        2: ["bell", "rumour"],
        SPECTATOR: ["bell", "rumour"],
    }
    assert [event.numbers for event in state.events(1, 1)] == [[2]]
    assert state.events(2, 1) == []


def test_events_cost_nothing_without_a_listener():
    state = table()
    state.tell("bell", [])
    state.tell_only(0, "bell", [])
    state.tell_others(0, "bell", [])
    assert state.log is None


# Results -----------------------------------------------------------------------------------------------------------


def test_a_result_has_places_scores_and_where_they_come_from():
    state = table(scraps=True)
    playout(state, Rng(4))
    result = state.result()
    assert set(result.ledger) == {"catch", "scraps"}
    assert sum(map(sum, result.ledger["scraps"])) == 6  # one for the second highest of each day
    assert result.scores == [sum(sum(points[seat]) for points in result.ledger.values()) for seat in range(2)]
    assert sorted(result.placements) in ([1, 2], [1, 1])


def test_equal_positions_have_equal_digests_and_others_do_not():
    assert table().digest() == table().digest()
    assert table().digest() != table(seed=b"other").digest()
    assert table().digest() != table(scraps=True).digest()
