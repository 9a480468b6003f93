"""The engine plays each edition as tests/oracles/teotihuacan_editions.py says."""

import pytest

from arena.errors import UsageError
from arena.games.teotihuacan.rules import EDITIONS, SOLO, TEOTIHUACAN
from tests.games.teotihuacan.rules_page import rows
from tests.games.teotihuacan.test_eclipse import eclipse, points
from tests.games.teotihuacan.vocabulary import arriving, bot, new, player, table
from tests.oracles import teotihuacan_editions as oracle

CASES = [
    pytest.param(point, edition, id=f"{point.heading}, {edition}".replace(" ", "_"), marks=pytest.mark.rule(point.rule))
    for point in oracle.POINTS
    for edition in oracle.EDITIONS
]

TILES = ("decorations", "alchemy", "construction", "mastery", "worship", "nobles", "mask_collection")


def begun(point, options):
    """Return the game of a point at its beginning, with these rules options."""
    kind, *words = point.begins.split()
    ana, ben = player(**point.ana), player(**point.ben) if point.ben else None
    more = {name: player(**value) if name in ("cleo", "dan") else value for name, value in point.more.items()}
    if kind == "arriving":
        board, power, *others = words
        return arriving(int(board), int(power), " ".join(others), ana=ana, ben=ben, options=options, **more)
    if kind == "eclipse":
        return eclipse(int(words[0]), ana=ana, ben=ben, options=options, **more)
    if kind == "new":
        return new(2, options=options, **more)
    if kind == "bot":
        tiles = [words[0], *(tile for tile in TILES if tile != words[0])]
        return table(bot=bot(tiles=" ".join(tiles), arrows="up_right up_left"), asks="end_window", options=options)
    return table(ana=ana, ben=ben, options=options, **more)


def played(point, options):
    """Return the game of a point after its texts."""
    game = begun(point, options)
    for text in point.play.split("; ") if point.play else []:
        while text == "*" and game.asks != "open":
            game.play(game.offered[0])
        if text != "*" and (not text.startswith("?") or text[1:] in game.offered):
            game.play(text.removeprefix("?"))
    return game


def seen(point, game):
    """Return what is seen at the end of a point."""
    what, _, rest = point.sees.partition(" ")
    if what == "has":
        return game.has(rest)
    if what == "points":
        return points(game, rest, int(point.begins.split()[1]))[0]
    if what == "neutrals":
        return game.state.neutrals[0]
    if what == "second":
        return game.state.view(0).teotibot.tiles[1]
    who, name = what.split(".")
    return getattr(getattr(game, who), name)


@pytest.mark.parametrize(("point", "edition"), CASES)
def test_each_edition_plays_what_its_rulebook_says(point, edition):
    game = played(point, {"edition": edition})
    assert seen(point, game) == getattr(point, edition)


def test_each_edition_has_at_least_fifteen_points_of_its_own_or_of_all():
    assert {edition: len(oracle.POINTS) for edition in EDITIONS} == dict.fromkeys(oracle.EDITIONS, len(oracle.POINTS))
    assert len(oracle.POINTS) >= 15


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_is_the_set_of_options_that_the_rules_page_says(edition):
    column = 2 + list(EDITIONS).index(edition)
    page = {row[1]: row[column].strip("?") for row in rows("T-18") if row[1].startswith("`")}
    said = {name.strip("`"): value.strip("`") for name, value in page.items() if value != "usual"}
    assert said == {name: str(value) for name, value in EDITIONS[edition].items()}


def test_an_option_beside_the_edition_overrides_it():
    settings = TEOTIHUACAN.complete({"edition": "spanish", "bonus2_points": 5})
    assert (settings["bonus2_points"], settings["salary_penalty"]) == (5, "per_worker")
    assert TEOTIHUACAN.differences(settings) == {"edition": "spanish", "bonus2_points": 5}
    assert TEOTIHUACAN.complete({"bonus2_points": 5, "edition": "spanish"}) == settings


def test_few_differences_are_named_one_by_one():
    assert TEOTIHUACAN.differences({"bonus2_points": 3}) == {"bonus2_points": 3}
    assert TEOTIHUACAN.differences({}) == {}


def test_options_of_the_automaton_belong_to_an_edition_in_the_solo_game_only():
    assert SOLO.complete({"edition": "french"})["bot_direction"] == "upper"
    assert "bot_direction" not in TEOTIHUACAN.complete({"edition": "french"})


def test_an_unknown_edition_is_refused_with_those_that_there_are():
    with pytest.raises(UsageError, match="option 'edition' cannot be 'german': expected one of english, french"):
        TEOTIHUACAN.complete({"edition": "german"})
