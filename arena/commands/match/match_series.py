"""The work of `arena match`: let a served arena play matches, store their records here, and print a table."""

import argparse
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from arena.cli_support.args import game_and_options
from arena.cli_support.files import write_record
from arena.cli_support.output import Progress, note, say, say_json
from arena.commands.play.local_series import make_folder
from arena.commands.play.series_report import by_tie_break, score_table
from arena.commands.remote_organiser import Remote, dialled
from arena.errors import ArenaError
from arena.protocol.settings import settings
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record import ForfeitReason, MatchProgress, Record, counting_pairs, read_record
from arena.record.replay import enter, opening, rules_of
from arena.referee.verdict import MEANING
from arena.stats.standings import Finished, standings
from arena_sdk.practice import ALL_FORFEITED
from arena_sdk.remote.messages import word

LOOK: Final = 0.3  # seconds between two questions about progress
LOOKS: Final = 50  # at a record without its deal, before the command goes on
BETWEEN: Final = 1.0  # seconds between two questions which bots are being examined


def run(args: argparse.Namespace) -> int:
    """Let the arena play the matches, wait for them, store their records, and print the table.

    Return exit code 1 if a match is void, or if all matches were forfeited.
    """
    make_folder(args.records)
    remote = dialled(args)
    request = request_of(args)
    names = tuple(remote.call("RunMatches", request).matches)
    rated = "rated" if request.rated else "unrated"
    note(f"{request.game}: {', '.join(args.bots)}; {len(names)} {rated} matches, clock {args.tc}")
    ended = wait_for(remote, names)
    kept = {match.id: keep(remote, match, args.records) for match in ended if is_finished(match)}
    records = {name: read_record(path.read_bytes()) for name, path in kept.items()}
    if args.json:
        say_json([as_value(match, kept.get(match.id)) for match in ended])
    elif records:
        say(as_table([*records.values()]))
        note(f"the records lie in {args.records}")
    for match in ended:
        if match.ruling:
            note(f"match {match.id}: {match.ruling}")
        for forfeit in match.forfeits:
            note(f"match {match.id}: {forfeit_in_words(match, forfeit)}")
    if ended and all(len(match.forfeits) >= len(match.seats) - 1 for match in ended):
        note(ALL_FORFEITED)
        return ArenaError.exit_code
    return int(len(records) < len(ended))


def request_of(args: argparse.Namespace) -> Any:
    """Return the protobuf message that asks the arena to play the matches."""
    game, options = game_and_options(args, args.bots)
    return organiser_pb2.RunMatchesRequest(
        entrants=args.bots,
        game=game.name,
        settings=settings(options),
        clock=args.tc,
        blocks=args.blocks,
        seed=args.seed,
        rated=is_rated(args),
        position="" if args.position is None else Path(args.position).read_text(encoding="utf-8"),
    )


def is_rated(args: argparse.Namespace) -> bool:
    """True if the matches shall count for ratings: by default all except those with a given seed or first position.

    The arena refuses `--rated` with a seed or a position.
    """
    if args.rated is not None:
        return bool(args.rated)
    return not args.seed and args.position is None


def wait_for(remote: Remote, names: Sequence[str]) -> list[Any]:
    """Wait until the matches with the ids `names` have ended.

    Return a list with the arena's message about each of them; the match that ended first comes first.
    """
    over = {organiser_pb2.MATCH_STATE_FINISHED, organiser_pb2.MATCH_STATE_VOID}
    progress = Progress("match", len(names))
    ended: list[Any] = []
    waiting, adjourned = list(names), set[str]()
    examined = Examined(remote, progress)
    while waiting:
        before = len(ended)
        for name in list(waiting):
            match = remote.call("GetMatch", organiser_pb2.GetMatchRequest(match=name)).match
            if match.state in over:
                waiting.remove(name)
                ended.append(match)
                progress.step(points_of(match))
            elif match.HasField("adjournment") and name not in adjourned:
                adjourned.add(name)
                bots = ", ".join(match.seats[seat].entrant for seat in match.adjournment.seats)
                note(f"match {name} is adjourned until {bots} is back: the arena was restarted")
            elif match.state == organiser_pb2.MATCH_STATE_OFFERED:
                examined.look({holder.entrant for holder in match.seats})
        if len(ended) == before:
            time.sleep(LOOK)
    progress.close()
    return ended


def points_of(match: Any) -> str:
    """Return the points of each seat in a finished match as text, such as `ana 31, bob 28`; `void` for a void match."""
    names, result = distinct_names(match.seats), match.result
    line = ", ".join(f"{name} {score}" for name, score in zip(names, result.scores, strict=False))
    if not line or match.forfeits or match.ruling:  # forfeits and rulings change places, too
        return line or "void"
    return f"{line}{by_tie_break(names, result.scores, result.placements)}"


