"""A database like that of a real arena: matches of both games that were really played, in every state."""

import re
from dataclasses import replace
from hashlib import sha256
from random import Random

from arena.analysis import analyse
from arena.games import rules
from arena.games.chance import Deal
from arena.record import ForfeitReason, Seated, block_seed
from arena.referee import Choice, MatchSetup, SeatFailed, TimeControl, play_match
from arena.server.matches.results import Loss, MatchSummary, PlannedMatch, StoredRound
from arena.server.matches.rulings import withdrawn
from arena.store.ratings.rating_history import refresh
from arena.store.repos.match_rows import record_bytes
from arena.store.repos.stored_accounts import StoredAccounts
from arena.store.repos.stored_analyses import store_analyses
from arena.store.repos.stored_results import StoredResults
from arena.store.repos.stored_schedules import StoredSchedules
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.store.sql import match_queries
from arena.tournament.planned import Planned
from arena.tournament.regulations import read
from arena.tournament.schedule import Schedule
from arena.tournament.snapshot import course_of
from arena.tournament.venue import Fixture, Participant, Stage, Tournament

NONCE = b"n"
START = 1_790_000_000.0
CLOCK = "10+0.1"
CUP = """
name = "Cup"
game = "cacao"
clock = "10+0.1"
format = "round-robin"
entrants = ["ana", "quetzal", "greedy", "random"]

[round-robin]
rounds = 2
"""
KNOCKOUT = """
name = "Knockout"
game = "cacao"
clock = "10+0.1"
format = "knockout"
entrants = ["ana", "quetzal", "greedy", "random", "mcts-50"]
"""
HOUSE = ("mcts-50", "greedy", "sampler", "random")
SOME_MATCHES = {"r-1-0-0", "r-three-12-0", "teo-1", "forfeit", "void", "ruled", "secret"}  # one of every kind


# Replays take most of a crawl. Each follows from the record of its match, which is read of every match.
REPLAY = re.compile(r"/matches/([^/?]+)/(?:frames[.]json|replay[.]html)")


def is_wanted(address):
    """True if a crawl reads this address. Of the replays, it reads only some matches."""
    replay = REPLAY.search(address)
    return replay is None or replay[1] in SOME_MATCHES


def crawl(site):
    """Read all wanted pages of the site of a filled database. Return the answers by address."""
    return site.crawl(wanted=is_wanted)


class Player:
    """A bot that answers at random. A better one prefers options later in the list."""

    def __init__(self, seed, leaves_at=None, *, reads_late=False):
        self.rng, self.leaves_at, self.reads_late = Random(seed), leaves_at, reads_late

    async def start(self, start):
        pass

    async def choose(self, decision):
        if self.reads_late:
            decision.watch.hold()
            now = decision.watch._began
            decision.watch.sent(now + 0.004)
            decision.watch.round_trip(1_000)
            decision.watch.arrived(now + 0.010)
        if decision.number == self.leaves_at:
            raise SeatFailed(ForfeitReason.CRASHED, "it raised")
        return Choice(decision.number, self.rng.randrange(len(decision.options)))

    async def over(self, over):
        pass


def secret_of(a_round):
    return sha256(f"the secret of {a_round}".encode()).digest()


def seed_of(kept):
    return block_seed(secret_of(kept.round), [NONCE], kept.block)


def salt_of(kept):
    return sha256(f"the salt of {kept.match}".encode()).digest()


