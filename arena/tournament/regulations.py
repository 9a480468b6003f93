"""The regulations of a tournament, in three forms: a TOML text, values, and sentences.

`read` refuses unknown keys and names the nearest known key. It also refuses terms that cannot be played.
`Regulations.written` returns the canonical text. Reading that text gives equal regulations.
"""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Final, Literal

from arena.errors import UsageError
from arena.games import GAMES, Rules, rules
from arena.games.game import Scalar, spell_value
from arena.languages import noted, say, say_counted
from arena.languages.locales import moment
from arena.referee import UNTIMED, TimeControl
from arena.toml_text import read_toml
from arena.tournament import keys
from arena.tournament.formats import FORMATS, Format
from arena.tournament.keys import REQUIRED, Faults, Key, read_keys, sound_keys
from arena.tournament.schedule import MISSED, OVERLAP, Schedule

Deals = Literal["paired", "fresh"]
Broadcast = Literal["live", "delayed", "closed"]

LONGEST_ADJOURNMENT: Final = 86_400  # seconds
LONGEST_DELAY: Final = 1000  # turns
ALL: Final = "all"
ABSENT: Final = noted(
    "A bot that does not join a match loses it. After two missed matches in a row it loses further ones immediately, "
    "until it reconnects."
)
UNSAID: Final[tuple[object, ...]] = (None, "", ())  # values of keys that the text leaves out
ENTRANT: Final = re.compile(r"([A-Za-z0-9][A-Za-z0-9_.-]{1,31})(?:@([A-Za-z0-9_.-]{1,32}))?", re.ASCII)


@dataclass(frozen=True)
class EntrySpec:
    """A bot that an organiser entered: one version, or the newest version when the tournament starts."""

    name: str
    version: str = ""

    @classmethod
    def read(cls, text: object) -> "EntrySpec":
        """Return the entry that a text names: `ana`, or `ana@1.2` for one version. Raise UsageError if it is wrong."""
        found = ENTRANT.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise UsageError(f"{keys.shown(text)}: expected a bot's name, as ana, or ana@1.2 for one of its versions")
        return cls(found[1], found[2] or "")

    def __str__(self) -> str:
        return f"{self.name}@{self.version}" if self.version else self.name


