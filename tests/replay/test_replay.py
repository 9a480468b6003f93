"""Tests of replays of records: stories, frames, and the HTML file."""

import base64
import gzip
import json
import re
from dataclasses import replace
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from arena.errors import CannotVerifyError, VerificationError
from arena.games import GAMES
from arena.games.game import SPECTATOR
from arena.games.stories import Passage
from arena.record import ForfeitReason, Seated, read_record, state_at
from arena.replay import document, fragments, frames
from arena.replay.document import is_document, record_in
from arena.replay.fragments import Shown
from arena.replay.retelling import Positions, ReplayStep, retold
from tests.record import played

HOSTILE = "</script><script>alert(1)</script>&\"'\u202e\x1b"
TABLES = [("cacao", 2), ("cacao", 4), ("teotihuacan", 2), ("teotihuacan/solo", 2)]
ALL_EYES = (SPECTATOR, 0, 1)


@pytest.fixture(scope="module")
def cacao():
    return played.whole(rules=GAMES["cacao"])


@pytest.fixture(scope="module")
def teotihuacan():
    return played.whole(rules=GAMES["teotihuacan"])


@pytest.fixture(scope="module")
def records(cacao, teotihuacan):
    return {"cacao": cacao, "teotihuacan": teotihuacan}


def lines_of(record):
    return record.decode().splitlines(keepends=True)


def changed(record, old, new):
    assert old in record
    return record.replace(old, new)


# Stories -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["cacao", "teotihuacan"])
def test_a_story_has_a_step_for_every_entry_with_the_points_after_it(records, game):
    told = retold(records[game])
    record = read_record(records[game])
    assert told.problem == ""
    assert [step.option for step in told.steps] == [entry.option for entry in record.entries]
    assert told.playable == told.answers == len(told.steps)
    for at in (1, 9, told.answers):
        assert list(told.steps[at - 1].points) == state_at(record, at).scores()


def test_turns_end_where_another_seat_or_turn_begins(cacao):
    told = retold(cacao)
    ends = told.ends()
    assert ends == sorted(set(ends))
    assert ends[-1] == told.answers
    owners = [(step.turn, step.seat) for step in told.steps]
    assert all(owners[end - 1] != owners[end] for end in ends[:-1])


def test_an_eclipse_is_a_mark_on_the_slider(teotihuacan):
    told = retold(teotihuacan)
    assert [step.mark for step in told.steps if step.mark] == ["Eclipse 1", "Eclipse 2", "Eclipse 3"]
    assert told.marks() == [step.at for step in told.steps if step.mark]


@pytest.mark.parametrize("game", ["cacao", "teotihuacan"])
def test_every_position_is_found_in_any_order(records, game):
    told, record = retold(records[game]), read_record(records[game])
    places = Positions(told)
    for at in (told.answers, 0, 30, 24, 23, 25, told.answers - 1):
        assert places.at(at).digest() == state_at(record, at).digest()
    assert [state.digest() for state in places.all()][30] == state_at(record, 30).digest()


def test_forfeits_are_shown_and_positions_count_answers_alone():
    record = played.whole(rules=GAMES["cacao"], seats=3, forfeits=[(4, 1, ForfeitReason.CRASHED)])
    told = retold(record)
    left = next(step for step in told.steps if step.is_forfeit)
    assert (left.at, left.seat, left.passages[-1].text) == (4, 1, "forfeits: crashed")
    assert told.playable == told.answers == len(told.steps) - 1
    assert '<span class="state">by the house</span>' in moves(told)


# Records that cannot be played to the end -----------------------------------------------------------------------------


def test_a_record_of_another_rules_version_is_shown_by_its_options(cacao):
    told = retold(changed(cacao, b'"rules_version":1', b'"rules_version":9'))
    assert told.playable == -1
    assert "rules version 9" in told.problem
    assert [step.passages[0].text for step in told.steps] == [entry.option for entry in told.record.entries]


def test_a_changed_answer_ends_what_can_be_played_and_the_rest_is_listed(cacao):
    lines = lines_of(cacao)
    lines[20] = lines[22]
    told = retold("".join(lines).encode())
    assert told.playable == 19
    assert "line 21" in told.problem
    assert len(told.steps) == told.answers
    assert told.steps[18].points
    assert told.steps[19].points == ()


