"""`arena match`: which matches are rated."""

import pytest

from arena.cli import parser
from arena.commands.match.match_series import request_of


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