@dataclass(frozen=True)
class Regulations:
    """The terms of a tournament, such as game, entrants, clock and format, read from a TOML text and checked."""

    name: str
    game: str
    seats: int
    options: Mapping[str, Scalar]  # all of them
    clock: TimeControl
    deals: Deals
    format: str  # a name in FORMATS
    settings: Mapping[str, Any]  # of the format, all of them; None if it decides by itself
    entrants: tuple[EntrySpec, ...]  # in the order of the seeding; empty: all admitted and connected bots
    freeze: datetime | None = None  # the newest versions of this moment play; None: those of the start
    seed: str = ""  # empty for fair deals
    rated: bool = True  # versions have to be admitted, and authors sit apart; results count only if there is no seed
    concurrency: int | None = None  # matches at once; None: as many as the bots declared
    resume_within: int | None = None  # seconds to reconnect after a restart of the arena; None: the limit of the arena
    schedule: Schedule | None = None
    broadcast: Broadcast = "live"  # how the site shows matches that are being played
    delay: int | None = None  # turns by which a delayed broadcast is behind

    @property
    def rules(self) -> Rules:
        """The rules of the tournament's game."""
        return rules(self.game)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants in pairings and tables."""
        return tuple(str(entered) for entered in self.entrants)

    @property
    def matches_per_block(self) -> int:
        """The number of matches in a block: one for each rotation of the seats, or 1 if each match has its own deal."""
        return self.seats if self.deals == "paired" else 1

    def as_format(self, authors: Mapping[str, str] | None = None) -> Format:
        """Return the tournament's format, which makes the pairings, with its settings.

        `authors` gives the author of each entrant. With it, a rated table of three or four has at most one bot of an
        author.
        """
        apart = dict(authors or {}) if self.rated and self.seats > 2 else {}
        return FORMATS[self.format].build(self.settings, self.seats, self.matches_per_block, apart)

    def check(self, entrants: Sequence[str], authors: Mapping[str, str] | None = None) -> None:
        """Raise UsageError if these entrants cannot play the tournament. Call it when the entrants are known."""
        self.as_format(authors).check(entrants)

    def check_start(self, now: datetime) -> None:
        """Raise UsageError if the tournament would end before its first match."""
        FORMATS[self.format].check_start(self.settings, now)

    def in_words(self) -> list[str]:
        """Return the regulations as sentences."""
        words = [
            *self._table_in_words(),
            *FORMATS[self.format].in_words(self.settings),
            say("Every deal is played %(seats)s times, so that each entrant has every seat of it.", seats=self.seats)
            if self.deals == "paired"
            else say("Every deal is played once and never again."),
            *self._versions_in_words(),
        ]
        if self.seed:
            words.append(say("Deals follow from a seed that the organiser knows, so the results are not rated."))
            words.append(say("The seed is disclosed when the tournament is finished."))
        else:
            words.append(say("The results are rated.") if self.rated else say("The results are not rated."))
        if self.rated and self.seats > 2:
            words.append(say("No two bots of one author share a table."))
        words.append(say(ABSENT))
        if self.resume_within is not None:
            words.append(
                say(
                    "After a restart of the arena a bot has %(seconds)s s to come back to a match that was running; "
                    "after that it loses, if another seat came back.",
                    seconds=self.resume_within,
                )
            )
        if self.concurrency is not None:
            words.append(say("At most %(matches)s matches are played at once.", matches=self.concurrency))
        if self.broadcast == "delayed":
            words.append(
                say_counted(
                    "The site shows a match that is being played %(num)s turn late.",
                    "The site shows a match that is being played %(num)s turns late.",
                    self.delay or 0,
                )
            )
        elif self.broadcast == "closed":
            words.append(say("The site shows no board of a match that is being played."))
        return words + (self.schedule.in_words() if self.schedule is not None else [])

    def _table_in_words(self) -> list[str]:
        """Return the game, the clock and the entrants as sentences."""
        chosen = rules(self.game).differences(self.options)
        options = ", ".join(f"{name} {spell_value(value)}" for name, value in chosen.items())
        table = {"game": self.game.capitalize(), "seats": self.seats, "clock": self.clock}
        return [
            say("%(game)s at tables of %(seats)s (%(options)s), clock %(clock)s.", options=options, **table)
            if options
            else say("%(game)s at tables of %(seats)s, clock %(clock)s.", **table),
            say("%(number)s entrants: %(names)s.", number=len(self.entrants), names=", ".join(self.names))
            if self.entrants
            else say("All bots that are online and admitted when it starts."),
        ]

    def _versions_in_words(self) -> list[str]:
        """Return sentences that say which versions play."""
        if self.freeze is not None:
            time = f"{moment(self.freeze)} {self.freeze:%Z}"
            return [say("The newest versions that were admitted by %(time)s play to its end.", time=time)]
        if not self.rated:
            return [say("The versions that are the newest when it starts play to its end.")]
        return [
            say("The newest versions that are admitted when it starts play to its end."),
            say(
                "If the newest version of a bot was refused or withdrawn, the newest of its versions that may enter "
                "plays."
            ),
        ]

    def written(self) -> str:
        """Return the canonical TOML text: every key with a value, in the order of the documentation.

        Of the rules options it has those that do not have their usual value.
        """
        lines = [f"{key.name} = {spelled(value)}" for key in KEYS if (value := self.value_of(key.name)) not in UNSAID]
        tables = {
            "options": rules(self.game).differences(self.options),
            self.format: self.settings,
            "schedule": as_table(self.schedule),
        }
        for name, table in tables.items():
            found = [f"{key} = {spelled(value)}" for key, value in table.items() if value not in UNSAID]
            lines += ["", f"[{name}]", *found] if found else []
        return "\n".join(lines) + "\n"

    def value_of(self, key: str) -> object:
        """Return a key's value for the TOML text; None if the key is left out or is a table of its own."""
        if key in TABLES:
            return None
        if key == "entrants":
            return list(self.names) or ALL
        if key == "broadcast" and self.broadcast == "live":
            return None
        value = getattr(self, key)
        return str(value) if isinstance(value, TimeControl) else value


