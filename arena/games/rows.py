"""Rows of bits and bytes, written from lists of numbers: in C where it is compiled, in Python where it is not."""

from typing import Any

try:
    from arena.games._rows import put_numbers, put_row, set_bits
except ImportError:  # no C compiler when this was built

    def set_bits(buffer: memoryview, size: int, rows: list[list[int]]) -> None:
        """Clear rows of `size` bytes, then set the bits that each list names."""
        for number, indices in enumerate(rows):
            row = bytearray(size)
            for index in indices:
                row[index >> 3] |= 1 << (index & 7)
            buffer[number * size : number * size + size] = row

    def put_row(buffer: memoryview, place: int, size: int, *lists: Any) -> None:
        """Clear row number `place` of `size` bytes, then put numbers into columns.

        The columns, the numbers and how many of them, once or several times.
        """
        row = bytearray(size)
        for first in range(0, len(lists), 3):
            columns, numbers, used = lists[first : first + 3]
            for column, number in zip(columns[:used], numbers, strict=False):
                row[column] = number & 255
        buffer[place * size : place * size + size] = row

    def put_numbers(buffer: memoryview, numbers: list[int]) -> None:
        """Put numbers from -128 to 127 into the bytes of a buffer, from the first on."""
        buffer[: len(numbers)] = bytes([number & 255 for number in numbers])


__all__ = ["put_numbers", "put_row", "set_bits"]
