"""Tests of Teotihuacan's events as sentences."""

import pytest

from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR, Event
from arena.games.steps import OVER
from arena.games.teotihuacan.events import EVENTS, SENTENCES, spell_event
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN


def told_in_games(rules, seats, options, games):
    """Play random games. Yield all their events that the spectator gets."""
    for seed in range(games):
        state = rules.new(options, seats, Deal(str(seed).encode()))
        state.listen()
        rng = Rng(seed)
        while state.to_move != OVER:
            state.apply(state.sample(rng))
        yield from state.events(0, SPECTATOR)


def test_every_kind_of_event_occurs_in_random_games_and_has_a_sentence():
    met = {}
    for rules, seats, options in (
        *((TEOTIHUACAN, 2, {}), (TEOTIHUACAN, 3, {"starting_tile_draft": True}), (TEOTIHUACAN, 4, {})),
        (SOLO, 2, {}),
    ):
        for event in told_in_games(rules, seats, options, 12):
            met[event.kind] = event
            assert len(event.numbers) == len(EVENTS[event.kind])
            assert "{" not in spell_event(event)
    assert set(met) == set(EVENTS) == set(SENTENCES)


@pytest.mark.parametrize(
    ("kind", "numbers", "sentence"),
    [
        ("moved", [0, 5, 3, 2, 4, 8], "seat 0 moves 3@5+2@5 by 4 to Construction"),
        ("moved", [0, 5, 3, 0, 1, 2], "seat 0 moves 3@5 by 1 to Forest"),
        ("kept", [1, 13, 10], "seat 1 keeps S14 with V24"),
        ("kept", [1, 0, -1], "seat 1 keeps S01"),
        ("placed", [2, 4, 1, 17, 3], "seat 2 places P04 r1 on 2.0.1: 3 icons match"),
        ("decorated", [2, 3, 1, 0], "seat 2 places D03 on top_2: 0 icons match"),
        ("scored", [0, 15, -6], "seat 0: -6 points (salary)"),
        ("ended", [0, 80, 3, 1], "seat 0 ends with 80 points and 3 cocoa: place 1"),
        ("neutrals", [1, 2, 3, 8], "neutral workers of colour 1 stand on Forest, Stone Quarry and Construction"),
    ],
)
def test_an_event_is_a_sentence(kind, numbers, sentence):
    assert spell_event(Event(kind, numbers)) == sentence


def test_events_add_up_to_what_a_player_has():
    state = TEOTIHUACAN.new({}, 3, Deal(b"sums"))
    state.listen()
    before = [[*each.goods, each.cocoa] for each in state.players]
    rng = Rng(3)
    while state.to_move != OVER:
        state.apply(state.sample(rng))
    points = [0, 0, 0]
    for event in state.events(0, SPECTATOR):
        if event.kind in {"gained", "paid"}:
            seat, good, amount, _ = event.numbers
            before[seat][good] += amount if event.kind == "gained" else -amount
        if event.kind == "scored":
            points[event.numbers[0]] += event.numbers[2]
    assert before == [[*each.goods, each.cocoa] for each in state.players]
    assert points == state.scores()