def test_of_a_cut_record_everything_before_the_cut_is_shown(cacao):
    told = retold(cacao[: len("".join(lines_of(cacao)[:12]).encode()) + 10])
    assert "cut" in told.problem
    assert len(told.steps) == 11
    assert told.record.result is None


def test_an_unreadable_line_ends_the_readable_part_of_a_record(cacao):
    lines = lines_of(cacao)
    lines[30] = "{}\n"
    told = retold("".join(lines).encode())
    assert "line 31" in told.problem
    assert len(told.steps) == 29


@pytest.mark.parametrize(("data", "error"), [(b"", VerificationError), (b"x\n", VerificationError)])
def test_without_a_header_there_is_no_story(data, error):
    with pytest.raises(error):
        retold(data)


def test_a_later_schema_is_refused_with_its_number(cacao):
    with pytest.raises(CannotVerifyError, match="schema 9"):
        retold(changed(cacao, b'"schema":1', b'"schema":9'))


@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"rules_version":1', b'"rules_version":9'), (b'"seat":0,"option":"place', b'"seat":1,"option":"place')],
)
def test_a_record_that_cannot_be_played_still_gives_a_file_with_moves_and_result(cacao, old, new):
    html = document.document(changed(cacao, old, new))
    assert ("No board of this record can be shown" in html) == (b"version" in old)
    assert "as the record spells them" in html or "as it spells them" in html
    assert 'class="turns"' in html
    assert 'class="results"' in html


# Frames --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_frames_put_together_are_the_pictures_of_every_position(game, seats):
    rules = GAMES[game]
    told = retold(played.whole(rules=rules, seats=seats))
    found = json.loads(frames.as_bytes(frames.frames(told, ALL_EYES)))
    symbols = frames.symbols(told, Positions(told))
    known = set(re.findall(r'\bid="([^"]*)"', symbols))
    places = Positions(told)
    for observer in ALL_EYES:
        eye = found["eyes"][frames.eye(observer)]
        assert len(eye) == told.playable + 1
        for at in (0, 1, 17, told.playable):
            svg = "".join(found["pieces"][piece] for piece in eye[at]) + "</svg>"
            assert svg == frames.picture_at(told, places, at, observer, "frame").rstrip("\n")
            ET.fromstring(svg)
            assert {name.removeprefix("#") for name in re.findall(r'href="([^"]*)"', svg)} <= known
    assert all(len(box.split()) == 4 for _, box in found["parts"])


def test_a_page_can_cut_each_frame_to_its_parts(cacao):
    told, rules = retold(cacao), GAMES["cacao"]
    picture = frames.picture_at(told, Positions(told), 9, SPECTATOR, "frame")
    cuts = re.search(r'data-parts="([^"]*)"', picture)[1].split(";")
    views = [state.view(SPECTATOR) for state in Positions(told).all()]
    boxes = rules.picture_parts(views[9], fit=views[-1], form="frame")
    assert cuts == [f"{part} {box}" for part, box in boxes.items()]
    shown = Shown(told, 9, SPECTATOR, lambda at, seat: f"?at={at}&seat={seat}")
    names = json.loads(unescape(re.search(r'data-parts="(\[[^"]*\])"', fragments.replay(shown, picture, ""))[1]))
    assert names == ["Table", "Display", *(f"{letter} {name}" for letter, name in zip("AB", told.names, strict=True))]


def test_letters_of_lines_that_end_together_do_not_overlap():
    places = [float(place) for place in re.findall(r'y="(\d+)%"', fragments.ends([0.5, 0.5, 0.52, 1.0]))]
    assert re.findall(r">(\w)<", fragments.ends([0.9, 0.1, 0.5])) == ["B", "C", "A"]
    assert all(low - high >= 24 for high, low in pairwise(places))
    assert 10 <= places[0] <= places[-1] <= 90


def test_an_observer_gets_only_what_it_may_see(cacao):
    told = retold(cacao)
    seen = frames.frames(told, [0])
    assert set(seen["eyes"]) == {"0"}
    views = [state.view(1) for state in Positions(told).all()]
    other = GAMES["cacao"].picture(
        views[8], names=told.names, before=views[7], fit=views[-1], form="frame", prefix="m-"
    )
    own = "".join(seen["pieces"][piece] for piece in seen["eyes"]["0"][8]) + "</svg>\n"
    assert other != own


