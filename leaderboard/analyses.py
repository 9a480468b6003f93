"""Analyses on pages: the analysis beside a replay, and the points that a bot loses in each chapter of the rules."""

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from sqlmodel import Session

from arena.analysis.chapters import chapter_title
from arena.analysis.story import SameDeal
from arena.errors import VerificationError
from arena.games import DESCRIPTORS
from arena.languages import say
from arena.replay.review import Review
from arena.store.repos.stored_analyses import analysis_in, values_of
from arena.store.sql import analysis_queries, match_queries, page_queries
from arena.store.sql.match_queries import Found
from leaderboard.replays import StagedMatch

MARK: Final = 12  # characters of a digest


# Beside a replay -----------------------------------------------------------------------------------------------------


def review_of(session: Session, found: Found, staged: StagedMatch) -> Review | None:
    """Return the newest analysis of a match as a Review, which the match's page shows.

    Return None if the match has no analysis that this release can read.
    """
    assert found.match.id is not None
    row = analysis_queries.newest_analysis(session, found.match.id)
    if row is None:
        return None
    others = same_deals(session, found, len(staged.told.names))
    mark = sha256(row.data + repr(others).encode()).hexdigest()[:MARK]

    def read() -> Review | None:
        try:
            return Review(analysis_in(row), mark, others)
        except VerificationError:
            return None

    return staged.once(("review", mark), read)


def same_deals(session: Session, found: Found, seats: int) -> tuple[tuple[SameDeal, ...], ...]:
    """Return how bots did in the other matches that were played with the same deal.

    The result has a tuple for each seat of the match: the bots that had this seat in the other matches, each as a
    SameDeal with name, score and place.
    """
    names = page_queries.of_same_deal(session, found.match)
    matches = [each for name in names if (each := match_queries.match_called(session, name)) is not None]
    by_match = match_queries.seats_by_match(session, [each.id for each in matches])
    return tuple(
        tuple(
            SameDeal(match.public, row.name, row.score, row.placement)
            for match in matches
            if match.state == "finished"
            for row in by_match[match.id]
            if row.seat == seat and row.score is not None and row.placement is not None
        )
        for seat in range(seats)
    )


def stored_values(session: Session, found: Found) -> dict[str, Any] | None:
    """Return the newest analysis of a match as `arena analyse --json` prints it; None if there is none."""
    assert found.match.id is not None
    row = analysis_queries.newest_analysis(session, found.match.id)
    return None if row is None else values_of(row)


def can_be_analysed(found: Found) -> bool:
    """True if a match is finished and this release can analyse its game."""
    described = DESCRIPTORS.get(found.match.game)
    return found.match.state == "finished" and described is not None and bool(described.luck)


# Of a bot ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ChapterLoss:
    """The points that a bot loses in one chapter of the rules, averaged over the analysed games of its newest matches.

    `blunders` is the number of decisions that cost more than the error of the analysis. `points` is their cost: how
    much they lowered the probability of finishing ahead, in hundredths.
    """

    chapter: str
    title: str
    decisions: float
    blunders: float
    points: float


@dataclass(frozen=True, slots=True)
class GameLosses:
    """The points that a bot loses in one game: the number of analysed games, and its chapters.

    The chapter with the largest loss comes first.
    """

    game: str
    games: int
    points: float
    chapters: tuple[ChapterLoss, ...]


def losses_of(session: Session, entrants: Collection[int]) -> tuple[GameLosses, ...]:
    """Return a GameLosses for each game: the points that a bot's versions lose by blunders in their newest matches."""
    games = analysis_queries.analysed_games(session, entrants)
    costs = analysis_queries.costs_by_chapter(session, entrants)
    return tuple(
        GameLosses(
            game,
            count,
            sum(100 * each.cost / count for each in costs if each.game == game),
            chapter_losses([each for each in costs if each.game == game], count),
        )
        for game, count in sorted(games.items())
    )


def chapter_losses(costs: list[analysis_queries.ChapterCost], games: int) -> tuple[ChapterLoss, ...]:
    """Return a ChapterLoss for each chapter of the rules: the average loss per game. The largest loss comes first."""
    found = [
        ChapterLoss(
            each.chapter,
            chapter_title(each.chapter) if each.chapter else say("Not named"),
            each.decisions / games,
            each.blunders / games,
            100 * each.cost / games,
        )
        for each in costs
    ]
    return tuple(sorted(found, key=lambda each: (-each.points, each.chapter)))
