"""C-12: tests of the final scores: temples, sun tokens, the river, and the winner."""

import pytest

from arena.games.cacao.scoring import temple_shares
from arena.games.chance import Rng
from arena.games.game import SPECTATOR
from tests.games.cacao.vocabulary import PURPLE, RED, YELLOW, Goods, Tile, new, random_states, table

CORNERS = [(2, -1), (3, 0), (2, 1), (1, 0)]  # around 2,0


def temple(north, east, south, west, seats=4, **villages):
    """Return a game with a temple at 2,0. Around it are tiles of these seats, each with one worker at the temple."""
    around = dict(zip(CORNERS, (north, east, south, west), strict=True))
    workers = {cell: Tile(seat) for cell, seat in around.items() if seat is not None}
    return table(workers, jungle={(2, 0): "temple"}, seats=seats, **villages)


@pytest.mark.rule("W-6")
@pytest.mark.rule("C-12.2")
@pytest.mark.rule("C-12.4")
def test_two_players_with_the_most_workers_share_a_temple():
    workers = {
        (2, -1): Tile(YELLOW),
        (3, 0): Tile(YELLOW),
        (1, 0): Tile(RED, "2-1-0-1", 1),
        (2, 1): Tile(PURPLE),
    }
    game = table(workers, jungle={(2, 0): "temple"}, seats=3)
    assert game.state.ledger()["temple"] == [[3], [3], [0]]


@pytest.mark.rule("W-18")
@pytest.mark.rule("C-12.3")
@pytest.mark.rule("C-12.5")
@pytest.mark.rule("C-12.6")
@pytest.mark.rule("C-16.11")
@pytest.mark.parametrize(
    ("counts", "gold"),
    [
        ([3, 0, 0, 0], [6, 0, 0, 0]),
        ([3, 2, 0, 0], [6, 3, 0, 0]),
        ([3, 1, 1, 0], [6, 1, 1, 0]),
        ([3, 1, 1, 1], [6, 1, 1, 1]),
        ([2, 2, 1, 0], [3, 3, 0, 0]),
        ([2, 2, 2, 1], [2, 2, 2, 0]),
        ([1, 1, 1, 1], [1, 1, 1, 1]),
        ([0, 0, 0, 0], [0, 0, 0, 0]),
    ],
)
def test_a_temple_pays_the_most_and_the_second_most_workers(counts, gold):
    for turned in range(4):  # in any seats
        assert temple_shares(counts[turned:] + counts[:turned]) == gold[turned:] + gold[:turned]
        assert temple_shares(counts[::-1]) == gold[::-1]


@pytest.mark.rule("C-16.11")
def test_a_temple_pays_0_4_6_8_or_9_in_all():
    numbers = range(4)
    paid = {sum(temple_shares([a, b, c, d])) for a in numbers for b in numbers for c in numbers for d in numbers}
    assert paid == {0, 4, 6, 8, 9}


@pytest.mark.rule("C-12.2")
def test_the_workers_of_all_own_tiles_count_together():
    assert temple(RED, RED, YELLOW, None).state.ledger()["temple"][:2] == [[6], [3]]


@pytest.mark.rule("C-12.1")
def test_leftover_cacao_is_worth_nothing_and_a_sun_token_one_gold():
    game = table(villages={RED: Goods(cacao=5, suns=2, river=3)})
    assert game.state.scores() == [2, -10]


@pytest.mark.rule("C-12.7")
@pytest.mark.rule("W-19")
def test_gold_temples_suns_and_river_add_up():
    workers = {(1, 0): Tile(RED), (-1, 0): Tile(RED), (0, -1): Tile(YELLOW, "3-1-0-0", 3)}
    jungle = {(1, -1): "temple", (-1, -1): "temple"}
    game = table(workers, jungle=jungle, villages={RED: Goods(gold=41, suns=2, river=2, cacao=4)})
    ledger = game.state.ledger()
    assert [ledger[source][YELLOW] for source in ("temple", "river")] == [[6], [-10]]
    assert {source: ledger[source][RED] for source in ledger} == {
        "market": [41],
        "gold_mine": [0],
        "temple": [9],
        "sun": [2],
        "river": [-1],
    }
    assert game.state.scores()[RED] == 51


@pytest.mark.rule("C-12.7")
@pytest.mark.rule("W-19")
def test_a_score_may_be_negative():
    assert table(villages={RED: Goods(gold=3)}).state.scores()[RED] == -7


@pytest.mark.rule("C-12.8")
@pytest.mark.rule("W-20")
@pytest.mark.parametrize(("cacao", "places"), [((1, 3, 5), [2, 1, 3]), ((3, 3, 5), [1, 1, 3])])
def test_cacao_decides_between_equal_scores(cacao, places):
    scores = (51, 51, 40)
    villages = {seat: Goods(gold=scores[seat], river=3, cacao=cacao[seat]) for seat in range(3)}
    game = table(seats=3, villages=villages)
    assert game.state.scores() == list(scores)
    assert game.state.placements() == places


@pytest.mark.rule("C-12.8")
def test_a_point_is_worth_more_than_any_cacao():
    game = table(villages={RED: Goods(gold=10, cacao=5), YELLOW: Goods(gold=11)})
    assert game.state.placements() == [2, 1]


@pytest.mark.rule("C-12.1")
@pytest.mark.rule("C-12.8")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ledger_adds_up_at_any_time(seats):
    for seed in range(4):
        for state in random_states(seats, seed):
            ledger = state.ledger()
            assert tuple(ledger) == state.rules.categories
            assert [sum(sum(ledger[source][seat]) for source in ledger) for seat in range(seats)] == state.scores()
            assert min(state.placements()) == 1


@pytest.mark.rule("C-12.1")
@pytest.mark.parametrize("observer", [RED, YELLOW, SPECTATOR])
def test_the_end_is_an_event_for_all_seats(observer):
    state, rng = new(2).listen().state, Rng(5)
    while state.to_move >= 0:
        state.apply(state.sample(rng))
    ends = [event.numbers for event in state.events(0, observer) if event.kind == "scored"]
    cacao = [village.cacao for village in state.villages]
    assert ends == [[seat, state.scores()[seat], cacao[seat], state.placements()[seat]] for seat in range(2)]
    temples = [event.numbers for event in state.events(0, observer) if event.kind == "temple"]
    paid = [sum(gold for *_, owner, _, gold in temples if owner == seat) for seat in range(2)]
    assert [[gold] for gold in paid] == state.ledger()["temple"]
