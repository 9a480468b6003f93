"""Tests of the JSON API: it agrees with its description and with the pages."""

import csv
import io

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from leaderboard import api
from tests.leaderboard.reading import shown

ASKED = {
    "/api/v1/home": ["/api/v1/home"],
    "/api/v1/pools": ["/api/v1/pools"],
    "/api/v1/ladders": ["/api/v1/ladders"],
    "/api/v1/ranking/{pool}": ["/api/v1/ranking/combined", "/api/v1/ranking/cacao-2p-bullet-r1"],
    "/api/v1/bots": ["/api/v1/bots", "/api/v1/bots?after=greedy"],
    "/api/v1/bots/{bot:path}": ["/api/v1/bots/ana", "/api/v1/bots/greedy", "/api/v1/bots/MCTS-50"],
    "/api/v1/matches": ["/api/v1/matches", "/api/v1/matches?seats=3&state=finished"],
    "/api/v1/matches/{match:path}": [f"/api/v1/matches/{name}" for name in ("teo-1", "secret", "running", "void")],
    "/api/v1/matches/{match:path}/live": ["/api/v1/matches/running/live"],
    "/api/v1/live": ["/api/v1/live", "/api/v1/live?tournament=t-cup"],
    "/api/v1/audit": ["/api/v1/audit"],
    "/api/v1/tiles": ["/api/v1/tiles"],
    "/api/v1/tournaments": ["/api/v1/tournaments"],
    "/api/v1/tournaments/{tournament:path}": [f"/api/v1/tournaments/t-{name}" for name in ("cup", "knockout", "soon")],
    "/api/v1/compare": ["/api/v1/compare?bot=ana&other=greedy", "/api/v1/compare?bot=random&other=mcts-50"],
}
TABLES = {
    "/api/v1/bots/{bot:path}/history.csv",
    "/api/v1/ranking/{pool}/table.csv",
    "/api/v1/matches/{match:path}/record.jsonl",
    "/api/v1/matches/{match:path}/analysis.json",
    "/api/v1/matches/{match:path}/events",
    "/api/v1/tournaments/{tournament:path}/table.csv",
    "/api/v1/tournaments/{tournament:path}/crosstable.csv",
}


def routes():
    return {route.path: route for route in api.router(None, None).routes if isinstance(route, APIRoute)}


def test_every_address_of_the_api_is_requested_by_these_tests():
    assert set(routes()) == set(ASKED) | TABLES


@pytest.mark.parametrize("path", list(ASKED))
def test_answers_of_the_api_match_its_description(site, path):
    expected = TypeAdapter(routes()[path].response_model)
    for asked in ASKED[path]:
        answer = site.ask(asked)
        assert answer.status == 200
        assert answer.headers["content-type"] == "application/json"
        value = expected.validate_json(answer.data, strict=True, extra="forbid")
        assert expected.dump_python(value, mode="json") == answer.json


def test_the_page_about_the_api_tells_every_address_and_every_shape(site):
    described = site.get("/openapi.json")
    text = shown(site.page("/api"))
    assert len(described["paths"]) == len(ASKED) + len(TABLES)
    for path, each in described["paths"].items():
        assert f"GET {path}" in text
        assert each["get"]["description"].replace("`", "") in text  # what stands between backticks is code
    for name, shape in described["components"]["schemas"].items():
        if "properties" in shape and name not in {"HTTPValidationError", "ValidationError"}:
            assert name in text
            assert all(field in text for field in shape["properties"])


def test_the_ranking_is_a_table_too(site):
    answer = site.ask("/api/v1/ranking/combined/table.csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    found = site.get("/ranking/combined")
    assert [row["bot"] for row in rows] == [row["bot"] for row in found["rows"] + found["older"]]
    assert [float(row["rating"]) for row in rows] == [row["rating"] for row in found["rows"] + found["older"]]


def test_no_browser_may_guess_another_content_type(site):
    for path in ("/api/v1/pools", "/api/v1/ranking/combined/table.csv", "/api/v1/matches/teo-1/record.jsonl"):
        assert site.ask(path).headers["x-content-type-options"] == "nosniff"
