"""The gRPC service Organiser: the calls of all modules in this package."""

from collections.abc import Mapping
from typing import Final

from arena.server.arena import Arena
from arena.server.organiser.arena_calls import ArenaCalls
from arena.server.organiser.bot_calls import BotCalls
from arena.server.organiser.match_calls import MatchCalls
from arena.server.organiser.submission_calls import SubmissionCalls
from arena.server.organiser.token_calls import TokenCalls
from arena.server.organiser.tournament_calls import TournamentCalls
from arena.server.tournaments.schedules import Schedules
from arena.server.tournaments.tournaments import Tournaments
from arena.server.transport.bridge import Handler

SERVICE: Final = "arena.protocol.v1.Organiser"


def methods(
    arena: Arena,
    tournaments: Tournaments,
    schedules: Schedules,
    *,
    open_registration: bool = False,
    house: Mapping[str, str] | None = None,
) -> dict[str, Handler]:
    """Return a dict from the full name of each call of the service Organiser to its gRPC handler.

    With `open_registration`, any caller may register a bot. `house` is a dict from the arena's own bots to their
    versions.
    """
    chapters = (
        ArenaCalls(arena),
        BotCalls(arena, tournaments, open_registration=open_registration),
        TokenCalls(arena),
        TournamentCalls(arena, tournaments, schedules),
        MatchCalls(arena, tournaments, house or {}),
        SubmissionCalls(arena),
    )
    return {f"{SERVICE}/{name}": handler for chapter in chapters for name, handler in chapter.methods().items()}
