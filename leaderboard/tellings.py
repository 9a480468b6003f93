"""Sentences that describe values on pages: results, ranks, bots, tournaments and times.

A value in a sentence is a plain text: the template that shows the sentence cleans and escapes it.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from time import time
from typing import Any, Final, Protocol

from arena.errors import ArenaError
from arena.games import GAMES, rules
from arena.games.game import Scalar
from arena.games.words import title_in_words
from arena.languages import listed, say, say_counted
from arena.tournament.formats import FORMATS
from leaderboard.house_words import house_told
from leaderboard.matches import MatchPage
from leaderboard.ranking import COMBINED_TITLE, RankedEntrant
from leaderboard.tournaments import DuelLine, TableLine, TournamentLine, TournamentPage
from leaderboard.values import SeatLine
from leaderboard.words import LEADING, candidates, count, percent, points, when

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
RECENT: Final = 7 * DAY  # a moment that is further away is shown as a date
SEATS: Final = "ABCD"
NAMED: Final = 6  # bots that could be the best and are named; if there are more, the sentence says how many
FEW: Final = 4  # bots that a sentence names; if there are more, it says how many


class HasSeats(Protocol):
    """The values of a match from which `outcome` makes a sentence: its state, its seats, and if it was adjudicated.

    The line of a match in a list has these values, and so has the page of a match.
    """

    @property
    def state(self) -> str:
        """The state of the match: `offered`, `running`, `finished` or `void`."""

    @property
    def seats(self) -> Sequence[SeatLine]:
        """The seats of the match, in their order."""

    @property
    def adjudicated(self) -> bool:
        """True if an organiser decided the places."""


def game_told(name: str) -> str:
    """Return the title of a game in the reader's language, such as `Teotihuacan, solo game`."""
    base, _, solo = name.partition("/")
    game = title_in_words(name) if name in GAMES else base.capitalize()
    return say("%(game)s, solo game", game=game) if solo else game


# Matches -----------------------------------------------------------------------------------------------------------


def outcome(match: HasSeats) -> str:
    """Return the result or the state of a match as a sentence without a full stop."""
    names = [seat.bot for seat in match.seats]
    if match.state == "void":
        return say("%(bots)s: void", bots=listed(names))
    if match.state == "running":
        return say("%(bots)s play", bots=listed(names))
    first = [seat for seat in match.seats if seat.place == 1]
    if match.state != "finished" or not first:
        return say("%(bots)s will play", bots=listed(names))
    return by_ruling(first) if match.adjudicated else result(match.seats, first)


def by_ruling(first: Sequence[SeatLine]) -> str:
    """Return the result of a match in which an organiser decided the places, as a sentence.

    It has no points: they are those of the game that was played, and may belong to other places.
    """
    bots = listed([seat.bot for seat in first])
    if len(first) > 1:
        return say("By a ruling, %(bots)s share the first place", bots=bots)
    return say("By a ruling, %(bot)s has the first place", bot=bots)


def result(seats: Sequence[SeatLine], first: Sequence[SeatLine]) -> str:
    """Return the result of a finished match as a sentence; `first` are the seats that share the first place.

    If the winner has no more points than another seat, the sentence says that the tie-break of the game decided.
    """
    others = [seat.bot for seat in seats if seat not in first]
    if len(seats) == 1:
        return say("%(bot)s scored %(points)s", bot=seats[0].bot, points=seats[0].score)
    if len(first) > 1:
        return say("%(bots)s share the first place", bots=listed([seat.bot for seat in first]))
    forfeited = any(seat.forfeit for seat in seats)
    is_tie = any(seat.score == first[0].score for seat in seats if seat is not first[0])
    if is_tie and not forfeited:
        return by_tie_break(first[0], others)
    if len(others) == 1 and not forfeited:
        loser = next(seat for seat in seats if seat is not first[0])
        return say(
            "%(winner)s beat %(loser)s, %(points)s to %(fewer)s",
            winner=first[0].bot,
            loser=loser.bot,
            points=first[0].score,
            fewer=loser.score,
        )
    if len(others) == 1:
        return say("%(winner)s beat %(loser)s by forfeit", winner=first[0].bot, loser=others[0])
    return say("%(winner)s beat %(others)s", winner=first[0].bot, others=listed(others))


