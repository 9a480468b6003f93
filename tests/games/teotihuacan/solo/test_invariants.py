"""T-20: tests of conditions on the automaton that hold in every position of every solo game."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.steps import OVER
from arena.games.teotihuacan.rules import SOLO
from arena.games.teotihuacan.solo.automaton import ACTION_IDS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, HAND, PALACE, TRANSIT, UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.discovery import MASKS, every_discovery
from tests.games.teotihuacan.vocabulary import random_states

OPTIONS = {setting.name: st.sampled_from(setting.values) for setting in SOLO.options_schema}
ANY_GAME = given(seed=st.integers(0, 2**32 - 1), options=st.fixed_dictionaries({**OPTIONS, "rich": st.booleans()}))
NO_DRAFT = {"starting_tile_draft": False}  # T-16.3: the variants exclude each other
FEW = settings(max_examples=20)


def states(seed, options):
    return random_states(2, seed, rules=SOLO, **options | (NO_DRAFT if options["first_game"] else {}))


@pytest.mark.rule("T-20.1")
@FEW
@ANY_GAME
def test_discovery_tiles_that_it_discards_are_not_lost(seed, options):
    discarded = Counter()
    for state in states(seed, options):
        found = Counter(state.discovery_stack + state.returned + state.automaton.discarded)
        for places in (state.beside, *state.spots, *state.tied, state.laid_out_tied):
            found.update(kind for kind in places if kind >= 0)
        for player in state.players:
            found.update(dict(enumerate(player.ready)))
            found.update(dict(enumerate(player.used)))
        assert +found == Counter(every_discovery())
        assert discarded <= Counter(state.automaton.discarded)  # they do not return
        discarded = Counter(state.automaton.discarded)


@pytest.mark.rule("T-20.6")
@pytest.mark.rule("T-20.7")
@FEW
@ANY_GAME
def test_its_four_workers_are_in_play_and_one_is_locked_at_a_temple(seed, options):
    for state in states(seed, options):
        workers = state.players[1].workers
        assert len(workers) == 4
        assert not {WHEEL, TRANSIT, HAND} & {worker.board for worker in workers}
        assert all(1 <= worker.power <= 5 for worker in workers)
        locked = [worker for worker in workers if worker.space != UNLOCKED]
        may_leave = options["bot_fallback_worker"] == "any"  # T-17.4.8: then the weakest may be the locked one
        assert len(locked) == 1 or (may_leave and not locked)
        assert all(worker.board == BOARD_OF_SPACE[worker.space] != PALACE for worker in locked)
        spaces = [worker.space for player in state.players for worker in player.workers if worker.space != UNLOCKED]
        assert len(set(spaces)) == len(spaces)


@pytest.mark.rule("T-17.4.9")
@FEW
@ANY_GAME
def test_it_stands_on_the_palace_only_after_alchemy(seed, options):
    on_palace = 0
    for state in states(seed, options):
        before, on_palace = on_palace, sum(worker.board == PALACE for worker in state.players[1].workers)
        if on_palace > before:
            assert ACTION_IDS[state.automaton.tiles[-1]] == "alchemy"  # the tile that acted is aside now


@pytest.mark.rule("T-20.8")
@pytest.mark.rule("T-20.9")
@pytest.mark.rule("T-20.17")
@FEW
@ANY_GAME
def test_it_never_steps_back_nor_owes_anything_nor_uses_a_tile(seed, options):
    before = None
    for state in states(seed, options):
        bot = state.players[1]
        steps = [*bot.temples, bot.avenue, bot.technologies.bit_count(), bot.points]
        assert before is None or all(now >= then for now, then in zip(steps, before, strict=True))
        assert min(*bot.goods, bot.cocoa, *steps) >= 0
        assert sum(bot.used) == sum(bot.ready[MASKS:]) == 0
        before = steps


@pytest.mark.rule("T-20.14")
@pytest.mark.rule("T-20.15")
@FEW
@ANY_GAME
def test_both_have_had_the_same_number_of_turns_whenever_the_human_is_asked(seed, options):
    for state in states(seed, options):
        assert state.to_move in (0, OVER)
        assert state.turn % 2 == 0
    assert state.eclipses == 3 or state.finished


@pytest.mark.rule("T-20.18")
@settings(max_examples=10)
@ANY_GAME
def test_every_position_can_be_written_and_read_and_goes_on_alike(seed, options):
    for number, state in enumerate(states(seed, options)):
        if number % 7 == 0:
            text = state.position()
            assert SOLO.from_position(text).position() == text


@pytest.mark.rule("T-17.6.3")
@FEW
@ANY_GAME
def test_one_of_the_two_wins(seed, options):
    *_, last = states(seed, options)
    assert sorted(last.placements()) == [1, 2]
    human, bot = last.scores()
    assert (last.placements()[0] == 1) == (human > bot)
