"""Tests of `arena show`: boards, moves, pictures and HTML at any point of a record, as any observer sees them."""

import json

import pytest

from arena.games import GAMES
from arena.record import Answer, read_record, state_at


@pytest.fixture
def arena(here):
    return here  # these tests are about words and exit codes, not about processes


@pytest.fixture
def record(records):
    return min(records.iterdir())


def test_without_a_number_the_end_is_shown_with_places_and_forfeits(arena, record):
    shown = arena("show", record).stdout
    assert shown.startswith("cacao, match ")
    assert "Fails 1 at seat 2" in shown
    assert "seat 2 forfeited: crashed" in shown
    assert "the end: seat 0 is " in shown


@pytest.mark.parametrize("at", [0, 1, 7, 20])
def test_the_board_is_the_one_after_the_given_number_of_answers(arena, record, at):
    state = state_at(read_record(record.read_bytes()), at)
    shown = arena("show", record, "--at", at).stdout
    assert f"after {at} of " in shown
    assert state.rules.board(state.view(-1)).rstrip() in shown
    assert f"seat {state.to_move} to choose, {len(state.options())} options" in shown


def test_the_legend_below_the_board_says_what_the_tiles_do(arena, record):
    state = state_at(read_record(record.read_bytes()), 7)
    shown = arena("show", record, "--at", 7).stdout
    assert state.rules.legend(state.view(-1)) in shown
    assert "each worker beside it brings 1 cacao" in shown
    assert "each worker beside it" not in arena("show", record, "--at", 7, "--no-legend").stdout


def test_a_seat_sees_its_hand_and_a_spectator_none(arena, record):
    assert "C's hand" in arena("show", record, "--at", "7", "--seat", "2").stdout
    assert "hand  " not in arena("show", record, "--at", "7").stdout.partition("pile\n")[2]


def test_the_points_are_shown_with_their_sources(arena, record):
    shown = arena("show", record).stdout
    state = state_at(record_of := read_record(record.read_bytes()), count(record_of))
    ledger = state.ledger()
    for seat, score in enumerate(state.scores()):
        sums = [(category, sum(ledger[category][seat])) for category in state.rules.categories]
        parts = ", ".join(f"{category} {points}" for category, points in sums if points)
        assert f"seat {seat} {record_of.header.seats[seat].entrant}: {score} points ({parts})" in shown


def count(record):
    return sum(isinstance(entry, Answer) for entry in record.entries)


def test_a_picture_is_printed_or_written_to_a_file(arena, record, tmp_path):
    printed = arena("show", record, "--at", "7", "--seat", "2", "--svg").stdout
    assert arena("show", record, "--at", "7", "--seat", "C", "--svg").stdout == printed
    assert printed.startswith("<svg ")
    assert f"Turn {state_at(read_record(record.read_bytes()), 7).turn + 1} of " in printed
    assert not arena("show", record, "--at", "7", "--seat", "2", "--svg", tmp_path / "board.svg").stdout
    assert (tmp_path / "board.svg").read_text() == printed
    assert 'href="#new"' in printed  # what the seventh answer changed
    assert 'href="#new"' not in arena("show", record, "--at", "0", "--svg").stdout


def test_an_image_that_cannot_be_written_is_wrong_use(arena, record, tmp_path):
    refused = arena("show", record, "--svg", tmp_path / "nowhere" / "board.svg", code=2)
    assert "cannot be written" in refused.stderr


def test_the_options_are_listed_as_they_are_spelled(arena, record):
    state = state_at(read_record(record.read_bytes()), 7)
    listed = arena("show", record, "--at", "7", "--options").stdout.splitlines()[-len(state.options()) :]
    assert [line.strip() for line in listed] == [state.rules.spell(state, option) for option in state.options()]


def test_a_position_can_be_written_down_and_shown_and_counted_from(arena, record):
    state = state_at(read_record(record.read_bytes()), 7)
    arena.write("position.json", arena("show", record, "--at", "7", "--position").stdout)
    assert GAMES["cacao"].from_position((arena.home / "position.json").read_text()).digest() == state.digest()
    assert state.rules.board(state.view(1)).rstrip() in arena("show", "position.json", "--seat", "1").stdout
    assert arena("perft", "--position", "position.json", "--depth", "1").stdout.split()[-1] == str(len(state.options()))


def test_the_json_output_has_everything(arena, record):
    state = state_at(read_record(record.read_bytes()), 7)
    shown = json.loads(arena("show", record, "--at", "7", "--json").stdout)
    assert shown["digest"] == state.digest()
    assert shown["position"] == json.loads(state.position())
    assert (shown["to_move"], shown["scores"], len(shown["options"])) == (
        state.to_move,
        state.scores(),
        len(state.options()),
    )


