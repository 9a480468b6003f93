"""A class of turns for each game: type checkers and editors know the types of view, state and options.

At run time every turn of a game has the class of its game, whatever the bot declares. So a bot that plays several games
can distinguish them by `isinstance(turn, CacaoTurn)`.
"""

from typing import TYPE_CHECKING

from arena.games.cacao import notation as cacao_notation
from arena.games.cacao.notation import Choice as CacaoMove
from arena.games.cacao.state import Cacao
from arena.games.cacao.view import CacaoView
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.view import TeotihuacanView
from arena_sdk.turn import Option, Turn

if TYPE_CHECKING:
    from arena.games.teotihuacan.moves import Move as TeotihuacanMove


class CacaoOption(Option):
    """An option of Cacao, which also has its parts as a typed `move`."""

    __slots__ = ()

    @property
    def move(self) -> CacaoMove:
        """The option as a `Placement`, `Filling` or `Working` of `arena.games.cacao.notation`, made anew each time."""
        return cacao_notation.choice(self.number)


class CacaoTurn(Turn[CacaoView, Cacao, CacaoOption]):
    """A Turn of Cacao: its `view` is a `CacaoView`, its `state` a `Cacao`, and each option has a typed `move`.

    Declare it as the type of your bot's turns. A type checker then knows the types of view, state and options:

    >>> from arena_sdk import Bot, CacaoTurn, Option
    >>> from arena.games.cacao.notation import Placement
    >>> class Northern(Bot[CacaoTurn]):
    ...     "Places its tiles as far in the north as it can."
    ...     games = ("cacao",)
    ...     def choose(self, turn: CacaoTurn) -> Option:
    ...         placed = [(each.move.y, each.index) for each in turn.options if isinstance(each.move, Placement)]
    ...         return turn.options[min(placed)[1]] if placed else turn.options[0]
    """

    _option_class = CacaoOption


class TeotihuacanOption(Option):
    """An option of Teotihuacan, which also has its parts as a typed `move`."""

    __slots__ = ()

    @property
    def move(self) -> "TeotihuacanMove":
        """The option as an object of a class in `arena.games.teotihuacan.moves`, made anew each time."""
        from arena.games.teotihuacan import moves  # noqa: PLC0415 -- a class for each kind: milliseconds, for bots that ask

        return moves.move(self.number)


class TeotihuacanTurn(Turn[TeotihuacanView, Teotihuacan, TeotihuacanOption]):
    """A Turn of Teotihuacan or of its solo game: `view` is a `TeotihuacanView`, `state` a `Teotihuacan`.

    The `move` of an option is a class of `arena.games.teotihuacan.moves`.

    >>> from arena.games import rules
    >>> from arena.games.chance import Deal
    >>> from arena_sdk import TeotihuacanTurn, Turn
    >>> turn = Turn.at(rules("teotihuacan").new({}, 2, Deal.of(1)))
    >>> isinstance(turn, TeotihuacanTurn)
    True
    >>> print(turn.options[0].move)
    KeepMove(first='S01', second='S05')
    """

    _option_class = TeotihuacanOption
