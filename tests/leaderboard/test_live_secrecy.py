"""Tests that watching a match discloses nothing that bots of its deal may not know."""

from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest
import trio

from arena.games import rules
from arena.games.chance import Deal, Rng
from arena.games.game import SPECTATOR
from arena.games.steps import OVER
from arena.store.db.database import Database
from arena.store.repos.stored_tournaments import StoredTournaments
from arena.tournament.venue import Tournament
from leaderboard.followers import Follower, broadcast_of, facts_of, is_secret, news_of
from leaderboard.live import LiveMatch
from leaderboard.voices import Voices
from tests.leaderboard.filled import Filling
from tests.leaderboard.live_matches import MatchInPlay

TERMS = """
name = "Cup"
game = "cacao"
clock = "10+0.1"
entrants = ["ana", "quetzal"]
"""
NAMES = ("ana", "quetzal")
STATES = ("offered", "running", "finished", "void", "fault")


@pytest.fixture
def filling(tmp_path):
    database = Database(tmp_path / "arena.db")
    yield Filling(database)
    database.close()


def followed(filling, match):
    """Return a follower of a match that has read all its stored lines."""
    database = filling.database
    follower = Follower(database, database.read(lambda session: facts_of(session, match)))
    refresh(filling, follower)
    return follower


def refresh(filling, follower):
    key = follower.facts.match_id
    known = {key: (follower.head, follower.lines)}
    found = filling.database.read(lambda session: news_of(session, known))
    if key in found:
        Voices(follower).take(found[key])


async def brought_to(filling, state, match, **more):
    """Return a new match of a block in this state, such as `offered` or `finished`."""
    made = await MatchInPlay.begun(filling, match, NAMES, begin=state != "offered", **more)
    if state in {"running", "finished"}:
        await made.answer(2)
    if state == "finished":
        await made.end(disclose=False)
    if state in {"void", "fault"}:
        made.kept = replace(made.kept, fault=state == "fault")
        await made.become_void("a ruling")
    return made


@pytest.mark.parametrize("rated", [True, False])
def test_a_board_is_shown_only_if_every_other_match_of_the_deal_has_ended(filling, rated):
    """Blocks with a watched match and two other matches, in every pair of states."""
    over = {"finished", "void", "fault"} if rated else {"finished", "void"}  # rated ones are replayed with a new deal
    for block, (one, other) in enumerate(product(STATES, repeat=2)):
        more = {"block": block, "rated": rated}
        for place, state in enumerate((one, other), start=1):
            trio.run(partial(brought_to, filling, state, f"m-{block}-{place}", place=place, **more))
        match = trio.run(partial(MatchInPlay.begun, filling, f"m-{block}-0", NAMES, **more))
        trio.run(match.answer, 3)
        found = LiveMatch.of(follower := followed(filling, match.kept.match))
        ended = {one, other} <= over
        assert found.shown == ended, (one, other)
        if not ended:
            assert (found.at, found.turn, found.to_move) == (0, None, None)
            assert [seat.points for seat in found.seats] == [None, None]
            assert follower.steps == []
            assert Voices(follower).voice().made == 0


def test_a_match_void_by_the_arenas_fault_stays_closed_until_its_replay_has_ended(filling):
    trio.run(lambda: brought_to(filling, "fault", "other", place=1, rated=False))
    match = trio.run(lambda: MatchInPlay.begun(filling, "match", NAMES, rated=False))
    follower = followed(filling, "match")
    assert follower.now.reason == "deal"
    again = trio.run(lambda: brought_to(filling, "running", "again", place=1, rated=False))
    refresh(filling, follower)
    assert follower.now.reason == "deal"
    trio.run(lambda: again.end(disclose=False))
    trio.run(match.answer)
    refresh(filling, follower)
    assert follower.now.reason == ""
    assert follower.released == 1


def test_a_deal_of_a_given_seed_may_be_that_of_a_match_of_another_round(filling):
    trio.run(lambda: MatchInPlay.begun(filling, "here", NAMES, fairness="seeded", a_round="r-1", block=3))
    assert followed(filling, "here").now.reason == ""
    trio.run(lambda: MatchInPlay.begun(filling, "there", NAMES, fairness="seeded", a_round="r-2", block=3))
    assert followed(filling, "here").now.reason == "deal"
    assert followed(filling, "there").now.reason == "deal"


