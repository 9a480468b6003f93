"""Tests of functions that write rows of bits and bytes. The functions in C and in Python do the same."""

import gc
import importlib.util
import sys
from array import array
from pathlib import Path
from weakref import finalize

import pytest

from arena.games import rows
from arena.games.tensors import INDICES, IndexTable


def in_python():
    """Return the module `rows` as it is if its C functions are missing: with the functions in Python."""
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


SAME = INDICES.packed  # each number stands for itself
HALVES = IndexTable([5, 9, 3, 7], [0, 1, 2], mask=1)  # a high half from 0 to 2, and one bit
AROUND = IndexTable([4, 5, 6, 7], [0], offset=4, shift=1, mask=3)  # -4 and -3 stand for 4


def test_the_bits_listed_are_set_and_all_others_are_not(way):
    buffer = bytearray(b"\xff" * 7)
    way.set_bits(memoryview(buffer), 3, [[0, 9, 23, 9], []], [SAME, SAME])
    assert buffer == bytes([1, 2, 128, 0, 0, 0, 255])


def test_a_number_stands_for_the_bit_that_its_table_has(way):
    buffer = bytearray(4)
    rows = [[1 << 16 | 4, 2 << 16 | 1], [-4, -1, 3]]
    way.set_bits(buffer, 2, rows, [HALVES.packed, AROUND.packed])
    assert buffer == bytes([1 << 7, 1 << 1, 1 << 4 | 1 << 5 | 1 << 7, 0])
    assert [HALVES.indices(rows[0]), AROUND.indices(rows[1])] == [[9, 7], [4, 5, 7]]


def test_the_numbers_that_stand_for_an_index_are_picked_in_their_order(way):
    assert way.picked([3, -4, 2, 1, 3], AROUND.packed, 7) == [3, 2, 3]
    assert way.picked([3, 2], AROUND.packed, 4) == []


@pytest.mark.parametrize(("indices", "number"), [([0, 9], -1), ([1, 9], 0), ([0, 8], 1), ([0, 16], 1), ([-1, 9], 0)])
def test_the_first_row_without_its_bit_is_found(way, indices, number):
    assert way.first_without(bytearray([1, 0, 0, 2]), 2, indices) == number


def test_a_number_of_any_size_is_no_index(way):
    assert way.first_without(bytearray(2), 2, [1 << 80]) == 0


def test_numbers_of_a_buffer_are_listed_as_shared_objects(way):
    shared = [int(f"{number}000") for number in range(3)]
    numbers = way.listed(memoryview(array("q", [2, 0, -1, 3, 1 << 40])), shared)
    assert numbers == [2000, 0, -1, 3, 1 << 40]
    assert numbers[0] is shared[2]


def test_an_object_with_untracked_lists_is_freed_with_its_last_reference(way):
    class Position:
        """A stand-in for the position of a game."""

    held, freed = Position(), []
    held.lists = [[1, 2], [[], Position()]]
    finalize(held.lists[1][1], freed.append, "item")
    way.untrack(held)
    assert gc.is_tracked(held) == (way is not rows or not rows.untrack.__module__.endswith("_rows"))
    del held
    assert freed == ["item"]


def parts_of(way, *lists):
    return [way.lasting(numbers) for numbers in lists]


def test_lasting_numbers_are_joined_in_the_order_of_their_indexes(way):
    assert way.joined(parts_of(way, [1, 2], [], [300, 4]), [-1, 0, 1, 2, 0]) == [300, 4, 1, 2, 300, 4, 1, 2]
    assert way.joined(parts_of(way, [1]), []) == []


def test_more_numbers_are_joined_than_a_stored_list_has_room_for(way):
    parts = parts_of(way, range_from(1000), range_from(2000))
    for _ in range(40):
        assert way.joined(parts, [0, 1, 0]) == [*range_from(1000), *range_from(2000), *range_from(1000)]
        assert way.joined(parts, [1]) == range_from(2000)


def range_from(first):
    return list(range(first, first + 90))


def test_a_joined_list_stays_as_it_is_while_its_caller_has_it(way):
    lists, chosen = [[1, 2], [3], [500, 4, 5]], [[0], [1], [2, 0], [], [0, 1, 2]]
    parts = parts_of(way, *lists)
    kept = [way.joined(parts, indexes) for indexes in chosen]
    for indexes in chosen * 30:
        assert way.joined(parts, indexes) == [number for index in indexes for number in lists[index]]
    assert kept == [[1, 2], [3], [500, 4, 5, 1, 2], [], [1, 2, 3, 500, 4, 5]]


def test_a_joined_list_stays_as_it_is_when_its_parts_are_gone(way):
    parts = parts_of(way, range_from(70_000))
    joined = way.joined(parts, [0])
    del parts
    assert range_from(80_000) != joined  # new numbers would take the memory of numbers that are freed
    assert joined == range_from(70_000)


def test_a_caller_may_change_a_joined_list(way):
    parts = parts_of(way, [1, 2], [3])
    for change in (overwritten, extended, list.clear, list.pop, list.sort) * 10:
        changed = way.joined(parts, [1, 0])
        change(changed)
        del changed
        assert way.joined(parts, [0, 1]) == [1, 2, 3]


