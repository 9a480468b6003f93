"""Matches that a test plays one answer at a time. Each line is stored immediately, as an arena stores it."""

from dataclasses import replace
from random import Random

from arena.games import rules
from arena.games.chance import Deal
from arena.record import Answer, Forfeit, ForfeitReason, Header, MatchProgress, ResultLine, commit
from arena.record.chain import Chain
from arena.server.matches.results import PlannedMatch
from tests.leaderboard.filled import salt_of, seed_of


class MatchInPlay:
    """A match that a test plays step by step."""

    def __init__(self, filling, kept, think_us=1500):
        self.filling, self.kept, self.think_us = filling, kept, think_us
        self.rules = rules(kept.game)
        self.progress = MatchProgress(self.rules.new(kept.options, len(kept.seats), Deal(seed_of(kept))))
        self.random = Random(kept.match)
        self.chain = Chain()

    @classmethod
    async def begun(cls, filling, match, names, *, begin=True, **more):
        """Offer a match and begin it. With `begin=False`, only offer it. Return the match."""
        kept = filling.entry(match, names, **more)
        self = cls(filling, kept)
        await filling.open_round(kept.round)
        await filling.results.plan([PlannedMatch(kept, salt_of(kept))])
        return await self.begin() if begin else self

    async def begin(self):
        """Begin the match, and store its first line. Return the match."""
        kept = self.kept = replace(self.kept, state="running", started=self.filling.now())
        self.journal = await self.filling.results.open_match(kept, [f"ticket of {kept.match}" for _ in kept.seats])
        commitment = commit(seed_of(kept), kept.match, salt_of(kept))
        header = Header(
            kept.match,
            kept.game,
            kept.rules_version,
            self.state.settings,
            kept.seats,
            kept.clock,
            kept.fairness,
            commitment,
        )
        await self.journal.begin(self.chained(header.line()))
        return self

    def chained(self, line):
        self.chain.add(line)
        return line

    @property
    def state(self):
        return self.progress.state

    @property
    def answers(self):
        return len(self.journal.lines) - 1

    async def answer(self, times=1):
        """Play this number of random answers, and store their lines."""
        for _ in range(times):
            option = self.random.choice(list(self.state.options()))
            line = Answer(self.state.to_move, self.rules.spell(self.state, option), "bot", self.think_us, 20, 0).line()
            self.state.apply(option)
            await self.journal.entry(self.chained(line))

    async def forfeit(self, seat):
        """Let a seat forfeit, and store the line about it."""
        self.progress.leave(seat, ForfeitReason.LEFT)
        await self.journal.entry(self.chained(Forfeit(seat, ForfeitReason.LEFT).line()))

    async def end(self, *, disclose=True):
        """Play the rest of the match, store its result, and disclose its deal."""
        while self.progress.end is None:
            await self.answer()
        result = ResultLine.after(self.progress)
        line = self.chained(result.line())
        await self.journal.commit(line, self.chain.hex)
        ended = self.filling.now()
        self.kept = replace(self.kept, state="finished", result=result, head=self.chain.hex, ended=ended)
        await self.filling.results.keep(self.kept)
        if disclose:
            await self.filling.disclose(self.kept)

    async def become_void(self, ruling):
        """Void the match by a ruling."""
        self.kept = replace(self.kept, state="void", ruling=ruling, ended=self.filling.now())
        await self.filling.results.keep(self.kept)
