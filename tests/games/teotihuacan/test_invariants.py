"""T-20: tests of conditions on every position of every game, and between each position and the next."""

from collections import Counter, deque
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.game import SPECTATOR, Event
from arena.games.steps import OVER
from arena.games.teotihuacan import pending
from arena.games.teotihuacan.notation import decoration_space, pyramid_space
from arena.games.teotihuacan.pyramid import DECORATION_SUPPORTS
from arena.games.teotihuacan.rules import TEOTIHUACAN
from arena.games.teotihuacan.setup import DISCOVERY_BOARDS
from arena.games.teotihuacan.terms import BOARD_OF_SPACE, HAND, SOURCES, TRANSIT, UNLOCKED, WHEEL
from arena.games.teotihuacan.tiles.discovery import MASKS, WAIVER, every_discovery
from arena.games.teotihuacan.tiles.pyramid import every_pyramid_tile
from arena.games.teotihuacan.view import SIDE_NAMES
from tests.games.teotihuacan.vocabulary import random_states

DARK = {2: (10, 9, 8), 3: (11, 10, 9), 4: (12, 11, 10)}
ROWS = (5, 4, 3)  # spaces for Buildings in the top, centre and bottom row
OPTIONS = {setting.name: setting.values for setting in TEOTIHUACAN.options_schema}


def allowed(options):
    """T-16.3: True if these rules options can be played together."""
    return not (options["first_game"] and options["starting_tile_draft"])


# A game of some of its variants; half of them among the rich, which build where random play hardly gets.
ANY_GAME = given(
    seats=st.sampled_from(TEOTIHUACAN.seats),
    seed=st.integers(0, 2**32 - 1),
    options=st.fixed_dictionaries(
        {name: st.sampled_from(values) for name, values in OPTIONS.items()} | {"rich": st.booleans()}
    ).filter(allowed),
)
FEW = settings(max_examples=30)


def in_setup(state):
    return bool(state.pending) and pending.told(state.pending[0]).name == "end_setup"


def waiting(state):
    """Return the names of the pending steps, and of the step that asks."""
    return [pending.told(step).name for step in (*state.pending, state.asking)]


@pytest.mark.rule("T-20.1")
@pytest.mark.rule("T-20.2")
@FEW
@ANY_GAME
def test_no_tile_is_ever_lost_or_doubled(seats, seed, options):
    for state in random_states(seats, seed, **options):
        discoveries = Counter(state.discovery_stack + state.returned)
        for places in (state.beside, *state.spots, *state.tied, state.laid_out_tied):
            discoveries.update(kind for kind in places if kind >= 0)
        for player in state.players:
            discoveries.update(dict(enumerate(player.ready)))
            discoveries.update(dict(enumerate(player.used)))
        assert +discoveries == Counter(every_discovery())
        tiles = state.pyramid_stack + [tile for tile in state.pyramid_offer if tile >= 0]
        assert sorted(tiles + [turned >> 2 for turned in state.built if turned >= 0]) == sorted(every_pyramid_tile())
        decorations = state.decoration_stack + state.decoration_offer + state.decorated
        assert sorted(tile for tile in decorations if tile >= 0) == list(range(15))
        assert state.buildings == sum(state.nobles) <= 11


@pytest.mark.rule("T-20.3")
@pytest.mark.rule("T-20.4")
@pytest.mark.rule("T-20.5")
@FEW
@ANY_GAME
def test_what_is_built_stands_on_something_and_stays(seats, seed, options):
    built, decorated, nobles = {}, {}, (0, 0, 0)
    for state in random_states(seats, seed, **options):
        before = built, decorated, nobles
        built = {pyramid_space(space): tile for space, tile in enumerate(state.built) if tile >= 0}
        decorated = {decoration_space(place): tile for place, tile in enumerate(state.decorated) if tile >= 0}
        nobles = tuple(state.nobles)
        assert before[0].items() <= built.items()
        assert before[1].items() <= decorated.items()
        assert all(now >= then for now, then in zip(nobles, before[2], strict=True))
        assert all(taken <= spaces for taken, spaces in zip(nobles, ROWS, strict=True))
        for name in built.keys() - before[0].keys():
            level, i, j = (int(number) for number in name.split("."))
            assert level == 1 or {f"{level - 1}.{i + a}.{j + b}" for a in (0, 1) for b in (0, 1)} <= built.keys()
        for name in decorated.keys() - before[1].keys():
            side, level = name.split("_")
            assert level == "1" or f"{side}_{int(level) - 1}" in decorated
            needed = DECORATION_SUPPORTS[SIDE_NAMES.index(side) * 4 + int(level) - 1]
            assert {pyramid_space(space) for space in needed} <= built.keys()


