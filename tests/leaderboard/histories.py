"""Strange histories of an arena in a real database: tournaments in which much goes wrong, each drawn from a seed.

The arena's own runner plays each tournament. Only its venue is the test's: it decides the fate of each match.
"""

import shutil
from dataclasses import dataclass, replace
from random import Random

import trio

from arena.server.matches.match_tables import FAULT, NOBODY
from arena.server.matches.results import Adjournment, MatchFilter
from arena.server.matches.rulings import adjudicated, voided
from arena.store.db.database import Database
from arena.store.exchange import public_lines, written
from arena.store.intake import take_in
from arena.store.ratings.rating_history import refresh
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.run import Runner
from arena.tournament.snapshot import AGAIN
from arena.tournament.venue import Candidate, Tournament
from tests.leaderboard.filled import HOUSE, Filling, seated

AUTHORS = {"ana": "Ana", "quetzal": "A. Author", "corn": "Ana"}
BOTS = (*AUTHORS, *HOUSE)
FORMATS = {  # the settings of each format, and its most entrants at tables of two
    "round-robin": ("rounds = 2", 4),
    "gauntlet": ("rounds = 2", 4),
    "swiss": ("rounds = 3", 7),
    "knockout": ("", 7),
    "double-knockout": ("tie-breaks = 0", 5),
    "ladder": ("games = 12\nopening = 2\nround-size = 3", 5),
    "sprt": ("elo0 = 0\nelo1 = 300\ngames = 16\nround-size = 4", 2),
}
FATES = {
    "played": 60,
    "forfeit": 8,
    "nobody joined": 8,
    "void": 6,
    "void before it began": 4,
    "void by a fault": 5,
    "adjudicated": 8,
    "adjourned and resumed": 4,
}
ENDS = ("finished", "finished", "cancelled", "abandoned", "failed", "running", "killed and resumed", "waiting")
LATER = ("rename", "suspend", "withdraw", "refuse", "delete", "again", "adjudicate", "void", "refresh")
MOST = 10  # matches of a tournament before it is interrupted


class InterruptedArenaError(Exception):
    """The arena stops in the middle of a tournament."""


class QuickRunner(Runner):
    """The arena's runner without its pause after a round that came to nothing."""

    async def _pause(self):
        pass


class StrangeVenue:
    """The venue of one tournament: it stores each match with a fate of its own, until its matches are used up."""

    def __init__(self, filling, rng, tournament, most):
        self.filling, self.rng, self.tournament, self.left = filling, rng, tournament, most
        self.fates = []

    async def candidate(self, name, freeze, *, rated):
        return Candidate(seated(name), AUTHORS.get(name, ""), online=True)

    async def everybody(self, *args, **kwargs):
        return [await self.candidate(name, None, rated=False) for name in BOTS]

    async def changed(self):
        await trio.sleep_forever()

    def now(self):
        return self.filling.now()

    async def open_round(self, name, terms, entrants, tournament):
        await self.filling.open_round(name, tournament)
        return StrangeHall(self, name)


@dataclass
class StrangeHall:
    """A round of a strange tournament."""

    venue: StrangeVenue
    name: str

    async def play(self, number, seatings):
        filling = self.venue.filling
        known = {each.entry.place: each.entry.match for each in await filling.results.block(self.name, number)}
        for place, seats in enumerate(seatings):
            kept = await filling.results.match(known[place]) if place in known else None
            if kept is None or not kept.is_over:
                await self.match(number, place, tuple(seats), kept)
        await filling.disclose(*[each.entry for each in await filling.results.block(self.name, number)])

    async def match(self, number, place, seats, kept, again=0):
        venue, filling = self.venue, self.venue.filling
        entry = kept or filling.entry(
            f"{self.name}-{number}-{place}-{again}",
            (),
            seats=seats,
            a_round=self.name,
            block=AGAIN + await filling.results.replays(self.name) if again else number,
            instead_of=number if again else None,
            place=place,
        )
        if not venue.left:
            await leave(filling, entry, venue.rng)
            raise InterruptedArenaError
        venue.left -= 1
        fate = "played" if again else venue.rng.choices(list(FATES), FATES.values())[0]
        venue.fates.append(fate)
        ended = await meet(filling, entry, fate, venue.rng)
        return await self.match(number, place, seats, None, again + 1) if ended.fault else ended

    def has_begun(self, number):
        return False

    async def close(self):
        pass