def forfeit_in_words(match: Any, forfeit: Any) -> str:
    """Return a text about a forfeit: the name and the number of the seat, and why it lost the match."""
    reason = word(common_pb2.ForfeitReason, "FORFEIT_REASON_", forfeit.reason)
    known = reason in set(ForfeitReason)
    name = distinct_names(match.seats)[forfeit.seat]
    return f"{name} (seat {forfeit.seat}) {MEANING[ForfeitReason(reason)] if known else f'forfeited ({reason})'}"


def distinct_names(seats: Iterable[Any]) -> tuple[str, ...]:
    """Return a name for each seat: the bot's name.

    If bots of one name but of different versions play, add the version.
    """
    versions: dict[str, set[str]] = {}
    taken = list(seats)
    for seat in taken:
        versions.setdefault(seat.entrant, set()).add(seat.version)
    return tuple(
        f"{seat.entrant}@{seat.version}" if len(versions[seat.entrant]) > 1 else seat.entrant for seat in taken
    )


class Examined:
    """Shows the bots that the arena is still testing: their matches begin after that.

    On a terminal, their names stand in the progress bar; elsewhere, each name is printed once, on a line.
    """

    def __init__(self, remote: Remote, progress: Progress) -> None:
        self.remote: Final = remote
        self.progress: Final = progress
        self._said: Final[set[str]] = set()
        self._next = 0.0  # when the arena may be asked again

    def look(self, bots: Collection[str]) -> None:
        """Show the names of those of `bots` that the arena is testing. Ask the arena at most once a second."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + BETWEEN
        for each in attendances(self.remote):
            if each.entrant in bots and each.examination:
                self.progress.draw(f"{each.entrant} is being examined: {each.examination}")
                if each.entrant not in self._said and not self.progress.moving:
                    note(f"{each.entrant} is being examined: its matches begin after that")
                self._said.add(each.entrant)


def attendances(remote: Remote) -> Iterator[Any]:
    """Yield the arena's messages about all connected bots, one for each open connection."""
    token = ""
    while True:
        answer = remote.call("ListAttendances", organiser_pb2.ListAttendancesRequest(page_token=token))
        yield from answer.attendances
        token = answer.next_page_token
        if not token:
            return


def is_finished(match: Any) -> bool:
    """True if a match ended with a result, so that the arena has its record."""
    return bool(match.state == organiser_pb2.MATCH_STATE_FINISHED)


def keep(remote: Remote, match: Any, folder: Path) -> Path:
    """Download the record of a match into a folder, and return the path of the new file.

    Raise ArenaError if the last hash in the record differs from the one that the arena has published, or if the file
    cannot be written.
    """
    data = with_deal(remote, match)
    if read_record(data).head != match.head.hex():
        raise ArenaError(f"match {match.id}: the record that was sent is not the published one")
    path = folder / f"{match.id}.jsonl"
    write_record(path, data)
    return path


def with_deal(remote: Remote, match: Any) -> bytes:
    """Return the record of a match. The arena discloses its deal a moment after the block's last match has ended."""
    for _ in range(LOOKS):
        pieces = remote.stream("ReadRecord", organiser_pb2.ReadRecordRequest(match=match.id))
        data = b"".join(piece.data for piece in pieces)
        record = read_record(data)
        if record.appendix is not None or record.header.position is not None:
            break
        time.sleep(LOOK)
    return data


def as_table(records: Sequence[Record]) -> str:
    """Return the table of results, with a row for each bot, as text. It is computed from the records of the matches."""
    finished = [finished_of(record) for record in records]
    points: dict[str, list[int]] = {}
    for record in records:
        assert record.result is not None
        for name, score in zip(distinct_names(record.header.seats), record.result.scores, strict=True):
            points.setdefault(name, []).append(score)
    return score_table(standings(finished), points, many=any(len(each.header.seats) > 2 for each in records))


def finished_of(record: Record) -> Finished:
    """Return the result of the match in a record as a Finished, from which tables are computed.

    Matches with the same deal belong to the same block, so that the table compares them with each other.
    """
    assert record.result is not None
    course = MatchProgress(opening(record))
    for line, entry in record.numbered():
        enter(course, rules_of(record.header), entry, line)
    pairs = counting_pairs(len(record.header.seats), course.departures, record.result.turns)
    block = record.header.match if record.appendix is None else record.appendix.seed.hex()
    return Finished(block, distinct_names(record.header.seats), record.result.placements, frozenset(pairs))


def as_value(match: Any, record: Path | None) -> dict[str, Any]:
    """Return the arena's message about a match as a dict for JSON, with the path of the downloaded record or None."""
    return {
        "match": match.id,
        "seats": [holder.entrant for holder in match.seats],
        "scores": list(match.result.scores),
        "placements": list(match.result.placements),
        "forfeits": [forfeit.seat for forfeit in match.forfeits],
        "head": match.head.hex(),
        "ruling": match.ruling,
        "record": None if record is None else str(record),
    }
