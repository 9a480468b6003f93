"""Store and read analyses of matches."""

import json
import time
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sqlmodel import Session

from arena.analysis import Analysis, read_analysis
from arena.store.db.database import Database
from arena.store.sql import analysis_queries
from arena.store.tables import AnalysisCostRow, AnalysisRow
from arena.texts import as_json


def store_analyses(
    database: Database, found: Sequence[Mapping[str, Any]], now: Callable[[], float] = time.time
) -> list[str]:
    """Store analyses of matches, each a dict as `Analysis.values` returns it.

    Return a list of the names of the matches that are not in the database.
    """

    def work(session: Session) -> list[str]:
        return [values["match"] for values in found if not store_analysis(session, values, now())]

    return database.write(work)


def store_analysis(session: Session, values: Mapping[str, Any], created: float) -> bool:
    """Store one analysis. Return False if its match is not in the database."""
    match = analysis_queries.match_id_of(session, values["match"])
    if match is None:
        return False
    store_values(session, match, values, created)
    return True


def store_values(session: Session, match: int, values: Mapping[str, Any], created: float) -> None:
    """Store an analysis and what the blunders in it cost. `match` is the primary key of the analysed match."""
    analysis_queries.put_analysis(session, row_of(match, values, created))
    if values["by"]:
        analysis_queries.put_costs(session, match, cost_rows(match, values))


def cost_rows(match: int, values: Mapping[str, Any]) -> Iterator[AnalysisCostRow]:
    """Yield a table row for each seat and each chapter of the rules in an analysis of a match.

    It has the numbers of the seat's decisions and blunders in this chapter, and what the blunders cost.
    """
    decisions: dict[tuple[int, str], list[Mapping[str, Any]]] = defaultdict(list)
    for each in values["decisions"]:
        decisions[each["seat"], each.get("chapter", "")].append(each)
    for (seat, chapter), found in decisions.items():
        blunders = [each["cost"] for each in found if each["cost"] > each["noise"]]
        yield AnalysisCostRow(
            match_id=match,
            seat=seat,
            chapter=chapter,
            search=values["by"],
            version=values["version"],
            decisions=len(found),
            blunders=len(blunders),
            cost=sum(blunders),
        )


def analyses_of(database: Database, match: str) -> list[dict[str, Any]]:
    """Return the stored analyses of a match, each as a dict of JSON values, the newest first."""
    return database.read(lambda session: [values_of(row) for row in analysis_queries.analyses_of(session, match)])


def analysis_in(row: AnalysisRow) -> Analysis:
    """Decode a table row, and return its Analysis. Raise VerificationError if this release cannot read it."""
    return read_analysis(values_of(row))


def row_of(match: int, values: Mapping[str, Any], created: float) -> AnalysisRow:
    """Return an analysis as a table row, with its values compressed."""
    data = zlib.compress(as_json(dict(values), separators=(",", ":")).encode())
    return AnalysisRow(match_id=match, search=values["by"], version=values["version"], created=created, data=data)


def values_of(row: AnalysisRow) -> dict[str, Any]:
    """Decode a table row, and return its analysis as a dict of JSON values."""
    values: dict[str, Any] = json.loads(zlib.decompress(row.data))
    return values
