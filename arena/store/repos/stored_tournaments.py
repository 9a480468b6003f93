"""The tournaments in the database: the implementation of the interface `Keeper`.

Results are stored only in the rows of the matches. So if an organiser changes the result of a match, the standings of
its tournament change, too.
"""

import json
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from sys import intern
from typing import Final, TypeVar

from sqlmodel import Session

from arena.errors import GUESSED, UsageError, guess
from arena.record import Seated
from arena.server.access.accounts import NotFoundError, TakenError
from arena.store import tables
from arena.store.db.database import Database
from arena.store.db.transaction import Transaction
from arena.store.repos import match_rows
from arena.store.sql import tournament_queries
from arena.tournament.venue import OVER, Fixture, MatchResult, Participant, Stage, Tournament, TournamentState, standing

T = TypeVar("T", bound=tuple[object, ...])


class StoredTournaments:
    """The tournaments of one database."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database: Final = database
        self.now: Final = now

    async def begin(self, tournament: Tournament) -> None:
        """Store a new tournament. A second call changes nothing. Raise TakenError if another one has its name."""
        await self.database.do(lambda session: begin(session, tournament))

    async def tournament(self, tournament: str) -> Tournament:
        """Return the tournament with this id or name. Raise NotFoundError if there is none."""
        return await self.database.ask(lambda session: tournament_value(called(session, tournament)))

    async def tournaments(self) -> tuple[Tournament, ...]:
        """Return all tournaments, the newest first."""
        return await self.database.ask(
            lambda session: tuple(tournament_value(row) for row in tournament_queries.all_tournaments(session))
        )

    async def started_by(self, schedule: str) -> tuple[Tournament, ...]:
        """Return the tournaments that a schedule has started, the newest first."""
        return await self.database.ask(
            lambda session: tuple(tournament_value(row) for row in tournament_queries.tournaments_of(session, schedule))
        )

    async def set_state(self, tournament: str, state: TournamentState, reason: str = "") -> Tournament:
        """Set the state of a tournament with its reason, and return the tournament."""

        def work(session: Session) -> Tournament:
            row = called(session, tournament)
            row.state, row.reason = state, reason
            row.ended = self.now() if state in OVER else None
            return tournament_value(row)

        return await self.database.do(work)

    async def enter(self, tournament: str, entrants: Sequence[Participant]) -> None:
        """Store the entrants of a tournament. A second call changes nothing."""

        def work(session: Session) -> None:
            key = key_of(called(session, tournament))
            if tournament_queries.entries_of(session, key):
                return
            for place, entered in enumerate(entrants):
                entrant = match_rows.entrant_id(Transaction.of(session), entered.who, self.now())
                row = tables.EntryRow(
                    tournament_id=key, place=place, key=entered.key, entrant_id=entrant, author=entered.author
                )
                session.add(row)

        await self.database.do(work)

    async def entrants(self, tournament: str) -> tuple[Participant, ...]:
        """Return the entrants of a tournament with the names that their bots have now."""
        return await self.database.ask(lambda session: entrants(session, key_of(called(session, tournament))))

    async def decide(self, tournament: str, stage: Stage) -> None:
        """Store a stage of a tournament and its fixtures, before any of their matches is offered.

        If the stage is stored already, store only its new fixtures. Raise UsageError if another stage of this
        tournament has its number.
        """
        await self.database.do(lambda session: decide(session, key_of(called(session, tournament)), stage))

    async def close(self, tournament: str, stage: int) -> None:
        """Mark the stage with the number `stage` of a tournament as over."""

        def work(session: Session) -> None:
            row = session.get(tables.StageRow, (key_of(called(session, tournament)), stage))
            if row is not None:
                row.closed = True

        await self.database.do(work)

    async def stages(self, tournament: str, since: int = 0) -> tuple[Stage, ...]:
        """Return the stored stages of a tournament, in order. Leave out stages with a number below `since`."""
        return await self.database.ask(lambda session: stages(session, key_of(called(session, tournament)), since))

    async def results(self, tournament: str, block: int | None = None, *, since: int = 0) -> tuple[MatchResult, ...]:
        """Return the finished and void matches of a tournament, in the order of their blocks.

        With `block`, return only the matches of this block. With `since`, leave out blocks with a lower number.
        """
        return await self.database.ask(
            lambda session: results(session, key_of(called(session, tournament)), block, since)
        )

    async def rulings(self) -> int:
        """Return a number that increases with every ruling of an organiser on an ended match of the arena.

        A caller compares it with an earlier number, to see if there was a ruling since then.
        """
        return await self.database.ask(tournament_queries.last_ruling)

    async def place_of(self, match: str) -> tuple[str, int] | None:
        """Return the id of a match's tournament and the number of the match's block.

        Return None if the match has no tournament.
        """

        def question(session: Session) -> tuple[str, int] | None:
            found = tournament_queries.tournament_of_match(session, match)
            return (found[0].public, found[1]) if found is not None else None

        return await self.database.ask(question)


def called(session: Session, public_or_name: str) -> tables.TournamentRow:
    """Return the tournament with this id or name. Raise NotFoundError if there is none."""
    found = tournament_queries.tournament_called(session, public_or_name)
    if found is None:
        near = guess(public_or_name, tournament_queries.names_of_tournaments(session, GUESSED))
        raise NotFoundError(f"no tournament is called {ascii(public_or_name)[:60]}{near}")
    return found


def key_of(row: tables.TournamentRow) -> int:
    """Return the primary key of a stored tournament."""
    assert row.id is not None
    return row.id


def begin(session: Session, tournament: Tournament) -> None:
    """Store a new tournament. A second call changes nothing. Raise TakenError if another one has its name."""
    same = tournament_queries.tournament_named(session, tournament.name)
    if same is not None:
        if same.public == tournament.id:
            return
        action = ("look at it", "show") if same.state == "finished" else ("go on with it", "resume")
        raise TakenError(
            f"a tournament is called {tournament.name!r} already, and {standing(same.state)}: "
            f"{action[0]} (arena tournament {action[1]} {same.public}), or give another name"
        )
    session.add(
        tables.TournamentRow(
            public=tournament.id,
            name=tournament.name,
            terms=tournament.file,
            state=tournament.state,
            created=tournament.created,
            seed=tournament.seed,
            schedule=tournament.schedule,
        )
    )


def decide(session: Session, key: int, stage: Stage) -> None:
    """Store a stage of a tournament, and those of its fixtures that are not stored yet.

    Raise UsageError if another stage of this tournament has its number.
    """
    kept = session.get(tables.StageRow, (key, stage.number))
    if kept is None:
        session.add(
            tables.StageRow(
                tournament_id=key,
                number=stage.number,
                public=stage.id,
                name=stage.name,
                byes=json.dumps(stage.byes),
                instead_of=stage.instead_of,
            )
        )
    elif kept.public != stage.id:
        raise UsageError(f"round {stage.number} is decided already: another arena runs this tournament as well")
    known = {number for _, number, _ in tournament_queries.pairings_of(session, key, since=stage.number)}
    for fixture in stage.fixtures:
        if fixture.number not in known:
            row = tables.PairingRow(
                tournament_id=key, number=fixture.number, stage=stage.number, entrants=json.dumps(fixture.entrants)
            )
            session.add(row)


def tournament_value(row: tables.TournamentRow) -> Tournament:
    """Return the tournament that a table row stores."""
    return Tournament(
        id=row.public,
        name=row.name,
        file=row.terms,
        created=row.created,
        seed=row.seed,
        schedule=row.schedule,
        state=row.state,  # type: ignore[arg-type]  # checked when it came in
        reason=row.reason,
        ended=row.ended,
    )


def entrants(session: Session, key: int) -> tuple[Participant, ...]:
    """Return the entrants of a tournament with the names that their bots have now."""
    return tuple(
        Participant(entry.key, Seated(name, version, kind), entry.author)  # type: ignore[arg-type]  # checked when it came in
        for entry, name, version, kind in tournament_queries.entries_of(session, key)
    )


def stages(session: Session, key: int, since: int = 0) -> tuple[Stage, ...]:
    """Return the stages of a tournament with their fixtures, in order. Leave out stages with a number below `since`."""
    of_stage: dict[int, list[Fixture]] = defaultdict(list)
    for stage, number, keys in tournament_queries.pairings_of(session, key, since):
        of_stage[stage].append(Fixture(number, tuple(map(intern, json.loads(keys)))))
    return tuple(
        Stage(
            number=row.number,
            id=row.public,
            name=row.name,
            fixtures=tuple(of_stage[row.number]),
            byes=tuple(json.loads(row.byes)),
            instead_of=row.instead_of,
            closed=row.closed,
        )
        for row in tournament_queries.stages_of(session, key, since)
    )


def results(session: Session, key: int, block: int | None = None, since: int = 0) -> tuple[MatchResult, ...]:
    """Return the finished and void matches of a tournament, in the order of their blocks.

    With `block`, return only the matches of this block. With `since`, leave out blocks with a lower number.
    """
    keys = {entry.entrant_id: intern(entry.key) for entry, *_ in tournament_queries.entries_of(session, key)}
    seats = tournament_queries.seats_played(session, key, block, since)
    return tuple(result([*of_match], keys) for _, of_match in groupby(seats, key=lambda seat: seat.match))


@lru_cache(maxsize=4096)
def shared(values: T) -> T:
    """Return the object that was first given to this function with an equal value, or `values` if there is none.

    Then equal values use the memory only once, which matters in long tournaments.
    """
    return values


def result(seats: Sequence[tournament_queries.Sat], keys: Mapping[int, str]) -> MatchResult:
    """Return the result of a finished or void match. `seats` are its seats in order; `keys` names their entrants."""
    match = seats[0]
    sat = shared(tuple([keys[each.entrant_id] for each in seats]))
    if match.state == "void":
        return MatchResult(match.match, match.block, match.place, sat, fault=match.fault)
    return MatchResult(
        match=match.match,
        block=match.block,
        place=match.place,
        seats=sat,
        placements=shared(tuple([each.placement or 0 for each in seats])),
        scores=shared(tuple([each.score or 0 for each in seats])),
        pairs=frozenset((one, other) for one, other in json.loads(match.pairs)) if match.pairs else None,
        forfeits=tuple([seat for seat, each in enumerate(seats) if each.forfeit]),
    )
