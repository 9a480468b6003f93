"""T-17.1.4 The automaton's own parts: its action pyramid, its direction tiles, its dice, and its knobs.

A *knob* is a rules option that makes the automaton stronger or weaker.
"""

from typing import Final

from arena.games.chance import Rng, Stream
from arena.games.game import Scalar

# T-17.1.4: the places of the action pyramid, and the seventh tile's place beside it.
TOP: Final = 0
MIDDLE_LEFT: Final = 1
MIDDLE_RIGHT: Final = 2
BOTTOM_LEFT: Final = 3
BOTTOM_MIDDLE: Final = 4
BOTTOM_RIGHT: Final = 5
ASIDE: Final = 6
PLACE_NAMES: Final = ("top", "middle_left", "middle_right", "bottom_left", "bottom_middle", "bottom_right", "aside")

# T-17.5: the action tiles.
CONSTRUCTION_TILE: Final = 0
DECORATIONS_TILE: Final = 1
ALCHEMY_TILE: Final = 2
NOBLES_TILE: Final = 3
MASTERY_TILE: Final = 4
WORSHIP_TILE: Final = 5
MASKS_TILE: Final = 6
ACTION_IDS: Final[list[str]] = [
    *("construction", "decorations", "alchemy", "nobles", "mastery", "worship", "mask_collection"),
]

# T-17.5: what each makes the automaton do; "else" stands for what it does if it cannot do the first.
ACTION_EFFECTS: Final[list[str]] = [
    "lays a Pyramid tile for 2 stone; else 2 stone from the Stone Quarry",
    "lays a Decoration for 2 gold; else 2 gold from the Gold Deposits",
    "takes the lowest technology for 1 gold; else its weakest worker gains two power-ups",
    "places a Building for 2 wood; else 2 wood from the Forest",
    "the strongest worker that can do the action of its board does it",
    "its locked worker goes on to the next temple and advances there",
    "takes the rarest mask that it lacks from beside a Worship area",
]

# T-17.3.3: the two faces of a direction tile, by where their arrow points.
ARROW_EFFECTS: Final = ("the left one of the two tiles below moves up", "the right one of the two tiles below moves up")
UP_RIGHT: Final = 0
UP_LEFT: Final = 1
ARROWS: Final = ("up_right", "up_left")


class AutomatonState:
    """T-17: what only the automaton has: action tiles, direction tiles, dice, and numbers that its difficulty changes.

    These are, for example, its points for 10 cocoa, for a technology and for a Temple Bonus tile.
    """

    def __init__(self) -> None:
        self.tiles: list[int] = list(range(7))  # by place, the one set aside last
        self.upper: int = UP_RIGHT  # the direction tiles
        self.lower: int = UP_RIGHT
        self.discarded: list[int] = []  # T-17.5.6: Discovery tiles that have left the game, sorted
        self.rolled: list[int] = []  # T-17.3.1: the two dice of its last turn
        self.dice: Stream = Stream([0, 0, 0, 0], [])
        self.rotations: Stream = Stream([0, 0, 0, 0], [])
        self.cashing: int = 3  # T-17.3.5: points for 10 cocoa
        self.worship: int = 2  # T-17.5.6: steps on the temple of a Worship space
        self.worship_any: int = 3  # and at Decorations
        self.bonus: int = 15  # T-17.6.2: points for a Temple Bonus tile
        self.technology: int = 2  # and for a technology

    def turn_knobs(self, settings: dict[str, Scalar]) -> None:
        """T-17.6.4: add the values of the rules options for the automaton's strength to its standard numbers.

        These are its points for 10 cocoa, a technology and a Temple Bonus tile, and its temple steps for worship.
        """
        self.cashing += knob(settings, "cashing")
        self.worship += knob(settings, "worship")
        self.worship_any += knob(settings, "worship")
        self.bonus += knob(settings, "bonus")
        self.technology += knob(settings, "technology")

    def clone(self) -> "AutomatonState":
        """Return an independent copy of the automaton's state."""
        copy = AutomatonState()
        copy.tiles = self.tiles[:]
        copy.upper = self.upper
        copy.lower = self.lower
        copy.discarded = self.discarded[:]
        copy.rolled = self.rolled
        copy.dice = self.dice.clone()
        copy.rotations = self.rotations.clone()
        copy.cashing = self.cashing
        copy.worship = self.worship
        copy.worship_any = self.worship_any
        copy.bonus = self.bonus
        copy.technology = self.technology
        return copy

    def deal_anew(self, rng: Rng) -> None:
        """T-19.6: make the coming results of the dice and of tile rotations random, because no seat knows them."""
        self.dice.rekey(rng)
        self.rotations.rekey(rng)


def knob(settings: dict[str, Scalar], name: str) -> int:
    """T-17.6.4: return the value of the rules option `teotibot_` + `name`, which changes the automaton's strength."""
    turned = settings[f"teotibot_{name}"]
    assert isinstance(turned, int)
    return turned