class Filling:
    """Plays matches, one after another, and stores them in a database, with times from a clock of its own."""

    def __init__(self, database):
        self.results = StoredResults(database, self.now)
        self.database = database
        self.time = START
        self.rounds = set()

    def now(self):
        self.time += 7.0
        return self.time

    async def open_round(self, name, tournament=""):
        if name not in self.rounds:
            self.rounds.add(name)
            await self.results.keep_round(StoredRound(name, secret_of(name), tournament=tournament))
            await self.results.keep_round(
                StoredRound(name, secret_of(name), (("ana", "1", NONCE),), tournament=tournament)
            )

    def entry(self, match, names, game="cacao", a_round="r-1", block=0, **changes):
        seats = tuple(seated(name) for name in names)
        terms = {
            "match": match,
            "game": game,
            "rules_version": rules(game).version,
            "options": rules(game).complete({}),
            "seats": seats,
            "clock": CLOCK,
            "fairness": "committed",
            "created": self.now(),
            "round": a_round,
            "block": block,
        }
        return MatchSummary(**terms | changes)

    async def play(self, kept, *, leaves_at=None, disclose=True):
        """Play a match to its end, and store it."""
        journal, kept = await self.begin(kept)
        return await self.play_to_end(kept, journal, (), leaves_at, disclose=disclose)

    async def resume(self, kept):
        """Play on a match that was interrupted, as an arena does after a restart."""
        [found] = [each for each in await self.results.block(kept.round, kept.block) if each.entry.match == kept.match]
        journal = await self.results.go_on(kept.match, found.lines)
        return await self.play_to_end(found.entry, journal, found.lines)

    async def play_to_end(self, kept, journal, lines, leaves_at=None, *, disclose=False):
        players = [
            Player(f"{kept.match} {seat}", leaves_at if seat == 0 else None, reads_late=seated.entrant == "ana")
            for seat, seated in enumerate(kept.seats)
        ]
        setup = MatchSetup(
            match=kept.match,
            rules=rules(kept.game),
            seats=kept.seats,
            clock=TimeControl.read(kept.clock),
            salt=salt_of(kept),
            deal=Deal(seed_of(kept)),
            options=kept.options,
            fairness=kept.fairness,
        )
        outcome = await play_match(setup, players, journal, None, lines)
        losses = tuple(Loss(lost.seat, lost.reason, lost.turn) for lost in outcome.forfeits)
        ended = self.now()
        kept = replace(kept, state="finished", result=outcome.result, losses=losses, head=outcome.head, ended=ended)
        await self.results.keep(kept)
        if disclose:
            await self.disclose(kept)
        return kept

    async def begin(self, kept):
        """Store a match as running, with its deal, as an arena does when a match begins."""
        await self.offer(kept)
        journal = await self.results.open_match(kept, [f"ticket of {kept.match}" for _ in kept.seats])
        kept = replace(kept, state="running", started=self.now())
        await self.results.keep(kept)
        return journal, kept

    async def offer(self, kept):
        """Store a match that has not begun."""
        await self.open_round(kept.round)
        await self.results.plan([PlannedMatch(kept, salt_of(kept))])

    async def withdraw(self, kept):
        """Store a match that became void before it began, as when its tournament is cancelled."""
        await self.offer(kept)
        await self.results.keep(withdrawn(kept, self.now()))

    async def disclose(self, *block):
        """Disclose the deal of a block."""
        for kept in block:
            await self.results.disclose(seed_of(kept), {kept.match: salt_of(kept)})

    async def block(self, number, names, game="cacao", a_round="r-1"):
        """Play a block: one deal in every rotation of the seats."""
        done = []
        for turn in range(len(names)):
            rotated = names[turn:] + names[:turn]
            kept = self.entry(f"{a_round}-{number}-{turn}", rotated, game, a_round, number, place=turn)
            done.append(await self.play(kept, disclose=False))
        await self.disclose(*done)
        return done

    async def tournament(self, public, file, names, *, blocks=None, state="finished", schedule=""):
        """Play a tournament by its regulations, up to this number of blocks."""
        keeper = StoredTournaments(self.database, self.now)
        name = read(file).name
        await keeper.begin(Tournament(public, name, file, self.now(), schedule=schedule))
        entered = [Participant(name.partition("@")[0], seated(name), "") for name in names]
        await keeper.enter(public, entered)
        await self.play_on(public, blocks)
        await keeper.set_state(public, state)

    async def play_on(self, public, blocks=None):
        """Play the next rounds of a tournament, up to this number of blocks in all."""
        keeper = StoredTournaments(self.database, self.now)
        while True:
            course = await course_of(keeper, public)
            upcoming = course.form.next(course.keys, course.played())
            if upcoming is None or (blocks is not None and len(course.fixtures) >= blocks):
                break
            number = len(course.fixtures)
            fixtures = tuple(Fixture(number + each, one.entrants) for each, one in enumerate(upcoming.pairings))
            stage = Stage(len(course.stages), f"{public}-{len(course.stages)}", upcoming.name, fixtures, upcoming.byes)
            await keeper.decide(public, stage)
            await self.open_round(stage.id, public)
            for fixture in fixtures:
                if blocks is not None and fixture.number >= blocks:
                    break
                called = [course.who[key] for key in fixture.entrants]
                seats = tuple(f"{who.entrant}@{who.version}" for who in called)
                await self.block(fixture.number, seats, a_round=stage.id)
            else:
                await keeper.close(public, stage.number)


