"""Rows of bits and bytes, written from lists of numbers: in C where it is compiled, in Python where it is not."""

try:
    from arena.games._rows import put_row, set_bits
except ImportError:  # no C compiler when this was built

    def set_bits(buffer: memoryview, size: int, rows: list[list[int]]) -> None:
        """Clear rows of `size` bytes, then set the bits that each list names."""
        for number, indices in enumerate(rows):
            row = bytearray(size)
            for index in indices:
                row[index >> 3] |= 1 << (index & 7)
            buffer[number * size : number * size + size] = row

    def put_row(buffer: memoryview, at: int, size: int, cells: list[int], used: int) -> None:
        """Clear `size` bytes from `at` on, then put the first `used` cells: column << 8 | byte."""
        row = bytearray(size)
        for cell in cells[:used]:
            row[cell >> 8] = cell & 255
        buffer[at : at + size] = row


__all__ = ["put_row", "set_bits"]