# What a page says of an answer ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), [("cacao", 2), ("cacao", 3), ("teotihuacan", 2), ("teotihuacan", 3)])
def test_the_words_for_an_answer_depend_only_on_what_a_spectator_knows(game, seats):
    """Answers that look the same to a spectator get the same words, and an imagined twin has the same points."""
    secrets = 0
    for number in range(2):
        state, random = rules(game).new({}, seats, Deal.of(number)), Random(number)
        state.listen()
        for _ in range(70):
            if state.to_move == OVER:
                break
            for seat in range(seats):
                twin = state.imagine(seat, Rng(random.randrange(1 << 30)))
                assert twin.scores() == state.scores()
            options = list(state.options())
            option = random.choice(options)
            heard, before = len(state.events(0, SPECTATOR)), state.clone()
            state.apply(option)
            view, events = state.view(SPECTATOR), state.events(heard, SPECTATOR)
            told = bool(events) or not is_secret(before, option, view)
            secrets += not told
            for other in random.sample(options, min(6, len(options))):
                if told and other != option:
                    assert looks(before, other) != (view, spelled(events)), (option, other)
    assert secrets > 0 or game == "cacao"  # Teotihuacan has secret answers


def looks(before, option):
    """Return the view and the events that a spectator gets after an answer."""
    state = before.clone()
    state.listen()
    heard = len(state.events(0, SPECTATOR))
    state.apply(option)
    return state.view(SPECTATOR), spelled(state.events(heard, SPECTATOR))


def spelled(events):
    return [(event.kind, list(event.numbers)) for event in events]


def test_a_secret_answer_is_not_named_while_the_match_is_played(filling):
    match = trio.run(lambda: MatchInPlay.begun(filling, "match", NAMES, game="teotihuacan"))
    trio.run(match.answer, 30)
    follower = followed(filling, "match")
    hidden = [step for step in follower.steps if not step.option]
    assert hidden
    voice = Voices(follower).voice()
    sent = b"".join(voice.event(number) for number in range(1, voice.made + 1)).decode()
    assert "makes a choice that is not shown" in sent
    first = next(step for step in follower.steps if step.entry.option.startswith("keep"))
    assert first.option == ""
    assert first.entry.option not in sent
    assert voice.retelling().record.head == ""


# Regulations ---------------------------------------------------------------------------------------------------------


def in_tournament(filling, regulation):
    """Return a begun match of a tournament with a further line in its regulations."""

    async def made():
        terms = TERMS + regulation
        await StoredTournaments(filling.database, filling.now).begin(Tournament("t-1", "Cup", terms, filling.now()))
        await filling.open_round("t-1-0", "t-1")
        return await MatchInPlay.begun(filling, "match", NAMES, a_round="t-1-0")

    return trio.run(made)


def test_a_tournament_can_close_its_boards(filling):
    match = in_tournament(filling, 'broadcast = "closed"')
    trio.run(match.answer, 5)
    follower = followed(filling, "match")
    assert (follower.now.reason, follower.steps, follower.now.marker) == ("closed", [], 0)
    assert follower.clocks == (None, None)


def test_a_delayed_board_is_behind_by_the_turns_that_the_organiser_set(filling):
    match = in_tournament(filling, 'broadcast = "delayed"\ndelay = 3')
    follower = followed(filling, "match")
    voices = Voices(follower)
    for _ in range(25):
        trio.run(match.answer)
        refresh(filling, follower)
        now = match.state.turn
        assert all(step.turn + 3 <= now for step in follower.steps[: follower.released])
        assert all(step.turn + 3 > now for step in follower.steps[follower.released :])
        assert voices.voice().made == follower.released == follower.now.marker
    assert 0 < follower.released < 25
    trio.run(match.end)
    refresh(filling, follower)
    assert follower.released == len(follower.steps)


def test_regulations_that_cannot_be_read_close_the_board():
    assert broadcast_of("").kind == "live"
    assert broadcast_of(TERMS).kind == "live"
    assert broadcast_of("no regulations").kind == "closed"
