"""`TEOTIHUACAN`, the Rules object of the game. Each of its methods calls the module that does the work."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from arena.games.catalogue import CatalogueEntry
from arena.games.chance import AnyRng, Deal, checked
from arena.games.doors import check_seats, refusing
from arena.games.game import Event, Rules, Scalar, Setting, State
from arena.games.teotihuacan import board, catalogue, legend, notation, position, setup, view
from arena.games.teotihuacan.action_space import TeotihuacanActions
from arena.games.teotihuacan.discoveries import EFFECTS_OF_TILES
from arena.games.teotihuacan.events import spell_event
from arena.games.teotihuacan.from_view import from_view
from arena.games.teotihuacan.observation_space import TeotihuacanObservation
from arena.games.teotihuacan.solo.levels import KNOBS, LEVELS
from arena.games.teotihuacan.state import Teotihuacan
from arena.games.teotihuacan.terms import CATEGORIES, SOLO_CATEGORIES
from arena.games.teotihuacan.windows import EFFECTS

EFFECTS.extend(EFFECTS_OF_TILES)

SETTINGS = (
    Setting("ascension_cocoa", (6, 5), "the cocoa of an Ascension (T-9.3)"),
    Setting("tech13_scope", ("per_main_action", "per_power_up"), "how often technology 13 may be used (T-12.7)"),
    Setting("technology_draw", ("uniform_6_of_9", "three_low_three_high"), "how technologies are drawn (T-2.2.4)"),
    Setting("pyramid_track_cap", ("none", 9, 10), "where the Pyramid track ends (T-8.7)"),
    Setting("pyramid_leader_needs_progress", (True, False), "no leader bonus while all stand on 0 (T-14.4)"),
    Setting("pyramid_leader_tie", ("all", "nobody"), "who has the leader bonus if several lead (T-14.4)"),
    Setting("cocoa_waiver_scope", ("strict", "wide"), "what the waiver tile pays (T-11.6)"),
    Setting("nobles_row_choice", ("forced", "any_up_to_workers"), "which rows workers may build in (T-7.6.2)"),
    Setting("glyph_matches", (True, False), "whether a glyph on a glyph scores (T-8.3)"),
    Setting("dark_eclipse", (False, True), "Eclipses come at once (T-16.2)"),
    Setting("starting_tile_draft", (False, True), "Starting tiles are drafted (T-16.1)"),
    Setting("first_game", (False, True), "the printed boards and fixed starts (T-2.5)"),
    Setting("s03_stone", (1, 3), "the stone of Starting tile S03 (T-2.3.5)"),
    Setting("s06_gold", (2, 1), "the gold of Starting tile S06 (T-2.3.5)"),
    Setting("s12_temples", ("blue_red", "blue"), "the temples of Starting tile S12 (T-2.3.5)"),
    Setting(
        "neutral_pool", ("not_kept", "undealt"), "from which Starting tiles setup draws for neutral workers (T-2.4)"
    ),
    Setting("main_cost_cap", ("none", 3), "the most cocoa that a main action costs (T-7.1)"),
    Setting(
        "gathering_power_up", ("mandatory", "optional"), "whether gathering must make its first power-up (T-7.4.3)"
    ),
    Setting(
        "gathering_second", ("any", "other_worker"), "which worker the second power-up of gathering is for (T-7.4.3)"
    ),
    Setting("power_up_target", ("unlocked", "on_board"), "whether an action makes a locked worker stronger (T-9.1)"),
    Setting("alchemy_power_up", ("one", "each"), "how many workers Alchemy makes stronger (T-7.5.6)"),
    Setting("decoration_layers", ("counted", "any"), "the Pyramid tiles that a Decoration needs below (T-8.5)"),
    Setting("worship_order", ("any", "ability_first"), "which of two Worship effects comes first (T-6.4)"),
    Setting("temple_top_reward", (True, False), "whether the top of a temple gives what it shows (T-10.5)"),
    Setting("power_up_tile", ("both", "up_to_two"), "how many power-ups a tile makes (T-11.4)"),
    Setting("technology_timing", ("during", "after", "after_17"), "when technologies act in an action (T-12.0)"),
    Setting("new_technology", ("waits", "acts"), "whether a technology acts in the action that brings it (T-7.5.7)"),
    Setting("tech01_trigger", ("landing_or_passing", "landing"), "when technology 1 pays (T-12.2)"),
    Setting(
        "royal9_reading",
        ("power_plus_one", "power", "double_cap", "double_power_plus_one"),
        "how many steps of the Avenue Royal tile R09 scores (T-13)",
    ),
    Setting("salary_penalty", ("per_cocoa", "per_worker"), "what an unpaid salary costs (T-14.7)"),
    Setting("bonus2_points", (5, 3), "the points of Temple Bonus tile B2 for a technology (T-15.2)"),
)
SOLO_SETTINGS = (
    *SETTINGS,
    Setting("bot_direction", ("both", "upper"), "which direction tiles move Teotibot's action tiles (T-17.3.3)"),
    Setting("bot_fallback_worker", ("unlocked", "any"), "which workers the fallback compares (T-17.4.8)"),
    Setting("bot_alchemy_worker", ("unlocked", "any"), "which workers its Alchemy tile compares (T-17.5.3)"),
    *KNOBS,
)

# T-18: by edition, what is not usual. The Spanish book has no solo game: there it is that of the English one.
EDITIONS: Mapping[str, Mapping[str, Scalar]] = {
    "english": {
        "tech13_scope": "per_power_up",
        "power_up_target": "on_board",
        "new_technology": "acts",
        "bot_fallback_worker": "any",
    },
    "spanish": {
        "ascension_cocoa": 5,
        "s03_stone": 3,
        "s06_gold": 1,
        "power_up_tile": "up_to_two",
        "technology_timing": "after",
        "new_technology": "acts",
        "tech01_trigger": "landing",
        "royal9_reading": "power",
        "salary_penalty": "per_worker",
        "bonus2_points": 3,
        "bot_fallback_worker": "any",
    },
    "portuguese": {
        "ascension_cocoa": 5,
        "neutral_pool": "undealt",
        "alchemy_power_up": "each",
        "technology_timing": "after_17",
        "new_technology": "acts",
        "bot_fallback_worker": "any",
    },
    "french": {
        "tech13_scope": "per_power_up",
        "s12_temples": "blue",
        "neutral_pool": "undealt",
        "main_cost_cap": 3,
        "gathering_power_up": "optional",
        "gathering_second": "other_worker",
        "power_up_target": "on_board",
        "decoration_layers": "any",
        "power_up_tile": "up_to_two",
        "new_technology": "acts",
        "royal9_reading": "double_cap",
        "bot_direction": "upper",
        "bot_fallback_worker": "any",
        "bot_alchemy_worker": "any",
    },
}


def of_teotihuacan(state: State) -> Teotihuacan:
    """Return `state` itself, with the type of a Teotihuacan state. Raise AssertionError for a state of another game."""
    assert isinstance(state, Teotihuacan), "a state of another game"
    return state


class TeotihuacanRules(Rules):
    """Teotihuacan: City of Gods, the game of 2018 without expansions: docs/rules/teotihuacan.md."""

    name = "teotihuacan"
    version = 2
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options_schema: ClassVar[tuple[Setting, ...]] = SETTINGS
    editions: ClassVar[Mapping[str, Mapping[str, Scalar]]] = EDITIONS
    categories: ClassVar[tuple[str, ...]] = CATEGORIES
    drawing: ClassVar[str] = "arena.games.teotihuacan.picture"
    telling: ClassVar[str] = "arena.games.teotihuacan.story"

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> Teotihuacan:
        """T-2: carry out setup with this deal, and return the position of the first decision."""
        return setup.new_game(self, settings, seats, deal)

    def objection(self, settings: Mapping[str, Scalar]) -> str:
        """T-16.3: return a text that says why these rules options exclude each other; an empty text if they do not.

        A first game has no Starting tiles, so it cannot have a draft of them.
        """
        if settings["first_game"] is True and settings["starting_tile_draft"] is True:
            return "first_game and starting_tile_draft exclude each other (T-16.3): choose one"
        return ""

    def from_view(self, seen: Any, rng: AnyRng) -> Teotihuacan:
        """T-19.7: return a position in which the view's observer has this view; hidden tiles are random."""
        usable = checked(rng)
        with refusing("this view"):
            check_seats(self, seen)
            return from_view(self, seen, usable)

    def from_position(self, text: str) -> Teotihuacan:
        """T-20: return the State that this text describes. Raise PositionError if the text is invalid."""
        with refusing("this position"):
            return position.read(self, text)

    def position(self, state: State) -> str:
        """Return a state as a JSON text, which includes everything that is hidden."""
        return position.write(of_teotihuacan(state))

    def view(self, state: State, observer: int) -> view.TeotihuacanView:
        """T-19.7: return the view of an observer, a seat or the spectator: all that it may know about this state."""
        return view.view(of_teotihuacan(state), observer)

    def spell(self, state: State, option: int) -> str:
        """T-19.3, T-19.4: return an option as text, such as `technology TECH05`."""
        return notation.spell(option)

    def spellings(self, state: State, options: Sequence[int]) -> tuple[str, ...]:
        """T-19.3, T-19.4: return the text of each of these options, in the same order."""
        return tuple(map(notation.spell, options))

    def read(self, state: State, text: str) -> int:
        """Return the option that this text spells. Raise an error if it spells none, or one that is not legal now."""
        return notation.read(of_teotihuacan(state), text)

    def board(self, seen: Any) -> str:
        """Return a view as a drawing made of text, for a terminal."""
        return board.draw(seen)

    def catalogue(self, options: Mapping[str, Scalar] | None = None) -> tuple[CatalogueEntry, ...]:
        """T-2: return a tuple with an entry for each board, space and kind of tile: its id, and its effect in words."""
        return catalogue.catalogue(self.complete(options or {}), solo=bool(self.automata))

    def legend(self, seen: Any) -> str:
        """T-1.2, T-7.6.3, T-14.4: return a text of several lines that explains the drawing of a view.

        It says which board lies at each position of the ring, what a Building brings, and what the tiles do.
        """
        return legend.legend(seen, self.catalogue(dict(seen.options)))

    def spell_event(self, event: Event) -> str:
        """Return an event as a sentence in English."""
        return spell_event(event)

    def action_space(self, seats: int) -> TeotihuacanActions:
        """Return the action space for this number of seats: it converts options to indices and back."""
        return TeotihuacanActions(self.name, seats)

    def observation_space(self, seats: int) -> TeotihuacanObservation:
        """Return the observation space for this number of seats: it writes a seat's knowledge as a list of numbers."""
        others = [(setting.name, [str(value) for value in setting.values[1:]]) for setting in self.options_schema]
        return TeotihuacanObservation(self.name, seats, others, solo=len(self.automata) > 0)


class SoloRules(TeotihuacanRules):
    """T-17, T-17.1.5: one player against the rulebook's automaton, which has the second seat and is never asked."""

    name = "teotihuacan/solo"
    seats = (2,)
    automata = (1,)
    automaton = "teotibot"
    levels = LEVELS
    options_schema = SOLO_SETTINGS
    categories = SOLO_CATEGORIES


TEOTIHUACAN = TeotihuacanRules()
SOLO = SoloRules()
