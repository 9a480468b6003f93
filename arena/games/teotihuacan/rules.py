"""What the arena asks of a game, answered for Teotihuacan: `TEOTIHUACAN`."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from arena.games.chance import Deal, Rng
from arena.games.doors import check_seats, refusing
from arena.games.game import Event, Rules, Scalar, Setting, State
from arena.games.teotihuacan import board, notation, position, setup, view
from arena.games.teotihuacan.discoveries import EFFECTS_OF_TILES
from arena.games.teotihuacan.events import spell_event
from arena.games.teotihuacan.from_view import from_view
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
    Setting("cocoa_waiver_scope", ("strict", "wide"), "what the waiver tile pays (T-11.6)"),
    Setting("nobles_row_choice", ("forced", "any_up_to_workers"), "which rows workers may build in (T-7.6.2)"),
    Setting("glyph_matches", (True, False), "whether a glyph on a glyph scores (T-8.3)"),
    Setting("dark_eclipse", (False, True), "Eclipses come at once (T-16.2)"),
    Setting("starting_tile_draft", (False, True), "Starting tiles are drafted (T-16.1)"),
    Setting("first_game", (False, True), "the printed boards and fixed starts (T-2.5)"),
)


# T-17.1.5: the variants that the solo game is not combined with have one value there.
FIXED = ("dark_eclipse", "starting_tile_draft", "first_game")
SOLO_SETTINGS = (
    *(
        Setting(setting.name, setting.values[:1] if setting.name in FIXED else setting.values, setting.meaning)
        for setting in SETTINGS
    ),
    *KNOBS,
)


def of_teotihuacan(state: State) -> Teotihuacan:
    """The state, known to be one of this game."""
    assert isinstance(state, Teotihuacan), "a state of another game"
    return state


class TeotihuacanRules(Rules):
    """Teotihuacan: City of Gods, the game of 2018 without expansions: docs/rules/teotihuacan.md."""

    name = "teotihuacan"
    version = 1
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    options_schema: ClassVar[tuple[Setting, ...]] = SETTINGS
    categories: ClassVar[tuple[str, ...]] = CATEGORIES

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> Teotihuacan:
        """T-2: a new game."""
        return setup.new_game(self, settings, seats, deal)

    def objection(self, settings: Mapping[str, Scalar]) -> str:
        """T-16.3: a first game has no Starting tiles to draft."""
        if settings["first_game"] is True and settings["starting_tile_draft"] is True:
            return "first_game and starting_tile_draft exclude each other (T-16.3): choose one"
        return ""

    def from_view(self, seen: Any, rng: Rng) -> Teotihuacan:
        """T-19.7: a position that looks like this to its observer."""
        with refusing("this view"):
            check_seats(self, seen)
            return from_view(self, seen, rng)

    def from_position(self, text: str) -> Teotihuacan:
        """T-20: the State that this text describes."""
        with refusing("this position"):
            return position.read(self, text)

    def position(self, state: State) -> str:
        """The whole true state."""
        return position.write(of_teotihuacan(state))

    def view(self, state: State, observer: int) -> view.TeotihuacanView:
        """T-19.7: what an observer knows."""
        return view.view(of_teotihuacan(state), observer)

    def spell(self, state: State, option: int) -> str:
        """T-19.3, T-19.4: an option as text."""
        return notation.spell(option)

    def spellings(self, state: State, options: Sequence[int]) -> tuple[str, ...]:
        """T-19.3, T-19.4: options as text."""
        return tuple(map(notation.spell, options))

    def read(self, state: State, text: str) -> int:
        """The option that is spelled like this."""
        return notation.read(of_teotihuacan(state), text)

    def board(self, seen: Any) -> str:
        """A view as a player would draw it."""
        return board.draw(seen)

    def spell_event(self, event: Event) -> str:
        """An event as a sentence."""
        return spell_event(event)


class SoloRules(TeotihuacanRules):
    """T-17: one player against the rulebook's automaton, which has the second seat and is never asked."""

    name = "teotihuacan/solo"
    seats = (2,)
    automata = (1,)
    automaton = "teotibot"
    levels = LEVELS
    options_schema = SOLO_SETTINGS
    categories = SOLO_CATEGORIES


TEOTIHUACAN = TeotihuacanRules()
SOLO = SoloRules()
