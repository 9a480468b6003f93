"""Functions that write numbers into rows of bits or bytes, and look numbers up in tables.

Here, a table is an `IndexTable` of the module `tensors` in the form of bytes, its attribute `packed`. It gives the
action index for each number that a game uses, such as an option. If the module in C was built, its functions replace
these Python functions, which do the same.
"""

from collections.abc import Callable
from functools import cache
from struct import calcsize, unpack_from
from typing import Any, cast

try:
    from arena.games._rows import (
        first_without,
        joined,
        lasting,
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
        """Return a function that takes a number and returns its action index, as `IndexTable.index` does.

        `table` is the `IndexTable` as bytes, its attribute `packed`. The returned function raises ValueError for a
        number below the range of the table.
        """
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
        """Return `number`. Raise ValueError unless it is from 0 to `limit` - 1."""
        if not 0 <= number < limit:
            raise ValueError(f"{number}: expected 0 to {limit - 1}")
        return number

    def set_bits(buffer: memoryview | bytearray, size: int, rows: list[list[int]], tables: list[bytes]) -> None:
        """Write into `buffer` a row of `size` bytes for each list of numbers in `rows`.

        Each number in a list sets one bit to 1; all other bits are 0. The position of the bit is the action index of
        the number. `tables` has for each list the `IndexTable` that gives this index, as bytes.
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
        """Return the number of the first row in which the bit for this row is 0; -1 if there is no such row.

        `bits` has `size` bytes for each row, and `indices` has the position of one bit for each row; a position outside
        the row counts as a bit that is 0. So a batch finds a game that does not offer the action chosen for it.
        """
        if len(indices) * size > len(bits):
            raise ValueError(f"{len(indices)} rows of {size} bytes: there are {len(bits)} bytes")
        for number, index in enumerate(indices):
            if not 0 <= index < size * 8 or not bits[number * size + (index >> 3)] >> (index & 7) & 1:
                return number
        return -1

    def listed(numbers: Any, shared: list[int]) -> list[int]:
        """Return the 64-bit numbers in a buffer as a list.

        `shared` is a list of the numbers 0, 1, 2 and so on. For a number that it contains, the result has the object
        from this list, so that Python makes no new one.
        """
        found = memoryview(numbers).cast("B").cast("q")
        return [shared[number] if 0 <= number < len(shared) else number for number in found]

    def picked(numbers: list[int], table: bytes, index: int) -> list[int]:
        """Return a list of the options in `numbers` that are still possible after a player chose the action `index`.

        These are the options to which `table` gives this index, in the same order. `table` is an `IndexTable` as bytes.
        """
        index_of = reader(table)
        return [number for number in numbers if index_of(number) == index]

    def untrack(value: object) -> None:
        """Do nothing: only the function of this name in the C module has an effect.

        That function makes the garbage collector ignore an object and its lists. This saves time.
        """

    def put_cells(buffer: memoryview | bytearray, columns: list[object], numbers: list[Any], used: int) -> None:
        """Write values into `buffer`, a row of bytes with one byte for each column.

        `numbers` has the values, and `columns` has the column of each value. Only the first `used` values are written.
        If a value is a list, its numbers are written into that column and those after it, and a number above 127
        becomes 127.

        If a column number is negative, it counts from the end of the row, so -1 is the last column. In this case the
        value is added to the old value of the column. If the value is a list, each number n in it adds 1 to the column
        that is n columns further on.
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
        """Write into `buffer` the observation of each game, a row of `size` bytes.

        For game g, the row is made in three steps:

        * Copy `filled[g]`, a row in which the columns that seldom change are already written.
        * Rotate the planes of the copy, so that the plane of the seat `seats[g]` comes first. A plane is a range of
          columns about one seat. `turned` is a list of three numbers: the first column of all planes, the size of
          a plane, and how many planes there are.
        * Write the other values with `put_cells`: the first `used[g]` values of `numbers[g]`, into the columns that
          `columns[g]` lists.
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

    def lasting(numbers: list[int]) -> Any:
        """Return the list `numbers` itself.

        The function of this name in the C module returns its own kind of object, which the function `joined` in C reads
        faster than a list. So callers pass each list that they join often through `lasting` once.
        """
        return numbers

    def joined(parts: list[Any], indexes: list[int]) -> list[int]:
        """Return one new list with the numbers of several lists, one after another: `parts[i]` for each i in `indexes`.

        Each of these lists was passed through the function `lasting` of this module, which makes `joined` in C faster.
        """
        return [number for index in indexes for number in parts[index]]

    def put_numbers(buffer: memoryview, numbers: list[int]) -> None:
        """Write numbers from -128 to 127 into the first bytes of a buffer."""
        buffer[: len(numbers)] = bytes([number & 255 for number in numbers])


__all__ = [
    "first_without",
    "joined",
    "lasting",
    "listed",
    "picked",
    "put_cells",
    "put_numbers",
    "put_rows",
    "set_bits",
    "untrack",
]
