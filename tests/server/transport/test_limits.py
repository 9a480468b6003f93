from arena.server.transport.limits import Paces, Window, Windows


def test_a_window_admits_its_limit_and_says_when_there_is_room_again():
    window = Window(2, 60.0)
    assert [window.take(at) for at in (0.0, 10.0)] == [0.0, 0.0]
    assert window.take(15.0) == 45.0
    assert window.take(60.0) == 0.0  # the first has left the span
    assert window.take(60.0) == 10.0


def test_a_query_for_the_waiting_time_counts_as_no_call():
    window = Window(1, 60.0)
    assert [window.wait(0.0), window.wait(0.0), window.take(0.0), window.wait(1.0)] == [0.0, 0.0, 0.0, 59.0]


def test_names_have_windows_of_their_own():
    windows = Windows(1, 60.0)
    assert [windows.take("ana", 0.0), windows.take("bob", 0.0)] == [0.0, 0.0]
    assert windows.take("ana", 1.0) == 59.0
    assert windows.wait("cam", 1.0) == 0.0


def test_the_name_that_was_unused_for_longest_is_forgotten_first():
    windows = Windows(1, 60.0, names=2)
    for name in ("ana", "bob", "ana", "cam"):
        windows.take(name, 0.0)
    assert (windows.wait("ana", 1.0), windows.wait("bob", 1.0)) == (59.0, 0.0)


def test_a_pace_accepts_some_calls_at_once_and_the_others_one_by_one():
    paces = Paces(10.0, 3)
    assert [round(paces.take("ana", 100.0, 9.0), 3) for _ in range(6)] == [0.0, 0.0, 0.0, 0.0, 0.1, 0.2]
    assert paces.take("bob", 100.0, 9.0) == 0.0


def test_a_pace_counts_no_call_that_would_wait_too_long():
    paces = Paces(1.0, 1)
    assert [paces.take("ana", 100.0, 1.0) for _ in range(5)] == [0.0, 0.0, 1.0, 2.0, 2.0]
    assert paces.take("ana", 102.0, 1.0) == 0.0


def test_a_pace_forgets_the_name_that_was_unused_for_longest():
    paces = Paces(1.0, 1, names=1)
    for _ in range(5):
        paces.take("ana", 100.0, 9.0)
    paces.take("bob", 100.0, 9.0)
    assert paces.take("ana", 100.0, 9.0) == 0.0


def test_a_query_for_the_waiting_time_of_a_pace_counts_as_no_call():
    paces = Paces(1.0, 0)
    assert [paces.wait("ana", 100.0), paces.take("ana", 100.0, 9.0)] == [0.0, 0.0]
    assert [paces.wait("ana", 100.0), paces.wait("ana", 100.0), paces.wait("bob", 100.0)] == [1.0, 1.0, 0.0]
