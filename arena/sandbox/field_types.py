"""Check the types of a dataclass that was made from a message of another process."""

from collections.abc import Callable
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

LARGEST: Final = 1 << 53  # of a number: each number up to it is a number of JSON, of a database and of other languages


def check_fields(message: object) -> None:
    """Raise TypeError if a field of a dataclass has a value that does not fit its declared type.

    Types are text, numbers, truth values, literals, and sequences of them. A number is finite and at most 2^53.
    """
    for name, kind in get_type_hints(type(message)).items():
        if not fits(getattr(message, name), kind):
            raise TypeError(f"{name}: expected {getattr(kind, '__name__', kind)}")


def fits(value: Any, kind: Any) -> bool:
    """True if a value fits a type: `True` is no number, and a text has no half of a surrogate pair."""
    origin = get_origin(kind)
    if origin is Literal:
        return value in get_args(kind)
    if origin is not None:
        return isinstance(value, list | tuple) and all(fits(each, get_args(kind)[0]) for each in value)
    return FITTING[kind](value)


def is_number(value: Any) -> bool:
    """True for a finite number that is not too large."""
    return isinstance(value, int | float) and not isinstance(value, bool) and -LARGEST <= value <= LARGEST


def is_text(value: Any) -> bool:
    """True for a text that can be encoded."""
    return isinstance(value, str) and value.encode(errors="ignore").decode() == value


FITTING: Final[dict[type, Callable[[Any], bool]]] = {
    bool: lambda value: isinstance(value, bool),
    int: lambda value: is_number(value) and isinstance(value, int),
    float: is_number,
    str: is_text,
}
