"""The status of a tournament for readers: its progress, its speed, and the table."""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from arena.errors import counted
from arena.record import Seated
from arena.stats.intervals import Estimate
from arena.tournament.formats.base import Standing
from arena.tournament.formats.sprt_match import Looked
from arena.tournament.seeds import public_file, public_seed, seed_of
from arena.tournament.snapshot import TournamentSnapshot
from arena.tournament.venue import MatchResult, Stage

SAMPLES: Final = 30  # samples from which the pace is computed


class TournamentPace:
    """Computes the recent number of finished matches per second. Times are seconds of a monotonic clock."""

    def __init__(self) -> None:
        self._samples: Final[deque[tuple[float, int]]] = deque(maxlen=SAMPLES)

    def note(self, now: float, finished: int) -> None:
        """Store how many matches are finished at this time, if the number has changed."""
        if len(self._samples) == 1 and self._samples[0][1] == finished:
            self._samples.clear()  # no match has ended yet: the pace begins now
        if not self._samples or self._samples[-1][1] != finished:
            self._samples.append((now, finished))

    def rate(self, now: float) -> float:
        """Return the matches per second; 0 if there are too few samples."""
        if len(self._samples) < 2:
            return 0.0
        (since, before), (_, finished) = self._samples[0], self._samples[-1]
        return (finished - before) / max(now - since, 1e-3)


@dataclass(frozen=True)
class Status:
    """The status of a tournament: a snapshot, its running matches, and its speed."""

    course: TournamentSnapshot
    running: int = 0  # matches
    rate: float = 0.0  # finished per second
    adjourned: int = 0  # of the running matches: they wait for their bots after a restart of the arena
    awaited: tuple[str, ...] = ()  # the bots that they wait for
    entry: str = ""  # the entrants that it waits for before it begins, and why, in words

    @property
    def remaining(self) -> float:
        """The seconds until the planned matches end, at the recent rate.

        It is 0 if the rate is unknown or the tournament is not running.
        """
        left = self.course.matches - self.course.settled_matches
        return left / self.rate if self.rate > 0 and self.course.tournament.state == "running" else 0.0

    @cached_property
    def standings(self) -> list[Standing]:
        """The rows of the tournament's table."""
        return self.course.standings()

    @property
    def reason(self) -> str:
        """Why the tournament failed or was cancelled, or what it waits for before it begins, in words."""
        return self.course.tournament.reason or (self.entry if self.course.tournament.state == "waiting" else "")

    @property
    def verdict(self) -> str:
        """The decision of a sequential test: "accepted" for `elo1`, "rejected" for `elo0`, empty without a decision."""
        looked = self.looked
        return looked.verdict if looked is not None and looked.verdict != "open" else ""

    @property
    def looked(self) -> Looked | None:
        """The state of a sequential test; None if the format has no such test."""
        form = self.course.form
        return form.look(self.course.keys, self.course.played())

    @property
    def who(self) -> Mapping[str, Seated]:
        """The current name of each entrant, by its key, which is its name in pairings."""
        return self.course.who


def tie_break(name: str, value: float) -> str:
    """Return a tie-break as text: its name, then its value with at most two decimals."""
    return f"{name} {round(value, 2):g}"


def note_of(course: TournamentSnapshot, standing: Standing) -> str:
    """Return the remark about an entrant in the table as a text, such as "2 byes" in a Swiss tournament."""
    byes = sum(standing.entrant in stage.byes for stage in course.stages if stage.closed)
    if standing.note or not byes or not course.form.gives_points_for_byes:
        return standing.note
    return counted(byes, "bye")


def row_values(status: Status, standing: Standing) -> dict[str, Any]:
    """Return a line of the tournament's table as plain values, for JSON."""
    who, row = status.who[standing.entrant], standing.row
    score: Estimate | None = None if row is None else row.score
    bounds = None if score is None else score.bounds
    return {
        "place": standing.rank,
        "entrant": who.entrant,
        "version": who.version,
        "points": standing.points,
        "blocks": standing.blocks,
        "matches": 0 if row is None else row.games,
        "forfeits": status.course.forfeits[standing.entrant],
        "score": None if score is None else score.mean,
        "interval": None if bounds is None else list(bounds),
        "interval_at_any_time": None if row is None or row.always is None else list(row.always),
        "tie_breaks": [tie_break(name, value) for name, value in standing.tie_breaks],
        "note": note_of(status.course, standing),
    }


def values(status: Status) -> dict[str, Any]:
    """Return the status of a tournament as plain values, for JSON."""
    course, tournament = status.course, status.course.tournament
    return {
        "id": tournament.id,
        "name": tournament.name,
        "state": tournament.state,
        "reason": status.reason,
        "schedule": tournament.schedule,
        "matches": course.matches,
        "finished": course.finished,
        "running": status.running,
        "adjourned": status.adjourned,
        "awaited": list(status.awaited),
        "rate": status.rate,
        "remaining": status.remaining,
        "created": tournament.created,
        "ended": tournament.ended,
        "verdict": status.verdict,
        "standings": [row_values(status, standing) for standing in status.standings],
    }


def export(status: Status, *, private: bool) -> dict[str, Any]:
    """Return everything about a tournament as plain values, from which its table can be computed.

    A seed that is still secret is included only if `private` is true.
    """
    course, tournament = status.course, status.course.tournament
    return values(status) | {
        "regulations": tournament.file if private else public_file(tournament),
        "seed": seed_of(tournament, course.regulations) if private else public_seed(tournament),
        "entrants": [
            {
                "key": each.key,
                "entrant": each.who.entrant,
                "version": each.who.version,
                "kind": each.who.kind,
                "author": each.author,
            }
            for each in course.entrants
        ],
        "rounds": [round_values(course, stage) for stage in course.stages],
    }


def round_values(course: TournamentSnapshot, stage: Stage) -> dict[str, Any]:
    """Return a stage as plain values, for JSON: its blocks, and their matches that are finished or void."""
    return {
        "name": stage.name,
        "round": stage.id,
        "closed": stage.closed,
        "byes": list(stage.byes),
        "instead_of": stage.instead_of,
        "blocks": [
            {
                "number": fixture.number,
                "entrants": list(fixture.entrants),
                "matches": [match_values(each) for each in course.of_block[fixture.number]],
            }
            for fixture in stage.fixtures
        ],
    }


def match_values(result: MatchResult) -> dict[str, Any]:
    """Return a finished or void match as plain values."""
    return {
        "match": result.match,
        "seats": list(result.seats),
        "void": result.void,
        "placements": list(result.placements),
        "scores": list(result.scores),
        "pairs": None if result.pairs is None else sorted(map(list, result.pairs)),
        "forfeits": list(result.forfeits),
    }