def as_table(schedule: Schedule | None) -> dict[str, str]:
    """Return the settings of a schedule by key, as the section `[schedule]` of regulations has them; empty for None."""
    return {} if schedule is None else {each.name: getattr(schedule, each.name) for each in fields(schedule)}


def spelled(value: object) -> str:
    """Return a value as TOML text."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(spelled, value))}]"
    # TOML and JSON write a printable text alike.
    return json.dumps(value, ensure_ascii=False)


# Reading -----------------------------------------------------------------------------------------------------------


def clock(value: object) -> TimeControl:
    """Return the time control that a text names. Raise UsageError if it is wrong, or if it does not limit the time."""
    words = "a bot that never answers would hold up all others"
    try:
        control = TimeControl.read(keys.text(value))
    except UsageError as error:
        raise UsageError(f"{str(error).removesuffix(', or none')}; not none, as {words}") from None
    if control == UNTIMED:
        raise UsageError(f"none: expected a time control, as 10+0.1: {words}")
    return control


def entrants(value: object) -> tuple[EntrySpec, ...]:
    """Return the entries that a TOML value names; an empty tuple for "all", which means all connected bots.

    Raise UsageError if the value is neither "all" nor a list of different names.
    """
    if value == ALL:
        return ()
    if not isinstance(value, list):
        raise UsageError(f'{keys.shown(value)}: expected "{ALL}", or a list of names, as ["ana", "bea"]')
    found: tuple[EntrySpec, ...] = keys.listed(EntrySpec.read)(value)
    times = Counter(str(entered).casefold() for entered in found)
    twice = sorted({str(entered) for entered in found if times[str(entered).casefold()] > 1})
    if twice:
        raise UsageError(f"{', '.join(twice)}: expected each entrant once")
    return found


def game(value: object) -> str:
    """Return the name of a game. Raise UsageError unless it is a known game that entrants play against each other.

    A solo game, played against an automaton of the rulebook, is refused.
    """
    found = rules(keys.text(value))
    if found.automata:
        words = f"{found.name} is played against the rulebook's {found.automaton}, alone"
        raise UsageError(f"{words}: expected {games()}, which entrants play against each other; see arena match")
    return found.name


def games() -> str:
    """Return the names of the games that tournaments can play, as a phrase."""
    return " or ".join(name for name, each in GAMES.items() if not each.automata)


KEYS: Final = (
    Key("name", keys.text, REQUIRED),
    Key("game", game, REQUIRED),
    Key("seats", keys.whole(1, max(max(each.seats) for each in GAMES.values())), 2),
    Key("clock", clock, REQUIRED),
    Key("deals", keys.one_of("paired", "fresh")),
    Key("format", keys.one_of(*FORMATS), "round-robin"),
    Key("entrants", entrants, REQUIRED),
    Key("freeze", keys.moment),
    Key("seed", keys.text),
    Key("rated", keys.switch, default=True),
    Key("concurrency", keys.whole(1, 1000)),
    Key("resume_within", keys.whole(1, LONGEST_ADJOURNMENT)),
    Key("broadcast", keys.one_of("live", "delayed", "closed"), "live"),
    Key("delay", keys.whole(1, LONGEST_DELAY)),
    Key("options", keys.table, {}),
    *(Key(name, keys.table) for name in FORMATS),
    Key("schedule", keys.table),
)
TABLES: Final = {"options", "schedule", *FORMATS}
SCHEDULE: Final = (
    Key("cron", keys.text, REQUIRED),
    Key("timezone", keys.text, "UTC"),
    Key("missed", keys.one_of(*MISSED), "skip"),
    Key("overlap", keys.one_of(*OVERLAP), "queue"),
)


def read(text: str) -> Regulations:
    """Return the regulations in a TOML text.

    Raise UsageError with a line for each fault and what was expected. If no key is wrong by itself, also check that
    keys do not contradict each other.
    """
    faults = Faults()
    found = sound_keys(read_toml(text), KEYS, "", faults)
    tables = {name: found.pop(name, None) for name in FORMATS}
    if "format" in found:
        with faults.noted():
            found["settings"] = settings(found["format"], tables)
    schedule = found.pop("schedule", None)
    with faults.noted():
        found["schedule"] = None if schedule is None else scheduled(schedule)
    if found.keys() >= {"game", "seats", "options"}:
        with faults.noted():
            found["options"] = options(found["game"], found["seats"], found["options"])
    faults.check()
    found["deals"] = found["deals"] or FORMATS[found["format"]].deals
    found["seed"] = found["seed"] or ""
    whole = Regulations(**found)
    check_sense(whole)
    return whole


def settings(kind: str, tables: Mapping[str, Mapping[str, object] | None]) -> dict[str, Any]:
    """Return the settings of a format by key, from its section (table) of the regulations.

    Raise UsageError if they are wrong, or if there is a section for another format.
    """
    faults = Faults()
    for name, table in tables.items():
        if table is not None and name != kind:
            faults.found.append(f"[{name}]: the format is {kind}: expected no table but [{kind}]")
    found = sound_keys(tables[kind] or {}, FORMATS[kind].keys, kind, faults)
    faults.check()
    return found


def options(name: str, seats: int, given: Mapping[str, object]) -> dict[str, Scalar]:
    """Return the rules options of a game: those in `given`, and the defaults of all others.

    Raise UsageError if an option or the number of seats is wrong.
    """
    if seats not in rules(name).seats:
        expected = ", ".join(str(count) for count in rules(name).seats)
        raise UsageError(f"seats: {name} is not played by {seats}: expected one of {expected}")
    scalars: dict[str, Scalar] = {}
    for key, value in given.items():
        if not isinstance(value, (bool, int, str)):
            raise UsageError(f"[options] {key}: {keys.shown(value)}: expected true, false, a whole number or a text")
        scalars[key] = value
    try:
        return rules(name).complete(scalars)
    except UsageError as error:
        raise UsageError(f"[options] {error}") from None


def scheduled(given: Mapping[str, object]) -> Schedule:
    """Return the schedule in the table `[schedule]`. Raise UsageError if a key is wrong."""
    found = read_keys(given, SCHEDULE, "schedule")
    try:
        return Schedule(**found)
    except UsageError as error:
        raise UsageError(f"[schedule] {error}") from None


def check_sense(regulations: Regulations) -> None:
    """Raise UsageError if two keys of the regulations contradict each other."""
    faults = Faults()
    kind = FORMATS[regulations.format]
    seats, matches = regulations.seats, regulations.matches_per_block
    with faults.noted():
        kind.check_settings(regulations.settings, seats, matches, regulations.freeze)
        if regulations.entrants:
            regulations.check(regulations.names)
    if regulations.freeze is not None and regulations.entrants and all(each.version for each in regulations.entrants):
        faults.found.append("freeze: every entrant names its version: expected an entrant without a version")
    at_once, least = regulations.concurrency, regulations.matches_per_block
    if at_once is not None and at_once < least:
        words = f"expected at least {least}, as the matches of a deal begin together"
        faults.found.append(f"concurrency: {at_once}: {words}")
    if regulations.broadcast == "delayed" and regulations.delay is None:
        faults.found.append('delay: missing: expected a number of turns with broadcast = "delayed", as delay = 5')
    if regulations.broadcast != "delayed" and regulations.delay is not None:
        faults.found.append(f'delay: {regulations.delay}: expected none without broadcast = "delayed"')
    if regulations.schedule is not None and not kind.ends(regulations.settings):
        words = f"a {regulations.format} without a rule to stop by never makes room for its next run"
        faults.found.append(f"[schedule] {words}: expected one, or no schedule")
    faults.check()
