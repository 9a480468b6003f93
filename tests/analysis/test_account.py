"""Tests of analyses: decisions are judged from a seat's view, sums add up, and values are plain JSON."""

import json
from dataclasses import replace

import pytest

from arena.analysis import analyse
from arena.analysis.judge import Judge, Judgement, OpenState, dearest, error_of_gap, with_noise
from arena.bots import Learned, Mcts, Node
from arena.errors import CannotVerifyError, UsageError
from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.record import read_record, state_at
from arena_sdk import analysis as public
from tests.analysis.played import analysed, record

QUICK = "mcts-20"


def test_a_random_bot_pays_for_its_decisions_and_the_sums_add_up():
    found = analysed()
    assert found.seats == ("random", "greedy")
    random, greedy = found.accounts
    assert random.cost > greedy.cost
    for each in found.accounts:
        total = each.start + each.luck - each.cost + each.given + each.remainder
        assert total == pytest.approx(each.end)
    assert random.luck == pytest.approx(-greedy.luck)
    assert random.luck == pytest.approx(sum(event.luck[0] for event in found.luck))
    assert (random.given, greedy.given) == (greedy.cost, random.cost)


def test_every_decision_of_a_bot_is_judged_once_and_in_order():
    found = analysed()
    answered = [entry.seat for entry in read_record(record()).entries]
    assert [each.seat for each in found.decisions] == answered
    assert [each.answers for each in found.decisions] == list(range(len(answered)))
    assert len(found.curve) == len(answered) + 1
    assert found.curve[-1].values == (0.0, 1.0)


def test_equal_records_and_searches_give_equal_analyses():
    assert analyse(record(), QUICK) == analysed()


def test_one_seat_can_be_judged_alone():
    whole, alone = analysed(), analyse(record(), QUICK, seats=(0,))
    assert {each.seat for each in alone.decisions} == {0}
    assert alone.accounts[0].cost is not None
    assert alone.accounts[0].given is None
    assert alone.accounts[1].cost is None
    assert alone.accounts[1].given == alone.accounts[0].cost
    assert [each.best for each in alone.decisions] == [each.best for each in whole.decisions if each.seat == 0]


def test_an_analysis_of_luck_alone_makes_no_search():
    found = analyse(record(), None)
    assert (found.decisions, found.judged, found.by) == ((), (), "")
    assert found.luck == analysed().luck


def test_the_values_are_json_and_round():
    found = analysed().values()
    assert json.loads(json.dumps(found)) == found
    assert set(found["decisions"][0]) == {*Judgement.__slots__, "hidden"}
    assert all(round(luck, 4) == luck for event in found["luck"] for luck in event["luck"])


def test_the_decisions_of_an_automaton_are_not_judged():
    found = analyse(record("teotihuacan/solo", ("random", "teotibot")), "mcts-8", open_too=False)
    assert found.judged == (0,)
    assert {each.seat for each in found.decisions} == {0}
    assert {event.kind for event in found.luck} > {"rolled", "neutrals"}
    assert found.accounts[0].given == 0
    assert found.accounts[1].given == found.accounts[0].cost
    assert found.accounts[0].hidden is None


def test_progress_is_reported_after_each_decision():
    told = []
    found = analyse(record(), "mcts-1", seats=(1,), open_too=False, progress=lambda *step: told.append(step))
    assert told == [(number, len(found.decisions)) for number in range(1, len(found.decisions) + 1)]


def decision(answers=20):
    return state_at(read_record(record()), answers)


def test_a_judgement_depends_on_what_the_seat_sees_alone():
    state = decision()
    option = state.options()[0]
    judge = Judge("mcts-40", open_too=False)
    twin = state.imagine(state.to_move, Rng(5))
    assert twin.digest() != state.digest()
    assert judge.judge(twin, option, 20, b"x") == judge.judge(state, option, 20, b"x")


