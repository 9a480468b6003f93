"""`vec`: the array of numbers in which positions and tables of the rules are stored, from the package librt.

`vec[u8]` holds numbers from 0 to 255, `vec[i64]` those of a machine word. Compiled code reads and writes them without
Python objects, and copies a whole vec at once.

`append` and `pop` return the vec that is longer or shorter, in the same memory. So a position stores what they return
in the place of the vec that it gave to them: `self.pile, tile = pop(self.pile)`. A clone has copies (`pile[:]`).

Where librt cannot be imported, Python's `array` is used instead. The compiled engine needs librt.
"""

from array import array
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from mypy_extensions import i64, u8

CODES = {u8: "B", i64: "q"}  # of the items of an array


def array_append(numbers: "array[Any]", number: int) -> "array[Any]":
    """Return the array with one more number at its end. The caller uses it in the place of the given one."""
    numbers.append(number)
    return numbers


def array_pop(numbers: "array[Any]", place: int = -1) -> "tuple[array[Any], int]":
    """Return the array without the number at a place, and this number."""
    number = numbers.pop(place)
    return numbers, number


class ArrayVec:
    """Makes arrays where librt cannot be imported: `ArrayVec[u8]([1, 2])` has the methods of a vec that rules use."""

    def __class_getitem__(cls, item: type) -> Callable[..., "array[Any]"]:
        """Return a function that makes an array for numbers of this type."""
        return partial(array, CODES[item])


if TYPE_CHECKING:
    from librt.vecs import append, pop, vec
else:
    try:
        from librt.vecs import append, pop, vec
    except ImportError:
        append, pop, vec = array_append, array_pop, ArrayVec

__all__ = ["append", "pop", "vec"]