@pytest.mark.rule("T-20.6")
@pytest.mark.rule("T-1.3")
@pytest.mark.rule("T-9.7")
@FEW
@ANY_GAME
def test_each_player_has_four_workers_of_power_one_to_five(seats, seed, options):
    for state in random_states(seats, seed, **options):
        for player in state.players:
            boards = Counter(worker.board for worker in player.workers)
            assert boards.total() == 4
            assert boards[WHEEL] <= 1
            assert all(1 <= worker.power <= 5 for worker in player.workers)
            assert all(worker.power == 3 for worker in player.workers if worker.board == WHEEL)
            moving = "act" in waiting(state) and player.seat == state.active
            assert boards[TRANSIT] in ((1, 2) if moving else (0,))
            assert boards[HAND] in ((0, 3) if in_setup(state) else (0,))


@pytest.mark.rule("T-20.7")
@FEW
@ANY_GAME
def test_a_worship_space_locks_one_worker_and_neutral_workers_stand_free(seats, seed, options):
    for state in random_states(seats, seed, **options):
        locked = [worker for player in state.players for worker in player.workers if worker.space != UNLOCKED]
        assert len({worker.space for worker in locked}) == len(locked)
        assert all(worker.board == BOARD_OF_SPACE[worker.space] for worker in locked)
        assert not {worker.board for worker in locked} & {5, 6, 8}
        assert len(state.neutrals) == {2: 2, 3: 1, 4: 0}[seats]
        if not in_setup(state):
            assert all(len(boards) == len(set(boards)) == 3 for boards in state.neutrals)


@pytest.mark.rule("T-20.8")
@pytest.mark.rule("T-20.9")
@pytest.mark.rule("T-20.11")
@pytest.mark.rule("T-1.9")
@FEW
@ANY_GAME
def test_markers_only_go_up_and_points_fall_by_the_salary_alone(seats, seed, options):
    def marked(state):
        return [
            (*player.temples, player.avenue, player.technologies, player.track, player.points)
            for player in state.players
        ]

    before, eclipses = None, 0
    for state in random_states(seats, seed, **options):
        now = marked(state)
        for seat, (blue, red, green, avenue, technologies, track, points) in enumerate(now):
            assert max(blue, red, green) <= 11
            assert avenue <= 9
            assert min(points, track, state.players[seat].cocoa, *state.players[seat].goods) >= 0
            assert technologies.bit_count() <= 6
            assert all(tile in state.technologies for tile in range(9) if technologies >> tile & 1)
            if before:
                then = before[seat]
                assert all(new >= old for new, old in zip((blue, red, green, avenue), then[:4], strict=True))
                assert technologies & then[4] == then[4]
                resets = "salary" in waiting(state) or state.eclipses > eclipses
                assert track >= then[5] or (resets and track == 0)
                assert points >= then[6] or state.eclipses > eclipses
        for temple in range(3):
            assert [player.temples[temple] for player in state.players].count(11) <= 1
        assert sorted(set(state.technologies)) == state.technologies
        before, eclipses = now, state.eclipses


@pytest.mark.rule("T-20.10")
@pytest.mark.rule("T-20.15")
@FEW
@ANY_GAME
def test_discs_and_eclipses_keep_step(seats, seed, options):
    eclipses = 0
    for state in random_states(seats, seed, **options):
        over = state.to_move == OVER
        assert 0 <= state.light <= state.dark == DARK[seats][state.eclipses - over]
        assert state.eclipses - eclipses in (0, 1)
        assert over == (state.eclipses == 3 or (state.finished and state.eclipses > eclipses))
        eclipses = state.eclipses


@pytest.mark.rule("T-20.14")
@pytest.mark.rule("T-1.10")
@pytest.mark.rule("T-3.1")
@FEW
@ANY_GAME
def test_turns_go_round_and_eclipses_come_after_whole_rounds_unless_they_are_dark(seats, seed, options):
    states = random_states(seats, seed, **options)
    state = next(states)
    state.listen()
    deque(states, maxlen=0)
    turns = eclipses = 0
    for before, event in pairwise([Event("start", []), *state.events(0, SPECTATOR)]):
        if event.kind == "moved" or (event.kind == "unlocked" and not pays_to_unlock(before)):
            assert event.numbers[0] == turns % seats
            turns += 1
        if event.kind == "eclipse":
            assert options["dark_eclipse"] or turns % seats == 0
            eclipses += 1
    assert (turns, eclipses) == (state.turn, state.eclipses)


def pays_to_unlock(event):
    """True if this event is the payment for an unlock, with cocoa or a waiver. The free unlock of a turn has none."""
    paid = event.kind == "paid" and event.numbers[-1] == SOURCES.index("unlock")
    return paid or (event.kind == "used" and event.numbers[1] == WAIVER)


