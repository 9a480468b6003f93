"""The slow Teotihuacan agrees with the worked examples of docs/rules/teotihuacan.md, and keeps its invariants.

These are tests of the oracle itself, with their own checks. So if oracle and engine differ, the oracle is probably
right. The tests have no rule marks, because these belong to the engine's tests.

Positions start from a first game (T-2.5), in which the ring is 1 3 5 2 8 7 6 4, at the first decision of seat 0.
"""

import random
from collections import Counter

import pytest

from tests.oracles.teotihuacan import (
    DARK_DISC,
    DECORATION_SPACES,
    DISCOVERIES,
    HAND,
    PALACE,
    QUARRY,
    RULES_OPTIONS,
    TEMPLES,
    TRANSIT,
    TURNED_TILES,
    WHEEL,
    WORSHIP_SPACES,
    Oracle,
    Refused,
    Setup,
    Worker,
    discovery_tiles,
    half_cells,
    pyramid_tiles,
    shuffled_setup,
)
from tests.soaking import games

OUT_OF_THE_WAY = "1@6 1@6 1@6"
SPACES = {space: board for board, names in WORSHIP_SPACES.items() for space in names}
"""The board of each Worship space."""


def chance(seed: int | str) -> random.Random:
    """Return a random generator with this seed."""
    return random.Random(seed)


def place_of(word: str) -> tuple[int | str, str | None]:
    """Return the place that a word names: `3` is a board, `quarry` a Worship space, `wheel` the wheel."""
    return (SPACES[word], word) if word in SPACES else (int(word) if word.isdigit() else word, None)


def seat(oracle: Oracle, number: int, workers: str, **things) -> None:
    """Give a player these workers, goods and tiles, and take everything else from it."""
    player = oracle.players[number]
    words = [word.split("@") for word in [*workers.split(), "3@wheel"][:4]]
    player.workers = [Worker(int(power), *place_of(place)) for power, place in words]
    goods = dict.fromkeys(("wood", "stone", "gold", "cocoa", "points", "avenue", "track"), 0)
    fresh = {"technologies": [], "unused": [], "used": [], "masks": []}
    for name, value in (goods | fresh | {"temples": dict.fromkeys(TEMPLES, 0)} | things).items():
        setattr(player, name, {**player.temples, **value} if name == "temples" else value)


def table(*seats: str, players: int = 2, neutral: tuple[int, ...] = (1, 4, 6), rules=None, **mine) -> Oracle:
    """Return a game in which seat 0 is about to move, with these workers, goods and tiles.

    Workers of other seats are on the given boards; by default they are far away.
    """
    oracle = Oracle(players, shuffled_setup(chance(3)), {"first_game": True} | (rules or {}))
    for workers in oracle.neutrals:
        for worker, board in zip(workers, neutral, strict=True):
            worker.where = board
    for player in oracle.players:
        player.temples = dict.fromkeys(TEMPLES, 0)
    for number in range(players):
        seat(oracle, number, seats[number] if number < len(seats) else OUT_OF_THE_WAY, **(mine if number == 0 else {}))
    return oracle


def played(oracle: Oracle, *texts: str) -> Oracle:
    """Play options on a game. Return the game, which changes."""
    for text in texts:
        oracle.play(text)
    return oracle


def workers_of(oracle: Oracle, number: int = 0) -> list[str]:
    """Return each worker as `power@place`. The place of a locked worker is its Worship space."""
    return sorted(f"{worker.power}@{worker.locked or worker.where}" for worker in oracle.players[number].workers)


def until_the_turn_ends(oracle: Oracle, number: int = 0) -> Oracle:
    """Answer windows until the turn is over, without free actions."""
    while oracle.decider() == number and {"continue", "end turn"} & set(oracle.options()):
        oracle.play(({"continue", "end turn"} & set(oracle.options())).pop())
    return oracle


# Worked examples.


def test_t21_1_collecting_pays_for_every_unlocked_colour_and_one_more():
    oracle = table("1@1 1@6 1@6", "1@3 1@6 1@6", "1@3 1@6 1@6", "1@quarry 1@6 1@6", players=4)
    played(oracle, "move 1@1 1")  # without cocoa nothing else is possible
    assert oracle.players[0].cocoa == 3


@pytest.mark.parametrize("order", ["ability", "discovery"])
def test_t21_2_worship_both_costs_one_cocoa_in_the_end(order):
    oracle = table("1@1 1@6 1@6", "1@quarry 1@6 1@6", cocoa=3, temples={"green": 3})
    oracle.worship_tiles[QUARRY] = "V24"
    next_tile = oracle.discovery_stack[0]
    played(oracle, "move 1@1 1", "worship quarry both", f"first {order}", "claim V24")
    assert oracle.options() == ["continue", "use V24"]
    until_the_turn_ends(oracle)
    assert (oracle.players[0].cocoa, oracle.players[0].temples["green"]) == (2, 4)
    assert oracle.players[0].unused == ["V24"]
    assert workers_of(oracle, 0) == ["1@6", "1@6", "1@quarry", "3@wheel"]
    assert workers_of(oracle, 1) == ["1@3", "1@6", "1@6", "3@wheel"]
    assert oracle.worship_tiles[QUARRY] == next_tile


def test_t21_2_a_major_step_would_add_a_choice():
    oracle = table("1@1 1@6 1@6", cocoa=1, temples={"green": 5})
    oracle.worship_tiles[QUARRY] = "V24"
    oracle.temple_tiles["green", 6] = ["V30", "V00"]
    played(oracle, "move 1@1 1", "worship quarry both", "first ability")
    assert oracle.options() == ["claim V30", "pass"]