async def leave(filling, entry, rng):
    """Leave a match as a stopped arena leaves it: planned, offered, running or adjourned."""
    how = rng.choice(("unplanned", "offered", "running", "adjourned"))
    if how == "offered":
        await filling.offer(entry)
    elif how in {"running", "adjourned"} and entry.state == "offered":
        _, entry = await filling.begin(entry)
        if how == "adjourned":
            await adjourn(filling, entry)


async def adjourn(filling, entry):
    """Store that a running match waits for the bot of its first seat."""
    now = filling.now()
    await filling.results.adjourn(entry.match, Adjournment(now, now + 60, (0,)))


async def meet(filling, entry, fate, rng):
    """Store a match with this fate. Return its last state."""
    if entry.state == "running":  # it goes on after a restart
        return await filling.resume(entry)
    if fate in {"nobody joined", "void before it began"}:
        await filling.offer(entry)
        ended = voided(entry, NOBODY if fate == "nobody joined" else "", filling.now())
    elif fate == "void by a fault":
        _, entry = await filling.begin(entry)
        ended = replace(voided(entry, FAULT, filling.now()), fault=True)
    elif fate == "adjourned and resumed":
        _, entry = await filling.begin(entry)
        await adjourn(filling, entry)
        return await filling.resume(entry)
    else:
        leaves_at = rng.randrange(6) if fate == "forfeit" else None
        entry = await filling.play(entry, leaves_at=leaves_at, disclose=False)
        if fate not in {"void", "adjudicated"}:
            return entry
        ended = voided(entry, "a broken cable", filling.now()) if fate == "void" else turned(entry, rng)
    await filling.results.keep(ended)
    return ended


def turned(entry, rng):
    """Return a match with other places, as an organiser may decide them."""
    count = len(entry.seats)
    points = [rng.randrange(count) for _ in range(count)]
    return adjudicated(
        entry, tuple(1 + sum(other < each for other in points) for each in points), "the clock was wrong"
    )


