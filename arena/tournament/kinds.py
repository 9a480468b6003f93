"""The formats by the names that regulations call them: settings, how they are built of these, and their words."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, ClassVar, Final, Literal

from arena.errors import UsageError
from arena.stats.sprt import Sprt
from arena.tournament import keys
from arena.tournament.formats import DoubleKnockout, Format, Gauntlet, Knockout, Ladder, RoundRobin, SprtMatch, Swiss
from arena.tournament.formats.authors import Authors
from arena.tournament.formats.brackets import Elimination
from arena.tournament.keys import REQUIRED, Key

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

    def check_start(self, settings: Settings, now: datetime) -> None:
        """UsageError where nothing could be played that begins now."""

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


class LadderKind(Kind):
    """Blocks where the order is least certain."""

    keys = (
        Key("top", keys.whole(1, 1000)),
        Key("confidence", keys.between(0.5, 1), 0.95),
        Key("games", keys.whole(1, 10_000_000)),
        Key("until", keys.moment),
        Key("opening", keys.whole(1, 1000), 10),
        Key("round-size", keys.whole(1, 1000), 16),
    )
    deals = "fresh"

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format; games are played in whole blocks."""
        games = settings["games"]
        return Ladder(
            seats=seats,
            top=settings["top"],
            confidence=settings["confidence"],
            blocks=None if games is None else games // matches,
            until=settings["until"],
            opening=settings["opening"],
            round_size=settings["round-size"],
            authors=authors,
        )

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        top, games, until = settings["top"], settings["games"], settings["until"]
        stops = [f"the first {top} are settled at {settings['confidence']:.0%}"] if top is not None else []
        stops += [f"{games} games have been played"] if games is not None else []
        stops += [f"it is {until:%Y-%m-%d %H:%M %Z}"] if until is not None else []
        opening = plural(settings["opening"], "deal")
        return [
            f"Ladder: everybody plays {opening}, then those do whose order is least certain.",
            f"It stops when {' or '.join(stops)}." if stops else "It goes on until it is cancelled.",
        ]

    def check(self, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Rules to stop by that can be met."""
        until = settings["until"]
        check_games(settings["games"], matches, "ladder")
        if until is not None and freeze is not None and until <= freeze:
            raise UsageError(f"[ladder] until: {until}: expected a moment after the freeze, {freeze}")

    def check_start(self, settings: Settings, now: datetime) -> None:
        """Time left to play in."""
        until = settings["until"]
        if until is not None and until <= now:
            raise UsageError(f"[ladder] until: {until}: expected a moment that is still to come")

    def ends(self, settings: Settings) -> bool:
        """Whether there is a rule to stop by."""
        return any(settings[rule] is not None for rule in ("top", "games", "until"))


class SprtKind(Kind):
    """One table until it is known whether its first entrant is stronger."""

    keys = (
        Key("elo0", keys.between(-2000, 2000), REQUIRED),
        Key("elo1", keys.between(-2000, 2000), REQUIRED),
        Key("alpha", keys.between(0, 0.5), 0.05),
        Key("beta", keys.between(0, 0.5), 0.05),
        Key("games", keys.whole(1, 10_000_000)),
        Key("round-size", keys.whole(1, 1000), 8),
    )

    def build(self, settings: Settings, seats: int, matches: int, authors: Authors) -> Format:
        """The format; games are played in whole blocks."""
        games = settings["games"]
        blocks = None if games is None else games // matches
        return SprtMatch(self.test(settings), blocks, settings["round-size"], matches, seats, authors)

    def test(self, settings: Settings) -> Sprt:
        """The test."""
        return Sprt(*(settings[key] for key in ("elo0", "elo1", "alpha", "beta")))

    def in_words(self, settings: Settings) -> list[str]:
        """What it does."""
        elo0, elo1, alpha, beta = (settings[key] for key in ("elo0", "elo1", "alpha", "beta"))
        games = "" if settings["games"] is None else f" It ends after {settings['games']} games in any case."
        question = (
            f"whether the first is stronger than the rest of its table by {elo1:g} Elo points or by {elo0:g} only"
        )
        return [f"SPRT: {question}, with errors of {alpha:.3g} and {beta:.3g}.{games}"]

    def check(self, settings: Settings, seats: int, matches: int, freeze: datetime | None) -> None:
        """Raise UsageError unless the hypotheses are in their order."""
        try:
            self.test(settings)
        except UsageError as error:
            raise UsageError(f"[sprt] {error}") from None
        check_games(settings["games"], matches, "sprt")


def check_games(games: int | None, matches: int, table: str) -> None:
    """UsageError where so many games are no block."""
    if games is not None and games < matches:
        raise UsageError(f"[{table}] games: {games}: expected at least {matches}, which is one block")


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
    "ladder": LadderKind(),
    "sprt": SprtKind(),
}
