"""Rows of bits and bytes, written from lists of numbers: in C where it is compiled, in Python where it is not."""

from typing import cast

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

    def put_row(  # noqa: PLR0913, PLR0917 -- as the one in C
        buffer: memoryview, place: int, filled: bytes, columns: list[object], numbers: list[int], used: int
    ) -> None:
        """Fill row number `place` with bytes, then put the first `used` numbers into their columns."""
        row = bytearray(filled)
        for at in range(used):
            row[cast("int", columns[at])] = numbers[at] & 255
        buffer[place * len(row) : place * len(row) + len(row)] = row

    def put_numbers(buffer: memoryview, numbers: list[int]) -> None:
        """Write numbers from -128 to 127 into the first bytes of a buffer."""
        buffer[: len(numbers)] = bytes([number & 255 for number in numbers])


__all__ = ["put_numbers", "put_row", "set_bits"]
