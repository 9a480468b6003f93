"""Rows of bits and bytes: the functions in C and in Python do the same."""

import importlib.util
import sys
from pathlib import Path

import pytest

from arena.games import rows


def in_python():
    """Return the module as it is without a C compiler: with the functions in Python."""
    spec = importlib.util.spec_from_file_location("rows_in_python", Path(rows.__file__))
    module = importlib.util.module_from_spec(spec)
    hidden = {"arena.games._rows": None}
    saved = {name: sys.modules.get(name) for name in hidden}
    sys.modules.update(hidden)
    try:
        spec.loader.exec_module(module)
    finally:
        for name, before in saved.items():
            if before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = before
    return module


@pytest.fixture(params=["as it is built", "in Python"])
def way(request):
    return rows if request.param == "as it is built" else in_python()


def test_the_bits_listed_are_set_and_all_others_are_not(way):
    buffer = bytearray(b"\xff" * 7)
    way.set_bits(memoryview(buffer), 3, [[0, 9, 23, 9], []], [])
    assert buffer == bytes([1, 2, 128, 0, 0, 0, 255])


def test_a_large_number_stands_for_the_bit_that_the_lists_have(way):
    buffer = bytearray(2)
    way.set_bits(memoryview(buffer), 2, [[1 << 16, 2, 2 << 16 | 1]], [[], [0], [5, 9]])
    assert buffer == bytes([1 | 4, 2])


def test_lists_are_joined_in_the_order_of_their_numbers(way):
    assert way.joined([[1, 2], [], [300, 4]], [-1, 0, 1, 2, 0]) == [300, 4, 1, 2, 300, 4, 1, 2]
    assert way.joined([[1]], []) == []


@pytest.mark.parametrize("number", [3, -4])
def test_a_list_that_is_not_there_cannot_be_joined(way, number):
    with pytest.raises(IndexError):
        way.joined([[1], [2], [3]], [0, number])


def test_numbers_are_put_into_their_columns(way):
    buffer = bytearray(b"\x07" * 5)
    way.put_cells(memoryview(buffer)[1:4], [2, 0, 2, 1], [5, -1, -128, 99], 3)
    assert buffer == bytes([7, 255, 7, 128, 7])


def test_rows_are_filled_and_then_the_numbers_are_put(way):
    buffer, sevens = bytearray(5), bytearray(b"\x07\x07")
    way.put_rows(memoryview(buffer), 2, [sevens, bytearray(2)], [[1], [0, 1]], [[9], [3, 4]], [1, 1])
    assert buffer == bytes([7, 9, 3, 0, 0])
    assert sevens == b"\x07\x07"


def test_numbers_are_put_into_bytes(way):
    buffer = bytearray(4)
    way.put_numbers(memoryview(buffer), [1, -1, 127])
    assert buffer == bytes([1, 255, 127, 0])


@pytest.mark.parametrize(
    "wrong",
    [
        lambda way: way.set_bits(memoryview(bytearray(2)), 2, [[16]], []),
        lambda way: way.set_bits(memoryview(bytearray(2)), 2, [[0], [0]], []),
        lambda way: way.set_bits(memoryview(bytearray(2)), 2, [[1 << 16 | 1]], [[], [0]]),
        lambda way: way.set_bits(memoryview(bytearray(2)), 2, [[1 << 16]], [[], [16]]),
        lambda way: way.put_cells(bytearray(2), [2], [0], 1),
        lambda way: way.put_cells(bytearray(2), [0], [0], 2),
        lambda way: way.put_rows(memoryview(bytearray(2)), 2, [bytearray(2)] * 2, [[0]] * 2, [[0]] * 2, [1, 1]),
        lambda way: way.put_rows(memoryview(bytearray(2)), 2, [bytearray(2)], [[0]], [[0]], [2]),
        lambda way: way.put_rows(memoryview(bytearray(4)), 2, [bytearray(3)], [[2]], [[0]], [1]),
    ],
)
def test_nothing_is_written_outside_the_buffer(way, wrong):
    with pytest.raises((IndexError, ValueError)):
        wrong(way)
