"""Tests of output that fails or has no reader: the program continues."""

import fcntl
import os
import sys
import threading

import pytest

from arena.host.outlet import WAITING, Outlet, unfailing_stderr


@pytest.fixture
def pipe():
    """Return the reading and the writing end of a pipe that holds 4 KiB."""
    ends = list(os.pipe())
    fcntl.fcntl(ends[1], fcntl.F_SETPIPE_SZ, 4096)
    yield ends
    for each in ends:
        os.close(each)


def test_text_arrives_in_its_order(pipe):
    outlet = Outlet(pipe[1])
    outlet.write("one\n")
    outlet.write("two \ud800\n")
    outlet.close()
    assert os.read(pipe[0], 100) == b"one\ntwo \\ud800\n"


def test_a_closed_pipe_loses_the_text_and_nothing_else(pipe):
    os.close(pipe[0])
    outlet = Outlet(pipe[1])
    outlet.write("lost\n")
    outlet.close()
    pipe[0] = os.open(os.devnull, os.O_RDONLY)


def test_a_full_disk_loses_the_text_and_nothing_else():
    disk = os.open("/dev/full", os.O_WRONLY)
    outlet = Outlet(disk)
    outlet.write("lost\n")
    outlet.close()
    os.close(disk)


def test_a_stuck_reader_delays_no_writer_and_learns_how_much_it_missed(pipe):
    outlet = Outlet(pipe[1])
    for _ in range(WAITING + 10):
        outlet.write("x" * 4095 + "\n")
    heard = b""
    while b"of output were lost" not in heard:
        heard += os.read(pipe[0], 4096)
    closing = threading.Thread(target=outlet.close)
    closing.start()
    while closing.is_alive() and (more := os.read(pipe[0], 4096)):
        heard += more
        if heard.count(b"\n") > WAITING:
            break
    closing.join()


def test_stderr_is_replaced_until_the_block_ends(capfd):
    before = sys.stderr
    with unfailing_stderr():
        assert sys.stderr is not before
        assert not sys.stderr.isatty()
        sys.stderr.write("a word\n")
        sys.stderr.flush()
    assert sys.stderr is before
    assert capfd.readouterr().err == "a word\n"
