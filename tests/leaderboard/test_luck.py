"""The page of a tournament shows luck-adjusted scores if they are known."""

from types import SimpleNamespace

import pytest

from arena.record import Seated
from arena.stats.standings import Finished
from arena.tournament.formats import Pairing, PlayedBlock
from arena.tournament.formats.base import by_mean_score
from leaderboard.tournaments import table_line


def played(luck):
    """Return blocks of one match each, which the two entrants win in turn.

    `luck` returns the luck of both seats for the number of a block; None if it is not known.
    """
    pair = Pairing(("ana", "ben"))
    places = ((1, 2), (2, 1))
    return [
        PlayedBlock(number, pair, (Finished(str(number), pair.entrants, places[number % 2], None, luck(number)),))
        for number in range(24)
    ]


@pytest.mark.parametrize("is_known", [True, False])
def test_a_line_of_the_table_has_the_score_without_luck_if_all_luck_is_known(is_known):
    blocks = played(lambda number: (0.1 * (number % 3 - 1), 0.1 * (1 - number % 3)) if is_known else None)
    course = SimpleNamespace(who={name: Seated(name, "1", "bot") for name in ("ana", "ben")}, forfeits={})
    lines = [table_line(course, standing) for standing in by_mean_score(("ana", "ben"), blocks)]
    assert [line.without_luck is not None for line in lines] == [is_known, is_known]
    if is_known:
        assert sum(line.without_luck for line in lines) == pytest.approx(1)
        assert lines[0].luck_reach > 0
