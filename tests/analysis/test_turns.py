"""The luck of turns adds up to zero over all turns that a bot could have played, weighted by their probabilities."""

import json
from collections import Counter
from dataclasses import replace
from itertools import permutations, product

import pytest

from arena.analysis import match_luck
from arena.analysis.forecast import NOTE_NUMBERS, TERM_KNOTS, TERMS, forecast_of, packed, table_of, unpacked
from arena.analysis.luck import chance_of
from arena.analysis.turns import TurnLuck, can_be_asked_again, is_dealt, play_stretch, players_in, split_luck, turn_luck
from arena.bots import Player, house
from arena.errors import UsageError
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.record import read_record
from arena.record.replay import opening
from arena_sdk import Bot, practice

TABLES = [("cacao", 2), ("cacao", 3), ("teotihuacan", 2), ("teotihuacan", 4), ("teotihuacan/solo", 2)]
GREEDY = house("greedy").player


class Either(Player):
    """Always chooses the first option, or always the last one."""

    def __init__(self, place):
        self.place = place

    def choose(self, state, rng):
        return state.options()[self.place]


class First(Bot):
    """Takes the first option."""

    def choose(self, turn):
        return turn.options[0]


def position(game, seats, answers, seed=3):
    """Return a position of a random game after this number of answers."""
    state, rng = rules(game).new({}, seats, Deal.of(seed)), Rng(seed)
    for _ in range(answers):
        state.apply(state.sample(rng))
    assert state.to_move != OVER
    return state


def compared(state, chosen, fresh):
    """Return the luck of a stretch, of which `chosen` has the player and the stacks, compared with fresh ones."""
    real, luck = state.clone(), watched(state, fresh)
    luck.look(real)
    chosen.deal(real)
    play_stretch(real, chosen.player, Rng(1))
    luck.look(real)
    return luck.luck


def watched(state, fresh):
    """Return the TurnLuck of a stretch that compares it with these fresh ones."""
    coming = list(fresh)
    player = Either(0)
    luck = TurnLuck(state, {state.to_move: player}, len(coming), lambda _: Rng(1))

    class Dealer:
        def deal_anew(self, copy, rng):
            way = coming.pop(0)
            way.deal(copy)
            player.place = way.player.place

    luck.chance = Dealer()
    return luck


class Way:
    """One of the ways to play a stretch: the tile on top of a stack, and the options that are chosen."""

    def __init__(self, stack_of, tile, place):
        self.stack_of, self.tile, self.player = stack_of, tile, Either(place)

    def deal(self, state):
        stack = self.stack_of(state)
        at = stack.index(self.tile)
        stack[at], stack[-1] = stack[-1], stack[at]


def own_pile(state):
    return state.villages[state.to_move].pile


def discoveries(state):
    return state.discovery_stack


@pytest.mark.parametrize(
    ("game", "seats", "stack_of"),
    [("cacao", 2, own_pile), ("cacao", 3, own_pile), ("teotihuacan", 2, discoveries), ("teotihuacan", 4, discoveries)],
)
def test_turns_add_up_to_nothing_over_all_draws_and_choices(game, seats, stack_of):
    state = position(game, seats, 12 if game == "cacao" else 30)
    tiles = Counter(stack_of(state)).most_common(3)
    odds = {(tile, place): count * share for tile, count in tiles for place, share in ((0, 0.7), (-1, 0.3))}
    ways = {key: Way(stack_of, *key) for key in odds}
    sums, different = [0.0] * seats, set()
    for real, *fresh in product(ways, repeat=3):
        luck = compared(state, ways[real], [ways[each] for each in fresh])
        likely = odds[real] * odds[fresh[0]] * odds[fresh[1]]
        sums = [before + likely * each for before, each in zip(sums, luck, strict=True)]
        different.add(round(luck[0], 9))
        assert sum(luck) == pytest.approx(0, abs=1e-9)
    assert sums == pytest.approx([0.0] * seats, abs=1e-9)
    assert len(different) > 1


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_stacks_are_dealt_anew_without_regard_to_their_order_and_hands_stay(game, seats):
    state = position(game, seats, 12)
    chance, rng = chance_of(game), Rng(8)
    first, second = state.clone(), state.clone()
    chance.deal_anew(second, rng)
    assert second.digest() != state.digest()
    chance.deal_anew(first, Rng(9))
    chance.deal_anew(second, Rng(9))
    assert first.digest() == second.digest()
    for seat in range(seats):
        assert first.rules.board(first.view(seat)) == state.rules.board(state.view(seat))
        assert first.options() == state.options()


