"""Tournaments of a served arena, asked for over the wire: the same plain values as at home."""

import argparse
import json
from collections.abc import Iterator
from typing import Any, Final

from arena.commands.remote import dialled
from arena.commands.terminal import note
from arena.commands.watching import Gauge, Values
from arena.errors import ArenaError
from arena.protocol.v1 import organiser_pb2 as pb
from arena_sdk.remote.messages import word

LONG: Final = 86_400.0  # seconds that a tournament is watched at most with one call


def seconds_of(time: Any) -> float:
    """A time, in seconds since 1970."""
    return float(time.seconds + time.nanos / 1e9)


def values_of(tournament: Any) -> Values:
    """A tournament, in plain values."""
    return {
        "id": tournament.id,
        "name": tournament.name,
        "state": word(pb.TournamentState, "TOURNAMENT_STATE_", tournament.state),
        "reason": tournament.reason,
        "schedule": tournament.schedule,
        "matches": tournament.matches,
        "finished": tournament.matches_finished,
        "running": tournament.matches_running,
        "adjourned": tournament.matches_adjourned,
        "awaited": list(tournament.awaited),
        "rate": tournament.rate,
        "remaining": tournament.remaining_us / 1e6,
        "created": seconds_of(tournament.create_time),
        "ended": seconds_of(tournament.end_time) if tournament.HasField("end_time") else None,
        "verdict": tournament.verdict,
        "standings": [row_of(standing) for standing in tournament.standings],
    }


def row_of(standing: Any) -> Values:
    """A line of the table."""
    bounded = standing.HasField("score_low")
    return {
        "place": standing.place,
        "entrant": standing.entrant,
        "version": standing.version,
        "points": standing.points,
        "blocks": standing.blocks,
        "matches": standing.matches,
        "forfeits": standing.forfeits,
        "score": standing.score if standing.HasField("score") else None,
        "interval": [standing.score_low, standing.score_high] if bounded else None,
        "tie_breaks": list(standing.tie_breaks),
        "note": standing.note,
    }


def one_remotely(args: argparse.Namespace) -> Values:
    """The tournament that is meant."""
    request = pb.GetTournamentRequest(tournament=args.tournament)
    return values_of(dialled(args).call("GetTournament", request).tournament)


def listed_remotely(args: argparse.Namespace) -> list[Values]:
    """All tournaments."""
    return [values_of(each) for each in pages(args, "ListTournaments", pb.ListTournamentsRequest, "tournaments")]


def pages(args: argparse.Namespace, call: str, request: Any, field: str) -> Iterator[Any]:
    """Everything that a list has, page after page."""
    remote, token = dialled(args), ""
    while True:
        answer = remote.call(call, request(page_token=token))
        yield from getattr(answer, field)
        token = answer.next_page_token
        if not token:
            return


def watched_remotely(args: argparse.Namespace, tournament: str) -> Values:
    """A tournament when it has ended; meanwhile it is shown how far it has come."""
    remote, gauge = dialled(args), Gauge()
    found = values_of(remote.call("GetTournament", pb.GetTournamentRequest(tournament=tournament)).tournament)
    try:
        for answer in remote.stream("WatchTournament", pb.WatchTournamentRequest(tournament=tournament), LONG):
            found = values_of(answer.tournament)
            gauge.show(found)
    except (KeyboardInterrupt, ArenaError):  # whoever watches goes, or the arena has gone and comes back
        gauge.close()
        show = f"arena tournament show {tournament} --arena {args.arena}"
        note(f"{found['name']} ({tournament}) goes on at {args.arena}; `{show}` says how")
        raise
    finally:
        gauge.close()
    return found


def exported_remotely(args: argparse.Namespace) -> Values:
    """Everything of a tournament."""
    pieces = dialled(args).stream("ExportTournament", pb.ExportTournamentRequest(tournament=args.tournament))
    found: Values = json.loads(b"".join(piece.data for piece in pieces))
    return found
