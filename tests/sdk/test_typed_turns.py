"""The turns of each game have the game's types, and an option's move is made when it is read."""

import re

import pytest

from arena.errors import UsageError
from arena.games import GAMES, rules
from arena.games.cacao import notation
from arena.games.chance import Deal, Rng
from arena.games.steps import OVER
from arena.games.teotihuacan import moves
from arena.games.teotihuacan.notation import spell, understood
from arena_sdk import Bot, CacaoTurn, Option, TeotihuacanTurn, Turn, practice
from arena_sdk.typed_turns import CacaoOption, TeotihuacanOption
from tests.games.tiny import TINY
from tests.protocol.games.test_teotihuacan import EVERY_SPELLING

CLASSES = {"cacao": CacaoTurn, "teotihuacan": TeotihuacanTurn, "teotihuacan/solo": TeotihuacanTurn}


def turns(game, seed=1):
    """Yield all turns of a random game."""
    state, rng = rules(game).new({}, 2, Deal.of(seed)), Rng(seed)
    while state.to_move != OVER:
        yield Turn.at(state)
        state.apply(state.sample(rng))


@pytest.mark.parametrize("game", GAMES)
def test_every_turn_of_a_game_is_of_its_class(game):
    assert {type(turn) for turn in turns(game)} == {CLASSES.get(game, Turn)}


def test_a_game_that_names_no_class_has_plain_turns():
    turn = Turn.at(TINY.new({}, 2, Deal.of(1)))
    assert type(turn) is Turn
    assert {type(option) for option in turn.options} == {Option}


def test_a_turn_of_another_game_is_refused():
    with pytest.raises(UsageError, match=r"CacaoTurn.at a position of teotihuacan: expected TeotihuacanTurn or Turn"):
        CacaoTurn.at(rules("teotihuacan").new({}, 2, Deal.of(1)))


def test_a_move_of_cacao_means_its_option():
    for turn in turns("cacao"):
        for option in turn.options:
            assert str(option.move) == option.text
            assert notation.option(option.move) == option.number


@pytest.mark.parametrize("spelling", EVERY_SPELLING)
def test_a_move_of_teotihuacan_has_the_words_of_its_spelling(spelling):
    move = moves.move(understood(spelling))
    assert type(move).__doc__.startswith("`")
    words = set(re.split(r"[ @+.,]", spelling))
    named_by_its_space = {"board", "locked"} if getattr(move, "locked", False) else set()
    for field in move.__dataclass_fields__.keys() - named_by_its_space:
        value = getattr(move, field)
        if isinstance(value, str) and value:
            assert value in spelling
        elif isinstance(value, int) and not isinstance(value, bool) and value:
            assert str(value) in words or f"r{value}" in words
        elif value is True:
            assert field in spelling


def test_no_two_options_of_teotihuacan_have_the_same_move():
    for game in ("teotihuacan", "teotihuacan/solo"):
        for turn in turns(game):
            assert len({option.move for option in turn.options}) == len(turn.options)


def test_every_kind_of_option_has_a_move_and_every_class_its_spelling():
    kinds = {type(moves.move(understood(spelling))) for spelling in EVERY_SPELLING}
    assert kinds == set(moves.Move.__args__)
    for kind in kinds:
        spelling = re.match(r"`([^`]+)`", kind.__doc__)[1]
        assert type(moves.move(understood(spelling))) is kind
        assert spell(understood(spelling)) == spelling


@pytest.mark.parametrize("kind", [CacaoOption, TeotihuacanOption])
def test_an_option_holds_nothing_more_for_its_move(kind):
    assert not hasattr(kind(0, 0, ""), "__dict__")
    assert kind.__slots__ == ()


class Northern(Bot[CacaoTurn]):
    games = ("cacao",)

    def choose(self, turn: CacaoTurn) -> Option:
        assert isinstance(turn, CacaoTurn)
        placed = [option for option in turn.options if isinstance(option.move, notation.Placement)]
        return min(placed, key=lambda option: option.move.y, default=turn.options[0])


def test_a_typed_bot_plays():
    assert len(practice(Northern, "random", games=2, seed="typed").matches) == 2
