"""Tests of the catalogues: every id in a game's texts has a line, and boards have a legend."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import UsageError
from arena.games import GAMES
from arena.games.cacao.tiles import JUNGLE_IDS, WORKER_IDS
from arena.games.catalogue import by_kind, lines_of
from arena.games.chance import Deal, named_rng
from arena.games.steps import OVER
from arena.games.teotihuacan.actions.nobles import ROWS
from arena.games.teotihuacan.eclipse import BUILDINGS_ROW
from arena.games.teotihuacan.notation import discovery_kind
from arena.games.teotihuacan.rules import SOLO, TEOTIHUACAN
from arena.games.teotihuacan.setup import DECORATION_IDS, DISCOVERY_IDS, PYRAMID_IDS, TECHNOLOGY_IDS
from arena.games.teotihuacan.solo.automaton import ACTION_IDS, ARROWS
from arena.games.teotihuacan.tiles.bonus import BONUS_IDS
from arena.games.teotihuacan.tiles.royal import ROYAL_IDS
from arena.games.teotihuacan.tiles.starting import STARTING_IDS
from arena.games.teotihuacan.view import SPACE_NAMES, SPOT_NAMES
from tests.games.tiny import TINY

ROOT = Path(__file__).parents[2]
BOARDS = [str(board) for board in range(1, 9)]
DUEL = [
    *(BOARDS, SPACE_NAMES, SPOT_NAMES, ROYAL_IDS, TECHNOLOGY_IDS, BONUS_IDS, DISCOVERY_IDS, STARTING_IDS),
    *(DECORATION_IDS, PYRAMID_IDS),
]
WRITTEN = {"cacao": [JUNGLE_IDS, WORKER_IDS], "teotihuacan": DUEL, "teotihuacan/solo": [*DUEL, ACTION_IDS, ARROWS]}
TILE = re.compile(r"\b(?:[VSRDP]\d\d|B\d|TECH\d\d)\b")


def ids(rules):
    return [name for entry in rules.catalogue() for name in entry.ids]


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_every_id_of_the_tables_has_a_line(rules):
    for names in WRITTEN[rules.name]:
        assert set(names) <= set(ids(rules))
    assert all(entry.text and entry.kind and entry.copies > 0 for entry in rules.catalogue())


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_an_id_is_once_among_the_things_of_its_kind(rules):
    for kind, entries in by_kind(rules.catalogue()).items():
        names = [name for entry in entries for name in entry.ids]
        assert len(set(names)) == len(names), kind


@pytest.mark.parametrize("rules", [TEOTIHUACAN, SOLO], ids=lambda rules: rules.name)
def test_every_tile_that_a_game_writes_has_a_line(rules):
    known = set(ids(rules))
    for seed in range(5):
        state, rng = rules.new({}, 2, Deal.of(seed)), named_rng(b"tiles", str(seed))
        while state.to_move != OVER:
            for option in state.options():
                assert set(TILE.findall(rules.spell(state, option))) <= known
            state.apply(state.sample(rng))
        assert set(TILE.findall(state.position())) <= known


def test_the_numbers_of_tiles_are_those_of_the_box():
    kinds = by_kind(TEOTIHUACAN.catalogue())
    found = {kind: sum(entry.copies for entry in entries) for kind, entries in kinds.items()}
    assert found == {
        "board": 8,
        "Worship space": 7,
        "track step": 7,
        "Royal tile": 9,
        "Technology tile": 9,
        "Temple Bonus tile": 7,
        "Discovery tile": 54,
        "Starting tile": 18,
        "Decoration tile": 15,
        "Pyramid tile": 32,
    }
    assert all(entry.copies == len(entry.ids) for entry in kinds["Discovery tile"] + kinds["Pyramid tile"])


@pytest.mark.parametrize(
    ("tile", "line"),
    [
        ("V08", "V08, Discovery tile: mask 5: sets of different masks score at every Eclipse; costs 1 wood"),
        ("V18", "V18, Discovery tile: 4 points; costs 1 wood"),
        ("V00", "costs 2 cocoa and 1 gold"),
        ("TECH05", "1 more wood, stone or gold for each Main action on Forest, Stone Quarry or Gold Deposits"),
        ("P24", "clockwise from the top left: green serpent, glyph, glyph, headdress"),
        ("P17", "P17, Pyramid tile: clockwise from the top left: serpent, glyph, statue, headdress"),
        ("R04", "2 points for each technology of yours, for P of them at most; category A"),
        ("B6", "2 points for each Discovery tile of yours that is no mask"),
        ("S01", "boards 1 and 2: 2 cocoa, 3 wood, a step on the Avenue"),
    ],
)
def test_an_id_is_explained_in_a_line(tile, line):
    assert line in TEOTIHUACAN.explain(tile)


def test_an_id_of_two_things_has_two_lines():
    assert len(SOLO.explain("decorations").splitlines()) == 2


def test_an_unknown_id_is_refused():
    with pytest.raises(UsageError, match="nothing is called 'V99'; "):
        TEOTIHUACAN.explain("V99")


@pytest.mark.parametrize(
    ("tile", "options", "line"),
    [
        ("R09", {"royal9_reading": "double_cap"}, "1 point for each step on the Avenue, for 2 (P + 1) steps at most"),
        ("S03", {"edition": "spanish"}, "4 wood, 3 stone, a step on the blue temple"),
        ("TECH17", {"edition": "portuguese"}, "a step on a temple of choice after the power-ups of each Main action"),
        ("B2", {"bonus2_points": 3}, "3 points for each technology of yours"),
        ("TECH01", {"tech01_trigger": "landing"}, "lands on the Palace; costs 1 gold"),
        ("V40", {"power_up_tile": "up_to_two"}, "up to 2 power-ups"),
        ("V45", {"cocoa_waiver_scope": "wide"}, "an unlock"),
        ("TECH13", {"tech13_scope": "per_power_up"}, "for each that was made"),
    ],
)
def test_options_change_what_a_tile_does(tile, options, line):
    assert line in TEOTIHUACAN.explain(tile, options)
    assert line not in TEOTIHUACAN.explain(tile)


def test_a_game_without_a_catalogue_has_none():
    assert (TINY.catalogue(), TINY.legend(None)) == ((), "")


# Legends -------------------------------------------------------------------------------------------------------------


def positions(rules, options=None):
    """Play a random game, and yield about every ninth position, and the last one."""
    state, rng = rules.new(options or {}, 2, Deal.of(4)), named_rng(b"legend", "4")
    while state.to_move != OVER:
        if rng.below(9) == 0:
            yield state
        state.apply(state.sample(rng))
    yield state


@pytest.mark.parametrize("rules", [TEOTIHUACAN, SOLO], ids=lambda rules: rules.name)
def test_every_tile_on_a_board_is_in_its_legend(rules):
    for state in positions(rules):
        view = state.view(0)
        shown = {
            DISCOVERY_IDS[discovery_kind(tile)] if tile[0] == "V" else tile for tile in TILE.findall(rules.board(view))
        }
        shown = {tile for tile in shown if tile[0] != "B"} | {*view.bonuses}  # B2 is also a worker of power 2
        lying = {tile.tile for tile in view.decorations}  # their icons are on the board
        told = {line.partition(" ")[0] for line in rules.legend(view).splitlines()}
        assert shown - lying <= told


def test_the_legend_explains_the_row_of_buildings_the_nobles_and_the_boards():
    for state in positions(TEOTIHUACAN):
        legend = TEOTIHUACAN.legend(state.view(-1))
        pays = BUILDINGS_ROW[state.buildings]
        assert f"each step on the Avenue pays {pays} at an Eclipse" in legend
        for name, row, built in zip(("top", "centre", "bottom"), ROWS, state.nobles, strict=True):
            assert f"{name} {row[built] if built < len(row) else 'full'}" in legend
        assert legend.startswith("ring, by position clockwise: 1 Palace, 2 ")


def test_the_legend_knows_full_rows_and_an_empty_stock():
    view = next(positions(TEOTIHUACAN)).view(-1)
    full = type(view)(**{name: getattr(view, name) for name in view.__dataclass_fields__} | {"nobles": (5, 4, 2)})
    legend = TEOTIHUACAN.legend(full)
    assert "top full, centre full, bottom 5" in legend
    assert "no Building is left" in legend


def test_the_legend_goes_by_the_options_of_the_game():
    told = {TEOTIHUACAN.legend(state.view(0)) for state in positions(TEOTIHUACAN, {"power_up_tile": "up_to_two"})}
    assert any("up to 2 power-ups" in legend for legend in told)


def test_the_legend_of_cacao_tells_its_tiles_and_the_river():
    cacao = GAMES["cacao"]
    for state in positions(cacao):
        view = state.view(0)
        legend = cacao.legend(view)
        told = {line.partition(" ")[0] for line in legend.splitlines()}
        assert {*view.display, *(tile.tile for tile in view.jungle)} <= told
        assert "the river's fields, in gold: -10, -4, -1, 0, 2, 4, 7, 11, 16" in legend


def test_lines_are_those_that_are_asked_for_in_the_order_of_the_catalogue():
    lines = lines_of(TEOTIHUACAN.catalogue(), ["V18", "R04", "nothing"])
    assert [line.partition(" ")[0] for line in lines] == ["R04", "V17"]


def test_the_page_of_tiles_is_what_the_tables_say():
    told = subprocess.run(
        [sys.executable, "scripts/tiles_page.py", "--print"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert told.stdout == (ROOT / "docs" / "tiles.md").read_text(encoding="utf-8"), (
        "scripts/tiles_page.py writes it anew"
    )


def test_the_example_of_the_page_of_tiles_runs():
    page = (ROOT / "docs" / "tiles.md").read_text(encoding="utf-8")
    example = re.search(r"```python\n(.*?)```", page, re.DOTALL)[1]
    done = subprocess.run([sys.executable, "-c", example], capture_output=True, text=True, check=True)
    lines = done.stdout.splitlines()
    assert lines[0] == re.search(r"# (V08.*)", example)[1]
    assert lines[1] == "R09, Royal tile: 1 point for each step on the Avenue, for P steps at most; category A"
