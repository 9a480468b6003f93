"""Read analyses from plain values: from a database, from an export, or from the output of `arena analyse --json`.

The values may come from another arena, so the type of each value is checked.
"""

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from math import isfinite
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin

from arena.analysis.account import Analysis
from arena.errors import VerificationError

SEATS: Final = 16
LARGEST: Final = 1e6  # more than any score can be


def read_analysis(values: Mapping[str, Any]) -> Analysis:
    """Return the analysis that these values describe. Raise VerificationError if a value is missing or wrong."""
    found = read_as(Analysis, values, "analysis")
    assert isinstance(found, Analysis)
    seats = len(found.seats)
    lengths = {len(found.accounts), len(found.placements), len(found.scores)}
    lengths |= {len(each.luck) for each in found.luck} | {len(each.values) for each in found.curve}
    if lengths != {seats} or not 0 < seats <= SEATS:
        raise VerificationError(f"the analysis cannot be read: expected values for each of {seats} seats")
    answers = [each.answers for each in found.decisions] + [each.answers for each in found.luck]
    if min([*answers, *(each.answers for each in found.curve)], default=0) < 0:
        raise wrong("answers", "a number from 0 on")
    named = {each.seat for each in found.decisions} | set(found.judged)
    if not named <= set(range(seats)) or [each.seat for each in found.accounts] != list(range(seats)):
        raise VerificationError(f"the analysis cannot be read: expected seats from 0 to {seats - 1}")
    return found


def read_as(kind: Any, value: Any, name: str) -> Any:
    """Return a value, checked and converted to the type `kind`. `name` is the name of its field, for error texts.

    If `kind` is a dataclass, make it from a dict, and ignore the keys of the dict for which it has no field. Raise
    VerificationError if the value has another type.
    """
    if is_dataclass(kind):
        if not isinstance(value, Mapping):
            raise wrong(name, "an object")
        needed = [each for each in fields(kind) if each.name in value or each.default is MISSING]
        missing = [each.name for each in needed if each.name not in value]
        if missing:
            raise wrong(name, f"the field {missing[0]!r}")
        return kind(**{each.name: read_as(each.type, value[each.name], each.name) for each in needed})  # type: ignore[operator]
    if isinstance(kind, UnionType):
        return None if value is None and NoneType in get_args(kind) else read_as(get_args(kind)[0], value, name)
    if get_origin(kind) is tuple:
        if not isinstance(value, list | tuple):
            raise wrong(name, "a list")
        return tuple(read_as(get_args(kind)[0], each, name) for each in value)
    if kind is float and type(value) in {int, float} and isfinite(value) and abs(value) < LARGEST:
        return float(value)
    if kind is int and type(value) is int and abs(value) < 1 << 31:
        return value
    if kind is str and isinstance(value, str):
        return value
    raise wrong(name, f"a value of type {kind.__name__}")


def wrong(name: str, expected: str) -> VerificationError:
    """Return the VerificationError for a wrong value. It names the field and what was expected."""
    return VerificationError(f"the analysis cannot be read: {name}: expected {expected}")