def by_tie_break(winner: SeatLine, others: Sequence[str]) -> str:
    """Return the result of a match that the tie-break of its game decided, as a sentence."""
    if len(others) > 1:
        return say("%(winner)s beat %(others)s, by the tie-break", winner=winner.bot, others=listed(others))
    return say(
        "%(winner)s beat %(loser)s, %(points)s to %(fewer)s, by the tie-break",
        winner=winner.bot,
        loser=others[0],
        points=winner.score,
        fewer=winner.score,
    )


def state_word(state: str) -> str:
    """Return the state of a match, a tournament or a bot as a word in the reader's language."""
    words = {
        "offered": say("offered"),
        "running": say("running"),
        "adjourned": say("adjourned"),
        "finished": say("finished"),
        "void": say("void"),
        "waiting": say("waiting"),
        "interrupted": say("interrupted"),
        "cancelled": say("cancelled"),
        "failed": say("failed"),
        "active": say("active"),
        "suspended": say("suspended"),
        "deleted": say("deleted"),
        "withdrawn": say("withdrawn"),
        "not admitted": say("not admitted"),
    }
    return words.get(state, state)


def unusual(match: MatchPage) -> Mapping[str, Scalar]:
    """Return a dict from name to value with those rules options of a match that do not have their canonical value.

    If this release does not have the game or an option, return all of them.
    """
    try:
        return rules(match.game).differences(match.options)
    except ArenaError:
        return match.options


def letter(seat: int) -> str:
    """Return the letter of a seat, which pictures show beside its colour."""
    return SEATS[seat] if seat < len(SEATS) else str(seat)


# Ranks -------------------------------------------------------------------------------------------------------------


def best_of(rows: Sequence[RankedEntrant]) -> str:
    """Return a sentence with the bots that may be the best by the results so far; empty if only one can be.

    Bots with fewer than LEADING deals are left out. If one of them could be the best, the sentence names this limit.
    """
    could = [row.bot for row in candidates(rows)]
    if len(could) < 2:
        return ""
    if len(could) < sum(row.first == 1 for row in rows):
        return say(
            "Of the bots that have played %(needed)s deals or more, %(bots)s could be the best.",
            needed=LEADING,
            bots=count(len(could)) if len(could) > NAMED else listed(could),
        )
    if len(could) > NAMED:
        return say("With what has been played, each of %(number)s bots could be the best.", number=count(len(could)))
    return say_counted(
        "With what has been played, %(bots)s could be the best.",
        "With what has been played, each of these %(num)s could be the best: %(bots)s.",
        len(could),
        bots=listed(could),
    )


def rank_told(row: Any) -> str:
    """Return a sentence with the ranks that are possible for a bot, as its rating is uncertain."""
    if row.first == row.last == 1:
        return say("With what has been played, it is the best, with 95 %% certainty.")
    if row.first == row.last:
        return say("With what has been played, it has rank %(rank)s, with 95 %% certainty.", rank=row.first)
    return say(
        "With what has been played, it could have any rank from %(first)s to %(last)s.", first=row.first, last=row.last
    )


def pool_told(title: str) -> str:
    """Return the title of a ranking in the reader's language, with the name of the game as a reader knows it."""
    if title == COMBINED_TITLE:
        return say("All games together")
    game, comma, rest = title.partition(", ")
    return f"{game_told(game)}{comma}{rest}" if game in GAMES else title


# Bots --------------------------------------------------------------------------------------------------------------


def kind_told(bot: Any) -> str:
    """Return words that say if a bot is a house bot, or if its author or the arena runs it."""
    if bot.runs == "house":
        return say("house bot")
    return say("submitted, the arena runs it") if bot.runs == "submitted" else say("its author runs it")