class History:
    """A strange history, in a database in this folder. `told` says what happened in it.

    `empty` is the file of a migrated database without rows, of which the history gets a copy.
    """

    def __init__(self, seed, folder, empty):
        self.rng = Random(f"history {seed}")
        self.empty, self.file = empty, folder / "arena.db"
        shutil.copy(empty, self.file)
        self.database = Database(self.file)
        self.filling = Filling(self.database)
        self.accounts = StoredAccounts(self.database, frozenset(HOUSE), 100, self.filling.now)
        self.keeper = StoredTournaments(self.database, self.filling.now)
        self.told = []

    async def make(self):
        """Make the history. Return the file of its database."""
        self.organiser = (await self.accounts.create_token("organiser", "", "Olga", "")).token.id
        for name, author in AUTHORS.items():
            await self.accounts.register(name, author, f"What {name} does, in a line.")
            await self.accounts.attended(name, "1", "")
        for number in range(self.rng.choice((1, 1, 2))):
            await self.tournament(f"t-{number}", self.rng.choice(list(FORMATS)))
        if self.rng.random() < 0.8:
            refresh(self.database, self.filling.now())
        for what in self.rng.sample(LATER, self.rng.randrange(5)):
            self.told.append(what)
            await getattr(self, what)()
        if self.rng.random() < 0.15 and not {"rename", "delete"} & set(self.told):  # their names differ in an export
            self.told.append("imported")
            self.imported()
        self.database.close()
        return self.file

    # Tournaments -----------------------------------------------------------------------------------------------------

    async def tournament(self, public, form):
        settings, most = FORMATS[form]
        seats = self.rng.choice((2, 2, 2, 3)) if form in {"round-robin", "gauntlet", "ladder", "swiss"} else 2
        least = seats if form in {"round-robin", "sprt", "gauntlet"} else max(3, seats)
        names = self.rng.sample(BOTS, self.rng.randint(least, max(least, most)))
        end = self.rng.choice(ENDS)
        self.told.append(f"{form} of {names} at tables of {seats}: {end}")
        listed = ", ".join(f'"{name}"' for name in names)
        file = (
            f'name = "Cup {public}"\ngame = "cacao"\nclock = "10+0.1"\nformat = "{form}"\nseats = {seats}\n'
            f"entrants = [{listed}]\nconcurrency = {seats}\nrated = false\n\n[{form}]\n{settings}\n"
        )
        await self.keeper.begin(Tournament(public, f"Cup {public}", file, self.filling.now()))
        if end == "waiting":
            return
        venue = StrangeVenue(self.filling, self.rng, public, MOST if end == "finished" else self.rng.randrange(MOST))
        await self.run(public, venue)
        if end == "killed and resumed":
            venue.left = MOST - len(venue.fates)
            await self.run(public, venue)
        self.told += venue.fates
        state = (await self.keeper.tournament(public)).state
        if state != "finished" and end in {"finished", "cancelled", "abandoned", "failed"}:
            await self.end(public, "failed" if end == "failed" else "cancelled")
        elif state != "finished" and self.rng.random() < 0.3:
            await self.keeper.set_state(public, "interrupted")

    async def run(self, public, venue):
        """Let the arena's runner play a tournament until it is over or the arena stops."""
        try:
            await QuickRunner(public, venue, self.keeper).run()
        except* InterruptedArenaError:
            pass

    async def end(self, public, state):
        """End a tournament as an arena does: running matches become void, and those that have not begun, too."""
        for match in await self.matches(public):
            if match.state == "running":
                await self.filling.results.keep(voided(match, "rain", self.filling.now()))
            elif match.state == "offered":
                await self.filling.withdraw(match)
        await self.keeper.set_state(public, state, "rain")
        await self.accounts.note(self.organiser, "CancelTournament", public, "rain")

    # What happens later ----------------------------------------------------------------------------------------------

    async def rename(self):
        await self.accounts.rename("ana", "Anahuac", self.organiser, "")

    async def suspend(self):
        await self.accounts.set_state("quetzal", "suspended", self.organiser, "it is too slow")

    async def delete(self):
        if not all(each.is_over for each in await self.matches("")):
            return  # an arena ends the matches of a bot that is deleted
        await self.accounts.set_state("corn", "deleted", self.organiser, "")

    async def withdraw(self):
        await self.accounts.withdraw("quetzal", "1", self.organiser, "it cheats")

    async def refuse(self):
        await self.accounts.attended("quetzal", "2", "")
        await self.accounts.judge("quetzal", "2", "takes a seat: its program failed at decision 3 of cacao")

    async def refresh(self):
        refresh(self.database, self.filling.now())

    async def matches(self, tournament):
        return await self.filling.results.matches(MatchFilter(tournament=tournament), 1000)

    async def over(self):
        """Return a finished match; None if there is none."""
        found = [each for each in await self.matches("") if each.state == "finished"]
        return self.rng.choice(found) if found else None

    async def adjudicate(self):
        if (match := await self.over()) is not None:
            await self.filling.results.keep(turned(match, self.rng))
            await self.accounts.note(self.organiser, "AdjudicateMatch", match.match, "the clock was wrong")

    async def void(self):
        if (match := await self.over()) is not None:
            await self.filling.results.keep(voided(match, "", self.filling.now()))
            await self.accounts.note(self.organiser, "VoidMatch", match.match, "")

    async def again(self):
        """Make a match void, and plan to play it again; play it if its tournament goes on."""
        match = await self.over()
        place = None if match is None else await self.keeper.place_of(match.match)
        if match is None or place is None:
            return
        await self.filling.results.keep(voided(match, "play it again", self.filling.now()))
        venue = StrangeVenue(self.filling, self.rng, place[0], 2)
        await Runner(place[0], venue, self.keeper).again(match.match)
        if self.rng.random() < 0.5:
            await self.run(place[0], venue)

    def imported(self):
        """Import the history into an arena where nothing has happened."""
        lines = list(written(public_lines(self.database, analyses=True)))
        self.database.close()
        self.file = self.file.with_name("imported.db")
        shutil.copy(self.empty, self.file)
        self.database = Database(self.file)
        take_in(self.database, lines)
        refresh(self.database, self.filling.now())
