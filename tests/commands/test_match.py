"""Tests of `arena match`: rated matches, the results that it prints, and its error messages."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import grpc
import pytest

from arena.cli import main, parser
from arena.commands.match.match_series import as_table, forfeit_in_words, points_of, request_of
from arena.protocol.v1 import common_pb2, organiser_pb2
from arena.record import Seated, read_record
from arena_sdk import practice
from tests.sdk.test_practice import First


@pytest.mark.parametrize(
    ("words", "rated"),
    [
        ([], True),
        (["--rated"], True),
        (["--unrated"], False),
        (["--seed", "7"], False),
        (["--seed", "7", "--unrated"], False),
        (["--seed", "7", "--rated"], True),  # the arena refuses it in words
        (["--position", "FILE"], False),
    ],
)
def test_matches_are_rated_unless_something_fixes_how_they_begin(tmp_path, words, rated):
    file = tmp_path / "position.json"
    file.write_text("{}")
    words = [str(file) if word == "FILE" else word for word in words]
    args = parser().parse_args(["match", "ana", "greedy", "--arena", "127.0.0.1:7420", *words])
    assert request_of(args).rated is rated


def test_rated_and_unrated_exclude_each_other(capsys):
    with pytest.raises(SystemExit):
        parser().parse_args(["match", "ana", "greedy", "--arena", "127.0.0.1:7420", "--rated", "--unrated"])
    assert "not allowed with argument" in capsys.readouterr().err


def seated(record, *seats):
    return replace(record, header=replace(record.header, seats=tuple(Seated(*seat, "bot") for seat in seats)))


def test_two_versions_of_a_bot_have_a_row_each_in_the_table():
    first, second = (read_record(match.record) for match in practice(First, First, games=2, seed=1).matches)
    lines = as_table([seated(first, ("ana", "1"), ("ana", "2")), seated(second, ("ana", "2"), ("ana", "1"))])
    assert sorted(line.split()[0] for line in lines.splitlines()[1:]) == ["ana@1", "ana@2"]
    lines = as_table([seated(first, ("ana", "1"), ("bea", "2"))])
    assert sorted(line.split()[0] for line in lines.splitlines()[1:]) == ["ana", "bea"]


def test_the_points_of_a_match_have_names():
    match = organiser_pb2.Match()
    for place, name, version, score in ((3, "ana", "1", 43), (2, "bea", "1", 50), (1, "ana", "2", 56)):
        match.seats.add(entrant=name, version=version)
        match.result.scores.append(score)
        match.result.placements.append(place)
    assert points_of(match) == "ana@1 43, bea 50, ana@2 56"
    assert points_of(organiser_pb2.Match(seats=match.seats)) == "void"
    tied = organiser_pb2.Match(seats=match.seats, result={"scores": [56, 50, 56], "placements": [2, 3, 1]})
    assert points_of(tied) == "ana@1 56, bea 50, ana@2 56 (ana@2 ahead by the tie-break)"


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (common_pb2.FORFEIT_REASON_CRASHED, "crashed"),
        (common_pb2.FORFEIT_REASON_NO_SHOW, "did not come"),
        (99, "forfeited (99)"),
    ],
)
def test_a_forfeit_has_a_name_and_a_reason(reason, words):
    match = organiser_pb2.Match()
    match.seats.add(entrant="ana", version="1")
    match.seats.add(entrant="bea", version="1")
    forfeit = match.forfeits.add(seat=1)
    forfeit.MergeFrom(common_pb2.Forfeit(reason=reason))
    assert forfeit_in_words(match, forfeit) == f"bea (seat 1) {words}"


def test_an_address_where_something_else_answers_is_called_no_arena(capsys, tmp_path):
    server = grpc.server(ThreadPoolExecutor(1))
    address = f"127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        token = tmp_path / "token"
        token.write_text("a-token-of-a-test")
        words = ["match", "ana", "greedy", "--records", str(tmp_path), "--arena", address, "--token-file", str(token)]
        assert main(words) == 1
    finally:
        server.stop(None).wait()
    assert f"{address}: what answers there is no arena (its site has another port)" in capsys.readouterr().err