def presence(bot: Any) -> str:
    """Return a sentence that says if a bot is playing now, since when it is connected, or when it last was."""
    if bot.playing:
        return say("plays now")
    if bot.runs == "house":
        return say("always there")
    if bot.attended is None:
        return say("never connected")
    if bot.departed is None:
        return say("connected since %(time)s", time=when(bot.attended))
    return say("last connected %(when)s", when=ago(bot.departed))


# Tournaments -------------------------------------------------------------------------------------------------------


def format_told(name: str) -> str:
    """Return the name of a tournament format in the reader's language."""
    return say(FORMATS[name].title) if name in FORMATS else name.replace("-", " ")


def story(page: TournamentPage) -> str:
    """Return the result or the progress of a tournament as a sentence."""
    if page.state == "waiting" or not page.table:
        return say("It ended before it began.") if page.is_over else say("It has not begun.")
    if page.sprt is not None:
        return tested(page)
    if page.challengers:
        return challenged(page)
    if page.state == "finished":
        return won(page)
    if page.bracket:
        number = sum(map(decided, duels(page)))
        return say_counted("%(num)s duel is decided.", "%(num)s duels are decided.", number)
    return leading(page) if page.finished else nothing_over(page)


def nothing_over(page: TournamentPage) -> str:
    """Return a sentence about a tournament of which no match is finished."""
    return say("It ended before a match was over.") if page.is_over else say("No match is over yet.")


def won(page: TournamentPage) -> str:
    """Return a sentence that names the winners of a finished tournament."""
    first = first_of(page)
    if len(first) == 1:
        return say("%(bot)s won.", bot=first[0])
    return say("%(bots)s share the first place.", bots=together(first))


def leading(page: TournamentPage) -> str:
    """Return a sentence that names the leaders of a tournament that is not finished."""
    first = first_of(page)
    if page.is_over:
        return say_counted("%(bots)s was ahead.", "%(bots)s were ahead.", len(first), bots=together(first))
    if len(first) == 1:
        return say("%(bot)s leads.", bot=first[0])
    return say("%(bots)s share the lead.", bots=together(first))


def first_of(page: TournamentPage) -> list[str]:
    """Return the names of the bots that share the first rank in a tournament's table."""
    return [line.bot for line in page.table if line.rank == 1]


def together(names: Sequence[str]) -> str:
    """Return several bots as a phrase; if there are many, return their number."""
    return listed(names) if len(names) <= FEW else say("%(number)s bots", number=count(len(names)))


def challenged(page: TournamentPage) -> str:
    """Return a sentence with the score of the challenger in a gauntlet, a tournament of one bot against many.

    If there are several challengers, the sentence names the one with the best score.
    """
    lines = [line for line in page.table if line.key in page.challengers and line.score is not None]
    if not lines:
        return nothing_over(page)
    best = max(lines, key=lambda line: line.score or 0.0)
    if len(page.challengers) > 1:
        return say(
            "Of the challengers, %(bot)s scored most against the field: %(score)s.",
            bot=best.bot,
            score=percent(best.score),
        )
    return say("%(bot)s, the challenger, scored %(score)s against the field.", bot=best.bot, score=percent(best.score))


def duels(page: TournamentPage) -> list[DuelLine]:
    """Return a list of a knockout's duels, without byes and without duels in which an entrant is not known yet."""
    return [duel for stage in page.bracket for duel in stage.duels if duel.one is not None and duel.other is not None]


def decided(duel: DuelLine) -> bool:
    """True if a duel of a knockout has a winner."""
    return duel.winner is not None


