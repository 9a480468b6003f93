"""The values of a game's rules options, converted to the numbers and truth values that the rules need.

A position and all its copies share one `Readings` object.
"""

from typing import Final

from arena.games.game import Scalar
from arena.games.teotihuacan.tiles.starting import StartingTile, starting_tiles

NO_CAP: Final = 1000  # more than any number in the game
# T-13: how many steps on the Avenue R09 scores for each point of power, and besides
ROYAL9: Final = {
    "power_plus_one": (1, 1),
    "power": (1, 0),
    "double_cap": (2, 2),
    "double_power_plus_one": (2, 1),
}


class Readings:
    """One game's rules options as numbers and truth values, computed once when the game begins."""

    def __init__(self, settings: dict[str, Scalar]) -> None:
        self.starting: Final[list[StartingTile]] = starting_tiles(settings)  # T-2.3.5
        self.undealt_only: Final[bool] = settings["neutral_pool"] == "undealt"  # T-2.4
        self.ability_first: Final[bool] = settings["worship_order"] == "ability_first"  # T-6.4
        self.main_cost_cap: Final[int] = capped(settings["main_cost_cap"])  # T-7.1
        self.power_up_declinable: Final[bool] = settings["gathering_power_up"] == "optional"  # T-7.4.3
        self.other_worker: Final[bool] = settings["gathering_second"] == "other_worker"  # T-7.4.3
        self.alchemy_each: Final[bool] = settings["alchemy_power_up"] == "each"  # T-7.5.6
        self.new_acts: Final[bool] = settings["new_technology"] == "acts"  # T-7.5.7
        self.any_row: Final[bool] = settings["nobles_row_choice"] == "any_up_to_workers"  # T-7.6.2
        self.glyph_matches: Final[bool] = settings["glyph_matches"] is True  # T-8.3
        self.any_layers: Final[bool] = settings["decoration_layers"] == "any"  # T-8.5
        self.track_cap: Final[int] = capped(settings["pyramid_track_cap"])  # T-8.7
        self.locked_too: Final[bool] = settings["power_up_target"] == "on_board"  # T-9.1
        self.ascension_cocoa: Final[int] = 6 if settings["ascension_cocoa"] == 6 else 5  # T-9.3
        self.top_reward: Final[bool] = settings["temple_top_reward"] is True  # T-10.5
        self.up_to_two: Final[bool] = settings["power_up_tile"] == "up_to_two"  # T-11.4
        self.wide_waiver: Final[bool] = settings["cocoa_waiver_scope"] == "wide"  # T-11.6
        self.technologies_late: Final[bool] = settings["technology_timing"] == "after"  # T-12.0
        self.step_late: Final[bool] = settings["technology_timing"] != "during"  # T-12.9
        self.landing_only: Final[bool] = settings["tech01_trigger"] == "landing"  # T-12.2
        self.purchase_each: Final[bool] = settings["tech13_scope"] == "per_power_up"  # T-12.7
        self.royal9_factor: Final[int] = ROYAL9[str(settings["royal9_reading"])][0]  # T-13
        self.royal9_extra: Final[int] = ROYAL9[str(settings["royal9_reading"])][1]
        self.leader_needs_progress: Final[bool] = settings["pyramid_leader_needs_progress"] is True  # T-14.4
        self.one_leader: Final[bool] = settings["pyramid_leader_tie"] == "nobody"  # T-14.4
        self.unpaid_workers: Final[bool] = settings["salary_penalty"] == "per_worker"  # T-14.7
        self.bonus2_points: Final[int] = 3 if settings["bonus2_points"] == 3 else 5  # T-15.2
        self.dark_eclipse: Final[bool] = settings["dark_eclipse"] is True  # T-16.2
        # T-17: only solo games have these.
        self.upper_only: Final[bool] = settings.get("bot_direction") == "upper"  # T-17.3.3
        self.fallback_any: Final[bool] = settings.get("bot_fallback_worker") == "any"  # T-17.4.8
        self.alchemy_any: Final[bool] = settings.get("bot_alchemy_worker") == "any"  # T-17.5.3


def capped(value: Scalar) -> int:
    """T-7.1, T-8.7: return the limit that a rules option sets; for `none`, a number that is never reached."""
    return value if isinstance(value, int) else NO_CAP
