"""The formats by the names that regulations call them: settings, how they are built of these, and their words."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from arena.errors import UsageError
from arena.tournament import keys
from arena.tournament.formats import DoubleKnockout, Format, Gauntlet, Knockout, RoundRobin, Swiss
from arena.tournament.formats.authors import Authors
from arena.tournament.formats.brackets import Elimination
from arena.tournament.keys import Key

Settings = Mapping[str, Any]

ROUNDS: Final = Key("rounds", keys.whole(1, 10_000), 1)


class Kind:
    """A format as regulations know it."""

    keys: ClassVar[tuple[Key, ...]]
    deals: ClassVar[Literal["paired", "fresh"]] = "paired"  # unless the regulations say which

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format; `matches` is how many a block has."""
        raise NotImplementedError

    def in_words(self, settings: Settings) -> list[str]:
        """What it does, in sentences."""
        raise NotImplementedError

    def check(self, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """UsageError where the settings contradict each other or the rest, whoever the entrants are."""

    def ends(self, settings: Settings) -> bool:
        """Whether it ends by itself."""
        return True


class RoundRobinKind(Kind):
    """Everybody against everybody."""

    keys = (ROUNDS,)

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format."""
        return RoundRobin(seats, settings["rounds"], authors)

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        return [f"Round robin: everybody against everybody, {times(settings['rounds'])}; the mean score decides."]


class GauntletKind(Kind):
    """One or several against all."""

    keys = (ROUNDS, Key("challengers", keys.listed(keys.text), ()))

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format."""
        return Gauntlet(seats, settings["rounds"], settings["challengers"], authors)

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        who = " and ".join(settings["challengers"]) or "the first entrant"
        return [f"Gauntlet: {who} against all others, {times(settings['rounds'])}; the mean score decides."]


class SwissKind(Kind):
    """Everybody plays in every round, against equals."""

    keys = (Key("rounds", keys.whole(1, 1000)), Key("blocks", keys.whole(1, 1000), 1))

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format."""
        return Swiss(seats, settings["rounds"], settings["blocks"], authors)

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        rounds, blocks = settings["rounds"], settings["blocks"]
        many = "as many rounds as a knockout would take" if rounds is None else plural(rounds, "round")
        return [
            f"Swiss system: {many}, in each {plural(blocks, 'deal')} against somebody with about as many points.",
            "Points decide, then the mean points of the opponents.",
        ]


class KnockoutKind(Kind):
    """Who loses is out."""

    keys = (Key("blocks", keys.whole(1, 1000), 1), Key("tie-breaks", keys.whole(0, 100), 3))
    format: ClassVar[type[Elimination]] = Knockout
    title: ClassVar = "Knockout"
    losses: ClassVar = "a duel"

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format."""
        return self.format(settings["blocks"], settings["tie-breaks"])

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        blocks, more = settings["blocks"], settings["tie-breaks"]
        best = "one deal" if blocks == 1 else f"the best of {blocks} deals"
        return [
            f"{self.title}: who loses {self.losses} is out; a duel is {best}.",
            f"An even duel has up to {more} deals more; then the better seed goes on, who was entered before.",
        ]

    def check(self, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Tables of two."""
        if seats != 2:
            raise UsageError(f"seats: {seats}: expected 2, as in a knockout one of two goes on")


class DoubleKnockoutKind(KnockoutKind):
    """Who loses twice is out."""

    format = DoubleKnockout
    title = "Double knockout"
    losses = "two duels"


def times(count: int) -> str:
    """How often."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def plural(count: int, what: str) -> str:
    """So many of something."""
    return f"{count} {what}{'' if count == 1 else 's'}"


KINDS: Final[Mapping[str, Kind]] = {
    "round-robin": RoundRobinKind(),
    "gauntlet": GauntletKind(),
    "swiss": SwissKind(),
    "knockout": KnockoutKind(),
    "double-knockout": DoubleKnockoutKind(),
}
