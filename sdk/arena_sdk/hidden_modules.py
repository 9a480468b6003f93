"""Detect a file of an author that hides a module which the SDK imports, such as a bot saved as `random.py`.

Python then imports this file in place of the module while the SDK itself is only half imported. The file imports the
SDK, too, so Python would report a circular import. The error of this module names the file instead.
"""

import sys
from types import FrameType
from typing import Never

PACKAGE = vars(sys.modules["arena_sdk"])


def missing(name: str) -> Never:
    """Raise AttributeError for a name that the SDK does not have.

    If an author's file asks for the name while the SDK is half imported, raise ImportError: the file hides a module.
    """
    asking = importing_frame().f_globals
    module = asking["__name__"]
    if "__all__" not in PACKAGE and module.partition(".")[0] not in {"arena", "arena_sdk"}:
        file = asking.get("__file__", module)
        raise ImportError(f"{file} hides the module {module!r} that arena_sdk needs: give the file another name")
    raise AttributeError(f"module 'arena_sdk' has no attribute {name!r}")


def importing_frame() -> FrameType:
    """Return the frame of the code that asks for a name of the SDK. Frames of Python's importer are skipped."""
    frame = sys._getframe(2)  # noqa: SLF001 -- the public way is to import `inspect`, which may be the hidden module
    while "importlib" in frame.f_globals["__name__"] and frame.f_back is not None:
        frame = frame.f_back
    return frame


PACKAGE["__getattr__"] = missing
