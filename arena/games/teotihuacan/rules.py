"""What the arena asks of a game, answered for Teotihuacan: `TEOTIHUACAN`."""

from arena.games.chance import Deal
from arena.games.game import Rules, Scalar, Setting
from arena.games.teotihuacan import setup
from arena.games.teotihuacan.discoveries import EFFECTS_OF_TILES
from arena.games.teotihuacan.state import CATEGORIES, Teotihuacan
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


class TeotihuacanRules(Rules):
    """Teotihuacan: City of Gods, the game of 2018 without expansions: docs/rules/teotihuacan.md."""

    name = "teotihuacan"
    version = 1
    seats = (2, 3, 4)
    options_schema = SETTINGS
    categories = CATEGORIES

    def deal_out(self, settings: dict[str, Scalar], seats: int, deal: Deal) -> Teotihuacan:
        """T-2: a new game."""
        return setup.new_game(self, settings, seats, deal)


TEOTIHUACAN = TeotihuacanRules()
