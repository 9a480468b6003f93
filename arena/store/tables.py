"""The tables of the database, one class for each.

Keys are numbers of the database itself and are used nowhere else. If a row has a name outside of the database, `public`
is that name, which is random and reveals no order. Times are seconds since 1970. Temporary secrets (a round's secret, a
block's seed, a match's salt) are stored from the start, so that an arena that crashed can resume.
"""

from typing import Final

from sqlmodel import (
    BigInteger,
    CheckConstraint,
    Column,
    Field,
    Index,
    LargeBinary,
    MetaData,
    SQLModel,
    Text,
    UniqueConstraint,
)

# Constraints have names, so that a later migration can drop them on either database.
METADATA: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class TableRow(SQLModel):
    """The base class of the models of all tables."""

    metadata = METADATA


# Identities --------------------------------------------------------------------------------------------------------


class AuthorRow(TableRow, table=True):
    """An author of bots, identified by name."""

    __tablename__ = "authors"

    id: int | None = Field(default=None, primary_key=True)
    name: str = Field(unique=True)
    created: float


class BotRow(TableRow, table=True):
    """A bot with its name, its author and its state.

    Names that differ only in letter case are equal. House bots have no author.
    """

    __tablename__ = "bots"

    id: int | None = Field(default=None, primary_key=True)
    author_id: int | None = Field(default=None, foreign_key="authors.id", index=True)
    name: str
    folded: str = Field(unique=True)
    description: str = ""
    state: str = "active"  # active, suspended, deleted
    registered: bool = True  # False for the house's own bots, and for bots that are only known from an import
    created: float


class VersionRow(TableRow, table=True):
    """A version of a bot: when it was first seen, when it connected and disconnected last, and if it may be rated.

    `admitted` is the time from which it may play rated matches. `departed` is None while the version is connected.
    """

    __tablename__ = "versions"
    __table_args__ = (UniqueConstraint("bot_id", "name"),)

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bots.id")
    name: str
    created: float
    attended: float  # 0 if it has never connected
    admitted: float | None = None
    refused: str = ""  # the reason, if it was refused
    withdrawn: str = ""  # the reason, if it was withdrawn
    departed: float | None = None  # when its last stream ended


class EntrantRow(TableRow, table=True):
    """An entrant of matches, ratings and tournaments: a version of a bot, or an automaton."""

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("version_id", "kind"),)

    id: int | None = Field(default=None, primary_key=True)
    version_id: int = Field(foreign_key="versions.id")
    kind: str  # bot, house, automaton


class TokenRow(TableRow, table=True):
    """A token: the secret that names a bot or an organiser in every call. Only a hash of the secret is stored."""

    __tablename__ = "tokens"

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    hash: str = Field(unique=True)
    scope: str
    bot_id: int | None = Field(default=None, foreign_key="bots.id", index=True)
    label: str = ""
    created: float
    used: float | None = None
    revoked: float | None = None
    parent: str = Field(default="", index=True)  # the public id of the token that it was made with


class InviteRow(TableRow, table=True):
    """An invite, with which authors register bots. Only a hash of its code is stored."""

    __tablename__ = "invites"
    __table_args__ = (CheckConstraint("uses_left >= 0", name="uses_left"),)

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    hash: str = Field(unique=True)
    label: str = ""
    uses_left: int
    expires: float | None = None
    revoked: float | None = None
    parent: str = Field(default="", index=True)  # the public id of the token that it was made with


class AuditRow(TableRow, table=True):
    """An action of an organiser, or of the arena in an organiser's name."""

    __tablename__ = "audit"

    id: int | None = Field(default=None, primary_key=True)
    time: float
    token: str  # the public id of the token with which it was done
    action: str
    target: str = Field(index=True)
    reason: str


class PackageRow(TableRow, table=True):
    """The zip of a submitted bot, by the digest of its content."""

    __tablename__ = "packages"

    digest: str = Field(primary_key=True)
    size: int
    created: float
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class SubmissionRow(TableRow, table=True):
    """A version of a bot that its author submitted. The package of a version never changes."""

    __tablename__ = "submissions"
    __table_args__ = (UniqueConstraint("bot_id", "version"),)

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bots.id")
    version: str
    digest: str = Field(foreign_key="packages.digest")
    created: float


