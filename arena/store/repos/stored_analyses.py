"""Analyses in the database, each beside its match."""

import json
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlmodel import Session

from arena.store.db.database import Database
from arena.store.sql import analysis_queries
from arena.store.tables import AnalysisRow
from arena.texts import as_json


def store_analyses(
    database: Database, found: Sequence[Mapping[str, Any]], now: Callable[[], float] = time.time
) -> list[str]:
    """Store analyses as `Analysis.values` gives them, and the luck of each seat.

    Return the matches that the database does not have.
    """

    def work(session: Session) -> list[str]:
        unknown = []
        for values in found:
            match = analysis_queries.match_id_of(session, values["match"])
            if match is None:
                unknown.append(values["match"])
            else:
                analysis_queries.put_analysis(session, row_of(match, values, now()))
                analysis_queries.set_luck(session, match, [each["luck"] for each in values["accounts"]])
        return unknown

    return database.write(work)


def analyses_of(database: Database, match: str) -> list[dict[str, Any]]:
    """Return the stored analyses of a match, the newest first."""
    return database.read(lambda session: [values_of(row) for row in analysis_queries.analyses_of(session, match)])


def row_of(match: int, values: Mapping[str, Any], created: float) -> AnalysisRow:
    """Return the row of an analysis."""
    data = zlib.compress(as_json(dict(values), separators=(",", ":")).encode())
    return AnalysisRow(match_id=match, search=values["by"], version=values["version"], created=created, data=data)


def values_of(row: AnalysisRow) -> dict[str, Any]:
    """Return what a row says."""
    values: dict[str, Any] = json.loads(zlib.decompress(row.data))
    return values