@pytest.mark.rule("T-20.12")
@pytest.mark.rule("T-20.13")
@FEW
@ANY_GAME
def test_tiles_on_steps_only_decrease_and_offers_are_full_after_each_refill(seats, seed, options):
    counts = None
    for state in random_states(seats, seed, **options):
        now = [len(spot) for spot in state.spots]
        if counts is None:
            assert (sum(now[:3]), sum(now[3:])) == (6, {2: 8, 3: 12, 4: 16}[seats])
        assert counts is None or all(new <= old for new, old in zip(now, counts, strict=True))
        counts = now
        steps = waiting(state)
        if "refill_pyramid" not in steps and state.pyramid_stack:
            assert -1 not in state.pyramid_offer
        if "refill_decorations" not in steps and state.decoration_stack:
            assert -1 not in state.decoration_offer
        if "refill_beside" not in steps and state.discovery_stack:
            assert all(state.beside[board] >= 0 for board in DISCOVERY_BOARDS)
        assert (len(state.pyramid_offer), len(state.decoration_offer)) == (3, 4)


@pytest.mark.rule("T-20.16")
@FEW
@ANY_GAME
def test_the_steps_of_the_pyramid_track_are_the_tiles_placed_since_the_last_eclipse(seats, seed, options):
    options |= {"pyramid_track_cap": "none"}
    counted = None
    for state in random_states(seats, seed, **options):
        placed = sum(tile >= 0 for tile in state.built + state.decorated)
        if counted is None:
            counted = placed
        climbed = sum(player.track for player in state.players)
        steps = waiting(state)
        if "salary" in steps or state.to_move == OVER:
            assert climbed == 0
            counted = placed
        elif climbed == 0 and not {"climb", "order_temples"} & set(steps) and placed > counted:
            counted = placed  # no player was asked for a salary
        else:
            assert climbed == placed - counted - steps.count("climb")


@pytest.mark.rule("T-20.17")
@FEW
@ANY_GAME
def test_used_tiles_stay_used_and_masks_are_never_used(seats, seed, options):
    before = None
    for state in random_states(seats, seed, **options):
        used = [player.used[:] for player in state.players]
        ready = [player.ready[:] for player in state.players]
        assert all(sum(tiles[:MASKS]) == 0 for tiles in used)
        if before:
            for then_used, then_ready, now_used, now_ready in zip(*before, used, ready, strict=True):
                for kind, count in enumerate(now_used):
                    assert count >= then_used[kind]
                    assert now_ready[kind] + count >= then_ready[kind] + then_used[kind]
        before = used, ready


@pytest.mark.rule("T-20.18")
@FEW
@ANY_GAME
def test_the_same_seed_and_answers_give_the_same_game(seats, seed, options):
    one, two = (random_states(seats, seed, **options) for _ in range(2))
    for first, second in zip(one, two, strict=True):
        assert first.options() == second.options()
    assert first.digest() == second.digest()


@pytest.mark.rule("T-20.19")
@pytest.mark.rule("T-19.5")
@FEW
@ANY_GAME
def test_a_seat_that_is_asked_has_a_choice_and_never_free_actions_alone(seats, seed, options):
    for state in random_states(seats, seed, **options):
        offered = [TEOTIHUACAN.spell(state, option) for option in state.options()]
        if state.to_move == OVER:
            assert offered == []
            continue
        assert len(offered) >= 2
        assert len(set(offered)) == len(offered)
        regular = [text for text in offered if text.split()[0] not in ("use", "unlock")]
        assert regular
        assert offered[: len(regular)] == regular  # free actions come last


@pytest.mark.rule("T-20.1")
@pytest.mark.rule("T-20.10")
@settings(max_examples=12)
@ANY_GAME
def test_every_position_can_be_written_and_read_which_checks_them_all(seats, seed, options):
    for number, state in enumerate(random_states(seats, seed, **options)):
        if number % 7 == 0:
            text = state.position()
            assert TEOTIHUACAN.from_position(text).position() == text


@pytest.mark.rule("T-16.1")
@pytest.mark.rule("T-16.2")
@pytest.mark.rule("T-16.3")
@pytest.mark.parametrize("seats", TEOTIHUACAN.seats)
@pytest.mark.parametrize(
    "variant",
    [
        {"first_game": True},
        {"starting_tile_draft": True},
        {"dark_eclipse": True},
        {"first_game": True, "dark_eclipse": True},
        {"starting_tile_draft": True, "dark_eclipse": True},
    ],
    ids=" ".join,
)
def test_every_variant_is_played_to_its_end(seats, variant):
    for seed in range(5):
        *_, last = random_states(seats, seed, **variant)
        assert last.eclipses == 3 or last.finished
        assert sorted(last.placements()) == list(range(1, seats + 1))