class BotRunRow(TableRow, table=True):
    """A run of a submitted bot in its sandbox. Only the bot's author may read it."""

    __tablename__ = "bot_runs"

    id: int | None = Field(default=None, primary_key=True)
    bot_id: int = Field(foreign_key="bots.id", index=True)
    version: str
    began: float
    seconds: float
    exit_code: int
    stopped_by: str  # the limit that stopped it
    dismissed: bool  # the arena ended it
    trouble: str = Field(sa_column=Column(Text, nullable=False))  # why it could not be started
    memory_peak: int = Field(sa_column=Column(BigInteger, nullable=False))
    processor_seconds: float
    stdout: str = Field(sa_column=Column(Text, nullable=False))
    stderr: str = Field(sa_column=Column(Text, nullable=False))


# Matches -----------------------------------------------------------------------------------------------------------


class PoolRow(TableRow, table=True):
    """A pool: matches that are rated together.

    The row also names the anchor, which is the entrant with a fixed rating, if one is chosen.
    """

    __tablename__ = "pools"
    __table_args__ = (UniqueConstraint("game", "seats", "options", "rules_version", "speed"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str
    seats: int
    options: str
    rules_version: int
    speed: str
    anchor_id: int | None = Field(default=None, foreign_key="entrants.id")


class TournamentRow(TableRow, table=True):
    """A tournament: its name, and its regulations as the organiser wrote them."""

    __tablename__ = "tournaments"

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    name: str = Field(unique=True)
    terms: str = Field(sa_column=Column(Text, nullable=False))
    state: str  # waiting, running, interrupted, finished, cancelled, failed
    created: float
    ended: float | None = None
    reason: str = ""  # the reason, if it was cancelled or has failed
    seed: str = ""  # given at its start; empty for fair deals, or for the seed in the regulations
    schedule: str = Field(default="", index=True)  # the schedule that started it, by its public id


class EntryRow(TableRow, table=True):
    """An entrant of a tournament, fixed when the tournament starts.

    `key` is its name in pairings, which never changes.
    """

    __tablename__ = "entries"
    __table_args__ = (UniqueConstraint("tournament_id", "key"),)

    tournament_id: int = Field(foreign_key="tournaments.id", primary_key=True)
    place: int = Field(primary_key=True)
    key: str
    entrant_id: int = Field(foreign_key="entrants.id")
    author: str = ""  # the author at that time; pairings keep the bots of one author apart


class StageRow(TableRow, table=True):
    """A stage of a tournament: pairings that were decided together. It is stored before any of its matches is offered.

    `public` is also the name of a round: that round has the matches of the stage, and the secret of their deals.
    """

    __tablename__ = "stages"

    tournament_id: int = Field(foreign_key="tournaments.id", primary_key=True)
    number: int = Field(primary_key=True)
    public: str = Field(unique=True)
    name: str
    byes: str = Field(default="[]", sa_column=Column(Text, nullable=False))  # keys
    instead_of: str = ""  # the public id of the void match that the stage replays, if it is a replay
    closed: bool = False


class PairingRow(TableRow, table=True):
    """A fixture of a tournament: the entrants of one block, in the order in which they sit in its first match.

    The fixtures of a tournament are numbered through all its stages.
    """

    __tablename__ = "pairings"

    tournament_id: int = Field(foreign_key="tournaments.id", primary_key=True)
    number: int = Field(primary_key=True)
    stage: int
    entrants: str = Field(sa_column=Column(Text, nullable=False))  # keys


class ScheduleRow(TableRow, table=True):
    """A tournament that the arena repeats at the times of a cron expression."""

    __tablename__ = "schedules"

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    name: str = Field(unique=True)
    terms: str = Field(sa_column=Column(Text, nullable=False))
    cron: str
    zone: str
    missed: str  # skip, once, all
    overlap: str  # queue, skip
    created: float
    done: float  # the run that is due next is the first after this moment
    runs: int = 0  # how many tournaments it has started


class RoundRow(TableRow, table=True):
    """A round: blocks with deals that follow from one secret, which is private until the round is closed."""

    __tablename__ = "rounds"

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    tournament_id: int | None = Field(default=None, foreign_key="tournaments.id", index=True)
    secret: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    agreed: str = Field(default="", sa_column=Column(Text, nullable=False))  # the terms that its matches share, as JSON
    closed: bool = Field(default=False, index=True)
    created: float


class NonceRow(TableRow, table=True):
    """A nonce: bytes that a bot gave for a round. The deals follow from the round's secret and the nonces in order.

    `place` is the position of the nonce in this order.
    """

    __tablename__ = "nonces"

    round_id: int = Field(foreign_key="rounds.id", primary_key=True)
    place: int = Field(primary_key=True)
    bot: str
    version: str
    nonce: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class BlockRow(TableRow, table=True):
    """A block: matches that are played with one deal, which follows from `seed`.

    The seed is private until `disclosed` is true.
    """

    __tablename__ = "blocks"
    __table_args__ = (UniqueConstraint("round_id", "number"), Index(None, "round_id", "instead_of"))

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)  # its bootstrap weights follow from this name
    round_id: int | None = Field(default=None, foreign_key="rounds.id")
    number: int
    instead_of: int | None = None  # the number of the block with the void match that this block replays
    seed: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))
    disclosed: bool = False


