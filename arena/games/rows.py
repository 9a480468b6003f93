"""Functions that write rows of bits and bytes from lists of numbers, look numbers up in tables, and join lists.

If the module in C was built, its functions replace these Python functions, which do the same.
"""

from collections.abc import Callable
from functools import cache
from struct import calcsize, unpack_from
from typing import Any, cast

try:
    from arena.games._rows import (
        first_without,
        joined,
        listed,
        picked,
        put_cells,
        put_numbers,
        put_rows,
        set_bits,
        untrack,
    )
except ImportError:  # no C compiler when this was built

    @cache
    def reader(table: bytes) -> Callable[[int], int]:
        """Return the function that looks a number up in the bytes of an `IndexTable`; it raises if there is none."""
        offset, shift, mask, count = unpack_from("=4i", table)
        starts: tuple[int, ...] = unpack_from(f"={count}i", table, calcsize("=4i"))
        head = calcsize(f"={4 + count}i")
        places: tuple[int, ...] = unpack_from(f"={(len(table) - head) // calcsize('=h')}h", table, head)

        def index(number: int) -> int:
            number += offset
            if number < 0:
                raise ValueError(f"{number - offset}: expected a number that the table has")
            place: int = starts[number >> 16] + (number >> shift & mask)
            return places[place]

        return index

    def check(number: int, limit: int) -> int:
        """Return a number; raise ValueError unless it is from 0 to `limit` - 1."""
        if not 0 <= number < limit:
            raise ValueError(f"{number}: expected 0 to {limit - 1}")
        return number

    def set_bits(buffer: memoryview | bytearray, size: int, rows: list[list[int]], tables: list[bytes]) -> None:
        """Clear rows of `size` bytes; then set in each row the bits of the indices that its numbers stand for.

        The table of a row, packed to bytes by `IndexTable`, has the index of each number.
        """
        if len(rows) * size > len(buffer):
            raise ValueError(f"{len(rows)} rows of {size} bytes: the buffer has {len(buffer)}")
        for number, (listed, table) in enumerate(zip(rows, tables, strict=True)):
            index = reader(table)
            row = bytearray(size)
            for each in listed:
                bit = check(index(each), size * 8)
                row[bit >> 3] |= 1 << (bit & 7)
            buffer[number * size : number * size + size] = row

    def first_without(bits: bytearray, size: int, indices: list[int]) -> int:
        """Return the first of the rows of `size` bytes that has not the bit of its index; -1 if all have it."""
        if len(indices) * size > len(bits):
            raise ValueError(f"{len(indices)} rows of {size} bytes: there are {len(bits)} bytes")
        for number, index in enumerate(indices):
            if not 0 <= index < size * 8 or not bits[number * size + (index >> 3)] >> (index & 7) & 1:
                return number
        return -1

    def listed(numbers: memoryview, shared: list[int]) -> list[int]:
        """Return the numbers of 64 bits in a buffer as a list, with the objects of `shared` for their places in it."""
        return [shared[number] if 0 <= number < len(shared) else number for number in numbers.cast("B").cast("q")]

    def picked(numbers: list[int], table: bytes, index: int) -> list[int]:
        """Return the numbers that stand for an index, in their order."""
        index_of = reader(table)
        return [number for number in numbers if index_of(number) == index]

    def untrack(value: object) -> None:
        """Let the garbage collector ignore an object and its lists, which are in no cycle: here, do nothing."""

    def put_cells(buffer: memoryview | bytearray, columns: list[object], numbers: list[Any], used: int) -> None:
        """Write the first `used` numbers into a row of bytes, each at the column with the same place in `columns`.

        A list in place of a number has the values of neighbouring columns, of which those above 127 are written as 127.
        A column below 0 counts from the end of the row. To it a number is added, or to it and its neighbours how often
        a list has their places.
        """
        for at in range(used):
            column, number = cast("int", columns[at]), numbers[at]
            check(column + len(buffer), 2 * len(buffer))
            if isinstance(number, list) and column >= 0:
                for place, value in enumerate(number):
                    buffer[column + place] = min(value, 127)
            elif isinstance(number, list):
                for place in number:
                    buffer[len(buffer) + column + check(place, -column)] += 1
            elif column >= 0:
                buffer[column] = number & 255
            else:
                buffer[column] += number

    def put_rows(  # noqa: PLR0913, PLR0917 -- as the one in C
        buffer: memoryview | bytearray,
        size: int,
        filled: list[bytearray],
        columns: list[list[object]],
        numbers: list[list[Any]],
        used: list[int],
        seats: list[int],
        turned: list[int],
    ) -> None:
        """Write rows of `size` bytes into a buffer: copies of the `filled` ones, with `numbers` at `columns`.

        `turned` has the first column, size and number of planes that are copied from that of the row's seat on.
        """
        first, plane, count = turned
        if len(filled) * size > len(buffer) or first + plane * count > size:
            raise ValueError(f"{len(filled)} rows of {size} bytes: the buffer has {len(buffer)}; planes: {turned}")
        for number in range(len(filled)):
            if len(filled[number]) != size:
                raise ValueError(f"expected rows of {size} bytes")
            row = filled[number][:]
            for place in range(count):
                start = first + (check(seats[number], count) + place) % count * plane
                row[first + place * plane : first + (place + 1) * plane] = filled[number][start : start + plane]
            put_cells(row, columns[number], numbers[number], used[number])
            buffer[number * size : number * size + size] = row

    def joined(lists: list[list[int]], numbers: list[int]) -> list[int]:
        """Return the lists with these indexes in `lists`, joined to one list."""
        return [number for place in numbers for number in lists[place]]

    def put_numbers(buffer: memoryview, numbers: list[int]) -> None:
        """Write numbers from -128 to 127 into the first bytes of a buffer."""
        buffer[: len(numbers)] = bytes([number & 255 for number in numbers])


__all__ = [
    "first_without",
    "joined",
    "listed",
    "picked",
    "put_cells",
    "put_numbers",
    "put_rows",
    "set_bits",
    "untrack",
]
