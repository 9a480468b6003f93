"""Results in a folder: a record for each match, and the index, a line for each change of a match.

A record is written line by line as `MATCH.part`; when its result is in it, it becomes `MATCH.jsonl`. So whatever is
called `.jsonl` is whole, and after a fall of the arena a `.part` is a match that nobody has finished.
"""

import json
import os
import time
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Final

from arena.errors import ArenaError, VerificationError
from arena.record import ForfeitReason, ResultLine, Seated, disclosed, read_record
from arena.referee import Journal
from arena.server.results import Entry, Loss, Round

FELL: Final = "the arena ended in the middle of it"


class _Record:
    """The journal of one match."""

    def __init__(self, folder: Path, match: str) -> None:
        self.part: Final = folder / f"{match}.part"
        self.whole: Final = folder / f"{match}.jsonl"
        self._file = -1

    async def begin(self, line: bytes) -> None:
        """Write the header."""
        self._file = os.open(self.part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)
        os.write(self._file, line + b"\n")

    async def entry(self, line: bytes) -> None:
        """Write an answer or a forfeit: it survives this process as soon as the system has it."""
        os.write(self._file, line + b"\n")

    async def commit(self, line: bytes, head: str) -> None:
        """Write the result; from now on the record is whole."""
        os.write(self._file, line + b"\n")
        os.close(self._file)
        self.part.rename(self.whole)

    def close(self) -> None:
        """Let go of the file of a match that was not finished."""
        if self.part.exists():
            os.close(self._file)


class FileResults:
    """Results kept in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder: Final = folder
        self.records: Final = folder / "records"
        self.records.mkdir(parents=True, exist_ok=True)
        self._entries: Final[dict[str, Entry]] = {}
        index = folder / "matches.jsonl"
        if index.exists():
            self._load(index)
        self._index: Final = os.open(index, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._rounds: Final = os.open(folder / "rounds.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._settle()

    def _load(self, index: Path) -> None:
        """Read the index; the last line of a match counts, and a line cut short by a fall is no line."""
        *lines, rest = index.read_bytes().split(b"\n")
        for number, line in enumerate(lines, 1):
            try:
                entry = _read(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                raise ArenaError(f"{index}, line {number}, cannot be read: {error!r}") from error
            self._entries.pop(entry.match, None)
            self._entries[entry.match] = entry
        if rest:
            os.truncate(index, index.stat().st_size - len(rest))

    def _settle(self) -> None:
        """What an arena that fell has left: a record that is whole is finished, a match without one is void."""
        for entry in [each for each in self._entries.values() if each.state in {"offered", "running"}]:
            path = self.records / f"{entry.match}.jsonl"
            if path.exists():
                self._put(_finished(entry, path.read_bytes(), path.stat().st_mtime))
            else:
                self._put(replace(entry, state="void", ruling=FELL, ended=time.time()))

    def _put(self, entry: Entry) -> None:
        self._entries[entry.match] = entry
        os.write(self._index, json.dumps(_written(entry), ensure_ascii=False).encode() + b"\n")

    async def keep_round(self, a_round: Round) -> None:
        """Keep a round as it stands; on the disk before anybody hears of it."""
        values = {
            "round": a_round.round,
            "secret": a_round.secret.hex(),
            "nonces": [[entrant, version, nonce.hex()] for entrant, version, nonce in a_round.nonces],
            "closed": a_round.closed,
        }
        os.write(self._rounds, json.dumps(values).encode() + b"\n")
        os.fsync(self._rounds)

    async def open_match(self, entry: Entry) -> Journal:
        """Keep a match from its offer on."""
        self._put(entry)
        return _Record(self.records, entry.match)

    async def keep(self, entry: Entry) -> None:
        """Keep a match as it stands now."""
        self._put(entry)

    async def disclose(self, match: str, seed: bytes, salt: bytes) -> None:
        """Add the appendix to a record, which is replaced as a whole."""
        path = self.records / f"{match}.jsonl"
        if path.exists():
            fresh = path.with_suffix(".new")
            fresh.write_bytes(disclosed(path.read_bytes(), seed, salt))
            fresh.replace(path)

    async def match(self, match: str) -> Entry | None:
        """The match of this name."""
        return self._entries.get(match)

    async def matches(self) -> tuple[Entry, ...]:
        """All matches, the newest first."""
        return tuple(sorted(self._entries.values(), key=lambda entry: -entry.created))

    async def record(self, match: str) -> bytes | None:
        """The record of a finished match."""
        if match not in self._entries:  # a name from outside never becomes a path
            return None
        path = self.records / f"{match}.jsonl"
        return path.read_bytes() if path.exists() else None


def _finished(entry: Entry, record: bytes, ended: float) -> Entry:
    """A match as its whole record tells it; only the index had not heard yet."""
    try:
        found = read_record(record)
    except VerificationError as error:
        return replace(entry, state="void", ruling=f"its record is damaged: {error}", ended=ended)
    return replace(entry, state="finished", result=found.result, head=found.head, ended=ended)


def _written(entry: Entry) -> dict[str, Any]:
    """An entry as JSON."""
    return {**asdict(entry), "losses": [[loss.seat, loss.reason.value, loss.turn] for loss in entry.losses]}


def _read(row: Mapping[str, Any]) -> Entry:
    """An entry from its JSON."""
    result = row["result"]
    return Entry(
        **{
            **row,
            "seats": tuple(Seated(**seat) for seat in row["seats"]),
            "losses": tuple(Loss(seat, ForfeitReason(reason), turn) for seat, reason, turn in row["losses"]),
            "result": None
            if result is None
            else ResultLine(
                placements=tuple(result["placements"]),
                scores=tuple(result["scores"]),
                ledger={name: tuple(map(tuple, seats)) for name, seats in result["ledger"].items()},
                turns=result["turns"],
                reason=result["reason"],
            ),
        }
    )
