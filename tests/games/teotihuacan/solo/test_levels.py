"""T-17.6.4: tests of the automaton's knobs and levels, and of its names, which follow from them."""

import itertools
import re
from pathlib import Path

import pytest

from arena.errors import UsageError
from arena.games import GAMES
from arena.games.automata import automaton, name_of, seated, without_knobs
from arena.games.chance import Deal, Rng
from arena.games.game import playout
from arena.games.teotihuacan.rules import SOLO
from arena.games.teotihuacan.solo.levels import KNOBS, LEVELS

CANONICAL = SOLO.complete({})
ORDER = ("novice", "easy", "standard", "hard", "expert", "master")


@pytest.mark.rule("T-17.6.4")
def test_each_knob_has_the_values_of_the_rules():
    assert {knob.name.removeprefix("teotibot_"): sorted(knob.values) for knob in KNOBS} == {
        **{key: [-1, 0, 1] for key in ("power_4", "power_6", "power_8", "wood", "stone", "gold", "worship")},
        **{key: [-2, -1, 0, 1, 2] for key in ("cashing", "technology")},
        "bonus": [-10, -5, 0, 5, 10],
    }
    assert all(knob.values[0] == 0 for knob in KNOBS)


@pytest.mark.rule("T-17.6.4")
def test_a_value_beyond_the_range_of_a_knob_is_refused():
    with pytest.raises(UsageError, match="option 'teotibot_wood' cannot be '2': expected one of -1, 0, 1"):
        SOLO.complete({"teotibot_wood": 2})


@pytest.mark.rule("T-17.6.4")
def test_every_level_turns_no_knob_back_that_an_easier_one_has_turned_up():
    assert tuple(LEVELS) == ORDER
    levels = list(LEVELS.values())
    for easier, harder in itertools.pairwise(levels):
        assert easier != harder
        assert all(easier[name] <= harder[name] for name in easier)
    assert set(LEVELS["standard"].values()) == {0}
    assert all(set(level) == {knob.name for knob in KNOBS} for level in levels)


def test_the_page_of_rules_tells_every_knob_and_level():
    page = (Path(__file__).parents[4] / "docs" / "rules" / "teotihuacan.md").read_text()
    table = page.partition("| option | values beside 0 |")[2].partition("\n\n")[0]
    assert [cell.strip() for cell in table.splitlines()[0].strip("| ").split("|")] == list(LEVELS)
    told = {}
    for row in table.splitlines()[2:]:
        names, values, *levels = (cell.strip() for cell in row.strip("| ").split("|"))
        for name in names.split(", "):
            told[name.strip("`")] = (values, levels)
    assert list(told) == [knob.name for knob in KNOBS]
    for knob in KNOBS:
        values, levels = told[knob.name]
        assert values == ", ".join(map(str, knob.values[1:]))
        assert levels == [str(level[knob.name]) for level in LEVELS.values()]


def test_harder_levels_score_more_in_the_same_games():
    totals = {}
    for name, level in LEVELS.items():
        totals[name] = 0
        for seed in range(12):
            state = SOLO.new(level, 2, Deal(b"%d" % seed))
            playout(state, Rng(seed))
            totals[name] += state.scores()[1]
    assert totals["novice"] < totals["standard"] < totals["master"]


@pytest.mark.parametrize("level", ORDER)
def test_a_level_names_the_automaton_and_the_name_its_options(level):
    found = automaton(f"teotibot-{level}")
    assert (found.name, found.game, found.options) == (f"teotibot-{level}", "teotihuacan/solo", LEVELS[level])
    assert seated(SOLO, CANONICAL | LEVELS[level]) == found


def test_the_automaton_without_a_level_is_the_rulebooks():
    assert automaton("teotibot").name == "teotibot-standard"
    assert name_of(SOLO, CANONICAL) == "teotibot-standard"


@pytest.mark.parametrize("name", ["teotibot-wood+1.cashing-2", "teotibot-power_4-1", "teotibot-bonus+10.technology+2"])
def test_every_other_setting_has_a_name_of_its_own(name):
    found = automaton(name)
    assert found.name == name
    assert name_of(SOLO, CANONICAL | dict(found.options)) == name


def test_knobs_that_equal_a_level_get_its_name():
    easy = automaton("teotibot-wood-1.stone-1.gold-1.cashing-1.bonus-5.technology-1")
    assert easy.name == "teotibot-easy"


@pytest.mark.parametrize(
    "how", ["hrad", "wood+2", "luck+1", "wood1", ".", "", "1", pytest.param(f"wood+{'1' * 5000}", id="endless")]
)
def test_a_name_that_is_nearly_an_automatons_is_refused(how):
    with pytest.raises(UsageError, match=r"level|cannot be"):
        automaton(f"teotibot-{how}")


@pytest.mark.rule("T-17.6.4")
@pytest.mark.parametrize("name", ["teotibot-wood+1.wood-1", "teotibot-wood+1.stone-1.wood+1"])
def test_a_name_that_sets_a_knob_twice_is_refused(name):
    with pytest.raises(UsageError, match=f"{re.escape(repr(name))} says twice what 'wood' is: expected it once"):
        automaton(name)


@pytest.mark.parametrize(
    "name",
    ["random", "mcts-200", "teotibots", "my_bot", "teotibot.py", "teotibot-slayer.py", "teotibot-slayer.py:Slayer"],
)
def test_other_names_are_no_automatons(name):
    assert automaton(name) is None


def test_knobs_are_no_part_of_what_is_played():
    assert without_knobs(SOLO, CANONICAL | LEVELS["hard"]) == without_knobs(SOLO, CANONICAL)
    assert set(CANONICAL) - set(without_knobs(SOLO, CANONICAL)) == {knob.name for knob in KNOBS}
    for rules in GAMES.values():
        if not rules.automata:
            assert without_knobs(rules, rules.complete({})) == rules.complete({})
