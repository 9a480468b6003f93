"""A snapshot of a tournament: its decisions and results, and the table computed from both."""

import secrets
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from arena.record import Seated
from arena.stats.standings import Finished
from arena.tournament.formats import Format
from arena.tournament.formats.base import Pairing, PlayedBlock, Standing
from arena.tournament.regulations import Regulations, read
from arena.tournament.venue import Fixture, Keeper, MatchResult, Participant, Stage, Tournament

AGAIN: Final = 1 << 30  # the first number of blocks that replay a void match; all other blocks have lower numbers


@dataclass(frozen=True)
class TournamentSnapshot:
    """The decisions and results of a tournament at one moment."""

    tournament: Tournament
    entrants: tuple[Participant, ...]
    stages: tuple[Stage, ...]
    results: tuple[MatchResult, ...]
    rulings: int = 0  # the number of rulings, read before the results
    told: dict[int, tuple[list[MatchResult], PlayedBlock]] = field(default_factory=dict, compare=False)  # by number

    @cached_property
    def regulations(self) -> Regulations:
        """The regulations of the tournament."""
        return read(self.tournament.file)

    @cached_property
    def form(self) -> Format:
        """The tournament's format, as a Format object made from the regulations.

        It also gets the author of each entrant, because a format may keep entrants of one author apart.
        """
        return self.regulations.as_format({each.key: each.author for each in self.entrants if each.author})

    @property
    def firm(self) -> tuple[int, int]:
        """Two numbers: how many stages come before the first stage that is not over, and how many blocks they have.

        These stages change only if an organiser voids or changes the result of a match in them. Blocks that replay a
        void match are not counted.
        """
        rounds = next((stage.number for stage in self.stages if not stage.closed), len(self.stages))
        return rounds, sum(len(stage.fixtures) for stage in self.stages[:rounds] if not stage.instead_of)

    @property
    def keys(self) -> list[str]:
        """The keys of all entrants, which are their names in pairings."""
        return [entered.key for entered in self.entrants]

    @property
    def fixtures(self) -> list[tuple[Stage, Fixture]]:
        """The planned blocks in order, each with its stage. Blocks that replay a void match are left out."""
        return [(stage, each) for stage in self.stages if not stage.instead_of for each in stage.fixtures]

    @cached_property
    def by_block(self) -> dict[int, list[MatchResult]]:
        """A mapping from a block's number to the results of its matches; void matches are left out.

        The result of a match that replaces a void match belongs to the block of the void match.
        """
        again = {each.number: stage.instead_of for stage in self.stages if stage.instead_of for each in stage.fixtures}
        block = {each.match: each.block for each in self.results} if again else {}
        found: dict[int, list[MatchResult]] = defaultdict(list)
        for result in self.results:
            number = result.block
            while number in again:  # a replay may be void and be replayed itself
                number = block[again[number]]
            if not result.void:
                found[number].append(result)
        return found

    def again(self, match: str) -> Stage:
        """Return a new stage that replays a match of this tournament: the same seats, with a new deal."""
        seats = next(each.seats for each in self.results if each.match == match)
        repeats = sum(bool(stage.instead_of) for stage in self.stages)
        fixture = Fixture(AGAIN + repeats, seats)
        return Stage(len(self.stages), secrets.token_hex(8), f"match {match} again", (fixture,), instead_of=match)

    def is_over(self, stage: Stage, fixture: Fixture) -> bool:
        """True if every match of a block has been played."""
        return stage.closed or len(self.settled[fixture.number]) >= self.regulations.matches_per_block

    @cached_property
    def of_block(self) -> dict[int, list[MatchResult]]:
        """A mapping from a block's number to all its results; results of void matches are included."""
        found: dict[int, list[MatchResult]] = defaultdict(list)
        for each in self.results:
            found[each.block].append(each)
        return found

    @cached_property
    def settled(self) -> dict[int, set[int]]:
        """A mapping from a block's number to the indices of its seatings that need no further match to be played."""
        found: dict[int, set[int]] = defaultdict(set)
        for each in self.results:
            if not each.fault:
                found[each.block].add(each.place)
        return found

    def played(self, fixtures: Sequence[tuple[Stage, Fixture]] | None = None) -> list[PlayedBlock]:
        """Return the blocks of which every match is over, as PlayedBlock values.

        If `fixtures` are given, return exactly these blocks, even those that are not over.
        """
        if fixtures is None:
            fixtures = [(stage, each) for stage, each in self.fixtures if self.is_over(stage, each)]
        return [self.block(fixture, self.by_block[fixture.number]) for _, fixture in fixtures]

    def block(self, fixture: Fixture, results: list[MatchResult]) -> PlayedBlock:
        """Return a block with its results as a PlayedBlock. With unchanged results it is the same object each time."""
        kept = self.told.get(fixture.number)
        if kept is None or kept[0] != results:
            name = f"{self.tournament.id}/{fixture.number}"
            matches = [Finished(name, each.seats, each.placements, each.pairs) for each in results if not each.void]
            kept = results, PlayedBlock(fixture.number, Pairing(fixture.entrants), tuple(matches))
            self.told[fixture.number] = kept
        return kept[1]

    def standings(self) -> list[Standing]:
        """Return the current table of the tournament; an empty one before the entrants are known."""
        if not self.entrants:
            return []
        return self.form.standings(self.keys, self.played())

    @property
    def matches(self) -> int:
        """The number of all matches: planned ones, replays, and later ones if the final number of blocks is known."""
        again = sum(len(stage.fixtures) for stage in self.stages if stage.instead_of)
        return again + max(len(self.fixtures), self.length) * self.regulations.matches_per_block

    @property
    def length(self) -> int:
        """The number of blocks that the tournament will have in the end, as a forecast.

        It is 0 if there is no forecast: the number depends on results, the entrants are unknown, or the tournament is
        over.
        """
        goes_on = self.entrants and not self.tournament.is_over
        return (self.form.length(self.keys) or 0) if goes_on else 0

    @property
    def finished(self) -> int:
        """The number of finished matches."""
        return sum(not result.void for result in self.results)

    @property
    def settled_matches(self) -> int:
        """The number of matches that are over, except void matches that the arena will replay itself."""
        return sum(len(places) for places in self.settled.values())

    @property
    def forfeits(self) -> dict[str, int]:
        """A mapping from each entrant to the number of its forfeits; entrants without a forfeit are left out."""
        found: dict[str, int] = defaultdict(int)
        for result in self.results:
            for seat in result.forfeits:
                found[result.seats[seat]] += 1
        return found

    @property
    def who(self) -> dict[str, Seated]:
        """The current name of each entrant, by its key, which is its name in pairings."""
        return {entered.key: entered.who for entered in self.entrants}


async def course_of(keeper: Keeper, tournament: str, before: TournamentSnapshot | None = None) -> TournamentSnapshot:
    """Return a new snapshot of a tournament. Copy the stages that cannot have changed from `before`, an earlier one."""
    kept = await keeper.tournament(tournament)
    rulings = await keeper.rulings()
    rounds, blocks = before.firm if before is not None and before.rulings == rulings else (0, 0)
    stages = () if before is None else before.stages[:rounds]
    results = () if before is None else before.results
    results = results[: bisect_left(results, blocks, key=lambda each: each.block)]
    return TournamentSnapshot(
        kept,
        await keeper.entrants(kept.id),
        stages + await keeper.stages(kept.id, since=rounds),
        results + await keeper.results(kept.id, since=blocks),
        rulings,
        {} if before is None else before.told,
    )
