"""Tests of messages that contain several lines."""

from arena.server.transport.gathered import ROOM, GatheredLines, lines_in


def test_lines_are_read_back_in_their_order():
    gathered = GatheredLines(b"1")
    assert all(gathered.takes(line) for line in (b"2", b"", b"3"))
    assert lines_in(gathered.message()) == [b"1", b"2", b"", b"3"]


def test_a_message_has_at_most_as_many_lines_as_fit():
    gathered = GatheredLines(b"x" * (ROOM - 2))
    assert gathered.takes(b"12")
    assert not gathered.takes(b"3")
    assert lines_in(GatheredLines(b"x" * 2 * ROOM).message()) == [b"x" * 2 * ROOM]
