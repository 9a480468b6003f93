"""`vec`: the array of numbers in which positions and tables of the rules are stored, from the package librt.

`vec[u8]` holds numbers from 0 to 255, `vec[i64]` those of a machine word. Compiled code reads and writes them without
Python objects, and copies a whole vec at once. A vec is made with all its numbers, and its length stays the same.

Where librt cannot be imported, Python's `array` is used instead. The compiled engine needs librt.
"""

from array import array
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from mypy_extensions import i64, u8

CODES = {u8: "B", i64: "q"}  # of the items of an array


class ArrayVec:
    """Makes arrays where librt cannot be imported: `ArrayVec[u8]([1, 2])` has the methods of a vec that rules use."""

    def __class_getitem__(cls, item: type) -> Callable[..., "array[Any]"]:
        """Return a function that makes an array for numbers of this type."""
        return partial(array, CODES[item])


if TYPE_CHECKING:
    from librt.vecs import vec
else:
    try:
        from librt.vecs import vec
    except ImportError:
        vec = ArrayVec

__all__ = ["vec"]
