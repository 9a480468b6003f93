"""T-17.6.4 The automaton's difficulty: its knobs, which are rules options, and levels, each of which sets all knobs."""

from collections.abc import Mapping
from typing import Final

from arena.games.game import Scalar, Setting

# What is added to the rulebook's numbers; 0 leaves them, and less is easier.
BY_ONE: Final = (0, -1, 1)
BY_TWO: Final = (0, -2, -1, 1, 2)
BY_TEN: Final = (0, -10, -5, 5, 10)

KNOBS: Final = tuple(
    Setting(f"teotibot_{name}", values, meaning, of_automaton=True)
    for name, values, meaning in (
        ("power_4", BY_ONE, "the power of Teotibot's worker on board 4 at the start"),
        ("power_6", BY_ONE, "the power of its worker on board 6"),
        ("power_8", BY_ONE, "the power of its worker on board 8"),
        ("wood", BY_ONE, "its wood at the start"),
        ("stone", BY_ONE, "its stone"),
        ("gold", BY_ONE, "its gold"),
        ("cashing", BY_TWO, "its points for 10 cocoa (T-17.3.5)"),
        ("worship", BY_ONE, "its temple steps of a Worship tile (T-17.5.6)"),
        ("bonus", BY_TEN, "its points for each Temple Bonus tile (T-17.6.2)"),
        ("technology", BY_TWO, "its points for each technology (T-17.6.2)"),
    )
)


def _level(  # noqa: PLR0913 -- a column for each kind of knob
    *, powers: int = 0, goods: int = 0, cashing: int = 0, worship: int = 0, bonus: int = 0, technology: int = 0
) -> dict[str, Scalar]:
    """Return one difficulty level: a mapping from each rules option for the automaton's strength to its value.

    Each argument is the value for one kind of option: 0 is standard, and larger numbers make the automaton stronger.
    """
    turned = (powers, powers, powers, goods, goods, goods, cashing, worship, bonus, technology)
    return {knob.name: by for knob, by in zip(KNOBS, turned, strict=True)}


# From the easiest to the hardest.
LEVELS: Final[Mapping[str, Mapping[str, Scalar]]] = {
    "novice": _level(powers=-1, goods=-1, cashing=-2, worship=-1, bonus=-10, technology=-2),
    "easy": _level(goods=-1, cashing=-1, bonus=-5, technology=-1),
    "standard": _level(),
    "hard": _level(goods=1, cashing=1, bonus=5, technology=1),
    "expert": _level(powers=1, goods=1, cashing=1, worship=1, bonus=5, technology=1),
    "master": _level(powers=1, goods=1, cashing=2, worship=1, bonus=10, technology=2),
}
