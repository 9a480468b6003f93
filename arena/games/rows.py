"""Functions that write rows of bits and bytes from lists of numbers, and that join lists.

If the module in C was built, its functions replace these Python functions, which do the same.
"""

from typing import cast

try:
    from arena.games._rows import joined, put_cells, put_numbers, put_rows, set_bits
except ImportError:  # no C compiler when this was built

    def set_bits(buffer: memoryview, size: int, rows: list[list[int]], lists: list[list[int]]) -> None:
        """Clear rows of `size` bytes, then set the bits that each row lists.

        A number of 65,536 or more names a list and a place in it: its bit is `lists[number >> 16][number & 65535]`.
        """
        for number, indices in enumerate(rows):
            row = bytearray(size)
            for listed in indices:
                bit = listed if listed < 1 << 16 else lists[listed >> 16][listed & 65535]
                row[bit >> 3] |= 1 << (bit & 7)
            buffer[number * size : number * size + size] = row

    def put_cells(buffer: memoryview | bytearray, columns: list[object], numbers: list[int], used: int) -> None:
        """Write the first `used` numbers into a row of bytes, each at the column with the same place in `columns`."""
        for at in range(used):
            buffer[cast("int", columns[at])] = numbers[at] & 255

    def put_rows(  # noqa: PLR0913, PLR0917 -- as the one in C
        buffer: memoryview,
        size: int,
        filled: list[bytearray],
        columns: list[list[object]],
        numbers: list[list[int]],
        used: list[int],
    ) -> None:
        """Write rows of `size` bytes into a buffer: copies of the `filled` ones, with `numbers` at `columns`."""
        for number in range(len(filled)):
            row = filled[number][:]
            put_cells(row, columns[number], numbers[number], used[number])
            buffer[number * size : number * size + size] = row

    def joined(lists: list[list[int]], numbers: list[int]) -> list[int]:
        """Return the lists with these indexes in `lists`, joined to one list."""
        return [number for place in numbers for number in lists[place]]

    def put_numbers(buffer: memoryview, numbers: list[int]) -> None:
        """Write numbers from -128 to 127 into the first bytes of a buffer."""
        buffer[: len(numbers)] = bytes([number & 255 for number in numbers])


__all__ = ["joined", "put_cells", "put_numbers", "put_rows", "set_bits"]
