"""Tests of a record that is shown in a notebook."""

from html import unescape

from arena.games import GAMES
from arena.replay.document import document
from arena.replay.notebook import ReplayFrame
from tests.record import played


def test_a_record_in_a_notebook_is_a_frame_that_cannot_reach_the_notebook():
    record = played.whole(rules=GAMES["cacao"])
    html = ReplayFrame(record)._repr_html_()
    assert html.count("<") == html.count("</") + 1 == 2
    assert unescape(html.partition('srcdoc="')[2].partition('" sandbox')[0]) == document(record)
    assert "allow-same-origin" not in html
