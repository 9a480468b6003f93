"""Measures import, charts and export: `exchanged.py MATCHES [DATABASE]` prints a JSON object of three figures.

The program runs in an environment that has the project's wheel with its server part. It makes an export: really played
random games of Cacao, each deal with both rotations of the seats. Each game is used several
times, under names of its own. Then it imports the export into an empty database, brings the charts up to date, and
exports all of it again. Without DATABASE, the address of an empty PostgreSQL database, it uses a new SQLite file.
"""

import json
import sys
from collections.abc import Iterator
from itertools import combinations, cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.record import Answer, Header, MatchProgress, Seated, commit, disclosed, read_record
from arena.record import ResultLine as Result
from arena.store import exchange
from arena.store.db.database import Database
from arena.store.intake import Lines, take_in
from arena.store.ratings.rating_history import MOST, refresh

GAMES: Final = 400  # that are really played
ENTRANTS: Final = 12
SALT: Final = bytes(32)  # a salt hides a deal, and nothing is hidden here
GAME: Final = rules("cacao")
Played = tuple[bytes, list[bytes]]  # a seed, and the lines after the header


def main() -> None:
    """Print the matches imported and exported a second, and the seconds until the charts are complete."""
    count = int(sys.argv[1])
    with TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "export.jsonl"
        file.write_bytes(b"".join(exchange.written(lines(count))))
        database = Database(sys.argv[2] if len(sys.argv) > 2 else folder / "arena.db")
        print(json.dumps(measured(database, file, count)))
        database.close()


def measured(database: Database, file: Path, count: int) -> dict[str, float]:
    """Return the three figures. Check that the export has all matches with the same records."""
    began = perf_counter()
    assert take_in(database, Lines(file)).added == count
    imported = perf_counter() - began
    began = perf_counter()
    for _ in range(0, count, MOST):
        refresh(database, 1.0)
    charts = perf_counter() - began
    again = file.with_name("again.jsonl")
    began = perf_counter()
    with again.open("wb") as out:
        out.writelines(exchange.written(exchange.public_lines(database)))
    exported = perf_counter() - began
    assert records(again) == records(file)
    return {"import": count / imported, "charts": charts, "export": count / exported}


def records(file: Path) -> dict[str, str]:
    """Return the record of each match in an export, by the match's name."""
    with file.open() as found:
        return {line["match"]: line["record"] for line in map(json.loads, found) if line["line"] == "match"}


def lines(count: int) -> Iterator[dict[str, Any]]:
    """Yield the lines of an export with this number of matches."""
    yield {"line": "export", "format": exchange.FORMAT}
    games = cycle([played(number) for number in range(min(count, GAMES))])
    pairs = cycle(combinations(range(ENTRANTS), 2))
    for number, game in enumerate(islice(games, count)):
        if number % 2 == 0:
            pair = next(pairs)
        yield match_line(number, game, pair if number % 2 == 0 else pair[::-1])
    yield {"line": "end", "matches": count}


def played(number: int) -> Played:
    """Play a random game. Two numbers in a row have the same deal."""
    seed = (number // 2).to_bytes(32, "big")
    course, rng, found = MatchProgress(GAME.new({}, 2, Deal(seed))), Rng(number), []
    while course.end is None:
        state = course.state
        option = state.sample(rng)
        found.append(Answer(state.to_move, GAME.spell(state, option), "bot", 1500, 20, 0).line())
        state.apply(option)
    found.append(Result.after(course).line())
    return seed, found


def record(match: str, pair: tuple[int, ...], game: Played) -> bytes:
    """Return the record of a game under this match's name, with two entrants."""
    seed, course = game
    seats = tuple(Seated(f"bot-{each}", "1", "bot") for each in pair)
    settings = GAME.new({}, 2, Deal(seed)).settings
    header = Header(match, GAME.name, GAME.version, settings, seats, "10+0.1", "committed", commit(seed, match, SALT))
    return disclosed(b"".join(line + b"\n" for line in [header.line(), *course]), seed, SALT)


def match_line(number: int, game: Played, pair: tuple[int, ...]) -> dict[str, Any]:
    """Return a match of an export, with its record."""
    match = f"bench-{number}"
    data = record(match, pair, game)
    found = read_record(data)
    header, result = found.header, found.result
    assert result is not None
    values = zip(pair, result.placements, result.scores, strict=True)
    return {
        "line": "match",
        "match": match,
        "block": f"block-{number // 2}",
        "game": header.game,
        "rules_version": header.rules_version,
        "options": dict(header.options),
        "clock": header.clock,
        "fairness": header.fairness,
        "state": "finished",
        "seats": [
            {"entrant": f"bot-{bot}", "version": "1", "kind": "bot", "placement": place, "score": score}
            | {"forfeit": "", "forfeit_turn": None}
            for bot, place, score in values
        ],
        "pairs": None,
        "turns": result.turns,
        "reason": result.reason,
        "head": found.head,
        "ruling": "",
        "adjudicated": False,
        "rated": True,
        "created": 1.0 + number,
        "started": 1.0 + number,
        "ended": 2.0 + number,
        "record": data.decode(),
    }


if __name__ == "__main__":
    main()
