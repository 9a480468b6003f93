"""Vecs made from lists."""

from mypy_extensions import i64

from arena.games.vecs import vec


def packed(numbers: list[int]) -> vec[i64]:
    """Return a vec with the numbers of a list.

    Compiled, `vec[i64](numbers)` first asks the list for a buffer, and the error costs more than the numbers.
    """
    return vec[i64]([number for number in numbers])  # noqa: C416 -- see above