@pytest.mark.parametrize(("game", "most"), [("cacao", 400_000), ("teotihuacan", 2_000_000)])
def test_the_replay_of_a_match_of_four_seats_fits_its_promised_size(game, most):
    record = played.whole(rules=GAMES[game], seats=4)
    assert len(document.document(record).encode()) <= most
    told = retold(record)
    packed = gzip.compress(frames.as_bytes(frames.frames(told, [SPECTATOR])), 6)
    first = frames.symbols(told, Positions(told)) + frames.picture_at(told, Positions(told), 0, SPECTATOR, "frame")
    assert len(packed) + len(gzip.compress(moves(told).encode(), 6)) <= 600_000
    assert len(gzip.compress(first.encode(), 6)) <= 100_000


def moves(told):
    return fragments.moves(Shown(told, 0, SPECTATOR, lambda at, seat: f"?at={at}&seat={seat}"))


# Names that would like to be more than names -------------------------------------------------------------------------


def hostile_record():
    record = played.play(rules=GAMES["cacao"])
    first, _, rest = record.partition(b"\n")
    header = read_record(record).header
    seats = tuple(Seated(HOSTILE, HOSTILE, "bot") for _ in header.seats)
    assert first == header.line()
    return played.disclosed(replace(header, seats=seats, clock=HOSTILE).line() + b"\n" + rest, played.SEED, played.SALT)


def test_hostile_names_are_text_in_the_file():
    html = document.document(hostile_record())
    assert html.count("<script") == 3
    assert "alert(1)</script>" not in html
    assert "\u202e" not in html
    assert "\x1b" not in html


def test_hostile_names_are_text_in_frames():
    told = retold(hostile_record())
    data = frames.as_bytes(frames.frames(told, [SPECTATOR]))
    assert data.isascii()
    found = json.loads(data)
    assert all("<script" not in piece for piece in found["pieces"])
    assert all("\u202e" not in name for name, _ in found["parts"])


def test_a_hostile_sentence_is_escaped():
    told = retold(played.whole(rules=GAMES["cacao"]))
    step = ReplayStep(1, 0, 0, HOSTILE, is_forfeit=False, passages=(Passage(0, HOSTILE),), points=(0, 0))
    shown = Shown(type(told)(told.record, told.start, (step,), 1, ""), 1, SPECTATOR, lambda *_: f"/{HOSTILE}")
    html = fragments.replay(shown, "", fragments.moves(shown))
    assert "<script" not in html
    assert "\u202e" not in html


# The file ------------------------------------------------------------------------------------------------------------


def test_a_file_has_the_record_byte_for_byte_and_is_the_same_each_time(cacao):
    html = document.document(cacao)
    assert is_document(html.encode())
    assert record_in(html.encode()) == cacao
    assert document.document(cacao) == html
    assert "//" not in re.sub(r"<script.*?</script>|<style.*?</style>", "", html, flags=re.DOTALL).replace(
        "http://www.w3.org/2000/svg", ""
    )


def test_a_file_without_its_record_or_with_another_one_is_refused(cacao):
    html = document.document(cacao).encode()
    packed = document.packed(cacao).encode()
    for broken in (
        html.replace(b'id="record"', b'id="recorded"'),
        html.replace(packed, packed + b"!"),
        html.replace(packed, packed[:400]),
        html.replace(packed, base64.b64encode(b"not packed")),
        html + b'<script type="application/gzip" id="record"></script>',
    ):
        with pytest.raises(VerificationError):
            record_in(broken)


def test_a_record_that_unpacks_without_end_is_refused(monkeypatch, cacao):
    monkeypatch.setattr(document, "LARGEST", 1000)
    with pytest.raises(VerificationError, match="too long"):
        record_in(document.document(cacao).encode())


def test_the_script_is_small_and_names_no_other_place():
    assert len(document.script().encode()) <= 15 * 1024
    assert not re.search(r"https?://|\beval\b|style\s*=", document.script())