def tested(page: TournamentPage) -> str:
    """Return a sentence about the state of a tournament's SPRT."""
    assert page.sprt is not None
    bot = page.entrants[page.sprt.tested].bot
    field = listed([page.entrants[key].bot for key in page.sprt.field])
    if page.sprt.verdict == "accepted":
        return say(
            "%(bot)s is stronger than %(field)s: the test accepts a lead of %(elo)s Elo points.",
            bot=bot,
            field=field,
            elo=points(page.sprt.elo1),
        )
    if page.sprt.verdict == "rejected":
        return say(
            "%(bot)s is not stronger than %(field)s by %(elo)s Elo points: the test rejects it.",
            bot=bot,
            field=field,
            elo=points(page.sprt.elo1),
        )
    if page.is_over:
        return say(
            "The test ended before it could tell whether %(bot)s is stronger than %(field)s.", bot=bot, field=field
        )
    return say("The test cannot tell yet whether %(bot)s is stronger than %(field)s.", bot=bot, field=field)


def points_decide(table: Sequence[TableLine]) -> bool:
    """True if no bot of a tournament's table has fewer points than a bot below it.

    In many formats other values decide the places: the mean score if bots have played different numbers of blocks, the
    duels of a knockout, the ratings of a ladder.
    """
    return all(one.points >= other.points for one, other in pairwise(table))


def score_decides(table: Sequence[TableLine]) -> bool:
    """True if no bot of a tournament's table has a lower mean score than a bot below it."""
    scores = [line.score for line in table if line.score is not None]
    return all(one >= other for one, other in pairwise(scores))


def progress(page: Any) -> str:
    """Return a sentence with the number of a tournament's matches that are over."""
    if page.finished >= page.matches:
        return say_counted("%(num)s match was played.", "%(num)s matches were played.", page.finished)
    return say("%(finished)s of %(all)s matches are over.", finished=count(page.finished), all=count(page.matches))


def line_told(line: TournamentLine) -> str:
    """Return the game and the format of a tournament as a phrase, such as "Cacao, Swiss system"."""
    if not line.game:
        return say("played by an earlier release")
    return say("%(game)s, %(format)s", game=game_told(line.game), format=format_told(line.format))


# Moments -----------------------------------------------------------------------------------------------------------


def ago(moment: float | None, now: float | None = None) -> str:
    """Return a moment relative to now, such as "an hour ago" or "in two days".

    Return the date if the moment is far away, and a dash for None.
    """
    if moment is None:
        return when(moment)
    passed = (time() if now is None else now) - moment
    far = abs(passed)
    if far >= RECENT:
        return when(moment)
    if far < MINUTE:
        return say("just now") if passed >= 0 else say("in a moment")
    if far < HOUR:
        before, after = _minutes(int(far // MINUTE))
    elif far < DAY:
        before, after = _hours(int(far // HOUR))
    else:
        before, after = _days(int(far // DAY))
    return before if passed >= 0 else after


def _minutes(number: int) -> tuple[str, str]:
    return (
        say_counted("%(num)s minute ago", "%(num)s minutes ago", number),
        say_counted("in %(num)s minute", "in %(num)s minutes", number),
    )


def _hours(number: int) -> tuple[str, str]:
    return (
        say_counted("%(num)s hour ago", "%(num)s hours ago", number),
        say_counted("in %(num)s hour", "in %(num)s hours", number),
    )


def _days(number: int) -> tuple[str, str]:
    return (
        say_counted("%(num)s day ago", "%(num)s days ago", number),
        say_counted("in %(num)s day", "in %(num)s days", number),
    )


FILTERS: Final[Mapping[str, Callable[..., Any]]] = {
    "game_told": game_told,
    "outcome": outcome,
    "state_word": state_word,
    "letter": letter,
    "unusual": unusual,
    "best_of": best_of,
    "pool_told": pool_told,
    "rank_told": rank_told,
    "kind_told": kind_told,
    "house_told": house_told,
    "presence": presence,
    "format_told": format_told,
    "story": story,
    "progress": progress,
    "points_decide": points_decide,
    "score_decides": score_decides,
    "line_told": line_told,
    "ago": ago,
}