def test_t21_3_the_main_action_costs_three_cocoa_and_counts_two_workers():
    oracle = table("2@1 2@3 1@6", "1@3 1@6 1@6", "1@3 1@6 1@6", "1@quarry 1@6 1@6", players=4, cocoa=3)
    played(oracle, "move 2@1 1", "main")
    assert (oracle.players[0].cocoa, oracle.players[0].stone) == (0, 2)
    assert workers_of(oracle) == ["1@6", "2@3", "3@3", "3@wheel"]


@pytest.mark.parametrize("raised", [2, 5])
def test_t21_4_two_wood_and_one_power_up(raised):
    oracle = table("2@5 5@2 1@6", cocoa=1)
    played(oracle, "move 2@5 1", "main")
    assert oracle.players[0].wood == 2
    assert oracle.options() == ["power up 2@2", "power up 5@2"]
    played(oracle, f"power up {raised}@2")
    if raised == 2:
        assert workers_of(oracle) == ["1@6", "3@2", "3@wheel", "5@2"]
    else:
        assert oracle.options() == ["reward points", "reward cocoa", "reward temple", "reward worker"]
        assert (workers_of(oracle), oracle.players[0].avenue) == (["1@1", "1@6", "2@2", "3@wheel"], 1)


@pytest.mark.parametrize(("tile", "power"), [("TECH05", 5), ("TECH17", 4)])
def test_t21_5_the_upper_technologies_cost_a_strong_worker_the_power_up(tile, power):
    oracle = table("4@3 1@6 1@6", gold=2)
    played(oracle, "move 4@3 1", "main")
    assert [text.split()[1] for text in oracle.options()] == oracle.technologies
    played(oracle, f"technology {tile}")
    assert workers_of(oracle) == sorted(["1@6", "1@6", "3@wheel", f"{power}@5"])
    assert oracle.players[0].temples["green"] == 1


@pytest.mark.parametrize(("there", "points"), [(1, 4), (0, 5)])
def test_t21_6_a_building_covers_the_next_free_space_of_its_row(there, points):
    oracle = table("1@7 1@6 1@2", neutral=(1, 4, 3), wood=2)
    seat(oracle, 1, "1@2 1@2 1@2")
    oracle.buildings["centre"] = there
    oracle.players[0].cocoa = 1
    played(oracle, "move 1@7 1", "main")
    me = oracle.players[0]
    assert (me.points, me.wood, me.avenue, oracle.buildings["centre"]) == (points, 0, 1, there + 1)
    assert workers_of(oracle) == ["1@2", "1@6", "2@6", "3@wheel"]


def test_t21_7_a_decoration_scores_its_matching_icon():
    oracle = table("1@8 1@6 1@6", gold=3)
    oracle.pyramid |= {"1.0.1": ("P01", 0), "1.0.2": ("P04", 0), "2.0.1": ("P04", 0)}
    oracle.decorations = {"top_1": "D14"}
    oracle.decoration_offer = ["D00", "D01", "D02", "D03"]
    played(oracle, "move 1@8 1", "main")
    assert {text.split()[2] for text in oracle.options()} == {"top_2", "right_1", "bottom_1", "left_1"}
    played(oracle, "decorate D00 top_2")
    assert oracle.options() == ["gain wood", "gain stone", "gain gold"]
    played(oracle, "gain wood")
    me = oracle.players[0]
    assert (me.points, me.temples, me.track, me.gold) == (4, {"blue": 1, "red": 0, "green": 0}, 1, 0)
    assert "top_3" in oracle.decoration_spaces()


def test_t21_8_a_pyramid_tile_scores_level_and_icons():
    oracle = table("1@2 1@6 1@6", stone=2, wood=1)
    below = {"1.0.0": ("P13", 0), "1.0.1": ("P07", 0), "1.1.0": ("P01", 0), "1.1.1": ("P02", 0)}
    oracle.pyramid |= below
    del oracle.pyramid["2.0.0"]
    oracle.pyramid_offer = ["P06", "P04", "P30"]
    played(oracle, "move 1@2 1", "main", "build P06 r0 on 2.0.0", "gain wood")
    me = oracle.players[0]
    assert (me.points, me.temples["blue"], me.track, me.stone, me.wood) == (6, 1, 1, 0, 1)


def test_t21_9_the_round_is_finished_and_another_one_played_before_the_eclipse():
    oracle = table("1@6 1@6 1@6", "5@5 1@6 1@6", players=4)
    oracle.light = oracle.dark - 1
    played(oracle, "move 1@6 1", "collect", "move 5@5 1", "main", "reward points")
    assert (oracle.light, oracle.turn, oracle.decider()) == (oracle.dark, 2, 2)
    while not oracle.options()[0].startswith("salary"):
        played(oracle, oracle.options()[0])
    assert (oracle.turn, oracle.eclipses) == (8, 0)