def seated(name):
    bot, _, version = name.partition("@")
    return Seated(bot, version or "1", "house" if bot in HOUSE else "bot")


def analysed(database, match):
    """Store an analysis of a finished match."""

    def record(session):
        return record_bytes(match_queries.record_of(session, match_queries.match_called(session, match)))

    store_analyses(database, [analyse(database.read(record), "mcts-8").values()], lambda: START)


async def fill(database):
    """Store every kind of data that a page can show. Return the matches by their kind."""
    filling = Filling(database)
    accounts = StoredAccounts(database, frozenset(HOUSE), 100, filling.now)
    for name, author in (("ana", "Ana"), ("quetzal", "A. Author")):
        await accounts.register(name, author, f"What {name} does, in a line.")
    await accounts.attended("ana", "1", "t")
    await accounts.attended("ana", "2", "t")
    number = 0
    for names in (("ana@1", "greedy"), ("ana@2", "greedy"), ("ana@2", "quetzal"), ("mcts-50", "quetzal")):
        for _ in range(3):
            await filling.block(number, names)
            number += 1
        refresh(database, filling.now())
    await filling.block(number, ("ana@2", "quetzal", "greedy"), a_round="r-three")
    teo = filling.entry("teo-1", ("ana@2", "greedy"), "teotihuacan", "r-teo", 1)
    matches = {
        "plain": "r-1-0-0",
        "teotihuacan": (await filling.play(teo)).match,
        "forfeit": (await filling.play(filling.entry("forfeit", ("quetzal", "greedy"), block=90), leaves_at=3)).match,
    }
    ruled = await filling.play(filling.entry("ruled", ("ana@2", "greedy"), block=91))
    turned = replace(ruled.result, placements=ruled.result.placements[::-1])
    await filling.results.keep(replace(ruled, result=turned, ruling="the clock was wrong", adjudicated=True))
    await accounts.note("t", "AdjudicateMatch", ruled.match, "the clock was wrong")
    void = await filling.play(filling.entry("void", ("ana@2", "greedy"), block=92))
    await filling.results.keep(replace(void, state="void", ruling="a broken cable"))
    await accounts.note("t", "VoidMatch", void.match, "a broken cable")
    secret = await filling.play(
        filling.entry("secret", ("ana@2", "quetzal"), a_round="r-secret", block=5), disclose=False
    )
    _, running = await filling.begin(filling.entry("running", ("quetzal", "ana@2"), a_round="r-secret", block=5))
    names = ("ana@2", "quetzal@1", "greedy@1", "random@1", "mcts-50@1")
    await filling.tournament("t-cup", CUP, names[:4], schedule="s-1")
    await filling.tournament("t-knockout", KNOCKOUT, names, blocks=2, state="running")
    await StoredTournaments(database, filling.now).begin(Tournament("t-soon", "Soon", CUP, filling.now()))
    when = Schedule("0 18 * * 5", "Europe/Madrid")
    await StoredSchedules(database).add(Planned("s-1", "Friday cup", CUP, when, START, START, 1))
    for name in (matches["plain"], matches["teotihuacan"]):
        analysed(database, name)
    refresh(database, filling.now())
    return matches | {"ruled": ruled.match, "void": void.match, "secret": secret.match, "running": running.match}
