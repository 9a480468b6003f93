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

FIRST_SETTINGS = (
    Setting("ascension_cocoa", (6, 5), "the cocoa of an Ascension (T-9.3)"),
    Setting("tech13_scope", ("per_main_action", "per_power_up"), "how often technology 13 may be used (T-12.7)"),
    Setting("technology_draw", ("uniform_6_of_9", "three_low_three_high"), "how technologies are drawn (T-2.2.4)"),
    Setting("pyramid_track_cap", ("none", 9, 10), "where the Pyramid track ends (T-8.7)"),
    Setting("pyramid_leader_needs_progress", (True, False), "no leader bonus while all stand on 0 (T-14.4)"),
    Setting("cocoa_waiver_scope", ("strict", "wide"), "what the waiver tile pays (T-11.6)"),
    Setting("nobles_row_choice", ("forced", "any_up_to_workers"), "which rows workers may build in (T-7.6.2)"),
    Setting("glyph_matches", (True, False), "whether a glyph on a glyph scores (T-8.3)"),
    Setting("dark_eclipse", (False, True), "Eclipses come at once (T-16.2)"),
    Setting("starting_tile_draft", (False, True), "Starting tiles are drafted (T-16.1)"),
    Setting("first_game", (False, True), "the printed boards and fixed starts (T-2.5)"),
)
LATER_SETTINGS = (
    Setting(
        "gathering_power_up",
        ("mandatory", "optional"),
        "whether the first power-up of gathering must be made (T-7.4.3)",
        since="1.1",
    ),
    Setting("power_up_tile", ("both", "up_to_two"), "how many power-ups a tile makes (T-11.4)", since="1.1"),
    Setting("tech01_trigger", ("landing_or_passing", "landing"), "when technology 1 pays (T-12.2)", since="1.1"),
    Setting(
        "royal9_reading",
        ("power_plus_one", "power", "two_points"),
        "what Royal tile R09 scores (T-13)",
        since="1.1",
    ),
    Setting("salary_penalty", ("per_cocoa", "per_worker"), "what an unpaid salary costs (T-14.7)", since="1.1"),
    Setting("bonus2_points", (5, 3), "the points of Temple Bonus tile B2 for a technology (T-15.2)", since="1.1"),
)
SETTINGS = (*FIRST_SETTINGS, *LATER_SETTINGS)


# T-17.1.5: the solo game has no draft, and got the other variants with a later release.
SOLO_VARIANTS = (
    Setting("dark_eclipse", (False,), "Eclipses come at once (T-16.2)", added={"1.1": (True,)}),
    Setting("starting_tile_draft", (False,), "Starting tiles are drafted (T-16.1)"),
    Setting("first_game", (False,), "the printed boards and fixed starts (T-2.5)", added={"1.1": (True,)}),
)
SOLO_SETTINGS = (*FIRST_SETTINGS[: -len(SOLO_VARIANTS)], *SOLO_VARIANTS, *KNOBS, *LATER_SETTINGS)


def of_teotihuacan(state: State) -> Teotihuacan:
    """Return `state` itself, with the type of a Teotihuacan state. Raise AssertionError for a state of another game."""
    assert isinstance(state, Teotihuacan), "a state of another game"
    return state


class TeotihuacanRules(Rules):
    """Teotihuacan: City of Gods, the game of 2018 without expansions: docs/rules/teotihuacan.md."""

    name = "teotihuacan"
    version = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options_schema: ClassVar[tuple[Setting, ...]] = SETTINGS
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
        others = [
            (setting.name, [str(value) for value in setting.values[1:]])
            for setting in self.options_schema
            if len(setting.values) > 1
        ]
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
