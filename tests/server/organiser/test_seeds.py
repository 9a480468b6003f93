"""Tests of deals from a seed: readers get the seed only at the end, and results are never rated."""

import base64
import json
from contextlib import closing

import grpc
import pytest
from sqlmodel import select

from arena.record import read_record
from arena.store.db.database import Database
from arena.store.tables import MatchRow, RankingRow
from arena.tournament.regulations import read
from arena.tournament.seeds import seed_of_run
from tests.leaderboard.sites import Site
from tests.server.organiser.test_secrecy import CALLS, answers, reading
from tests.server.tournaments.test_tournaments import cup, ended
from tests.server.wire import bring

SEED = "an-owl-and-a-lizard"
SECRET = "# not for readers: the seed is an-owl-and-a-lizard\n"  # noqa: S105 -- a comment of a test


def shapes(seed):
    """Return a seed as bytes, in each form that an answer may contain: plain, hexadecimal, base64."""
    return [seed.encode(), seed.encode().hex().encode(), base64.b64encode(seed.encode())]


def said_of(server, values):
    """Return all answers, pages and log lines that a caller without an organiser's token can get, by their source."""
    found = {}
    for token in ("", values["token"], reading(server)):
        found |= {(bool(token), *call): said for call, said in answers(server, token, values).items()}
    assert {name for _, name, _ in found} == set(CALLS)
    with closing(Site(server.data / "arena.db")) as site:
        pages = {path: answer.data for path, answer in site.crawl().items()}
        api = {f"/api/v1{path}": site.ask(f"/api/v1{path}").data for path in pages if not path.startswith("/api")}
    assert any("tournaments/" in path for path in api)
    return found | pages | api | {"log": "\n".join(server.said).encode()}


def where_it_stands(found, seed):
    return {place for place, said in found.items() for shape in shapes(seed) if shape in said}


def exported(server, tournament, token=None):
    return json.loads(b"".join(piece.data for piece in server.ask("ExportTournament", token, tournament=tournament)))


def asked(server, question):
    with closing(Database(server.data / "arena.db", read_only=True)) as database:
        return database.read(question)


@pytest.fixture
def seeded(serve, names, streams):
    """Begin a tournament with a seed, and wait until its matches are offered.

    Return the arena, values for requests by the names of their fields, the bots' streams, and the offers of each bot.
    """
    server = serve("--limit", "join_within=3600")
    ana, bob, cam = bring(server, *names[:3])
    streams += [ana, bob, cam]
    begun = server.ask("RunTournament", file=SECRET + cup("Owls", *names[:2], seed=SEED, rated=True)).tournament
    offers = [[stream.offer() for _ in range(2)] for stream in (ana, bob)]
    values = {"tournament": begun.id, "bot": names[0], "target": begun.id, "token": cam.token}
    values["matches"] = [offer.match for offer in offers[0]]
    return server, values, (ana, bob), offers


def play(streams, bots, offers):
    for offer in offers[0]:
        theirs = next(each for each in offers[1] if each.match == offer.match)
        seats = [bots[0].seat(offer), bots[1].seat(theirs)]
        streams += seats
        seats[1].in_background()
        seats[0].play_on()


def test_readers_learn_a_seed_when_the_tournament_is_finished(seeded, streams):
    server, values, bots, offers = seeded
    assert where_it_stands(said_of(server, values), SEED) == set()
    assert exported(server, values["tournament"])["seed"] == SEED
    assert SEED in server.ask("GetTournament", tournament=values["tournament"]).tournament.file
    play(streams, bots, offers)
    ended(server, values["tournament"], "finished")
    with closing(Site(server.data / "arena.db")) as site:
        assert SEED in site.page(f"/tournaments/{values['tournament']}")
        assert SEED in site.get(f"/tournaments/{values['tournament']}")["regulations"]
    assert exported(server, values["tournament"], reading(server))["seed"] == SEED


def test_a_cancelled_tournament_can_go_on_and_keeps_its_seed(seeded):
    server, values, *_ = seeded
    server.ask("CancelTournament", tournament=values["tournament"], reason="rain", abandon_running=True)
    ended(server, values["tournament"], "cancelled")
    assert where_it_stands(said_of(server, values), SEED) == set()


def test_results_from_a_seed_are_not_rated_whatever_was_asked_for(seeded, streams):
    server, values, bots, offers = seeded
    play(streams, bots, offers)
    ended(server, values["tournament"], "finished")
    matches = asked(server, lambda session: session.exec(select(MatchRow)).all())
    assert [(match.fairness, match.rated, match.state) for match in matches] == [("seeded", False, "finished")] * 2
    page = exported(server, values["tournament"])
    assert "so the results are not rated" in " ".join(read(page["regulations"]).in_words())
    with pytest.raises(grpc.RpcError) as error:
        server.match(values["bot"], values["bot"], seed="1", rated=True)
    assert error.value.details() == "matches with a seed are never rated: expected rated to be unset, or no seed"
    assert error.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    assert asked(server, lambda session: session.exec(select(RankingRow)).all()) == []


def deals(server, tournament):
    """Return the set of the seeds of a tournament's deals, from its records."""
    found = set()
    for match in server.ask("ListMatches", tournament=tournament).matches:
        record = b"".join(piece.data for piece in server.ask("ReadRecord", match=match.id))
        found.add(read_record(record).appendix.seed)
    return found


def test_each_run_of_a_schedule_has_its_own_deals_and_its_seed_stays_secret(serve):
    server = serve(house="random,greedy")
    file = SECRET + cup("Nightly", "random", "greedy", seed=SEED)
    schedule = server.ask("CreateSchedule", file=file, cron="0 3 1 1 *").schedule
    runs = []
    for _ in range(2):
        runs.append(server.ask("RunSchedule", id=schedule.id).tournament.id)
        ended(server, runs[-1], "finished")
    dealt = [deals(server, run) for run in runs]
    assert dealt[0].isdisjoint(dealt[1])
    reader = reading(server)
    seeds = [exported(server, run, reader)["seed"] for run in runs]
    assert seeds == [seed_of_run(SEED, number) for number in (1, 2)]
    values = {"tournament": runs[0], "bot": "random", "target": runs[0], "token": server.bot("ana"), "matches": [""]}
    assert where_it_stands(said_of(server, values), SEED) == set()
    again = exported(server, runs[1], reader)["regulations"].replace('name = "Nightly"', 'name = "Again"')
    same = server.ask("RunTournament", file=again).tournament.id
    ended(server, same, "finished")
    assert deals(server, same) == dealt[1]
