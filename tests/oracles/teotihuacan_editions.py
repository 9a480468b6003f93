"""What the four rulebooks make of the same position: a table, written from the rulebooks without sight of the engine.

Each `Point` names a heading of the rulebooks, our rule, a position, what is played, and what is then seen with each
edition. The position and the words of play are those of `tests/games/teotihuacan/vocabulary.py`. A text that begins
with `?` is played only if it is offered: editions differ in what they ask. The Spanish book has no solo game; the arena
plays the English one with it.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Point:
    """A heading of the rulebooks, a position, what is played there, and what is seen then with each edition."""

    heading: str
    rule: str
    begins: str  # arriving BOARD POWER OTHERS · table · eclipse NUMBER · new · bot ACTION
    play: str  # texts, with semicolons between them
    sees: str  # an attribute of a player: `ana.cocoa` · a word that begins an option: `has stop` · others by name
    english: object
    spanish: object
    portuguese: object
    french: object
    ana: dict[str, Any] = field(default_factory=dict)
    ben: dict[str, Any] = field(default_factory=dict)
    more: dict[str, Any] = field(default_factory=dict)


EDITIONS = ("english", "spanish", "portuguese", "french")
DEALT = "S17 {} S01 S02 S08 S07 S06 S05"

POINTS = [
    Point("Ascension: cocoa", "T-9.3", "arriving 2 5", "main; ?power up 5@2; reward cocoa", "ana.cocoa", 6, 5, 5, 6),
    Point(
        *("Gathering: the first power-up", "T-7.4.3", "arriving 2 1 2@2", "main", "has stop"),
        *(False, False, False, True),
        ana={"cocoa": 1},
    ),
    Point(
        *("Gathering: the second power-up", "T-7.4.3", "arriving 3 1 3@3 3@3", "main; power up 1@3"),
        *("has power up 2@3", True, True, True, False),
        ana={"cocoa": 1},
    ),
    Point(
        *("Power-up: which worker", "T-9.1", "arriving 3 1 3@quarry", "main", "has power up 3@quarry"),
        *(True, False, False, True),
    ),
    Point(
        *("Alchemy: the power-up", "T-7.5.6", "arriving 5 1 2@5", "main; technology TECH05; ?power up 1@5"),
        *("ana.workers", "1@1 2@5 2@5", "1@1 2@5 2@5", "1@1 2@5 3@5", "1@1 2@5 2@5"),
        ana={"cocoa": 1, "gold": 1},
    ),
    Point(
        *("Decorations: the third of a side", "T-8.5", "arriving 7 1", "main", "has decorate D03 top_3"),
        *(False, False, False, True),
        ana={"gold": 3},
        more={
            "pyramid": {"1.0.1": "P30 r0", "1.0.2": "P30 r0"},
            "decorations": {"top_1": "D00", "top_2": "D01"},
            "decoration_offer": "D03",
        },
    ),
    Point(
        *("Main action: its cost with four colours", "T-7.1", "arriving 3 1 1@3", "main", "ana.cocoa", 0, 0, 0, 1),
        ana={"cocoa": 4},
        ben={"workers": "1@3 1@1 1@1"},
        more={"cleo": {"workers": "1@3 1@1 1@1"}, "dan": {"workers": "1@3 1@1 1@1"}},
    ),
    Point(
        *("Royal tiles: the Avenue", "T-13", "arriving 1 2", "worship palace_1 ability", "ana.points", 3, 2, 3, 6),
        ana={"avenue": 9},
        more={"royals": "R09 R02 R01"},
    ),
    Point(
        *("Technology 1: passing the Palace", "T-12.2", "table", "move 1@7 2", "ana.cocoa", 1, 0, 1, 1),
        ana={"workers": "1@7 1@3 1@4", "technologies": "TECH01"},
    ),
    Point(
        *("Technology 1: stopping on the Palace", "T-12.2", "table", "move 1@7 1", "ana.cocoa", 1, 1, 1, 1),
        ana={"workers": "1@7 1@3 1@4", "technologies": "TECH01"},
    ),
    Point(
        *("Technology 13: two power-ups in an action", "T-12.7", "arriving 3 1 2@3 3@3"),
        "main; power up 1@3; power up 3@3; power up 4@3",
        *("has power up", True, False, False, True),
        ana={"cocoa": 5, "technologies": "TECH13"},
    ),
    Point(
        *("Technology 7: before the power-up or after it", "T-12.5", "arriving 2 5", "main; ?power up 5@2"),
        *("has reward two temples", True, False, True, True),
        ana={"cocoa": 2, "technologies": "TECH07"},
    ),
    Point(
        *("Technology 17: before the power-up or after it", "T-12.9", "arriving 8 1 2@8"),
        "main; build P30 r0 on 1.0.0",
        *("has temple", True, False, False, True),
        ana={"cocoa": 1, "stone": 2, "technologies": "TECH17"},
        more={"pyramid_offer": "P30"},
    ),
    Point(
        *("Alchemy: technology 3 in its own action", "T-7.5.7", "arriving 5 1", "main; technology TECH03"),
        *("ana.points", 4, 4, 4, 4),
        ana={"gold": 1},
    ),
    Point(
        *("Alchemy: technology 13 in its own action", "T-7.5.7", "arriving 5 1 2@5"),
        "main; technology TECH13; ?power up 1@5",
        *("has stop", True, True, True, True),
        ana={"gold": 2, "cocoa": 2},
        more={"technologies": "TECH01 TECH03 TECH05 TECH09 TECH13 TECH17"},
    ),
    Point(
        *("Discovery tiles: two power-ups", "T-11.4", "table", "use V39", "has stop", False, True, False, True),
        ana={"tiles": "V39"},
    ),
    Point(
        *("Temple Bonus tiles: technologies", "T-15.2", "eclipse 3", "", "points bonus_2", 10, 6, 10, 10),
        ana={"technologies": "TECH01 TECH03", "blue": 10},
        more={"bonuses": "B2 B4 B7"},
    ),
    Point(
        *("Eclipse: a salary that is not paid", "T-14.7", "eclipse 1", "", "points salary", -12, -9, -12, -12),
        ana={"points": 30, "workers": "4@2 1@3 1@4"},
    ),
    Point(
        *(
            "Eclipse: two that lead on the Pyramid track",
            "T-14.4",
            "eclipse 1",
            "",
            "points pyramid_leader",
            4,
            4,
            4,
            4,
        ),
        ana={"track": 2},
        ben={"track": 2},
    ),
    Point(
        *("Starting tiles: wood, stone and a blue step", "T-2.3.5", "new", "keep S03 S17; keep S07 S08; gain wood"),
        *("ana.stone", 4, 6, 4, 4),
        more={"starting": DEALT.format("S03")},
    ),
    Point(
        *("Starting tiles: wood, gold and a power-up", "T-2.3.5", "new", "keep S06 S17; keep S07 S08"),
        *("ana.gold", 2, 1, 2, 2),
        more={"starting": "S17 S06 S01 S02 S08 S07 S04 S05"},
    ),
    Point(
        *("Starting tiles: two resources and temples", "T-2.3.5", "new"),
        "keep S12 S17; keep S07 S08; gain wood; gain wood; gain wood",
        *("ana.red", 1, 1, 1, 0),
        more={"starting": DEALT.format("S12")},
    ),
    Point(
        *("Setup: Starting tiles that were not chosen", "T-2.4", "new", "keep S03 S17; keep S07 S08; *"),
        *("neutrals", [1, 2, 7], [1, 2, 7], [6, 7, 8], [6, 7, 8]),
        more={"starting": DEALT.format("S03"), "neutral_0": "S01 S10 S11 S13"},
    ),
    Point("Setup: markers on the temples", "T-2.3.2", "new", "", "ana.blue", 0, 0, 0, 0),
    Point(
        *("Temples: the top step", "T-10.5", "arriving 7 1", "worship decorations ability; temple blue"),
        *("ana.points", 6, 6, 6, 6),
        ana={"blue": 10},
    ),
    Point(
        *("Worship: both effects", "T-6.4", "arriving 2 1", "worship forest both", "has first discovery"),
        *(True, True, True, True),
        ana={"cocoa": 1},
        more={"beside": {2: "V22"}},
    ),
    Point(
        *("Teotibot: direction tiles", "T-17.3.3", "bot nobles", "", "second action tile"),
        *("mastery", "mastery", "mastery", "construction"),
    ),
    Point(
        *("Teotibot: if an action fails", "T-17.4.8", "bot mask_collection", "", "ben.workers"),
        *(["2@2 2@4 2@6 2@8"] * 4),
    ),
    Point(
        *("Teotibot: Alchemy without gold", "T-17.5.3", "bot alchemy", "", "ben.workers"),
        *("4@4 2@6 1@decorations 2@8", "4@4 2@6 1@decorations 2@8", "4@4 2@6 1@decorations 2@8"),
        "2@4 2@6 3@decorations 2@8",
    ),
]