class MatchRow(TableRow, table=True):
    """A match from its offer on, with all values that searches for matches use."""

    __tablename__ = "matches"
    __table_args__ = (
        Index(None, "state", "id"),
        Index(None, "pool_id", "state", "id"),
        Index(None, "created", "id"),
    )

    id: int | None = Field(default=None, primary_key=True)
    public: str = Field(unique=True)
    pool_id: int | None = Field(default=None, foreign_key="pools.id")  # set when its header is written
    block_id: int | None = Field(default=None, foreign_key="blocks.id", index=True)
    place: int = 0  # the number of its seating in the block
    game: str
    rules_version: int
    settings: str = Field(sa_column=Column(Text, nullable=False))  # the options, in the order of the rules
    clock: str
    fairness: str
    state: str  # offered, running, finished, void
    salt: bytes | None = Field(default=None, sa_column=Column(LargeBinary, nullable=True))  # private until disclosed
    bot_seeds: str = ""  # as JSON, private; empty if they follow from the salt
    commitment: str = ""
    reason: str = ""  # the reason why it ended
    turns: int | None = None
    ledger: str = Field(default="", sa_column=Column(Text, nullable=False))
    pairs: str = ""  # the pairs of seats that count; empty for all
    head: str = ""
    ruling: str = ""
    fault: bool = False  # void by the arena's own fault, and replayed
    adjourned: str = Field(default="", sa_column=Column(Text, nullable=False))  # JSON while it waits for its bots
    adjudicated: bool = False
    rated: bool = True  # a match that begins at a given position is not rated, whatever the value here
    created: float
    started: float | None = None
    ended: float | None = None


class SeatRow(TableRow, table=True):
    """A seat of a match: its entrant, the entrant's name at that time, and the seat's result."""

    __tablename__ = "seats"
    __table_args__ = (Index(None, "entrant_id", "match_id"),)

    match_id: int = Field(foreign_key="matches.id", primary_key=True)
    seat: int = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id")
    name: str  # its name at that time
    version: str
    kind: str
    ticket: str = ""  # hashed, of a match that has begun: a bot rejoins with one of them
    placement: int | None = None
    score: int | None = None
    forfeit: str = ""  # why it forfeited
    forfeit_turn: int | None = None
    decisions: int = 0  # decisions that the bot made itself
    think_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    transport_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    stall_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    held_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))  # of the transport
    credit_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))  # of the transport, too


class RecordRow(TableRow, table=True):
    """The compressed record of a finished match: the bytes of its journal's lines.

    When its deal is disclosed, the seed is appended.
    """

    __tablename__ = "records"

    match_id: int = Field(foreign_key="matches.id", primary_key=True)
    size: int  # bytes of the lines before compression
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class AnalysisRow(TableRow, table=True):
    """An analysis of a match as compressed JSON, with the search that made it and the search's version."""

    __tablename__ = "analyses"

    match_id: int = Field(foreign_key="matches.id", primary_key=True)
    search: str = Field(primary_key=True)  # empty if the analysis has luck only
    version: int
    created: float = Field(index=True)
    data: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class AnalysisCostRow(TableRow, table=True):
    """What the blunders of a seat in one chapter of the rules cost, as the newest analysis by a search has found.

    The row stays when the analysis is deleted. So the arena still knows that the match was analysed.
    """

    __tablename__ = "analysis_costs"

    match_id: int = Field(foreign_key="matches.id", primary_key=True)
    seat: int = Field(primary_key=True)
    chapter: str = Field(primary_key=True)  # its number; empty if an analysis of an earlier release did not have it
    search: str
    version: int
    decisions: int
    blunders: int  # decisions that cost more than the noise
    cost: float  # of the blunders


class JournalLineRow(TableRow, table=True):
    """A journal line of a running match. The lines become its record when the result is stored."""

    __tablename__ = "journal"

    match_id: int = Field(foreign_key="matches.id", primary_key=True)
    number: int = Field(primary_key=True)
    line: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class AdjudicationRow(TableRow, table=True):
    """An organiser's ruling on a match, with the result before it."""

    __tablename__ = "adjudications"

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="matches.id", index=True)
    time: float
    state: str  # finished or void
    placements: str
    before: str  # the placements that it replaced
    ruling: str


