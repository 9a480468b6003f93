"""The values of a game's rules options, converted to the numbers and truth values that the rules need.

All copies of a position share them.
"""

from typing import Final

from arena.games.game import Scalar

TRACK_CAPS: Final = {"none": 1000, "9": 9, "10": 10}  # T-8.7: a thousand tiles are never placed
DOUBLED: Final = 2  # T-13: for each step on the Avenue, if R09 pays two points


class Readings:
    """One game's rules options as numbers and truth values, computed once when the game begins."""

    def __init__(self, settings: dict[str, Scalar]) -> None:
        self.ascension_cocoa: Final[int] = 6 if settings["ascension_cocoa"] == 6 else 5  # T-9.3
        self.purchase_each: Final[bool] = settings["tech13_scope"] == "per_power_up"  # T-12.7
        self.track_cap: Final[int] = TRACK_CAPS[str(settings["pyramid_track_cap"])]  # T-8.7
        self.leader_needs_progress: Final[bool] = settings["pyramid_leader_needs_progress"] is True  # T-14.4
        self.wide_waiver: Final[bool] = settings["cocoa_waiver_scope"] == "wide"  # T-11.6
        self.any_row: Final[bool] = settings["nobles_row_choice"] == "any_up_to_workers"  # T-7.6.2
        self.glyph_matches: Final[bool] = settings["glyph_matches"] is True  # T-8.3
        self.dark_eclipse: Final[bool] = settings["dark_eclipse"] is True  # T-16.2
        # An option that came after the first release is present only if it does not have its canonical value.
        self.power_up_declinable: Final[bool] = settings.get("gathering_power_up") == "optional"  # T-7.4.3
        self.up_to_two: Final[bool] = settings.get("power_up_tile") == "up_to_two"  # T-11.4
        self.landing_only: Final[bool] = settings.get("tech01_trigger") == "landing"  # T-12.2
        royal9 = settings.get("royal9_reading")
        self.royal9_extra: Final[int] = 0 if royal9 in ("power", "two_points") else 1  # T-13
        self.royal9_points: Final[int] = DOUBLED if royal9 == "two_points" else 1  # T-13
        self.unpaid_workers: Final[bool] = settings.get("salary_penalty") == "per_worker"  # T-14.7
        self.bonus2_points: Final[int] = 3 if settings.get("bonus2_points") == 3 else 5  # T-15.2