@pytest.mark.parametrize(
    ("content", "words", "code", "message"),
    [
        (None, [], 2, "no such file: it"),
        ("", [], 2, "it is empty: expected a record or a position"),
        ("{}", [], 2, "expected a position or a setup, with its game as 'game'"),
        ('{"game": "caco"}', [], 2, "unknown game 'caco'"),
        ('{"game": "cacao"}', [], 2, "arena: "),
        ("not JSON", [], 5, "line 1"),
        ("[" * 100_000, [], 5, "line 1"),
    ],
)
def test_a_file_that_is_neither_a_record_nor_a_position_is_refused(arena, content, words, code, message):
    if content is not None:
        arena.write("it", content)
    done = arena("show", "it", *words, code=code)
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"schema":1', b'"schema":3', "line 1: schema 3, this release checks schema 1"),
        (b'"rules_version":1', b'"rules_version":9', "line 1: cacao by rules version 9, this release checks version 1"),
    ],
)
def test_a_record_that_this_release_cannot_play_again_is_not_drawn(arena, record, old, new, why):
    (arena.home / "old.jsonl").write_bytes(record.read_bytes().replace(old, new, 1))
    done = arena("show", "old.jsonl", code=1)
    assert why in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--at", "900"], "no position after answer 900: expected a number from 0 to "),
        (["--at", "-1"], "expected at least 0"),
        (["--seat", "3"], "seat '3': expected a number from 0 to 2, A to C, or spectator"),
        (["--seat", "D"], "seat 'D': expected a number"),
    ],
)
def test_a_moment_or_seat_that_does_not_exist_is_wrong_use(arena, record, words, message):
    assert message in arena("show", record, *words, code=2).stderr


def test_a_reader_that_closes_the_pipe_is_no_error(arena, record):
    import subprocess

    piped = f"{' '.join(arena.command('show', record))} | true"
    done = subprocess.run(["sh", "-c", piped], **arena.surroundings, capture_output=True, text=True, check=True)
    assert "Error" not in done.stderr


# The file that lasts -------------------------------------------------------------------------------------------------


def test_html_is_one_file_with_the_record_in_it_that_verify_and_show_read(arena, record):
    html = arena("show", record, "--html").stdout
    arena.write("match.html", html)
    assert html.startswith("<!doctype html>")
    assert 'class="turns"' in html
    verified = arena("verify", "match.html").stdout
    assert verified.startswith("yes")
    assert "the record in it is consistent" in verified
    assert arena("show", "match.html", "--at", 7).stdout == arena("show", record, "--at", 7).stdout
    assert arena("show", "match.html", "--html").stdout == html
    assert arena("show", "match.html", "--moves").stdout == arena("show", record, "--moves").stdout


def test_html_of_a_changed_record_is_no_error_and_verify_says_no(arena, record):
    text = record.read_text()
    arena.write(
        "changed.jsonl",
        text.replace('"think_us":', '"think_us":1', 1).replace('"option":"place ', '"option":"fill ', 1),
    )
    html = arena("show", "changed.jsonl", "--html").stdout
    assert 'class="ruling"' in html
    arena.write("changed.html", html)
    assert arena("verify", "changed.html", code=5).stdout.startswith("no")


def test_html_of_other_rules_is_no_error_and_verify_reports_unknown(arena, record):
    arena.write("other.jsonl", record.read_text().replace('"rules_version":1', '"rules_version":9', 1))
    html = arena("show", "other.jsonl", "--html").stdout
    assert "by rules version 9" in html
    arena.write("other.html", html)
    assert arena("verify", "other.html", code=1).stdout.startswith("unknown")


def test_a_picture_and_a_file_speak_the_language_that_is_asked_for(arena, record):
    html = arena("show", record, "--html", "--language", "es").stdout
    assert html.startswith('<!doctype html>\n<html lang="es">')
    assert "Tras " in html
    assert "Turn back" not in html.partition("<script>")[0]
    assert "Posición" not in arena("show", record, "--html").stdout
    assert "Final de la partida" in arena("show", record, "--svg", "--language", "es").stdout


def test_a_language_is_accepted_for_pictures_and_files_alone(arena, record):
    assert "expected --svg or --html" in arena("show", record, "--language", "es", code=2).stderr
    assert "invalid choice: 'xx'" in arena("show", record, "--html", "--language", "xx", code=2).stderr


@pytest.mark.parametrize("more", [("--at", "3"), ("--svg",), ("--position",), ("--json",), ("--options",)])
def test_html_contains_the_whole_record_and_is_refused_with_other_options(arena, record, more):
    assert more[0] in arena("show", record, "--html", *more, code=2).stderr


def test_html_of_a_position_is_refused(arena, record):
    arena.write("position.json", arena("show", record, "--at", 3, "--position").stdout)
    assert "expected a record" in arena("show", "position.json", "--html", code=2).stderr


def test_an_html_file_without_a_record_is_refused(arena):
    arena.write("page.html", "<!doctype html><p>nothing")
    assert "expected one record in the HTML file" in arena("show", "page.html", code=5).stderr
    assert "expected one record in the HTML file" in arena("verify", "page.html", code=5).stdout