class SeatFaultRow(TableRow, table=True):
    """A fault of the arena that adjourned a bot's match or made it void.

    `lead` is the bot's points at that moment minus those of the best other seat.
    """

    __tablename__ = "faults"

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="matches.id", index=True)
    seat: int
    kind: str  # adjourned or void
    time: float
    lead: int | None = None  # its points less those of the best other seat, by the journal; None if that is not known
    absent: bool = False  # it did not reconnect in time


# Counts ------------------------------------------------------------------------------------------------------------


class CellRow(TableRow, table=True):
    """How often two entrants at two seats were compared in a pool, and with which points, to fit ratings.

    `sums` has the bytes of an `arena.stats.sums.Sum`. `entrant_id` is smaller than `opponent_id`.
    """

    __tablename__ = "cells"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    seat: int = Field(primary_key=True)
    opponent_id: int = Field(foreign_key="entrants.id", primary_key=True)
    opponent_seat: int = Field(primary_key=True)
    sums: bytes = Field(sa_column=Column(LargeBinary, nullable=False))


class TallyRow(TableRow, table=True):
    """The number of an entrant's games at one seat in a pool, with wins, draws, places and decision times."""

    __tablename__ = "tallies"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    seat: int = Field(primary_key=True)
    games: int = 0
    wins: int = 0  # alone in the first place
    draws: int = 0  # sharing it
    places: int = 0  # twice the sum of its places; entrants that share places have their mean
    decisions: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    think_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    held_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))
    credit_us: int = Field(default=0, sa_column=Column(BigInteger, nullable=False))


class ForfeitsRow(TableRow, table=True):
    """The number of an entrant's forfeits in a pool for one reason."""

    __tablename__ = "forfeits"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    reason: str = Field(primary_key=True)
    games: int = 0


class DealRow(TableRow, table=True):
    """How many games of one block an entrant has played in a pool. There is no row for 0 games."""

    __tablename__ = "deals"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    block_id: int = Field(foreign_key="blocks.id", primary_key=True)
    games: int = 0


class PlayedRow(TableRow, table=True):
    """The numbers of games and deals that an entrant has played in a pool."""

    __tablename__ = "played"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    games: int = 0
    deals: int = 0


class RankingRow(TableRow, table=True):
    """The last fitted ranking of a pool or of all pools, as JSON. `scope` is the pool's key, or "combined"."""

    __tablename__ = "rankings"

    scope: str = Field(primary_key=True)
    computed: float
    body: str = Field(sa_column=Column(Text, nullable=False))


class PointRow(TableRow, table=True):
    """A point of a chart: the rating or the form (sequential Elo) of an entrant after a number of games.

    A chart has one point for each *step*. Each of the first steps is one game. Later steps are longer: the number of
    games grows by a few percent in each.
    """

    __tablename__ = "points"

    scope: str = Field(primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    line: str = Field(primary_key=True)  # rating or form
    step: int = Field(primary_key=True)
    games: int
    time: float
    value: float
    reach: float  # of the interval; 0 for the form


class FormStateRow(TableRow, table=True):
    """An entrant's form (sequential Elo) in a pool, after all matches that were included so far."""

    __tablename__ = "forms"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    entrant_id: int = Field(foreign_key="entrants.id", primary_key=True)
    rating: float
    games: int = 0


class FollowedRow(TableRow, table=True):
    """The last match of a pool that its forms (sequential Elo) include, and the pool's newest ruling at that moment.

    A ruling is an organiser's decision that changes a result. After a new one, the forms are computed again.
    """

    __tablename__ = "followed"

    pool_id: int = Field(foreign_key="pools.id", primary_key=True)
    match_id: int
    ruling: int  # the newest adjudication of one of its matches


class LadderRow(TableRow, table=True):
    """The last state of the standing ladder in a pool: rated matches that the arena plays when it is idle.

    The row may exist before the pool has results.
    """

    __tablename__ = "ladders"
    __table_args__ = (UniqueConstraint("game", "seats", "options", "rules_version", "speed"),)

    id: int | None = Field(default=None, primary_key=True)
    game: str
    seats: int
    options: str
    rules_version: int
    speed: str
    clock: str
    state: str  # playing, settled, waiting, ended or stopped
    entrants: int
    settled: int  # of the entrants
    reach: float  # points to each side at which an entrant is settled
    games: int  # after which an entrant is settled in any case
    changed: float