def test_t21_10_a_fourth_worker_counts_for_the_lowest_power_only():
    oracle = table("1@2 3@2 3@2 5@5", cocoa=1)
    played(oracle, "move 5@5 1")
    assert oracle.workers_there(oracle.players[0]) == (3, 1)
    played(oracle, "main")
    assert (oracle.players[0].wood, oracle.players[0].cocoa) == (2, 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_t21_11_a_first_game_starts_with_what_is_printed(players):
    oracle = Oracle(players, shuffled_setup(chance(5)), {"first_game": True})
    last = {2: 8, 3: 7, 4: 7}
    goods = [(7, 1, 2, 4, 0), (last[players], 4, 2, 0, 1), (7 if players == 3 else 6, 3, 4, 1, 0), (5, 2, 0, 5, 0)]
    for player, expected in zip(oracle.players, goods, strict=False):
        assert (player.cocoa, player.wood, player.stone, player.gold, player.points) == expected
    temples = [(0, 0, 1), (1, 1, 0), (1, 0, 0), (0, 0, 2)]
    assert [tuple(player.temples.values()) for player in oracle.players] == temples[:players]
    assert [player.technologies for player in oracle.players] == [[], [], [], ["TECH05"]][:players]
    assert [player.avenue for player in oracle.players] == [0, 0, 1, 0][:players]
    assert workers_of(oracle) == ["1@2", "1@8", "2@6", "3@wheel"]


def test_t21_12_a_worker_of_power_one_gets_nothing_from_r08():
    oracle = table("1@4 1@6 1@6", cocoa=2)
    oracle.royal["palace_2"] = "R08"
    played(oracle, "move 1@4 1", "worship palace_2 ability")
    assert (oracle.decider(), oracle.players[0].cocoa, workers_of(oracle)[2]) == (1, 2, "1@palace_2")


def test_t21_20_masks_are_split_into_the_best_sets():
    oracle = table(OUT_OF_THE_WAY, masks=["V05", "V05", "V08", "V11", "V11", "V11"])
    me = oracle.players[0]
    assert oracle.mask_sets(me) == [3, 2, 1]
    assert oracle.bonus_value(me, "B1", 1) == 6
    paid = at_the_salaries(oracle)
    assert paid.players[0].points == 10


def at_the_salaries(oracle: Oracle) -> Oracle:
    """Let the next Eclipse come, and play until a player is asked about its salary. Return the game.

    No player gains points before that.
    """
    oracle.light, oracle.reached = oracle.dark, 0
    while oracle.decider() is not None and not oracle.options()[0].startswith("salary"):
        played(oracle, "collect" if "collect" in oracle.options() else oracle.options()[0])
    return oracle


@pytest.mark.parametrize(("before", "after"), [(10, 4), (5, 0)])
def test_t21_21_unpaid_salary_costs_points(before, after):
    oracle = table("1@6 3@6 4@6 5@6", cocoa=20, points=before)
    at_the_salaries(oracle)
    assert oracle.options() == [f"salary {paid}" for paid in range(7)]
    cocoa = oracle.players[0].cocoa
    played(oracle, "salary 4")
    assert oracle.players[0].points == before
    played(oracle, oracle.options()[-1])
    assert (oracle.players[0].points, oracle.players[0].cocoa) == (after, cocoa - 4)


@pytest.mark.parametrize(("buildings", "points"), [(6, 15), (0, 25), (11, 5)])
def test_t21_22_the_avenue_scores_by_the_buildings_taken(buildings, points):
    oracle = table(OUT_OF_THE_WAY, avenue=5)
    oracle.buildings["top"] = buildings
    assert at_the_salaries(oracle).players[0].points == points


def test_t21_23_leaders_and_steps_of_the_pyramid_track():
    oracle = table(players=4)
    oracle.eclipses = 1
    for player, track in zip(oracle.players, (4, 4, 1, 0), strict=True):
        player.track = track
    at_the_salaries(oracle)
    assert oracle.scores() == [16, 16, 3, 0]
    assert {player.track for player in oracle.players} == {0}


def test_t21_24_the_last_players_own_advance_leaves_one_full_round():
    oracle = table()
    oracle.light = oracle.dark - 1
    while not oracle.options()[0].startswith("salary"):
        played(oracle, "collect" if "collect" in oracle.options() else oracle.options()[0])
        assert oracle.light == oracle.dark or oracle.turn < 2
    assert oracle.turn == 4


def test_t21_25_a_full_lap_passes_the_palace_and_does_not_count_itself():
    oracle = table("1@2 1@6 1@6", unused=["V48"], technologies=["TECH01"])
    played(oracle, "move 1@2 8 unlimited")
    assert oracle.players[0].cocoa == 1
    played(oracle, "collect")
    assert oracle.players[0].cocoa == 2


def test_t21_26_two_arriving_workers_are_no_colour():
    oracle = table("2@5 1@5 1@6", neutral=(2, 4, 6), unused=["V42"])
    for worker, board in zip(oracle.neutrals[1], (1, 4, 6), strict=True):
        worker.where = board
    played(oracle, "move 2@5+1@5 1 double", "collect")
    assert oracle.players[0].cocoa == 2
    assert workers_of(oracle) == ["1@2", "1@6", "2@2", "3@wheel"]


def test_t21_27_technology_15_counts_as_a_worker_and_saves_one_resource():
    oracle = table("1@2 1@6 1@6", technologies=["TECH15"], stone=3, wood=1)
    oracle.pyramid_offer = ["P30", "P18", "P04"]
    played(oracle, "move 1@2 1", "main", "build P30 r0 on 1.0.3")
    assert oracle.options() == ["pay full", "pay less stone"]
    played(oracle, "pay full", "build P18 r0 on 1.3.0")
    assert (oracle.players[0].stone, oracle.players[0].wood, oracle.decider()) == (0, 1, 1)
    assert workers_of(oracle) == ["1@6", "1@6", "2@8", "3@wheel"]


def test_t21_28_an_additional_worker_opens_the_centre_row():
    oracle = table("1@7 1@2 1@2", "1@2 1@2 1@2", neutral=(1, 4, 3), wood=2, unused=["V51"])
    played(oracle, "move 1@7 1", "main additional 1")
    me = oracle.players[0]
    assert (me.points, me.used, oracle.buildings["centre"]) == (5, ["V51"], 1)
    assert workers_of(oracle) == ["1@2", "1@2", "2@6", "3@wheel"]


def test_t21_29_the_step_below_an_occupied_top_is_the_last_one():
    oracle = table(unused=["V30"], temples={"blue": 10})
    oracle.players[1].temples["blue"] = 11
    played(oracle, "use V30")
    assert (oracle.players[0].temples["blue"], oracle.players[0].used) == (10, ["V30"])
    oracle.score_bonus_tiles()
    assert oracle.scores() == [15, 15]


def test_t21_33_a_worker_added_after_building_leaves_the_building_where_it_is():
    oracle = table("1@7 1@6 1@2", "1@2 1@2 1@2", neutral=(1, 4, 3), wood=2, cocoa=1, avenue=2)
    oracle.avenue_tiles[3] = ["V51", "V00", "V00"]
    played(oracle, "move 1@7 1", "main", "claim V51")
    assert oracle.options() == ["continue", "use V51"]
    played(oracle, "use V51")
    assert oracle.buildings == {"top": 0, "centre": 1, "bottom": 0}
    assert workers_of(oracle) == ["1@2", "1@6", "2@6", "3@wheel"]
    assert oracle.options() == ["power up 1@6", "power up 2@6", "stop"]
    played(oracle, "power up 2@6")
    assert (oracle.decider(), workers_of(oracle)) == (1, ["1@2", "1@6", "3@6", "3@wheel"])


@pytest.mark.parametrize(("order", "points"), [("discovery", 5), ("ability", 4)])
def test_t21_34_a_tile_claimed_first_can_be_used_before_the_ability(order, points):
    oracle = table("5@4 1@6 1@6", cocoa=2, avenue=4)
    oracle.royal["palace_1"] = "R09"
    oracle.worship_tiles[PALACE] = "V24"
    played(oracle, "move 5@4 1", "worship palace_1 both", f"first {order}", "claim V24", "use V24")
    assert (oracle.players[0].points, oracle.players[0].avenue, oracle.players[0].cocoa) == (points, 5, 0)


def no_dead_end() -> Oracle:
    """T-21.35: return the position of this worked example of the rules page."""
    oracle = table("1@3 1@6 1@6", gold=1, unused=["V24"], avenue=2)
    oracle.avenue_tiles[3] = ["V36", "V00", "V00"]
    return played(oracle, "move 1@3 1")


def test_t21_35_spending_the_gold_first_takes_the_main_action_away():
    oracle = no_dead_end()
    assert oracle.options() == ["collect", "main", "use V24"]
    played(oracle, "use V24", "claim V36")
    assert oracle.options() == ["continue", "use V36"]
    played(oracle, "continue")
    assert oracle.options() == ["collect", "use V36"]


def test_t21_35_no_tile_is_used_between_declaration_and_payment():
    oracle = played(no_dead_end(), "main")
    assert oracle.options() == ["technology TECH01", "technology TECH03", "technology TECH05"]
    played(oracle, "technology TECH05")
    assert oracle.options() == ["power up 1@5", "use V24"]


def test_t21_36_a_second_advance_pays_for_the_tile_of_the_first():
    oracle = table(unused=["V34", "V34"], temples={"green": 2})
    oracle.temple_tiles["green", 3] = ["V24"]
    played(oracle, "use V34")
    assert oracle.options() == ["pass", "use V34"]
    played(oracle, "use V34")
    assert (oracle.players[0].cocoa, oracle.options()) == (2, ["claim V24", "pass"])
    played(oracle, "claim V24")
    assert (oracle.players[0].cocoa, oracle.players[0].temples["green"]) == (1, 4)


@pytest.mark.parametrize("action", ["collect", "main"])
def test_t21_37_a_worker_unlocked_before_the_action_counts(action):
    oracle = table("2@1 2@quarry 1@6", cocoa=4)
    played(oracle, "move 2@1 1", "unlock", action)
    me = oracle.players[0]
    assert (me.cocoa, me.stone) == ((3, 0) if action == "collect" else (0, 2))


# What the examples leave out.


def test_starting_tiles_are_chosen_in_secret_and_give_their_benefits():
    setup = shuffled_setup(chance(1))
    setup.starting = ["S05", "S07", "S14", "S16", "S01", "S06", "S10", "S11"] + [
        tile for tile in sorted(setup.starting) if tile not in "S05 S07 S14 S16 S01 S06 S10 S11"
    ]
    setup.technologies = ["TECH01", "TECH03", "TECH05", "TECH07", "TECH09", "TECH11", "TECH13", "TECH15", "TECH17"]
    oracle = Oracle(2, setup)
    assert set(oracle.tied) == {"S14", "S16"}
    played(oracle, "keep S05 S07")
    assert oracle.players[0].kept == []
    played(oracle, "keep S06 S10")
    assert oracle.decider() == 0
    assert oracle.players[0].technologies == ["TECH01"]
    played(oracle, "gain wood", "gain stone", "gain stone")
    assert oracle.players[0].technologies == ["TECH01", "TECH03"]
    assert oracle.players[0].temples == {"blue": 1, "red": 1, "green": 0}
    assert oracle.options() == ["raise 1@0", "raise 2@0"]
    played(oracle, "raise 2@0")
    assert workers_of(oracle) == ["1@4", "1@5", "1@8", "3@wheel"]  # 4 5 8 are the only boards shown
    assert (oracle.decider(), oracle.options()[0]) == (1, "settle 1@2 1@4 3@7")


def test_a_refused_text_changes_nothing():
    oracle = table()
    before = oracle.summary()
    with pytest.raises(Refused):
        oracle.play("collect")
    assert oracle.summary() == before


def test_stacks_that_are_not_those_of_the_box_are_refused():
    setup = shuffled_setup(chance(1))
    setup.decorations[0] = setup.decorations[1]
    with pytest.raises(ValueError, match="box"):
        Oracle(2, setup)


def test_first_game_and_draft_do_not_go_together():
    with pytest.raises(ValueError, match=r"T-16\.3"):
        Oracle(2, shuffled_setup(chance(1)), {"first_game": True, "starting_tile_draft": True})


def test_without_means_for_anything_else_the_worker_collects_unasked():
    oracle = played(table("1@3 1@6 1@6"), "move 1@3 1")
    assert (oracle.decider(), oracle.players[0].cocoa, workers_of(oracle)[0]) == (1, 1, "1@5")


@pytest.mark.parametrize(("tile", "cocoa", "points"), [("R01", 4, 0), ("R04", 0, 4), ("R05", 0, 6), ("R09", 0, 4)])
def test_royal_tiles_go_by_the_power_of_the_worker(tile, cocoa, points):
    oracle = table("3@4 1@6 1@6", cocoa=1, avenue=7, track=5, technologies=["TECH03", "TECH05"])
    oracle.royal["palace_1"] = tile
    played(oracle, "move 3@4 1", "worship palace_1 ability")
    assert (oracle.players[0].cocoa - 1, oracle.players[0].points) == (cocoa, points)


@pytest.mark.parametrize(
    ("tile", "answers", "goods"),
    [
        ("R02", ["exchange", "exchange", "stop"], (3, 3, 1, 2)),
        ("R06", ["exchange", "exchange", "exchange"], (1, 4, 4, 1)),
        ("R03", ["exchange wood", "exchange gold", "stop"], (0, 1, 0, 8)),
        ("R07", ["exchange gold", "gain wood", "gain wood", "gain stone"], (3, 2, 0, 3)),
        ("R08", ["exchange red", "exchange green"], (1, 1, 1, 3)),
    ],
)
def test_royal_tiles_exchange_one_thing_after_the_other(tile, answers, goods):
    oracle = table("3@4 1@6 1@6", cocoa=4, wood=1, stone=1, gold=1)
    oracle.royal["palace_1"] = tile
    played(oracle, "move 3@4 1", "worship palace_1 ability", *answers)
    me = oracle.players[0]
    assert (me.wood, me.stone, me.gold, me.cocoa) == goods
    assert oracle.decider() == 1 or oracle.options() == ["end turn", "unlock"]


def test_other_players_with_a_technology_score_for_it():
    oracle = table("1@3 1@6 1@6", players=4, gold=1)
    oracle.players[2].technologies = ["TECH05"]
    oracle.players[3].technologies = ["TECH01"]
    played(oracle, "move 1@3 1", "main", "technology TECH05")
    assert oracle.scores() == [0, 0, 3, 0]


def test_the_first_tile_is_built_without_a_window_and_the_second_with_one():
    oracle = table("1@2 1@8 1@6", cocoa=1, stone=4, unused=["V17"])
    oracle.pyramid_offer = ["P30", "P18", "P04"]
    played(oracle, "move 1@2 1", "main")
    assert "use V17" not in oracle.options()
    played(oracle, "build P30 r0 on 1.0.3")
    assert oracle.options()[-2:] == ["stop", "use V17"]


def test_all_locked_and_poor_means_the_free_unlock():
    oracle = table("1@quarry 1@forest 1@gold", "1@6 1@6 1@6")
    assert oracle.options() == ["free unlock"]
    played(oracle, "free unlock")
    assert (oracle.decider(), workers_of(oracle)) == (1, ["1@2", "1@3", "1@4", "3@wheel"])


def test_the_discount_may_make_the_first_tile_affordable():
    oracle = table("1@2 1@6 1@6", technologies=["TECH15"], stone=1)
    played(oracle, "move 1@2 1")
    assert "main" in oracle.options()
    oracle.pyramid_offer = ["P30", "P18", "P04"]
    played(oracle, "main", "build P30 r0 on 1.0.3")
    assert oracle.players[0].stone == 0


@pytest.mark.parametrize(("scope", "spent"), [("per_main_action", 1), ("per_power_up", 2)])
def test_technology_13_is_bought_once_or_for_each_power_up(scope, spent):
    rules = {"tech13_scope": scope}
    oracle = table("1@5 2@2 3@2", technologies=["TECH13"], cocoa=10, rules=rules)
    played(oracle, "move 1@5 1", "main", "power up 1@2", "power up 2@2")
    cocoa = oracle.players[0].cocoa
    while oracle.decider() == 0:
        assert "stop" in oracle.options()
        played(oracle, "power up 3@2")
    assert cocoa - oracle.players[0].cocoa == spent


def test_a_bought_power_up_can_be_declined():
    oracle = table("1@5 2@6 3@6", technologies=["TECH13"], cocoa=10)
    played(oracle, "move 1@5 1", "main")
    assert oracle.options() == ["power up 2@2", "stop"]
    played(oracle, "stop")
    assert (oracle.decider(), oracle.players[0].cocoa) == (1, 11)


@pytest.mark.parametrize("cocoa", [6, 5])
def test_an_ascension_pays_cocoa_by_option(cocoa):
    oracle = table("5@5 1@6 1@6", rules={"ascension_cocoa": cocoa})
    played(oracle, "move 5@5 1", "main", "reward cocoa")
    assert (oracle.players[0].cocoa, oracle.light) == (cocoa, 1)


@pytest.mark.parametrize(("choice", "rows"), [("forced", None), ("any_up_to_workers", ["row top", "row centre"])])
def test_the_row_of_a_building_is_forced_or_free(choice, rows):
    oracle = table("1@7 1@6 1@2", "1@2 1@2 1@2", neutral=(1, 4, 3), wood=2, cocoa=1)
    oracle.rules["nobles_row_choice"] = choice
    played(oracle, "move 1@7 1", "main")
    assert oracle.options() == rows if rows else oracle.buildings["centre"] == 1


@pytest.mark.parametrize(("counts", "points"), [(True, 2), (False, 0)])
def test_glyphs_match_by_option(counts, points):
    oracle = table(rules={"glyph_matches": counts})
    assert 2 * len(oracle.matches(["glyph"], ["glyph"])) == points


@pytest.mark.parametrize(("cap", "track"), [(None, 11), (9, 9), (10, 10)])
def test_the_pyramid_track_ends_by_option(cap, track):
    oracle = table(rules={"pyramid_track_cap": cap})
    for _ in range(11):
        oracle.advance_track(oracle.players[0])
    assert oracle.players[0].track == track


@pytest.mark.parametrize(("needs", "points"), [(True, 0), (False, 4)])
def test_none_or_all_lead_a_track_on_which_all_stand_at_the_start(needs, points):
    oracle = table(rules={"pyramid_leader_needs_progress": needs})
    assert at_the_salaries(oracle).scores() == [points, points]


@pytest.mark.parametrize(("scope", "offered"), [("strict", False), ("wide", True)])
def test_the_waiver_pays_an_unlock_in_its_wide_scope_only(scope, offered):
    oracle = table("1@quarry 1@6 1@6", unused=["V45"], rules={"cocoa_waiver_scope": scope})
    assert ("unlock waive" in oracle.options()) == offered


def test_the_waiver_pays_a_main_action_a_worship_and_a_salary():
    oracle = table("1@2 1@6 1@1", "1@quarry 1@6 1@6", unused=["V45"])
    oracle.worship_tiles[QUARRY] = "V22"
    played(oracle, "move 1@1 1")
    assert set(oracle.options()) == {
        "collect",
        "main",
        "worship quarry ability waive",
        "worship quarry discovery waive",
        "worship quarry both waive",
    }
    oracle = table("1@3 1@6 1@1", unused=["V45"])
    played(oracle, "move 1@1 1")
    assert [text for text in oracle.options() if text.startswith("main")] == ["main waive"]
    at_the_salaries(oracle)
    assert oracle.options()[-1] == "salary waive"


def test_three_low_and_three_high_technologies_by_option():
    for seed in range(20):
        oracle = Oracle(2, shuffled_setup(chance(seed)), {"technology_draw": "three_low_three_high"})
        assert sorted(oracle.technologies)[2] <= "TECH07" < oracle.technologies[3]


def test_the_last_pyramid_tile_ends_the_game_with_the_coming_eclipse():
    oracle = table("1@2 1@6 1@6", stone=2, wood=3)
    for space in [f"{level}.{i}.{j}" for level in (1, 2, 3) for i in range(5 - level) for j in range(5 - level)]:
        oracle.pyramid[space] = ("P30", 0)
    played(oracle, "move 1@2 1", "main")
    played(oracle, oracle.options()[0])
    while oracle.decider() == 0 and oracle.turn == 0:
        played(oracle, oracle.options()[0])
    assert (oracle.final, oracle.light, oracle.players[0].track) == (True, oracle.dark, 1)
    at_the_end = at_the_salaries_by_itself(oracle)
    assert at_the_end.turn == 4
    while oracle.decider() is not None:
        played(oracle, oracle.options()[0])
    assert (oracle.over, oracle.eclipses) == (True, 1)


def at_the_salaries_by_itself(oracle: Oracle) -> Oracle:
    """Play turns that only collect cocoa until a player is asked about its salary."""
    while not oracle.options()[0].startswith("salary"):
        played(oracle, "collect" if "collect" in oracle.options() else oracle.options()[0])
    return oracle


@pytest.mark.parametrize(("dark", "ranks"), [(False, [1, 2]), (True, [2, 1])])
def test_the_last_tie_break_turns_round_in_the_dark(dark, ranks):
    assert table(rules={"dark_eclipse": dark}).placements() == ranks


def test_a_dark_eclipse_follows_the_very_turn():
    oracle = table("5@5 1@6 1@6", rules={"dark_eclipse": True}, cocoa=3)
    oracle.light = oracle.dark - 1
    played(oracle, "move 5@5 1", "main", "reward points")
    assert oracle.options()[0] == "salary 0"
    while oracle.options()[0].startswith("salary"):
        played(oracle, oracle.options()[-1])
    assert (oracle.eclipses, oracle.turn, oracle.decider(), oracle.light) == (1, 1, 1, 0)
    assert oracle.dark == DARK_DISC[2][1]


def test_two_matched_temples_are_advanced_in_an_order_of_choice():
    oracle = table("1@8 1@6 1@6", gold=3)
    oracle.pyramid |= {"1.0.1": ("P01", 0), "1.0.2": ("P16", 1)}
    oracle.decorations = {"top_1": "D14"}
    oracle.decoration_offer = ["D00", "D01", "D02", "D03"]
    played(oracle, "move 1@8 1", "main", "decorate D00 top_2")
    assert oracle.options() == ["temple blue", "temple red"]
    played(oracle, "temple red", "gain gold")
    assert oracle.players[0].points == 2 + 1 + 3


def test_equal_workers_and_tiles_are_one_option():
    oracle = table("1@1 1@1 2@1", unused=["V42", "V42", "V48"])
    assert [text for text in oracle.options() if text.endswith(" 3")] == ["move 1@1 3", "move 2@1 3"]
    assert {text.split()[1] for text in oracle.options() if text.endswith("double")} == {"1@1+1@1", "2@1+1@1"}


# Invariants in random games.


class Watch:
    """Checks the position of a game after every answer, without rules of the oracle."""

    def __init__(self, oracle: Oracle) -> None:
        self.oracle = oracle
        self.before: Setup | dict = oracle.summary()
        self.placed = self.tiles_placed()
        self.turns = Counter()
        self.asked: list[str] = []

    def tiles_placed(self) -> int:
        return len(self.oracle.pyramid) + len(self.oracle.decorations)

    def look(self) -> None:
        """T-20: check the position after one answer."""
        now = self.oracle.summary()
        self.question_is_one()
        self.nothing_is_lost(now)
        self.the_pyramid_stands(now)
        self.workers_are_somewhere(now)
        self.tracks_keep_their_limits(now)
        self.only_forward(now)
        if now["turn"] > self.before["turn"]:
            self.a_turn_is_over(now)
        self.before = now

    def question_is_one(self) -> None:
        """T-20.19, T-19.5: check that a question has at least two different options, not only free actions."""
        options = self.oracle.options()
        assert len(options) == len(set(options))
        if self.oracle.decider() is not None:
            assert len(options) > 1
            assert any(text.split()[0] not in ("use", "unlock") for text in options)

    def nothing_is_lost(self, now) -> None:
        """T-20.1, T-20.2, T-20.12, T-20.13: check the number of each kind of tile."""
        lying = [*now["discovery_stack"], *now["tied"].values(), *filter(None, now["worship_tiles"].values())]
        for tiles in [*now["avenue_tiles"].values(), *now["temple_tiles"].values()]:
            lying += tiles
        for player in now["players"]:
            lying += player["masks"] + player["unused"] + player["used"]
        assert Counter(lying) == Counter(discovery_tiles())
        stones = [text.split()[0] for text in now["pyramid"].values()]
        assert Counter(stones + now["pyramid_offer"] + now["pyramid_stack"]) == Counter(pyramid_tiles())
        decorations = [*now["decorations"].values(), *now["decoration_offer"], *now["decoration_stack"]]
        assert sorted(decorations) == [f"D{number:02d}" for number in range(15)]
        assert now["buildings"]["top"] <= 5
        assert now["buildings"]["centre"] <= 4
        assert now["buildings"]["bottom"] <= 3
        assert sum(now["buildings"].values()) <= 11

    def the_pyramid_stands(self, now) -> None:
        """T-20.3, T-20.4: check the tiles of the Pyramid and the Decorations."""
        for space in now["pyramid"]:
            level, i, j = (int(part) for part in space.split("."))
            covered = {f"{level - 1}.{i + a}.{j + b}" for a in (0, 1) for b in (0, 1)}
            assert level == 1 or covered <= now["pyramid"].keys()
            assert max(i, j) < 5 - level
        for side in ("top", "right", "bottom", "left"):
            levels = sorted(int(space[-1]) for space in now["decorations"] if space.startswith(side))
            assert levels == list(range(1, len(levels) + 1))
            for level in levels[1:]:
                cells = set(DECORATION_SPACES[f"{side}_{level}"][0])
                holders = [space for space in now["pyramid"] if space[0] == str(level - 1)]
                assert cells <= {cell for space in holders for cell in half_cells(space)}

    def workers_are_somewhere(self, now) -> None:
        """T-20.6, T-20.7: check that each worker has a place."""
        places = [worker.split("@") for player in now["players"] for worker in player["workers"]]
        spaces = [place for _, place in places if place in SPACES]
        assert len(spaces) == len(set(spaces))
        for player in now["players"]:
            words = [worker.split("@") for worker in player["workers"]]
            assert len(words) == 4
            assert all(1 <= int(power) <= 5 for power, _ in words)
            assert sum(place == WHEEL for _, place in words) <= 1
            assert all(power == "3" for power, place in words if place == WHEEL)
            if now["turn"]:
                assert all(place != HAND for _, place in words)
            if sum(place == TRANSIT for _, place in words):
                assert player is now["players"][now["active"]]
                assert sum(place == TRANSIT for _, place in words) <= 2
        if now["turn"]:
            assert all(len(set(boards)) == 3 for boards in now["neutrals"])

    def tracks_keep_their_limits(self, now) -> None:
        """T-20.8, T-20.9, T-20.10, T-20.11: check the markers, the goods, the calendar and the technologies."""
        for player in now["players"]:
            assert min(player[what] for what in ("wood", "stone", "gold", "cocoa", "points", "track")) >= 0
            assert 0 <= player["avenue"] <= 9
            assert all(0 <= step <= 11 for step in player["temples"].values())
            assert len(set(player["technologies"])) == len(player["technologies"])
            assert set(player["technologies"]) <= set(now["technologies"])
        for temple in TEMPLES:
            assert sum(player["temples"][temple] == 11 for player in now["players"]) <= 1
        assert 0 <= now["light"] <= now["dark"]
        if not now["over"]:
            assert now["dark"] == DARK_DISC[len(now["players"])][now["eclipses"]]
        assert now["technologies"] == sorted(now["technologies"])
        assert (now["eclipses"] == 3 or now["final"]) if now["over"] else now["eclipses"] < 3

    def only_forward(self, now) -> None:
        """T-20.3, T-20.8, T-20.9, T-20.12, T-20.17: check that values that can only grow did not fall."""
        for old, new in zip(self.before["players"], now["players"], strict=True):
            assert all(new["temples"][temple] >= old["temples"][temple] for temple in TEMPLES)
            assert new["avenue"] >= old["avenue"]
            assert set(new["technologies"]) >= set(old["technologies"])
            for lasting in ("masks", "used"):
                assert Counter(new[lasting]) >= Counter(old[lasting])
            assert Counter(new["unused"] + new["used"]) >= Counter(old["unused"] + old["used"])
            assert not any(DISCOVERIES[kind][2] == "mask" for kind in new["unused"] + new["used"])
            if now["eclipses"] == self.before["eclipses"] and not self.asked[-1].startswith("salary"):
                assert new["points"] >= old["points"]
                assert new["track"] >= old["track"] or self.oracle.options()[0].startswith("salary")
        for places in ("avenue_tiles", "temple_tiles"):
            for step, tiles in now[places].items():
                assert Counter(tiles) <= Counter(self.before[places][step])
        assert self.before["pyramid"].items() <= now["pyramid"].items()
        assert self.before["decorations"].items() <= now["decorations"].items()

    def a_turn_is_over(self, now) -> None:
        """T-20.5, T-20.6, T-20.13, T-20.14, T-20.16: check the position between two turns."""
        seats = len(now["players"])
        assert now["active"] == now["turn"] % seats
        assert not any("transit" in worker for player in now["players"] for worker in player["workers"])
        assert len(now["pyramid_offer"]) == 3 or not now["pyramid_stack"]
        assert len(now["decoration_offer"]) == 4 or not now["decoration_stack"]
        assert all(now["worship_tiles"].values()) or not now["discovery_stack"]
        if self.oracle.decider() is not None and not self.oracle.options()[0].startswith("salary"):
            if now["eclipses"] > self.before["eclipses"]:
                self.placed = self.tiles_placed()
            if self.oracle.rules["pyramid_track_cap"] is None:
                assert sum(player["track"] for player in now["players"]) == self.tiles_placed() - self.placed
        elif not self.oracle.rules["dark_eclipse"]:
            assert now["turn"] % seats == 0
        if self.oracle.options() and self.oracle.options()[0].startswith("salary"):
            self.placed = self.tiles_placed()


def keen(options: list[str], rng: random.Random) -> str:
    """Return a random option. In seven of ten cases it is of a rare kind, if there is one."""
    words = ("build", "decorate", "main", "power", "use", "claim", "worship", "first", "temple", "reward", "exchange")
    rare = [text for text in options if text.split()[0] in words]
    return rng.choice(rare if rare and rng.random() < 0.7 else options)


def eager(options: list[str], rng: random.Random) -> str:
    """Return a random option of a Main action or of building if there is one; if not, one that `keen` prefers."""
    main = [text for text in options if text.startswith(("build", "main"))]
    return rng.choice(main) if main else keen(options, rng)


def make_rich(oracle: Oracle) -> None:
    """Give all players goods for every action, high steps, a nearly finished Pyramid and a full bottom row."""
    for player in oracle.players:
        player.wood, player.stone, player.gold, player.cocoa = 40, 60, 20, 60
        player.temples = dict.fromkeys(TEMPLES, 8)
    while len(oracle.pyramid) < 24:
        oracle.pyramid[oracle.pyramid_spaces()[0]] = (oracle.pyramid_stack.pop(0), 0)
    oracle.buildings["bottom"] = 3


def uniform(options: list[str], rng: random.Random) -> str:
    """Return a random option. All have equal odds."""
    return rng.choice(options)


def random_game(players: int, seed: str, rules=None, *, choose=uniform, look: bool = True) -> Oracle:
    """Play a game to its end, with checks after each answer. The seed decides if players are rich from the start."""
    rng = chance(seed)
    oracle = Oracle(players, shuffled_setup(rng), rules)
    if seed.startswith("rich"):
        make_rich(oracle)
    watch = Watch(oracle)
    while oracle.decider() is not None:
        text = choose(oracle.options(), rng)
        watch.asked.append(text)
        oracle.play(text)
        if look:
            watch.look()
    assert oracle.over
    assert sorted(oracle.placements()) == list(range(1, players + 1))
    oracle.asked = watch.asked
    return oracle


VARIANTS = {
    "usual": {},
    "first game": {"first_game": True},
    "draft": {"starting_tile_draft": True},
    "dark": {"dark_eclipse": True},
    "first game in the dark": {"first_game": True, "dark_eclipse": True},
    "draft in the dark": {"starting_tile_draft": True, "dark_eclipse": True},
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games_end_and_keep_the_invariants(variant, players):
    for number in range(games(4, 10) if " in the dark" in variant else games(8, 40)):
        seed = f"{variant} {players} {number}"
        random_game(players, seed, VARIANTS[variant], choose=(uniform, keen)[number % 2], look=number % 4 < 2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rich_players_finish_pyramids_and_climb_temples(players):
    games = [random_game(players, f"rich {number}", choose=(eager, keen)[number % 2]) for number in range(10)]
    assert any(game.final and game.eclipses < 3 for game in games)
    assert any(sum(game.buildings.values()) > 7 for game in games)
    assert any(player.temples[temple] >= 10 for game in games for player in game.players for temple in TEMPLES)


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in RULES_OPTIONS.items() for value in values[1:]]
)
def test_random_games_end_under_every_rules_option(name, value):
    for number in range(4):
        random_game(2 + number % 3, f"{name} {value} {number}", {name: value}, choose=(uniform, keen)[number % 2])


def test_every_spelling_occurs_in_random_games():
    seen = set()
    for number in range(40):
        rules = {"starting_tile_draft": number % 2 == 1}
        game = random_game(2 + number % 3, f"rich in words {number}", rules, choose=keen, look=False)
        seen |= {text.split()[0] for text in game.asked}
    assert seen == {
        *("keep", "take", "gain", "raise", "settle", "claim", "pass", "move", "free", "collect", "worship", "main"),
        *("first", "exchange", "stop", "temple", "technology", "row", "decorate", "build", "pay", "power", "reward"),
        *("end", "continue", "salary", "use", "unlock"),
    }


def test_the_same_answers_lead_to_the_same_position():
    game = random_game(3, "again", look=False)
    rng = chance("again")
    again = played(Oracle(3, shuffled_setup(rng)), *game.asked)
    assert again.summary() == game.summary()


def test_equal_pyramid_tiles_are_one_kind_and_the_plain_one_is_not_turned():
    assert len(pyramid_tiles()) == 32
    assert Counter(pyramid_tiles())["P04"] == Counter(pyramid_tiles())["P30"] == 2
    assert len(TURNED_TILES & set(pyramid_tiles())) == 29