def overwritten(numbers):
    numbers[1] = "of the caller"


def extended(numbers):
    numbers.extend(range(1000))


def test_what_a_caller_puts_into_a_joined_list_is_freed(way):
    class Item:
        pass

    freed, parts = [], parts_of(way, [1, 2], [3])
    changed, item = way.joined(parts, [0, 1]), Item()
    finalize(item, freed.append, "item")
    changed[1] = item
    del changed, item
    for _ in range(40):
        way.joined(parts, [0])
    assert freed == ["item"]


@pytest.mark.parametrize("index", [3, -4])
def test_missing_numbers_cannot_be_joined(way, index):
    with pytest.raises(IndexError):
        way.joined(parts_of(way, [1], [2], [3]), [0, index])


def test_numbers_are_put_into_their_columns(way):
    buffer = bytearray(b"\x07" * 5)
    way.put_cells(memoryview(buffer)[1:4], [2, 0, 2, 1], [5, -1, -128, 99], 3)
    assert buffer == bytes([7, 255, 7, 128, 7])


def test_rows_are_filled_and_then_the_numbers_are_put(way):
    buffer, sevens = bytearray(5), bytearray(b"\x07\x07")
    lists = [sevens, bytearray(2)], [[1], [0, 1]], [[9], [3, 4]], [1, 1], [0, 1]
    way.put_rows(memoryview(buffer), 2, *lists, [0, 0, 0])
    assert buffer == bytes([7, 9, 3, 0, 0])
    assert sevens == b"\x07\x07"


def test_lists_are_put_into_neighbouring_columns(way):
    row = bytearray(b"\x07" * 6)
    way.put_cells(row, [1, 4], [[5, 0, 300], []], 2)
    assert row == bytes([7, 5, 0, 127, 7, 7])


def test_a_column_from_the_end_is_added_to(way):
    row = bytearray([7, 1, 0, 0, 0])
    way.put_cells(row, [-5, 2, -4, -4], [1, [3, 4], [0, 3, 1, 0], [3]], 4)
    assert row == bytes([8, 3, 4, 4, 2])


@pytest.mark.parametrize(
    ("seat", "planes"), [(0, [1, 2, 3, 4, 5, 6]), (1, [3, 4, 5, 6, 1, 2]), (2, [5, 6, 1, 2, 3, 4])]
)
def test_the_planes_of_a_row_are_copied_from_its_seat_on(way, seat, planes):
    buffer = bytearray(8)
    way.put_rows(buffer, 8, [bytearray([9, 1, 2, 3, 4, 5, 6, 9])], [[0]], [[7]], [1], [seat], [1, 2, 3])
    assert list(buffer) == [7, *planes, 9]


def test_numbers_are_put_into_bytes(way):
    buffer = bytearray(4)
    way.put_numbers(memoryview(buffer), [1, -1, 127])
    assert buffer == bytes([1, 255, 127, 0])


def put_one_row(way, buffer, filled, columns, *, used=1, seat=0, turned=(0, 0, 0)):
    """Call `put_rows` for one row of two bytes."""
    way.put_rows(buffer, 2, [filled], [columns], [[0]], [used], [seat], list(turned))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda way: way.set_bits(bytearray(2), 2, [[16]], [SAME]),
        lambda way: way.set_bits(bytearray(2), 2, [[-1]], [SAME]),
        lambda way: way.set_bits(bytearray(2), 2, [[0], [0]], [SAME, SAME]),
        lambda way: way.set_bits(bytearray(2), 2, [[0]], []),
        lambda way: way.set_bits(bytearray(2), 2, [[3 << 16]], [HALVES.packed]),
        lambda way: way.set_bits(bytearray(2), 2, [[-5]], [AROUND.packed]),
        lambda way: way.set_bits(bytearray(2), 2, [[0]], [IndexTable([-1], [0]).packed]),
        lambda way: way.set_bits(bytearray(2), 2, [[1]], [IndexTable([0], [0]).packed]),
        lambda way: way.first_without(bytearray(2), 2, [1, 1]),
        lambda way: way.put_cells(bytearray(2), [2], [0], 1),
        lambda way: way.put_cells(bytearray(2), [0], [0], 2),
        lambda way: way.put_cells(bytearray(2), [-3], [0], 1),
        lambda way: way.put_cells(bytearray(2), [1], [[0, 0]], 1),
        lambda way: way.put_cells(bytearray(2), [-2], [[2]], 1),
        lambda way: way.put_cells(bytearray(2), [-2], [[-1]], 1),
        lambda way: put_one_row(way, bytearray(1), bytearray(2), [0]),
        lambda way: put_one_row(way, bytearray(2), bytearray(2), [0], used=2),
        lambda way: put_one_row(way, bytearray(4), bytearray(3), [2]),
        lambda way: put_one_row(way, bytearray(2), bytearray(2), [0], turned=[1, 1, 2]),
        lambda way: put_one_row(way, bytearray(2), bytearray(2), [0], seat=2, turned=[0, 1, 2]),
    ],
)
def test_nothing_is_written_outside_the_buffer(way, wrong):
    with pytest.raises((IndexError, ValueError)):
        wrong(way)