def test_with_all_stacks_open_the_order_of_the_stacks_is_seen():
    state = decision()
    opened = OpenState(state)
    assert opened.imagine(0, Rng(1)).digest() == opened.clone().digest() == state.digest()
    assert opened.options() == state.options()


def test_some_option_in_the_middle_of_a_game_costs_more_than_others():
    state = rules("cacao").new({}, 2, Deal.of(3))
    rng = Rng(3)
    costs = []
    while state.to_move != -1:
        if state.turn in {8, 9}:
            judged = [Judge("mcts-60", open_too=False).judge(state, option, 0, b"y") for option in state.options()[:9]]
            costs += [each.cost for each in judged]
            assert all(0 <= each.value <= each.best_value <= 1 for each in judged)
        state.apply(state.sample(rng))
    assert max(costs) > 0.03


def test_noise_is_at_least_what_is_usual_in_the_game():
    one = Judgement(0, 0, 0, 2, "a", "b", 0.4, 0.5, 0.1, 0.03)
    same = replace(one, best="a", cost=0.0, noise=0.0)
    judged = with_noise([one, replace(one, noise=0.04), same])
    usual = 2 * (((0.03**2) + (0.04**2)) / 2) ** 0.5
    assert [each.noise for each in judged] == pytest.approx([usual, 0.08, usual])
    assert [each.is_blunder for each in judged] == [True, True, False]
    assert dearest(judged, 5) == judged[:2]


@pytest.mark.parametrize(
    ("game", "entrants"), [("cacao", ("random", "greedy")), ("teotihuacan/solo", ("random", "teotibot"))]
)
def test_a_learned_search_judges_decisions_as_well(game, entrants):
    found = analyse(record(game, entrants), "learned-6", seats=(0,))
    assert found.by == "learned-6"
    assert all(0 <= each.value <= each.best_value <= 1 for each in found.decisions)
    assert max(each.cost for each in found.decisions) > 0.01


@pytest.mark.parametrize("by", ["mcts", "mcts-0", "learned", "learned-0", "greedy", "mcts-99999999", ""])
def test_an_unknown_search_is_refused(by):
    with pytest.raises(UsageError, match="expected mcts-N or learned-N"):
        analyse(record(), by)


def test_an_unknown_seat_is_refused():
    with pytest.raises(UsageError, match="seat 5: expected one of 0, 1"):
        analyse(record(), QUICK, seats=(5,))


def test_a_record_without_its_deal_is_refused():
    cut = b"".join(record().splitlines(keepends=True)[:-1])
    with pytest.raises(CannotVerifyError, match="disclosed"):
        analyse(cut, None)


def test_the_sdk_exports_the_same_function():
    assert public.analyse is analyse


def node_with(*rewards):
    node = Node(0, 0)
    for reward in rewards:
        node.visits += 1
        node.total += reward
        node.squares += reward * reward
    return node


def test_two_searches_that_agree_have_the_noise_of_both_options():
    best, chosen = node_with(*[0.5, 0.1] * 50), node_with(*[0.3, -0.1] * 50)
    assert best.value() - chosen.value() == pytest.approx(0.2)
    error = (0.2**2 * 100 + 1) ** 0.5 / 100  # one more reward, which is 1 off
    assert [best.error(), chosen.error()] == pytest.approx([error, error])
    assert error_of_gap([best, best], [chosen, chosen]) == pytest.approx(error)


def test_two_searches_that_disagree_have_half_their_difference_as_noise():
    high, low = node_with(*[1.0] * 900), node_with(*[0.0] * 900)
    assert error_of_gap([high, low], [low, low]) == 0.5


def test_a_search_has_an_error_for_each_option_of_the_decision():
    state = rules("cacao").new({}, 2, Deal.of(3))
    for player in (Mcts(), Learned()):
        search = player.search(state, Rng(1))
        search.grow(300)
        for node in search.found():
            assert 0 < node.error() <= 1
            assert node.squares <= node.weight + node.visits
        most = max(search.found(), key=lambda node: node.visits)
        assert most.error() < 0.2