def test_each_order_of_a_stack_is_as_likely_as_every_other():
    state, found = position("cacao", 2, 22), Counter()
    rng = Rng(4)
    assert 3 <= len(own_pile(state)) <= 5
    for _ in range(3000):
        copy = state.clone()
        chance_of("cacao").deal_anew(copy, rng)
        found[tuple(own_pile(copy))] += 1
    orders = Counter(permutations(own_pile(state)))
    likely = [3000 * count / sum(orders.values()) for count in orders.values()]
    square = sum((found[order] - many) ** 2 / many for order, many in zip(orders, likely, strict=True))
    assert square < 2 * len(orders) + 20


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_forecast_does_not_see_what_no_seat_has_seen(game, seats):
    state = position(game, seats, 30)
    end = state.clone()
    play_stretch(end, GREEDY, Rng(3))
    other, end_of_other = state.clone(), end.clone()
    chance_of(game).deal_anew(other, Rng(8))
    chance_of(game).deal_anew(end_of_other, Rng(8))
    assert end_of_other.digest() != end.digest()
    found = []
    for begun, ended in ((state, end), (other, end_of_other)):
        forecast = forecast_of(state, {0: GREEDY})
        forecast.begin(begun)
        found.append(forecast.values(ended))
    assert found[0] == found[1]
    assert sum(found[0]) == pytest.approx(seats / 2)


def test_only_house_bots_of_this_version_without_a_search_are_asked_again():
    asked = [name for name in ("random", "greedy", "sampler", "learned") if can_be_asked_again(house(name).player)]
    assert asked == ["random", "greedy", "sampler", "learned"]
    assert not can_be_asked_again(house("mcts-50").player)
    assert not can_be_asked_again(house("learned-200").player)
    header = read_record(played_by("greedy")).header
    seats = [seat for seat, seated in enumerate(header.seats) if seated.kind == "house"]
    assert list(players_in(header)) == seats
    older = tuple(replace(seated, version="0") for seated in header.seats)
    assert players_in(replace(header, seats=older)) == {}


def played_by(bot):
    """Return the record of a match of the first-option bot against a house bot."""
    return practice(First, bot, games=2, seed=4).matches[0].record


def test_a_record_always_gives_the_same_luck():
    record = played_by("random")
    found = split_luck(record, fresh=2)
    assert found == split_luck(record, fresh=2)
    assert sum(found.turns) == pytest.approx(0, abs=1e-9)
    assert any(found.turns)


def test_chance_is_counted_in_turns_of_other_bots_alone():
    record = played_by("random")
    whole = match_luck(record)
    assert split_luck(record, {}, fresh=2) == (whole, (0.0, 0.0))
    both = dict.fromkeys(range(2), house("random").player)
    assert split_luck(record, both, fresh=2).chance == (0.0, 0.0)
    mine, theirs = (split_luck(record, {seat: house("random").player}, fresh=2).chance for seat in range(2))
    assert [one + other for one, other in zip(mine, theirs, strict=True)] == pytest.approx(whole)
    assert any(mine)


def test_in_a_match_from_a_position_the_stacks_keep_their_order(monkeypatch):
    record = read_record(played_by("random"))
    state = opening(record)
    given = replace(record, header=replace(record.header, position=json.loads(state.position())), appendix=None)
    monkeypatch.setattr(type(chance_of("cacao")), "deal_anew", None)
    assert any(turn_luck(given, players_in(given.header), 2).luck)
    assert not is_dealt(given)
    with pytest.raises(TypeError):
        turn_luck(record, players_in(record.header), 2)


def test_a_damaged_forecast_is_refused_in_one_line():
    data = packed("cacao-greedy", [0] * 2 * (NOTE_NUMBERS + TERMS * len(TERM_KNOTS)))
    assert unpacked(data, "cacao-greedy").after.terms[3] == [0.0] * TERMS
    for other, name in ((data, "cacao-learned"), (data[:-4], "cacao-greedy"), (b"", "cacao-greedy")):
        with pytest.raises(UsageError, match="expected a whole file"):
            unpacked(other, name)
    with pytest.raises(UsageError, match="no forecast go-greedy"):
        table_of("go-greedy")
